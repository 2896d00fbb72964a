// RUN: neuron-opt %s --neuron-evaluate
// RUN: neuron-opt %s --neuron-decompose --neuron-evaluate
// RUN: neuron-opt %s --neuron-simplify --neuron-evaluate
// RUN: neuron-opt %s --neuron-decompose --neuron-simplify --neuron-evaluate

func.func @i64() {
  %y = neuron.iota dim = 1 : tensor<2x3xi64>
  %e0 = neuron.constant dense<[[0, 1, 2], [0, 1, 2]]> : tensor<2x3xi64>
  neuron.check_close %y, %e0 : tensor<2x3xi64>, tensor<2x3xi64>
  return
}

func.func @f32() {
  %y = neuron.iota dim = 0 : tensor<3xf32>
  %e0 = neuron.constant dense<[0.0, 1.0, 2.0]> : tensor<3xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<3xf32>, tensor<3xf32>
  return
}

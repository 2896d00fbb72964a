// RUN: neuron-opt %s --neuron-evaluate
// RUN: neuron-opt %s --neuron-decompose --neuron-evaluate
// RUN: neuron-opt %s --neuron-simplify --neuron-evaluate
// RUN: neuron-opt %s --neuron-decompose --neuron-simplify --neuron-evaluate

func.func @select() {
  %x0 = neuron.constant dense<[true, false]> : tensor<2xi1>
  %x1 = neuron.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %x2 = neuron.constant dense<[3.0, 0x7FC00000]> : tensor<2xf32>
  %y = neuron.select %x0, %x1, %x2 : tensor<2xf32>
  %e0 = neuron.constant dense<[1.0, 0x7FC00000]> : tensor<2xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<2xf32>, tensor<2xf32>
  return
}

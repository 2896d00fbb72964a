// RUN: neuron-opt %s --neuron-evaluate
// RUN: neuron-opt %s --neuron-decompose --neuron-evaluate
// RUN: neuron-opt %s --neuron-simplify --neuron-evaluate
// RUN: neuron-opt %s --neuron-decompose --neuron-simplify --neuron-evaluate

func.func @per_tensor() {
  %x0 = neuron.constant dense<[[-128, 0, 5], [127, 1, 2]]> : tensor<2x3xi8>
  %x1 = neuron.constant dense<0.5> : tensor<f32>
  %x2 = neuron.constant dense<3> : tensor<i8>
  %y = neuron.dequantize %x0, %x1, %x2 : (tensor<2x3xi8>, tensor<f32>, tensor<i8>) -> tensor<2x3xf32>
  %e0 = neuron.constant dense<[[-65.5, -1.5, 1.0], [62.0, -1.0, -0.5]]> : tensor<2x3xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<2x3xf32>, tensor<2x3xf32>
  return
}

func.func @per_axis() {
  %x0 = neuron.constant dense<[[-128, 0, 5], [127, 1, 2]]> : tensor<2x3xi8>
  %x1 = neuron.constant dense<[0.5, 1.0, 0.25]> : tensor<3xf32>
  %y = neuron.dequantize %x0, %x1 axis = 1 : (tensor<2x3xi8>, tensor<3xf32>) -> tensor<2x3xf32>
  %e0 = neuron.constant dense<[[-64.0, 0.0, 1.25], [63.5, 1.0, 0.5]]> : tensor<2x3xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<2x3xf32>, tensor<2x3xf32>
  return
}

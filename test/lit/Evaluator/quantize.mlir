// RUN: neuron-opt %s --neuron-evaluate
// RUN: neuron-opt %s --neuron-decompose --neuron-evaluate
// RUN: neuron-opt %s --neuron-simplify --neuron-evaluate
// RUN: neuron-opt %s --neuron-decompose --neuron-simplify --neuron-evaluate

// Halves go to even, then the zero point.
func.func @per_tensor() {
  %x0 = neuron.constant dense<[[-1.0, 0.25, 0.3499999940395355], [100.0, -100.0, 0.75]]> : tensor<2x3xf32>
  %x1 = neuron.constant dense<0.5> : tensor<f32>
  %x2 = neuron.constant dense<3> : tensor<i8>
  %y = neuron.quantize %x0, %x1, %x2 : (tensor<2x3xf32>, tensor<f32>, tensor<i8>) -> tensor<2x3xi8>
  %e0 = neuron.constant dense<[[1, 3, 4], [127, -128, 5]]> : tensor<2x3xi8>
  neuron.check_close %y, %e0 : tensor<2x3xi8>, tensor<2x3xi8>
  return
}

func.func @per_axis() {
  %x0 = neuron.constant dense<[[-1.0, 0.25, 0.3499999940395355], [100.0, -100.0, 0.75]]> : tensor<2x3xf32>
  %x1 = neuron.constant dense<[0.5, 1.0, 0.25]> : tensor<3xf32>
  %x2 = neuron.constant dense<[0, 128, 255]> : tensor<3xui8>
  %y = neuron.quantize %x0, %x1, %x2 axis = 1 : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xui8>) -> tensor<2x3xui8>
  %e0 = neuron.constant dense<[[0, 128, 255], [200, 28, 255]]> : tensor<2x3xui8>
  neuron.check_close %y, %e0 : tensor<2x3xui8>, tensor<2x3xui8>
  return
}

// RUN: neuron-opt %s --neuron-evaluate
// RUN: neuron-opt %s --neuron-decompose --neuron-evaluate
// RUN: neuron-opt %s --neuron-simplify --neuron-evaluate
// RUN: neuron-opt %s --neuron-decompose --neuron-simplify --neuron-evaluate

// NaN is the largest; equals keep their order.
func.func @ascending() {
  %x0 = neuron.constant dense<[[3.0, 0x7FC00000, 1.0, 3.0], [-1.0, 0x7F800000, 0xFF800000, 0.0]]> : tensor<2x4xf32>
  %y:2 = neuron.sort %x0 dim = 1 {descending = false} : (tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<2x4xi64>)
  %e0 = neuron.constant dense<[[1.0, 3.0, 3.0, 0x7FC00000], [0xFF800000, -1.0, 0.0, 0x7F800000]]> : tensor<2x4xf32>
  neuron.check_close %y#0, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<2x4xf32>, tensor<2x4xf32>
  %e1 = neuron.constant dense<[[2, 0, 3, 1], [2, 0, 3, 1]]> : tensor<2x4xi64>
  neuron.check_close %y#1, %e1 : tensor<2x4xi64>, tensor<2x4xi64>
  return
}

// NaN is the largest; equals keep their order.
func.func @descending() {
  %x0 = neuron.constant dense<[[3.0, 0x7FC00000, 1.0, 3.0], [-1.0, 0x7F800000, 0xFF800000, 0.0]]> : tensor<2x4xf32>
  %y:2 = neuron.sort %x0 dim = 1 {descending = true} : (tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<2x4xi64>)
  %e0 = neuron.constant dense<[[0x7FC00000, 3.0, 3.0, 1.0], [0x7F800000, 0.0, -1.0, 0xFF800000]]> : tensor<2x4xf32>
  neuron.check_close %y#0, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<2x4xf32>, tensor<2x4xf32>
  %e1 = neuron.constant dense<[[1, 0, 3, 2], [1, 3, 0, 2]]> : tensor<2x4xi64>
  neuron.check_close %y#1, %e1 : tensor<2x4xi64>, tensor<2x4xi64>
  return
}

func.func @dim_0() {
  %x0 = neuron.constant dense<[[1.0, 3.0], [0xFF800000, 0.0]]> : tensor<2x2xf32>
  %y:2 = neuron.sort %x0 dim = 0 : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xi32>)
  %e0 = neuron.constant dense<[[0xFF800000, 0.0], [1.0, 3.0]]> : tensor<2x2xf32>
  neuron.check_close %y#0, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<2x2xf32>, tensor<2x2xf32>
  %e1 = neuron.constant dense<[[1, 1], [0, 0]]> : tensor<2x2xi32>
  neuron.check_close %y#1, %e1 : tensor<2x2xi32>, tensor<2x2xi32>
  return
}

func.func @ui64() {
  %x0 = neuron.constant dense<[9223372036854775808, 18446744073709551615, 5]> : tensor<3xui64>
  %y:2 = neuron.sort %x0 dim = 0 : (tensor<3xui64>) -> (tensor<3xui64>, tensor<3xi64>)
  %e0 = neuron.constant dense<[5, 9223372036854775808, 18446744073709551615]> : tensor<3xui64>
  neuron.check_close %y#0, %e0 : tensor<3xui64>, tensor<3xui64>
  %e1 = neuron.constant dense<[2, 0, 1]> : tensor<3xi64>
  neuron.check_close %y#1, %e1 : tensor<3xi64>, tensor<3xi64>
  return
}

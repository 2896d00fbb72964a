// RUN: neuron-opt %s --neuron-evaluate
// RUN: neuron-opt %s --neuron-decompose --neuron-evaluate
// RUN: neuron-opt %s --neuron-simplify --neuron-evaluate
// RUN: neuron-opt %s --neuron-decompose --neuron-simplify --neuron-evaluate

func.func @max() {
  %x0 = neuron.constant dense<[[1.0, 5.0, 5.0, -2.0], [0x7FC00000, 1.0, 0x7FC00000, 9.0], [0.0, -0.0, 0.0, 0.0]]> : tensor<3x4xf32>
  %y = neuron.arg_reduce max %x0 dim = 1 : (tensor<3x4xf32>) -> tensor<3xi64>
  %e0 = neuron.constant dense<[1, 0, 0]> : tensor<3xi64>
  neuron.check_close %y, %e0 : tensor<3xi64>, tensor<3xi64>
  return
}

func.func @max_last() {
  %x0 = neuron.constant dense<[[1.0, 5.0, 5.0, -2.0], [0x7FC00000, 1.0, 0x7FC00000, 9.0], [0.0, -0.0, 0.0, 0.0]]> : tensor<3x4xf32>
  %y = neuron.arg_reduce max %x0 dim = 1 {select_last = true} : (tensor<3x4xf32>) -> tensor<3xi32>
  %e0 = neuron.constant dense<[2, 2, 3]> : tensor<3xi32>
  neuron.check_close %y, %e0 : tensor<3xi32>, tensor<3xi32>
  return
}

func.func @min() {
  %x0 = neuron.constant dense<[[1.0, 5.0, 5.0, -2.0], [0x7FC00000, 1.0, 0x7FC00000, 9.0], [0.0, -0.0, 0.0, 0.0]]> : tensor<3x4xf32>
  %y = neuron.arg_reduce min %x0 dim = 1 : (tensor<3x4xf32>) -> tensor<3xi64>
  %e0 = neuron.constant dense<[3, 0, 0]> : tensor<3xi64>
  neuron.check_close %y, %e0 : tensor<3xi64>, tensor<3xi64>
  return
}

// Column of the first NaN is row 1.
func.func @min_dim_0() {
  %x0 = neuron.constant dense<[[5.0, 5.0, -2.0], [1.0, 0x7FC00000, 9.0], [-0.0, 0.0, 0.0]]> : tensor<3x3xf32>
  %y = neuron.arg_reduce min %x0 dim = 0 : (tensor<3x3xf32>) -> tensor<3xi64>
  %e0 = neuron.constant dense<[2, 1, 0]> : tensor<3xi64>
  neuron.check_close %y, %e0 : tensor<3xi64>, tensor<3xi64>
  return
}

func.func @max_ui64() {
  %x0 = neuron.constant dense<[9223372036854775808, 18446744073709551615, 5]> : tensor<3xui64>
  %y = neuron.arg_reduce max %x0 dim = 0 : (tensor<3xui64>) -> tensor<i64>
  %e0 = neuron.constant dense<1> : tensor<i64>
  neuron.check_close %y, %e0 : tensor<i64>, tensor<i64>
  return
}

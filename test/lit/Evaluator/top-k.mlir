// RUN: neuron-opt %s --neuron-evaluate
// RUN: neuron-opt %s --neuron-decompose --neuron-evaluate
// RUN: neuron-opt %s --neuron-simplify --neuron-evaluate
// RUN: neuron-opt %s --neuron-decompose --neuron-simplify --neuron-evaluate

func.func @largest() {
  %x0 = neuron.constant dense<[[3.0, 5.0, 1.0, 5.0, 2.0], [0.0, -1.0, -7.0, -2.0, -3.0]]> : tensor<2x5xf32>
  %y:2 = neuron.top_k %x0 k = 2 dim = 1 : (tensor<2x5xf32>) -> (tensor<2x2xf32>, tensor<2x2xi64>)
  %e0 = neuron.constant dense<[[5.0, 5.0], [0.0, -1.0]]> : tensor<2x2xf32>
  neuron.check_close %y#0, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<2x2xf32>, tensor<2x2xf32>
  %e1 = neuron.constant dense<[[1, 3], [0, 1]]> : tensor<2x2xi64>
  neuron.check_close %y#1, %e1 : tensor<2x2xi64>, tensor<2x2xi64>
  return
}

func.func @smallest() {
  %x0 = neuron.constant dense<[[3.0, 5.0, 1.0, 5.0, 2.0], [0.0, -1.0, -7.0, -2.0, -3.0]]> : tensor<2x5xf32>
  %y:2 = neuron.top_k %x0 k = 2 dim = 1 {largest = false} : (tensor<2x5xf32>) -> (tensor<2x2xf32>, tensor<2x2xi32>)
  %e0 = neuron.constant dense<[[1.0, 2.0], [-7.0, -3.0]]> : tensor<2x2xf32>
  neuron.check_close %y#0, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<2x2xf32>, tensor<2x2xf32>
  %e1 = neuron.constant dense<[[2, 4], [2, 4]]> : tensor<2x2xi32>
  neuron.check_close %y#1, %e1 : tensor<2x2xi32>, tensor<2x2xi32>
  return
}

func.func @dim_0() {
  %x0 = neuron.constant dense<[[3.0, 5.0, 1.0, 5.0, 2.0], [0.0, -1.0, -7.0, -2.0, -3.0]]> : tensor<2x5xf32>
  %y:2 = neuron.top_k %x0 k = 1 dim = 0 : (tensor<2x5xf32>) -> (tensor<1x5xf32>, tensor<1x5xi64>)
  %e0 = neuron.constant dense<[[3.0, 5.0, 1.0, 5.0, 2.0]]> : tensor<1x5xf32>
  neuron.check_close %y#0, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<1x5xf32>, tensor<1x5xf32>
  %e1 = neuron.constant dense<[[0, 0, 0, 0, 0]]> : tensor<1x5xi64>
  neuron.check_close %y#1, %e1 : tensor<1x5xi64>, tensor<1x5xi64>
  return
}

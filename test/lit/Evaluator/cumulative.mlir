// RUN: neuron-opt %s --neuron-evaluate
// RUN: neuron-opt %s --neuron-decompose --neuron-evaluate
// RUN: neuron-opt %s --neuron-simplify --neuron-evaluate
// RUN: neuron-opt %s --neuron-decompose --neuron-simplify --neuron-evaluate

func.func @add() {
  %x0 = neuron.constant dense<[[0.24413274228572845, 1.3736149072647095, 0.09050974249839783, -1.3174901008605957], [-0.19933632016181946, -1.6014957427978516, 1.0599496364593506, 0.30086252093315125]]> : tensor<2x4xf32>
  %y = neuron.cumulative add %x0 dim = 1 : tensor<2x4xf32>
  %e0 = neuron.constant dense<[[0.24413274228572845, 1.6177476644515991, 1.7082574367523193, 0.39076727628707886], [-0.19933632016181946, -1.8008320331573486, -0.740882396697998, -0.4400199055671692]]> : tensor<2x4xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

func.func @mul() {
  %x0 = neuron.constant dense<[[0.24413274228572845, 1.3736149072647095, 0.09050974249839783, -1.3174901008605957], [-0.19933632016181946, -1.6014957427978516, 1.0599496364593506, 0.30086252093315125]]> : tensor<2x4xf32>
  %y = neuron.cumulative mul %x0 dim = 0 : tensor<2x4xf32>
  %e0 = neuron.constant dense<[[0.24413274228572845, 1.3736149072647095, 0.09050974249839783, -1.3174901008605957], [-0.04866452142596245, -2.199838399887085, 0.09593576937913895, -0.3963834047317505]]> : tensor<2x4xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

func.func @max() {
  %x0 = neuron.constant dense<[[0.24413274228572845, 1.3736149072647095, 0.09050974249839783, -1.3174901008605957], [-0.19933632016181946, -1.6014957427978516, 1.0599496364593506, 0.30086252093315125]]> : tensor<2x4xf32>
  %y = neuron.cumulative max %x0 dim = 1 : tensor<2x4xf32>
  %e0 = neuron.constant dense<[[0.24413274228572845, 1.3736149072647095, 1.3736149072647095, 1.3736149072647095], [-0.19933632016181946, -0.19933632016181946, 1.0599496364593506, 1.0599496364593506]]> : tensor<2x4xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

func.func @reverse() {
  %x0 = neuron.constant dense<[[0.24413274228572845, 1.3736149072647095, 0.09050974249839783, -1.3174901008605957], [-0.19933632016181946, -1.6014957427978516, 1.0599496364593506, 0.30086252093315125]]> : tensor<2x4xf32>
  %y = neuron.cumulative add %x0 dim = 1 {reverse = true} : tensor<2x4xf32>
  %e0 = neuron.constant dense<[[0.39076727628707886, 0.1466345489025116, -1.2269803285598755, -1.3174901008605957], [-0.4400199055671692, -0.24068358540534973, 1.3608121871948242, 0.30086252093315125]]> : tensor<2x4xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

func.func @exclusive() {
  %x0 = neuron.constant dense<[[0.24413274228572845, 1.3736149072647095, 0.09050974249839783, -1.3174901008605957], [-0.19933632016181946, -1.6014957427978516, 1.0599496364593506, 0.30086252093315125]]> : tensor<2x4xf32>
  %y = neuron.cumulative add %x0 dim = 1 {exclusive = true} : tensor<2x4xf32>
  %e0 = neuron.constant dense<[[0.0, 0.24413274228572845, 1.6177476644515991, 1.7082574367523193], [0.0, -0.19933632016181946, -1.8008320331573486, -0.740882396697998]]> : tensor<2x4xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

func.func @min_i32() {
  %x0 = neuron.constant dense<[3, 5, -1, 2]> : tensor<4xi32>
  %y = neuron.cumulative min %x0 dim = 0 : tensor<4xi32>
  %e0 = neuron.constant dense<[3, 3, -1, -1]> : tensor<4xi32>
  neuron.check_close %y, %e0 : tensor<4xi32>, tensor<4xi32>
  return
}

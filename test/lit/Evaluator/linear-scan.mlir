// RUN: neuron-opt %s --neuron-evaluate
// RUN: neuron-opt %s --neuron-decompose --neuron-evaluate
// RUN: neuron-opt %s --neuron-simplify --neuron-evaluate
// RUN: neuron-opt %s --neuron-decompose --neuron-simplify --neuron-evaluate

func.func @zero_start() {
  %x0 = neuron.constant dense<[[0.9567719101905823, 0.37110960483551025, 0.21356236934661865], [0.7402265667915344, 0.5745395421981812, 0.8462280035018921]]> : tensor<2x3xf32>
  %x1 = neuron.constant dense<[[-0.5927845239639282, -1.0763312578201294, 0.2503737211227417], [2.2187626361846924, -0.8148788213729858, -0.9639511108398438]]> : tensor<2x3xf32>
  %y = neuron.linear_scan %x0, %x1 dim = 1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %e0 = neuron.constant dense<[[-0.5927845239639282, -1.2963192462921143, -0.02647128701210022], [2.2187626361846924, 0.4598881006240845, -0.5747809410095215]]> : tensor<2x3xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<2x3xf32>, tensor<2x3xf32>
  return
}

func.func @with_init() {
  %x0 = neuron.constant dense<[[0.9567719101905823, 0.37110960483551025, 0.21356236934661865], [0.7402265667915344, 0.5745395421981812, 0.8462280035018921]]> : tensor<2x3xf32>
  %x1 = neuron.constant dense<[[-0.5927845239639282, -1.0763312578201294, 0.2503737211227417], [2.2187626361846924, -0.8148788213729858, -0.9639511108398438]]> : tensor<2x3xf32>
  %x2 = neuron.constant dense<[-0.7406630516052246, -0.7808749079704285]> : tensor<2xf32>
  %y = neuron.linear_scan %x0, %x1, %x2 dim = 1 : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  %e0 = neuron.constant dense<[[-1.301430106163025, -1.5593044757843018, -0.08263504505157471], [1.6407382488250732, 0.1277901530265808, -0.8558114767074585]]> : tensor<2x3xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<2x3xf32>, tensor<2x3xf32>
  return
}

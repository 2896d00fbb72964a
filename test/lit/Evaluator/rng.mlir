// RUN: neuron-opt %s --neuron-evaluate
// RUN: neuron-opt %s --neuron-decompose --neuron-evaluate
// RUN: neuron-opt %s --neuron-simplify --neuron-evaluate
// RUN: neuron-opt %s --neuron-decompose --neuron-simplify --neuron-evaluate

func.func @uniform() {
  %x0 = neuron.constant dense<[42]> : tensor<1xui32>
  %y = neuron.rng uniform %x0 a = -1.0 b = 3.0 {stream = 7 : i64} : (tensor<1xui32>) -> tensor<2x3xf32>
  %e0 = neuron.constant dense<[[0.5754532814025879, 2.984902858734131, 2.984682083129883], [-0.5282607078552246, -0.4059426784515381, -0.4078850746154785]]> : tensor<2x3xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<2x3xf32>, tensor<2x3xf32>
  return
}

func.func @normal() {
  %x0 = neuron.constant dense<[42]> : tensor<1xui32>
  %y = neuron.rng normal %x0 a = 10.0 b = 2.0 {stream = 7 : i64} : (tensor<1xui32>) -> tensor<2x3xf32>
  %e0 = neuron.constant dense<[[12.729435920715332, 9.935260772705078, 10.12925910949707], [10.118263244628906, 12.334832191467285, 13.131317138671875]]> : tensor<2x3xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<2x3xf32>, tensor<2x3xf32>
  return
}

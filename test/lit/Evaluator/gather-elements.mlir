// RUN: neuron-opt %s --neuron-evaluate
// RUN: neuron-opt %s --neuron-decompose --neuron-evaluate
// RUN: neuron-opt %s --neuron-simplify --neuron-evaluate
// RUN: neuron-opt %s --neuron-decompose --neuron-simplify --neuron-evaluate

func.func @axis_1() {
  %x0 = neuron.constant dense<[[0.4715043008327484, 1.7753602266311646, -0.9774395227432251, 1.1219233274459839, -1.007308006286621], [0.06276170164346695, -2.1949164867401123, -0.27842140197753906, 0.8169175386428833, -0.8321174383163452], [0.329692542552948, 0.5632896423339844, 0.9601388573646545, 0.2011716365814209, -0.43678930401802063]]> : tensor<3x5xf32>
  %x1 = neuron.constant dense<[[0, 4], [2, 2]]> : tensor<2x2xi64>
  %y = neuron.gather_elements %x0, %x1 axis = 1 : (tensor<3x5xf32>, tensor<2x2xi64>) -> tensor<2x2xf32>
  %e0 = neuron.constant dense<[[0.4715043008327484, -1.007308006286621], [-0.27842140197753906, -0.27842140197753906]]> : tensor<2x2xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<2x2xf32>, tensor<2x2xf32>
  return
}

func.func @axis_0() {
  %x0 = neuron.constant dense<[[0.4715043008327484, 1.7753602266311646, -0.9774395227432251, 1.1219233274459839, -1.007308006286621], [0.06276170164346695, -2.1949164867401123, -0.27842140197753906, 0.8169175386428833, -0.8321174383163452], [0.329692542552948, 0.5632896423339844, 0.9601388573646545, 0.2011716365814209, -0.43678930401802063]]> : tensor<3x5xf32>
  %x1 = neuron.constant dense<[[0, 2, 1, 1]]> : tensor<1x4xi64>
  %y = neuron.gather_elements %x0, %x1 axis = 0 : (tensor<3x5xf32>, tensor<1x4xi64>) -> tensor<1x4xf32>
  %e0 = neuron.constant dense<[[0.4715043008327484, 0.5632896423339844, -0.27842140197753906, 0.8169175386428833]]> : tensor<1x4xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<1x4xf32>, tensor<1x4xf32>
  return
}

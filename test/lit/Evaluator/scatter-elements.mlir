// RUN: neuron-opt %s --neuron-evaluate
// RUN: neuron-opt %s --neuron-decompose --neuron-evaluate
// RUN: neuron-opt %s --neuron-simplify --neuron-evaluate
// RUN: neuron-opt %s --neuron-decompose --neuron-simplify --neuron-evaluate

func.func @add() {
  %x0 = neuron.constant dense<[[0.4715043008327484, 1.7753602266311646, -0.9774395227432251, 1.1219233274459839, -1.007308006286621], [0.06276170164346695, -2.1949164867401123, -0.27842140197753906, 0.8169175386428833, -0.8321174383163452], [0.329692542552948, 0.5632896423339844, 0.9601388573646545, 0.2011716365814209, -0.43678930401802063]]> : tensor<3x5xf32>
  %x1 = neuron.constant dense<[[0, 4], [2, 2]]> : tensor<2x2xi64>
  %x2 = neuron.constant dense<[[-0.17737755179405212, -1.4303367137908936], [-0.7795586585998535, -1.3897427320480347]]> : tensor<2x2xf32>
  %y = neuron.scatter_elements add %x0, %x1, %x2 axis = 1 : (tensor<3x5xf32>, tensor<2x2xi64>, tensor<2x2xf32>) -> tensor<3x5xf32>
  %e0 = neuron.constant dense<[[0.2941267490386963, 1.7753602266311646, -0.9774395227432251, 1.1219233274459839, -2.4376447200775146], [0.06276170164346695, -2.1949164867401123, -2.447722911834717, 0.8169175386428833, -0.8321174383163452], [0.329692542552948, 0.5632896423339844, 0.9601388573646545, 0.2011716365814209, -0.43678930401802063]]> : tensor<3x5xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<3x5xf32>, tensor<3x5xf32>
  return
}

func.func @none() {
  %x0 = neuron.constant dense<[[0.4715043008327484, 1.7753602266311646, -0.9774395227432251, 1.1219233274459839, -1.007308006286621], [0.06276170164346695, -2.1949164867401123, -0.27842140197753906, 0.8169175386428833, -0.8321174383163452], [0.329692542552948, 0.5632896423339844, 0.9601388573646545, 0.2011716365814209, -0.43678930401802063]]> : tensor<3x5xf32>
  %x1 = neuron.constant dense<[[0, 4]]> : tensor<1x2xi64>
  %x2 = neuron.constant dense<[[-0.17737755179405212, -1.4303367137908936]]> : tensor<1x2xf32>
  %y = neuron.scatter_elements none %x0, %x1, %x2 axis = 1 : (tensor<3x5xf32>, tensor<1x2xi64>, tensor<1x2xf32>) -> tensor<3x5xf32>
  %e0 = neuron.constant dense<[[-0.17737755179405212, 1.7753602266311646, -0.9774395227432251, 1.1219233274459839, -1.4303367137908936], [0.06276170164346695, -2.1949164867401123, -0.27842140197753906, 0.8169175386428833, -0.8321174383163452], [0.329692542552948, 0.5632896423339844, 0.9601388573646545, 0.2011716365814209, -0.43678930401802063]]> : tensor<3x5xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<3x5xf32>, tensor<3x5xf32>
  return
}

func.func @max_i32() {
  %x0 = neuron.constant dense<[1, 5, 2]> : tensor<3xi32>
  %x1 = neuron.constant dense<[0, 1, 0]> : tensor<3xi64>
  %x2 = neuron.constant dense<[3, 9, -1]> : tensor<3xi32>
  %y = neuron.scatter_elements max %x0, %x1, %x2 axis = 0 : (tensor<3xi32>, tensor<3xi64>, tensor<3xi32>) -> tensor<3xi32>
  %e0 = neuron.constant dense<[3, 9, 2]> : tensor<3xi32>
  neuron.check_close %y, %e0 : tensor<3xi32>, tensor<3xi32>
  return
}

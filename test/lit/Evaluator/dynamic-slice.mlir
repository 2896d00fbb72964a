// RUN: neuron-opt %s --neuron-evaluate
// RUN: neuron-opt %s --neuron-decompose --neuron-evaluate
// RUN: neuron-opt %s --neuron-simplify --neuron-evaluate
// RUN: neuron-opt %s --neuron-decompose --neuron-simplify --neuron-evaluate

func.func @inside() {
  %x0 = neuron.constant dense<[[0.4715043008327484, 1.7753602266311646, -0.9774395227432251, 1.1219233274459839, -1.007308006286621], [0.06276170164346695, -2.1949164867401123, -0.27842140197753906, 0.8169175386428833, -0.8321174383163452], [0.329692542552948, 0.5632896423339844, 0.9601388573646545, 0.2011716365814209, -0.43678930401802063]]> : tensor<3x5xf32>
  %x1 = neuron.constant dense<1> : tensor<i64>
  %x2 = neuron.constant dense<[2]> : tensor<1xi32>
  %y = neuron.dynamic_slice %x0, %x1, %x2 sizes = [2, 2] : (tensor<3x5xf32>, tensor<i64>, tensor<1xi32>) -> tensor<2x2xf32>
  %e0 = neuron.constant dense<[[-0.27842140197753906, 0.8169175386428833], [0.9601388573646545, 0.2011716365814209]]> : tensor<2x2xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<2x2xf32>, tensor<2x2xf32>
  return
}

func.func @clamped() {
  %x0 = neuron.constant dense<[[0.4715043008327484, 1.7753602266311646, -0.9774395227432251, 1.1219233274459839, -1.007308006286621], [0.06276170164346695, -2.1949164867401123, -0.27842140197753906, 0.8169175386428833, -0.8321174383163452], [0.329692542552948, 0.5632896423339844, 0.9601388573646545, 0.2011716365814209, -0.43678930401802063]]> : tensor<3x5xf32>
  %x1 = neuron.constant dense<-4> : tensor<i64>
  %x2 = neuron.constant dense<9> : tensor<i64>
  %y = neuron.dynamic_slice %x0, %x1, %x2 sizes = [2, 2] : (tensor<3x5xf32>, tensor<i64>, tensor<i64>) -> tensor<2x2xf32>
  %e0 = neuron.constant dense<[[1.1219233274459839, -1.007308006286621], [0.8169175386428833, -0.8321174383163452]]> : tensor<2x2xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<2x2xf32>, tensor<2x2xf32>
  return
}

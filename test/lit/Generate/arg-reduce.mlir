// RUN: neuron-opt %s --convert-kernel-to-nisa | FileCheck %s

// Long rows in counted pieces, so the program is as short for 128,256 values as for
// 64. Three passes: the largest value, whether there is a NaN, and the first position
// that holds it.
// CHECK: nisa.kernel "arg_reduce"
// CHECK: nisa.loop %{{.*}} to 62
// CHECK-COUNT-2: nisa.tensor_reduce <max>
// CHECK: nisa.loop %{{.*}} to 62
// CHECK-COUNT-2: nisa.tensor_reduce <max>
// CHECK: nisa.loop %{{.*}} to 62
// CHECK-COUNT-2: nisa.tensor_reduce <min>
func.func @main(%x: tensor<2x128256xf32>) -> tensor<2xi32> {
  %r = neuron.arg_reduce max %x dim = 1 : (tensor<2x128256xf32>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}

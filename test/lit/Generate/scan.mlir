// RUN: neuron-opt %s --convert-kernel-to-nisa | FileCheck %s

// The loop stays a loop, around the kernels of its body; the carried value moves from
// iteration to iteration by a copy, and each iteration's element of the other result
// goes to its place.
// CHECK: nisa.kernel "copy"
// CHECK: nisa.loop %[[I:.*]] to 3 {
// CHECK: nisa.kernel "elementwise"
// CHECK: nisa.view %{{.*}}[0 + %[[I]] * 2] partition 0 row_step 1 steps [1] : <hbm
// CHECK: nisa.tensor_scalar <add>
// CHECK: nisa.kernel "copy"
// CHECK: nisa.view %{{.*}}[0 + %[[I]] * 2] partition 0 row_step 1 steps [1] : <hbm
// CHECK: nisa.kernel "copy" source "output 0"
func.func @main(%c0: tensor<2xf32>, %xs: tensor<3x2xf32>) -> (tensor<2xf32>, tensor<3x2xf32>) {
  %y:2 = neuron.scan(%c0) over(%xs) trip = 3 in = [0] [false] out = [0] [false]
      : (tensor<2xf32>, tensor<3x2xf32>) -> (tensor<2xf32>, tensor<3x2xf32>) {
  ^bb0(%c: tensor<2xf32>, %x: tensor<2xf32>):
    %n = neuron.binary add %c, %x : tensor<2xf32>
    neuron.yield %n, %n : tensor<2xf32>, tensor<2xf32>
  }
  return %y#0, %y#1 : tensor<2xf32>, tensor<3x2xf32>
}

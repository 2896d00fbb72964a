// RUN: neuron-opt %s --convert-kernel-to-nisa | FileCheck %s

// One channel each: multiply-adds of the vector engine, a tap at a time.
// CHECK: nisa.kernel "copy"
// CHECK: nisa.kernel "depthwise conv"
// CHECK-COUNT-2: nisa.loop %{{.*}} to 3
// CHECK: nisa.scalar_tensor_tensor <multiply> {{.*}}op1 = #nisa.alu<add>
func.func @main(%x: tensor<1x64x16x16xf32>, %w: tensor<64x1x3x3xf32>) -> tensor<1x64x16x16xf32> {
  %r = neuron.conv %x, %w strides = [1, 1] pads = [1, 1] x [1, 1] dilations = [1, 1] groups = 64 : (tensor<1x64x16x16xf32>, tensor<64x1x3x3xf32>) -> tensor<1x64x16x16xf32>
  return %r : tensor<1x64x16x16xf32>
}

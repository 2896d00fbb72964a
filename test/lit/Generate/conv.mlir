// RUN: neuron-opt %s --split-input-file --convert-kernel-to-nisa | FileCheck %s

// Channels on partitions. Each tap of the window is a product that adds to the same
// bank of PSUM; the access pattern of the moving operand walks the image.
// CHECK: nisa.kernel "copy"
// CHECK: nisa.dma_copy {{.*}}: <hbm{{.*}}, <hbm
// CHECK: nisa.kernel "conv"
// CHECK: nisa.memset
// CHECK-COUNT-2: nisa.dma_copy {{.*}}: <sbuf{{.*}}, <hbm
// CHECK-COUNT-2: nisa.loop %{{.*}} to 3
// CHECK: nisa.nc_matmul {{.*}}first({{.*}}accumulate = #nisa.acc<unless_first>{{.*}}: <psum{{.*}}, <sbuf{{.*}}, <sbuf
// CHECK: nisa.tensor_copy{{.*}}: <sbuf{{.*}}, <psum
// CHECK: nisa.dma_copy {{.*}}: <hbm{{.*}}, <sbuf
func.func @main(%x: tensor<1x64x16x16xf32>, %w: tensor<32x64x3x3xf32>) -> tensor<1x32x16x16xf32> {
  %r = neuron.conv %x, %w strides = [1, 1] pads = [1, 1] x [1, 1] dilations = [1, 1] groups = 1 : (tensor<1x64x16x16xf32>, tensor<32x64x3x3xf32>) -> tensor<1x32x16x16xf32>
  return %r : tensor<1x32x16x16xf32>
}

// -----

// Kernel rows so far apart that no piece of the image holds them all: each is loaded by itself.
// CHECK: nisa.kernel "pad"
// CHECK: nisa.kernel "conv"
// CHECK: nisa.loop %[[H:.*]] to 5 {
// CHECK: nisa.view {{.*}}%[[H]] * 4800
// CHECK: nisa.dma_copy
// CHECK: nisa.loop %[[X:.*]] to 3 {
// CHECK: nisa.nc_matmul {{.*}} first(%[[H]], %[[X]])
func.func @main(%x: tensor<1x2x12x118xf32>, %w: tensor<3x2x5x3xf32>) -> tensor<1x3x12x118xf32> {
  %r = neuron.conv %x, %w strides = [1, 1] pads = [80, 1] x [80, 1] dilations = [40, 1] groups = 1 : (tensor<1x2x12x118xf32>, tensor<3x2x5x3xf32>) -> tensor<1x3x12x118xf32>
  return %r : tensor<1x3x12x118xf32>
}

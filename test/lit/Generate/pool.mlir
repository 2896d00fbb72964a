// RUN: neuron-opt %s --split-input-file --convert-kernel-to-nisa | FileCheck %s

// Channels on partitions; the window is walked by the access pattern of a reduction,
// without a copy of it.
// CHECK: nisa.kernel "pool"
// CHECK: nisa.dma_copy {{.*}}: <sbuf{{.*}}, <hbm
// CHECK: nisa.tensor_reduce <max>
// CHECK: nisa.dma_copy {{.*}}: <hbm{{.*}}, <sbuf
func.func @main(%x: tensor<1x64x16x16xf32>) -> tensor<1x64x8x8xf32> {
  %r = neuron.pool max %x window = [2, 2] strides = [2, 2] pads = [0, 0] x [0, 0] dilations = [1, 1] : (tensor<1x64x16x16xf32>) -> tensor<1x64x8x8xf32>
  return %r : tensor<1x64x8x8xf32>
}

// -----

// An instruction reads at most 65536 elements of a partition: the windows are reduced in parts.
// CHECK: shape = array<i64: 1, 1, 1801>
// CHECK-COUNT-2: nisa.tensor_reduce <max>
func.func @main(%x: tensor<1x1x2000xf32>) -> tensor<1x1x1801xf32> {
  %r = neuron.pool max %x window = [200] strides = [1] pads = [0] x [0] dilations = [1] : (tensor<1x1x2000xf32>) -> tensor<1x1x1801xf32>
  return %r : tensor<1x1x1801xf32>
}

// -----

// Long rows whose columns no window joins: the columns lie in partitions.
// CHECK: nisa.tensor_reduce <add> {{.*}}<sbuf, 128, [96], f32>, <sbuf, 128, [96, 1, 5, 1], f32>
func.func @main(%x: tensor<1x1x96x12800xf32>) -> tensor<1x1x96x12800xf32> {
  %r = neuron.pool sum %x window = [5, 1] strides = [1, 1] pads = [2, 0] x [2, 0] dilations = [1, 1] : (tensor<1x1x96x12800xf32>) -> tensor<1x1x96x12800xf32>
  return %r : tensor<1x1x96x12800xf32>
}

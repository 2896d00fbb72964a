// RUN: neuron-opt %s --convert-kernel-to-nisa | FileCheck %s

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

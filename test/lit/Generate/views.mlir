// RUN: neuron-opt %s --convert-kernel-to-nisa | FileCheck %s

// Transpose, slice and reverse are no instructions: the one copy to the output walks
// the input.
// CHECK: nisa.kernel "copy"
// CHECK: nisa.dma_copy {{.*}}: <hbm{{.*}}, <hbm
func.func @main(%x: tensor<4x8xf32>) -> tensor<4x4xf32> {
  %t = neuron.transpose %x perm = [1, 0] : tensor<4x8xf32> to tensor<8x4xf32>
  %s = neuron.slice %t starts = [2, 0] sizes = [4, 4] strides = [1, 1] : tensor<8x4xf32> to tensor<4x4xf32>
  %r = neuron.reverse %s dims = [1] : tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}

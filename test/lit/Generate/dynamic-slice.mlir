// RUN: neuron-opt %s --convert-kernel-to-nisa | FileCheck %s

// Each index is loaded and clamped into range; their sum moves the source of the copy.
// CHECK: nisa.kernel "dynamic_slice"
// CHECK: nisa.dma_copy {{.*}}: <sbuf{{.*}}, <hbm
// CHECK: nisa.tensor_scalar <max> {{.*}}op1 = #nisa.alu<min>
// CHECK: nisa.dma_copy {{.*}}: <sbuf{{.*}}, <hbm
// CHECK: nisa.tensor_scalar <max> {{.*}}op1 = #nisa.alu<min>
// CHECK: nisa.dma_copy {{.*}}index_bound = 97 : i32{{.*}}indirect = 1 : i32{{.*}}: <hbm{{.*}}, <hbm
func.func @main(%x: tensor<16x8xf32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<4x8xf32> {
  %r = neuron.dynamic_slice %x, %i, %j sizes = [4, 8] : (tensor<16x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

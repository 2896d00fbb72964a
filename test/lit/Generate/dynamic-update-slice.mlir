// RUN: neuron-opt %s --convert-kernel-to-nisa | FileCheck %s

// A copy of the operand, then the update, at a place that the clamped indices move.
// CHECK: nisa.kernel "dynamic_update_slice"
// CHECK: nisa.dma_copy {{.*}}: <hbm{{.*}}, <hbm
// CHECK: nisa.dma_copy {{.*}}: <sbuf{{.*}}, <hbm
// CHECK: nisa.tensor_scalar <max> {{.*}}op1 = #nisa.alu<min>
// CHECK: nisa.dma_copy {{.*}}: <sbuf{{.*}}, <hbm
// CHECK: nisa.tensor_scalar <max> {{.*}}op1 = #nisa.alu<min>
// CHECK: nisa.dma_copy {{.*}}index_bound = 97 : i32{{.*}}indirect = 2 : i32{{.*}}: <hbm{{.*}}, <hbm
func.func @main(%x: tensor<16x8xf32>, %u: tensor<4x8xf32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<16x8xf32> {
  %r = neuron.dynamic_update_slice %x, %u, %i, %j : (tensor<16x8xf32>, tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<16x8xf32>
  return %r : tensor<16x8xf32>
}

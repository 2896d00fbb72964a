// RUN: neuron-opt %s --convert-kernel-to-nisa | FileCheck %s

// Keys and places of the rows go through a network of equal steps: 3 bits, 9 steps,
// two in each iteration.
// CHECK: nisa.kernel "sort"
// CHECK: nisa.dma_copy {{.*}}: <sbuf{{.*}}, <hbm
// CHECK: nisa.iota
// CHECK: nisa.loop %{{.*}} to 4
// CHECK: nisa.tensor_scalar <right_shift>
// CHECK: nisa.tensor_tensor <greater>
// CHECK: nisa.scalar_tensor_tensor <multiply>
// CHECK-COUNT-6: nisa.tensor_copy_predicated
// CHECK: }
// CHECK-COUNT-2: nisa.dma_copy {{.*}}: <hbm{{.*}}, <sbuf
func.func @main(%x: tensor<2x8xf32>) -> (tensor<2x8xf32>, tensor<2x8xi32>) {
  %r:2 = neuron.sort %x dim = 1 {descending = true} : (tensor<2x8xf32>) -> (tensor<2x8xf32>, tensor<2x8xi32>)
  return %r#0, %r#1 : tensor<2x8xf32>, tensor<2x8xi32>
}

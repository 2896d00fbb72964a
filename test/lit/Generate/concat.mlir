// RUN: neuron-opt %s --convert-kernel-to-nisa | FileCheck %s

// Two copies into one result, no instruction of an engine.
// CHECK: nisa.kernel "concat"
// CHECK-COUNT-2: nisa.dma_copy {{.*}}: <hbm{{.*}}, <hbm
func.func @main(%x: tensor<4x8xf32>, %y: tensor<4x1xf32>) -> tensor<4x9xf32> {
  %r = neuron.concat %x, %y dim = 1 : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x9xf32>
  return %r : tensor<4x9xf32>
}

// RUN: neuron-opt %s --convert-kernel-to-nisa | FileCheck %s

// A select is a copy under a predicate.
// CHECK: nisa.kernel "elementwise"
// CHECK-COUNT-3: nisa.dma_copy {{.*}}: <sbuf{{.*}}, <hbm
// CHECK: nisa.tensor_copy
// CHECK: nisa.tensor_copy_predicated
// CHECK: nisa.dma_copy {{.*}}: <hbm{{.*}}, <sbuf
func.func @main(%c: tensor<128x16xi1>, %x: tensor<128x16xf32>, %y: tensor<128x16xf32>) -> tensor<128x16xf32> {
  %r = neuron.select %c, %x, %y : tensor<128x16xf32>
  return %r : tensor<128x16xf32>
}

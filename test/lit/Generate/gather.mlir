// RUN: neuron-opt %s --convert-kernel-to-nisa | FileCheck %s

// Rows of a table by one indirect copy: an index for each partition. No row is out of
// range.
// CHECK: nisa.kernel "gather"
// CHECK: nisa.loop %{{.*}} to 2
// CHECK: nisa.dma_copy {{.*}}: <sbuf{{.*}}, <hbm
// CHECK: nisa.dma_copy {{.*}}index_bound = 1000 : i32{{.*}}indirect = 1 : i32{{.*}}: <hbm{{.*}}, <hbm
func.func @main(%x: tensor<1000x64xf32>, %i: tensor<256xi32>) -> tensor<256x64xf32> {
  %r = neuron.gather %x, %i axis = 0 : (tensor<1000x64xf32>, tensor<256xi32>) -> tensor<256x64xf32>
  return %r : tensor<256x64xf32>
}

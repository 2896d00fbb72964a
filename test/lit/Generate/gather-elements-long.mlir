// RUN: sed 's/LENGTH/100000/g' %s > %t.mlir
// RUN: neuron-opt %t.mlir --convert-kernel-to-nisa | FileCheck %s
// RUN: sed 's/LENGTH/16777217/g' %s > %t.limit.mlir
// RUN: not neuron-opt %t.limit.mlir --convert-kernel-to-nisa 2>&1 | FileCheck %s --check-prefix=LIMIT

// Part after part of the row comes to the chip; what lies in it is kept.
// CHECK: nisa.kernel "gather_elements"
// CHECK: nisa.loop %{{.*}} to 12
// CHECK: nisa.dma_copy {{.*}}: <sbuf, 9, [8192], f32>, <hbm
// CHECK: nisa.nc_n_gather
// CHECK: nisa.tensor_copy_predicated
// CHECK: nisa.dma_copy {{.*}}: <sbuf, 9, [1696], f32>, <hbm
// CHECK: nisa.dma_copy {{.*}}: <hbm{{.*}}, <sbuf
// LIMIT: [NRN-E4002] 'neuron.gather_elements' has an axis of more than 2^24 elements
func.func @main(%x: tensor<9xLENGTHxf32>, %j: tensor<9x2xi32>) -> tensor<9x2xf32> {
  %r = neuron.gather_elements %x, %j axis = 1 : (tensor<9xLENGTHxf32>, tensor<9x2xi32>) -> tensor<9x2xf32>
  return %r : tensor<9x2xf32>
}

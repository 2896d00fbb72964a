// RUN: sed 's/LENGTH/100000/g' %s > %t.mlir
// RUN: neuron-opt %t.mlir --convert-kernel-to-nisa | FileCheck %s
// RUN: neuron-opt %t.mlir --convert-kernel-to-nisa=target=trn1 | FileCheck %s --check-prefix=ONE
// RUN: sed 's/LENGTH/16777217/g' %s > %t.limit.mlir
// RUN: not neuron-opt %t.limit.mlir --convert-kernel-to-nisa 2>&1 | FileCheck %s --check-prefix=LIMIT

// 128 updates of one row at once: those of one place are added up in seven halvings,
// then places are read, added to and written by vectors of indices.
// CHECK: nisa.kernel "scatter_elements"
// CHECK: nisa.loop %{{.*}} to 39
// CHECK: nisa.tensor_scalar <equal>
// CHECK: nisa.tensor_copy_predicated
// CHECK-COUNT-7: nisa.tensor_tensor <add>
// CHECK: nisa.dma_copy {{.*}}indirect = 1 : i32{{.*}}: <sbuf, 128, {{.*}}, <hbm, 128
// CHECK: nisa.tensor_tensor <add>
// CHECK: nisa.dma_copy {{.*}}indirect = 2 : i32{{.*}}: <hbm, 128, {{.*}}, <sbuf, 128
// ONE: nisa.kernel "scatter_elements"
// ONE: nisa.loop %{{.*}} to 2048
// ONE: nisa.dma_copy {{.*}}indirect = 1 : i32{{.*}}: <sbuf, 1,
// ONE: nisa.dma_copy {{.*}}indirect = 2 : i32{{.*}}, <sbuf, 1,
// LIMIT: [NRN-E4002] 'neuron.scatter_elements' has an axis of more than 2^24 elements
func.func @main(%x: tensor<LENGTHxf32>, %j: tensor<5000xi32>, %v: tensor<5000xf32>) -> tensor<LENGTHxf32> {
  %r = neuron.scatter_elements add %x, %j, %v axis = 0 : (tensor<LENGTHxf32>, tensor<5000xi32>, tensor<5000xf32>) -> tensor<LENGTHxf32>
  return %r : tensor<LENGTHxf32>
}

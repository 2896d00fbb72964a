// RUN: neuron-opt %s --convert-kernel-to-nisa | FileCheck %s

// Rows stay on the chip; for each update the column that it names is selected and
// added to.
// CHECK: nisa.kernel "scatter_elements"
// CHECK: nisa.dma_copy {{.*}}: <hbm{{.*}}, <hbm
// CHECK-COUNT-3: nisa.dma_copy {{.*}}: <sbuf{{.*}}, <hbm
// CHECK: nisa.loop %{{.*}} to 2
// CHECK: nisa.tensor_scalar <equal>
// CHECK: nisa.tensor_tensor <add>
// CHECK: nisa.tensor_copy_predicated
// CHECK: nisa.dma_copy {{.*}}: <hbm{{.*}}, <sbuf
func.func @main(%x: tensor<9x8xf32>, %j: tensor<9x2xi32>, %v: tensor<9x2xf32>) -> tensor<9x8xf32> {
  %r = neuron.scatter_elements add %x, %j, %v axis = 1 : (tensor<9x8xf32>, tensor<9x2xi32>, tensor<9x2xf32>) -> tensor<9x8xf32>
  return %r : tensor<9x8xf32>
}

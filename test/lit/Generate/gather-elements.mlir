// RUN: neuron-opt %s --convert-kernel-to-nisa | FileCheck %s

// Elements inside of rows are picked on the chip.
// CHECK: nisa.kernel "gather_elements"
// CHECK-COUNT-2: nisa.dma_copy {{.*}}: <sbuf{{.*}}, <hbm
// CHECK: nisa.nc_n_gather
// CHECK: nisa.dma_copy {{.*}}: <hbm{{.*}}, <sbuf
func.func @main(%x: tensor<9x8xf32>, %j: tensor<9x2xi32>) -> tensor<9x2xf32> {
  %r = neuron.gather_elements %x, %j axis = 1 : (tensor<9x8xf32>, tensor<9x2xi32>) -> tensor<9x2xf32>
  return %r : tensor<9x2xf32>
}

// RUN: neuron-opt %s --convert-kernel-to-nisa | FileCheck %s

// Products of 32-bit integers are exact on the GpSimd engine.
// CHECK: nisa.kernel "elementwise"
// CHECK-COUNT-2: nisa.dma_copy {{.*}}: <sbuf{{.*}}, <hbm
// CHECK: nisa.tensor_tensor <multiply> {{.*}}engine = #nisa.engine<gpsimd>
// CHECK: nisa.dma_copy {{.*}}: <hbm{{.*}}, <sbuf
func.func @main(%x: tensor<128x16xi32>, %y: tensor<128x16xi32>) -> tensor<128x16xi32> {
  %r = neuron.binary mul %x, %y : tensor<128x16xi32>
  return %r : tensor<128x16xi32>
}

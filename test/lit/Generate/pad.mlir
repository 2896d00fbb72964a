// RUN: neuron-opt %s --convert-kernel-to-nisa | FileCheck %s

// The value is filled in and the operand copied over it.
// CHECK: nisa.kernel "pad"
// CHECK: nisa.memset
// CHECK: nisa.dma_copy {{.*}}: <hbm{{.*}}, <sbuf
// CHECK: nisa.dma_copy {{.*}}: <hbm{{.*}}, <hbm
func.func @main(%x: tensor<4x8xf32>) -> tensor<5x11xf32> {
  %r = neuron.pad constant %x lo = [0, 1] hi = [1, 2] {value = 1.0 : f64} : tensor<4x8xf32> to tensor<5x11xf32>
  return %r : tensor<5x11xf32>
}

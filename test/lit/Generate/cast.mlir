// RUN: neuron-opt %s --convert-kernel-to-nisa | FileCheck %s

// The write of any instruction rounds: a cast is a copy.
// CHECK: nisa.kernel "elementwise"
// CHECK: nisa.dma_copy {{.*}}: <sbuf{{.*}}, <hbm
// CHECK: nisa.tensor_copy
// CHECK: nisa.dma_copy {{.*}}: <hbm{{.*}}, <sbuf
func.func @main(%x: tensor<128x16xf32>) -> tensor<128x16xbf16> {
  %r = neuron.cast %x : tensor<128x16xf32> to tensor<128x16xbf16>
  return %r : tensor<128x16xbf16>
}

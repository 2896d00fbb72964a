// RUN: neuron-opt %s --convert-kernel-to-nisa | FileCheck %s

// The sum of squares of a row, and its reciprocal root.
// CHECK: nisa.kernel "rms_norm"
// CHECK: nisa.dma_copy {{.*}}: <sbuf{{.*}}, <hbm
// CHECK: nisa.loop %{{.*}} to 2
// CHECK: nisa.dma_copy {{.*}}: <sbuf{{.*}}, <hbm
// CHECK: nisa.activation <square> {{.*}}cmd = #nisa.cmd<reset_reduce>
// CHECK: nisa.activation <rsqrt>
// CHECK: nisa.activation <copy> {{.*}}: <psum
// CHECK: nisa.tensor_tensor <multiply> {{.*}}: <sbuf
// CHECK: nisa.dma_copy {{.*}}: <hbm{{.*}}, <sbuf
func.func @main(%x: tensor<256x64xf32>, %s: tensor<64xf32>) -> tensor<256x64xf32> {
  %r = neuron.rms_norm %x scale(%s : tensor<64xf32>) axis = 1 epsilon = 1.0e-6 : tensor<256x64xf32>
  return %r : tensor<256x64xf32>
}

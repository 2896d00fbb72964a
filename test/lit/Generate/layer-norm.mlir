// RUN: neuron-opt %s --convert-kernel-to-nisa | FileCheck %s

// Scale and bias are loaded once, in front of the rows. Mean and variance of a row come
// from the statistics instructions; the normalised row passes through PSUM.
// CHECK: nisa.kernel "layer_norm"
// CHECK-COUNT-2: nisa.dma_copy {{.*}}: <sbuf{{.*}}, <hbm
// CHECK: nisa.loop %{{.*}} to 2
// CHECK: nisa.dma_copy {{.*}}: <sbuf{{.*}}, <hbm
// CHECK: nisa.bn_stats
// CHECK: nisa.bn_aggr
// CHECK: nisa.activation <rsqrt>
// CHECK: nisa.tensor_scalar <multiply> {{.*}}op1 = #nisa.alu<multiply>
// CHECK: nisa.activation <copy> {{.*}}: <psum
// CHECK: nisa.tensor_tensor <multiply> {{.*}}: <psum
// CHECK: nisa.tensor_tensor <add> {{.*}}: <sbuf
// CHECK: nisa.dma_copy {{.*}}: <hbm{{.*}}, <sbuf
func.func @main(%x: tensor<256x64xf32>, %s: tensor<64xf32>, %b: tensor<64xf32>) -> tensor<256x64xf32> {
  %r = neuron.layer_norm %x scale(%s : tensor<64xf32>) bias(%b : tensor<64xf32>) axis = 1 epsilon = 1.0e-5 : tensor<256x64xf32>
  return %r : tensor<256x64xf32>
}

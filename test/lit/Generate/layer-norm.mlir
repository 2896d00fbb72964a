// RUN: neuron-opt %s --convert-kernel-to-nisa | FileCheck %s

// Mean and variance of a row come from the statistics instructions; scale and bias are
// loaded for all rows at once.
// CHECK: nisa.kernel "layer_norm"
// CHECK: nisa.loop %{{.*}} to 2
// CHECK: nisa.dma_copy {{.*}}: <sbuf{{.*}}, <hbm
// CHECK: nisa.bn_stats
// CHECK: nisa.bn_aggr
// CHECK-COUNT-2: nisa.tensor_scalar <add>
// CHECK: nisa.activation <rsqrt>
// CHECK: nisa.dma_copy {{.*}}: <sbuf{{.*}}, <hbm
// CHECK: nisa.tensor_scalar <subtract> {{.*}}op1 = #nisa.alu<multiply>
// CHECK-COUNT-2: nisa.dma_copy {{.*}}: <sbuf{{.*}}, <hbm
// CHECK: nisa.dma_copy {{.*}}: <hbm{{.*}}, <sbuf
func.func @main(%x: tensor<256x64xf32>, %s: tensor<64xf32>, %b: tensor<64xf32>) -> tensor<256x64xf32> {
  %r = neuron.layer_norm %x scale(%s : tensor<64xf32>) bias(%b : tensor<64xf32>) axis = 1 epsilon = 1.0e-5 : tensor<256x64xf32>
  return %r : tensor<256x64xf32>
}

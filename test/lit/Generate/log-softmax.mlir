// RUN: neuron-opt %s --convert-kernel-to-nisa | FileCheck %s

// As softmax, but the logarithm of the sum is subtracted.
// CHECK: nisa.kernel "log_softmax"
// CHECK: nisa.loop %{{.*}} to 2
// CHECK: nisa.dma_copy {{.*}}: <sbuf{{.*}}, <hbm
// CHECK: nisa.tensor_reduce <max> {{.*}}negate = true
// CHECK: nisa.activation <exp> {{.*}}cmd = #nisa.cmd<reset_reduce>
// CHECK: nisa.activation <log>
// CHECK: nisa.tensor_scalar <add> {{.*}}op1 = #nisa.alu<subtract>
// CHECK: nisa.dma_copy {{.*}}: <hbm{{.*}}, <sbuf
func.func @main(%x: tensor<256x64xf32>) -> tensor<256x64xf32> {
  %r = neuron.log_softmax %x dim = 1 : tensor<256x64xf32>
  return %r : tensor<256x64xf32>
}

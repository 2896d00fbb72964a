// RUN: neuron-opt %s --convert-kernel-to-nisa | FileCheck %s

// h = a h + b along the row is one instruction.
// CHECK: nisa.kernel "linear_scan"
// CHECK-COUNT-2: nisa.dma_copy {{.*}}: <sbuf{{.*}}, <hbm
// CHECK: nisa.tensor_tensor_scan <multiply> {{.*}}op1 = #nisa.alu<add>
// CHECK: nisa.dma_copy {{.*}}: <hbm{{.*}}, <sbuf
func.func @main(%a: tensor<2x64xf32>, %b: tensor<2x64xf32>) -> tensor<2x64xf32> {
  %r = neuron.linear_scan %a, %b dim = 1 : (tensor<2x64xf32>, tensor<2x64xf32>) -> tensor<2x64xf32>
  return %r : tensor<2x64xf32>
}

// RUN: neuron-opt %s --convert-kernel-to-nisa | FileCheck %s

// Both bounds in one instruction.
// CHECK: nisa.kernel "elementwise"
// CHECK: nisa.dma_copy {{.*}}: <sbuf{{.*}}, <hbm
// CHECK: nisa.tensor_scalar <max> {{.*}}op1 = #nisa.alu<min>
// CHECK: nisa.dma_copy {{.*}}: <hbm{{.*}}, <sbuf
func.func @main(%x: tensor<128x16xf32>) -> tensor<128x16xf32> {
  %r = neuron.clamp %x min = 0.0 max = 6.0 : tensor<128x16xf32>
  return %r : tensor<128x16xf32>
}

// RUN: neuron-opt %s --convert-kernel-to-nisa | FileCheck %s

// A chain is one pass over a tile: nothing between its operations is written to HBM.
// CHECK: nisa.kernel "elementwise"
// CHECK-COUNT-2: nisa.dma_copy {{.*}}: <sbuf{{.*}}, <hbm
// CHECK: nisa.tensor_tensor <add>
// CHECK: nisa.activation <exp>
// CHECK: nisa.dma_copy {{.*}}: <hbm{{.*}}, <sbuf
func.func @main(%x: tensor<256x64xf32>, %y: tensor<256x64xf32>) -> tensor<256x64xf32> {
  %k = neuron.kernel "elementwise"(%x, %y) : (tensor<256x64xf32>, tensor<256x64xf32>) -> tensor<256x64xf32> {
  ^bb0(%a: tensor<256x64xf32>, %b: tensor<256x64xf32>):
    %s = neuron.binary add %a, %b : tensor<256x64xf32>
    %e = neuron.unary exp %s : tensor<256x64xf32>
    neuron.yield %e : tensor<256x64xf32>
  }
  return %k : tensor<256x64xf32>
}

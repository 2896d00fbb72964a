// RUN: neuron-opt %s --split-input-file --convert-kernel-to-nisa | FileCheck %s

// Along the free axis by one instruction. Along rows, too: the load turns them.
// CHECK-LABEL: nisa.program @main
// CHECK: nisa.kernel "reduce"
// CHECK: nisa.loop %{{.*}} to 2
// CHECK: nisa.memset
// CHECK: nisa.dma_copy {{.*}}: <sbuf{{.*}}, <hbm
// CHECK: nisa.tensor_reduce <add>
// CHECK: nisa.tensor_tensor <add>
// CHECK: nisa.tensor_copy
// CHECK: nisa.dma_copy {{.*}}: <hbm{{.*}}, <sbuf
func.func @main(%x: tensor<256x64xf32>) -> tensor<256xf32> {
  %r = neuron.reduce add %x dims = [1] : (tensor<256x64xf32>) -> tensor<256xf32>
  return %r : tensor<256xf32>
}

// -----

// CHECK-LABEL: nisa.program @main
// CHECK: nisa.kernel "reduce"
// CHECK: nisa.memset
// CHECK: nisa.dma_copy {{.*}}: <sbuf{{.*}}, <hbm
// CHECK: nisa.tensor_reduce <max>
// CHECK: nisa.tensor_tensor <max>
// CHECK: nisa.tensor_copy
// CHECK: nisa.dma_copy {{.*}}: <hbm{{.*}}, <sbuf
func.func @main(%x: tensor<256x64xf32>) -> tensor<64xf32> {
  %r = neuron.reduce max %x dims = [0] : (tensor<256x64xf32>) -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// RUN: neuron-opt %s --split-input-file --convert-kernel-to-nisa | FileCheck %s

// Rows that become columns are turned by the tensor engine, in a loop over the other dims; DMA moves whole runs.
// CHECK: nisa.kernel "concat"
// CHECK: nisa.loop %{{.*}} to 2 {
// CHECK: nisa.dma_copy {{.*}}: <sbuf, 128, [64], f32>, <hbm, 128, [64], f32>
// CHECK: nisa.nc_transpose
// CHECK: nisa.dma_copy {{.*}}: <hbm, 64, [128], f32>, <sbuf, 64, [128], f32>
func.func @main(%x: tensor<2x128x64xf32>, %y: tensor<2x1x128xf32>) -> tensor<2x65x128xf32> {
  %t = neuron.transpose %x perm = [0, 2, 1] : tensor<2x128x64xf32> to tensor<2x64x128xf32>
  %c = neuron.concat %t, %y dim = 1 : (tensor<2x64x128xf32>, tensor<2x1x128xf32>) -> tensor<2x65x128xf32>
  return %c : tensor<2x65x128xf32>
}

// -----

// What is read along rows that lie apart is turned first.
// CHECK: nisa.kernel "transpose"
// CHECK: nisa.nc_transpose
// CHECK: nisa.kernel "elementwise"
// CHECK-NOT: nisa.nc_transpose
func.func @main(%x: tensor<256x64xf32>, %y: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %t = neuron.transpose %x perm = [1, 0] : tensor<256x64xf32> to tensor<64x256xf32>
  %s = neuron.binary add %t, %y : tensor<64x256xf32>
  return %s : tensor<64x256xf32>
}

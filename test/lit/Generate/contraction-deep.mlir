// RUN: neuron-opt %s --convert-kernel-to-nisa=target=trn1 --nisa-allocate | FileCheck %s
// RUN: neuron-opt %s --convert-kernel-to-nisa=target=trn2 --nisa-allocate | FileCheck %s

// Blocks of both sides and the rows they are turned from fit SBUF however long k is.
// CHECK: nisa.kernel "matmul 256x16384x512"
// CHECK: nisa.nc_matmul
func.func @main(%a: tensor<256x16384xf32>, %b: tensor<512x16384xf32>) -> tensor<256x512xf32> {
  %r = neuron.dot_general %a, %b batch = [] x [] contract = [1] x [1] : (tensor<256x16384xf32>, tensor<512x16384xf32>) -> tensor<256x512xf32>
  return %r : tensor<256x512xf32>
}

// RUN: neuron-opt %s --convert-kernel-to-nisa | FileCheck %s

// Products add up in PSUM over the contracted tiles; bias and activation are computed
// on the way out of it.
// CHECK: nisa.kernel "matmul 256x512x64"
// CHECK: nisa.nc_matmul {{.*}}first({{.*}}accumulate = #nisa.acc<unless_first>{{.*}}: <psum{{.*}}, <sbuf{{.*}}, <sbuf
// CHECK: nisa.tensor_tensor <add>{{.*}}: <sbuf{{.*}}, <psum{{.*}}, <sbuf
// CHECK: nisa.tensor_scalar <max>
func.func @main(%x: tensor<256x512xf32>, %w: tensor<512x64xf32>, %b: tensor<256x64xf32>) -> tensor<256x64xf32> {
  %k = neuron.kernel "contraction"(%x, %w, %b) : (tensor<256x512xf32>, tensor<512x64xf32>, tensor<256x64xf32>) -> tensor<256x64xf32> {
  ^bb0(%l: tensor<256x512xf32>, %r: tensor<512x64xf32>, %c: tensor<256x64xf32>):
    %d = neuron.dot_general %l, %r batch = [] x [] contract = [1] x [0] : (tensor<256x512xf32>, tensor<512x64xf32>) -> tensor<256x64xf32>
    %s = neuron.binary add %d, %c : tensor<256x64xf32>
    %e = neuron.unary relu %s : tensor<256x64xf32>
    neuron.yield %e : tensor<256x64xf32>
  }
  return %k : tensor<256x64xf32>
}

// RUN: neuron-opt %s --convert-kernel-to-nisa --split-input-file | FileCheck %s

// Two heads of 64 lie on the partitions together; scores are read from PSUM.
// The phases of the four units follow each other: all scores, then all
// exponentials, then all products with the values.
// CHECK: nisa.kernel "attention"
// CHECK: nisa.nc_transpose {{.*}}<psum, 128, [128]
// CHECK-COUNT-4: nisa.nc_matmul {{.*}}<psum, 128, [128]
// CHECK-NOT: nisa.nc_matmul
// CHECK: nisa.tensor_reduce <max> {{.*}}negate = true
// CHECK: nisa.activation <exp> {{.*}}cmd = #nisa.cmd<reset_reduce>
// CHECK: nisa.nc_transpose
// CHECK: nisa.nc_matmul {{.*}}<psum, 128, [64]
// CHECK: nisa.tensor_scalar <multiply>
// CHECK: nisa.dma_copy {{.*}}: <hbm
func.func @main(%q: tensor<1x4x128x64xf32>, %k: tensor<1x4x128x64xf32>) -> tensor<1x4x128x64xf32> {
  %qt = neuron.reshape %q : tensor<1x4x128x64xf32> to tensor<1x128x4x64xf32>
  %kt = neuron.reshape %k : tensor<1x4x128x64xf32> to tensor<1x128x4x64xf32>
  %qh = neuron.transpose %qt perm = [0, 2, 1, 3] : tensor<1x128x4x64xf32> to tensor<1x4x128x64xf32>
  %kh = neuron.transpose %kt perm = [0, 2, 1, 3] : tensor<1x128x4x64xf32> to tensor<1x4x128x64xf32>
  %r = neuron.attention %qh, %kh, %kh scale = 0.125 : (tensor<1x4x128x64xf32>, tensor<1x4x128x64xf32>, tensor<1x4x128x64xf32>) -> tensor<1x4x128x64xf32>
  return %r : tensor<1x4x128x64xf32>
}

// -----

// A causal mask is one band that slides along; the first blocks of rows do not
// compute the scores of the keys that they do not see. The work that counts is
// that on pairs which see each other: 1024 * 1025 / 2 of them.
// CHECK: nisa.kernel "attention" {{.*}}flops = 67174400
// CHECK: nisa.affine_select <greater_equal>
// CHECK: nisa.tensor_reduce <max> {{.*}}<sbuf, 128, [512], f32>
// CHECK: nisa.tensor_reduce <max> {{.*}}<sbuf, 128, [1024], f32>
func.func @main(%q: tensor<1x1x1024x32xf32>, %k: tensor<1x1x1024x32xf32>) -> tensor<1x1x1024x32xf32> {
  %r = neuron.attention %q, %k, %k scale = 0.25 {causal = true}
    : (tensor<1x1x1024x32xf32>, tensor<1x1x1024x32xf32>, tensor<1x1x1024x32xf32>) -> tensor<1x1x1024x32xf32>
  return %r : tensor<1x1x1024x32xf32>
}

// -----

// Of a window of 3 keys, behind 2 of a cache: 3 for each of 4 rows.
// CHECK: nisa.kernel "attention" {{.*}}flops = 1536
func.func @main(%q: tensor<1x1x4x32xf32>, %k: tensor<1x1x6x32xf32>) -> tensor<1x1x4x32xf32> {
  %r = neuron.attention %q, %k, %k scale = 0.25 {causal = true, causal_offset = 2, window = 3}
    : (tensor<1x1x4x32xf32>, tensor<1x1x6x32xf32>, tensor<1x1x6x32xf32>) -> tensor<1x1x4x32xf32>
  return %r : tensor<1x1x4x32xf32>
}

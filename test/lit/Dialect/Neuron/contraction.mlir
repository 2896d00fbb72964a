// RUN: neuron-opt %s | neuron-opt | FileCheck %s
// RUN: neuron-opt %s --mlir-print-op-generic | neuron-opt | FileCheck %s

// CHECK-LABEL: @dot_general
func.func @dot_general(%a: tensor<2x3x4xbf16>, %b: tensor<2x4x5xbf16>) {
  // CHECK: neuron.dot_general %{{.*}}, %{{.*}} batch = [0] x [0] contract = [2] x [1] : (tensor<2x3x4xbf16>, tensor<2x4x5xbf16>) -> tensor<2x3x5xbf16>
  %0 = neuron.dot_general %a, %b batch = [0] x [0] contract = [2] x [1]
     : (tensor<2x3x4xbf16>, tensor<2x4x5xbf16>) -> tensor<2x3x5xbf16>
  // The result may be wider.
  // CHECK: batch = [] x [] contract = [0, 2] x [0, 1] : {{.*}} -> tensor<3x5xf32>
  %1 = neuron.dot_general %a, %b batch = [] x [] contract = [0, 2] x [0, 1]
     : (tensor<2x3x4xbf16>, tensor<2x4x5xbf16>) -> tensor<3x5xf32>
  return
}

// CHECK-LABEL: @conv
func.func @conv(%x: tensor<1x4x9x9xf32>, %w: tensor<6x2x3x3xf32>) {
  // CHECK: neuron.conv %{{.*}}, %{{.*}} strides = [2, 1] pads = [1, 1] x [1, 0] dilations = [1, 2] groups = 2 : (tensor<1x4x9x9xf32>, tensor<6x2x3x3xf32>) -> tensor<1x6x5x6xf32>
  %0 = neuron.conv %x, %w strides = [2, 1] pads = [1, 1] x [1, 0] dilations = [1, 2] groups = 2
     : (tensor<1x4x9x9xf32>, tensor<6x2x3x3xf32>) -> tensor<1x6x5x6xf32>
  return
}

// CHECK-LABEL: @conv_transposed
func.func @conv_transposed(%x: tensor<1x4x9xf32>, %w: tensor<4x3x3xf32>) {
  // CHECK: neuron.conv transposed %{{.*}}, %{{.*}} strides = [2] pads = [1] x [1] dilations = [1] groups = 2 output_padding = [1] : (tensor<1x4x9xf32>, tensor<4x3x3xf32>) -> tensor<1x6x18xf32>
  %0 = neuron.conv transposed %x, %w strides = [2] pads = [1] x [1] dilations = [1] groups = 2 output_padding = [1]
     : (tensor<1x4x9xf32>, tensor<4x3x3xf32>) -> tensor<1x6x18xf32>
  return
}

// CHECK-LABEL: @pool
func.func @pool(%x: tensor<1x4x9xf32>) {
  // CHECK: neuron.pool max %{{.*}} window = [3] strides = [2] pads = [1] x [1] dilations = [1] : (tensor<1x4x9xf32>) -> tensor<1x4x5xf32>
  %0 = neuron.pool max %x window = [3] strides = [2] pads = [1] x [1] dilations = [1]
     : (tensor<1x4x9xf32>) -> tensor<1x4x5xf32>
  // CHECK: neuron.pool avg {{.*}} {count_include_pad = true, counted_hi = array<i64: 0>} :
  %1 = neuron.pool avg %x window = [3] strides = [2] pads = [1] x [1] dilations = [1] {count_include_pad = true, counted_hi = array<i64: 0>}
     : (tensor<1x4x9xf32>) -> tensor<1x4x5xf32>
  // CHECK: neuron.pool lp {{.*}} {p = 2 : i64} :
  %2 = neuron.pool lp %x window = [3] strides = [3] pads = [0] x [0] dilations = [1] {p = 2 : i64}
     : (tensor<1x4x9xf32>) -> tensor<1x4x3xf32>
  return
}

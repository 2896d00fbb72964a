// RUN: neuron-opt %s --neuron-auto-cast | FileCheck %s --check-prefix=NONE
// RUN: neuron-opt %s --neuron-auto-cast=mode=matmult | FileCheck %s --check-prefix=MATMULT
// RUN: neuron-opt %s "--neuron-auto-cast=mode=matmult type=tf32" | FileCheck %s --check-prefix=TF32
// RUN: neuron-opt %s "--neuron-auto-cast=mode=all type=fp16" | FileCheck %s --check-prefix=ALL
// RUN: neuron-opt %s "--neuron-auto-cast=mode=all type=fp8_e4m3" | FileCheck %s --check-prefix=FP8

// NONE-NOT: neuron.cast
// NONE-NOT: neuron.precision

// A value that two products use is cast once; results stay f32.
// MATMULT-LABEL: @shared
// TF32-LABEL: @shared
// ALL-LABEL: @shared
func.func @shared(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // MATMULT-NEXT: %[[A:.*]] = neuron.cast %arg0 : tensor<4x4xf32> to tensor<4x4xbf16>
  // MATMULT-NEXT: %[[X:.*]] = neuron.dot_general %[[A]], %[[A]] {{.*}} -> tensor<4x4xf32>
  // MATMULT-NEXT: %[[E:.*]] = neuron.unary exp %[[X]] : tensor<4x4xf32>
  // MATMULT-NEXT: %[[EN:.*]] = neuron.cast %[[E]] : tensor<4x4xf32> to tensor<4x4xbf16>
  // MATMULT-NEXT: neuron.dot_general %[[EN]], %[[A]] {{.*}} -> tensor<4x4xf32>
  // TF32-NOT: neuron.cast
  // TF32: neuron.dot_general {{.*}} {neuron.precision = "tf32"} : {{.*}} -> tensor<4x4xf32>
  // ALL: neuron.unary exp %{{.*}} : tensor<4x4xf16>
  // ALL-NEXT: %[[W:.*]] = neuron.cast
  // ALL-NEXT: neuron.dot_general %{{.*}} : (tensor<4x4xf16>, tensor<4x4xf16>) -> tensor<4x4xf32>
  %x = neuron.dot_general %a, %a batch = [] x [] contract = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %e = neuron.unary exp %x : tensor<4x4xf32>
  %y = neuron.dot_general %e, %a batch = [] x [] contract = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %y : tensor<4x4xf32>
}

// Attention gives the type of its operands; the mask stays.
// MATMULT-LABEL: @attention
func.func @attention(%q: tensor<1x2x4x8xf32>, %m: tensor<1x1x4x4xf32>) -> tensor<1x2x4x8xf32> {
  // MATMULT: %[[Q:.*]] = neuron.cast
  // MATMULT-NEXT: %[[Y:.*]] = neuron.attention %[[Q]], %[[Q]], %[[Q]] mask %arg1 {{.*}} -> tensor<1x2x4x8xbf16>
  // MATMULT-NEXT: neuron.cast %[[Y]] : tensor<1x2x4x8xbf16> to tensor<1x2x4x8xf32>
  %y = neuron.attention %q, %q, %q mask %m scale = 1.0
     : (tensor<1x2x4x8xf32>, tensor<1x2x4x8xf32>, tensor<1x2x4x8xf32>, tensor<1x1x4x4xf32>) -> tensor<1x2x4x8xf32>
  return %y : tensor<1x2x4x8xf32>
}

// Sums keep f32, integers are none of our business, eight bits are for products.
// ALL-LABEL: @kept
// FP8-LABEL: @kept
func.func @kept(%x: tensor<4xf32>, %i: tensor<4xi32>, %d: tensor<4xf64>) -> (tensor<f32>, tensor<4xi32>, tensor<4xf64>, tensor<4xf32>) {
  // ALL: neuron.reduce add %arg0 dims = [0] : (tensor<4xf32>) -> tensor<f32>
  // ALL: neuron.binary add %arg1, %arg1 : tensor<4xi32>
  // ALL: neuron.unary exp %arg2 : tensor<4xf64>
  // FP8: neuron.unary exp %arg0 : tensor<4xf32>
  %s = neuron.reduce add %x dims = [0] : (tensor<4xf32>) -> tensor<f32>
  %j = neuron.binary add %i, %i : tensor<4xi32>
  %e = neuron.unary exp %d : tensor<4xf64>
  %f = neuron.unary exp %x : tensor<4xf32>
  return %s, %j, %e, %f : tensor<f32>, tensor<4xi32>, tensor<4xf64>, tensor<4xf32>
}

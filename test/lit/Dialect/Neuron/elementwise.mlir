// RUN: neuron-opt %s | neuron-opt | FileCheck %s
// RUN: neuron-opt %s --mlir-print-op-generic | neuron-opt | FileCheck %s

// CHECK-LABEL: @sources
func.func @sources() -> (tensor<f32>, tensor<3xi1>, tensor<2xui8>, tensor<2x3xbf16>) {
  // CHECK: neuron.constant dense<5.000000e-01> : tensor<f32>
  %a = neuron.constant dense<0.5> : tensor<f32>
  // CHECK: neuron.constant dense<[true, false, true]> : tensor<3xi1>
  %b = neuron.constant dense<[true, false, true]> : tensor<3xi1>
  // CHECK: neuron.constant dense<[200, 3]> : tensor<2xui8>
  %c = neuron.constant dense<[200, 3]> : tensor<2xui8>
  // CHECK: neuron.weight "conv1.weight" : tensor<2x3xbf16>
  %d = neuron.weight "conv1.weight" : tensor<2x3xbf16>
  return %a, %b, %c, %d : tensor<f32>, tensor<3xi1>, tensor<2xui8>, tensor<2x3xbf16>
}

// CHECK-LABEL: @unary
func.func @unary(%x: tensor<4x8xf32>, %i: tensor<4xi32>, %p: tensor<4xi1>) -> tensor<4x8xi1> {
  // CHECK: neuron.unary gelu_tanh %{{.*}} : tensor<4x8xf32>
  %a = neuron.unary gelu_tanh %x : tensor<4x8xf32>
  // CHECK: neuron.unary bitwise_not %{{.*}} : tensor<4xi32>
  %b = neuron.unary bitwise_not %i : tensor<4xi32>
  // CHECK: neuron.unary logical_not %{{.*}} : tensor<4xi1>
  %c = neuron.unary logical_not %p : tensor<4xi1>
  // The result is inferred to hold i1.
  // CHECK: neuron.unary is_nan %{{.*}} : tensor<4x8xf32>
  %d = neuron.unary is_nan %x : tensor<4x8xf32>
  return %d : tensor<4x8xi1>
}

// CHECK-LABEL: @binary
func.func @binary(%x: tensor<4xf32>, %y: tensor<4xf32>, %u: tensor<4xui8>) {
  // CHECK: neuron.binary add %{{.*}}, %{{.*}} : tensor<4xf32>
  %a = neuron.binary add %x, %y : tensor<4xf32>
  // CHECK: neuron.binary shr %{{.*}}, %{{.*}} : tensor<4xui8>
  %b = neuron.binary shr %u, %u : tensor<4xui8>
  return
}

// CHECK-LABEL: @compare_select
func.func @compare_select(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: %[[P:.*]] = neuron.compare lt %{{.*}}, %{{.*}} : tensor<4xf32>
  %p = neuron.compare lt %x, %y : tensor<4xf32>
  // CHECK: neuron.select %[[P]], %{{.*}}, %{{.*}} : tensor<4xf32>
  %r = neuron.select %p, %x, %y : tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: @clamp
func.func @clamp(%x: tensor<4xf32>, %i: tensor<4xi64>) {
  // CHECK: neuron.clamp %{{.*}} min = 0.000000e+00 max = 6.000000e+00 : tensor<4xf32>
  %a = neuron.clamp %x min = 0.0 max = 6.0 : tensor<4xf32>
  // CHECK: neuron.clamp %{{.*}} max = 3.000000e+00 : tensor<4xi64>
  %b = neuron.clamp %i max = 3.0 : tensor<4xi64>
  return
}

// CHECK-LABEL: @cast
func.func @cast(%x: tensor<4xf32>) -> tensor<4xf8E4M3FN> {
  // CHECK: neuron.cast %{{.*}} : tensor<4xf32> to tensor<4xf8E4M3FN>
  %a = neuron.cast %x : tensor<4xf32> to tensor<4xf8E4M3FN>
  return %a : tensor<4xf8E4M3FN>
}

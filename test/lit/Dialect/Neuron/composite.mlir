// RUN: neuron-opt %s | neuron-opt | FileCheck %s
// RUN: neuron-opt %s --mlir-print-op-generic | neuron-opt | FileCheck %s

// CHECK-LABEL: @softmax
func.func @softmax(%x: tensor<2x3xf32>) {
  // CHECK: neuron.softmax %{{.*}} dim = 1 : tensor<2x3xf32>
  %0 = neuron.softmax %x dim = 1 : tensor<2x3xf32>
  // CHECK: neuron.log_softmax %{{.*}} dim = 0 : tensor<2x3xf32>
  %1 = neuron.log_softmax %x dim = 0 : tensor<2x3xf32>
  return
}

// CHECK-LABEL: @norms
func.func @norms(%x: tensor<2x4x3xf32>, %s: tensor<3xf32>, %c: tensor<4xf32>) {
  // CHECK: neuron.layer_norm %{{.*}} axis = 2 epsilon = {{.*}} : tensor<2x4x3xf32>
  %0 = neuron.layer_norm %x axis = 2 epsilon = 1.0e-5 : tensor<2x4x3xf32>
  // CHECK: neuron.layer_norm %{{.*}} bias(%{{.*}} : tensor<3xf32>) axis = 2
  %1 = neuron.layer_norm %x bias(%s : tensor<3xf32>) axis = 2 epsilon = 1.0e-5 : tensor<2x4x3xf32>
  // CHECK: neuron.layer_norm %{{.*}} scale(%{{.*}} : tensor<3xf32>) bias(%{{.*}} : tensor<3xf32>) axis = 2
  %2 = neuron.layer_norm %x scale(%s : tensor<3xf32>) bias(%s : tensor<3xf32>) axis = 2 epsilon = 1.0e-5 : tensor<2x4x3xf32>
  // CHECK: neuron.rms_norm %{{.*}} scale(%{{.*}} : tensor<3xf32>) axis = 2
  %3 = neuron.rms_norm %x scale(%s : tensor<3xf32>) axis = 2 epsilon = 1.0e-6 : tensor<2x4x3xf32>
  // CHECK: neuron.group_norm %{{.*}} scale(%{{.*}} : tensor<4xf32>) groups = 2
  %4 = neuron.group_norm %x scale(%c : tensor<4xf32>) groups = 2 epsilon = 1.0e-5 : tensor<2x4x3xf32>
  // CHECK: neuron.batch_norm %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} epsilon = {{.*}} : tensor<2x4x3xf32>, tensor<4xf32>
  %5 = neuron.batch_norm %x, %c, %c, %c, %c epsilon = 1.0e-5 : tensor<2x4x3xf32>, tensor<4xf32>
  return
}

// CHECK-LABEL: @attention
func.func @attention(%q: tensor<1x4x2x8xf32>, %k: tensor<1x2x3x8xf32>, %v: tensor<1x2x3x5xf32>, %m: tensor<1x1x2x3xi1>) {
  // CHECK: neuron.attention %{{.*}}, %{{.*}}, %{{.*}} scale = 1.250000e-01 {causal = true, causal_offset = 1 : i64} : {{.*}} -> tensor<1x4x2x5xf32>
  %0 = neuron.attention %q, %k, %v scale = 0.125 {causal = true, causal_offset = 1 : i64}
     : (tensor<1x4x2x8xf32>, tensor<1x2x3x8xf32>, tensor<1x2x3x5xf32>) -> tensor<1x4x2x5xf32>
  // CHECK: neuron.attention %{{.*}}, %{{.*}}, %{{.*}} mask %{{.*}} scale =
  %1 = neuron.attention %q, %k, %v mask %m scale = 0.125
     : (tensor<1x4x2x8xf32>, tensor<1x2x3x8xf32>, tensor<1x2x3x5xf32>, tensor<1x1x2x3xi1>) -> tensor<1x4x2x5xf32>
  return
}

// CHECK-LABEL: @quantize
func.func @quantize(%x: tensor<2x3xf32>, %s: tensor<f32>, %z: tensor<i8>, %t: tensor<3xf32>) {
  // CHECK: neuron.quantize %{{.*}}, %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<f32>, tensor<i8>) -> tensor<2x3xi8>
  %0 = neuron.quantize %x, %s, %z : (tensor<2x3xf32>, tensor<f32>, tensor<i8>) -> tensor<2x3xi8>
  // CHECK: neuron.dequantize %{{.*}}, %{{.*}} axis = 1 : (tensor<2x3xi8>, tensor<3xf32>) -> tensor<2x3xf32>
  %1 = neuron.dequantize %0, %t axis = 1 : (tensor<2x3xi8>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

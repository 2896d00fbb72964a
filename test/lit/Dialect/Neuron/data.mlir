// RUN: neuron-opt %s | neuron-opt | FileCheck %s
// RUN: neuron-opt %s --mlir-print-op-generic | neuron-opt | FileCheck %s

// CHECK-LABEL: @shapes
func.func @shapes(%x: tensor<2x3xf32>) {
  // CHECK: neuron.reshape %{{.*}} : tensor<2x3xf32> to tensor<6xf32>
  %0 = neuron.reshape %x : tensor<2x3xf32> to tensor<6xf32>
  // CHECK: neuron.transpose %{{.*}} perm = [1, 0] : tensor<2x3xf32> to tensor<3x2xf32>
  %1 = neuron.transpose %x perm = [1, 0] : tensor<2x3xf32> to tensor<3x2xf32>
  // CHECK: neuron.broadcast_in_dim %{{.*}} dims = [0, 2] : tensor<2x3xf32> to tensor<2x5x3xf32>
  %2 = neuron.broadcast_in_dim %x dims = [0, 2] : tensor<2x3xf32> to tensor<2x5x3xf32>
  return
}

// CHECK-LABEL: @slices
func.func @slices(%x: tensor<4x8xf32>, %u: tensor<1x8xf32>, %i: tensor<i64>, %j: tensor<1xi32>) {
  // CHECK: neuron.slice %{{.*}} starts = [0, 7] sizes = [2, 8] strides = [2, -1] : tensor<4x8xf32> to tensor<2x8xf32>
  %0 = neuron.slice %x starts = [0, 7] sizes = [2, 8] strides = [2, -1] : tensor<4x8xf32> to tensor<2x8xf32>
  // CHECK: neuron.reverse %{{.*}} dims = [0, 1] : tensor<4x8xf32>
  %1 = neuron.reverse %x dims = [0, 1] : tensor<4x8xf32>
  // CHECK: neuron.dynamic_slice %{{.*}}, %{{.*}}, %{{.*}} sizes = [1, 8] : (tensor<4x8xf32>, tensor<i64>, tensor<1xi32>) -> tensor<1x8xf32>
  %2 = neuron.dynamic_slice %x, %i, %j sizes = [1, 8] : (tensor<4x8xf32>, tensor<i64>, tensor<1xi32>) -> tensor<1x8xf32>
  // CHECK: neuron.dynamic_update_slice %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i64>, tensor<1xi32>) -> tensor<4x8xf32>
  %3 = neuron.dynamic_update_slice %x, %u, %i, %j : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i64>, tensor<1xi32>) -> tensor<4x8xf32>
  return
}

// CHECK-LABEL: @concat_pad
func.func @concat_pad(%x: tensor<4x8xf32>, %y: tensor<4x1xf32>) {
  // CHECK: neuron.concat %{{.*}}, %{{.*}} dim = 1 : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x9xf32>
  %0 = neuron.concat %x, %y dim = 1 : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x9xf32>
  // CHECK: neuron.pad constant %{{.*}} lo = [0, 1] hi = [-1, 2] {value = 1.000000e+00 : f64} : tensor<4x8xf32> to tensor<3x11xf32>
  %1 = neuron.pad constant %x lo = [0, 1] hi = [-1, 2] {value = 1.0 : f64} : tensor<4x8xf32> to tensor<3x11xf32>
  // CHECK: neuron.pad reflect %{{.*}} lo = [3, 0] hi = [0, 7] : tensor<4x8xf32> to tensor<7x15xf32>
  %2 = neuron.pad reflect %x lo = [3, 0] hi = [0, 7] : tensor<4x8xf32> to tensor<7x15xf32>
  return
}

// CHECK-LABEL: @iota_resize_rng
func.func @iota_resize_rng(%x: tensor<1x1x2x2xf32>, %s: tensor<1xui32>) {
  // CHECK: neuron.iota dim = 0 : tensor<8xi64>
  %0 = neuron.iota dim = 0 : tensor<8xi64>
  // CHECK: neuron.resize linear %{{.*}} scales = [1.000000e+00, 1.000000e+00, 2.000000e+00, 2.000000e+00] {coordinate = #neuron<coordinate align_corners>} : tensor<1x1x2x2xf32> to tensor<1x1x4x4xf32>
  %1 = neuron.resize linear %x scales = [1.0, 1.0, 2.0, 2.0] {coordinate = #neuron<coordinate align_corners>} : tensor<1x1x2x2xf32> to tensor<1x1x4x4xf32>
  // CHECK: neuron.rng uniform %{{.*}} a = 0.000000e+00 b = 1.000000e+00 : (tensor<1xui32>) -> tensor<4x8xf32>
  %2 = neuron.rng uniform %s a = 0.0 b = 1.0 : (tensor<1xui32>) -> tensor<4x8xf32>
  return
}

// CHECK-LABEL: @indexing
func.func @indexing(%x: tensor<9x8xf32>, %i: tensor<4xi64>, %u: tensor<4x8xf32>, %j: tensor<9x2xi32>, %v: tensor<9x2xf32>) {
  // CHECK: neuron.gather %{{.*}}, %{{.*}} axis = 0 : (tensor<9x8xf32>, tensor<4xi64>) -> tensor<4x8xf32>
  %0 = neuron.gather %x, %i axis = 0 : (tensor<9x8xf32>, tensor<4xi64>) -> tensor<4x8xf32>
  // CHECK: neuron.gather_elements %{{.*}}, %{{.*}} axis = 1 : (tensor<9x8xf32>, tensor<9x2xi32>) -> tensor<9x2xf32>
  %1 = neuron.gather_elements %x, %j axis = 1 : (tensor<9x8xf32>, tensor<9x2xi32>) -> tensor<9x2xf32>
  // CHECK: neuron.scatter none %{{.*}}, %{{.*}}, %{{.*}} : (tensor<9x8xf32>, tensor<4xi64>, tensor<4x8xf32>) -> tensor<9x8xf32>
  %2 = neuron.scatter none %x, %i, %u : (tensor<9x8xf32>, tensor<4xi64>, tensor<4x8xf32>) -> tensor<9x8xf32>
  // CHECK: neuron.scatter_elements add %{{.*}}, %{{.*}}, %{{.*}} axis = 1 : (tensor<9x8xf32>, tensor<9x2xi32>, tensor<9x2xf32>) -> tensor<9x8xf32>
  %3 = neuron.scatter_elements add %x, %j, %v axis = 1 : (tensor<9x8xf32>, tensor<9x2xi32>, tensor<9x2xf32>) -> tensor<9x8xf32>
  return
}

// CHECK-LABEL: @words
func.func @words(%x: tensor<4xi64>, %u: tensor<4xui64>, %d: tensor<4xf64>) {
  // CHECK: neuron.word %{{.*}} index = 0 : tensor<4xi64> to tensor<4xui32>
  %0 = neuron.word %x index = 0 : tensor<4xi64> to tensor<4xui32>
  // CHECK: neuron.word %{{.*}} index = 1 : tensor<4xi64> to tensor<4xi32>
  %1 = neuron.word %x index = 1 : tensor<4xi64> to tensor<4xi32>
  // CHECK: neuron.word %{{.*}} index = 1 : tensor<4xui64> to tensor<4xui32>
  %2 = neuron.word %u index = 1 : tensor<4xui64> to tensor<4xui32>
  // CHECK: neuron.word %{{.*}} index = 1 : tensor<4xf64> to tensor<4xui32>
  %3 = neuron.word %d index = 1 : tensor<4xf64> to tensor<4xui32>
  // CHECK: neuron.join_words %{{.*}}, %{{.*}} : (tensor<4xui32>, tensor<4xi32>) -> tensor<4xi64>
  %4 = neuron.join_words %0, %1 : (tensor<4xui32>, tensor<4xi32>) -> tensor<4xi64>
  // CHECK: neuron.join_words %{{.*}}, %{{.*}} : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xf64>
  %5 = neuron.join_words %0, %3 : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xf64>
  // CHECK: neuron.bitcast %{{.*}} : tensor<4xui32> to tensor<4xf32>
  %6 = neuron.bitcast %0 : tensor<4xui32> to tensor<4xf32>
  return
}

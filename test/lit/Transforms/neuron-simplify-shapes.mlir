// RUN: neuron-opt %s --neuron-evaluate
// RUN: neuron-opt %s --neuron-simplify --neuron-evaluate
// RUN: neuron-opt %s --neuron-simplify | FileCheck %s

// In each function %y is written out and %z is the simpler form. The evaluator
// finds them equal; after the pass they are one value.

// CHECK-LABEL: @reshape_reshape
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @reshape_reshape() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %s = neuron.reshape %x : tensor<2x4xf32> to tensor<8xf32>
  %y = neuron.reshape %s : tensor<8xf32> to tensor<4x2xf32>
  %z = neuron.reshape %x : tensor<2x4xf32> to tensor<4x2xf32>
  neuron.check_close %y, %z : tensor<4x2xf32>, tensor<4x2xf32>
  return
}

// CHECK-LABEL: @reshape_back
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @reshape_back() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %s = neuron.reshape %x : tensor<2x4xf32> to tensor<8xf32>
  %y = neuron.reshape %s : tensor<8xf32> to tensor<2x4xf32>
  %z = neuron.cast %x : tensor<2x4xf32> to tensor<2x4xf32>
  neuron.check_close %y, %z : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

// CHECK-LABEL: @transpose_transpose
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @transpose_transpose() {
  %t = neuron.constant dense<[[[1.5, -0.25, 3.0], [0.5, 7.0, -1.0]], [[2.5, -0.75, 0.0], [1.0, 4.0, -6.0]]]> : tensor<2x2x3xf32>
  %s = neuron.transpose %t perm = [1, 2, 0] : tensor<2x2x3xf32> to tensor<2x3x2xf32>
  %y = neuron.transpose %s perm = [1, 0, 2] : tensor<2x3x2xf32> to tensor<3x2x2xf32>
  %z = neuron.transpose %t perm = [2, 1, 0] : tensor<2x2x3xf32> to tensor<3x2x2xf32>
  neuron.check_close %y, %z : tensor<3x2x2xf32>, tensor<3x2x2xf32>
  return
}

// CHECK-LABEL: @transpose_back
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @transpose_back() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %s = neuron.transpose %x perm = [1, 0] : tensor<2x4xf32> to tensor<4x2xf32>
  %y = neuron.transpose %s perm = [1, 0] : tensor<4x2xf32> to tensor<2x4xf32>
  %z = neuron.cast %x : tensor<2x4xf32> to tensor<2x4xf32>
  neuron.check_close %y, %z : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

// CHECK-LABEL: @transpose_of_unit_dim
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @transpose_of_unit_dim() {
  %r = neuron.constant dense<[1.0, 2.0, -3.0, 0.5]> : tensor<4xf32>
  %s = neuron.reshape %r : tensor<4xf32> to tensor<1x4xf32>
  %y = neuron.transpose %s perm = [1, 0] : tensor<1x4xf32> to tensor<4x1xf32>
  %z = neuron.reshape %r : tensor<4xf32> to tensor<4x1xf32>
  neuron.check_close %y, %z : tensor<4x1xf32>, tensor<4x1xf32>
  return
}

// CHECK-LABEL: @broadcast_of_keepdims
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @broadcast_of_keepdims() {
  %c = neuron.constant dense<[4.0, 0.25]> : tensor<2xf32>
  %s = neuron.reshape %c : tensor<2xf32> to tensor<2x1xf32>
  %y = neuron.broadcast_in_dim %s dims = [0, 1] : tensor<2x1xf32> to tensor<2x4xf32>
  %z = neuron.broadcast_in_dim %c dims = [0] : tensor<2xf32> to tensor<2x4xf32>
  neuron.check_close %y, %z : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

// CHECK-LABEL: @broadcast_broadcast
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @broadcast_broadcast() {
  %r = neuron.constant dense<[1.0, 2.0, -3.0, 0.5]> : tensor<4xf32>
  %s = neuron.broadcast_in_dim %r dims = [1] : tensor<4xf32> to tensor<3x4xf32>
  %y = neuron.broadcast_in_dim %s dims = [1, 2] : tensor<3x4xf32> to tensor<2x3x4xf32>
  %z = neuron.broadcast_in_dim %r dims = [2] : tensor<4xf32> to tensor<2x3x4xf32>
  neuron.check_close %y, %z : tensor<2x3x4xf32>, tensor<2x3x4xf32>
  return
}

// CHECK-LABEL: @broadcast_to_reshape
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @broadcast_to_reshape() {
  %r = neuron.constant dense<[1.0, 2.0, -3.0, 0.5]> : tensor<4xf32>
  %y = neuron.broadcast_in_dim %r dims = [1] : tensor<4xf32> to tensor<1x4xf32>
  %z = neuron.reshape %r : tensor<4xf32> to tensor<1x4xf32>
  neuron.check_close %y, %z : tensor<1x4xf32>, tensor<1x4xf32>
  return
}

// CHECK-LABEL: @slice_slice
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @slice_slice() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %s = neuron.slice %x starts = [0, 1] sizes = [2, 3] strides = [1, 1] : tensor<2x4xf32> to tensor<2x3xf32>
  %y = neuron.slice %s starts = [1, 2] sizes = [2, 2] strides = [-1, -2] : tensor<2x3xf32> to tensor<2x2xf32>
  %z = neuron.slice %x starts = [1, 3] sizes = [2, 2] strides = [-1, -2] : tensor<2x4xf32> to tensor<2x2xf32>
  neuron.check_close %y, %z : tensor<2x2xf32>, tensor<2x2xf32>
  return
}

// CHECK-LABEL: @slice_of_all
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @slice_of_all() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %y = neuron.slice %x starts = [0, 0] sizes = [2, 4] strides = [1, 1] : tensor<2x4xf32> to tensor<2x4xf32>
  %z = neuron.cast %x : tensor<2x4xf32> to tensor<2x4xf32>
  neuron.check_close %y, %z : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

// CHECK-LABEL: @slice_of_concat
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @slice_of_concat() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %e = neuron.unary exp %x : tensor<2x4xf32>
  %s = neuron.concat %x, %e dim = 1 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x8xf32>
  %y = neuron.slice %s starts = [0, 7] sizes = [2, 2] strides = [1, -2] : tensor<2x8xf32> to tensor<2x2xf32>
  %z = neuron.slice %e starts = [0, 3] sizes = [2, 2] strides = [1, -2] : tensor<2x4xf32> to tensor<2x2xf32>
  neuron.check_close %y, %z : tensor<2x2xf32>, tensor<2x2xf32>
  return
}

// CHECK-LABEL: @split_and_concat
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @split_and_concat() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %a = neuron.slice %x starts = [0, 0] sizes = [2, 1] strides = [1, 1] : tensor<2x4xf32> to tensor<2x1xf32>
  %b = neuron.slice %x starts = [0, 1] sizes = [2, 3] strides = [1, 1] : tensor<2x4xf32> to tensor<2x3xf32>
  %y = neuron.concat %a, %b dim = 1 : (tensor<2x1xf32>, tensor<2x3xf32>) -> tensor<2x4xf32>
  %z = neuron.cast %x : tensor<2x4xf32> to tensor<2x4xf32>
  neuron.check_close %y, %z : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

// Empty operands vanish.
// CHECK-LABEL: @nested_concat
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @nested_concat() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %e = neuron.unary exp %x : tensor<2x4xf32>
  %n = neuron.constant dense<> : tensor<2x0xf32>
  %a = neuron.concat %x, %e dim = 1 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x8xf32>
  %y = neuron.concat %n, %a, %x dim = 1 : (tensor<2x0xf32>, tensor<2x8xf32>, tensor<2x4xf32>) -> tensor<2x12xf32>
  %z = neuron.concat %x, %e, %x dim = 1 : (tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x12xf32>
  neuron.check_close %y, %z : tensor<2x12xf32>, tensor<2x12xf32>
  return
}

// CHECK-LABEL: @pad_pad
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @pad_pad() {
  %r = neuron.constant dense<[1.0, 2.0, -3.0, 0.5]> : tensor<4xf32>
  %s = neuron.pad constant %r lo = [1] hi = [0] {value = 2.0} : tensor<4xf32> to tensor<5xf32>
  %y = neuron.pad constant %s lo = [1] hi = [3] {value = 2.0} : tensor<5xf32> to tensor<9xf32>
  %z = neuron.pad constant %r lo = [2] hi = [3] {value = 2.0} : tensor<4xf32> to tensor<9xf32>
  neuron.check_close %y, %z : tensor<9xf32>, tensor<9xf32>
  return
}

// CHECK-LABEL: @pad_nothing
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @pad_nothing() {
  %r = neuron.constant dense<[1.0, 2.0, -3.0, 0.5]> : tensor<4xf32>
  %y = neuron.pad reflect %r lo = [0] hi = [0] : tensor<4xf32> to tensor<4xf32>
  %z = neuron.cast %r : tensor<4xf32> to tensor<4xf32>
  neuron.check_close %y, %z : tensor<4xf32>, tensor<4xf32>
  return
}

// CHECK-LABEL: @gather_progression
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @gather_progression() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %n = neuron.constant dense<[3, 1]> : tensor<2xi64>
  %y = neuron.gather %x, %n axis = 1 : (tensor<2x4xf32>, tensor<2xi64>) -> tensor<2x2xf32>
  %z = neuron.slice %x starts = [0, 3] sizes = [2, 2] strides = [1, -2] : tensor<2x4xf32> to tensor<2x2xf32>
  neuron.check_close %y, %z : tensor<2x2xf32>, tensor<2x2xf32>
  return
}

// CHECK-LABEL: @gather_one
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @gather_one() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %n = neuron.constant dense<1> : tensor<i64>
  %y = neuron.gather %x, %n axis = 0 : (tensor<2x4xf32>, tensor<i64>) -> tensor<4xf32>
  %s = neuron.slice %x starts = [1, 0] sizes = [1, 4] strides = [1, 1] : tensor<2x4xf32> to tensor<1x4xf32>
  %z = neuron.reshape %s : tensor<1x4xf32> to tensor<4xf32>
  neuron.check_close %y, %z : tensor<4xf32>, tensor<4xf32>
  return
}

// Starts are clamped.
// CHECK-LABEL: @known_dynamic_slice
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @known_dynamic_slice() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %n = neuron.constant dense<9> : tensor<i64>
  %o = neuron.constant dense<-1> : tensor<i64>
  %y = neuron.dynamic_slice %x, %o, %n sizes = [1, 2] : (tensor<2x4xf32>, tensor<i64>, tensor<i64>) -> tensor<1x2xf32>
  %z = neuron.slice %x starts = [0, 2] sizes = [1, 2] strides = [1, 1] : tensor<2x4xf32> to tensor<1x2xf32>
  neuron.check_close %y, %z : tensor<1x2xf32>, tensor<1x2xf32>
  return
}

// CHECK-LABEL: @update_of_all
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @update_of_all() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %e = neuron.unary exp %x : tensor<2x4xf32>
  %n = neuron.constant dense<1> : tensor<i64>
  %y = neuron.dynamic_update_slice %x, %e, %n, %n : (tensor<2x4xf32>, tensor<2x4xf32>, tensor<i64>, tensor<i64>) -> tensor<2x4xf32>
  %z = neuron.unary exp %x : tensor<2x4xf32>
  neuron.check_close %y, %z : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

// CHECK-LABEL: @sink_reshape
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @sink_reshape() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %s = neuron.reshape %x : tensor<2x4xf32> to tensor<8x1xf32>
  %t = neuron.constant dense<2.5> : tensor<8x1xf32>
  %m = neuron.binary mul %s, %t : tensor<8x1xf32>
  %y = neuron.unary exp %m : tensor<8x1xf32>
  %n = neuron.constant dense<2.5> : tensor<2x4xf32>
  %a = neuron.binary mul %x, %n : tensor<2x4xf32>
  %b = neuron.unary exp %a : tensor<2x4xf32>
  %z = neuron.reshape %b : tensor<2x4xf32> to tensor<8x1xf32>
  neuron.check_close %y, %z : tensor<8x1xf32>, tensor<8x1xf32>
  return
}

// CHECK-LABEL: @reduce_of_units
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @reduce_of_units() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %s = neuron.reshape %x : tensor<2x4xf32> to tensor<2x1x4xf32>
  %y = neuron.reduce max %s dims = [1] : (tensor<2x1x4xf32>) -> tensor<2x4xf32>
  %z = neuron.cast %x : tensor<2x4xf32> to tensor<2x4xf32>
  neuron.check_close %y, %z : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

// CHECK-LABEL: @reduce_reduce
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @reduce_reduce() {
  %t = neuron.constant dense<[[[1.5, -0.25, 3.0], [0.5, 7.0, -1.0]], [[2.5, -0.75, 0.0], [1.0, 4.0, -6.0]]]> : tensor<2x2x3xf32>
  %s = neuron.reduce add %t dims = [1] : (tensor<2x2x3xf32>) -> tensor<2x3xf32>
  %y = neuron.reduce add %s dims = [1] : (tensor<2x3xf32>) -> tensor<2xf32>
  %z = neuron.reduce add %t dims = [1, 2] : (tensor<2x2x3xf32>) -> tensor<2xf32>
  neuron.check_close %y, %z : tensor<2xf32>, tensor<2xf32>
  return
}

// CHECK-LABEL: @transposed_weight
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @transposed_weight() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %a = neuron.transpose %x perm = [1, 0] : tensor<2x4xf32> to tensor<4x2xf32>
  %y = neuron.dot_general %x, %a batch = [] x [] contract = [1] x [0] : (tensor<2x4xf32>, tensor<4x2xf32>) -> tensor<2x2xf32>
  %z = neuron.dot_general %x, %x batch = [] x [] contract = [1] x [1] : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x2xf32>
  neuron.check_close %y, %z : tensor<2x2xf32>, tensor<2x2xf32>
  return
}

// CHECK-LABEL: @heads
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @heads() {
  %t = neuron.constant dense<[[[1.5, -0.25, 3.0], [0.5, 7.0, -1.0]], [[2.5, -0.75, 0.0], [1.0, 4.0, -6.0]]]> : tensor<2x2x3xf32>
  %a = neuron.transpose %t perm = [1, 0, 2] : tensor<2x2x3xf32> to tensor<2x2x3xf32>
  %b = neuron.transpose %t perm = [1, 2, 0] : tensor<2x2x3xf32> to tensor<2x3x2xf32>
  %y = neuron.dot_general %a, %b batch = [0] x [0] contract = [2] x [1] : (tensor<2x2x3xf32>, tensor<2x3x2xf32>) -> tensor<2x2x2xf32>
  %z = neuron.dot_general %t, %t batch = [1] x [1] contract = [2] x [2] : (tensor<2x2x3xf32>, tensor<2x2x3xf32>) -> tensor<2x2x2xf32>
  neuron.check_close %y, %z : tensor<2x2x2xf32>, tensor<2x2x2xf32>
  return
}

// The free dims would come in another order.
// CHECK-LABEL: @kept_transpose
func.func @kept_transpose(%a: tensor<2x3x4xf32>, %b: tensor<4x5xf32>) -> tensor<3x2x5xf32> {
  // CHECK: neuron.transpose
  %t = neuron.transpose %a perm = [1, 0, 2] : tensor<2x3x4xf32> to tensor<3x2x4xf32>
  %y = neuron.dot_general %t, %b batch = [] x [] contract = [2] x [0] : (tensor<3x2x4xf32>, tensor<4x5xf32>) -> tensor<3x2x5xf32>
  return %y : tensor<3x2x5xf32>
}

// A slice of two operands, and a pad with another value, stay.
// CHECK-LABEL: @kept_views
func.func @kept_views(%a: tensor<2xf32>, %b: tensor<2xf32>) -> (tensor<2xf32>, tensor<4xf32>) {
  // CHECK: neuron.slice
  %c = neuron.concat %a, %b dim = 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  %s = neuron.slice %c starts = [1] sizes = [2] strides = [1] : tensor<4xf32> to tensor<2xf32>
  // CHECK: neuron.pad
  // CHECK: neuron.pad
  %p = neuron.pad constant %a lo = [1] hi = [0] {value = 1.0} : tensor<2xf32> to tensor<3xf32>
  %q = neuron.pad constant %p lo = [1] hi = [0] {value = 2.0} : tensor<3xf32> to tensor<4xf32>
  return %s, %q : tensor<2xf32>, tensor<4xf32>
}

// Dead code vanishes, equal values are one.
// CHECK-LABEL: @dead_and_equal
func.func @dead_and_equal(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK-NEXT: %[[E:.*]] = neuron.unary exp
  // CHECK-NEXT: return %[[E]], %[[E]]
  %a = neuron.unary exp %x : tensor<4xf32>
  %b = neuron.unary exp %x : tensor<4xf32>
  %c = neuron.unary log %x : tensor<4xf32>
  return %a, %b : tensor<4xf32>, tensor<4xf32>
}

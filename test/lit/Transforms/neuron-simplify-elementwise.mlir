// RUN: neuron-opt %s --neuron-evaluate
// RUN: neuron-opt %s --neuron-simplify --neuron-evaluate
// RUN: neuron-opt %s --neuron-simplify | FileCheck %s

// In each function %y is written out and %z is the simpler form. The evaluator
// finds them equal; after the pass they are one value.

// CHECK-LABEL: @add_zero
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @add_zero() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %o = neuron.constant dense<0.0> : tensor<2x4xf32>
  %y = neuron.binary add %x, %o : tensor<2x4xf32>
  %z = neuron.cast %x : tensor<2x4xf32> to tensor<2x4xf32>
  neuron.check_close %y, %z : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

// CHECK-LABEL: @zero_plus
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @zero_plus() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %o = neuron.constant dense<0.0> : tensor<2x4xf32>
  %y = neuron.binary add %o, %x : tensor<2x4xf32>
  %z = neuron.cast %x : tensor<2x4xf32> to tensor<2x4xf32>
  neuron.check_close %y, %z : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

// CHECK-LABEL: @sub_zero
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @sub_zero() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %o = neuron.constant dense<0.0> : tensor<2x4xf32>
  %y = neuron.binary sub %x, %o : tensor<2x4xf32>
  %z = neuron.cast %x : tensor<2x4xf32> to tensor<2x4xf32>
  neuron.check_close %y, %z : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

// CHECK-LABEL: @times_one
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @times_one() {
  %i = neuron.constant dense<[[1, -2, 3, -4], [5, 6, -7, 8]]> : tensor<2x4xi32>
  %o = neuron.constant dense<1> : tensor<2x4xi32>
  %y = neuron.binary mul %o, %i : tensor<2x4xi32>
  %z = neuron.cast %i : tensor<2x4xi32> to tensor<2x4xi32>
  neuron.check_close %y, %z : tensor<2x4xi32>, tensor<2x4xi32>
  return
}

// CHECK-LABEL: @times_minus_one
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @times_minus_one() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %o = neuron.constant dense<-1.0> : tensor<2x4xf32>
  %y = neuron.binary mul %x, %o : tensor<2x4xf32>
  %z = neuron.unary neg %x : tensor<2x4xf32>
  neuron.check_close %y, %z : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

// CHECK-LABEL: @div_one
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @div_one() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %o = neuron.constant dense<1.0> : tensor<2x4xf32>
  %y = neuron.binary div %x, %o : tensor<2x4xf32>
  %z = neuron.cast %x : tensor<2x4xf32> to tensor<2x4xf32>
  neuron.check_close %y, %z : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

// The inverse of a power of two is exact.
// CHECK-LABEL: @div_four
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @div_four() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %o = neuron.constant dense<4.0> : tensor<2x4xf32>
  %y = neuron.binary div %x, %o : tensor<2x4xf32>
  %n = neuron.constant dense<0.25> : tensor<2x4xf32>
  %z = neuron.binary mul %x, %n : tensor<2x4xf32>
  neuron.check_close %y, %z : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

// CHECK-LABEL: @max_zero
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @max_zero() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %o = neuron.constant dense<0.0> : tensor<2x4xf32>
  %y = neuron.binary max %o, %x : tensor<2x4xf32>
  %z = neuron.unary relu %x : tensor<2x4xf32>
  neuron.check_close %y, %z : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

// CHECK-LABEL: @pow_one
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @pow_one() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %o = neuron.constant dense<1.0> : tensor<2x4xf32>
  %y = neuron.binary pow %x, %o : tensor<2x4xf32>
  %z = neuron.cast %x : tensor<2x4xf32> to tensor<2x4xf32>
  neuron.check_close %y, %z : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

// CHECK-LABEL: @pow_two
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @pow_two() {
  %i = neuron.constant dense<[[1, -2, 3, -4], [5, 6, -7, 8]]> : tensor<2x4xi32>
  %o = neuron.constant dense<2> : tensor<2x4xi32>
  %y = neuron.binary pow %i, %o : tensor<2x4xi32>
  %z = neuron.unary square %i : tensor<2x4xi32>
  neuron.check_close %y, %z : tensor<2x4xi32>, tensor<2x4xi32>
  return
}

// CHECK-LABEL: @pow_three
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @pow_three() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %o = neuron.constant dense<3.0> : tensor<2x4xf32>
  %y = neuron.binary pow %x, %o : tensor<2x4xf32>
  %s = neuron.unary square %x : tensor<2x4xf32>
  %z = neuron.binary mul %s, %x : tensor<2x4xf32>
  neuron.check_close %y, %z : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

// CHECK-LABEL: @pow_half
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @pow_half() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %a = neuron.unary abs %x : tensor<2x4xf32>
  %o = neuron.constant dense<0.5> : tensor<2x4xf32>
  %y = neuron.binary pow %a, %o : tensor<2x4xf32>
  %z = neuron.unary sqrt %a : tensor<2x4xf32>
  neuron.check_close %y, %z : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

// CHECK-LABEL: @pow_minus_half
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @pow_minus_half() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %a = neuron.unary abs %x : tensor<2x4xf32>
  %o = neuron.constant dense<-0.5> : tensor<2x4xf32>
  %y = neuron.binary pow %a, %o : tensor<2x4xf32>
  %z = neuron.unary rsqrt %a : tensor<2x4xf32>
  neuron.check_close %y, %z : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

// CHECK-LABEL: @pow_minus_one
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @pow_minus_one() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %o = neuron.constant dense<-1.0> : tensor<2x4xf32>
  %y = neuron.binary pow %x, %o : tensor<2x4xf32>
  %z = neuron.unary reciprocal %x : tensor<2x4xf32>
  neuron.check_close %y, %z : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

// CHECK-LABEL: @one_over
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @one_over() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %o = neuron.constant dense<1.0> : tensor<2x4xf32>
  %y = neuron.binary div %o, %x : tensor<2x4xf32>
  %z = neuron.unary reciprocal %x : tensor<2x4xf32>
  neuron.check_close %y, %z : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

// CHECK-LABEL: @zero_minus
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @zero_minus() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %o = neuron.constant dense<0.0> : tensor<2x4xf32>
  %y = neuron.binary sub %o, %x : tensor<2x4xf32>
  %z = neuron.unary neg %x : tensor<2x4xf32>
  neuron.check_close %y, %z : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

// CHECK-LABEL: @times_itself
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @times_itself() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %y = neuron.binary mul %x, %x : tensor<2x4xf32>
  %z = neuron.unary square %x : tensor<2x4xf32>
  neuron.check_close %y, %z : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

// CHECK-LABEL: @product_of_numbers
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @product_of_numbers() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %a = neuron.constant dense<3.0> : tensor<2x4xf32>
  %b = neuron.constant dense<0.5> : tensor<2x4xf32>
  %s = neuron.binary mul %a, %x : tensor<2x4xf32>
  %y = neuron.binary mul %s, %b : tensor<2x4xf32>
  %n = neuron.constant dense<1.5> : tensor<2x4xf32>
  %z = neuron.binary mul %x, %n : tensor<2x4xf32>
  neuron.check_close %y, %z : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

// CHECK-LABEL: @add_of_neg
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @add_of_neg() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %r = neuron.constant dense<[1.0, 2.0, -3.0, 0.5]> : tensor<4xf32>
  %s = neuron.unary neg %x : tensor<2x4xf32>
  %e = neuron.unary exp %x : tensor<2x4xf32>
  %y = neuron.binary add %e, %s : tensor<2x4xf32>
  %z = neuron.binary sub %e, %x : tensor<2x4xf32>
  neuron.check_close %y, %z : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

// CHECK-LABEL: @neg_plus
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @neg_plus() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %s = neuron.unary neg %x : tensor<2x4xf32>
  %e = neuron.unary exp %x : tensor<2x4xf32>
  %y = neuron.binary add %s, %e : tensor<2x4xf32>
  %z = neuron.binary sub %e, %x : tensor<2x4xf32>
  neuron.check_close %y, %z : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

// CHECK-LABEL: @sub_of_neg
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @sub_of_neg() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %s = neuron.unary neg %x : tensor<2x4xf32>
  %e = neuron.unary exp %x : tensor<2x4xf32>
  %y = neuron.binary sub %e, %s : tensor<2x4xf32>
  %z = neuron.binary add %e, %x : tensor<2x4xf32>
  neuron.check_close %y, %z : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

// Two inverses instead of sixteen quotients.
// CHECK-LABEL: @divide_rows
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @divide_rows() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %c = neuron.constant dense<[4.0, 0.25]> : tensor<2xf32>
  %w = neuron.concat %x, %x dim = 1 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x8xf32>
  %b = neuron.broadcast_in_dim %c dims = [0] : tensor<2xf32> to tensor<2x8xf32>
  %y = neuron.binary div %w, %b : tensor<2x8xf32>
  %n = neuron.unary reciprocal %c : tensor<2xf32>
  %d = neuron.broadcast_in_dim %n dims = [0] : tensor<2xf32> to tensor<2x8xf32>
  %z = neuron.binary mul %w, %d : tensor<2x8xf32>
  neuron.check_close %y, %z : tensor<2x8xf32>, tensor<2x8xf32>
  return
}

// CHECK-LABEL: @neg_neg
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @neg_neg() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %s = neuron.unary neg %x : tensor<2x4xf32>
  %y = neuron.unary neg %s : tensor<2x4xf32>
  %z = neuron.cast %x : tensor<2x4xf32> to tensor<2x4xf32>
  neuron.check_close %y, %z : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

// CHECK-LABEL: @not_not
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @not_not() {
  %p = neuron.constant dense<[[true, false, true, true], [false, false, true, false]]> : tensor<2x4xi1>
  %s = neuron.unary logical_not %p : tensor<2x4xi1>
  %y = neuron.unary logical_not %s : tensor<2x4xi1>
  %z = neuron.cast %p : tensor<2x4xi1> to tensor<2x4xi1>
  neuron.check_close %y, %z : tensor<2x4xi1>, tensor<2x4xi1>
  return
}

// CHECK-LABEL: @relu_relu
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @relu_relu() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %s = neuron.unary relu %x : tensor<2x4xf32>
  %y = neuron.unary relu %s : tensor<2x4xf32>
  %z = neuron.unary relu %x : tensor<2x4xf32>
  neuron.check_close %y, %z : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

// CHECK-LABEL: @reciprocal_sqrt
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @reciprocal_sqrt() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %a = neuron.unary abs %x : tensor<2x4xf32>
  %s = neuron.unary sqrt %a : tensor<2x4xf32>
  %y = neuron.unary reciprocal %s : tensor<2x4xf32>
  %z = neuron.unary rsqrt %a : tensor<2x4xf32>
  neuron.check_close %y, %z : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

// CHECK-LABEL: @known_select
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @known_select() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %t = neuron.constant dense<true> : tensor<2x4xi1>
  %n = neuron.unary neg %x : tensor<2x4xf32>
  %y = neuron.select %t, %n, %x : tensor<2x4xf32>
  %z = neuron.unary neg %x : tensor<2x4xf32>
  neuron.check_close %y, %z : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

// CHECK-LABEL: @same_select
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @same_select() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %p = neuron.constant dense<[[true, false, true, true], [false, false, true, false]]> : tensor<2x4xi1>
  %y = neuron.select %p, %x, %x : tensor<2x4xf32>
  %z = neuron.cast %x : tensor<2x4xf32> to tensor<2x4xf32>
  neuron.check_close %y, %z : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

// CHECK-LABEL: @select_of_not
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @select_of_not() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %p = neuron.constant dense<[[true, false, true, true], [false, false, true, false]]> : tensor<2x4xi1>
  %s = neuron.unary logical_not %p : tensor<2x4xi1>
  %n = neuron.unary exp %x : tensor<2x4xf32>
  %y = neuron.select %s, %n, %x : tensor<2x4xf32>
  %z = neuron.select %p, %x, %n : tensor<2x4xf32>
  neuron.check_close %y, %z : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

// CHECK-LABEL: @clamp_to_relu
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @clamp_to_relu() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %y = neuron.clamp %x min = 0.0 : tensor<2x4xf32>
  %z = neuron.unary relu %x : tensor<2x4xf32>
  neuron.check_close %y, %z : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

// CHECK-LABEL: @widening_cast
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @widening_cast() {
  %h = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xbf16>
  %s = neuron.cast %h : tensor<2x4xbf16> to tensor<2x4xf32>
  %y = neuron.cast %s : tensor<2x4xf32> to tensor<2x4xbf16>
  %z = neuron.cast %h : tensor<2x4xbf16> to tensor<2x4xbf16>
  neuron.check_close %y, %z : tensor<2x4xbf16>, tensor<2x4xbf16>
  return
}

// CHECK-LABEL: @widening_integers
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @widening_integers() {
  %i = neuron.constant dense<[[1, -2, 3, -4], [5, 6, -7, 8]]> : tensor<2x4xi32>
  %s = neuron.cast %i : tensor<2x4xi32> to tensor<2x4xi64>
  %y = neuron.cast %s : tensor<2x4xi64> to tensor<2x4xf32>
  %z = neuron.cast %i : tensor<2x4xi32> to tensor<2x4xf32>
  neuron.check_close %y, %z : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

// What must stay: each of these rules would change a value.
// CHECK-LABEL: @kept
func.func @kept(%x: tensor<4xf32>, %h: tensor<4xbf16>, %i: tensor<4xi32>, %r: tensor<2xbf16>, %s: tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xi32>, tensor<4xi32>, tensor<4xf32>, tensor<2x8xbf16>, tensor<4xf32>) {
  // Two roundings, once to bf16.
  // CHECK: %[[N:.*]] = neuron.cast %arg0 : tensor<4xf32> to tensor<4xbf16>
  // CHECK: neuron.cast %[[N]] : tensor<4xbf16> to tensor<4xf32>
  %a = neuron.cast %x : tensor<4xf32> to tensor<4xbf16>
  %b = neuron.cast %a : tensor<4xbf16> to tensor<4xf32>
  // 1 / 3 is no f32.
  // CHECK: neuron.binary div %arg0
  %three = neuron.constant dense<3.0> : tensor<4xf32>
  %c = neuron.binary div %x, %three : tensor<4xf32>
  // A quotient of integers truncates.
  // CHECK: neuron.binary div %arg2
  %four = neuron.constant dense<4> : tensor<4xi32>
  %d = neuron.binary div %i, %four : tensor<4xi32>
  // 300 wraps in eight bits.
  // CHECK: %[[W:.*]] = neuron.cast %arg2 : tensor<4xi32> to tensor<4xi8>
  // CHECK: neuron.cast %[[W]] : tensor<4xi8> to tensor<4xi32>
  %e = neuron.cast %i : tensor<4xi32> to tensor<4xi8>
  %f = neuron.cast %e : tensor<4xi8> to tensor<4xi32>
  // The product of the numbers is below the least f32.
  // CHECK: neuron.binary mul
  // CHECK-NEXT: neuron.binary mul
  %tiny = neuron.constant dense<1.0e-30> : tensor<4xf32>
  %g = neuron.binary mul %x, %tiny : tensor<4xf32>
  %j = neuron.binary mul %g, %tiny : tensor<4xf32>
  // The inverse of a bf16 has too few digits.
  // CHECK: neuron.binary div
  %k = neuron.broadcast_in_dim %r dims = [0] : tensor<2xbf16> to tensor<2x8xbf16>
  %l = neuron.broadcast_in_dim %h dims = [1] : tensor<4xbf16> to tensor<2x4xbf16>
  %m = neuron.concat %l, %l dim = 1 : (tensor<2x4xbf16>, tensor<2x4xbf16>) -> tensor<2x8xbf16>
  %n = neuron.binary div %m, %k : tensor<2x8xbf16>
  // Rounding sees the last bit of a quotient.
  // CHECK: neuron.binary div
  // CHECK-NEXT: neuron.unary round_even
  %o = neuron.broadcast_in_dim %s dims = [] : tensor<f32> to tensor<4xf32>
  %q = neuron.binary div %x, %o : tensor<4xf32>
  %t = neuron.unary round_even %q : tensor<4xf32>
  return %b, %c, %d, %f, %j, %n, %t : tensor<4xf32>, tensor<4xf32>, tensor<4xi32>, tensor<4xi32>, tensor<4xf32>, tensor<2x8xbf16>, tensor<4xf32>
}

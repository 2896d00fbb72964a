// RUN: neuron-opt %s --neuron-evaluate
// RUN: neuron-opt %s --neuron-simplify --neuron-evaluate
// RUN: neuron-opt %s --neuron-simplify | FileCheck %s

// In each function %y is written out and %z is the simpler form. The evaluator
// finds them equal; after the pass they are one value.

// CHECK-LABEL: @gelu
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] {
func.func @gelu() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %half = neuron.constant dense<0.5> : tensor<2x4xf32>
  %one = neuron.constant dense<1.0> : tensor<2x4xf32>
  %k = neuron.constant dense<0.70710677> : tensor<2x4xf32>
  %a = neuron.binary mul %x, %k : tensor<2x4xf32>
  %b = neuron.unary erf %a : tensor<2x4xf32>
  %c = neuron.binary add %b, %one : tensor<2x4xf32>
  %d = neuron.binary mul %x, %c : tensor<2x4xf32>
  %y = neuron.binary mul %d, %half : tensor<2x4xf32>
  %z = neuron.unary gelu %x : tensor<2x4xf32>
  neuron.check_close %y, %z {rtol = 1.0e-5, atol = 1.0e-5} : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

// CHECK-LABEL: @gelu_divided
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] {
func.func @gelu_divided() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %half = neuron.constant dense<0.5> : tensor<2x4xf32>
  %one = neuron.constant dense<1.0> : tensor<2x4xf32>
  %k = neuron.constant dense<1.41421354> : tensor<2x4xf32>
  %a = neuron.binary div %x, %k : tensor<2x4xf32>
  %b = neuron.unary erf %a : tensor<2x4xf32>
  %c = neuron.binary add %one, %b : tensor<2x4xf32>
  %d = neuron.binary mul %x, %half : tensor<2x4xf32>
  %y = neuron.binary mul %d, %c : tensor<2x4xf32>
  %z = neuron.unary gelu %x : tensor<2x4xf32>
  neuron.check_close %y, %z {rtol = 1.0e-5, atol = 1.0e-5} : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

// CHECK-LABEL: @gelu_tanh
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] {
func.func @gelu_tanh() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %half = neuron.constant dense<0.5> : tensor<2x4xf32>
  %one = neuron.constant dense<1.0> : tensor<2x4xf32>
  %k = neuron.constant dense<0.7978846> : tensor<2x4xf32>
  %q = neuron.constant dense<0.044715> : tensor<2x4xf32>
  %t = neuron.constant dense<3.0> : tensor<2x4xf32>
  %p = neuron.binary pow %x, %t : tensor<2x4xf32>
  %a = neuron.binary mul %q, %p : tensor<2x4xf32>
  %b = neuron.binary add %x, %a : tensor<2x4xf32>
  %c = neuron.binary mul %b, %k : tensor<2x4xf32>
  %d = neuron.unary tanh %c : tensor<2x4xf32>
  %e = neuron.binary add %d, %one : tensor<2x4xf32>
  %g = neuron.binary mul %half, %x : tensor<2x4xf32>
  %y = neuron.binary mul %g, %e : tensor<2x4xf32>
  %z = neuron.unary gelu_tanh %x : tensor<2x4xf32>
  neuron.check_close %y, %z {rtol = 1.0e-5, atol = 1.0e-5} : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

// CHECK-LABEL: @gelu_tanh_factored
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] {
func.func @gelu_tanh_factored() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %half = neuron.constant dense<0.5> : tensor<2x4xf32>
  %one = neuron.constant dense<1.0> : tensor<2x4xf32>
  %k = neuron.constant dense<0.7978846> : tensor<2x4xf32>
  %q = neuron.constant dense<0.044715> : tensor<2x4xf32>
  %s = neuron.binary mul %x, %x : tensor<2x4xf32>
  %a = neuron.binary mul %q, %s : tensor<2x4xf32>
  %b = neuron.binary add %one, %a : tensor<2x4xf32>
  %c = neuron.binary mul %x, %k : tensor<2x4xf32>
  %d = neuron.binary mul %c, %b : tensor<2x4xf32>
  %e = neuron.unary tanh %d : tensor<2x4xf32>
  %g = neuron.binary add %e, %one : tensor<2x4xf32>
  %h = neuron.binary mul %x, %g : tensor<2x4xf32>
  %y = neuron.binary mul %h, %half : tensor<2x4xf32>
  %z = neuron.unary gelu_tanh %x : tensor<2x4xf32>
  neuron.check_close %y, %z {rtol = 1.0e-5, atol = 1.0e-5} : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

// CHECK-LABEL: @silu
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @silu() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %s = neuron.unary sigmoid %x : tensor<2x4xf32>
  %y = neuron.binary mul %s, %x : tensor<2x4xf32>
  %z = neuron.unary silu %x : tensor<2x4xf32>
  neuron.check_close %y, %z : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

// CHECK-LABEL: @gelu_sigmoid
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @gelu_sigmoid() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %k = neuron.constant dense<1.702> : tensor<2x4xf32>
  %a = neuron.binary mul %x, %k : tensor<2x4xf32>
  %s = neuron.unary sigmoid %a : tensor<2x4xf32>
  %y = neuron.binary mul %x, %s : tensor<2x4xf32>
  %z = neuron.unary gelu_sigmoid %x : tensor<2x4xf32>
  neuron.check_close %y, %z : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

// CHECK-LABEL: @mish
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @mish() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %s = neuron.unary softplus %x : tensor<2x4xf32>
  %t = neuron.unary tanh %s : tensor<2x4xf32>
  %y = neuron.binary mul %x, %t : tensor<2x4xf32>
  %z = neuron.unary mish %x : tensor<2x4xf32>
  neuron.check_close %y, %z : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

// CHECK-LABEL: @sigmoid
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @sigmoid() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %one = neuron.constant dense<1.0> : tensor<2x4xf32>
  %n = neuron.unary neg %x : tensor<2x4xf32>
  %e = neuron.unary exp %n : tensor<2x4xf32>
  %s = neuron.binary add %one, %e : tensor<2x4xf32>
  %y = neuron.binary div %one, %s : tensor<2x4xf32>
  %z = neuron.unary sigmoid %x : tensor<2x4xf32>
  neuron.check_close %y, %z : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

// CHECK-LABEL: @softplus
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @softplus() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %one = neuron.constant dense<1.0> : tensor<2x4xf32>
  %e = neuron.unary exp %x : tensor<2x4xf32>
  %s = neuron.binary add %e, %one : tensor<2x4xf32>
  %y = neuron.unary log %s : tensor<2x4xf32>
  %z = neuron.unary softplus %x : tensor<2x4xf32>
  neuron.check_close %y, %z : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

// CHECK-LABEL: @softplus_log1p
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] :
func.func @softplus_log1p() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %e = neuron.unary exp %x : tensor<2x4xf32>
  %y = neuron.unary log1p %e : tensor<2x4xf32>
  %z = neuron.unary softplus %x : tensor<2x4xf32>
  neuron.check_close %y, %z : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

// As exporters before opset 17 write it.
// CHECK-LABEL: @layer_norm
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] {
func.func @layer_norm() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %r = neuron.constant dense<[1.0, 2.0, -3.0, 0.5]> : tensor<4xf32>
  %r2 = neuron.constant dense<[0.5, -1.0, 2.0, 0.25]> : tensor<4xf32>
  %mus = neuron.reduce add %x dims = [1] : (tensor<2x4xf32>) -> tensor<2xf32>
  %muk = neuron.reshape %mus : tensor<2xf32> to tensor<2x1xf32>
  %mun = neuron.constant dense<4.0> : tensor<2x1xf32>
  %mu = neuron.binary div %muk, %mun : tensor<2x1xf32>
  %mb = neuron.broadcast_in_dim %mu dims = [0, 1] : tensor<2x1xf32> to tensor<2x4xf32>
  %cen = neuron.binary sub %x, %mb : tensor<2x4xf32>
  %two = neuron.constant dense<2.0> : tensor<2x4xf32>
  %sq = neuron.binary pow %cen, %two : tensor<2x4xf32>
  %vas = neuron.reduce add %sq dims = [1] : (tensor<2x4xf32>) -> tensor<2xf32>
  %vak = neuron.reshape %vas : tensor<2xf32> to tensor<2x1xf32>
  %van = neuron.constant dense<4.0> : tensor<2x1xf32>
  %va = neuron.binary div %vak, %van : tensor<2x1xf32>
  %eps = neuron.constant dense<1.0e-5> : tensor<2x1xf32>
  %ve = neuron.binary add %va, %eps : tensor<2x1xf32>
  %sd = neuron.unary sqrt %ve : tensor<2x1xf32>
  %sb = neuron.broadcast_in_dim %sd dims = [0, 1] : tensor<2x1xf32> to tensor<2x4xf32>
  %nrm = neuron.binary div %cen, %sb : tensor<2x4xf32>
  %rb = neuron.broadcast_in_dim %r dims = [1] : tensor<4xf32> to tensor<2x4xf32>
  %sc = neuron.binary mul %nrm, %rb : tensor<2x4xf32>
  %r2b = neuron.broadcast_in_dim %r2 dims = [1] : tensor<4xf32> to tensor<2x4xf32>
  %y = neuron.binary add %sc, %r2b : tensor<2x4xf32>
  %z = neuron.layer_norm %x scale(%r : tensor<4xf32>) bias(%r2 : tensor<4xf32>) axis = 1 epsilon = 9.9999997473787516E-6 : tensor<2x4xf32>
  neuron.check_close %y, %z {rtol = 1.0e-5, atol = 1.0e-5} : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

// CHECK-LABEL: @layer_norm_plain
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] {
func.func @layer_norm_plain() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %mus = neuron.reduce add %x dims = [1] : (tensor<2x4xf32>) -> tensor<2xf32>
  %muk = neuron.reshape %mus : tensor<2xf32> to tensor<2x1xf32>
  %mun = neuron.constant dense<4.0> : tensor<2x1xf32>
  %mu = neuron.binary div %muk, %mun : tensor<2x1xf32>
  %mb = neuron.broadcast_in_dim %mu dims = [0, 1] : tensor<2x1xf32> to tensor<2x4xf32>
  %cen = neuron.binary sub %x, %mb : tensor<2x4xf32>
  %two = neuron.constant dense<2.0> : tensor<2x4xf32>
  %sq = neuron.binary pow %cen, %two : tensor<2x4xf32>
  %vas = neuron.reduce add %sq dims = [1] : (tensor<2x4xf32>) -> tensor<2xf32>
  %vak = neuron.reshape %vas : tensor<2xf32> to tensor<2x1xf32>
  %van = neuron.constant dense<4.0> : tensor<2x1xf32>
  %va = neuron.binary div %vak, %van : tensor<2x1xf32>
  %eps = neuron.constant dense<1.0e-5> : tensor<2x1xf32>
  %ve = neuron.binary add %va, %eps : tensor<2x1xf32>
  %sd = neuron.unary sqrt %ve : tensor<2x1xf32>
  %sb = neuron.broadcast_in_dim %sd dims = [0, 1] : tensor<2x1xf32> to tensor<2x4xf32>
  %y = neuron.binary div %cen, %sb : tensor<2x4xf32>
  %z = neuron.layer_norm %x axis = 1 epsilon = 9.9999997473787516E-6 : tensor<2x4xf32>
  neuron.check_close %y, %z {rtol = 1.0e-5, atol = 1.0e-5} : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

// CHECK-LABEL: @rms_norm
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] {
func.func @rms_norm() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %r = neuron.constant dense<[1.0, 2.0, -3.0, 0.5]> : tensor<4xf32>
  %sq = neuron.unary square %x : tensor<2x4xf32>
  %vas = neuron.reduce add %sq dims = [1] : (tensor<2x4xf32>) -> tensor<2xf32>
  %vak = neuron.reshape %vas : tensor<2xf32> to tensor<2x1xf32>
  %van = neuron.constant dense<4.0> : tensor<2x1xf32>
  %va = neuron.binary div %vak, %van : tensor<2x1xf32>
  %eps = neuron.constant dense<1.0e-5> : tensor<2x1xf32>
  %ve = neuron.binary add %va, %eps : tensor<2x1xf32>
  %sd = neuron.unary rsqrt %ve : tensor<2x1xf32>
  %sb = neuron.broadcast_in_dim %sd dims = [0, 1] : tensor<2x1xf32> to tensor<2x4xf32>
  %nrm = neuron.binary mul %x, %sb : tensor<2x4xf32>
  %rb = neuron.broadcast_in_dim %r dims = [1] : tensor<4xf32> to tensor<2x4xf32>
  %y = neuron.binary mul %rb, %nrm : tensor<2x4xf32>
  %z = neuron.rms_norm %x scale(%r : tensor<4xf32>) axis = 1 epsilon = 9.9999997473787516E-6 : tensor<2x4xf32>
  neuron.check_close %y, %z {rtol = 1.0e-5, atol = 1.0e-5} : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

// Widened and narrowed again: that is what the op does.
// CHECK-LABEL: @rms_norm_bf16
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] {
func.func @rms_norm_bf16() {
  %h = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xbf16>
  %x = neuron.cast %h : tensor<2x4xbf16> to tensor<2x4xf32>
  %sq = neuron.unary square %x : tensor<2x4xf32>
  %vas = neuron.reduce add %sq dims = [1] : (tensor<2x4xf32>) -> tensor<2xf32>
  %vak = neuron.reshape %vas : tensor<2xf32> to tensor<2x1xf32>
  %van = neuron.constant dense<4.0> : tensor<2x1xf32>
  %va = neuron.binary div %vak, %van : tensor<2x1xf32>
  %eps = neuron.constant dense<1.0e-5> : tensor<2x1xf32>
  %ve = neuron.binary add %va, %eps : tensor<2x1xf32>
  %sd = neuron.unary rsqrt %ve : tensor<2x1xf32>
  %sb = neuron.broadcast_in_dim %sd dims = [0, 1] : tensor<2x1xf32> to tensor<2x4xf32>
  %nrm = neuron.binary mul %x, %sb : tensor<2x4xf32>
  %y = neuron.cast %nrm : tensor<2x4xf32> to tensor<2x4xbf16>
  %z = neuron.rms_norm %h axis = 1 epsilon = 9.9999997473787516E-6 : tensor<2x4xbf16>
  neuron.check_close %y, %z {rtol = 1.0e-2, atol = 1.0e-2} : tensor<2x4xbf16>, tensor<2x4xbf16>
  return
}

// CHECK-LABEL: @softmax
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] {
func.func @softmax() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %mx = neuron.reduce max %x dims = [1] : (tensor<2x4xf32>) -> tensor<2xf32>
  %mk = neuron.reshape %mx : tensor<2xf32> to tensor<2x1xf32>
  %mb = neuron.broadcast_in_dim %mk dims = [0, 1] : tensor<2x1xf32> to tensor<2x4xf32>
  %cen = neuron.binary sub %x, %mb : tensor<2x4xf32>
  %ex = neuron.unary exp %cen : tensor<2x4xf32>
  %su = neuron.reduce add %ex dims = [1] : (tensor<2x4xf32>) -> tensor<2xf32>
  %sk = neuron.reshape %su : tensor<2xf32> to tensor<2x1xf32>
  %sb = neuron.broadcast_in_dim %sk dims = [0, 1] : tensor<2x1xf32> to tensor<2x4xf32>
  %y = neuron.binary div %ex, %sb : tensor<2x4xf32>
  %z = neuron.softmax %x dim = 1 : tensor<2x4xf32>
  neuron.check_close %y, %z {rtol = 1.0e-5, atol = 1.0e-5} : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

// CHECK-LABEL: @log_softmax
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] {
func.func @log_softmax() {
  %x = neuron.constant dense<[[1.5, -0.25, 3.0, -2.0], [0.5, 7.0, -1.0, 0.125]]> : tensor<2x4xf32>
  %mx = neuron.reduce max %x dims = [1] : (tensor<2x4xf32>) -> tensor<2xf32>
  %mk = neuron.reshape %mx : tensor<2xf32> to tensor<2x1xf32>
  %mb = neuron.broadcast_in_dim %mk dims = [0, 1] : tensor<2x1xf32> to tensor<2x4xf32>
  %cen = neuron.binary sub %x, %mb : tensor<2x4xf32>
  %ex = neuron.unary exp %cen : tensor<2x4xf32>
  %su = neuron.reduce add %ex dims = [1] : (tensor<2x4xf32>) -> tensor<2xf32>
  %lg = neuron.unary log %su : tensor<2xf32>
  %sk = neuron.reshape %lg : tensor<2xf32> to tensor<2x1xf32>
  %sb = neuron.broadcast_in_dim %sk dims = [0, 1] : tensor<2x1xf32> to tensor<2x4xf32>
  %y = neuron.binary sub %cen, %sb : tensor<2x4xf32>
  %z = neuron.log_softmax %x dim = 1 : tensor<2x4xf32>
  neuron.check_close %y, %z {rtol = 1.0e-5, atol = 1.0e-5} : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

// CHECK-LABEL: @attention
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] {
func.func @attention() {
  %q = neuron.constant dense<[[[[1.0, 0.5], [-0.25, 2.0], [0.125, -1.0]]], [[[0.75, 1.5], [-2.0, 0.25], [1.0, -0.5]]]]> : tensor<2x1x3x2xf32>
  %k = neuron.constant dense<[[[[0.5, -0.5], [1.25, 1.0], [0.125, 1.0]]], [[[-0.75, 0.5], [1.0, 0.25], [1.0, 0.5]]]]> : tensor<2x1x3x2xf32>
  %kt = neuron.transpose %k perm = [0, 1, 3, 2] : tensor<2x1x3x2xf32> to tensor<2x1x2x3xf32>
  %qk = neuron.dot_general %q, %kt batch = [0, 1] x [0, 1] contract = [3] x [2] : (tensor<2x1x3x2xf32>, tensor<2x1x2x3xf32>) -> tensor<2x1x3x3xf32>
  %s = neuron.constant dense<0.5> : tensor<2x1x3x3xf32>
  %qs = neuron.binary mul %qk, %s : tensor<2x1x3x3xf32>
  %p = neuron.softmax %qs dim = 3 : tensor<2x1x3x3xf32>
  %y = neuron.dot_general %p, %k batch = [0, 1] x [0, 1] contract = [3] x [2] : (tensor<2x1x3x3xf32>, tensor<2x1x3x2xf32>) -> tensor<2x1x3x2xf32>
  %z = neuron.attention %q, %k, %k scale = 0.5 : (tensor<2x1x3x2xf32>, tensor<2x1x3x2xf32>, tensor<2x1x3x2xf32>) -> tensor<2x1x3x2xf32>
  neuron.check_close %y, %z {rtol = 1.0e-5, atol = 1.0e-5} : tensor<2x1x3x2xf32>, tensor<2x1x3x2xf32>
  return
}

// As PyTorch's ONNX exporter writes it.
// CHECK-LABEL: @scaled_sides_and_nan
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] {
func.func @scaled_sides_and_nan() {
  %q = neuron.constant dense<[[[[1.0, 0.5], [-0.25, 2.0], [0.125, -1.0]]], [[[0.75, 1.5], [-2.0, 0.25], [1.0, -0.5]]]]> : tensor<2x1x3x2xf32>
  %k = neuron.constant dense<[[[[0.5, -0.5], [1.25, 1.0], [0.125, 1.0]]], [[[-0.75, 0.5], [1.0, 0.25], [1.0, 0.5]]]]> : tensor<2x1x3x2xf32>
  %h2 = neuron.constant dense<0.25> : tensor<2x1x3x2xf32>
  %hh = neuron.constant dense<2.0> : tensor<2x1x3x2xf32>
  %qh = neuron.binary mul %q, %h2 : tensor<2x1x3x2xf32>
  %ks = neuron.binary mul %k, %hh : tensor<2x1x3x2xf32>
  %kt = neuron.transpose %ks perm = [0, 1, 3, 2] : tensor<2x1x3x2xf32> to tensor<2x1x2x3xf32>
  %qk = neuron.dot_general %qh, %kt batch = [0, 1] x [0, 1] contract = [3] x [2] : (tensor<2x1x3x2xf32>, tensor<2x1x2x3xf32>) -> tensor<2x1x3x3xf32>
  %sm = neuron.softmax %qk dim = 3 : tensor<2x1x3x3xf32>
  %nan = neuron.unary is_nan %sm : tensor<2x1x3x3xf32>
  %zero = neuron.constant dense<0.0> : tensor<2x1x3x3xf32>
  %p = neuron.select %nan, %zero, %sm : tensor<2x1x3x3xf32>
  %y = neuron.dot_general %p, %k batch = [0, 1] x [0, 1] contract = [3] x [2] : (tensor<2x1x3x3xf32>, tensor<2x1x3x2xf32>) -> tensor<2x1x3x2xf32>
  %z = neuron.attention %q, %k, %k scale = 0.5 : (tensor<2x1x3x2xf32>, tensor<2x1x3x2xf32>, tensor<2x1x3x2xf32>) -> tensor<2x1x3x2xf32>
  neuron.check_close %y, %z {rtol = 1.0e-5, atol = 1.0e-5} : tensor<2x1x3x2xf32>, tensor<2x1x3x2xf32>
  return
}

// The mask keeps its own size.
// CHECK-LABEL: @masked_attention
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] {
func.func @masked_attention() {
  %q = neuron.constant dense<[[[[1.0, 0.5], [-0.25, 2.0], [0.125, -1.0]]], [[[0.75, 1.5], [-2.0, 0.25], [1.0, -0.5]]]]> : tensor<2x1x3x2xf32>
  %k = neuron.constant dense<[[[[0.5, -0.5], [1.25, 1.0], [0.125, 1.0]]], [[[-0.75, 0.5], [1.0, 0.25], [1.0, 0.5]]]]> : tensor<2x1x3x2xf32>
  %m = neuron.constant dense<[[[[0.0, -1.0, -2.0], [0.5, 0.0, -3.0], [0.0, 0.0, 0.25]]]]> : tensor<1x1x3x3xf32>
  %kt = neuron.transpose %k perm = [0, 1, 3, 2] : tensor<2x1x3x2xf32> to tensor<2x1x2x3xf32>
  %qk = neuron.dot_general %q, %kt batch = [0, 1] x [0, 1] contract = [3] x [2] : (tensor<2x1x3x2xf32>, tensor<2x1x2x3xf32>) -> tensor<2x1x3x3xf32>
  %s = neuron.constant dense<0.5> : tensor<2x1x3x3xf32>
  %qs = neuron.binary mul %qk, %s : tensor<2x1x3x3xf32>
  %mb = neuron.broadcast_in_dim %m dims = [0, 1, 2, 3] : tensor<1x1x3x3xf32> to tensor<2x1x3x3xf32>
  %qm = neuron.binary add %mb, %qs : tensor<2x1x3x3xf32>
  %p = neuron.softmax %qm dim = 3 : tensor<2x1x3x3xf32>
  %y = neuron.dot_general %p, %k batch = [0, 1] x [0, 1] contract = [3] x [2] : (tensor<2x1x3x3xf32>, tensor<2x1x3x2xf32>) -> tensor<2x1x3x2xf32>
  %z = neuron.attention %q, %k, %k mask %m scale = 0.5 : (tensor<2x1x3x2xf32>, tensor<2x1x3x2xf32>, tensor<2x1x3x2xf32>, tensor<1x1x3x3xf32>) -> tensor<2x1x3x2xf32>
  neuron.check_close %y, %z {rtol = 1.0e-5, atol = 1.0e-5} : tensor<2x1x3x2xf32>, tensor<2x1x3x2xf32>
  return
}

// A constant mask that says no more than causal.
// CHECK-LABEL: @causal_mask
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] {
func.func @causal_mask() {
  %q = neuron.constant dense<[[[[1.0, 0.5], [-0.25, 2.0], [0.125, -1.0]]], [[[0.75, 1.5], [-2.0, 0.25], [1.0, -0.5]]]]> : tensor<2x1x3x2xf32>
  %k = neuron.constant dense<[[[[0.5, -0.5], [1.25, 1.0], [0.125, 1.0]]], [[[-0.75, 0.5], [1.0, 0.25], [1.0, 0.5]]]]> : tensor<2x1x3x2xf32>
  %cm = neuron.constant dense<[[[[0.0, 0.0, -3.40282347E+38], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]]]> : tensor<1x1x3x3xf32>
  %y = neuron.attention %q, %k, %k mask %cm scale = 0.5 : (tensor<2x1x3x2xf32>, tensor<2x1x3x2xf32>, tensor<2x1x3x2xf32>, tensor<1x1x3x3xf32>) -> tensor<2x1x3x2xf32>
  %z = neuron.attention %q, %k, %k scale = 0.5 {causal = true, causal_offset = 1 : i64} : (tensor<2x1x3x2xf32>, tensor<2x1x3x2xf32>, tensor<2x1x3x2xf32>) -> tensor<2x1x3x2xf32>
  neuron.check_close %y, %z {rtol = 1.0e-5, atol = 1.0e-5} : tensor<2x1x3x2xf32>, tensor<2x1x3x2xf32>
  return
}

// A constant mask that keeps every key is none.
// CHECK-LABEL: @mask_of_all_keys
// CHECK: neuron.check_close %[[Y:.*]], %[[Y]] {
// CHECK: neuron.check_close %[[Y]], %[[Y]] {
func.func @mask_of_all_keys() {
  %q = neuron.constant dense<[[[[1.0, 0.5], [-0.25, 2.0], [0.125, -1.0]]]]> : tensor<1x1x3x2xf32>
  %true = neuron.constant dense<true> : tensor<1x1x3x3xi1>
  %zero = neuron.constant dense<0.0> : tensor<1x1x3x3xf32>
  %y = neuron.attention %q, %q, %q scale = 0.5 : (tensor<1x1x3x2xf32>, tensor<1x1x3x2xf32>, tensor<1x1x3x2xf32>) -> tensor<1x1x3x2xf32>
  %a = neuron.attention %q, %q, %q mask %true scale = 0.5 : (tensor<1x1x3x2xf32>, tensor<1x1x3x2xf32>, tensor<1x1x3x2xf32>, tensor<1x1x3x3xi1>) -> tensor<1x1x3x2xf32>
  %b = neuron.attention %q, %q, %q mask %zero scale = 0.5 : (tensor<1x1x3x2xf32>, tensor<1x1x3x2xf32>, tensor<1x1x3x2xf32>, tensor<1x1x3x3xf32>) -> tensor<1x1x3x2xf32>
  neuron.check_close %y, %a {rtol = 1.0e-5, atol = 1.0e-5} : tensor<1x1x3x2xf32>, tensor<1x1x3x2xf32>
  neuron.check_close %y, %b {rtol = 1.0e-5, atol = 1.0e-5} : tensor<1x1x3x2xf32>, tensor<1x1x3x2xf32>
  return
}

// Near misses stay as they are.
// CHECK-LABEL: @kept
func.func @kept(%x: tensor<4xf32>, %w: tensor<4xf32>, %t: tensor<2x4xf32>, %h: tensor<1x1x2x4xf32>) -> (tensor<1x1x2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2x4xf32>) {
  // Another factor than 1 / sqrt(2).
  // CHECK: neuron.unary erf
  // CHECK-NOT: neuron.unary gelu
  %half = neuron.constant dense<0.5> : tensor<4xf32>
  %one = neuron.constant dense<1.0> : tensor<4xf32>
  %k = neuron.constant dense<0.8> : tensor<4xf32>
  %a = neuron.binary mul %x, %k : tensor<4xf32>
  %b = neuron.unary erf %a : tensor<4xf32>
  %c = neuron.binary add %b, %one : tensor<4xf32>
  %d = neuron.binary mul %x, %c : tensor<4xf32>
  %e = neuron.binary mul %d, %half : tensor<4xf32>
  // The sigmoid of another value.
  // CHECK: neuron.unary sigmoid
  // CHECK-NOT: neuron.unary silu
  %s = neuron.unary sigmoid %w : tensor<4xf32>
  %f = neuron.binary mul %x, %s : tensor<4xf32>
  // Over a leading dim, which layer_norm does not do.
  // CHECK: neuron.unary rsqrt
  // CHECK-NOT: neuron.rms_norm
  %q = neuron.unary square %t : tensor<2x4xf32>
  %r = neuron.reduce add %q dims = [0] : (tensor<2x4xf32>) -> tensor<4xf32>
  %m = neuron.binary mul %r, %half : tensor<4xf32>
  %v = neuron.binary add %m, %k : tensor<4xf32>
  %i = neuron.unary rsqrt %v : tensor<4xf32>
  %j = neuron.broadcast_in_dim %i dims = [1] : tensor<4xf32> to tensor<2x4xf32>
  %g = neuron.binary mul %t, %j : tensor<2x4xf32>
  // A row without any key, and a row that keeps more than its causal part.
  // CHECK: neuron.attention {{.*}} mask
  // CHECK: neuron.attention {{.*}} mask
  %m1 = neuron.constant dense<[[[[false, false], [true, false]]]]> : tensor<1x1x2x2xi1>
  %m2 = neuron.constant dense<[[[[true, false], [false, true]]]]> : tensor<1x1x2x2xi1>
  %n1 = neuron.attention %h, %h, %h mask %m1 scale = 1.0 : (tensor<1x1x2x4xf32>, tensor<1x1x2x4xf32>, tensor<1x1x2x4xf32>, tensor<1x1x2x2xi1>) -> tensor<1x1x2x4xf32>
  %n2 = neuron.attention %n1, %h, %h mask %m2 scale = 1.0 : (tensor<1x1x2x4xf32>, tensor<1x1x2x4xf32>, tensor<1x1x2x4xf32>, tensor<1x1x2x2xi1>) -> tensor<1x1x2x4xf32>
  // CHECK: return
  return %n2, %e, %f, %g : tensor<1x1x2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2x4xf32>
}

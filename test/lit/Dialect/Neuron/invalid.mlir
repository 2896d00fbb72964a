// RUN: neuron-opt %s --split-input-file --verify-diagnostics

// One case for each rule (C1..Cn) of each op, named after it.

func.func @constant_c1() {
  // expected-error @below {{'neuron.constant' op 'value' must be a dense attribute}}
  %0 = "neuron.constant"() {value = dense_resource<r> : tensor<2xf32>} : () -> tensor<2xf32>
  return
}

{-# dialect_resources: { builtin: { r: "0x040000000000000000000000" } } #-}

// -----

func.func @weight_c1() {
  // expected-error @below {{'name' must not be empty}}
  %0 = neuron.weight "" : tensor<2xf32>
  return
}

// -----

func.func @unary_c1_float(%x: tensor<2xi32>) {
  // expected-error @below {{'exp' takes float elements, but got 'i32'}}
  %0 = neuron.unary exp %x : tensor<2xi32>
  return
}

// -----

func.func @unary_c1_bool(%x: tensor<2xi32>) {
  // expected-error @below {{'logical_not' takes i1 elements, but got 'i32'}}
  %0 = neuron.unary logical_not %x : tensor<2xi32>
  return
}

// -----

func.func @unary_c1_integer(%x: tensor<2xf32>) {
  // expected-error @below {{'bitwise_not' takes integer elements, but got 'f32'}}
  %0 = neuron.unary bitwise_not %x : tensor<2xf32>
  return
}

// -----

func.func @unary_c2(%x: tensor<2xf32>) {
  // expected-error @below {{'result' must have the type 'tensor<2xi1>', but got 'tensor<2xf32>'}}
  %0 = "neuron.unary"(%x) {fn = #neuron<unary_fn is_nan>} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @binary_c1_arith(%x: tensor<2xi1>) {
  // expected-error @below {{'add' takes float or integer elements, but got 'i1'}}
  %0 = neuron.binary add %x, %x : tensor<2xi1>
  return
}

// -----

func.func @binary_c1_logic(%x: tensor<2xf32>) {
  // expected-error @below {{'and' takes integer or i1 elements, but got 'f32'}}
  %0 = neuron.binary and %x, %x : tensor<2xf32>
  return
}

// -----

func.func @binary_c1_shift(%x: tensor<2xf32>) {
  // expected-error @below {{'shl' takes integer elements, but got 'f32'}}
  %0 = neuron.binary shl %x, %x : tensor<2xf32>
  return
}

// -----

func.func @binary_types(%x: tensor<2xf32>, %y: tensor<1xf32>) {
  // expected-error @below {{failed to verify that all of {lhs, rhs, result} have same type}}
  %0 = "neuron.binary"(%x, %y) {fn = #neuron<binary_fn add>} : (tensor<2xf32>, tensor<1xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @compare_c1(%x: tensor<2xf32>) {
  // expected-error @below {{'result' must have the shape [2], but got [3]}}
  %0 = "neuron.compare"(%x, %x) {fn = #neuron<compare_fn lt>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xi1>
  return
}

// -----

func.func @select_shape(%p: tensor<1xi1>, %x: tensor<2xf32>) {
  // expected-error @below {{predicate has the operands' shape and i1 elements}}
  %0 = "neuron.select"(%p, %x, %x) : (tensor<1xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @clamp_c1(%x: tensor<2xi1>) {
  // expected-error @below {{'x' must have float or integer elements, but got 'i1'}}
  %0 = neuron.clamp %x min = 0.0 : tensor<2xi1>
  return
}

// -----

func.func @clamp_c2_none(%x: tensor<2xf32>) {
  // expected-error @below {{must have 'min' or 'max', but got neither}}
  %0 = neuron.clamp %x : tensor<2xf32>
  return
}

// -----

func.func @clamp_c2_nan(%x: tensor<2xf32>) {
  // expected-error @below {{'min' and 'max' must be numbers, but got NaN}}
  %0 = neuron.clamp %x min = 0x7FF8000000000000 : tensor<2xf32>
  return
}

// -----

func.func @cast_c1(%x: tensor<2xf32>) {
  // expected-error @below {{'result' must have the shape [2], but got [3]}}
  %0 = neuron.cast %x : tensor<2xf32> to tensor<3xf16>
  return
}

// -----

func.func @bounded_size(%x: tensor<2xf32>) {
  // expected-error @below {{must be statically shaped tensor with fewer than 2^40 elements}}
  %0 = neuron.broadcast_in_dim %x dims = [0] : tensor<2xf32> to tensor<2x1099511627776xf32>
  return
}

// -----

func.func @static_shape(%x: tensor<?xf32>) {
  // expected-error @below {{must be statically shaped tensor}}
  %0 = neuron.unary exp %x : tensor<?xf32>
  return
}

// -----

func.func @dot_general_c1_batch(%a: tensor<2x3xf32>) {
  // expected-error @below {{batch lists must be of equal length, but got [0] and []}}
  %0 = neuron.dot_general %a, %a batch = [0] x [] contract = [1] x [1] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @dot_general_c1_contract(%a: tensor<2x3xf32>) {
  // expected-error @below {{contract lists must be of equal length, but got [1] and []}}
  %0 = neuron.dot_general %a, %a batch = [] x [] contract = [1] x [] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @dot_general_c2(%a: tensor<2x3xf32>) {
  // expected-error @below {{'lhs' dims must be different dims of 'tensor<2x3xf32>', but got [1] and [1]}}
  %0 = neuron.dot_general %a, %a batch = [1] x [0] contract = [1] x [1] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @dot_general_c3(%a: tensor<2x3xf32>) {
  // expected-error @below {{contract dims must have equal sizes, but got 3 (lhs dim 1) and 2 (rhs dim 0)}}
  %0 = neuron.dot_general %a, %a batch = [] x [] contract = [1] x [0] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @dot_general_c4_operands(%a: tensor<2xf32>, %b: tensor<2xf16>) {
  // expected-error @below {{operands must have one float or integer element type, but got 'f32' and 'f16'}}
  %0 = neuron.dot_general %a, %b batch = [] x [] contract = [0] x [0] : (tensor<2xf32>, tensor<2xf16>) -> tensor<f32>
  return
}

// -----

func.func @dot_general_c4_result(%a: tensor<2xf32>) {
  // expected-error @below {{'result' must have elements of the kind of 'f32', but got 'i32'}}
  %0 = neuron.dot_general %a, %a batch = [] x [] contract = [0] x [0] : (tensor<2xf32>, tensor<2xf32>) -> tensor<i32>
  return
}

// -----

func.func @dot_general_c5(%a: tensor<2xf32>) {
  // expected-error @below {{'result' must have the shape [], but got [1]}}
  %0 = neuron.dot_general %a, %a batch = [] x [] contract = [0] x [0] : (tensor<2xf32>, tensor<2xf32>) -> tensor<1xf32>
  return
}

// -----

func.func @conv_c1(%x: tensor<1x4xf32>) {
  // expected-error @below {{'x' and 'w' must have the same rank, 3 to 5}}
  %0 = neuron.conv %x, %x strides = [] pads = [] x [] dilations = [] : (tensor<1x4xf32>, tensor<1x4xf32>) -> tensor<1x1xf32>
  return
}

// -----

func.func @conv_c2(%x: tensor<1x4x9xf32>, %w: tensor<2x4x3xf32>) {
  // expected-error @below {{'strides' must have 1 entries, but got [1, 1]}}
  %0 = neuron.conv %x, %w strides = [1, 1] pads = [0] x [0] dilations = [1] : (tensor<1x4x9xf32>, tensor<2x4x3xf32>) -> tensor<1x2x7xf32>
  return
}

// -----

func.func @conv_c3(%x: tensor<1x4x9xf32>, %w: tensor<2x4x3xf32>) {
  // expected-error @below {{'strides' must have entries of at least 1, but got [0]}}
  %0 = neuron.conv %x, %w strides = [0] pads = [0] x [0] dilations = [1] : (tensor<1x4x9xf32>, tensor<2x4x3xf32>) -> tensor<1x2x7xf32>
  return
}

// -----

func.func @conv_c3_groups(%x: tensor<1x4x9xf32>, %w: tensor<2x4x3xf32>) {
  // expected-error @below {{'groups' must have entries of at least 1, but got [0]}}
  %0 = neuron.conv %x, %w strides = [1] pads = [0] x [0] dilations = [1] groups = 0 : (tensor<1x4x9xf32>, tensor<2x4x3xf32>) -> tensor<1x2x7xf32>
  return
}

// -----

func.func @conv_c4_channels(%x: tensor<1x4x9xf32>, %w: tensor<2x3x3xf32>) {
  // expected-error @below {{channels of 'x' and 'w' must agree, but got 4 and 3}}
  %0 = neuron.conv %x, %w strides = [1] pads = [0] x [0] dilations = [1] : (tensor<1x4x9xf32>, tensor<2x3x3xf32>) -> tensor<1x2x7xf32>
  return
}

// -----

func.func @conv_c4_groups(%x: tensor<1x4x9xf32>, %w: tensor<3x2x3xf32>) {
  // expected-error @below {{'groups' must divide the result's channels, but got 2 and 3}}
  %0 = neuron.conv %x, %w strides = [1] pads = [0] x [0] dilations = [1] groups = 2 : (tensor<1x4x9xf32>, tensor<3x2x3xf32>) -> tensor<1x3x7xf32>
  return
}

// -----

func.func @conv_c5(%x: tensor<1x4x9xf32>, %w: tensor<2x4x3xf32>) {
  // expected-error @below {{'output_padding' must come with 'transposed'}}
  %0 = neuron.conv %x, %w strides = [1] pads = [0] x [0] dilations = [1] output_padding = [0] : (tensor<1x4x9xf32>, tensor<2x4x3xf32>) -> tensor<1x2x7xf32>
  return
}

// -----

func.func @conv_c3_output_padding(%x: tensor<1x4x9xf32>, %w: tensor<4x2x3xf32>) {
  // expected-error @below {{'output_padding' must be below the stride or the dilation, but got [2]}}
  %0 = neuron.conv transposed %x, %w strides = [2] pads = [0] x [0] dilations = [1] output_padding = [2] : (tensor<1x4x9xf32>, tensor<4x2x3xf32>) -> tensor<1x2x21xf32>
  return
}

// -----

func.func @conv_c6_shape(%x: tensor<1x4x9xf32>, %w: tensor<2x4x3xf32>) {
  // expected-error @below {{'result' must have the shape [1, 2, 7], but got [1, 2, 8]}}
  %0 = neuron.conv %x, %w strides = [1] pads = [0] x [0] dilations = [1] : (tensor<1x4x9xf32>, tensor<2x4x3xf32>) -> tensor<1x2x8xf32>
  return
}

// -----

func.func @conv_c6_positions(%x: tensor<1x4x2xf32>, %w: tensor<2x4x3xf32>) {
  // expected-error @below {{must have at least one position in each spatial dim, but got [1, 2, 0]}}
  %0 = neuron.conv %x, %w strides = [1] pads = [0] x [0] dilations = [1] : (tensor<1x4x2xf32>, tensor<2x4x3xf32>) -> tensor<1x2x0xf32>
  return
}

// -----

func.func @pool_c1_rank(%x: tensor<1x4xf32>) {
  // expected-error @below {{'x' must have rank 3 to 5}}
  %0 = neuron.pool max %x window = [] strides = [] pads = [] x [] dilations = [] : (tensor<1x4xf32>) -> tensor<1x4xf32>
  return
}

// -----

func.func @pool_c1_type(%x: tensor<1x4x9xi32>) {
  // expected-error @below {{'avg' does not take elements of this type, but got 'i32'}}
  %0 = neuron.pool avg %x window = [1] strides = [1] pads = [0] x [0] dilations = [1] : (tensor<1x4x9xi32>) -> tensor<1x4x9xi32>
  return
}

// -----

func.func @pool_c2(%x: tensor<1x4x9xf32>) {
  // expected-error @below {{'pads_hi' must have 1 entries, but got []}}
  %0 = neuron.pool max %x window = [3] strides = [1] pads = [0] x [] dilations = [1] : (tensor<1x4x9xf32>) -> tensor<1x4x7xf32>
  return
}

// -----

func.func @pool_c3(%x: tensor<1x4x9xf32>) {
  // expected-error @below {{'pads_lo' must have entries of at least 0, but got [-1]}}
  %0 = neuron.pool max %x window = [3] strides = [1] pads = [-1] x [0] dilations = [1] : (tensor<1x4x9xf32>) -> tensor<1x4x6xf32>
  return
}

// -----

func.func @pool_c3_counted(%x: tensor<1x4x9xf32>) {
  // expected-error @below {{'counted_hi' must be at most 'pads_hi', but got 1 and 0}}
  %0 = neuron.pool avg %x window = [3] strides = [1] pads = [0] x [0] dilations = [1] {counted_hi = array<i64: 1>} : (tensor<1x4x9xf32>) -> tensor<1x4x7xf32>
  return
}

// -----

func.func @pool_c4_absent(%x: tensor<1x4x9xf32>) {
  // expected-error @below {{'p' must be given for 'lp' alone, but got 'lp'}}
  %0 = neuron.pool lp %x window = [3] strides = [1] pads = [0] x [0] dilations = [1] : (tensor<1x4x9xf32>) -> tensor<1x4x7xf32>
  return
}

// -----

func.func @pool_c4_positive(%x: tensor<1x4x9xf32>) {
  // expected-error @below {{'p' must be positive, but got 0}}
  %0 = neuron.pool lp %x window = [3] strides = [1] pads = [0] x [0] dilations = [1] {p = 0 : i64} : (tensor<1x4x9xf32>) -> tensor<1x4x7xf32>
  return
}

// -----

func.func @pool_c5(%x: tensor<1x4x9xf32>) {
  // expected-error @below {{'result' must have the shape [1, 4, 7], but got [1, 4, 8]}}
  %0 = neuron.pool max %x window = [3] strides = [1] pads = [0] x [0] dilations = [1] : (tensor<1x4x9xf32>) -> tensor<1x4x8xf32>
  return
}

// -----

func.func @pool_c6(%x: tensor<1x4x9xf32>) {
  // expected-error @below {{every window must have an element of 'x', but in spatial dim 0 one has none}}
  %0 = neuron.pool max %x window = [2] strides = [1] pads = [2] x [0] dilations = [1] : (tensor<1x4x9xf32>) -> tensor<1x4x10xf32>
  return
}

// -----

func.func @reduce_c1(%x: tensor<2x3xf32>) {
  // expected-error @below {{'dims' must be increasing dims of 'tensor<2x3xf32>', but got [1, 0]}}
  %0 = neuron.reduce add %x dims = [1, 0] : (tensor<2x3xf32>) -> tensor<f32>
  return
}

// -----

func.func @reduce_c2(%x: tensor<2x3xf32>) {
  // expected-error @below {{'and' takes i1 elements, but got 'f32'}}
  %0 = neuron.reduce and %x dims = [1] : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_c3(%x: tensor<2x3xf32>) {
  // expected-error @below {{'result' must have the shape [2], but got [3]}}
  %0 = neuron.reduce add %x dims = [1] : (tensor<2x3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @arg_reduce_c1_dim(%x: tensor<2x3xf32>) {
  // expected-error @below {{'dim' must be a dim of 'tensor<2x3xf32>', but got 2}}
  %0 = neuron.arg_reduce max %x dim = 2 : (tensor<2x3xf32>) -> tensor<2xi64>
  return
}

// -----

func.func @arg_reduce_c1_empty(%x: tensor<2x0xf32>) {
  // expected-error @below {{'dim' must not be empty, but got 'tensor<2x0xf32>'}}
  %0 = neuron.arg_reduce max %x dim = 1 : (tensor<2x0xf32>) -> tensor<2xi64>
  return
}

// -----

func.func @arg_reduce_c2(%x: tensor<2x3xi1>) {
  // expected-error @below {{'x' must have float or integer elements, but got 'i1'}}
  %0 = neuron.arg_reduce max %x dim = 1 : (tensor<2x3xi1>) -> tensor<2xi64>
  return
}

// -----

func.func @arg_reduce_c3(%x: tensor<2x3xf32>) {
  // expected-error @below {{indices must have elements of i32 or i64, but got 'i8'}}
  %0 = neuron.arg_reduce max %x dim = 1 : (tensor<2x3xf32>) -> tensor<2xi8>
  return
}

// -----

func.func @cumulative_c1(%x: tensor<2x3xf32>) {
  // expected-error @below {{'dim' must be a dim of 'tensor<2x3xf32>', but got -1}}
  %0 = neuron.cumulative add %x dim = -1 : tensor<2x3xf32>
  return
}

// -----

func.func @cumulative_c2(%x: tensor<2x3xi1>) {
  // expected-error @below {{'fn' must be one of add, mul, max, min, but got or}}
  %0 = neuron.cumulative or %x dim = 1 : tensor<2x3xi1>
  return
}

// -----

func.func @linear_scan_c1(%x: tensor<2x3xf32>) {
  // expected-error @below {{'dim' must be a dim of 'tensor<2x3xf32>', but got 2}}
  %0 = neuron.linear_scan %x, %x dim = 2 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @linear_scan_c2(%x: tensor<2x3xf32>, %h: tensor<3xf32>) {
  // expected-error @below {{'init' must have the shape [2], but got [3]}}
  %0 = neuron.linear_scan %x, %x, %h dim = 1 : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @sort_c1(%x: tensor<2x3xf32>) {
  // expected-error @below {{'dim' must be a dim of 'tensor<2x3xf32>', but got 2}}
  %0:2 = neuron.sort %x dim = 2 : (tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xi64>)
  return
}

// -----

func.func @sort_c2(%x: tensor<2x3xf32>) {
  // expected-error @below {{'result' must have the shape [2, 3], but got [2]}}
  %0:2 = neuron.sort %x dim = 1 : (tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2xi64>)
  return
}

// -----

func.func @top_k_c1(%x: tensor<2x3xf32>) {
  // expected-error @below {{'k' must lie in [0, 3], but got 4}}
  %0:2 = neuron.top_k %x k = 4 dim = 1 : (tensor<2x3xf32>) -> (tensor<2x4xf32>, tensor<2x4xi64>)
  return
}

// -----

func.func @top_k_c2(%x: tensor<2x3xf32>) {
  // expected-error @below {{must be statically shaped integer tensor}}
  %0:2 = neuron.top_k %x k = 2 dim = 1 : (tensor<2x3xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>)
  return
}

// -----

func.func @softmax_c1(%x: tensor<2xf32>) {
  // expected-error @below {{'dim' must be a dim of 'tensor<2xf32>', but got 1}}
  %0 = neuron.softmax %x dim = 1 : tensor<2xf32>
  return
}

// -----

func.func @log_softmax_c1(%x: tensor<2xf32>) {
  // expected-error @below {{'dim' must be a dim of 'tensor<2xf32>', but got 1}}
  %0 = neuron.log_softmax %x dim = 1 : tensor<2xf32>
  return
}

// -----

func.func @layer_norm_c1(%x: tensor<2x3xf32>) {
  // expected-error @below {{'axis' must be a dim of 'tensor<2x3xf32>', but got 2}}
  %0 = neuron.layer_norm %x axis = 2 epsilon = 0.0 : tensor<2x3xf32>
  return
}

// -----

func.func @layer_norm_c2(%x: tensor<2x3xf32>, %s: tensor<2xf32>) {
  // expected-error @below {{'scale' must have the shape [3], but got [2]}}
  %0 = neuron.layer_norm %x scale(%s : tensor<2xf32>) axis = 1 epsilon = 0.0 : tensor<2x3xf32>
  return
}

// -----

func.func @layer_norm_c2_element(%x: tensor<2x3xf32>, %s: tensor<3xf16>) {
  // expected-error @below {{'bias' must have elements of 'f32', but got 'f16'}}
  %0 = neuron.layer_norm %x bias(%s : tensor<3xf16>) axis = 1 epsilon = 0.0 : tensor<2x3xf32>
  return
}

// -----

func.func @layer_norm_c3(%x: tensor<2x3xf32>) {
  // expected-error @below {{'epsilon' must be finite and not negative, but got -1}}
  %0 = neuron.layer_norm %x axis = 1 epsilon = -1.0 : tensor<2x3xf32>
  return
}

// -----

func.func @rms_norm_c1(%x: tensor<2x3xf32>) {
  // expected-error @below {{'axis' must be a dim of 'tensor<2x3xf32>', but got 2}}
  %0 = neuron.rms_norm %x axis = 2 epsilon = 0.0 : tensor<2x3xf32>
  return
}

// -----

func.func @rms_norm_c2(%x: tensor<2x3xf32>, %s: tensor<2xf32>) {
  // expected-error @below {{'scale' must have the shape [3], but got [2]}}
  %0 = neuron.rms_norm %x scale(%s : tensor<2xf32>) axis = 1 epsilon = 0.0 : tensor<2x3xf32>
  return
}

// -----

func.func @rms_norm_c3(%x: tensor<2x3xf32>) {
  // expected-error @below {{'epsilon' must be finite and not negative}}
  %0 = neuron.rms_norm %x axis = 1 epsilon = 0x7FF0000000000000 : tensor<2x3xf32>
  return
}

// -----

func.func @group_norm_c1_rank(%x: tensor<2xf32>) {
  // expected-error @below {{'x' must have rank 2 or more, but got 'tensor<2xf32>'}}
  %0 = neuron.group_norm %x groups = 1 epsilon = 0.0 : tensor<2xf32>
  return
}

// -----

func.func @group_norm_c1_groups(%x: tensor<2x3xf32>) {
  // expected-error @below {{'groups' must divide the channels, but got 2 and 3}}
  %0 = neuron.group_norm %x groups = 2 epsilon = 0.0 : tensor<2x3xf32>
  return
}

// -----

func.func @group_norm_c2(%x: tensor<2x3xf32>, %s: tensor<2xf32>) {
  // expected-error @below {{'bias' must have the shape [3], but got [2]}}
  %0 = neuron.group_norm %x bias(%s : tensor<2xf32>) groups = 1 epsilon = 0.0 : tensor<2x3xf32>
  return
}

// -----

func.func @group_norm_c3(%x: tensor<2x3xf32>) {
  // expected-error @below {{'epsilon' must be finite and not negative, but got}}
  %0 = neuron.group_norm %x groups = 1 epsilon = -0.5 : tensor<2x3xf32>
  return
}

// -----

func.func @batch_norm_c1(%x: tensor<3xf32>) {
  // expected-error @below {{'x' must have rank 2 or more, but got 'tensor<3xf32>'}}
  %0 = neuron.batch_norm %x, %x, %x, %x, %x epsilon = 0.0 : tensor<3xf32>, tensor<3xf32>
  return
}

// -----

func.func @batch_norm_c2_element(%x: tensor<2x3xf32>, %s: tensor<3xf16>) {
  // expected-error @below {{'scale' must have elements of f32 or 'f32', but got 'f16'}}
  %0 = neuron.batch_norm %x, %s, %s, %s, %s epsilon = 0.0 : tensor<2x3xf32>, tensor<3xf16>
  return
}

// -----

func.func @batch_norm_c2_shape(%x: tensor<2x3xf32>, %s: tensor<2xf32>) {
  // expected-error @below {{'scale' must have the shape [3], but got [2]}}
  %0 = neuron.batch_norm %x, %s, %s, %s, %s epsilon = 0.0 : tensor<2x3xf32>, tensor<2xf32>
  return
}

// -----

func.func @batch_norm_c3(%x: tensor<2x3xf32>, %s: tensor<3xf32>) {
  // expected-error @below {{'epsilon' must be finite and not negative, but got -1}}
  %0 = neuron.batch_norm %x, %s, %s, %s, %s epsilon = -1.0 : tensor<2x3xf32>, tensor<3xf32>
  return
}

// -----

func.func @attention_c1_rank(%q: tensor<4x8xf32>) {
  // expected-error @below {{'q', 'k', 'v' must have rank 4 and one element type}}
  %0 = neuron.attention %q, %q, %q scale = 1.0 : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @attention_c1_heads(%q: tensor<1x3x4x8xf32>, %k: tensor<1x2x4x8xf32>) {
  // expected-error @below {{must agree and Hk divide H}}
  %0 = neuron.attention %q, %k, %k scale = 1.0 : (tensor<1x3x4x8xf32>, tensor<1x2x4x8xf32>, tensor<1x2x4x8xf32>) -> tensor<1x3x4x8xf32>
  return
}

// -----

func.func @attention_c2_shape(%q: tensor<1x2x4x8xf32>, %m: tensor<1x1x4x3xf32>) {
  // expected-error @below {{'mask' must broadcast to [1, 2, 4, 4], but got 'tensor<1x1x4x3xf32>'}}
  %0 = neuron.attention %q, %q, %q mask %m scale = 1.0 : (tensor<1x2x4x8xf32>, tensor<1x2x4x8xf32>, tensor<1x2x4x8xf32>, tensor<1x1x4x3xf32>) -> tensor<1x2x4x8xf32>
  return
}

// -----

func.func @attention_c2_element(%q: tensor<1x2x4x8xf32>, %m: tensor<1x1x4x4xi32>) {
  // expected-error @below {{'mask' must have elements of i1, f32 or 'f32', but got 'i32'}}
  %0 = neuron.attention %q, %q, %q mask %m scale = 1.0 : (tensor<1x2x4x8xf32>, tensor<1x2x4x8xf32>, tensor<1x2x4x8xf32>, tensor<1x1x4x4xi32>) -> tensor<1x2x4x8xf32>
  return
}

// -----

func.func @attention_c3_softcap(%q: tensor<1x2x4x8xf32>) {
  // expected-error @below {{'scale' and 'softcap' must be finite and 'softcap' not negative}}
  %0 = neuron.attention %q, %q, %q scale = 1.0 {softcap = -1.0 : f64} : (tensor<1x2x4x8xf32>, tensor<1x2x4x8xf32>, tensor<1x2x4x8xf32>) -> tensor<1x2x4x8xf32>
  return
}

// -----

func.func @attention_c3_window(%q: tensor<1x2x4x8xf32>) {
  // expected-error @below {{'window' must be -1, or not negative with 'causal', but got 2}}
  %0 = neuron.attention %q, %q, %q scale = 1.0 {window = 2 : i64} : (tensor<1x2x4x8xf32>, tensor<1x2x4x8xf32>, tensor<1x2x4x8xf32>) -> tensor<1x2x4x8xf32>
  return
}

// -----

func.func @attention_c4(%q: tensor<1x2x4x8xf32>) {
  // expected-error @below {{'result' must have the shape [1, 2, 4, 8], but got [1, 2, 4, 9]}}
  %0 = neuron.attention %q, %q, %q scale = 1.0 : (tensor<1x2x4x8xf32>, tensor<1x2x4x8xf32>, tensor<1x2x4x8xf32>) -> tensor<1x2x4x9xf32>
  return
}

// -----

func.func @quantize_c1_rank(%x: tensor<2x3xf32>, %s: tensor<3xf32>) {
  // expected-error @below {{'scale' must have rank 0, or rank 1 with 'axis', but got 'tensor<3xf32>'}}
  %0 = neuron.quantize %x, %s : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xi8>
  return
}

// -----

func.func @quantize_c1_axis(%x: tensor<2x3xf32>, %s: tensor<3xf32>) {
  // expected-error @below {{'scale' must have the shape [2], but got [3]}}
  %0 = neuron.quantize %x, %s axis = 0 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xi8>
  return
}

// -----

func.func @quantize_c2(%x: tensor<2x3xf32>, %s: tensor<f32>, %z: tensor<ui8>) {
  // expected-error @below {{'zero_point' must have elements of 'i8', but got 'ui8'}}
  %0 = neuron.quantize %x, %s, %z : (tensor<2x3xf32>, tensor<f32>, tensor<ui8>) -> tensor<2x3xi8>
  return
}

// -----

func.func @quantize_c3(%x: tensor<2x3xf32>, %s: tensor<f32>) {
  // expected-error @below {{'result' must have elements of integers or floats of at most 8 bits, but got 'f16'}}
  %0 = neuron.quantize %x, %s : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf16>
  return
}

// -----

func.func @dequantize_c1(%x: tensor<2x3xi8>, %s: tensor<3xf32>) {
  // expected-error @below {{'axis' must be a dim of 'tensor<2x3xi8>', but got 2}}
  %0 = neuron.dequantize %x, %s axis = 2 : (tensor<2x3xi8>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @dequantize_c2(%x: tensor<2x3xi8>, %s: tensor<f32>, %z: tensor<1xi8>) {
  // expected-error @below {{'zero_point' must have the shape [], but got [1]}}
  %0 = neuron.dequantize %x, %s, %z : (tensor<2x3xi8>, tensor<f32>, tensor<1xi8>) -> tensor<2x3xf32>
  return
}

// -----

func.func @dequantize_c3(%x: tensor<2x3xi1>, %s: tensor<f32>) {
  // expected-error @below {{'x' must have float or integer elements, but got 'i1'}}
  %0 = neuron.dequantize %x, %s : (tensor<2x3xi1>, tensor<f32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @reshape_c1(%x: tensor<2x3xf32>) {
  // expected-error @below {{'x' and 'result' must have equally many elements, but got 'tensor<2x3xf32>' and 'tensor<5xf32>'}}
  %0 = neuron.reshape %x : tensor<2x3xf32> to tensor<5xf32>
  return
}

// -----

func.func @reshape_c1_element(%x: tensor<2x3xf32>) {
  // expected-error @below {{'result' must have elements of 'f32', but got 'i32'}}
  %0 = neuron.reshape %x : tensor<2x3xf32> to tensor<6xi32>
  return
}

// -----

func.func @transpose_c1(%x: tensor<2x3xf32>) {
  // expected-error @below {{'perm' must be a permutation of the dims of 'tensor<2x3xf32>', but got [0, 0]}}
  %0 = neuron.transpose %x perm = [0, 0] : tensor<2x3xf32> to tensor<2x2xf32>
  return
}

// -----

func.func @transpose_c2(%x: tensor<2x3xf32>) {
  // expected-error @below {{'result' must have the shape [3, 2], but got [2, 3]}}
  %0 = neuron.transpose %x perm = [1, 0] : tensor<2x3xf32> to tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_in_dim_c1_length(%x: tensor<3xf32>) {
  // expected-error @below {{'dims' must have 1 entries, but got []}}
  %0 = neuron.broadcast_in_dim %x dims = [] : tensor<3xf32> to tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_in_dim_c1_dims(%x: tensor<3xf32>) {
  // expected-error @below {{'dims' must be increasing dims of 'tensor<2x3xf32>', but got [2]}}
  %0 = neuron.broadcast_in_dim %x dims = [2] : tensor<3xf32> to tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_in_dim_c2(%x: tensor<3xf32>) {
  // expected-error @below {{dim 0 of 'x' must be 1 or 2, but got 3}}
  %0 = neuron.broadcast_in_dim %x dims = [0] : tensor<3xf32> to tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_in_dim_c3(%x: tensor<3xf32>) {
  // expected-error @below {{'result' must have elements of 'f32', but got 'f16'}}
  %0 = neuron.broadcast_in_dim %x dims = [1] : tensor<3xf32> to tensor<2x3xf16>
  return
}

// -----

func.func @slice_c1(%x: tensor<3xf32>) {
  // expected-error @below {{'strides' must have 1 entries, but got []}}
  %0 = neuron.slice %x starts = [0] sizes = [1] strides = [] : tensor<3xf32> to tensor<1xf32>
  return
}

// -----

func.func @slice_c2(%x: tensor<3xf32>) {
  // expected-error @below {{must have strides that are not zero and sizes that are not negative, but got 0 and 1 in dim 0}}
  %0 = neuron.slice %x starts = [0] sizes = [1] strides = [0] : tensor<3xf32> to tensor<1xf32>
  return
}

// -----

func.func @slice_c3(%x: tensor<3xf32>) {
  // expected-error @below {{elements must lie inside dim 0 of size 3, but got start 1, size 2, stride 2}}
  %0 = neuron.slice %x starts = [1] sizes = [2] strides = [2] : tensor<3xf32> to tensor<2xf32>
  return
}

// -----

func.func @slice_c4(%x: tensor<3xf32>) {
  // expected-error @below {{'result' must have the shape [2], but got [1]}}
  %0 = neuron.slice %x starts = [1] sizes = [2] strides = [1] : tensor<3xf32> to tensor<1xf32>
  return
}

// -----

func.func @reverse_c1(%x: tensor<3xf32>) {
  // expected-error @below {{'dims' must be increasing dims of 'tensor<3xf32>', but got [1]}}
  %0 = neuron.reverse %x dims = [1] : tensor<3xf32>
  return
}

// -----

func.func @dynamic_slice_c1_count(%x: tensor<3xf32>) {
  // expected-error @below {{must have one start for each of 1 dims, but got 0}}
  %0 = neuron.dynamic_slice %x sizes = [1] : (tensor<3xf32>) -> tensor<1xf32>
  return
}

// -----

func.func @dynamic_slice_c1_rank(%x: tensor<3xf32>, %i: tensor<2xi64>) {
  // expected-error @below {{starts must have one element and rank 0 or 1, but got 'tensor<2xi64>'}}
  %0 = neuron.dynamic_slice %x, %i sizes = [1] : (tensor<3xf32>, tensor<2xi64>) -> tensor<1xf32>
  return
}

// -----

func.func @dynamic_slice_c2(%x: tensor<3xf32>, %i: tensor<i64>) {
  // expected-error @below {{'sizes' must lie inside 'tensor<3xf32>', but got [4]}}
  %0 = neuron.dynamic_slice %x, %i sizes = [4] : (tensor<3xf32>, tensor<i64>) -> tensor<4xf32>
  return
}

// -----

func.func @dynamic_slice_c3(%x: tensor<3xf32>, %i: tensor<i64>) {
  // expected-error @below {{'result' must have the shape [2], but got [1]}}
  %0 = neuron.dynamic_slice %x, %i sizes = [2] : (tensor<3xf32>, tensor<i64>) -> tensor<1xf32>
  return
}

// -----

func.func @dynamic_update_slice_c1(%x: tensor<3xf32>, %u: tensor<1xf32>) {
  // expected-error @below {{must have one start for each of 1 dims, but got 0}}
  %0 = neuron.dynamic_update_slice %x, %u : (tensor<3xf32>, tensor<1xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @dynamic_update_slice_c2(%x: tensor<3xf32>, %u: tensor<4xf32>, %i: tensor<i64>) {
  // expected-error @below {{'update' must fit into 'tensor<3xf32>', but got 'tensor<4xf32>'}}
  %0 = neuron.dynamic_update_slice %x, %u, %i : (tensor<3xf32>, tensor<4xf32>, tensor<i64>) -> tensor<3xf32>
  return
}

// -----

func.func @dynamic_update_slice_c3(%x: tensor<3xf32>, %u: tensor<1xf32>, %i: tensor<i64>) {
  // expected-error @below {{'result' must have the shape [3], but got [1]}}
  %0 = neuron.dynamic_update_slice %x, %u, %i : (tensor<3xf32>, tensor<1xf32>, tensor<i64>) -> tensor<1xf32>
  return
}

// -----

func.func @concat_c1_none() {
  // expected-error @below {{must have an operand, but got none}}
  %0 = "neuron.concat"() {dim = 0 : i64} : () -> tensor<2xf32>
  return
}

// -----

func.func @concat_c1_shape(%x: tensor<2x3xf32>, %y: tensor<3x3xf32>) {
  // expected-error @below {{'inputs' must have the shape [2, 3], but got [3, 3]}}
  %0 = neuron.concat %x, %y dim = 1 : (tensor<2x3xf32>, tensor<3x3xf32>) -> tensor<2x6xf32>
  return
}

// -----

func.func @concat_c1_element(%x: tensor<2xf32>, %y: tensor<2xf16>) {
  // expected-error @below {{'inputs' must have elements of 'f32', but got 'f16'}}
  %0 = neuron.concat %x, %y dim = 0 : (tensor<2xf32>, tensor<2xf16>) -> tensor<4xf32>
  return
}

// -----

func.func @concat_c2(%x: tensor<2xf32>) {
  // expected-error @below {{'dim' must be a dim of 'tensor<2xf32>', but got 1}}
  %0 = neuron.concat %x, %x dim = 1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @concat_c3(%x: tensor<2xf32>) {
  // expected-error @below {{'result' must have the shape [4], but got [3]}}
  %0 = neuron.concat %x, %x dim = 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @pad_c1(%x: tensor<2xf32>) {
  // expected-error @below {{'lo' must have 1 entries, but got []}}
  %0 = neuron.pad constant %x lo = [] hi = [0] : tensor<2xf32> to tensor<2xf32>
  return
}

// -----

func.func @pad_c2(%x: tensor<2xf32>) {
  // expected-error @below {{must leave no negative size, but got padding -2 and -1 of 2}}
  %0 = neuron.pad constant %x lo = [-2] hi = [-1] : tensor<2xf32> to tensor<2xf32>
  return
}

// -----

func.func @pad_c3_reflect(%x: tensor<2xf32>) {
  // expected-error @below {{padding of mode 'reflect' must be at most 1, but got 2}}
  %0 = neuron.pad reflect %x lo = [2] hi = [0] : tensor<2xf32> to tensor<4xf32>
  return
}

// -----

func.func @pad_c3_edge(%x: tensor<0xf32>) {
  // expected-error @below {{padding of mode 'edge' must be at most 0, but got 2}}
  %0 = neuron.pad edge %x lo = [2] hi = [0] : tensor<0xf32> to tensor<2xf32>
  return
}

// -----

func.func @pad_c4(%x: tensor<2xf32>) {
  // expected-error @below {{'result' must have the shape [3], but got [2]}}
  %0 = neuron.pad constant %x lo = [1] hi = [0] : tensor<2xf32> to tensor<2xf32>
  return
}

// -----

func.func @iota_c1_dim() {
  // expected-error @below {{'dim' must be a dim of 'tensor<2xi64>', but got 1}}
  %0 = neuron.iota dim = 1 : tensor<2xi64>
  return
}

// -----

func.func @iota_c1_element() {
  // expected-error @below {{'result' must have float or integer elements, but got 'i1'}}
  %0 = neuron.iota dim = 0 : tensor<2xi1>
  return
}

// -----

func.func @resize_c1_count(%x: tensor<2xf32>) {
  // expected-error @below {{'scales' must have 1 entries, but got 0}}
  %0 = neuron.resize linear %x scales = [] : tensor<2xf32> to tensor<4xf32>
  return
}

// -----

func.func @resize_c1_positive(%x: tensor<2xf32>) {
  // expected-error @below {{'scales' must be positive, but got 0}}
  %0 = neuron.resize linear %x scales = [0.0] : tensor<2xf32> to tensor<4xf32>
  return
}

// -----

func.func @resize_c2(%x: tensor<2xf32>) {
  // expected-error @below {{'x' and 'result' must have the same rank and no empty dim}}
  %0 = neuron.resize linear %x scales = [1.0] : tensor<2xf32> to tensor<0xf32>
  return
}

// -----

func.func @resize_c2_element(%x: tensor<2xf32>) {
  // expected-error @below {{'result' must have elements of 'f32', but got 'f16'}}
  %0 = neuron.resize linear %x scales = [1.0] : tensor<2xf32> to tensor<2xf16>
  return
}

// -----

func.func @resize_c3(%x: tensor<2xf32>) {
  // expected-error @below {{'roi' must have two entries for each dim with tf_crop_and_resize and none without, but got 0}}
  %0 = neuron.resize linear %x scales = [1.0] {coordinate = #neuron<coordinate tf_crop_and_resize>} : tensor<2xf32> to tensor<2xf32>
  return
}

// -----

func.func @rng_c1(%s: tensor<2xui32>) {
  // expected-error @below {{'seed' must have one element, but got 'tensor<2xui32>'}}
  %0 = neuron.rng uniform %s a = 0.0 b = 1.0 : (tensor<2xui32>) -> tensor<2xf32>
  return
}

// -----

func.func @rng_c2(%s: tensor<1xui32>) {
  // expected-error @below {{must have finite numbers with a <= b}}
  %0 = neuron.rng uniform %s a = 1.0 b = 0.0 : (tensor<1xui32>) -> tensor<2xf32>
  return
}

// -----

func.func @gather_c1_axis(%x: tensor<2xf32>, %i: tensor<3xi64>) {
  // expected-error @below {{'axis' must be a dim of 'tensor<2xf32>', but got 1}}
  %0 = neuron.gather %x, %i axis = 1 : (tensor<2xf32>, tensor<3xi64>) -> tensor<3xf32>
  return
}

// -----

func.func @gather_c1_empty(%x: tensor<0xf32>, %i: tensor<3xi64>) {
  // expected-error @below {{'axis' must not be empty, but got 'tensor<0xf32>'}}
  %0 = neuron.gather %x, %i axis = 0 : (tensor<0xf32>, tensor<3xi64>) -> tensor<3xf32>
  return
}

// -----

func.func @gather_c2(%x: tensor<2xf32>, %i: tensor<3xi64>) {
  // expected-error @below {{'result' must have the shape [3], but got [2]}}
  %0 = neuron.gather %x, %i axis = 0 : (tensor<2xf32>, tensor<3xi64>) -> tensor<2xf32>
  return
}

// -----

func.func @gather_elements_c1(%x: tensor<2xf32>, %i: tensor<3xi64>) {
  // expected-error @below {{'axis' must be a dim of 'tensor<2xf32>', but got 1}}
  %0 = neuron.gather_elements %x, %i axis = 1 : (tensor<2xf32>, tensor<3xi64>) -> tensor<3xf32>
  return
}

// -----

func.func @gather_elements_c2(%x: tensor<2x2xf32>, %i: tensor<3x2xi64>) {
  // expected-error @below {{'indices' must have the rank of 'x' and no larger dims except 1}}
  %0 = neuron.gather_elements %x, %i axis = 1 : (tensor<2x2xf32>, tensor<3x2xi64>) -> tensor<3x2xf32>
  return
}

// -----

func.func @gather_elements_c3(%x: tensor<2xf32>, %i: tensor<3xi64>) {
  // expected-error @below {{'result' must have the shape [3], but got [2]}}
  %0 = neuron.gather_elements %x, %i axis = 0 : (tensor<2xf32>, tensor<3xi64>) -> tensor<2xf32>
  return
}

// -----

func.func @scatter_c1(%x: tensor<2xf32>, %i: tensor<1x1xi64>, %u: tensor<1xf32>) {
  // expected-error @below {{'x' must have rank 1 or more and 'indices' rank 1}}
  %0 = neuron.scatter add %x, %i, %u : (tensor<2xf32>, tensor<1x1xi64>, tensor<1xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @scatter_c2(%x: tensor<2x3xf32>, %i: tensor<1xi64>, %u: tensor<1x2xf32>) {
  // expected-error @below {{'updates' must have the shape [1, 3], but got [1, 2]}}
  %0 = neuron.scatter add %x, %i, %u : (tensor<2x3xf32>, tensor<1xi64>, tensor<1x2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @scatter_c3(%x: tensor<2xi1>, %i: tensor<1xi64>, %u: tensor<1xi1>) {
  // expected-error @below {{'add' takes float or integer elements, but got 'i1'}}
  %0 = neuron.scatter add %x, %i, %u : (tensor<2xi1>, tensor<1xi64>, tensor<1xi1>) -> tensor<2xi1>
  return
}

// -----

func.func @scatter_elements_c1(%x: tensor<2xf32>, %i: tensor<1xi64>, %u: tensor<1xf32>) {
  // expected-error @below {{'axis' must be a dim of 'tensor<2xf32>', but got 1}}
  %0 = neuron.scatter_elements add %x, %i, %u axis = 1 : (tensor<2xf32>, tensor<1xi64>, tensor<1xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @scatter_elements_c2(%x: tensor<2x2xf32>, %i: tensor<3x2xi64>, %u: tensor<3x2xf32>) {
  // expected-error @below {{'indices' must have the rank of 'x' and no larger dims except 1}}
  %0 = neuron.scatter_elements add %x, %i, %u axis = 1 : (tensor<2x2xf32>, tensor<3x2xi64>, tensor<3x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @scatter_elements_c3(%x: tensor<2xf32>, %i: tensor<1xi64>, %u: tensor<2xf32>) {
  // expected-error @below {{'updates' must have the shape [1], but got [2]}}
  %0 = neuron.scatter_elements add %x, %i, %u axis = 0 : (tensor<2xf32>, tensor<1xi64>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @scatter_elements_c4(%x: tensor<2xi1>, %i: tensor<1xi64>, %u: tensor<1xi1>) {
  // expected-error @below {{'mul' takes float or integer elements, but got 'i1'}}
  %0 = neuron.scatter_elements mul %x, %i, %u axis = 0 : (tensor<2xi1>, tensor<1xi64>, tensor<1xi1>) -> tensor<2xi1>
  return
}

// -----

func.func @if_c1(%p: tensor<2xi1>, %x: tensor<2xf32>) {
  // expected-error @below {{'pred' must have one element, but got 'tensor<2xi1>'}}
  %0 = neuron.if %p : (tensor<2xi1>) -> tensor<2xf32> {
    neuron.yield %x : tensor<2xf32>
  } else {
    neuron.yield %x : tensor<2xf32>
  }
  return
}

// -----

func.func @if_c2(%p: tensor<i1>, %x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error @below {{region must yield the types ('tensor<2xf32>'), but got ('tensor<3xf32>')}}
  %0 = neuron.if %p : (tensor<i1>) -> tensor<2xf32> {
    neuron.yield %x : tensor<2xf32>
  } else {
    // expected-note @below {{yielded here}}
    neuron.yield %y : tensor<3xf32>
  }
  return
}

// -----

func.func @scan_c1_size(%x: tensor<3xf32>) {
  // expected-error @below {{'xs' must have the size 2 in dim 0, but got 'tensor<3xf32>'}}
  neuron.scan() over(%x) trip = 2 in = [0] [false] out = [] [] : (tensor<3xf32>) -> () {
  ^bb0(%a: tensor<f32>):
    neuron.yield
  }
  return
}

// -----

func.func @scan_c1_trip() {
  // expected-error @below {{'trip' must not be negative, but got -1}}
  neuron.scan() over() trip = -1 in = [] [] out = [] [] : () -> () {
    neuron.yield
  }
  return
}

// -----

func.func @scan_c2_dims(%x: tensor<3xf32>) {
  // expected-error @below {{'in_dims' must have 1 entries, but got []}}
  neuron.scan() over(%x) trip = 3 in = [] [false] out = [] [] : (tensor<3xf32>) -> () {
  ^bb0(%a: tensor<f32>):
    neuron.yield
  }
  return
}

// -----

func.func @scan_c2_reverse(%x: tensor<3xf32>) {
  // expected-error @below {{'in_reverse' and 'out_reverse' must have 1 and 0 entries, but got 0 and 0}}
  neuron.scan() over(%x) trip = 3 in = [0] [] out = [] [] : (tensor<3xf32>) -> () {
  ^bb0(%a: tensor<f32>):
    neuron.yield
  }
  return
}

// -----

func.func @scan_c3(%x: tensor<3xf32>) {
  // expected-error @below {{region must have arguments of the types ('tensor<f32>'), but got ('tensor<1xf32>')}}
  neuron.scan() over(%x) trip = 3 in = [0] [false] out = [] [] : (tensor<3xf32>) -> () {
  ^bb0(%a: tensor<1xf32>):
    neuron.yield
  }
  return
}

// -----

func.func @scan_c4(%x: tensor<f32>) {
  // expected-error @below {{region must yield the types ('tensor<f32>'), but got ()}}
  %0 = neuron.scan(%x) over() trip = 3 in = [] [] out = [] [] : (tensor<f32>) -> tensor<f32> {
  ^bb0(%a: tensor<f32>):
    // expected-note @below {{yielded here}}
    neuron.yield
  }
  return
}

// -----

func.func @scan_c5_finals(%x: tensor<f32>) {
  // expected-error @below {{must have results of the types of 'inits' first, but got ('tensor<1xf32>')}}
  %0 = neuron.scan(%x) over() trip = 3 in = [] [] out = [] [] : (tensor<f32>) -> tensor<1xf32> {
  ^bb0(%a: tensor<f32>):
    neuron.yield %a : tensor<f32>
  }
  return
}

// -----

func.func @scan_c5_outputs(%x: tensor<f32>) {
  // expected-error @below {{outputs must have the size 3 in dim 0, but got 'tensor<2xf32>'}}
  %0 = neuron.scan() over() trip = 3 in = [] [] out = [0] [false] : () -> tensor<2xf32> {
    neuron.yield %x : tensor<f32>
  }
  return
}

// -----

func.func @kernel_c1() {
  // expected-error @below {{'generator' must not be empty}}
  neuron.kernel ""() : () -> () {
    neuron.yield
  }
  return
}

// -----

func.func @kernel_c2(%x: tensor<f32>) {
  // expected-error @below {{region must have arguments of the types ('tensor<f32>'), but got ()}}
  neuron.kernel "e"(%x) : (tensor<f32>) -> () {
    neuron.yield
  }
  return
}

// -----

func.func @kernel_c3(%x: tensor<f32>) {
  // expected-error @below {{region must yield the types ('tensor<f32>'), but got ()}}
  %0 = neuron.kernel "e"(%x) : (tensor<f32>) -> tensor<f32> {
  ^bb0(%a: tensor<f32>):
    // expected-note @below {{yielded here}}
    neuron.yield
  }
  return
}

// -----

func.func @check_close_c1(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error @below {{'actual' and 'expected' must have the same type, but got 'tensor<2xf32>' and 'tensor<3xf32>'}}
  neuron.check_close %x, %y : tensor<2xf32>, tensor<3xf32>
  return
}

// -----

func.func @check_close_c2(%x: tensor<2xf32>) {
  // expected-error @below {{'rtol' and 'atol' must not be negative, but got -1}}
  neuron.check_close %x, %x {rtol = -1.0 : f64} : tensor<2xf32>, tensor<2xf32>
  return
}

// -----

func.func @all_reduce_c1(%x: tensor<2xf32>) {
  // expected-error @below {{'replica_groups' must be groups of 'group_size' different cores, but got [0, 0] in groups of 2}}
  %0 = neuron.all_reduce %x {fn = #neuron<reduce_fn add>, replica_groups = array<i64: 0, 0>, group_size = 2 : i64} : tensor<2xf32> to tensor<2xf32>
  return
}

// -----

func.func @all_reduce_c2(%x: tensor<2xf32>) {
  // expected-error @below {{'result' must have the shape [2], but got [3]}}
  %0 = neuron.all_reduce %x {fn = #neuron<reduce_fn add>, replica_groups = array<i64: 0, 1>, group_size = 2 : i64} : tensor<2xf32> to tensor<3xf32>
  return
}

// -----

func.func @all_gather_c1(%x: tensor<2xf32>) {
  // expected-error @below {{but got [0, 1, 2] in groups of 2}}
  %0 = neuron.all_gather %x {dim = 0 : i64, replica_groups = array<i64: 0, 1, 2>, group_size = 2 : i64} : tensor<2xf32> to tensor<4xf32>
  return
}

// -----

func.func @all_gather_c2(%x: tensor<2xf32>) {
  // expected-error @below {{'result' must have the shape [4], but got [2]}}
  %0 = neuron.all_gather %x {dim = 0 : i64, replica_groups = array<i64: 0, 1>, group_size = 2 : i64} : tensor<2xf32> to tensor<2xf32>
  return
}

// -----

func.func @reduce_scatter_c1(%x: tensor<2xf32>) {
  // expected-error @below {{but got [0, 1] in groups of 0}}
  %0 = neuron.reduce_scatter %x {fn = #neuron<reduce_fn add>, dim = 0 : i64, replica_groups = array<i64: 0, 1>, group_size = 0 : i64} : tensor<2xf32> to tensor<1xf32>
  return
}

// -----

func.func @reduce_scatter_c2(%x: tensor<3xf32>) {
  // expected-error @below {{'group_size' must divide dim 0, but got 2 and 'tensor<3xf32>'}}
  %0 = neuron.reduce_scatter %x {fn = #neuron<reduce_fn add>, dim = 0 : i64, replica_groups = array<i64: 0, 1>, group_size = 2 : i64} : tensor<3xf32> to tensor<1xf32>
  return
}

// -----

func.func @all_to_all_c1(%x: tensor<2x2xf32>) {
  // expected-error @below {{'concat_dim' must be a dim of 'tensor<2x2xf32>', but got 2}}
  %0 = neuron.all_to_all %x {split_dim = 0 : i64, concat_dim = 2 : i64, replica_groups = array<i64: 0, 1>, group_size = 2 : i64} : tensor<2x2xf32> to tensor<1x4xf32>
  return
}

// -----

func.func @all_to_all_c2(%x: tensor<2x2xf32>) {
  // expected-error @below {{'result' must have the shape [1, 4], but got [2, 2]}}
  %0 = neuron.all_to_all %x {split_dim = 0 : i64, concat_dim = 1 : i64, replica_groups = array<i64: 0, 1>, group_size = 2 : i64} : tensor<2x2xf32> to tensor<2x2xf32>
  return
}

// -----

func.func @word_c1(%x: tensor<2xf64>) {
  // expected-error @below {{'index' must be 0 or 1, but got 2}}
  %0 = neuron.word %x index = 2 : tensor<2xf64> to tensor<2xui32>
  return
}

// -----

func.func @word_c2(%x: tensor<2xf32>) {
  // expected-error @below {{elements must have 64 bits, but got 'f32'}}
  %0 = neuron.word %x index = 0 : tensor<2xf32> to tensor<2xui32>
  return
}

// -----

func.func @word_c3(%x: tensor<2xf64>) {
  // expected-error @below {{'result'}}
  %0 = neuron.word %x index = 1 : tensor<2xf64> to tensor<2xi32>
  return
}

// -----

func.func @join_words_c2(%l: tensor<2xui32>, %h: tensor<2xi32>) {
  // expected-error @below {{'high'}}
  %0 = neuron.join_words %l, %h : (tensor<2xui32>, tensor<2xi32>) -> tensor<2xf64>
  return
}

// -----

func.func @bitcast_c1_width(%x: tensor<2xi32>) {
  // expected-error @below {{elements must have the same 8, 16 or 32 bits, but got 'i32' and 'f16'}}
  %0 = neuron.bitcast %x : tensor<2xi32> to tensor<2xf16>
  return
}

// -----

func.func @bitcast_c1_wide(%x: tensor<2xi64>) {
  // expected-error @below {{elements must have the same 8, 16 or 32 bits, but got 'i64' and 'f64'}}
  %0 = neuron.bitcast %x : tensor<2xi64> to tensor<2xf64>
  return
}

// -----

func.func @bitcast_c2(%x: tensor<2xi32>) {
  // expected-error @below {{'result'}}
  %0 = neuron.bitcast %x : tensor<2xi32> to tensor<1x2xf32>
  return
}

//===- LevelCases.h - graphs for the comparison of levels -------*- C++ -*-===//
//
// Bodies of func @main. $R and $C are sizes that the test chooses; integers are
// in 0 .. 3, floats in the range of the case.
//
//===----------------------------------------------------------------------===//
#ifndef NEURONC_TEST_UNIT_DRIVER_LEVELCASES_H
#define NEURONC_TEST_UNIT_DRIVER_LEVELCASES_H

namespace neuron {

struct LevelCase {
  const char *name;
  const char *text;
  double low = -2, high = 2;
  double tolerance = 1e-4; ///< absolute and relative
};

inline constexpr LevelCase kLevelCases[] = {
    {"chain", R"((%x: tensor<$Rx$Cxf32>, %y: tensor<$Rx$Cxf32>) -> tensor<$Rx$Cxf32> {
  %a = neuron.binary add %x, %y : tensor<$Rx$Cxf32>
  %b = neuron.unary tanh %a : tensor<$Rx$Cxf32>
  %c = neuron.binary mul %b, %x : tensor<$Rx$Cxf32>
  %d = neuron.clamp %c min = -1.0 max = 1.5 : tensor<$Rx$Cxf32>
  return %d : tensor<$Rx$Cxf32> })"},
    {"select", R"((%x: tensor<$Rx$Cxf32>, %y: tensor<$Rx$Cxf32>) -> tensor<$Rx$Cxf32> {
  %c = neuron.compare lt %x, %y : tensor<$Rx$Cxf32>
  %s = neuron.select %c, %x, %y : tensor<$Rx$Cxf32>
  return %s : tensor<$Rx$Cxf32> })"},
    {"bf16", R"((%x: tensor<$Rx$Cxf32>) -> tensor<$Rx$Cxbf16> {
  %b = neuron.cast %x : tensor<$Rx$Cxf32> to tensor<$Rx$Cxbf16>
  %e = neuron.binary add %b, %b : tensor<$Rx$Cxbf16>
  return %e : tensor<$Rx$Cxbf16> })", -2, 2, 1e-2},
    {"integers", R"((%x: tensor<$Rx$Cxi32>, %y: tensor<$Rx$Cxi32>) -> tensor<$Rx$Cxi32> {
  %k = neuron.constant dense<100003> : tensor<$Rx$Cxi32>
  %a = neuron.binary mul %x, %k : tensor<$Rx$Cxi32>
  %b = neuron.binary sub %a, %y : tensor<$Rx$Cxi32>
  %c = neuron.binary xor %b, %x : tensor<$Rx$Cxi32>
  return %c : tensor<$Rx$Cxi32> })"},
    {"doubles", R"((%x: tensor<$Rx$Cxf64>, %y: tensor<$Rx$Cxf64>, %i: tensor<$Rx$Cxi32>) -> (tensor<$Cx$Rxf64>, tensor<$Rx$Cxf64>, tensor<$Rxf64>) {
  %t = neuron.transpose %x perm = [1, 0] : tensor<$Rx$Cxf64> to tensor<$Cx$Rxf64>
  %k = neuron.constant dense<-1.0e308> : tensor<$Rx$Cxf64>
  %m = neuron.binary max %x, %k : tensor<$Rx$Cxf64>
  %j = neuron.cast %i : tensor<$Rx$Cxi32> to tensor<$Rx$Cxf64>
  %a = neuron.binary mul %m, %j : tensor<$Rx$Cxf64>
  %e = neuron.unary exp %y : tensor<$Rx$Cxf64>
  %s = neuron.binary add %a, %e : tensor<$Rx$Cxf64>
  %r = neuron.reduce add %s dims = [1] : (tensor<$Rx$Cxf64>) -> tensor<$Rxf64>
  return %t, %s, %r : tensor<$Cx$Rxf64>, tensor<$Rx$Cxf64>, tensor<$Rxf64> })"},
    {"wide_constants", R"((%x: tensor<$Rx$Cxf32>) -> (tensor<3xi64>, tensor<3xf64>, tensor<$Rx$Cxf64>, tensor<$Rx$Cxf32>) {
  %i = neuron.constant dense<[1, 1099511627779, -1125899906842624]> : tensor<3xi64>
  %d = neuron.constant dense<[0.1, 1.0e300, -5.0e-324]> : tensor<3xf64>
  %s = neuron.constant dense<0.3> : tensor<$Rx$Cxf64>
  return %i, %d, %s, %x : tensor<3xi64>, tensor<3xf64>, tensor<$Rx$Cxf64>, tensor<$Rx$Cxf32> })"},
    {"words", R"((%x: tensor<$Rx$Cx9xi64>, %d: tensor<9x$Cx$Rxf64>) -> (tensor<$Rx$Cx9xi64>, tensor<$Cx9x$Rxi64>, tensor<$Rx$Cx9xi64>, tensor<9x$Cx$Rxf64>, tensor<$Rx$Cx9xf32>) {
  %k = neuron.constant dense<68719476739> : tensor<$Rx$Cx9xi64>
  %m = neuron.binary mul %x, %k : tensor<$Rx$Cx9xi64>
  %t = neuron.transpose %m perm = [1, 2, 0] : tensor<$Rx$Cx9xi64> to tensor<$Cx9x$Rxi64>
  %p = neuron.compare lt %x, %k : tensor<$Rx$Cx9xi64>
  %n = neuron.cast %p : tensor<$Rx$Cx9xi1> to tensor<$Rx$Cx9xi64>
  %f = neuron.cast %d : tensor<9x$Cx$Rxf64> to tensor<9x$Cx$Rxf32>
  %g = neuron.transpose %f perm = [2, 1, 0] : tensor<9x$Cx$Rxf32> to tensor<$Rx$Cx9xf32>
  return %x, %t, %n, %d, %g : tensor<$Rx$Cx9xi64>, tensor<$Cx9x$Rxi64>, tensor<$Rx$Cx9xi64>, tensor<9x$Cx$Rxf64>, tensor<$Rx$Cx9xf32> })"},
    {"narrow_integers", R"((%x: tensor<$Rx$Cxi32>) -> tensor<$Rx$Cxi8> {
  %k = neuron.constant dense<77> : tensor<$Rx$Cxi32>
  %a = neuron.binary mul %x, %k : tensor<$Rx$Cxi32>
  %b = neuron.cast %a : tensor<$Rx$Cxi32> to tensor<$Rx$Cxui8>
  %c = neuron.cast %b : tensor<$Rx$Cxui8> to tensor<$Rx$Cxi8>
  return %c : tensor<$Rx$Cxi8> })"},
    {"dot_bias_relu", R"((%x: tensor<$Rx$Cxf32>, %w: tensor<$Cx7xf32>, %b: tensor<7xf32>) -> tensor<$Rx7xf32> {
  %d = neuron.dot_general %x, %w batch = [] x [] contract = [1] x [0] : (tensor<$Rx$Cxf32>, tensor<$Cx7xf32>) -> tensor<$Rx7xf32>
  %e = neuron.broadcast_in_dim %b dims = [1] : tensor<7xf32> to tensor<$Rx7xf32>
  %f = neuron.binary add %d, %e : tensor<$Rx7xf32>
  %r = neuron.unary relu %f : tensor<$Rx7xf32>
  return %r : tensor<$Rx7xf32> })"},
    {"dot_batched", R"((%x: tensor<3x$Rx$Cxf32>, %y: tensor<3x5x$Cxf32>) -> tensor<3x$Rx5xf32> {
  %d = neuron.dot_general %x, %y batch = [0] x [0] contract = [2] x [2] : (tensor<3x$Rx$Cxf32>, tensor<3x5x$Cxf32>) -> tensor<3x$Rx5xf32>
  return %d : tensor<3x$Rx5xf32> })"},
    {"softmax", R"((%x: tensor<$Rx$Cxf32>) -> (tensor<$Rx$Cxf32>, tensor<$Rx$Cxf32>) {
  %a = neuron.softmax %x dim = 1 : tensor<$Rx$Cxf32>
  %b = neuron.log_softmax %x dim = 0 : tensor<$Rx$Cxf32>
  return %a, %b : tensor<$Rx$Cxf32>, tensor<$Rx$Cxf32> })"},
    {"norms", R"((%x: tensor<$Rx$Cxf32>, %s: tensor<$Cxf32>) -> (tensor<$Rx$Cxf32>, tensor<$Rx$Cxf32>) {
  %a = neuron.layer_norm %x scale(%s : tensor<$Cxf32>) bias(%s : tensor<$Cxf32>) axis = 1 epsilon = 1.0e-5 : tensor<$Rx$Cxf32>
  %b = neuron.rms_norm %x scale(%s : tensor<$Cxf32>) axis = 1 epsilon = 1.0e-6 : tensor<$Rx$Cxf32>
  return %a, %b : tensor<$Rx$Cxf32>, tensor<$Rx$Cxf32> })"},
    {"group_norm", R"((%x: tensor<2x6x$Cxf32>, %s: tensor<6xf32>) -> tensor<2x6x$Cxf32> {
  %a = neuron.group_norm %x scale(%s : tensor<6xf32>) groups = 3 epsilon = 1.0e-5 : tensor<2x6x$Cxf32>
  return %a : tensor<2x6x$Cxf32> })"},
    {"reductions", R"((%x: tensor<$Rx3x$Cxf32>) -> (tensor<$Rx3xf32>, tensor<3x$Cxf32>, tensor<3xf32>) {
  %a = neuron.reduce add %x dims = [2] : (tensor<$Rx3x$Cxf32>) -> tensor<$Rx3xf32>
  %b = neuron.reduce max %x dims = [0] : (tensor<$Rx3x$Cxf32>) -> tensor<3x$Cxf32>
  %c = neuron.reduce min %x dims = [0, 2] : (tensor<$Rx3x$Cxf32>) -> tensor<3xf32>
  return %a, %b, %c : tensor<$Rx3xf32>, tensor<3x$Cxf32>, tensor<3xf32> })"},
    {"movement", R"((%x: tensor<$Rx$Cxf32>) -> (tensor<$Cx$Rxf32>, tensor<$Rx$Cxf32>, tensor<2x$Rx$Cxf32>) {
  %t = neuron.transpose %x perm = [1, 0] : tensor<$Rx$Cxf32> to tensor<$Cx$Rxf32>
  %r = neuron.reverse %x dims = [1] : tensor<$Rx$Cxf32>
  %e = neuron.unary exp %r : tensor<$Rx$Cxf32>
  %b = neuron.broadcast_in_dim %x dims = [1, 2] : tensor<$Rx$Cxf32> to tensor<2x$Rx$Cxf32>
  return %t, %e, %b : tensor<$Cx$Rxf32>, tensor<$Rx$Cxf32>, tensor<2x$Rx$Cxf32> })"},
    {"concat_pad_slice", R"((%x: tensor<$Rx6xf32>, %y: tensor<$Rx2xf32>) -> (tensor<$Rx8xf32>, tensor<$Rx9xf32>, tensor<$Rx3xf32>) {
  %a = neuron.concat %x, %y dim = 1 : (tensor<$Rx6xf32>, tensor<$Rx2xf32>) -> tensor<$Rx8xf32>
  %b = neuron.pad constant %x lo = [0, 1] hi = [0, 2] {value = 0.5 : f64} : tensor<$Rx6xf32> to tensor<$Rx9xf32>
  %c = neuron.slice %x starts = [0, 5] sizes = [$R, 3] strides = [1, -2] : tensor<$Rx6xf32> to tensor<$Rx3xf32>
  return %a, %b, %c : tensor<$Rx8xf32>, tensor<$Rx9xf32>, tensor<$Rx3xf32> })"},
    {"pad_modes", R"((%x: tensor<$Rx6xf32>) -> (tensor<$Rx11xf32>, tensor<$Rx9xf32>) {
  %a = neuron.pad reflect %x lo = [0, 3] hi = [0, 2] : tensor<$Rx6xf32> to tensor<$Rx11xf32>
  %b = neuron.pad edge %x lo = [0, 1] hi = [0, 2] : tensor<$Rx6xf32> to tensor<$Rx9xf32>
  return %a, %b : tensor<$Rx11xf32>, tensor<$Rx9xf32> })"},
    {"dynamic_slices", R"((%x: tensor<$Rx$Cxf32>, %i: tensor<i32>, %u: tensor<2x$Cxf32>) -> (tensor<2x$Cxf32>, tensor<$Rx$Cxf32>) {
  %z = neuron.constant dense<0> : tensor<i32>
  %a = neuron.dynamic_slice %x, %i, %z sizes = [2, $C] : (tensor<$Rx$Cxf32>, tensor<i32>, tensor<i32>) -> tensor<2x$Cxf32>
  %b = neuron.dynamic_update_slice %x, %u, %i, %z : (tensor<$Rx$Cxf32>, tensor<2x$Cxf32>, tensor<i32>, tensor<i32>) -> tensor<$Rx$Cxf32>
  return %a, %b : tensor<2x$Cxf32>, tensor<$Rx$Cxf32> })"},
    {"gathers", R"((%x: tensor<4x$Cxf32>, %i: tensor<$Rxi32>, %j: tensor<4x$Cxi32>) -> (tensor<$Rx$Cxf32>, tensor<4x$Cxf32>) {
  %a = neuron.gather %x, %i axis = 0 : (tensor<4x$Cxf32>, tensor<$Rxi32>) -> tensor<$Rx$Cxf32>
  %b = neuron.gather_elements %x, %j axis = 0 : (tensor<4x$Cxf32>, tensor<4x$Cxi32>) -> tensor<4x$Cxf32>
  return %a, %b : tensor<$Rx$Cxf32>, tensor<4x$Cxf32> })"},
    {"scatters", R"((%x: tensor<4x$Cxf32>, %i: tensor<$Rxi32>, %u: tensor<$Rx$Cxf32>, %j: tensor<4x2xi32>, %v: tensor<4x2xf32>) -> (tensor<4x$Cxf32>, tensor<4x$Cxf32>) {
  %a = neuron.scatter add %x, %i, %u : (tensor<4x$Cxf32>, tensor<$Rxi32>, tensor<$Rx$Cxf32>) -> tensor<4x$Cxf32>
  %b = neuron.scatter_elements add %x, %j, %v axis = 1 : (tensor<4x$Cxf32>, tensor<4x2xi32>, tensor<4x2xf32>) -> tensor<4x$Cxf32>
  return %a, %b : tensor<4x$Cxf32>, tensor<4x$Cxf32> })"},
    {"orders", R"((%x: tensor<$Rx$Cxf32>) -> (tensor<$Rxi32>, tensor<$Rx$Cxf32>, tensor<$Rx$Cxi32>, tensor<$Rx3xf32>, tensor<$Rx3xi32>) {
  %a = neuron.arg_reduce max %x dim = 1 : (tensor<$Rx$Cxf32>) -> tensor<$Rxi32>
  %s:2 = neuron.sort %x dim = 1 {descending = true} : (tensor<$Rx$Cxf32>) -> (tensor<$Rx$Cxf32>, tensor<$Rx$Cxi32>)
  %t:2 = neuron.top_k %x k = 3 dim = 1 : (tensor<$Rx$Cxf32>) -> (tensor<$Rx3xf32>, tensor<$Rx3xi32>)
  return %a, %s#0, %s#1, %t#0, %t#1 : tensor<$Rxi32>, tensor<$Rx$Cxf32>, tensor<$Rx$Cxi32>, tensor<$Rx3xf32>, tensor<$Rx3xi32> })"},
    {"scans", R"((%x: tensor<$Rx$Cxf32>, %y: tensor<$Rx$Cxf32>) -> (tensor<$Rx$Cxf32>, tensor<$Rx$Cxf32>, tensor<$Rx$Cxf32>) {
  %a = neuron.cumulative add %x dim = 1 : tensor<$Rx$Cxf32>
  %b = neuron.cumulative max %x dim = 0 {reverse = true} : tensor<$Rx$Cxf32>
  %h = neuron.unary sigmoid %y : tensor<$Rx$Cxf32>
  %c = neuron.linear_scan %h, %x dim = 1 : (tensor<$Rx$Cxf32>, tensor<$Rx$Cxf32>) -> tensor<$Rx$Cxf32>
  return %a, %b, %c : tensor<$Rx$Cxf32>, tensor<$Rx$Cxf32>, tensor<$Rx$Cxf32> })", -1, 1, 1e-3},
    {"loop", R"((%c0: tensor<$Cxf32>, %xs: tensor<$Rx$Cxf32>) -> (tensor<$Cxf32>, tensor<$Rx$Cxf32>) {
  %y:2 = neuron.scan(%c0) over(%xs) trip = $R in = [0] [false] out = [0] [true] : (tensor<$Cxf32>, tensor<$Rx$Cxf32>) -> (tensor<$Cxf32>, tensor<$Rx$Cxf32>) {
  ^bb0(%c: tensor<$Cxf32>, %x: tensor<$Cxf32>):
    %m = neuron.binary mul %c, %x : tensor<$Cxf32>
    %n = neuron.unary tanh %m : tensor<$Cxf32>
    neuron.yield %n, %m : tensor<$Cxf32>, tensor<$Cxf32>
  }
  return %y#0, %y#1 : tensor<$Cxf32>, tensor<$Rx$Cxf32> })"},
    {"pools", R"((%x: tensor<2x3x$Rx$Cxf32>) -> (tensor<2x3x$Rx$Cxf32>, tensor<2x3x$Rx$Cxf32>) {
  %a = neuron.pool max %x window = [3, 3] strides = [1, 1] pads = [1, 1] x [1, 1] dilations = [1, 1] : (tensor<2x3x$Rx$Cxf32>) -> tensor<2x3x$Rx$Cxf32>
  %b = neuron.pool avg %x window = [3, 1] strides = [1, 1] pads = [1, 0] x [1, 0] dilations = [1, 1] : (tensor<2x3x$Rx$Cxf32>) -> tensor<2x3x$Rx$Cxf32>
  return %a, %b : tensor<2x3x$Rx$Cxf32>, tensor<2x3x$Rx$Cxf32> })"},
    {"convolutions", R"((%x: tensor<2x4x$Rx$Cxf32>, %w: tensor<6x4x3x3xf32>, %g: tensor<8x2x1x3xf32>, %d: tensor<4x1x3x3xf32>) -> (tensor<2x6x$Rx$Cxf32>, tensor<2x8x$Rx$Cxf32>, tensor<2x4x$Rx$Cxf32>) {
  %a = neuron.conv %x, %w strides = [1, 1] pads = [1, 1] x [1, 1] dilations = [1, 1] groups = 1 : (tensor<2x4x$Rx$Cxf32>, tensor<6x4x3x3xf32>) -> tensor<2x6x$Rx$Cxf32>
  %b = neuron.conv %x, %g strides = [1, 1] pads = [0, 2] x [0, 2] dilations = [1, 2] groups = 2 : (tensor<2x4x$Rx$Cxf32>, tensor<8x2x1x3xf32>) -> tensor<2x8x$Rx$Cxf32>
  %c = neuron.conv %x, %d strides = [1, 1] pads = [1, 1] x [1, 1] dilations = [1, 1] groups = 4 : (tensor<2x4x$Rx$Cxf32>, tensor<4x1x3x3xf32>) -> tensor<2x4x$Rx$Cxf32>
  return %a, %b, %c : tensor<2x6x$Rx$Cxf32>, tensor<2x8x$Rx$Cxf32>, tensor<2x4x$Rx$Cxf32> })"},
    {"attention", R"((%q: tensor<1x4x$Rx8xf32>, %k: tensor<1x2x$Rx8xf32>, %v: tensor<1x2x$Rx5xf32>) -> tensor<1x4x$Rx5xf32> {
  %a = neuron.attention %q, %k, %v scale = 0.125 {causal = true} : (tensor<1x4x$Rx8xf32>, tensor<1x2x$Rx8xf32>, tensor<1x2x$Rx5xf32>) -> tensor<1x4x$Rx5xf32>
  return %a : tensor<1x4x$Rx5xf32> })"},
    {"attention_window", R"((%q: tensor<1x2x$Rx64xf32>, %k: tensor<1x2x150x64xf32>, %v: tensor<1x2x150x5xf32>) -> tensor<1x2x$Rx5xf32> {
  %a = neuron.attention %q, %k, %v scale = 0.3 {causal = true, causal_offset = -1 : i64, window = 2 : i64, softcap = 2.0 : f64} : (tensor<1x2x$Rx64xf32>, tensor<1x2x150x64xf32>, tensor<1x2x150x5xf32>) -> tensor<1x2x$Rx5xf32>
  return %a : tensor<1x2x$Rx5xf32> })"},
    {"resize", R"((%x: tensor<1x2x$Rx$Cxf32>) -> tensor<1x2x$Rx6xf32> {
  %a = neuron.resize linear %x scales = [1.0, 1.0, 1.0, 1.5] : tensor<1x2x$Rx$Cxf32> to tensor<1x2x$Rx6xf32>
  return %a : tensor<1x2x$Rx6xf32> })"},
    {"branch", R"((%p: tensor<i1>, %x: tensor<$Rx$Cxf32>) -> tensor<$Rx$Cxf32> {
  %y = neuron.if %p : (tensor<i1>) -> tensor<$Rx$Cxf32> {
    %a = neuron.unary sin %x : tensor<$Rx$Cxf32>
    neuron.yield %a : tensor<$Rx$Cxf32>
  } else {
    %b = neuron.unary gelu %x : tensor<$Rx$Cxf32>
    neuron.yield %b : tensor<$Rx$Cxf32>
  }
  return %y : tensor<$Rx$Cxf32> })"},
};

/// Functions of one value in (low, high), each in a graph of its own.
struct UnaryCase {
  const char *name;
  double low, high;
};
inline constexpr UnaryCase kUnaryCases[] = {
    {"neg", -2, 2},      {"abs", -2, 2},      {"sign", -2, 2},      {"exp", -2, 2},      {"exp2", -2, 2},
    {"expm1", -2, 2},    {"log", 0.1, 9},     {"log1p", -0.5, 9},   {"log2", 0.1, 9},    {"sqrt", 0.1, 9},
    {"rsqrt", 0.1, 9},   {"reciprocal", 1, 9}, {"square", -2, 2},   {"sin", -9, 9},      {"cos", -9, 9},
    {"tan", -1, 1},      {"asin", -0.9, 0.9}, {"acos", -0.9, 0.9},  {"atan", -9, 9},     {"sinh", -2, 2},
    {"cosh", -2, 2},     {"asinh", -9, 9},    {"acosh", 1.1, 9},    {"atanh", -0.9, 0.9}, {"tanh", -3, 3},
    {"erf", -3, 3},      {"sigmoid", -9, 9},  {"silu", -9, 9},      {"gelu", -4, 4},     {"gelu_tanh", -4, 4},
    {"gelu_sigmoid", -4, 4}, {"softplus", -9, 9}, {"mish", -5, 5},  {"relu", -2, 2},     {"floor", -9, 9},
    {"ceil", -9, 9},     {"round_even", -9, 9}, {"trunc", -9, 9},
};

/// Functions of two values, the second positive.
inline constexpr const char *kBinaryCases[] = {"add", "sub", "mul", "div", "pow", "max", "min", "rem", "mod", "floor_div", "atan2"};

} // namespace neuron

#endif // NEURONC_TEST_UNIT_DRIVER_LEVELCASES_H

// RUN: neuron-opt %s --neuron-decompose | FileCheck %s
// RUN: neuron-opt %s --neuron-decompose=keep=softmax,unary,pad | FileCheck %s --check-prefix=KEEP

// What the decompositions compute is checked in test/lit/Evaluator, whose tests
// also run after this pass. Here: what stays, and what is built.

// CHECK-LABEL: @softmax
// KEEP-LABEL: @softmax
func.func @softmax(%x: tensor<2x3xbf16>) -> tensor<2x3xbf16> {
  // Computed in f32, rounded once.
  // CHECK-NEXT: %[[X:.*]] = neuron.cast %{{.*}} : tensor<2x3xbf16> to tensor<2x3xf32>
  // CHECK-NEXT: neuron.reduce max %[[X]] dims = [1]
  // CHECK-NOT: neuron.cast
  // CHECK: neuron.cast %{{.*}} : tensor<2x3xf32> to tensor<2x3xbf16>
  // CHECK-NEXT: return
  // KEEP-NEXT: neuron.softmax
  %y = neuron.softmax %x dim = 1 : tensor<2x3xbf16>
  return %y : tensor<2x3xbf16>
}

// CHECK-LABEL: @machine_functions
// KEEP-LABEL: @machine_functions
func.func @machine_functions(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NEXT: neuron.unary gelu
  // CHECK-NEXT: neuron.unary sin
  // CHECK-NEXT: neuron.unary cos
  // CHECK-NEXT: neuron.binary div
  // KEEP: neuron.unary tan
  %y = neuron.unary gelu %x : tensor<4xf32>
  %z = neuron.unary tan %y : tensor<4xf32>
  return %z : tensor<4xf32>
}

// The parts of a batch norm that depend on parameters alone are per channel, so
// that folding makes one factor and one offset of them.
// CHECK-LABEL: @batch_norm
func.func @batch_norm(%x: tensor<2x3x4x4xf32>, %p: tensor<3xf32>) -> tensor<2x3x4x4xf32> {
  // CHECK: %[[F:.*]] = neuron.broadcast_in_dim %{{.*}} dims = [1] : tensor<3xf32> to tensor<2x3x4x4xf32>
  // CHECK-NEXT: %[[M:.*]] = neuron.binary mul %{{.*}}, %[[F]] : tensor<2x3x4x4xf32>
  // CHECK-NEXT: %[[O:.*]] = neuron.broadcast_in_dim
  // CHECK-NEXT: neuron.binary add %[[M]], %[[O]]
  // CHECK-NEXT: return
  %y = neuron.batch_norm %x, %p, %p, %p, %p epsilon = 1.0e-5 : tensor<2x3x4x4xf32>, tensor<3xf32>
  return %y : tensor<2x3x4x4xf32>
}

// Heads that share keys are rows of one product: nothing is repeated.
// CHECK-LABEL: @grouped_attention
func.func @grouped_attention(%q: tensor<1x8x4x16xf32>, %k: tensor<1x2x6x16xf32>) -> tensor<1x8x4x16xf32> {
  // CHECK-NOT: neuron.concat
  // CHECK: neuron.dot_general {{.*}} : (tensor<1x2x16x16xf32>, tensor<1x2x6x16xf32>) -> tensor<1x2x16x6xf32>
  // CHECK: neuron.dot_general {{.*}} : (tensor<1x2x16x6xf32>, tensor<1x2x6x16xf32>) -> tensor<1x2x16x16xf32>
  %y = neuron.attention %q, %k, %k scale = 0.25
     : (tensor<1x8x4x16xf32>, tensor<1x2x6x16xf32>, tensor<1x2x6x16xf32>) -> tensor<1x8x4x16xf32>
  return %y : tensor<1x8x4x16xf32>
}

// A whole factor repeats; another one gathers; interpolation multiplies.
// CHECK-LABEL: @resize
func.func @resize(%x: tensor<1x1x4x4xf32>) -> (tensor<1x1x8x4xf32>, tensor<1x1x4x6xf32>, tensor<1x1x8x4xf32>) {
  // CHECK: neuron.broadcast_in_dim %{{.*}} dims = [0, 1, 2, 4] : tensor<1x1x4x4xf32> to tensor<1x1x4x2x4xf32>
  // CHECK: neuron.gather {{.*}} axis = 3
  // CHECK: neuron.dot_general {{.*}} contract = [2] x [1] : (tensor<1x1x4x4xf32>, tensor<8x4xf32>) -> tensor<1x1x4x8xf32>
  // CHECK-NEXT: neuron.transpose %{{.*}} perm = [0, 1, 3, 2]
  %a = neuron.resize nearest %x scales = [1.0, 1.0, 2.0, 1.0] {coordinate = #neuron<coordinate asymmetric>, nearest = #neuron<nearest_mode floor>} : tensor<1x1x4x4xf32> to tensor<1x1x8x4xf32>
  %b = neuron.resize nearest %x scales = [1.0, 1.0, 1.0, 1.5] : tensor<1x1x4x4xf32> to tensor<1x1x4x6xf32>
  %c = neuron.resize linear %x scales = [1.0, 1.0, 2.0, 1.0] : tensor<1x1x4x4xf32> to tensor<1x1x8x4xf32>
  return %a, %b, %c : tensor<1x1x8x4xf32>, tensor<1x1x4x6xf32>, tensor<1x1x8x4xf32>
}

// CHECK-LABEL: @pad
// KEEP-LABEL: @pad
func.func @pad(%x: tensor<4xf32>) -> (tensor<6xf32>, tensor<6xf32>) {
  // CHECK-NEXT: neuron.pad constant
  // CHECK-NEXT: neuron.slice %{{.*}} starts = [2] sizes = [2] strides = [-1]
  // CHECK-NEXT: neuron.concat
  // KEEP: neuron.pad reflect
  %a = neuron.pad constant %x lo = [2] hi = [0] : tensor<4xf32> to tensor<6xf32>
  %b = neuron.pad reflect %x lo = [2] hi = [0] : tensor<4xf32> to tensor<6xf32>
  return %a, %b : tensor<6xf32>, tensor<6xf32>
}

// Windows at the border count fewer elements.
// CHECK-LABEL: @average
func.func @average(%x: tensor<1x1x4x6xf32>) -> tensor<1x1x4x2xf32> {
  // CHECK: neuron.pool sum
  // CHECK: neuron.constant dense<[5.000000e-01, 0.333333343, 0.333333343, 5.000000e-01]> : tensor<4xf32>
  // CHECK: neuron.broadcast_in_dim %{{.*}} dims = [2]
  // CHECK: neuron.constant dense<0.333333343> : tensor<1x1x4x2xf32>
  %y = neuron.pool avg %x window = [3, 3] strides = [1, 3] pads = [1, 0] x [1, 0] dilations = [1, 1]
     : (tensor<1x1x4x6xf32>) -> tensor<1x1x4x2xf32>
  return %y : tensor<1x1x4x2xf32>
}

// Integer powers multiply; floats have a machine instruction.
// CHECK-LABEL: @pow
func.func @pow(%x: tensor<4xi32>, %y: tensor<4xf32>) -> (tensor<4xi32>, tensor<4xf32>) {
  // CHECK: neuron.binary mul %arg0, %arg0
  // CHECK-NOT: pow
  // CHECK: neuron.binary pow %arg1, %arg1
  %five = neuron.constant dense<5> : tensor<4xi32>
  %a = neuron.binary pow %x, %five : tensor<4xi32>
  %b = neuron.binary pow %y, %y : tensor<4xf32>
  return %a, %b : tensor<4xi32>, tensor<4xf32>
}

// Windows of many long rows: columns first, then rows.
// CHECK-LABEL: @large_windows
// CHECK: neuron.pool max %{{.*}} window = [1, 20] strides = [1, 2] pads = [0, 1] x [0, 1] dilations = [1, 3]
// CHECK: neuron.pool max %{{.*}} window = [30, 1] strides = [2, 1] pads = [4, 0] x [4, 0] dilations = [5, 1]
func.func @large_windows(%x: tensor<1x1x500x500xf32>) -> tensor<1x1x182x223xf32> {
  %r = neuron.pool max %x window = [30, 20] strides = [2, 2] pads = [4, 1] x [4, 1] dilations = [5, 3] : (tensor<1x1x500x500xf32>) -> tensor<1x1x182x223xf32>
  return %r : tensor<1x1x182x223xf32>
}

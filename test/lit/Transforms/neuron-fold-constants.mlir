// RUN: neuron-opt %s --neuron-fold-constants | FileCheck %s
// RUN: neuron-opt %s --neuron-fold-constants --neuron-fold-constants | FileCheck %s

// Shape arithmetic disappears.
// CHECK-LABEL: @shape_arithmetic
func.func @shape_arithmetic(%x: tensor<12xf32>) -> tensor<2xi64> {
  // CHECK-NEXT: %[[C:.*]] = neuron.constant dense<[4, 3]> : tensor<2xi64>
  // CHECK-NEXT: return %[[C]]
  %shape = neuron.constant dense<12> : tensor<1xi64>
  %three = neuron.constant dense<3> : tensor<1xi64>
  %rows = neuron.binary div %shape, %three : tensor<1xi64>
  %both = neuron.concat %rows, %three dim = 0 : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
  return %both : tensor<2xi64>
}

// Only what is used is written; a use in a region counts.
// CHECK-LABEL: @in_region
func.func @in_region(%p: tensor<i1>) -> tensor<f32> {
  // CHECK-NEXT: %[[C:.*]] = neuron.constant dense<3.000000e+00> : tensor<f32>
  // CHECK-NEXT: neuron.if
  // CHECK: neuron.constant dense<-3.000000e+00>
  // CHECK: neuron.yield %[[C]]
  %a = neuron.constant dense<1.0> : tensor<f32>
  %b = neuron.binary add %a, %a : tensor<f32>
  %c = neuron.binary add %b, %a : tensor<f32>
  %y = neuron.if %p : (tensor<i1>) -> tensor<f32> {
    %n = neuron.unary neg %c : tensor<f32>
    neuron.yield %n : tensor<f32>
  } else {
    neuron.yield %c : tensor<f32>
  }
  return %y : tensor<f32>
}

// The value between is 8 MiB, the result is small.
// CHECK-LABEL: @through_large_value
func.func @through_large_value() -> tensor<1024xi64> {
  // CHECK-NEXT: neuron.constant
  // CHECK-NEXT: return
  %i = neuron.iota dim = 1 : tensor<1024x1024xi64>
  %s = neuron.reduce max %i dims = [1] : (tensor<1024x1024xi64>) -> tensor<1024xi64>
  return %s : tensor<1024xi64>
}

// A large result stays as the operations that make it.
// CHECK-LABEL: @large_result
func.func @large_result() -> tensor<1024x512xi64> {
  // CHECK-NEXT: neuron.iota
  // CHECK-NEXT: neuron.unary neg
  // CHECK-NEXT: return
  %i = neuron.iota dim = 1 : tensor<1024x512xi64>
  %n = neuron.unary neg %i : tensor<1024x512xi64>
  return %n : tensor<1024x512xi64>
}

// Equal elements are one element, whatever the size.
// CHECK-LABEL: @splat
func.func @splat() -> tensor<1024x512xf32> {
  // CHECK-NEXT: neuron.constant dense<2.000000e+00> : tensor<1024x512xf32>
  // CHECK-NEXT: return
  %a = neuron.constant dense<1.0> : tensor<f32>
  %b = neuron.broadcast_in_dim %a dims = [] : tensor<f32> to tensor<1024x512xf32>
  %c = neuron.binary add %b, %b : tensor<1024x512xf32>
  return %c : tensor<1024x512xf32>
}

// A broadcast is an access pattern: only its operand is written.
// CHECK-LABEL: @broadcast
func.func @broadcast(%x: tensor<1024x4xf32>) -> tensor<1024x4xf32> {
  // CHECK-NEXT: %[[C:.*]] = neuron.constant dense<[2.000000e+00, 4.000000e+00, 6.000000e+00, 8.000000e+00]>
  // CHECK-NEXT: %[[B:.*]] = neuron.broadcast_in_dim %[[C]]
  // CHECK-NEXT: neuron.binary mul %{{.*}}, %[[B]]
  %a = neuron.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %b = neuron.binary add %a, %a : tensor<4xf32>
  %c = neuron.broadcast_in_dim %b dims = [1] : tensor<4xf32> to tensor<1024x4xf32>
  %y = neuron.binary mul %x, %c : tensor<1024x4xf32>
  return %y : tensor<1024x4xf32>
}

// An index out of range is left to whoever may run it.
// CHECK-LABEL: @out_of_range
func.func @out_of_range() -> tensor<1xf32> {
  // CHECK: neuron.gather
  %x = neuron.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %i = neuron.constant dense<5> : tensor<1xi64>
  %y = neuron.gather %x, %i axis = 0 : (tensor<2xf32>, tensor<1xi64>) -> tensor<1xf32>
  return %y : tensor<1xf32>
}

// Two results of one operation.
// CHECK-LABEL: @two_results
func.func @two_results() -> (tensor<1xf32>, tensor<1xi64>) {
  // CHECK-DAG: neuron.constant dense<7.000000e+00> : tensor<1xf32>
  // CHECK-DAG: neuron.constant dense<1> : tensor<1xi64>
  // CHECK: return
  %x = neuron.constant dense<[1.0, 7.0, 2.0]> : tensor<3xf32>
  %v:2 = neuron.top_k %x k = 1 dim = 0 : (tensor<3xf32>) -> (tensor<1xf32>, tensor<1xi64>)
  return %v#0, %v#1 : tensor<1xf32>, tensor<1xi64>
}

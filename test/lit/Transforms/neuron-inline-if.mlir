// RUN: neuron-opt %s --neuron-inline-if | FileCheck %s
// RUN: neuron-opt %s --neuron-inline-if=only-constant | FileCheck %s --check-prefix=CONSTANT
// RUN: neuron-opt %s --neuron-inline-if --neuron-evaluate

// CHECK-LABEL: @constant
func.func @constant(%a: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: %[[Y:.*]] = neuron.unary exp
  // CHECK-NEXT: return %[[Y]]
  %p = neuron.constant dense<false> : tensor<1xi1>
  %y = neuron.if %p : (tensor<1xi1>) -> tensor<2xf32> {
    neuron.yield %a : tensor<2xf32>
  } else {
    %e = neuron.unary exp %a : tensor<2xf32>
    neuron.yield %e : tensor<2xf32>
  }
  return %y : tensor<2xf32>
}

// CHECK-LABEL: @data_dependent
// CHECK-SAME: neuron.branches = [{else_ops = 1 : i64, else_work = 2 : i64, location = "{{.*}}neuron-inline-if.mlir:{{[0-9]+}}", source = "", then_ops = 0 : i64, then_work = 0 : i64}]
// CONSTANT-LABEL: @data_dependent
func.func @data_dependent(%p: tensor<1xi1>, %a: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  // CHECK-NEXT: %[[E:.*]] = neuron.unary exp
  // CHECK-NEXT: %[[S:.*]] = neuron.reshape %arg0 : tensor<1xi1> to tensor<i1>
  // CHECK-NEXT: %[[Q:.*]] = neuron.broadcast_in_dim %[[S]] dims = [] : tensor<i1> to tensor<2xi1>
  // CHECK-NEXT: %[[Y:.*]] = neuron.select %[[Q]], %arg1, %[[E]]
  // The same on both sides needs no selection.
  // CHECK-NEXT: return %[[Y]], %arg1
  // CONSTANT-NEXT: neuron.if
  %y:2 = neuron.if %p : (tensor<1xi1>) -> (tensor<2xf32>, tensor<2xf32>) {
    neuron.yield %a, %a : tensor<2xf32>, tensor<2xf32>
  } else {
    %e = neuron.unary exp %a : tensor<2xf32>
    neuron.yield %e, %a : tensor<2xf32>, tensor<2xf32>
  }
  return %y#0, %y#1 : tensor<2xf32>, tensor<2xf32>
}

// A branch in the side that is not taken vanishes; one in the other is inlined.
// CHECK-LABEL: @nested
// CHECK-SAME: neuron.branches = [{else_ops = 1 :
func.func @nested(%p: tensor<i1>, %a: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK-NOT: neuron.if
  // CHECK: neuron.select
  // CHECK-NOT: neuron.select
  // CHECK: return
  %t = neuron.constant dense<true> : tensor<i1>
  %y = neuron.if %t : (tensor<i1>) -> tensor<2xf32> {
    %z = neuron.if %p : (tensor<i1>) -> tensor<2xf32> {
      neuron.yield %a : tensor<2xf32>
    } else {
      %e = neuron.unary exp %a : tensor<2xf32>
      neuron.yield %e : tensor<2xf32>
    }
    neuron.yield %z : tensor<2xf32>
  } else {
    %z = neuron.if %p : (tensor<i1>) -> tensor<2xf32> {
      neuron.yield %a : tensor<2xf32>
    } else {
      %e = neuron.unary log %a : tensor<2xf32>
      neuron.yield %e : tensor<2xf32>
    }
    neuron.yield %z : tensor<2xf32>
  }
  return %y : tensor<2xf32>
}

func.func @values() {
  %x = neuron.constant dense<[1.0, -4.0]> : tensor<2xf32>
  %zero = neuron.constant dense<0.0> : tensor<2xf32>
  %less = neuron.compare lt %x, %zero : tensor<2xf32>
  %p = neuron.reduce or %less dims = [0] : (tensor<2xi1>) -> tensor<i1>
  %y = neuron.if %p : (tensor<i1>) -> tensor<2xf32> {
    %e = neuron.unary abs %x : tensor<2xf32>
    neuron.yield %e : tensor<2xf32>
  } else {
    neuron.yield %x : tensor<2xf32>
  }
  %e = neuron.constant dense<[1.0, 4.0]> : tensor<2xf32>
  neuron.check_close %y, %e : tensor<2xf32>, tensor<2xf32>
  return
}

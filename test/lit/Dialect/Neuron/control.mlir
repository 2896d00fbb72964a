// RUN: neuron-opt %s | neuron-opt | FileCheck %s
// RUN: neuron-opt %s --mlir-print-op-generic | neuron-opt | FileCheck %s

// CHECK-LABEL: @if
func.func @if(%p: tensor<i1>, %a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: neuron.if %{{.*}} : (tensor<i1>) -> tensor<4xf32> {
  // CHECK-NEXT: neuron.yield %{{.*}} : tensor<4xf32>
  // CHECK-NEXT: } else {
  // CHECK-NEXT: neuron.yield
  // CHECK-NEXT: }
  %0 = neuron.if %p : (tensor<i1>) -> tensor<4xf32> {
    neuron.yield %a : tensor<4xf32>
  } else {
    neuron.yield %b : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: @scan
func.func @scan(%h: tensor<4xf32>, %xs: tensor<8x4xf32>) -> tensor<4x8xf32> {
  // CHECK: neuron.scan(%{{.*}}) over(%{{.*}}) trip = 8 in = [0] [true] out = [1] [false] : (tensor<4xf32>, tensor<8x4xf32>) -> (tensor<4xf32>, tensor<4x8xf32>) {
  // CHECK-NEXT: ^bb0(%[[C:.*]]: tensor<4xf32>, %[[X:.*]]: tensor<4xf32>):
  %0:2 = neuron.scan(%h) over(%xs) trip = 8 in = [0] [true] out = [1] [false]
      : (tensor<4xf32>, tensor<8x4xf32>) -> (tensor<4xf32>, tensor<4x8xf32>) {
  ^bb0(%c: tensor<4xf32>, %x: tensor<4xf32>):
    // CHECK: neuron.binary add %[[C]], %[[X]]
    %n = neuron.binary add %c, %x : tensor<4xf32>
    neuron.yield %n, %n : tensor<4xf32>, tensor<4xf32>
  }
  return %0#1 : tensor<4x8xf32>
}

// A scan without operands: a counted loop around captured values.
// CHECK-LABEL: @scan_nothing
func.func @scan_nothing(%x: tensor<4xf32>) -> tensor<3x4xf32> {
  // CHECK: neuron.scan() over() trip = 3 in = [] [] out = [0] [false] : () -> tensor<3x4xf32> {
  %0 = neuron.scan() over() trip = 3 in = [] [] out = [0] [false] : () -> tensor<3x4xf32> {
    neuron.yield %x : tensor<4xf32>
  }
  return %0 : tensor<3x4xf32>
}

// CHECK-LABEL: @kernel
func.func @kernel(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: neuron.kernel "elementwise"(%{{.*}}) attributes {name = "act"} : (tensor<4xf32>) -> tensor<4xf32> {
  %0 = neuron.kernel "elementwise"(%x) attributes {name = "act"} : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: tensor<4xf32>):
    %e = neuron.unary exp %a : tensor<4xf32>
    neuron.yield %e : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: @check_close
func.func @check_close(%x: tensor<4xf32>) {
  // CHECK: neuron.check_close %{{.*}}, %{{.*}} {rtol = 1.000000e-03 : f64} : tensor<4xf32>, tensor<4xf32>
  neuron.check_close %x, %x {rtol = 1.0e-3} : tensor<4xf32>, tensor<4xf32>
  return
}

// CHECK-LABEL: @collectives
func.func @collectives(%x: tensor<8x4xf32>) {
  // CHECK: neuron.all_reduce
  %0 = neuron.all_reduce %x {fn = #neuron<reduce_fn add>, replica_groups = array<i64: 0, 1>, group_size = 2 : i64} : tensor<8x4xf32> to tensor<8x4xf32>
  // CHECK: neuron.all_gather {{.*}} to tensor<16x4xf32>
  %1 = neuron.all_gather %x {dim = 0 : i64, replica_groups = array<i64: 0, 1>, group_size = 2 : i64} : tensor<8x4xf32> to tensor<16x4xf32>
  // CHECK: neuron.reduce_scatter {{.*}} to tensor<4x4xf32>
  %2 = neuron.reduce_scatter %x {fn = #neuron<reduce_fn max>, dim = 0 : i64, replica_groups = array<i64: 0, 1>, group_size = 2 : i64} : tensor<8x4xf32> to tensor<4x4xf32>
  // CHECK: neuron.all_to_all {{.*}} to tensor<4x8xf32>
  %3 = neuron.all_to_all %x {split_dim = 0 : i64, concat_dim = 1 : i64, replica_groups = array<i64: 0, 1>, group_size = 2 : i64} : tensor<8x4xf32> to tensor<4x8xf32>
  return
}

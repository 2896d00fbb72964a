// RUN: neuron-opt %s --neuron-narrow-floats --split-input-file 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=WARNING --implicit-check-not=warning: --input-file=%t

// Arguments and results keep their type; one warning counts what is computed between.
// WARNING: [[#@LINE+5]]:8: warning: [NRN-E8001] 2 operations on f64 computed in f32: the machine has no f64; this is the first
// CHECK-LABEL: func.func @computed(%arg0: tensor<4xf64>, %arg1: tensor<4xf64>) -> tensor<4xf64>
// CHECK-DAG: neuron.word %arg0 index = 0 : tensor<4xf64> to tensor<4xui32>
// CHECK-DAG: neuron.word %arg1 index = 1 : tensor<4xf64> to tensor<4xui32>
func.func @computed(%x: tensor<4xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %s = neuron.binary add %x, %y : tensor<4xf64>
  %e = neuron.unary exp %s : tensor<4xf64>
  // CHECK: %[[S:.*]] = neuron.binary add %{{.*}}, %{{.*}} : tensor<4xf32>
  // CHECK: %[[E:.*]] = neuron.unary exp %[[S]] : tensor<4xf32>
  // CHECK: neuron.bitcast %[[E]] : tensor<4xf32> to tensor<4xui32>
  // CHECK: %[[J:.*]] = neuron.join_words %{{.*}}, %{{.*}} : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xf64>
  // CHECK: return %[[J]] : tensor<4xf64>
  return %e : tensor<4xf64>
}

// -----

// Conversions alone lose nothing that f32 has.
// CHECK-LABEL: @converted
func.func @converted(%x: tensor<4xf64>, %h: tensor<4xbf16>) -> (tensor<4xbf16>, tensor<4xf64>) {
  // CHECK: %[[F:.*]] = neuron.bitcast %{{.*}} : tensor<4xui32> to tensor<4xf32>
  // CHECK: neuron.cast %[[F]] : tensor<4xf32> to tensor<4xbf16>
  %y = neuron.cast %x : tensor<4xf64> to tensor<4xbf16>
  // CHECK: neuron.cast %arg1 : tensor<4xbf16> to tensor<4xf32>
  %z = neuron.cast %h : tensor<4xbf16> to tensor<4xf64>
  return %y, %z : tensor<4xbf16>, tensor<4xf64>
}

// -----

// What is given back is not converted, whatever else is done with it.
// CHECK-LABEL: @given_back
func.func @given_back(%x: tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<3x2xf64>, tensor<2x3xf32>) {
  // CHECK-DAG: %[[L:.*]] = neuron.word %arg0 index = 0
  // CHECK-DAG: %[[H:.*]] = neuron.word %arg0 index = 1
  // CHECK-DAG: %[[TL:.*]] = neuron.transpose %[[L]] perm = [1, 0] : tensor<2x3xui32> to tensor<3x2xui32>
  // CHECK-DAG: %[[TH:.*]] = neuron.transpose %[[H]] perm = [1, 0] : tensor<2x3xui32> to tensor<3x2xui32>
  // CHECK-DAG: neuron.join_words %[[L]], %[[H]]
  // CHECK-DAG: neuron.join_words %[[TL]], %[[TH]]
  %t = neuron.transpose %x perm = [1, 0] : tensor<2x3xf64> to tensor<3x2xf64>
  %c = neuron.cast %x : tensor<2x3xf64> to tensor<2x3xf32>
  return %x, %t, %c : tensor<2x3xf64>, tensor<3x2xf64>, tensor<2x3xf32>
}

// -----

// Finite constants stay finite, infinite ones do not change.
// WARNING: warning: [NRN-E8001] 7 operations
// CHECK-LABEL: @constants
func.func @constants(%x: tensor<3xf64>) -> tensor<6xf64> {
  // CHECK-DAG: neuron.constant dense<-3.40282347E+38> : tensor<3xf32>
  // CHECK-DAG: neuron.constant dense<[0x7F800000, 1.000000e-01, 3.40282347E+38]> : tensor<3xf32>
  // CHECK-DAG: neuron.pad constant %{{.*}} {value = -3.402{{.*}}E+38 : f64} : tensor<3xf32> to tensor<6xf32>
  %m = neuron.constant dense<-1.7976931348623157e308> : tensor<3xf64>
  %v = neuron.constant dense<[0x7FF0000000000000, 0.1, 1.0e300]> : tensor<3xf64>
  %a = neuron.binary add %x, %m : tensor<3xf64>
  %b = neuron.binary add %a, %v : tensor<3xf64>
  %i = neuron.cast %b : tensor<3xf64> to tensor<3xi32>
  %j = neuron.cast %i : tensor<3xi32> to tensor<3xf64>
  %p = neuron.compare lt %j, %b : tensor<3xf64>
  %s = neuron.select %p, %j, %b : tensor<3xf64>
  %w = neuron.pad constant %s lo = [0] hi = [3] {value = -1.0e308 : f64} : tensor<3xf64> to tensor<6xf64>
  return %w : tensor<6xf64>
}

// -----

// Loops carry f32, and weights are cast where they are.
// WARNING: warning: [NRN-E8001] 2 operations
// CHECK-LABEL: @loop
func.func @loop(%x: tensor<5x2xf32>) -> tensor<5x2xf32> {
  // CHECK: %[[W:.*]] = neuron.weight "w" : tensor<2xf64>
  // CHECK: %[[C:.*]] = neuron.cast %[[W]] : tensor<2xf64> to tensor<2xf32>
  // CHECK: neuron.scan(%[[C]]) over(%arg0)
  // CHECK: ^bb0(%{{.*}}: tensor<2xf32>, %{{.*}}: tensor<2xf32>):
  %w = neuron.weight "w" : tensor<2xf64>
  %d = neuron.cast %x : tensor<5x2xf32> to tensor<5x2xf64>
  %s, %ys = neuron.scan (%w) over (%d) trip = 5 in = [0] [false] out = [0] [false]
      : (tensor<2xf64>, tensor<5x2xf64>) -> (tensor<2xf64>, tensor<5x2xf64>) {
  ^bb0(%c: tensor<2xf64>, %v: tensor<2xf64>):
    %n = neuron.binary add %c, %v : tensor<2xf64>
    neuron.yield %n, %n : tensor<2xf64>, tensor<2xf64>
  }
  %r = neuron.cast %ys : tensor<5x2xf64> to tensor<5x2xf32>
  return %r : tensor<5x2xf32>
}

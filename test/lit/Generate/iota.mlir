// RUN: neuron-opt %s --convert-kernel-to-nisa | FileCheck %s

// Counted by the GpSimd engine in 32-bit integers.
// CHECK: nisa.kernel "iota"
// CHECK: nisa.iota
func.func @main(%x: tensor<1xf32>) -> tensor<8xi32> {
  %r = neuron.iota dim = 0 : tensor<8xi32>
  return %r : tensor<8xi32>
}

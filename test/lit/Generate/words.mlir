// RUN: neuron-opt %s --convert-kernel-to-nisa --split-input-file | FileCheck %s

// Words and bits are views: each word of the result is one copy of a word of the
// argument.
// CHECK: nisa.variable "input_0" {dtype = "f64"
// CHECK: nisa.variable "output_0" {dtype = "f64"
// CHECK-COUNT-2: nisa.kernel "copy"
// CHECK-NOT: nisa.kernel
func.func @main(%x: tensor<4xf64>) -> tensor<4xf64> {
  %l = neuron.word %x index = 0 : tensor<4xf64> to tensor<4xui32>
  %h = neuron.word %x index = 1 : tensor<4xf64> to tensor<4xui32>
  %f = neuron.bitcast %h : tensor<4xui32> to tensor<4xf32>
  %b = neuron.bitcast %f : tensor<4xf32> to tensor<4xui32>
  %y = neuron.join_words %b, %l : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xf64>
  return %y : tensor<4xf64>
}

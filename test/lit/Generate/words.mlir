// RUN: neuron-opt %s --convert-kernel-to-nisa --split-input-file | FileCheck %s

// Words and bits are views; words are joined in SBUF and stored together.
// CHECK-LABEL: nisa.program
// CHECK: nisa.variable "input_0" {dtype = "f64"
// CHECK: nisa.variable "output_0" {dtype = "f64"
// CHECK: nisa.kernel "copy"
// CHECK-COUNT-2: nisa.tensor_copy
// CHECK: nisa.dma_copy {{.*}}: <hbm, 4, [2], ui32>, <sbuf, 4, [2], ui32>
// CHECK-NOT: nisa.kernel
func.func @main(%x: tensor<4xf64>) -> tensor<4xf64> {
  %l = neuron.word %x index = 0 : tensor<4xf64> to tensor<4xui32>
  %h = neuron.word %x index = 1 : tensor<4xf64> to tensor<4xui32>
  %f = neuron.bitcast %h : tensor<4xui32> to tensor<4xf32>
  %b = neuron.bitcast %f : tensor<4xf32> to tensor<4xui32>
  %y = neuron.join_words %b, %l : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xf64>
  return %y : tensor<4xf64>
}

// -----

// Many elements are copied apart once, both words at a time.
// CHECK-LABEL: nisa.program
// CHECK: nisa.kernel "words"
// CHECK: nisa.dma_copy {{.*}}: <sbuf, 128, [32], ui32>, <hbm, 128, [32], ui32>
// CHECK-COUNT-2: nisa.tensor_copy
// CHECK: nisa.kernel "elementwise"
// CHECK-NOT: nisa.kernel "words"
func.func @main(%x: tensor<128x16xi64>) -> tensor<128x16xui32> {
  %l = neuron.word %x index = 0 : tensor<128x16xi64> to tensor<128x16xui32>
  %h = neuron.word %x index = 1 : tensor<128x16xi64> to tensor<128x16xi32>
  %c = neuron.bitcast %h : tensor<128x16xi32> to tensor<128x16xui32>
  %y = neuron.binary xor %l, %c : tensor<128x16xui32>
  return %y : tensor<128x16xui32>
}

// -----

// What is given back as it came is one copy.
// CHECK-LABEL: nisa.program
// CHECK: nisa.kernel "copy"
// CHECK-NEXT: nisa.view
// CHECK-NEXT: nisa.view
// CHECK-NEXT: nisa.dma_copy {{.*}}: <hbm{{.*}}, <hbm
// CHECK-NEXT: }
func.func @main(%x: tensor<128x16xi64>) -> tensor<128x16xi64> {
  %l = neuron.word %x index = 0 : tensor<128x16xi64> to tensor<128x16xui32>
  %h = neuron.word %x index = 1 : tensor<128x16xi64> to tensor<128x16xi32>
  %y = neuron.join_words %l, %h : (tensor<128x16xui32>, tensor<128x16xi32>) -> tensor<128x16xi64>
  return %y : tensor<128x16xi64>
}

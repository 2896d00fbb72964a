// RUN: neuron-opt %s --neuron-form-kernels | FileCheck %s

// The convolution reads its weights from memory, also if they are one number; the ReLU's zero is a literal of the kernel.
// CHECK: %[[W:.*]] = neuron.constant dense<2.000000e-02> : tensor<4x3x3x3xf32>
// CHECK: neuron.kernel "convolution"(%{{.*}}, %[[W]])
// CHECK: neuron.constant dense<0.000000e+00> : tensor<1x4x6x6xf32>
// CHECK: neuron.binary max
func.func @main(%x: tensor<1x3x8x8xf32>) -> tensor<1x4x6x6xf32> {
  %w = neuron.constant dense<2.000000e-02> : tensor<4x3x3x3xf32>
  %zero = neuron.constant dense<0.0> : tensor<1x4x6x6xf32>
  %y = neuron.conv %x, %w strides = [1, 1] pads = [0, 0] x [0, 0] dilations = [1, 1] : (tensor<1x3x8x8xf32>, tensor<4x3x3x3xf32>) -> tensor<1x4x6x6xf32>
  %r = neuron.binary max %y, %zero : tensor<1x4x6x6xf32>
  return %r : tensor<1x4x6x6xf32>
}

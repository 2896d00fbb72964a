// RUN: neuron-opt %s --neuron-narrow-floats --verify-diagnostics

func.func @exact(%x: tensor<2xi32>) -> tensor<2xi32> {
  %a = neuron.cast %x : tensor<2xi32> to tensor<2xf64>
  // expected-error @+2 {{[NRN-E4002] 'neuron.unary' computes integers in f64 (operands 'tensor<2xf64>')}}
  // expected-note @+1 {{f32 would give wrong integers}}
  %b = neuron.unary sqrt %a {neuron.needs_f64} : tensor<2xf64>
  %c = neuron.cast %b : tensor<2xf64> to tensor<2xi32>
  return %c : tensor<2xi32>
}

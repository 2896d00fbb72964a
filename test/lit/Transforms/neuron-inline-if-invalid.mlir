// RUN: neuron-opt %s --neuron-inline-if --verify-diagnostics

func.func @effects(%p: tensor<i1>, %a: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @below {{must have no effects in its regions, so that both can be run}}
  %y = neuron.if %p : (tensor<i1>) -> tensor<2xf32> {
    neuron.check_close %a, %a : tensor<2xf32>, tensor<2xf32>
    neuron.yield %a : tensor<2xf32>
  } else {
    neuron.yield %a : tensor<2xf32>
  }
  return %y : tensor<2xf32>
}

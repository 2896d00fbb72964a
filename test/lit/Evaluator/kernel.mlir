// RUN: neuron-opt %s --neuron-evaluate
// RUN: neuron-opt %s --neuron-decompose --neuron-evaluate
// RUN: neuron-opt %s --neuron-simplify --neuron-evaluate
// RUN: neuron-opt %s --neuron-decompose --neuron-simplify --neuron-evaluate

func.func @kernel() {
  %x = neuron.constant dense<[1.0, -2.0]> : tensor<2xf32>
  %y = neuron.kernel "elementwise"(%x) : (tensor<2xf32>) -> tensor<2xf32> {
  ^bb0(%a: tensor<2xf32>):
    %n = neuron.unary neg %a : tensor<2xf32>
    neuron.yield %n : tensor<2xf32>
  }
  %e = neuron.constant dense<[-1.0, 2.0]> : tensor<2xf32>
  neuron.check_close %y, %e : tensor<2xf32>, tensor<2xf32>
  return
}

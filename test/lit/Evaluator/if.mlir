// RUN: neuron-opt %s --neuron-evaluate
// RUN: neuron-opt %s --neuron-decompose --neuron-evaluate
// RUN: neuron-opt %s --neuron-simplify --neuron-evaluate
// RUN: neuron-opt %s --neuron-decompose --neuron-simplify --neuron-evaluate

func.func @taken() {
  %p = neuron.constant dense<true> : tensor<i1>
  %x = neuron.constant dense<1.0> : tensor<2xf32>
  %y = neuron.if %p : (tensor<i1>) -> tensor<2xf32> {
    %a = neuron.binary add %x, %x : tensor<2xf32>
    neuron.yield %a : tensor<2xf32>
  } else {
    %a = neuron.unary neg %x : tensor<2xf32>
    neuron.yield %a : tensor<2xf32>
  }
  %e = neuron.constant dense<2.0> : tensor<2xf32>
  neuron.check_close %y, %e : tensor<2xf32>, tensor<2xf32>
  return
}

func.func @not_taken() {
  %p = neuron.constant dense<false> : tensor<i1>
  %x = neuron.constant dense<1.0> : tensor<2xf32>
  %y = neuron.if %p : (tensor<i1>) -> tensor<2xf32> {
    %a = neuron.binary add %x, %x : tensor<2xf32>
    neuron.yield %a : tensor<2xf32>
  } else {
    %a = neuron.unary neg %x : tensor<2xf32>
    neuron.yield %a : tensor<2xf32>
  }
  %e = neuron.constant dense<-1.0> : tensor<2xf32>
  neuron.check_close %y, %e : tensor<2xf32>, tensor<2xf32>
  return
}

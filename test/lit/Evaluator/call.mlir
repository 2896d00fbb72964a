// RUN: neuron-opt %s --neuron-evaluate

// Identical layers are one function, called with other values.
func.func private @double(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = neuron.binary add %x, %x : tensor<2xf32>
  return %y : tensor<2xf32>
}

func.func @twice() {
  %x = neuron.constant dense<[1.0, -3.0]> : tensor<2xf32>
  %a = call @double(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %b = call @double(%a) : (tensor<2xf32>) -> tensor<2xf32>
  %e = neuron.constant dense<[4.0, -12.0]> : tensor<2xf32>
  neuron.check_close %b, %e : tensor<2xf32>, tensor<2xf32>
  return
}

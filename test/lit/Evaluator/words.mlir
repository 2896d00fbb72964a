// RUN: neuron-opt %s --neuron-evaluate

func.func @double() {
  %x = neuron.constant dense<[1.0, -0.1, 5.0e-324, 0xFFF0000000000000]> : tensor<4xf64>
  %l = neuron.word %x index = 0 : tensor<4xf64> to tensor<4xui32>
  %h = neuron.word %x index = 1 : tensor<4xf64> to tensor<4xui32>
  %el = neuron.constant dense<[0, 2576980378, 1, 0]> : tensor<4xui32>
  %eh = neuron.constant dense<[1072693248, 3216611737, 0, 4293918720]> : tensor<4xui32>
  neuron.check_close %l, %el : tensor<4xui32>, tensor<4xui32>
  neuron.check_close %h, %eh : tensor<4xui32>, tensor<4xui32>
  %y = neuron.join_words %l, %h : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xf64>
  neuron.check_close %y, %x {rtol = 0.0, atol = 0.0} : tensor<4xf64>, tensor<4xf64>
  return
}

func.func @bits() {
  %x = neuron.constant dense<[1.0, -2.5]> : tensor<2xf32>
  %b = neuron.bitcast %x : tensor<2xf32> to tensor<2xui32>
  %e = neuron.constant dense<[1065353216, 3223322624]> : tensor<2xui32>
  neuron.check_close %b, %e : tensor<2xui32>, tensor<2xui32>
  %h = neuron.constant dense<[-1, 16256]> : tensor<2xi16>
  %f = neuron.bitcast %h : tensor<2xi16> to tensor<2xbf16>
  %g = neuron.constant dense<[0xFFFF, 1.0]> : tensor<2xbf16>
  neuron.check_close %f, %g : tensor<2xbf16>, tensor<2xbf16>
  return
}

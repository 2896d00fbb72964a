// RUN: neuron-opt %s --neuron-evaluate
// RUN: neuron-opt %s --neuron-decompose --neuron-evaluate
// RUN: neuron-opt %s --neuron-simplify --neuron-evaluate
// RUN: neuron-opt %s --neuron-decompose --neuron-simplify --neuron-evaluate

// c' = c * s + x with s from outside; both c' and x are put out, one backward.
func.func @scan() {
  %s = neuron.constant dense<2.0> : tensor<2xf32>
  %c0 = neuron.constant dense<[1.0, 0.0]> : tensor<2xf32>
  %xs = neuron.constant dense<[[1.0, 2.0, 3.0], [10.0, 20.0, 30.0]]> : tensor<2x3xf32>
  %y:3 = neuron.scan(%c0) over(%xs) trip = 3 in = [1] [false] out = [0, 1] [false, true]
      : (tensor<2xf32>, tensor<2x3xf32>) -> (tensor<2xf32>, tensor<3x2xf32>, tensor<2x3xf32>) {
  ^bb0(%c: tensor<2xf32>, %x: tensor<2xf32>):
    %m = neuron.binary mul %c, %s : tensor<2xf32>
    %n = neuron.binary add %m, %x : tensor<2xf32>
    neuron.yield %n, %n, %x : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
  }
  %e0 = neuron.constant dense<[19.0, 110.0]> : tensor<2xf32>
  %e1 = neuron.constant dense<[[3.0, 10.0], [8.0, 40.0], [19.0, 110.0]]> : tensor<3x2xf32>
  %e2 = neuron.constant dense<[[3.0, 2.0, 1.0], [30.0, 20.0, 10.0]]> : tensor<2x3xf32>
  neuron.check_close %y#0, %e0 : tensor<2xf32>, tensor<2xf32>
  neuron.check_close %y#1, %e1 : tensor<3x2xf32>, tensor<3x2xf32>
  neuron.check_close %y#2, %e2 : tensor<2x3xf32>, tensor<2x3xf32>
  return
}

// Backward over the input, and no step at all.
func.func @reverse_and_empty() {
  %c0 = neuron.constant dense<0.0> : tensor<f32>
  %xs = neuron.constant dense<[1.0, 2.0, 4.0]> : tensor<3xf32>
  %none = neuron.constant dense<> : tensor<0xf32>
  %y:2 = neuron.scan(%c0) over(%xs) trip = 3 in = [0] [true] out = [0] [false]
      : (tensor<f32>, tensor<3xf32>) -> (tensor<f32>, tensor<3xf32>) {
  ^bb0(%c: tensor<f32>, %x: tensor<f32>):
    %n = neuron.binary sub %x, %c : tensor<f32>
    neuron.yield %n, %n : tensor<f32>, tensor<f32>
  }
  %z = neuron.scan(%c0) over(%none) trip = 0 in = [0] [false] out = [] []
      : (tensor<f32>, tensor<0xf32>) -> tensor<f32> {
  ^bb0(%c: tensor<f32>, %x: tensor<f32>):
    neuron.yield %x : tensor<f32>
  }
  %e = neuron.constant dense<[4.0, -2.0, 3.0]> : tensor<3xf32>
  neuron.check_close %y#1, %e : tensor<3xf32>, tensor<3xf32>
  neuron.check_close %z, %c0 : tensor<f32>, tensor<f32>
  return
}

// RUN: neuron-opt %s --neuron-evaluate --split-input-file --verify-diagnostics

func.func @check_close_f32() {
  %a = neuron.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %b = neuron.constant dense<[1.0, 2.5]> : tensor<2xf32>
  // expected-error @below {{tensors must agree, but got 1 of 2 elements that do not; element 1 is 2.000000e+00 instead of 2.500000e+00}}
  neuron.check_close %a, %b : tensor<2xf32>, tensor<2xf32>
  return
}

// -----

// Tolerances are for floats alone, and 64-bit integers are compared exactly.
func.func @check_close_i64() {
  %a = neuron.constant dense<9007199254740993> : tensor<1xi64>
  %b = neuron.constant dense<9007199254740992> : tensor<1xi64>
  // expected-error @below {{tensors must agree}}
  neuron.check_close %a, %b {rtol = 1.0, atol = 1.0} : tensor<1xi64>, tensor<1xi64>
  return
}

// -----

func.func @check_close_nan() {
  %a = neuron.constant dense<0x7FC00000> : tensor<1xf32>
  %b = neuron.constant dense<1.0> : tensor<1xf32>
  // expected-error @below {{tensors must agree, but got 1 of 1 elements}}
  neuron.check_close %a, %b {atol = 1.0e9} : tensor<1xf32>, tensor<1xf32>
  return
}

// -----

func.func @weight_without_store() {
  // expected-error @below {{weight 'w' must be in the weight store}}
  %w = neuron.weight "w" : tensor<2xf32>
  return
}

// -----

func.func @gather_out_of_range() {
  %x = neuron.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %i = neuron.constant dense<[0, -1]> : tensor<2xi64>
  // expected-error @below {{indices must lie in [0, 2), but got -1}}
  %y = neuron.gather %x, %i axis = 0 : (tensor<2xf32>, tensor<2xi64>) -> tensor<2xf32>
  return
}

// -----

func.func @too_large() {
  %x = neuron.constant dense<1.0> : tensor<f32>
  // expected-error @below {{live tensors must fit into 8589934592 bytes, but got one more of 4294967296000}}
  %y = neuron.broadcast_in_dim %x dims = [] : tensor<f32> to tensor<1024000x1024x1024xf32>
  return
}

// -----

func.func @recursive() {
  // expected-error @below {{'recursive' must not call itself}}
  call @recursive() : () -> ()
  return
}

// -----

func.func @collective() {
  %x = neuron.constant dense<1.0> : tensor<2xf32>
  // expected-error @below {{'neuron.all_reduce' has no meaning for the evaluator}}
  %y = neuron.all_reduce %x {fn = #neuron<reduce_fn add>, replica_groups = array<i64: 0, 1>, group_size = 2 : i64} : tensor<2xf32> to tensor<2xf32>
  return
}

// RUN: neuron-opt %s --neuron-evaluate
// RUN: neuron-opt %s --neuron-decompose --neuron-evaluate
// RUN: neuron-opt %s --neuron-simplify --neuron-evaluate
// RUN: neuron-opt %s --neuron-decompose --neuron-simplify --neuron-evaluate

func.func @both() {
  %x0 = neuron.constant dense<[-2.0, 0.5, 7.0, 0x7FC00000]> : tensor<4xf32>
  %y = neuron.clamp %x0 min = -1.0 max = 6.0 : tensor<4xf32>
  %e0 = neuron.constant dense<[-1.0, 0.5, 6.0, 0x7FC00000]> : tensor<4xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<4xf32>, tensor<4xf32>
  return
}

func.func @min_only() {
  %x0 = neuron.constant dense<[-2.0, 0.5, 7.0, 0x7FC00000]> : tensor<4xf32>
  %y = neuron.clamp %x0 min = 0.0 : tensor<4xf32>
  %e0 = neuron.constant dense<[0.0, 0.5, 7.0, 0x7FC00000]> : tensor<4xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<4xf32>, tensor<4xf32>
  return
}

// Bounds are rounded inward.
func.func @integers() {
  %x0 = neuron.constant dense<[-128, -3, 0, 5, 127]> : tensor<5xi8>
  %y = neuron.clamp %x0 min = -1.5 max = 100.0 : tensor<5xi8>
  %e0 = neuron.constant dense<[-1, -1, 0, 5, 100]> : tensor<5xi8>
  neuron.check_close %y, %e0 : tensor<5xi8>, tensor<5xi8>
  return
}

func.func @saturated() {
  %x0 = neuron.constant dense<[-128, -3, 0, 5, 127]> : tensor<5xi8>
  %y = neuron.clamp %x0 min = -1.0e9 max = 1.0e9 : tensor<5xi8>
  %e0 = neuron.constant dense<[-128, -3, 0, 5, 127]> : tensor<5xi8>
  neuron.check_close %y, %e0 : tensor<5xi8>, tensor<5xi8>
  return
}

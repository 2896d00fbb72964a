// RUN: neuron-opt %s --neuron-evaluate
// RUN: neuron-opt %s --neuron-decompose --neuron-evaluate
// RUN: neuron-opt %s --neuron-simplify --neuron-evaluate
// RUN: neuron-opt %s --neuron-decompose --neuron-simplify --neuron-evaluate

func.func @eq() {
  %x0 = neuron.constant dense<[1.0, 2.0, 2.0, 0x7FC00000, -0.0, 0x7F800000]> : tensor<6xf32>
  %x1 = neuron.constant dense<[2.0, 1.0, 2.0, 0x7FC00000, 0.0, 0x7F800000]> : tensor<6xf32>
  %y = neuron.compare eq %x0, %x1 : tensor<6xf32>
  %e0 = neuron.constant dense<[false, false, true, false, true, true]> : tensor<6xi1>
  neuron.check_close %y, %e0 : tensor<6xi1>, tensor<6xi1>
  return
}

func.func @ne() {
  %x0 = neuron.constant dense<[1.0, 2.0, 2.0, 0x7FC00000, -0.0, 0x7F800000]> : tensor<6xf32>
  %x1 = neuron.constant dense<[2.0, 1.0, 2.0, 0x7FC00000, 0.0, 0x7F800000]> : tensor<6xf32>
  %y = neuron.compare ne %x0, %x1 : tensor<6xf32>
  %e0 = neuron.constant dense<[true, true, false, true, false, false]> : tensor<6xi1>
  neuron.check_close %y, %e0 : tensor<6xi1>, tensor<6xi1>
  return
}

func.func @lt() {
  %x0 = neuron.constant dense<[1.0, 2.0, 2.0, 0x7FC00000, -0.0, 0x7F800000]> : tensor<6xf32>
  %x1 = neuron.constant dense<[2.0, 1.0, 2.0, 0x7FC00000, 0.0, 0x7F800000]> : tensor<6xf32>
  %y = neuron.compare lt %x0, %x1 : tensor<6xf32>
  %e0 = neuron.constant dense<[true, false, false, false, false, false]> : tensor<6xi1>
  neuron.check_close %y, %e0 : tensor<6xi1>, tensor<6xi1>
  return
}

func.func @le() {
  %x0 = neuron.constant dense<[1.0, 2.0, 2.0, 0x7FC00000, -0.0, 0x7F800000]> : tensor<6xf32>
  %x1 = neuron.constant dense<[2.0, 1.0, 2.0, 0x7FC00000, 0.0, 0x7F800000]> : tensor<6xf32>
  %y = neuron.compare le %x0, %x1 : tensor<6xf32>
  %e0 = neuron.constant dense<[true, false, true, false, true, true]> : tensor<6xi1>
  neuron.check_close %y, %e0 : tensor<6xi1>, tensor<6xi1>
  return
}

func.func @gt() {
  %x0 = neuron.constant dense<[1.0, 2.0, 2.0, 0x7FC00000, -0.0, 0x7F800000]> : tensor<6xf32>
  %x1 = neuron.constant dense<[2.0, 1.0, 2.0, 0x7FC00000, 0.0, 0x7F800000]> : tensor<6xf32>
  %y = neuron.compare gt %x0, %x1 : tensor<6xf32>
  %e0 = neuron.constant dense<[false, true, false, false, false, false]> : tensor<6xi1>
  neuron.check_close %y, %e0 : tensor<6xi1>, tensor<6xi1>
  return
}

func.func @ge() {
  %x0 = neuron.constant dense<[1.0, 2.0, 2.0, 0x7FC00000, -0.0, 0x7F800000]> : tensor<6xf32>
  %x1 = neuron.constant dense<[2.0, 1.0, 2.0, 0x7FC00000, 0.0, 0x7F800000]> : tensor<6xf32>
  %y = neuron.compare ge %x0, %x1 : tensor<6xf32>
  %e0 = neuron.constant dense<[false, true, true, false, true, true]> : tensor<6xi1>
  neuron.check_close %y, %e0 : tensor<6xi1>, tensor<6xi1>
  return
}

func.func @lt_ui64() {
  %x0 = neuron.constant dense<[2, 10, 3]> : tensor<3xui64>
  %x1 = neuron.constant dense<[9223372036854775808, 18446744073709551615, 5]> : tensor<3xui64>
  %y = neuron.compare lt %x0, %x1 : tensor<3xui64>
  %e0 = neuron.constant dense<[true, true, true]> : tensor<3xi1>
  neuron.check_close %y, %e0 : tensor<3xi1>, tensor<3xi1>
  return
}

// Exact beyond the integers of a double.
func.func @lt_i64() {
  %x0 = neuron.constant dense<[-1, 4611686018427387904]> : tensor<2xi64>
  %x1 = neuron.constant dense<[1, 4611686018427387905]> : tensor<2xi64>
  %y = neuron.compare lt %x0, %x1 : tensor<2xi64>
  %e0 = neuron.constant dense<[true, true]> : tensor<2xi1>
  neuron.check_close %y, %e0 : tensor<2xi1>, tensor<2xi1>
  return
}

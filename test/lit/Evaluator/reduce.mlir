// RUN: neuron-opt %s --neuron-evaluate
// RUN: neuron-opt %s --neuron-decompose --neuron-evaluate
// RUN: neuron-opt %s --neuron-simplify --neuron-evaluate
// RUN: neuron-opt %s --neuron-decompose --neuron-simplify --neuron-evaluate

func.func @add() {
  %x0 = neuron.constant dense<[[[-0.3301793932914734, 0.27175891399383545, -1.0898194313049316, -0.7466558218002319], [-0.9425376057624817, -1.2515678405761719, -1.7302824258804321, -1.294549822807312], [-0.9247846603393555, 0.3240964710712433, -0.8189603090286255, 0.3624175786972046]], [[0.22211487591266632, 0.27903175354003906, -0.3151734173297882, -2.2657949924468994], [0.21571780741214752, 1.2853788137435913, -1.0385949611663818, -1.6339619159698486], [0.5374267101287842, 1.0826129913330078, -1.7104684114456177, 0.5069581270217896]]]> : tensor<2x3x4xf32>
  %y = neuron.reduce add %x0 dims = [0, 2] : (tensor<2x3x4xf32>) -> tensor<3xf32>
  %e0 = neuron.constant dense<[-3.974717617034912, -6.390398025512695, -0.6407015323638916]> : tensor<3xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<3xf32>, tensor<3xf32>
  return
}

func.func @mul() {
  %x0 = neuron.constant dense<[[[-0.3301793932914734, 0.27175891399383545, -1.0898194313049316, -0.7466558218002319], [-0.9425376057624817, -1.2515678405761719, -1.7302824258804321, -1.294549822807312], [-0.9247846603393555, 0.3240964710712433, -0.8189603090286255, 0.3624175786972046]], [[0.22211487591266632, 0.27903175354003906, -0.3151734173297882, -2.2657949924468994], [0.21571780741214752, 1.2853788137435913, -1.0385949611663818, -1.6339619159698486], [0.5374267101287842, 1.0826129913330078, -1.7104684114456177, 0.5069581270217896]]]> : tensor<2x3x4xf32>
  %y = neuron.reduce mul %x0 dims = [1] : (tensor<2x3x4xf32>) -> tensor<2x4xf32>
  %e0 = neuron.constant dense<[[-0.28779900074005127, -0.11023322492837906, -1.5443097352981567, 0.3503067195415497], [0.025750335305929184, 0.388291597366333, -0.5599005222320557, 1.876871943473816]]> : tensor<2x4xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<2x4xf32>, tensor<2x4xf32>
  return
}

// NaN wins.
func.func @max() {
  %x0 = neuron.constant dense<[[[-0.3301793932914734, 0.27175891399383545, -1.0898194313049316, -0.7466558218002319], [-0.9425376057624817, -1.2515678405761719, 0x7FC00000, -1.294549822807312], [-0.9247846603393555, 0.3240964710712433, -0.8189603090286255, 0.3624175786972046]], [[0.22211487591266632, 0.27903175354003906, -0.3151734173297882, -2.2657949924468994], [0.21571780741214752, 1.2853788137435913, -1.0385949611663818, -1.6339619159698486], [0.5374267101287842, 1.0826129913330078, -1.7104684114456177, 0.5069581270217896]]]> : tensor<2x3x4xf32>
  %y = neuron.reduce max %x0 dims = [2] : (tensor<2x3x4xf32>) -> tensor<2x3xf32>
  %e0 = neuron.constant dense<[[0.27175891399383545, 0x7FC00000, 0.3624175786972046], [0.27903175354003906, 1.2853788137435913, 1.0826129913330078]]> : tensor<2x3xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<2x3xf32>, tensor<2x3xf32>
  return
}

func.func @min() {
  %x0 = neuron.constant dense<[[[-0.3301793932914734, 0.27175891399383545, -1.0898194313049316, -0.7466558218002319], [-0.9425376057624817, -1.2515678405761719, -1.7302824258804321, -1.294549822807312], [-0.9247846603393555, 0.3240964710712433, -0.8189603090286255, 0.3624175786972046]], [[0.22211487591266632, 0.27903175354003906, -0.3151734173297882, -2.2657949924468994], [0.21571780741214752, 1.2853788137435913, -1.0385949611663818, -1.6339619159698486], [0.5374267101287842, 1.0826129913330078, -1.7104684114456177, 0.5069581270217896]]]> : tensor<2x3x4xf32>
  %y = neuron.reduce min %x0 dims = [0, 1, 2] : (tensor<2x3x4xf32>) -> tensor<f32>
  %e0 = neuron.constant dense<-2.2657949924468994> : tensor<f32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<f32>, tensor<f32>
  return
}

func.func @and() {
  %x0 = neuron.constant dense<[true, false]> : tensor<2xi1>
  %y = neuron.reduce and %x0 dims = [0] : (tensor<2xi1>) -> tensor<i1>
  %e0 = neuron.constant dense<false> : tensor<i1>
  neuron.check_close %y, %e0 : tensor<i1>, tensor<i1>
  return
}

func.func @or() {
  %x0 = neuron.constant dense<[true, false]> : tensor<2xi1>
  %y = neuron.reduce or %x0 dims = [0] : (tensor<2xi1>) -> tensor<i1>
  %e0 = neuron.constant dense<true> : tensor<i1>
  neuron.check_close %y, %e0 : tensor<i1>, tensor<i1>
  return
}

// The neutral element.
func.func @nothing_max() {
  %x0 = neuron.constant dense<> : tensor<2x0xf32>
  %y = neuron.reduce max %x0 dims = [1] : (tensor<2x0xf32>) -> tensor<2xf32>
  %e0 = neuron.constant dense<[0xFF800000, 0xFF800000]> : tensor<2xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<2xf32>, tensor<2xf32>
  return
}

func.func @nothing_max_ui8() {
  %x0 = neuron.constant dense<> : tensor<0xui8>
  %y = neuron.reduce max %x0 dims = [0] : (tensor<0xui8>) -> tensor<ui8>
  %e0 = neuron.constant dense<0> : tensor<ui8>
  neuron.check_close %y, %e0 : tensor<ui8>, tensor<ui8>
  return
}

func.func @nothing_min_i32() {
  %x0 = neuron.constant dense<> : tensor<0xi32>
  %y = neuron.reduce min %x0 dims = [0] : (tensor<0xi32>) -> tensor<i32>
  %e0 = neuron.constant dense<2147483647> : tensor<i32>
  neuron.check_close %y, %e0 : tensor<i32>, tensor<i32>
  return
}

func.func @no_dims() {
  %x0 = neuron.constant dense<[[[-0.3301793932914734, 0.27175891399383545, -1.0898194313049316, -0.7466558218002319], [-0.9425376057624817, -1.2515678405761719, -1.7302824258804321, -1.294549822807312], [-0.9247846603393555, 0.3240964710712433, -0.8189603090286255, 0.3624175786972046]], [[0.22211487591266632, 0.27903175354003906, -0.3151734173297882, -2.2657949924468994], [0.21571780741214752, 1.2853788137435913, -1.0385949611663818, -1.6339619159698486], [0.5374267101287842, 1.0826129913330078, -1.7104684114456177, 0.5069581270217896]]]> : tensor<2x3x4xf32>
  %y = neuron.reduce add %x0 dims = [] : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %e0 = neuron.constant dense<[[[-0.3301793932914734, 0.27175891399383545, -1.0898194313049316, -0.7466558218002319], [-0.9425376057624817, -1.2515678405761719, -1.7302824258804321, -1.294549822807312], [-0.9247846603393555, 0.3240964710712433, -0.8189603090286255, 0.3624175786972046]], [[0.22211487591266632, 0.27903175354003906, -0.3151734173297882, -2.2657949924468994], [0.21571780741214752, 1.2853788137435913, -1.0385949611663818, -1.6339619159698486], [0.5374267101287842, 1.0826129913330078, -1.7104684114456177, 0.5069581270217896]]]> : tensor<2x3x4xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<2x3x4xf32>, tensor<2x3x4xf32>
  return
}

func.func @add_wraps() {
  %x0 = neuron.constant dense<[-128, -3, 0, 5, 127]> : tensor<5xi8>
  %y = neuron.reduce add %x0 dims = [0] : (tensor<5xi8>) -> tensor<i8>
  %e0 = neuron.constant dense<1> : tensor<i8>
  neuron.check_close %y, %e0 : tensor<i8>, tensor<i8>
  return
}

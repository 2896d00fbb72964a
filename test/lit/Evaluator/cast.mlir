// RUN: neuron-opt %s --neuron-evaluate
// RUN: neuron-opt %s --neuron-decompose --neuron-evaluate
// RUN: neuron-opt %s --neuron-simplify --neuron-evaluate
// RUN: neuron-opt %s --neuron-decompose --neuron-simplify --neuron-evaluate

// Truncated and saturated.
func.func @f32_to_i8() {
  %x0 = neuron.constant dense<[-1.7000000476837158, 1.7000000476837158, 300.0, -300.0, 0x7FC00000, 0.0]> : tensor<6xf32>
  %y = neuron.cast %x0 : tensor<6xf32> to tensor<6xi8>
  %e0 = neuron.constant dense<[-1, 1, 127, -128, 0, 0]> : tensor<6xi8>
  neuron.check_close %y, %e0 : tensor<6xi8>, tensor<6xi8>
  return
}

func.func @f32_to_ui8() {
  %x0 = neuron.constant dense<[-1.7000000476837158, 1.7000000476837158, 300.0, -300.0, 0x7FC00000, 0.0]> : tensor<6xf32>
  %y = neuron.cast %x0 : tensor<6xf32> to tensor<6xui8>
  %e0 = neuron.constant dense<[0, 1, 255, 0, 0, 0]> : tensor<6xui8>
  neuron.check_close %y, %e0 : tensor<6xui8>, tensor<6xui8>
  return
}

func.func @f32_to_i1() {
  %x0 = neuron.constant dense<[-1.7000000476837158, 1.7000000476837158, 300.0, -300.0, 0x7FC00000, 0.0]> : tensor<6xf32>
  %y = neuron.cast %x0 : tensor<6xf32> to tensor<6xi1>
  %e0 = neuron.constant dense<[true, true, true, true, true, false]> : tensor<6xi1>
  neuron.check_close %y, %e0 : tensor<6xi1>, tensor<6xi1>
  return
}

// Halves go to even.
func.func @f32_to_bf16() {
  %x0 = neuron.constant dense<[1.00390625, 1.01171875, 3.0000000054977558e+38, 3.3999999521443642e+38, 9.99994610111476e-41, -2.5]> : tensor<6xf32>
  %y = neuron.cast %x0 : tensor<6xf32> to tensor<6xbf16>
  %e0 = neuron.constant dense<[1.0, 1.015625, 3.00405527047391e+38, 0x7F80, 9.183549615799121e-41, -2.5]> : tensor<6xbf16>
  neuron.check_close %y, %e0 {rtol = 0.000000e+00, atol = 0.000000e+00} : tensor<6xbf16>, tensor<6xbf16>
  return
}

func.func @f32_to_f16() {
  %x0 = neuron.constant dense<[2049.0, 2051.0, 65504.0, 65519.0, 65520.0, 1.0000000116860974e-07, 5.99999978589949e-08]> : tensor<7xf32>
  %y = neuron.cast %x0 : tensor<7xf32> to tensor<7xf16>
  %e0 = neuron.constant dense<[2048.0, 2052.0, 65504.0, 65504.0, 0x7C00, 1.1920928955078125e-07, 5.960464477539063e-08]> : tensor<7xf16>
  neuron.check_close %y, %e0 {rtol = 0.000000e+00, atol = 0.000000e+00} : tensor<7xf16>, tensor<7xf16>
  return
}

func.func @f16_to_f32() {
  %x0 = neuron.constant dense<[2048.0, 2052.0, 65504.0, 65504.0, 0x7C00, 1.1920928955078125e-07, 5.960464477539063e-08]> : tensor<7xf16>
  %y = neuron.cast %x0 : tensor<7xf16> to tensor<7xf32>
  %e0 = neuron.constant dense<[2048.0, 2052.0, 65504.0, 65504.0, 0x7F800000, 1.1920928955078125e-07, 5.960464477539063e-08]> : tensor<7xf32>
  neuron.check_close %y, %e0 {rtol = 0.000000e+00, atol = 0.000000e+00} : tensor<7xf32>, tensor<7xf32>
  return
}

// Wraps.
func.func @i32_to_i8() {
  %x0 = neuron.constant dense<[127, 128, -129, 256]> : tensor<4xi32>
  %y = neuron.cast %x0 : tensor<4xi32> to tensor<4xi8>
  %e0 = neuron.constant dense<[127, -128, 127, 0]> : tensor<4xi8>
  neuron.check_close %y, %e0 : tensor<4xi8>, tensor<4xi8>
  return
}

func.func @i64_to_f32() {
  %x0 = neuron.constant dense<[16777217, 4611686018427387905]> : tensor<2xi64>
  %y = neuron.cast %x0 : tensor<2xi64> to tensor<2xf32>
  %e0 = neuron.constant dense<[16777216.0, 4.611686018427388e+18]> : tensor<2xf32>
  neuron.check_close %y, %e0 {rtol = 0.000000e+00, atol = 0.000000e+00} : tensor<2xf32>, tensor<2xf32>
  return
}

func.func @i8_to_ui8() {
  %x0 = neuron.constant dense<[-128, -3, 0, 5, 127]> : tensor<5xi8>
  %y = neuron.cast %x0 : tensor<5xi8> to tensor<5xui8>
  %e0 = neuron.constant dense<[128, 253, 0, 5, 127]> : tensor<5xui8>
  neuron.check_close %y, %e0 : tensor<5xui8>, tensor<5xui8>
  return
}

func.func @i1_to_f32() {
  %x0 = neuron.constant dense<[true, false]> : tensor<2xi1>
  %y = neuron.cast %x0 : tensor<2xi1> to tensor<2xf32>
  %e0 = neuron.constant dense<[1.0, 0.0]> : tensor<2xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<2xf32>, tensor<2xf32>
  return
}

func.func @i32_to_i1() {
  %x0 = neuron.constant dense<[0, 2, 256]> : tensor<3xi32>
  %y = neuron.cast %x0 : tensor<3xi32> to tensor<3xi1>
  %e0 = neuron.constant dense<[false, true, true]> : tensor<3xi1>
  neuron.check_close %y, %e0 : tensor<3xi1>, tensor<3xi1>
  return
}

// Through f8E4M3FN and back.
func.func @f32_to_f8E4M3FN() {
  %x = neuron.constant dense<[0.30000001192092896, -1.7000000476837158, 17.0, 100.0, 240.0, 0.001953125, 7.62939453125e-06, 0.0]> : tensor<8xf32>
  %s = neuron.cast %x : tensor<8xf32> to tensor<8xf8E4M3FN>
  %y = neuron.cast %s : tensor<8xf8E4M3FN> to tensor<8xf32>
  %e = neuron.constant dense<[0.3125, -1.75, 16.0, 96.0, 240.0, 0.001953125, 0.0, 0.0]> : tensor<8xf32>
  neuron.check_close %y, %e {rtol = 0.0, atol = 0.0} : tensor<8xf32>, tensor<8xf32>
  return
}

// Through f8E5M2 and back.
func.func @f32_to_f8E5M2() {
  %x = neuron.constant dense<[0.30000001192092896, -1.7000000476837158, 17.0, 100.0, 240.0, 0.001953125, 7.62939453125e-06, 0.0]> : tensor<8xf32>
  %s = neuron.cast %x : tensor<8xf32> to tensor<8xf8E5M2>
  %y = neuron.cast %s : tensor<8xf8E5M2> to tensor<8xf32>
  %e = neuron.constant dense<[0.3125, -1.75, 16.0, 96.0, 256.0, 0.001953125, 0.0, 0.0]> : tensor<8xf32>
  neuron.check_close %y, %e {rtol = 0.0, atol = 0.0} : tensor<8xf32>, tensor<8xf32>
  return
}

// 448 is the largest f8E4M3FN, 6 the largest f4E2M1FN: both saturate; f8E4M3 has an infinity above 240.
func.func @saturating_formats() {
  %x = neuron.constant dense<[1000.0, -1000.0, 2.5, 0.25, 0.75]> : tensor<5xf32>
  %a = neuron.cast %x : tensor<5xf32> to tensor<5xf8E4M3FN>
  %b = neuron.cast %a : tensor<5xf8E4M3FN> to tensor<5xf32>
  %be = neuron.constant dense<[448.0, -448.0, 2.5, 0.25, 0.75]> : tensor<5xf32>
  neuron.check_close %b, %be {rtol = 0.0, atol = 0.0} : tensor<5xf32>, tensor<5xf32>
  %c = neuron.cast %x : tensor<5xf32> to tensor<5xf4E2M1FN>
  %d = neuron.cast %c : tensor<5xf4E2M1FN> to tensor<5xf32>
  %de = neuron.constant dense<[6.0, -6.0, 2.0, 0.0, 1.0]> : tensor<5xf32>
  neuron.check_close %d, %de {rtol = 0.0, atol = 0.0} : tensor<5xf32>, tensor<5xf32>
  %f = neuron.cast %x : tensor<5xf32> to tensor<5xf8E4M3>
  %g = neuron.cast %f : tensor<5xf8E4M3> to tensor<5xf32>
  %ge = neuron.constant dense<[0x7F800000, 0xFF800000, 2.5, 0.25, 0.75]> : tensor<5xf32>
  neuron.check_close %g, %ge {rtol = 0.0, atol = 0.0} : tensor<5xf32>, tensor<5xf32>
  %h = neuron.cast %x : tensor<5xf32> to tensor<5xf8E3M4>
  %i = neuron.cast %h : tensor<5xf8E3M4> to tensor<5xf32>
  %ie = neuron.constant dense<[0x7F800000, 0xFF800000, 2.5, 0.25, 0.75]> : tensor<5xf32>
  neuron.check_close %i, %ie {rtol = 0.0, atol = 0.0} : tensor<5xf32>, tensor<5xf32>
  return
}

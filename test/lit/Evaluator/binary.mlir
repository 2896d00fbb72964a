// RUN: neuron-opt %s --neuron-evaluate
// RUN: neuron-opt %s --neuron-decompose --neuron-evaluate
// RUN: neuron-opt %s --neuron-simplify --neuron-evaluate
// RUN: neuron-opt %s --neuron-decompose --neuron-simplify --neuron-evaluate

func.func @add() {
  %x0 = neuron.constant dense<[-7.0, 7.0, -7.0, 7.0, 0.0, 1.0, 0x7FC00000, 2.0, 0x7F800000, 2.5]> : tensor<10xf32>
  %x1 = neuron.constant dense<[3.0, -3.0, -3.0, 3.0, 0.0, 0.10000000149011612, 1.0, 0x7FC00000, 0xFF800000, 0.5]> : tensor<10xf32>
  %y = neuron.binary add %x0, %x1 : tensor<10xf32>
  %e0 = neuron.constant dense<[-4.0, 4.0, -10.0, 10.0, 0.0, 1.100000023841858, 0x7FC00000, 0x7FC00000, 0x7FC00000, 3.0]> : tensor<10xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<10xf32>, tensor<10xf32>
  return
}

func.func @sub() {
  %x0 = neuron.constant dense<[-7.0, 7.0, -7.0, 7.0, 0.0, 1.0, 0x7FC00000, 2.0, 0x7F800000, 2.5]> : tensor<10xf32>
  %x1 = neuron.constant dense<[3.0, -3.0, -3.0, 3.0, 0.0, 0.10000000149011612, 1.0, 0x7FC00000, 0xFF800000, 0.5]> : tensor<10xf32>
  %y = neuron.binary sub %x0, %x1 : tensor<10xf32>
  %e0 = neuron.constant dense<[-10.0, 10.0, -4.0, 4.0, 0.0, 0.8999999761581421, 0x7FC00000, 0x7FC00000, 0x7F800000, 2.0]> : tensor<10xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<10xf32>, tensor<10xf32>
  return
}

func.func @mul() {
  %x0 = neuron.constant dense<[-7.0, 7.0, -7.0, 7.0, 0.0, 1.0, 0x7FC00000, 2.0, 0x7F800000, 2.5]> : tensor<10xf32>
  %x1 = neuron.constant dense<[3.0, -3.0, -3.0, 3.0, 0.0, 0.10000000149011612, 1.0, 0x7FC00000, 0xFF800000, 0.5]> : tensor<10xf32>
  %y = neuron.binary mul %x0, %x1 : tensor<10xf32>
  %e0 = neuron.constant dense<[-21.0, -21.0, 21.0, 21.0, 0.0, 0.10000000149011612, 0x7FC00000, 0x7FC00000, 0xFF800000, 1.25]> : tensor<10xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<10xf32>, tensor<10xf32>
  return
}

func.func @div() {
  %x0 = neuron.constant dense<[-7.0, 7.0, -7.0, 7.0, 0.0, 1.0, 0x7FC00000, 2.0, 0x7F800000, 2.5]> : tensor<10xf32>
  %x1 = neuron.constant dense<[3.0, -3.0, -3.0, 3.0, 0.0, 0.10000000149011612, 1.0, 0x7FC00000, 0xFF800000, 0.5]> : tensor<10xf32>
  %y = neuron.binary div %x0, %x1 : tensor<10xf32>
  %e0 = neuron.constant dense<[-2.3333332538604736, -2.3333332538604736, 2.3333332538604736, 2.3333332538604736, 0x7FC00000, 10.0, 0x7FC00000, 0x7FC00000, 0x7FC00000, 5.0]> : tensor<10xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<10xf32>, tensor<10xf32>
  return
}

func.func @pow() {
  %x0 = neuron.constant dense<[-7.0, 7.0, -7.0, 7.0, 0.0, 1.0, 0x7FC00000, 2.0, 0x7F800000, 2.5]> : tensor<10xf32>
  %x1 = neuron.constant dense<[3.0, -3.0, -3.0, 3.0, 0.0, 0.10000000149011612, 1.0, 0x7FC00000, 0xFF800000, 0.5]> : tensor<10xf32>
  %y = neuron.binary pow %x0, %x1 : tensor<10xf32>
  %e0 = neuron.constant dense<[-343.0, 0.0029154520016163588, -0.0029154520016163588, 343.0, 1.0, 1.0, 0x7FC00000, 0x7FC00000, 0.0, 1.5811388492584229]> : tensor<10xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<10xf32>, tensor<10xf32>
  return
}

func.func @max() {
  %x0 = neuron.constant dense<[-7.0, 7.0, -7.0, 7.0, 0.0, 1.0, 0x7FC00000, 2.0, 0x7F800000, 2.5]> : tensor<10xf32>
  %x1 = neuron.constant dense<[3.0, -3.0, -3.0, 3.0, 0.0, 0.10000000149011612, 1.0, 0x7FC00000, 0xFF800000, 0.5]> : tensor<10xf32>
  %y = neuron.binary max %x0, %x1 : tensor<10xf32>
  %e0 = neuron.constant dense<[3.0, 7.0, -3.0, 7.0, 0.0, 1.0, 0x7FC00000, 0x7FC00000, 0x7F800000, 2.5]> : tensor<10xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<10xf32>, tensor<10xf32>
  return
}

func.func @min() {
  %x0 = neuron.constant dense<[-7.0, 7.0, -7.0, 7.0, 0.0, 1.0, 0x7FC00000, 2.0, 0x7F800000, 2.5]> : tensor<10xf32>
  %x1 = neuron.constant dense<[3.0, -3.0, -3.0, 3.0, 0.0, 0.10000000149011612, 1.0, 0x7FC00000, 0xFF800000, 0.5]> : tensor<10xf32>
  %y = neuron.binary min %x0, %x1 : tensor<10xf32>
  %e0 = neuron.constant dense<[-7.0, -3.0, -7.0, 3.0, 0.0, 0.10000000149011612, 0x7FC00000, 0x7FC00000, 0xFF800000, 0.5]> : tensor<10xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<10xf32>, tensor<10xf32>
  return
}

func.func @rem() {
  %x0 = neuron.constant dense<[-7.0, 7.0, -7.0, 7.0, 0.0, 1.0, 0x7FC00000, 2.0, 0x7F800000, 2.5]> : tensor<10xf32>
  %x1 = neuron.constant dense<[3.0, -3.0, -3.0, 3.0, 0.0, 0.10000000149011612, 1.0, 0x7FC00000, 0xFF800000, 0.5]> : tensor<10xf32>
  %y = neuron.binary rem %x0, %x1 : tensor<10xf32>
  %e0 = neuron.constant dense<[-1.0, 1.0, -1.0, 1.0, 0x7FC00000, 0.09999998658895493, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0.0]> : tensor<10xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<10xf32>, tensor<10xf32>
  return
}

func.func @atan2() {
  %x0 = neuron.constant dense<[-7.0, 7.0, -7.0, 7.0, 0.0, 1.0, 0x7FC00000, 2.0, 0x7F800000, 2.5]> : tensor<10xf32>
  %x1 = neuron.constant dense<[3.0, -3.0, -3.0, 3.0, 0.0, 0.10000000149011612, 1.0, 0x7FC00000, 0xFF800000, 0.5]> : tensor<10xf32>
  %y = neuron.binary atan2 %x0, %x1 : tensor<10xf32>
  %e0 = neuron.constant dense<[-1.1659045219421387, 1.975688099861145, -1.975688099861145, 1.1659045219421387, 0.0, 1.4711276292800903, 0x7FC00000, 0x7FC00000, 2.356194496154785, 1.3734008073806763]> : tensor<10xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<10xf32>, tensor<10xf32>
  return
}

// The sign is the divisor's.
func.func @mod() {
  %x0 = neuron.constant dense<[-7.0, 7.0, -7.0, 7.0, 0.0, 1.0, 0x7FC00000, 2.0]> : tensor<8xf32>
  %x1 = neuron.constant dense<[3.0, -3.0, -3.0, 3.0, 0.0, 0.10000000149011612, 1.0, 0x7FC00000]> : tensor<8xf32>
  %y = neuron.binary mod %x0, %x1 : tensor<8xf32>
  %e0 = neuron.constant dense<[2.0, -2.0, -1.0, 1.0, 0x7FC00000, 0.09999998658895493, 0x7FC00000, 0x7FC00000]> : tensor<8xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<8xf32>, tensor<8xf32>
  return
}

func.func @floor_div() {
  %x0 = neuron.constant dense<[-7.0, 7.0, -7.0, 7.0, 0.0, 1.0, 0x7FC00000, 2.0]> : tensor<8xf32>
  %x1 = neuron.constant dense<[3.0, -3.0, -3.0, 3.0, 0.0, 0.10000000149011612, 1.0, 0x7FC00000]> : tensor<8xf32>
  %y = neuron.binary floor_div %x0, %x1 : tensor<8xf32>
  %e0 = neuron.constant dense<[-3.0, -3.0, 2.0, 2.0, 0x7FC00000, 9.0, 0x7FC00000, 0x7FC00000]> : tensor<8xf32>
  neuron.check_close %y, %e0 {rtol = 1.000000e-06, atol = 1.000000e-06} : tensor<8xf32>, tensor<8xf32>
  return
}

func.func @add_i8() {
  %x0 = neuron.constant dense<[-7, 7, -7, 7, 100, -128]> : tensor<6xi8>
  %x1 = neuron.constant dense<[3, -3, -3, 3, 100, -1]> : tensor<6xi8>
  %y = neuron.binary add %x0, %x1 : tensor<6xi8>
  %e0 = neuron.constant dense<[-4, 4, -10, 10, -56, 127]> : tensor<6xi8>
  neuron.check_close %y, %e0 : tensor<6xi8>, tensor<6xi8>
  return
}

func.func @sub_i8() {
  %x0 = neuron.constant dense<[-7, 7, -7, 7, 100, -128]> : tensor<6xi8>
  %x1 = neuron.constant dense<[3, -3, -3, 3, 100, -1]> : tensor<6xi8>
  %y = neuron.binary sub %x0, %x1 : tensor<6xi8>
  %e0 = neuron.constant dense<[-10, 10, -4, 4, 0, -127]> : tensor<6xi8>
  neuron.check_close %y, %e0 : tensor<6xi8>, tensor<6xi8>
  return
}

func.func @mul_i8() {
  %x0 = neuron.constant dense<[-7, 7, -7, 7, 100, -128]> : tensor<6xi8>
  %x1 = neuron.constant dense<[3, -3, -3, 3, 100, -1]> : tensor<6xi8>
  %y = neuron.binary mul %x0, %x1 : tensor<6xi8>
  %e0 = neuron.constant dense<[-21, -21, 21, 21, 16, -128]> : tensor<6xi8>
  neuron.check_close %y, %e0 : tensor<6xi8>, tensor<6xi8>
  return
}

func.func @max_i8() {
  %x0 = neuron.constant dense<[-7, 7, -7, 7, 100, -128]> : tensor<6xi8>
  %x1 = neuron.constant dense<[3, -3, -3, 3, 100, -1]> : tensor<6xi8>
  %y = neuron.binary max %x0, %x1 : tensor<6xi8>
  %e0 = neuron.constant dense<[3, 7, -3, 7, 100, -1]> : tensor<6xi8>
  neuron.check_close %y, %e0 : tensor<6xi8>, tensor<6xi8>
  return
}

func.func @min_i8() {
  %x0 = neuron.constant dense<[-7, 7, -7, 7, 100, -128]> : tensor<6xi8>
  %x1 = neuron.constant dense<[3, -3, -3, 3, 100, -1]> : tensor<6xi8>
  %y = neuron.binary min %x0, %x1 : tensor<6xi8>
  %e0 = neuron.constant dense<[-7, -3, -7, 3, 100, -128]> : tensor<6xi8>
  neuron.check_close %y, %e0 : tensor<6xi8>, tensor<6xi8>
  return
}

func.func @and_i8() {
  %x0 = neuron.constant dense<[-7, 7, -7, 7, 100, -128]> : tensor<6xi8>
  %x1 = neuron.constant dense<[3, -3, -3, 3, 100, -1]> : tensor<6xi8>
  %y = neuron.binary and %x0, %x1 : tensor<6xi8>
  %e0 = neuron.constant dense<[1, 5, -7, 3, 100, -128]> : tensor<6xi8>
  neuron.check_close %y, %e0 : tensor<6xi8>, tensor<6xi8>
  return
}

func.func @or_i8() {
  %x0 = neuron.constant dense<[-7, 7, -7, 7, 100, -128]> : tensor<6xi8>
  %x1 = neuron.constant dense<[3, -3, -3, 3, 100, -1]> : tensor<6xi8>
  %y = neuron.binary or %x0, %x1 : tensor<6xi8>
  %e0 = neuron.constant dense<[-5, -1, -3, 7, 100, -1]> : tensor<6xi8>
  neuron.check_close %y, %e0 : tensor<6xi8>, tensor<6xi8>
  return
}

func.func @xor_i8() {
  %x0 = neuron.constant dense<[-7, 7, -7, 7, 100, -128]> : tensor<6xi8>
  %x1 = neuron.constant dense<[3, -3, -3, 3, 100, -1]> : tensor<6xi8>
  %y = neuron.binary xor %x0, %x1 : tensor<6xi8>
  %e0 = neuron.constant dense<[-6, -6, 4, 4, 0, 127]> : tensor<6xi8>
  neuron.check_close %y, %e0 : tensor<6xi8>, tensor<6xi8>
  return
}

// Toward zero; -128 / -1 wraps.
func.func @div_i8() {
  %x0 = neuron.constant dense<[-7, 7, -7, 7, 100, -128]> : tensor<6xi8>
  %x1 = neuron.constant dense<[3, -3, -3, 3, 100, -1]> : tensor<6xi8>
  %y = neuron.binary div %x0, %x1 : tensor<6xi8>
  %e0 = neuron.constant dense<[-2, -2, 2, 2, 1, -128]> : tensor<6xi8>
  neuron.check_close %y, %e0 : tensor<6xi8>, tensor<6xi8>
  return
}

func.func @rem_i8() {
  %x0 = neuron.constant dense<[-7, 7, -7, 7, 100, -128]> : tensor<6xi8>
  %x1 = neuron.constant dense<[3, -3, -3, 3, 100, -1]> : tensor<6xi8>
  %y = neuron.binary rem %x0, %x1 : tensor<6xi8>
  %e0 = neuron.constant dense<[-1, 1, -1, 1, 0, 0]> : tensor<6xi8>
  neuron.check_close %y, %e0 : tensor<6xi8>, tensor<6xi8>
  return
}

func.func @mod_i8() {
  %x0 = neuron.constant dense<[-7, 7, -7, 7, 100, -128]> : tensor<6xi8>
  %x1 = neuron.constant dense<[3, -3, -3, 3, 100, -1]> : tensor<6xi8>
  %y = neuron.binary mod %x0, %x1 : tensor<6xi8>
  %e0 = neuron.constant dense<[2, -2, -1, 1, 0, 0]> : tensor<6xi8>
  neuron.check_close %y, %e0 : tensor<6xi8>, tensor<6xi8>
  return
}

func.func @floor_div_i8() {
  %x0 = neuron.constant dense<[-7, 7, -7, 7, 100, -128]> : tensor<6xi8>
  %x1 = neuron.constant dense<[3, -3, -3, 3, 100, -1]> : tensor<6xi8>
  %y = neuron.binary floor_div %x0, %x1 : tensor<6xi8>
  %e0 = neuron.constant dense<[-3, -3, 2, 2, 1, -128]> : tensor<6xi8>
  neuron.check_close %y, %e0 : tensor<6xi8>, tensor<6xi8>
  return
}

func.func @div_by_zero() {
  %x0 = neuron.constant dense<[5, -5]> : tensor<2xi32>
  %x1 = neuron.constant dense<[0, 0]> : tensor<2xi32>
  %y = neuron.binary div %x0, %x1 : tensor<2xi32>
  %e0 = neuron.constant dense<[0, 0]> : tensor<2xi32>
  neuron.check_close %y, %e0 : tensor<2xi32>, tensor<2xi32>
  return
}

func.func @rem_by_zero() {
  %x0 = neuron.constant dense<[5, -5]> : tensor<2xi32>
  %x1 = neuron.constant dense<[0, 0]> : tensor<2xi32>
  %y = neuron.binary rem %x0, %x1 : tensor<2xi32>
  %e0 = neuron.constant dense<[0, 0]> : tensor<2xi32>
  neuron.check_close %y, %e0 : tensor<2xi32>, tensor<2xi32>
  return
}

func.func @mod_by_zero() {
  %x0 = neuron.constant dense<[5, -5]> : tensor<2xi32>
  %x1 = neuron.constant dense<[0, 0]> : tensor<2xi32>
  %y = neuron.binary mod %x0, %x1 : tensor<2xi32>
  %e0 = neuron.constant dense<[0, 0]> : tensor<2xi32>
  neuron.check_close %y, %e0 : tensor<2xi32>, tensor<2xi32>
  return
}

func.func @floor_div_by_zero() {
  %x0 = neuron.constant dense<[5, -5]> : tensor<2xi32>
  %x1 = neuron.constant dense<[0, 0]> : tensor<2xi32>
  %y = neuron.binary floor_div %x0, %x1 : tensor<2xi32>
  %e0 = neuron.constant dense<[0, 0]> : tensor<2xi32>
  neuron.check_close %y, %e0 : tensor<2xi32>, tensor<2xi32>
  return
}

func.func @pow_i32() {
  %x0 = neuron.constant dense<[2, -3, 7, 2, -1, 1]> : tensor<6xi32>
  %x1 = neuron.constant dense<[10, 3, 0, -1, -3, -2]> : tensor<6xi32>
  %y = neuron.binary pow %x0, %x1 : tensor<6xi32>
  %e0 = neuron.constant dense<[1024, -27, 1, 0, -1, 1]> : tensor<6xi32>
  neuron.check_close %y, %e0 : tensor<6xi32>, tensor<6xi32>
  return
}

// Unsigned beyond the signed range.
func.func @div_ui64() {
  %x0 = neuron.constant dense<[9223372036854775808, 18446744073709551615, 5]> : tensor<3xui64>
  %x1 = neuron.constant dense<[2, 10, 3]> : tensor<3xui64>
  %y = neuron.binary div %x0, %x1 : tensor<3xui64>
  %e0 = neuron.constant dense<[4611686018427387904, 1844674407370955161, 1]> : tensor<3xui64>
  neuron.check_close %y, %e0 : tensor<3xui64>, tensor<3xui64>
  return
}

func.func @max_ui64() {
  %x0 = neuron.constant dense<[9223372036854775808, 18446744073709551615, 5]> : tensor<3xui64>
  %x1 = neuron.constant dense<[2, 10, 3]> : tensor<3xui64>
  %y = neuron.binary max %x0, %x1 : tensor<3xui64>
  %e0 = neuron.constant dense<[9223372036854775808, 18446744073709551615, 5]> : tensor<3xui64>
  neuron.check_close %y, %e0 : tensor<3xui64>, tensor<3xui64>
  return
}

func.func @shl() {
  %x0 = neuron.constant dense<[1, -1, 3, 1]> : tensor<4xi32>
  %x1 = neuron.constant dense<[4, 31, 40, 32]> : tensor<4xi32>
  %y = neuron.binary shl %x0, %x1 : tensor<4xi32>
  %e0 = neuron.constant dense<[16, -2147483648, 0, 0]> : tensor<4xi32>
  neuron.check_close %y, %e0 : tensor<4xi32>, tensor<4xi32>
  return
}

func.func @shr_signed() {
  %x0 = neuron.constant dense<[-16, 16, -16, 16]> : tensor<4xi32>
  %x1 = neuron.constant dense<[2, 2, 40, 40]> : tensor<4xi32>
  %y = neuron.binary shr %x0, %x1 : tensor<4xi32>
  %e0 = neuron.constant dense<[-4, 4, -1, 0]> : tensor<4xi32>
  neuron.check_close %y, %e0 : tensor<4xi32>, tensor<4xi32>
  return
}

func.func @shr_unsigned() {
  %x0 = neuron.constant dense<[0, 1, 200, 255]> : tensor<4xui8>
  %x1 = neuron.constant dense<[1, 1, 3, 9]> : tensor<4xui8>
  %y = neuron.binary shr %x0, %x1 : tensor<4xui8>
  %e0 = neuron.constant dense<[0, 0, 25, 0]> : tensor<4xui8>
  neuron.check_close %y, %e0 : tensor<4xui8>, tensor<4xui8>
  return
}

func.func @and_i1() {
  %x0 = neuron.constant dense<[true, true, false, false]> : tensor<4xi1>
  %x1 = neuron.constant dense<[true, false, true, false]> : tensor<4xi1>
  %y = neuron.binary and %x0, %x1 : tensor<4xi1>
  %e0 = neuron.constant dense<[true, false, false, false]> : tensor<4xi1>
  neuron.check_close %y, %e0 : tensor<4xi1>, tensor<4xi1>
  return
}

func.func @or_i1() {
  %x0 = neuron.constant dense<[true, true, false, false]> : tensor<4xi1>
  %x1 = neuron.constant dense<[true, false, true, false]> : tensor<4xi1>
  %y = neuron.binary or %x0, %x1 : tensor<4xi1>
  %e0 = neuron.constant dense<[true, true, true, false]> : tensor<4xi1>
  neuron.check_close %y, %e0 : tensor<4xi1>, tensor<4xi1>
  return
}

func.func @xor_i1() {
  %x0 = neuron.constant dense<[true, true, false, false]> : tensor<4xi1>
  %x1 = neuron.constant dense<[true, false, true, false]> : tensor<4xi1>
  %y = neuron.binary xor %x0, %x1 : tensor<4xi1>
  %e0 = neuron.constant dense<[false, true, true, false]> : tensor<4xi1>
  neuron.check_close %y, %e0 : tensor<4xi1>, tensor<4xi1>
  return
}

func.func @add_bf16() {
  %x0 = neuron.constant dense<[0.10009765625, 1.0, 3.140625, -2.703125]> : tensor<4xbf16>
  %x1 = neuron.constant dense<[-2.703125, 3.140625, 1.0, 0.10009765625]> : tensor<4xbf16>
  %y = neuron.binary add %x0, %x1 : tensor<4xbf16>
  %e0 = neuron.constant dense<[-2.609375, 4.125, 4.125, -2.609375]> : tensor<4xbf16>
  neuron.check_close %y, %e0 {rtol = 0.000000e+00, atol = 0.000000e+00} : tensor<4xbf16>, tensor<4xbf16>
  return
}

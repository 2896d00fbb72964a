// Wide values through every operation; expected values from NumPy and Python.
// RUN: neuron-opt %s --neuron-evaluate
// RUN: neuron-opt %s --neuron-split-integers --neuron-evaluate
// RUN: neuron-opt %s --neuron-split-integers | FileCheck %s

// Positions (of a sort, the start of a slice) stay one word: they are sizes, and fit.
// CHECK-NOT: neuron.{{(binary|unary|compare|reduce|cumulative|select).*i64}}
// CHECK-NOT: neuron.{{(sort|dynamic_slice) .*: \(tensor<[^>]*i64>}}

func.func @add_signed() {
  %x = neuron.constant dense<[0, 1, -1, 2147483648, -2147483648, 4294967296, -4294967296, 4294967295, 9223372036854775807, -9223372036854775808, 12345678901234, -98765432109876, 7, -7, 1099511627781, -8589934595]> : tensor<16xi64>
  %y = neuron.constant dense<[3, 8589934593, -5, -1, 2147483647, 34359738368, 7, -4611686018427387904, -1, -1, 987654321, 123456789012, 2, 3, -17179869184, 10]> : tensor<16xi64>
  %r = neuron.binary add %x, %y : tensor<16xi64>
  %e0 = neuron.constant dense<[3, 8589934594, -6, 2147483647, -1, 38654705664, -4294967289, -4611686014132420609, 9223372036854775806, 9223372036854775807, 12346666555555, -98641975320864, 9, -4, 1082331758597, -8589934585]> : tensor<16xi64>
  neuron.check_close %r, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<16xi64>, tensor<16xi64>
  return
}

func.func @sub_signed() {
  %x = neuron.constant dense<[0, 1, -1, 2147483648, -2147483648, 4294967296, -4294967296, 4294967295, 9223372036854775807, -9223372036854775808, 12345678901234, -98765432109876, 7, -7, 1099511627781, -8589934595]> : tensor<16xi64>
  %y = neuron.constant dense<[3, 8589934593, -5, -1, 2147483647, 34359738368, 7, -4611686018427387904, -1, -1, 987654321, 123456789012, 2, 3, -17179869184, 10]> : tensor<16xi64>
  %r = neuron.binary sub %x, %y : tensor<16xi64>
  %e0 = neuron.constant dense<[-3, -8589934592, 4, 2147483649, -4294967295, -30064771072, -4294967303, 4611686022722355199, -9223372036854775808, -9223372036854775807, 12344691246913, -98888888898888, 5, -10, 1116691496965, -8589934605]> : tensor<16xi64>
  neuron.check_close %r, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<16xi64>, tensor<16xi64>
  return
}

func.func @mul_signed() {
  %x = neuron.constant dense<[0, 1, -1, 2147483648, -2147483648, 4294967296, -4294967296, 4294967295, 9223372036854775807, -9223372036854775808, 12345678901234, -98765432109876, 7, -7, 1099511627781, -8589934595]> : tensor<16xi64>
  %y = neuron.constant dense<[3, 8589934593, -5, -1, 2147483647, 34359738368, 7, -4611686018427387904, -1, -1, 987654321, 123456789012, 2, 3, -17179869184, 10]> : tensor<16xi64>
  %r = neuron.binary mul %x, %y : tensor<16xi64>
  %e0 = neuron.constant dense<[0, 8589934593, 5, -2147483648, -4611686016279904256, 0, -30064771072, 4611686018427387904, -9223372036854775807, -9223372036854775808, -34720239721286062, -2174434105134409744, 14, -21, -85899345920, -85899345950]> : tensor<16xi64>
  neuron.check_close %r, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<16xi64>, tensor<16xi64>
  return
}

func.func @max_signed() {
  %x = neuron.constant dense<[0, 1, -1, 2147483648, -2147483648, 4294967296, -4294967296, 4294967295, 9223372036854775807, -9223372036854775808, 12345678901234, -98765432109876, 7, -7, 1099511627781, -8589934595]> : tensor<16xi64>
  %y = neuron.constant dense<[3, 8589934593, -5, -1, 2147483647, 34359738368, 7, -4611686018427387904, -1, -1, 987654321, 123456789012, 2, 3, -17179869184, 10]> : tensor<16xi64>
  %r = neuron.binary max %x, %y : tensor<16xi64>
  %e0 = neuron.constant dense<[3, 8589934593, -1, 2147483648, 2147483647, 34359738368, 7, 4294967295, 9223372036854775807, -1, 12345678901234, 123456789012, 7, 3, 1099511627781, 10]> : tensor<16xi64>
  neuron.check_close %r, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<16xi64>, tensor<16xi64>
  return
}

func.func @min_signed() {
  %x = neuron.constant dense<[0, 1, -1, 2147483648, -2147483648, 4294967296, -4294967296, 4294967295, 9223372036854775807, -9223372036854775808, 12345678901234, -98765432109876, 7, -7, 1099511627781, -8589934595]> : tensor<16xi64>
  %y = neuron.constant dense<[3, 8589934593, -5, -1, 2147483647, 34359738368, 7, -4611686018427387904, -1, -1, 987654321, 123456789012, 2, 3, -17179869184, 10]> : tensor<16xi64>
  %r = neuron.binary min %x, %y : tensor<16xi64>
  %e0 = neuron.constant dense<[0, 1, -5, -1, -2147483648, 4294967296, -4294967296, -4611686018427387904, -1, -9223372036854775808, 987654321, -98765432109876, 2, -7, -17179869184, -8589934595]> : tensor<16xi64>
  neuron.check_close %r, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<16xi64>, tensor<16xi64>
  return
}

func.func @and_signed() {
  %x = neuron.constant dense<[0, 1, -1, 2147483648, -2147483648, 4294967296, -4294967296, 4294967295, 9223372036854775807, -9223372036854775808, 12345678901234, -98765432109876, 7, -7, 1099511627781, -8589934595]> : tensor<16xi64>
  %y = neuron.constant dense<[3, 8589934593, -5, -1, 2147483647, 34359738368, 7, -4611686018427387904, -1, -1, 987654321, 123456789012, 2, 3, -17179869184, 10]> : tensor<16xi64>
  %r = neuron.binary and %x, %y : tensor<16xi64>
  %e0 = neuron.constant dense<[0, 1, -5, 2147483648, 0, 0, 0, 0, 9223372036854775807, -9223372036854775808, 852371632, 52084867076, 2, 1, 1099511627776, 8]> : tensor<16xi64>
  neuron.check_close %r, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<16xi64>, tensor<16xi64>
  return
}

func.func @or_signed() {
  %x = neuron.constant dense<[0, 1, -1, 2147483648, -2147483648, 4294967296, -4294967296, 4294967295, 9223372036854775807, -9223372036854775808, 12345678901234, -98765432109876, 7, -7, 1099511627781, -8589934595]> : tensor<16xi64>
  %y = neuron.constant dense<[3, 8589934593, -5, -1, 2147483647, 34359738368, 7, -4611686018427387904, -1, -1, 987654321, 123456789012, 2, 3, -17179869184, 10]> : tensor<16xi64>
  %r = neuron.binary or %x, %y : tensor<16xi64>
  %e0 = neuron.constant dense<[3, 8589934593, -1, -1, -1, 38654705664, -4294967289, -4611686014132420609, -1, -1, 12345814183923, -98694060187940, 7, -5, -17179869179, -8589934593]> : tensor<16xi64>
  neuron.check_close %r, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<16xi64>, tensor<16xi64>
  return
}

func.func @xor_signed() {
  %x = neuron.constant dense<[0, 1, -1, 2147483648, -2147483648, 4294967296, -4294967296, 4294967295, 9223372036854775807, -9223372036854775808, 12345678901234, -98765432109876, 7, -7, 1099511627781, -8589934595]> : tensor<16xi64>
  %y = neuron.constant dense<[3, 8589934593, -5, -1, 2147483647, 34359738368, 7, -4611686018427387904, -1, -1, 987654321, 123456789012, 2, 3, -17179869184, 10]> : tensor<16xi64>
  %r = neuron.binary xor %x, %y : tensor<16xi64>
  %e0 = neuron.constant dense<[3, 8589934592, 4, -2147483649, -1, 38654705664, -4294967289, -4611686014132420609, -9223372036854775808, 9223372036854775807, 12344961812291, -98746145055016, 5, -6, -1116691496955, -8589934601]> : tensor<16xi64>
  neuron.check_close %r, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<16xi64>, tensor<16xi64>
  return
}

func.func @div_signed() {
  %x = neuron.constant dense<[0, 1, -1, 2147483648, -2147483648, 4294967296, -4294967296, 4294967295, 9223372036854775807, -9223372036854775808, 12345678901234, -98765432109876, 7, -7, 1099511627781, -8589934595]> : tensor<16xi64>
  %y = neuron.constant dense<[3, 8589934593, -5, -1, 2147483647, 34359738368, 7, -4611686018427387904, -1, -1, 987654321, 123456789012, 2, 3, -17179869184, 10]> : tensor<16xi64>
  %r = neuron.binary div %x, %y : tensor<16xi64>
  %e0 = neuron.constant dense<[0, 0, 0, -2147483648, -1, 0, -613566756, 0, -9223372036854775807, -9223372036854775808, 12499, -800, 3, -2, -64, -858993459]> : tensor<16xi64>
  neuron.check_close %r, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<16xi64>, tensor<16xi64>
  return
}

func.func @rem_signed() {
  %x = neuron.constant dense<[0, 1, -1, 2147483648, -2147483648, 4294967296, -4294967296, 4294967295, 9223372036854775807, -9223372036854775808, 12345678901234, -98765432109876, 7, -7, 1099511627781, -8589934595]> : tensor<16xi64>
  %y = neuron.constant dense<[3, 8589934593, -5, -1, 2147483647, 34359738368, 7, -4611686018427387904, -1, -1, 987654321, 123456789012, 2, 3, -17179869184, 10]> : tensor<16xi64>
  %r = neuron.binary rem %x, %y : tensor<16xi64>
  %e0 = neuron.constant dense<[0, 1, -1, 0, -1, 4294967296, -4, 4294967295, 0, 0, 987543055, -900276, 1, -1, 5, -5]> : tensor<16xi64>
  neuron.check_close %r, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<16xi64>, tensor<16xi64>
  return
}

func.func @floor_div_signed() {
  %x = neuron.constant dense<[0, 1, -1, 2147483648, -2147483648, 4294967296, -4294967296, 4294967295, 9223372036854775807, -9223372036854775808, 12345678901234, -98765432109876, 7, -7, 1099511627781, -8589934595]> : tensor<16xi64>
  %y = neuron.constant dense<[3, 8589934593, -5, -1, 2147483647, 34359738368, 7, -4611686018427387904, -1, -1, 987654321, 123456789012, 2, 3, -17179869184, 10]> : tensor<16xi64>
  %r = neuron.binary floor_div %x, %y : tensor<16xi64>
  %e0 = neuron.constant dense<[0, 0, 0, -2147483648, -2, 0, -613566757, -1, -9223372036854775807, -9223372036854775808, 12499, -801, 3, -3, -65, -858993460]> : tensor<16xi64>
  neuron.check_close %r, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<16xi64>, tensor<16xi64>
  return
}

func.func @mod_signed() {
  %x = neuron.constant dense<[0, 1, -1, 2147483648, -2147483648, 4294967296, -4294967296, 4294967295, 9223372036854775807, -9223372036854775808, 12345678901234, -98765432109876, 7, -7, 1099511627781, -8589934595]> : tensor<16xi64>
  %y = neuron.constant dense<[3, 8589934593, -5, -1, 2147483647, 34359738368, 7, -4611686018427387904, -1, -1, 987654321, 123456789012, 2, 3, -17179869184, 10]> : tensor<16xi64>
  %r = neuron.binary mod %x, %y : tensor<16xi64>
  %e0 = neuron.constant dense<[0, 1, -1, 0, 2147483646, 4294967296, 3, -4611686014132420609, 0, 0, 987543055, 123455888736, 1, 2, -17179869179, 5]> : tensor<16xi64>
  neuron.check_close %r, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<16xi64>, tensor<16xi64>
  return
}

func.func @add_unsigned() {
  %x = neuron.constant dense<[0, 1, 4294967295, 4294967296, 9223372036854775808, 18446744073709551615, 9223372036854775807, 12345678901234567]> : tensor<8xui64>
  %y = neuron.constant dense<[18446744073709551615, 3, 8589934592, 4294967295, 5, 18446744073709551614, 9223372036854775808, 1000003]> : tensor<8xui64>
  %r = neuron.binary add %x, %y : tensor<8xui64>
  %e0 = neuron.constant dense<[18446744073709551615, 4, 12884901887, 8589934591, 9223372036854775813, 18446744073709551613, 18446744073709551615, 12345678902234570]> : tensor<8xui64>
  neuron.check_close %r, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<8xui64>, tensor<8xui64>
  return
}

func.func @sub_unsigned() {
  %x = neuron.constant dense<[0, 1, 4294967295, 4294967296, 9223372036854775808, 18446744073709551615, 9223372036854775807, 12345678901234567]> : tensor<8xui64>
  %y = neuron.constant dense<[18446744073709551615, 3, 8589934592, 4294967295, 5, 18446744073709551614, 9223372036854775808, 1000003]> : tensor<8xui64>
  %r = neuron.binary sub %x, %y : tensor<8xui64>
  %e0 = neuron.constant dense<[1, 18446744073709551614, 18446744069414584319, 1, 9223372036854775803, 1, 18446744073709551615, 12345678900234564]> : tensor<8xui64>
  neuron.check_close %r, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<8xui64>, tensor<8xui64>
  return
}

func.func @mul_unsigned() {
  %x = neuron.constant dense<[0, 1, 4294967295, 4294967296, 9223372036854775808, 18446744073709551615, 9223372036854775807, 12345678901234567]> : tensor<8xui64>
  %y = neuron.constant dense<[18446744073709551615, 3, 8589934592, 4294967295, 5, 18446744073709551614, 9223372036854775808, 1000003]> : tensor<8xui64>
  %r = neuron.binary mul %x, %y : tensor<8xui64>
  %e0 = neuron.constant dense<[0, 3, 18446744065119617024, 18446744069414584320, 9223372036854775808, 2, 9223372036854775808, 4844152959580672597]> : tensor<8xui64>
  neuron.check_close %r, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<8xui64>, tensor<8xui64>
  return
}

func.func @max_unsigned() {
  %x = neuron.constant dense<[0, 1, 4294967295, 4294967296, 9223372036854775808, 18446744073709551615, 9223372036854775807, 12345678901234567]> : tensor<8xui64>
  %y = neuron.constant dense<[18446744073709551615, 3, 8589934592, 4294967295, 5, 18446744073709551614, 9223372036854775808, 1000003]> : tensor<8xui64>
  %r = neuron.binary max %x, %y : tensor<8xui64>
  %e0 = neuron.constant dense<[18446744073709551615, 3, 8589934592, 4294967296, 9223372036854775808, 18446744073709551615, 9223372036854775808, 12345678901234567]> : tensor<8xui64>
  neuron.check_close %r, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<8xui64>, tensor<8xui64>
  return
}

func.func @min_unsigned() {
  %x = neuron.constant dense<[0, 1, 4294967295, 4294967296, 9223372036854775808, 18446744073709551615, 9223372036854775807, 12345678901234567]> : tensor<8xui64>
  %y = neuron.constant dense<[18446744073709551615, 3, 8589934592, 4294967295, 5, 18446744073709551614, 9223372036854775808, 1000003]> : tensor<8xui64>
  %r = neuron.binary min %x, %y : tensor<8xui64>
  %e0 = neuron.constant dense<[0, 1, 4294967295, 4294967295, 5, 18446744073709551614, 9223372036854775807, 1000003]> : tensor<8xui64>
  neuron.check_close %r, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<8xui64>, tensor<8xui64>
  return
}

func.func @div_unsigned() {
  %x = neuron.constant dense<[0, 1, 4294967295, 4294967296, 9223372036854775808, 18446744073709551615, 9223372036854775807, 12345678901234567]> : tensor<8xui64>
  %y = neuron.constant dense<[18446744073709551615, 3, 8589934592, 4294967295, 5, 18446744073709551614, 9223372036854775808, 1000003]> : tensor<8xui64>
  %r = neuron.binary div %x, %y : tensor<8xui64>
  %e0 = neuron.constant dense<[0, 0, 0, 1, 1844674407370955161, 1, 0, 12345641864]> : tensor<8xui64>
  neuron.check_close %r, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<8xui64>, tensor<8xui64>
  return
}

func.func @rem_unsigned() {
  %x = neuron.constant dense<[0, 1, 4294967295, 4294967296, 9223372036854775808, 18446744073709551615, 9223372036854775807, 12345678901234567]> : tensor<8xui64>
  %y = neuron.constant dense<[18446744073709551615, 3, 8589934592, 4294967295, 5, 18446744073709551614, 9223372036854775808, 1000003]> : tensor<8xui64>
  %r = neuron.binary rem %x, %y : tensor<8xui64>
  %e0 = neuron.constant dense<[0, 1, 4294967295, 1, 3, 1, 9223372036854775807, 308975]> : tensor<8xui64>
  neuron.check_close %r, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<8xui64>, tensor<8xui64>
  return
}

func.func @floor_div_unsigned() {
  %x = neuron.constant dense<[0, 1, 4294967295, 4294967296, 9223372036854775808, 18446744073709551615, 9223372036854775807, 12345678901234567]> : tensor<8xui64>
  %y = neuron.constant dense<[18446744073709551615, 3, 8589934592, 4294967295, 5, 18446744073709551614, 9223372036854775808, 1000003]> : tensor<8xui64>
  %r = neuron.binary floor_div %x, %y : tensor<8xui64>
  %e0 = neuron.constant dense<[0, 0, 0, 1, 1844674407370955161, 1, 0, 12345641864]> : tensor<8xui64>
  neuron.check_close %r, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<8xui64>, tensor<8xui64>
  return
}

func.func @mod_unsigned() {
  %x = neuron.constant dense<[0, 1, 4294967295, 4294967296, 9223372036854775808, 18446744073709551615, 9223372036854775807, 12345678901234567]> : tensor<8xui64>
  %y = neuron.constant dense<[18446744073709551615, 3, 8589934592, 4294967295, 5, 18446744073709551614, 9223372036854775808, 1000003]> : tensor<8xui64>
  %r = neuron.binary mod %x, %y : tensor<8xui64>
  %e0 = neuron.constant dense<[0, 1, 4294967295, 1, 3, 1, 9223372036854775807, 308975]> : tensor<8xui64>
  neuron.check_close %r, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<8xui64>, tensor<8xui64>
  return
}

func.func @shl_signed() {
  %x = neuron.constant dense<[0, 1, -1, 2147483648, -2147483648, 4294967296, -4294967296, 4294967295, 9223372036854775807, -9223372036854775808, 12345678901234, -98765432109876, 7, -7, 1099511627781, -8589934595]> : tensor<16xi64>
  %y = neuron.constant dense<[0, 1, 31, 32, 33, 63, 64, 65, 5, 62, 17, 40, 1099511627776, 100, 16, 3]> : tensor<16xi64>
  %r = neuron.binary shl %x, %y : tensor<16xi64>
  %e0 = neuron.constant dense<[0, 2, -2147483648, -9223372036854775808, 0, 0, 0, 0, -32, 0, 1618172824942542848, -9167978641047420928, 0, 0, 72057594038255616, -68719476760]> : tensor<16xi64>
  neuron.check_close %r, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<16xi64>, tensor<16xi64>
  return
}

func.func @shr_signed() {
  %x = neuron.constant dense<[0, 1, -1, 2147483648, -2147483648, 4294967296, -4294967296, 4294967295, 9223372036854775807, -9223372036854775808, 12345678901234, -98765432109876, 7, -7, 1099511627781, -8589934595]> : tensor<16xi64>
  %y = neuron.constant dense<[0, 1, 31, 32, 33, 63, 64, 65, 5, 62, 17, 40, 1099511627776, 100, 16, 3]> : tensor<16xi64>
  %r = neuron.binary shr %x, %y : tensor<16xi64>
  %e0 = neuron.constant dense<[0, 0, -1, 0, -1, 0, -1, 0, 288230376151711743, -2, 94190055, -90, 0, -1, 16777216, -1073741825]> : tensor<16xi64>
  neuron.check_close %r, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<16xi64>, tensor<16xi64>
  return
}

func.func @shr_unsigned() {
  %x = neuron.constant dense<[0, 1, 4294967295, 4294967296, 9223372036854775808, 18446744073709551615, 9223372036854775807, 12345678901234567]> : tensor<8xui64>
  %y = neuron.constant dense<[0, 1, 31, 32, 33, 63, 64, 7]> : tensor<8xui64>
  %r = neuron.binary shr %x, %y : tensor<8xui64>
  %e0 = neuron.constant dense<[0, 0, 1, 1, 1073741824, 1, 0, 96450616415895]> : tensor<8xui64>
  neuron.check_close %r, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<8xui64>, tensor<8xui64>
  return
}

func.func @neg() {
  %x = neuron.constant dense<[0, 1, -1, 2147483648, -2147483648, 4294967296, -4294967296, 4294967295, 9223372036854775807, -9223372036854775808, 12345678901234, -98765432109876, 7, -7, 1099511627781, -8589934595]> : tensor<16xi64>
  %r = neuron.unary neg %x : tensor<16xi64>
  %e0 = neuron.constant dense<[0, -1, 1, -2147483648, 2147483648, -4294967296, 4294967296, -4294967295, -9223372036854775807, -9223372036854775808, -12345678901234, 98765432109876, -7, 7, -1099511627781, 8589934595]> : tensor<16xi64>
  neuron.check_close %r, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<16xi64>, tensor<16xi64>
  return
}

func.func @abs() {
  %x = neuron.constant dense<[0, 1, -1, 2147483648, -2147483648, 4294967296, -4294967296, 4294967295, 9223372036854775807, -9223372036854775808, 12345678901234, -98765432109876, 7, -7, 1099511627781, -8589934595]> : tensor<16xi64>
  %r = neuron.unary abs %x : tensor<16xi64>
  %e0 = neuron.constant dense<[0, 1, 1, 2147483648, 2147483648, 4294967296, 4294967296, 4294967295, 9223372036854775807, -9223372036854775808, 12345678901234, 98765432109876, 7, 7, 1099511627781, 8589934595]> : tensor<16xi64>
  neuron.check_close %r, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<16xi64>, tensor<16xi64>
  return
}

func.func @sign() {
  %x = neuron.constant dense<[0, 1, -1, 2147483648, -2147483648, 4294967296, -4294967296, 4294967295, 9223372036854775807, -9223372036854775808, 12345678901234, -98765432109876, 7, -7, 1099511627781, -8589934595]> : tensor<16xi64>
  %r = neuron.unary sign %x : tensor<16xi64>
  %e0 = neuron.constant dense<[0, 1, -1, 1, -1, 1, -1, 1, 1, -1, 1, -1, 1, -1, 1, -1]> : tensor<16xi64>
  neuron.check_close %r, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<16xi64>, tensor<16xi64>
  return
}

func.func @square() {
  %x = neuron.constant dense<[0, 1, -1, 2147483648, -2147483648, 4294967296, -4294967296, 4294967295, 9223372036854775807, -9223372036854775808, 12345678901234, -98765432109876, 7, -7, 1099511627781, -8589934595]> : tensor<16xi64>
  %r = neuron.unary square %x : tensor<16xi64>
  %e0 = neuron.constant dense<[0, 1, 1, 4611686018427387904, 4611686018427387904, 0, 0, -8589934591, 1, 0, 7345206944328761540, 2235768968432910992, 49, 49, 10995116277785, 51539607561]> : tensor<16xi64>
  neuron.check_close %r, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<16xi64>, tensor<16xi64>
  return
}

func.func @relu() {
  %x = neuron.constant dense<[0, 1, -1, 2147483648, -2147483648, 4294967296, -4294967296, 4294967295, 9223372036854775807, -9223372036854775808, 12345678901234, -98765432109876, 7, -7, 1099511627781, -8589934595]> : tensor<16xi64>
  %r = neuron.unary relu %x : tensor<16xi64>
  %e0 = neuron.constant dense<[0, 1, 0, 2147483648, 0, 4294967296, 0, 4294967295, 9223372036854775807, 0, 12345678901234, 0, 7, 0, 1099511627781, 0]> : tensor<16xi64>
  neuron.check_close %r, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<16xi64>, tensor<16xi64>
  return
}

func.func @bitwise_not() {
  %x = neuron.constant dense<[0, 1, -1, 2147483648, -2147483648, 4294967296, -4294967296, 4294967295, 9223372036854775807, -9223372036854775808, 12345678901234, -98765432109876, 7, -7, 1099511627781, -8589934595]> : tensor<16xi64>
  %r = neuron.unary bitwise_not %x : tensor<16xi64>
  %e0 = neuron.constant dense<[-1, -2, 0, -2147483649, 2147483647, -4294967297, 4294967295, -4294967296, -9223372036854775808, 9223372036854775807, -12345678901235, 98765432109875, -8, 6, -1099511627782, 8589934594]> : tensor<16xi64>
  neuron.check_close %r, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<16xi64>, tensor<16xi64>
  return
}

func.func @compare_eq() {
  %x = neuron.constant dense<[5, 4294967301, -1, 8589934592, -9223372036854775808, 9223372036854775807, 7]> : tensor<7xi64>
  %y = neuron.constant dense<[4294967301, 5, 4294967295, 8589934592, 9223372036854775807, -9223372036854775808, 8]> : tensor<7xi64>
  %r = neuron.compare eq %x, %y : tensor<7xi64>
  %e0 = neuron.constant dense<[false, false, false, true, false, false, false]> : tensor<7xi1>
  neuron.check_close %r, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<7xi1>, tensor<7xi1>
  return
}

func.func @compare_ne() {
  %x = neuron.constant dense<[5, 4294967301, -1, 8589934592, -9223372036854775808, 9223372036854775807, 7]> : tensor<7xi64>
  %y = neuron.constant dense<[4294967301, 5, 4294967295, 8589934592, 9223372036854775807, -9223372036854775808, 8]> : tensor<7xi64>
  %r = neuron.compare ne %x, %y : tensor<7xi64>
  %e0 = neuron.constant dense<[true, true, true, false, true, true, true]> : tensor<7xi1>
  neuron.check_close %r, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<7xi1>, tensor<7xi1>
  return
}

func.func @compare_lt() {
  %x = neuron.constant dense<[5, 4294967301, -1, 8589934592, -9223372036854775808, 9223372036854775807, 7]> : tensor<7xi64>
  %y = neuron.constant dense<[4294967301, 5, 4294967295, 8589934592, 9223372036854775807, -9223372036854775808, 8]> : tensor<7xi64>
  %r = neuron.compare lt %x, %y : tensor<7xi64>
  %e0 = neuron.constant dense<[true, false, true, false, true, false, true]> : tensor<7xi1>
  neuron.check_close %r, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<7xi1>, tensor<7xi1>
  return
}

func.func @compare_le() {
  %x = neuron.constant dense<[5, 4294967301, -1, 8589934592, -9223372036854775808, 9223372036854775807, 7]> : tensor<7xi64>
  %y = neuron.constant dense<[4294967301, 5, 4294967295, 8589934592, 9223372036854775807, -9223372036854775808, 8]> : tensor<7xi64>
  %r = neuron.compare le %x, %y : tensor<7xi64>
  %e0 = neuron.constant dense<[true, false, true, true, true, false, true]> : tensor<7xi1>
  neuron.check_close %r, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<7xi1>, tensor<7xi1>
  return
}

func.func @compare_gt() {
  %x = neuron.constant dense<[5, 4294967301, -1, 8589934592, -9223372036854775808, 9223372036854775807, 7]> : tensor<7xi64>
  %y = neuron.constant dense<[4294967301, 5, 4294967295, 8589934592, 9223372036854775807, -9223372036854775808, 8]> : tensor<7xi64>
  %r = neuron.compare gt %x, %y : tensor<7xi64>
  %e0 = neuron.constant dense<[false, true, false, false, false, true, false]> : tensor<7xi1>
  neuron.check_close %r, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<7xi1>, tensor<7xi1>
  return
}

func.func @compare_ge() {
  %x = neuron.constant dense<[5, 4294967301, -1, 8589934592, -9223372036854775808, 9223372036854775807, 7]> : tensor<7xi64>
  %y = neuron.constant dense<[4294967301, 5, 4294967295, 8589934592, 9223372036854775807, -9223372036854775808, 8]> : tensor<7xi64>
  %r = neuron.compare ge %x, %y : tensor<7xi64>
  %e0 = neuron.constant dense<[false, true, false, true, false, true, false]> : tensor<7xi1>
  neuron.check_close %r, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<7xi1>, tensor<7xi1>
  return
}

func.func @clamp() {
  %x = neuron.constant dense<[0, 1, -1, 2147483648, -2147483648, 4294967296, -4294967296, 4294967295, 9223372036854775807, -9223372036854775808, 12345678901234, -98765432109876, 7, -7, 1099511627781, -8589934595]> : tensor<16xi64>
  %r = neuron.clamp %x min = -4294967297.5 max = 1.0e+11 : tensor<16xi64>
  %e0 = neuron.constant dense<[0, 1, -1, 2147483648, -2147483648, 4294967296, -4294967296, 4294967295, 100000000000, -4294967297, 100000000000, -4294967297, 7, -7, 100000000000, -4294967297]> : tensor<16xi64>
  neuron.check_close %r, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<16xi64>, tensor<16xi64>
  return
}

func.func @clamp_to_narrow() {
  %x = neuron.constant dense<[0, 1, -1, 2147483648, -2147483648, 4294967296, -4294967296, 4294967295, 9223372036854775807, -9223372036854775808, 12345678901234, -98765432109876, 7, -7, 1099511627781, -8589934595]> : tensor<16xi64>
  %r = neuron.clamp %x min = 0.0 max = 100.0 : tensor<16xi64>
  %e0 = neuron.constant dense<[0, 1, 0, 100, 0, 100, 0, 100, 100, 0, 100, 0, 7, 0, 100, 0]> : tensor<16xi64>
  neuron.check_close %r, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<16xi64>, tensor<16xi64>
  return
}

func.func @to_float() {
  %x = neuron.constant dense<[0, 1, -1, 2147483648, -2147483648, 4294967296, -4294967296, 4294967295, 9223372036854775807, -9223372036854775808, 12345678901234, -98765432109876, 7, -7, 1099511627781, -8589934595]> : tensor<16xi64>
  %r = neuron.cast %x : tensor<16xi64> to tensor<16xf32>
  %e0 = neuron.constant dense<[0.0, 1.0, -1.0, 2147483648.0, -2147483648.0, 4294967296.0, -4294967296.0, 4294967296.0, 9.223372036854776e+18, -9.223372036854776e+18, 12345679020032.0, -98765432160256.0, 7.0, -7.0, 1099511627776.0, -8589934592.0]> : tensor<16xf32>
  neuron.check_close %r, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<16xf32>, tensor<16xf32>
  return
}

func.func @to_bool() {
  %x = neuron.constant dense<[0, 1, -1, 2147483648, -2147483648, 4294967296, -4294967296, 4294967295, 9223372036854775807, -9223372036854775808, 12345678901234, -98765432109876, 7, -7, 1099511627781, -8589934595]> : tensor<16xi64>
  %r = neuron.cast %x : tensor<16xi64> to tensor<16xi1>
  %e0 = neuron.constant dense<[false, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true]> : tensor<16xi1>
  neuron.check_close %r, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<16xi1>, tensor<16xi1>
  return
}

func.func @to_int() {
  %x = neuron.constant dense<[0, 1, -1, 2147483648, -2147483648, 4294967296, -4294967296, 4294967295, 9223372036854775807, -9223372036854775808, 12345678901234, -98765432109876, 7, -7, 1099511627781, -8589934595]> : tensor<16xi64>
  %r = neuron.cast %x : tensor<16xi64> to tensor<16xi32>
  %e0 = neuron.constant dense<[0, 1, -1, -2147483648, -2147483648, 0, 0, -1, -1, 0, 1942892530, 1635828940, 7, -7, 5, -3]> : tensor<16xi32>
  neuron.check_close %r, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<16xi32>, tensor<16xi32>
  return
}

func.func @from_float() {
  %x = neuron.constant dense<[0.0, -0.5, 3000000000.0, -3000000000.0, 999999986991104.0, -9.999999843067494e+17, 4.611686018427388e+18, 5.75]> : tensor<8xf32>
  %r = neuron.cast %x : tensor<8xf32> to tensor<8xi64>
  %e0 = neuron.constant dense<[0, 0, 3000000000, -3000000000, 999999986991104, -999999984306749440, 4611686018427387904, 5]> : tensor<8xi64>
  neuron.check_close %r, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<8xi64>, tensor<8xi64>
  return
}

func.func @from_float_saturates() {
  %x = neuron.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 1.0e+19, -1.0e+19]> : tensor<5xf32>
  %r = neuron.cast %x : tensor<5xf32> to tensor<5xi64>
  %e0 = neuron.constant dense<[0, 9223372036854775807, -9223372036854775808, 9223372036854775807, -9223372036854775808]> : tensor<5xi64>
  neuron.check_close %r, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<5xi64>, tensor<5xi64>
  return
}

func.func @reduce_add() {
  %x = neuron.constant dense<[[1099511627776, -3, 8589934592, 7, 5], [1, -1125899906842624, 1125899906842624, 9, 8589934592]]> : tensor<2x5xi64>
  %r = neuron.reduce add %x dims = [1] : (tensor<2x5xi64>) -> tensor<2xi64>
  %e0 = neuron.constant dense<[1108101562377, 8589934602]> : tensor<2xi64>
  neuron.check_close %r, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<2xi64>, tensor<2xi64>
  return
}

func.func @reduce_max() {
  %x = neuron.constant dense<[[1099511627776, -3, 8589934592, 7, 5], [1, -1125899906842624, 1125899906842624, 9, 8589934592]]> : tensor<2x5xi64>
  %r = neuron.reduce max %x dims = [1] : (tensor<2x5xi64>) -> tensor<2xi64>
  %e0 = neuron.constant dense<[1099511627776, 1125899906842624]> : tensor<2xi64>
  neuron.check_close %r, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<2xi64>, tensor<2xi64>
  return
}

func.func @reduce_min() {
  %x = neuron.constant dense<[[1099511627776, -3, 8589934592, 7, 5], [1, -1125899906842624, 1125899906842624, 9, 8589934592]]> : tensor<2x5xi64>
  %r = neuron.reduce min %x dims = [1] : (tensor<2x5xi64>) -> tensor<2xi64>
  %e0 = neuron.constant dense<[-3, -1125899906842624]> : tensor<2xi64>
  neuron.check_close %r, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<2xi64>, tensor<2xi64>
  return
}

func.func @reduce_mul() {
  %x = neuron.constant dense<[[1099511627776, -3, 8589934592, 7, 5], [1, -1125899906842624, 1125899906842624, 9, 8589934592]]> : tensor<2x5xi64>
  %r = neuron.reduce mul %x dims = [1] : (tensor<2x5xi64>) -> tensor<2xi64>
  %e0 = neuron.constant dense<[0, 0]> : tensor<2xi64>
  neuron.check_close %r, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<2xi64>, tensor<2xi64>
  return
}

func.func @cumulative() {
  %x = neuron.constant dense<[[1099511627776, -3, 8589934592, 7, 5], [1, -1125899906842624, 1125899906842624, 9, 8589934592]]> : tensor<2x5xi64>
  %r = neuron.cumulative add %x dim = 1 : tensor<2x5xi64>
  %e0 = neuron.constant dense<[[1099511627776, 1099511627773, 1108101562365, 1108101562372, 1108101562377], [1, -1125899906842623, 1, 10, 8589934602]]> : tensor<2x5xi64>
  neuron.check_close %r, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<2x5xi64>, tensor<2x5xi64>
  return
}

func.func @cumulative_back() {
  %x = neuron.constant dense<[[1099511627776, -3, 8589934592, 7, 5], [1, -1125899906842624, 1125899906842624, 9, 8589934592]]> : tensor<2x5xi64>
  %r = neuron.cumulative add %x dim = 1 {exclusive = true, reverse = true} : tensor<2x5xi64>
  %e0 = neuron.constant dense<[[8589934601, 8589934604, 12, 5, 0], [8589934601, 1125908496777225, 8589934601, 8589934592, 0]]> : tensor<2x5xi64>
  neuron.check_close %r, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<2x5xi64>, tensor<2x5xi64>
  return
}

func.func @arg_max() {
  %x = neuron.constant dense<[[1099511627776, -3, 8589934592, 7, 5], [1, -1125899906842624, 1125899906842624, 9, 8589934592]]> : tensor<2x5xi64>
  %r = neuron.arg_reduce max %x dim = 1 : (tensor<2x5xi64>) -> tensor<2xi64>
  %e0 = neuron.constant dense<[0, 2]> : tensor<2xi64>
  neuron.check_close %r, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<2xi64>, tensor<2xi64>
  return
}

func.func @arg_min() {
  %x = neuron.constant dense<[[1099511627776, -3, 8589934592, 7, 5], [1, -1125899906842624, 1125899906842624, 9, 8589934592]]> : tensor<2x5xi64>
  %r = neuron.arg_reduce min %x dim = 1 : (tensor<2x5xi64>) -> tensor<2xi64>
  %e0 = neuron.constant dense<[1, 1]> : tensor<2xi64>
  neuron.check_close %r, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<2xi64>, tensor<2xi64>
  return
}

func.func @sort() {
  %x = neuron.constant dense<[[1099511627776, -3, 8589934592, 7, 5], [1, -1125899906842624, 1125899906842624, 9, 8589934592]]> : tensor<2x5xi64>
  %r, %i = neuron.sort %x dim = 1 : (tensor<2x5xi64>) -> (tensor<2x5xi64>, tensor<2x5xi64>)
  %e0 = neuron.constant dense<[[-3, 5, 7, 8589934592, 1099511627776], [-1125899906842624, 1, 9, 8589934592, 1125899906842624]]> : tensor<2x5xi64>
  neuron.check_close %r, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<2x5xi64>, tensor<2x5xi64>
  %e1 = neuron.constant dense<[[1, 4, 3, 2, 0], [1, 0, 3, 4, 2]]> : tensor<2x5xi64>
  neuron.check_close %i, %e1 {rtol = 1.0e-6, atol = 0.0} : tensor<2x5xi64>, tensor<2x5xi64>
  return
}

func.func @top_k() {
  %x = neuron.constant dense<[[1099511627776, -3, 8589934592, 7, 5], [1, -1125899906842624, 1125899906842624, 9, 8589934592]]> : tensor<2x5xi64>
  %r, %i = neuron.top_k %x k = 2 dim = 1 : (tensor<2x5xi64>) -> (tensor<2x2xi64>, tensor<2x2xi64>)
  %e0 = neuron.constant dense<[[1099511627776, 8589934592], [1125899906842624, 8589934592]]> : tensor<2x2xi64>
  neuron.check_close %r, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<2x2xi64>, tensor<2x2xi64>
  %e1 = neuron.constant dense<[[0, 2], [2, 4]]> : tensor<2x2xi64>
  neuron.check_close %i, %e1 {rtol = 1.0e-6, atol = 0.0} : tensor<2x2xi64>, tensor<2x2xi64>
  return
}

func.func @moved() {
  %x = neuron.constant dense<[[1099511627776, -3, 8589934592, 7, 5], [1, -1125899906842624, 1125899906842624, 9, 8589934592]]> : tensor<2x5xi64>
  %t = neuron.transpose %x perm = [1, 0] : tensor<2x5xi64> to tensor<5x2xi64>
  %p = neuron.pad constant %t lo = [0, 1] hi = [0, 0] {value = -4294967299.0 : f64} : tensor<5x2xi64> to tensor<5x3xi64>
  %e0 = neuron.constant dense<[[-4294967299, 1099511627776, 1], [-4294967299, -3, -1125899906842624], [-4294967299, 8589934592, 1125899906842624], [-4294967299, 7, 9], [-4294967299, 5, 8589934592]]> : tensor<5x3xi64>
  neuron.check_close %p, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<5x3xi64>, tensor<5x3xi64>
  return
}

func.func @gathered() {
  %x = neuron.constant dense<[[1099511627776, -3, 8589934592, 7, 5], [1, -1125899906842624, 1125899906842624, 9, 8589934592]]> : tensor<2x5xi64>
  %i = neuron.constant dense<[1, 0, 1]> : tensor<3xi64>
  %r = neuron.gather %x, %i axis = 0 : (tensor<2x5xi64>, tensor<3xi64>) -> tensor<3x5xi64>
  %e0 = neuron.constant dense<[[1, -1125899906842624, 1125899906842624, 9, 8589934592], [1099511627776, -3, 8589934592, 7, 5], [1, -1125899906842624, 1125899906842624, 9, 8589934592]]> : tensor<3x5xi64>
  neuron.check_close %r, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<3x5xi64>, tensor<3x5xi64>
  return
}

func.func @start_is_clamped() {
  %x = neuron.constant dense<[[1099511627776, -3, 8589934592, 7, 5], [1, -1125899906842624, 1125899906842624, 9, 8589934592]]> : tensor<2x5xi64>
  %i = neuron.constant dense<-1099511627776> : tensor<i64>
  %j = neuron.constant dense<1099511627776> : tensor<i64>
  %r = neuron.dynamic_slice %x, %i, %j sizes = [1, 2] : (tensor<2x5xi64>, tensor<i64>, tensor<i64>) -> tensor<1x2xi64>
  %e0 = neuron.constant dense<[[7, 5]]> : tensor<1x2xi64>
  neuron.check_close %r, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<1x2xi64>, tensor<1x2xi64>
  return
}

func.func @loop() {
  %x = neuron.constant dense<[[1099511627776, -3, 8589934592, 7, 5], [1, -1125899906842624, 1125899906842624, 9, 8589934592]]> : tensor<2x5xi64>
  %z = neuron.constant dense<0> : tensor<2xi64>
  %h, %ys = neuron.scan(%z) over(%x) trip = 5 in = [1] [false] out = [1] [false] : (tensor<2xi64>, tensor<2x5xi64>) -> (tensor<2xi64>, tensor<2x5xi64>) {
  ^bb0(%c: tensor<2xi64>, %v: tensor<2xi64>):
    %n = neuron.binary add %c, %v : tensor<2xi64>
    neuron.yield %n, %n : tensor<2xi64>, tensor<2xi64>
  }
  %e0 = neuron.constant dense<[1108101562377, 8589934602]> : tensor<2xi64>
  neuron.check_close %h, %e0 {rtol = 1.0e-6, atol = 0.0} : tensor<2xi64>, tensor<2xi64>
  %e1 = neuron.constant dense<[[1099511627776, 1099511627773, 1108101562365, 1108101562372, 1108101562377], [1, -1125899906842623, 1, 10, 8589934602]]> : tensor<2x5xi64>
  neuron.check_close %ys, %e1 {rtol = 1.0e-6, atol = 0.0} : tensor<2x5xi64>, tensor<2x5xi64>
  return
}

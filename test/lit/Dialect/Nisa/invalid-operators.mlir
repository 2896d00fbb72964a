// RUN: neuron-opt %s --split-input-file --verify-diagnostics

nisa.program @bits_type target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  // expected-error @+1 {{operands of bitwise_and must be integers of one width, but 'dst' got 'f32'}}
  nisa.tensor_tensor <bitwise_and> %a, %b, %b : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
}

// -----
nisa.program @bits_width target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], i32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 128>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 128> -> !nisa.view<sbuf, 128, [64], i16>
  // expected-error @+1 {{operands of bitwise_and must be integers of one width, but 'a' got 'i16'}}
  nisa.tensor_tensor <bitwise_and> %a, %b, %b : !nisa.view<sbuf, 128, [64], i32>, !nisa.view<sbuf, 128, [64], i16>, !nisa.view<sbuf, 128, [64], i16>
}

// -----
nisa.program @bits_mixed target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], i32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], i32>
  // expected-error @+1 {{operators must be all bitwise or all arithmetic, but got bitwise_and and add}}
  nisa.tensor_scalar <bitwise_and> %a, %b {op1 = #nisa.alu<add>} : !nisa.view<sbuf, 128, [64], i32>, !nisa.view<sbuf, 128, [64], i32>
}

// -----
nisa.program @bits_engine target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], i32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], i32>
  // expected-error @+1 {{'op' must be an operator of the gpsimd engine, but got bitwise_and}}
  nisa.tensor_tensor <bitwise_and> %a, %b, %b {engine = #nisa.engine<gpsimd>} : !nisa.view<sbuf, 128, [64], i32>, !nisa.view<sbuf, 128, [64], i32>, !nisa.view<sbuf, 128, [64], i32>
}

// -----
nisa.program @power_engine target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  // expected-error @+1 {{'op' must be an operator of the vector engine, but got power}}
  nisa.tensor_tensor <power> %a, %b, %b : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
}

// -----
nisa.program @scalar_pair target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  // expected-error @+1 {{the scalar engine has multiply, add, and multiply then add, but got add, multiply}}
  nisa.tensor_scalar <add> %a, %b {op1 = #nisa.alu<multiply>, engine = #nisa.engine<scalar>} : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
}

// -----
nisa.program @gpsimd_pair target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  // expected-error @+1 {{the gpsimd engine has rsqrt, but got add, bypass}}
  nisa.tensor_scalar <add> %a, %b {engine = #nisa.engine<gpsimd>} : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
}

// -----
nisa.program @stt_bits target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], i32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], i32>
  // expected-error @+1 {{'op0' must be arithmetic, but got bitwise_or}}
  nisa.scalar_tensor_tensor <bitwise_or> %a, %b, %b {op1 = #nisa.alu<bitwise_or>} : !nisa.view<sbuf, 128, [64], i32>, !nisa.view<sbuf, 128, [64], i32>, !nisa.view<sbuf, 128, [64], i32>
}

// -----
nisa.program @stt_operator target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  // expected-error @+1 {{'op0' must be an operator of the vector engine, but got rsqrt}}
  nisa.scalar_tensor_tensor <rsqrt> %a, %b, %b {op1 = #nisa.alu<add>} : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
}

// -----
nisa.program @reduce_op target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  // expected-error @+1 {{'reduce_op' must be one of add multiply max min, but got subtract}}
  nisa.tensor_scalar_reduce <add> <subtract> %a, %b : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
}

// -----
nisa.program @reduce_kind target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 4>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 4> -> !nisa.view<sbuf, 128, [1], f32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  // expected-error @+1 {{'op' must be an operator of reductions, but got equal}}
  nisa.tensor_reduce <equal> %a, %b : !nisa.view<sbuf, 128, [1], f32>, !nisa.view<sbuf, 128, [64], f32>
}

// -----
nisa.program @reduce_axes target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 4>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 4> -> !nisa.view<sbuf, 128, [1], f32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  // expected-error @+1 {{'axes' must be 1 to 1, but got 2}}
  nisa.tensor_reduce <add> %a, %b {axes = 2 : i32} : !nisa.view<sbuf, 128, [1], f32>, !nisa.view<sbuf, 128, [64], f32>
}

// -----
nisa.program @reduce_size target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 8>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 8> -> !nisa.view<sbuf, 128, [2], f32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  // expected-error @+1 {{'dst' must have 1 elements in each partition, but got 2}}
  nisa.tensor_reduce <add> %a, %b : !nisa.view<sbuf, 128, [2], f32>, !nisa.view<sbuf, 128, [64], f32>
}

// -----
nisa.program @reduce_rows target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 4>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 4> -> !nisa.view<sbuf, 64, [1], f32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  // expected-error @+1 {{operand 'src' must have as many partitions as 'dst', but got 128 and 64}}
  nisa.tensor_reduce <add> %a, %b : !nisa.view<sbuf, 64, [1], f32>, !nisa.view<sbuf, 128, [64], f32>
}

// -----
nisa.program @cumulative_op target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  // expected-error @+1 {{'op1' must be one of add subtract multiply max min, but got bypass}}
  nisa.tensor_scalar_cumulative <bypass> %a, %b : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
}

// -----
nisa.program @cumulative_type target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], i32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], i32>
  // expected-error @+1 {{operand 'src' must be no 32-bit integer, but got 'i32'}}
  nisa.tensor_scalar_cumulative <bypass> %a, %b {op1 = #nisa.alu<add>} : !nisa.view<sbuf, 128, [64], i32>, !nisa.view<sbuf, 128, [64], i32>
}

// -----
nisa.program @select_pred target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %ub = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %u = nisa.view %ub[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  // expected-error @+1 {{operand 'pred' must be an 8 or 16-bit integer, but got 'f32'}}
  nisa.select_reduce %a, %u, %a : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
}

// -----
nisa.program @select_type target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], i32>
  %ub = nisa.alloc : !nisa.buffer<sbuf, 128, 64>
  %u = nisa.view %ub[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 64> -> !nisa.view<sbuf, 128, [64], ui8>
  // expected-error @+1 {{operand 'on_true' must be neither tf32 nor a 32-bit integer, but got 'i32'}}
  nisa.select_reduce %a, %u, %a : !nisa.view<sbuf, 128, [64], i32>, !nisa.view<sbuf, 128, [64], ui8>, !nisa.view<sbuf, 128, [64], i32>
}

// -----
nisa.program @range_cmp target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %cb = nisa.alloc : !nisa.buffer<sbuf, 128, 4>
  %c = nisa.view %cb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 4> -> !nisa.view<sbuf, 128, [1], f32>
  // expected-error @+1 {{'cmp0' must be a comparison, but got add}}
  nisa.range_select <add> <less> %a, %a, %c, %c : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [1], f32>, !nisa.view<sbuf, 128, [1], f32>
}

// -----
nisa.program @range_bound target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %cb = nisa.alloc : !nisa.buffer<sbuf, 128, 2>
  %c = nisa.view %cb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 2> -> !nisa.view<sbuf, 128, [1], bf16>
  // expected-error @+1 {{operand 'bound0' must be f32, but got 'bf16'}}
  nisa.range_select <less> <less> %a, %a, %c, %c : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [1], bf16>, !nisa.view<sbuf, 128, [1], bf16>
}

// -----
nisa.program @predicate_type target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %ub = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %u = nisa.view %ub[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  // expected-error @+1 {{operand 'pred' must be an integer, but got 'f32'}}
  nisa.tensor_copy_predicated %a, %u : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
}

// -----
nisa.program @predicate_src target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %ub = nisa.alloc : !nisa.buffer<sbuf, 128, 64>
  %u = nisa.view %ub[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 64> -> !nisa.view<sbuf, 128, [64], ui8>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 128>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 128> -> !nisa.view<sbuf, 128, [64], bf16>
  // expected-error @+1 {{operand 'src' must have the type of 'dst', but got 'bf16' and 'f32'}}
  nisa.tensor_copy_predicated %a, %u src(%b : !nisa.view<sbuf, 128, [64], bf16>) : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], ui8>
}

// -----
nisa.program @affine_cmp target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  // expected-error @+1 {{'cmp' must be a comparison, but got max}}
  nisa.affine_select <max> %a, %a : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
}

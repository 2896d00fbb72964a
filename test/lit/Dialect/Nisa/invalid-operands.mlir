// RUN: neuron-opt %s --split-input-file --verify-diagnostics

nisa.program @partitions_start target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  // expected-note @+1 {{view taken here}}
  %a = nisa.view %ab[0] partition 32 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 64, [64], f32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 64, [64], f32>
  // expected-error @+1 {{operand 'dst' of 64 partitions must start at 0 or 64, but got 32}}
  nisa.tensor_copy %a, %b : !nisa.view<sbuf, 64, [64], f32>, !nisa.view<sbuf, 64, [64], f32>
}

// -----
nisa.program @partitions_start_small target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  // expected-note @+1 {{view taken here}}
  %a = nisa.view %ab[0] partition 16 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 16, [64], f32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 16, [64], f32>
  // expected-error @+1 {{operand 'dst' of 16 partitions must start at 0, 32, 64 or 96, but got 16}}
  nisa.tensor_copy %a, %b : !nisa.view<sbuf, 16, [64], f32>, !nisa.view<sbuf, 16, [64], f32>
}

// -----
nisa.program @partitions_start_large target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  // expected-note @+1 {{view taken here}}
  %a = nisa.view %ab[0] partition 32 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 96, [64], f32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 96, [64], f32>
  // expected-error @+1 {{operand 'dst' of 96 partitions must start at 0, but got 32}}
  nisa.tensor_copy %a, %b : !nisa.view<sbuf, 96, [64], f32>, !nisa.view<sbuf, 96, [64], f32>
}

// -----
nisa.program @space target "trn2" {
  %ab = nisa.variable "a" {kind = "scratch", dtype = "u8", shape = array<i64>} : !nisa.buffer<hbm, 1, 16384>
  %a = nisa.view %ab[0] partition 0 row_step 64 steps [1] : !nisa.buffer<hbm, 1, 16384> -> !nisa.view<hbm, 64, [64], f32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 64, [64], f32>
  // expected-error @+1 {{operand 'dst' must lie in sbuf or psum, but got hbm}}
  nisa.tensor_copy %a, %b : !nisa.view<hbm, 64, [64], f32>, !nisa.view<sbuf, 64, [64], f32>
}

// -----
nisa.program @space_gpsimd target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<psum, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<psum, 128, 256> -> !nisa.view<psum, 64, [64], f32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 64, [64], f32>
  // expected-error @+1 {{operand 'dst' must lie in sbuf on gpsimd, but got psum}}
  nisa.tensor_copy %a, %b {engine = #nisa.engine<gpsimd>} : !nisa.view<psum, 64, [64], f32>, !nisa.view<sbuf, 64, [64], f32>
}

// -----
nisa.program @engine target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  // expected-error @+1 {{does not run on the tensor engine}}
  nisa.tensor_copy %a, %b {engine = #nisa.engine<tensor>} : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
}

// -----
nisa.program @free_size target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 65537>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 65537> -> !nisa.view<sbuf, 1, [65537], ui8>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 65537>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 65537> -> !nisa.view<sbuf, 1, [65537], ui8>
  // expected-error @+1 {{operand 'dst' must have at most 65536 elements in each partition, but got 65537}}
  nisa.tensor_copy %a, %b : !nisa.view<sbuf, 1, [65537], ui8>, !nisa.view<sbuf, 1, [65537], ui8>
}

// -----
nisa.program @free_size_psum target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<psum, 128, 4097>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<psum, 128, 4097> -> !nisa.view<psum, 1, [4097], ui8>
  %bb = nisa.alloc : !nisa.buffer<psum, 128, 4097>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<psum, 128, 4097> -> !nisa.view<psum, 1, [4097], ui8>
  // expected-error @+1 {{operand 'dst' must have at most 4096 elements in each partition, but got 4097}}
  nisa.tensor_copy %a, %b : !nisa.view<psum, 1, [4097], ui8>, !nisa.view<psum, 1, [4097], ui8>
}

// -----
nisa.program @same_rows target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 64, [64], f32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  // expected-error @+1 {{operand 'src' must have as many partitions and elements as 'dst'}}
  nisa.tensor_copy %a, %b : !nisa.view<sbuf, 64, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
}

// -----
nisa.program @same_elements target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 252>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 252> -> !nisa.view<sbuf, 128, [63], f32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  // expected-error @+1 {{operand 'src' must have as many partitions and elements as 'dst'}}
  nisa.activation <exp> %a, %b : !nisa.view<sbuf, 128, [63], f32>, !nisa.view<sbuf, 128, [64], f32>
}

// -----
nisa.program @two_psum target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %bb = nisa.alloc : !nisa.buffer<psum, 128, 256>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<psum, 128, 256> -> !nisa.view<psum, 128, [64], f32>
  %cb = nisa.alloc : !nisa.buffer<psum, 128, 256>
  %c = nisa.view %cb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<psum, 128, 256> -> !nisa.view<psum, 128, [64], f32>
  // expected-error @+1 {{at most one tile that is read may lie in psum, but got 2}}
  nisa.tensor_tensor <add> %a, %b, %c : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<psum, 128, [64], f32>, !nisa.view<psum, 128, [64], f32>
}

// -----
nisa.program @two_psum_predicate target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %bb = nisa.alloc : !nisa.buffer<psum, 128, 256>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<psum, 128, 256> -> !nisa.view<psum, 128, [64], f32>
  %ub = nisa.alloc : !nisa.buffer<psum, 128, 64>
  %u = nisa.view %ub[0] partition 0 row_step 0 steps [1] : !nisa.buffer<psum, 128, 64> -> !nisa.view<psum, 128, [64], ui8>
  // expected-error @+1 {{at most one tile that is read may lie in psum, but got 2}}
  nisa.tensor_copy_predicated %a, %u src(%b : !nisa.view<psum, 128, [64], f32>) : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<psum, 128, [64], ui8>
}

// -----
nisa.program @scalar_rows target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %cb = nisa.alloc : !nisa.buffer<sbuf, 128, 4>
  %c = nisa.view %cb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 4> -> !nisa.view<sbuf, 64, [1], f32>
  // expected-error @+1 {{operand 's0' must be one element in each of 128 partitions}}
  nisa.tensor_scalar <add> %a, %b s0(%c : !nisa.view<sbuf, 64, [1], f32>) : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
}

// -----
nisa.program @scalar_size target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %cb = nisa.alloc : !nisa.buffer<sbuf, 128, 8>
  %c = nisa.view %cb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 8> -> !nisa.view<sbuf, 128, [2], f32>
  // expected-error @+1 {{operand 'bias' must be one element in each of 128 partitions}}
  nisa.activation <exp> %a, %b bias(%c : !nisa.view<sbuf, 128, [2], f32>) : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
}

// -----
nisa.program @result_size target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %cb = nisa.alloc : !nisa.buffer<sbuf, 128, 8>
  %c = nisa.view %cb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 8> -> !nisa.view<sbuf, 128, [2], f32>
  // expected-error @+1 {{operand 'result' must be one element in each of 128 partitions}}
  nisa.activation <exp> %a, %b result(%c : !nisa.view<sbuf, 128, [2], f32>) : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
}

// -----
nisa.program @scalar_type target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %cb = nisa.alloc : !nisa.buffer<sbuf, 128, 2>
  %c = nisa.view %cb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 2> -> !nisa.view<sbuf, 128, [1], bf16>
  // expected-error @+1 {{operand 's0' must be f32, but got 'bf16'}}
  nisa.tensor_scalar <add> %a, %b s0(%c : !nisa.view<sbuf, 128, [1], bf16>) : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
}

// -----
nisa.program @scale_type target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %cb = nisa.alloc : !nisa.buffer<sbuf, 128, 2>
  %c = nisa.view %cb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 2> -> !nisa.view<sbuf, 128, [1], bf16>
  // expected-error @+1 {{operand 'scale' must be f32, but got 'bf16'}}
  nisa.activation <exp> %a, %b scale(%c : !nisa.view<sbuf, 128, [1], bf16>) : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
}

// -----
nisa.program @bias_type target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %cb = nisa.alloc : !nisa.buffer<sbuf, 128, 4>
  %c = nisa.view %cb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 4> -> !nisa.view<sbuf, 128, [1], tf32>
  // expected-error @+1 {{operand 'bias' must be of any type but tf32, but got 'tf32'}}
  nisa.activation <exp> %a, %b bias(%c : !nisa.view<sbuf, 128, [1], tf32>) : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
}

// RUN: neuron-opt %s --split-input-file --verify-diagnostics

nisa.program @space target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<psum, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<psum, 128, 256> -> !nisa.view<psum, 128, [64], f32>
  %hb = nisa.variable "h" {kind = "scratch", dtype = "u8", shape = array<i64>} : !nisa.buffer<hbm, 1, 32768>
  %h = nisa.view %hb[0] partition 0 row_step 64 steps [1] : !nisa.buffer<hbm, 1, 32768> -> !nisa.view<hbm, 128, [64], f32>
  // expected-error @+1 {{operand 'dst' must lie in hbm or sbuf, but got psum}}
  nisa.dma_copy %a, %h : !nisa.view<psum, 128, [64], f32>, !nisa.view<hbm, 128, [64], f32>
}

// -----
nisa.program @count target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %hb = nisa.variable "h" {kind = "scratch", dtype = "u8", shape = array<i64>} : !nisa.buffer<hbm, 1, 32256>
  %h = nisa.view %hb[0] partition 0 row_step 63 steps [1] : !nisa.buffer<hbm, 1, 32256> -> !nisa.view<hbm, 128, [63], f32>
  // expected-error @+1 {{both sides must hold as many elements, but got 8064 and 8192}}
  nisa.dma_copy %a, %h : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<hbm, 128, [63], f32>
}

// -----
nisa.program @rows target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %hb = nisa.variable "h" {kind = "scratch", dtype = "u8", shape = array<i64>} : !nisa.buffer<hbm, 1, 32768>
  %h = nisa.view %hb[0] partition 0 row_step 64 steps [1] : !nisa.buffer<hbm, 1, 32768> -> !nisa.view<hbm, 128, [64], f32>
  // expected-error @+1 {{'dge' must be 1 (software), 2 (hardware) or 3 (none), but got 4}}
  nisa.dma_copy %a, %h {dge = 4 : i32} : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<hbm, 128, [64], f32>
}

// -----
nisa.program @hardware_engine target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %hb = nisa.variable "h" {kind = "scratch", dtype = "u8", shape = array<i64>} : !nisa.buffer<hbm, 1, 32768>
  %h = nisa.view %hb[0] partition 0 row_step 64 steps [1] : !nisa.buffer<hbm, 1, 32768> -> !nisa.view<hbm, 128, [64], f32>
  // expected-error @+1 {{hardware descriptors must be issued by sync or scalar, but got gpsimd}}
  nisa.dma_copy %a, %h {dge = 2 : i32, engine = #nisa.engine<gpsimd>} : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<hbm, 128, [64], f32>
}

// -----
nisa.program @hardware_cast target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %hb = nisa.variable "h" {kind = "scratch", dtype = "u8", shape = array<i64>} : !nisa.buffer<hbm, 1, 16384>
  %h = nisa.view %hb[0] partition 0 row_step 64 steps [1] : !nisa.buffer<hbm, 1, 16384> -> !nisa.view<hbm, 128, [64], bf16>
  // expected-error @+1 {{hardware descriptors must not cast, but got 'bf16' to 'f32'}}
  nisa.dma_copy %a, %h {dge = 2 : i32} : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<hbm, 128, [64], bf16>
}

// -----
nisa.program @index_missing target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %hb = nisa.variable "h" {kind = "scratch", dtype = "u8", shape = array<i64>} : !nisa.buffer<hbm, 1, 32768>
  %h = nisa.view %hb[0] partition 0 row_step 64 steps [1] : !nisa.buffer<hbm, 1, 32768> -> !nisa.view<hbm, 128, [64], f32>
  // expected-error @+1 {{'indirect' must be 1 or 2 with an index and 0 without, but got 1}}
  nisa.dma_copy %a, %h {indirect = 1 : i32} : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<hbm, 128, [64], f32>
}

// -----
nisa.program @index_unused target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %hb = nisa.variable "h" {kind = "scratch", dtype = "u8", shape = array<i64>} : !nisa.buffer<hbm, 1, 32768>
  %h = nisa.view %hb[0] partition 0 row_step 64 steps [1] : !nisa.buffer<hbm, 1, 32768> -> !nisa.view<hbm, 128, [64], f32>
  %ib = nisa.alloc : !nisa.buffer<sbuf, 128, 4>
  %i = nisa.view %ib[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 4> -> !nisa.view<sbuf, 128, [1], i32>
  // expected-error @+1 {{'indirect' must be 1 or 2 with an index and 0 without, but got 0}}
  nisa.dma_copy %a, %h index(%i : !nisa.view<sbuf, 128, [1], i32>) : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<hbm, 128, [64], f32>
}

// -----
nisa.program @index_rows target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %hb = nisa.variable "h" {kind = "scratch", dtype = "u8", shape = array<i64>} : !nisa.buffer<hbm, 1, 32768>
  %h = nisa.view %hb[0] partition 0 row_step 64 steps [1] : !nisa.buffer<hbm, 1, 32768> -> !nisa.view<hbm, 128, [64], f32>
  %ib = nisa.alloc : !nisa.buffer<sbuf, 128, 4>
  %i = nisa.view %ib[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 4> -> !nisa.view<sbuf, 64, [1], i32>
  // expected-error @+1 {{'index' must be one element, or one for each row of the side it moves}}
  nisa.dma_copy %a, %h index(%i : !nisa.view<sbuf, 64, [1], i32>) {indirect = 1 : i32} : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<hbm, 128, [64], f32>
}

// -----
nisa.program @index_type target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %hb = nisa.variable "h" {kind = "scratch", dtype = "u8", shape = array<i64>} : !nisa.buffer<hbm, 1, 32768>
  %h = nisa.view %hb[0] partition 0 row_step 64 steps [1] : !nisa.buffer<hbm, 1, 32768> -> !nisa.view<hbm, 128, [64], f32>
  %ib = nisa.alloc : !nisa.buffer<sbuf, 128, 2>
  %i = nisa.view %ib[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 2> -> !nisa.view<sbuf, 128, [1], i16>
  // expected-error @+1 {{operand 'index' must be a 32-bit integer, but got 'i16'}}
  nisa.dma_copy %a, %h index(%i : !nisa.view<sbuf, 128, [1], i16>) {indirect = 1 : i32} : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<hbm, 128, [64], f32>
}

// -----
nisa.program @transpose_shape target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %hb = nisa.variable "h" {kind = "scratch", dtype = "u8", shape = array<i64>} : !nisa.buffer<hbm, 1, 32768>
  %h = nisa.view %hb[0] partition 0 row_step 64 steps [1] : !nisa.buffer<hbm, 1, 32768> -> !nisa.view<hbm, 128, [64], f32>
  // expected-error @+1 {{'dst' must be 'src' transposed}}
  nisa.dma_transpose %a, %h : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<hbm, 128, [64], f32>
}

// -----
nisa.program @transpose_type target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 64, [128], bf16>
  %hb = nisa.variable "h" {kind = "scratch", dtype = "u8", shape = array<i64>} : !nisa.buffer<hbm, 1, 32768>
  %h = nisa.view %hb[0] partition 0 row_step 64 steps [1] : !nisa.buffer<hbm, 1, 32768> -> !nisa.view<hbm, 128, [64], f32>
  // expected-error @+1 {{operand 'dst' must have the type of 'src', but got 'bf16' and 'f32'}}
  nisa.dma_transpose %a, %h : !nisa.view<sbuf, 64, [128], bf16>, !nisa.view<hbm, 128, [64], f32>
}

// -----
nisa.program @transpose_width target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 128>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 128> -> !nisa.view<sbuf, 64, [128], ui8>
  %hb = nisa.variable "h" {kind = "scratch", dtype = "u8", shape = array<i64>} : !nisa.buffer<hbm, 1, 8192>
  %h = nisa.view %hb[0] partition 0 row_step 64 steps [1] : !nisa.buffer<hbm, 1, 8192> -> !nisa.view<hbm, 128, [64], ui8>
  // expected-error @+1 {{operand 'src' must be 2 or 4 bytes wide, but got 'ui8'}}
  nisa.dma_transpose %a, %h : !nisa.view<sbuf, 64, [128], ui8>, !nisa.view<hbm, 128, [64], ui8>
}

// -----
nisa.program @compute_count target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %hb = nisa.variable "h" {kind = "scratch", dtype = "u8", shape = array<i64>} : !nisa.buffer<hbm, 1, 32768>
  %h = nisa.view %hb[0] partition 0 row_step 64 steps [1] : !nisa.buffer<hbm, 1, 32768> -> !nisa.view<hbm, 128, [64], f32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 128>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 128> -> !nisa.view<sbuf, 128, [32], f32>
  // expected-error @+1 {{both sides must hold as many elements, but got 4096 and 8192}}
  nisa.dma_compute %h, %h src1(%b : !nisa.view<sbuf, 128, [32], f32>) : !nisa.view<hbm, 128, [64], f32>, !nisa.view<hbm, 128, [64], f32>
}

// RUN: neuron-opt %s --split-input-file --verify-diagnostics --nisa-verify-target

nisa.program @moving target "trn2" {
  %db = nisa.alloc : !nisa.buffer<psum, 128, 2052>
  %d = nisa.view %db[0] partition 0 row_step 0 steps [1] : !nisa.buffer<psum, 128, 2052> -> !nisa.view<psum, 64, [513], f32>
  %wb = nisa.alloc : !nisa.buffer<sbuf, 128, 128>
  %w = nisa.view %wb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 128> -> !nisa.view<sbuf, 128, [64], bf16>
  %xb = nisa.alloc : !nisa.buffer<sbuf, 128, 1026>
  %x = nisa.view %xb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 1026> -> !nisa.view<sbuf, 128, [513], bf16>
  // expected-error @+1 {{moving free size must be at most 512 on trn2, but got 513}}
  nisa.nc_matmul %d, %w, %x : !nisa.view<psum, 64, [513], f32>, !nisa.view<sbuf, 128, [64], bf16>, !nisa.view<sbuf, 128, [513], bf16>
}

// -----
nisa.program @moving_trn3 target "trn3" {
  %db = nisa.alloc : !nisa.buffer<psum, 128, 2052>
  %d = nisa.view %db[0] partition 0 row_step 0 steps [1] : !nisa.buffer<psum, 128, 2052> -> !nisa.view<psum, 64, [513], f32>
  %wb = nisa.alloc : !nisa.buffer<sbuf, 128, 128>
  %w = nisa.view %wb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 128> -> !nisa.view<sbuf, 128, [64], bf16>
  %xb = nisa.alloc : !nisa.buffer<sbuf, 128, 1026>
  %x = nisa.view %xb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 1026> -> !nisa.view<sbuf, 128, [513], bf16>
  nisa.nc_matmul %d, %w, %x : !nisa.view<psum, 64, [513], f32>, !nisa.view<sbuf, 128, [64], bf16>, !nisa.view<sbuf, 128, [513], bf16>
}

// -----
nisa.program @double_row target "trn1" {
  %db = nisa.alloc : !nisa.buffer<psum, 128, 2048>
  %d = nisa.view %db[0] partition 0 row_step 0 steps [1] : !nisa.buffer<psum, 128, 2048> -> !nisa.view<psum, 64, [512], f32>
  %wb = nisa.alloc : !nisa.buffer<sbuf, 128, 128>
  %w = nisa.view %wb[0] partition 0 row_step 0 steps [64, 1] : !nisa.buffer<sbuf, 128, 128> -> !nisa.view<sbuf, 128, [2, 64], f8E4M3>
  %xb = nisa.alloc : !nisa.buffer<sbuf, 128, 1024>
  %x = nisa.view %xb[0] partition 0 row_step 0 steps [512, 1] : !nisa.buffer<sbuf, 128, 1024> -> !nisa.view<sbuf, 128, [2, 512], f8E4M3>
  // expected-error @+1 {{double row is not on trn1}}
  nisa.nc_matmul %d, %w, %x {flags = 8 : i32} : !nisa.view<psum, 64, [512], f32>, !nisa.view<sbuf, 128, [2, 64], f8E4M3>, !nisa.view<sbuf, 128, [2, 512], f8E4M3>
}

// -----
nisa.program @bf16_result target "trn2" {
  %db = nisa.alloc : !nisa.buffer<psum, 128, 1024>
  %d = nisa.view %db[0] partition 0 row_step 0 steps [1] : !nisa.buffer<psum, 128, 1024> -> !nisa.view<psum, 64, [512], bf16>
  %wb = nisa.alloc : !nisa.buffer<sbuf, 128, 128>
  %w = nisa.view %wb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 128> -> !nisa.view<sbuf, 128, [64], bf16>
  %xb = nisa.alloc : !nisa.buffer<sbuf, 128, 1024>
  %x = nisa.view %xb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 1024> -> !nisa.view<sbuf, 128, [512], bf16>
  // expected-error @+1 {{a bf16 result is not on trn2}}
  nisa.nc_matmul %d, %w, %x : !nisa.view<psum, 64, [512], bf16>, !nisa.view<sbuf, 128, [64], bf16>, !nisa.view<sbuf, 128, [512], bf16>
}

// -----
nisa.program @tile32 target "trn1" {
  %db = nisa.alloc : !nisa.buffer<psum, 128, 2048>
  %d = nisa.view %db[0] partition 0 row_step 0 steps [1] : !nisa.buffer<psum, 128, 2048> -> !nisa.view<psum, 32, [512], f32>
  %wb = nisa.alloc : !nisa.buffer<sbuf, 128, 64>
  %w = nisa.view %wb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 64> -> !nisa.view<sbuf, 32, [32], bf16>
  %xb = nisa.alloc : !nisa.buffer<sbuf, 128, 1024>
  %x = nisa.view %xb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 1024> -> !nisa.view<sbuf, 32, [512], bf16>
  // expected-error @+1 {{a tile of 32 is not on trn1}}
  nisa.nc_matmul %d, %w, %x {rows = 32 : i32} : !nisa.view<psum, 32, [512], f32>, !nisa.view<sbuf, 32, [32], bf16>, !nisa.view<sbuf, 32, [512], bf16>
}

// -----
nisa.program @e4m3fn target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 64>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 64> -> !nisa.view<sbuf, 128, [64], f8E4M3FN>
  // expected-error @+1 {{element type 'f8E4M3FN' is not on trn2}}
  nisa.tensor_copy %a, %b : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f8E4M3FN>
}

// -----
nisa.program @e3m4 target "trn3" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 64>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 64> -> !nisa.view<sbuf, 128, [64], f8E3M4>
  // expected-error @+1 {{element type 'f8E3M4' is not on trn3}}
  nisa.tensor_copy %a, %b : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f8E3M4>
}

// -----
nisa.program @operator target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  // expected-error @+1 {{operator relu is not on trn2}}
  nisa.tensor_scalar <relu> %a, %b : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
}

// -----
nisa.program @operator_trn3 target "trn3" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  nisa.tensor_scalar <relu> %a, %b : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
}

// -----
nisa.program @range_select target "trn1" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %cb = nisa.alloc : !nisa.buffer<sbuf, 128, 4>
  %c = nisa.view %cb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 4> -> !nisa.view<sbuf, 128, [1], f32>
  // expected-error @+1 {{range_select is not on trn1}}
  nisa.range_select <less> <less> %a, %a, %c, %c : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [1], f32>, !nisa.view<sbuf, 128, [1], f32>
}

// -----
nisa.program @scalar_copy target "inf2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  // expected-error @+1 {{tensor_copy on the scalar engine is not on inf2}}
  nisa.tensor_copy %a, %b {engine = #nisa.engine<scalar>} : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
}

// -----
nisa.program @scalar_tensor_scalar target "trn1" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  // expected-error @+1 {{tensor_scalar on the scalar engine is not on trn1}}
  nisa.tensor_scalar <add> %a, %b {engine = #nisa.engine<scalar>} : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
}

// -----
nisa.program @gpsimd_rng target "trn1" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], i32>
  // expected-error @+1 {{rng on the gpsimd engine is not on trn1}}
  nisa.rng %a {engine = #nisa.engine<gpsimd>} : !nisa.view<sbuf, 128, [64], i32>
}

// -----
nisa.program @immediate_bias target "trn1" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  // expected-error @+1 {{an immediate bias is not on trn1}}
  nisa.activation <exp> %a, %b {bias_value = 1.0 : f32} : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
}

// -----
nisa.program @hardware_dge target "trn1" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %hb = nisa.variable "h" {kind = "scratch", dtype = "u8", shape = array<i64>} : !nisa.buffer<hbm, 1, 32768>
  %h = nisa.view %hb[0] partition 0 row_step 64 steps [1] : !nisa.buffer<hbm, 1, 32768> -> !nisa.view<hbm, 128, [64], f32>
  // expected-error @+1 {{hardware descriptor generation is not on trn1}}
  nisa.dma_copy %a, %h {dge = 2 : i32} : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<hbm, 128, [64], f32>
}

// -----
nisa.program @row_index target "trn1" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %hb = nisa.variable "h" {kind = "scratch", dtype = "u8", shape = array<i64>} : !nisa.buffer<hbm, 1, 32768>
  %h = nisa.view %hb[0] partition 0 row_step 64 steps [1] : !nisa.buffer<hbm, 1, 32768> -> !nisa.view<hbm, 128, [64], f32>
  %ib = nisa.alloc : !nisa.buffer<sbuf, 128, 4>
  %i = nisa.view %ib[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 4> -> !nisa.view<sbuf, 128, [1], i32>
  // expected-error @+1 {{a DMA with an index for each row is not on trn1}}
  nisa.dma_copy %a, %h index(%i : !nisa.view<sbuf, 128, [1], i32>) {indirect = 1 : i32, dge = 1 : i32} : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<hbm, 128, [64], f32>
}

// -----
// expected-error @+1 {{[NRN-E1010] target must be one of 'trn1' 'inf2' 'trn2' 'trn3', but got 'trn9'}}
nisa.program @unknown target "trn9" {
}

// -----
// A view that counters move by whole banks is checked in one of them.
nisa.program @bank target "trn2" {
  %db = nisa.alloc : !nisa.buffer<psum, 128, 8192>
  %w = nisa.alloc : !nisa.buffer<sbuf, 128, 128>
  %x = nisa.alloc : !nisa.buffer<sbuf, 128, 1024>
  %wv = nisa.view %w[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 128> -> !nisa.view<sbuf, 128, [64], bf16>
  %xv = nisa.view %x[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 1024> -> !nisa.view<sbuf, 128, [512], bf16>
  nisa.loop %i to 2 {
    %ok = nisa.view %db[0 + %i * 512] partition 0 row_step 0 steps [1] : !nisa.buffer<psum, 128, 8192> -> !nisa.view<psum, 64, [512], f32>
    nisa.nc_matmul %ok, %wv, %xv : !nisa.view<psum, 64, [512], f32>, !nisa.view<sbuf, 128, [64], bf16>, !nisa.view<sbuf, 128, [512], bf16>
    // expected-note @+1 {{view taken here}}
    %bad = nisa.view %db[4 + %i * 512] partition 0 row_step 0 steps [1] : !nisa.buffer<psum, 128, 8192> -> !nisa.view<psum, 64, [512], f32>
    // expected-error @+1 {{dst must lie in one psum bank of 2048 bytes on trn2, but got bytes 16 to 2063}}
    nisa.nc_matmul %bad, %wv, %xv : !nisa.view<psum, 64, [512], f32>, !nisa.view<sbuf, 128, [64], bf16>, !nisa.view<sbuf, 128, [512], bf16>
  }
}

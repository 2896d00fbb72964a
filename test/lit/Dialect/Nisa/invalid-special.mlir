// RUN: neuron-opt %s --split-input-file --verify-diagnostics

nisa.program @bn_stats_size target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 24>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 24> -> !nisa.view<sbuf, 128, [6], f32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 2052>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 2052> -> !nisa.view<sbuf, 128, [513], f32>
  // expected-error @+1 {{operand 'src' must have 1 to 512 elements in each partition, but got 513}}
  nisa.bn_stats %a, %b : !nisa.view<sbuf, 128, [6], f32>, !nisa.view<sbuf, 128, [513], f32>
}

// -----
nisa.program @bn_stats_dst target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 20>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 20> -> !nisa.view<sbuf, 128, [5], f32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  // expected-error @+1 {{operand 'dst' must have 6 elements in each partition, but got 5}}
  nisa.bn_stats %a, %b : !nisa.view<sbuf, 128, [5], f32>, !nisa.view<sbuf, 128, [64], f32>
}

// -----
nisa.program @bn_aggr_triples target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 8>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 8> -> !nisa.view<sbuf, 128, [2], f32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  // expected-error @+1 {{operand 'src' must hold triples, but got 64 elements}}
  nisa.bn_aggr %a, %b : !nisa.view<sbuf, 128, [2], f32>, !nisa.view<sbuf, 128, [64], f32>
}

// -----
nisa.program @max8_size target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 32>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 32> -> !nisa.view<sbuf, 128, [8], f32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 28>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 28> -> !nisa.view<sbuf, 128, [7], f32>
  // expected-error @+1 {{operand 'src' must have 8 to 16384 elements in each partition, but got 7}}
  nisa.max8 %a, %b : !nisa.view<sbuf, 128, [8], f32>, !nisa.view<sbuf, 128, [7], f32>
}

// -----
nisa.program @max8_dims target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 32>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 32> -> !nisa.view<sbuf, 128, [8], f32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 64>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [8, 4, 2, 1] : !nisa.buffer<sbuf, 128, 64> -> !nisa.view<sbuf, 128, [2, 2, 2, 2], f32>
  // expected-error @+1 {{operand 'src' must have at most 3 free dims, but got 4}}
  nisa.max8 %a, %b : !nisa.view<sbuf, 128, [8], f32>, !nisa.view<sbuf, 128, [2, 2, 2, 2], f32>
}

// -----
nisa.program @max8_dst target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 16>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 16> -> !nisa.view<sbuf, 128, [4], f32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  // expected-error @+1 {{operand 'dst' must have 8 elements in each partition, but got 4}}
  nisa.max8 %a, %b : !nisa.view<sbuf, 128, [4], f32>, !nisa.view<sbuf, 128, [64], f32>
}

// -----
nisa.program @find_type target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 32>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 32> -> !nisa.view<sbuf, 128, [8], f32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %cb = nisa.alloc : !nisa.buffer<sbuf, 128, 32>
  %c = nisa.view %cb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 32> -> !nisa.view<sbuf, 128, [8], f32>
  // expected-error @+1 {{operand 'dst' must be ui16 or ui32, but got 'f32'}}
  nisa.nc_find_index8 %a, %b, %c : !nisa.view<sbuf, 128, [8], f32>, !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [8], f32>
}

// -----
nisa.program @find_vals target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 32>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 32> -> !nisa.view<sbuf, 128, [8], ui32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %cb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %c = nisa.view %cb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  // expected-error @+1 {{operand 'vals' must have 8 elements in each partition, but got 64}}
  nisa.nc_find_index8 %a, %b, %c : !nisa.view<sbuf, 128, [8], ui32>, !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
}

// -----
nisa.program @match_size target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 32>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 32> -> !nisa.view<sbuf, 128, [8], f32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %cb = nisa.alloc : !nisa.buffer<sbuf, 128, 32>
  %c = nisa.view %cb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 32> -> !nisa.view<sbuf, 128, [8], f32>
  // expected-error @+1 {{operand 'dst' must have as many elements in each partition as 'data', but got 8 and 64}}
  nisa.nc_match_replace8 %a, %b, %c : !nisa.view<sbuf, 128, [8], f32>, !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [8], f32>
}

// -----
nisa.program @match_rows target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %cb = nisa.alloc : !nisa.buffer<sbuf, 128, 32>
  %c = nisa.view %cb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 32> -> !nisa.view<sbuf, 64, [8], f32>
  // expected-error @+1 {{operand 'vals' must have as many partitions as 'dst', but got 64 and 128}}
  nisa.nc_match_replace8 %a, %b, %c : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 64, [8], f32>
}

// -----
nisa.program @shuffle_type target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], i32>
  // expected-error @+1 {{operand 'dst' must have the type of 'src', but got 'f32' and 'i32'}}
  nisa.nc_stream_shuffle %a, %b : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], i32>
}

// -----
nisa.program @shuffle_start target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  // expected-note @+1 {{view taken here}}
  %a = nisa.view %ab[0] partition 32 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 40, [64], f32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 40, [64], f32>
  // expected-error @+1 {{operand 'dst' of 40 partitions must start at 0 or 64, but got 32}}
  nisa.nc_stream_shuffle %a, %b : !nisa.view<sbuf, 40, [64], f32>, !nisa.view<sbuf, 40, [64], f32>
}

// -----
nisa.program @dropout_type target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 128>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 128> -> !nisa.view<sbuf, 128, [64], bf16>
  // expected-error @+1 {{operand 'dst' must have the type of 'src', but got 'f32' and 'bf16'}}
  nisa.dropout %a, %b : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], bf16>
}

// -----
nisa.program @rng_type target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  // expected-error @+1 {{operand 'dst' must be an integer, but got 'f32'}}
  nisa.rng %a : !nisa.view<sbuf, 128, [64], f32>
}

// -----
nisa.program @seed_size target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 8>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 8> -> !nisa.view<sbuf, 1, [2], i32>
  // expected-error @+1 {{operand 'src' must be one element}}
  nisa.set_rng_seed %a : !nisa.view<sbuf, 1, [2], i32>
}

// -----
nisa.program @seed_type target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 4>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 4> -> !nisa.view<sbuf, 1, [1], f32>
  // expected-error @+1 {{operand 'src' must be a 32-bit integer, but got 'f32'}}
  nisa.set_rng_seed %a : !nisa.view<sbuf, 1, [1], f32>
}

// -----
nisa.program @gather_elements target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %ib = nisa.alloc : !nisa.buffer<sbuf, 128, 8>
  %i = nisa.view %ib[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 8> -> !nisa.view<sbuf, 128, [4], ui16>
  // expected-error @+1 {{'elements' must be 1, 2, 4, 8, 16 or 32, but got 3}}
  nisa.local_gather %a, %b, %i {elements = 3 : i32} : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [4], ui16>
}

// -----
nisa.program @gather_rows target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 8, [64], f32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 8, [64], f32>
  %ib = nisa.alloc : !nisa.buffer<sbuf, 128, 8>
  %i = nisa.view %ib[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 8> -> !nisa.view<sbuf, 8, [4], ui16>
  // expected-error @+1 {{partitions must be a multiple of 16, but got 8}}
  nisa.local_gather %a, %b, %i {elements = 1 : i32} : !nisa.view<sbuf, 8, [64], f32>, !nisa.view<sbuf, 8, [64], f32>, !nisa.view<sbuf, 8, [4], ui16>
}

// -----
nisa.program @gather_index target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %ib = nisa.alloc : !nisa.buffer<sbuf, 128, 16>
  %i = nisa.view %ib[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 16> -> !nisa.view<sbuf, 128, [4], i32>
  // expected-error @+1 {{operand 'indices' must be ui16, but got 'i32'}}
  nisa.local_gather %a, %b, %i {elements = 1 : i32} : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [4], i32>
}

// -----
nisa.program @n_gather_index target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %ib = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %i = nisa.view %ib[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], i32>
  // expected-error @+1 {{operand 'indices' must be ui32, but got 'i32'}}
  nisa.nc_n_gather %a, %b, %i : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], i32>
}

// -----
nisa.program @n_gather_size target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %ib = nisa.alloc : !nisa.buffer<sbuf, 128, 128>
  %i = nisa.view %ib[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 128> -> !nisa.view<sbuf, 128, [32], ui32>
  // expected-error @+1 {{operand 'dst' must have as many elements in each partition as 'indices', but got 64 and 32}}
  nisa.nc_n_gather %a, %b, %i : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [32], ui32>
}

// -----
nisa.program @partition_reduce_rows target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  // expected-error @+1 {{operand 'dst' must have one partition, but got 128}}
  nisa.tensor_partition_reduce <add> %a, %b : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
}

// -----
nisa.program @partition_reduce_op target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 1, [64], f32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  // expected-error @+1 {{'op' must be one of add max bitwise_or bitwise_and, but got multiply}}
  nisa.tensor_partition_reduce <multiply> %a, %b : !nisa.view<sbuf, 1, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
}

// -----
nisa.program @topk_type target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 4>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 4> -> !nisa.view<sbuf, 16, [1], f32>
  %ib = nisa.alloc : !nisa.buffer<sbuf, 128, 4>
  %i = nisa.view %ib[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 4> -> !nisa.view<sbuf, 16, [1], ui32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 16, [64], f32>
  // expected-error @+1 {{operand 'src' must be bf16, but got 'f32'}}
  nisa.topk %a, %i, %b {n = 64 : i32, k = 8 : i32} : !nisa.view<sbuf, 16, [1], f32>, !nisa.view<sbuf, 16, [1], ui32>, !nisa.view<sbuf, 16, [64], f32>
}

// -----
nisa.program @topk_k target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 2>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 2> -> !nisa.view<sbuf, 16, [1], bf16>
  %ib = nisa.alloc : !nisa.buffer<sbuf, 128, 4>
  %i = nisa.view %ib[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 4> -> !nisa.view<sbuf, 16, [1], ui32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 128>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 128> -> !nisa.view<sbuf, 16, [64], bf16>
  // expected-error @+1 {{8 <= n < 65536 and 1 <= k < 32768 and k <= n must hold, but got n 64 and k 65}}
  nisa.topk %a, %i, %b {n = 64 : i32, k = 65 : i32} : !nisa.view<sbuf, 16, [1], bf16>, !nisa.view<sbuf, 16, [1], ui32>, !nisa.view<sbuf, 16, [64], bf16>
}

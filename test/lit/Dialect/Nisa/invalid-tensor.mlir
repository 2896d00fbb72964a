// RUN: neuron-opt %s --split-input-file --verify-diagnostics

nisa.program @matmul_space target "trn2" {
  %db = nisa.alloc : !nisa.buffer<sbuf, 128, 2048>
  %d = nisa.view %db[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 2048> -> !nisa.view<sbuf, 64, [512], f32>
  %wb = nisa.alloc : !nisa.buffer<sbuf, 128, 128>
  %w = nisa.view %wb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 128> -> !nisa.view<sbuf, 128, [64], bf16>
  %xb = nisa.alloc : !nisa.buffer<sbuf, 128, 1024>
  %x = nisa.view %xb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 1024> -> !nisa.view<sbuf, 128, [512], bf16>
  // expected-error @+1 {{operand 'dst' must lie in psum, but got sbuf}}
  nisa.nc_matmul %d, %w, %x : !nisa.view<sbuf, 64, [512], f32>, !nisa.view<sbuf, 128, [64], bf16>, !nisa.view<sbuf, 128, [512], bf16>
}

// -----
nisa.program @matmul_space_in target "trn2" {
  %db = nisa.alloc : !nisa.buffer<psum, 128, 2048>
  %d = nisa.view %db[0] partition 0 row_step 0 steps [1] : !nisa.buffer<psum, 128, 2048> -> !nisa.view<psum, 64, [512], f32>
  %wb = nisa.alloc : !nisa.buffer<psum, 128, 128>
  %w = nisa.view %wb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<psum, 128, 128> -> !nisa.view<psum, 128, [64], bf16>
  %xb = nisa.alloc : !nisa.buffer<sbuf, 128, 1024>
  %x = nisa.view %xb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 1024> -> !nisa.view<sbuf, 128, [512], bf16>
  // expected-error @+1 {{operand 'stationary' must lie in sbuf, but got psum}}
  nisa.nc_matmul %d, %w, %x : !nisa.view<psum, 64, [512], f32>, !nisa.view<psum, 128, [64], bf16>, !nisa.view<sbuf, 128, [512], bf16>
}

// -----
nisa.program @matmul_k target "trn2" {
  %db = nisa.alloc : !nisa.buffer<psum, 128, 2048>
  %d = nisa.view %db[0] partition 0 row_step 0 steps [1] : !nisa.buffer<psum, 128, 2048> -> !nisa.view<psum, 64, [512], f32>
  %wb = nisa.alloc : !nisa.buffer<sbuf, 128, 128>
  %w = nisa.view %wb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 128> -> !nisa.view<sbuf, 64, [64], bf16>
  %xb = nisa.alloc : !nisa.buffer<sbuf, 128, 1024>
  %x = nisa.view %xb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 1024> -> !nisa.view<sbuf, 128, [512], bf16>
  // expected-error @+1 {{stationary and moving must have the same partitions, but got 64 and 128}}
  nisa.nc_matmul %d, %w, %x : !nisa.view<psum, 64, [512], f32>, !nisa.view<sbuf, 64, [64], bf16>, !nisa.view<sbuf, 128, [512], bf16>
}

// -----
nisa.program @matmul_m target "trn2" {
  %db = nisa.alloc : !nisa.buffer<psum, 128, 2048>
  %d = nisa.view %db[0] partition 0 row_step 0 steps [1] : !nisa.buffer<psum, 128, 2048> -> !nisa.view<psum, 128, [512], f32>
  %wb = nisa.alloc : !nisa.buffer<sbuf, 128, 258>
  %w = nisa.view %wb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 258> -> !nisa.view<sbuf, 128, [129], bf16>
  %xb = nisa.alloc : !nisa.buffer<sbuf, 128, 1024>
  %x = nisa.view %xb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 1024> -> !nisa.view<sbuf, 128, [512], bf16>
  // expected-error @+1 {{stationary free size must be at most 128, but got 129}}
  nisa.nc_matmul %d, %w, %x : !nisa.view<psum, 128, [512], f32>, !nisa.view<sbuf, 128, [129], bf16>, !nisa.view<sbuf, 128, [512], bf16>
}

// -----
nisa.program @matmul_shape target "trn2" {
  %db = nisa.alloc : !nisa.buffer<psum, 128, 1024>
  %d = nisa.view %db[0] partition 0 row_step 0 steps [1] : !nisa.buffer<psum, 128, 1024> -> !nisa.view<psum, 64, [256], f32>
  %wb = nisa.alloc : !nisa.buffer<sbuf, 128, 128>
  %w = nisa.view %wb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 128> -> !nisa.view<sbuf, 128, [64], bf16>
  %xb = nisa.alloc : !nisa.buffer<sbuf, 128, 1024>
  %x = nisa.view %xb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 1024> -> !nisa.view<sbuf, 128, [512], bf16>
  // expected-error @+1 {{dst must be [stationary free, moving free]}}
  nisa.nc_matmul %d, %w, %x : !nisa.view<psum, 64, [256], f32>, !nisa.view<sbuf, 128, [64], bf16>, !nisa.view<sbuf, 128, [512], bf16>
}

// -----
nisa.program @matmul_int target "trn2" {
  %db = nisa.alloc : !nisa.buffer<psum, 128, 2048>
  %d = nisa.view %db[0] partition 0 row_step 0 steps [1] : !nisa.buffer<psum, 128, 2048> -> !nisa.view<psum, 64, [512], f32>
  %wb = nisa.alloc : !nisa.buffer<sbuf, 128, 64>
  %w = nisa.view %wb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 64> -> !nisa.view<sbuf, 128, [64], i8>
  %xb = nisa.alloc : !nisa.buffer<sbuf, 128, 1024>
  %x = nisa.view %xb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 1024> -> !nisa.view<sbuf, 128, [512], bf16>
  // expected-error @+1 {{operands must be floats, but got 'i8' and 'bf16'}}
  nisa.nc_matmul %d, %w, %x : !nisa.view<psum, 64, [512], f32>, !nisa.view<sbuf, 128, [64], i8>, !nisa.view<sbuf, 128, [512], bf16>
}

// -----
nisa.program @matmul_mixed target "trn2" {
  %db = nisa.alloc : !nisa.buffer<psum, 128, 2048>
  %d = nisa.view %db[0] partition 0 row_step 0 steps [1] : !nisa.buffer<psum, 128, 2048> -> !nisa.view<psum, 64, [512], f32>
  %wb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %w = nisa.view %wb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %xb = nisa.alloc : !nisa.buffer<sbuf, 128, 1024>
  %x = nisa.view %xb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 1024> -> !nisa.view<sbuf, 128, [512], bf16>
  // expected-error @+1 {{f32 and tf32 must go with f32 or tf32, but got 'f32' and 'bf16'}}
  nisa.nc_matmul %d, %w, %x : !nisa.view<psum, 64, [512], f32>, !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [512], bf16>
}

// -----
nisa.program @matmul_dst target "trn2" {
  %db = nisa.alloc : !nisa.buffer<psum, 128, 1024>
  %d = nisa.view %db[0] partition 0 row_step 0 steps [1] : !nisa.buffer<psum, 128, 1024> -> !nisa.view<psum, 64, [512], f16>
  %wb = nisa.alloc : !nisa.buffer<sbuf, 128, 128>
  %w = nisa.view %wb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 128> -> !nisa.view<sbuf, 128, [64], bf16>
  %xb = nisa.alloc : !nisa.buffer<sbuf, 128, 1024>
  %x = nisa.view %xb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 1024> -> !nisa.view<sbuf, 128, [512], bf16>
  // expected-error @+1 {{dst must be f32 or bf16, or of the operand's type in a transpose, but got 'f16'}}
  nisa.nc_matmul %d, %w, %x : !nisa.view<psum, 64, [512], f16>, !nisa.view<sbuf, 128, [64], bf16>, !nisa.view<sbuf, 128, [512], bf16>
}

// -----
nisa.program @matmul_double_row_type target "trn2" {
  %db = nisa.alloc : !nisa.buffer<psum, 128, 2048>
  %d = nisa.view %db[0] partition 0 row_step 0 steps [1] : !nisa.buffer<psum, 128, 2048> -> !nisa.view<psum, 64, [512], f32>
  %wb = nisa.alloc : !nisa.buffer<sbuf, 128, 128>
  %w = nisa.view %wb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 128> -> !nisa.view<sbuf, 128, [64], bf16>
  %xb = nisa.alloc : !nisa.buffer<sbuf, 128, 1024>
  %x = nisa.view %xb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 1024> -> !nisa.view<sbuf, 128, [512], bf16>
  // expected-error @+1 {{double row needs an outermost free dim of 2}}
  nisa.nc_matmul %d, %w, %x {flags = 8 : i32} : !nisa.view<psum, 64, [512], f32>, !nisa.view<sbuf, 128, [64], bf16>, !nisa.view<sbuf, 128, [512], bf16>
}

// -----
nisa.program @matmul_double_row target "trn2" {
  %db = nisa.alloc : !nisa.buffer<psum, 128, 2048>
  %d = nisa.view %db[0] partition 0 row_step 0 steps [1] : !nisa.buffer<psum, 128, 2048> -> !nisa.view<psum, 64, [512], f32>
  %wb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %w = nisa.view %wb[0] partition 0 row_step 0 steps [64, 1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [2, 64], bf16>
  %xb = nisa.alloc : !nisa.buffer<sbuf, 128, 2048>
  %x = nisa.view %xb[0] partition 0 row_step 0 steps [512, 1] : !nisa.buffer<sbuf, 128, 2048> -> !nisa.view<sbuf, 128, [2, 512], bf16>
  // expected-error @+1 {{double row needs 8-bit floats, but got 'bf16' and 'bf16'}}
  nisa.nc_matmul %d, %w, %x {flags = 8 : i32} : !nisa.view<psum, 64, [512], f32>, !nisa.view<sbuf, 128, [2, 64], bf16>, !nisa.view<sbuf, 128, [2, 512], bf16>
}

// -----
nisa.program @matmul_rows target "trn2" {
  %db = nisa.alloc : !nisa.buffer<psum, 128, 2048>
  %d = nisa.view %db[0] partition 0 row_step 0 steps [1] : !nisa.buffer<psum, 128, 2048> -> !nisa.view<psum, 64, [512], f32>
  %wb = nisa.alloc : !nisa.buffer<sbuf, 128, 128>
  %w = nisa.view %wb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 128> -> !nisa.view<sbuf, 128, [64], bf16>
  %xb = nisa.alloc : !nisa.buffer<sbuf, 128, 1024>
  %x = nisa.view %xb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 1024> -> !nisa.view<sbuf, 128, [512], bf16>
  // expected-error @+1 {{'rows' must be 0, 32, 64 or 128, but got 48}}
  nisa.nc_matmul %d, %w, %x {rows = 48 : i32} : !nisa.view<psum, 64, [512], f32>, !nisa.view<sbuf, 128, [64], bf16>, !nisa.view<sbuf, 128, [512], bf16>
}

// -----
nisa.program @matmul_rows_hold target "trn2" {
  %db = nisa.alloc : !nisa.buffer<psum, 128, 2048>
  %d = nisa.view %db[0] partition 0 row_step 0 steps [1] : !nisa.buffer<psum, 128, 2048> -> !nisa.view<psum, 64, [512], f32>
  %wb = nisa.alloc : !nisa.buffer<sbuf, 128, 128>
  %w = nisa.view %wb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 128> -> !nisa.view<sbuf, 128, [64], bf16>
  %xb = nisa.alloc : !nisa.buffer<sbuf, 128, 1024>
  %x = nisa.view %xb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 1024> -> !nisa.view<sbuf, 128, [512], bf16>
  // expected-error @+1 {{a tile of 64 rows must hold the stationary operand, but got 128}}
  nisa.nc_matmul %d, %w, %x {rows = 64 : i32} : !nisa.view<psum, 64, [512], f32>, !nisa.view<sbuf, 128, [64], bf16>, !nisa.view<sbuf, 128, [512], bf16>
}

// -----
nisa.program @matmul_cols_start target "trn2" {
  %db = nisa.alloc : !nisa.buffer<psum, 128, 2048>
  %d = nisa.view %db[0] partition 32 row_step 0 steps [1] : !nisa.buffer<psum, 128, 2048> -> !nisa.view<psum, 32, [512], f32>
  %wb = nisa.alloc : !nisa.buffer<sbuf, 128, 64>
  %w = nisa.view %wb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 64> -> !nisa.view<sbuf, 128, [32], bf16>
  %xb = nisa.alloc : !nisa.buffer<sbuf, 128, 1024>
  %x = nisa.view %xb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 1024> -> !nisa.view<sbuf, 128, [512], bf16>
  // expected-error @+1 {{a tile of 64 cols must start at a multiple of that, but got partition 32}}
  nisa.nc_matmul %d, %w, %x {cols = 64 : i32} : !nisa.view<psum, 32, [512], f32>, !nisa.view<sbuf, 128, [32], bf16>, !nisa.view<sbuf, 128, [512], bf16>
}

// -----
nisa.program @matmul_first target "trn2" {
  %db = nisa.alloc : !nisa.buffer<psum, 128, 2048>
  %d = nisa.view %db[0] partition 0 row_step 0 steps [1] : !nisa.buffer<psum, 128, 2048> -> !nisa.view<psum, 64, [512], f32>
  %wb = nisa.alloc : !nisa.buffer<sbuf, 128, 128>
  %w = nisa.view %wb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 128> -> !nisa.view<sbuf, 128, [64], bf16>
  %xb = nisa.alloc : !nisa.buffer<sbuf, 128, 1024>
  %x = nisa.view %xb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 1024> -> !nisa.view<sbuf, 128, [512], bf16>
  // expected-error @+1 {{'first' goes with unless_first and only with it, but got 0 counters and unless_first}}
  nisa.nc_matmul %d, %w, %x {accumulate = #nisa.acc<unless_first>} : !nisa.view<psum, 64, [512], f32>, !nisa.view<sbuf, 128, [64], bf16>, !nisa.view<sbuf, 128, [512], bf16>
}

// -----
nisa.program @transpose_size target "trn2" {
  %db = nisa.alloc : !nisa.buffer<psum, 128, 512>
  %d = nisa.view %db[0] partition 0 row_step 0 steps [1] : !nisa.buffer<psum, 128, 512> -> !nisa.view<psum, 64, [128], f32>
  %sb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %s = nisa.view %sb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  // expected-error @+1 {{'src' must be at most 32 x 32 on the vector engine}}
  nisa.nc_transpose %d, %s {engine = #nisa.engine<vector>} : !nisa.view<psum, 64, [128], f32>, !nisa.view<sbuf, 128, [64], f32>
}

// -----
nisa.program @transpose_size_tensor target "trn2" {
  %db = nisa.alloc : !nisa.buffer<psum, 128, 256>
  %d = nisa.view %db[0] partition 0 row_step 0 steps [1] : !nisa.buffer<psum, 128, 256> -> !nisa.view<psum, 128, [64], f32>
  %sb = nisa.alloc : !nisa.buffer<sbuf, 128, 516>
  %s = nisa.view %sb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 516> -> !nisa.view<sbuf, 64, [129], f32>
  // expected-error @+1 {{'src' must be at most 128 x 128 on the tensor engine}}
  nisa.nc_transpose %d, %s : !nisa.view<psum, 128, [64], f32>, !nisa.view<sbuf, 64, [129], f32>
}

// -----
nisa.program @transpose_space target "trn2" {
  %db = nisa.alloc : !nisa.buffer<sbuf, 128, 512>
  %d = nisa.view %db[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 512> -> !nisa.view<sbuf, 64, [128], f32>
  %sb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %s = nisa.view %sb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  // expected-error @+1 {{the tensor engine must transpose from sbuf to psum, but got sbuf to sbuf}}
  nisa.nc_transpose %d, %s : !nisa.view<sbuf, 64, [128], f32>, !nisa.view<sbuf, 128, [64], f32>
}

// -----
nisa.program @transpose_shape target "trn2" {
  %db = nisa.alloc : !nisa.buffer<psum, 128, 256>
  %d = nisa.view %db[0] partition 0 row_step 0 steps [1] : !nisa.buffer<psum, 128, 256> -> !nisa.view<psum, 128, [64], f32>
  %sb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %s = nisa.view %sb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  // expected-error @+1 {{'dst' must be 'src' transposed}}
  nisa.nc_transpose %d, %s : !nisa.view<psum, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
}

// -----
nisa.program @transpose_type target "trn2" {
  %db = nisa.alloc : !nisa.buffer<psum, 128, 512>
  %d = nisa.view %db[0] partition 0 row_step 0 steps [1] : !nisa.buffer<psum, 128, 512> -> !nisa.view<psum, 64, [128], f32>
  %sb = nisa.alloc : !nisa.buffer<sbuf, 128, 128>
  %s = nisa.view %sb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 128> -> !nisa.view<sbuf, 128, [64], bf16>
  // expected-error @+1 {{operand 'dst' must have the type of 'src', but got 'f32' and 'bf16'}}
  nisa.nc_transpose %d, %s : !nisa.view<psum, 64, [128], f32>, !nisa.view<sbuf, 128, [64], bf16>
}

// -----
nisa.program @transpose_engine target "trn2" {
  %db = nisa.alloc : !nisa.buffer<psum, 128, 512>
  %d = nisa.view %db[0] partition 0 row_step 0 steps [1] : !nisa.buffer<psum, 128, 512> -> !nisa.view<psum, 64, [128], f32>
  %sb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %s = nisa.view %sb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  // expected-error @+1 {{does not run on the scalar engine}}
  nisa.nc_transpose %d, %s {engine = #nisa.engine<scalar>} : !nisa.view<psum, 64, [128], f32>, !nisa.view<sbuf, 128, [64], f32>
}

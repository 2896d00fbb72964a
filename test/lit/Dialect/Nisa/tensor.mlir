// RUN: neuron-opt %s | neuron-opt | FileCheck %s
// RUN: neuron-opt %s --mlir-print-op-generic | neuron-opt | FileCheck %s

nisa.program @main target "trn2" {
  %wb = nisa.alloc : !nisa.buffer<sbuf, 128, 128>
  %w = nisa.view %wb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 128> -> !nisa.view<sbuf, 128, [64], bf16>
  %xb = nisa.alloc : !nisa.buffer<sbuf, 128, 1024>
  %x = nisa.view %xb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 1024> -> !nisa.view<sbuf, 128, [512], bf16>
  %pb = nisa.alloc : !nisa.buffer<psum, 128, 2048>
  %p = nisa.view %pb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<psum, 128, 2048> -> !nisa.view<psum, 64, [512], f32>
  %fb = nisa.alloc : !nisa.buffer<sbuf, 128, 128>
  %f = nisa.view %fb[0] partition 64 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 128> -> !nisa.view<sbuf, 64, [32], f32>
  %tb = nisa.alloc : !nisa.buffer<sbuf, 128, 64>
  %t = nisa.view %tb[0] partition 64 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 64> -> !nisa.view<sbuf, 64, [16], tf32>
  %qb = nisa.alloc : !nisa.buffer<psum, 128, 64>
  %q = nisa.view %qb[0] partition 32 row_step 0 steps [1] : !nisa.buffer<psum, 128, 64> -> !nisa.view<psum, 32, [16], f32>
  %zb = nisa.alloc : !nisa.buffer<psum, 128, 256>
  %z = nisa.view %zb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<psum, 128, 256> -> !nisa.view<psum, 64, [128], bf16>
  %kb = nisa.alloc : !nisa.buffer<sbuf, 128, 128>
  %k = nisa.view %kb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 128> -> !nisa.view<sbuf, 32, [32], f32>
  %lb = nisa.alloc : !nisa.buffer<sbuf, 128, 128>
  %l = nisa.view %lb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 128> -> !nisa.view<sbuf, 32, [32], f32>
  %db = nisa.alloc : !nisa.buffer<sbuf, 128, 128>
  %d = nisa.view %db[0] partition 0 row_step 0 steps [64, 1] : !nisa.buffer<sbuf, 128, 128> -> !nisa.view<sbuf, 128, [2, 64], f8E4M3>
  %eb = nisa.alloc : !nisa.buffer<sbuf, 128, 1024>
  %e = nisa.view %eb[0] partition 0 row_step 0 steps [512, 1] : !nisa.buffer<sbuf, 128, 1024> -> !nisa.view<sbuf, 128, [2, 512], f8E4M3>
  // CHECK: nisa.nc_matmul {{%.*}}, {{%.*}}, {{%.*}} : <psum, 64, [512], f32>, <sbuf, 128, [64], bf16>, <sbuf, 128, [512], bf16>
  nisa.nc_matmul %p, %w, %x : !nisa.view<psum, 64, [512], f32>, !nisa.view<sbuf, 128, [64], bf16>, !nisa.view<sbuf, 128, [512], bf16>
  // CHECK: nisa.nc_matmul {{%.*}}, {{%.*}}, {{%.*}} {accumulate = #nisa.acc<always>} : <psum, 64, [512], f32>, <sbuf, 128, [64], bf16>, <sbuf, 128, [512], bf16>
  nisa.nc_matmul %p, %w, %x {accumulate = #nisa.acc<always>} : !nisa.view<psum, 64, [512], f32>, !nisa.view<sbuf, 128, [64], bf16>, !nisa.view<sbuf, 128, [512], bf16>
  // A tile of the array.
  // CHECK: nisa.nc_matmul {{%.*}}, {{%.*}}, {{%.*}} {cols = 32 : i32, flags = 2 : i32, rows = 64 : i32} : <psum, 32, [16], f32>, <sbuf, 64, [32], f32>, <sbuf, 64, [16], tf32>
  nisa.nc_matmul %q, %f, %t {cols = 32 : i32, flags = 2 : i32, rows = 64 : i32} : !nisa.view<psum, 32, [16], f32>, !nisa.view<sbuf, 64, [32], f32>, !nisa.view<sbuf, 64, [16], tf32>
  // Double row: two halves of K in the outermost dim.
  // CHECK: nisa.nc_matmul {{%.*}}, {{%.*}}, {{%.*}} {flags = 8 : i32} : <psum, 64, [512], f32>, <sbuf, 128, [2, 64], f8E4M3>, <sbuf, 128, [2, 512], f8E4M3>
  nisa.nc_matmul %p, %d, %e {flags = 8 : i32} : !nisa.view<psum, 64, [512], f32>, !nisa.view<sbuf, 128, [2, 64], f8E4M3>, !nisa.view<sbuf, 128, [2, 512], f8E4M3>
  // CHECK: nisa.nc_transpose {{%.*}}, {{%.*}} : <psum, 64, [128], bf16>, <sbuf, 128, [64], bf16>
  nisa.nc_transpose %z, %w : !nisa.view<psum, 64, [128], bf16>, !nisa.view<sbuf, 128, [64], bf16>
  // CHECK: nisa.nc_transpose {{%.*}}, {{%.*}} {engine = #nisa.engine<vector>} : <sbuf, 32, [32], f32>, <sbuf, 32, [32], f32>
  nisa.nc_transpose %k, %l {engine = #nisa.engine<vector>} : !nisa.view<sbuf, 32, [32], f32>, !nisa.view<sbuf, 32, [32], f32>
  // CHECK: nisa.event_semaphore {engine = #nisa.engine<sync>}
  nisa.event_semaphore {engine = #nisa.engine<sync>}
}

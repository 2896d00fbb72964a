// RUN: neuron-opt %s | neuron-opt | FileCheck %s
// RUN: neuron-opt %s --mlir-print-op-generic | neuron-opt | FileCheck %s

nisa.program @main target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %ib = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %i = nisa.view %ib[0] partition 0 row_step 0 steps [8, 1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [8, 8], i32>
  %gb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %g = nisa.view %gb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], ui32>
  %xb = nisa.alloc : !nisa.buffer<sbuf, 128, 8>
  %x = nisa.view %xb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 8> -> !nisa.view<sbuf, 128, [4], ui16>
  %yb = nisa.alloc : !nisa.buffer<sbuf, 128, 512>
  %y = nisa.view %yb[0] partition 0 row_step 0 steps [2, 1] : !nisa.buffer<sbuf, 128, 512> -> !nisa.view<sbuf, 128, [64, 2], f32>
  %db = nisa.alloc : !nisa.buffer<sbuf, 128, 2048>
  %d = nisa.view %db[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 2048> -> !nisa.view<sbuf, 128, [512], f32>
  %oneb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %one = nisa.view %oneb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 1, [64], f32>
  %pb = nisa.alloc : !nisa.buffer<sbuf, 128, 128>
  %p = nisa.view %pb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 128> -> !nisa.view<sbuf, 16, [64], bf16>
  %qb = nisa.alloc : !nisa.buffer<sbuf, 128, 4>
  %q = nisa.view %qb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 4> -> !nisa.view<sbuf, 16, [1], bf16>
  %wb = nisa.alloc : !nisa.buffer<sbuf, 128, 4>
  %w = nisa.view %wb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 4> -> !nisa.view<sbuf, 16, [1], ui32>
  // CHECK: nisa.iota {{%.*}} {channel_multiplier = 64 : i32, offset = -3 : i32, step0 = 8 : i32, step1 = 1 : i32} : <sbuf, 128, [8, 8], i32>
  nisa.iota %i {channel_multiplier = 64 : i32, offset = -3 : i32, step0 = 8 : i32, step1 = 1 : i32} : !nisa.view<sbuf, 128, [8, 8], i32>
  // CHECK: nisa.affine_select <greater_equal> {{%.*}}, {{%.*}} {channel_multiplier = 1 : i32, fill = -1.000000e+04 : f32, step0 = -1 : i32} : <sbuf, 128, [64], f32>, <sbuf, 128, [64], f32>
  nisa.affine_select <greater_equal> %a, %a {channel_multiplier = 1 : i32, fill = -1.000000e+04 : f32, step0 = -1 : i32} : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
  // CHECK: nisa.local_gather {{%.*}}, {{%.*}}, {{%.*}} {elements = 2 : i32, valid = 64 : i32} : <sbuf, 128, [64, 2], f32>, <sbuf, 128, [512], f32>, <sbuf, 128, [4], ui16>
  nisa.local_gather %y, %d, %x {elements = 2 : i32, valid = 64 : i32} : !nisa.view<sbuf, 128, [64, 2], f32>, !nisa.view<sbuf, 128, [512], f32>, !nisa.view<sbuf, 128, [4], ui16>
  // CHECK: nisa.nc_n_gather {{%.*}}, {{%.*}}, {{%.*}} : <sbuf, 128, [64], f32>, <sbuf, 128, [512], f32>, <sbuf, 128, [64], ui32>
  nisa.nc_n_gather %a, %d, %g : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [512], f32>, !nisa.view<sbuf, 128, [64], ui32>
  // CHECK: nisa.tensor_partition_reduce <add> {{%.*}}, {{%.*}} : <sbuf, 1, [64], f32>, <sbuf, 128, [64], f32>
  nisa.tensor_partition_reduce <add> %one, %a : !nisa.view<sbuf, 1, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
  // CHECK: nisa.topk {{%.*}}, {{%.*}}, {{%.*}} {k = 16 : i32, n = 1024 : i32} : <sbuf, 16, [1], bf16>, <sbuf, 16, [1], ui32>, <sbuf, 16, [64], bf16>
  nisa.topk %q, %w, %p {k = 16 : i32, n = 1024 : i32} : !nisa.view<sbuf, 16, [1], bf16>, !nisa.view<sbuf, 16, [1], ui32>, !nisa.view<sbuf, 16, [64], bf16>
}

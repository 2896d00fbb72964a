// RUN: neuron-opt %s | neuron-opt | FileCheck %s
// RUN: neuron-opt %s --mlir-print-op-generic | neuron-opt | FileCheck %s

nisa.program @main target "trn2" {
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %cb = nisa.alloc : !nisa.buffer<psum, 128, 256>
  %c = nisa.view %cb[0] partition 0 row_step 0 steps [8, 1] : !nisa.buffer<psum, 128, 256> -> !nisa.view<psum, 128, [8, 8], f32>
  %hb = nisa.alloc : !nisa.buffer<sbuf, 128, 128>
  %h = nisa.view %hb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 128> -> !nisa.view<sbuf, 128, [64], bf16>
  %sb = nisa.alloc : !nisa.buffer<sbuf, 128, 4>
  %s = nisa.view %sb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 4> -> !nisa.view<sbuf, 128, [1], f32>
  %tb = nisa.alloc : !nisa.buffer<sbuf, 128, 4>
  %t = nisa.view %tb[0] partition 0 row_step 0 steps [] : !nisa.buffer<sbuf, 128, 4> -> !nisa.view<sbuf, 128, [], f32>
  %ib = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %i = nisa.view %ib[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], i32>
  %ub = nisa.alloc : !nisa.buffer<sbuf, 128, 64>
  %u = nisa.view %ub[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 64> -> !nisa.view<sbuf, 128, [64], ui8>
  %rb = nisa.alloc : !nisa.buffer<sbuf, 128, 32>
  %r = nisa.view %rb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 32> -> !nisa.view<sbuf, 128, [8], f32>
  %nb = nisa.alloc : !nisa.buffer<sbuf, 128, 32>
  %n = nisa.view %nb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 32> -> !nisa.view<sbuf, 128, [8], ui32>
  %mb = nisa.alloc : !nisa.buffer<sbuf, 128, 24>
  %m = nisa.view %mb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 24> -> !nisa.view<sbuf, 128, [6], f32>
  %vb = nisa.alloc : !nisa.buffer<sbuf, 128, 8>
  %v = nisa.view %vb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 8> -> !nisa.view<sbuf, 128, [2], f32>
  %ob = nisa.alloc : !nisa.buffer<sbuf, 128, 4>
  %o = nisa.view %ob[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 4> -> !nisa.view<sbuf, 1, [1], ui32>
  // CHECK: nisa.tensor_tensor <add> {{%.*}}, {{%.*}}, {{%.*}} : <sbuf, 128, [64], f32>, <sbuf, 128, [64], f32>, <psum, 128, [8, 8], f32>
  nisa.tensor_tensor <add> %a, %b, %c : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>, !nisa.view<psum, 128, [8, 8], f32>
  // Exact integers on gpsimd.
  // CHECK: nisa.tensor_tensor <multiply> {{%.*}}, {{%.*}}, {{%.*}} {engine = #nisa.engine<gpsimd>} : <sbuf, 128, [64], i32>, <sbuf, 128, [64], i32>, <sbuf, 128, [64], i32>
  nisa.tensor_tensor <multiply> %i, %i, %i {engine = #nisa.engine<gpsimd>} : !nisa.view<sbuf, 128, [64], i32>, !nisa.view<sbuf, 128, [64], i32>, !nisa.view<sbuf, 128, [64], i32>
  // CHECK: nisa.tensor_tensor <bitwise_and> {{%.*}}, {{%.*}}, {{%.*}} : <sbuf, 128, [64], i32>, <sbuf, 128, [64], i32>, <sbuf, 128, [64], i32>
  nisa.tensor_tensor <bitwise_and> %i, %i, %i : !nisa.view<sbuf, 128, [64], i32>, !nisa.view<sbuf, 128, [64], i32>, !nisa.view<sbuf, 128, [64], i32>
  // CHECK: nisa.tensor_scalar <multiply> {{%.*}}, {{%.*}} {op1 = #nisa.alu<add>, reverse1 = true, s0_value = 2.000000e+00 : f32, s1_value = 1.000000e+00 : f32} : <sbuf, 128, [64], f32>, <sbuf, 128, [64], f32>
  nisa.tensor_scalar <multiply> %a, %b {op1 = #nisa.alu<add>, reverse1 = true, s0_value = 2.000000e+00 : f32, s1_value = 1.000000e+00 : f32} : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
  // Scalars of each partition.
  // CHECK: nisa.tensor_scalar <subtract> {{%.*}}, {{%.*}} s0({{%.*}} : !nisa.view<sbuf, 128, [1], f32>) s1({{%.*}} : !nisa.view<sbuf, 128, [], f32>) {op1 = #nisa.alu<max>} : <sbuf, 128, [64], f32>, <sbuf, 128, [64], f32>
  nisa.tensor_scalar <subtract> %a, %b s0(%s : !nisa.view<sbuf, 128, [1], f32>) s1(%t : !nisa.view<sbuf, 128, [], f32>) {op1 = #nisa.alu<max>} : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
  // CHECK: nisa.tensor_scalar <add> {{%.*}}, {{%.*}} s0({{%.*}} : !nisa.view<sbuf, 128, [1], f32>) {engine = #nisa.engine<scalar>} : <sbuf, 128, [64], f32>, <sbuf, 128, [64], f32>
  nisa.tensor_scalar <add> %a, %b s0(%s : !nisa.view<sbuf, 128, [1], f32>) {engine = #nisa.engine<scalar>} : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
  // CHECK: nisa.tensor_scalar <rsqrt> {{%.*}}, {{%.*}} {engine = #nisa.engine<gpsimd>} : <sbuf, 128, [64], f32>, <sbuf, 128, [64], f32>
  nisa.tensor_scalar <rsqrt> %a, %b {engine = #nisa.engine<gpsimd>} : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
  // CHECK: nisa.scalar_tensor_tensor <subtract> {{%.*}}, {{%.*}}, {{%.*}} s0({{%.*}} : !nisa.view<sbuf, 128, [1], f32>) {op1 = #nisa.alu<multiply>} : <sbuf, 128, [64], f32>, <sbuf, 128, [64], f32>, <sbuf, 128, [64], f32>
  nisa.scalar_tensor_tensor <subtract> %a, %b, %b s0(%s : !nisa.view<sbuf, 128, [1], f32>) {op1 = #nisa.alu<multiply>} : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
  // CHECK: nisa.tensor_scalar_reduce <multiply> <add> {{%.*}}, {{%.*}} result({{%.*}} : !nisa.view<sbuf, 128, [1], f32>) {cmd = #nisa.cmd<reset_reduce>, s0_value = 5.000000e-01 : f32} : <sbuf, 128, [64], f32>, <sbuf, 128, [64], f32>
  nisa.tensor_scalar_reduce <multiply> <add> %a, %b result(%s : !nisa.view<sbuf, 128, [1], f32>) {cmd = #nisa.cmd<reset_reduce>, s0_value = 5.000000e-01 : f32} : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
  // CHECK: nisa.tensor_scalar_reduce <add> <max> {{%.*}}, {{%.*}} init({{%.*}} : !nisa.view<sbuf, 128, [1], f32>) result({{%.*}} : !nisa.view<sbuf, 128, [], f32>) {cmd = #nisa.cmd<load_reduce>, negate = true} : <sbuf, 128, [64], f32>, <sbuf, 128, [64], f32>
  nisa.tensor_scalar_reduce <add> <max> %a, %b init(%s : !nisa.view<sbuf, 128, [1], f32>) result(%t : !nisa.view<sbuf, 128, [], f32>) {cmd = #nisa.cmd<load_reduce>, negate = true} : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
  // The innermost of two free dims.
  // CHECK: nisa.tensor_reduce <max> {{%.*}}, {{%.*}} {negate = true} : <sbuf, 128, [8], f32>, <psum, 128, [8, 8], f32>
  nisa.tensor_reduce <max> %r, %c {negate = true} : !nisa.view<sbuf, 128, [8], f32>, !nisa.view<psum, 128, [8, 8], f32>
  // Both.
  // CHECK: nisa.tensor_reduce <add> {{%.*}}, {{%.*}} {axes = 2 : i32} : <sbuf, 128, [1], f32>, <psum, 128, [8, 8], f32>
  nisa.tensor_reduce <add> %s, %c {axes = 2 : i32} : !nisa.view<sbuf, 128, [1], f32>, !nisa.view<psum, 128, [8, 8], f32>
  // CHECK: nisa.tensor_tensor_scan <multiply> {{%.*}}, {{%.*}}, {{%.*}} initial({{%.*}} : !nisa.view<sbuf, 128, [1], f32>) {op1 = #nisa.alu<add>} : <sbuf, 128, [64], f32>, <sbuf, 128, [64], f32>, <sbuf, 128, [64], f32>
  nisa.tensor_tensor_scan <multiply> %a, %b, %b initial(%s : !nisa.view<sbuf, 128, [1], f32>) {op1 = #nisa.alu<add>} : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
  // CHECK: nisa.tensor_scalar_cumulative <bypass> {{%.*}}, {{%.*}} {cmd = #nisa.cmd<reset_reduce>, op1 = #nisa.alu<add>} : <sbuf, 128, [64], f32>, <sbuf, 128, [64], f32>
  nisa.tensor_scalar_cumulative <bypass> %a, %b {cmd = #nisa.cmd<reset_reduce>, op1 = #nisa.alu<add>} : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
  // CHECK: nisa.tensor_copy {{%.*}}, {{%.*}} : <sbuf, 128, [64], bf16>, <psum, 128, [8, 8], f32>
  nisa.tensor_copy %h, %c : !nisa.view<sbuf, 128, [64], bf16>, !nisa.view<psum, 128, [8, 8], f32>
  // CHECK: nisa.tensor_copy {{%.*}}, {{%.*}} {engine = #nisa.engine<scalar>} : <sbuf, 128, [64], f32>, <sbuf, 128, [64], f32>
  nisa.tensor_copy %a, %b {engine = #nisa.engine<scalar>} : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
  // CHECK: nisa.memset {{%.*}} {value = 1065353216 : i32} : <sbuf, 128, [64], f32>
  nisa.memset %a {value = 1065353216 : i32} : !nisa.view<sbuf, 128, [64], f32>
  // CHECK: nisa.memset {{%.*}} {engine = #nisa.engine<gpsimd>} : <sbuf, 128, [64], i32>
  nisa.memset %i {engine = #nisa.engine<gpsimd>} : !nisa.view<sbuf, 128, [64], i32>
  // CHECK: nisa.tensor_copy_predicated {{%.*}}, {{%.*}} src({{%.*}} : !nisa.view<sbuf, 128, [64], f32>) : <sbuf, 128, [64], f32>, <sbuf, 128, [64], ui8>
  nisa.tensor_copy_predicated %a, %u src(%b : !nisa.view<sbuf, 128, [64], f32>) : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], ui8>
  // CHECK: nisa.tensor_copy_predicated {{%.*}}, {{%.*}} {reverse = true, src_value = -1.000000e+00 : f32} : <sbuf, 128, [64], f32>, <sbuf, 128, [64], ui8>
  nisa.tensor_copy_predicated %a, %u {reverse = true, src_value = -1.000000e+00 : f32} : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], ui8>
  // CHECK: nisa.select_reduce {{%.*}}, {{%.*}}, {{%.*}} on_false({{%.*}} : !nisa.view<sbuf, 128, [1], f32>) result({{%.*}} : !nisa.view<sbuf, 128, [], f32>) {cmd = #nisa.cmd<reset_reduce>} : <sbuf, 128, [64], f32>, <sbuf, 128, [64], ui8>, <sbuf, 128, [64], f32>
  nisa.select_reduce %a, %u, %b on_false(%s : !nisa.view<sbuf, 128, [1], f32>) result(%t : !nisa.view<sbuf, 128, [], f32>) {cmd = #nisa.cmd<reset_reduce>} : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], ui8>, !nisa.view<sbuf, 128, [64], f32>
  // CHECK: nisa.range_select <greater_equal> <less> {{%.*}}, {{%.*}}, {{%.*}}, {{%.*}} result({{%.*}} : !nisa.view<sbuf, 128, [1], f32>) {cmd = #nisa.cmd<reset_reduce>, start = 6.400000e+01 : f32} : <sbuf, 128, [64], f32>, <sbuf, 128, [64], f32>, <sbuf, 128, [1], f32>, <sbuf, 128, [], f32>
  nisa.range_select <greater_equal> <less> %a, %b, %s, %t result(%s : !nisa.view<sbuf, 128, [1], f32>) {cmd = #nisa.cmd<reset_reduce>, start = 6.400000e+01 : f32} : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [1], f32>, !nisa.view<sbuf, 128, [], f32>
  // CHECK: nisa.bn_stats {{%.*}}, {{%.*}} : <sbuf, 128, [6], f32>, <sbuf, 128, [64], f32>
  nisa.bn_stats %m, %a : !nisa.view<sbuf, 128, [6], f32>, !nisa.view<sbuf, 128, [64], f32>
  // CHECK: nisa.bn_aggr {{%.*}}, {{%.*}} : <sbuf, 128, [2], f32>, <sbuf, 128, [6], f32>
  nisa.bn_aggr %v, %m : !nisa.view<sbuf, 128, [2], f32>, !nisa.view<sbuf, 128, [6], f32>
  // CHECK: nisa.reciprocal {{%.*}}, {{%.*}} : <sbuf, 128, [64], f32>, <sbuf, 128, [64], f32>
  nisa.reciprocal %a, %b : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
  // CHECK: nisa.max8 {{%.*}}, {{%.*}} : <sbuf, 128, [8], f32>, <sbuf, 128, [64], f32>
  nisa.max8 %r, %a : !nisa.view<sbuf, 128, [8], f32>, !nisa.view<sbuf, 128, [64], f32>
  // CHECK: nisa.nc_find_index8 {{%.*}}, {{%.*}}, {{%.*}} : <sbuf, 128, [8], ui32>, <sbuf, 128, [64], f32>, <sbuf, 128, [8], f32>
  nisa.nc_find_index8 %n, %a, %r : !nisa.view<sbuf, 128, [8], ui32>, !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [8], f32>
  // CHECK: nisa.nc_match_replace8 {{%.*}}, {{%.*}}, {{%.*}} indices({{%.*}} : !nisa.view<sbuf, 128, [8], ui32>) {value = -1.000000e+00 : f32} : <sbuf, 128, [64], f32>, <sbuf, 128, [64], f32>, <sbuf, 128, [8], f32>
  nisa.nc_match_replace8 %a, %b, %r indices(%n : !nisa.view<sbuf, 128, [8], ui32>) {value = -1.000000e+00 : f32} : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [8], f32>
  // CHECK: nisa.nc_stream_shuffle {{%.*}}, {{%.*}} {m0 = 50462976 : i32, m7 = -1 : i32} : <sbuf, 128, [64], f32>, <sbuf, 128, [64], f32>
  nisa.nc_stream_shuffle %a, %b {m0 = 50462976 : i32, m7 = -1 : i32} : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
  // CHECK: nisa.dropout {{%.*}}, {{%.*}} prob({{%.*}} : !nisa.view<sbuf, 128, [1], f32>) : <sbuf, 128, [64], f32>, <sbuf, 128, [64], f32>
  nisa.dropout %a, %b prob(%s : !nisa.view<sbuf, 128, [1], f32>) : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
  // CHECK: nisa.rng {{%.*}} : <sbuf, 128, [64], i32>
  nisa.rng %i : !nisa.view<sbuf, 128, [64], i32>
  // CHECK: nisa.set_rng_seed {{%.*}} : <sbuf, 1, [1], ui32>
  nisa.set_rng_seed %o : !nisa.view<sbuf, 1, [1], ui32>
}

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
  // CHECK: nisa.activation <exp> {{%.*}}, {{%.*}} : <sbuf, 128, [64], f32>, <psum, 128, [8, 8], f32>
  nisa.activation <exp> %a, %c : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<psum, 128, [8, 8], f32>
  // CHECK: nisa.activation <prelu> {{%.*}}, {{%.*}} {bias_value = 1.000000e+00 : f32, param = 1.000000e-01 : f32, scale_value = 2.000000e+00 : f32} : <sbuf, 128, [64], f32>, <sbuf, 128, [64], f32>
  nisa.activation <prelu> %a, %b {bias_value = 1.000000e+00 : f32, param = 1.000000e-01 : f32, scale_value = 2.000000e+00 : f32} : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
  // CHECK: nisa.activation <gelu_apprx_tanh> {{%.*}}, {{%.*}} scale({{%.*}} : !nisa.view<sbuf, 128, [1], f32>) bias({{%.*}} : !nisa.view<sbuf, 128, [], f32>) result({{%.*}} : !nisa.view<sbuf, 128, [1], f32>) {cmd = #nisa.cmd<reset_reduce>} : <sbuf, 128, [64], bf16>, <sbuf, 128, [64], f32>
  nisa.activation <gelu_apprx_tanh> %h, %b scale(%s : !nisa.view<sbuf, 128, [1], f32>) bias(%t : !nisa.view<sbuf, 128, [], f32>) result(%s : !nisa.view<sbuf, 128, [1], f32>) {cmd = #nisa.cmd<reset_reduce>} : !nisa.view<sbuf, 128, [64], bf16>, !nisa.view<sbuf, 128, [64], f32>
}

// RUN: neuron-opt %s | neuron-opt | FileCheck %s
// RUN: neuron-opt %s --mlir-print-op-generic | neuron-opt | FileCheck %s

nisa.program @main target "trn2" {
  %hb = nisa.variable "h" {kind = "scratch", dtype = "u8", shape = array<i64: 32768>} : !nisa.buffer<hbm, 1, 32768>
  %h = nisa.view %hb[0] partition 0 row_step 64 steps [1] : !nisa.buffer<hbm, 1, 32768> -> !nisa.view<hbm, 128, [64], f32>
  %gb = nisa.variable "g" {kind = "scratch", dtype = "u8", shape = array<i64: 32768>} : !nisa.buffer<hbm, 1, 32768>
  %g = nisa.view %gb[0] partition 0 row_step 128 steps [1] : !nisa.buffer<hbm, 1, 32768> -> !nisa.view<hbm, 64, [128], f32>
  %ab = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %a = nisa.view %ab[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %bb = nisa.alloc : !nisa.buffer<sbuf, 128, 128>
  %b = nisa.view %bb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 128> -> !nisa.view<sbuf, 128, [64], bf16>
  %ib = nisa.alloc : !nisa.buffer<sbuf, 128, 4>
  %i = nisa.view %ib[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 4> -> !nisa.view<sbuf, 128, [1], i32>
  %ob = nisa.alloc : !nisa.buffer<sbuf, 128, 4>
  %o = nisa.view %ob[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 4> -> !nisa.view<sbuf, 1, [1], ui32>
  %tb = nisa.alloc : !nisa.buffer<sbuf, 128, 512>
  %t = nisa.view %tb[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 512> -> !nisa.view<sbuf, 64, [128], f32>
  // CHECK: nisa.dma_copy {{%.*}}, {{%.*}} : <sbuf, 128, [64], f32>, <hbm, 128, [64], f32>
  nisa.dma_copy %a, %h : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<hbm, 128, [64], f32>
  // A store, issued by another engine.
  // CHECK: nisa.dma_copy {{%.*}}, {{%.*}} {engine = #nisa.engine<gpsimd>} : <hbm, 128, [64], f32>, <sbuf, 128, [64], bf16>
  nisa.dma_copy %h, %b {engine = #nisa.engine<gpsimd>} : !nisa.view<hbm, 128, [64], f32>, !nisa.view<sbuf, 128, [64], bf16>
  // Any two shapes with as many elements.
  // CHECK: nisa.dma_copy {{%.*}}, {{%.*}} {dge = 2 : i32} : <hbm, 64, [128], f32>, <hbm, 128, [64], f32>
  nisa.dma_copy %g, %h {dge = 2 : i32} : !nisa.view<hbm, 64, [128], f32>, !nisa.view<hbm, 128, [64], f32>
  // Gather of rows.
  // CHECK: nisa.dma_copy {{%.*}}, {{%.*}} index({{%.*}} : !nisa.view<sbuf, 128, [1], i32>) {dge = 1 : i32, index_bound = 1000 : i32, index_step = 64 : i32, indirect = 1 : i32} : <sbuf, 128, [64], f32>, <hbm, 128, [64], f32>
  nisa.dma_copy %a, %h index(%i : !nisa.view<sbuf, 128, [1], i32>) {dge = 1 : i32, index_bound = 1000 : i32, index_step = 64 : i32, indirect = 1 : i32} : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<hbm, 128, [64], f32>
  // Scatter, rows out of bounds are left out.
  // CHECK: nisa.dma_copy {{%.*}}, {{%.*}} index({{%.*}} : !nisa.view<sbuf, 128, [1], i32>) {dge = 1 : i32, index_bound = 1000 : i32, index_step = 64 : i32, indirect = 2 : i32, oob = 1 : i32} : <hbm, 128, [64], f32>, <sbuf, 128, [64], f32>
  nisa.dma_copy %h, %a index(%i : !nisa.view<sbuf, 128, [1], i32>) {dge = 1 : i32, index_bound = 1000 : i32, index_step = 64 : i32, indirect = 2 : i32, oob = 1 : i32} : !nisa.view<hbm, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
  // One index moves the whole side.
  // CHECK: nisa.dma_copy {{%.*}}, {{%.*}} index({{%.*}} : !nisa.view<sbuf, 1, [1], ui32>) {dge = 1 : i32, index_bound = 4 : i32, index_step = 8192 : i32, indirect = 1 : i32} : <sbuf, 128, [64], f32>, <hbm, 128, [64], f32>
  nisa.dma_copy %a, %h index(%o : !nisa.view<sbuf, 1, [1], ui32>) {dge = 1 : i32, index_bound = 4 : i32, index_step = 8192 : i32, indirect = 1 : i32} : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<hbm, 128, [64], f32>
  // CHECK: nisa.dma_transpose {{%.*}}, {{%.*}} : <sbuf, 64, [128], f32>, <hbm, 128, [64], f32>
  nisa.dma_transpose %t, %h : !nisa.view<sbuf, 64, [128], f32>, !nisa.view<hbm, 128, [64], f32>
  // CHECK: nisa.dma_compute {{%.*}}, {{%.*}} src1({{%.*}} : !nisa.view<sbuf, 128, [64], f32>) : <hbm, 128, [64], f32>, <hbm, 128, [64], f32>
  nisa.dma_compute %h, %h src1(%a : !nisa.view<sbuf, 128, [64], f32>) : !nisa.view<hbm, 128, [64], f32>, !nisa.view<hbm, 128, [64], f32>
  // CHECK: nisa.dma_compute {{%.*}}, {{%.*}} src1({{%.*}} : !nisa.view<sbuf, 128, [64], f32>) index({{%.*}} : !nisa.view<sbuf, 128, [1], i32>) {dge = 1 : i32, index_bound = 9 : i32, index_step = 64 : i32, indirect = 2 : i32} : <hbm, 128, [64], f32>, <hbm, 128, [64], f32>
  nisa.dma_compute %h, %h src1(%a : !nisa.view<sbuf, 128, [64], f32>) index(%i : !nisa.view<sbuf, 128, [1], i32>) {dge = 1 : i32, index_bound = 9 : i32, index_step = 64 : i32, indirect = 2 : i32} : !nisa.view<hbm, 128, [64], f32>, !nisa.view<hbm, 128, [64], f32>
}

// RUN: neuron-opt %s --nisa-assign-queues | FileCheck %s

// Loads of inputs go to SyncE, which runs ahead; stores to ScalarE; loads of what
// the program stores to GpSimdE. A given engine is kept. The copies of an engine
// take turns on its queues.
nisa.program @main target "trn2" {
  %x = nisa.variable "x" {kind = "input", dtype = "f32", shape = array<i64: 128, 64>} : !nisa.buffer<hbm, 1, 32768>
  %s = nisa.variable "s" {kind = "scratch", dtype = "f32", shape = array<i64: 128, 64>} : !nisa.buffer<hbm, 1, 32768>
  %t = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %xv = nisa.view %x[0] partition 0 row_step 64 steps [1] : !nisa.buffer<hbm, 1, 32768> -> !nisa.view<hbm, 128, [64], f32>
  %sv = nisa.view %s[0] partition 0 row_step 64 steps [1] : !nisa.buffer<hbm, 1, 32768> -> !nisa.view<hbm, 128, [64], f32>
  %tv = nisa.view %t[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  // CHECK: nisa.dma_copy %{{.*}}, %{{.*}} {engine = #nisa.engine<sync>} : <sbuf
  nisa.dma_copy %tv, %xv : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<hbm, 128, [64], f32>
  // CHECK: nisa.dma_copy %{{.*}}, %{{.*}} {engine = #nisa.engine<sync>, queue = 1 : i32} : <sbuf
  nisa.dma_copy %tv, %xv : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<hbm, 128, [64], f32>
  // CHECK: nisa.dma_copy %{{.*}}, %{{.*}} {engine = #nisa.engine<scalar>, queue = 2 : i32} : <hbm
  nisa.dma_copy %sv, %tv : !nisa.view<hbm, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
  // CHECK: nisa.dma_copy %{{.*}}, %{{.*}} {engine = #nisa.engine<gpsimd>, queue = 3 : i32} : <sbuf
  nisa.dma_copy %tv, %sv : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<hbm, 128, [64], f32>
  // CHECK: nisa.dma_copy %{{.*}}, %{{.*}} {engine = #nisa.engine<tensor>, queue = 4 : i32} : <sbuf
  nisa.dma_copy %tv, %xv {engine = #nisa.engine<tensor>} : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<hbm, 128, [64], f32>
}

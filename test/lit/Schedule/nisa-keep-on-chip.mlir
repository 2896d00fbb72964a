// RUN: split-file %s %t
// RUN: neuron-opt %t/kept.mlir --nisa-keep-on-chip | FileCheck %t/kept.mlir
// RUN: neuron-opt %t/kept.mlir --nisa-keep-on-chip=share=0.001 | FileCheck %t/kept.mlir --check-prefix=FULL
// RUN: neuron-opt %t/turned.mlir --nisa-keep-on-chip | FileCheck %t/turned.mlir
// RUN: neuron-opt %t/single.mlir --nisa-keep-on-chip | FileCheck %t/single.mlir
// RUN: neuron-opt %t/uneven.mlir --nisa-keep-on-chip | FileCheck %t/uneven.mlir

//--- kept.mlir
// Two kernels, one layout: rows on partitions. The store and the load are gone,
// and both kernels work on the buffer itself.
nisa.program @main target "trn2" {
  %x = nisa.variable "x" {kind = "input", dtype = "f32", shape = array<i64: 128, 64>} : !nisa.buffer<hbm, 1, 32768>
  %y = nisa.variable "y" {kind = "output", dtype = "f32", shape = array<i64: 128, 64>} : !nisa.buffer<hbm, 1, 32768>
  // CHECK-NOT: "scratch"
  // FULL: nisa.variable "s" {{.*}}kind = "scratch"
  %s = nisa.variable "s" {kind = "scratch", dtype = "f32", shape = array<i64: 128, 64>} : !nisa.buffer<hbm, 1, 32768>
  // CHECK: %[[S:.*]] = nisa.alloc : <sbuf, 128, 256>
  nisa.kernel "exp" source "/Exp" {
    %t = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
    %o = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
    %xv = nisa.view %x[0] partition 0 row_step 64 steps [1] : !nisa.buffer<hbm, 1, 32768> -> !nisa.view<hbm, 128, [64], f32>
    %tv = nisa.view %t[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
    %ov = nisa.view %o[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
    %sv = nisa.view %s[0] partition 0 row_step 64 steps [1] : !nisa.buffer<hbm, 1, 32768> -> !nisa.view<hbm, 128, [64], f32>
    nisa.dma_copy %tv, %xv : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<hbm, 128, [64], f32>
    // CHECK: %[[V:.*]] = nisa.view %[[S]][0] partition 0 row_step 0 steps [1]
    // CHECK: nisa.activation <exp> %[[V]],
    // CHECK-NOT: nisa.dma_copy
    nisa.activation <exp> %ov, %tv : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
    nisa.dma_copy %sv, %ov : !nisa.view<hbm, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
  }
  nisa.kernel "tanh" source "/Tanh" {
    %t = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
    %o = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
    %sv = nisa.view %s[0] partition 0 row_step 64 steps [1] : !nisa.buffer<hbm, 1, 32768> -> !nisa.view<hbm, 128, [64], f32>
    %tv = nisa.view %t[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
    %ov = nisa.view %o[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
    %yv = nisa.view %y[0] partition 0 row_step 64 steps [1] : !nisa.buffer<hbm, 1, 32768> -> !nisa.view<hbm, 128, [64], f32>
    nisa.dma_copy %tv, %sv : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<hbm, 128, [64], f32>
    // CHECK: %[[W:.*]] = nisa.view %[[S]][0] partition 0 row_step 0 steps [1]
    // CHECK: nisa.activation <tanh> %{{.*}}, %[[W]]
    nisa.activation <tanh> %ov, %tv : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
    // CHECK: nisa.dma_copy
    nisa.dma_copy %yv, %ov : !nisa.view<hbm, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
  }
}

//--- turned.mlir
// One kernel has rows on the partitions, the other columns: no layout serves both.
nisa.program @main target "trn2" {
  %y = nisa.variable "y" {kind = "output", dtype = "f32", shape = array<i64: 64, 64>} : !nisa.buffer<hbm, 1, 16384>
  // CHECK: nisa.variable "s" {{.*}}kind = "scratch"
  %s = nisa.variable "s" {kind = "scratch", dtype = "f32", shape = array<i64: 64, 64>} : !nisa.buffer<hbm, 1, 16384>
  nisa.kernel "fill" source "" {
    %t = nisa.alloc : !nisa.buffer<sbuf, 64, 256>
    %tv = nisa.view %t[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 64, 256> -> !nisa.view<sbuf, 64, [64], f32>
    %sv = nisa.view %s[0] partition 0 row_step 64 steps [1] : !nisa.buffer<hbm, 1, 16384> -> !nisa.view<hbm, 64, [64], f32>
    nisa.memset %tv : !nisa.view<sbuf, 64, [64], f32>
    // CHECK: nisa.dma_copy
    nisa.dma_copy %sv, %tv : !nisa.view<hbm, 64, [64], f32>, !nisa.view<sbuf, 64, [64], f32>
  }
  nisa.kernel "turn" source "" {
    %t = nisa.alloc : !nisa.buffer<sbuf, 64, 256>
    %tv = nisa.view %t[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 64, 256> -> !nisa.view<sbuf, 64, [64], f32>
    %sv = nisa.view %s[0] partition 0 row_step 1 steps [64] : !nisa.buffer<hbm, 1, 16384> -> !nisa.view<hbm, 64, [64], f32>
    %yv = nisa.view %y[0] partition 0 row_step 64 steps [1] : !nisa.buffer<hbm, 1, 16384> -> !nisa.view<hbm, 64, [64], f32>
    // CHECK: nisa.dma_copy
    nisa.dma_copy %tv, %sv : !nisa.view<sbuf, 64, [64], f32>, !nisa.view<hbm, 64, [64], f32>
    // CHECK: nisa.dma_copy
    nisa.dma_copy %yv, %tv : !nisa.view<hbm, 64, [64], f32>, !nisa.view<sbuf, 64, [64], f32>
  }
}

//--- uneven.mlir
// 2 x 200 rows: the reads see two batches, whose second block of rows is not
// full. The write of rows 128 to 255 crosses from one batch into the other.
nisa.program @main target "trn2" {
  %y = nisa.variable "y" {kind = "output", dtype = "f32", shape = array<i64: 2, 72, 8>} : !nisa.buffer<hbm, 1, 4608>
  // CHECK: nisa.variable "s" {{.*}}kind = "scratch"
  %s = nisa.variable "s" {kind = "scratch", dtype = "f32", shape = array<i64: 2, 200, 8>} : !nisa.buffer<hbm, 1, 12800>
  nisa.kernel "fill" source "" {
    %t = nisa.alloc : !nisa.buffer<sbuf, 128, 32>
    %tv = nisa.view %t[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 32> -> !nisa.view<sbuf, 128, [8], f32>
    %sv = nisa.view %s[1024] partition 0 row_step 8 steps [1] : !nisa.buffer<hbm, 1, 12800> -> !nisa.view<hbm, 128, [8], f32>
    nisa.memset %tv : !nisa.view<sbuf, 128, [8], f32>
    // CHECK: nisa.dma_copy
    nisa.dma_copy %sv, %tv : !nisa.view<hbm, 128, [8], f32>, !nisa.view<sbuf, 128, [8], f32>
  }
  nisa.kernel "batches" source "" {
    nisa.loop %q to 2 {
      %t = nisa.alloc : !nisa.buffer<sbuf, 72, 32>
      %tv = nisa.view %t[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 72, 32> -> !nisa.view<sbuf, 72, [8], f32>
      %sv = nisa.view %s[1024 + %q * 1600] partition 0 row_step 8 steps [1] : !nisa.buffer<hbm, 1, 12800> -> !nisa.view<hbm, 72, [8], f32>
      %yv = nisa.view %y[0 + %q * 576] partition 0 row_step 8 steps [1] : !nisa.buffer<hbm, 1, 4608> -> !nisa.view<hbm, 72, [8], f32>
      // CHECK: nisa.dma_copy
      nisa.dma_copy %tv, %sv : !nisa.view<sbuf, 72, [8], f32>, !nisa.view<hbm, 72, [8], f32>
      nisa.dma_copy %yv, %tv : !nisa.view<hbm, 72, [8], f32>, !nisa.view<sbuf, 72, [8], f32>
    }
  }
}

//--- single.mlir
// A reduction counts the dims of what it reads: those of size 1 stay.
nisa.program @main target "trn2" {
  %y = nisa.variable "y" {kind = "output", dtype = "f32", shape = array<i64: 4, 8>} : !nisa.buffer<hbm, 1, 128>
  %s = nisa.variable "s" {kind = "scratch", dtype = "f32", shape = array<i64: 4, 16>} : !nisa.buffer<hbm, 1, 256>
  // CHECK: %[[S:.*]] = nisa.alloc : <sbuf, 4, 64>
  nisa.kernel "fill" source "" {
    %t = nisa.alloc : !nisa.buffer<sbuf, 4, 64>
    %tv = nisa.view %t[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 4, 64> -> !nisa.view<sbuf, 4, [16], f32>
    %sv = nisa.view %s[0] partition 0 row_step 16 steps [1] : !nisa.buffer<hbm, 1, 256> -> !nisa.view<hbm, 4, [16], f32>
    nisa.memset %tv : !nisa.view<sbuf, 4, [16], f32>
    nisa.dma_copy %sv, %tv : !nisa.view<hbm, 4, [16], f32>, !nisa.view<sbuf, 4, [16], f32>
  }
  nisa.kernel "pool" source "" {
    %t = nisa.alloc : !nisa.buffer<sbuf, 4, 64>
    %o = nisa.alloc : !nisa.buffer<sbuf, 4, 32>
    %tv = nisa.view %t[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 4, 64> -> !nisa.view<sbuf, 4, [16], f32>
    %sv = nisa.view %s[0] partition 0 row_step 16 steps [1] : !nisa.buffer<hbm, 1, 256> -> !nisa.view<hbm, 4, [16], f32>
    nisa.dma_copy %tv, %sv : !nisa.view<sbuf, 4, [16], f32>, !nisa.view<hbm, 4, [16], f32>
    %w = nisa.view %t[0] partition 0 row_step 0 steps [8, 1, 4, 1] : !nisa.buffer<sbuf, 4, 64> -> !nisa.view<sbuf, 4, [2, 4, 2, 1], f32>
    %ov = nisa.view %o[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 4, 32> -> !nisa.view<sbuf, 4, [8], f32>
    // CHECK: %[[W:.*]] = nisa.view %[[S]][0] partition 0 row_step 0 steps [8, 1, 4, 1] : <sbuf, 4, 64> -> <sbuf, 4, [2, 4, 2, 1], f32>
    // CHECK: nisa.tensor_reduce <add> %{{.*}}, %[[W]] {axes = 2 : i32}
    nisa.tensor_reduce <add> %ov, %w {axes = 2 : i32} : !nisa.view<sbuf, 4, [8], f32>, !nisa.view<sbuf, 4, [2, 4, 2, 1], f32>
    %yv = nisa.view %y[0] partition 0 row_step 8 steps [1] : !nisa.buffer<hbm, 1, 128> -> !nisa.view<hbm, 4, [8], f32>
    nisa.dma_copy %yv, %ov : !nisa.view<hbm, 4, [8], f32>, !nisa.view<sbuf, 4, [8], f32>
  }
}

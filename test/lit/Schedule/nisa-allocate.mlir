// RUN: split-file %s %t
// RUN: neuron-opt %t/rings.mlir --nisa-allocate | FileCheck %t/rings.mlir
// RUN: neuron-opt %t/rings.mlir --nisa-allocate=overlap=false | FileCheck %t/rings.mlir --check-prefix=SERIAL
// RUN: neuron-opt %t/rings.mlir --nisa-allocate=sbuf-bytes=1536 | FileCheck %t/rings.mlir --check-prefix=TIGHT
// RUN: neuron-opt %t/lives.mlir --nisa-allocate=sbuf-bytes=512 | FileCheck %t/lives.mlir
// RUN: neuron-opt %t/early.mlir --nisa-allocate=sbuf-bytes=4096 | FileCheck %t/early.mlir
// RUN: not neuron-opt %t/rings.mlir --nisa-allocate=sbuf-bytes=256 2>&1 | FileCheck %t/rings.mlir --check-prefix=FULL

//--- rings.mlir
// What a DMA and an engine touch in a loop gets four slots, one after the other;
// at -O0 one. With little memory the largest ring gives slots back; with less
// than one slot each the error names the buffers.
nisa.program @main target "trn2" {
  %x = nisa.variable "x" {kind = "input", dtype = "f32", shape = array<i64: 1024, 64>} : !nisa.buffer<hbm, 1, 262144>
  %y = nisa.variable "y" {kind = "output", dtype = "f32", shape = array<i64: 1024, 64>} : !nisa.buffer<hbm, 1, 262144>
  nisa.kernel "exp" source "/Exp" {
    nisa.loop %i to 8 {
      // CHECK: nisa.alloc {address = 0 : i64, slot_bytes = 256 : i64, slots = 4 : i64}
      // CHECK: nisa.alloc {address = 1024 : i64, slot_bytes = 256 : i64, slots = 4 : i64}
      // SERIAL: nisa.alloc {address = 0 : i64, slot_bytes = 256 : i64}
      // SERIAL: nisa.alloc {address = 256 : i64, slot_bytes = 256 : i64}
      // TIGHT: nisa.alloc {address = 0 : i64, slot_bytes = 256 : i64, slots = 3 : i64}
      // TIGHT: nisa.alloc {address = 768 : i64, slot_bytes = 256 : i64, slots = 3 : i64}
      // FULL: [NRN-E5001] buffers alive at the same time must fit 256 bytes of sbuf per partition on trn2, but got 512 in 'exp'
      // FULL: note: 256 bytes in 'exp'
      %t = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
      %o = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
      %tv = nisa.view %t[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
      %ov = nisa.view %o[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
      %xv = nisa.view %x[0 + %i * 8192] partition 0 row_step 64 steps [1] : !nisa.buffer<hbm, 1, 262144> -> !nisa.view<hbm, 128, [64], f32>
      %yv = nisa.view %y[0 + %i * 8192] partition 0 row_step 64 steps [1] : !nisa.buffer<hbm, 1, 262144> -> !nisa.view<hbm, 128, [64], f32>
      nisa.dma_copy %tv, %xv : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<hbm, 128, [64], f32>
      nisa.activation <exp> %ov, %tv : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
      nisa.dma_copy %yv, %ov : !nisa.view<hbm, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
    }
  }
}

//--- lives.mlir
// %a and %c do not live at the same time and share bytes where memory is short; %b
// lives beside both.
// Results of products take whole banks of PSUM.
nisa.program @main target "trn2" {
  // CHECK: nisa.alloc {address = 0 : i64, slot_bytes = 256 : i64} : <sbuf, 128, 256>
  // CHECK: nisa.alloc {address = 256 : i64, slot_bytes = 256 : i64} : <sbuf, 128, 256>
  // CHECK: nisa.alloc {address = 0 : i64, slot_bytes = 256 : i64} : <sbuf, 128, 256>
  // CHECK: nisa.alloc {address = 0 : i64, slot_bytes = 2048 : i64} : <psum, 64, 256>
  // CHECK: nisa.alloc {address = 2048 : i64, slot_bytes = 2048 : i64} : <psum, 64, 256>
  %a = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %b = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %c = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
  %p = nisa.alloc : !nisa.buffer<psum, 64, 256>
  %q = nisa.alloc : !nisa.buffer<psum, 64, 256>
  %av = nisa.view %a[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %bv = nisa.view %b[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %cv = nisa.view %c[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
  %pv = nisa.view %p[0] partition 0 row_step 0 steps [1] : !nisa.buffer<psum, 64, 256> -> !nisa.view<psum, 64, [64], f32>
  %qv = nisa.view %q[0] partition 0 row_step 0 steps [1] : !nisa.buffer<psum, 64, 256> -> !nisa.view<psum, 64, [64], f32>
  nisa.memset %av {value = 0 : i32} : !nisa.view<sbuf, 128, [64], f32>
  nisa.activation <exp> %bv, %av : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
  nisa.activation <exp> %cv, %bv : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
  nisa.nc_matmul %pv, %bv, %cv : !nisa.view<psum, 64, [64], f32>, !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
  nisa.nc_matmul %qv, %bv, %cv : !nisa.view<psum, 64, [64], f32>, !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
  %ev = nisa.view %b[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 64, [64], f32>
  nisa.tensor_tensor <add> %ev, %pv, %ev : !nisa.view<sbuf, 64, [64], f32>, !nisa.view<psum, 64, [64], f32>, !nisa.view<sbuf, 64, [64], f32>
  nisa.tensor_tensor <add> %ev, %qv, %ev : !nisa.view<sbuf, 64, [64], f32>, !nisa.view<psum, 64, [64], f32>, !nisa.view<sbuf, 64, [64], f32>
}

//--- early.mlir
// What lives on from the second kernel leaves the third too little in one piece
// unless tiles lie at the bottom. Even so the second load fills bytes that the
// first kernel does not use: it need not wait.
nisa.program @main target "trn2" {
  %x = nisa.variable "x" {kind = "input", dtype = "f32", shape = array<i64: 128, 256>} : !nisa.buffer<hbm, 1, 131072>
  %w = nisa.variable "w" {kind = "weight", dtype = "f32", shape = array<i64: 128, 256>, file = "w"} : !nisa.buffer<hbm, 1, 131072>
  %y = nisa.variable "y" {kind = "output", dtype = "f32", shape = array<i64: 128, 256>} : !nisa.buffer<hbm, 1, 131072>
  %keep = nisa.alloc : !nisa.buffer<sbuf, 128, 1024>
  %kv = nisa.view %keep[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 1024> -> !nisa.view<sbuf, 128, [256], f32>
  %xv = nisa.view %x[0] partition 0 row_step 256 steps [1] : !nisa.buffer<hbm, 1, 131072> -> !nisa.view<hbm, 128, [256], f32>
  %wv = nisa.view %w[0] partition 0 row_step 256 steps [1] : !nisa.buffer<hbm, 1, 131072> -> !nisa.view<hbm, 128, [256], f32>
  %yv = nisa.view %y[0] partition 0 row_step 256 steps [1] : !nisa.buffer<hbm, 1, 131072> -> !nisa.view<hbm, 128, [256], f32>
  // CHECK: nisa.kernel "first"
  nisa.kernel "first" source "a" {
    // CHECK: nisa.alloc {address = 0 : i64
    %t = nisa.alloc : !nisa.buffer<sbuf, 128, 1024>
    %tv = nisa.view %t[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 1024> -> !nisa.view<sbuf, 128, [256], f32>
    // CHECK: nisa.alloc {address = 2048 : i64
    %o = nisa.alloc : !nisa.buffer<sbuf, 128, 1024>
    %ov = nisa.view %o[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 1024> -> !nisa.view<sbuf, 128, [256], f32>
    nisa.dma_copy %tv, %xv : !nisa.view<sbuf, 128, [256], f32>, !nisa.view<hbm, 128, [256], f32>
    nisa.activation <exp> %ov, %tv : !nisa.view<sbuf, 128, [256], f32>, !nisa.view<sbuf, 128, [256], f32>
    nisa.dma_copy %yv, %ov : !nisa.view<hbm, 128, [256], f32>, !nisa.view<sbuf, 128, [256], f32>
  }
  // CHECK: nisa.kernel "second"
  nisa.kernel "second" source "b" {
    // CHECK: nisa.alloc {address = 1024 : i64
    %t = nisa.alloc : !nisa.buffer<sbuf, 128, 1024>
    %tv = nisa.view %t[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 1024> -> !nisa.view<sbuf, 128, [256], f32>
    nisa.dma_copy %tv, %wv : !nisa.view<sbuf, 128, [256], f32>, !nisa.view<hbm, 128, [256], f32>
    nisa.activation <exp> %kv, %tv : !nisa.view<sbuf, 128, [256], f32>, !nisa.view<sbuf, 128, [256], f32>
  }
  nisa.kernel "third" source "c" {
    %t = nisa.alloc : !nisa.buffer<sbuf, 128, 3072>
    %tv = nisa.view %t[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 3072> -> !nisa.view<sbuf, 128, [768], f32>
    %s = nisa.view %t[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 3072> -> !nisa.view<sbuf, 128, [256], f32>
    nisa.memset %tv : !nisa.view<sbuf, 128, [768], f32>
    nisa.tensor_tensor <add> %s, %s, %kv : !nisa.view<sbuf, 128, [256], f32>, !nisa.view<sbuf, 128, [256], f32>, !nisa.view<sbuf, 128, [256], f32>
    nisa.dma_copy %yv, %s : !nisa.view<hbm, 128, [256], f32>, !nisa.view<sbuf, 128, [256], f32>
  }
}

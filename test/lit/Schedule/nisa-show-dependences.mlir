// RUN: neuron-opt %s --split-input-file --nisa-show-dependences | FileCheck %s

// Flow inside an iteration, and the ring that turns.
nisa.program @main target "trn2" {
  %x = nisa.variable "x" {kind = "input", dtype = "f32", shape = array<i64: 1024, 64>} : !nisa.buffer<hbm, 1, 262144>
  %y = nisa.variable "y" {kind = "output", dtype = "f32", shape = array<i64: 1024, 64>} : !nisa.buffer<hbm, 1, 262144>
  nisa.kernel "exp" source "/Exp" {
    nisa.loop %i to 8 {
      %t = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
      %tv = nisa.view %t[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
      %o = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
      %ov = nisa.view %o[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
      %xv = nisa.view %x[0 + %i * 8192] partition 0 row_step 64 steps [1] : !nisa.buffer<hbm, 1, 262144> -> !nisa.view<hbm, 128, [64], f32>
      %yv = nisa.view %y[0 + %i * 8192] partition 0 row_step 64 steps [1] : !nisa.buffer<hbm, 1, 262144> -> !nisa.view<hbm, 128, [64], f32>
      // Iteration i0 uses the slot of iteration i0 - 4: its reader and the copy before.
      // CHECK: nisa.dma_copy {{.*}} {after = ["1[-4 + i0] if -4 + i0", "0[-4 + i0] if -4 + i0"], number = 0 : i64}
      nisa.dma_copy %tv, %xv : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<hbm, 128, [64], f32>
      // CHECK: nisa.activation {{.*}} {after = ["0[i0]", "2[-4 + i0] if -4 + i0"], number = 1 : i64}
      nisa.activation <exp> %ov, %tv : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
      // CHECK: nisa.dma_copy {{.*}} {after = ["1[i0]"], number = 2 : i64}
      nisa.dma_copy %yv, %ov : !nisa.view<hbm, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
    }
  }
}

// -----

// Straight-line code: what is read must have been written, by other engines.
nisa.program @main target "trn2" {
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
  // CHECK: nisa.memset {{.*}} {after = [], number = 0 : i64}
  nisa.memset %av {value = 0 : i32} : !nisa.view<sbuf, 128, [64], f32>
  // CHECK: nisa.activation {{.*}} {after = ["0[]"], number = 1 : i64}
  nisa.activation <exp> %bv, %av : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
  // The same engine: its order is enough.
  // CHECK: nisa.activation {{.*}} {after = [], number = 2 : i64}
  nisa.activation <exp> %cv, %bv : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
  // CHECK: nisa.nc_matmul {{.*}} {after = ["1[]", "2[]"], number = 3 : i64}
  nisa.nc_matmul %pv, %bv, %cv : !nisa.view<psum, 64, [64], f32>, !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
  // CHECK: nisa.nc_matmul {{.*}} {after = ["1[]", "2[]"], number = 4 : i64}
  nisa.nc_matmul %qv, %bv, %cv : !nisa.view<psum, 64, [64], f32>, !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
  %ev = nisa.view %b[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 64, [64], f32>
  // CHECK: nisa.tensor_tensor {{.*}} number = 5 : i64}
  nisa.tensor_tensor <add> %ev, %pv, %ev : !nisa.view<sbuf, 64, [64], f32>, !nisa.view<psum, 64, [64], f32>, !nisa.view<sbuf, 64, [64], f32>
  nisa.tensor_tensor <add> %ev, %qv, %ev : !nisa.view<sbuf, 64, [64], f32>, !nisa.view<psum, 64, [64], f32>, !nisa.view<sbuf, 64, [64], f32>
}

// RUN: split-file %s %t
// RUN: neuron-opt %t/ring.mlir --nisa-show-waits | FileCheck %t/ring.mlir
// RUN: neuron-opt %t/ring.mlir --nisa-show-waits=overlap=false | FileCheck %t/ring.mlir --check-prefix=SERIAL
// RUN: neuron-opt %t/implied.mlir --nisa-show-waits | FileCheck %t/implied.mlir

//--- ring.mlir
// Waits are affine in the counter; none while what stands behind `if` is negative.
// At -O0 each instruction waits for the one before it.
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
      // ScalarE runs two instructions an iteration: the activation and the trigger of the store.
      // CHECK: nisa.dma_copy {{.*}} {waits = ["scalar: -8 + 2*i0 if -4 + i0", "queue 0: -4 + i0 if -4 + i0"]}
      // SERIAL: nisa.dma_copy {{.*}} {waits = ["queue 1: -1 + i0 if -1 + i0"]}
      nisa.dma_copy %tv, %xv : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<hbm, 128, [64], f32>
      // CHECK: nisa.activation {{.*}} {waits = ["queue 0: i0", "queue 1: -4 + i0 if -4 + i0"]}
      // SERIAL: nisa.activation {{.*}} {waits = ["queue 0: i0"]}
      nisa.activation <exp> %ov, %tv : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
      // CHECK: nisa.dma_copy {{.*}} {waits = ["scalar: 2*i0"]}
      // SERIAL: nisa.dma_copy {{.*}} {waits = ["scalar: 2*i0"]}
      nisa.dma_copy %yv, %ov : !nisa.view<hbm, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
    }
  }
}

//--- implied.mlir
// Waits that follow from others are dropped.
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
  // CHECK: nisa.memset {{.*}} {waits = []}
  nisa.memset %av {value = 0 : i32} : !nisa.view<sbuf, 128, [64], f32>
  // CHECK: nisa.activation {{.*}} {waits = ["vector: 0"]}
  nisa.activation <exp> %bv, %av : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
  // CHECK: nisa.activation {{.*}} {waits = []}
  nisa.activation <exp> %cv, %bv : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
  // The later of two instances of ScalarE says both.
  // CHECK: nisa.nc_matmul {{.*}} {waits = ["scalar: 1"]}
  nisa.nc_matmul %pv, %bv, %cv : !nisa.view<psum, 64, [64], f32>, !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
  // CHECK: nisa.nc_matmul {{.*}} {waits = []}
  nisa.nc_matmul %qv, %bv, %cv : !nisa.view<psum, 64, [64], f32>, !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
  %ev = nisa.view %b[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 64, [64], f32>
  // TensorE has waited for ScalarE before: nothing more to wait for.
  // CHECK: nisa.tensor_tensor {{.*}} {waits = ["tensor: 1"]}
  nisa.tensor_tensor <add> %ev, %pv, %ev : !nisa.view<sbuf, 64, [64], f32>, !nisa.view<psum, 64, [64], f32>, !nisa.view<sbuf, 64, [64], f32>
  // CHECK: nisa.tensor_tensor {{.*}} {waits = []}
  nisa.tensor_tensor <add> %ev, %qv, %ev : !nisa.view<sbuf, 64, [64], f32>, !nisa.view<psum, 64, [64], f32>, !nisa.view<sbuf, 64, [64], f32>
}

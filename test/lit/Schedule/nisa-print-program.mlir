// RUN: neuron-opt %s --nisa-print-program 2>&1 | FileCheck %s

// The streams of the engines, with their loops.
// CHECK: program "main" target="trn2" core=0
// CHECK: kernel "exp" source="/Exp" {{.*}} bytes=524288
// CHECK: stream scalar
// CHECK-NEXT: loop 8
// CHECK-NEXT: activation dst=sbuf/f32/0:128/@1024/[64*1]/r(0+1*i0,4,256) src=sbuf/f32/0:128/@0/[64*1]/r(0+1*i0,4,256) {{.*}} wait=q0:0+1*i0:0 wait=q1:-4+1*i0:-4+1*i0 kernel=1
// CHECK-NEXT: dma_copy dst=hbm/f32/v1:128:64/@0+32768*i0/[64*1] {{.*}} wait=scalar:0+2*i0:0 kernel=1
// CHECK-NEXT: end
// CHECK: stream sync
// CHECK-NEXT: loop 8
// CHECK-NEXT: dma_copy dst=sbuf/{{.*}} wait=scalar:-8+2*i0:-4+1*i0 wait=q0:-4+1*i0:-4+1*i0 kernel=1
// CHECK-NEXT: end
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
      nisa.dma_copy %tv, %xv : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<hbm, 128, [64], f32>
      nisa.activation <exp> %ov, %tv : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
      nisa.dma_copy %yv, %ov : !nisa.view<hbm, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
    }
  }
}

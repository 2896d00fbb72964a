// RUN: neuron-opt %s --nisa-list-schedule | FileCheck %s

// The second unit's copy does not stand behind the first one's last step, which
// waits for Scalar.
// CHECK-LABEL: nisa.program @units
nisa.program @units target "trn2" {
  nisa.kernel "exp" source "/Exp" {
    %a0 = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
    %a0v = nisa.view %a0[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
    %b0 = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
    %b0v = nisa.view %b0[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
    %c0 = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
    %c0v = nisa.view %c0[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
    %d0 = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
    %d0v = nisa.view %d0[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
    %a1 = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
    %a1v = nisa.view %a1[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
    %b1 = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
    %b1v = nisa.view %b1[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
    %c1 = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
    %c1v = nisa.view %c1[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
    %d1 = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
    %d1v = nisa.view %d1[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
    nisa.memset %a0v {value = 0 : i32} : !nisa.view<sbuf, 128, [64], f32>
    nisa.tensor_copy %b0v, %a0v : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
    nisa.activation <exp> %c0v, %b0v : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
    nisa.tensor_copy %d0v, %c0v : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
    nisa.memset %a1v {value = 1 : i32} : !nisa.view<sbuf, 128, [64], f32>
    nisa.tensor_copy %b1v, %a1v : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
    nisa.activation <exp> %c1v, %b1v : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
    nisa.tensor_copy %d1v, %c1v : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
    // CHECK: nisa.memset
    // CHECK: nisa.memset {{.*}}{value = 1 : i32}
    // CHECK: nisa.tensor_copy
    // CHECK: nisa.tensor_copy
    // CHECK: nisa.activation
    // CHECK: nisa.activation
    // CHECK: nisa.tensor_copy
    // CHECK: nisa.tensor_copy
  }
}

// One tile that is written again: a reader comes before the next writer.
// CHECK-LABEL: nisa.program @again
nisa.program @again target "trn2" {
  nisa.kernel "again" source "/Again" {
    %t = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
    %tv = nisa.view %t[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
    %o = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
    %ov = nisa.view %o[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
    %p = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
    %pv = nisa.view %p[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
    // CHECK: nisa.loop
    nisa.loop %i to 4 {
      // CHECK: nisa.memset {{.*}}{value = 1 : i32}
      // CHECK: nisa.activation
      // CHECK: nisa.memset {{.*}}{value = 2 : i32}
      // CHECK: nisa.activation
      nisa.memset %tv {value = 1 : i32} : !nisa.view<sbuf, 128, [64], f32>
      nisa.activation <exp> %ov, %tv : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
      nisa.memset %tv {value = 2 : i32} : !nisa.view<sbuf, 128, [64], f32>
      nisa.activation <exp> %pv, %tv : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
    }
  }
}

// Random numbers come from one state: the second draw stays the second though
// the third step could start at once.
// CHECK-LABEL: nisa.program @random
nisa.program @random target "trn2" {
  nisa.kernel "random" source "/Random" {
    %a = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
    %av = nisa.view %a[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
    %b = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
    %bv = nisa.view %b[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
    %c = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
    %cv = nisa.view %c[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
    %d = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
    %dv = nisa.view %d[0] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [64], f32>
    // CHECK: nisa.memset
    // CHECK: nisa.activation
    // CHECK: nisa.dropout %[[FIRST:.*]], %{{.*}} {prob_value = 2.500000e-01 : f32}
    // CHECK: nisa.dropout %[[SECOND:.*]], %{{.*}} {prob_value = 5.000000e-01 : f32}
    nisa.memset %av {value = 1 : i32} : !nisa.view<sbuf, 128, [64], f32>
    nisa.activation <exp> %bv, %av : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
    nisa.dropout %cv, %bv {prob_value = 0.25 : f32} : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
    nisa.dropout %dv, %av {prob_value = 0.5 : f32} : !nisa.view<sbuf, 128, [64], f32>, !nisa.view<sbuf, 128, [64], f32>
  }
}

// RUN: neuron-opt %s | neuron-opt | FileCheck %s
// RUN: neuron-opt %s --mlir-print-op-generic | neuron-opt | FileCheck %s

// CHECK-LABEL: nisa.program @main target "trn2" {
nisa.program @main target "trn2" {
  // CHECK: %[[X:.*]] = nisa.variable "x" {dtype = "f32", input_index = 0 : i64, kind = "input", shape = array<i64: 256, 256>} : <hbm, 1, 262144>
  %x = nisa.variable "x" {kind = "input", dtype = "f32", shape = array<i64: 256, 256>, input_index = 0 : i64} : !nisa.buffer<hbm, 1, 262144>
  // A variable whose values come from the artifact.
  // CHECK: nisa.variable "w" {dtype = "bf16", file = "w0", file_offset = 64 : i64, kind = "weight", shape = array<i64>}
  %w = nisa.variable "w" {kind = "weight", dtype = "bf16", shape = array<i64>, file = "w0", file_offset = 64 : i64} : !nisa.buffer<hbm, 1, 2>
  // CHECK: nisa.kernel "copy" source "/layer/Copy" attributes {flops = 12 : i64} {
  nisa.kernel "copy" source "/layer/Copy" attributes {flops = 12 : i64} {
    // CHECK: nisa.loop %[[I:.*]] to 2 {
    nisa.loop %i to 2 {
      // CHECK: nisa.loop %[[J:.*]] to 4 {
      nisa.loop %j to 4 {
        // CHECK: %[[T:.*]] = nisa.alloc : <sbuf, 128, 256>
        %t = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
        // CHECK: nisa.view %[[X]][192 + %[[I]] * 32768 + %[[J]] * -64] partition 0 row_step 256 steps [1] : <hbm, 1, 262144> -> <hbm, 128, [64], f32>
        %a = nisa.view %x[192 + %i * 32768 + %j * -64] partition 0 row_step 256 steps [1] : !nisa.buffer<hbm, 1, 262144> -> !nisa.view<hbm, 128, [64], f32>
        // Up to four free dims; a step of zero repeats elements, a negative one turns round.
        // CHECK: nisa.view %[[T]][7] partition 0 row_step 0 steps [8, 0, -1, 1] : <sbuf, 128, 256> -> <sbuf, 128, [2, 3, 8, 1], f32>
        %b = nisa.view %t[7] partition 0 row_step 0 steps [8, 0, -1, 1] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 128, [2, 3, 8, 1], f32>
        // No free dim: one element in each partition.
        // CHECK: nisa.view %[[T]][3] partition 32 row_step 0 steps [] : <sbuf, 128, 256> -> <sbuf, 32, [], ui8>
        %c = nisa.view %t[3] partition 32 row_step 0 steps [] : !nisa.buffer<sbuf, 128, 256> -> !nisa.view<sbuf, 32, [], ui8>
      }
    }
  }
  // What allocation writes.
  // CHECK: nisa.alloc {address = 64 : i64, slot_bytes = 2048 : i64, slots = 3 : i64} : <psum, 128, 2000>
  %p = nisa.alloc {address = 64 : i64, slots = 3 : i64, slot_bytes = 2048 : i64} : !nisa.buffer<psum, 128, 2000>
}

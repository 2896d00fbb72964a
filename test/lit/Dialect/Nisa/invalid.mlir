// RUN: neuron-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{element must be a type of the machine, but got 'f64'}}
func.func private @type_element(!nisa.view<sbuf, 1, [1], f64>)

// -----
// expected-error @+1 {{rows must be 1 to 65535, but got 0}}
func.func private @type_rows(!nisa.view<sbuf, 0, [1], f32>)

// -----
// expected-error @+1 {{free dims must be at most 4, but got 5}}
func.func private @type_dims(!nisa.view<sbuf, 1, [1, 1, 1, 1, 1], f32>)

// -----
// expected-error @+1 {{sizes must be positive and hold at most 2^48 elements, but got [4, 0]}}
func.func private @type_sizes(!nisa.view<sbuf, 1, [4, 0], f32>)

// -----
// expected-error @+1 {{sizes must be positive and hold at most 2^48 elements}}
func.func private @type_elements(!nisa.view<hbm, 1, [4294967295, 4294967295, 4294967295], f32>)

// -----
// expected-error @+1 {{partitions must be 1 to 128 in sbuf, but got 129}}
func.func private @buffer_partitions(!nisa.buffer<sbuf, 129, 4>)

// -----
// expected-error @+1 {{partitions must be 1 to 1 in hbm, but got 2}}
func.func private @buffer_hbm(!nisa.buffer<hbm, 2, 4>)

// -----
// expected-error @+1 {{bytes must be positive and at most 2^48, but got 0}}
func.func private @buffer_bytes(!nisa.buffer<sbuf, 1, 0>)

// -----
nisa.program @variable_space target "trn2" {
  // expected-error @+1 {{result must be an hbm buffer, but got '!nisa.buffer<sbuf, 1, 4>'}}
  %x = nisa.variable "x" {kind = "input", dtype = "f32", shape = array<i64>} : !nisa.buffer<sbuf, 1, 4>
}

// -----
nisa.program @variable_kind target "trn2" {
  // expected-error @+1 {{kind must be input, output, inout, state, weight, scratch or seed, but got 'const'}}
  %x = nisa.variable "x" {kind = "const", dtype = "f32", shape = array<i64>} : !nisa.buffer<hbm, 1, 4>
}

// -----
nisa.program @variable_dtype target "trn2" {
  // expected-error @+1 {{dtype must be an element type, but got 'float'}}
  %x = nisa.variable "x" {kind = "input", dtype = "float", shape = array<i64>} : !nisa.buffer<hbm, 1, 4>
}

// -----
nisa.program @variable_shape target "trn2" {
  // expected-error @+1 {{shape must fit 8 bytes, but got [2, 2] of f32}}
  %x = nisa.variable "x" {kind = "input", dtype = "f32", shape = array<i64: 2, 2>} : !nisa.buffer<hbm, 1, 8>
}

// -----
nisa.program @alloc_space target "trn2" {
  // expected-error @+1 {{result must be an sbuf or psum buffer, but got '!nisa.buffer<hbm, 1, 4>'}}
  %x = nisa.alloc : !nisa.buffer<hbm, 1, 4>
}

// -----
nisa.program @alloc_slots target "trn2" {
  // expected-error @+1 {{slots must be 1 to 65535, but got 0}}
  %x = nisa.alloc {slots = 0 : i64} : !nisa.buffer<sbuf, 1, 4>
}

// -----
nisa.program @loop_trip target "trn2" {
  // expected-error @+1 {{trip count must be 1 to 2147483647, but got 0}}
  nisa.loop %i to 0 {
  }
}

// -----
nisa.program @view_space target "trn2" {
  %x = nisa.alloc : !nisa.buffer<sbuf, 128, 64>
  // expected-error @+1 {{view must be in the memory of its buffer}}
  %v = nisa.view %x[0] partition 0 row_step 0 steps [] : !nisa.buffer<sbuf, 128, 64> -> !nisa.view<psum, 1, [], f32>
}

// -----
nisa.program @view_steps target "trn2" {
  %x = nisa.alloc : !nisa.buffer<sbuf, 128, 64>
  // expected-error @+1 {{needs a step for each free dim, but got 2 for 1}}
  %v = nisa.view %x[0] partition 0 row_step 0 steps [1, 1] : !nisa.buffer<sbuf, 128, 64> -> !nisa.view<sbuf, 1, [4], f32>
}

// -----
nisa.program @view_coefficients target "trn2" {
  nisa.loop %i to 2 {
    %x = nisa.alloc : !nisa.buffer<sbuf, 128, 64>
    // expected-error @+1 {{needs a coefficient for each counter, but got 0 for 1}}
    %v = "nisa.view"(%x, %i) {base = 0 : i64, coefficients = array<i64>, partition = 0 : i64, row_step = 0 : i64, steps = array<i64>} : (!nisa.buffer<sbuf, 128, 64>, index) -> !nisa.view<sbuf, 1, [], f32>
  }
}

// -----
nisa.program @view_partitions target "trn2" {
  %x = nisa.alloc : !nisa.buffer<sbuf, 64, 64>
  // expected-error @+1 {{partitions must lie in the buffer, but got 32 + 64 of 64}}
  %v = nisa.view %x[0] partition 32 row_step 0 steps [1] : !nisa.buffer<sbuf, 64, 64> -> !nisa.view<sbuf, 64, [4], f32>
}

// -----
nisa.program @view_step_range target "trn2" {
  %x = nisa.alloc : !nisa.buffer<sbuf, 128, 40000>
  // expected-error @+1 {{steps must be -32768 to 32767 elements, but got 32768}}
  %v = nisa.view %x[0] partition 0 row_step 0 steps [32768] : !nisa.buffer<sbuf, 128, 40000> -> !nisa.view<sbuf, 1, [2], ui8>
}

// -----
nisa.program @view_bounds target "trn2" {
  // expected-note @+1 {{buffer is made here}}
  %x = nisa.alloc : !nisa.buffer<sbuf, 128, 64>
  nisa.loop %i to 4 {
    // expected-error @+1 {{elements must lie in the 64 bytes of the buffer, but got bytes 4 to 67}}
    %v = nisa.view %x[1 + %i * 4] partition 0 row_step 0 steps [1] : !nisa.buffer<sbuf, 128, 64> -> !nisa.view<sbuf, 1, [4], f32>
  }
}

// -----
nisa.program @view_bounds_below target "trn2" {
  // expected-note @+1 {{buffer is made here}}
  %x = nisa.variable "x" {kind = "input", dtype = "f32", shape = array<i64: 16>} : !nisa.buffer<hbm, 1, 64>
  // expected-error @+1 {{elements must lie in the 64 bytes of the buffer, but got bytes -4 to 3}}
  %v = nisa.view %x[0] partition 0 row_step -1 steps [] : !nisa.buffer<hbm, 1, 64> -> !nisa.view<hbm, 2, [], f32>
}

// -----
nisa.program @view_bounds_overflow target "trn2" {
  // expected-note @+1 {{buffer is made here}}
  %x = nisa.variable "x" {kind = "input", dtype = "f32", shape = array<i64: 16>} : !nisa.buffer<hbm, 1, 64>
  nisa.loop %i to 2147483647 {
    // expected-error @+1 {{elements must lie in the 64 bytes of the buffer}}
    %v = nisa.view %x[0 + %i * 9223372036854775807] partition 0 row_step 0 steps [] : !nisa.buffer<hbm, 1, 64> -> !nisa.view<hbm, 1, [], f32>
  }
}

// -----
func.func @view_counter(%i: index) {
  %x = nisa.alloc : !nisa.buffer<sbuf, 128, 64>
  // expected-error @+1 {{counters must be those of enclosing nisa.loop operations}}
  %v = nisa.view %x[0 + %i * 1] partition 0 row_step 0 steps [] : !nisa.buffer<sbuf, 128, 64> -> !nisa.view<sbuf, 1, [], f32>
  return
}

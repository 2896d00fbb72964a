// RUN: not neuron-opt %s --neuron-auto-cast=mode=some 2>&1 | FileCheck %s --check-prefix=MODE
// RUN: not neuron-opt %s "--neuron-auto-cast=mode=all type=fp4" 2>&1 | FileCheck %s --check-prefix=TYPE

// MODE: error: 'mode' must be none, matmult or all, but got 'some'
// TYPE: error: 'type' must be bf16, fp16, tf32 or fp8_e4m3, but got 'fp4'
func.func @nothing() {
  return
}

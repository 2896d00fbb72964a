// RUN: split-file %s %t
// RUN: neuron-opt %t/plain.mlir --convert-kernel-to-nisa | FileCheck %t/plain.mlir
// RUN: neuron-opt %t/causal.mlir --convert-kernel-to-nisa | FileCheck %t/causal.mlir
// RUN: neuron-opt %t/causal.mlir --convert-kernel-to-nisa=target=trn1 | FileCheck %t/causal.mlir --check-prefix=ONE

//--- plain.mlir
// Scores of a row stay in SBUF, their maximum is found on the way out of PSUM;
// half of the transposes are DMA's. What repeats is a loop.
// CHECK: nisa.kernel "attention"
// CHECK: nisa.loop
// CHECK: nisa.tensor_scalar_reduce <multiply> <max>
// CHECK: nisa.activation <exp> {{.*}}cmd = #nisa.cmd<reset_reduce>
// CHECK: nisa.dma_transpose
// CHECK: nisa.nc_transpose
// CHECK-NOT: nisa.range_select
// CHECK-NOT: kind = "scratch"
func.func @main(%q: tensor<1x1x4096x64xbf16>, %k: tensor<1x1x8192x64xbf16>) -> tensor<1x1x4096x64xbf16> {
  %r = neuron.attention %q, %k, %k scale = 1.250000e-01 : (tensor<1x1x4096x64xbf16>, tensor<1x1x8192x64xbf16>, tensor<1x1x8192x64xbf16>) -> tensor<1x1x4096x64xbf16>
  return %r : tensor<1x1x4096x64xbf16>
}

//--- causal.mlir
// The end of a row's keys is a bound of range_select; NeuronCore-v2 adds a large
// negative number instead.
// CHECK: nisa.range_select
// ONE-NOT: nisa.range_select
// ONE: nisa.scalar_tensor_tensor
func.func @main(%q: tensor<1x1x2048x64xf32>) -> tensor<1x1x2048x64xf32> {
  %r = neuron.attention %q, %q, %q scale = 1.250000e-01 {causal = true, causal_offset = 0 : i64} : (tensor<1x1x2048x64xf32>, tensor<1x1x2048x64xf32>, tensor<1x1x2048x64xf32>) -> tensor<1x1x2048x64xf32>
  return %r : tensor<1x1x2048x64xf32>
}

//===- Kernels.h - the published kernels ------------------------*- C++ -*-===//
#ifndef NEURON_BENCH_KERNELS_H
#define NEURON_BENCH_KERNELS_H

#include "KernelBuilder.h"

namespace neuron::calibration {

/// C[m, n] = A[m, k] B[k, n] with A stored transposed (Matmul.cpp).
struct MatmulShape {
  unsigned m, k, n;
  DType type;
};
Program matmulTiled(const Target &target, const MatmulShape &shape);
Program matmulHoisted(const Target &target, const MatmulShape &shape);
Program matmulBlockedFree(const Target &target, const MatmulShape &shape);
Program matmulBlocked(const Target &target, const MatmulShape &shape);
/// fp8 with two rows of K in each element of the array.
Program matmulDoubleRow(const Target &target, const MatmulShape &shape);

/// The selective scan of Mamba, fp32, 16 states (Scan.cpp).
struct ScanShape {
  unsigned channels, length;
};
Program scanFirst(const Target &target, const ScanShape &shape);
Program scanReordered(const Target &target, const ScanShape &shape);
Program scanTiled(const Target &target, const ScanShape &shape);

/// Attention of a prefill (Attention.cpp).
struct AttentionShape {
  unsigned heads, keys, queries, size;
  DType type;
  bool causal;
};
Program attention(const Target &target, const AttentionShape &shape);

/// Gated MLP (Mlp.cpp).
struct MlpShape {
  unsigned tokens, hidden, intermediate;
  bool norm;
};
Program mlpPrefill(const Target &target, const MlpShape &shape);
Program mlpDecode(const Target &target, const MlpShape &shape);

} // namespace neuron::calibration

#endif // NEURON_BENCH_KERNELS_H

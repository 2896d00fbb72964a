//===- Kernels.h - inner loops, one set for each instruction set -*- C++ -*-===//
//
// One source (the .inc files of this folder) is compiled once for each
// instruction set; `selectKernels` takes the widest one the CPU has. All sets
// give the same bits: loops are vectorised across elements only, sums keep their
// order, multiply-add is fused exactly where the machine fuses it, and no
// function of the C library is called.
//
//===----------------------------------------------------------------------===//
#ifndef NEURON_EXEC_KERNELS_H
#define NEURON_EXEC_KERNELS_H

#include "neuron/types.h"

#include <cstddef>
#include <cstdint>

namespace neuron {

inline constexpr unsigned kNumDTypes = 64;
inline constexpr unsigned kNumAluOps = 64;
inline constexpr unsigned kNumActFns = 32;

/// Operands of one matrix multiplication, already f32. Pitches in elements.
struct MatmulArgs {
  const float *stationary; ///< [k][m]
  size_t stationaryPitch;
  const float *moving; ///< [k][n]
  size_t movingPitch;
  float *dst; ///< [m][n]
  size_t dstPitch;
  unsigned k, m, n;
  bool accumulate; ///< add to dst instead of overwriting; k is at most 256
};

/// Loops over contiguous elements. Destinations may be the sources themselves,
/// but may not overlap them otherwise.
struct Kernels {
  const char *name;
  /// Elements of a type as f32; null where the engines cannot read the type.
  void (*load[kNumDTypes])(const void *src, float *dst, size_t n);
  /// f32 rounded to a type (RNE, NaN quiet and positive, integers saturate).
  void (*store[kNumDTypes])(const float *src, void *dst, size_t n);
  /// dst = a op b; null for bit operations.
  void (*binary[kNumAluOps])(const float *a, const float *b, float *dst, size_t n);
  /// dst = a op s.
  void (*scalar[kNumAluOps])(const float *a, float s, float *dst, size_t n);
  /// dst = s op a.
  void (*scalarReverse[kNumAluOps])(const float *a, float s, float *dst, size_t n);
  /// dst = op on the bits of a and b, zero-extended to 32 bits.
  void (*bits[kNumAluOps])(const uint32_t *a, const uint32_t *b, uint32_t *dst, size_t n);
  /// dst = a op b on 32-bit integers with wraparound; null if not arithmetic.
  void (*int32[kNumAluOps])(const int32_t *a, const int32_t *b, int32_t *dst, size_t n);
  void (*uint32[kNumAluOps])(const uint32_t *a, const uint32_t *b, uint32_t *dst, size_t n);
  /// dst = fn(src); param is the slope of prelu.
  void (*activate[kNumActFns])(const float *src, float *dst, size_t n, float param);
  /// dst = src * scale + bias, product and sum rounded.
  void (*scaleBias)(const float *src, float scale, float bias, float *dst, size_t n);
  /// dst[m][n] (+)= sum over k in order 0..k-1, fused multiply-add in f32.
  void (*matmul)(const MatmulArgs &args);
  /// acc[r] = acc[r] op src[r][i] for i = 0 .. n-1 in order; src is [rows][n].
  /// Null where an operator is no reduction.
  void (*reduceRows[kNumAluOps])(const float *src, size_t rows, size_t n, float *acc);
};

/// The widest set this CPU runs. `NEURON_KERNELS` in the environment may name
/// a narrower one (portable, avx2, avx512), for tests.
const Kernels &selectKernels();
/// The set of that name if this CPU runs it, or nullptr.
const Kernels *findKernels(const char *name);

const Kernels &portableKernels();
#ifdef NEURON_X86_KERNELS
const Kernels &avx2Kernels();
const Kernels &avx512Kernels();
#endif

} // namespace neuron

#endif // NEURON_EXEC_KERNELS_H

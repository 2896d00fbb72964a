//===- Linear.h - affine functions of loop counters -------------*- C++ -*-===//
#ifndef NEURONC_LIB_SCHEDULE_LINEAR_H
#define NEURONC_LIB_SCHEDULE_LINEAR_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>

namespace neuron::schedule {

/// base + sum of terms[d] * counter of the enclosing loop at depth d.
struct Linear {
  int64_t base = 0;
  llvm::SmallVector<int64_t, 4> terms;

  Linear(int64_t base = 0) : base(base) {}
  static Linear counter(unsigned depth, int64_t shift = 0) {
    Linear result(shift);
    result.add(depth, 1);
    return result;
  }

  int64_t term(unsigned depth) const { return depth < terms.size() ? terms[depth] : 0; }
  void add(unsigned depth, int64_t coefficient) {
    if (depth >= terms.size())
      terms.resize(depth + 1);
    terms[depth] += coefficient;
  }
  /// Adds `factor` times `other`.
  void add(const Linear &other, int64_t factor = 1) {
    base += factor * other.base;
    for (unsigned d = 0; d < other.terms.size(); ++d)
      if (other.terms[d])
        add(d, factor * other.terms[d]);
  }
  bool isConstant() const {
    return llvm::all_of(terms, [](int64_t c) { return c == 0; });
  }
  bool operator==(const Linear &other) const {
    for (unsigned d = 0; d < std::max(terms.size(), other.terms.size()); ++d)
      if (term(d) != other.term(d))
        return false;
    return base == other.base;
  }
  /// Smallest and largest value; counter d runs over 0 .. trips[d]-1.
  int64_t min(llvm::ArrayRef<int64_t> trips) const { return base + extreme(trips, -1); }
  int64_t max(llvm::ArrayRef<int64_t> trips) const { return base + extreme(trips, 1); }

  /// Smallest value of this minus `other`.
  int64_t minOver(const Linear &other, llvm::ArrayRef<int64_t> trips) const {
    int64_t sum = base - other.base;
    for (unsigned d = 0, end = std::max(terms.size(), other.terms.size()); d < end; ++d)
      if (int64_t c = term(d) - other.term(d); c < 0)
        sum += c * (trips[d] - 1);
    return sum;
  }

private:
  int64_t extreme(llvm::ArrayRef<int64_t> trips, int sign) const {
    int64_t sum = 0;
    for (unsigned d = 0; d < terms.size(); ++d)
      if (sign * terms[d] > 0)
        sum += terms[d] * (trips[d] - 1);
    return sum;
  }
};

/// `other` with counter d replaced by at[d], for all d < at.size().
inline Linear substitute(const Linear &other, llvm::ArrayRef<Linear> at) {
  Linear result(other.base);
  for (unsigned d = 0; d < other.terms.size(); ++d)
    if (other.terms[d]) {
      if (d < at.size())
        result.add(at[d], other.terms[d]);
      else
        result.add(d, other.terms[d]);
    }
  return result;
}

} // namespace neuron::schedule

#endif // NEURONC_LIB_SCHEDULE_LINEAR_H

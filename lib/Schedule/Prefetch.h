//===- Prefetch.h - how early a load should start ---------------*- C++ -*-===//
#ifndef NEURONC_LIB_SCHEDULE_PREFETCH_H
#define NEURONC_LIB_SCHEDULE_PREFETCH_H

#include "ItemGraph.h"

namespace neuron::schedule {

/// When the loads of a program should start so that the DMA engines never have
/// to catch up.
class Prefetch {
public:
  struct Load {
    unsigned buffer = 0;
    unsigned kernel = 0;  ///< that needs it
    unsigned wanted = 0;  ///< kernel at whose start it should begin
  };

  /// Buffers have their slots.
  Prefetch(const Sequence &sequence, llvm::ArrayRef<InstTime> times, const Target &target);

  /// In order of need.
  llvm::ArrayRef<Load> loads() const { return order; }
  /// First instruction of a kernel.
  unsigned startOf(unsigned kernel) const { return kernels[kernel].first; }

private:
  struct KernelSpan {
    unsigned first = 0, end = 0; ///< instructions
    double start = 0;            ///< ns, if nothing waits for memory
  };
  void findKernels(const Sequence &sequence, llvm::ArrayRef<InstTime> times);
  void findLoads(const Sequence &sequence);
  void findStarts(const Sequence &sequence, const Target &target);
  unsigned kernelOf(unsigned instruction) const;

  std::vector<KernelSpan> kernels;
  std::vector<Load> order;
};

} // namespace neuron::schedule

#endif // NEURONC_LIB_SCHEDULE_PREFETCH_H

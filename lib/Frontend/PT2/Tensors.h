//===- Tensors.h - from aliases and mutation to values ----------*- C++ -*-===//
//
// In torch a tensor is a view of a storage, and operators may write through
// it. Here a storage is one value that is replaced when something is written;
// a view is a chain of steps over it. Reading a view whose storage was replaced
// replays its chain on the newest value; writing through one turns the update
// into a new value of the storage, step by step.
//
//===----------------------------------------------------------------------===//
#ifndef NEURONC_LIB_FRONTEND_PT2_TENSORS_H
#define NEURONC_LIB_FRONTEND_PT2_TENSORS_H

#include "Emitter.h"

#include <deque>
#include <functional>

namespace neuron::pt2 {

/// How a view follows from the tensor it looks at, and how that tensor follows
/// from a new value of the view.
struct ViewStep {
  std::function<mlir::Value(Emitter &, mlir::Value base)> forward;
  /// Empty if nothing can be written through the view: several of its elements
  /// share a place.
  std::function<mlir::Value(Emitter &, mlir::Value base, mlir::Value update)> backward;
};

/// Where torch keeps the elements, as the exporter saw it: in elements.
struct Layout {
  Shape sizes, strides;
  int64_t offset = 0;
  /// Row-major without gaps.
  bool isContiguous() const;
  /// The dims from outermost to innermost in memory if there are no gaps; else empty.
  Shape memoryOrder() const;
};

/// One tensor of the program, as torch sees it: what names refer to.
struct Tensor {
  /// What this is a view of; null for a storage.
  Tensor *base = nullptr;
  ViewStep step;
  /// The storage at the end of the chain; the tensor itself if it is one.
  Tensor *root = nullptr;
  Layout layout;
  /// The value when the storage was at `version`.
  mlir::Value value;
  /// Of a storage: how often it was written.
  uint64_t version = 0;
};

/// All tensors of an import.
class TensorTable {
public:
  /// A storage of its own, with this value.
  Tensor *create(mlir::Value value, Layout layout);
  /// A view of `base`.
  Tensor *view(Tensor *base, ViewStep step, Layout layout);
  /// The tensor's value now.
  static mlir::Value read(Tensor *tensor, Emitter &emitter);
  /// Replaces the tensor's elements. False if a view on the way cannot be written.
  static bool write(Tensor *tensor, mlir::Value value, Emitter &emitter);

private:
  std::deque<Tensor> tensors;
};

} // namespace neuron::pt2

#endif // NEURONC_LIB_FRONTEND_PT2_TENSORS_H

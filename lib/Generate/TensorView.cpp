//===- TensorView.cpp - arithmetic on strided windows ---------------------===//

#include "TensorView.h"

#include <cassert>
#include <cstdlib>

using namespace neuron;

Offset Offset::of(mlir::Value counter, int64_t coefficient) {
  Offset result;
  result.terms.push_back({counter, coefficient});
  return result;
}

Offset &Offset::operator+=(const Offset &other) {
  base += other.base;
  for (const auto &term : other.terms) {
    auto *same = llvm::find_if(terms, [&](auto &t) { return t.first == term.first; });
    if (same != terms.end())
      same->second += term.second;
    else
      terms.push_back(term);
  }
  llvm::erase_if(terms, [](auto &t) { return t.second == 0; });
  return *this;
}

Offset Offset::operator+(const Offset &other) const {
  Offset result = *this;
  return result += other;
}

Offset Offset::operator*(int64_t factor) const {
  Offset result = *this;
  result.base *= factor;
  for (auto &term : result.terms)
    term.second *= factor;
  llvm::erase_if(result.terms, [](auto &t) { return t.second == 0; });
  return result;
}

int64_t TensorView::numElements() const {
  int64_t count = 1;
  for (int64_t size : sizes)
    count *= size;
  return count;
}

bool TensorView::isContiguous() const {
  int64_t expected = 1;
  for (int i = int(rank()) - 1; i >= 0; --i) {
    if (sizes[i] != 1 && strides[i] != expected)
      return false;
    expected *= sizes[i];
  }
  return true;
}

TensorView TensorView::contiguous(mlir::Value buffer, DType storage,
                                  llvm::ArrayRef<int64_t> sizes) {
  TensorView view;
  view.buffer = buffer;
  view.storage = storage;
  view.sizes.assign(sizes.begin(), sizes.end());
  view.strides.assign(sizes.size(), 1);
  for (int i = int(sizes.size()) - 2; i >= 0; --i)
    view.strides[i] = view.strides[i + 1] * sizes[i + 1];
  return view;
}

TensorView TensorView::transpose(llvm::ArrayRef<int64_t> permutation) const {
  TensorView view = *this;
  for (auto [to, from] : llvm::enumerate(permutation)) {
    view.sizes[to] = sizes[from];
    view.strides[to] = strides[from];
  }
  return view;
}

TensorView TensorView::slice(llvm::ArrayRef<int64_t> starts, llvm::ArrayRef<int64_t> newSizes,
                             llvm::ArrayRef<int64_t> steps) const {
  TensorView view = *this;
  for (unsigned i = 0; i < rank(); ++i) {
    view.offset.base += starts[i] * strides[i];
    view.sizes[i] = newSizes[i];
    view.strides[i] = strides[i] * steps[i];
  }
  return view;
}

TensorView TensorView::reverse(llvm::ArrayRef<int64_t> dims) const {
  TensorView view = *this;
  for (int64_t dim : dims) {
    view.offset.base += (sizes[dim] - 1) * strides[dim];
    view.strides[dim] = -strides[dim];
  }
  return view;
}

TensorView TensorView::broadcast(llvm::ArrayRef<int64_t> resultSizes,
                                 llvm::ArrayRef<int64_t> dims) const {
  TensorView view = *this;
  view.sizes.assign(resultSizes.begin(), resultSizes.end());
  view.strides.assign(resultSizes.size(), 0);
  for (auto [from, to] : llvm::enumerate(dims))
    view.strides[to] = sizes[from] == 1 ? 0 : strides[from];
  return view;
}

/// Strides for `newSizes` when the old dims [from, to) are one run of elements.
static bool splitRun(llvm::ArrayRef<int64_t> newSizes, int64_t stride, Shape &strides) {
  for (int i = int(newSizes.size()) - 1; i >= 0; --i) {
    strides[i] = stride;
    stride *= newSizes[i];
  }
  return true;
}

std::optional<TensorView> TensorView::reshape(llvm::ArrayRef<int64_t> newSizes) const {
  TensorView view = *this;
  view.sizes.assign(newSizes.begin(), newSizes.end());
  view.strides.assign(newSizes.size(), 1);
  if (numElements() == 0)
    return view;
  // Walk both shapes from the inside, in groups of equal element counts.
  int oldEnd = rank(), newEnd = newSizes.size();
  while (oldEnd > 0 || newEnd > 0) {
    int oldBegin = oldEnd, newBegin = newEnd;
    int64_t oldCount = 1, newCount = 1;
    do {
      if (oldCount <= newCount && oldBegin > 0)
        oldCount *= sizes[--oldBegin];
      else if (newBegin > 0)
        newCount *= newSizes[--newBegin];
      else
        oldCount *= sizes[--oldBegin];
    } while (oldCount != newCount);
    // The old dims of the group must be one run.
    int64_t inner = 0, expected = 0;
    bool first = true;
    for (int i = oldEnd - 1; i >= oldBegin; --i) {
      if (sizes[i] == 1)
        continue;
      if (first)
        inner = strides[i];
      else if (strides[i] != expected)
        return std::nullopt;
      first = false;
      expected = strides[i] * sizes[i];
    }
    Shape groupStrides(newEnd - newBegin, 0);
    splitRun(newSizes.slice(newBegin, newEnd - newBegin), inner, groupStrides);
    for (int i = newBegin; i < newEnd; ++i)
      view.strides[i] = groupStrides[i - newBegin];
    oldEnd = oldBegin;
    newEnd = newBegin;
  }
  return view;
}

TensorView TensorView::window(unsigned dim, const Offset &start, int64_t size) const {
  TensorView view = *this;
  view.offset += start * strides[dim];
  view.sizes[dim] = size;
  return view;
}

TensorView TensorView::at(unsigned dim, const Offset &index) const {
  TensorView view = window(dim, index, 1);
  view.sizes.erase(view.sizes.begin() + dim);
  view.strides.erase(view.strides.begin() + dim);
  return view;
}

TensorView TensorView::insertDim(unsigned dim) const {
  TensorView view = *this;
  view.sizes.insert(view.sizes.begin() + dim, 1);
  view.strides.insert(view.strides.begin() + dim, 0);
  return view;
}

TensorView TensorView::split(unsigned dim, int64_t inner) const {
  assert(sizes[dim] % inner == 0 && "split must divide");
  TensorView view = insertDim(dim);
  view.sizes[dim] = sizes[dim] / inner;
  view.strides[dim] = strides[dim] * inner;
  view.sizes[dim + 1] = inner;
  return view;
}

TensorView TensorView::words(unsigned word, DType type) const {
  TensorView view = *this;
  view.storage = type;
  for (int64_t &stride : view.strides)
    stride *= 2;
  view.offset = offset * 2 + Offset(word);
  return view;
}

/// True if dims i and i+1 are one run in `view`.
static bool mergeable(const TensorView &view, unsigned i) {
  return view.strides[i] == view.strides[i + 1] * view.sizes[i + 1];
}

static void eraseDim(TensorView &view, unsigned dim) {
  view.sizes.erase(view.sizes.begin() + dim);
  view.strides.erase(view.strides.begin() + dim);
}

void neuron::collapseDims(llvm::MutableArrayRef<TensorView> views) {
  if (views.empty())
    return;
  for (int i = int(views[0].rank()) - 1; i >= 0 && views[0].rank() > 1; --i)
    if (views[0].sizes[i] == 1)
      for (TensorView &view : views)
        eraseDim(view, i);
  for (int i = int(views[0].rank()) - 2; i >= 0; --i) {
    if (!llvm::all_of(views, [&](TensorView &v) { return mergeable(v, i); }))
      continue;
    for (TensorView &view : views) {
      view.sizes[i + 1] *= view.sizes[i];
      eraseDim(view, i);
    }
  }
}

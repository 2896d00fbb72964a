//===- Window.cpp - attributes of convolutions and pools ------------------===//

#include "Window.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::onnx;

/// Larger numbers are no network's; sums of a few of them stay far from overflow.
static constexpr int64_t kMaxExtent = int64_t(1) << 40;

int64_t neuron::onnx::windowPositions(int64_t size, int64_t kernel, int64_t stride, int64_t dilation,
                                      int64_t lo, int64_t hi) {
  int64_t room = size + lo + hi - dilation * (kernel - 1) - 1;
  return room < 0 ? 0 : room / stride + 1;
}

/// One entry for each spatial dim, in [least, 2^20].
static bool isList(Dims list, size_t rank, int64_t least) {
  return list.size() == rank && llvm::all_of(list, [&](int64_t n) { return n >= least && n <= (1 << 20); });
}

/// Pads such that there are ceil(size / stride) positions; an odd one goes to the end for SAME_UPPER.
static void padSame(Window &window, Dims spatial, bool isUpper) {
  for (size_t i = 0; i < spatial.size(); ++i) {
    int64_t positions = llvm::divideCeil(spatial[i], window.strides[i]);
    int64_t extent = (positions - 1) * window.strides[i] + window.dilations[i] * (window.kernel[i] - 1) + 1;
    int64_t total = std::max<int64_t>(extent - spatial[i], 0);
    window.lo.push_back(isUpper ? total / 2 : total - total / 2);
    window.hi.push_back(total - window.lo.back());
  }
}

FailureOr<Window> neuron::onnx::readWindow(Call &n, Dims shape, Shape kernel) {
  if (shape.size() < 3)
    return n.invalid("needs an operand of rank 3 or more, but got " + Twine(shape.size()));
  Dims spatial = shape.drop_front(2);
  size_t rank = spatial.size();
  Window window;
  window.kernel = std::move(kernel);
  window.strides = n.attrInts("strides", Shape(rank, 1));
  window.dilations = n.attrInts("dilations", Shape(rank, 1));
  if (!isList(window.kernel, rank, 1) || !isList(window.strides, rank, 1) ||
      !isList(window.dilations, rank, 1) ||
      llvm::any_of(spatial, [](int64_t size) { return size >= kMaxExtent; }))
    return n.invalid("kernel, strides and dilations need a positive entry for each of " + Twine(rank) +
                     " spatial dims");
  StringRef mode = n.attrString("auto_pad", "NOTSET");
  if (mode == "SAME_UPPER" || mode == "SAME_LOWER") {
    padSame(window, spatial, mode == "SAME_UPPER");
    return window;
  }
  if (mode != "NOTSET" && mode != "VALID")
    return n.invalid("auto_pad has the unknown value '" + mode + "'");
  Shape pads = mode == "VALID" ? Shape(2 * rank, 0) : n.attrInts("pads", Shape(2 * rank, 0));
  if (n.failed() || !isList(pads, 2 * rank, -(1 << 20)))
    return n.invalid("pads need two entries for each of " + Twine(rank) + " spatial dims");
  window.lo.assign(pads.begin(), pads.begin() + rank);
  window.hi.assign(pads.begin() + rank, pads.end());
  return window;
}

Value neuron::onnx::addBias(Call &n, Value x, Value bias) {
  return bias ? n.e.add(x, n.e.broadcastAlong(bias, 1, Emitter::shape(x))) : x;
}

bool neuron::onnx::readKernel(Call &n, Value w, Shape &kernel) {
  kernel = Shape(Emitter::shape(w).drop_front(2));
  if (n.hasAttr("kernel_shape") && n.attrInts("kernel_shape") != kernel)
    return succeeded(n.invalid("kernel_shape differs from the weights"));
  return !n.failed();
}

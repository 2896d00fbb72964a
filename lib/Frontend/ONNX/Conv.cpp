//===- Conv.cpp - convolutions --------------------------------------------===//

#include "Quantization.h"
#include "Window.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::onnx;

namespace {

Value convolve(Call &n, Value x, Value w) {
  Shape kernel;
  if (!n.requireRank(x, 3, 5) || !n.requireRank(w, Emitter::rank(x), Emitter::rank(x)) ||
      !readKernel(n, w, kernel))
    return {};
  FailureOr<Window> window = readWindow(n, Emitter::shape(x), kernel);
  if (failed(window))
    return {};
  return n.e.make<ConvOp>(x, w, window->strides, window->lo, window->hi, window->dilations,
                          n.attrInt("group", 1),
                          /*transposed=*/false, DenseI64ArrayAttr());
}

LogicalResult importConv(Call &n) {
  Value y = convolve(n, n.in(0), n.in(1));
  return y ? n.result(addBias(n, y, n.in(2))) : failure();
}

LogicalResult importConvInteger(Call &n) {
  Value y = convolve(n, lessZeroPoint(n, n.in(0), n.in(2), 0), lessZeroPoint(n, n.in(1), n.in(3), 0));
  return y ? n.result(y) : failure();
}

LogicalResult importQLinearConv(Call &n) {
  Value x = lessZeroPoint(n, n.in(0), n.in(2), 0), w = lessZeroPoint(n, n.in(3), n.in(5), 0);
  Value y = convolve(n, x, w);
  return y && !n.failed() ? requantize(n, addBias(n, y, n.in(8)), n.in(1), n.in(4), 1, 6) : failure();
}

/// Pads from the output shape: what is left over is split, the odd one at the start unless SAME_UPPER.
bool padsFromOutput(Call &n, Dims spatial, Dims output, Dims extra, Window &window) {
  bool isUpper = n.attrString("auto_pad", "NOTSET") == "SAME_UPPER";
  window.lo.clear();
  window.hi.clear();
  if (output.size() != spatial.size())
    return false;
  for (size_t i = 0; i < spatial.size(); ++i) {
    if (output[i] < 1 || output[i] > (int64_t(1) << 40))
      return false;
    int64_t total = (spatial[i] - 1) * window.strides[i] + extra[i] +
                    (window.kernel[i] - 1) * window.dilations[i] + 1 - output[i];
    // Nothing to cut off: the rest is zeros at the end.
    window.lo.push_back(total < 0 ? 0 : isUpper ? total / 2 : total - total / 2);
    window.hi.push_back(total - window.lo.back());
  }
  return true;
}

LogicalResult importConvTranspose(Call &n) {
  Value x = n.in(0), w = n.in(1);
  Shape kernel;
  if (!n.requireRank(x, 3, 5) || !n.requireRank(w, Emitter::rank(x), Emitter::rank(x)) ||
      !readKernel(n, w, kernel))
    return failure();
  FailureOr<Window> window = readWindow(n, Emitter::shape(x), kernel);
  if (failed(window))
    return failure();
  Dims spatial = Emitter::shape(x).drop_front(2);
  Shape extra = n.attrInts("output_padding", Shape(spatial.size(), 0));
  if (extra.size() != spatial.size() || llvm::any_of(extra, [](int64_t e) { return e < 0 || e > (1 << 20); }))
    return n.invalid("output_padding needs an entry for each spatial dim");
  StringRef mode = n.attrString("auto_pad", "NOTSET");
  Shape output = n.attrInts("output_shape");
  if (output.size() == spatial.size() + 2)
    output.erase(output.begin(), output.begin() + 2);
  if (output.empty() && mode.starts_with("SAME"))
    for (auto [size, stride] : llvm::zip(spatial, window->strides))
      output.push_back(size * stride);
  if (!output.empty() && !padsFromOutput(n, spatial, output, extra, *window))
    return n.invalid("output_shape needs a size for each spatial dim");
  // What output_padding may not hold (it is below stride or dilation) is a smaller padding at the end.
  for (size_t i = 0; i < extra.size(); ++i)
    if (extra[i] >= std::max(window->strides[i], window->dilations[i]) || window->hi[i] < 0) {
      window->hi[i] -= extra[i];
      extra[i] = 0;
    }
  auto outputPadding = n.e.b.getDenseI64ArrayAttr(extra);
  bool isPlain = llvm::all_of(extra, [](int64_t e) { return e == 0; });
  Value y = n.e.make<ConvOp>(x, w, window->strides, window->lo, window->hi, window->dilations,
                             n.attrInt("group", 1),
                             /*transposed=*/true, isPlain ? DenseI64ArrayAttr() : outputPadding);
  return n.result(addBias(n, y, n.in(2)));
}

} // namespace

ArrayRef<Operator> neuron::onnx::convOperators() {
  static const Operator rows[] = {
      {"Conv", 1, 0, 2, importConv},
      {"ConvInteger", 10, 0, 2, importConvInteger},
      {"ConvTranspose", 1, 0, 2, importConvTranspose},
      {"QLinearConv", 10, 0, 8, importQLinearConv},
  };
  return rows;
}

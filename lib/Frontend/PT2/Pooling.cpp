//===- Pooling.cpp - functions over windows -------------------------------===//
#include "OpHelpers.h"

using namespace mlir;
using namespace llvm;

namespace neuron::pt2 {
namespace {

struct PoolSpec {
  int64_t count = 0; ///< spatial dims
  Shape window = {}, strides = {}, pads = {}, dilations = {};
  bool ceil = false;
};

Shape perDim(Call &c, StringRef name, int64_t count) {
  Shape list = c.ints(name);
  if (list.size() == 1)
    list.resize(count, list.front());
  if (int64_t(list.size()) != count)
    c.invalid("'" + name + "' must have " + Twine(count) + " entries, but has " + Twine(list.size()));
  return list;
}

PoolSpec readSpec(Call &c, int64_t count, bool dilated) {
  PoolSpec spec{.count = count};
  spec.window = perDim(c, "kernel_size", count);
  spec.strides = c.ints("stride").empty() ? spec.window : perDim(c, "stride", count);
  spec.pads = perDim(c, "padding", count);
  spec.dilations = dilated ? perDim(c, "dilation", count) : Shape(count, 1);
  spec.ceil = c.flag("ceil_mode");
  return spec;
}

/// Padding at the end of each dim: in ceil mode as much as the last window, which
/// must begin inside the input or the padding before it, reaches beyond.
Shape padsAtEnd(Value x, const PoolSpec &spec) {
  Shape pads = spec.pads;
  for (int64_t i = 0; spec.ceil && i < spec.count; ++i) {
    int64_t size = Emitter::size(x, i + 2), stride = spec.strides[i];
    int64_t extent = spec.dilations[i] * (spec.window[i] - 1) + 1, room = size + 2 * pads[i] - extent;
    if (stride < 1 || room < 0)
      continue;
    int64_t positions = (room + stride - 1) / stride + 1;
    if ((positions - 1) * stride >= size + pads[i])
      --positions;
    pads[i] = std::max(pads[i], (positions - 1) * stride + extent - size - pads[i]);
  }
  return pads;
}

/// Runs `compute` on [N, C, spatial..]; an input without N gets one.
Value onBatch(Call &c, int64_t count, llvm::function_ref<Value(Value)> compute) {
  Value x = c.tensor("self");
  bool unbatched = c.e.rank(x) == count + 1;
  if (unbatched)
    x = c.e.unsqueeze(x, 0);
  if (c.failed() || !c.requireRank(x, count + 2, count + 2))
    return {};
  Value y = compute(x);
  return y && unbatched ? c.e.squeeze(y, 0) : y;
}

Value poolOf(Call &c, PoolFn fn, Value x, const PoolSpec &spec, bool includePad) {
  Shape padsHi = padsAtEnd(x, spec);
  auto counted =
      includePad && padsHi != spec.pads ? c.e.b.getDenseI64ArrayAttr(spec.pads) : DenseI64ArrayAttr();
  return PoolOp::create(c.e.b, c.e.loc, fn, x, spec.window, spec.strides, spec.pads, padsHi, spec.dilations,
                        includePad, IntegerAttr(), counted);
}

template <int count> Value maxPool(Call &c) {
  PoolSpec spec = readSpec(c, count, /*dilated=*/true);
  return onBatch(c, count, [&](Value x) { return poolOf(c, PoolFn::Max, x, spec, false); });
}

template <int count> LogicalResult maxPoolWithIndices(Call &c) {
  Value values = maxPool<count>(c);
  c.unavailable(1, "indices");
  return values ? c.result(0, values) : failure();
}

template <int count> Value avgPool(Call &c) {
  PoolSpec spec = readSpec(c, count, /*dilated=*/false);
  bool includePad = c.flag("count_include_pad");
  if (count == 1 || !c.has("divisor_override"))
    return onBatch(c, count, [&](Value x) { return poolOf(c, PoolFn::Avg, x, spec, includePad); });
  double divisor = c.number("divisor_override");
  if (divisor == 0)
    return c.invalid("the divisor is 0");
  return onBatch(c, count, [&](Value x) {
    Value sum = poolOf(c, PoolFn::Sum, x, spec, false);
    return c.e.div(sum, c.e.like(sum, divisor));
  });
}

/// The mean or maximum of windows floor(i n / m) .. ceil((i + 1) n / m) along one dim.
Value adaptDim(Call &c, Value x, int64_t dim, int64_t positions, bool isMax) {
  int64_t size = c.e.size(x, dim);
  SmallVector<Value> parts;
  for (int64_t i = 0; i < positions; ++i) {
    int64_t begin = i * size / positions, end = ((i + 1) * size + positions - 1) / positions;
    Value window = c.e.sliceDim(x, dim, begin, end - begin);
    parts.push_back(isMax ? c.e.reduce(ReduceFn::Max, window, {dim}, true) : c.e.mean(window, {dim}, true));
  }
  return c.e.concat(parts, dim);
}

/// Adaptive pooling: plain pooling where the sizes divide, separable otherwise.
Value adaptivePool(Call &c, int64_t count, bool isMax) {
  Shape positions = perDim(c, "output_size", count);
  return onBatch(c, count, [&](Value x) -> Value {
    PoolSpec spec{.count = count, .pads = Shape(count, 0), .dilations = Shape(count, 1)};
    bool divides = true, isOne = true;
    Shape dims;
    for (int64_t i = 0; i < count; ++i) {
      int64_t size = c.e.size(x, i + 2);
      if (positions[i] < 1 || positions[i] > 4096 || size < 1)
        return c.invalid("an output size is out of range");
      divides &= size % positions[i] == 0;
      isOne &= positions[i] == 1;
      spec.window.push_back(size / positions[i]);
      dims.push_back(i + 2);
    }
    spec.strides = spec.window;
    return narrowed(c, x, [&](Value wide) {
      if (isOne)
        return isMax ? c.e.reduce(ReduceFn::Max, wide, dims, true) : c.e.mean(wide, dims, true);
      if (divides)
        return poolOf(c, isMax ? PoolFn::Max : PoolFn::Avg, wide, spec, false);
      for (int64_t i = 0; i < count; ++i)
        wide = adaptDim(c, wide, i + 2, positions[i], isMax);
      return wide;
    });
  });
}

template <int count> Value adaptiveAvgPool(Call &c) { return adaptivePool(c, count, false); }

template <int count> LogicalResult adaptiveMaxPool(Call &c) {
  Value values = adaptivePool(c, count, true);
  c.unavailable(1, "indices");
  return values ? c.result(0, values) : failure();
}

const OpRow rows[] = {
    {"max_pool1d(Tensor self, int[1] kernel_size, int[1] stride=[], int[1] padding=0, int[1] dilation=1, "
     "bool ceil_mode=False)",
     maxPool<1>},
    {"max_pool2d(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, int[2] dilation=1, "
     "bool ceil_mode=False)",
     maxPool<2>},
    {"max_pool3d(Tensor self, int[3] kernel_size, int[3] stride=[], int[3] padding=0, int[3] dilation=1, "
     "bool ceil_mode=False)",
     maxPool<3>},
    {"max_pool1d_with_indices(Tensor self, int[1] kernel_size, int[1] stride=[], int[1] padding=0, int[1] "
     "dilation=1, bool ceil_mode=False)",
     maxPoolWithIndices<1>},
    {"max_pool2d_with_indices(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, int[2] "
     "dilation=1, bool ceil_mode=False)",
     maxPoolWithIndices<2>},
    {"max_pool3d_with_indices(Tensor self, int[3] kernel_size, int[3] stride=[], int[3] padding=0, int[3] "
     "dilation=1, bool ceil_mode=False)",
     maxPoolWithIndices<3>},
    {"avg_pool1d(Tensor self, int[1] kernel_size, int[1] stride=[], int[1] padding=0, bool ceil_mode=False, "
     "bool count_include_pad=True)",
     avgPool<1>},
    {"avg_pool2d(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, bool ceil_mode=False, "
     "bool count_include_pad=True, int? divisor_override=None)",
     avgPool<2>},
    {"avg_pool3d(Tensor self, int[3] kernel_size, int[3] stride=[], int[3] padding=0, bool ceil_mode=False, "
     "bool count_include_pad=True, int? divisor_override=None)",
     avgPool<3>},
    {"adaptive_avg_pool1d(Tensor self, int[1] output_size)", adaptiveAvgPool<1>},
    {"adaptive_avg_pool2d(Tensor self, int[2] output_size)", adaptiveAvgPool<2>},
    {"adaptive_avg_pool3d(Tensor self, int[3] output_size)", adaptiveAvgPool<3>},
    {"_adaptive_avg_pool2d(Tensor self, int[2] output_size)", adaptiveAvgPool<2>},
    {"_adaptive_avg_pool3d(Tensor self, int[3] output_size)", adaptiveAvgPool<3>},
    {"adaptive_max_pool1d(Tensor self, int[1] output_size)", adaptiveMaxPool<1>},
    {"adaptive_max_pool2d(Tensor self, int[2] output_size)", adaptiveMaxPool<2>},
    {"adaptive_max_pool3d(Tensor self, int[3] output_size)", adaptiveMaxPool<3>},
};

} // namespace

ArrayRef<OpRow> poolingOps() { return rows; }

} // namespace neuron::pt2

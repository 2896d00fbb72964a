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
  for (const Shape *list : {&spec.window, &spec.strides, &spec.dilations})
    if (any_of(*list, [](int64_t n) { return n < 1 || n > 1 << 20; }))
      c.invalid("a window, stride or dilation is out of range");
  if (any_of(spec.pads, [](int64_t n) { return n < 0 || n > 1 << 20; }))
    c.invalid("a padding is out of range");
  return spec;
}

/// In ceil mode a window may be larger than the padded image: there is one position, and what lies outside never counts.
PoolSpec clipped(Value x, PoolSpec spec) {
  for (int64_t i = 0; spec.ceil && i < spec.count; ++i)
    if (int64_t padded = Emitter::size(x, i + 2) + 2 * spec.pads[i]; spec.dilations[i] == 1 && padded > 0)
      spec.window[i] = std::min(spec.window[i], padded);
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

Value poolOf(Call &c, PoolFn fn, Value x, const PoolSpec &given, bool includePad) {
  PoolSpec spec = clipped(x, given);
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

/// Visits the taps of a window: `visit(offset of the tap in each spatial dim)`.
void forEachTap(Dims window, llvm::function_ref<void(Dims)> visit) {
  Shape tap(window.size(), 0);
  while (true) {
    visit(tap);
    int64_t dim = int64_t(window.size()) - 1;
    while (dim >= 0 && ++tap[dim] == window[dim])
      tap[dim--] = 0;
    if (dim < 0)
      return;
  }
}

/// Where in the image (row-major) each maximum lies: the first of equal ones.
Value maxIndices(Call &c, Value x, const PoolSpec &given) {
  PoolSpec spec = clipped(x, given);
  Shape lo{0, 0}, hi{0, 0}, positions{c.e.size(x, 0), c.e.size(x, 1)}, padsHi = padsAtEnd(x, spec);
  append_range(lo, spec.pads);
  append_range(hi, padsHi);
  Shape image(c.e.shape(x).drop_front(2));
  Value place = c.e.reshape(c.e.iota({numElements(image)}, 0, c.e.b.getI64Type()), image);
  Value places = c.e.pad(c.e.broadcast(place, Shape(c.e.shape(x))), lo, hi);
  Value padded = c.e.pad(x, lo, hi, -std::numeric_limits<double>::infinity());
  for (int64_t i = 0; i < spec.count; ++i) {
    int64_t room = c.e.size(padded, i + 2) - spec.dilations[i] * (spec.window[i] - 1) - 1;
    positions.push_back(room / spec.strides[i] + 1);
  }
  Shape strides{1, 1};
  append_range(strides, spec.strides);
  Value best, where;
  forEachTap(spec.window, [&](Dims tap) {
    Shape starts{0, 0}, sizes = positions, steps = strides;
    for (auto [offset, dilation] : zip(tap, spec.dilations))
      starts.push_back(offset * dilation);
    Value value = c.e.slice(padded, starts, sizes, steps), index = c.e.slice(places, starts, sizes, steps);
    if (best) {
      Value more = c.e.compare(CompareFn::Gt, value, best);
      if (c.e.isFloat(value))
        more = c.e.binary(BinaryFn::Or, more, c.e.unary(UnaryFn::IsNan, value));
      value = c.e.select(more, value, best);
      index = c.e.select(more, index, where);
    }
    best = value;
    where = index;
  });
  return where;
}

template <int count> LogicalResult maxPoolWithIndices(Call &c) {
  PoolSpec spec = readSpec(c, count, /*dilated=*/true);
  Value values = onBatch(c, count, [&](Value x) { return poolOf(c, PoolFn::Max, x, spec, false); });
  if (!values)
    return failure();
  if (numElements(spec.window) > 256 || !c.e.isFloat(values)) {
    c.unavailable(1, "indices");
    return c.result(0, values);
  }
  Value indices = onBatch(c, count, [&](Value x) { return maxIndices(c, x, spec); });
  return c.results({values, indices});
}

/// The inverse of max pooling: values go where their maxima were, zeros elsewhere.
template <int count> Value maxUnpool(Call &c) {
  Value x = c.tensor("self"), index = c.tensor("indices");
  Shape size = c.ints("output_size"), lead(c.e.shape(x).drop_back(std::min<int64_t>(count, c.e.rank(x)))), result(lead);
  if (int64_t(size.size()) != count || !c.requireRank(x, count + 1, count + 2) || c.e.shape(index) != c.e.shape(x))
    return c.invalid("indices or sizes do not fit");
  append_range(result, size);
  if (!c.requireShape(result))
    return {};
  int64_t outer = numElements(lead), inner = numElements(c.e.shape(x).take_back(count)), pixels = numElements(size);
  Value zeros = c.e.full({outer, pixels}, c.e.element(x), 0);
  Value flat = c.e.scatterElements(ScatterFn::None, zeros, c.e.reshape(index, {outer, inner}),
                                   c.e.reshape(x, {outer, inner}), 1);
  return c.e.reshape(flat, result);
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
    {"max_unpool2d(Tensor self, Tensor indices, int[2] output_size)", maxUnpool<2>},
    {"max_unpool3d(Tensor self, Tensor indices, int[3] output_size, int[3] stride, int[3] padding)", maxUnpool<3>},
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

//===- Movement.cpp - the same elements elsewhere -------------------------===//

#include "RuntimePlaces.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::onnx;

namespace {

LogicalResult importTranspose(Call &n) {
  Value x = n.in(0);
  int64_t rank = Emitter::rank(x);
  Shape reversed = llvm::to_vector(llvm::reverse(llvm::seq<int64_t>(0, rank)));
  Shape perm = n.attrInts("perm", reversed), sorted = n.normalizeDims(perm, rank);
  if (n.failed() || int64_t(sorted.size()) != rank)
    return n.failed() ? failure() : n.invalid("perm is no permutation of the dims");
  return n.result(n.e.transpose(x, perm));
}

LogicalResult importConcat(Call &n) {
  SmallVector<Value> values = n.allIn();
  if (n.failed())
    return failure();
  int64_t axis = n.dimAttr("axis", 1, Emitter::rank(values[0]));
  return n.failed() ? failure() : n.result(n.e.concat(values, axis));
}

/// Equal parts of which the last may be smaller.
Shape equalParts(int64_t size, int64_t count) {
  Shape sizes;
  int64_t part = llvm::divideCeil(size, count);
  for (int64_t i = 0; i < count; ++i)
    sizes.push_back(std::clamp<int64_t>(size - i * part, 0, part));
  return sizes;
}

/// The sizes that the model declares for the parts, if they are data of the run.
std::optional<Shape> declaredParts(Call &n, int64_t axis, unsigned input) {
  Shape sizes;
  for (unsigned i = 0; i < n.node.outputs.size(); ++i) {
    std::optional<Shape> shape = n.declaredIfUnknown(input, i);
    if (!shape || axis >= int64_t(shape->size()))
      return std::nullopt;
    sizes.push_back((*shape)[axis]);
  }
  return sizes;
}

LogicalResult importSplit(Call &n) {
  Value x = n.in(0);
  int64_t axis = n.dimAttr("axis", 0, Emitter::rank(x));
  if (n.failed())
    return failure();
  unsigned input = n.opset < 2 || n.opset >= 13 ? 1 : ~0u;
  std::optional<Shape> sizes = declaredParts(n, axis, input);
  if (!sizes)
    sizes = n.listAttrOrInput("split", input);
  if (n.failed())
    return failure();
  int64_t size = Emitter::size(x, axis), count = n.attrInt("num_outputs", n.node.outputs.size());
  if (!sizes && (count < 1 || count > int64_t(n.node.outputs.size())))
    return n.invalid("num_outputs differs from the number of outputs");
  if (!sizes)
    sizes = equalParts(size, count);
  std::vector<Entry> results;
  int64_t start = 0;
  for (int64_t part : *sizes) {
    if (part < 0 || part > size - start)
      return n.invalid("the parts are not the " + Twine(size) + " elements of the axis");
    results.push_back({Entry::Tensor, {n.e.sliceDim(x, axis, start, part)}});
    start += part;
  }
  if (start != size)
    return n.invalid("the parts are not the " + Twine(size) + " elements of the axis");
  return n.resultEntries(std::move(results));
}

//===----------------------------------------------------------------------===//
// Slice and Pad
//===----------------------------------------------------------------------===//

/// First element and number of elements for NumPy's start:end:step.
void resolveSlice(int64_t size, int64_t start, int64_t end, int64_t step, int64_t &first, int64_t &count) {
  auto wrap = [&](int64_t at) { return at < 0 ? std::max(at, -size - 1) + size : std::min(at, size); };
  if (step > 0) {
    first = std::max<int64_t>(wrap(start), 0);
    int64_t last = std::max<int64_t>(wrap(end), 0);
    count = last > first ? (last - first - 1) / step + 1 : 0;
  } else {
    first = std::min(wrap(start), size - 1);
    int64_t last = std::max<int64_t>(wrap(end), -1);
    count = first > last ? (first - last - 1) / -step + 1 : 0;
  }
  if (count == 0)
    first = 0;
}

LogicalResult importSlice(Call &n) {
  Value x = n.in(0);
  int64_t rank = Emitter::rank(x);
  bool isOperand = n.opset >= 10;
  if (isOperand)
    if (std::optional<Shape> shape = n.declaredIfUnknown(1))
      return sliceAtRun(n, *shape);
  std::optional<Shape> starts = n.listAttrOrInput("starts", isOperand ? 1 : ~0u);
  std::optional<Shape> ends = n.listAttrOrInput("ends", isOperand ? 2 : ~0u);
  std::optional<Shape> axes = n.listAttrOrInput("axes", isOperand ? 3 : ~0u);
  std::optional<Shape> steps = n.listAttrOrInput("steps", isOperand ? 4 : ~0u);
  if (n.failed() || !starts || !ends)
    return n.failed() ? failure() : n.invalid("starts or ends are missing");
  if (!axes)
    axes = llvm::to_vector(llvm::seq<int64_t>(0, starts->size()));
  if (!steps)
    steps = Shape(starts->size(), 1);
  if (ends->size() != starts->size() || axes->size() != starts->size() || steps->size() != starts->size())
    return n.invalid("starts, ends, axes and steps differ in number");
  n.normalizeDims(*axes, rank);
  Shape first(rank, 0), sizes(Emitter::shape(x)), strides(rank, 1);
  for (size_t i = 0; i < starts->size() && !n.failed(); ++i) {
    int64_t dim = n.normalizeDim((*axes)[i], rank), step = (*steps)[i];
    if (step == 0 || step == INT64_MIN)
      return n.invalid("a step must not be " + Twine(step));
    int64_t size = sizes[dim];
    resolveSlice(size, (*starts)[i], (*ends)[i], step, first[dim], sizes[dim]);
    strides[dim] = sizes[dim] > 1 ? step : 1;
  }
  return n.failed() ? failure() : n.result(n.e.slice(x, first, sizes, strides));
}

FailureOr<PadMode> padMode(Call &n) {
  StringRef mode = n.attrString("mode", "constant");
  if (mode == "constant")
    return PadMode::Constant;
  if (mode == "reflect")
    return PadMode::Reflect;
  if (mode == "edge")
    return PadMode::Edge;
  if (mode == "wrap")
    return PadMode::Wrap;
  return n.invalid("mode has the unknown value '" + mode + "'");
}

/// The value to pad with: known, or filled in where the padding mask says so.
LogicalResult padWith(Call &n, Value x, Value fill, Dims lo, Dims hi) {
  if (Emitter::count(fill) != 1)
    return n.invalid("the constant value has to be one element");
  std::optional<Tensor> known = n.e.constant(fill);
  if (known)
    return n.result(n.e.pad(x, lo, hi, known->numbers()[0]));
  Value inside = n.e.pad(n.e.full(Emitter::shape(x), n.e.i1(), 1), lo, hi, 0);
  Value padded = n.e.pad(x, lo, hi);
  Value filled = n.e.broadcast(n.e.reshape(fill, {}), Emitter::shape(padded));
  return n.result(n.e.select(inside, padded, filled));
}

LogicalResult importPad(Call &n) {
  Value x = n.in(0);
  int64_t rank = Emitter::rank(x);
  if (n.opset >= 11)
    if (std::optional<Shape> shape = n.declaredIfUnknown(1)) {
      FailureOr<PadMode> mode = padMode(n);
      return failed(mode) ? failure() : padAtRun(n, *shape, *mode, n.in(2));
    }
  std::optional<Shape> pads = n.listAttrOrInput(n.opset < 2 ? "paddings" : "pads", n.opset < 11 ? ~0u : 1);
  std::optional<Shape> axes = n.listAttrOrInput("axes", n.opset < 18 ? ~0u : 3);
  FailureOr<PadMode> mode = padMode(n);
  if (n.failed() || failed(mode))
    return failure();
  Shape dims = axes ? *axes : llvm::to_vector(llvm::seq<int64_t>(0, rank));
  n.normalizeDims(dims, rank);
  if (n.failed() || !pads || pads->size() != 2 * dims.size())
    return n.failed() ? failure() : n.invalid("pads need two entries for each axis");
  Shape lo(rank, 0), hi(rank, 0);
  for (size_t i = 0; i < dims.size(); ++i) {
    int64_t dim = n.normalizeDim(dims[i], rank);
    lo[dim] = (*pads)[i];
    hi[dim] = (*pads)[i + dims.size()];
  }
  if (*mode == PadMode::Constant && n.has(2))
    return padWith(n, x, n.in(2), lo, hi);
  return n.result(n.e.pad(x, lo, hi, n.opset < 11 ? n.attrFloat("value", 0) : 0, *mode));
}

/// Each axis cropped or padded (with zeros) around its centre.
LogicalResult importCenterCropPad(Call &n) {
  Value x = n.in(0);
  int64_t rank = Emitter::rank(x);
  Shape axes = n.attrInts("axes", llvm::to_vector(llvm::seq<int64_t>(0, rank)));
  std::optional<Shape> wanted = n.declaredIfUnknown(1);
  if (wanted)
    axes = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  else
    wanted = n.listAttrOrInput("the shape", 1);
  if (!wanted)
    return failure();
  n.normalizeDims(axes, rank);
  if (n.failed() || axes.size() != wanted->size())
    return n.failed() ? failure() : n.invalid("the shape needs a size for each axis");
  for (auto [axis, size] : llvm::zip(axes, *wanted)) {
    int64_t dim = n.normalizeDim(axis, rank), have = Emitter::size(x, dim);
    if (size < 0 || size >= kMaxElements)
      return n.invalid("the shape is not possible");
    Shape lo(rank, 0), hi(rank, 0);
    if (size < have) {
      x = n.e.sliceDim(x, dim, (have - size) / 2, size);
    } else {
      lo[dim] = (size - have) / 2;
      hi[dim] = size - have - lo[dim];
      x = n.e.pad(x, lo, hi);
    }
  }
  return n.result(x);
}

//===----------------------------------------------------------------------===//
// Tile, blocks, triangles, sequences
//===----------------------------------------------------------------------===//

/// [d0, d1] becomes [r0, d0, r1, d1] by broadcast and is flattened.
Value tile(Call &n, Value x, Dims repeats) {
  Shape wide, result, dims;
  for (auto [i, size] : llvm::enumerate(Emitter::shape(x))) {
    wide.append({repeats[i], size});
    dims.push_back(2 * i + 1);
    result.push_back(repeats[i] * size);
  }
  return n.e.reshape(n.e.broadcastInDim(x, dims, wide), result);
}

LogicalResult importTile(Call &n) {
  Value x = n.in(0);
  Dims shape = Emitter::shape(x);
  std::optional<Shape> repeats, declared = n.declaredIfUnknown(1);
  if (declared && declared->size() == shape.size() && numElements(shape) != 0) {
    repeats.emplace();
    for (auto [wanted, size] : llvm::zip(*declared, shape))
      repeats->push_back(wanted / size);
  } else {
    repeats = n.listAttrOrInput("repeats", 1);
  }
  if (!repeats)
    return failure();
  // Opset 1 gave one number and the axis.
  if (n.opset < 6 && repeats->size() == 1) {
    FailureOr<Shape> axis = n.knownInts(2, "the axis");
    if (failed(axis) || axis->size() != 1)
      return n.failed() ? failure() : n.invalid("the axis has to be one number");
    int64_t count = repeats->front();
    repeats->assign(shape.size(), 1);
    int64_t dim = n.normalizeDim(axis->front(), shape.size());
    if (n.failed())
      return failure();
    (*repeats)[dim] = count;
  }
  if (repeats->size() != shape.size() ||
      llvm::any_of(*repeats, [](int64_t r) { return r < 0 || r >= kMaxElements; }))
    return n.invalid("repeats need an entry for each dim");
  return n.result(tile(n, x, *repeats));
}

LogicalResult importDepthToSpace(Call &n) {
  Value x = n.in(0);
  int64_t block = n.attrInt("blocksize", 0);
  if (!n.requireRank(x, 4, 4))
    return failure();
  Dims shape = Emitter::shape(x);
  if (block < 1 || block > (1 << 20) || shape[1] % (block * block) != 0)
    return n.invalid("blocksize " + Twine(block) + " does not divide the channels");
  int64_t channels = shape[1] / (block * block), h = shape[2], w = shape[3];
  bool isDcr = n.attrString("mode", "DCR") == "DCR";
  Value split = isDcr ? n.e.reshape(x, {shape[0], block, block, channels, h, w})
                      : n.e.reshape(x, {shape[0], channels, block, block, h, w});
  Value moved = isDcr ? n.e.transpose(split, {0, 3, 4, 1, 5, 2}) : n.e.transpose(split, {0, 1, 4, 2, 5, 3});
  return n.result(n.e.reshape(moved, {shape[0], channels, h * block, w * block}));
}

LogicalResult importSpaceToDepth(Call &n) {
  Value x = n.in(0);
  int64_t block = n.attrInt("blocksize", 0);
  if (!n.requireRank(x, 4, 4))
    return failure();
  Dims s = Emitter::shape(x);
  if (block < 1 || s[2] % block != 0 || s[3] % block != 0)
    return n.invalid("blocksize " + Twine(block) + " does not divide height and width");
  int64_t n0 = s[0], c = s[1], h = s[2] / block, w = s[3] / block;
  bool isDcr = n.attrString("mode", "DCR") == "DCR";
  Value split = n.e.reshape(x, {n0, c, h, block, w, block});
  Value moved = n.e.transpose(split, isDcr ? Shape{0, 3, 5, 1, 2, 4} : Shape{0, 1, 3, 5, 2, 4});
  return n.result(n.e.reshape(moved, {n0, c * block * block, h, w}));
}

/// Keeps column - row <= k (lower) or >= k (upper).
LogicalResult importTrilu(Call &n) {
  Value x = n.in(0);
  if (!n.requireRank(x, 2))
    return failure();
  int64_t rank = Emitter::rank(x);
  Shape matrix(Emitter::shape(x).take_back(2));
  Value row = n.e.iota(matrix, 0, n.e.i64()), column = n.e.iota(matrix, 1, n.e.i64());
  Value k = n.has(1) ? n.e.broadcast(n.e.cast(n.e.reshape(n.in(1), {}), n.e.i64()), matrix)
                     : n.e.fullInt(matrix, n.e.i64(), 0);
  bool isUpper = n.attrInt("upper", 1) != 0;
  Value keep = n.e.compare(isUpper ? CompareFn::Ge : CompareFn::Le, n.e.sub(column, row), k);
  return n.result(
      n.e.select(n.e.broadcastInDim(keep, {rank - 2, rank - 1}, Emitter::shape(x)), x, n.e.like(x, 0)));
}

/// The first `lens[b]` elements along time run backward, the rest stay: a gather.
LogicalResult importReverseSequence(Call &n) {
  Value x = n.in(0), lens = n.in(1);
  int64_t batch = n.attrInt("batch_axis", 1), time = n.attrInt("time_axis", 0);
  if (!n.requireRank(x, 2) || !n.requireRank(lens, 1, 1))
    return failure();
  if (batch + time != 1 || batch * time != 0)
    return n.invalid("batch_axis and time_axis have to be 0 and 1");
  Dims shape = Emitter::shape(x);
  Value t = n.e.iota(shape, time, n.e.i64());
  Value length = n.e.broadcastAlong(n.e.cast(lens, n.e.i64()), batch, shape);
  Value mirrored = n.e.addNumber(n.e.sub(length, t), -1);
  Value index = n.e.select(n.e.compare(CompareFn::Lt, t, length), mirrored, t);
  return n.result(n.e.make<GatherElementsOp>(x, index, time));
}

} // namespace

ArrayRef<Operator> neuron::onnx::movementOperators() {
  static const Operator rows[] = {
      {"CenterCropPad", 18, 0, 2, importCenterCropPad},
      {"Concat", 1, 0, 1, importConcat},
      {"DepthToSpace", 1, 0, 1, importDepthToSpace},
      {"Pad", 1, 0, 1, importPad},
      {"ReverseSequence", 10, 0, 2, importReverseSequence},
      {"Slice", 1, 0, 1, importSlice},
      {"SpaceToDepth", 1, 0, 1, importSpaceToDepth},
      {"Split", 1, 0, 1, importSplit},
      {"Tile", 1, 0, 2, importTile},
      {"Transpose", 1, 0, 1, importTranspose},
      {"Trilu", 14, 0, 1, importTrilu},
  };
  return rows;
}

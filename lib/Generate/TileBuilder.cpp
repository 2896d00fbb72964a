//===- TileBuilder.cpp - emit compute instructions on tiles ---------------===//

#include "TileBuilder.h"

#include "dialects/Nisa/Nisa.h"

using namespace neuron;
using namespace mlir;

// Buffers and loops.

static Tile allocate(TileBuilder &b, nisa::Space space, int64_t partitions, ArrayRef<int64_t> sizes,
                     DType type) {
  Tile tile;
  tile.space = Space(unsigned(space));
  tile.type = type;
  tile.partitions = partitions;
  int64_t step = 1;
  for (int64_t size : llvm::reverse(sizes)) {
    tile.dims.insert(tile.dims.begin(), {size, step});
    step *= size;
  }
  auto buffer = nisa::BufferType::get(b.builder.getContext(), space, partitions, step * bytesOf(type));
  tile.buffer = nisa::AllocOp::create(b.builder, b.loc, buffer, IntegerAttr());
  return tile;
}

Tile TileBuilder::sbuf(int64_t partitions, ArrayRef<int64_t> sizes, DType type) {
  return allocate(*this, nisa::Space::Sbuf, partitions, sizes, type);
}

Tile TileBuilder::psum(int64_t partitions, ArrayRef<int64_t> sizes, DType type) {
  return allocate(*this, nisa::Space::Psum, partitions, sizes, type);
}

void TileBuilder::loop(int64_t trip, llvm::function_ref<void(Offset)> body) {
  if (trip <= 0)
    return;
  if (trip == 1)
    return body(Offset());
  auto loop = nisa::LoopOp::create(builder, loc, trip);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(&loop.getBody().front());
  repeats *= double(trip);
  body(Offset::of(loop.getCounter()));
  repeats /= double(trip);
}

void TileBuilder::tiles(int64_t extent, int64_t step, llvm::function_ref<void(Offset, int64_t)> body) {
  int64_t full = extent / step, rest = extent % step;
  loop(full, [&](Offset i) { body(i * step, step); });
  if (rest)
    body(Offset(full * step), rest);
}

// Operands.

/// Merges neighbouring free dims that are one run; drops those of size 1.
static void collapse(SmallVectorImpl<TileDim> &dims) {
  llvm::erase_if(dims, [](TileDim &d) { return d.size == 1; });
  for (int i = int(dims.size()) - 2; i >= 0; --i) {
    if (dims[i].step != dims[i + 1].step * dims[i + 1].size)
      continue;
    dims[i + 1].size *= dims[i].size;
    dims.erase(dims.begin() + i);
  }
  if (dims.empty())
    dims.push_back({1, 1});
}

static Value makeView(TileBuilder &b, Value buffer, Space space, DType type, int64_t rows, int64_t partition,
                      int64_t rowStep, ArrayRef<TileDim> dims, const Offset &offset) {
  SmallVector<int64_t> sizes, steps, coefficients;
  SmallVector<Value> counters;
  for (const TileDim &dim : dims) {
    sizes.push_back(dim.size);
    steps.push_back(dim.step);
  }
  for (auto &[counter, coefficient] : offset.terms) {
    counters.push_back(counter);
    coefficients.push_back(coefficient);
  }
  auto view = nisa::ViewType::get(b.builder.getContext(), nisa::Space(unsigned(space)), rows, sizes,
                                  nisa::typeOf(b.builder.getContext(), type));
  return nisa::ViewOp::create(b.builder, b.loc, view, buffer, counters, offset.base, coefficients, partition,
                              rowStep, steps);
}

/// tensor_reduce counts the innermost free dims, so its input keeps them.
static Value exactView(TileBuilder &b, const Tile &tile) {
  return makeView(b, tile.buffer, tile.space, tile.type, tile.partitions, tile.startPartition, 0, tile.dims,
                  tile.offset);
}

Value TileBuilder::view(const Tile &tile) {
  SmallVector<TileDim, 4> dims(tile.dims);
  collapse(dims);
  return makeView(*this, tile.buffer, tile.space, tile.type, tile.partitions, tile.startPartition, 0, dims,
                  tile.offset);
}

Value TileBuilder::view(const TensorView &view) {
  SmallVector<TileDim, 4> dims;
  for (unsigned i = 1; i < view.rank(); ++i)
    dims.push_back({view.sizes[i], view.strides[i]});
  collapse(dims);
  return makeView(*this, view.buffer, Space::Hbm, view.storage, view.rank() ? view.sizes[0] : 1, 0,
                  view.rank() ? view.strides[0] : 0, dims, view.offset);
}

/// An immediate and an empty operand, or 0 and the [P,1] tile.
static std::pair<Value, float> split(TileBuilder &b, const Scalar &scalar) {
  if (auto *imm = std::get_if<float>(&scalar))
    return {Value(), *imm};
  return {b.view(std::get<Tile>(scalar)), 0.0f};
}

static nisa::AluOp alu(AluOp op) { return nisa::AluOp(unsigned(op)); }
static nisa::Engine engineAttr(Engine engine) { return nisa::Engine(unsigned(engine)); }

// Tensor engine.

void TileBuilder::matmul(const Tile &dst, const Tile &stationary, const Tile &moving, const AccumulateMode &mode) {
  nisa::NcMatmulOp::create(builder, loc, view(dst), view(stationary), view(moving), mode.first,
                           nisa::Accumulate(unsigned(mode.kind)), 0, 0, 0);
}

void TileBuilder::transpose(const Tile &dst, const Tile &src, Engine engine) {
  nisa::NcTransposeOp::create(builder, loc, view(dst), view(src), engineAttr(engine));
}

// Vector, Scalar, GpSimd.

/// Rough time of one pass, ns: an element a cycle; Vector is faster between
/// narrow types in SBUF.
static double passTime(Engine engine, const Tile &dst, const Tile &src) {
  double count = double(dst.freeSize());
  if (engine == Engine::Scalar)
    return 160 + count / 1.4;
  bool isNarrow = bytesOf(dst.type) == 2 && bytesOf(src.type) == 2 && dst.space == Space::Sbuf && src.space == Space::Sbuf;
  return 60 + count / (isNarrow ? 3.84 : 0.96);
}

void TileBuilder::charge(Engine engine, const Tile &dst, const Tile &src) {
  if (engine == Engine::Vector)
    vectorLoad += repeats * passTime(engine, dst, src);
  else if (engine == Engine::Scalar)
    scalarLoad += repeats * passTime(engine, dst, src);
}

Engine TileBuilder::lighter(const Tile &dst, const Tile &src) const {
  // v2 takes the bias from a tile only, and has one port for both engines.
  // Short passes are all latency, and Scalar's is longer.
  if (!target.activationImmediateBias || dst.freeSize() < 128)
    return Engine::Vector;
  double scalar = scalarLoad + repeats * passTime(Engine::Scalar, dst, src);
  double vector = vectorLoad + repeats * passTime(Engine::Vector, dst, src);
  return scalar < vector ? Engine::Scalar : Engine::Vector;
}

void TileBuilder::tensorTensor(AluOp op, const Tile &dst, const Tile &a, const Tile &b, Engine engine) {
  charge(engine, dst, a);
  nisa::TensorTensorOp::create(builder, loc, view(dst), view(a), view(b), alu(op), engineAttr(engine));
}

void TileBuilder::tensorScalar(const Tile &dst, const Tile &src, const AluStep &first, const AluStep &second,
                               Engine engine) {
  auto [s0, imm0] = split(*this, first.operand);
  auto [s1, imm1] = split(*this, second.operand);
  charge(engine, dst, src);
  nisa::TensorScalarOp::create(builder, loc, view(dst), view(src), s0, s1, alu(first.op), alu(second.op),
                               first.reverse, second.reverse, llvm::APFloat(imm0),
                               llvm::APFloat(imm1), engineAttr(engine));
}

void TileBuilder::scalarTensorTensor(const Tile &dst, const Tile &data, const AluStep &first, AluOp second,
                                     const Tile &operand, bool reverseSecond) {
  auto [s0, imm0] = split(*this, first.operand);
  charge(Engine::Vector, dst, data);
  nisa::ScalarTensorTensorOp::create(builder, loc, view(dst), view(data), s0, view(operand), alu(first.op),
                                     alu(second), first.reverse, reverseSecond, llvm::APFloat(imm0));
}

void TileBuilder::tensorReduce(AluOp op, const Tile &dst, const Tile &src, unsigned axes, bool negate) {
  charge(Engine::Vector, src, src);
  nisa::TensorReduceOp::create(builder, loc, view(dst), exactView(*this, src), alu(op), axes, negate);
}

void TileBuilder::copyWithMax(const Tile &dst, const Tile &src, const Tile &result) {
  charge(Engine::Vector, src, src);
  nisa::TensorScalarReduceOp::create(builder, loc, view(dst), view(src), Value(), Value(), view(result),
                                     nisa::AluOp::Multiply, nisa::AluOp::Max, nisa::ReduceCmd::ResetReduce, false,
                                     llvm::APFloat(1.0f), llvm::APFloat(0.0f));
}

void TileBuilder::selectWithMax(const Tile &dst, const Tile &src, const Tile &lo, const Tile &hi, int64_t start,
                                const Tile &result) {
  charge(Engine::Vector, src, src);
  nisa::RangeSelectOp::create(builder, loc, view(dst), view(src), view(lo), view(hi), view(result),
                              nisa::AluOp::GreaterEqual, nisa::AluOp::LessEqual, llvm::APFloat(float(start)),
                              nisa::ReduceCmd::ResetReduce);
}

void TileBuilder::scan(const Tile &dst, const Tile &a, const Tile &b, const Scalar &initial, AluOp op0, AluOp op1) {
  auto [tile, imm] = split(*this, initial);
  nisa::TensorTensorScanOp::create(builder, loc, view(dst), view(a), view(b), tile, alu(op0), alu(op1), false,
                                   false, llvm::APFloat(imm));
}

void TileBuilder::cumulative(const Tile &dst, const Tile &src, AluOp op, const Scalar &initial) {
  auto [tile, imm] = split(*this, initial);
  nisa::TensorScalarCumulativeOp::create(builder, loc, view(dst), view(src), Value(), tile, nisa::AluOp::Bypass,
                                         alu(op), nisa::ReduceCmd::LoadReduce, false,
                                         llvm::APFloat(0.0f), llvm::APFloat(imm));
}

void TileBuilder::copyTile(const Tile &dst, const Tile &src, Engine engine) {
  charge(engine, dst, src);
  nisa::TensorCopyOp::create(builder, loc, view(dst), view(src), engineAttr(engine));
}

void TileBuilder::copyOnLighter(const Tile &dst, const Tile &src) {
  if (isFloat(dst.type) && lighter(dst, src) == Engine::Scalar)
    return activation(ActFn::Copy, dst, src);
  copyTile(dst, src);
}

void TileBuilder::fill(const Tile &dst, double value, Engine engine) {
  uint32_t bits = isFloat(dst.type) ? llvm::bit_cast<uint32_t>(float(value)) : uint32_t(int64_t(value));
  nisa::MemsetOp::create(builder, loc, view(dst), int32_t(bits), engineAttr(engine));
}

Tile TileBuilder::integerScalar(int64_t partitions, int32_t value, DType type) {
  Tile tile = sbuf(partitions, {1}, type);
  fill(tile, value);
  return tile;
}

void TileBuilder::copyPredicated(const Tile &dst, const Tile &pred, const std::variant<float, Tile> &src,
                                 bool reverse) {
  auto [tile, imm] = split(*this, src);
  nisa::TensorCopyPredicatedOp::create(builder, loc, view(dst), view(pred), tile, reverse,
                                       llvm::APFloat(imm));
}

void TileBuilder::reciprocal(const Tile &dst, const Tile &src) {
  nisa::ReciprocalOp::create(builder, loc, view(dst), view(src));
}

void TileBuilder::activation(ActFn fn, const Tile &dst, const Tile &src, const ActOptions &options) {
  auto [scale, scaleImm] = split(*this, options.scale);
  auto [bias, biasImm] = split(*this, options.bias);
  // v2 takes the bias from a tile only.
  if (!bias && !target.activationImmediateBias && fn != ActFn::Reciprocal) {
    Tile zero = sbuf(dst.partitions, {1}, DType::F32);
    fill(zero, biasImm);
    bias = view(zero);
  }
  charge(Engine::Scalar, dst, src);
  Value result = options.result ? view(*options.result) : Value();
  nisa::ActivationOp::create(builder, loc, view(dst), view(src), scale, bias, result,
                             nisa::ActFn(unsigned(fn)), llvm::APFloat(scaleImm),
                             llvm::APFloat(biasImm), nisa::ReduceCmd(unsigned(options.cmd)),
                             llvm::APFloat(options.param));
}

void TileBuilder::bnStats(const Tile &dst, const Tile &src) {
  nisa::BnStatsOp::create(builder, loc, view(dst), view(src));
}
void TileBuilder::bnAggr(const Tile &dst, const Tile &src) {
  nisa::BnAggrOp::create(builder, loc, view(dst), view(src));
}
void TileBuilder::max8(const Tile &dst, const Tile &src) {
  nisa::Max8Op::create(builder, loc, view(dst), view(src));
}
void TileBuilder::findIndex8(const Tile &dst, const Tile &data, const Tile &values) {
  nisa::NcFindIndex8Op::create(builder, loc, view(dst), view(data), view(values));
}
void TileBuilder::matchReplace8(const Tile &dst, const Tile &data, const Tile &values, float value,
                                const std::optional<Tile> &indices) {
  nisa::NcMatchReplace8Op::create(builder, loc, view(dst), view(data), view(values),
                                  indices ? view(*indices) : Value(), llvm::APFloat(value));
}

/// Steps padded to four words; they belong to the dims as given, so the tile's
/// dims are not collapsed.
static std::array<int32_t, 4> fourSteps(ArrayRef<int32_t> steps) {
  std::array<int32_t, 4> words{};
  llvm::copy(steps, words.begin());
  return words;
}

void TileBuilder::iota(const Tile &dst, int32_t offset, int32_t channelMultiplier, ArrayRef<int32_t> steps) {
  auto s = fourSteps(steps);
  nisa::IotaOp::create(builder, loc, exactView(*this, dst), offset, channelMultiplier, s[0], s[1], s[2], s[3]);
}

void TileBuilder::affineSelect(const Tile &dst, const Tile &onTrue, int32_t offset, int32_t channelMultiplier,
                               ArrayRef<int32_t> steps, AluOp cmp, float fill) {
  auto s = fourSteps(steps);
  nisa::AffineSelectOp::create(builder, loc, exactView(*this, dst), exactView(*this, onTrue), offset,
                               channelMultiplier, s[0], s[1], s[2], s[3], alu(cmp),
                               llvm::APFloat(fill));
}

void TileBuilder::nGather(const Tile &dst, const Tile &data, const Tile &indices) {
  nisa::NcNGatherOp::create(builder, loc, view(dst), view(data), view(indices));
}

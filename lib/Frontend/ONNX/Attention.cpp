//===- Attention.cpp - attention and what goes with it --------------------===//

#include "Call.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::onnx;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The operands of Attention in the dialect's shapes.
struct Operands {
  Value q, k, v;       ///< [batch, heads, length, size]
  int64_t past = 0;    ///< keys that come before the first query
  Value keyLengths;    ///< [batch] of i64: keys that count, or null
  bool isFlat = false; ///< the model's operands were [batch, length, heads * size]
  int64_t batch() const { return Emitter::size(q, 0); }
  int64_t heads() const { return Emitter::size(q, 1); }
  int64_t queries() const { return Emitter::size(q, 2); }
  int64_t keys() const { return Emitter::size(k, 2); }
};

/// [batch, length, heads * size] as [batch, heads, length, size].
Value splitHeads(Call &n, Value x, int64_t heads) {
  Dims shape = Emitter::shape(x);
  if (heads < 1 || shape[2] % heads != 0) {
    (void)n.invalid(Twine(heads) + " heads do not divide " + Twine(shape[2]));
    return x;
  }
  return n.e.transpose(n.e.reshape(x, {shape[0], shape[1], heads, shape[2] / heads}), {0, 2, 1, 3});
}

Value joinHeads(Call &n, Value x) {
  Dims shape = Emitter::shape(x);
  return n.e.reshape(n.e.transpose(x, {0, 2, 1, 3}), {shape[0], shape[2], shape[1] * shape[3]});
}

FailureOr<Operands> readOperands(Call &n) {
  Operands o{n.in(0), n.in(1), n.in(2), 0, {}, false};
  int64_t rank = Emitter::rank(o.q);
  for (Value value : {o.q, o.k, o.v})
    if (!n.requireRank(value, std::clamp<int64_t>(rank, 3, 4), std::clamp<int64_t>(rank, 3, 4)))
      return failure();
  o.isFlat = rank == 3;
  if (o.isFlat) {
    int64_t heads = n.attrInt("q_num_heads", 0), keyHeads = n.attrInt("kv_num_heads", 0);
    o.q = splitHeads(n, o.q, heads);
    o.k = splitHeads(n, o.k, keyHeads);
    o.v = splitHeads(n, o.v, keyHeads);
  }
  if (n.has(4) != n.has(5))
    return n.invalid("past_key and past_value belong together");
  if (n.has(4)) {
    if (!n.requireRank(n.in(4), 4, 4) || !n.requireRank(n.in(5), 4, 4))
      return failure();
    o.past = Emitter::size(n.in(4), 2);
    o.k = n.e.concat({n.in(4), o.k}, 2);
    o.v = n.e.concat({n.in(5), o.v}, 2);
  }
  if (n.has(6)) {
    if (!n.requireRank(n.in(6), 1, 1))
      return failure();
    o.keyLengths = n.e.cast(n.in(6), n.e.i64());
  }
  return n.failed() ? FailureOr<Operands>(failure()) : o;
}

/// The condition of a mask written as select(condition, 0, -inf), or null.
Value maskCondition(Call &n, Value mask) {
  auto select = mask.getDefiningOp<SelectOp>();
  if (!select)
    return {};
  auto isSplat = [&](Value x, double value) {
    auto constant = x.getDefiningOp<ConstantOp>();
    return constant && constant.getDense().isSplat() &&
           Tensor::fromAttr(constant.getDense()).numbers()[0] == value;
  };
  if (Emitter::count(mask) == 0 || !isSplat(select.getOnTrue(), 0) ||
      !isSplat(select.getOnFalse(), -kInfinity))
    return {};
  return select.getPred();
}

/// attn_mask with rank 4 and all keys (those it lacks are masked); null without one.
Value readMask(Call &n, const Operands &o) {
  Value mask = n.in(3);
  if (!mask || !n.requireRank(mask, 1, 4))
    return {};
  if (Value condition = maskCondition(n, mask))
    mask = condition;
  Shape shape(4 - Emitter::rank(mask), 1);
  llvm::append_range(shape, Emitter::shape(mask));
  mask = n.e.reshape(mask, shape);
  int64_t missing = o.keys() - shape[3];
  if (missing <= 0 || shape[3] == 1)
    return mask;
  return n.e.pad(mask, {0, 0, 0, 0}, {0, 0, 0, missing}, Emitter::isFloat(mask) ? -kInfinity : 0);
}

/// Which keys a query keeps by position, as far as the dialect's op cannot say it; null if all.
Value positionMask(Call &n, const Operands &o, bool isCausal, int64_t left, int64_t right) {
  Emitter &e = n.e;
  Shape shape{o.keyLengths ? o.batch() : 1, 1, o.queries(), o.keys()};
  Value keep;
  auto keepOnly = [&](Value condition) {
    keep = keep ? e.binary(BinaryFn::And, keep, condition) : condition;
  };
  Value key = e.iota(shape, 3, e.i64()), lengths;
  Value offset = e.fullInt(shape, e.i64(), o.past);
  if (o.keyLengths) {
    lengths = e.broadcastAlong(o.keyLengths, 0, shape);
    keepOnly(e.compare(CompareFn::Lt, key, lengths));
    offset = e.addNumber(lengths, -double(o.queries()));
  }
  // Distance from the query's own position back to the key.
  Value distance = e.sub(e.add(e.iota(shape, 2, e.i64()), offset), key);
  if (isCausal)
    keepOnly(e.compareNumber(CompareFn::Ge, distance, 0));
  if (left >= 0)
    keepOnly(e.compareNumber(CompareFn::Le, distance, double(left)));
  if (right >= 0)
    keepOnly(e.compareNumber(CompareFn::Ge, distance, -double(right)));
  return keep;
}

/// Both conditions; a float mask gets -inf where `keep` says no.
Value combineMasks(Call &n, Value mask, Value keep) {
  if (!mask || !keep)
    return mask ? mask : keep;
  Value both[] = {mask, keep};
  if (!n.broadcastTogether(both))
    return mask;
  if (!Emitter::isFloat(mask))
    return n.e.binary(BinaryFn::And, both[0], both[1]);
  return n.e.select(both[1], both[0], n.e.like(both[0], -kInfinity));
}

/// Zeros for queries of which a float mask leaves no key (the op would give NaN).
Value zeroMaskedRows(Call &n, Value x, Value mask) {
  if (!mask || !Emitter::isFloat(mask))
    return x;
  std::optional<Tensor> known = n.e.constant(mask);
  if (known && llvm::none_of(known->numbers(), [](double m) { return m == -kInfinity; }))
    return x;
  Value best = n.e.reduce(ReduceFn::Max, mask, {3}, /*keepDims=*/true);
  Value none = n.e.broadcast(n.e.compareNumber(CompareFn::Eq, best, -kInfinity), Emitter::shape(x));
  return n.e.select(none, n.e.like(x, 0), x);
}

struct Scores {
  double scale, softcap;
  /// The mask with everything in it.
  Value mask;
};

/// The fourth output: scores at the stage that qk_matmul_output_mode names.
Value scoresAt(Call &n, const Operands &o, const Scores &scores, int64_t mode) {
  Emitter &e = n.e;
  Shape shape{o.batch(), o.heads(), o.queries(), o.keys()};
  int64_t keyHeads = Emitter::size(o.k, 1), group = keyHeads ? o.heads() / keyHeads : 0,
          size = Emitter::size(o.q, 3);
  Value q = e.reshape(o.q, {o.batch(), keyHeads, group * o.queries(), size});
  Value s = e.reshape(e.mulNumber(e.dot(q, o.k, {0, 1}, {0, 1}, {3}, {3}), scores.scale), shape);
  if (mode >= 1 && scores.softcap > 0)
    s = e.mulNumber(e.unary(UnaryFn::Tanh, e.mulNumber(s, 1 / scores.softcap)), scores.softcap);
  if (mode < 2 || !scores.mask)
    return mode == 3 ? e.make<SoftmaxOp>(s, 3) : s;
  Value mask = e.broadcast(scores.mask, shape);
  s = Emitter::isFloat(mask) ? e.add(s, e.cast(mask, Emitter::element(s)))
                             : e.select(mask, s, e.like(s, -kInfinity));
  if (mode == 2)
    return s;
  Value none = e.compareNumber(CompareFn::Eq, e.reduce(ReduceFn::Max, s, {3}, /*keepDims=*/true), -kInfinity);
  none = e.broadcast(none, shape);
  s = e.make<SoftmaxOp>(e.select(none, e.like(s, 0), s), 3);
  return e.select(none, e.like(s, 0), s);
}

LogicalResult importAttention(Call &n) {
  FailureOr<Operands> o = readOperands(n);
  if (failed(o))
    return failure();
  bool isCausal = n.attrInt("is_causal", 0) != 0;
  int64_t left = n.attrInt("left_window_size", -1), right = n.attrInt("right_window_size", -1);
  int64_t mode = n.attrInt("qk_matmul_output_mode", 0);
  Scores scores{
      n.attrFloat("scale", 1 / std::sqrt(double(Emitter::size(o->q, 3)))), n.attrFloat("softcap", 0), {}};
  if (left < -1 || right < -1 || mode < 0 || mode > 3)
    return n.invalid("has an attribute out of range");
  Value mask = readMask(n, *o);
  // The op itself knows causal order and a window to the left of it.
  bool isPlain = !o->keyLengths && right < 0 && (left < 0 || isCausal);
  if (!isPlain)
    mask = combineMasks(n, mask, positionMask(n, *o, isCausal, left, right));
  if (n.failed())
    return failure();
  bool causal = isPlain && isCausal;
  int64_t window = isPlain && left >= 0 ? std::min<int64_t>(left, kMaxElements) + 1 : -1;
  Value y = n.e.make<AttentionOp>(o->q, o->k, o->v, mask, llvm::APFloat(scores.scale), causal,
                                  causal ? o->past : 0, llvm::APFloat(scores.softcap), window);
  y = zeroMaskedRows(n, y, mask);
  Value qk;
  if (n.wantsOutput(3) && !n.failed()) {
    scores.mask = isPlain && (isCausal || left >= 0)
                      ? combineMasks(n, mask, positionMask(n, *o, isCausal, left, right))
                      : mask;
    qk = scoresAt(n, *o, scores, mode);
  }
  return n.results({o->isFlat && !n.failed() ? joinHeads(n, y) : y, o->k, o->v, qk});
}

//===----------------------------------------------------------------------===//
// Rotary embedding
//===----------------------------------------------------------------------===//

/// cos or sin of [batch, length, half], from a table of positions if there are ids.
Value rotation(Call &n, Value cache, Value ids) { return ids ? n.e.gather(cache, ids, 0) : cache; }

LogicalResult importRotaryEmbedding(Call &n) {
  Emitter &e = n.e;
  Value x = n.in(0);
  if (!n.requireRank(x, 3, 4))
    return failure();
  bool isFlat = Emitter::rank(x) == 3;
  if (isFlat)
    x = splitHeads(n, x, n.attrInt("num_heads", 0));
  if (n.failed())
    return failure();
  Shape shape(Emitter::shape(x)); // [batch, heads, length, size]
  int64_t rotated = n.attrInt("rotary_embedding_dim", 0), half;
  rotated = rotated == 0 ? shape[3] : rotated;
  half = rotated / 2;
  if (rotated < 2 || rotated > shape[3] || rotated % 2 != 0)
    return n.invalid("rotary_embedding_dim does not fit a size of " + Twine(shape[3]));
  Shape part{shape[0], shape[1], shape[2], half};
  Value angles[] = {rotation(n, n.in(1), n.in(3)), rotation(n, n.in(2), n.in(3))};
  for (Value &angle : angles) {
    if (Emitter::shape(angle) != Dims({shape[0], shape[2], half}))
      return n.failed() ? failure() : n.invalid("the caches do not fit the operand");
    angle = e.broadcastInDim(angle, {0, 2, 3}, part);
  }
  bool isInterleaved = n.attrInt("interleaved", 0) != 0;
  int64_t step = isInterleaved ? 2 : 1;
  Value x1 = e.sliceDim(x, 3, 0, half, step), x2 = e.sliceDim(x, 3, isInterleaved ? 1 : half, half, step);
  Value real = e.sub(e.mul(angles[0], x1), e.mul(angles[1], x2));
  Value imag = e.add(e.mul(angles[1], x1), e.mul(angles[0], x2));
  Value y = isInterleaved ? e.reshape(e.concat({e.unsqueeze(real, 4), e.unsqueeze(imag, 4)}, 4),
                                      {shape[0], shape[1], shape[2], rotated})
                          : e.concat({real, imag}, 3);
  if (rotated < shape[3])
    y = e.concat({y, e.sliceDim(x, 3, rotated, shape[3] - rotated)}, 3);
  return n.result(isFlat ? joinHeads(n, y) : y);
}

//===----------------------------------------------------------------------===//
// Caches and recurrent attention
//===----------------------------------------------------------------------===//

/// Writes `update` into a cache at a position for each batch element.
LogicalResult importTensorScatter(Call &n) {
  Emitter &e = n.e;
  Value cache = n.in(0), update = n.in(1), start = n.in(2);
  if (!n.requireRank(cache, 2) || !n.requireRank(update, Emitter::rank(cache), Emitter::rank(cache)))
    return failure();
  int64_t axis = n.dimAttr("axis", -2, Emitter::rank(cache));
  StringRef mode = n.attrString("mode", "linear");
  if (n.failed() || axis == 0 || (mode != "linear" && mode != "circular"))
    return n.failed() ? failure()
                      : n.invalid("the axis must not be 0, the mode has to be linear or circular");
  Dims shape = Emitter::shape(update);
  Value place = e.iota(shape, axis, e.i64());
  if (start && n.requireRank(start, 1, 1))
    place = e.add(place, e.broadcastAlong(e.cast(start, e.i64()), 0, shape));
  if (mode == "circular")
    place = e.binary(BinaryFn::Mod, place, e.like(place, double(Emitter::size(cache, axis))));
  return n.result(e.make<ScatterElementsOp>(cache.getType(), ScatterFn::None, cache, place, update, axis));
}

/// A depthwise causal convolution whose padding is what came before.
LogicalResult importCausalConvWithState(Call &n) {
  Emitter &e = n.e;
  Value x = n.in(0), w = n.in(1), bias = n.in(2), past = n.in(3);
  if (!n.requireRank(x, 3, 3) || !n.requireRank(w, 3, 3))
    return failure();
  int64_t channels = Emitter::size(x, 1), reach = Emitter::size(w, 2) - 1;
  if (reach < 0 || channels < 1)
    return n.invalid("needs channels and a kernel");
  StringRef activation = n.attrString("activation", "none");
  if (activation != "none" && activation != "silu" && activation != "swish")
    return n.invalid("activation has the unknown value '" + activation + "'");
  if (!past)
    past = e.full({Emitter::size(x, 0), channels, reach}, Emitter::element(x), 0);
  Value padded = e.concat({past, x}, 2);
  Shape one{1}, zero{0};
  Value y =
      e.make<ConvOp>(padded, w, one, zero, zero, one, channels, /*transposed=*/false, DenseI64ArrayAttr());
  if (bias)
    y = e.add(y, e.broadcastAlong(bias, 1, Emitter::shape(y)));
  if (activation != "none")
    y = e.unary(UnaryFn::Silu, y);
  if (n.failed())
    return failure();
  return n.results({y, e.sliceDim(padded, 2, Emitter::size(padded, 2) - reach, reach)});
}

/// a * sigmoid(alpha * a) * b
LogicalResult importSwiGlu(Call &n) {
  Value a = n.in(0);
  double alpha = n.attrFloat("alpha", 1);
  Value gate = alpha == 1 ? n.e.unary(UnaryFn::Silu, a)
                          : n.e.mul(a, n.e.unary(UnaryFn::Sigmoid, n.e.mulNumber(a, alpha)));
  return n.result(n.e.mul(gate, n.in(1)));
}

} // namespace

ArrayRef<Operator> neuron::onnx::attentionOperators() {
  static const Operator rows[] = {
      {"Attention", 23, 0, 3, importAttention},
      {"CausalConvWithState", 26, 0, 2, importCausalConvWithState},
      {"RotaryEmbedding", 23, 0, 3, importRotaryEmbedding},
      {"SwiGLU", 26, 0, 2, importSwiGlu},
      {"TensorScatter", 24, 0, 2, importTensorScatter},
  };
  return rows;
}

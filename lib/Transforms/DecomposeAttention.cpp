//===- DecomposeAttention.cpp - attention as two products and a softmax ---===//

#include "Decompositions.h"

#include <limits>

using namespace mlir;
using namespace neuron;

/// Batched product over dims 0 and 1, of dim 3 of `a` with dim `dim` of `b`.
static Value product(GraphBuilder &g, Value a, Value b, int64_t dim, Type element) {
  ArrayRef<int64_t> as = tensorType(a).getShape(), bs = tensorType(b).getShape();
  auto type = RankedTensorType::get({as[0], as[1], as[2], bs[dim == 3 ? 2 : 3]}, element);
  SmallVector<int64_t> batch{0, 1};
  return DotGeneralOp::create(g.builder, g.loc, type, a, b, batch, batch, SmallVector<int64_t>{3},
                              SmallVector<int64_t>{dim});
}

/// i1 [rows, keys]: which key each query of a causal attention may see.
static Value causalMask(AttentionOp op, GraphBuilder &b, int64_t rows, int64_t keys) {
  auto type = RankedTensorType::get({rows, keys}, b.builder.getIntegerType(32));
  Value row = IotaOp::create(b.builder, b.loc, type, 0);
  Value key = IotaOp::create(b.builder, b.loc, type, 1);
  int64_t offset = op.getCausalOffset(), window = op.getWindow();
  auto shifted = [&](int64_t by) { return b.add(row, splatInt(b.builder, b.loc, type, by)); };
  Value keeps = b.compare(CompareFn::Le, key, shifted(offset));
  if (window < 0)
    return keeps;
  Value inWindow = b.compare(CompareFn::Gt, key, shifted(offset - window));
  return b.binary(BinaryFn::And, keeps, inWindow);
}

/// Scores where `keeps` (broadcast by NumPy's rules) holds, -inf elsewhere.
static Value keepOnly(GraphBuilder &b, Value scores, Value keeps) {
  ArrayRef<int64_t> shape = tensorType(scores).getShape();
  Value lowest = b.number(scores, -std::numeric_limits<double>::infinity());
  return b.select(broadcastTo(b.builder, b.loc, keeps, shape), scores, lowest);
}

/// Softmax over the last dim; zeros where every score is -inf.
static Value maskedSoftmax(GraphBuilder &b, Value scores, bool mayBeEmpty) {
  ArrayRef<int64_t> shape = tensorType(scores).getShape();
  Value most = b.reduce(ReduceFn::Max, scores, {3});
  // The least finite number, not above it: models mask with it, and a row of it
  // alone is no empty row.
  if (mayBeEmpty)
    most = b.max(most, -double(std::numeric_limits<float>::max()));
  Value exp = b.unary(UnaryFn::Exp, b.sub(scores, b.broadcast(most, shape, {0, 1, 2})));
  Value sum = b.reduce(ReduceFn::Add, exp, {3});
  // The largest exponential is 1, so only an empty row is below.
  if (mayBeEmpty)
    sum = b.max(sum, 0.5);
  Value inverse = b.unary(UnaryFn::Reciprocal, sum);
  return b.mul(exp, b.broadcast(inverse, shape, {0, 1, 2}));
}

Value neuron::decomposeAttention(AttentionOp op, GraphBuilder &b) {
  SmallVector<int64_t> q(tensorType(op.getQ()).getShape());
  ArrayRef<int64_t> k = tensorType(op.getK()).getShape();
  Type element = tensorType(op.getQ()).getElementType();
  Type wide = element.isF64() ? element : b.f32();
  // Heads of q that share a head of k lie one after the other: together they
  // are the rows of one product.
  SmallVector<int64_t> grouped{q[0], k[1], q[1] / k[1] * q[2], q[3]};
  Value scores = product(b, b.reshape(op.getQ(), grouped), op.getK(), 3, wide);
  scores = b.mul(scores, op.getScale().convertToDouble());
  if (double cap = op.getSoftcap().convertToDouble(); cap > 0)
    scores = b.mul(b.unary(UnaryFn::Tanh, b.mul(scores, 1 / cap)), cap);
  scores = b.reshape(scores, {q[0], q[1], q[2], k[2]});
  Value mask = op.getMask();
  bool isBool = mask && tensorType(mask).getElementType().isInteger(1);
  if (isBool)
    scores = keepOnly(b, scores, mask);
  else if (mask)
    scores = b.add(scores, broadcastTo(b.builder, b.loc, b.cast(mask, wide), tensorType(scores).getShape()));
  if (op.getCausal())
    scores = keepOnly(b, scores, causalMask(op, b, q[2], k[2]));
  scores = maskedSoftmax(b, scores, mask || op.getCausal());
  grouped[3] = k[2];
  Value weights = b.cast(b.reshape(scores, grouped), element);
  Value result = product(b, weights, op.getV(), 2, element);
  return b.reshape(result, tensorType(op.getResult()).getShape());
}

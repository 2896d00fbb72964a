//===- LinearAttention.cpp - attention as a recurrence --------------------===//

#include "Call.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::onnx;

namespace {

/// The operands of LinearAttention in f32, time first: [length, batch, heads, ..].
struct LinearOperands {
  int64_t batch, length, heads, keyHeads, keySize, valueSize;
  Value q, k, v, decay, beta, state;
};

/// [batch, length, heads * size] as [length, batch, heads, size] of f32.
Value timeFirst(Call &n, Value x, int64_t heads, int64_t size) {
  Dims shape = Emitter::shape(x);
  return n.e.transpose(n.e.reshape(n.e.cast(x, n.e.f32()), {shape[0], shape[1], heads, size}), {1, 0, 2, 3});
}

FailureOr<LinearOperands> readLinearOperands(Call &n, bool isGated, bool isDelta) {
  Value q = n.in(0), k = n.in(1), v = n.in(2), past = n.in(3), decay = n.in(4), beta = n.in(5);
  for (Value value : {q, k, v})
    if (!n.requireRank(value, 3, 3))
      return failure();
  if (bool(decay) != isGated || bool(beta) != isDelta)
    return n.invalid("decay or beta do not belong to the update rule");
  LinearOperands o{};
  o.batch = Emitter::size(q, 0), o.length = Emitter::size(q, 1);
  o.heads = n.attrInt("q_num_heads", 0), o.keyHeads = n.attrInt("kv_num_heads", 0);
  if (o.heads < 1 || o.keyHeads < 1 || o.heads % o.keyHeads != 0 || Emitter::size(q, 2) % o.heads != 0 ||
      Emitter::size(v, 2) % o.keyHeads != 0)
    return n.invalid("the numbers of heads do not fit the operands");
  o.keySize = Emitter::size(q, 2) / o.heads, o.valueSize = Emitter::size(v, 2) / o.keyHeads;
  Shape stateShape{o.batch, o.keyHeads, o.keySize, o.valueSize};
  bool fits = Emitter::shape(k) == Dims({o.batch, o.length, o.keyHeads * o.keySize}) &&
              Emitter::shape(v).take_front(2) == Dims({o.batch, o.length}) &&
              (!past || Emitter::shape(past) == Dims(stateShape));
  for (Value gate : {decay, beta})
    fits &= !gate ||
            (Emitter::rank(gate) == 3 && Emitter::shape(gate).take_front(2) == Dims({o.batch, o.length}));
  if (!fits)
    return n.invalid("the operands do not fit each other");
  o.q = timeFirst(n, q, o.heads, o.keySize);
  o.k = timeFirst(n, k, o.keyHeads, o.keySize);
  o.v = timeFirst(n, v, o.keyHeads, o.valueSize);
  if (decay) {
    int64_t width = Emitter::size(decay, 2);
    if (width != o.keyHeads && width != o.keyHeads * o.keySize)
      return n.invalid("decay needs a value for each head or key element");
    o.decay = n.e.unary(UnaryFn::Exp, timeFirst(n, decay, o.keyHeads, width / o.keyHeads));
  }
  if (beta) {
    int64_t width = Emitter::size(beta, 2);
    if (width != o.keyHeads && width != 1)
      return n.invalid("beta needs a value for each head, or one");
    o.beta = timeFirst(n, beta, width, 1);
  }
  o.state = past ? n.e.cast(past, n.e.f32()) : n.e.full(stateShape, n.e.f32(), 0);
  return n.failed() ? FailureOr<LinearOperands>(failure()) : o;
}

/// One step: the state decays, is corrected towards the value, and is read by the query. `x` holds the step's
/// query, key, value and what there is of decay and beta.
std::pair<Value, Value> linearStep(Call &n, const LinearOperands &o, Value state, ArrayRef<Value> x) {
  Emitter &e = n.e;
  Dims shape = Emitter::shape(state);
  Value k = x[1], v = x[2];
  size_t next = 3;
  if (o.decay) // [batch, heads, 1 or key size] over the value's elements
    state = e.mul(state, e.broadcastInDim(x[next++], {0, 1, 2}, shape));
  if (o.beta) {
    Value retrieved = e.dot(k, state, {0, 1}, {0, 1}, {2}, {2});
    v = e.mul(e.broadcast(x[next], Emitter::shape(v)), e.sub(v, retrieved));
  }
  Value outer = e.mul(e.broadcastInDim(k, {0, 1, 2}, shape), e.broadcastInDim(v, {0, 1, 3}, shape));
  state = e.add(state, outer);
  int64_t group = o.heads / o.keyHeads;
  Value q = e.reshape(x[0], {o.batch, o.keyHeads, group, o.keySize});
  Value read = e.dot(q, state, {0, 1}, {0, 1}, {3}, {2});
  return {state, e.reshape(read, {o.batch, o.heads, o.valueSize})};
}

/// A recurrence over time whose state is a matrix for each head.
LogicalResult importLinearAttention(Call &n) {
  Emitter &e = n.e;
  StringRef rule = n.attrString("update_rule", "gated_delta");
  bool isGated = rule == "gated" || rule == "gated_delta", isDelta = rule == "delta" || rule == "gated_delta";
  if (!isGated && !isDelta && rule != "linear")
    return n.invalid("update_rule has the unknown value '" + rule + "'");
  FailureOr<LinearOperands> o = readLinearOperands(n, isGated, isDelta);
  if (failed(o))
    return failure();
  SmallVector<Value> xs{o->q, o->k, o->v};
  for (Value gate : {o->decay, o->beta})
    if (gate)
      xs.push_back(gate);
  Type outputType = e.type({o->length, o->batch, o->heads, o->valueSize}, e.f32());
  if (n.failed())
    return failure();
  auto scan = ScanOp::create(e.b, n.loc, TypeRange{o->state.getType(), outputType}, ValueRange{o->state}, xs,
                             o->length, Shape(xs.size(), 0), SmallVector<bool>(xs.size(), false), Shape{0},
                             SmallVector<bool>{false});
  {
    OpBuilder::InsertionGuard guard(e.b);
    Block *block = e.b.createBlock(&scan.getBody());
    Value state = block->addArgument(o->state.getType(), n.loc);
    SmallVector<Value> slices;
    for (Value x : xs)
      slices.push_back(block->addArgument(
          RankedTensorType::get(Emitter::shape(x).drop_front(), Emitter::element(x)), n.loc));
    auto [next, output] = linearStep(n, *o, state, slices);
    YieldOp::create(e.b, n.loc, ValueRange{next, output});
  }
  double scale = n.attrFloat("scale", 0);
  scale = scale == 0 ? 1 / std::sqrt(double(o->keySize)) : scale;
  Value y = e.mulNumber(e.transpose(scan.getResult(1), {1, 0, 2, 3}), scale);
  y = e.reshape(y, {o->batch, o->length, o->heads * o->valueSize});
  Value state = e.cast(scan.getResult(0), Emitter::element(n.in(n.has(3) ? 3 : 0)));
  return n.results({e.cast(y, Emitter::element(n.in(0))), state});
}

} // namespace

ArrayRef<Operator> neuron::onnx::linearAttentionOperators() {
  static const Operator rows[] = {{"LinearAttention", 26, 0, 3, importLinearAttention}};
  return rows;
}

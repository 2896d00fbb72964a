//===- Recurrent.cpp - RNN, GRU, LSTM -------------------------------------===//
//
// The projection of the inputs does not depend on the state, so it is one
// product over all steps; a neuron.scan does the rest. Steps beyond a
// sequence's length keep the state and put out zeros.
//
//===----------------------------------------------------------------------===//

#include "Call.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::onnx;

namespace {

/// An activation function of the operators, with its parameters.
struct Activation {
  std::string name;
  double alpha, beta;
};

/// What does not depend on the direction.
struct Layer {
  Layer(Call &n, int64_t gates) : n(n), gates(gates) {}

  Call &n;
  int64_t gates;
  int64_t hidden = 0, steps = 0, batch = 0;
  Value x;       ///< [steps, batch, input]
  Value lengths; ///< [batch] of i64, or null if every sequence has all steps
  std::optional<double> clip;
  std::vector<Activation> activations;
};

/// The parameters of one direction.
struct Direction {
  Value w, r;         ///< [gates * hidden, input], [gates * hidden, hidden]
  Value wBias, rBias; ///< [gates * hidden] or null
  Value peephole;     ///< [3 * hidden] or null
  Value h0, c0;       ///< [batch, hidden]
  bool isReverse = false;
  ArrayRef<Activation> activations;
};

Value activate(Call &n, const Activation &a, Value x) {
  Emitter &e = n.e;
  auto name = StringRef(a.name);
  if (name.equals_insensitive("Sigmoid"))
    return e.unary(UnaryFn::Sigmoid, x);
  if (name.equals_insensitive("Tanh"))
    return e.unary(UnaryFn::Tanh, x);
  if (name.equals_insensitive("Relu"))
    return e.unary(UnaryFn::Relu, x);
  if (name.equals_insensitive("Affine"))
    return e.addNumber(e.mulNumber(x, a.alpha), a.beta);
  if (name.equals_insensitive("ScaledTanh"))
    return e.mulNumber(e.unary(UnaryFn::Tanh, e.mulNumber(x, a.beta)), a.alpha);
  if (name.equals_insensitive("HardSigmoid"))
    return e.clamp(e.addNumber(e.mulNumber(x, a.alpha), a.beta), 0.0, 1.0);
  if (name.equals_insensitive("Softplus"))
    return e.unary(UnaryFn::Softplus, x);
  if (name.equals_insensitive("Softsign"))
    return e.div(x, e.addNumber(e.unary(UnaryFn::Abs, x), 1));
  Value positive = e.compareNumber(CompareFn::Gt, x, 0);
  if (name.equals_insensitive("LeakyRelu"))
    return e.select(positive, x, e.mulNumber(x, a.alpha));
  if (name.equals_insensitive("ThresholdedRelu"))
    return e.select(e.compareNumber(CompareFn::Gt, x, a.alpha), x, e.like(x, 0));
  if (name.equals_insensitive("Elu"))
    return e.select(positive, x, e.mulNumber(e.unary(UnaryFn::Expm1, x), a.alpha));
  (void)n.refuse("with the activation function '" + a.name + "'");
  return x;
}

/// Default parameters, for functions that have any.
Activation withDefaults(StringRef name) {
  double alpha = 0, beta = 0;
  if (name.equals_insensitive("LeakyRelu"))
    alpha = 0.01;
  else if (name.equals_insensitive("HardSigmoid"))
    alpha = 0.2, beta = 0.5;
  else if (name.equals_insensitive("ThresholdedRelu") || name.equals_insensitive("Elu") ||
           name.equals_insensitive("Affine") || name.equals_insensitive("ScaledTanh"))
    alpha = 1, beta = name.equals_insensitive("ScaledTanh") ? 1 : 0;
  return {name.str(), alpha, beta};
}

/// `defaults` has the functions of one direction. Parameters are listed for the functions that take any.
std::vector<Activation> readActivations(Call &n, ArrayRef<StringRef> defaults, size_t numDirections) {
  SmallVector<StringRef> names = n.attrStrings("activations");
  if (names.empty())
    for (size_t i = 0; i < numDirections; ++i)
      llvm::append_range(names, defaults);
  if (names.size() != defaults.size() * numDirections)
    (void)n.invalid("needs " + Twine(defaults.size() * numDirections) + " activation functions");
  SmallVector<double> alphas = n.attrFloats("activation_alpha"), betas = n.attrFloats("activation_beta");
  std::vector<Activation> result;
  for (auto [i, name] : llvm::enumerate(names)) {
    result.push_back(withDefaults(name));
    if (i < alphas.size())
      result.back().alpha = alphas[i];
    if (i < betas.size())
      result.back().beta = betas[i];
  }
  return result;
}

Value clipped(const Layer &layer, Value x) {
  return layer.clip ? layer.n.e.clamp(x, -*layer.clip, *layer.clip) : x;
}

/// Gate `i` of a value whose last dim holds all gates.
Value gate(const Layer &layer, Value x, int64_t i) {
  return layer.n.e.sliceDim(x, Emitter::rank(x) - 1, i * layer.hidden, layer.hidden);
}

/// x W^T + bias over all steps: [steps, batch, gates * hidden].
Value project(const Layer &layer, const Direction &d, Value bias) {
  Emitter &e = layer.n.e;
  Value projected = e.dot(layer.x, d.w, {}, {}, {2}, {1});
  return bias ? e.add(projected, e.broadcast(bias, Emitter::shape(projected))) : projected;
}

/// h R^T, with the rows of `r` that `first` and `count` gates choose.
Value recur(const Layer &layer, const Direction &d, Value h, int64_t first, int64_t count) {
  Emitter &e = layer.n.e;
  Value rows = e.sliceDim(d.r, 0, first * layer.hidden, count * layer.hidden);
  return e.dot(h, rows, {}, {}, {1}, {1});
}

Value addVector(const Layer &layer, Value x, Value vector) {
  Emitter &e = layer.n.e;
  return vector ? e.add(x, e.broadcast(vector, Emitter::shape(x))) : x;
}

Value peephole(const Layer &layer, const Direction &d, Value x, int64_t i, Value c) {
  if (!d.peephole)
    return x;
  Emitter &e = layer.n.e;
  Value p = e.broadcast(gate(layer, d.peephole, i), Emitter::shape(c));
  return e.add(x, e.mul(p, c));
}

/// One step: the new states for the projected input and the old ones.
using Step = llvm::function_ref<SmallVector<Value>(Value projected, ArrayRef<Value> states)>;

/// The sum of both biases, or whichever there is.
Value allBias(const Layer &layer, const Direction &d) {
  return d.wBias ? layer.n.e.add(d.wBias, d.rBias) : Value();
}

SmallVector<Value> rnnStep(const Layer &layer, const Direction &d, Value projected, ArrayRef<Value> states) {
  Emitter &e = layer.n.e;
  Value sum = e.add(projected, recur(layer, d, states[0], 0, 1));
  return {activate(layer.n, d.activations[0], clipped(layer, sum))};
}

/// Gates z, r, h. `linear_before_reset` applies the reset after the product with R.
SmallVector<Value> gruStep(const Layer &layer, const Direction &d, Value projected, ArrayRef<Value> states) {
  Emitter &e = layer.n.e;
  Value h = states[0];
  Value zr = e.add(e.sliceDim(projected, 1, 0, 2 * layer.hidden), recur(layer, d, h, 0, 2));
  Value z = activate(layer.n, d.activations[0], clipped(layer, gate(layer, zr, 0)));
  Value r = activate(layer.n, d.activations[0], clipped(layer, gate(layer, zr, 1)));
  Value bias = d.rBias ? gate(layer, d.rBias, 2) : Value();
  Value inner = layer.n.attrInt("linear_before_reset", 0)
                    ? e.mul(r, addVector(layer, recur(layer, d, h, 2, 1), bias))
                    : addVector(layer, recur(layer, d, e.mul(r, h), 2, 1), bias);
  Value candidate =
      activate(layer.n, d.activations[1], clipped(layer, e.add(gate(layer, projected, 2), inner)));
  // (1 - z) * candidate + z * h
  return {e.add(e.mul(e.sub(e.like(z, 1), z), candidate), e.mul(z, h))};
}

/// Gates i, o, f, c.
SmallVector<Value> lstmStep(const Layer &layer, const Direction &d, Value projected, ArrayRef<Value> states) {
  Emitter &e = layer.n.e;
  Value h = states[0], c = states[1];
  Value sum = e.add(projected, recur(layer, d, h, 0, 4));
  auto sigmoid = [&](Value x) { return activate(layer.n, d.activations[0], clipped(layer, x)); };
  Value i = sigmoid(peephole(layer, d, gate(layer, sum, 0), 0, c));
  bool isCoupled = layer.n.attrInt("input_forget", 0) != 0;
  Value f = isCoupled ? e.sub(e.like(i, 1), i) : sigmoid(peephole(layer, d, gate(layer, sum, 2), 2, c));
  Value candidate = activate(layer.n, d.activations[1], clipped(layer, gate(layer, sum, 3)));
  Value cell = e.add(e.mul(f, c), e.mul(i, candidate));
  Value o = sigmoid(peephole(layer, d, gate(layer, sum, 1), 1, cell));
  return {e.mul(o, activate(layer.n, d.activations[2], cell)), cell};
}

/// Where the sequence has ended: states stay, the output is zero.
void maskStep(const Layer &layer, Value step, ArrayRef<Value> old, SmallVectorImpl<Value> &states,
              Value &output) {
  if (!layer.lengths)
    return;
  Emitter &e = layer.n.e;
  Value inside = e.compare(CompareFn::Lt, e.broadcast(step, {layer.batch}), layer.lengths);
  Value mask = e.broadcastAlong(inside, 0, {layer.batch, layer.hidden});
  for (auto [state, before] : llvm::zip(states, old))
    state = e.select(mask, state, before);
  output = e.select(mask, output, e.like(output, 0));
}

/// Runs one direction. Gives the final states, then the outputs of all steps.
SmallVector<Value> runDirection(const Layer &layer, const Direction &d, Value projected, Step step) {
  Emitter &e = layer.n.e;
  SmallVector<Value> inits{d.h0}, xs{projected};
  if (d.c0)
    inits.push_back(d.c0);
  if (layer.lengths)
    xs.push_back(e.iota({layer.steps}, 0, e.i64()));
  SmallVector<Type> types = llvm::to_vector(ValueRange(inits).getTypes());
  auto state = d.h0.getType();
  types.push_back(e.type({layer.steps, layer.batch, layer.hidden}, Emitter::element(d.h0)));
  if (layer.n.failed())
    return {};
  auto scan =
      ScanOp::create(e.b, layer.n.loc, types, inits, xs, layer.steps, Shape(xs.size(), 0),
                     SmallVector<bool>(xs.size(), d.isReverse), Shape{0}, SmallVector<bool>{d.isReverse});
  OpBuilder::InsertionGuard guard(e.b);
  Block *block = e.b.createBlock(&scan.getBody());
  for (Value init : inits)
    block->addArgument(init.getType(), layer.n.loc);
  Value slice = block->addArgument(
      RankedTensorType::get(Emitter::shape(projected).drop_front(), Emitter::element(projected)),
      layer.n.loc);
  Value index = layer.lengths ? block->addArgument(RankedTensorType::get({}, e.i64()), layer.n.loc) : Value();
  SmallVector<Value> old(block->args_begin(), block->args_begin() + inits.size());
  SmallVector<Value> next = step(slice, old);
  Value output = next[0];
  maskStep(layer, index, old, next, output);
  next.push_back(output);
  if (!layer.n.failed() && (next[0].getType() != state || next.back().getType() != state))
    (void)layer.n.invalid("the state changes its type");
  YieldOp::create(e.b, layer.n.loc, next);
  return llvm::to_vector_of<Value>(scan.getResults());
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// Part `i` along dim 0, without that dim.
Value part(Call &n, Value x, int64_t i) { return x ? n.e.selectDim(x, 0, i) : Value(); }

/// Reports an operand whose shape is not `shape`.
void require(Call &n, Value x, Dims shape, const Twine &what) {
  if (x && Emitter::shape(x) != shape && !n.failed())
    (void)n.invalid(what + " has the wrong shape");
}

/// Null if every sequence is known to be as long as the tensor.
Value readLengths(Call &n, const Layer &layer) {
  Value lengths = n.in(4);
  if (!lengths)
    return {};
  require(n, lengths, {layer.batch}, "sequence_lens");
  std::optional<Tensor> known = n.e.constant(lengths);
  if (known && !known->isFloat() && llvm::all_of(known->ints(), [&](int64_t l) { return l == layer.steps; }))
    return {};
  return n.e.cast(lengths, n.e.i64());
}

Direction readDirection(const Layer &layer, int64_t i, bool hasCell) {
  Call &n = layer.n;
  Direction d;
  int64_t rows = layer.gates * layer.hidden;
  d.w = part(n, n.in(1), i);
  d.r = part(n, n.in(2), i);
  if (Value bias = part(n, n.in(3), i)) {
    d.wBias = n.e.sliceDim(bias, 0, 0, rows);
    d.rBias = n.e.sliceDim(bias, 0, rows, rows);
  }
  Type element = Emitter::element(layer.x);
  auto initial = [&](unsigned input) {
    Value value = part(n, n.in(input), i);
    return value ? value : n.e.full({layer.batch, layer.hidden}, element, 0);
  };
  d.h0 = initial(5);
  if (hasCell) {
    d.c0 = initial(6);
    d.peephole = part(n, n.in(7), i);
  }
  return d;
}

/// Checks shapes, so that what follows may slice.
LogicalResult checkOperands(Layer &layer, int64_t directions, bool hasCell) {
  Call &n = layer.n;
  int64_t rows = layer.gates * layer.hidden;
  require(n, n.in(1), {directions, rows, Emitter::size(layer.x, 2)}, "W");
  require(n, n.in(2), {directions, rows, layer.hidden}, "R");
  require(n, n.in(3), {directions, 2 * rows}, "B");
  Shape statesShape{directions, layer.batch, layer.hidden};
  require(n, n.in(5), statesShape, "initial_h");
  if (hasCell) {
    require(n, n.in(6), statesShape, "initial_c");
    require(n, n.in(7), {directions, 3 * layer.hidden}, "P");
  }
  return failure(n.failed());
}

/// [steps, directions, batch, hidden] and [directions, batch, hidden] of the states.
LogicalResult giveResults(Layer &layer, ArrayRef<SmallVector<Value>> directions) {
  Call &n = layer.n;
  SmallVector<Value> outputs, results;
  for (const SmallVector<Value> &direction : directions)
    outputs.push_back(n.e.unsqueeze(direction.back(), 1));
  bool isBatchFirst = n.attrInt("layout", 0) != 0;
  Value y = n.e.concat(outputs, 1);
  results.push_back(isBatchFirst ? n.e.transpose(y, {2, 0, 1, 3}) : y);
  for (size_t state = 0; state + 1 < directions[0].size(); ++state) {
    SmallVector<Value> finals;
    for (const SmallVector<Value> &direction : directions)
      finals.push_back(n.e.unsqueeze(direction[state], 0));
    Value joined = n.e.concat(finals, 0);
    results.push_back(isBatchFirst ? n.e.transpose(joined, {1, 0, 2}) : joined);
  }
  return n.results(results);
}

using StepFn = SmallVector<Value> (*)(const Layer &, const Direction &, Value, ArrayRef<Value>);

LogicalResult importRecurrent(Call &n, int64_t gates, ArrayRef<StringRef> functions, bool hasCell,
                              StepFn step) {
  Layer layer(n, gates);
  layer.x = n.in(0);
  if (!n.requireRank(layer.x, 3, 3) || !n.requireRank(n.in(2), 3, 3))
    return failure();
  if (n.attrInt("layout", 0)) {
    if (n.has(5) || n.has(6))
      return n.refuse("with layout 1 and initial states");
    layer.x = n.e.transpose(layer.x, {1, 0, 2});
  }
  StringRef direction = n.attrString("direction", "forward");
  bool isBoth = direction == "bidirectional";
  if (!isBoth && direction != "forward" && direction != "reverse")
    return n.invalid("direction has the unknown value '" + direction + "'");
  int64_t directions = isBoth ? 2 : 1;
  layer.hidden = n.attrInt("hidden_size", Emitter::size(n.in(2), 2));
  layer.steps = Emitter::size(layer.x, 0);
  layer.batch = Emitter::size(layer.x, 1);
  if (layer.hidden < 1 || layer.hidden >= kMaxElements)
    return n.invalid("hidden_size has to be positive");
  if (n.hasAttr("clip"))
    layer.clip = n.attrFloat("clip", 0);
  layer.activations = readActivations(n, functions, directions);
  layer.lengths = readLengths(n, layer);
  if (n.failed() || failed(checkOperands(layer, directions, hasCell)))
    return failure();
  std::vector<SmallVector<Value>> results;
  for (int64_t i = 0; i < directions; ++i) {
    Direction d = readDirection(layer, i, hasCell);
    d.isReverse = direction == "reverse" || i == 1;
    d.activations = ArrayRef(layer.activations).slice(i * functions.size(), functions.size());
    // The bias of GRU's last gate stays apart: the reset gate may multiply it.
    Value bias = d.wBias;
    if (d.wBias && gates == 3)
      bias = n.e.concat({n.e.add(n.e.sliceDim(d.wBias, 0, 0, 2 * layer.hidden),
                                 n.e.sliceDim(d.rBias, 0, 0, 2 * layer.hidden)),
                         gate(layer, d.wBias, 2)},
                        0);
    else if (d.wBias)
      bias = allBias(layer, d);
    Value projected = project(layer, d, bias);
    results.push_back(runDirection(layer, d, projected, [&](Value slice, ArrayRef<Value> states) {
      return step(layer, d, slice, states);
    }));
    if (n.failed())
      return failure();
  }
  return giveResults(layer, results);
}

LogicalResult importRnn(Call &n) { return importRecurrent(n, 1, {"Tanh"}, false, rnnStep); }
LogicalResult importGru(Call &n) { return importRecurrent(n, 3, {"Sigmoid", "Tanh"}, false, gruStep); }
LogicalResult importLstm(Call &n) {
  return importRecurrent(n, 4, {"Sigmoid", "Tanh", "Tanh"}, true, lstmStep);
}

} // namespace

ArrayRef<Operator> neuron::onnx::recurrentOperators() {
  static const Operator rows[] = {
      {"GRU", 7, 0, 3, importGru},
      {"LSTM", 7, 0, 3, importLstm},
      {"RNN", 7, 0, 3, importRnn},
  };
  return rows;
}

//===- Recurrent.cpp - LSTM, GRU and plain recurrent layers ---------------===//
//
// A layer is one neuron.scan over time for each direction. The product of the
// inputs with their weights does not depend on the recurrence and is taken
// outside, for all time steps at once.
//
//===----------------------------------------------------------------------===//
#include "OpHelpers.h"

using namespace mlir;
using namespace llvm;

namespace neuron::pt2 {
namespace {

enum class Cell { Lstm, Gru, Tanh, Relu };

/// Weights of one layer and direction; biases may be null.
struct Weights {
  Value input, hidden, inputBias, hiddenBias, projection;
};

struct Options {
  Cell cell;
  bool biases, bidirectional, batchFirst;
  int64_t layers;
};

int64_t gatesOf(Cell cell) { return cell == Cell::Lstm ? 4 : cell == Cell::Gru ? 3 : 1; }

Value addVector(Emitter &e, Value x, Value bias) {
  return bias ? e.add(x, e.broadcastAlong(bias, e.rank(x) - 1, Shape(e.shape(x)))) : x;
}

/// x W^T (+ b).
Value affine(Emitter &e, Value x, Value weight, Value bias) {
  return addVector(e, e.dot(x, weight, {}, {}, {e.rank(x) - 1}, {1}), bias);
}

Value gate(Emitter &e, Value gates, int64_t index, int64_t size) {
  return e.sliceDim(gates, 1, index * size, size);
}

/// Gates in torch's order: input, forget, cell, output.
SmallVector<Value> lstmStep(Emitter &e, const Weights &w, Value x, Value h, Value c) {
  int64_t size = e.size(c, 1);
  Value gates = e.add(x, affine(e, h, w.hidden, {}));
  Value in = e.unary(UnaryFn::Sigmoid, gate(e, gates, 0, size)),
        forget = e.unary(UnaryFn::Sigmoid, gate(e, gates, 1, size));
  Value fresh = e.unary(UnaryFn::Tanh, gate(e, gates, 2, size)),
        out = e.unary(UnaryFn::Sigmoid, gate(e, gates, 3, size));
  Value cell = e.add(e.mul(forget, c), e.mul(in, fresh));
  Value hidden = e.mul(out, e.unary(UnaryFn::Tanh, cell));
  return {w.projection ? affine(e, hidden, w.projection, {}) : hidden, cell};
}

/// Gates in torch's order: reset, update, new; the hidden bias of `new` lies inside the reset.
SmallVector<Value> gruStep(Emitter &e, const Weights &w, Value x, Value h) {
  int64_t size = e.size(h, 1);
  Value hidden = affine(e, h, w.hidden, w.hiddenBias);
  Value both =
      e.unary(UnaryFn::Sigmoid, e.add(e.sliceDim(x, 1, 0, 2 * size), e.sliceDim(hidden, 1, 0, 2 * size)));
  Value reset = gate(e, both, 0, size), update = gate(e, both, 1, size);
  Value fresh = e.unary(UnaryFn::Tanh, e.add(gate(e, x, 2, size), e.mul(reset, gate(e, hidden, 2, size))));
  return {e.add(e.mul(e.sub(e.like(update, 1), update), fresh), e.mul(update, h))};
}

SmallVector<Value> step(Emitter &e, Cell cell, const Weights &w, Value x, ArrayRef<Value> state) {
  if (cell == Cell::Lstm)
    return lstmStep(e, w, x, state[0], state[1]);
  if (cell == Cell::Gru)
    return gruStep(e, w, x, state[0]);
  Value sum = e.add(x, affine(e, state[0], w.hidden, {}));
  return {e.unary(cell == Cell::Tanh ? UnaryFn::Tanh : UnaryFn::Relu, sum)};
}

/// x [T, N, I] and states [N, H] to the states after the run and all outputs [T, N, H].
std::pair<SmallVector<Value>, Value> runDirection(Emitter &e, Cell cell, const Weights &w, Value x,
                                                  ArrayRef<Value> inits, bool reverse) {
  Value inputs = affine(e, x, w.input, w.inputBias);
  if (cell != Cell::Gru)
    inputs = addVector(e, inputs, w.hiddenBias);
  SmallVector<Type> types;
  for (Value init : inits)
    types.push_back(init.getType());
  Shape stacked(e.shape(inits[0]));
  stacked.insert(stacked.begin(), e.size(x, 0));
  types.push_back(withShape(e.type(inits[0]), stacked));
  auto scan = ScanOp::create(e.b, e.loc, types, inits, ValueRange(inputs), e.size(x, 0), ArrayRef<int64_t>{0},
                             ArrayRef<bool>{reverse}, ArrayRef<int64_t>{0}, ArrayRef<bool>{reverse});
  OpBuilder::InsertionGuard guard(e.b);
  Block &body = scan.getBody().emplaceBlock();
  SmallVector<Value> state;
  for (Value init : inits)
    state.push_back(body.addArgument(init.getType(), e.loc));
  Value slice = body.addArgument(e.type(e.squeeze(e.sliceDim(inputs, 0, 0, 1), 0)), e.loc);
  e.b.setInsertionPointToEnd(&body);
  SmallVector<Value> next = step(e, cell, w, slice, state);
  SmallVector<Value> yielded(next);
  yielded.push_back(next[0]);
  YieldOp::create(e.b, e.loc, yielded);
  SmallVector<Value> finals(scan.getFinals());
  return {finals, scan.getStacked()[0]};
}

/// Splits the flat list of parameters; empty after an error.
SmallVector<Weights> readWeights(Call &c, const Options &options) {
  SmallVector<Value> params = c.tensors("params");
  size_t directions = options.layers * (options.bidirectional ? 2 : 1),
         each = params.size() / std::max<size_t>(directions, 1);
  size_t plain = options.biases ? 4 : 2;
  bool projected = options.cell == Cell::Lstm && each == plain + 1;
  if (directions == 0 || directions * each != params.size() || (each != plain && !projected))
    return c.invalid("the number of weights does not fit the layers"), SmallVector<Weights>();
  SmallVector<Weights> result;
  for (size_t i = 0; i < directions; ++i) {
    ArrayRef<Value> part = ArrayRef<Value>(params).slice(i * each, each);
    Weights w{part[0], part[1], options.biases ? part[2] : Value(), options.biases ? part[3] : Value(),
              projected ? part.back() : Value()};
    for (Value weight : {w.input, w.hidden})
      if (!c.requireRank(weight, 2, 2))
        return {};
    result.push_back(w);
  }
  return result;
}

/// Sizes of one direction agree: x [T, N, I], W_ih [G H, I], W_hh [G H, R], states [N, R] and [N, H].
bool checkSizes(Call &c, Cell cell, const Weights &w, Value x, ArrayRef<Value> inits) {
  Emitter &e = c.e;
  int64_t gates = gatesOf(cell), rows = e.size(w.input, 0), outputs = e.size(w.hidden, 1);
  bool good = rows % gates == 0 && e.size(w.hidden, 0) == rows && e.size(w.input, 1) == e.size(x, 2) &&
              e.size(inits[0], 1) == outputs && e.size(inits[0], 0) == e.size(x, 1);
  good &= cell == Cell::Lstm ? e.size(inits[1], 1) == rows / gates && e.size(inits[1], 0) == e.size(x, 1)
                             : outputs == rows / gates;
  for (Value bias : {w.inputBias, w.hiddenBias})
    good &= !bias || (e.rank(bias) == 1 && e.size(bias, 0) == rows);
  good &= !w.projection || (e.rank(w.projection) == 2 && e.size(w.projection, 0) == outputs &&
                            e.size(w.projection, 1) == rows / gates);
  if (!good)
    c.invalid("the sizes of its weights do not fit");
  return good;
}

/// All layers. `states` are [layers * directions, N, H] each.
LogicalResult run(Call &c, Cell cell, SmallVector<Value> states) {
  Options options{cell, c.flag("has_biases"), c.flag("bidirectional"), c.flag("batch_first"),
                  c.integer("num_layers")};
  if (c.flag("train") && c.number("dropout") != 0)
    return c.refuse("dropout in training mode"), failure();
  Value x = c.tensor("input");
  bool unbatched = c.e.rank(x) == 2;
  if (unbatched) {
    x = c.e.unsqueeze(x, 1);
    for (Value &state : states)
      state = c.requireRank(state, 2, 2) ? c.e.unsqueeze(state, 1) : state;
  } else if (options.batchFirst && c.e.rank(x) == 3) {
    x = c.e.swap(x, 0, 1);
  }
  SmallVector<Weights> weights = readWeights(c, options);
  if (c.failed() || !c.requireRank(x, 3, 3))
    return failure();
  SmallVector<SmallVector<Value>> finals(states.size());
  int64_t directions = options.bidirectional ? 2 : 1;
  for (Value state : states)
    if (!c.requireRank(state, 3, 3) || c.e.size(state, 0) != int64_t(weights.size()))
      return c.invalid("the initial state does not fit the layers"), failure();
  for (int64_t layer = 0; layer < options.layers; ++layer) {
    SmallVector<Value> outputs;
    for (int64_t direction = 0; direction < directions; ++direction) {
      int64_t place = layer * directions + direction;
      SmallVector<Value> inits;
      for (Value state : states)
        inits.push_back(c.e.selectDim(state, 0, place));
      if (!checkSizes(c, cell, weights[place], x, inits))
        return failure();
      auto [after, all] = runDirection(c.e, cell, weights[place], x, inits, direction == 1);
      outputs.push_back(all);
      for (auto [list, value] : zip(finals, after))
        list.push_back(c.e.unsqueeze(value, 0));
    }
    x = c.e.concat(outputs, 2);
  }
  SmallVector<Value> results{unbatched ? c.e.squeeze(x, 1) : options.batchFirst ? c.e.swap(x, 0, 1) : x};
  for (ArrayRef<Value> list : finals) {
    Value joined = c.e.concat(list, 0);
    results.push_back(unbatched ? c.e.squeeze(joined, 1) : joined);
  }
  c.trustResults(); // torch up to 2.9 describes the states with a dim too many
  return c.results(results);
}

LogicalResult lstm(Call &c) {
  SmallVector<Value> states = c.tensors("hx");
  if (states.size() != 2)
    return c.invalid("two initial states are needed"), failure();
  return run(c, Cell::Lstm, states);
}

template <Cell cell> LogicalResult simple(Call &c) { return run(c, cell, {c.tensor("hx")}); }

/// One step of a cell.
LogicalResult runCell(Call &c, Cell cell, SmallVector<Value> states) {
  Value x = c.tensor("input");
  Weights w{c.tensor("w_ih"), c.tensor("w_hh"), c.optionalTensor("b_ih"), c.optionalTensor("b_hh"), {}};
  if (!c.requireRank(x, 2, 2) || !c.requireRank(w.input, 2, 2) || !c.requireRank(w.hidden, 2, 2))
    return failure();
  for (Value state : states)
    if (!c.requireRank(state, 2, 2))
      return failure();
  if (!checkSizes(c, cell, w, c.e.unsqueeze(x, 0), states))
    return failure();
  Value inputs = affine(c.e, x, w.input, w.inputBias);
  if (cell != Cell::Gru)
    inputs = addVector(c.e, inputs, w.hiddenBias);
  return c.results(step(c.e, cell, w, inputs, states));
}

LogicalResult lstmCell(Call &c) {
  SmallVector<Value> states = c.tensors("hx");
  if (states.size() != 2)
    return c.invalid("two states are needed"), failure();
  return runCell(c, Cell::Lstm, states);
}

template <Cell cell> LogicalResult simpleCell(Call &c) { return runCell(c, cell, {c.tensor("hx")}); }

#define LAYERS                                                                                               \
  "Tensor[] params, bool has_biases, int num_layers, float dropout, bool train, bool bidirectional, bool "   \
  "batch_first)"
#define CELL "Tensor w_ih, Tensor w_hh, Tensor? b_ih=None, Tensor? b_hh=None)"

const OpRow rows[] = {
    {"lstm.input(Tensor input, Tensor[] hx, " LAYERS, lstm},
    {"gru.input(Tensor input, Tensor hx, " LAYERS, simple<Cell::Gru>},
    {"rnn_tanh.input(Tensor input, Tensor hx, " LAYERS, simple<Cell::Tanh>},
    {"rnn_relu.input(Tensor input, Tensor hx, " LAYERS, simple<Cell::Relu>},
    {"lstm_cell(Tensor input, Tensor[] hx, " CELL, lstmCell},
    {"gru_cell(Tensor input, Tensor hx, " CELL, simpleCell<Cell::Gru>},
    {"rnn_tanh_cell(Tensor input, Tensor hx, " CELL, simpleCell<Cell::Tanh>},
    {"rnn_relu_cell(Tensor input, Tensor hx, " CELL, simpleCell<Cell::Relu>},
};

} // namespace

ArrayRef<OpRow> recurrentOps() { return rows; }

} // namespace neuron::pt2

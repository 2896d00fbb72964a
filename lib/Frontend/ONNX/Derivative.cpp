//===- Derivative.cpp - how results change with operands ------------------===//
//
// The rules of the chain for operations of smooth models. At a corner (relu at
// 0, equal operands of max) the derivative is that of one side, as PyTorch's.
//
//===----------------------------------------------------------------------===//

#include "Derivative.h"

#include "llvm/ADT/TypeSwitch.h"

#include <numbers>

using namespace mlir;
using namespace neuron;
using namespace neuron::onnx;

/// The gradient of f(x) = `y`; null without a rule.
static Value unary(Emitter &e, UnaryFn fn, Value x, Value y, Value g) {
  switch (fn) {
  case UnaryFn::Neg:
    return e.unary(UnaryFn::Neg, g);
  case UnaryFn::Abs:
    return e.mul(g, e.unary(UnaryFn::Sign, x));
  case UnaryFn::Exp:
    return e.mul(g, y);
  case UnaryFn::Log:
    return e.div(g, x);
  case UnaryFn::Sqrt:
    return e.div(g, e.mulNumber(y, 2));
  case UnaryFn::Rsqrt:
    return e.mul(g, e.mulNumber(e.div(y, x), -0.5));
  case UnaryFn::Reciprocal:
    return e.unary(UnaryFn::Neg, e.mul(g, e.mul(y, y)));
  case UnaryFn::Square:
    return e.mul(g, e.mulNumber(x, 2));
  case UnaryFn::Sin:
    return e.mul(g, e.unary(UnaryFn::Cos, x));
  case UnaryFn::Cos:
    return e.unary(UnaryFn::Neg, e.mul(g, e.unary(UnaryFn::Sin, x)));
  case UnaryFn::Tanh:
    return e.mul(g, e.sub(e.like(y, 1), e.mul(y, y)));
  case UnaryFn::Sigmoid:
    return e.mul(g, e.mul(y, e.sub(e.like(y, 1), y)));
  case UnaryFn::Softplus:
    return e.mul(g, e.unary(UnaryFn::Sigmoid, x));
  case UnaryFn::Erf:
    return e.mul(g, e.mulNumber(e.unary(UnaryFn::Exp, e.unary(UnaryFn::Neg, e.mul(x, x))), 2 * std::numbers::inv_sqrtpi));
  case UnaryFn::Relu:
    return e.select(e.compareNumber(CompareFn::Gt, x, 0), g, e.like(g, 0));
  default:
    return {};
  }
}

static Value binary(Emitter &e, BinaryOp op, unsigned i, Value g) {
  Value x = op.getLhs(), y = op.getRhs(), zero = e.like(g, 0);
  switch (op.getFn()) {
  case BinaryFn::Add:
    return g;
  case BinaryFn::Sub:
    return i == 0 ? g : e.unary(UnaryFn::Neg, g);
  case BinaryFn::Mul:
    return e.mul(g, i == 0 ? y : x);
  case BinaryFn::Div:
    return i == 0 ? e.div(g, y) : e.unary(UnaryFn::Neg, e.mul(g, e.div(op.getResult(), y)));
  case BinaryFn::Pow:
    if (i == 0)
      return e.mul(g, e.mul(y, e.binary(BinaryFn::Pow, x, e.addNumber(y, -1))));
    return e.mul(g, e.mul(op.getResult(), e.unary(UnaryFn::Log, x)));
  case BinaryFn::Max:
    return i == 0 ? e.select(e.compare(CompareFn::Ge, x, y), g, zero) : e.select(e.compare(CompareFn::Lt, x, y), g, zero);
  case BinaryFn::Min:
    return i == 0 ? e.select(e.compare(CompareFn::Le, x, y), g, zero) : e.select(e.compare(CompareFn::Gt, x, y), g, zero);
  default:
    return {};
  }
}

/// Sums over the dims that the operand has not, or has with one element.
static Value broadcast(Emitter &e, BroadcastInDimOp op, Value g) {
  Dims small = Emitter::shape(op.getX()), large = Emitter::shape(g);
  Shape summed, kept;
  for (int64_t d = 0; d < int64_t(large.size()); ++d) {
    const auto *place = llvm::find(op.getDims(), d);
    bool isSame = place != op.getDims().end() && small[place - op.getDims().begin()] == large[d];
    (isSame ? kept : summed).push_back(d);
  }
  // Dims of an operand rise: what is kept is in order.
  return e.reshape(summed.empty() ? g : e.reduce(ReduceFn::Add, g, summed), small);
}

/// `x` without `dims`, spread over them again.
static Value spread(Emitter &e, Value x, Dims dims, Dims shape) {
  Shape kept, sizes;
  for (int64_t d = 0; d < int64_t(shape.size()); ++d)
    if (!llvm::is_contained(dims, d)) {
      kept.push_back(d);
      sizes.push_back(shape[d]);
    }
  return e.broadcastInDim(e.reshape(x, sizes), kept, shape);
}

static Value reduce(Emitter &e, ReduceOp op, Value g) {
  return op.getFn() == ReduceFn::Add ? spread(e, g, op.getDims(), Emitter::shape(op.getX())) : Value();
}

static Value softmax(Emitter &e, SoftmaxOp op, Value g) {
  Value y = op.getResult();
  int64_t dim = op.getDim();
  Value sum = spread(e, e.reduce(ReduceFn::Add, e.mul(g, y), {dim}), {dim}, Emitter::shape(y));
  return e.mul(y, e.sub(g, sum));
}

static Value transpose(Emitter &e, TransposeOp op, Value g) {
  Shape inverse(op.getPerm().size());
  for (auto [to, from] : llvm::enumerate(op.getPerm()))
    inverse[from] = to;
  return e.transpose(g, inverse);
}

/// result[batch, free of lhs, free of rhs]: the other side's free dims are summed,
/// and what comes out is brought to the operand's own order.
static Value dot(Emitter &e, DotGeneralOp op, unsigned i, Value g) {
  Value other = i == 0 ? op.getRhs() : op.getLhs(), self = i == 0 ? op.getLhs() : op.getRhs();
  Dims batch = i == 0 ? op.getLhsBatch() : op.getRhsBatch(), contract = i == 0 ? op.getLhsContract() : op.getRhsContract();
  Dims otherBatch = i == 0 ? op.getRhsBatch() : op.getLhsBatch();
  Dims otherContract = i == 0 ? op.getRhsContract() : op.getLhsContract();
  auto freeOf = [](Value x, Dims b, Dims c) {
    Shape dims;
    for (int64_t d = 0; d < Emitter::rank(x); ++d)
      if (!llvm::is_contained(b, d) && !llvm::is_contained(c, d))
        dims.push_back(d);
    return dims;
  };
  Shape free = freeOf(self, batch, contract), otherFree = freeOf(other, otherBatch, otherContract);
  int64_t numBatch = batch.size(), first = numBatch + (i == 0 ? int64_t(free.size()) : 0);
  Shape gBatch, gContract;
  for (int64_t d = 0; d < numBatch; ++d)
    gBatch.push_back(d);
  for (size_t d = 0; d < otherFree.size(); ++d)
    gContract.push_back(first + d);
  // [batch, free, what was contracted in the order of the other's dims]
  Value product = e.dot(g, other, gBatch, otherBatch, gContract, otherFree, Emitter::element(self));
  Shape places(batch);
  places.append(free);
  for (int64_t d = 0; d < Emitter::rank(other); ++d)
    if (const auto *place = llvm::find(otherContract, d); place != otherContract.end())
      places.push_back(contract[place - otherContract.begin()]);
  Shape perm(places.size());
  for (auto [from, to] : llvm::enumerate(places))
    perm[to] = from;
  return e.transpose(product, perm);
}

Value neuron::onnx::derivative(Emitter &e, Operation *op, unsigned i, Value g) {
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case([&](UnaryOp o) { return unary(e, o.getFn(), o.getX(), o.getResult(), g); })
      .Case([&](BinaryOp o) { return binary(e, o, i, g); })
      .Case([&](SelectOp o) {
        Value zero = e.like(g, 0);
        return i == 1 ? e.select(o.getPred(), g, zero) : i == 2 ? e.select(o.getPred(), zero, g) : Value();
      })
      .Case([&](CastOp o) { return Emitter::isFloat(o.getX()) ? e.cast(g, Emitter::element(o.getX())) : Value(); })
      .Case([&](ReshapeOp o) { return e.reshape(g, Emitter::shape(o.getX())); })
      .Case([&](TransposeOp o) { return transpose(e, o, g); })
      .Case([&](BroadcastInDimOp o) { return broadcast(e, o, g); })
      .Case([&](ReduceOp o) { return reduce(e, o, g); })
      .Case([&](SoftmaxOp o) { return softmax(e, o, g); })
      .Case([&](DotGeneralOp o) { return dot(e, o, i, g); })
      .Default(Value());
}

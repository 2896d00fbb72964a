//===- ElementwiseSteps.cpp - several ops in one instruction --------------===//
//
// `x op scalar`, where the scalar is a literal or one number a row, waits for
// the op that reads it: the engines do two such steps, or one and an operation
// of two tensors, or one and a function, in one pass.
//
//===----------------------------------------------------------------------===//

#include "ElementwiseTile.h"

#include "Lowering.h"

#include <cmath>

using namespace neuron;
using namespace mlir;

std::optional<AluOp> neuron::immediateOp(BinaryFn fn) {
  switch (fn) {
  case BinaryFn::Add: return AluOp::Add;
  case BinaryFn::Sub: return AluOp::Subtract;
  case BinaryFn::Mul: return AluOp::Multiply;
  case BinaryFn::Max: return AluOp::Max;
  case BinaryFn::Min: return AluOp::Min;
  default: return std::nullopt;
  }
}

/// The function of the Scalar engine that is the whole of a unary op.
static std::optional<ActFn> functionOf(UnaryFn fn) {
  switch (fn) {
  case UnaryFn::Abs: return ActFn::Abs;
  case UnaryFn::Exp: return ActFn::Exp;
  case UnaryFn::Tanh: return ActFn::Tanh;
  case UnaryFn::Erf: return ActFn::Erf;
  case UnaryFn::Sigmoid: return ActFn::Sigmoid;
  case UnaryFn::Silu: return ActFn::Silu;
  case UnaryFn::Gelu: return ActFn::Gelu;
  case UnaryFn::GeluTanh: return ActFn::GeluTanh;
  case UnaryFn::GeluSigmoid: return ActFn::GeluSigmoid;
  default: return std::nullopt;
  }
}

static bool hasOneBound(ClampOp op) { return op.getMin().has_value() != op.getMax().has_value(); }
static bool isFloatValue(Value value) { return classOf(value) == ValueClass::Float; }

/// One number a row, broadcast along the free axis, as [P,1] in fp32.
std::optional<Tile> ElementwiseTile::rowScalar(Value value) {
  auto found = tiles.find(value);
  if (found == tiles.end() || !isFloatValue(value))
    return std::nullopt;
  Tile held = found->second;
  if (llvm::any_of(held.dims, [](const TileDim &dim) { return dim.size != 1 && dim.step != 0; }))
    return std::nullopt;
  held.dims.assign(1, {1, 1});
  if (held.type == DType::F32 && held.space == Space::Sbuf)
    return held;
  auto [entry, isNew] = rowScalars.try_emplace(value);
  if (isNew) {
    entry->second = b.sbuf(rows, {1}, DType::F32);
    b.copyTile(entry->second, held);
  }
  return entry->second;
}

std::optional<Scalar> ElementwiseTile::scalarOf(Value value) {
  if (std::optional<double> number = literalOf(value))
    return Scalar(float(*number));
  if (std::optional<Tile> row = rowScalar(value))
    return Scalar(*row);
  return std::nullopt;
}

std::optional<ElementwiseTile::Step> ElementwiseTile::stepOf(BinaryOp op) {
  std::optional<AluOp> alu = immediateOp(op.getFn());
  if (alu)
    if (std::optional<Scalar> right = scalarOf(op.getRhs()))
      return Step{op.getLhs(), {*alu, *right}};
  if (alu)
    if (std::optional<Scalar> left = scalarOf(op.getLhs()))
      return Step{op.getRhs(), {*alu, *left, /*reverse=*/true}};
  std::optional<double> divisor = op.getFn() == BinaryFn::Div ? literalOf(op.getRhs()) : std::nullopt;
  if (divisor && std::isnormal(1.0f / float(*divisor)) && !becomesInteger(op.getResult()))
    return Step{op.getLhs(), {AluOp::Multiply, float(1.0 / *divisor)}};
  return std::nullopt;
}

std::optional<ElementwiseTile::Step> ElementwiseTile::stepOf(Operation *op) {
  if (op->getNumResults() != 1 || !isFloatValue(op->getResult(0)) || !isFloatValue(op->getOperand(0)))
    return std::nullopt;
  if (auto binary = dyn_cast<BinaryOp>(op))
    return stepOf(binary);
  if (auto unary = dyn_cast<UnaryOp>(op); unary && unary.getFn() == UnaryFn::Relu)
    return Step{unary.getX(), {AluOp::Max, 0.0f}};
  if (auto clamp = dyn_cast<ClampOp>(op); clamp && hasOneBound(clamp))
    return Step{clamp.getX(), clamp.getMin() ? AluStep{AluOp::Max, clamp.getMin()->convertToFloat()}
                                             : AluStep{AluOp::Min, clamp.getMax()->convertToFloat()}};
  return std::nullopt;
}

/// True if the op that reads `value` takes a step with it.
bool ElementwiseTile::mayWait(Value value) const {
  if (!value.hasOneUse() || outputs.contains(value))
    return false;
  Operation *user = *value.user_begin();
  if (auto unary = dyn_cast<UnaryOp>(user))
    return unary.getFn() == UnaryFn::Relu || functionOf(unary.getFn());
  if (auto clamp = dyn_cast<ClampOp>(user))
    return hasOneBound(clamp);
  if (auto cast = dyn_cast<CastOp>(user))
    return isFloatValue(cast.getResult());
  auto binary = dyn_cast<BinaryOp>(user);
  return binary && immediateOp(binary.getFn()) && binary.getLhs() != binary.getRhs();
}

std::optional<ElementwiseTile::Waiting> ElementwiseTile::takeWaiting(Value value) {
  auto found = waiting.find(value);
  if (found == waiting.end())
    return std::nullopt;
  Waiting result = found->second;
  waiting.erase(found);
  return result;
}

/// scale and bias of an activation that does what the steps do before `fn`.
static std::optional<ActOptions> scaleAndBias(const AluStep &first, const AluStep &second) {
  ActOptions options;
  auto add = [&](const AluStep &step) {
    if (step.op == AluOp::Add)
      options.bias = step.operand;
    else if (auto *imm = std::get_if<float>(&step.operand); imm && step.op == AluOp::Subtract && !step.reverse)
      options.bias = -*imm;
    else
      return step.op == AluOp::Bypass;
    return true;
  };
  if (first.op != AluOp::Multiply)
    return second.op == AluOp::Bypass && add(first) ? std::optional(options) : std::nullopt;
  options.scale = first.operand;
  return add(second) ? std::optional(options) : std::nullopt;
}

static bool isRelu(const AluStep &step) {
  auto *imm = std::get_if<float>(&step.operand);
  return step.op == AluOp::Max && imm && *imm == 0.0f;
}

/// `x` through one or two steps, on the engine with less to do.
void ElementwiseTile::emitSteps(const Tile &dst, const Tile &x, const AluStep &first, const AluStep &second) {
  ActFn fn = ActFn::Copy;
  std::optional<ActOptions> options = scaleAndBias(first, second);
  if (!options && isRelu(second))
    fn = ActFn::Relu, options = scaleAndBias(first, {});
  else if (!options && isRelu(first) && second.op == AluOp::Bypass)
    fn = ActFn::Relu, options.emplace();
  if (options && b.lighter(dst, x) == Engine::Scalar)
    return b.activation(fn, dst, x, *options);
  b.tensorScalar(dst, x, first, second);
}

bool ElementwiseTile::emitStep(Operation *op) {
  std::optional<Step> step = stepOf(op);
  if (!step)
    return false;
  Value value = op->getResult(0);
  if (std::optional<Waiting> before = takeWaiting(step->x)) {
    emitSteps(destination(value), before->x, before->step, step->step);
    return true;
  }
  Tile x = tile(step->x);
  if (mayWait(value))
    waiting[value] = {x, step->step};
  else
    emitSteps(destination(value), x, step->step);
  return true;
}

bool ElementwiseTile::emitAfterStep(UnaryOp op) {
  std::optional<ActFn> fn = functionOf(op.getFn());
  auto found = waiting.find(op.getX());
  if (!fn || found == waiting.end())
    return false;
  std::optional<ActOptions> options = scaleAndBias(found->second.step, {});
  if (!options)
    return false;
  Waiting before = *takeWaiting(op.getX());
  b.activation(*fn, destination(op.getResult()), before.x, *options);
  return true;
}

bool ElementwiseTile::emitAfterStep(BinaryOp op) {
  std::optional<AluOp> alu = immediateOp(op.getFn());
  if (!alu)
    return false;
  bool isLeft = waiting.contains(op.getLhs());
  Value waits = isLeft ? op.getLhs() : op.getRhs();
  std::optional<Waiting> before = takeWaiting(waits);
  if (!before)
    return false;
  Tile other = tile(isLeft ? op.getRhs() : op.getLhs());
  if (other.space == Space::Psum && before->x.space == Space::Psum)
    return waiting[waits] = *before, false;
  b.scalarTensorTensor(destination(op.getResult()), before->x, before->step, *alu, other, /*reverseSecond=*/!isLeft);
  return true;
}

bool ElementwiseTile::emitAfterStep(CastOp op) {
  std::optional<Waiting> before =
      isFloatValue(op.getResult()) ? takeWaiting(op.getX()) : std::nullopt;
  if (before)
    emitSteps(destination(op.getResult()), before->x, before->step);
  return before.has_value();
}

//===- Emitter.cpp - builds neuron ops and folds them at once -------------===//

#include "Emitter.h"

#include "neuronc/Evaluator/Evaluator.h"
#include "neuronc/Support/ElementType.h"

#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::onnx;

/// Larger results stay in the graph: later passes fold them into weights.
static constexpr int64_t kMaxFolded = 1 << 15;
/// Most steps that folding one op may take: a small op may hide a large window.
static constexpr double kMaxFoldCost = 3e7;
/// Steps of evaluation that folding one op may take.
static constexpr double kMaxFoldSteps = 1 << 18;
/// Generated tables of more elements are weights.
static constexpr int64_t kMaxLiteralTable = 1 << 12;
/// Through how many ops a constant is looked for below trained weights.
static constexpr unsigned kMaxSearch = 32;

int64_t neuron::onnx::numElements(Dims shape) {
  int64_t count = 1;
  for (int64_t dim : shape)
    count *= dim;
  return count;
}

void Emitter::report(unsigned code, const Twine &what) {
  if (!hasFailed)
    emitError(loc) << "[NRN-E" << code << "] " << what;
  hasFailed = true;
}

//===----------------------------------------------------------------------===//
// Checking and folding
//===----------------------------------------------------------------------===//

/// Runs `fn` and gives what it would have reported.
template <typename Fn> static std::string reportsOf(MLIRContext *context, Fn fn) {
  std::string text;
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
    if (text.empty())
      text = diagnostic.str();
    return success();
  });
  fn();
  return text;
}

bool Emitter::check(Operation *op) {
  if (hasFailed)
    return false;
  bool isSound = true;
  std::string text = reportsOf(b.getContext(), [&] { isSound = succeeded(verify(op)); });
  if (!isSound)
    report(3011, text);
  return isSound;
}

static bool isSmall(Value value) { return tensorType(value).getNumElements() <= kMaxFolded; }

/// The results of `op` for these operands, or why there are none.
static FailureOr<SmallVector<Tensor>> evaluateQuietly(Operation *op, ArrayRef<Tensor> operands,
                                                      std::string &text) {
  SmallVector<const Tensor *> pointers;
  for (const Tensor &operand : operands)
    pointers.push_back(&operand);
  FailureOr<SmallVector<Tensor>> results = failure();
  text = reportsOf(op->getContext(), [&] { results = evaluateOp(op, pointers); });
  return results;
}

Operation *Emitter::finish(Operation *op) {
  if (!check(op) || isa<ConstantOp>(op) || !isSmall(op->getResult(0)) ||
      !llvm::all_of(op->getOperands(), isSmall) || evaluationCost(op) > kMaxFoldCost)
    return op;
  double steps = evaluationCost(op);
  if (steps > kMaxFoldSteps || steps > state.foldBudget)
    return op;
  SmallVector<Tensor> operands;
  for (Value operand : op->getOperands()) {
    auto constant = operand.getDefiningOp<ConstantOp>();
    if (!constant)
      return op;
    operands.push_back(Tensor::fromAttr(constant.getDense()));
  }
  state.foldBudget -= steps;
  std::string text;
  FailureOr<SmallVector<Tensor>> results = evaluateQuietly(op, operands, text);
  if (mlir::failed(results)) {
    report(3011, text);
    return op;
  }
  op->erase();
  return ConstantOp::create(b, loc, results->front().toAttr());
}

/// The value of `x`, looking through ops over constants and weights.
static std::optional<Tensor> knownValue(Value x, const WeightStore &weights, unsigned &budget) {
  Operation *op = x.getDefiningOp();
  if (!op || budget == 0 || !isSmall(x) || evaluationCost(op) > kMaxFoldCost)
    return std::nullopt;
  --budget;
  if (auto constant = dyn_cast<ConstantOp>(op))
    return Tensor::fromAttr(constant.getDense());
  if (auto weight = dyn_cast<WeightOp>(op)) {
    const WeightData *data = weights.find(weight.getName());
    if (!data)
      return std::nullopt;
    FailureOr<Tensor> tensor = Tensor::fromWeight(*data, tensorType(x));
    return succeeded(tensor) ? std::optional<Tensor>(*tensor) : std::nullopt;
  }
  if (op->getNumResults() != 1 || op->getNumRegions() != 0 || evaluationCost(op) > kMaxFoldSteps)
    return std::nullopt;
  SmallVector<Tensor> operands;
  for (Value operand : op->getOperands()) {
    std::optional<Tensor> known = knownValue(operand, weights, budget);
    if (!known)
      return std::nullopt;
    operands.push_back(std::move(*known));
  }
  std::string text;
  FailureOr<SmallVector<Tensor>> results = evaluateQuietly(op, operands, text);
  return succeeded(results) ? std::optional<Tensor>(results->front()) : std::nullopt;
}

std::optional<Tensor> Emitter::constant(Value x) const {
  unsigned budget = kMaxSearch;
  return hasFailed ? std::nullopt : knownValue(x, state.weights, budget);
}

bool Emitter::hasDim(Value x, int64_t dim) {
  if (dim >= 0 && dim < rank(x))
    return true;
  invalid("dim " + Twine(dim) + " is out of range for a rank of " + Twine(rank(x)));
  return false;
}

RankedTensorType Emitter::type(Dims shape, Type element) {
  if (isValidShape(shape))
    return RankedTensorType::get(shape, element);
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::interleaveComma(shape, stream);
  invalid("the shape [" + text + "] is not possible");
  return RankedTensorType::get({}, element);
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

Value Emitter::full(Dims shape, Type element, double value) {
  return splat(b, loc, type(shape, element), value);
}

Value Emitter::fullInt(Dims shape, Type element, int64_t value) {
  return splatInt(b, loc, type(shape, element), value);
}

Value Emitter::ints(Dims values, Type element) {
  return dense(Tensor::fromInts(type({int64_t(values.size())}, element), values).toAttr());
}

Value Emitter::floats(ArrayRef<double> values, Dims shape, Type element) {
  RankedTensorType tableType = type(shape, element);
  if (hasFailed)
    return full({}, element, 0);
  Tensor tensor = Tensor::fromFloats(tableType, values);
  if (tensor.size() <= kMaxLiteralTable)
    return dense(tensor.toAttr());
  std::vector<char> bytes(tensor.bytes().begin(), tensor.bytes().end());
  std::string name;
  do
    name = "table." + std::to_string(state.numTables++);
  while (state.weights.find(name));
  state.weights.addOwned(name, *dtypeOf(element), shape, std::move(bytes));
  return WeightOp::create(b, loc, tableType, name);
}

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

Value Emitter::binary(BinaryFn fn, Value x, Value y) {
  if (x.getType() != y.getType()) {
    invalid("operands have the different types " +
            llvm::formatv("{0} and {1}", x.getType(), y.getType()).str());
    return x;
  }
  return make<BinaryOp>(fn, x, y);
}

Value Emitter::compare(CompareFn fn, Value x, Value y) {
  if (x.getType() != y.getType())
    invalid("operands have the different types " +
            llvm::formatv("{0} and {1}", x.getType(), y.getType()).str());
  return make<CompareOp>(fn, x, y);
}

Value Emitter::clamp(Value x, std::optional<double> min, std::optional<double> max) {
  auto attr = [&](std::optional<double> bound) { return bound ? b.getF64FloatAttr(*bound) : FloatAttr(); };
  return min || max ? make<ClampOp>(x.getType(), x, attr(min), attr(max)) : x;
}

Value Emitter::cast(Value x, Type element) {
  if (Emitter::element(x) == element)
    return x;
  return make<CastOp>(withElement(x.getType(), element), x);
}

//===----------------------------------------------------------------------===//
// Movement
//===----------------------------------------------------------------------===//

Value Emitter::reshape(Value x, Dims shape) {
  if (Emitter::shape(x) == shape)
    return x;
  return make<ReshapeOp>(type(shape, element(x)), x);
}

Value Emitter::broadcastInDim(Value x, Dims dims, Dims shape) {
  return make<BroadcastInDimOp>(type(shape, element(x)), x, dims);
}

Value Emitter::broadcast(Value x, Dims shape) {
  if (Emitter::shape(x) == shape)
    return x;
  int64_t offset = int64_t(shape.size()) - rank(x);
  Shape dims;
  for (int64_t i = 0; i < rank(x); ++i)
    dims.push_back(offset + i);
  return broadcastInDim(x, dims, shape);
}

Value Emitter::transpose(Value x, Dims perm) {
  bool isIdentity = int64_t(perm.size()) == rank(x);
  for (auto [i, dim] : llvm::enumerate(perm))
    isIdentity &= dim == int64_t(i);
  return isIdentity ? x : make<TransposeOp>(x, perm);
}

Value Emitter::transposeLast(Value x) {
  Shape perm = llvm::to_vector(llvm::seq<int64_t>(0, rank(x)));
  if (perm.size() >= 2)
    std::swap(perm[perm.size() - 1], perm[perm.size() - 2]);
  return transpose(x, perm);
}

Value Emitter::slice(Value x, Dims starts, Dims sizes, Dims strides) {
  bool isAll = shape(x) == sizes;
  for (auto [start, stride] : llvm::zip(starts, strides))
    isAll &= start == 0 && stride == 1;
  if (!isValidShape(sizes)) {
    invalid("a slice of these sizes is not possible");
    return x;
  }
  return isAll ? x : make<SliceOp>(x, starts, sizes, strides);
}

Value Emitter::sliceDim(Value x, int64_t dim, int64_t start, int64_t count, int64_t step) {
  if (!hasDim(x, dim))
    return x;
  Shape starts(rank(x), 0), sizes(shape(x)), strides(rank(x), 1);
  starts[dim] = start;
  sizes[dim] = count;
  strides[dim] = step;
  return slice(x, starts, sizes, strides);
}

Value Emitter::selectDim(Value x, int64_t dim, int64_t index) {
  return squeeze(sliceDim(x, dim, index, 1), dim);
}

Value Emitter::concat(ArrayRef<Value> xs, int64_t dim) {
  return xs.size() == 1 ? xs[0] : make<ConcatOp>(ValueRange(xs), dim);
}

Value Emitter::unsqueeze(Value x, int64_t dim) {
  if (dim != rank(x) && !hasDim(x, dim))
    return x;
  Shape sizes(shape(x));
  sizes.insert(sizes.begin() + dim, 1);
  return reshape(x, sizes);
}

Value Emitter::squeeze(Value x, int64_t dim) {
  if (!hasDim(x, dim))
    return x;
  Shape sizes(shape(x));
  sizes.erase(sizes.begin() + dim);
  return reshape(x, sizes);
}

Value Emitter::pad(Value x, Dims lo, Dims hi, double value, PadMode mode) {
  auto isZero = [](int64_t n) { return n == 0; };
  if (llvm::all_of(lo, isZero) && llvm::all_of(hi, isZero))
    return x;
  return make<PadOp>(mode, x, lo, hi, APFloat(value));
}

//===----------------------------------------------------------------------===//
// Reductions and products
//===----------------------------------------------------------------------===//

Value Emitter::reduce(ReduceFn fn, Value x, Dims dims, bool keepDims) {
  if (dims.empty())
    return x;
  Value result = make<ReduceOp>(fn, x, dims);
  if (!keepDims)
    return result;
  Shape kept(shape(x));
  for (int64_t dim : dims)
    kept[dim] = 1;
  return reshape(result, kept);
}

Value Emitter::mean(Value x, Dims dims, bool keepDims) {
  double count = 1;
  for (int64_t dim : dims)
    count *= double(size(x, dim));
  Value sum = reduce(ReduceFn::Add, x, dims, keepDims);
  return count == 1 ? sum : div(sum, like(sum, count));
}

Value Emitter::iota(Dims shape, int64_t dim, Type element) { return make<IotaOp>(type(shape, element), dim); }

Value Emitter::dot(Value lhs, Value rhs, Dims lhsBatch, Dims rhsBatch, Dims lhsContract, Dims rhsContract,
                   Type element) {
  auto op = DotGeneralOp::create(b, loc, lhs, rhs, lhsBatch, rhsBatch, lhsContract, rhsContract);
  if (element)
    op.getResult().setType(cast<RankedTensorType>(withElement(op.getType(), element)));
  return finish(op)->getResult(0);
}

Value Emitter::matmul(Value lhs, Value rhs, Type element) {
  int64_t lhsRank = rank(lhs), rhsRank = rank(rhs);
  if (lhsRank == 0 || rhsRank == 0) {
    invalid("a matrix product takes no scalar");
    return lhs;
  }
  // One matrix for all: every other dim of the left is free.
  if (rhsRank <= 2)
    return dot(lhs, rhs, {}, {}, {lhsRank - 1}, {0}, element);
  if (lhsRank == 1)
    return dot(rhs, lhs, {}, {}, {rhsRank - 2}, {0}, element);
  Dims lhsShape = shape(lhs), rhsShape = shape(rhs);
  std::optional<Shape> batch = broadcastShapes(lhsShape.drop_back(2), rhsShape.drop_back(2));
  if (!batch) {
    invalid("the batch dims of the operands do not fit");
    return lhs;
  }
  auto extend = [&](Value x, Dims sizes) {
    Shape full(*batch);
    full.append(sizes.end() - 2, sizes.end());
    return broadcast(x, full);
  };
  lhs = extend(lhs, lhsShape);
  rhs = extend(rhs, rhsShape);
  Shape dims = llvm::to_vector(llvm::seq<int64_t>(0, batch->size()));
  int64_t last = int64_t(batch->size());
  return dot(lhs, rhs, dims, dims, {last + 1}, {last}, element);
}

//===- IntegerRanges.cpp - which numbers a value can hold -----------------===//
//
// First the uses as an index, from each use up to where the numbers come from.
// Then forward through the blocks: the interval of an operation from those of
// its operands. Loops are walked step by step, up to a limit.
//
//===----------------------------------------------------------------------===//

#include "IntegerRanges.h"

#include "Match.h"

#include "neuronc/Evaluator/Tensor.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace neuron;

/// Steps of a loop that are followed one by one.
static constexpr int64_t kMaxSteps = 256;
/// Bytes of a weight that are read for its least and largest element.
static constexpr int64_t kMaxWeightBytes = int64_t(64) << 20;

static bool isIntegerTensor(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && isa<IntegerType>(type.getElementType());
}

static Type elementOf(Value value) { return tensorType(value).getElementType(); }

IntegerRanges::IntegerRanges(func::FuncOp func, const WeightStore *weights) : weights(weights) {
  assumeIndices(func);
  for (BlockArgument arg : func.getArguments())
    set(arg, IntegerRange::ofType(elementOf(arg)));
  compute(func.getBody().front());
}

IntegerRange IntegerRanges::of(Value value) const {
  auto found = ranges.find(value);
  return found != ranges.end() ? found->second : IntegerRange::ofType(elementOf(value));
}

bool IntegerRanges::isWide(Value value) const {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || !type.getElementType().isInteger(64))
    return false;
  bool isUnsigned = type.getElementType().isUnsignedInteger();
  auto narrow = IntegerType::get(type.getContext(), 32, isUnsigned ? IntegerType::Unsigned : IntegerType::Signless);
  return !IntegerRange::ofType(narrow).contains(of(value));
}

void IntegerRanges::set(Value value, IntegerRange range) {
  if (!isIntegerTensor(value))
    return;
  IntegerRange type = IntegerRange::ofType(elementOf(value));
  // What does not fit wraps, and may end anywhere.
  if (!type.contains(range))
    range = type;
  if (auto found = assumed.find(value); found != assumed.end())
    range = range.meet(found->second);
  ranges[value] = range;
}

// Indices.

/// x and n of select(x < 0, x + n, x), which is how frontends bring negative
/// indices into the axis.
static std::optional<WithNumber> wrappedIndex(SelectOp op) {
  auto compare = op.getPred().getDefiningOp<CompareOp>();
  std::optional<WithNumber> sum = splitNumber(op.getOnTrue(), BinaryFn::Add);
  Value x = op.getOnFalse();
  bool isWrap = compare && compare.getFn() == CompareFn::Lt && compare.getLhs() == x &&
                isNumber(compare.getRhs(), 0) && sum && sum->x == x && sum->number >= 0;
  return isWrap ? sum : std::nullopt;
}

/// Every element of `value` lies in `range`: so do those it is made from.
void IntegerRanges::assume(Value value, IntegerRange range) {
  auto [found, isNew] = assumed.try_emplace(value, range);
  if (!isNew)
    found->second = found->second.meet(range);
  Operation *op = value.getDefiningOp();
  if (!op)
    return;
  llvm::TypeSwitch<Operation *>(op)
      .Case<ReshapeOp, TransposeOp, ReverseOp, BroadcastInDimOp>([&](auto op) { assume(op.getX(), range); })
      .Case([&](ConcatOp op) {
        for (Value input : op.getInputs())
          assume(input, range);
      })
      .Case([&](CastOp op) {
        // Wider or equal: no number changes.
        if (isIntegerTensor(op.getX()) && !elementOf(op.getX()).isInteger(1) &&
            elementOf(op.getX()).getIntOrFloatBitWidth() <= elementOf(value).getIntOrFloatBitWidth() &&
            elementOf(op.getX()).isUnsignedInteger() == elementOf(value).isUnsignedInteger())
          assume(op.getX(), range);
      })
      .Case([&](SelectOp op) {
        if (std::optional<WithNumber> index = wrappedIndex(op))
          assume(index->x, {-Integer(index->number), range.hi});
      });
}

void IntegerRanges::assumeIndices(Operation *root) {
  root->walk([&](Operation *op) {
    // A body that never runs says nothing.
    for (auto scan = op->getParentOfType<ScanOp>(); scan; scan = scan->getParentOfType<ScanOp>())
      if (scan.getTrip() == 0)
        return;
    auto note = [&](Value x, Value indices, int64_t axis) {
      if (int64_t n = tensorType(x).getDimSize(axis); n > 0)
        assume(indices, {0, n - 1});
    };
    llvm::TypeSwitch<Operation *>(op)
        .Case<GatherOp, GatherElementsOp, ScatterElementsOp>(
            [&](auto op) { note(op.getX(), op.getIndices(), op.getAxis()); })
        .Case([&](ScatterOp op) { note(op.getX(), op.getIndices(), 0); });
  });
}

// Forward.

static IntegerRange ofElements(ArrayRef<int64_t> values, Type element) {
  if (values.empty())
    return {0, 0};
  auto number = [&](int64_t value) {
    return element.isUnsignedInteger() ? Integer(uint64_t(value)) : Integer(value);
  };
  IntegerRange range{number(values[0]), number(values[0])};
  for (int64_t value : values)
    range = range.join({number(value), number(value)});
  return range;
}

static IntegerRange ofConstant(ConstantOp op) {
  DenseElementsAttr dense = op.getDense();
  Type element = dense.getElementType();
  if (dense.isSplat() && !element.isInteger(1)) {
    APInt bits = dense.getSplatValue<APInt>();
    Integer value = element.isUnsignedInteger() ? Integer(bits.getZExtValue()) : Integer(bits.getSExtValue());
    return {value, value};
  }
  return ofElements(Tensor::fromAttr(dense).ints(), element);
}

IntegerRange IntegerRanges::ofWeight(WeightOp op) const {
  RankedTensorType type = op.getResult().getType();
  const WeightData *data = weights ? weights->find(op.getName()) : nullptr;
  if (!data || bytesOf(type) > kMaxWeightBytes)
    return IntegerRange::ofType(type.getElementType());
  FailureOr<Tensor> tensor = Tensor::fromWeight(*data, type);
  return failed(tensor) ? IntegerRange::ofType(type.getElementType()) : ofElements(tensor->ints(), type.getElementType());
}

static IntegerRange ofReduction(ReduceFn fn, IntegerRange x, int64_t count, Type element) {
  switch (fn) {
  case ReduceFn::Add: return IntegerRange{x.lo * count, x.hi * count}.join({0, 0});
  case ReduceFn::Max:
  case ReduceFn::Min:
    if (count > 0)
      return x;
    [[fallthrough]];
  default: return IntegerRange::ofType(element);
  }
}

static int64_t elementsOf(ArrayRef<int64_t> shape, ArrayRef<int64_t> dims) {
  int64_t count = 1;
  for (int64_t dim : dims)
    count *= shape[dim];
  return count;
}

/// Truncated or wrapped to another type; unchanged if it fits.
static IntegerRange ofCast(CastOp op, const IntegerRanges &ranges) {
  Type from = elementOf(op.getX()), to = elementOf(op.getResult());
  if (!isa<IntegerType>(from))
    return IntegerRange::ofType(to);
  return to.isInteger(1) ? IntegerRange{0, 1} : ranges.of(op.getX());
}

static IntegerRange ofClamp(ClampOp op, IntegerRange x) {
  auto bound = [&](std::optional<APFloat> value, Integer absent, bool isMin) -> Integer {
    double number = value ? value->convertToDouble() : 0;
    if (!value || std::abs(number) > 9.0e18)
      return absent;
    return Integer(isMin ? std::ceil(number) : std::floor(number));
  };
  Integer lo = bound(op.getMin(), x.lo, true), hi = bound(op.getMax(), x.hi, false);
  return {std::min(std::max(x.lo, lo), hi), std::min(std::max(x.hi, lo), hi)};
}

IntegerRange IntegerRanges::transfer(Operation *op, Value result) const {
  using R = IntegerRange;
  Type element = elementOf(result);
  auto indexOf = [](Value x, int64_t dim) { return R{0, std::max<int64_t>(tensorType(x).getDimSize(dim) - 1, 0)}; };
  return llvm::TypeSwitch<Operation *, R>(op)
      .Case([&](ConstantOp o) { return ofConstant(o); })
      .Case([&](WeightOp o) { return ofWeight(o); })
      .Case([&](UnaryOp o) { return isIntegerTensor(o.getX()) ? rangeOfUnary(o.getFn(), of(o.getX()), element) : R::ofType(element); })
      .Case([&](BinaryOp o) { return rangeOfBinary(o.getFn(), of(o.getLhs()), of(o.getRhs()), element); })
      .Case([&](SelectOp o) { return of(o.getOnTrue()).join(of(o.getOnFalse())); })
      .Case([&](ClampOp o) { return ofClamp(o, of(o.getX())); })
      .Case([&](CastOp o) { return ofCast(o, *this); })
      .Case<ReshapeOp, TransposeOp, ReverseOp, BroadcastInDimOp, SliceOp, GatherOp, GatherElementsOp, DynamicSliceOp>(
          [&](auto o) { return of(o.getX()); })
      .Case([&](DynamicUpdateSliceOp o) { return of(o.getX()).join(of(o.getUpdate())); })
      .Case<ScatterOp, ScatterElementsOp>([&](auto o) {
        bool keeps = o.getFn() != ScatterFn::Add && o.getFn() != ScatterFn::Mul;
        return keeps ? of(o.getX()).join(of(o.getUpdates())) : R::ofType(element);
      })
      .Case([&](ConcatOp o) {
        R range = of(o.getInputs().front());
        for (Value input : o.getInputs())
          range = range.join(of(input));
        return range;
      })
      .Case([&](PadOp o) {
        double value = std::trunc(o.getValue().convertToDouble());
        if (o.getMode() != PadMode::Constant)
          return of(o.getX());
        return std::abs(value) > 9.0e18 ? R::ofType(element) : of(o.getX()).join({Integer(value), Integer(value)});
      })
      .Case([&](IotaOp o) { return indexOf(o.getResult(), o.getDim()); })
      .Case([&](ReduceOp o) {
        ArrayRef<int64_t> shape = tensorType(o.getX()).getShape();
        return ofReduction(o.getFn(), of(o.getX()), elementsOf(shape, o.getDims()), element);
      })
      .Case([&](CumulativeOp o) {
        // An exclusive extreme starts with the extreme of the type.
        if (o.getExclusive() && o.getFn() != ReduceFn::Add)
          return R::ofType(element);
        int64_t count = tensorType(o.getX()).getDimSize(o.getDim());
        R range = ofReduction(o.getFn(), of(o.getX()), count, element);
        return range.join(of(o.getX()));
      })
      .Case([&](ArgReduceOp o) { return indexOf(o.getX(), o.getDim()); })
      .Case<SortOp, TopKOp>(
          [&](auto o) { return result == o.getIndices() ? indexOf(o.getX(), o.getDim()) : of(o.getX()); })
      .Case([&](PoolOp o) { return o.getFn() == PoolFn::Max ? of(o.getX()) : R::ofType(element); })
      .Default([&](Operation *) { return R::ofType(element); });
}

void IntegerRanges::compute(Block &block) {
  for (Operation &op : block.without_terminator()) {
    if (auto scan = dyn_cast<ScanOp>(op)) {
      computeScan(scan);
      continue;
    }
    for (Value result : op.getResults())
      if (isIntegerTensor(result))
        set(result, transfer(&op, result));
  }
}

/// Carried values hold what they held in any step so far. A loop that is too
/// long, and still finds new values, may hold anything.
void IntegerRanges::computeScan(ScanOp op) {
  Block &body = op.getBody().front();
  unsigned carried = op.getNumCarried();
  for (auto [i, x] : llvm::enumerate(op.getXs()))
    if (isIntegerTensor(x))
      set(body.getArgument(carried + i), of(x));
  for (auto [arg, init] : llvm::zip(body.getArguments(), op.getInits()))
    if (isIntegerTensor(init))
      set(arg, of(init));
  auto yields = body.getTerminator()->getOperands();
  bool isStable = false;
  for (int64_t step = 0; step < std::min<int64_t>(op.getTrip(), kMaxSteps) && !isStable; ++step) {
    compute(body);
    isStable = true;
    for (auto [arg, next] : llvm::zip(body.getArguments().take_front(carried), yields)) {
      if (!isIntegerTensor(arg) || of(arg).contains(of(next)))
        continue;
      set(arg, of(arg).join(of(next)));
      isStable = false;
    }
  }
  if (!isStable && op.getTrip() > kMaxSteps)
    for (BlockArgument arg : body.getArguments().take_front(carried))
      if (isIntegerTensor(arg))
        set(arg, IntegerRange::ofType(elementOf(arg)));
  compute(body);
  for (auto [i, result] : llvm::enumerate(op.getResults()))
    if (isIntegerTensor(result))
      set(result, i < carried ? of(body.getArgument(i)).join(of(yields[i])) : of(yields[i]));
}

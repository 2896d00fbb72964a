//===- AddressMap.cpp - bytes of one buffer as bytes of another -----------===//

#include "AddressMap.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::schedule;

ByteOffset ByteOffset::operator+(const ByteOffset &other) const {
  ByteOffset sum = *this;
  sum.base += other.base;
  for (const AffineTerm &term : other.terms) {
    auto *found = llvm::find_if(sum.terms, [&](const AffineTerm &t) { return t.counter == term.counter; });
    if (found == sum.terms.end())
      sum.terms.push_back(term);
    else
      found->coefficient += term.coefficient;
  }
  return sum;
}

Walk schedule::walkOf(nisa::ViewOp view) {
  nisa::ViewType type = view.getResult().getType();
  Walk walk;
  walk.elementBytes = bytesOf(nisa::dtypeOf(type.getElement()));
  walk.offset.base = view.getBase() * walk.elementBytes;
  for (auto [counter, factor] : llvm::zip(view.getCounters(), view.getCoefficients()))
    walk.offset.terms.push_back({counter, factor * walk.elementBytes});
  for (auto [size, step] : llvm::zip(type.getSizes(), view.getSteps()))
    if (size != 1)
      walk.dims.push_back({size, step * walk.elementBytes, 0});
  return walk;
}

std::optional<SmallVector<WalkDim, 6>> schedule::alignDims(ArrayRef<WalkDim> a, ArrayRef<WalkDim> b) {
  SmallVector<WalkDim, 6> left(a), right(b), result;
  while (!left.empty() && !right.empty()) {
    WalkDim &x = left.back(), &y = right.back();
    int64_t num = std::min(x.num, y.num);
    if (x.num % num || y.num % num)
      return std::nullopt;
    result.push_back({num, x.step, y.step});
    auto cut = [&](SmallVectorImpl<WalkDim> &dims) {
      WalkDim &dim = dims.back();
      dim.num /= num;
      dim.step *= num;
      if (dim.num == 1)
        dims.pop_back();
    };
    cut(left);
    cut(right);
  }
  if (!left.empty() || !right.empty())
    return std::nullopt;
  std::reverse(result.begin(), result.end());
  return result;
}

static int64_t tripOf(Value counter) {
  return cast<nisa::LoopOp>(counter.getParentBlock()->getParentOp()).getTrip();
}

namespace {
/// The range of each digit while a walk is taken apart.
class DigitRanges {
public:
  DigitRanges(ArrayRef<Digit> digits, const Walk &walk) : digits(digits) {
    int64_t rest = walk.offset.base;
    for (const Digit &digit : digits) {
      int64_t value = llvm::divideFloorSigned(rest, digit.unit);
      rest -= value * digit.unit;
      low.push_back(value);
      high.push_back(value);
    }
    high.back() += walk.elementBytes - 1;
  }

  /// The digit that a step belongs to: the largest unit that divides it.
  unsigned digitOf(int64_t step) const {
    for (unsigned i = 0; i < digits.size(); ++i)
      if (step % digits[i].unit == 0)
        return i;
    llvm_unreachable("the last unit is 1");
  }
  void add(unsigned digit, int64_t span) { (span < 0 ? low : high)[digit] += span; }
  /// No digit overflows, nor do all but the first together: digits may count
  /// further than the first one's unit, as rows do in a last block that is not full.
  bool fits() const {
    int64_t last = 0;
    for (unsigned i = 0; i < digits.size(); ++i) {
      if (low[i] < 0 || high[i] >= digits[i].count)
        return false;
      last += i ? high[i] * digits[i].unit : 0;
    }
    return digits.size() == 1 || last < digits.front().unit;
  }

private:
  ArrayRef<Digit> digits;
  SmallVector<int64_t, 6> low, high;
};
} // namespace

/// Cuts `dim` where its positions leave `digit`; false if they do so unevenly.
static bool cutDim(const WalkDim &dim, ArrayRef<Digit> digits, unsigned digit, WalkDim &outer, WalkDim &inner) {
  const Digit &d = digits[digit];
  int64_t factor = std::abs(dim.step) / d.unit;
  if (digit == 0 || digits[digit - 1].unit != d.unit * d.count || factor == 0 || d.count % factor)
    return false;
  int64_t inside = d.count / factor;
  if (dim.num <= inside || dim.num % inside)
    return false;
  inner = {inside, dim.step, dim.other};
  outer = {dim.num / inside, dim.step * inside, dim.other * inside};
  return true;
}

std::optional<MappedWalk> AddressMap::map(const Walk &walk, bool mayCut) const {
  DigitRanges ranges(digits, walk);
  MappedWalk result;
  result.walk.elementBytes = walk.elementBytes;
  int64_t rest = walk.offset.base;
  for (const Digit &digit : digits) {
    int64_t value = llvm::divideFloorSigned(rest, digit.unit);
    rest -= value * digit.unit;
    (digit.isPartition ? result.partition : result.walk.offset.base) += value * digit.step;
  }
  for (const AffineTerm &term : walk.offset.terms) {
    unsigned i = ranges.digitOf(term.coefficient);
    if (digits[i].isPartition && term.coefficient)
      return std::nullopt;
    int64_t factor = term.coefficient / digits[i].unit;
    ranges.add(i, factor * (tripOf(term.counter) - 1));
    result.walk.offset.terms.push_back({term.counter, factor * digits[i].step});
  }
  SmallVector<WalkDim, 6> pending(llvm::reverse(walk.dims));
  while (!pending.empty()) {
    WalkDim dim = pending.pop_back_val(), outer, inner;
    unsigned i = ranges.digitOf(dim.step);
    int64_t factor = dim.step / digits[i].unit;
    if (dim.step && mayCut && cutDim(dim, digits, i, outer, inner)) {
      pending.push_back(inner);
      pending.push_back(outer);
      continue;
    }
    ranges.add(i, factor * (dim.num - 1));
    if (digits[i].isPartition && dim.step) {
      if (factor != 1 || result.partitionDim >= 0)
        return std::nullopt;
      result.partitionDim = result.walk.dims.size();
    }
    result.walk.dims.push_back({dim.num, factor * digits[i].step, dim.other});
  }
  if (!ranges.fits())
    return std::nullopt;
  return result;
}

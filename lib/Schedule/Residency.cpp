//===- Residency.cpp - where a tensor would lie in SBUF -------------------===//

#include "Residency.h"

#include "neuron/program.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::schedule;

static constexpr int64_t kPartitions = 128;
/// Strides of an access pattern have 16 bits (2.3).
static constexpr int64_t kMaxStep = 32767;

AddressMap RowLayout::map() const {
  SmallVector<Digit, 4> digits;
  digits.push_back({space, spaces, blocks() * row});
  if (blocks() > 1)
    digits.push_back({row * kPartitions, blocks(), row});
  digits.push_back({row, partitions(), 1, /*isPartition=*/true});
  digits.push_back({1, row, 1});
  return AddressMap(digits);
}

static bool isHbm(nisa::ViewOp view) { return view.getResult().getType().getSpace() == nisa::Space::Hbm; }

/// Joins neighbours that are one run on both sides.
static void joinDims(SmallVectorImpl<WalkDim> &dims) {
  llvm::erase_if(dims, [](const WalkDim &dim) { return dim.num == 1; });
  for (int i = int(dims.size()) - 2; i >= 0; --i) {
    WalkDim &inner = dims[i + 1];
    if (dims[i].step != inner.step * inner.num || dims[i].other != inner.other * inner.num)
      continue;
    inner.num *= dims[i].num;
    dims.erase(dims.begin() + i);
  }
}

/// Rows and free dims of the copy as the HBM side walks them; dim 0 is the rows.
static std::optional<Walk> jointWalk(const CopySide &side) {
  nisa::ViewOp view = side.view(), other = side.otherView();
  Walk walk = walkOf(view), otherWalk = walkOf(other);
  std::optional<SmallVector<WalkDim, 6>> dims = alignDims(walk.dims, otherWalk.dims);
  int64_t rows = view.getResult().getType().getRows();
  if (!dims || rows != other.getResult().getType().getRows())
    return std::nullopt;
  WalkDim rowDim{rows, rows == 1 ? 0 : int64_t(view.getRowStep()) * walk.elementBytes,
                 int64_t(other.getRowStep()) * otherWalk.elementBytes};
  walk.dims.assign(1, rowDim);
  walk.dims.append(dims->begin(), dims->end());
  return walk;
}

std::optional<ResidentCopy> schedule::placeCopy(const CopySide &side, const RowLayout &layout) {
  std::optional<Walk> walk = jointWalk(side);
  if (!walk)
    return std::nullopt;
  // Only a plain copy from or to HBM may choose its rows anew.
  bool isFree = isHbm(side.otherView()) && !side.op.getIndex();
  std::optional<MappedWalk> mapped = layout.map().map(*walk, /*mayCut=*/true);
  bool keepsRows = mapped && (mapped->partitionDim == 0 || (mapped->partitionDim < 0 && walk->dims[0].num == 1));
  if (!mapped || (!isFree && !keepsRows) || (!isFree && mapped->walk.dims[0].num != walk->dims[0].num))
    return std::nullopt;
  ResidentCopy copy;
  copy.partition = mapped->partition;
  copy.offset = mapped->walk.offset;
  copy.dims = mapped->walk.dims;
  int rowDim = mapped->partitionDim >= 0 ? mapped->partitionDim : isFree ? -1 : 0;
  if (rowDim >= 0) {
    copy.rows = copy.dims[rowDim].num;
    copy.otherRowStep = copy.dims[rowDim].other;
    copy.dims.erase(copy.dims.begin() + rowDim);
  }
  joinDims(copy.dims);
  int64_t bytes = walk->elementBytes;
  bool isExpressible = copy.dims.size() <= kMaxFreeDims && llvm::all_of(copy.dims, [&](const WalkDim &dim) {
    return dim.step % bytes == 0 && std::abs(dim.step / bytes) <= kMaxStep;
  });
  return isExpressible ? std::optional(copy) : std::nullopt;
}

/// True if rows of this side are named by the copy's index.
static bool isIndirectSide(const CopySide &side) { return side.op.getIndirect() == (side.isDst ? 2u : 1u); }

std::optional<SmallVector<CopySide, 4>> schedule::copiesOf(nisa::VariableOp variable) {
  SmallVector<CopySide, 4> copies;
  for (Operation *user : variable.getBuffer().getUsers()) {
    auto view = dyn_cast<nisa::ViewOp>(user);
    if (!view)
      return std::nullopt;
    for (OpOperand &use : view.getResult().getUses()) {
      auto copy = dyn_cast<nisa::DmaCopyOp>(use.getOwner());
      if (!copy || use.get() == copy.getIndex())
        return std::nullopt;
      CopySide side{copy, use.getOperandNumber() == 0};
      bool isSelfCopy = side.otherView().getBuffer() == variable.getBuffer();
      if (isSelfCopy || isIndirectSide(side))
        return std::nullopt;
      copies.push_back(side);
    }
  }
  return copies;
}

/// Steps of all kinds that a copy's side takes, in bytes.
static void collectSteps(const CopySide &side, llvm::SmallSetVector<int64_t, 8> &rows,
                         llvm::SmallSetVector<int64_t, 8> &others) {
  nisa::ViewOp view = side.view();
  Walk walk = walkOf(view);
  bool hasRows = view.getResult().getType().getRows() > 1;
  if (int64_t step = std::abs(int64_t(view.getRowStep()) * walk.elementBytes); step && hasRows)
    (isHbm(side.otherView()) ? others : rows).insert(step);
  for (const WalkDim &dim : walk.dims)
    others.insert(std::abs(dim.step));
  for (const AffineTerm &term : walk.offset.terms)
    others.insert(std::abs(term.coefficient));
}

std::optional<RowLayout> schedule::findLayout(nisa::VariableOp variable, ArrayRef<CopySide> copies) {
  int64_t total = variable.getBuffer().getType().getBytes();
  llvm::SmallSetVector<int64_t, 8> rows, others;
  for (const CopySide &side : copies)
    collectSteps(side, rows, others);
  if (rows.empty())
    rows.insert(total); // everything in one partition
  SmallVector<int64_t, 8> spaces{total};
  spaces.append(others.begin(), others.end());
  for (int64_t row : rows)
    for (int64_t space : spaces) {
      if (row <= 0 || space < row || space % row || total % space)
        continue;
      RowLayout layout{row, space, total / space};
      if (llvm::all_of(copies, [&](const CopySide &side) { return placeCopy(side, layout).has_value(); }))
        return layout;
    }
  return std::nullopt;
}

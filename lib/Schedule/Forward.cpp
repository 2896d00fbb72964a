//===- Forward.cpp - move one buffer into SBUF ----------------------------===//

#include "Forward.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::schedule;

namespace {
/// A use of a tile, mapped to the resident buffer.
struct MappedUse {
  nisa::ViewOp view;
  Walk walk;
};

using MappedUses = std::vector<MappedUse>;

class Mover {
public:
  Mover(nisa::VariableOp variable, ArrayRef<CopySide> copies, const RowLayout &layout)
      : variable(variable), copies(copies), layout(layout) {}
  bool run();

private:
  nisa::VariableOp variable;
  ArrayRef<CopySide> copies;
  const RowLayout &layout;
  Value resident;

  bool isWrittenBeforeRead() const;
  std::optional<MappedUses> mapUses(const CopySide &side, const ResidentCopy &copy) const;
  void forward(const CopySide &side, const ResidentCopy &copy, ArrayRef<MappedUse> uses);
  bool mayForwardLoad(nisa::AllocOp tile, nisa::DmaCopyOp load) const;
  bool mayForwardStore(nisa::AllocOp tile, nisa::DmaCopyOp store) const;
  void replaceCopy(const CopySide &side, const ResidentCopy &copy);
};

} // namespace

static bool writes(OpOperand &use) {
  auto inst = cast<nisa::NisaInstruction>(use.getOwner());
  for (unsigned slot = 0; slot < inst.getInfo().operands.size(); ++slot)
    if (inst.getSlot(slot) == use.get() && llvm::is_contained({'w', 'x', 'o'}, inst.getInfo().operands[slot].access))
      return true;
  return false;
}

static bool isLegalStart(int64_t start, int64_t rows) {
  return rows > 64 ? start == 0 : start % (rows > 32 ? 64 : 32) == 0;
}

/// A view of `buffer` over the bytes of `walk`, in `rows` partitions.
static nisa::ViewOp makeView(OpBuilder &builder, Location loc, Value buffer, nisa::Space space, Type element,
                             int64_t rows, int64_t partition, int64_t rowStep, const ByteOffset &offset,
                             ArrayRef<WalkDim> dims) {
  int64_t bytes = bytesOf(nisa::dtypeOf(element));
  SmallVector<Value> counters;
  SmallVector<int64_t> coefficients, sizes, steps;
  for (const AffineTerm &term : offset.terms) {
    counters.push_back(term.counter);
    coefficients.push_back(term.coefficient / bytes);
  }
  for (const WalkDim &dim : dims) {
    sizes.push_back(dim.num);
    steps.push_back(dim.num == 1 ? 1 : dim.step / bytes);
  }
  if (dims.empty()) {
    sizes.push_back(1);
    steps.push_back(1);
  }
  auto type = nisa::ViewType::get(builder.getContext(), space, rows, sizes, element);
  return nisa::ViewOp::create(builder, loc, type, buffer, counters, offset.base / bytes, coefficients, partition,
                              rowStep / bytes, steps);
}

/// The block in which the copies are told apart: the program's, or that of the
/// one kernel they all stand in.
static Block *blockOf(nisa::VariableOp variable, ArrayRef<CopySide> copies) {
  Block *block = variable->getBlock();
  Operation *first = block->findAncestorOpInBlock(*copies.front().op);
  bool isOneKernel = isa<nisa::KernelOp>(first) && llvm::all_of(copies, [&](const CopySide &side) {
    return block->findAncestorOpInBlock(*side.op) == first;
  });
  return isOneKernel ? &cast<nisa::KernelOp>(first).getBody().front() : block;
}

/// All writes come, with the loops around them, before the first read.
bool Mover::isWrittenBeforeRead() const {
  Block *block = blockOf(variable, copies);
  Operation *lastWrite = nullptr, *firstRead = nullptr;
  for (const CopySide &side : copies) {
    Operation *op = block->findAncestorOpInBlock(*side.op);
    if (side.isDst && (!lastWrite || lastWrite->isBeforeInBlock(op)))
      lastWrite = op;
    if (!side.isDst && (!firstRead || op->isBeforeInBlock(firstRead)))
      firstRead = op;
  }
  return !lastWrite || !firstRead || lastWrite->isBeforeInBlock(firstRead);
}

/// The ancestor of `op` in the tile's block.
static Operation *inBlockOf(nisa::AllocOp tile, Operation *op) { return tile->getBlock()->findAncestorOpInBlock(*op); }

/// Nothing but the load writes the tile.
bool Mover::mayForwardLoad(nisa::AllocOp tile, nisa::DmaCopyOp load) const {
  for (Operation *view : tile.getBuffer().getUsers())
    for (OpOperand &use : view->getResult(0).getUses())
      if (use.getOwner() != load && (writes(use) || inBlockOf(tile, use.getOwner())->isBeforeInBlock(load)))
        return false;
  return true;
}

/// Nothing changes the tile after the store, and no other copy writes to the
/// buffer while the tile lives.
bool Mover::mayForwardStore(nisa::AllocOp tile, nisa::DmaCopyOp store) const {
  Operation *first = store, *last = store;
  for (Operation *view : tile.getBuffer().getUsers())
    for (OpOperand &use : view->getResult(0).getUses()) {
      Operation *user = inBlockOf(tile, use.getOwner());
      if (user->isBeforeInBlock(first))
        first = user;
      if (last->isBeforeInBlock(user))
        last = user;
      if (store->isBeforeInBlock(user) && writes(use))
        return false;
    }
  return llvm::none_of(copies, [&](const CopySide &side) {
    Operation *other = side.op == store ? nullptr : inBlockOf(tile, side.op);
    return other && !other->isBeforeInBlock(first) && !last->isBeforeInBlock(other);
  });
}

/// The tile's addresses by the free dims of a copy that covers it whole.
static std::optional<AddressMap> tileMap(nisa::AllocOp tile, const ResidentCopy &copy, int64_t elementBytes) {
  SmallVector<Digit, 6> digits;
  for (const WalkDim &dim : copy.dims)
    digits.push_back({dim.other, dim.num, dim.step});
  llvm::sort(digits, [](const Digit &a, const Digit &b) { return a.unit > b.unit; });
  int64_t covered = elementBytes;
  for (const Digit &digit : llvm::reverse(digits)) {
    if (digit.unit != covered)
      return std::nullopt;
    covered *= digit.count;
  }
  if (covered != int64_t(tile.getBuffer().getType().getBytes()))
    return std::nullopt;
  if (!digits.empty() && digits.back().step == elementBytes) {
    digits.back() = {1, digits.back().count * elementBytes, 1};
    return AddressMap(digits);
  }
  digits.push_back({1, elementBytes, 1});
  return AddressMap(digits);
}

/// The uses of the tile on the other side as windows of the resident buffer;
/// nothing if the tile must stay.
std::optional<MappedUses> Mover::mapUses(const CopySide &side, const ResidentCopy &copy) const {
  nisa::ViewOp view = side.view(), other = side.otherView();
  auto tile = other.getBuffer().getDefiningOp<nisa::AllocOp>();
  nisa::ViewType type = other.getResult().getType();
  bool isWhole = tile && tile->getBlock() == side.op->getBlock() && other.getPartition() == 0 && other.getBase() == 0 &&
                 other.getCounters().empty() && type.getRows() == int64_t(tile.getBuffer().getType().getPartitions());
  if (!isWhole || side.op.getIndex() || copy.partition != 0 || type.getElement() != view.getResult().getType().getElement())
    return std::nullopt;
  bool isShared = llvm::any_of(copies, [&](const CopySide &another) {
    return another.op != side.op && another.otherView().getBuffer() == tile.getBuffer();
  });
  if (isShared || (side.isDst ? !mayForwardStore(tile, side.op) : !mayForwardLoad(tile, side.op)))
    return std::nullopt;
  std::optional<AddressMap> map = tileMap(tile, copy, bytesOf(nisa::dtypeOf(type.getElement())));
  if (!map)
    return std::nullopt;
  MappedUses uses;
  for (Operation *user : tile.getBuffer().getUsers()) {
    auto use = cast<nisa::ViewOp>(user);
    if (use == other && other->hasOneUse()) // the copy alone looks through it
      continue;
    std::optional<MappedWalk> mapped = map->map(walkOf(use), /*mayCut=*/false);
    if (!mapped)
      return std::nullopt;
    uses.push_back({use, mapped->walk});
  }
  return uses;
}

/// The dims of a mapped walk with the dims of size 1 that the view had: some instructions count dims.
static SmallVector<WalkDim, 6> dimsAsIn(nisa::ViewType type, ArrayRef<WalkDim> mapped) {
  SmallVector<WalkDim, 6> dims;
  for (int64_t size : type.getSizes()) {
    dims.push_back(size == 1 ? WalkDim() : mapped.front());
    mapped = mapped.drop_front(size != 1);
  }
  return dims;
}

/// Makes the tile on the other side a window of the resident buffer.
void Mover::forward(const CopySide &side, const ResidentCopy &copy, ArrayRef<MappedUse> uses) {
  nisa::ViewOp view = side.view(), other = side.otherView();
  auto tile = other.getBuffer().getDefiningOp<nisa::AllocOp>();
  side.op.erase();
  if (other.getResult().use_empty())
    other.erase();
  for (MappedUse use : uses) {
    OpBuilder builder(use.view);
    nisa::ViewType old = use.view.getResult().getType();
    nisa::ViewOp moved = makeView(builder, use.view.getLoc(), resident, nisa::Space::Sbuf, old.getElement(),
                                  old.getRows(), use.view.getPartition(), 0, use.walk.offset + copy.offset, dimsAsIn(old, use.walk.dims));
    use.view.getResult().replaceAllUsesWith(moved.getResult());
    use.view.erase();
  }
  if (view.getResult().use_empty())
    view.erase();
  if (tile.getBuffer().use_empty())
    tile.erase();
}

/// True for elements that an engine reads and writes.
static bool isComputable(Type element) { return bytesOf(nisa::dtypeOf(element)) <= 4; }

/// The copy with its side in SBUF: by an engine between tiles, else by a DMA.
void Mover::replaceCopy(const CopySide &side, const ResidentCopy &copy) {
  OpBuilder builder(side.op);
  nisa::ViewOp view = side.view(), other = side.otherView();
  Type element = view.getResult().getType().getElement(), otherElement = other.getResult().getType().getElement();
  nisa::Space otherSpace = other.getResult().getType().getSpace();
  nisa::ViewOp mine = makeView(builder, side.op.getLoc(), resident, nisa::Space::Sbuf, element, copy.rows,
                               copy.partition, 0, copy.offset, copy.dims);
  SmallVector<WalkDim, 6> dims(copy.dims);
  for (WalkDim &dim : dims)
    dim.step = dim.other;
  nisa::ViewOp theirs = makeView(builder, side.op.getLoc(), other.getBuffer(), otherSpace, otherElement, copy.rows,
                                 other.getPartition(), copy.otherRowStep, walkOf(other).offset, dims);
  bool isEngine = otherSpace == nisa::Space::Sbuf && !side.op.getIndex() && isComputable(element) &&
                  isComputable(otherElement) && isLegalStart(copy.partition, copy.rows) &&
                  isLegalStart(other.getPartition(), copy.rows);
  Value dst = side.isDst ? mine.getResult() : theirs.getResult(), src = side.isDst ? theirs.getResult() : mine.getResult();
  if (isEngine) {
    nisa::TensorCopyOp::create(builder, side.op.getLoc(), dst, src, nisa::Engine::Vector);
    side.op.erase();
  } else {
    side.op.getDstMutable().assign(dst);
    side.op.getSrcMutable().assign(src);
  }
  for (nisa::ViewOp old : {view, other})
    if (old.getResult().use_empty())
      old.erase();
}

bool Mover::run() {
  SmallVector<ResidentCopy> placed;
  for (const CopySide &side : copies) {
    std::optional<ResidentCopy> copy = placeCopy(side, layout);
    if (!copy)
      return false;
    placed.push_back(*copy);
  }
  OpBuilder builder(variable);
  Operation *before = variable; // allocations stand behind the variables
  while (isa<nisa::VariableOp>(before))
    before = before->getNextNode();
  builder.setInsertionPoint(before);
  auto type = nisa::BufferType::get(builder.getContext(), nisa::Space::Sbuf, layout.partitions(), layout.bytes());
  resident = nisa::AllocOp::create(builder, variable.getLoc(), type, IntegerAttr());
  // First decide with everything in place, then change it.
  bool mayForward = isWrittenBeforeRead();
  SmallVector<std::optional<MappedUses>, 4> forwarded;
  for (auto [side, copy] : llvm::zip(copies, placed))
    forwarded.push_back(mayForward ? mapUses(side, copy) : std::nullopt);
  for (auto [side, copy, uses] : llvm::zip(copies, placed, forwarded))
    if (uses)
      forward(side, copy, *uses);
    else
      replaceCopy(side, copy);
  variable.erase();
  return true;
}

bool schedule::moveToSbuf(nisa::VariableOp variable, ArrayRef<CopySide> copies, const RowLayout &layout) {
  return Mover(variable, copies, layout).run();
}

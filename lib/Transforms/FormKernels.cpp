//===- FormKernels.cpp - fuse elementwise ops into kernels ----------------===//
//
// Walks each block once. An elementwise op joins the group of a producer when
// no value of the group is needed between the group and the op; a contraction
// or convolution takes the elementwise ops behind it as its epilogue. A group
// becomes one neuron.kernel at the place of its last op.
//
//===----------------------------------------------------------------------===//

#include "neuronc/Transforms/Passes.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace neuron {
#define GEN_PASS_DEF_NEURONFORMKERNELSPASS
#include "neuronc/Transforms/Passes.h.inc"
} // namespace neuron

using namespace neuron;

/// Ops in one group: more would need tiles too small to be worth it.
static constexpr unsigned kMaxOps = 24;
static constexpr unsigned kMaxInputs = 10;
/// Exact 32-bit integer ops are long sequences with many temporaries.
static constexpr unsigned kMaxIntegerOps = 4;

namespace {
struct Group {
  SmallVector<Operation *> ops;
  bool hasRoot = false;
};

class BlockFusion {
public:
  explicit BlockFusion(Block &block) : block(block) {}
  void run();

private:
  Block &block;
  SmallVector<Group> groups;
  DenseMap<Operation *, unsigned> groupOf, position;

  bool mayJoin(Operation *op, const Group &group);
  void place(Operation *op);
  void materialize(const Group &group);
};
} // namespace

/// The cast of a weight in f64 is for who writes the artifact, not for a kernel.
static bool isWeightInF64(Operation *op) {
  auto cast = dyn_cast<CastOp>(op);
  return cast && tensorType(cast.getX()).getElementType().isF64();
}

static bool isElementwise(Operation *op) {
  return !isWeightInF64(op) && isa<UnaryOp, BinaryOp, CompareOp, SelectOp, ClampOp, CastOp>(op);
}
static bool isRoot(Operation *op) { return isa<DotGeneralOp, ConvOp>(op); }

static bool isSplat(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  return constant && constant.getDense().isSplat();
}

static ArrayRef<int64_t> shapeOf(Operation *op) { return tensorType(op->getResult(0)).getShape(); }

static bool isWideInteger(Operation *op) {
  auto element = dyn_cast<IntegerType>(tensorType(op->getOperand(0)).getElementType());
  return element && element.getWidth() > 1;
}

/// Values that the group's ops read from outside, literals of elementwise ops left out: a root reads its operands
/// from memory.
static SetVector<Value> inputsOf(ArrayRef<Operation *> ops) {
  SetVector<Value> inputs;
  for (Operation *op : ops)
    for (Value operand : op->getOperands())
      if ((isRoot(op) || !isSplat(operand)) && !llvm::is_contained(ops, operand.getDefiningOp()))
        inputs.insert(operand);
  return inputs;
}

bool BlockFusion::mayJoin(Operation *op, const Group &group) {
  if (group.ops.size() >= kMaxOps || shapeOf(group.ops.back()) != shapeOf(op))
    return false;
  SmallVector<Operation *> joined(group.ops);
  joined.push_back(op);
  if (inputsOf(joined).size() > kMaxInputs || llvm::count_if(joined, isWideInteger) > kMaxIntegerOps)
    return false;
  for (Operation *member : group.ops)
    for (Operation *user : member->getUsers()) {
      if (user == op || llvm::is_contained(group.ops, user))
        continue;
      // No value of the group may be needed earlier.
      Operation *here = block.findAncestorOpInBlock(*user);
      if (!here || position.lookup(here) < position.lookup(op))
        return false;
    }
  return true;
}

void BlockFusion::place(Operation *op) {
  if (isRoot(op)) {
    groupOf[op] = groups.size();
    groups.push_back({{op}, true});
    return;
  }
  for (Value operand : op->getOperands()) {
    Operation *producer = operand.getDefiningOp();
    auto found = groupOf.find(producer);
    if (!producer || found == groupOf.end() || !mayJoin(op, groups[found->second]))
      continue;
    groups[found->second].ops.push_back(op);
    groupOf[op] = found->second;
    return;
  }
  groupOf[op] = groups.size();
  groups.push_back({{op}, false});
}

void BlockFusion::materialize(const Group &group) {
  SetVector<Value> inputs = inputsOf(group.ops);
  SmallVector<Value> outputs;
  SmallVector<Location> locations;
  for (Operation *op : group.ops) {
    locations.push_back(op->getLoc());
    bool isOutput = llvm::any_of(op->getUsers(), [&](Operation *user) { return !llvm::is_contained(group.ops, user); });
    if (isOutput)
      outputs.push_back(op->getResult(0));
  }
  Operation *last = group.ops.back();
  OpBuilder builder(last);
  StringRef generator = !group.hasRoot ? "elementwise" : isa<ConvOp>(group.ops[0]) ? "convolution" : "contraction";
  auto kernel = KernelOp::create(builder, builder.getFusedLoc(locations), TypeRange(ValueRange(outputs)), generator,
                                 inputs.getArrayRef());
  Block &body = kernel.getBody().emplaceBlock();
  builder.setInsertionPointToEnd(&body);
  IRMapping map;
  for (Value input : inputs)
    map.map(input, body.addArgument(input.getType(), input.getLoc()));
  for (Operation *op : group.ops) {
    for (Value operand : op->getOperands())
      if (isSplat(operand) && !map.contains(operand))
        map.map(operand, builder.clone(*operand.getDefiningOp())->getResult(0));
    builder.clone(*op, map);
  }
  SmallVector<Value> yields;
  for (Value output : outputs)
    yields.push_back(map.lookup(output));
  YieldOp::create(builder, last->getLoc(), yields);
  for (auto [output, result] : llvm::zip(outputs, kernel.getResults()))
    output.replaceAllUsesWith(result);
  for (Operation *op : llvm::reverse(group.ops))
    op->erase();
}

void BlockFusion::run() {
  for (auto [i, op] : llvm::enumerate(block))
    position[&op] = i;
  for (Operation &op : block.without_terminator())
    if ((isElementwise(&op) || isRoot(&op)) && tensorType(op.getResult(0)).getNumElements() > 0)
      place(&op);
  for (const Group &group : groups)
    if (group.ops.size() > 1)
      materialize(group);
}

namespace {
struct FormKernels : neuron::impl::NeuronFormKernelsPassBase<FormKernels> {
  void runOnOperation() override {
    SmallVector<Block *> blocks;
    getOperation().walk([&](Operation *op) {
      if (isa<func::FuncOp, ScanOp>(op))
        for (Region &region : op->getRegions())
          for (Block &block : region)
            blocks.push_back(&block);
    });
    for (Block *block : blocks)
      BlockFusion(*block).run();
  }
};
} // namespace

//===- Epilogue.cpp - elementwise ops behind a contraction ----------------===//

#include "Epilogue.h"

using namespace neuron;
using namespace mlir;

void Epilogue::findRoot(llvm::function_ref<bool(Operation *)> isRoot) {
  auto kernel = dyn_cast<KernelOp>(op);
  if (!kernel) {
    rootOp = op;
    output = op->getResult(0);
    return;
  }
  Block &block = kernel.getBody().front();
  for (Operation &inner : block.without_terminator()) {
    if (isRoot(&inner))
      rootOp = &inner;
    else if (!isa<ConstantOp>(inner))
      ops.push_back(&inner);
  }
  output = block.getTerminator()->getOperand(0);
}

Value Epilogue::outer(Value inner) const {
  auto argument = dyn_cast<BlockArgument>(inner);
  auto kernel = dyn_cast<KernelOp>(op);
  return argument && kernel ? kernel.getInputs()[argument.getArgNumber()] : inner;
}

LogicalResult Epilogue::verify() const {
  for (Operation *inner : ops)
    if (!ElementwiseTile::supports(inner))
      return unsupported(inner, "has no instruction sequence for this function and type");
  return success();
}

void Epilogue::prepare(Lowering &lowering, llvm::function_ref<TensorView(TensorView)> arrange) {
  for (Operation *inner : ops)
    for (Value operand : inner->getOperands()) {
      bool isKnown = llvm::any_of(extras, [&](auto &extra) { return extra.first == operand; });
      if (isa<BlockArgument>(operand) && !isKnown)
        extras.push_back({operand, arrange(lowering.operand(outer(operand)))});
    }
}

unsigned Epilogue::temporaries() const {
  unsigned count = 1 + extras.size();
  for (Operation *inner : ops)
    count += temporariesOf(inner);
  return count;
}

/// True if the first op may read the sum from PSUM: one use, and an instruction
/// with that single PSUM input.
bool Epilogue::readsPsumOnce() const {
  if (!rootOp->getResult(0).hasOneUse())
    return false;
  Operation *first = *rootOp->getResult(0).user_begin();
  if (auto binary = dyn_cast<BinaryOp>(first))
    return llvm::is_contained({BinaryFn::Add, BinaryFn::Sub, BinaryFn::Mul, BinaryFn::Max, BinaryFn::Min},
                              binary.getFn()) &&
           binary.getLhs() != binary.getRhs();
  auto unary = dyn_cast<UnaryOp>(first);
  return unary && llvm::is_contained({UnaryFn::Relu, UnaryFn::Gelu, UnaryFn::GeluTanh, UnaryFn::Silu,
                                      UnaryFn::Sigmoid, UnaryFn::Tanh, UnaryFn::Exp, UnaryFn::Neg},
                                     unary.getFn());
}

static Tile evict(TileBuilder &b, const Tile &sum, DType type) {
  Shape sizes;
  for (const TileDim &dim : sum.dims)
    sizes.push_back(dim.size);
  Tile tile = b.sbuf(sum.partitions, sizes, type);
  b.copyTile(tile, sum);
  return tile;
}

void Epilogue::emit(TileBuilder &b, const TensorView &dst, const Tile &sum,
                    llvm::function_ref<TensorView(const TensorView &)> window) const {
  if (ops.empty())
    return b.store(dst, evict(b, sum, dst.storage));
  ElementwiseTile tile(b, dst);
  bool isInt = classOf(rootOp->getResult(0)) == ValueClass::Int;
  bool isDirect = sum.space == Space::Psum && readsPsumOnce() && !isInt;
  tile.bind(rootOp->getResult(0), isDirect ? sum : evict(b, sum, isInt ? DType::I32 : DType::F32));
  for (auto &[value, view] : extras)
    tile.bind(value, loadDistinct(b, window(view)));
  tile.declareOutput(output, dst.storage);
  for (Operation *inner : ops)
    tile.emit(inner);
  b.store(dst, tile.output(output));
}

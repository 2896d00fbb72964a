//===- Epilogue.cpp - elementwise ops behind a contraction ----------------===//

#include "Epilogue.h"

using namespace neuron;
using namespace mlir;

void Epilogue::findRoot(llvm::function_ref<bool(Operation *)> isRoot) {
  auto kernel = dyn_cast<KernelOp>(op);
  if (!kernel) {
    rootOp = op;
    outputs.push_back({op->getResult(0), {}});
    return;
  }
  Block &block = kernel.getBody().front();
  for (Operation &inner : block.without_terminator()) {
    if (isRoot(&inner))
      rootOp = &inner;
    else if (!isa<ConstantOp>(inner))
      ops.push_back(&inner);
  }
  for (Value value : block.getTerminator()->getOperands())
    outputs.push_back({value, {}});
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

void Epilogue::writeTo(ArrayRef<TensorView> places) {
  for (auto [output, place] : llvm::zip(outputs, places))
    output.second = place;
}

void Epilogue::prepare(Lowering &lowering, llvm::function_ref<TensorView(TensorView)> arrange) {
  for (Operation *inner : ops)
    for (Value operand : inner->getOperands()) {
      bool isKnown = llvm::any_of(extras, [&](auto &extra) { return extra.first == operand; });
      if (isa<BlockArgument>(operand) && !isKnown)
        extras.push_back({operand, arrange(lowering.operand(outer(operand)))});
    }
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
  b.copyOnLighter(tile, sum);
  return tile;
}

void Epilogue::emit(TileBuilder &b, const Tile &sum, llvm::function_ref<TensorView(const TensorView &)> window) const {
  const TensorView &first = outputs.front().second;
  if (ops.empty())
    return b.store(window(first), evict(b, sum, first.storage));
  ElementwiseTile tile(b, window(first));
  bool isInt = classOf(rootOp->getResult(0)) == ValueClass::Int;
  bool isDirect = sum.space == Space::Psum && readsPsumOnce() && !isInt;
  tile.bind(rootOp->getResult(0), isDirect ? sum : evict(b, sum, isInt ? DType::I32 : DType::F32));
  for (auto &[value, view] : extras)
    tile.bind(value, loadDistinct(b, window(view)));
  for (auto &[value, place] : outputs)
    tile.declareOutput(value, place.storage);
  for (Operation *inner : ops)
    tile.emit(inner);
  for (auto &[value, place] : outputs)
    b.store(window(place), tile.output(value));
}

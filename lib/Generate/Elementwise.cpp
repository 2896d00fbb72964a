//===- Elementwise.cpp - fused elementwise kernels ------------------------===//
//
// One pass over the data: each tile's inputs are loaded, every op of the kernel
// becomes one or a few instructions on tiles, outputs are stored. Floats are
// f32 between ops and rounded once at the end; integers are 32-bit; booleans
// are bytes 0 and 1.
//
//===----------------------------------------------------------------------===//

#include "ElementwiseTile.h"
#include "Generators.h"
#include "TilePlan.h"

using namespace neuron;
using namespace mlir;

namespace {
/// The ops of a kernel, or a single op, with inputs and outputs.
struct Body {
  SmallVector<Operation *> ops;
  SmallVector<Value> inputs;   ///< values inside the body
  SmallVector<Value> operands; ///< values outside, one for each input
  SmallVector<Value> outputs;  ///< inside
  SmallVector<Value> results;  ///< outside
};
} // namespace

static bool isSplat(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  return constant && constant.getDense().isSplat();
}

static Body bodyOf(Operation *op) {
  Body body;
  auto kernel = dyn_cast<KernelOp>(op);
  if (!kernel) {
    body.ops.push_back(op);
    for (Value operand : op->getOperands())
      if (!isSplat(operand) && !llvm::is_contained(body.inputs, operand))
        body.inputs.push_back(operand);
    body.operands = body.inputs;
    body.outputs.push_back(op->getResult(0));
    body.results = body.outputs;
    return body;
  }
  Block &block = kernel.getBody().front();
  for (Operation &inner : block.without_terminator())
    if (!isa<ConstantOp>(inner))
      body.ops.push_back(&inner);
  body.inputs.assign(block.args_begin(), block.args_end());
  body.operands.assign(kernel.getInputs().begin(), kernel.getInputs().end());
  body.outputs.assign(block.getTerminator()->operand_begin(), block.getTerminator()->operand_end());
  body.results.assign(kernel.result_begin(), kernel.result_end());
  return body;
}

/// Elements of a partition for one tile, so that all temporaries of the kernel
/// fit SBUF twice.
static int64_t maxFree(const Target &target, const Body &body) {
  unsigned tiles = body.inputs.size() + body.outputs.size();
  for (Operation *op : body.ops)
    tiles += temporariesOf(op);
  int64_t elements = int64_t(target.sbufBytes) * 3 / 4 / (4 * 2 * int64_t(tiles));
  return std::clamp<int64_t>(elements, 8, 2048);
}

LogicalResult neuron::generateElementwise(Lowering &lowering, Operation *op) {
  Body body = bodyOf(op);
  for (Operation *inner : body.ops)
    if (!ElementwiseTile::supports(inner))
      return unsupported(inner, "has no instruction sequence for this function and type");
  SmallVector<TensorView> views;
  for (Value operand : body.operands)
    views.push_back(lowering.rows(operand));
  for (Value result : body.results)
    views.push_back(lowering.result(result));
  SmallVector<int64_t> rowSteps;
  for (const TensorView &view : views)
    rowSteps.push_back(lowering.rowStep(view.buffer));
  uint64_t count = views.back().numElements();
  lowering.kernel(op, "elementwise", count * body.ops.size(), [&](TileBuilder &b) {
    for (const TilePlan &plan : planElementwise(views, maxFree(lowering.target, body), rowSteps))
      forEachTile(b, plan, [&](ArrayRef<TensorView> windows) {
        ElementwiseTile tile(b, windows.back());
        for (auto [value, window] : llvm::zip(body.inputs, windows))
          tile.bind(value, loadDistinct(b, window));
        ArrayRef<TensorView> outputs = windows.drop_front(body.inputs.size());
        for (auto [value, window] : llvm::zip(body.outputs, outputs))
          tile.declareOutput(value, window.storage);
        for (Operation *inner : body.ops)
          tile.emit(inner);
        for (auto [value, window] : llvm::zip(body.outputs, outputs))
          b.store(window, tile.output(value));
      });
  });
  return success();
}

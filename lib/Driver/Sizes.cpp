//===- Sizes.cpp - values that no machine holds ---------------------------===//

#include "Sizes.h"

#include "neuronc/Evaluator/Tensor.h"

using namespace neuron;
using namespace mlir;

static LogicalResult check(Location loc, Type type, const Target &target) {
  constexpr int64_t maxStep = INT32_MAX;
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return success();
  if (uint64_t(bytesOf(tensor)) > target.deviceBytes())
    return emitError(loc) << "[NRN-E5002] a value of type " << tensor << " has " << bytesOf(tensor)
                          << " bytes, but the memory of " << target.name << " has " << target.deviceBytes();
  if (tensor.getRank() > 1 && tensor.getNumElements() / std::max<int64_t>(1, tensor.getDimSize(0)) > maxStep)
    return emitError(loc) << "[NRN-E5003] a value of type " << tensor << " has rows of more than " << maxStep << " elements";
  return success();
}

static LogicalResult check(Operation *op, const Target &target) {
  for (Type type : op->getResultTypes())
    if (failed(check(op->getLoc(), type, target)))
      return failure();
  for (Region &region : op->getRegions())
    for (BlockArgument argument : region.getArguments())
      if (failed(check(argument.getLoc(), argument.getType(), target)))
        return failure();
  return success();
}

LogicalResult neuron::checkSizes(ModuleOp module, const Target &target) {
  return success(!module.walk([&](Operation *op) { return WalkResult(check(op, target)); }).wasInterrupted());
}

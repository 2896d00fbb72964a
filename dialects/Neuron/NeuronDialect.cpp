//===- NeuronDialect.cpp - registration, tables' code ---------------------===//

#include "dialects/Neuron/Neuron.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace neuron;

#include "dialects/Neuron/NeuronOpsDialect.cpp.inc"
#include "dialects/Neuron/NeuronOpsEnums.cpp.inc"

#include "dialects/Neuron/NeuronInterfaces.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/Neuron/NeuronOpsAttrs.cpp.inc"

#define GET_OP_CLASSES
#include "dialects/Neuron/NeuronOps.cpp.inc"

void NeuronDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Neuron/NeuronOps.cpp.inc"
      >();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/Neuron/NeuronOpsAttrs.cpp.inc"
      >();
}

Operation *NeuronDialect::materializeConstant(OpBuilder &builder, Attribute value, Type type, Location loc) {
  auto dense = dyn_cast<DenseElementsAttr>(value);
  if (!dense || dense.getType() != type)
    return nullptr;
  return ConstantOp::create(builder, loc, dense);
}

//===- NisaOps.cpp - programs, buffers, loops, views ----------------------===//

#include "dialects/Nisa/Nisa.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::nisa;

// Affine sums: `128 + %i * 512 + %j * -4`.

static ParseResult parseAffine(OpAsmParser &parser, IntegerAttr &base,
                               SmallVectorImpl<OpAsmParser::UnresolvedOperand> &counters,
                               SmallVectorImpl<Type> &types, DenseI64ArrayAttr &coefficients) {
  int64_t start = 0;
  if (parser.parseInteger(start))
    return failure();
  SmallVector<int64_t> factors;
  while (succeeded(parser.parseOptionalPlus())) {
    if (parser.parseOperand(counters.emplace_back()) || parser.parseStar() ||
        parser.parseInteger(factors.emplace_back()))
      return failure();
    types.push_back(parser.getBuilder().getIndexType());
  }
  base = parser.getBuilder().getI64IntegerAttr(start);
  coefficients = parser.getBuilder().getDenseI64ArrayAttr(factors);
  return success();
}
static ParseResult parseAffine(OpAsmParser &parser, IntegerAttr &base,
                               SmallVectorImpl<OpAsmParser::UnresolvedOperand> &counters,
                               DenseI64ArrayAttr &coefficients) {
  SmallVector<Type> types;
  return parseAffine(parser, base, counters, types, coefficients);
}
static void printAffine(OpAsmPrinter &printer, Operation *, IntegerAttr base, OperandRange counters,
                        DenseI64ArrayAttr coefficients) {
  printer << base.getInt();
  for (auto [counter, factor] : llvm::zip(counters, coefficients.asArrayRef()))
    printer << " + " << counter << " * " << factor;
}

#define GET_OP_CLASSES
#include "dialects/Nisa/NisaOps.cpp.inc"

LogicalResult VariableOp::verify() {
  BufferType type = getBuffer().getType();
  if (type.getSpace() != nisa::Space::Hbm || type.getPartitions() != 1 || type.getBytes() < 0)
    return emitOpError("result must be an hbm buffer with one partition, but got ") << type;
  return success();
}

LogicalResult AllocOp::verify() {
  BufferType type = getBuffer().getType();
  if (type.getSpace() == nisa::Space::Hbm)
    return emitOpError("result must be an sbuf or psum buffer, but got ") << type;
  if (type.getPartitions() < 1 || type.getPartitions() > 128)
    return emitOpError("partitions must be 1 to 128, but got ") << type.getPartitions();
  if (type.getBytes() < 1)
    return emitOpError("bytes must be positive, but got ") << type.getBytes();
  return success();
}

void LoopOp::build(OpBuilder &builder, OperationState &state, int64_t trip) {
  state.addAttribute("trip", builder.getI64IntegerAttr(trip));
  Block &body = state.addRegion()->emplaceBlock();
  body.addArgument(builder.getIndexType(), state.location);
}

ParseResult LoopOp::parse(OpAsmParser &parser, OperationState &state) {
  OpAsmParser::Argument counter;
  int64_t trip;
  if (parser.parseArgument(counter) || parser.parseKeyword("to") || parser.parseInteger(trip))
    return failure();
  counter.type = parser.getBuilder().getIndexType();
  state.addAttribute("trip", parser.getBuilder().getI64IntegerAttr(trip));
  if (parser.parseOptionalAttrDictWithKeyword(state.attributes) ||
      parser.parseRegion(*state.addRegion(), counter))
    return failure();
  return success();
}

void LoopOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printer.printRegionArgument(getBody().front().getArgument(0), {}, /*omitType=*/true);
  printer << " to " << getTrip();
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(), {"trip"});
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false, /*printBlockTerminators=*/false);
}

LogicalResult LoopOp::verify() {
  if (int64_t(getTrip()) < 1)
    return emitOpError("trip count must be at least 1, but got ") << getTrip();
  if (getBody().getNumArguments() != 1 || !getBody().getArgument(0).getType().isIndex())
    return emitOpError("body must have one index argument");
  return success();
}

LogicalResult ViewOp::verify() {
  BufferType buffer = getBuffer().getType();
  ViewType view = getResult().getType();
  if (buffer.getSpace() != view.getSpace())
    return emitOpError("view must be in the memory of its buffer, but got ") << view << " of " << buffer;
  if (getCounters().size() != getCoefficients().size())
    return emitOpError("needs a coefficient for each counter, but got ")
           << getCoefficients().size() << " for " << getCounters().size();
  if (getSteps().size() != view.getSizes().size())
    return emitOpError("needs a step for each free dim, but got ")
           << getSteps().size() << " for " << view.getSizes().size();
  if (view.getSizes().size() > kMaxFreeDims)
    return emitOpError("free dims must be at most ") << kMaxFreeDims << ", but got " << view.getSizes().size();
  if (buffer.getSpace() != nisa::Space::Hbm &&
      int64_t(getPartition()) + view.getRows() > buffer.getPartitions())
    return emitOpError("partitions must lie in the buffer, but got ")
           << getPartition() << " + " << view.getRows() << " of " << buffer.getPartitions();
  return success();
}

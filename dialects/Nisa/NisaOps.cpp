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

/// Wide enough for any product of two attributes.
using Wide = __int128;

LogicalResult VariableOp::verify() {
  BufferType type = getBuffer().getType();
  if (type.getSpace() != nisa::Space::Hbm)
    return emitOpError("result must be an hbm buffer, but got ") << type;
  static constexpr StringRef kinds[] = {"input", "output", "inout", "state", "weight", "scratch", "seed"};
  if (!llvm::is_contained(kinds, getKind()))
    return emitOpError("kind must be input, output, inout, state, weight, scratch or seed, but got '") << getKind() << "'";
  std::optional<DType> dtype = parseDType(getDtype());
  if (!dtype)
    return emitOpError("dtype must be an element type, but got '") << getDtype() << "'";
  Wide bytes = bytesOf(*dtype);
  bool isValid = true;
  for (int64_t size : getShape()) {
    isValid &= size >= 0;
    bytes = std::min<Wide>(bytes * std::max<int64_t>(size, 0), Wide(1) << 62); // an empty dim makes it 0 again
  }
  if (!isValid || bytes > type.getBytes())
    return emitOpError("shape must fit ") << type.getBytes() << " bytes, but got [" << getShape() << "] of " << getDtype();
  return success();
}

LogicalResult AllocOp::verify() {
  BufferType type = getBuffer().getType();
  if (type.getSpace() == nisa::Space::Hbm)
    return emitOpError("result must be an sbuf or psum buffer, but got ") << type;
  if (getSlots() < 1 || getSlots() > 65535)
    return emitOpError("slots must be 1 to 65535, but got ") << getSlots();
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
  if (int64_t(getTrip()) < 1 || int64_t(getTrip()) > INT32_MAX)
    return emitOpError("trip count must be 1 to 2147483647, but got ") << getTrip();
  if (getBody().getNumArguments() != 1 || !getBody().getArgument(0).getType().isIndex())
    return emitOpError("body must have one index argument");
  return success();
}

/// Smallest and largest element offset of row 0, element 0 over all counters;
/// false if a counter is not that of an enclosing loop.
static bool offsetRange(ViewOp op, Wide &low, Wide &high) {
  low = high = int64_t(op.getBase());
  for (auto [counter, factor] : llvm::zip(op.getCounters(), op.getCoefficients())) {
    auto argument = dyn_cast<BlockArgument>(counter);
    auto loop = argument ? dyn_cast<LoopOp>(argument.getOwner()->getParentOp()) : LoopOp();
    if (!loop)
      return false;
    (factor < 0 ? low : high) += Wide(factor) * (int64_t(loop.getTrip()) - 1);
  }
  return true;
}

/// All elements lie in the buffer, for all counters.
static LogicalResult verifyBounds(ViewOp op) {
  BufferType buffer = op.getBuffer().getType();
  ViewType view = op.getResult().getType();
  Wide low, high;
  if (!offsetRange(op, low, high))
    return op.emitOpError("counters must be those of enclosing nisa.loop operations");
  for (auto [size, step] : llvm::zip(view.getSizes(), op.getSteps()))
    (step < 0 ? low : high) += Wide(step) * (size - 1);
  if (buffer.getSpace() == nisa::Space::Hbm)
    (int64_t(op.getRowStep()) < 0 ? low : high) += Wide(int64_t(op.getRowStep())) * (view.getRows() - 1);
  int64_t bytes = bytesOf(dtypeOf(view.getElement()));
  if (low >= 0 && (high + 1) * bytes <= buffer.getBytes())
    return success();
  InFlightDiagnostic diag = op.emitOpError("elements must lie in the ")
                            << buffer.getBytes() << " bytes of the buffer, but got bytes "
                            << int64_t(low * bytes) << " to " << int64_t((high + 1) * bytes - 1);
  if (Operation *def = op.getBuffer().getDefiningOp())
    diag.attachNote(def->getLoc()) << "buffer is made here";
  return diag;
}

/// Access patterns on the chip have 16-bit steps, DMA descriptors 32-bit ones.
static LogicalResult verifySteps(ViewOp op) {
  int64_t limit = op.getBuffer().getType().getSpace() == nisa::Space::Hbm ? int64_t(1) << 31 : int64_t(1) << 15;
  for (auto [size, step] : llvm::zip(op.getResult().getType().getSizes(), op.getSteps()))
    if (size > 1 && (step < -limit || step >= limit))
      return op.emitOpError("steps must be ") << -limit << " to " << limit - 1 << " elements, but got " << step;
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
  if (buffer.getSpace() != nisa::Space::Hbm &&
      (int64_t(getPartition()) < 0 || int64_t(getPartition()) + view.getRows() > buffer.getPartitions()))
    return emitOpError("partitions must lie in the buffer, but got ")
           << getPartition() << " + " << view.getRows() << " of " << buffer.getPartitions();
  if (failed(verifySteps(*this)))
    return failure();
  return verifyBounds(*this);
}

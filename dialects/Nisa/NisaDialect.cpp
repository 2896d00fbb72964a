//===- NisaDialect.cpp - registration, types, generic access --------------===//

#include "dialects/Nisa/Nisa.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::nisa;

/// `2, 512` or nothing.
static ParseResult parseSizes(AsmParser &parser, SmallVector<int64_t> &sizes) {
  int64_t value;
  OptionalParseResult first = parser.parseOptionalInteger(value);
  if (!first.has_value())
    return success();
  if (failed(*first))
    return failure();
  sizes.push_back(value);
  while (succeeded(parser.parseOptionalComma())) {
    if (parser.parseInteger(value))
      return failure();
    sizes.push_back(value);
  }
  return success();
}
static void printSizes(AsmPrinter &printer, ArrayRef<int64_t> sizes) {
  llvm::interleaveComma(sizes, printer);
}

#include "dialects/Nisa/NisaOpsDialect.cpp.inc"
#include "dialects/Nisa/NisaOpsEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "dialects/Nisa/NisaOpsAttrs.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "dialects/Nisa/NisaOpsTypes.cpp.inc"

#include "dialects/Nisa/NisaInterfaces.cpp.inc"

void NisaDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "dialects/Nisa/NisaOpsTypes.cpp.inc"
      >();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/Nisa/NisaOpsAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialects/Nisa/NisaOps.cpp.inc"
      >();
}

/// More than any memory holds; keeps sums of sizes far from overflow.
static constexpr int64_t kMaxBytes = int64_t(1) << 48;

/// Element types that engines and DMA understand.
static bool isMachineType(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type))
    return integer.getWidth() == 8 || integer.getWidth() == 16 || integer.getWidth() == 32;
  return isa<Float32Type, BFloat16Type, Float16Type, FloatTF32Type, Float8E4M3Type, Float8E4M3FNType, Float8E5M2Type,
             Float8E3M4Type>(type);
}

LogicalResult nisa::ViewType::verify(function_ref<InFlightDiagnostic()> emitError, nisa::Space, int64_t rows,
                                     ArrayRef<int64_t> sizes, Type element) {
  if (!isMachineType(element))
    return emitError() << "element must be a type of the machine, but got " << element;
  if (rows < 1 || rows > 65535)
    return emitError() << "rows must be 1 to 65535, but got " << rows;
  if (sizes.size() > kMaxFreeDims)
    return emitError() << "free dims must be at most " << kMaxFreeDims << ", but got " << sizes.size();
  int64_t elements = rows;
  for (int64_t size : sizes)
    if (size < 1 || size > UINT32_MAX || llvm::MulOverflow(elements, size, elements) || elements > kMaxBytes)
      return emitError() << "sizes must be positive and hold at most 2^48 elements, but got [" << sizes << "]";
  return success();
}

LogicalResult nisa::BufferType::verify(function_ref<InFlightDiagnostic()> emitError, nisa::Space space,
                                       int64_t partitions, int64_t bytes) {
  int64_t most = space == nisa::Space::Hbm ? 1 : 128;
  if (partitions < 1 || partitions > most)
    return emitError() << "partitions must be 1 to " << most << " in " << stringifySpace(space) << ", but got " << partitions;
  if (bytes < 0 || bytes > kMaxBytes || (bytes == 0 && space != nisa::Space::Hbm))
    return emitError() << "bytes must be positive and at most 2^48, but got " << bytes;
  return success();
}

int64_t nisa::ViewType::getFreeSize() {
  int64_t count = 1;
  for (int64_t size : getSizes())
    count *= size;
  return count;
}

::neuron::Engine nisa::engineOf(Operation *op) {
  if (auto attr = op->getAttrOfType<EngineAttr>("engine"))
    return static_cast<::neuron::Engine>(attr.getValue());
  switch (cast<NisaInstruction>(op).getInfo().engines.front()) {
  case 'T': return ::neuron::Engine::Tensor;
  case 'V': return ::neuron::Engine::Vector;
  case 'S': return ::neuron::Engine::Scalar;
  case 'G': return ::neuron::Engine::GpSimd;
  default: return ::neuron::Engine::Sync;
  }
}

DType nisa::dtypeOf(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type)) {
    bool isUnsigned = integer.isUnsigned();
    switch (integer.getWidth()) {
    case 8: return isUnsigned ? DType::U8 : DType::I8;
    case 16: return isUnsigned ? DType::U16 : DType::I16;
    default: return isUnsigned ? DType::U32 : DType::I32;
    }
  }
  return llvm::TypeSwitch<Type, DType>(type)
      .Case<BFloat16Type>([](auto) { return DType::BF16; })
      .Case<Float16Type>([](auto) { return DType::F16; })
      .Case<FloatTF32Type>([](auto) { return DType::TF32; })
      .Case<Float8E4M3Type>([](auto) { return DType::F8E4M3; })
      .Case<Float8E4M3FNType>([](auto) { return DType::F8E4M3FN; })
      .Case<Float8E5M2Type>([](auto) { return DType::F8E5M2; })
      .Case<Float8E3M4Type>([](auto) { return DType::F8E3M4; })
      .Default([](Type) { return DType::F32; });
}

std::optional<DType> nisa::parseDType(StringRef name) {
  for (unsigned value = 0; value <= unsigned(DType::U4); ++value)
    if (name != "?" && StringRef(nameOf(DType(value))) == name) // "?" names the gaps
      return DType(value);
  return std::nullopt;
}

Type nisa::typeOf(MLIRContext *context, DType type) {
  switch (type) {
  case DType::BF16: return BFloat16Type::get(context);
  case DType::F16: return Float16Type::get(context);
  case DType::TF32: return FloatTF32Type::get(context);
  case DType::F8E4M3: return Float8E4M3Type::get(context);
  case DType::F8E4M3FN: return Float8E4M3FNType::get(context);
  case DType::F8E5M2: return Float8E5M2Type::get(context);
  case DType::F8E3M4: return Float8E3M4Type::get(context);
  case DType::I8: return IntegerType::get(context, 8);
  case DType::I16: return IntegerType::get(context, 16);
  case DType::I32: return IntegerType::get(context, 32);
  case DType::U8:
  case DType::Bool: return IntegerType::get(context, 8, IntegerType::Unsigned);
  case DType::U16: return IntegerType::get(context, 16, IntegerType::Unsigned);
  case DType::U32: return IntegerType::get(context, 32, IntegerType::Unsigned);
  default: return Float32Type::get(context);
  }
}

/// The word of one immediate: enums by value, floats by bits.
static uint32_t wordOf(Attribute attr) {
  return llvm::TypeSwitch<Attribute, uint32_t>(attr)
      .Case<FloatAttr>([](auto a) { return a.getValue().bitcastToAPInt().getZExtValue(); })
      .Case<BoolAttr>([](auto a) { return a.getValue(); })
      .Case<IntegerAttr>([](auto a) { return uint32_t(a.getInt()); })
      .Case<AluOpAttr, ActFnAttr, ReduceCmdAttr, AccumulateAttr>([](auto a) { return uint32_t(a.getValue()); })
      .Default([](Attribute) { return 0u; });
}

SmallVector<uint32_t, 8> nisa::immediatesOf(Operation *op) {
  SmallVector<uint32_t, 8> words;
  const InstructionInfo &info = cast<NisaInstruction>(op).getInfo();
  for (const ImmediateInfo &imm : info.immediates) {
    std::string name(imm.name);
    if (info.operandSlot(imm.name) >= 0)
      name += "_value";
    Attribute attr = op->getAttr(name);
    words.push_back(attr ? wordOf(attr) : 0);
  }
  return words;
}

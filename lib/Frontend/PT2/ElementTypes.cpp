//===- ElementTypes.cpp - element types of torch --------------------------===//
#include "ElementTypes.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace neuron::pt2 {
namespace {

struct ScalarTypeRow {
  int64_t number;
  const char *name;
  std::optional<DType> dtype;
};

/// Numbers as torch/_export/serde/schema.py has them.
constexpr ScalarTypeRow kScalarTypes[] = {
    {1, "uint8", DType::U8},
    {2, "int8", DType::I8},
    {3, "int16", DType::I16},
    {4, "int32", DType::I32},
    {5, "int64", DType::I64},
    {6, "float16", DType::F16},
    {7, "float32", DType::F32},
    {8, "float64", DType::F64},
    {9, "complex32", std::nullopt},
    {10, "complex64", std::nullopt},
    {11, "complex128", std::nullopt},
    {12, "bool", DType::Bool},
    {13, "bfloat16", DType::BF16},
    {28, "uint16", DType::U16},
    {29, "float8_e4m3fn", DType::F8E4M3FN},
    {30, "float8_e5m2", DType::F8E5M2},
    {31, "float8_e4m3fnuz", std::nullopt},
    {32, "float8_e5m2fnuz", std::nullopt},
    {33, "float8_e8m0fnu", std::nullopt},
    {34, "uint32", DType::U32},
    {35, "uint64", DType::U64},
};

const ScalarTypeRow *findRow(int64_t scalarType) {
  const auto *row =
      llvm::find_if(kScalarTypes, [&](const ScalarTypeRow &r) { return r.number == scalarType; });
  return row == std::end(kScalarTypes) ? nullptr : row;
}

} // namespace

std::optional<DType> dtypeOfScalarType(int64_t scalarType) {
  const ScalarTypeRow *row = findRow(scalarType);
  return row ? row->dtype : std::nullopt;
}

std::string scalarTypeName(int64_t scalarType) {
  const ScalarTypeRow *row = findRow(scalarType);
  return row ? row->name : "type " + std::to_string(scalarType);
}

Type promoteTypes(Type a, Type b) {
  if (a == b || isBool(b))
    return a;
  if (isBool(a))
    return b;
  auto floatA = dyn_cast<FloatType>(a), floatB = dyn_cast<FloatType>(b);
  unsigned widthA = a.getIntOrFloatBitWidth(), widthB = b.getIntOrFloatBitWidth();
  if (floatA && floatB) {
    if (widthA < 16 || widthB < 16)
      return Type();
    if (widthA == widthB) // f16 with bf16
      return Float32Type::get(a.getContext());
    return widthA > widthB ? a : b;
  }
  if (floatA || floatB)
    return floatA ? a : b;
  // Integers: torch mixes 8-bit unsigned with signed types only.
  bool unsignedA = a.isUnsignedInteger(), unsignedB = b.isUnsignedInteger();
  if (unsignedA == unsignedB)
    return widthA > widthB ? a : b;
  if ((unsignedA ? widthA : widthB) != 8)
    return Type();
  Type signedType = unsignedA ? b : a;
  return signedType.getIntOrFloatBitWidth() > 8 ? signedType : IntegerType::get(a.getContext(), 16);
}

} // namespace neuron::pt2

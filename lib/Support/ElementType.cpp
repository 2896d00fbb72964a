//===- ElementType.cpp - DType and MLIR's element types -------------------===//

#include "neuronc/Support/ElementType.h"

using namespace mlir;
using namespace neuron;

static Type integerType(MLIRContext *context, unsigned width, bool isUnsigned) {
  return IntegerType::get(context, width, isUnsigned ? IntegerType::Unsigned : IntegerType::Signless);
}

Type neuron::elementTypeOf(MLIRContext *context, DType type) {
  switch (type) {
  case DType::F32:
    return Float32Type::get(context);
  case DType::BF16:
    return BFloat16Type::get(context);
  case DType::F16:
    return Float16Type::get(context);
  case DType::F64:
    return Float64Type::get(context);
  case DType::F8E4M3:
    return Float8E4M3Type::get(context);
  case DType::F8E4M3FN:
    return Float8E4M3FNType::get(context);
  case DType::F8E5M2:
    return Float8E5M2Type::get(context);
  case DType::F8E3M4:
    return Float8E3M4Type::get(context);
  case DType::F4E2M1:
    return Float4E2M1FNType::get(context);
  case DType::Bool:
    return integerType(context, 1, false);
  case DType::I4:
    return integerType(context, 4, false);
  case DType::I8:
    return integerType(context, 8, false);
  case DType::I16:
    return integerType(context, 16, false);
  case DType::I32:
    return integerType(context, 32, false);
  case DType::I64:
    return integerType(context, 64, false);
  case DType::U4:
    return integerType(context, 4, true);
  case DType::U8:
    return integerType(context, 8, true);
  case DType::U16:
    return integerType(context, 16, true);
  case DType::U32:
    return integerType(context, 32, true);
  case DType::U64:
    return integerType(context, 64, true);
  case DType::TF32:
  case DType::F8E8M0:
    return {};
  }
  return {};
}

std::optional<DType> neuron::dtypeOf(Type element) {
  for (DType type :
       {DType::F32,    DType::BF16,   DType::F16,  DType::F64, DType::F8E4M3, DType::F8E4M3FN, DType::F8E5M2,
        DType::F8E3M4, DType::F4E2M1, DType::Bool, DType::I4,  DType::I8,     DType::I16,      DType::I32,
        DType::I64,    DType::U4,     DType::U8,   DType::U16, DType::U32,    DType::U64})
    if (element && elementTypeOf(element.getContext(), type) == element)
      return type;
  return std::nullopt;
}

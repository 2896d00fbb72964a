//===- Types.cpp - names and sizes of the shared words --------------------===//

#include "neuron/types.h"

using namespace neuron;

unsigned neuron::bytesOf(DType type) {
  switch (type) {
  case DType::F32: case DType::TF32: case DType::I32: case DType::U32:
    return 4;
  case DType::BF16: case DType::F16: case DType::I16: case DType::U16:
    return 2;
  case DType::F64: case DType::I64: case DType::U64:
    return 8;
  default:
    return 1;
  }
}

std::string_view neuron::nameOf(DType type) {
  switch (type) {
  case DType::F32: return "f32";
  case DType::BF16: return "bf16";
  case DType::F16: return "f16";
  case DType::TF32: return "tf32";
  case DType::F8E4M3: return "f8e4m3";
  case DType::F8E5M2: return "f8e5m2";
  case DType::F8E4M3FN: return "f8e4m3fn";
  case DType::F8E3M4: return "f8e3m4";
  case DType::I8: return "i8";
  case DType::U8: return "u8";
  case DType::I16: return "i16";
  case DType::U16: return "u16";
  case DType::I32: return "i32";
  case DType::U32: return "u32";
  case DType::F64: return "f64";
  case DType::I64: return "i64";
  case DType::U64: return "u64";
  case DType::Bool: return "bool";
  case DType::F8E8M0: return "f8e8m0";
  case DType::F4E2M1: return "f4e2m1";
  case DType::I4: return "i4";
  case DType::U4: return "u4";
  }
  return "?";
}

std::string_view neuron::nameOf(Engine engine) {
  static constexpr std::string_view names[] = {"tensor", "vector", "scalar", "gpsimd", "sync"};
  return unsigned(engine) < kNumEngines ? names[unsigned(engine)] : "?";
}

std::string_view neuron::nameOf(Space space) {
  static constexpr std::string_view names[] = {"none", "hbm", "sbuf", "psum"};
  return unsigned(space) < 4 ? names[unsigned(space)] : "?";
}

bool neuron::isFloat(DType type) {
  switch (type) {
  case DType::F32: case DType::BF16: case DType::F16: case DType::TF32: case DType::F8E4M3:
  case DType::F8E5M2: case DType::F8E4M3FN: case DType::F8E3M4: case DType::F64: case DType::F8E8M0:
  case DType::F4E2M1:
    return true;
  default:
    return false;
  }
}

bool neuron::isInteger(DType type) { return !isFloat(type); }

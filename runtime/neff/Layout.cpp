//===- Layout.cpp - .npy headers ------------------------------------------===//

#include "Layout.h"

using namespace neuron;

static constexpr uint64_t kMaxBytes = uint64_t(1) << 56;

bool neuron::denseBytes(DType type, const std::vector<int64_t> &shape, uint64_t &bytes) {
  bool isEmpty = false;
  bytes = bytesOf(type);
  for (int64_t size : shape) {
    if (size < 0 || __builtin_mul_overflow(bytes, uint64_t(size ? size : 1), &bytes) || bytes > kMaxBytes)
      return false;
    isEmpty |= size == 0;
  }
  bytes = isEmpty ? 0 : bytes;
  return true;
}

std::string neuron::weightDescr(DType type) {
  switch (type) {
  case DType::F32: case DType::TF32: return "<f4";
  case DType::F64: return "<f8";
  case DType::F16: return "<f2";
  case DType::I8: return "|i1";
  case DType::U8: return "|u1";
  case DType::Bool: return "|b1";
  case DType::I16: return "<i2";
  case DType::U16: return "<u2";
  case DType::I32: return "<i4";
  case DType::U32: return "<u4";
  case DType::I64: return "<i8";
  case DType::U64: return "<u8";
  case DType::BF16: return "|V2";
  default: return "|V1";
  }
}

std::string neuron::weightHeader(DType type, const std::vector<int64_t> &shape, uint64_t position) {
  std::string dict = "{'descr': '" + weightDescr(type) + "', 'fortran_order': False, 'shape': (";
  for (size_t i = 0; i < shape.size(); ++i)
    dict += std::to_string(shape[i]) + (shape.size() == 1 ? "," : i + 1 < shape.size() ? ", " : "");
  dict += "), }";
  constexpr uint64_t fixed = 10; // magic, version, length
  uint64_t end = position + fixed + dict.size() + 1;
  dict.append((kDataAlignment - end % kDataAlignment) % kDataAlignment, ' ');
  dict += '\n';
  std::string header("\x93NUMPY\x01\x00", 8);
  header += char(dict.size() & 255);
  header += char(dict.size() >> 8);
  return header + dict;
}

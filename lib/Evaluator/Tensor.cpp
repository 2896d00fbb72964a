//===- Tensor.cpp - a tensor value of the evaluator -----------------------===//

#include "neuronc/Evaluator/Tensor.h"

#include "FloatFormat.h"
#include "neuronc/Support/ElementType.h"

#include <cstring>

using namespace mlir;
using namespace neuron;

static unsigned bytesOfElement(Type element) { return std::max(1u, element.getIntOrFloatBitWidth() / 8); }

int64_t neuron::bytesOf(RankedTensorType type) {
  return type.getNumElements() * bytesOfElement(type.getElementType());
}

unsigned Tensor::elementBytes() const { return bytesOfElement(element()); }

Tensor::Tensor(RankedTensorType type) : tensorType(type), storage(bytesOf(type)) {}

Tensor Tensor::withType(RankedTensorType type) const {
  assert(bytesOf(type) == int64_t(storage.size()) && "sizes must agree");
  Tensor result = *this;
  result.tensorType = type;
  return result;
}

int64_t neuron::wrapToElement(int64_t value, Type element) {
  unsigned width = element.getIntOrFloatBitWidth();
  if (width == 64)
    return value;
  if (width == 1)
    return value & 1;
  uint64_t bits = uint64_t(value) << (64 - width);
  return element.isUnsignedInteger() ? int64_t(bits >> (64 - width)) : int64_t(bits) >> (64 - width);
}

double neuron::roundToElement(double value, Type element) {
  if (element.isF64())
    return value;
  if (element.isF32())
    return float(value);
  FloatFormat format = formatOf(element);
  return format.decode(format.encode(value));
}

/// `count` numbers of type T, converted to To.
template <typename T, typename To> static std::vector<To> readAs(ArrayRef<char> bytes) {
  std::vector<To> values(bytes.size() / sizeof(T));
  for (size_t i = 0; i < values.size(); ++i) {
    T value;
    std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
    values[i] = To(value);
  }
  return values;
}

template <typename T, typename From> static void writeAs(MutableArrayRef<char> bytes, ArrayRef<From> values) {
  assert(bytes.size() == values.size() * sizeof(T) && "one value each");
  for (size_t i = 0; i < values.size(); ++i) {
    T value = T(values[i]);
    std::memcpy(bytes.data() + i * sizeof(T), &value, sizeof(T));
  }
}

std::vector<double> Tensor::floats() const {
  if (element().isF32())
    return readAs<float, double>(bytes());
  if (element().isF64())
    return readAs<double, double>(bytes());
  FloatFormat format = formatOf(element());
  std::vector<double> values =
      format.bits() > 8 ? readAs<uint16_t, double>(bytes()) : readAs<uint8_t, double>(bytes());
  for (double &value : values)
    value = format.decode(uint16_t(value));
  return values;
}

Tensor Tensor::fromFloats(RankedTensorType type, ArrayRef<double> values) {
  Tensor result(type);
  if (type.getElementType().isF32()) {
    writeAs<float>(result.bytes(), values);
  } else if (type.getElementType().isF64()) {
    writeAs<double>(result.bytes(), values);
  } else {
    FloatFormat format = formatOf(type.getElementType());
    std::vector<uint16_t> bits(values.size());
    for (auto [i, value] : llvm::enumerate(values))
      bits[i] = format.encode(value);
    if (format.bits() > 8)
      writeAs<uint16_t>(result.bytes(), ArrayRef<uint16_t>(bits));
    else
      writeAs<uint8_t>(result.bytes(), ArrayRef<uint16_t>(bits));
  }
  return result;
}

std::vector<int64_t> Tensor::ints() const {
  switch (elementBytes()) {
  case 1:
    return isUnsigned() || element().isInteger(1) ? readAs<uint8_t, int64_t>(bytes())
                                                  : readAs<int8_t, int64_t>(bytes());
  case 2:
    return isUnsigned() ? readAs<uint16_t, int64_t>(bytes()) : readAs<int16_t, int64_t>(bytes());
  case 4:
    return isUnsigned() ? readAs<uint32_t, int64_t>(bytes()) : readAs<int32_t, int64_t>(bytes());
  default:
    return readAs<int64_t, int64_t>(bytes());
  }
}

Tensor Tensor::fromInts(RankedTensorType type, ArrayRef<int64_t> values) {
  Tensor result(type);
  std::vector<int64_t> wrapped(values);
  for (int64_t &value : wrapped)
    value = wrapToElement(value, type.getElementType());
  ArrayRef<int64_t> list(wrapped);
  switch (result.elementBytes()) {
  case 1:
    writeAs<int8_t>(result.bytes(), list);
    break;
  case 2:
    writeAs<int16_t>(result.bytes(), list);
    break;
  case 4:
    writeAs<int32_t>(result.bytes(), list);
    break;
  default:
    writeAs<int64_t>(result.bytes(), list);
  }
  return result;
}

std::vector<double> Tensor::numbers() const {
  if (isFloat())
    return floats();
  std::vector<double> values;
  values.reserve(size());
  bool isWide = element().isUnsignedInteger(64);
  for (int64_t value : ints())
    values.push_back(isWide ? double(uint64_t(value)) : double(value));
  return values;
}

Tensor Tensor::fromAttr(DenseElementsAttr attr) {
  Tensor result(cast<RankedTensorType>(attr.getType()));
  MutableArrayRef<char> bytes = result.bytes();
  if (result.element().isInteger(1)) {
    // The attribute packs booleans to bits.
    for (auto [i, value] : llvm::enumerate(attr.getValues<bool>()))
      bytes[i] = value;
    return result;
  }
  ArrayRef<char> raw = attr.getRawData();
  if (!attr.isSplat()) {
    assert(raw.size() == bytes.size() && "elements take whole bytes");
    llvm::copy(raw, bytes.begin());
    return result;
  }
  for (size_t i = 0; i < bytes.size(); i += raw.size())
    llvm::copy(raw, bytes.begin() + i);
  return result;
}

DenseElementsAttr Tensor::toAttr() const {
  if (!element().isInteger(1))
    return DenseElementsAttr::getFromRawBuffer(tensorType, storage);
  SmallVector<bool> values(llvm::map_range(storage, [](char b) { return b != 0; }));
  return DenseElementsAttr::get(tensorType, values);
}

FailureOr<Tensor> Tensor::fromWeight(const WeightData &data, RankedTensorType type) {
  if (dtypeOf(type.getElementType()) != data.dtype || type.getShape() != ArrayRef<int64_t>(data.shape))
    return failure();
  Tensor result(type);
  size_t width = result.elementBytes();
  if (data.isDense()) {
    if (!result.storage.empty())
      std::memcpy(result.storage.data(), data.data, result.storage.size());
    return result;
  }
  SmallVector<int64_t> index(type.getRank());
  for (size_t at = 0; at < result.storage.size(); at += width) {
    int64_t offset = 0;
    for (auto [i, stride] : llvm::zip_equal(index, data.strides))
      offset += i * stride;
    std::memcpy(&result.storage[at], data.data + offset * int64_t(width), width);
    for (int64_t d = type.getRank() - 1; d >= 0; --d) {
      if (++index[d] < type.getDimSize(d))
        break;
      index[d] = 0;
    }
  }
  return result;
}

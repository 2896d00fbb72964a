//===- Npy.cpp - NumPy's file format --------------------------------------===//
#include "neuronc/Support/Npy.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace neuron {
namespace {

Status malformed(const Twine &what) {
  return Status(ErrorClass::BadInput, 2130, ("malformed .npy file: " + what).str());
}

/// The dictionary at the front of the file; `bytes` keeps what follows.
std::optional<StringRef> takeHeader(StringRef &bytes) {
  if (!bytes.consume_front("\x93NUMPY") || bytes.size() < 6)
    return std::nullopt;
  uint8_t major = bytes[0];
  size_t lengthBytes = major == 1 ? 2 : 4;
  if (major < 1 || major > 3)
    return std::nullopt;
  uint64_t length =
      major == 1 ? support::endian::read16le(bytes.data() + 2) : support::endian::read32le(bytes.data() + 2);
  bytes = bytes.drop_front(2 + lengthBytes);
  if (length > bytes.size())
    return std::nullopt;
  StringRef header = bytes.take_front(length);
  bytes = bytes.drop_front(length);
  return header;
}

/// The text after `'key':`.
StringRef field(StringRef header, StringRef key) {
  StringRef rest = header.split(("'" + key + "'").str()).second.ltrim();
  rest.consume_front(":");
  return rest.ltrim();
}

std::optional<DType> typeNamed(StringRef descr) {
  return StringSwitch<std::optional<DType>>(descr)
      .Case("<f4", DType::F32)
      .Case("<f8", DType::F64)
      .Case("<f2", DType::F16)
      .Case("|i1", DType::I8)
      .Case("<i2", DType::I16)
      .Case("<i4", DType::I32)
      .Case("<i8", DType::I64)
      .Case("|u1", DType::U8)
      .Case("<u2", DType::U16)
      .Case("<u4", DType::U32)
      .Case("<u8", DType::U64)
      .Case("|b1", DType::Bool)
      .Default(std::nullopt);
}

bool parseShape(StringRef text, SmallVectorImpl<int64_t> &shape) {
  if (!text.consume_front("("))
    return false;
  SmallVector<StringRef> parts;
  text.split(')').first.split(parts, ',', -1, /*KeepEmpty=*/false);
  for (StringRef part : parts) {
    int64_t size;
    if (part.trim().empty())
      continue;
    if (part.trim().getAsInteger(10, size) || size < 0)
      return false;
    shape.push_back(size);
  }
  return true;
}

} // namespace

Result<WeightData> readNpy(StringRef bytes) {
  std::optional<StringRef> header = takeHeader(bytes);
  if (!header)
    return malformed("it has no header");
  StringRef descr = field(*header, "descr").drop_front().take_until([](char c) { return c == '\''; });
  std::optional<DType> dtype = typeNamed(descr);
  if (!dtype)
    return Status(ErrorClass::Unsupported, 2131,
                  ("elements of type '" + descr.take_front(16) + "' in a .npy file").str());
  WeightData data;
  data.dtype = *dtype;
  if (!parseShape(field(*header, "shape"), data.shape))
    return malformed("its shape cannot be read");
  int64_t needed = bytesOf(*dtype);
  bool columnMajor = field(*header, "fortran_order").starts_with("True");
  int64_t stride = 1;
  for (int64_t size : data.shape) {
    if (MulOverflow(needed, size, needed))
      return malformed("its shape is impossible");
    data.strides.push_back(stride);
    stride *= size;
  }
  if (uint64_t(needed) > bytes.size())
    return malformed("it has " + Twine(bytes.size()) + " bytes of data, but its shape needs " +
                     Twine(needed));
  data.data = bytes.data();
  if (!columnMajor || data.isDense())
    data.strides.clear();
  return data;
}

} // namespace neuron

//===- TensorData.cpp - the elements of a TensorProto ---------------------===//

#include "TensorData.h"

#include "dialects/Neuron/Neuron.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <cstring>

using namespace neuron;
using namespace neuron::onnx;
using llvm::StringRef;
using llvm::Twine;

std::optional<DType> neuron::onnx::toDType(DataType type) {
  switch (type) {
  case DataType::Float:
    return DType::F32;
  case DataType::Uint8:
    return DType::U8;
  case DataType::Int8:
    return DType::I8;
  case DataType::Uint16:
    return DType::U16;
  case DataType::Int16:
    return DType::I16;
  case DataType::Int32:
    return DType::I32;
  case DataType::Int64:
    return DType::I64;
  case DataType::Bool:
    return DType::Bool;
  case DataType::Float16:
    return DType::F16;
  case DataType::Double:
    return DType::F64;
  case DataType::Uint32:
    return DType::U32;
  case DataType::Uint64:
    return DType::U64;
  case DataType::Bfloat16:
    return DType::BF16;
  case DataType::Float8E4M3FN:
    return DType::F8E4M3FN;
  case DataType::Float8E5M2:
    return DType::F8E5M2;
  case DataType::Uint4:
    return DType::U4;
  case DataType::Int4:
    return DType::I4;
  case DataType::Float4E2M1:
    return DType::F4E2M1;
  default:
    return std::nullopt;
  }
}

std::string neuron::onnx::nameOf(DataType type) {
  static const char *const names[] = {
      "undefined",      "float32",  "uint8",        "int8",           "uint16",
      "int16",          "int32",    "int64",        "string",         "bool",
      "float16",        "float64",  "uint32",       "uint64",         "complex64",
      "complex128",     "bfloat16", "float8e4m3fn", "float8e4m3fnuz", "float8e5m2",
      "float8e5m2fnuz", "uint4",    "int4",         "float4e2m1",     "float8e8m0",
      "uint2",          "int2"};
  auto number = static_cast<uint32_t>(type);
  return number < std::size(names) ? names[number] : "type " + std::to_string(int32_t(type));
}

static bool isSubByte(DType type) { return type == DType::I4 || type == DType::U4 || type == DType::F4E2M1; }

static Status badData(const TensorProto &tensor, const Twine &what) {
  return Status(ErrorClass::BadInput, 3003, ("tensor '" + tensor.name + "' " + what).str());
}

static Status badPath(const TensorProto &tensor, const Twine &what) {
  return Status(ErrorClass::BadInput, 3004,
                ("external data of tensor '" + tensor.name + "': '" + tensor.location + "' " + what).str());
}

StringRef TensorReader::own(std::vector<char> bytes) {
  auto kept = std::make_shared<std::vector<char>>(std::move(bytes));
  store.keepAlive(kept);
  return StringRef(kept->data(), kept->size());
}

Result<StringRef> TensorReader::mapFile(StringRef path) {
  if (auto it = files.find(path); it != files.end())
    return it->second;
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!buffer)
    return Status(ErrorClass::Io, 3004, buffer.getError().message());
  StringRef bytes = (*buffer)->getBuffer();
  store.keepAlive(std::shared_ptr<llvm::MemoryBuffer>(std::move(*buffer)));
  files[path] = bytes;
  return bytes;
}

/// The file at `location`, with all links resolved, if it lies in `folder`.
static std::optional<std::string> resolveInside(StringRef folder, StringRef location) {
  using namespace llvm::sys;
  llvm::SmallString<256> joined(folder), root, target;
  path::append(joined, location);
  if (fs::real_path(folder.empty() ? "." : folder, root) || fs::real_path(joined, target))
    return std::nullopt;
  StringRef rest = target;
  bool isInside = rest.consume_front(root) && (root.ends_with("/") || rest.starts_with("/"));
  if (!isInside || !fs::is_regular_file(target))
    return std::nullopt;
  return target.str().str();
}

Result<StringRef> TensorReader::externalBytes(const TensorProto &tensor) {
  if (tensor.location.empty() || tensor.location.contains('\0') ||
      llvm::sys::path::is_absolute(tensor.location))
    return badPath(tensor, "is not a path relative to the model");
  std::optional<std::string> path = resolveInside(llvm::sys::path::parent_path(modelPath), tensor.location);
  if (!path)
    return badPath(tensor, "is not a file in the model's folder");
  Result<StringRef> bytes = mapFile(*path);
  if (!bytes)
    return badPath(tensor, "cannot be read: " + bytes.status().message());
  uint64_t offset = 0, length = 0;
  if ((!tensor.offset.empty() && tensor.offset.getAsInteger(10, offset)) ||
      (!tensor.length.empty() && tensor.length.getAsInteger(10, length)))
    return badPath(tensor, "has an offset or length that is no number");
  if (offset > bytes->size() || length > bytes->size() - offset)
    return badPath(tensor, "ends at byte " + Twine(bytes->size()) + ", before the tensor does");
  return tensor.length.empty() ? bytes->drop_front(offset) : bytes->substr(offset, length);
}

/// Elements of `size` bytes from integers of which only the low bits count.
template <typename T> static void narrow(const std::vector<int64_t> &values, std::vector<char> &bytes) {
  bytes.resize(values.size() * sizeof(T));
  for (size_t i = 0; i < values.size(); ++i) {
    T value = static_cast<T>(values[i]);
    std::memcpy(bytes.data() + i * sizeof(T), &value, sizeof(T));
  }
}

/// The bytes of `tensor` from the typed field that its type uses, in the form of raw data.
Result<StringRef> TensorReader::typedBytes(const TensorProto &tensor, DType type, uint64_t count) {
  if (type == DType::F32 || type == DType::F64) {
    const Chunks &chunks = type == DType::F32 ? tensor.floatData : tensor.doubleData;
    if (chunks.size() == 1)
      return chunks[0];
    std::vector<char> bytes;
    for (StringRef chunk : chunks)
      bytes.insert(bytes.end(), chunk.begin(), chunk.end());
    return own(std::move(bytes));
  }
  bool isWide = type == DType::U32 || type == DType::U64;
  const Chunks &chunks = type == DType::I64 ? tensor.int64Data
                         : isWide           ? tensor.uint64Data
                                            : tensor.int32Data;
  uint64_t entries = isSubByte(type) ? (count + 1) / 2 : count;
  std::vector<int64_t> values;
  if (!decodeVarints(chunks, entries, values))
    return badData(tensor, "has damaged data, or more than its shape says");
  std::vector<char> bytes;
  switch (bytesOf(type)) {
  case 1:
    narrow<uint8_t>(values, bytes);
    break;
  case 2:
    narrow<uint16_t>(values, bytes);
    break;
  case 4:
    narrow<uint32_t>(values, bytes);
    break;
  default:
    narrow<uint64_t>(values, bytes);
    break;
  }
  return own(std::move(bytes));
}

Result<StringRef> TensorReader::packedBytes(const TensorProto &tensor, DType type, uint64_t count) {
  if (tensor.isExternal)
    return externalBytes(tensor);
  if (tensor.rawData)
    return *tensor.rawData;
  return typedBytes(tensor, type, count);
}

/// One byte for each element of 4 bits, the low half first; signed ones extended.
static std::vector<char> unpackNibbles(StringRef packed, uint64_t count, bool isSigned) {
  std::vector<char> bytes(count);
  for (uint64_t i = 0; i < count; ++i) {
    uint8_t nibble = (uint8_t(packed[i / 2]) >> (4 * (i % 2))) & 0xf;
    bytes[i] = char(isSigned && nibble >= 8 ? nibble | 0xf0 : nibble);
  }
  return bytes;
}

Result<WeightData> TensorReader::read(const TensorProto &tensor) {
  std::optional<DType> type = toDType(tensor.dataType);
  if (!type)
    return Status(
        ErrorClass::Unsupported, 4002,
        ("tensor '" + tensor.name + "' has the unsupported element type " + nameOf(tensor.dataType)).str());
  if (!isValidShape(tensor.dims))
    return badData(tensor, "has an impossible shape");
  uint64_t count = 1;
  for (int64_t dim : tensor.dims)
    count *= dim;
  Result<StringRef> bytes = packedBytes(tensor, *type, count);
  if (!bytes)
    return bytes.status();
  uint64_t expected = isSubByte(*type) ? (count + 1) / 2 : count * bytesOf(*type);
  if (tensor.isExternal && tensor.length.empty() && bytes->size() > expected)
    *bytes = bytes->take_front(expected);
  if (bytes->size() != expected)
    return badData(tensor, "needs " + Twine(expected) + " bytes, but has " + Twine(bytes->size()));
  WeightData data;
  data.dtype = *type;
  data.shape.assign(tensor.dims.begin(), tensor.dims.end());
  if (isSubByte(*type))
    *bytes = own(unpackNibbles(*bytes, count, *type == DType::I4));
  else if (*type == DType::Bool && llvm::any_of(*bytes, [](uint8_t b) { return b > 1; }))
    return badData(tensor, "has a bool that is neither 0 nor 1");
  data.data = bytes->data();
  return data;
}

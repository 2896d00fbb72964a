//===- Wire.cpp - protobuf's wire format, read in place -------------------===//

#include "Wire.h"

#include <cstring>

using namespace neuron::onnx;
using llvm::StringRef;

/// Takes a varint off the front of `bytes`.
static bool takeVarint(StringRef &bytes, uint64_t &value) {
  value = 0;
  size_t limit = std::min<size_t>(bytes.size(), 10);
  for (size_t i = 0; i < limit; ++i) {
    uint8_t byte = bytes[i];
    value |= uint64_t(byte & 0x7f) << (7 * i);
    if (byte < 0x80) {
      bytes = bytes.drop_front(i + 1);
      return true;
    }
  }
  return false;
}

bool WireReader::fail() {
  hasFailed = true;
  rest = {};
  return false;
}

bool WireReader::readVarint(uint64_t &value) { return takeVarint(rest, value); }

bool WireReader::take(uint64_t count) {
  if (count > rest.size())
    return false;
  payload = rest.take_front(count);
  rest = rest.drop_front(count);
  return true;
}

bool WireReader::next() {
  if (rest.empty())
    return false;
  uint64_t key;
  if (!readVarint(key) || (key >> 3) == 0 || (key >> 3) > 0x1fffffff)
    return fail();
  number = unsigned(key >> 3);
  scalar = 0;
  const char *start = rest.data();
  switch (key & 7) {
  case 0:
    type = WireType::Varint;
    if (!readVarint(scalar))
      return fail();
    payload = StringRef(start, rest.data() - start);
    return true;
  case 1:
    type = WireType::Fixed64;
    return take(8) || fail();
  case 2: {
    type = WireType::Bytes;
    uint64_t size;
    return (readVarint(size) && take(size)) || fail();
  }
  case 5:
    type = WireType::Fixed32;
    return take(4) || fail();
  default: // groups are not used by ONNX, the others do not exist
    return fail();
  }
}

float WireReader::real() const {
  float value = 0;
  if (type == WireType::Fixed32)
    std::memcpy(&value, payload.data(), sizeof value);
  return value;
}

bool neuron::onnx::decodeVarints(const Chunks &chunks, uint64_t limit, std::vector<int64_t> &values) {
  for (StringRef chunk : chunks)
    while (!chunk.empty()) {
      uint64_t value;
      if (values.size() >= limit || !takeVarint(chunk, value))
        return false;
      values.push_back(int64_t(value));
    }
  return true;
}

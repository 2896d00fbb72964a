//===- Wire.h - protobuf's wire format, read in place -----------*- C++ -*-===//
//
// A model file may be larger than protobuf's own limit of 2 GiB, and nearly all
// of it are weights that must not be copied. So the few messages of ONNX are
// decoded straight from the mapped file; whatever is long stays a range of it.
// The file is not trusted: no read leaves the given bytes.
//
//===----------------------------------------------------------------------===//
#ifndef NEURONC_LIB_FRONTEND_ONNX_WIRE_H
#define NEURONC_LIB_FRONTEND_ONNX_WIRE_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <vector>

namespace neuron::onnx {

/// How the payload of a field is written.
enum class WireType : uint8_t { Varint = 0, Fixed64 = 1, Bytes = 2, Fixed32 = 5 };

/// Walks the fields of one message.
class WireReader {
public:
  explicit WireReader(llvm::StringRef message) : rest(message) {}

  /// Reads the next field; false at the end of the message or at an error.
  bool next();
  /// True once the bytes have turned out to be no message.
  bool failed() const { return hasFailed; }

  // The current field.
  unsigned field() const { return number; }
  WireType wireType() const { return type; }
  /// The value of a Varint field (0 for any other).
  uint64_t varint() const { return scalar; }
  int64_t integer() const { return int64_t(scalar); }
  /// The payload of a Bytes field; of a fixed-size or Varint field its bytes in the file.
  llvm::StringRef bytes() const { return payload; }
  /// The value of a Fixed32 field as a float (0 for any other).
  float real() const;

private:
  bool readVarint(uint64_t &value);
  bool take(uint64_t count);
  bool fail();

  llvm::StringRef rest;
  llvm::StringRef payload;
  uint64_t scalar = 0;
  unsigned number = 0;
  WireType type = WireType::Varint;
  bool hasFailed = false;
};

/// Ranges of the file that together hold the elements of a repeated field,
/// whether it is packed or not.
using Chunks = llvm::SmallVector<llvm::StringRef, 1>;

/// Decodes chunks of varints; false if one is cut off or there are more than `limit`.
bool decodeVarints(const Chunks &chunks, uint64_t limit, std::vector<int64_t> &values);

} // namespace neuron::onnx

#endif // NEURONC_LIB_FRONTEND_ONNX_WIRE_H

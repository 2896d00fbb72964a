//===- TensorData.h - the elements of a TensorProto -------------*- C++ -*-===//
#ifndef NEURONC_LIB_FRONTEND_ONNX_TENSORDATA_H
#define NEURONC_LIB_FRONTEND_ONNX_TENSORDATA_H

#include "Proto.h"

#include "neuronc/Support/WeightStore.h"

#include "llvm/ADT/StringMap.h"

namespace neuron::onnx {

/// The element type for a number of the format; nothing for those that the
/// compiler does not have (strings, complex, 2 bits, the *FNUZ floats).
std::optional<DType> toDType(DataType type);

/// The format's name of a type, e.g. "complex64"; "type 77" if it has none.
std::string nameOf(DataType type);

/// Finds the bytes of tensors: in the model, in typed fields, in other files.
class TensorReader {
public:
  /// `modelPath` tells the folder that external data must not leave. Mappings
  /// and converted tensors are kept alive by `store`.
  TensorReader(llvm::StringRef modelPath, WeightStore &store) : modelPath(modelPath), store(store) {}

  /// Dense elements of `tensor`; `raw_data` and external data in place. Errors:
  /// NRN-E3003 data missing, cut off or too long; NRN-E3004 an external path
  /// that is not a file inside the model's folder; NRN-E4002 element type.
  Result<WeightData> read(const TensorProto &tensor);

private:
  Result<llvm::StringRef> packedBytes(const TensorProto &tensor, DType type, uint64_t count);
  Result<llvm::StringRef> externalBytes(const TensorProto &tensor);
  Result<llvm::StringRef> mapFile(llvm::StringRef location);
  Result<llvm::StringRef> typedBytes(const TensorProto &tensor, DType type, uint64_t count);
  llvm::StringRef own(std::vector<char> bytes);

  std::string modelPath;
  WeightStore &store;
  llvm::StringMap<llvm::StringRef> files;
};

} // namespace neuron::onnx

#endif // NEURONC_LIB_FRONTEND_ONNX_TENSORDATA_H

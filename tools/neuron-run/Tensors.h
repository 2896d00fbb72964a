//===- Tensors.h - .npy files for the tensors of a model --------*- C++ -*-===//
//
// A file holds a tensor's own element type; bf16, tf32 and fp8 tensors, which
// the format has no name for, are float32 there.
//
//===----------------------------------------------------------------------===//
#ifndef NEURON_RUN_TENSORS_H
#define NEURON_RUN_TENSORS_H

#include "neuron/model.h"
#include "neuron/npy.h"

namespace neuron::run {

/// Element type of the tensor's file.
DType fileType(DType type);
/// "f32[1,3]"
std::string typeText(DType type, const std::vector<int64_t> &shape);

/// Memory of all inputs, outputs and in-out tensors.
class Tensors {
public:
  explicit Tensors(Model &model) : model(model) {}

  /// Reads the files of --input and binds all memory. Errors: 1101 an input is
  /// missing, given twice or unknown; 1102 its type or shape is another; npy's.
  Status load(const std::vector<std::string> &arguments);
  /// In-out tensors get what `load` read again.
  void restore();
  /// A tensor as its file has it.
  NpyArray value(uint32_t variable) const;
  /// User outputs: not in-out.
  std::vector<uint32_t> outputs() const;
  /// Writes output_<i>.npy and inout_<name>.npy.
  Status write(const std::string &folder) const;
  static std::string fileName(const Variable &variable, size_t outputNumber);

private:
  Status assign(const std::string &argument, uint32_t &variable, std::string &path) const;
  Status read(uint32_t variable, const std::string &path);
  Status missing(uint32_t variable) const;

  Model &model;
  std::vector<std::vector<std::byte>> memory; ///< by variable
  std::vector<std::vector<std::byte>> given;  ///< by variable: what an input had at first
  std::vector<bool> isGiven;
};

} // namespace neuron::run

#endif // NEURON_RUN_TENSORS_H

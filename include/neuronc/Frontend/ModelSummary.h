//===- ModelSummary.h - what a model file holds -----------------*- C++ -*-===//
//
// Read without an import, so it is there for models that cannot be imported:
// sizes may be open and operators unknown.
//
//===----------------------------------------------------------------------===//
#ifndef NEURONC_FRONTEND_MODELSUMMARY_H
#define NEURONC_FRONTEND_MODELSUMMARY_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace neuron {

struct ModelSummary {
  /// A tensor of the signature.
  struct Tensor {
    std::string name;
    std::string type;              ///< of an element: "f32"
    std::vector<std::string> dims; ///< "4", "batch", "4*s0", "?"
    bool isShaped = true;          ///< false: the file gives no rank
  };
  /// A dimension that the user fixes.
  struct Symbol {
    std::string name;
    int64_t min = 1;
    std::optional<int64_t> max; ///< none: any size
  };
  /// An operator, with the number of its calls.
  struct Operator {
    std::string name;
    unsigned count = 0;
    bool isSupported = true;
    std::string firstPlace; ///< where the model uses it first
  };

  std::string format; ///< "ONNX, operator set 17"
  std::vector<Tensor> inputs, outputs;
  std::vector<Symbol> symbols;
  std::vector<Operator> operators; ///< in order of appearance
  uint64_t weights = 0;            ///< tensors
  uint64_t weightBytes = 0;
};

} // namespace neuron

#endif // NEURONC_FRONTEND_MODELSUMMARY_H

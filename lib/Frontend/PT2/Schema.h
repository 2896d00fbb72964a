//===- Schema.h - an exported program as the file describes it --*- C++ -*-===//
//
// The part of torch.export's schema (major version 7 and 8) that an import
// needs, as plain structs. Strings point into the JSON document, which has to
// outlive them. Nothing here is checked beyond its form: names may be unknown,
// sizes absurd.
//
//===----------------------------------------------------------------------===//
#ifndef NEURONC_LIB_FRONTEND_PT2_SCHEMA_H
#define NEURONC_LIB_FRONTEND_PT2_SCHEMA_H

#include "neuron/status.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"

#include <memory>
#include <optional>
#include <vector>

namespace neuron::pt2 {

struct Graph;

/// A size: a number, or an expression over symbols (then `expr` is not empty).
struct SymSize {
  int64_t value = 0;
  llvm::StringRef expr;
};

/// What the exporter saw of a tensor.
struct TensorMeta {
  /// torch's number of the element type (ScalarType), see ElementTypes.h.
  int64_t scalarType = 0;
  std::vector<SymSize> sizes;
  /// In elements.
  std::vector<SymSize> strides;
  SymSize offset;
  /// False for sparse and opaque layouts.
  bool strided = true;
};

/// An argument or a result of a node.
struct Argument {
  enum class Kind : uint8_t {
    None,
    Tensor,     ///< `text` names it
    Symbol,     ///< a number that a node computes; `text` names it
    Int,        ///< `integer`
    Float,      ///< `real`
    Bool,       ///< `integer` is 0 or 1
    String,     ///< `text`
    ScalarType, ///< `integer`
    Layout,
    MemoryFormat, ///< `integer`
    Device,
    List,  ///< `items`
    Graph, ///< `graph`, named `text`
    Other, ///< valid, but nothing that can be imported; `text` is its kind
  };
  Kind kind = Kind::None;
  int64_t integer = 0;
  double real = 0;
  llvm::StringRef text = {};
  std::vector<Argument> items = {};
  std::shared_ptr<Graph> graph = {};
};

/// An argument with the name it has in the operator's signature ("" in higher-order operators).
struct NamedArgument {
  llvm::StringRef name;
  Argument value;
};

/// One call.
struct Node {
  llvm::StringRef target;
  llvm::StringRef name;
  std::vector<NamedArgument> inputs;
  std::vector<Argument> outputs;
  /// Python frames, outermost first.
  llvm::StringRef stackTrace;
  /// "key,path,class" for each module, joined by ';', outermost first.
  llvm::StringRef moduleStack;
};

/// A function: the program itself, or the branch of a conditional.
struct Graph {
  std::vector<Argument> inputs, outputs;
  std::vector<Node> nodes;
  llvm::StringMap<TensorMeta> tensors;
  /// Integers, truth values and floats that nodes compute from sizes.
  llvm::StringMap<SymSize> symbols;
};

/// What an input of the program's graph stands for.
struct InputSpec {
  enum class Kind : uint8_t { User, Parameter, Buffer, Constant, Fixed, Other } kind = Kind::Other;
  Argument arg;
  /// Qualified name of the parameter, buffer or constant; kind of an Other.
  llvm::StringRef target;
  /// Of a buffer: part of the state dictionary.
  bool persistent = true;
};

/// What an output of the program's graph stands for.
struct OutputSpec {
  enum class Kind : uint8_t {
    User,
    BufferMutation,
    ParameterMutation,
    InputMutation,
    Gradient,
    Other
  } kind = Kind::Other;
  Argument arg;
  /// Name of the buffer, parameter or user input; kind of an Other.
  llvm::StringRef target;
};

/// The values a size may take; `expr` is a symbol or an expression.
struct RangeConstraint {
  llvm::StringRef expr;
  std::optional<int64_t> min, max;
};

/// An exported program.
struct Program {
  Graph graph;
  std::vector<InputSpec> inputs;
  std::vector<OutputSpec> outputs;
  std::vector<RangeConstraint> ranges;
  llvm::StringRef torchVersion;
};

/// Reads `document`, which must outlive the result. Errors: NRN-E3502 for
/// another major version of the schema, NRN-E3503 for a field that is missing
/// or of the wrong kind, with its place.
Result<Program> readProgram(const llvm::json::Value &document);

/// Reads the description of one tensor (in weights tables it stands alone).
Result<TensorMeta> readTensorMeta(const llvm::json::Value &value);

} // namespace neuron::pt2

#endif // NEURONC_LIB_FRONTEND_PT2_SCHEMA_H

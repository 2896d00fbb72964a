//===- Importer.h - walks the graphs of a model -----------------*- C++ -*-===//
#ifndef NEURONC_LIB_FRONTEND_ONNX_IMPORTER_H
#define NEURONC_LIB_FRONTEND_ONNX_IMPORTER_H

#include "Emitter.h"
#include "OperatorUse.h"
#include "Registry.h"
#include "TensorData.h"

#include "neuronc/Frontend/ImportOptions.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace neuron::onnx {

/// What a name of the model stands for. Sequences and optionals exist during
/// the import only.
struct Entry {
  enum Kind { Tensor, Sequence, Absent };
  Kind kind = Tensor;
  /// One value for a tensor, any number for a sequence, none for an optional without content.
  llvm::SmallVector<mlir::Value, 1> values;
};

/// A main graph or one call of a model function: what its nodes refer to
/// beside values.
struct Frame {
  llvm::ArrayRef<OperatorSet> opsets;
  /// Attributes of the call, for the function's attribute references.
  llvm::StringMap<const AttributeProto *> attributes;
  /// Comes before the names of its nodes.
  std::string prefix;
  unsigned depth = 0;
};

/// The names of one graph; those of the graphs around it are visible.
struct Scope {
  Scope *parent = nullptr;
  Frame *frame = nullptr;
  llvm::StringMap<Entry> names;
  /// Types the model declares for values of this graph.
  llvm::StringMap<const TypeProto *> declared;

  const Entry *find(llvm::StringRef name) const;
  const TypeProto *findDeclared(llvm::StringRef name) const;
};

class Importer {
public:
  Importer(mlir::MLIRContext *context, llvm::StringRef path, const Model &model, const ImportOptions &options,
           WeightStore &weights);

  /// The module, or failure after a report.
  llvm::FailureOr<mlir::OwningOpRef<mlir::ModuleOp>> run();

  /// Imports the nodes of a graph into `scope`, at the insertion point.
  llvm::LogicalResult importBody(const GraphProto &graph, Scope &scope);
  /// The entries of a graph's outputs, after its body.
  llvm::FailureOr<std::vector<Entry>> outputsOf(const GraphProto &graph, Scope &scope, mlir::Location loc);
  /// Imports a graph that sees the names of `parent`, its inputs standing for `arguments`.
  llvm::FailureOr<std::vector<Entry>> importGraph(const GraphProto &graph, Scope &parent,
                                                  llvm::ArrayRef<Entry> arguments, mlir::Location loc,
                                                  const llvm::Twine &prefix);

  /// A tensor of the file as a constant if it is small and no trained weight, else as a weight.
  mlir::Value tensor(const TensorProto &tensor, llvm::StringRef name, mlir::Location loc, bool isLiteral);
  /// A value for data outside the IR; `isLiteral` allows small floats to become constants.
  mlir::Value tensor(const WeightData &data, llvm::StringRef name, mlir::Location loc, bool isLiteral);

  /// Reports every operator below `nodes` that cannot be imported, with counts, branches of If left out
  /// (they are looked at when they are taken).
  llvm::LogicalResult checkOperators(llvm::ArrayRef<Node> nodes, const Frame &frame);

  mlir::OpBuilder &builder() { return b; }
  EmitterState &emitterState() { return emitters; }
  mlir::Location fileLocation();
  mlir::InFlightDiagnostic error(mlir::Location loc, unsigned code);

private:
  // The signature.
  llvm::LogicalResult checkModel();
  llvm::LogicalResult importInputs();
  llvm::LogicalResult bindOptions(llvm::ArrayRef<std::string> names);
  llvm::FailureOr<Shape> inputShape(const ValueInfo &input, size_t position);
  llvm::FailureOr<int64_t> inputDim(const ValueInfo &input, size_t index);
  llvm::LogicalResult importConstantInput(const ValueInfo &input, mlir::RankedTensorType type,
                                          const ImportOptions::Constant &constant);
  void addInput(const ValueInfo &input, mlir::RankedTensorType type);
  llvm::LogicalResult importInitializers(const GraphProto &graph, Scope &scope);
  llvm::LogicalResult finishMain();
  void eraseUnused();

  // Nodes.
  llvm::LogicalResult importNode(const Node &node, Scope &scope);
  llvm::LogicalResult importFunction(const Function &function, const Node &node, Scope &scope,
                                     mlir::Location loc);
  llvm::LogicalResult bindResults(const Node &node, llvm::ArrayRef<Entry> results, Scope &scope,
                                  mlir::Location loc);
  mlir::Location locationOf(const Node &node, const Frame &frame);

  mlir::MLIRContext *context;
  std::string path;
  const Model &model;
  const ImportOptions &options;
  WeightStore &weights;
  EmitterState emitters;
  TensorReader reader;
  mlir::OpBuilder b;
  FunctionTable functions;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  mlir::func::FuncOp main;
  llvm::SmallVector<mlir::DictionaryAttr> inputAttributes;
  Frame mainFrame;
  Scope mainScope;
  /// For each input of the signature the option that gives its shape or value, or null.
  std::vector<const ImportOptions::Shape *> shapeOptions;
  std::vector<const ImportOptions::Constant *> constantOptions;
  llvm::StringMap<bool> dimOptionUsed;
  unsigned uniqueName = 0;
  /// Nodes imported so far, also those of functions and loops.
  uint64_t numNodes = 0;
};

} // namespace neuron::onnx

#endif // NEURONC_LIB_FRONTEND_ONNX_IMPORTER_H

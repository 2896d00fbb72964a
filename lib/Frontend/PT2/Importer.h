//===- Importer.h - from an exported program to a module --------*- C++ -*-===//
#ifndef NEURONC_LIB_FRONTEND_PT2_IMPORTER_H
#define NEURONC_LIB_FRONTEND_PT2_IMPORTER_H

#include "Archive.h"
#include "Call.h"
#include "Registry.h"
#include "Sizes.h"
#include "neuronc/Frontend/PT2.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace neuron::pt2 {

/// What the names of one graph mean while it is imported.
struct Scope {
  const Graph *graph = nullptr;
  llvm::StringMap<Tensor *> tensors = {};
  /// Numbers whose expression cannot say their value.
  llvm::StringMap<Number> numbers = {};
  /// Results that no import gives: only their use is an error, with this text.
  llvm::StringMap<std::string> unavailable = {};
};

/// Reports `status` at `loc` in the form "[NRN-Ecccc] text".
mlir::InFlightDiagnostic emitCoded(mlir::Location loc, unsigned code);
mlir::LogicalResult emitStatus(mlir::Location loc, const Status &status);

/// One import.
class Importer {
public:
  Importer(mlir::MLIRContext &context, Archive &archive, const Program &program, const ImportOptions &options,
           WeightStore &store);

  /// The module, or failure after reporting why.
  mlir::FailureOr<mlir::OwningOpRef<mlir::ModuleOp>> run();

  /// True if there is an import for the target of `node`.
  static bool isSupported(const Node &node);

  // For calls.
  Scope &current() { return *scope; }
  Sizes &symbolicSizes() { return sizes; }
  TensorTable &tensorTable() { return tensors; }
  /// Type and layout that the current graph gives to a name. Reports what is
  /// missing, symbolic or impossible.
  mlir::FailureOr<mlir::RankedTensorType> typeOf(llvm::StringRef name, mlir::Location loc);
  mlir::FailureOr<mlir::RankedTensorType> typeOf(const TensorMeta &meta, llvm::StringRef name,
                                                 mlir::Location loc);
  Layout layoutOf(llvm::StringRef name);
  /// Gives a name its meaning; its value must have the type the graph says.
  /// `trusted`: the file may be wrong about it.
  mlir::LogicalResult define(llvm::StringRef name, Tensor *tensor, mlir::Location loc, bool trusted = false);
  mlir::MLIRContext *context() { return &ctx; }

private:
  friend class ControlFlow;

  /// A tensor of the signature other than a user's output.
  struct Bound {
    enum class Kind { Input, State, Weight } kind = Kind::Input;
    llvm::StringRef argName = {}, target = {};
    Tensor *tensor = nullptr;
    const TensorMeta *meta = nullptr;
    /// Of a weight: the op, until it is known if the tensor is written.
    WeightOp weight = {};
    std::string weightName = {};
    mlir::Value initial = {};
    /// Value after the run, where the signature says so; else the tensor's.
    mlir::Value finalValue = {};
    bool written() const { return finalValue || tensor->version != 0; }
  };

  // Steps of run(), in order.
  mlir::LogicalResult checkSupported();
  mlir::LogicalResult bindSizes();
  mlir::LogicalResult makeInputs();
  mlir::LogicalResult makeInput(const InputSpec &spec, unsigned position);
  mlir::LogicalResult makeWeight(const InputSpec &spec);
  mlir::LogicalResult makeConstantInput(const ImportOptions::Constant &fixed, const SizedInput &input);
  mlir::LogicalResult importGraph(const Graph &graph);
  mlir::LogicalResult importNode(const Node &node);
  mlir::LogicalResult importCall(const Node &node, const OpMatch &match, Emitter &emitter);
  mlir::LogicalResult makeOutputs();
  mlir::FailureOr<mlir::Value> outputValue(const Argument &arg, Emitter &emitter);
  mlir::LogicalResult applyMutationSpecs(Emitter &emitter);
  void makeState(Bound &bound);
  mlir::LogicalResult finish();

  void findUnsupported(const Graph &graph,
                       llvm::MapVector<llvm::StringRef, llvm::SmallVector<const Node *>> &found) const;
  /// Replaces symbols by their numbers.
  mlir::LogicalResult resolve(Argument &argument, mlir::Location loc);
  const ImportOptions::Constant *constantFor(unsigned position) const;
  std::string uniqueWeightName(llvm::StringRef name);
  std::string uniqueName(llvm::StringRef name);

  mlir::MLIRContext &ctx;
  Archive &archive;
  const Program &program;
  const ImportOptions &options;
  WeightStore &store;
  Sizes sizes;
  TensorTable tensors;
  Scope *scope = nullptr;
  mlir::Location moduleLoc;
  mlir::OpBuilder builder;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  mlir::func::FuncOp function;
  std::vector<const StoredTensor *> usedTensors;
  std::vector<SizedInput> userInputs;
  std::vector<Bound> bound;
  llvm::SmallVector<mlir::Value> resultValues;
  llvm::SmallVector<mlir::Attribute> argAttrs, resultAttrs;
  llvm::StringMap<unsigned> usedNames;
};

/// Imports calls of higher-order operators, which take graphs as arguments.
class ControlFlow {
public:
  explicit ControlFlow(Importer &importer) : importer(importer) {}
  static bool isSupported(llvm::StringRef target);
  mlir::LogicalResult import(const Node &node, Emitter &emitter);

private:
  mlir::LogicalResult importCond(const Node &node, Emitter &emitter);
  mlir::LogicalResult importInline(const Node &node, Emitter &emitter);
  mlir::LogicalResult inlineGraph(const Node &node, const Graph &graph, llvm::ArrayRef<Argument> operands);
  mlir::LogicalResult importBranch(const Graph &graph, llvm::ArrayRef<Argument> operands,
                                   llvm::ArrayRef<mlir::Value> values, mlir::Region &region,
                                   mlir::Location loc, llvm::SmallVectorImpl<mlir::Value> &yielded);
  mlir::LogicalResult defineOutputs(const Node &node, llvm::ArrayRef<Tensor *> results, mlir::Location loc);

  Importer &importer;
};

} // namespace neuron::pt2

#endif // NEURONC_LIB_FRONTEND_PT2_IMPORTER_H

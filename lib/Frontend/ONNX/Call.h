//===- Call.h - one node, being imported ------------------------*- C++ -*-===//
//
// What the function behind an operator works with: operands, attributes and an
// Emitter at the node's location. Everything read here is the file's word.
// Accessors that find something wrong report it and return something harmless;
// `result` fails if anything was reported.
//
//===----------------------------------------------------------------------===//
#ifndef NEURONC_LIB_FRONTEND_ONNX_CALL_H
#define NEURONC_LIB_FRONTEND_ONNX_CALL_H

#include "Importer.h"

namespace neuron::onnx {

class Call {
public:
  Call(Importer &importer, const Node &node, Scope &scope, mlir::Location loc, int64_t opset,
       llvm::ArrayRef<const Entry *> operands)
      : e(importer.builder(), loc, importer.emitterState()), importer(importer), node(node), scope(scope),
        loc(loc), opset(opset), operands(operands) {}

  // Operands. Positions beyond the last and empty names are absent.
  unsigned numInputs() const { return operands.size(); }
  const Entry *entry(unsigned i) const { return i < operands.size() ? operands[i] : nullptr; }
  bool has(unsigned i) const { return entry(i) && entry(i)->kind != Entry::Absent; }
  /// A tensor; null if absent. (The registry's required inputs are there.)
  mlir::Value in(unsigned i);
  /// All inputs from `first` on, which have to be there.
  llvm::SmallVector<mlir::Value> allIn(unsigned first = 0);
  /// The elements of an integer operand, which must be known; `what` names it in the report.
  llvm::FailureOr<Shape> knownInts(unsigned i, llvm::StringRef what);
  llvm::FailureOr<llvm::SmallVector<double>> knownNumbers(unsigned i, llvm::StringRef what);

  // Attributes, with the value for absent ones.
  const AttributeProto *attribute(llvm::StringRef name);
  bool hasAttr(llvm::StringRef name) { return attribute(name); }
  int64_t attrInt(llvm::StringRef name, int64_t otherwise);
  double attrFloat(llvm::StringRef name, double otherwise);
  llvm::StringRef attrString(llvm::StringRef name, llvm::StringRef otherwise);
  Shape attrInts(llvm::StringRef name, Dims otherwise = {});
  llvm::SmallVector<double> attrFloats(llvm::StringRef name);
  llvm::SmallVector<llvm::StringRef> attrStrings(llvm::StringRef name);
  /// Null, and reported, if absent.
  const GraphProto *attrGraph(llvm::StringRef name);
  /// The element type a number of the format names; null, and reported, if unsupported.
  mlir::Type elementType(int64_t number);

  /// An integer list that is an attribute in old opsets and operand `i` in new ones; nothing if absent.
  std::optional<Shape> listAttrOrInput(llvm::StringRef name, unsigned i);

  /// `dim` counted from the front, for a value of `rank` dims; out of range is reported.
  int64_t normalizeDim(int64_t dim, int64_t rank);
  /// The attribute as a dim.
  int64_t dimAttr(llvm::StringRef name, int64_t otherwise, int64_t rank);
  /// Distinct dims, ascending.
  Shape normalizeDims(Dims dims, int64_t rank);

  // Helpers that many operators need.
  /// Broadcasts two or more values to one shape.
  bool broadcastTogether(llvm::MutableArrayRef<mlir::Value> values);
  /// Reports if the value has another rank.
  bool requireRank(mlir::Value x, int64_t least, int64_t most = 64);
  /// The shape the model declares for output `i`, if it is static.
  std::optional<Shape> declaredShape(unsigned i);
  /// The same if input `i` is there and data of the run: the model itself then says what they will give.
  std::optional<Shape> declaredIfUnknown(unsigned i, unsigned output = 0) {
    return has(i) && !e.constant(in(i)) ? declaredShape(output) : std::nullopt;
  }
  /// True if something uses output `i`.
  bool wantsOutput(unsigned i) const { return i < node.outputs.size() && !node.outputs[i].empty(); }

  // Results.
  llvm::LogicalResult result(mlir::Value value) { return results({value}); }
  /// Null entries are outputs that are not wanted.
  llvm::LogicalResult results(llvm::ArrayRef<mlir::Value> values);
  llvm::LogicalResult result(Entry entry);
  llvm::LogicalResult resultEntries(std::vector<Entry> entries);
  std::vector<Entry> takeResults() { return std::move(outputs); }

  // Reports.
  bool failed() const { return e.failed(); }
  /// The node contradicts itself (NRN-E3010).
  llvm::LogicalResult invalid(const llvm::Twine &what);
  /// The form of the operator is not supported (NRN-E4003).
  llvm::LogicalResult refuse(const llvm::Twine &what);
  /// A value that has to be known at compile time is not (NRN-E4004).
  llvm::LogicalResult unknown(const llvm::Twine &what);

  Emitter e;
  Importer &importer;
  const Node &node;
  Scope &scope;
  mlir::Location loc;
  int64_t opset;

private:
  llvm::LogicalResult report(unsigned code, const llvm::Twine &what);

  llvm::ArrayRef<const Entry *> operands;
  std::vector<Entry> outputs;
};

} // namespace neuron::onnx

#endif // NEURONC_LIB_FRONTEND_ONNX_CALL_H

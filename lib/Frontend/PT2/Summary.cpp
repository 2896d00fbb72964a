//===- Summary.cpp - what an exported program holds -----------------------===//

#include "neuronc/Frontend/PT2.h"

#include "Archive.h"
#include "ElementTypes.h"
#include "Importer.h"
#include "Locations.h"
#include "SymExpr.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace neuron::pt2 {

static std::string typeText(int64_t scalarType) {
  std::optional<DType> known = dtypeOfScalarType(scalarType);
  return known ? std::string(nameOf(*known)) : scalarTypeName(scalarType);
}

static ModelSummary::Tensor tensorOf(const Graph &graph, const Argument &arg) {
  ModelSummary::Tensor tensor{arg.text.str(), "number", {}, true};
  auto meta = graph.tensors.find(arg.text);
  if (meta == graph.tensors.end())
    return tensor;
  tensor.type = typeText(meta->second.scalarType);
  for (const SymSize &size : meta->second.sizes)
    tensor.dims.push_back(size.expr.empty() ? itostr(size.value) : prettyExpression(size.expr));
  return tensor;
}

/// Bytes of a tensor's elements; 0 for an absurd shape.
static uint64_t bytesOf(const TensorMeta &meta) {
  std::optional<DType> type = dtypeOfScalarType(meta.scalarType);
  int64_t bytes = type ? neuron::bytesOf(*type) : 0;
  bool isAbsurd = false;
  for (const SymSize &size : meta.sizes)
    isAbsurd |= size.value < 0 || MulOverflow(bytes, size.value, bytes);
  return isAbsurd ? 0 : uint64_t(bytes);
}

static void addSignature(const Program &program, ModelSummary &summary) {
  using K = InputSpec::Kind;
  for (const InputSpec &spec : program.inputs) {
    if (spec.kind == K::User)
      summary.inputs.push_back(tensorOf(program.graph, spec.arg));
    if (spec.kind != K::Parameter && spec.kind != K::Buffer && spec.kind != K::Constant)
      continue;
    ++summary.weights;
    if (auto meta = program.graph.tensors.find(spec.arg.text); meta != program.graph.tensors.end())
      summary.weightBytes += bytesOf(meta->second);
  }
  for (const OutputSpec &spec : program.outputs)
    if (spec.kind == OutputSpec::Kind::User)
      summary.outputs.push_back(tensorOf(program.graph, spec.arg));
  for (const RangeConstraint &range : program.ranges)
    if (StringRef symbol = plainSymbol(range.expr); !symbol.empty())
      summary.symbols.push_back({symbol.str(), range.min.value_or(0), range.max});
}

/// "file.py:12 'module.path'".
static std::string placeOf(mlir::MLIRContext &context, const Node &node) {
  auto named = cast<mlir::NameLoc>(locationOf(&context, node));
  std::string name = "'" + named.getName().str() + "'";
  auto file = dyn_cast<mlir::FileLineColLoc>(named.getChildLoc());
  return file ? (file.getFilename().getValue() + ":" + Twine(file.getLine()) + " " + name).str() : name;
}

static void countOperators(mlir::MLIRContext &context, const Graph &graph,
                           MapVector<StringRef, ModelSummary::Operator> &operators) {
  for (const Node &node : graph.nodes) {
    StringRef name = node.target;
    name.consume_front("torch.ops.");
    ModelSummary::Operator &row = operators[name];
    if (row.count++ == 0)
      row = {name.str(), 1, Importer::isSupported(node), placeOf(context, node)};
    for (const NamedArgument &input : node.inputs)
      if (input.value.graph)
        countOperators(context, *input.value.graph, operators);
  }
}

static ModelSummary summarise(const Program &program) {
  ModelSummary summary;
  summary.format = "torch.export archive";
  if (!program.torchVersion.empty())
    summary.format += ", torch " + program.torchVersion.str();
  addSignature(program, summary);
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  MapVector<StringRef, ModelSummary::Operator> operators;
  countOperators(context, program.graph, operators);
  for (auto &[name, row] : operators)
    summary.operators.push_back(std::move(row));
  return summary;
}

} // namespace neuron::pt2

neuron::Result<neuron::ModelSummary> neuron::summarisePt2(StringRef path) {
  Result<pt2::Archive> archive = pt2::Archive::open(path);
  if (!archive)
    return archive.status();
  Result<pt2::Program> program = pt2::readProgram(archive->document());
  if (!program)
    return program.status();
  return pt2::summarise(*program);
}

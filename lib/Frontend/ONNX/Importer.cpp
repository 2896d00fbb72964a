//===- Importer.cpp - walks the graphs of a model -------------------------===//

#include "Importer.h"

#include "Call.h"

#include "neuronc/Support/ElementType.h"

#include "llvm/Support/Path.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::onnx;

/// Calls of model functions and graphs in attributes nest at most this deep.
static constexpr unsigned kMaxDepth = 64;
/// Functions that call functions, and loops in loops, may stand for more nodes than can be.
static constexpr uint64_t kMaxExpanded = 1 << 18;
/// Integer and bool tensors up to this size are literals of the IR: shape arithmetic reads them.
static constexpr int64_t kMaxLiteralInts = 4096;
/// The same for other tensors that are written in the graph rather than trained.
static constexpr int64_t kMaxLiteral = 64;

const Entry *Scope::find(StringRef name) const {
  for (const Scope *scope = this; scope; scope = scope->parent)
    if (auto it = scope->names.find(name); it != scope->names.end())
      return &it->second;
  return nullptr;
}

const TypeProto *Scope::findDeclared(StringRef name) const {
  auto it = declared.find(name);
  return it == declared.end() ? nullptr : it->second;
}

Importer::Importer(MLIRContext *context, StringRef path, const Model &model, const ImportOptions &options,
                   WeightStore &weights)
    : context(context), path(path), model(model), options(options), weights(weights), emitters(weights),
      reader(path, weights), b(context) {}

InFlightDiagnostic Importer::error(Location loc, unsigned code) {
  return emitError(loc) << "[NRN-E" << code << "] ";
}

Location Importer::fileLocation() {
  return FileLineColLoc::get(context, llvm::sys::path::filename(path), 0, 0);
}

Location Importer::locationOf(const Node &node, const Frame &frame) {
  // Column 1 tells node 0 from the file as a whole.
  auto position = FileLineColLoc::get(context, llvm::sys::path::filename(path), node.index, 1);
  return NameLoc::get(StringAttr::get(context, frame.prefix + nameOf(node)), position);
}

//===----------------------------------------------------------------------===//
// Tensors of the file
//===----------------------------------------------------------------------===//

static DenseElementsAttr denseOf(const WeightData &data, RankedTensorType type) {
  FailureOr<Tensor> tensor = Tensor::fromWeight(data, type);
  return succeeded(tensor) ? tensor->toAttr() : DenseElementsAttr();
}

/// True for numbers that make the graph rather than fill it.
static bool isLiteralData(DType type, int64_t count, bool isLiteral) {
  bool isShapeLike = type == DType::I64 || type == DType::I32 || type == DType::Bool;
  if (isShapeLike)
    return count <= kMaxLiteralInts;
  return count <= (isLiteral ? kMaxLiteral : 1);
}

Value Importer::tensor(const WeightData &data, StringRef name, Location loc, bool isLiteral) {
  auto type = RankedTensorType::get(data.shape, elementTypeOf(context, data.dtype));
  if (isLiteralData(data.dtype, type.getNumElements(), isLiteral))
    if (DenseElementsAttr dense = denseOf(data, type))
      return ConstantOp::create(b, loc, dense);
  std::string unique = name.empty() ? "weight" : name.str();
  while (!weights.add(unique, data))
    unique = (name + "." + Twine(++uniqueName)).str();
  return WeightOp::create(b, loc, type, unique);
}

Value Importer::tensor(const TensorProto &proto, StringRef name, Location loc, bool isLiteral) {
  Result<WeightData> data = reader.read(proto);
  if (data)
    return tensor(*data, name, loc, isLiteral);
  error(loc, data.status().code()) << data.status().message();
  return {};
}

//===----------------------------------------------------------------------===//
// Operators without an import
//===----------------------------------------------------------------------===//

LogicalResult Importer::checkOperators(ArrayRef<Node> nodes, const Frame &frame) {
  std::vector<OperatorUse> unsupported = findOperators(nodes, frame.opsets, functions, /*enterBranches=*/false);
  llvm::erase_if(unsupported, [](const OperatorUse &use) { return use.isSupported; });
  if (unsupported.empty())
    return success();
  auto text = [](const OperatorUse &use) { return use.name + " (opset " + std::to_string(use.opset) + ")"; };
  InFlightDiagnostic diagnostic = error(fileLocation(), 4001);
  diagnostic << "the model uses operators that are not supported: ";
  llvm::interleave(
      unsupported, [&](const OperatorUse &use) { diagnostic << use.count << " x " << text(use); },
      [&] { diagnostic << ", "; });
  for (const OperatorUse &use : unsupported) {
    Location loc = locationOf(*use.first, frame);
    diagnostic.attachNote(loc) << "the first " << text(use) << " is node " << cast<NameLoc>(loc).getName();
  }
  return diagnostic;
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

LogicalResult Importer::bindResults(const Node &node, ArrayRef<Entry> results, Scope &scope, Location loc) {
  for (auto [i, name] : llvm::enumerate(node.outputs)) {
    if (name.empty())
      continue;
    if (i >= results.size())
      return error(loc, 3010) << "'" << node.opType << "' has no output " << i;
    if (!scope.names.try_emplace(name, results[i]).second)
      return error(loc, 3005) << "the name '" << name << "' is defined twice";
  }
  return success();
}

LogicalResult Importer::importFunction(const Function &function, const Node &node, Scope &scope,
                                       Location loc) {
  if (scope.frame->depth >= kMaxDepth)
    return error(loc, 3005) << "functions call each other more than " << kMaxDepth << " levels deep";
  Frame frame;
  frame.opsets = function.opsets;
  frame.depth = scope.frame->depth + 1;
  frame.prefix = cast<NameLoc>(loc).getName().str() + "/";
  for (const AttributeProto &attribute : function.attributes)
    if (attribute.type != AttributeProto::Undefined)
      frame.attributes[attribute.name] = &attribute;
  for (const AttributeProto &attribute : node.attributes) {
    const AttributeProto *value = &attribute;
    if (!attribute.refName.empty()) {
      value = scope.frame->attributes.lookup(attribute.refName);
      if (!value)
        continue;
    }
    frame.attributes[attribute.name] = value;
  }
  Scope body;
  body.frame = &frame;
  for (const ValueInfo &info : function.valueInfos)
    body.declared[info.name] = &info.type;
  for (auto [i, name] : llvm::enumerate(function.inputs)) {
    const Entry *entry =
        i < node.inputs.size() && !node.inputs[i].empty() ? scope.find(node.inputs[i]) : nullptr;
    body.names[name] = entry ? *entry : Entry{Entry::Absent, {}};
  }
  for (const Node &inner : function.nodes)
    if (failed(importNode(inner, body)))
      return failure();
  std::vector<Entry> results;
  for (StringRef name : function.outputs) {
    const Entry *entry = body.find(name);
    results.push_back(entry ? *entry : Entry{Entry::Absent, {}});
  }
  return bindResults(node, results, scope, loc);
}

LogicalResult Importer::importNode(const Node &node, Scope &scope) {
  Location loc = locationOf(node, *scope.frame);
  if (++numNodes > model.numNodes + kMaxExpanded)
    return error(loc, 3005) << "functions and loops expand to more than " << kMaxExpanded << " nodes";
  SmallVector<const Entry *> operands;
  for (StringRef name : node.inputs) {
    operands.push_back(name.empty() ? nullptr : scope.find(name));
    if (!name.empty() && !operands.back())
      return error(loc, 3006) << "'" << node.opType << "' uses the name '" << name
                              << "', which nothing before it defines";
  }
  if (const Function *function = functions.find(node))
    return importFunction(*function, node, scope, loc);
  int64_t opset = opsetOf(scope.frame->opsets, node.domain);
  const Operator *row = findOperator(node.domain, node.opType, opset);
  if (!row)
    return checkOperators(node, *scope.frame);
  Call call(*this, node, scope, loc, opset, operands);
  for (unsigned i = 0; i < row->numRequired; ++i)
    if (!call.in(i))
      return call.invalid("input " + Twine(i) + " is missing");
  if (failed(row->import(call)) || call.failed())
    return failure();
  return bindResults(node, call.takeResults(), scope, loc);
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

LogicalResult Importer::importInitializers(const GraphProto &graph, Scope &scope) {
  if (!graph.sparseInitializers.empty())
    return error(fileLocation(), 4006) << "the initializer '" << graph.sparseInitializers.front()
                                       << "' is a sparse tensor, which is not supported";
  for (const TensorProto &proto : graph.initializers) {
    if (scope.names.contains(proto.name))
      continue; // given as a constant input
    Location loc = NameLoc::get(StringAttr::get(context, proto.name), fileLocation());
    Value value = tensor(proto, proto.name, loc, /*isLiteral=*/false);
    if (!value)
      return failure();
    scope.names[proto.name] = Entry{Entry::Tensor, {value}};
  }
  return success();
}

LogicalResult Importer::importBody(const GraphProto &graph, Scope &scope) {
  for (const auto *infos : {&graph.valueInfos, &graph.outputs})
    for (const ValueInfo &info : *infos)
      scope.declared[info.name] = &info.type;
  if (failed(importInitializers(graph, scope)))
    return failure();
  for (const Node &node : graph.nodes)
    if (failed(importNode(node, scope)))
      return failure();
  return success();
}

FailureOr<std::vector<Entry>> Importer::outputsOf(const GraphProto &graph, Scope &scope, Location loc) {
  std::vector<Entry> results;
  for (const ValueInfo &output : graph.outputs) {
    const Entry *entry = scope.find(output.name);
    if (!entry)
      return error(loc, 3006) << "nothing defines the output '" << output.name << "'";
    results.push_back(*entry);
  }
  return results;
}

FailureOr<std::vector<Entry>> Importer::importGraph(const GraphProto &graph, Scope &parent,
                                                    ArrayRef<Entry> arguments, Location loc,
                                                    const Twine &prefix) {
  Frame frame = *parent.frame;
  frame.prefix = prefix.str();
  if (++frame.depth > kMaxDepth)
    return error(loc, 3005) << "graphs nest more than " << kMaxDepth << " levels deep";
  if (failed(checkOperators(graph.nodes, frame)))
    return failure();
  Scope scope;
  scope.parent = &parent;
  scope.frame = &frame;
  if (arguments.size() < graph.inputs.size())
    return error(loc, 3010) << "the graph '" << graph.name << "' takes " << graph.inputs.size()
                            << " values, but got " << arguments.size();
  for (auto [input, argument] : llvm::zip(graph.inputs, arguments))
    scope.names[input.name] = argument;
  if (failed(importBody(graph, scope)))
    return failure();
  return outputsOf(graph, scope, loc);
}

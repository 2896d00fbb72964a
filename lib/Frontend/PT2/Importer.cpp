//===- Importer.cpp - nodes of an exported program ------------------------===//
//
// The walk over the graph. Signature.cpp makes arguments and results,
// ControlFlow.cpp handles calls with graphs, the operator families the rest.
//
//===----------------------------------------------------------------------===//
#include "Importer.h"

#include "dialects/Neuron/RunNumber.h"

#include "ElementTypes.h"
#include "Locations.h"

#include "mlir/IR/Iterators.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace llvm;

namespace neuron::pt2 {

InFlightDiagnostic emitCoded(Location loc, unsigned code) {
  return emitError(loc) << "[NRN-E" << code << "] ";
}

LogicalResult emitStatus(Location loc, const Status &status) {
  return emitCoded(loc, status.code()) << status.message();
}

Importer::Importer(MLIRContext &context, Archive &archive, const Program &program,
                   const ImportOptions &options, WeightStore &store)
    : ctx(context), archive(archive), program(program), options(options), store(store),
      moduleLoc(UnknownLoc::get(&context)), builder(&context) {}

FailureOr<OwningOpRef<ModuleOp>> Importer::run() {
  Scope top{.graph = &program.graph};
  scope = &top;
  module = ModuleOp::create(builder, moduleLoc);
  builder.setInsertionPointToEnd(module->getBody());
  function = func::FuncOp::create(builder, moduleLoc, "main", builder.getFunctionType({}, {}));
  builder.setInsertionPointToStart(function.addEntryBlock());
  if (failed(checkSupported()) || failed(bindSizes()) || failed(makeInputs()) ||
      failed(importGraph(program.graph)) || failed(makeOutputs()) || failed(finish()))
    return failure();
  return std::move(module);
}

//===----------------------------------------------------------------------===//
// What cannot be imported, all at once
//===----------------------------------------------------------------------===//

/// Checks the exporter left in the graph; what they check is fixed or checked by define().
static bool isAssertion(StringRef target) {
  return llvm::StringSwitch<bool>(target)
      .Cases({"torch.ops.aten._assert_tensor_metadata.default", "torch.ops.aten._assert_scalar.default"},
             true)
      .Cases({"torch.ops.aten._assert_async.default", "torch.ops.aten._assert_async.msg"}, true)
      .Cases(
          {"torch.ops.aten._functional_assert_async.msg", "torch.ops.aten._functional_assert_scalar.default"},
          true)
      .Cases({"torch.ops.aten.sym_constrain_range.default",
              "torch.ops.aten.sym_constrain_range_for_size.default"},
             true)
      .Case("torch._C._set_grad_enabled", true)
      .Default(false);
}

bool Importer::isSupported(const Node &node) {
  if (isAssertion(node.target))
    return true;
  if (ControlFlow::isSupported(node.target) || Registry::get().find(node.target).row)
    return true;
  // Arithmetic on sizes: the file gives the result as an expression.
  return !node.outputs.empty() &&
         all_of(node.outputs, [](const Argument &output) { return output.kind == Argument::Kind::Symbol; });
}

void Importer::findUnsupported(const Graph &graph,
                               MapVector<StringRef, SmallVector<const Node *>> &found) const {
  for (const Node &node : graph.nodes) {
    if (!isSupported(node))
      found[node.target].push_back(&node);
    for (const NamedArgument &input : node.inputs)
      if (input.value.graph)
        findUnsupported(*input.value.graph, found);
  }
}

LogicalResult Importer::checkSupported() {
  MapVector<StringRef, SmallVector<const Node *>> found;
  findUnsupported(program.graph, found);
  if (found.empty())
    return success();
  std::string list;
  for (auto &[target, nodes] : found) {
    StringRef name = target;
    name.consume_front("torch.ops.");
    list += (Twine(list.empty() ? "" : ", ") + name + " (" + Twine(nodes.size()) + ")").str();
  }
  InFlightDiagnostic error = emitCoded(moduleLoc, 4001) << "the model uses " << found.size()
                                                        << " operators that are not supported: " << list;
  for (auto &[target, nodes] : found)
    error.attachNote(locationOf(&ctx, *nodes.front())) << "'" << target << "' is used here";
  return error;
}

//===----------------------------------------------------------------------===//
// Types and names
//===----------------------------------------------------------------------===//

FailureOr<RankedTensorType> Importer::typeOf(const TensorMeta &meta, StringRef name, Location loc) {
  std::optional<DType> dtype = dtypeOfScalarType(meta.scalarType);
  if (!dtype || !meta.strided)
    return emitCoded(loc, 4002) << "tensor '" << name << "' "
                                << (meta.strided ? "has elements of type " + scalarTypeName(meta.scalarType)
                                                 : std::string("is not dense"))
                                << ", which is not supported";
  Shape shape;
  for (const SymSize &size : meta.sizes) {
    std::optional<int64_t> value = sizes.integer(size);
    if (!value)
      return emitCoded(loc, 4004) << "tensor '" << name
                                  << "' has a size that depends on data: " << prettyExpression(size.expr);
    shape.push_back(*value);
  }
  if (!isValidShape(shape))
    return emitCoded(loc, 3503) << "tensor '" << name << "' has an impossible shape";
  return RankedTensorType::get(shape, elementTypeOf(&ctx, *dtype));
}

FailureOr<RankedTensorType> Importer::typeOf(StringRef name, Location loc) {
  auto it = scope->graph->tensors.find(name);
  if (it == scope->graph->tensors.end())
    return emitCoded(loc, 3503) << "the graph does not describe its tensor '" << name << "'";
  return typeOf(it->second, name, loc);
}

Layout Importer::layoutOf(StringRef name) {
  Layout layout;
  auto it = scope->graph->tensors.find(name);
  if (it == scope->graph->tensors.end())
    return layout;
  for (auto [size, stride] : zip(it->second.sizes, it->second.strides)) {
    layout.sizes.push_back(sizes.integer(size).value_or(0));
    layout.strides.push_back(sizes.integer(stride).value_or(0));
  }
  layout.offset = sizes.integer(it->second.offset).value_or(0);
  return layout;
}

LogicalResult Importer::define(StringRef name, Tensor *tensor, Location loc, bool trusted) {
  FailureOr<RankedTensorType> expected = typeOf(name, loc);
  if (failed(expected))
    return failure();
  Emitter emitter(builder, loc);
  Type found = TensorTable::read(tensor, emitter).getType();
  if (found != *expected && !trusted)
    return emitCoded(loc, 3511) << "'" << name << "' must be " << *expected << " as the file says, but got "
                                << found;
  if (!scope->tensors.try_emplace(name, tensor).second)
    return emitCoded(loc, 3503) << "the name '" << name << "' is defined twice";
  return success();
}

LogicalResult Importer::resolve(Argument &argument, Location loc) {
  for (Argument &item : argument.items)
    if (failed(resolve(item, loc)))
      return failure();
  if (argument.kind == Argument::Kind::Tensor && scope->unavailable.count(argument.text))
    return emitCoded(loc, 4003) << scope->unavailable[argument.text] << " is not supported";
  if (argument.kind == Argument::Kind::Tensor && !scope->tensors.count(argument.text))
    return emitCoded(loc, 3503) << "'" << argument.text << "' is used before it is defined";
  if (argument.kind != Argument::Kind::Symbol)
    return success();
  std::optional<Number> number;
  if (auto it = scope->numbers.find(argument.text); it != scope->numbers.end())
    number = it->second;
  else if (auto size = scope->graph->symbols.find(argument.text); size != scope->graph->symbols.end())
    number = sizes.evaluate(size->second);
  if (!number)
    return emitCoded(loc, 4004) << "the number '" << argument.text << "' depends on data";
  bool integral = number->isInteger();
  argument = {.kind = integral ? Argument::Kind::Int : Argument::Kind::Float,
              .integer = integral ? number->num : 0,
              .real = number->toDouble()};
  return success();
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

LogicalResult Importer::importGraph(const Graph &graph) {
  for (const Node &node : graph.nodes)
    if (failed(importNode(node)))
      return failure();
  return success();
}

LogicalResult Importer::importNode(const Node &node) {
  if (isAssertion(node.target))
    return success();
  Location loc = locationOf(&ctx, node);
  Emitter emitter(builder, loc);
  if (ControlFlow::isSupported(node.target))
    return ControlFlow(*this).import(node, emitter);
  OpMatch match = Registry::get().find(node.target);
  if (match.row)
    return importCall(node, match, emitter);
  // Numbers: their expressions are in the file. One that depends on data is an error where it is used, not here:
  // often only an assertion reads it.
  return success();
}

LogicalResult Importer::importCall(const Node &node, const OpMatch &match, Emitter &emitter) {
  std::vector<NamedArgument> actual = node.inputs;
  for (NamedArgument &argument : actual)
    if (failed(resolve(argument.value, emitter.loc)))
      return failure();
  Result<std::vector<Argument>> arguments = bindArguments(*match.schema, std::move(actual), match.inPlace);
  if (!arguments)
    return emitStatus(emitter.loc, arguments.status());
  Call call(*this, node, *match.schema, std::move(*arguments), emitter, match.inPlace, match.copies);
  if (match.row->call)
    return match.row->call(call);
  Value value = match.row->value(call);
  return value && !call.failed() ? call.result(0, value) : failure();
}

LogicalResult Importer::finish() {
  // Whatever nobody reads: the file keeps checks and unused halves of results.
  function.walk<WalkOrder::PostOrder, mlir::ReverseIterator>([](Operation *op) {
    if (isOpTriviallyDead(op))
      op->erase();
  });
  countRuns(function);
  if (succeeded(mlir::verify(*module))) {
    Status status = archive.verify(usedTensors);
    return status ? success() : emitStatus(moduleLoc, status);
  }
  return emitCoded(moduleLoc, 3511) << "the exported program contradicts itself";
}

} // namespace neuron::pt2

//===- ControlFlow.cpp - calls that take graphs ---------------------------===//
#include "Importer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace llvm;

namespace neuron::pt2 {

using Kind = Argument::Kind;

/// Higher-order operators that only set a mode of torch around a graph, or call it.
static bool isInline(StringRef target) {
  return llvm::StringSwitch<bool>(target)
      .Case("torch.ops.higher_order.wrap_with_set_grad_enabled", true)
      .Case("torch.ops.higher_order.wrap_with_autocast", true)
      .Case("torch.ops.higher_order.invoke_subgraph", true)
      .Case("torch.ops.higher_order.wrap", true)
      .Case("torch.ops.higher_order.tag_activation_checkpoint", true)
      .Case("torch.ops.higher_order.strict_mode", true)
      .Default(false);
}

bool ControlFlow::isSupported(StringRef target) {
  return target == "torch.ops.higher_order.cond" || isInline(target);
}

LogicalResult ControlFlow::import(const Node &node, Emitter &emitter) {
  return isInline(node.target) ? importInline(node, emitter) : importCond(node, emitter);
}

/// Names the results of `node` after tensors.
LogicalResult ControlFlow::defineOutputs(const Node &node, ArrayRef<Tensor *> results, Location loc) {
  SmallVector<const Argument *> outputs;
  for (const Argument &output : node.outputs) {
    if (output.kind != Kind::List) {
      outputs.push_back(&output);
      continue;
    }
    for (const Argument &item : output.items)
      outputs.push_back(&item);
  }
  if (outputs.size() > results.size())
    return emitCoded(loc, 3503) << "'" << node.target << "' has more results than its graph";
  for (auto [output, result] : zip(outputs, results))
    if (output->kind == Kind::Tensor && (!result || failed(importer.define(output->text, result, loc))))
      return failure();
  return success();
}

/// The graph's nodes become part of the caller: tensors keep their identity.
LogicalResult ControlFlow::inlineGraph(const Node &node, const Graph &graph, ArrayRef<Argument> operands) {
  Location loc = importer.moduleLoc;
  if (graph.inputs.size() != operands.size())
    return emitCoded(loc, 3503) << "a graph of '" << node.target << "' has " << graph.inputs.size()
                                << " inputs, but gets " << operands.size();
  Scope *outer = importer.scope;
  Scope inner{.graph = &graph};
  for (auto [input, operand] : zip(graph.inputs, operands)) {
    if (operand.kind == Kind::Tensor)
      inner.tensors[input.text] = outer->tensors[operand.text];
    else if (operand.kind == Kind::Int || operand.kind == Kind::Bool)
      inner.numbers[input.text] = Number::integer(operand.integer);
  }
  importer.scope = &inner;
  LogicalResult result = importer.importGraph(graph);
  SmallVector<Tensor *> outputs;
  for (const Argument &output : graph.outputs)
    outputs.push_back(inner.tensors.lookup(output.text));
  importer.scope = outer;
  return failed(result) ? result : defineOutputs(node, outputs, loc);
}

LogicalResult ControlFlow::importInline(const Node &node, Emitter &emitter) {
  std::vector<Argument> arguments;
  for (const NamedArgument &input : node.inputs) {
    arguments.push_back(input.value);
    if (failed(importer.resolve(arguments.back(), emitter.loc)))
      return failure();
  }
  auto graph = find_if(arguments, [](const Argument &argument) { return argument.kind == Kind::Graph; });
  if (graph == arguments.end())
    return emitCoded(emitter.loc, 3503) << "'" << node.target << "' has no graph";
  ArrayRef<Argument> operands = ArrayRef<Argument>(arguments).drop_front(graph - arguments.begin() + 1);
  if (node.target.ends_with(".invoke_subgraph") && !operands.empty())
    operands = operands.drop_front(); // the graph's identifier
  return inlineGraph(node, *graph->graph, operands);
}

/// A branch works on copies of its operands, and must leave them as they are.
LogicalResult ControlFlow::importBranch(const Graph &graph, ArrayRef<Argument> operands,
                                        ArrayRef<Value> values, Region &region, Location loc,
                                        SmallVectorImpl<Value> &yielded) {
  if (graph.inputs.size() != operands.size())
    return emitCoded(loc, 3503) << "a branch has " << graph.inputs.size() << " inputs, but gets "
                                << operands.size();
  Scope *outer = importer.scope;
  Scope inner{.graph = &graph};
  SmallVector<Tensor *> inputs;
  for (auto [input, operand, value] : zip(graph.inputs, operands, values)) {
    if (operand.kind == Kind::Tensor) {
      Layout layout = outer->tensors[operand.text]->layout;
      inputs.push_back(inner.tensors[input.text] = importer.tensors.create(value, layout));
    } else if (operand.kind == Kind::Int) {
      inner.numbers[input.text] = Number::integer(operand.integer);
    }
  }
  OpBuilder::InsertionGuard guard(importer.builder);
  importer.builder.setInsertionPointToEnd(&region.emplaceBlock());
  importer.scope = &inner;
  LogicalResult result = importer.importGraph(graph);
  Emitter emitter(importer.builder, loc);
  for (const Argument &output : graph.outputs) {
    FailureOr<Value> value =
        failed(result) ? FailureOr<Value>(failure()) : importer.outputValue(output, emitter);
    if (failed(value)) {
      importer.scope = outer;
      return failure();
    }
    if (*value)
      yielded.push_back(*value);
  }
  importer.scope = outer;
  if (any_of(inputs, [](Tensor *tensor) { return tensor->version != 0; }))
    return emitCoded(loc, 4004)
           << "a branch of 'torch.cond' that writes to tensors from outside is not supported";
  YieldOp::create(importer.builder, loc, yielded);
  return success();
}

/// cond(predicate, true graph, false graph, operands).
LogicalResult ControlFlow::importCond(const Node &node, Emitter &emitter) {
  Location loc = emitter.loc;
  std::vector<Argument> args;
  for (const NamedArgument &input : node.inputs) {
    args.push_back(input.value);
    if (failed(importer.resolve(args.back(), loc)))
      return failure();
  }
  if (args.size() != 4 || !args[1].graph || !args[2].graph || args[3].kind != Kind::List)
    return emitCoded(loc, 3503) << "'torch.cond' needs a predicate, two graphs and operands";
  ArrayRef<Argument> operands = args[3].items;
  if (args[0].kind != Kind::Tensor) // depends on sizes alone
    return inlineGraph(node, *args[args[0].integer ? 1 : 2].graph, operands);
  SmallVector<Value> values;
  for (const Argument &operand : operands)
    values.push_back(operand.kind == Kind::Tensor
                         ? TensorTable::read(importer.scope->tensors[operand.text], emitter)
                         : Value());
  Value predicate = TensorTable::read(importer.scope->tensors[args[0].text], emitter);
  OperationState state(loc, IfOp::getOperationName());
  Region *thenRegion = state.addRegion(), *elseRegion = state.addRegion();
  SmallVector<Value> thenValues, elseValues;
  if (failed(importBranch(*args[1].graph, operands, values, *thenRegion, loc, thenValues)) ||
      failed(importBranch(*args[2].graph, operands, values, *elseRegion, loc, elseValues)))
    return failure();
  state.addOperands(emitter.cast(predicate, emitter.b.getI1Type()));
  state.addTypes(ValueRange(thenValues).getTypes());
  Operation *op = importer.builder.create(state);
  SmallVector<Tensor *> results;
  for (Value result : op->getResults()) {
    Layout layout;
    layout.sizes.assign(emitter.shape(result).begin(), emitter.shape(result).end());
    layout.strides.resize(layout.sizes.size());
    int64_t stride = 1;
    for (size_t i = layout.sizes.size(); i-- > 0; stride *= std::max<int64_t>(layout.sizes[i], 1))
      layout.strides[i] = stride;
    results.push_back(importer.tensors.create(result, std::move(layout)));
  }
  return defineOutputs(node, results, loc);
}

} // namespace neuron::pt2

//===- Control.cpp - If, Loop, Scan ---------------------------------------===//

#include "Call.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::onnx;

namespace {

std::string prefixOf(Call &n, const Twine &part) {
  return (cast<NameLoc>(n.loc).getName().getValue() + "." + part + "/").str();
}

/// Gives the graph's inputs for the arguments of its region, at the region's start.
using MakeArguments = llvm::function_ref<std::vector<Entry>(ArrayRef<BlockArgument>)>;

/// Imports a graph into a new region of `state`, with arguments of `types`.
FailureOr<std::vector<Entry>> importRegion(Call &n, OperationState &state, const GraphProto &graph,
                                           StringRef part, ArrayRef<Type> types = {},
                                           MakeArguments makeArguments = nullptr) {
  OpBuilder::InsertionGuard guard(n.e.b);
  Block *block = new Block;
  state.addRegion()->push_back(block);
  for (Type type : types)
    block->addArgument(type, n.loc);
  n.e.b.setInsertionPointToEnd(block);
  std::vector<Entry> arguments;
  if (makeArguments)
    arguments = makeArguments(llvm::to_vector(block->getArguments()));
  return n.importer.importGraph(graph, n.scope, arguments, n.loc, prefixOf(n, part));
}

/// Ends the region with a yield of `entries`, which have to be tensors.
LogicalResult yield(Call &n, Region &region, ArrayRef<Entry> entries) {
  OpBuilder::InsertionGuard guard(n.e.b);
  n.e.b.setInsertionPointToEnd(&region.front());
  SmallVector<Value> values;
  for (const Entry &entry : entries) {
    if (entry.kind != Entry::Tensor)
      return n.refuse("hands out a sequence or optional");
    values.push_back(entry.values[0]);
  }
  YieldOp::create(n.e.b, n.loc, values);
  return success();
}

//===----------------------------------------------------------------------===//
// If
//===----------------------------------------------------------------------===//

LogicalResult importIfAtRun(Call &n, Value condition, const GraphProto &thenGraph,
                            const GraphProto &elseGraph) {
  OperationState state(n.loc, IfOp::getOperationName());
  state.addOperands(condition);
  FailureOr<std::vector<Entry>> thens = importRegion(n, state, thenGraph, "then");
  if (failed(thens) || failed(yield(n, *state.regions[0], *thens)))
    return failure();
  FailureOr<std::vector<Entry>> elses = importRegion(n, state, elseGraph, "else");
  if (failed(elses) || failed(yield(n, *state.regions[1], *elses)))
    return failure();
  if (thens->size() != elses->size())
    return n.invalid("the branches have different numbers of outputs");
  for (auto [a, b] : llvm::zip(*thens, *elses)) {
    if (a.values[0].getType() != b.values[0].getType())
      return n.unknown("the shape of a result");
    state.addTypes(a.values[0].getType());
  }
  Operation *op = n.e.b.create(state);
  return n.results(llvm::to_vector_of<Value>(op->getResults()));
}

LogicalResult importIf(Call &n) {
  const GraphProto *thenGraph = n.attrGraph("then_branch"), *elseGraph = n.attrGraph("else_branch");
  if (!thenGraph || !elseGraph)
    return failure();
  Value condition = n.in(0);
  if (Emitter::count(condition) != 1 || !Emitter::element(condition).isInteger(1))
    return n.invalid("the condition has to be one bool");
  std::optional<Tensor> known = n.e.constant(condition);
  if (!known)
    return importIfAtRun(n, condition, *thenGraph, *elseGraph);
  bool isTrue = known->ints()[0] != 0;
  FailureOr<std::vector<Entry>> results = n.importer.importGraph(
      isTrue ? *thenGraph : *elseGraph, n.scope, {}, n.loc, prefixOf(n, isTrue ? "then" : "else"));
  return failed(results) ? failure() : n.resultEntries(std::move(*results));
}

//===----------------------------------------------------------------------===//
// Loop
//===----------------------------------------------------------------------===//

/// Loops of more steps than this stay loops.
constexpr int64_t kMaxUnrolled = 32;

/// The number of steps; nothing, after a report, if data of the run decide it.
std::optional<int64_t> tripCount(Call &n) {
  if (!n.has(0))
    return INT64_MAX; // only the condition ends it
  FailureOr<Shape> count = n.knownInts(0, "the trip count");
  if (failed(count))
    return std::nullopt;
  if (count->size() == 1)
    return std::max<int64_t>(count->front(), 0);
  (void)n.invalid("the trip count has to be one number");
  return std::nullopt;
}

/// True or false if it is known; nothing otherwise.
std::optional<bool> knownCondition(Call &n, const Entry &entry) {
  if (entry.kind != Entry::Tensor || Emitter::count(entry.values[0]) != 1)
    return std::nullopt;
  std::optional<Tensor> known = n.e.constant(entry.values[0]);
  return known ? std::optional<bool>(known->numbers()[0] != 0) : std::nullopt;
}

/// Runs the body at import, step by step, as long as the condition is known.
LogicalResult unrollLoop(Call &n, const GraphProto &body, int64_t trip, std::vector<Entry> carried) {
  size_t numCarried = carried.size(), numScans = body.outputs.size() - 1 - numCarried;
  std::vector<SmallVector<Value>> scans(numScans);
  std::optional<bool> goesOn = n.has(1) ? knownCondition(n, *n.entry(1)) : true;
  for (int64_t step = 0; step < trip; ++step) {
    if (!goesOn)
      return n.unknown("the condition");
    if (!*goesOn)
      break;
    if (step >= kMaxUnrolled * 32)
      return n.refuse("runs more than " + Twine(kMaxUnrolled * 32) + " steps that have to be unrolled");
    std::vector<Entry> arguments{{Entry::Tensor, {n.e.fullInt({}, n.e.i64(), step)}},
                                 {Entry::Tensor, {n.e.full({}, n.e.i1(), 1)}}};
    llvm::append_range(arguments, carried);
    FailureOr<std::vector<Entry>> outputs =
        n.importer.importGraph(body, n.scope, arguments, n.loc, prefixOf(n, Twine(step)));
    if (failed(outputs))
      return failure();
    goesOn = knownCondition(n, (*outputs)[0]);
    std::copy_n(outputs->begin() + 1, numCarried, carried.begin());
    for (size_t i = 0; i < numScans; ++i) {
      const Entry &entry = (*outputs)[1 + numCarried + i];
      if (entry.kind != Entry::Tensor)
        return n.refuse("stacks something that is no tensor");
      scans[i].push_back(n.e.unsqueeze(entry.values[0], 0));
    }
  }
  for (const SmallVector<Value> &rows : scans) {
    if (rows.empty())
      return n.refuse("stacks the outputs of no step");
    carried.push_back({Entry::Tensor, {n.e.concat(rows, 0)}});
  }
  return n.resultEntries(std::move(carried));
}

/// What a neuron.scan is made of.
struct ScanParts {
  SmallVector<Value> inits, xs;
  int64_t trip = 0;
  Shape inDims, outDims;
  SmallVector<bool> inReverse, outReverse;
};

/// Carried values keep their types in a scan.
bool keepsTypes(ArrayRef<Value> inits, ArrayRef<Entry> outputs) {
  for (auto [init, entry] : llvm::zip(inits, outputs))
    if (entry.kind != Entry::Tensor || entry.values[0].getType() != init.getType())
      return false;
  return true;
}

/// Builds the scan whose body is the region of `state` and gives `outputs`.
LogicalResult finishScan(Call &n, OperationState &state, ScanParts &parts, ArrayRef<Entry> outputs) {
  if (!keepsTypes(parts.inits, outputs))
    return n.refuse("changes the shape of a carried value");
  if (failed(yield(n, *state.regions[0], outputs)))
    return failure();
  for (Value init : parts.inits)
    state.addTypes(init.getType());
  for (auto [entry, dim] : llvm::zip(outputs.drop_front(parts.inits.size()), parts.outDims)) {
    Shape shape(Emitter::shape(entry.values[0]));
    dim = n.normalizeDim(dim, shape.size() + 1);
    shape.insert(shape.begin() + dim, parts.trip);
    state.addTypes(n.e.type(shape, Emitter::element(entry.values[0])));
  }
  if (n.failed())
    return failure();
  state.addOperands(parts.inits);
  state.addOperands(parts.xs);
  ScanOp::Properties &properties = state.getOrAddProperties<ScanOp::Properties>();
  properties.trip = n.e.b.getI64IntegerAttr(parts.trip);
  properties.in_dims = n.e.b.getDenseI64ArrayAttr(parts.inDims);
  properties.in_reverse = n.e.b.getDenseBoolArrayAttr(parts.inReverse);
  properties.out_dims = n.e.b.getDenseI64ArrayAttr(parts.outDims);
  properties.out_reverse = n.e.b.getDenseBoolArrayAttr(parts.outReverse);
  properties.operandSegmentSizes = {int32_t(parts.inits.size()), int32_t(parts.xs.size())};
  return n.results(llvm::to_vector_of<Value>(n.e.b.create(state)->getResults()));
}

/// A loop whose condition stays true: a scan over the step numbers.
LogicalResult scanLoop(Call &n, const GraphProto &body, int64_t trip, ArrayRef<Entry> carried) {
  ScanParts parts;
  parts.trip = trip;
  SmallVector<Type> types;
  for (const Entry &entry : carried) {
    if (entry.kind != Entry::Tensor)
      return n.refuse("carries a sequence or optional through more than " + Twine(kMaxUnrolled) + " steps");
    parts.inits.push_back(entry.values[0]);
    types.push_back(entry.values[0].getType());
  }
  types.push_back(RankedTensorType::get({}, n.e.i64()));
  parts.xs.push_back(n.e.iota({trip}, 0, n.e.i64()));
  parts.inDims = {0};
  parts.inReverse = {false};
  parts.outDims = Shape(body.outputs.size() - 1 - carried.size(), 0);
  parts.outReverse = SmallVector<bool>(parts.outDims.size(), false);
  OperationState state(n.loc, ScanOp::getOperationName());
  auto outputs = importRegion(n, state, body, "body", types, [&](ArrayRef<BlockArgument> arguments) {
    std::vector<Entry> entries{{Entry::Tensor, {arguments.back()}},
                               {Entry::Tensor, {n.e.full({}, n.e.i1(), 1)}}};
    for (Value argument : arguments.drop_back())
      entries.push_back({Entry::Tensor, {argument}});
    return entries;
  });
  if (failed(outputs))
    return failure();
  if (knownCondition(n, outputs->front()) != true)
    return n.unknown("the condition");
  outputs->erase(outputs->begin());
  return finishScan(n, state, parts, *outputs);
}

LogicalResult importLoop(Call &n) {
  const GraphProto *body = n.attrGraph("body");
  if (!body)
    return failure();
  std::vector<Entry> carried;
  for (unsigned i = 2; i < n.numInputs(); ++i)
    carried.push_back(n.entry(i) ? *n.entry(i) : Entry{Entry::Absent, {}});
  if (body->inputs.size() != 2 + carried.size() || body->outputs.size() < 1 + carried.size())
    return n.invalid("the body does not take and give the carried values");
  std::optional<int64_t> trip = tripCount(n);
  if (!trip)
    return failure();
  if (*trip <= kMaxUnrolled || *trip == INT64_MAX)
    return unrollLoop(n, *body, *trip, std::move(carried));
  if (n.has(1) && knownCondition(n, *n.entry(1)) != true)
    return n.unknown("the condition");
  return *trip < kMaxElements ? scanLoop(n, *body, *trip, carried) : n.invalid("the trip count is absurd");
}

//===----------------------------------------------------------------------===//
// Scan
//===----------------------------------------------------------------------===//

/// Axes, one for each of `count` values; the default is 0. Those of outputs count in the stacked shape, whose
/// rank is not known yet, so negative ones are resolved later.
Shape scanAxes(Call &n, StringRef name, size_t count) {
  Shape axes = n.attrInts(name, Shape(count, 0));
  if (axes.size() != count)
    (void)n.invalid(name + " needs an entry for each scanned value");
  return axes;
}

SmallVector<bool> scanDirections(Call &n, StringRef name, size_t count) {
  SmallVector<bool> reverse;
  for (int64_t direction : scanAxes(n, name, count))
    reverse.push_back(direction != 0);
  return reverse;
}

LogicalResult importScan(Call &n) {
  if (n.opset < 9)
    return n.refuse("of opset 8, which scans each batch element on its own");
  const GraphProto *body = n.attrGraph("body");
  int64_t numScanned = n.attrInt("num_scan_inputs", 0);
  SmallVector<Value> values = n.allIn();
  if (!body || n.failed())
    return failure();
  int64_t numStates = int64_t(values.size()) - numScanned;
  if (numScanned < 1 || numStates < 0 || int64_t(body->outputs.size()) < numStates)
    return n.invalid("num_scan_inputs does not fit the operands");
  ScanParts parts;
  parts.inits.assign(values.begin(), values.begin() + numStates);
  parts.xs.assign(values.begin() + numStates, values.end());
  size_t numOutputs = body->outputs.size() - numStates;
  parts.inDims = scanAxes(n, "scan_input_axes", numScanned);
  parts.inReverse = scanDirections(n, "scan_input_directions", numScanned);
  parts.outDims = scanAxes(n, "scan_output_axes", numOutputs);
  parts.outReverse = scanDirections(n, "scan_output_directions", numOutputs);
  SmallVector<Type> types;
  for (Value init : parts.inits)
    types.push_back(init.getType());
  for (size_t i = 0; i < parts.xs.size() && !n.failed(); ++i) {
    Shape shape(Emitter::shape(parts.xs[i]));
    parts.inDims[i] = n.normalizeDim(parts.inDims[i], shape.size());
    if (n.failed())
      return failure();
    parts.trip = shape[parts.inDims[i]];
    shape.erase(shape.begin() + parts.inDims[i]);
    types.push_back(RankedTensorType::get(shape, Emitter::element(parts.xs[i])));
  }
  if (n.failed())
    return failure();
  OperationState state(n.loc, ScanOp::getOperationName());
  auto outputs = importRegion(n, state, *body, "body", types, [&](ArrayRef<BlockArgument> arguments) {
    std::vector<Entry> entries;
    for (Value argument : arguments)
      entries.push_back({Entry::Tensor, {argument}});
    return entries;
  });
  return failed(outputs) ? failure() : finishScan(n, state, parts, *outputs);
}

} // namespace

ArrayRef<Operator> neuron::onnx::controlOperators() {
  static const Operator rows[] = {
      {"If", 1, 0, 1, importIf},
      {"Loop", 1, 0, 0, importLoop},
      {"Scan", 8, 0, 0, importScan},
  };
  return rows;
}

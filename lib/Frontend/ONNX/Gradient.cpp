//===- Gradient.cpp - derivatives of what the graph has computed ----------===//
//
// Gradient of ai.onnx.preview.training: walks from y back to the xs and writes
// the chain of derivatives behind what is there. The sum over all elements of y
// is differentiated; zs are constants.
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "Derivative.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::onnx;

namespace {

class Differentiator {
public:
  Differentiator(Call &n, Value y, ArrayRef<Value> xs) : n(n), y(y), xs(xs) {}
  /// The gradient for each of the xs, or failure after a report.
  LogicalResult run(SmallVector<Value> &gradients);

private:
  bool isLeaf(Value value) const { return llvm::is_contained(xs, value); }
  bool depends(Value value) const { return isLeaf(value) || dependent.contains(value.getDefiningOp()); }
  void findDependent();
  LogicalResult pass(Operation *op);

  Call &n;
  Value y;
  ArrayRef<Value> xs;
  SmallVector<Operation *> order; ///< what y follows from and the xs change, first to last
  llvm::DenseSet<Operation *> dependent;
  DenseMap<Value, Value> gradientOf;
};

} // namespace

void Differentiator::findDependent() {
  llvm::SetVector<Operation *> reached;
  if (!isLeaf(y) && y.getDefiningOp())
    reached.insert(y.getDefiningOp());
  for (size_t at = 0; at < reached.size(); ++at)
    for (Value operand : reached[at]->getOperands())
      if (Operation *op = operand.getDefiningOp(); op && !isLeaf(operand))
        reached.insert(op);
  order = reached.takeVector();
  // One block: branches are imported to where they are used.
  llvm::sort(order, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  llvm::erase_if(order, [&](Operation *op) {
    bool isFree = llvm::none_of(op->getOperands(), [&](Value operand) { return depends(operand); });
    if (!isFree)
      dependent.insert(op);
    return isFree;
  });
}

/// Adds what `op`'s result gives to the gradients of its operands.
LogicalResult Differentiator::pass(Operation *op) {
  Value gradient = op->getNumResults() == 1 ? gradientOf.lookup(op->getResult(0)) : Value();
  for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
    if (!depends(operand) || !Emitter::isFloat(operand))
      continue;
    Value part = gradient ? derivative(n.e, op, i, gradient) : Value();
    if (!part)
      return n.refuse("differentiates '" + op->getName().stripDialect() + "', for which there is no rule");
    Value &sum = gradientOf[operand];
    sum = sum ? n.e.add(sum, part) : part;
  }
  return success();
}

LogicalResult Differentiator::run(SmallVector<Value> &gradients) {
  findDependent();
  gradientOf[y] = n.e.like(y, 1);
  for (Operation *op : llvm::reverse(order))
    if (failed(pass(op)))
      return failure();
  for (Value x : xs) {
    Value gradient = gradientOf.lookup(x);
    gradients.push_back(gradient ? gradient : n.e.like(x, 0));
  }
  return success();
}

/// The tensor of that name which is operand `i` of the node, too.
static Value named(Call &n, StringRef name, unsigned i) {
  const Entry *entry = n.scope.find(name);
  if (!entry || entry->kind != Entry::Tensor) {
    (void)n.invalid("'" + name + "' names no tensor of the graph");
    return {};
  }
  Value value = entry->values.front();
  if (n.in(i) != value) {
    (void)n.refuse("is asked for derivatives at other values than those of '" + name + "'");
    return {};
  }
  return value;
}

static LogicalResult importGradient(Call &n) {
  SmallVector<StringRef> names = n.attrStrings("xs"), constants = n.attrStrings("zs");
  const Entry *y = n.scope.find(n.attrString("y", ""));
  if (!y || y->kind != Entry::Tensor || !Emitter::isFloat(y->values.front()))
    return n.invalid("y names no tensor of floats");
  if (names.empty() || n.numInputs() != names.size() + constants.size())
    return n.invalid("needs one operand for each name of xs and zs");
  SmallVector<Value> xs, gradients;
  for (auto [i, name] : llvm::enumerate(names)) {
    Value x = named(n, name, i);
    if (!x)
      return failure();
    // What follows from known values has been computed already, and the way to y is gone.
    if (n.e.constant(x) || !Emitter::isFloat(x))
      return n.refuse("differentiates by '" + name + "', which is " + (Emitter::isFloat(x) ? "a constant" : "no float"));
    xs.push_back(x);
  }
  for (auto [i, name] : llvm::enumerate(constants))
    if (!named(n, name, names.size() + i))
      return failure();
  if (failed(Differentiator(n, y->values.front(), xs).run(gradients)))
    return failure();
  return n.results(gradients);
}

ArrayRef<Operator> neuron::onnx::gradientOperators() {
  static constexpr Operator operators[] = {{"ai.onnx.preview.training.Gradient", 1, 0, 1, importGradient}};
  return operators;
}

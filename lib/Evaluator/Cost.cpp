//===- Cost.cpp - how long an operation takes -----------------------------===//

#include "Internal.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::eval;

static double product(Shape dims) {
  double result = 1;
  for (int64_t dim : dims)
    result *= double(dim);
  return result;
}

static double sizeOfValue(Value value) { return product(typeOf(value).getShape()); }

static double resizeCost(ResizeOp op) {
  double cost = 0;
  double size = std::max(sizeOfValue(op.getX()), sizeOfValue(op.getResult()));
  for (int64_t dim : typeOf(op.getX()).getShape())
    cost += size * double(dim);
  return cost;
}

double neuron::evaluationCost(Operation *op) {
  double elements = 0;
  for (Value value : op->getOperands())
    elements += sizeOfValue(value);
  for (Value value : op->getResults())
    elements += sizeOfValue(value);
  double work = llvm::TypeSwitch<Operation *, double>(op)
                    .Case([](AttentionOp o) {
                      return sizeOfValue(o.getQ()) * double(typeOf(o.getK()).getDimSize(2)) * 2;
                    })
                    .Case([](ResizeOp o) { return resizeCost(o); })
                    .Default([](Operation *o) { return iterationCount(o).value_or(0); });
  return elements + work;
}

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

/// Terms of the sum that each result of a product is.
static double contractedSize(DotGeneralOp op) {
  double size = 1;
  for (int64_t dim : op.getLhsContract())
    size *= double(typeOf(op.getLhs()).getDimSize(dim));
  return size;
}

/// Each image meets each weight at each position.
static double convCost(ConvOp op) {
  Value positions = op.getTransposed() ? op.getX() : Value(op.getResult());
  return double(typeOf(op.getX()).getDimSize(0)) * sizeOfValue(op.getW()) *
         product(typeOf(positions).getShape().drop_front(2));
}

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
                    .Case([](DotGeneralOp o) { return sizeOfValue(o.getResult()) * contractedSize(o); })
                    .Case([](ConvOp o) { return convCost(o); })
                    .Case([](PoolOp o) { return sizeOfValue(o.getResult()) * product(o.getWindow()); })
                    .Case([](AttentionOp o) {
                      return sizeOfValue(o.getQ()) * double(typeOf(o.getK()).getDimSize(2)) * 2;
                    })
                    .Case([](ResizeOp o) { return resizeCost(o); })
                    .Default([](Operation *) { return 0.0; });
  return elements + work;
}

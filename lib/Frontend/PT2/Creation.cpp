//===- Creation.cpp - tensors made from numbers ---------------------------===//
#include "FactorySchema.h"
#include "OpHelpers.h"

using namespace mlir;
using namespace llvm;

namespace neuron::pt2 {
namespace {

/// Type and shape are those that the file gives to the result.
Value filled(Call &c, Scalar value) {
  RankedTensorType type = c.resultType();
  return c.failed() ? Value() : c.fullScalar(value, type.getShape(), type.getElementType());
}

template <int number> Value constant(Call &c) { return filled(c, {.integer = number}); }
Value full(Call &c) { return filled(c, c.scalar("fill_value")); }
Value scalarTensor(Call &c) { return filled(c, c.scalar("s")); }

/// start + i * step. Floats are computed in binary64 as torch does, up to a size
/// where a table would be a burden.
Value progression(Call &c, Scalar start, Scalar step) {
  constexpr int64_t kLargestTable = 1 << 16;
  RankedTensorType type = c.resultType();
  if (c.failed() || type.getRank() != 1)
    return c.invalid("its result is no vector");
  Type element = type.getElementType();
  int64_t count = type.getDimSize(0);
  auto floatType = dyn_cast<FloatType>(element);
  if (floatType && count <= kLargestTable) {
    SmallVector<APFloat> values;
    for (int64_t i = 0; i < count; ++i) {
      values.emplace_back(start.toDouble() + double(i) * step.toDouble());
      bool inexact;
      values.back().convert(floatType.getFloatSemantics(), APFloat::rmNearestTiesToEven, &inexact);
    }
    return ConstantOp::create(c.e.b, c.e.loc, DenseElementsAttr::get(type, values));
  }
  Value index = c.e.iota({count}, 0, element);
  bool isUnit = step.toDouble() == 1, fromZero = start.toDouble() == 0;
  if (!isUnit)
    index = c.e.mul(index, c.fullScalar(step, {count}, element));
  return fromZero ? index : c.e.add(index, c.fullScalar(start, {count}, element));
}

Value arange(Call &c) { return progression(c, {}, {.integer = 1}); }
Value arangeStart(Call &c) { return progression(c, c.scalar("start"), {.integer = 1}); }
Value arangeStep(Call &c) { return progression(c, c.scalar("start"), c.scalar("step")); }

/// torch counts the second half from the end.
Value linspace(Call &c) {
  RankedTensorType type = c.resultType();
  int64_t steps = c.integer("steps");
  auto floatType = dyn_cast<FloatType>(type.getElementType());
  if (c.failed() || type.getRank() != 1 || type.getDimSize(0) != steps || steps < 0)
    return c.invalid("its result is no vector of that length");
  if (!floatType || steps > 1 << 16)
    return c.refuse("integers, or more than 65536 steps");
  double start = c.number("start"), end = c.number("end"),
         step = steps > 1 ? (end - start) / double(steps - 1) : 0;
  SmallVector<APFloat> values;
  for (int64_t i = 0; i < steps; ++i) {
    values.emplace_back(i < steps / 2 || steps == 1 ? start + step * double(i)
                                                    : end - step * double(steps - 1 - i));
    bool inexact;
    values.back().convert(floatType.getFloatSemantics(), APFloat::rmNearestTiesToEven, &inexact);
  }
  return ConstantOp::create(c.e.b, c.e.loc, DenseElementsAttr::get(type, values));
}

/// Where row + offset relates to column.
Value triangle(Call &c, Dims shape, CompareFn fn, int64_t offset) {
  Type element = c.e.b.getI64Type();
  int64_t rank = shape.size();
  Value row = c.e.addNumber(c.e.iota(shape, rank - 2, element), double(offset));
  return c.e.compare(fn, row, c.e.iota(shape, rank - 1, element));
}

Value eye(Call &c) {
  RankedTensorType type = c.resultType();
  if (c.failed() || type.getRank() != 2)
    return c.invalid("its result is no matrix");
  return c.e.cast(triangle(c, type.getShape(), CompareFn::Eq, 0), type.getElementType());
}

/// The lower (row >= column - diagonal) or upper triangle, zeros elsewhere.
template <CompareFn fn> Value keepTriangle(Call &c) {
  Value x = c.tensor("self");
  if (!c.requireRank(x, 2))
    return {};
  return c.e.select(triangle(c, Shape(c.e.shape(x)), fn, c.integer("diagonal")), x, c.e.like(x, 0));
}

/// Pairs (row, column) of the triangle in row-major order.
Value triangleIndices(Call &c, bool lower) {
  RankedTensorType type = c.resultType();
  int64_t rows = c.integer("row"), columns = c.integer("col"), offset = c.integer("offset");
  if (c.failed() || rows < 0 || columns < 0 || rows > 1 << 12 || columns > 1 << 12)
    return c.refuse("a triangle of that size");
  Shape values, second;
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t column = 0; column < columns; ++column)
      if (lower ? column - row <= offset : column - row >= offset) {
        values.push_back(row);
        second.push_back(column);
      }
  append_range(values, second);
  if (type.getNumElements() != int64_t(values.size()) || !type.getElementType().isInteger())
    return c.invalid("its result has another size");
  return c.e.reshape(c.e.ints(values, type.getElementType()), type.getShape());
}
Value trilIndices(Call &c) { return triangleIndices(c, true); }
Value triuIndices(Call &c) { return triangleIndices(c, false); }

Value oneHot(Call &c) {
  Value x = c.tensor("self");
  RankedTensorType type = c.resultType();
  if (c.failed() || type.getRank() != c.e.rank(x) + 1)
    return c.invalid("its result has another rank");
  Shape shape(type.getShape());
  Value wide = c.broadcastTo(c.e.unsqueeze(x, c.e.rank(x)), shape);
  if (!wide)
    return {};
  Value classes = c.e.iota(shape, shape.size() - 1, c.e.element(x));
  return c.e.cast(c.e.compare(CompareFn::Eq, wide, classes), type.getElementType());
}

/// Each vector along its own dim of a common grid.
LogicalResult meshgridAs(Call &c, bool swapFirst) {
  SmallVector<Value> inputs = c.tensors("tensors");
  Shape shape;
  for (Value input : inputs)
    shape.push_back(numElements(c.e.shape(input)));
  swapFirst &= inputs.size() >= 2;
  if (swapFirst)
    std::swap(shape[0], shape[1]);
  if (!c.requireShape(shape))
    return failure();
  for (auto [i, input] : enumerate(inputs)) {
    int64_t dim = swapFirst && i < 2 ? 1 - i : i;
    inputs[i] = c.e.broadcastAlong(c.e.reshape(input, {shape[dim]}), dim, shape);
  }
  return c.results(inputs);
}
LogicalResult meshgrid(Call &c) { return meshgridAs(c, false); }
LogicalResult meshgridIndexing(Call &c) { return meshgridAs(c, c.string("indexing") == "xy"); }


const OpRow rows[] = {
    {"full(int[] size, Scalar fill_value, *, " FACTORY ")", full},
    {"full_like(Tensor self, Scalar fill_value, *, " FACTORY_LIKE ")", full},
    {"new_full(Tensor self, int[] size, Scalar fill_value, *, " FACTORY ")", full},
    {"zeros(int[] size, *, " FACTORY ")", constant<0>},
    {"zeros_like(Tensor self, *, " FACTORY_LIKE ")", constant<0>},
    {"new_zeros(Tensor self, int[] size, *, " FACTORY ")", constant<0>},
    {"ones(int[] size, *, " FACTORY ")", constant<1>},
    {"ones_like(Tensor self, *, " FACTORY_LIKE ")", constant<1>},
    {"new_ones(Tensor self, int[] size, *, " FACTORY ")", constant<1>},
    {"empty.memory_format(int[] size, *, " FACTORY_LIKE ")", constant<0>},
    {"empty_like(Tensor self, *, " FACTORY_LIKE ")", constant<0>},
    {"new_empty(Tensor self, int[] size, *, " FACTORY ")", constant<0>},
    {"empty_strided(int[] size, int[] stride, *, " FACTORY ")", constant<0>},
    {"new_empty_strided(Tensor self, int[] size, int[] stride, *, " FACTORY ")", constant<0>},
    {"empty_permuted(int[] size, int[] physical_layout, *, " FACTORY ")", constant<0>},
    {"scalar_tensor(Scalar s, *, " FACTORY ")", scalarTensor},
    {"arange(Scalar end, *, " FACTORY ")", arange},
    {"arange.start(Scalar start, Scalar end, *, " FACTORY ")", arangeStart},
    {"arange.start_step(Scalar start, Scalar end, Scalar step=1, *, " FACTORY ")", arangeStep},
    {"linspace(Scalar start, Scalar end, int steps, *, " FACTORY ")", linspace},
    {"eye(int n, *, " FACTORY ")", eye},
    {"eye.m(int n, int m, *, " FACTORY ")", eye},
    {"tril(Tensor self, int diagonal=0)", keepTriangle<CompareFn::Ge>},
    {"triu(Tensor self, int diagonal=0)", keepTriangle<CompareFn::Le>},
    {"tril_indices(int row, int col, int offset=0, *, " FACTORY ")", trilIndices},
    {"triu_indices(int row, int col, int offset=0, *, " FACTORY ")", triuIndices},
    {"one_hot(Tensor self, int num_classes=-1)", oneHot},
    {"meshgrid(Tensor[] tensors)", meshgrid},
    {"meshgrid.indexing(Tensor[] tensors, *, str indexing)", meshgridIndexing},
};

} // namespace

ArrayRef<OpRow> creationOps() { return rows; }

} // namespace neuron::pt2

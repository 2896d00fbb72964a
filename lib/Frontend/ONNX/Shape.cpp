//===- Shape.cpp - shapes, constants, types -------------------------------===//

#include "Call.h"

#include "neuronc/Support/ElementType.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::onnx;

namespace {

LogicalResult importShape(Call &n) {
  Dims shape = Emitter::shape(n.in(0));
  int64_t rank = shape.size();
  auto bound = [&](int64_t at) { return std::clamp<int64_t>(at < 0 ? at + rank : at, 0, rank); };
  int64_t start = bound(n.attrInt("start", 0)), end = bound(n.attrInt("end", rank));
  return n.result(n.e.ints(shape.slice(start, std::max<int64_t>(end - start, 0)), n.e.i64()));
}

LogicalResult importSize(Call &n) { return n.result(n.e.fullInt({}, n.e.i64(), Emitter::count(n.in(0)))); }

LogicalResult importConstant(Call &n) {
  if (const AttributeProto *value = n.attribute("value"); value && value->tensor) {
    Value result = n.importer.tensor(*value->tensor, n.node.outputs.empty() ? "" : n.node.outputs[0], n.loc,
                                     /*isLiteral=*/true);
    return result ? n.result(result) : failure();
  }
  if (n.hasAttr("value_int"))
    return n.result(n.e.fullInt({}, n.e.i64(), n.attrInt("value_int", 0)));
  if (n.hasAttr("value_float"))
    return n.result(n.e.scalar(n.e.f32(), n.attrFloat("value_float", 0)));
  if (n.hasAttr("value_ints"))
    return n.result(n.e.ints(n.attrInts("value_ints"), n.e.i64()));
  if (n.hasAttr("value_floats")) {
    SmallVector<double> values = n.attrFloats("value_floats");
    return n.result(n.e.floats(values, {int64_t(values.size())}, n.e.f32()));
  }
  return n.refuse("has no dense value of numbers");
}

LogicalResult importConstantOfShape(Call &n) {
  std::optional<Shape> shape = n.declaredIfUnknown(0);
  if (!shape)
    shape = n.listAttrOrInput("the shape", 0);
  if (!shape)
    return failure();
  const AttributeProto *value = n.attribute("value");
  if (!value || !value->tensor)
    return n.result(n.e.full(*shape, n.e.f32(), 0));
  Value element = n.importer.tensor(*value->tensor, "", n.loc, /*isLiteral=*/true);
  if (!element)
    return failure();
  auto constant = element.getDefiningOp<ConstantOp>();
  if (Emitter::count(element) != 1 || !constant)
    return n.invalid("the value has to be one element");
  RankedTensorType type = n.e.type(*shape, Emitter::element(element));
  if (n.failed())
    return failure();
  return n.result(n.e.dense(constant.getDense().resizeSplat(type)));
}

/// A shape in which 0 stands for the operand's size there and -1 for what is left.
FailureOr<Shape> resolveReshape(Call &n, Dims operand, Dims wanted, bool allowZero) {
  Shape shape(wanted);
  std::optional<size_t> open;
  int64_t known = 1;
  for (auto [i, dim] : llvm::enumerate(shape)) {
    if (dim == 0 && !allowZero) {
      if (i >= operand.size())
        return n.invalid("copies dim " + Twine(i) + ", which the operand does not have");
      dim = operand[i];
    }
    if (dim == -1 && !open) {
      open = i;
      continue;
    }
    if (dim < 0 || llvm::MulOverflow(known, dim, known))
      return n.invalid("the shape has the impossible size " + Twine(dim));
  }
  int64_t count = numElements(operand);
  if (open && (known == 0 || count % known != 0))
    return n.invalid(Twine(count) + " elements cannot be divided by the known sizes, " + Twine(known));
  if (open)
    shape[*open] = count / known;
  else if (known != count)
    return n.invalid("the shape has " + Twine(known) + " elements, but the operand " + Twine(count));
  return shape;
}

LogicalResult importReshape(Call &n) {
  Value x = n.in(0);
  std::optional<Shape> wanted = n.opset < 5 ? std::nullopt : n.declaredIfUnknown(1);
  if (!wanted)
    wanted = n.listAttrOrInput("shape", n.opset < 5 ? ~0u : 1);
  if (!wanted)
    return n.failed() ? failure() : n.invalid("the shape is missing");
  FailureOr<Shape> shape = resolveReshape(n, Emitter::shape(x), *wanted, n.attrInt("allowzero", 0) != 0);
  return failed(shape) ? failure() : n.result(n.e.reshape(x, *shape));
}

LogicalResult importFlatten(Call &n) {
  Value x = n.in(0);
  Dims shape = Emitter::shape(x);
  int64_t rank = shape.size(), axis = n.attrInt("axis", 1);
  axis = axis < 0 ? axis + rank : axis;
  if (axis < 0 || axis > rank)
    return n.invalid("axis " + Twine(axis) + " is out of range for a rank of " + Twine(rank));
  return n.result(n.e.reshape(x, {numElements(shape.take_front(axis)), numElements(shape.drop_front(axis))}));
}

LogicalResult importSqueeze(Call &n) {
  Value x = n.in(0);
  if (std::optional<Shape> shape = n.declaredIfUnknown(1))
    return n.result(n.e.reshape(x, *shape));
  std::optional<Shape> axes = n.listAttrOrInput("axes", n.opset < 13 ? ~0u : 1);
  Shape dims = axes ? n.normalizeDims(*axes, Emitter::rank(x)) : Shape();
  Shape shape;
  for (auto [i, size] : llvm::enumerate(Emitter::shape(x))) {
    bool drops = axes ? llvm::is_contained(dims, int64_t(i)) : size == 1;
    if (drops && size != 1)
      return n.invalid("dim " + Twine(i) + " has size " + Twine(size) + ", but has to have size 1");
    if (!drops)
      shape.push_back(size);
  }
  return n.failed() ? failure() : n.result(n.e.reshape(x, shape));
}

LogicalResult importUnsqueeze(Call &n) {
  Value x = n.in(0);
  if (std::optional<Shape> shape = n.declaredIfUnknown(1))
    return n.result(n.e.reshape(x, *shape));
  std::optional<Shape> axes = n.listAttrOrInput("axes", n.opset < 13 ? ~0u : 1);
  if (!axes)
    return n.failed() ? failure() : n.invalid("the axes are missing");
  int64_t rank = Emitter::rank(x) + axes->size();
  if (rank > 64)
    return n.invalid("gives a rank of " + Twine(rank));
  Shape dims = n.normalizeDims(*axes, rank), shape;
  Dims rest = Emitter::shape(x);
  for (int64_t i = 0; i < rank && !n.failed(); ++i) {
    bool isNew = llvm::is_contained(dims, i);
    shape.push_back(isNew ? 1 : rest.front());
    if (!isNew)
      rest = rest.drop_front();
  }
  return n.failed() ? failure() : n.result(n.e.reshape(x, shape));
}

/// Two-way: sizes of 1 on either side are broadcast.
LogicalResult importExpand(Call &n) {
  Value x = n.in(0);
  std::optional<Shape> wanted = n.declaredIfUnknown(1);
  if (!wanted)
    wanted = n.listAttrOrInput("the shape", 1);
  if (!wanted)
    return failure();
  if (!isValidShape(*wanted))
    return n.invalid("the shape is not possible");
  std::optional<Shape> shape = broadcastShapes(Emitter::shape(x), *wanted);
  return shape ? n.result(n.e.broadcast(x, *shape)) : n.invalid("the operand does not fit the shape");
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Float to 8-bit float with saturation: what is beyond the largest number becomes it.
Value saturate(Call &n, Value x, Type element) {
  auto type = dyn_cast<FloatType>(element);
  if (!type || type.getWidth() > 8 || !Emitter::isFloat(x))
    return x;
  double largest = llvm::APFloat::getLargest(type.getFloatSemantics()).convertToDouble();
  return n.e.clamp(x, -largest, largest);
}

/// Where ONNX says more than the dialect's cast. Without saturation E4M3FN gives NaN beyond its largest
/// number; NaN, which E2M1 lacks, becomes -0; what int4 cannot hold becomes 0.
Value castTo(Call &n, Value x, Type element) {
  if (!Emitter::isFloat(x))
    return n.e.cast(x, element);
  if (element.isSignlessInteger(4)) {
    Value fits = n.e.compare(CompareFn::Eq, x, n.e.clamp(x, -8.0, 7.0));
    return n.e.cast(n.e.select(fits, x, n.e.like(x, 0)), element);
  }
  if (isa<Float4E2M1FNType>(element))
    return n.e.cast(n.e.select(n.e.unary(UnaryFn::IsNan, x), n.e.like(x, -0.0), x), element);
  bool saturates = n.attrInt("saturate", 1) != 0;
  if (saturates || !isa<Float8E4M3FNType>(element))
    return n.e.cast(saturates ? saturate(n, x, element) : x, element);
  // 448 and what rounds to it is representable; the next number would be 480.
  Value beyond = n.e.compareNumber(CompareFn::Gt, n.e.unary(UnaryFn::Abs, x), 464);
  Value marked = n.e.select(beyond, n.e.like(x, std::numeric_limits<double>::quiet_NaN()), x);
  return n.e.cast(marked, element);
}

LogicalResult importCast(Call &n) {
  Type element = n.elementType(n.attrInt("to", 0));
  if (n.failed())
    return failure();
  return n.result(castTo(n, n.in(0), element));
}

/// Between integers of one width the bits are those of the cast; a bool is a byte of 0 or 1.
LogicalResult importBitCast(Call &n) {
  Type from = Emitter::element(n.in(0)), to = n.elementType(n.attrInt("to", 0));
  if (n.failed())
    return failure();
  auto bits = [](Type type) { return type.isInteger(1) ? 8 : type.getIntOrFloatBitWidth(); };
  if (bits(from) != bits(to))
    return n.invalid("the types have to have one width");
  if (from == to || (isa<IntegerType>(from) && isa<IntegerType>(to) && !to.isInteger(1)))
    return n.result(n.e.cast(n.in(0), to));
  if (to.isInteger(1) || !llvm::is_contained({8u, 16u, 32u}, to.getIntOrFloatBitWidth()))
    return n.refuse("reads bits as a bool, or those of floats of 4 or 64 bits");
  Value x = from.isInteger(1) ? n.e.cast(n.in(0), n.e.b.getIntegerType(8, /*isSigned=*/false)) : n.in(0);
  return n.result(n.e.make<BitcastOp>(withElement(x.getType(), to), x));
}

LogicalResult importCastLike(Call &n) { return n.result(castTo(n, n.in(0), Emitter::element(n.in(1)))); }

//===----------------------------------------------------------------------===//
// Generated values
//===----------------------------------------------------------------------===//

LogicalResult importRange(Call &n) {
  Value bounds[] = {n.in(0), n.in(1), n.in(2)};
  Type element = Emitter::element(bounds[0]);
  std::vector<double> numbers;
  std::vector<int64_t> integers;
  for (Value bound : bounds) {
    std::optional<Tensor> known = n.e.constant(bound);
    if (Emitter::element(bound) != element || Emitter::count(bound) != 1)
      return n.invalid("start, limit and delta have to be single numbers of one type");
    if (!known) {
      // Only the number of elements has to be known.
      std::optional<Shape> shape = n.declaredShape(0);
      if (!shape || shape->size() != 1)
        return n.unknown("the number of elements");
      Value start = n.e.broadcast(n.e.reshape(bounds[0], {}), *shape);
      Value step = n.e.broadcast(n.e.reshape(bounds[2], {}), *shape);
      return n.result(n.e.add(start, n.e.mul(n.e.iota(*shape, 0, element), step)));
    }
    numbers.push_back(known->numbers()[0]);
    if (!known->isFloat())
      integers.push_back(known->ints()[0]);
  }
  double count = std::ceil((numbers[1] - numbers[0]) / numbers[2]);
  if (numbers[2] == 0 || !(count < double(kMaxElements)))
    return n.invalid("the delta gives no end");
  int64_t size = std::max<int64_t>(int64_t(count), 0);
  Value iota = n.e.iota({size}, 0, element);
  if (integers.empty())
    return n.result(n.e.addNumber(n.e.mulNumber(iota, numbers[2]), numbers[0]));
  Value delta = n.e.fullInt({size}, element, integers[2]), start = n.e.fullInt({size}, element, integers[0]);
  return n.result(n.e.add(n.e.mul(iota, delta), start));
}

LogicalResult importEyeLike(Call &n) {
  Value x = n.in(0);
  if (!n.requireRank(x, 2, 2))
    return failure();
  Type element = n.hasAttr("dtype") ? n.elementType(n.attrInt("dtype", 0)) : Emitter::element(x);
  if (n.failed())
    return failure();
  Dims shape = Emitter::shape(x);
  Value row = n.e.iota(shape, 0, n.e.i64()), column = n.e.iota(shape, 1, n.e.i64());
  Value shifted = n.e.add(row, n.e.fullInt(shape, n.e.i64(), n.attrInt("k", 0)));
  return n.result(n.e.cast(n.e.compare(CompareFn::Eq, shifted, column), element));
}

} // namespace

ArrayRef<Operator> neuron::onnx::shapeOperators() {
  static const Operator rows[] = {
      {"BitCast", 26, 0, 1, importBitCast},
      {"Cast", 6, 0, 1, importCast},           {"CastLike", 15, 0, 2, importCastLike},
      {"Constant", 1, 0, 0, importConstant},   {"ConstantOfShape", 9, 0, 1, importConstantOfShape},
      {"Expand", 8, 0, 2, importExpand},       {"EyeLike", 9, 0, 1, importEyeLike},
      {"Flatten", 1, 0, 1, importFlatten},     {"Range", 11, 0, 3, importRange},
      {"Reshape", 1, 0, 1, importReshape},     {"Shape", 1, 0, 1, importShape},
      {"Size", 1, 0, 1, importSize},           {"Squeeze", 1, 0, 1, importSqueeze},
      {"Unsqueeze", 1, 0, 1, importUnsqueeze},
  };
  return rows;
}

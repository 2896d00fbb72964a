//===- Quantized.cpp - explicit quantisation ------------------------------===//
#include "OpHelpers.h"
#include "neuronc/Support/ElementType.h"

using namespace mlir;
using namespace llvm;

namespace neuron::pt2 {
namespace {

/// The ends of an integer type's range.
std::pair<int64_t, int64_t> rangeOf(Type element) {
  unsigned width = element.getIntOrFloatBitWidth();
  if (element.isUnsignedInteger())
    return {0, (int64_t(1) << width) - 1};
  return {-(int64_t(1) << (width - 1)), (int64_t(1) << (width - 1)) - 1};
}

/// Scale and zero point as rank-0 tensors, or one of each per slice of `axis`.
struct Parameters {
  Value scale, zeroPoint;
  IntegerAttr axis;
};

Parameters perTensor(Call &c, Type element) {
  return {c.e.full({}, c.e.b.getF32Type(), c.number("scale")), c.e.fullInt({}, element, c.integer("zero_point")), {}};
}

Parameters perChannel(Call &c, Type element, Value x) {
  int64_t axis = c.dim("axis", c.e.rank(x));
  Value scale = c.e.cast(c.tensor("scales"), c.e.b.getF32Type());
  Value zeroPoint = c.has("zero_points") ? c.e.cast(c.tensor("zero_points"), element) : Value();
  return {scale, zeroPoint, c.e.b.getI64IntegerAttr(axis)};
}

/// Rounded and saturated; a range smaller than the type's is cut afterwards.
Value quantize(Call &c, llvm::function_ref<Parameters(Type)> parameters) {
  Type element = c.elementTypeArg("dtype");
  Value x = c.tensor("input");
  int64_t low = c.integer("quant_min"), high = c.integer("quant_max");
  if (c.failed() || !element.isInteger() || element.getIntOrFloatBitWidth() > 32 || !c.e.isFloat(x))
    return c.failed() ? Value() : c.refuse("quantisation to this type");
  Parameters p = parameters(element);
  if (c.failed())
    return {};
  Value q = QuantizeOp::create(c.e.b, c.e.loc, RankedTensorType::get(c.e.shape(x), element), widened(c, x), p.scale,
                               p.zeroPoint, p.axis);
  auto [least, most] = rangeOf(element);
  return low <= least && high >= most ? q : c.e.clamp(q, double(low), double(high));
}

Value quantizePerTensor(Call &c) {
  return quantize(c, [&](Type element) { return perTensor(c, element); });
}
Value quantizePerChannel(Call &c) {
  return quantize(c, [&](Type element) { return perChannel(c, element, c.tensor("input")); });
}

Value dequantize(Call &c, const Parameters &p) {
  Value x = c.tensor("input");
  Type element = c.resultElement();
  if (c.failed())
    return {};
  auto type = RankedTensorType::get(c.e.shape(x), c.e.b.getF32Type());
  return c.e.cast(DequantizeOp::create(c.e.b, c.e.loc, type, x, p.scale, p.zeroPoint, p.axis), element);
}

Value dequantizePerTensor(Call &c) { return dequantize(c, perTensor(c, c.e.element(c.tensor("input")))); }
Value dequantizePerChannel(Call &c) {
  Value x = c.tensor("input");
  return dequantize(c, perChannel(c, c.e.element(x), x));
}

#define RANGE "int quant_min, int quant_max, ScalarType dtype"

const OpRow rows[] = {
    {"quantized_decomposed.quantize_per_tensor(Tensor input, float scale, int zero_point, " RANGE ")",
     quantizePerTensor},
    {"quantized_decomposed.dequantize_per_tensor(Tensor input, float scale, int zero_point, " RANGE
     ", *, ScalarType? out_dtype=None)",
     dequantizePerTensor},
    {"quantized_decomposed.quantize_per_channel(Tensor input, Tensor scales, Tensor zero_points, int axis, " RANGE ")",
     quantizePerChannel},
    {"quantized_decomposed.dequantize_per_channel(Tensor input, Tensor scales, Tensor? zero_points, int axis, " RANGE
     ", *, ScalarType? out_dtype=None)",
     dequantizePerChannel},
};

} // namespace

ArrayRef<OpRow> quantizedOps() { return rows; }

} // namespace neuron::pt2

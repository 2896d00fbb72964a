//===- Attention.cpp - scaled dot product attention -----------------------===//
#include "ElementTypes.h"
#include "OpHelpers.h"

using namespace mlir;
using namespace llvm;

namespace neuron::pt2 {
namespace {

/// Brings [.., S, D] to [B, H, S, D]: leading dims are joined or added.
Value toFourDims(Call &c, Value x, Dims batch) {
  Shape shape{numElements(batch.drop_back(std::min<size_t>(batch.size(), 1))),
              batch.empty() ? 1 : batch.back()};
  append_range(shape, c.e.shape(x).take_back(2));
  return c.requireShape(shape) ? c.e.reshape(x, shape) : Value();
}

/// A mask that broadcasts to [batch.., Sq, Sk] as one of rank 4 with dims of size one.
Value maskToFourDims(Call &c, Value mask, Dims batch) {
  Shape shape(c.e.shape(mask));
  while (shape.size() < std::max<size_t>(batch.size() + 2, 4))
    shape.insert(shape.begin(), 1);
  if (shape.size() == 4)
    return c.e.reshape(mask, shape);
  // More leading dims than two: those that q has joined must be joined here.
  Shape full(batch.drop_back(1));
  append_range(full, Dims(shape).take_back(3));
  Value expanded = c.broadcastTo(c.e.reshape(mask, shape), full);
  Shape joined{numElements(batch.drop_back(1))};
  append_range(joined, Dims(full).take_back(3));
  return expanded && c.requireShape(joined) ? c.e.reshape(expanded, joined) : Value();
}

Value expandBatch(Call &c, Value x, Dims batch) {
  Shape shape(batch);
  append_range(shape, c.e.shape(x).take_back(2));
  return c.broadcastTo(x, shape);
}

Value attention(Call &c) {
  Value q = c.tensor("query"), k = c.tensor("key"), v = c.tensor("value");
  if (c.number("dropout_p") != 0)
    return c.refuse("dropout inside attention");
  if (!c.requireRank(q, 2) || !c.requireRank(k, c.e.rank(q), c.e.rank(q)) ||
      !c.requireRank(v, c.e.rank(q), c.e.rank(q)))
    return {};
  Shape batch(c.e.shape(q).drop_back(2)), kvBatch(c.e.shape(k).drop_back(2));
  if (!c.flag("enable_gqa") && batch != kvBatch) { // plain broadcasting of leading dims
    auto joined = broadcastShapes(batch, kvBatch);
    if (!joined)
      return c.invalid("the leading dims of query and key do not fit");
    batch = kvBatch = *joined;
    q = expandBatch(c, q, batch);
    k = expandBatch(c, k, batch);
    v = c.failed() ? v : expandBatch(c, v, batch);
  }
  if (c.failed())
    return {};
  Shape resultShape(c.e.shape(q));
  resultShape.back() = c.e.size(v, -1);
  double scale =
      c.has("scale") ? c.number("scale") : 1 / std::sqrt(double(std::max<int64_t>(c.e.size(q, -1), 1)));
  Value mask = c.optionalTensor("attn_mask");
  if (mask && !isBool(c.e.element(mask)))
    mask = c.e.cast(mask, c.e.element(q));
  if (mask)
    mask = maskToFourDims(c, mask, batch);
  q = toFourDims(c, q, batch);
  k = toFourDims(c, k, kvBatch);
  v = toFourDims(c, v, kvBatch);
  if (c.failed())
    return {};
  auto op = AttentionOp::create(c.e.b, c.e.loc, q, k, v, mask, APFloat(scale), c.flag("is_causal"),
                                /*causal_offset=*/0, /*softcap=*/APFloat(0.0));
  return c.e.reshape(op, resultShape);
}

/// The internal forms also give what a backward pass needs.
LogicalResult attentionWithExtras(Call &c) {
  Value result = attention(c);
  for (unsigned i = 1; i < c.numResults(); ++i)
    c.unavailable(i, "statistics");
  return result ? c.result(0, result) : failure();
}

const OpRow rows[] = {
    {"scaled_dot_product_attention(Tensor query, Tensor key, Tensor value, Tensor? attn_mask=None, float "
     "dropout_p=0.0, bool is_causal=False, *, float? scale=None, bool enable_gqa=False)",
     attention},
    {"_scaled_dot_product_attention_math(Tensor query, Tensor key, Tensor value, Tensor? attn_mask=None, "
     "float dropout_p=0.0, bool is_causal=False, Tensor? dropout_mask=None, *, float? scale=None, bool "
     "enable_gqa=False)",
     attentionWithExtras},
    {"_scaled_dot_product_flash_attention_for_cpu(Tensor query, Tensor key, Tensor value, float "
     "dropout_p=0.0, bool is_causal=False, *, Tensor? attn_mask=None, float? scale=None, bool "
     "enable_gqa=False)",
     attentionWithExtras},
};

} // namespace

ArrayRef<OpRow> attentionOps() { return rows; }

} // namespace neuron::pt2

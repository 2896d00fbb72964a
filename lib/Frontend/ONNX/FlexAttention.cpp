//===- FlexAttention.cpp - attention with graphs between its steps --------===//

#include "Call.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::onnx;

namespace {

/// What the graph of attribute `name` makes of `x`, whose type it keeps; `x` without one.
FailureOr<Value> modified(Call &n, StringRef name, Value x) {
  if (!n.hasAttr(name))
    return x;
  const GraphProto *graph = n.attrGraph(name);
  if (!graph)
    return failure();
  std::string prefix = (cast<NameLoc>(n.loc).getName().getValue() + "." + name + "/").str();
  FailureOr<std::vector<Entry>> results =
      n.importer.importGraph(*graph, n.scope, {{Entry::Tensor, {x}}}, n.loc, prefix);
  if (failed(results))
    return failure();
  if (results->size() != 1 || results->front().kind != Entry::Tensor ||
      results->front().values[0].getType() != x.getType())
    return n.invalid("the graph " + name + " has to give one tensor of its operand's type");
  return results->front().values[0];
}

LogicalResult importFlexAttention(Call &n) {
  Emitter &e = n.e;
  Value q = n.in(0), k = n.in(1), v = n.in(2);
  for (Value value : {q, k, v})
    if (!n.requireRank(value, 4, 4))
      return failure();
  int64_t batch = Emitter::size(q, 0), heads = Emitter::size(q, 1), queries = Emitter::size(q, 2), size = Emitter::size(q, 3);
  int64_t keyHeads = Emitter::size(k, 1), keys = Emitter::size(k, 2);
  if (keyHeads < 1 || heads % keyHeads != 0)
    return n.invalid(Twine(keyHeads) + " key heads do not divide " + Twine(heads));
  Type result = Emitter::element(v);
  int64_t precision = n.attrInt("softmax_precision", 0);
  Type element = precision ? n.elementType(precision) : result.isF64() ? result : e.f32();
  if (n.failed())
    return failure();
  // Query heads that share a key head lie behind each other: the group is part of the length.
  Shape grouped{batch, keyHeads, heads / keyHeads * queries, size};
  Value scores = e.dot(e.reshape(e.cast(q, element), grouped), e.cast(k, element), {0, 1}, {0, 1}, {3}, {3});
  scores = e.mulNumber(e.reshape(scores, {batch, heads, queries, keys}),
                       n.attrFloat("scale", 1 / std::sqrt(double(size))));
  FailureOr<Value> changed = modified(n, "score_mod", scores);
  if (failed(changed) || n.failed())
    return failure();
  changed = modified(n, "prob_mod", e.make<SoftmaxOp>(*changed, 3));
  if (failed(changed) || n.failed())
    return failure();
  grouped[3] = keys;
  Value y = e.dot(e.reshape(*changed, grouped), e.cast(v, element), {0, 1}, {0, 1}, {3}, {2});
  return n.result(e.cast(e.reshape(y, {batch, heads, queries, Emitter::size(v, 3)}), result));
}

} // namespace

ArrayRef<Operator> neuron::onnx::flexAttentionOperators() {
  static const Operator rows[] = {{"ai.onnx.preview.FlexAttention", 1, 0, 3, importFlexAttention}};
  return rows;
}

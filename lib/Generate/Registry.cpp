//===- Registry.cpp - which generator emits which op ----------------------===//
//
// One row for each op or kernel. Composites without a row are decomposed before
// they come here.
//
//===----------------------------------------------------------------------===//

#include "Generators.h"

using namespace neuron;
using namespace mlir;

namespace {
struct Row {
  StringLiteral name; ///< of an op, or of a neuron.kernel's generator
  Generator generator;
};
} // namespace

static constexpr Row rows[] = {
    {"elementwise", generateElementwise},
    {"neuron.unary", generateElementwise},
    {"neuron.binary", generateElementwise},
    {"neuron.compare", generateElementwise},
    {"neuron.select", generateElementwise},
    {"neuron.clamp", generateElementwise},
    {"neuron.cast", generateElementwise},
    {"contraction", generateDotGeneral},
    {"neuron.dot_general", generateDotGeneral},
    {"neuron.attention", generateAttention},
    {"neuron.reduce", generateReduce},
    {"neuron.softmax", generateSoftmax},
    {"neuron.log_softmax", generateLogSoftmax},
    {"neuron.layer_norm", generateLayerNorm},
    {"neuron.rms_norm", generateRmsNorm},
    {"neuron.group_norm", generateGroupNorm},
    {"neuron.concat", generateConcat},
    {"neuron.pad", generatePad},
    {"neuron.iota", generateIota},
    {"neuron.dynamic_slice", generateDynamicSlice},
    {"neuron.dynamic_update_slice", generateDynamicUpdateSlice},
    {"neuron.gather", generateGather},
    {"neuron.gather_elements", generateGatherElements},
    {"neuron.scatter", generateScatter},
    {"neuron.scatter_elements", generateScatterElements},
    {"neuron.arg_reduce", generateArgReduce},
    {"neuron.sort", generateSort},
    {"neuron.top_k", generateTopK},
    {"neuron.cumulative", generateCumulative},
    {"neuron.linear_scan", generateLinearScan},
    {"neuron.pool", generatePool},
    {"neuron.conv", generateConv},
    {"convolution", generateConv},
};

Generator neuron::findGenerator(Operation *op) {
  StringRef name = op->getName().getStringRef();
  if (auto kernel = dyn_cast<KernelOp>(op))
    name = kernel.getGenerator();
  for (const Row &row : rows)
    if (row.name == name)
      return row.generator;
  return nullptr;
}

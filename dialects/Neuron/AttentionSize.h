//===- AttentionSize.h - attention that keeps rows of scores ----*- C++ -*-===//
//
// Whether, and how, an attention over many keys can keep the scores of 128
// queries on chip: asked before it is decomposed and when code is generated.
//
//===----------------------------------------------------------------------===//
#ifndef NEURON_DIALECTS_NEURON_ATTENTIONSIZE_H
#define NEURON_DIALECTS_NEURON_ATTENTIONSIZE_H

#include "dialects/Neuron/Neuron.h"

namespace neuron {

/// Keys of a panel are a multiple of this.
inline constexpr int64_t kPanelStep = 2048;

/// How many keys' scores `sbufBytes` of a partition hold beside all keys and
/// values, while the panels before and after are worked on; 0 if the attention
/// has another form: masks, no or long heads, rows that see no key.
inline int64_t attentionPanel(AttentionOp op, int64_t sbufBytes) {
  auto type = [](mlir::Value value) { return mlir::cast<mlir::RankedTensorType>(value.getType()); };
  mlir::RankedTensorType k = type(op.getK()), v = type(op.getV());
  mlir::Type element = k.getElementType();
  int64_t keys = k.getDimSize(2), depth = k.getDimSize(3), values = v.getDimSize(3);
  bool isFloat = element.isF32() || element.isBF16() || element.isF16();
  if (!isFloat || op.getMask() || op.getSoftcap().convertToDouble() > 0 || op.getScale().convertToDouble() <= 0 ||
      type(op.getQ()).getDimSize(2) < 2 || depth == 0 || depth > 128 || values == 0 || values > 512 || keys == 0)
    return 0;
  if (op.getCausal() && (op.getCausalOffset() < 0 || op.getWindow() == 0))
    return 0;
  int64_t bytes = element.getIntOrFloatBitWidth() / 8;
  constexpr int64_t other = 20 << 10; // queries, results, bounds
  int64_t left = sbufBytes - other - keys * bytes - (keys + 127) / 128 * values * bytes;
  // Two rows of scores, one of exponentials, two of those transposed.
  int64_t panel = left / (2 * 4 + 3 * bytes) / kPanelStep * kPanelStep;
  return std::max<int64_t>(panel, 0);
}

} // namespace neuron

#endif // NEURON_DIALECTS_NEURON_ATTENTIONSIZE_H

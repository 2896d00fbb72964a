//===- ConvProblem.cpp - what all convolutions share ----------------------===//

#include "ConvProblem.h"

using namespace neuron;
using namespace mlir;

static WindowGeometry geometryOf(ConvOp op) {
  ArrayRef<int64_t> kernel = op.getW().getType().getShape().drop_front(2);
  WindowGeometry g;
  g.in = WindowGeometry::place(op.getX().getType().getShape().drop_front(2), 1);
  g.out = WindowGeometry::place(op.getResult().getType().getShape().drop_front(2), 1);
  g.kernel = WindowGeometry::place(kernel, 1);
  g.dilation = WindowGeometry::place(op.getDilations(), 1);
  g.lo = WindowGeometry::place(op.getPadsLo(), 0);
  g.hi = WindowGeometry::place(op.getPadsHi(), 0);
  g.stride = WindowGeometry::place(op.getStrides(), 1);
  if (!op.getTransposed())
    return g;
  g.inputStep = g.stride;
  g.stride = {1, 1, 1};
  for (unsigned i = 0; i < 3; ++i) {
    g.lo[i] = g.dilation[i] * (g.kernel[i] - 1) - g.lo[i];
    // What the outputs read ends the padding, output_padding included.
    g.hi[i] = g.span(i, g.out[i]) - (g.lo[i] + (g.in[i] - 1) * g.inputStep[i] + 1);
  }
  return g;
}

static DType productType(DType image, DType weights) {
  return image == weights && isFloat(weights) ? weights : DType::F32;
}

ConvProblem::ConvProblem(Lowering &lowering, Epilogue &epilogue)
    : lowering(lowering), epilogue(epilogue), op(cast<ConvOp>(epilogue.root())), g(geometryOf(op)), groups(op.getGroups()),
      channels(op.getX().getType().getDimSize(1) / groups), outputs(op.getResult().getType().getDimSize(1) / groups) {
  image = asImage(lowering.rows(epilogue.outer(op.getX())));
  type = productType(image.storage, lowering.view(epilogue.outer(op.getW())).storage);
  SmallVector<TensorView> places;
  for (Value result : epilogue.results())
    places.push_back(asImage(lowering.result(result)));
  epilogue.writeTo(places);
  out = places.front();
}

TensorView ConvProblem::orderedWeights() const {
  bool isTransposed = op.getTransposed();
  TensorView w = asImage(lowering.view(epilogue.outer(op.getW()))).split(0, isTransposed ? channels : outputs);
  // [group, outputs, channels, D, H, W], or with channels first.
  return isTransposed ? w.reverse({3, 4, 5}).transpose({0, 1, 3, 4, 5, 2}) : w.transpose({0, 2, 3, 4, 5, 1});
}

TensorView ConvProblem::dense(const TensorView &view) const {
  if (view.isWeight())
    return lowering.resolve(view, type);
  TensorView copy = lowering.scratch(view.storage, view.sizes);
  lowering.kernel(op, "copy", 0, [&](TileBuilder &b) { b.copy(copy, view); });
  return copy;
}

TensorView ConvProblem::window(const TensorView &view, const Offset &n, const Offset &output, int64_t count,
                               const Offset &depth, const Offset &row, int64_t rows, const Offset &column,
                               int64_t width) const {
  TensorView part = view.at(0, n).window(0, output, count).at(1, depth);
  return part.window(1, row, rows).window(2, column, width);
}

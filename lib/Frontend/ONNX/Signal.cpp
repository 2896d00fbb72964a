//===- Signal.cpp - transforms and windows --------------------------------===//

#include "Call.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::onnx;

namespace {

constexpr double kPi = 3.14159265358979323846;
/// A transform is a product with a matrix of this many rows at most.
constexpr int64_t kMaxLength = 1 << 12;

/// cos or sin of 2 pi i j / length as a matrix [rows, columns], times `factor`.
Value trigMatrix(Call &n, int64_t rows, int64_t columns, int64_t length, bool isSine, double factor,
                 Type element) {
  std::vector<double> values;
  values.reserve(rows * columns);
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < columns; ++j) {
      double angle = 2 * kPi * double(i * j % length) / double(length);
      values.push_back(factor * (isSine ? std::sin(angle) : std::cos(angle)));
    }
  return n.e.floats(values, {rows, columns}, element);
}

/// `x` along `dim` with `size` elements: cut off, or zeros at the end.
Value resizeDim(Call &n, Value x, int64_t dim, int64_t size) {
  int64_t have = Emitter::size(x, dim);
  if (have >= size)
    return n.e.sliceDim(x, dim, 0, size);
  Shape lo(Emitter::rank(x), 0), hi(Emitter::rank(x), 0);
  hi[dim] = size - have;
  return n.e.pad(x, lo, hi);
}

/// A transform along `axis` of a value whose last dim holds the real or the real and imaginary part.
struct Transform {
  int64_t axis, length;
  bool isInverse, isOneSided;
};

/// Product with `matrix` [in, out] along `axis`, which keeps its place.
Value along(Call &n, Value x, Value matrix, int64_t axis) {
  Value product = n.e.dot(x, matrix, {}, {}, {axis}, {0});
  Shape perm = llvm::to_vector(llvm::seq<int64_t>(0, Emitter::rank(x) - 1));
  perm.insert(perm.begin() + axis, Emitter::rank(x) - 1);
  return n.e.transpose(product, perm);
}

/// Real values from the first half of their spectrum: the other half is its mirror image.
Value inverseOneSided(Call &n, Value real, Value imag, const Transform &t) {
  int64_t have = t.length / 2 + 1;
  real = resizeDim(n, real, t.axis, have);
  imag = resizeDim(n, imag, t.axis, have);
  std::vector<double> cosines, sines;
  for (int64_t i = 0; i < have; ++i)
    for (int64_t j = 0; j < t.length; ++j) {
      double angle = 2 * kPi * double(i * j % t.length) / double(t.length);
      double factor = (i == 0 || 2 * i == t.length ? 1.0 : 2.0) / double(t.length);
      cosines.push_back(factor * std::cos(angle));
      sines.push_back(-factor * std::sin(angle));
    }
  Type element = Emitter::element(real);
  Value a = along(n, real, n.e.floats(cosines, {have, t.length}, element), t.axis);
  Value b = along(n, imag, n.e.floats(sines, {have, t.length}, element), t.axis);
  return n.e.unsqueeze(n.e.add(a, b), Emitter::rank(a));
}

LogicalResult transform(Call &n, Value x, const Transform &t, Value &result) {
  int64_t last = Emitter::rank(x) - 1, parts = Emitter::size(x, last);
  if (t.length < 1 || t.length > kMaxLength)
    return n.refuse("of length " + Twine(t.length) + "; 1 to " + Twine(kMaxLength) + " are supported");
  if (parts != 1 && parts != 2)
    return n.invalid("the last dim has to hold real or real and imaginary parts");
  Type element = Emitter::element(x);
  if (!isa<FloatType>(element))
    return n.invalid("has to be of floats");
  Value real = n.e.selectDim(x, last, 0), imag = parts == 2 ? n.e.selectDim(x, last, 1) : Value();
  if (t.isInverse && t.isOneSided) {
    result = inverseOneSided(n, real, imag ? imag : n.e.like(real, 0), t);
    return success();
  }
  int64_t count = t.isOneSided ? t.length / 2 + 1 : t.length;
  double factor = t.isInverse ? 1.0 / double(t.length) : 1.0;
  real = resizeDim(n, real, t.axis, t.length);
  Value cosine = trigMatrix(n, t.length, count, t.length, false, factor, element);
  Value sine = trigMatrix(n, t.length, count, t.length, true, t.isInverse ? factor : -factor, element);
  // (real + i imag) (cos + i sin)
  Value re = along(n, real, cosine, t.axis), im = along(n, real, sine, t.axis);
  if (imag) {
    imag = resizeDim(n, imag, t.axis, t.length);
    re = n.e.sub(re, along(n, imag, sine, t.axis));
    im = n.e.add(im, along(n, imag, cosine, t.axis));
  }
  result = n.e.concat({n.e.unsqueeze(re, last), n.e.unsqueeze(im, last)}, last);
  return success();
}

/// One number known at import, or `otherwise` without the operand.
FailureOr<int64_t> knownInt(Call &n, unsigned i, StringRef what, int64_t otherwise) {
  if (!n.has(i))
    return otherwise;
  FailureOr<Shape> list = n.knownInts(i, what);
  if (failed(list) || list->size() != 1)
    return n.failed() ? failure() : n.invalid(what + " has to be one number");
  return list->front();
}

LogicalResult importDft(Call &n) {
  Value x = n.in(0);
  if (!n.requireRank(x, 2))
    return failure();
  FailureOr<int64_t> axis =
      n.opset < 20 ? FailureOr<int64_t>(n.attrInt("axis", 1)) : knownInt(n, 2, "the axis", -2);
  if (failed(axis))
    return failure();
  Transform t;
  t.axis = n.normalizeDim(*axis, Emitter::rank(x));
  t.isInverse = n.attrInt("inverse", 0) != 0;
  t.isOneSided = n.attrInt("onesided", 0) != 0;
  if (n.failed() || t.axis == Emitter::rank(x) - 1)
    return n.failed() ? failure() : n.invalid("the axis must not be the last one");
  int64_t size = Emitter::size(x, t.axis);
  FailureOr<int64_t> length =
      knownInt(n, 1, "the length", t.isInverse && t.isOneSided ? 2 * (size - 1) : size);
  if (failed(length))
    return failure();
  t.length = *length;
  Value result;
  return succeeded(transform(n, x, t, result)) ? n.result(result) : failure();
}

/// [batch, signal, parts] to [batch, frames, frequencies, 2]: frames by gather, then the window, then the
/// transform.
LogicalResult importStft(Call &n) {
  Value x = n.in(0), window = n.in(2);
  if (Emitter::rank(x) == 2)
    x = n.e.unsqueeze(x, 2);
  FailureOr<int64_t> step = knownInt(n, 1, "frame_step", 0);
  if (!n.requireRank(x, 3, 3) || failed(step))
    return failure();
  int64_t signal = Emitter::size(x, 1);
  FailureOr<int64_t> length = knownInt(n, 3, "frame_length", window ? Emitter::count(window) : signal);
  if (failed(length))
    return failure();
  if (*step < 1 || *length < 1 || *length > signal)
    return n.invalid("frame_step and frame_length do not fit a signal of " + Twine(signal));
  int64_t frames = (signal - *length) / *step + 1;
  if (!isValidShape({frames, *length}))
    return n.invalid("has too many frames");
  Value places = n.e.add(n.e.mulNumber(n.e.iota({frames, *length}, 0, n.e.i64()), double(*step)),
                         n.e.iota({frames, *length}, 1, n.e.i64()));
  Value framed = n.e.gather(x, places, 1); // [batch, frames, length, parts]
  if (window) {
    if (!n.requireRank(window, 1, 1))
      return failure();
    framed = n.e.mul(framed, n.e.broadcastAlong(window, 2, Emitter::shape(framed)));
  }
  Transform t{2, *length, false, n.attrInt("onesided", 1) != 0};
  Value result;
  if (n.failed() || failed(transform(n, framed, t, result)))
    return failure();
  return n.result(result);
}

/// a0 + a1 cos(2 pi i / d) + a2 cos(4 pi i / d), where d is the size, less one unless periodic.
LogicalResult window(Call &n, double a0, double a1, double a2) {
  std::optional<Shape> declared = n.declaredIfUnknown(0);
  FailureOr<int64_t> size =
      declared && declared->size() == 1 ? FailureOr<int64_t>((*declared)[0]) : knownInt(n, 0, "the size", 0);
  if (failed(size))
    return failure();
  Type element = n.elementType(n.attrInt("output_datatype", 1));
  if (n.failed() || *size < 0 || *size > (1 << 20))
    return n.failed() ? failure() : n.invalid("the size is out of range");
  double period = n.attrInt("periodic", 1) ? double(*size) : double(*size - 1);
  std::vector<double> values;
  for (int64_t i = 0; i < *size; ++i)
    values.push_back(a0 + a1 * std::cos(2 * kPi * i / period) + a2 * std::cos(4 * kPi * i / period));
  return n.result(n.e.cast(n.e.floats(values, {*size}, n.e.b.getF64Type()), element));
}

LogicalResult importHannWindow(Call &n) { return window(n, 0.5, -0.5, 0); }
LogicalResult importHammingWindow(Call &n) { return window(n, 25.0 / 46, -21.0 / 46, 0); }
LogicalResult importBlackmanWindow(Call &n) { return window(n, 0.42, -0.5, 0.08); }

/// Triangles over the bins of a spectrum, equally spaced in mel.
LogicalResult importMelWeightMatrix(Call &n) {
  FailureOr<int64_t> bins = knownInt(n, 0, "num_mel_bins", 0), length = knownInt(n, 1, "dft_length", 0);
  FailureOr<int64_t> rate = knownInt(n, 2, "sample_rate", 0);
  if (failed(bins) || failed(length) || failed(rate))
    return failure();
  FailureOr<SmallVector<double>> low = n.knownNumbers(3, "lower_edge_hertz"),
                                 high = n.knownNumbers(4, "upper_edge_hertz");
  Type element = n.elementType(n.attrInt("output_datatype", 1));
  if (failed(low) || failed(high) || n.failed())
    return failure();
  int64_t rows = *length / 2 + 1;
  if (*bins < 1 || *bins > 4096 || *length < 1 || *length > (1 << 20) || *rate < 1 || low->size() != 1 ||
      high->size() != 1)
    return n.invalid("has an operand out of range");
  auto toMel = [](double hertz) { return 2595 * std::log10(1 + hertz / 700); };
  double first = toMel((*low)[0]), spacing = (toMel((*high)[0]) - first) / double(*bins + 2);
  std::vector<int64_t> edges;
  for (int64_t i = 0; i < *bins + 2; ++i) {
    double hertz = 700 * (std::pow(10, (first + double(i) * spacing) / 2595) - 1);
    double bin = std::floor(double(*length + 1) * hertz / double(*rate));
    if (!(bin >= 0 && bin < double(rows)))
      return n.invalid("the upper edge lies beyond the spectrum");
    edges.push_back(int64_t(bin));
  }
  std::vector<double> values(rows * *bins);
  for (int64_t i = 0; i < *bins; ++i) {
    int64_t left = edges[i], centre = edges[i + 1], right = edges[i + 2];
    if (left == centre)
      values[centre * *bins + i] = 1;
    for (int64_t j = left; j <= centre && left < centre; ++j)
      values[j * *bins + i] = double(j - left) / double(centre - left);
    for (int64_t j = centre; j < right; ++j)
      values[j * *bins + i] = double(right - j) / double(right - centre);
  }
  return n.result(n.e.cast(n.e.floats(values, {rows, *bins}, n.e.b.getF64Type()), element));
}

} // namespace

ArrayRef<Operator> neuron::onnx::signalOperators() {
  static const Operator rows[] = {
      {"BlackmanWindow", 17, 0, 1, importBlackmanWindow},   {"DFT", 17, 0, 1, importDft},
      {"HammingWindow", 17, 0, 1, importHammingWindow},     {"HannWindow", 17, 0, 1, importHannWindow},
      {"MelWeightMatrix", 17, 0, 5, importMelWeightMatrix}, {"STFT", 17, 0, 2, importStft},
  };
  return rows;
}

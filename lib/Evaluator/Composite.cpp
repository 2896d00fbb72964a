//===- Composite.cpp - softmax, normalisations, attention -----------------===//

#include "Internal.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::eval;

/// Softmax, or its logarithm, of `length` numbers that lie `stride` apart.
static void softmaxLine(double *x, int64_t length, int64_t stride, bool isLog) {
  double most = -std::numeric_limits<double>::infinity(), sum = 0;
  for (int64_t i = 0; i < length; ++i)
    most = applyBinary(BinaryFn::Max, most, x[i * stride]);
  for (int64_t i = 0; i < length; ++i)
    sum += std::exp(x[i * stride] - most);
  for (int64_t i = 0; i < length; ++i) {
    double &value = x[i * stride];
    value = isLog ? value - most - std::log(sum) : std::exp(value - most) / sum;
  }
}

static Tensor softmaxAlong(const Tensor &x, int64_t dim, bool isLog) {
  std::vector<double> values = x.floats();
  forEachLine(x.shape(), dim, [&](int64_t start, int64_t stride) {
    softmaxLine(values.data() + start, x.dim(dim), stride, isLog);
  });
  return Tensor::fromFloats(x.type(), values);
}

Tensor eval::evalSoftmax(SoftmaxOp op, Operands in) { return softmaxAlong(*in[0], op.getDim(), false); }

Tensor eval::evalLogSoftmax(LogSoftmaxOp op, Operands in) { return softmaxAlong(*in[0], op.getDim(), true); }

/// Subtracts the mean (unless it is not wanted) and divides by the deviation.
static void normalise(MutableArrayRef<double> x, double epsilon, bool subtractsMean) {
  double mean = 0, squares = 0;
  for (double value : x)
    mean += value;
  mean = subtractsMean && !x.empty() ? mean / x.size() : 0.0;
  for (double &value : x) {
    value -= mean;
    squares += value * value;
  }
  double factor = 1 / std::sqrt(squares / x.size() + epsilon);
  for (double &value : x)
    value *= factor;
}

/// Normalises runs of `length` numbers, then x * scale + bias, where parameter
/// i of `count` serves runs of `span` numbers in turn.
static Tensor normaliseRuns(const Tensor &x, int64_t length, double epsilon, bool subtractsMean,
                            const Tensor *scale, const Tensor *bias, int64_t count, int64_t span) {
  std::vector<double> values = x.floats(), factor, offset;
  if (scale)
    factor = scale->floats();
  if (bias)
    offset = bias->floats();
  for (size_t at = 0; length > 0 && at < values.size(); at += length)
    normalise(MutableArrayRef<double>(values).slice(at, length), epsilon, subtractsMean);
  for (size_t i = 0; i < values.size(); ++i) {
    size_t parameter = i / span % count;
    values[i] = values[i] * (scale ? factor[parameter] : 1.0) + (bias ? offset[parameter] : 0.0);
  }
  return Tensor::fromFloats(x.type(), values);
}

Tensor eval::evalLayerNorm(LayerNormOp op, const Tensor &x, const Tensor *scale, const Tensor *bias) {
  int64_t length = sizeOf(x.shape().drop_front(op.getAxis()));
  return normaliseRuns(x, length, op.getEpsilon().convertToDouble(), true, scale, bias, length, 1);
}

Tensor eval::evalRmsNorm(RmsNormOp op, Operands in) {
  int64_t length = sizeOf(in[0]->shape().drop_front(op.getAxis()));
  return normaliseRuns(*in[0], length, op.getEpsilon().convertToDouble(), false,
                       in.size() > 1 ? in[1] : nullptr, nullptr, length, 1);
}

Tensor eval::evalGroupNorm(GroupNormOp op, const Tensor &x, const Tensor *scale, const Tensor *bias) {
  int64_t channels = x.dim(1), plane = sizeOf(x.shape().drop_front(2));
  return normaliseRuns(x, channels / op.getGroups() * plane, op.getEpsilon().convertToDouble(), true, scale,
                       bias, channels, plane);
}

Tensor eval::evalBatchNorm(BatchNormOp op, Operands in) {
  const Tensor &x = *in[0];
  std::vector<double> values = x.floats(), scale = in[1]->floats();
  std::vector<double> bias = in[2]->floats(), mean = in[3]->floats();
  std::vector<double> var = in[4]->floats();
  double epsilon = op.getEpsilon().convertToDouble();
  int64_t channels = x.dim(1), plane = sizeOf(x.shape().drop_front(2));
  for (size_t i = 0; i < values.size(); ++i) {
    size_t c = i / plane % channels;
    values[i] = (values[i] - mean[c]) / std::sqrt(var[c] + epsilon) * scale[c] + bias[c];
  }
  return Tensor::fromFloats(x.type(), values);
}

namespace {
/// One mask value for each score, whatever dims were broadcast.
class Mask {
public:
  Mask(const Tensor *tensor) {
    if (!tensor)
      return;
    values = tensor->numbers();
    isBool = tensor->element().isInteger(1);
    strides = stridesOf(tensor->shape());
    for (auto [stride, dim] : llvm::zip_equal(strides, tensor->shape()))
      if (dim == 1)
        stride = 0;
  }
  bool keeps(int64_t b, int64_t h, int64_t i, int64_t j) const { return !isBool || at(b, h, i, j) != 0; }
  double added(int64_t b, int64_t h, int64_t i, int64_t j) const {
    return values.empty() || isBool ? 0.0 : at(b, h, i, j);
  }

private:
  double at(int64_t b, int64_t h, int64_t i, int64_t j) const {
    return values[b * strides[0] + h * strides[1] + i * strides[2] + j * strides[3]];
  }
  std::vector<double> values;
  SmallVector<int64_t> strides;
  bool isBool = false;
};
} // namespace

static bool isInCausalWindow(AttentionOp op, int64_t query, int64_t key) {
  if (!op.getCausal())
    return true;
  int64_t last = query + int64_t(op.getCausalOffset());
  int64_t window = op.getWindow();
  return key <= last && (window < 0 || key > last - window);
}

/// Scores of one query with all keys; -inf for those that are masked.
static std::vector<double> scoresOf(AttentionOp op, const double *query, const double *keys, int64_t count,
                                    int64_t width) {
  double cap = op.getSoftcap().convertToDouble();
  std::vector<double> scores(count);
  for (int64_t j = 0; j < count; ++j) {
    double sum = 0;
    for (int64_t d = 0; d < width; ++d)
      sum += query[d] * keys[j * width + d];
    sum *= op.getScale().convertToDouble();
    scores[j] = cap > 0 ? cap * std::tanh(sum / cap) : sum;
  }
  return scores;
}

/// result += softmax(scores) * values; nothing if every score is -inf.
static void weightedSum(std::vector<double> &scores, const double *values, int64_t width, double *result) {
  if (llvm::all_of(scores, [](double s) { return std::isinf(s) && s < 0; }))
    return;
  softmaxLine(scores.data(), scores.size(), 1, false);
  for (size_t j = 0; j < scores.size(); ++j)
    for (int64_t d = 0; d < width && scores[j] != 0; ++d)
      result[d] += scores[j] * values[j * width + d];
}

Tensor eval::evalAttention(AttentionOp op, Operands in) {
  const Tensor &q = *in[0], &k = *in[1], &v = *in[2];
  std::vector<double> queries = q.floats(), keys = k.floats();
  std::vector<double> values = v.floats();
  Mask mask(in.size() > 3 ? in[3] : nullptr);
  RankedTensorType type = typeOf(op.getResult());
  std::vector<double> result(type.getNumElements());
  int64_t heads = q.dim(1), rows = q.dim(2), width = q.dim(3);
  int64_t keyHeads = k.dim(1), count = k.dim(2), out = v.dim(3), at = 0;
  forEachIndex(q.shape().drop_back(), [&](Shape index) {
    int64_t b = index[0], h = index[1], i = index[2];
    int64_t head = b * keyHeads + h / (heads / keyHeads);
    std::vector<double> scores = scoresOf(op, queries.data() + ((b * heads + h) * rows + i) * width,
                                          keys.data() + head * count * width, count, width);
    for (int64_t j = 0; j < count; ++j) {
      bool keeps = mask.keeps(b, h, i, j) && isInCausalWindow(op, i, j);
      scores[j] = keeps ? scores[j] + mask.added(b, h, i, j) : -std::numeric_limits<double>::infinity();
    }
    weightedSum(scores, values.data() + head * count * out, out, result.data() + at);
    at += out;
  });
  return Tensor::fromFloats(type, result);
}

/// For each element of `x` the index of its scale.
template <typename OpT> static size_t parameterOf(OpT op, const Tensor &x, size_t element) {
  if (!op.getAxis())
    return 0;
  int64_t axis = *op.getAxis();
  return element / sizeOf(x.shape().drop_front(axis + 1)) % x.dim(axis);
}

Tensor eval::evalQuantize(QuantizeOp op, Operands in) {
  const Tensor &x = *in[0];
  RankedTensorType type = typeOf(op.getResult());
  Type element = type.getElementType();
  std::vector<double> values = x.floats(), scale = in[1]->floats(), zero;
  if (in.size() > 2)
    zero = in[2]->numbers();
  bool isFloat = isa<FloatType>(element), isUnsigned = element.isUnsignedInteger();
  unsigned width = element.getIntOrFloatBitWidth();
  double lo = 0, hi = 0;
  if (isFloat) {
    hi = APFloat::getLargest(cast<FloatType>(element).getFloatSemantics()).convertToDouble();
    lo = -hi;
  } else {
    lo = isUnsigned ? 0.0 : -std::ldexp(1.0, width - 1);
    hi = std::ldexp(1.0, isUnsigned ? width : width - 1) - 1;
  }
  std::vector<int64_t> ints(isFloat ? 0 : values.size());
  for (size_t i = 0; i < values.size(); ++i) {
    size_t p = parameterOf(op, x, i);
    // The quotient is that of the element type, as the frameworks compute it.
    double q = roundToElement(values[i] / scale[p], x.element());
    q = (isFloat ? q : std::nearbyint(q)) + (zero.empty() ? 0.0 : zero[p]);
    values[i] = applyBinary(BinaryFn::Min, applyBinary(BinaryFn::Max, q, lo), hi);
    if (!isFloat)
      ints[i] = std::isnan(values[i]) ? 0 : int64_t(values[i]);
  }
  return isFloat ? Tensor::fromFloats(type, values) : Tensor::fromInts(type, ints);
}

Tensor eval::evalDequantize(DequantizeOp op, Operands in) {
  const Tensor &x = *in[0];
  std::vector<double> values = x.numbers(), scale = in[1]->floats(), zero;
  if (in.size() > 2)
    zero = in[2]->numbers();
  for (size_t i = 0; i < values.size(); ++i) {
    size_t p = parameterOf(op, x, i);
    values[i] = (values[i] - (zero.empty() ? 0.0 : zero[p])) * scale[p];
  }
  return Tensor::fromFloats(typeOf(op.getResult()), values);
}

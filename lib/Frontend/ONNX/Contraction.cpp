//===- Contraction.cpp - sums of products ---------------------------------===//

#include "Quantization.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::onnx;

namespace {

LogicalResult importMatMul(Call &n) { return n.result(n.e.matmul(n.in(0), n.in(1))); }

/// alpha * A' * B' + beta * C
LogicalResult importGemm(Call &n) {
  Value a = n.in(0), b = n.in(1), c = n.in(2);
  if (!n.requireRank(a, 2, 2) || !n.requireRank(b, 2, 2))
    return failure();
  int64_t aContract = n.attrInt("transA", 0) ? 0 : 1, bContract = n.attrInt("transB", 0) ? 1 : 0;
  Value product = n.e.mulNumber(n.e.dot(a, b, {}, {}, {aContract}, {bContract}), n.attrFloat("alpha", 1));
  double beta = n.attrFloat("beta", 1);
  if (!c || beta == 0)
    return n.result(product);
  return n.result(n.e.add(product, n.e.broadcast(n.e.mulNumber(c, beta), Emitter::shape(product))));
}

LogicalResult importMatMulInteger(Call &n) {
  Value a = n.in(0), b = n.in(1);
  Value lhs = lessZeroPoint(n, a, n.in(2), std::max<int64_t>(Emitter::rank(a) - 2, 0));
  Value rhs = lessZeroPoint(n, b, n.in(3), Emitter::rank(b) - 1);
  return n.result(n.e.matmul(lhs, rhs));
}

//===----------------------------------------------------------------------===//
// Einsum
//===----------------------------------------------------------------------===//

/// A tensor whose dims are named: letters, and digits for the dims of an ellipsis.
struct Term {
  Value value;
  std::string labels;
};

/// Splits "ij,jk->ik"; the result is empty without an arrow, which `hasArrow` tells.
bool splitEquation(StringRef equation, SmallVectorImpl<std::string> &inputs, std::string &output,
                   bool &hasArrow) {
  std::string compact;
  for (char c : equation)
    if (c != ' ')
      compact += c;
  auto [left, right] = StringRef(compact).split("->");
  hasArrow = StringRef(compact).contains("->");
  output = right.str();
  SmallVector<StringRef> parts;
  left.split(parts, ',');
  for (StringRef part : parts)
    inputs.push_back(part.str());
  return true;
}

/// Replaces the ellipsis by the last `rank` of the digits; false if the rest is no list of letters.
bool expandLabels(std::string &labels, int64_t ellipsisRank, int64_t maxRank) {
  size_t place = labels.find("...");
  if (place != std::string::npos) {
    std::string digits;
    for (int64_t i = maxRank - ellipsisRank; i < maxRank; ++i)
      digits += char('0' + i);
    labels.replace(place, 3, digits);
  }
  return llvm::all_of(labels, [](char c) { return llvm::isAlpha(c) || (c >= '0' && c <= '9'); });
}

int64_t letters(StringRef labels) { return llvm::count_if(labels, llvm::isAlpha); }

/// Takes the diagonal of dims with the same label.
bool takeDiagonals(Call &n, Term &term) {
  for (size_t i = 0; i < term.labels.size(); ++i) {
    size_t j = term.labels.find(term.labels[i], i + 1);
    if (j == std::string::npos)
      continue;
    Shape shape(Emitter::shape(term.value));
    if (shape[i] != shape[j])
      return false;
    // Multiply by the identity matrix over both dims, then sum one away.
    Value row = n.e.iota(shape, i, n.e.i64()), column = n.e.iota(shape, j, n.e.i64());
    Value zero = n.e.like(term.value, 0);
    Value masked = n.e.select(n.e.compare(CompareFn::Eq, row, column), term.value, zero);
    term.value = n.e.reduce(ReduceFn::Add, masked, {int64_t(j)});
    term.labels.erase(j, 1);
    --i;
  }
  return true;
}

/// Sums the dims whose label is in none of `keep`.
void sumOthers(Call &n, Term &term, StringRef keep) {
  Shape dims;
  std::string left;
  for (auto [i, label] : llvm::enumerate(term.labels)) {
    if (keep.contains(label))
      left += label;
    else
      dims.push_back(i);
  }
  term.value = n.e.reduce(ReduceFn::Add, term.value, dims);
  term.labels = left;
}

/// Dims of size one are broadcast to the size that the label has elsewhere.
bool matchSizes(Call &n, Term &a, Term &b) {
  for (Term *pair : {&a, &b}) {
    Term &self = *pair, &other = pair == &a ? b : a;
    Shape shape(Emitter::shape(self.value)), dims;
    for (auto [i, label] : llvm::enumerate(self.labels)) {
      dims.push_back(i);
      size_t place = other.labels.find(label);
      if (place != std::string::npos && shape[i] == 1)
        shape[i] = Emitter::size(other.value, place);
    }
    if (Dims(shape) != Emitter::shape(self.value))
      self.value = n.e.broadcastInDim(self.value, dims, shape);
  }
  for (auto [i, label] : llvm::enumerate(a.labels)) {
    size_t place = b.labels.find(label);
    if (place != std::string::npos && Emitter::size(a.value, i) != Emitter::size(b.value, place))
      return false;
  }
  return true;
}

/// Contracts two terms; labels in `keep` survive.
bool contract(Call &n, Term &a, Term b, StringRef keep) {
  std::string left = keep.str() + b.labels, right = keep.str() + a.labels;
  sumOthers(n, a, left);
  sumOthers(n, b, right);
  if (!matchSizes(n, a, b))
    return false;
  Shape lhsBatch, rhsBatch, lhsContract, rhsContract;
  std::string labels, lhsFree, rhsFree;
  for (auto [i, label] : llvm::enumerate(a.labels)) {
    size_t place = b.labels.find(label);
    if (place == std::string::npos) {
      lhsFree += label;
    } else if (keep.contains(label)) {
      labels += label;
      lhsBatch.push_back(i);
      rhsBatch.push_back(place);
    } else {
      lhsContract.push_back(i);
      rhsContract.push_back(place);
    }
  }
  for (char label : b.labels)
    if (a.labels.find(label) == std::string::npos)
      rhsFree += label;
  a.value = n.e.dot(a.value, b.value, lhsBatch, rhsBatch, lhsContract, rhsContract);
  a.labels = labels + lhsFree + rhsFree;
  return true;
}

/// Without an arrow: the ellipsis, then the labels that occur once, in alphabetical order.
std::string implicitOutput(ArrayRef<std::string> inputs) {
  std::string all = llvm::join(inputs, ""), result;
  for (char c = '0'; c <= '9'; ++c)
    if (StringRef(all).contains(c))
      result += c;
  for (char c = 'A'; c <= 'z'; ++c)
    if (llvm::isAlpha(c) && StringRef(all).count(c) == 1)
      result += c;
  return result;
}

LogicalResult importEinsum(Call &n) {
  SmallVector<Value> values = n.allIn();
  SmallVector<std::string> inputs;
  std::string output;
  bool hasArrow;
  splitEquation(n.attrString("equation", ""), inputs, output, hasArrow);
  if (n.failed())
    return failure();
  if (inputs.size() != values.size())
    return n.invalid("the equation has " + Twine(inputs.size()) + " terms for " + Twine(values.size()) +
                     " operands");
  int64_t maxEllipsis = 0;
  for (auto [labels, value] : llvm::zip(inputs, values))
    if (StringRef(labels).contains("..."))
      maxEllipsis = std::max(maxEllipsis, Emitter::rank(value) - letters(labels));
  if (maxEllipsis > 10)
    return n.refuse("has an ellipsis of more than 10 dims");
  SmallVector<Term> terms;
  for (auto [labels, value] : llvm::zip(inputs, values)) {
    if (!expandLabels(labels, Emitter::rank(value) - letters(labels), maxEllipsis) ||
        int64_t(labels.size()) != Emitter::rank(value))
      return n.invalid("the equation does not fit an operand of rank " + Twine(Emitter::rank(value)));
    terms.push_back({value, labels});
    if (!takeDiagonals(n, terms.back()))
      return n.invalid("dims of the same label differ in size");
  }
  if (!hasArrow)
    output = implicitOutput(inputs);
  else if (!expandLabels(output, maxEllipsis, maxEllipsis))
    return n.invalid("the equation's result is no list of letters");
  Term result = terms[0];
  for (size_t i = 1; i < terms.size(); ++i) {
    std::string keep = output;
    for (size_t j = i + 1; j < terms.size(); ++j)
      keep += terms[j].labels;
    if (!contract(n, result, terms[i], keep))
      return n.invalid("dims of the same label differ in size");
  }
  sumOthers(n, result, output);
  Shape perm;
  for (char label : output) {
    size_t place = result.labels.find(label);
    if (place == std::string::npos || llvm::is_contained(perm, int64_t(place)))
      return n.invalid(Twine("the result's label '") + Twine(label) + "' is unknown or repeated");
    perm.push_back(place);
  }
  return n.result(n.e.transpose(result.value, perm));
}

} // namespace

ArrayRef<Operator> neuron::onnx::contractionOperators() {
  static const Operator rows[] = {
      {"Einsum", 12, 0, 1, importEinsum},
      {"Gemm", 1, 0, 2, importGemm},
      {"MatMul", 1, 0, 2, importMatMul},
      {"MatMulInteger", 10, 0, 2, importMatMulInteger},
  };
  return rows;
}

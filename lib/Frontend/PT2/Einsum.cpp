//===- Einsum.cpp - products in index notation ----------------------------===//
//
// Operands are joined from left to right. Each carries one label per dim; a dim
// written as part of "..." gets a label of its own, counted from the right.
//
//===----------------------------------------------------------------------===//
#include "OpHelpers.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace llvm;

namespace neuron::pt2 {
namespace {

using Labels = SmallVector<int>;
constexpr int kEllipsis = 256;

struct Term {
  Value value;
  Labels labels;
};

/// Labels of one operand's text; `hidden` dims stand for its "...".
std::optional<Labels> parseLabels(StringRef text, int64_t hidden) {
  Labels labels;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == ' ')
      continue;
    if (text.substr(i).starts_with("...")) {
      for (int64_t k = hidden; k-- > 0;)
        labels.push_back(kEllipsis + int(k));
      i += 2;
    } else if (isAlpha(text[i])) {
      labels.push_back(text[i]);
    } else {
      return std::nullopt;
    }
  }
  return labels;
}

int64_t countLetters(StringRef text) {
  return count_if(text, [](char c) { return isAlpha(c); });
}

/// Labels that occur once, in alphabetic order, after those of the ellipsis.
Labels implicitOutput(ArrayRef<Term> terms) {
  SmallVector<int> all, result;
  for (const Term &term : terms)
    append_range(all, term.labels);
  for (int label : all)
    if (label >= kEllipsis ? !is_contained(result, label) : count(all, label) == 1)
      result.push_back(label);
  llvm::sort(result, [](int a, int b) { return a >= kEllipsis || b >= kEllipsis ? a > b : a < b; });
  return result;
}

int64_t indexOf(const Labels &labels, int label) { return find(labels, label) - labels.begin(); }

/// Sums over the labels that nobody else needs.
Term reduceUnneeded(Call &c, Term term, llvm::function_ref<bool(int)> needed) {
  Shape dims;
  Labels kept;
  for (auto [i, label] : enumerate(term.labels)) {
    if (needed(label))
      kept.push_back(label);
    else
      dims.push_back(i);
  }
  return {c.e.reduce(ReduceFn::Add, term.value, dims), kept};
}

/// Drops dims of size one whose label is larger in the other term: they broadcast.
void dropBroadcast(Call &c, Term &term, const Term &other) {
  for (int64_t i = term.labels.size(); i-- > 0;) {
    int64_t place = indexOf(other.labels, term.labels[i]);
    if (place < int64_t(other.labels.size()) && c.e.size(term.value, i) == 1 &&
        c.e.size(other.value, place) != 1) {
      term.value = c.e.squeeze(term.value, i);
      term.labels.erase(term.labels.begin() + i);
    }
  }
}

Term join(Call &c, Term lhs, Term rhs, llvm::function_ref<bool(int)> needed) {
  dropBroadcast(c, lhs, rhs);
  dropBroadcast(c, rhs, lhs);
  lhs = reduceUnneeded(c, lhs, [&](int label) { return needed(label) || is_contained(rhs.labels, label); });
  rhs = reduceUnneeded(c, rhs, [&](int label) { return needed(label) || is_contained(lhs.labels, label); });
  Shape lhsBatch, rhsBatch, lhsContract, rhsContract;
  Term result;
  Labels lhsFree, rhsFree;
  for (auto [i, label] : enumerate(lhs.labels)) {
    int64_t place = indexOf(rhs.labels, label);
    if (place == int64_t(rhs.labels.size())) {
      lhsFree.push_back(label);
      continue;
    }
    if (c.e.size(lhs.value, i) != c.e.size(rhs.value, place))
      c.invalid("a label has two sizes");
    (needed(label) ? lhsBatch : lhsContract).push_back(i);
    (needed(label) ? rhsBatch : rhsContract).push_back(place);
    if (needed(label))
      result.labels.push_back(label);
  }
  for (int label : rhs.labels)
    if (!is_contained(lhs.labels, label))
      rhsFree.push_back(label);
  append_range(result.labels, lhsFree);
  append_range(result.labels, rhsFree);
  if (!c.failed())
    result.value = c.e.dot(lhs.value, rhs.value, lhsBatch, rhsBatch, lhsContract, rhsContract);
  return result;
}

/// Dims `first` and `second` (of one size n) become one, of the elements n + 1 apart.
Value diagonal(Call &c, Value x, int64_t first, int64_t second) {
  int64_t size = c.e.size(x, first);
  if (size != c.e.size(x, second))
    return c.invalid("a label has two sizes");
  Shape perm = dimsToFront({first, second}, c.e.rank(x));
  Value front = c.e.transpose(x, perm);
  Shape rest(c.e.shape(front).drop_front(2)), flat{size * size};
  append_range(flat, rest);
  return c.e.sliceDim(c.e.reshape(front, flat), 0, 0, size, size + 1);
}

/// A term without labels that it has twice: those name a diagonal.
Term diagonals(Call &c, Term term) {
  for (size_t i = 0; i < term.labels.size() && !c.failed(); ++i) {
    auto again = find(drop_begin(term.labels, i + 1), term.labels[i]);
    if (again == term.labels.end())
      continue;
    int label = term.labels[i];
    term.value = diagonal(c, term.value, i, again - term.labels.begin());
    term.labels.erase(again);
    term.labels.erase(term.labels.begin() + i);
    term.labels.insert(term.labels.begin(), label);
    i = size_t(-1); // labels have moved: from the start
  }
  return term;
}

/// The terms of an equation's left side, or nothing after an error.
std::optional<SmallVector<Term>> parseTerms(Call &c, StringRef inputs) {
  SmallVector<StringRef> texts;
  inputs.split(texts, ',');
  SmallVector<Value> operands = c.tensors("tensors");
  if (texts.size() != operands.size() || operands.empty())
    return c.invalid("the equation has another number of operands"), std::nullopt;
  SmallVector<Term> terms;
  for (auto [text, operand] : zip(texts, operands)) {
    int64_t hidden = text.contains("...") ? c.e.rank(operand) - countLetters(text) : 0;
    std::optional<Labels> labels = hidden < 0 ? std::nullopt : parseLabels(text, hidden);
    if (!labels || int64_t(labels->size()) != c.e.rank(operand))
      return c.invalid("the equation does not fit an operand"), std::nullopt;
    terms.push_back(diagonals(c, {operand, *labels}));
    if (c.failed())
      return std::nullopt;
  }
  return terms;
}

Value einsum(Call &c) {
  StringRef equation = c.string("equation");
  auto [inputs, outputText] = equation.split("->");
  std::optional<SmallVector<Term>> terms = parseTerms(c, inputs);
  if (!terms)
    return {};
  int64_t hidden = 0;
  for (const Term &term : *terms)
    hidden = std::max<int64_t>(hidden, count_if(term.labels, [](int label) { return label >= kEllipsis; }));
  std::optional<Labels> output =
      equation.contains("->") ? parseLabels(outputText, hidden) : implicitOutput(*terms);
  if (!output)
    return c.invalid("the equation's output has no meaning");
  Term joined = terms->front();
  for (size_t i = 1; i < terms->size(); ++i) {
    auto needed = [&](int label) {
      return is_contained(*output, label) ||
             any_of(ArrayRef<Term>(*terms).drop_front(i + 1),
                    [&](const Term &t) { return is_contained(t.labels, label); });
    };
    joined = join(c, joined, (*terms)[i], needed);
    if (c.failed())
      return {};
  }
  joined = reduceUnneeded(c, joined, [&](int label) { return is_contained(*output, label); });
  Shape perm;
  for (int label : *output)
    perm.push_back(indexOf(joined.labels, label));
  if (perm.size() != joined.labels.size() || is_contained(perm, int64_t(joined.labels.size())))
    return c.invalid("the equation's output has a label that no operand has");
  return c.e.transpose(joined.value, perm);
}

const OpRow rows[] = {{"einsum(str equation, Tensor[] tensors, *, int[]? path=None)", einsum}};

} // namespace

ArrayRef<OpRow> einsumOps() { return rows; }

} // namespace neuron::pt2

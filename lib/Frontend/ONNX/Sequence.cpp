//===- Sequence.cpp - sequences and optionals -----------------------------===//
//
// Both exist while the import runs only: what a sequence holds has to be known.
//
//===----------------------------------------------------------------------===//

#include "Call.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::onnx;

namespace {

/// The longest axis that is split into a sequence.
constexpr int64_t kMaxParts = 1 << 16;

/// The sequence that input 0 is; null, after a report, if it is none.
const Entry *sequence(Call &n) {
  const Entry *entry = n.entry(0);
  if (entry && entry->kind == Entry::Sequence)
    return entry;
  (void)n.invalid("input 0 has to be a sequence");
  return nullptr;
}

/// A position given by input `i`, or `otherwise` without it; -1, after a report, if out of range.
int64_t position(Call &n, unsigned i, int64_t size, int64_t otherwise) {
  if (!n.has(i))
    return otherwise;
  FailureOr<Shape> place = n.knownInts(i, "the position");
  if (failed(place))
    return -1;
  int64_t at = place->size() == 1 ? place->front() : INT64_MIN;
  at = at < 0 && at >= -size ? at + size : at;
  if (at >= 0 && at <= size)
    return at;
  (void)n.invalid("the position is out of range for " + Twine(size) + " elements");
  return -1;
}

LogicalResult importSequenceConstruct(Call &n) { return n.result(Entry{Entry::Sequence, n.allIn()}); }
LogicalResult importSequenceEmpty(Call &n) { return n.result(Entry{Entry::Sequence, {}}); }

LogicalResult importSequenceAt(Call &n) {
  const Entry *list = sequence(n);
  if (!list)
    return failure();
  int64_t size = list->values.size(), at = position(n, 1, size, 0);
  if (n.failed() || at >= size)
    return n.failed() ? failure()
                      : n.invalid("the position is out of range for " + Twine(size) + " elements");
  return n.result(list->values[at]);
}

LogicalResult importSequenceErase(Call &n) {
  const Entry *list = sequence(n);
  if (!list)
    return failure();
  int64_t size = list->values.size(), at = position(n, 1, size, size - 1);
  if (n.failed() || at < 0 || at >= size)
    return n.failed() ? failure()
                      : n.invalid("the position is out of range for " + Twine(size) + " elements");
  Entry result = *list;
  result.values.erase(result.values.begin() + at);
  return n.result(std::move(result));
}

LogicalResult importSequenceInsert(Call &n) {
  const Entry *list = sequence(n);
  if (!list)
    return failure();
  Value value = n.in(1);
  if (!value)
    return n.invalid("input 1 is missing");
  int64_t size = list->values.size(), at = position(n, 2, size, size);
  if (n.failed())
    return failure();
  Entry result = *list;
  result.values.insert(result.values.begin() + at, value);
  return n.result(std::move(result));
}

LogicalResult importSequenceLength(Call &n) {
  const Entry *list = sequence(n);
  return list ? n.result(n.e.fullInt({}, n.e.i64(), list->values.size())) : failure();
}

LogicalResult importConcatFromSequence(Call &n) {
  const Entry *list = sequence(n);
  if (!list || list->values.empty())
    return list ? n.invalid("the sequence is empty") : failure();
  bool isNew = n.attrInt("new_axis", 0) != 0;
  SmallVector<Value> values(list->values.begin(), list->values.end());
  int64_t rank = Emitter::rank(values[0]), axis = n.dimAttr("axis", 0, rank + isNew);
  if (n.failed())
    return failure();
  for (Value &value : values)
    if (isNew) {
      if (Emitter::rank(value) != rank)
        return n.invalid("the elements have different ranks");
      value = n.e.unsqueeze(value, axis);
    }
  return n.result(n.e.concat(values, axis));
}

/// Without sizes: slices of one element, without the axis unless keepdims.
LogicalResult importSplitToSequence(Call &n) {
  Value x = n.in(0);
  int64_t axis = n.dimAttr("axis", 0, Emitter::rank(x));
  if (n.failed())
    return failure();
  int64_t size = Emitter::size(x, axis);
  if (size > kMaxParts)
    return n.refuse("splits " + Twine(size) + " elements; " + Twine(kMaxParts) + " are supported");
  Shape sizes(n.has(1) ? 0 : size, 1);
  if (n.has(1)) {
    FailureOr<Shape> given = n.knownInts(1, "the split");
    if (failed(given))
      return failure();
    bool isScalar = Emitter::rank(n.in(1)) == 0;
    if (isScalar && given->front() < 1)
      return n.invalid("the split has to be positive");
    for (int64_t start = 0; isScalar && start < size; start += given->front())
      sizes.push_back(std::min(given->front(), size - start));
    if (!isScalar)
      sizes = *given;
  }
  Entry result{Entry::Sequence, {}};
  int64_t start = 0;
  for (int64_t part : sizes) {
    if (part < 0 || part > size - start)
      return n.invalid("the parts are not the " + Twine(size) + " elements of the axis");
    Value slice = n.e.sliceDim(x, axis, start, part);
    bool drops = !n.has(1) && n.attrInt("keepdims", 1) == 0;
    result.values.push_back(drops ? n.e.squeeze(slice, axis) : slice);
    start += part;
  }
  return n.result(std::move(result));
}

//===----------------------------------------------------------------------===//
// Optionals
//===----------------------------------------------------------------------===//

LogicalResult importOptional(Call &n) { return n.result(n.has(0) ? *n.entry(0) : Entry{Entry::Absent, {}}); }

LogicalResult importOptionalGetElement(Call &n) {
  return n.has(0) ? n.result(*n.entry(0)) : n.invalid("the optional is empty");
}

LogicalResult importOptionalHasElement(Call &n) { return n.result(n.e.full({}, n.e.i1(), n.has(0))); }

} // namespace

ArrayRef<Operator> neuron::onnx::sequenceOperators() {
  static const Operator rows[] = {
      {"ConcatFromSequence", 11, 0, 0, importConcatFromSequence},
      {"Optional", 15, 0, 0, importOptional},
      {"OptionalGetElement", 15, 0, 0, importOptionalGetElement},
      {"OptionalHasElement", 15, 0, 0, importOptionalHasElement},
      {"SequenceAt", 11, 0, 0, importSequenceAt},
      {"SequenceConstruct", 11, 0, 0, importSequenceConstruct},
      {"SequenceEmpty", 11, 0, 0, importSequenceEmpty},
      {"SequenceErase", 11, 0, 0, importSequenceErase},
      {"SequenceInsert", 11, 0, 0, importSequenceInsert},
      {"SequenceLength", 11, 0, 0, importSequenceLength},
      {"SplitToSequence", 11, 0, 1, importSplitToSequence},
  };
  return rows;
}

//===- Sizes.cpp - symbolic sizes made fixed ------------------------------===//
#include "Sizes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace neuron::pt2 {
namespace {

/// Sizes are searched up to here if the file gives no upper limit.
constexpr int64_t kLargestSize = int64_t(1) << 32;

Status contradiction(const Twine &what) { return Status(ErrorClass::Usage, 3508, what.str()); }
Status unknownName(const Twine &what) { return Status(ErrorClass::Usage, 3509, what.str()); }

std::string rangeText(std::pair<int64_t, int64_t> range) {
  std::string upper = range.second == kLargestSize ? "any" : std::to_string(range.second);
  return std::to_string(range.first) + " to " + upper;
}

/// Names of the inputs, for messages.
std::string inputNames(ArrayRef<SizedInput> inputs) {
  return join(map_range(inputs, [](const SizedInput &input) { return input.name.str(); }), ", ");
}

} // namespace

std::optional<size_t> findSizedInput(StringRef name, ArrayRef<SizedInput> inputs) {
  std::vector<std::string> names;
  for (const SizedInput &input : inputs)
    names.push_back(input.name.str());
  return findInput(name, names);
}

SymbolLookup Sizes::lookup() const {
  return [this](StringRef name) -> std::optional<int64_t> {
    auto it = values.find(name);
    return it == values.end() ? std::nullopt : std::optional<int64_t>(it->second);
  };
}

SmallVector<StringRef> Sizes::unbound(StringRef expr) const {
  SmallVector<StringRef> names;
  (void)evaluateExpression(expr, [&](StringRef name) -> std::optional<int64_t> {
    if (auto it = values.find(name); it != values.end())
      return it->second;
    if (!is_contained(names, name))
      names.push_back(name);
    return 1;
  });
  return names;
}

std::pair<int64_t, int64_t> Sizes::rangeOf(StringRef symbol) const {
  for (const RangeConstraint &range : ranges)
    if (plainSymbol(range.expr) == symbol)
      return {range.min.value_or(0), std::min(range.max.value_or(kLargestSize), kLargestSize)};
  return {0, kLargestSize};
}

Status Sizes::set(StringRef symbol, int64_t value) {
  auto [it, isNew] = values.try_emplace(symbol, value);
  if (!isNew && it->second != value)
    return contradiction("dimension '" + symbol + "' is fixed to " + Twine(it->second) + " and to " +
                         Twine(value));
  return Status();
}

Status Sizes::collect(ArrayRef<SizedInput> inputs) {
  auto collectFrom = [&](const SymSize &size) {
    if (!size.expr.empty())
      for (StringRef name : unbound(size.expr))
        if (!is_contained(symbols, name))
          symbols.push_back(name);
  };
  for (const SizedInput &input : inputs) {
    collectFrom(input.number);
    if (input.meta)
      for (const SymSize &size : input.meta->sizes)
        collectFrom(size);
  }
  return Status();
}

Status Sizes::bindDims(const ImportOptions &options) {
  for (const auto &[name, size] : options.dims) {
    if (!is_contained(symbols, StringRef(name)))
      return unknownName("the model has no dynamic dimension '" + name + "', but " +
                         (symbols.empty() ? "none" : join(symbols, ", ")));
    values[name] = size; // the last one counts
  }
  return Status();
}

Status Sizes::bindShape(const ImportOptions::Shape &fixed, const SizedInput &input) {
  if (!input.meta || input.meta->sizes.size() != fixed.dims.size())
    return contradiction("input '" + input.name + "' has " +
                         Twine(input.meta ? input.meta->sizes.size() : 0) + " dimensions, but " +
                         Twine(fixed.dims.size()) + " are given");
  for (auto [i, size, value] : enumerate(input.meta->sizes, fixed.dims)) {
    if (size.expr.empty() && size.value != value)
      return contradiction("dimension " + Twine(i) + " of input '" + input.name + "' is " +
                           Twine(size.value) + ", but " + Twine(value) + " is given");
    if (!size.expr.empty())
      pending.push_back({size.expr, value});
  }
  return Status();
}

Status Sizes::bindNumbers(ArrayRef<SizedInput> inputs, const ImportOptions &options) {
  for (const ImportOptions::Constant &fixed : options.constants) {
    std::optional<size_t> index = findSizedInput(fixed.input, inputs);
    if (!index)
      return unknownName("the model has no input '" + fixed.input + "', but " + inputNames(inputs));
    const SizedInput &input = inputs[*index];
    int64_t value;
    if (input.meta || input.number.expr.empty())
      continue;
    if (StringRef(fixed.text).getAsInteger(10, value))
      return contradiction("input '" + input.name + "' is an integer, but '" + fixed.text + "' is given");
    pending.push_back({input.number.expr, value});
  }
  return Status();
}

/// Plain symbols first; then expressions with one symbol left, until none is.
Status Sizes::solvePending() {
  std::vector<Pending> ordered;
  for (bool plain : {true, false})
    copy_if(pending, std::back_inserter(ordered),
            [&](const Pending &p) { return plainSymbol(p.expr).empty() != plain; });
  pending = std::move(ordered);
  for (bool progress = true; progress;) {
    progress = false;
    for (const Pending &entry : pending) {
      SmallVector<StringRef> left = unbound(entry.expr);
      if (left.size() != 1)
        continue;
      auto [lo, hi] = rangeOf(left.front());
      std::optional<int64_t> value =
          plainSymbol(entry.expr).empty()
              ? solveExpression(entry.expr, left.front(), entry.value, lo, hi, lookup())
              : entry.value;
      if (!value)
        return contradiction("no size '" + left.front() + "' (" + rangeText(rangeOf(left.front())) +
                             ") makes " + prettyExpression(entry.expr) + " equal to " + Twine(entry.value));
      if (Status status = set(left.front(), *value); !status)
        return status;
      progress = true;
    }
  }
  for (const Pending &entry : pending) {
    std::optional<int64_t> value = integer({0, entry.expr});
    if (value && *value != entry.value)
      return contradiction("dimension '" + prettyExpression(entry.expr) + "' is fixed to " + Twine(*value) +
                           " and to " + Twine(entry.value));
  }
  return Status();
}

Status Sizes::checkBound(ArrayRef<SizedInput> inputs) const {
  std::string text;
  for (StringRef symbol : symbols) {
    if (values.count(symbol))
      continue;
    text += (Twine(text.empty() ? "" : "; ") + "'" + symbol + "' (" + rangeText(rangeOf(symbol)) + ")").str();
    for (const SizedInput &input : inputs)
      if (input.meta)
        for (auto [i, size] : enumerate(input.meta->sizes))
          if (!size.expr.empty() && is_contained(unbound(size.expr), symbol))
            text += (", dimension " + Twine(i) + " of input '" + input.name + "' is " +
                     prettyExpression(size.expr))
                        .str();
  }
  if (text.empty())
    return Status();
  return Status(ErrorClass::Usage, 3507,
                "dynamic dimensions are not fixed (use --dim NAME=N or --shape INPUT=d0,d1,..): " + text);
}

Status Sizes::checkRanges() const {
  for (const RangeConstraint &range : ranges) {
    std::optional<int64_t> value = integer({0, range.expr});
    int64_t min = range.min.value_or(INT64_MIN), max = range.max.value_or(INT64_MAX);
    if (value && (*value < min || *value > max))
      return contradiction("dimension '" + prettyExpression(range.expr) + "' is " + Twine(*value) +
                           ", but must be " +
                           rangeText({range.min.value_or(0), range.max.value_or(kLargestSize)}));
  }
  return Status();
}

Status Sizes::bind(const Program &program, ArrayRef<SizedInput> inputs, const ImportOptions &options) {
  ranges = program.ranges;
  if (Status status = collect(inputs); !status)
    return status;
  if (Status status = bindDims(options); !status)
    return status;
  for (const ImportOptions::Shape &fixed : options.shapes) {
    std::optional<size_t> index = findSizedInput(fixed.input, inputs);
    if (!index)
      return unknownName("the model has no input '" + fixed.input + "', but " + inputNames(inputs));
    if (Status status = bindShape(fixed, inputs[*index]); !status)
      return status;
  }
  if (Status status = bindNumbers(inputs, options); !status)
    return status;
  if (Status status = solvePending(); !status)
    return status;
  if (Status status = checkBound(inputs); !status)
    return status;
  return checkRanges();
}

std::optional<Number> Sizes::evaluate(const SymSize &size) const {
  if (size.expr.empty())
    return Number::integer(size.value);
  Result<Number> number = evaluateExpression(size.expr, lookup());
  return number ? std::optional<Number>(*number) : std::nullopt;
}

std::optional<int64_t> Sizes::integer(const SymSize &size) const {
  std::optional<Number> number = evaluate(size);
  return number && number->isInteger() ? std::optional<int64_t>(number->num) : std::nullopt;
}

std::string Sizes::describe(const SymSize &size) const {
  StringRef symbol = size.expr.empty() ? StringRef() : plainSymbol(size.expr);
  if (symbol.empty())
    return "";
  auto [lo, hi] = rangeOf(symbol);
  return (symbol + ":" + Twine(lo) + ":" + (hi == kLargestSize ? "" : Twine(hi))).str();
}

} // namespace neuron::pt2

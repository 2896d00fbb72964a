//===- SymExpr.cpp - expressions over symbolic sizes ----------------------===//
#include "SymFunctions.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace neuron::pt2 {
namespace {

constexpr int kMaxDepth = 64;
using Maybe = MaybeNumber;

/// Parses and evaluates in one go, by precedence climbing.
class Evaluator {
public:
  Evaluator(StringRef text, const SymbolLookup &lookup) : text(text), rest(text), lookup(lookup) {}

  Result<Number> run() {
    Maybe value = parse(0);
    skipSpace();
    if (value && rest.empty())
      return *value;
    return error ? Status(ErrorClass::BadInput, 3504, ("cannot evaluate the size '" + text + "'").str())
                 : error;
  }

private:
  void skipSpace() { rest = rest.ltrim(); }
  bool accept(StringRef token) {
    skipSpace();
    return rest.consume_front(token);
  }

  /// Consumes an infix operator that binds at least as tightly as `level`.
  BinaryFunction acceptOperator(int level, int &next) {
    struct Row {
      StringRef token;
      int level;
      StringRef function;
    };
    static const Row rows[] = {{"**", 4, "Pow"},
                               {"//", 3, "FloorDiv"},
                               {"*", 3, "Mul"},
                               {"/", 3, "Rational"},
                               {"%", 3, "Mod"},
                               {"+", 2, "Add"},
                               {"<=", 1, "LessThan"},
                               {">=", 1, "GreaterThan"},
                               {"==", 1, "Eq"},
                               {"!=", 1, "Ne"},
                               {"<", 1, "StrictLessThan"},
                               {">", 1, "StrictGreaterThan"},
                               {"&", 0, "And"},
                               {"|", 0, "Or"}};
    skipSpace();
    if (level <= 2 && rest.consume_front("-")) {
      next = 3;
      return subtract;
    }
    for (const Row &row : rows) {
      if (row.level < level || !rest.consume_front(row.token))
        continue;
      next = row.level + (row.level != 4);
      return findBinary(row.function);
    }
    return nullptr;
  }

  Maybe parse(int level) {
    if (++depth > kMaxDepth)
      return std::nullopt;
    Maybe left = parsePrimary();
    int next = 0;
    while (left) {
      BinaryFunction function = acceptOperator(level, next);
      if (!function)
        break;
      Maybe right = parse(next);
      left = right ? function(*left, *right) : right;
    }
    --depth;
    return left;
  }

  Maybe parsePrimary() {
    skipSpace();
    if (rest.empty())
      return std::nullopt;
    if (accept("-")) {
      Maybe value = parse(4);
      return value ? negate(*value) : value;
    }
    if (accept("(")) {
      Maybe value = parse(0);
      return accept(")") ? value : std::nullopt;
    }
    if (rest.front() == '\'')
      return parseNumber(takeQuoted());
    if (isDigit(rest.front()))
      return parseNumber(take([](char c) { return isAlnum(c) || c == '.'; }));
    StringRef name = take([](char c) { return isAlnum(c) || c == '_' || c == '.'; });
    if (name.empty())
      return std::nullopt;
    return accept("(") ? parseCall(name) : symbol(name);
  }

  StringRef take(function_ref<bool(char)> belongs) {
    StringRef result = rest.take_while(belongs);
    rest = rest.drop_front(result.size());
    return result;
  }

  StringRef takeQuoted() {
    rest = rest.drop_front();
    auto [inside, after] = rest.split('\'');
    rest = after;
    return inside;
  }

  Maybe parseNumber(StringRef digits) {
    int64_t integer;
    double real;
    if (!digits.getAsInteger(10, integer) && integer != INT64_MIN)
      return Number::integer(integer);
    if (!digits.getAsDouble(real))
      return Number::floating(real);
    return std::nullopt;
  }

  Maybe symbol(StringRef name) {
    if (name == "true" || name == "True" || name == "false" || name == "False")
      return truth(name.lower() == "true");
    if (std::optional<int64_t> value = lookup(name); value && *value != INT64_MIN)
      return Number::integer(*value);
    if (error)
      error = Status(ErrorClass::Usage, 3507, ("the size '" + name + "' has no value").str());
    return std::nullopt;
  }

  /// Skips `, key=value` up to the closing bracket; such arguments are assumptions and precisions.
  bool skipKeywords() {
    while (accept(",")) {
      skipSpace();
      if (take([](char c) { return isAlnum(c) || c == '_'; }).empty() || !accept("="))
        return false;
      skipSpace();
      take([](char c) { return isAlnum(c) || c == '_' || c == '.'; });
    }
    return accept(")");
  }

  Maybe parseCall(StringRef name) {
    skipSpace();
    if (name == "Symbol" || name == "Dummy") {
      if (!rest.starts_with("'"))
        return std::nullopt;
      StringRef inside = takeQuoted();
      return skipKeywords() ? symbol(inside) : std::nullopt;
    }
    SmallVector<Number> args;
    do {
      Maybe value = parse(0);
      if (!value)
        return std::nullopt;
      args.push_back(*value);
      if (name == "Float")
        return skipKeywords() ? callFunction(name, args) : std::nullopt;
    } while (accept(","));
    return accept(")") ? callFunction(name, args) : std::nullopt;
  }

  StringRef text, rest;
  const SymbolLookup &lookup;
  Status error;
  int depth = 0;
};

} // namespace

Result<Number> evaluateExpression(StringRef text, const SymbolLookup &lookup) {
  return Evaluator(text, lookup).run();
}

std::optional<int64_t> solveExpression(StringRef text, StringRef symbol, int64_t wanted, int64_t lo,
                                       int64_t hi, const SymbolLookup &lookup) {
  auto at = [&](int64_t value) -> std::optional<Number> {
    Result<Number> result = evaluateExpression(
        text, [&](StringRef name) { return name == symbol ? std::optional<int64_t>(value) : lookup(name); });
    return result ? std::optional<Number>(*result) : std::nullopt;
  };
  while (lo < hi) {
    int64_t middle = lo + (hi - lo) / 2;
    std::optional<Number> value = at(middle);
    // Beyond the numbers that can be evaluated the expression is too large.
    if (value && compare(*value, Number::integer(wanted)) < 0)
      lo = middle + 1;
    else
      hi = middle;
  }
  std::optional<Number> value = at(lo);
  return value && compare(*value, Number::integer(wanted)) == 0 ? std::optional<int64_t>(lo) : std::nullopt;
}

StringRef plainSymbol(StringRef text) {
  text = text.trim();
  if (text.consume_front("Symbol('"))
    return text.split('\'').first;
  return all_of(text, [](char c) { return isAlnum(c) || c == '_'; }) && !text.empty() &&
                 !isDigit(text.front())
             ? text
             : StringRef();
}

/// The arguments of a call: what lies between its brackets, split at commas outside inner ones.
static SmallVector<StringRef> callArguments(StringRef inside) {
  SmallVector<StringRef> result;
  size_t begin = 0;
  int depth = 0;
  for (size_t i = 0; i <= inside.size(); ++i) {
    if (i == inside.size() || (inside[i] == ',' && depth == 0)) {
      result.push_back(inside.slice(begin, i).trim());
      begin = i + 1;
    } else {
      depth += (inside[i] == '(') - (inside[i] == ')');
    }
  }
  return result;
}

static std::string pretty(StringRef text, int depth) {
  auto [name, inside] = text.trim().split('(');
  if (!inside.consume_back(")") || depth > kMaxDepth)
    return text.str();
  SmallVector<StringRef> args = callArguments(inside);
  if (name == "Symbol" || name == "Integer")
    return args.front().trim('\'').str();
  if (name != "Mul" && name != "Add")
    return text.str();
  std::string result;
  for (StringRef arg : args) {
    std::string part = pretty(arg, depth + 1);
    bool bracket = name == "Mul" && arg.starts_with("Add(");
    result += (result.empty() ? "" : name == "Mul" ? "*" : " + ") + (bracket ? "(" + part + ")" : part);
  }
  return result;
}

std::string prettyExpression(StringRef text) { return pretty(text, 0); }

} // namespace neuron::pt2

//===- SymExpr.cpp - expressions over symbolic sizes ----------------------===//
#include "SymExpr.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>
#include <numeric>

using namespace llvm;

namespace neuron::pt2 {
namespace {

constexpr int kMaxDepth = 64;
using Maybe = std::optional<Number>; // nothing: overflow, division by zero, no meaning

/// The reduced fraction num / den.
Maybe fraction(int64_t num, int64_t den) {
  if (den == 0 || num == INT64_MIN || den == INT64_MIN)
    return std::nullopt;
  int64_t divisor = std::gcd(num, den) * (den < 0 ? -1 : 1);
  num /= divisor;
  den /= divisor;
  return Number{num, den, double(num) / double(den), true};
}

Maybe add(Number a, Number b) {
  if (!a.exact || !b.exact)
    return Number::floating(a.toDouble() + b.toDouble());
  int64_t left, right, sum, den;
  if (MulOverflow(a.num, b.den, left) || MulOverflow(b.num, a.den, right) || AddOverflow(left, right, sum) ||
      MulOverflow(a.den, b.den, den))
    return std::nullopt;
  return fraction(sum, den);
}

Maybe mul(Number a, Number b) {
  if (!a.exact || !b.exact)
    return Number::floating(a.toDouble() * b.toDouble());
  int64_t num, den;
  if (MulOverflow(a.num, b.num, num) || MulOverflow(a.den, b.den, den))
    return std::nullopt;
  return fraction(num, den);
}

Maybe negate(Number a) { return mul(a, Number::integer(-1)); }
Maybe sub(Number a, Number b) {
  Maybe minus = negate(b);
  return minus ? add(a, *minus) : std::nullopt;
}

Maybe div(Number a, Number b) {
  if (!a.exact || !b.exact)
    return Number::floating(a.toDouble() / b.toDouble());
  Maybe inverse = fraction(b.den, b.num);
  return inverse ? mul(a, *inverse) : std::nullopt;
}

Maybe floorOf(Number a) {
  if (a.exact)
    return Number::integer(a.num / a.den - (a.num % a.den < 0));
  if (!(std::fabs(a.real) < 9e18))
    return std::nullopt;
  return Number::integer(int64_t(std::floor(a.real)));
}

Maybe ceilOf(Number a) {
  Maybe minus = negate(a);
  Maybe floor = minus ? floorOf(*minus) : std::nullopt;
  return floor ? negate(*floor) : std::nullopt;
}

Maybe floorDiv(Number a, Number b) {
  Maybe quotient = div(a, b);
  return quotient ? floorOf(*quotient) : std::nullopt;
}

/// Python's remainder: the sign of the divisor.
Maybe mod(Number a, Number b) {
  Maybe quotient = floorDiv(a, b);
  Maybe whole = quotient ? mul(*quotient, b) : std::nullopt;
  return whole ? sub(a, *whole) : std::nullopt;
}

Maybe power(Number base, Number exponent) {
  if (!base.exact || !exponent.isInteger())
    return Number::floating(std::pow(base.toDouble(), exponent.toDouble()));
  if (std::abs(exponent.num) > 64)
    return std::nullopt;
  Maybe result = Number::integer(1);
  for (int64_t i = 0; i < std::abs(exponent.num) && result; ++i)
    result = mul(*result, base);
  return result && exponent.num < 0 ? div(Number::integer(1), *result) : result;
}

/// -1, 0, 1 as a is less than, equal to or greater than b.
int compare(Number a, Number b) {
  if (a.exact && b.exact) {
    __int128 left = __int128(a.num) * b.den, right = __int128(b.num) * a.den;
    return left < right ? -1 : left > right;
  }
  return a.toDouble() < b.toDouble() ? -1 : a.toDouble() > b.toDouble();
}

Maybe truth(bool value) { return Number::integer(value); }
bool isTrue(Number a) { return a.exact ? a.num != 0 : a.real != 0; }
Maybe toFloat(Number a) { return Number::floating(a.toDouble()); }
Maybe roundEven(Number a) { return floorOf(Number::floating(std::nearbyint(a.toDouble()))); }
Maybe truncOf(Number a) { return compare(a, Number::integer(0)) < 0 ? ceilOf(a) : floorOf(a); }

using Unary = Maybe (*)(Number);
using Binary = Maybe (*)(Number, Number);

/// Functions of one argument, by the names that sympy and torch give them.
const StringMap<Unary> &unaryFunctions() {
  static const StringMap<Unary> table = {
      {"Integer", [](Number a) -> Maybe { return a; }},
      {"Float", toFloat},
      {"ToFloat", toFloat},
      {"Identity", [](Number a) -> Maybe { return a; }},
      {"floor", floorOf},
      {"ceiling", ceilOf},
      {"FloorToInt", floorOf},
      {"CeilToInt", ceilOf},
      {"TruncToInt", truncOf},
      {"TruncToFloat", truncOf},
      {"RoundToInt", roundEven},
      {"Abs", [](Number a) -> Maybe { return compare(a, Number::integer(0)) < 0 ? negate(a) : a; }},
      {"Not", [](Number a) { return truth(!isTrue(a)); }},
      {"OpaqueUnaryFn_sqrt", [](Number a) -> Maybe { return Number::floating(std::sqrt(a.toDouble())); }},
  };
  return table;
}

const StringMap<Binary> &binaryFunctions() {
  static const StringMap<Binary> table = {
      {"Rational", div},
      {"FloorDiv", floorDiv},
      {"CleanDiv", floorDiv},
      {"CeilDiv",
       [](Number a, Number b) {
         Maybe q = div(a, b);
         return q ? ceilOf(*q) : std::nullopt;
       }},
      {"Mod", mod},
      {"PythonMod", mod},
      {"IntTrueDiv",
       [](Number a, Number b) {
         Maybe q = div(a, b);
         return q ? toFloat(*q) : std::nullopt;
       }},
      {"FloatTrueDiv",
       [](Number a, Number b) {
         Maybe q = div(a, b);
         return q ? toFloat(*q) : std::nullopt;
       }},
      {"Pow", power},
      {"PowByNatural", power},
      {"FloatPow", [](Number a, Number b) { return power(*toFloat(a), b); }},
      {"Eq", [](Number a, Number b) { return truth(compare(a, b) == 0); }},
      {"Equality", [](Number a, Number b) { return truth(compare(a, b) == 0); }},
      {"Ne", [](Number a, Number b) { return truth(compare(a, b) != 0); }},
      {"Unequality", [](Number a, Number b) { return truth(compare(a, b) != 0); }},
      {"StrictLessThan", [](Number a, Number b) { return truth(compare(a, b) < 0); }},
      {"LessThan", [](Number a, Number b) { return truth(compare(a, b) <= 0); }},
      {"StrictGreaterThan", [](Number a, Number b) { return truth(compare(a, b) > 0); }},
      {"GreaterThan", [](Number a, Number b) { return truth(compare(a, b) >= 0); }},
  };
  return table;
}

/// Functions of any number of arguments: the left fold of the binary one.
const StringMap<Binary> &folds() {
  static const StringMap<Binary> table = {
      {"Add", add},
      {"Mul", mul},
      {"Max", [](Number a, Number b) -> Maybe { return compare(a, b) < 0 ? b : a; }},
      {"Min", [](Number a, Number b) -> Maybe { return compare(a, b) > 0 ? b : a; }},
      {"And", [](Number a, Number b) { return truth(isTrue(a) && isTrue(b)); }},
      {"Or", [](Number a, Number b) { return truth(isTrue(a) || isTrue(b)); }},
  };
  return table;
}

Maybe call(StringRef name, ArrayRef<Number> args) {
  if (auto it = folds().find(name); it != folds().end() && !args.empty()) {
    Maybe result = args[0];
    for (Number next : args.drop_front())
      result = result ? it->second(*result, next) : result;
    return result;
  }
  if (auto it = unaryFunctions().find(name); it != unaryFunctions().end() && args.size() == 1)
    return it->second(args[0]);
  if (auto it = binaryFunctions().find(name); it != binaryFunctions().end() && args.size() == 2)
    return it->second(args[0], args[1]);
  if (name == "Where" && args.size() == 3)
    return isTrue(args[0]) ? args[1] : args[2];
  return std::nullopt;
}

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
  Binary acceptOperator(int level, int &next) {
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
      return sub;
    }
    for (const Row &row : rows) {
      if (row.level < level || !rest.consume_front(row.token))
        continue;
      next = row.level + (row.level != 4);
      auto it = folds().find(row.function);
      return it != folds().end() ? it->second : binaryFunctions().lookup(row.function);
    }
    return nullptr;
  }

  Maybe parse(int level) {
    if (++depth > kMaxDepth)
      return std::nullopt;
    Maybe left = parsePrimary();
    int next = 0;
    while (left) {
      Binary function = acceptOperator(level, next);
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
        return skipKeywords() ? call(name, args) : std::nullopt;
    } while (accept(","));
    return accept(")") ? call(name, args) : std::nullopt;
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

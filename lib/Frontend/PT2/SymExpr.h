//===- SymExpr.h - expressions over symbolic sizes --------------*- C++ -*-===//
//
// torch.export describes a dynamic size by an expression in sympy's notation,
// as `srepr` writes it ("Mul(Integer(4), Symbol('s0', integer=True))") or as
// `str` does ("4*s0"). Both are evaluated here, exactly.
//
//===----------------------------------------------------------------------===//
#ifndef NEURONC_LIB_FRONTEND_PT2_SYMEXPR_H
#define NEURONC_LIB_FRONTEND_PT2_SYMEXPR_H

#include "neuron/status.h"

#include "llvm/ADT/StringRef.h"

#include <functional>
#include <optional>

namespace neuron::pt2 {

/// A number as sympy keeps it: a fraction, or a binary64 once a float took part.
/// Truth values are 0 and 1.
struct Number {
  int64_t num = 0, den = 1;
  double real = 0;
  bool exact = true;

  static Number integer(int64_t value) { return {value, 1, double(value), true}; }
  static Number floating(double value) { return {0, 1, value, false}; }
  bool isInteger() const { return exact && den == 1; }
  double toDouble() const { return exact ? double(num) / double(den) : real; }
};

/// The value of a symbol, or nothing if it is not fixed.
using SymbolLookup = std::function<std::optional<int64_t>(llvm::StringRef)>;

/// Evaluates `text`. Errors: NRN-E3504 for a notation or function that is not
/// known, an overflow or a division by zero; NRN-E3507 for a symbol without value.
Result<Number> evaluateExpression(llvm::StringRef text, const SymbolLookup &lookup);

/// Finds the smallest value of `symbol` in [lo, hi] for which `text` is `wanted`.
/// The expression must not decrease as the symbol grows, which holds for every
/// size. Nothing if there is none.
std::optional<int64_t> solveExpression(llvm::StringRef text, llvm::StringRef symbol, int64_t wanted,
                                       int64_t lo, int64_t hi, const SymbolLookup &lookup);

/// If `text` is a symbol and nothing else, its name; else an empty string.
llvm::StringRef plainSymbol(llvm::StringRef text);

/// `text` in the notation of arithmetic, for messages: "4*s0". Text that is no
/// sum, product or symbol is kept.
std::string prettyExpression(llvm::StringRef text);

} // namespace neuron::pt2

#endif // NEURONC_LIB_FRONTEND_PT2_SYMEXPR_H

//===- SymFunctions.h - functions in symbolic sizes -------------*- C++ -*-===//
#ifndef NEURONC_LIB_FRONTEND_PT2_SYMFUNCTIONS_H
#define NEURONC_LIB_FRONTEND_PT2_SYMFUNCTIONS_H

#include "SymExpr.h"

#include "llvm/ADT/ArrayRef.h"

namespace neuron::pt2 {

/// Nothing: overflow, division by zero, no meaning.
using MaybeNumber = std::optional<Number>;
using BinaryFunction = MaybeNumber (*)(Number, Number);

/// -1, 0, 1 as a is less than, equal to or greater than b.
int compare(Number a, Number b);
MaybeNumber subtract(Number a, Number b);
MaybeNumber negate(Number a);
inline MaybeNumber truth(bool value) { return Number::integer(value); }

/// A function of two arguments by its name in sympy or torch, or null.
BinaryFunction findBinary(llvm::StringRef name);

/// The value of a function; nothing if there is none of that name and number of arguments.
MaybeNumber callFunction(llvm::StringRef name, llvm::ArrayRef<Number> args);

} // namespace neuron::pt2

#endif // NEURONC_LIB_FRONTEND_PT2_SYMFUNCTIONS_H

//===- Sizes.h - symbolic sizes made fixed ----------------------*- C++ -*-===//
#ifndef NEURONC_LIB_FRONTEND_PT2_SIZES_H
#define NEURONC_LIB_FRONTEND_PT2_SIZES_H

#include "Schema.h"
#include "SymExpr.h"
#include "neuronc/Frontend/ImportOptions.h"

#include "llvm/ADT/SmallVector.h"

namespace neuron::pt2 {

/// A user's input, as far as sizes are concerned.
struct SizedInput {
  llvm::StringRef name;
  /// Null for an input that is a number.
  const TensorMeta *meta = nullptr;
  /// Of a number: its expression.
  SymSize number = {};
};

/// The values of the program's symbols.
class Sizes {
public:
  /// Takes them from the options. Errors: NRN-E3507 a dimension is not fixed
  /// (all of them, with their ranges), NRN-E3508 values contradict each other
  /// or a range, NRN-E3509 an option names nothing that exists.
  Status bind(const Program &program, llvm::ArrayRef<SizedInput> inputs, const ImportOptions &options);

  /// Nothing if the expression holds a symbol that is known at run time only,
  /// or has no meaning.
  std::optional<Number> evaluate(const SymSize &size) const;
  /// The same as an integer.
  std::optional<int64_t> integer(const SymSize &size) const;
  /// "name:min:max" for a size that is a plain symbol; else "".
  std::string describe(const SymSize &size) const;

private:
  Status collect(llvm::ArrayRef<SizedInput> inputs);
  Status bindDims(const ImportOptions &options);
  Status bindShape(const ImportOptions::Shape &fixed, const SizedInput &input);
  Status bindNumbers(llvm::ArrayRef<SizedInput> inputs, const ImportOptions &options);
  Status set(llvm::StringRef symbol, int64_t value);
  Status solvePending();
  Status checkBound(llvm::ArrayRef<SizedInput> inputs) const;
  Status checkRanges() const;
  std::pair<int64_t, int64_t> rangeOf(llvm::StringRef symbol) const;
  SymbolLookup lookup() const;
  llvm::SmallVector<llvm::StringRef> unbound(llvm::StringRef expr) const;

  struct Pending {
    llvm::StringRef expr;
    int64_t value;
  };
  llvm::ArrayRef<RangeConstraint> ranges;
  llvm::SmallVector<llvm::StringRef> symbols; // in order of appearance
  llvm::StringMap<int64_t> values;
  std::vector<Pending> pending;
};

/// The position that an option's input name means: a name, or a number.
std::optional<size_t> findSizedInput(llvm::StringRef name, llvm::ArrayRef<SizedInput> inputs);

} // namespace neuron::pt2

#endif // NEURONC_LIB_FRONTEND_PT2_SIZES_H

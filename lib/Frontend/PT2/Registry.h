//===- Registry.h - the table of operators ----------------------*- C++ -*-===//
#ifndef NEURONC_LIB_FRONTEND_PT2_REGISTRY_H
#define NEURONC_LIB_FRONTEND_PT2_REGISTRY_H

#include "Call.h"

#include "llvm/ADT/StringMap.h"

namespace neuron::pt2 {

/// One operator: its signature in ATen's notation (without "aten::" and
/// result types) and the function that imports a call. A function either
/// returns the value of the only result (null after it reported an error) or
/// sets the results itself.
struct OpRow {
  using ValueFn = mlir::Value (*)(Call &);
  using CallFn = mlir::LogicalResult (*)(Call &);
  const char *signature;
  ValueFn value = nullptr;
  CallFn call = nullptr;

  constexpr OpRow(const char *signature, ValueFn value) : signature(signature), value(value) {}
  constexpr OpRow(const char *signature, CallFn call) : signature(signature), call(call) {}
};

/// How a target of a node is imported.
struct OpMatch {
  const OpRow *row = nullptr;
  const OpSchema *schema = nullptr;
  /// The result is written to `self`: "add_.Tensor" is "add.Tensor" in place.
  bool inPlace = false;
  /// The results are new tensors where the row gives views: "view_copy".
  bool copies = false;
};

/// All operators.
class Registry {
public:
  static const Registry &get();
  /// Finds "aten.add.Tensor" or, by rule, its form in place "aten.add_.Tensor".
  OpMatch find(llvm::StringRef target) const;
  /// Names of all rows, sorted.
  std::vector<std::string> names() const;

private:
  Registry();
  void add(llvm::ArrayRef<OpRow> rows);
  struct Entry {
    const OpRow *row = nullptr;
    OpSchema schema;
  };
  llvm::StringMap<Entry> table;
};

// The families, one file each.
llvm::ArrayRef<OpRow> elementwiseOps();
llvm::ArrayRef<OpRow> functionOps();
llvm::ArrayRef<OpRow> activationOps();
llvm::ArrayRef<OpRow> comparisonOps();
llvm::ArrayRef<OpRow> reductionOps();
llvm::ArrayRef<OpRow> statisticsOps();
llvm::ArrayRef<OpRow> matmulOps();
llvm::ArrayRef<OpRow> einsumOps();
llvm::ArrayRef<OpRow> convolutionOps();
llvm::ArrayRef<OpRow> poolingOps();
llvm::ArrayRef<OpRow> normalizationOps();
llvm::ArrayRef<OpRow> attentionOps();
llvm::ArrayRef<OpRow> viewOps();
llvm::ArrayRef<OpRow> partOps();
llvm::ArrayRef<OpRow> stridedOps();
llvm::ArrayRef<OpRow> copyOps();
llvm::ArrayRef<OpRow> randomOps();
llvm::ArrayRef<OpRow> creationOps();
llvm::ArrayRef<OpRow> rearrangeOps();
llvm::ArrayRef<OpRow> paddingOps();
llvm::ArrayRef<OpRow> resizeOps();
llvm::ArrayRef<OpRow> indexingOps();
llvm::ArrayRef<OpRow> scatterOps();
llvm::ArrayRef<OpRow> sortingOps();
llvm::ArrayRef<OpRow> cumulativeOps();
llvm::ArrayRef<OpRow> recurrentOps();
llvm::ArrayRef<OpRow> lossOps();
llvm::ArrayRef<OpRow> gridSampleOps();
llvm::ArrayRef<OpRow> quantizedOps();
llvm::ArrayRef<OpRow> specialOps();
llvm::ArrayRef<OpRow> matrixOps();
llvm::ArrayRef<OpRow> groupedOps();
llvm::ArrayRef<OpRow> deformConvOps();

} // namespace neuron::pt2

#endif // NEURONC_LIB_FRONTEND_PT2_REGISTRY_H

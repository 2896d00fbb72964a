//===- Registry.cpp - the table of operators ------------------------------===//
#include "Registry.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace neuron::pt2 {

const Registry &Registry::get() {
  static const Registry registry;
  return registry;
}

Registry::Registry() {
  for (ArrayRef<OpRow> rows :
       {elementwiseOps(), functionOps(),   activationOps(), comparisonOps(), reductionOps(), statisticsOps(), matmulOps(),
        einsumOps(),        convolutionOps(), poolingOps(),   normalizationOps(), attentionOps(), viewOps(), partOps(),
        stridedOps(),       copyOps(),       creationOps(),   rearrangeOps(), paddingOps(),    resizeOps(),
        indexingOps(),      scatterOps(),    sortingOps(),    cumulativeOps(), recurrentOps(), lossOps(),
        gridSampleOps(),    quantizedOps(),  specialOps(),    matrixOps(), groupedOps(), deformConvOps(), randomOps()})
    add(rows);
}

void Registry::add(ArrayRef<OpRow> rows) {
  for (const OpRow &row : rows) {
    OpSchema schema = parseSchema(row.signature);
    std::string name = schema.name;
    [[maybe_unused]] bool isNew = table.try_emplace(name, Entry{&row, std::move(schema)}).second;
    assert(isNew && "an operator has two rows");
  }
}

OpMatch Registry::find(StringRef target) const {
  target.consume_front("torch.ops.");
  target.consume_front("aten.");
  auto lookup = [&](StringRef name, bool inPlace = false, bool copies = false) -> OpMatch {
    auto it = table.find(name);
    return it == table.end() ? OpMatch() : OpMatch{it->second.row, &it->second.schema, inPlace, copies};
  };
  if (OpMatch match = lookup(target); match.row)
    return match;
  auto [name, overload] = target.split('.');
  if (name.starts_with("__i") && name.ends_with("__")) // __iand__
    return lookup(("__" + name.drop_front(3) + "." + overload).str(), /*inPlace=*/true);
  if (name.consume_back("_copy"))
    return lookup((name + "." + overload).str(), false, /*copies=*/true);
  if (name.consume_back("_"))
    return lookup((name + "." + overload).str(), /*inPlace=*/true);
  return {};
}

std::vector<std::string> Registry::names() const {
  std::vector<std::string> result;
  for (const auto &entry : table)
    result.push_back((entry.first().count('.') > 1 ? "" : "aten.") + entry.first().str());
  llvm::sort(result);
  return result;
}

} // namespace neuron::pt2

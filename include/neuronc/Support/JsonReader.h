//===- JsonReader.h - JSON from untrusted files -----------------*- C++ -*-===//
#ifndef NEURONC_SUPPORT_JSONREADER_H
#define NEURONC_SUPPORT_JSONREADER_H

#include "neuron/status.h"

#include "llvm/Support/JSON.h"

namespace neuron {

/// Parses `text` as one JSON document. `what` names it in messages.
/// Errors: NRN-E2110 malformed; NRN-E2111 nested deeper than 256 levels (the
/// parser recurses) or larger than 1 GiB.
Result<llvm::json::Value> parseJson(llvm::StringRef text, llvm::StringRef what);

} // namespace neuron

#endif // NEURONC_SUPPORT_JSONREADER_H

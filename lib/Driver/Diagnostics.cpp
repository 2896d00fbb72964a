//===- Diagnostics.cpp - diagnostics as lines of text ---------------------===//

#include "Diagnostics.h"

#include "neuronc/Support/SourceLocation.h"

#include "neuron/text.h"

#include <regex>

using namespace neuron;
using namespace mlir;

/// Bytes of a message; the list of unsupported operators is the longest.
static constexpr size_t kMaxLine = 16 << 10;

/// "place: 'names': ", as far as a location has them.
static std::string prefixOf(Location loc) {
  std::string place = sourcePlace(loc), names = sourceNames(loc);
  return (place.empty() ? "" : place + ": ") + (names.empty() ? "" : "'" + names + "': ");
}

void Collector::add(Diagnostic &diagnostic) {
  bool isError = diagnostic.getSeverity() == DiagnosticSeverity::Error;
  if (!isError && diagnostic.getSeverity() != DiagnosticSeverity::Warning)
    return;
  // Names come from the file: one may hold anything and be of any length.
  auto line = [](const std::string &part) { return printable(part, /*keepsLines=*/false, kMaxLine); };
  std::string text = line(prefixOf(diagnostic.getLocation())) + (isError ? "error: " : "warning: ") + line(diagnostic.str());
  for (Diagnostic &note : diagnostic.getNotes())
    text += "\n  note: " + line(note.str());
  (isError ? errors : warnings).push_back(std::move(text));
}

/// 2xxx and 3xxx are bad input, 4xxx unsupported, 5xxx does not fit.
static ErrorClass classOf(unsigned code) {
  switch (code / 1000) {
  case 1: return ErrorClass::Usage;
  case 2: case 3: return ErrorClass::BadInput;
  case 4: return ErrorClass::Unsupported;
  case 5: return ErrorClass::DoesNotFit;
  case 6: return ErrorClass::Io;
  default: return ErrorClass::Internal;
  }
}

Status Collector::status() const {
  static const std::regex pattern("NRN-E([0-9]{4})");
  for (const std::string &error : errors) {
    std::smatch match;
    if (std::regex_search(error, match, pattern)) {
      unsigned code = unsigned(std::stoul(match[1]));
      return Status(classOf(code), code, "");
    }
  }
  return Status(ErrorClass::Internal, 9000, "");
}

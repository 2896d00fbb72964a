//===- JsonReader.cpp - JSON from untrusted files ---------------*- C++ -*-===//
#include "neuronc/Support/JsonReader.h"

#include <algorithm>

using namespace llvm;

namespace neuron {

static constexpr size_t kMaxDepth = 256;
static constexpr size_t kMaxBytes = size_t(1) << 30;

/// The deepest nesting of brackets outside strings; an upper bound if malformed.
static size_t nestingDepth(StringRef text) {
  size_t depth = 0, deepest = 0;
  for (const char *p = text.begin(), *end = text.end(); p != end; ++p) {
    if (*p == '"') {
      for (++p; p != end && *p != '"'; ++p)
        if (*p == '\\' && ++p == end)
          return deepest;
      if (p == end)
        return deepest;
    } else if (*p == '[' || *p == '{') {
      deepest = std::max(deepest, ++depth);
    } else if ((*p == ']' || *p == '}') && depth > 0) {
      --depth;
    }
  }
  return deepest;
}

Result<json::Value> parseJson(StringRef text, StringRef what) {
  if (text.size() > kMaxBytes)
    return Status(
        ErrorClass::BadInput, 2111,
        (what + " has " + Twine(text.size()) + " bytes, but at most " + Twine(kMaxBytes) + " are read")
            .str());
  if (size_t depth = nestingDepth(text); depth > kMaxDepth)
    return Status(
        ErrorClass::BadInput, 2111,
        (what + " is nested " + Twine(depth) + " levels deep, but at most " + Twine(kMaxDepth) + " are read")
            .str());
  Expected<json::Value> value = json::parse(text);
  if (!value)
    return Status(ErrorClass::BadInput, 2110,
                  (what + " is not valid JSON: " + toString(value.takeError())).str());
  return std::move(*value);
}

} // namespace neuron

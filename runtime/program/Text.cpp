//===- Text.cpp - texts from files that nobody vouches for ----------------===//

#include "neuron/text.h"

#include <cstdio>

using namespace neuron;

/// Bytes of the UTF-8 character at the front; 0 if there is none. Surrogates and
/// long forms are none.
static size_t characterSize(std::string_view text) {
  auto at = [&](size_t i) { return i < text.size() ? (unsigned char)text[i] : 0u; };
  unsigned first = at(0);
  if (first < 0x80)
    return 1;
  size_t size = first >= 0xc2 && first < 0xe0 ? 2 : first >= 0xe0 && first < 0xf0 ? 3 : first >= 0xf0 && first < 0xf5 ? 4 : 0;
  for (size_t i = 1; i < size; ++i)
    if (i >= text.size() || (at(i) & 0xc0) != 0x80)
      return 0;
  bool isLong = (first == 0xe0 && at(1) < 0xa0) || (first == 0xf0 && at(1) < 0x90);
  bool isNone = (first == 0xed && at(1) >= 0xa0) || (first == 0xf4 && at(1) >= 0x90);
  return isLong || isNone ? 0 : size;
}

bool neuron::isUtf8(std::string_view text) {
  while (!text.empty()) {
    size_t size = characterSize(text);
    if (size == 0)
      return false;
    text.remove_prefix(size);
  }
  return true;
}

std::string neuron::printable(std::string_view text, bool keepsLines, size_t limit) {
  std::string result;
  for (size_t i = 0; i < text.size();) {
    if (result.size() >= limit)
      return result + "... (" + std::to_string(text.size() - i) + " bytes more)";
    size_t size = characterSize(text.substr(i));
    unsigned char c = (unsigned char)text[i];
    bool isLayout = keepsLines && (c == '\n' || c == '\t');
    if (size == 0 || ((c < 32 || c == 127) && !isLayout)) {
      char escaped[8];
      std::snprintf(escaped, sizeof escaped, "\\x%02x", c);
      result += escaped;
      size = 1;
    } else {
      result += text.substr(i, size);
    }
    i += size;
  }
  return result;
}

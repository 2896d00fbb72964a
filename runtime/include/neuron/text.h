//===- text.h - texts from files that nobody vouches for --------*- C++ -*-===//
#ifndef NEURON_TEXT_H
#define NEURON_TEXT_H

#include <string>
#include <string_view>

namespace neuron {

/// Whether the bytes are UTF-8.
bool isUtf8(std::string_view text);

/// The text as a terminal may show it: control characters and bytes that are no
/// UTF-8 become \xNN, line ends too unless `keepsLines`. What is longer than
/// `limit` bytes is cut off, and the message says so.
std::string printable(std::string_view text, bool keepsLines = true, size_t limit = size_t(1) << 16);

} // namespace neuron

#endif // NEURON_TEXT_H

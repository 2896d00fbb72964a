//===- Locations.cpp - where in the Python source a node comes from -------===//
#include "Locations.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace mlir;

namespace neuron::pt2 {
namespace {

struct Frame {
  StringRef file;
  unsigned line = 0;
};

/// Reads `File "path", line N, in function`.
std::optional<Frame> parseFrame(StringRef text) {
  text = text.ltrim();
  if (!text.consume_front("File \""))
    return std::nullopt;
  Frame frame;
  std::tie(frame.file, text) = text.split('"');
  if (!text.consume_front(", line ") || text.consumeInteger(10, frame.line))
    return std::nullopt;
  return frame;
}

/// Frames inside torch, and of code that torch generated.
bool isInternal(StringRef file) {
  return file.contains("/torch/") || file.starts_with("torch/") || file.starts_with("<");
}

Frame innermostFrame(StringRef trace) {
  Frame last;
  bool found = false;
  while (!trace.empty()) {
    auto [line, rest] = trace.split('\n');
    trace = rest;
    std::optional<Frame> frame = parseFrame(line);
    if (!frame || (found && isInternal(frame->file)))
      continue;
    found |= !isInternal(frame->file);
    last = *frame;
  }
  return last;
}

/// The path of the last module of "key,path,class;key,path,class".
StringRef modulePath(StringRef stack) {
  StringRef last = stack.rsplit(';').second;
  if (!stack.contains(';'))
    last = stack;
  StringRef path = last.split(',').second;
  return path.take_until([](char c) { return c == ','; });
}

} // namespace

Location locationOf(MLIRContext *context, const Node &node) {
  StringRef name = modulePath(node.moduleStack);
  if (name.empty())
    name = node.name;
  if (name.empty() && !node.outputs.empty())
    name = node.outputs.front().text;
  Frame frame = innermostFrame(node.stackTrace);
  Location place = UnknownLoc::get(context);
  if (!frame.file.empty()) {
    size_t slash = frame.file.find_last_of("/\\");
    StringRef base = slash == StringRef::npos ? frame.file : frame.file.drop_front(slash + 1);
    place = FileLineColLoc::get(context, base, frame.line, 0);
  }
  return NameLoc::get(StringAttr::get(context, name.empty() ? node.target : name), place);
}

} // namespace neuron::pt2

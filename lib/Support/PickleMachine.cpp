//===- PickleMachine.cpp - stack, containers, opcodes ---------------------===//
#include "PickleMachine.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace neuron;
using namespace neuron::pickle;

Status pickle::malformed(const Twine &what) {
  return Status(ErrorClass::BadInput, 2120, ("malformed pickle: " + what).str());
}
Status pickle::forbidden(const Twine &what) {
  return Status(ErrorClass::BadInput, 2121,
                ("the pickle holds " + what + ", but only a dictionary of plain tensors is read").str());
}

StringRef Machine::take(uint64_t count) {
  if (count > input.size()) {
    fail(malformed("it is cut short"));
    input = StringRef();
    return StringRef();
  }
  StringRef result = input.take_front(count);
  input = input.drop_front(count);
  return result;
}

StringRef Machine::takeLine() {
  size_t end = input.find('\n');
  if (end == StringRef::npos)
    end = input.size();
  StringRef line = take(end);
  take(1);
  return line;
}

void Machine::push(Object object) {
  objects.push_back(std::move(object));
  stack.push_back(objects.size() - 1);
}

uint32_t Machine::pop() {
  if (stack.size() <= (marks.empty() ? 0 : marks.back())) {
    fail(malformed("its stack is empty"));
    if (objects.empty())
      objects.emplace_back();
    return 0;
  }
  uint32_t top = stack.back();
  stack.pop_back();
  return top;
}

std::vector<uint32_t> Machine::popMark() {
  if (marks.empty()) {
    fail(malformed("a mark is missing"));
    return {};
  }
  std::vector<uint32_t> items(stack.begin() + marks.back(), stack.end());
  stack.resize(marks.back());
  marks.pop_back();
  return items;
}

void Machine::pushLong() {
  StringRef bytes = take(takeNumber<uint8_t>());
  if (bytes.size() > 8)
    return fail(forbidden("an integer of more than 64 bits"));
  uint64_t value = !bytes.empty() && (bytes.back() & 0x80) ? ~uint64_t(0) : 0;
  for (char byte : reverse(bytes))
    value = value << 8 | uint8_t(byte);
  push({.kind = Object::Int, .value = int64_t(value)});
}

void Machine::pushTuple(std::vector<uint32_t> items) {
  push({.kind = Object::Tuple, .items = std::move(items)});
}

void Machine::append(std::vector<uint32_t> items) {
  if (stack.empty() || objects[stack.back()].kind != Object::List)
    return fail(malformed("it appends to something that is not a list"));
  llvm::append_range(objects[stack.back()].items, items);
}

void Machine::setItems(std::vector<uint32_t> items) {
  if (stack.empty() || objects[stack.back()].kind != Object::Dict || items.size() % 2 != 0)
    return fail(malformed("it sets items of something that is not a dictionary"));
  llvm::append_range(objects[stack.back()].items, items);
}

/// Opcodes that push a plain value.
bool Machine::stepValue(uint8_t opcode) {
  switch (opcode) {
  case 'N':
    return push({}), true;
  case 0x88:
  case 0x89:
    return push({.kind = Object::Bool, .value = opcode == 0x88}), true;
  case 'K':
    return push({.kind = Object::Int, .value = takeNumber<uint8_t>()}), true;
  case 'M':
    return push({.kind = Object::Int, .value = takeNumber<uint16_t>()}), true;
  case 'J':
    return push({.kind = Object::Int, .value = takeNumber<int32_t>()}), true;
  case 0x8a:
    return pushLong(), true;
  case 'X':
    return push({.kind = Object::String, .text = take(takeNumber<uint32_t>())}), true;
  case 0x8c:
    return push({.kind = Object::String, .text = take(takeNumber<uint8_t>())}), true;
  default:
    return false;
  }
}

/// Opcodes that make or fill a container.
bool Machine::stepContainer(uint8_t opcode) {
  switch (opcode) {
  case '(':
    return marks.push_back(stack.size()), true;
  case '}':
    return push({.kind = Object::Dict}), true;
  case ']':
    return push({.kind = Object::List}), true;
  case ')':
    return pushTuple({}), true;
  case 't':
    return pushTuple(popMark()), true;
  case 0x85:
  case 0x86:
  case 0x87: {
    std::vector<uint32_t> items(opcode - 0x84);
    for (uint32_t &item : llvm::reverse(items))
      item = pop();
    return pushTuple(std::move(items)), true;
  }
  case 'a':
    return append({pop()}), true;
  case 'e':
    return append(popMark()), true;
  case 's': {
    uint32_t value = pop(), key = pop();
    return setItems({key, value}), true;
  }
  case 'u':
    return setItems(popMark()), true;
  default:
    return false;
  }
}

/// Opcodes that store the top of the stack in the memo or push from it.
bool Machine::stepMemo(uint8_t opcode) {
  auto put = [&](uint32_t slot) {
    if (stack.empty() || slot >= uint32_t(1) << 31)
      return fail(malformed("a memo entry has no value"));
    memo[slot] = stack.back();
  };
  auto get = [&](uint32_t slot) {
    auto it = slot >> 31 ? memo.end() : memo.find(slot);
    if (it == memo.end())
      return fail(malformed("it reads a memo entry that was not written"));
    pushIndex(it->second);
  };
  switch (opcode) {
  case 'q':
    return put(takeNumber<uint8_t>()), true;
  case 'r':
    return put(takeNumber<uint32_t>()), true;
  case 0x94:
    return put(memo.size()), true;
  case 'h':
    return get(takeNumber<uint8_t>()), true;
  case 'j':
    return get(takeNumber<uint32_t>()), true;
  default:
    return false;
  }
}

bool Machine::step() {
  uint8_t opcode = takeNumber<uint8_t>();
  if (!status || stepValue(opcode) || stepContainer(opcode) || stepMemo(opcode))
    return true;
  switch (opcode) {
  case 0x80: // protocol
    if (uint8_t version = takeNumber<uint8_t>(); version < 2 || version > 5)
      fail(forbidden("protocol " + Twine(unsigned(version))));
    return true;
  case 0x95: // frame
    return take(8), true;
  case 'c': {
    StringRef module = takeLine();
    return pushGlobal(module, takeLine()), true;
  }
  case 0x93:
    return pushStackGlobal(), true;
  case 'Q':
    return load(), true;
  case 'R':
    return reduce(), true;
  case 'b':
    return build(), true;
  case '.':
    return stopped = true;
  default:
    return fail(forbidden("the opcode 0x" + Twine::utohexstr(opcode))), true;
  }
}

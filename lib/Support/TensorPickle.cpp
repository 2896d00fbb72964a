//===- TensorPickle.cpp - tensor dictionaries saved by torch.save ---------===//
#include "neuronc/Support/TensorPickle.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Endian.h"

#include <deque>
#include <optional>

using namespace llvm;

namespace neuron {
namespace {

/// PyTorch's own limit on the number of dimensions.
constexpr size_t kMaxRank = 64;

/// The globals that a tensor dictionary may name.
enum class Global : uint8_t { None, OrderedDict, RebuildTensor, RebuildTensorV3, RebuildParameter, Dtype };

/// An object of the pickle. Objects live in one vector and refer to each other by index.
struct Object {
  enum Kind : uint8_t { None, Bool, Int, String, Tuple, List, Dict, Func, Storage, Tensor } kind = None;
  Global global = Global::None;
  DType dtype = DType::F32;
  /// An untyped storage: the tensor says its type.
  bool untyped = false;
  /// Int: its value. Tensor: index in `tensors`.
  int64_t value = 0;
  StringRef text = {};
  /// Tuple, List: elements. Dict: key, value, key, value...
  std::vector<uint32_t> items = {};
};

Status malformed(const Twine &what) {
  return Status(ErrorClass::BadInput, 2120, ("malformed pickle: " + what).str());
}
Status forbidden(const Twine &what) {
  return Status(ErrorClass::BadInput, 2121,
                ("the pickle holds " + what + ", but only a dictionary of plain tensors is read").str());
}

std::optional<DType> storageType(StringRef name) {
  return StringSwitch<std::optional<DType>>(name)
      .Cases({"FloatStorage", "float32"}, DType::F32)
      .Cases({"DoubleStorage", "float64"}, DType::F64)
      .Cases({"HalfStorage", "float16"}, DType::F16)
      .Cases({"BFloat16Storage", "bfloat16"}, DType::BF16)
      .Cases({"LongStorage", "int64"}, DType::I64)
      .Cases({"IntStorage", "int32"}, DType::I32)
      .Cases({"ShortStorage", "int16"}, DType::I16)
      .Cases({"CharStorage", "int8"}, DType::I8)
      .Cases({"ByteStorage", "uint8"}, DType::U8)
      .Cases({"BoolStorage", "bool"}, DType::Bool)
      .Case("uint16", DType::U16)
      .Case("uint32", DType::U32)
      .Case("uint64", DType::U64)
      .Case("float8_e4m3fn", DType::F8E4M3FN)
      .Case("float8_e5m2", DType::F8E5M2)
      .Default(std::nullopt);
}

class Machine {
public:
  explicit Machine(StringRef bytes) : input(bytes) {}
  Result<std::vector<PickledTensor>> run();

private:
  // Reading. A failed read sets `status` and returns something harmless.
  StringRef take(uint64_t count);
  StringRef takeLine();
  template <typename T> T takeNumber() {
    StringRef bytes = take(sizeof(T));
    return bytes.size() == sizeof(T) ? support::endian::read<T, endianness::little>(bytes.data()) : T(0);
  }

  // The stack.
  void push(Object object);
  void pushIndex(uint32_t index) { stack.push_back(index); }
  uint32_t pop();
  std::vector<uint32_t> popMark();
  void fail(Status error) {
    if (status)
      status = std::move(error);
  }

  bool step();
  bool stepValue(uint8_t opcode);
  bool stepContainer(uint8_t opcode);
  bool stepMemo(uint8_t opcode);
  void pushLong();
  void pushTuple(std::vector<uint32_t> items);
  void append(std::vector<uint32_t> items);
  void setItems(std::vector<uint32_t> items);
  void pushGlobal(StringRef module, StringRef name);
  void pushStackGlobal();
  void load();
  void reduce();
  void build();
  void rebuildTensor(const Object &arguments, bool v3);
  bool readInts(uint32_t index, SmallVectorImpl<int64_t> &out);
  Result<std::vector<PickledTensor>> collect(uint32_t root);

  StringRef input;
  Status status;
  bool stopped = false;
  std::deque<Object> objects; // references stay valid while it grows
  std::vector<uint32_t> stack;
  std::vector<size_t> marks;
  DenseMap<uint32_t, uint32_t> memo;
  std::vector<PickledTensor> tensors;
};

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

void Machine::pushGlobal(StringRef module, StringRef name) {
  Object object{.kind = Object::Func, .text = name};
  object.global =
      StringSwitch<Global>((module + "." + name).str())
          .Case("collections.OrderedDict", Global::OrderedDict)
          .Case("torch._utils._rebuild_tensor_v2", Global::RebuildTensor)
          .Case("torch._utils._rebuild_tensor_v3", Global::RebuildTensorV3)
          .Cases({"torch._utils._rebuild_parameter", "torch._utils._rebuild_parameter_with_state"},
                 Global::RebuildParameter)
          .Default(Global::None);
  if (module == "torch" && storageType(name)) {
    object.global = Global::Dtype;
    object.dtype = *storageType(name);
  } else if (module == "torch.storage" && name == "UntypedStorage") {
    object.global = Global::Dtype;
    object.untyped = true;
  }
  if (object.global == Global::None)
    return fail(forbidden("the global '" + module + "." + name + "'"));
  push(std::move(object));
}

void Machine::pushStackGlobal() {
  const Object &name = objects[pop()], &module = objects[pop()];
  if (name.kind != Object::String || module.kind != Object::String)
    return fail(malformed("a global has no name"));
  pushGlobal(module.text, name.text);
}

/// A persistent id: ('storage', type, key, device, number of elements).
void Machine::load() {
  const Object &id = objects[pop()];
  auto item = [&](size_t i) -> const Object & { return objects[id.items[i]]; };
  if (id.kind != Object::Tuple || id.items.size() != 5 || item(0).text != "storage" ||
      item(1).global != Global::Dtype || item(2).kind != Object::String)
    return fail(forbidden("a persistent object that is not a storage"));
  push({.kind = Object::Storage, .dtype = item(1).dtype, .untyped = item(1).untyped, .text = item(2).text});
}

bool Machine::readInts(uint32_t index, SmallVectorImpl<int64_t> &out) {
  const Object &tuple = objects[index];
  if ((tuple.kind != Object::Tuple && tuple.kind != Object::List) || tuple.items.size() > kMaxRank)
    return false;
  for (uint32_t item : tuple.items) {
    if (objects[item].kind != Object::Int)
      return false;
    out.push_back(objects[item].value);
  }
  return true;
}

/// (storage, offset, shape, strides, requires_grad, hooks [, dtype, metadata]).
void Machine::rebuildTensor(const Object &arguments, bool v3) {
  PickledTensor tensor;
  const std::vector<uint32_t> &items = arguments.items;
  if (items.size() < (v3 ? 7 : 6) || objects[items[0]].kind != Object::Storage ||
      objects[items[1]].kind != Object::Int || !readInts(items[2], tensor.shape) ||
      !readInts(items[3], tensor.strides))
    return fail(malformed("a tensor has wrong arguments"));
  const Object &storage = objects[items[0]], &type = v3 ? objects[items[6]] : storage;
  if (v3 ? type.global != Global::Dtype : storage.untyped)
    return fail(malformed("a tensor has no element type"));
  tensor.storage = storage.text.str();
  tensor.offset = objects[items[1]].value;
  tensor.dtype = type.dtype;
  tensors.push_back(std::move(tensor));
  push({.kind = Object::Tensor, .value = int64_t(tensors.size() - 1)});
}

void Machine::reduce() {
  const Object &arguments = objects[pop()], &function = objects[pop()];
  if (arguments.kind != Object::Tuple)
    return fail(malformed("a call has no arguments"));
  switch (function.global) {
  case Global::OrderedDict:
    if (!arguments.items.empty())
      return fail(forbidden("an OrderedDict made from arguments"));
    return push({.kind = Object::Dict});
  case Global::RebuildTensor:
    return rebuildTensor(arguments, /*v3=*/false);
  case Global::RebuildTensorV3:
    return rebuildTensor(arguments, /*v3=*/true);
  case Global::RebuildParameter: // (tensor, requires_grad, hooks...): the tensor itself
    if (arguments.items.empty() || objects[arguments.items[0]].kind != Object::Tensor)
      return fail(malformed("a parameter has no tensor"));
    return pushIndex(arguments.items[0]);
  case Global::None:
  case Global::Dtype:
    return fail(forbidden("a call of '" + function.text + "'"));
  }
}

/// Attributes of a dictionary (a state_dict has `_metadata`) are dropped.
void Machine::build() {
  pop();
  if (stack.empty() || objects[stack.back()].kind != Object::Dict)
    fail(forbidden("an object with state"));
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

Result<std::vector<PickledTensor>> Machine::collect(uint32_t root) {
  if (objects[root].kind != Object::Dict)
    return forbidden("something that is not a dictionary");
  std::vector<PickledTensor> result;
  StringSet<> names;
  const std::vector<uint32_t> &items = objects[root].items;
  for (size_t i = 0; i + 1 < items.size(); i += 2) {
    const Object &key = objects[items[i]], &value = objects[items[i + 1]];
    if (key.kind != Object::String)
      return forbidden("a key that is not a string");
    if (value.kind != Object::Tensor)
      return forbidden("'" + key.text + "', which is not a tensor");
    if (!names.insert(key.text).second)
      return malformed("'" + key.text + "' occurs twice");
    result.push_back(tensors[value.value]);
    result.back().name = key.text.str();
  }
  return result;
}

Result<std::vector<PickledTensor>> Machine::run() {
  while (status && !stopped)
    step();
  if (!status)
    return status;
  uint32_t root = pop();
  if (!status)
    return status;
  return collect(root);
}

} // namespace

Result<std::vector<PickledTensor>> readTensorPickle(StringRef bytes) { return Machine(bytes).run(); }

} // namespace neuron

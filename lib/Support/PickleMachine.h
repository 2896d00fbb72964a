//===- PickleMachine.h - the few opcodes of a tensor dictionary -*- C++ -*-===//
#ifndef NEURONC_LIB_SUPPORT_PICKLEMACHINE_H
#define NEURONC_LIB_SUPPORT_PICKLEMACHINE_H

#include "neuronc/Support/TensorPickle.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Endian.h"

#include <deque>

namespace neuron::pickle {

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
  llvm::StringRef text = {};
  /// Tuple, List: elements. Dict: key, value, key, value...
  std::vector<uint32_t> items = {};
};

/// The machine that unpickles: a stack of objects and a memo.
class Machine {
public:
  explicit Machine(llvm::StringRef bytes) : input(bytes) {}
  Result<std::vector<PickledTensor>> run();

private:
  // Reading. A failed read sets `status` and returns something harmless.
  llvm::StringRef take(uint64_t count);
  llvm::StringRef takeLine();
  template <typename T> T takeNumber() {
    llvm::StringRef bytes = take(sizeof(T));
    return bytes.size() == sizeof(T) ? llvm::support::endian::read<T, llvm::endianness::little>(bytes.data()) : T(0);
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
  void pushGlobal(llvm::StringRef module, llvm::StringRef name);
  void pushStackGlobal();
  void load();
  void reduce();
  void build();
  void rebuildTensor(const Object &arguments, bool v3);
  bool readInts(uint32_t index, llvm::SmallVectorImpl<int64_t> &out);
  Result<std::vector<PickledTensor>> collect(uint32_t root);

  llvm::StringRef input;
  Status status;
  bool stopped = false;
  std::deque<Object> objects; // references stay valid while it grows
  std::vector<uint32_t> stack;
  std::vector<size_t> marks;
  llvm::DenseMap<uint32_t, uint32_t> memo;
  std::vector<PickledTensor> tensors;
};

Status malformed(const llvm::Twine &what);
Status forbidden(const llvm::Twine &what);

} // namespace neuron::pickle

#endif // NEURONC_LIB_SUPPORT_PICKLEMACHINE_H

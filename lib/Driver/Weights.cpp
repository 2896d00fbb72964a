//===- Weights.cpp - write weight members by their recipes ----------------===//
//
// A recipe is a strided window into a mapped tensor and a type. Runs of the
// innermost dim are copied or converted in one go, so a weight that keeps its
// order is written at memory speed.
//
//===----------------------------------------------------------------------===//

#include "Weights.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <cstring>

using namespace neuron;

namespace {
/// Element conversion through double (exact for all types of at most 32 bits
/// and for integers below 2^53).
struct Converter {
  DType from, to;
  bool isCopy() const {
    auto bits = [](DType type) { return type == DType::Bool ? DType::U8 : type; };
    return bits(from) == bits(to);
  }
  void one(const char *src, char *dst) const;
};
} // namespace

static const llvm::fltSemantics *semanticsOf(DType type) {
  switch (type) {
  case DType::BF16: return &llvm::APFloat::BFloat();
  case DType::F16: return &llvm::APFloat::IEEEhalf();
  case DType::F8E4M3: return &llvm::APFloat::Float8E4M3();
  case DType::F8E4M3FN: return &llvm::APFloat::Float8E4M3FN();
  case DType::F8E5M2: return &llvm::APFloat::Float8E5M2();
  case DType::F8E3M4: return &llvm::APFloat::Float8E3M4();
  default: return nullptr;
  }
}

template <typename T> static double read(const char *src) {
  T value;
  std::memcpy(&value, src, sizeof value);
  return double(value);
}

static double readElement(DType type, const char *src) {
  switch (type) {
  case DType::F32: case DType::TF32: return read<float>(src);
  case DType::F64: return read<double>(src);
  case DType::I8: return read<int8_t>(src);
  case DType::U8: case DType::Bool: return read<uint8_t>(src);
  case DType::I16: return read<int16_t>(src);
  case DType::U16: return read<uint16_t>(src);
  case DType::I32: return read<int32_t>(src);
  case DType::U32: return read<uint32_t>(src);
  case DType::I64: return double(read<int64_t>(src));
  case DType::U64: return double(read<uint64_t>(src));
  case DType::BF16: {
    uint16_t half;
    std::memcpy(&half, src, 2);
    uint32_t bits = uint32_t(half) << 16;
    float value;
    std::memcpy(&value, &bits, 4);
    return value;
  }
  default: {
    uint64_t bits = 0;
    std::memcpy(&bits, src, bytesOf(type));
    llvm::APFloat value(*semanticsOf(type), llvm::APInt(8 * bytesOf(type), bits));
    return value.convertToDouble();
  }
  }
}

/// Integers keep their low bits.
template <typename T> static void writeInteger(double value, char *dst) {
  T narrow = T(int64_t(value));
  std::memcpy(dst, &narrow, sizeof narrow);
}

static void writeElement(DType type, double value, char *dst) {
  switch (type) {
  case DType::F32: case DType::TF32: {
    float narrow = float(value);
    std::memcpy(dst, &narrow, 4);
    return;
  }
  case DType::I8: case DType::U8: case DType::Bool: return writeInteger<int8_t>(value, dst);
  case DType::I16: case DType::U16: return writeInteger<int16_t>(value, dst);
  case DType::I32: case DType::U32: return writeInteger<int32_t>(value, dst);
  case DType::I64: case DType::U64: return writeInteger<int64_t>(value, dst);
  case DType::F64: std::memcpy(dst, &value, 8); return;
  default: {
    llvm::APFloat number(value);
    bool lossy;
    number.convert(*semanticsOf(type), llvm::APFloat::rmNearestTiesToEven, &lossy);
    uint64_t bits = number.bitcastToAPInt().getZExtValue();
    std::memcpy(dst, &bits, bytesOf(type));
  }
  }
}

void Converter::one(const char *src, char *dst) const {
  if (isCopy())
    std::memcpy(dst, src, bytesOf(to));
  else if (from == DType::I64 && bytesOf(to) == 4 && isInteger(to))
    std::memcpy(dst, src, 4); // the low word
  else
    writeElement(to, readElement(from, src), dst);
}

// The conversions that matter for speed work on runs of elements.

using Run = void (*)(const char *src, int64_t srcStep, char *dst, int64_t dstStep, uint64_t count);

template <typename T>
static void copyRun(const char *src, int64_t srcStep, char *dst, int64_t dstStep, uint64_t count) {
  for (uint64_t i = 0; i < count; ++i)
    std::memcpy(dst + int64_t(i) * dstStep, src + int64_t(i) * srcStep, sizeof(T));
}

/// f32 to bf16, to nearest even; NaN stays NaN.
static void narrowRun(const char *src, int64_t srcStep, char *dst, int64_t dstStep, uint64_t count) {
  for (uint64_t i = 0; i < count; ++i) {
    uint32_t bits;
    std::memcpy(&bits, src + int64_t(i) * srcStep, 4);
    bool isNan = (bits & 0x7fffffff) > 0x7f800000;
    uint16_t half = uint16_t(isNan ? (bits >> 16) | 0x40 : (bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
    std::memcpy(dst + int64_t(i) * dstStep, &half, 2);
  }
}

/// The fast form of a conversion, or null.
static Run runOf(const Converter &convert) {
  if (convert.isCopy()) {
    switch (bytesOf(convert.to)) {
    case 1: return copyRun<uint8_t>;
    case 2: return copyRun<uint16_t>;
    case 4: return copyRun<uint32_t>;
    default: return copyRun<uint64_t>;
    }
  }
  return convert.from == DType::F32 && convert.to == DType::BF16 ? narrowRun : nullptr;
}

/// Up to kBlockRows whole rows of a matrix that lies transposed in the source:
/// each column is one short run there, so cache lines are read once.
static constexpr uint64_t kBlockRows = 64;

static void copyTransposed(Run run, const char *src, int64_t columnStep, unsigned from, char *dst, uint64_t rows,
                           int64_t columns, unsigned width) {
  for (int64_t column = 0; column < columns; ++column)
    run(src + column * columnStep * int64_t(from), from, dst + column * width, columns * int64_t(width), rows);
}

/// Writes elements [first, first + out.size() / element) of the recipe's dense
/// result. Ranges begin and end at element borders.
static Status fill(const WeightRecipe &recipe, const WeightData &source, uint64_t first, std::span<std::byte> out) {
  Converter convert{source.dtype, recipe.type};
  unsigned width = bytesOf(recipe.type), from = bytesOf(source.dtype);
  int rank = int(recipe.sizes.size());
  std::vector<int64_t> index(rank, 0);
  uint64_t rest = first;
  for (int i = rank - 1; i >= 0; --i) {
    index[i] = int64_t(rest % uint64_t(recipe.sizes[i]));
    rest /= uint64_t(recipe.sizes[i]);
  }
  char *dst = reinterpret_cast<char *>(out.data());
  uint64_t count = out.size() / width;
  int64_t inner = rank ? recipe.sizes[rank - 1] : 1, step = rank ? recipe.strides[rank - 1] : 1;
  Run fast = runOf(convert);
  bool isTransposed = fast && rank >= 2 && step != 1 && recipe.strides[rank - 2] == 1;
  while (count > 0) {
    int64_t element = recipe.offset;
    for (int i = 0; i < rank; ++i)
      element += index[i] * recipe.strides[i];
    const char *src = source.data + element * int64_t(from);
    uint64_t run = std::min<uint64_t>(count, uint64_t(rank ? inner - index[rank - 1] : 1));
    uint64_t rows = isTransposed && index[rank - 1] == 0
                        ? std::min({kBlockRows, count / uint64_t(inner), uint64_t(recipe.sizes[rank - 2] - index[rank - 2])})
                        : 0;
    if (rows > 1) {
      copyTransposed(fast, src, step, from, dst, rows, inner, width);
      run = rows * uint64_t(inner);
      index[rank - 2] += int64_t(rows) - 1;
    } else if (convert.isCopy() && step == 1)
      std::memcpy(dst, src, run * width);
    else if (fast)
      fast(src, step * int64_t(from), dst, width, run);
    else
      for (uint64_t i = 0; i < run; ++i)
        convert.one(src + int64_t(i) * step * int64_t(from), dst + i * width);
    dst += run * width;
    count -= run;
    for (int i = rank - 1; i >= 0; --i) {
      index[i] += i == rank - 1 ? (rows > 1 ? inner : int64_t(run)) : 1;
      if (index[i] < recipe.sizes[i])
        break;
      index[i] = 0;
    }
  }
  return {};
}

static WeightMember memberOf(const WeightRecipe &recipe, const WeightStore &store) {
  WeightMember member;
  member.name = recipe.member;
  member.dtype = recipe.type;
  member.shape = recipe.sizes;
  member.bytes = bytesOf(recipe.type);
  for (int64_t size : recipe.sizes)
    member.bytes *= uint64_t(size);
  WeightData source;
  if (recipe.literal)
    source = {recipe.literal->type, {}, {}, recipe.literal->bytes.data()};
  else
    source = *store.find(recipe.source);
  member.fill = [&recipe, source](uint64_t offset, std::span<std::byte> out) {
    return fill(recipe, source, offset / bytesOf(recipe.type), out);
  };
  return member;
}

std::vector<WeightMember> neuron::weightMembers(const WeightPlan &plan, const WeightStore &store) {
  std::vector<WeightMember> members;
  for (const WeightRecipe &recipe : plan.recipes)
    members.push_back(memberOf(recipe, store));
  return members;
}

std::string neuron::recipesJson(const WeightPlan &plan) {
  llvm::json::Array rows;
  for (const WeightRecipe &recipe : plan.recipes) {
    llvm::json::Object row{{"member", recipe.member}, {"dtype", llvm::StringRef(nameOf(recipe.type)).str()}};
    if (recipe.literal) {
      row["fixed"] = true;
    } else {
      row["source"] = recipe.source;
      row["offset"] = recipe.offset;
      row["sizes"] = llvm::json::Array(recipe.sizes);
      row["strides"] = llvm::json::Array(recipe.strides);
    }
    rows.push_back(std::move(row));
  }
  std::string text;
  llvm::raw_string_ostream(text) << llvm::json::Value(llvm::json::Object{{"schema", 1}, {"recipes", std::move(rows)}});
  return text;
}

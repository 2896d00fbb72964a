//===- Convert.cpp - elements of weights from one type to another ---------===//

#include "Convert.h"

#include "llvm/ADT/APFloat.h"

#include <cstring>

using namespace neuron;

bool Converter::isCopy() const {
  auto bits = [](DType type) { return type == DType::Bool ? DType::U8 : type; };
  return bits(from) == bits(to);
}

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

template <typename T>
static void copyRun(const char *src, int64_t srcStep, char *dst, int64_t dstStep, uint64_t count) {
  for (uint64_t i = 0; i < count; ++i)
    std::memcpy(dst + int64_t(i) * dstStep, src + int64_t(i) * srcStep, sizeof(T));
}

/// f32 to bf16, to nearest even; NaN stays NaN. For a number or a vector of them.
template <typename Word> static inline Word narrowed(Word bits) {
  Word isNan = (bits & 0x7fffffff) > 0x7f800000;
  Word mask = Word{} - (isNan & 1);
  Word rounded = (bits + 0x7fff + ((bits >> 16) & 1)) >> 16;
  return (mask & ((bits >> 16) | 0x40)) | (~mask & rounded);
}

static inline void narrowOne(const char *src, char *dst) {
  uint32_t bits;
  std::memcpy(&bits, src, 4);
  uint16_t half = uint16_t(narrowed(bits));
  std::memcpy(dst, &half, 2);
}

static void narrowRun(const char *src, int64_t srcStep, char *dst, int64_t dstStep, uint64_t count) {
  if (srcStep == 4 && dstStep == 2) // a loop of its own, so that it is vectorised
    for (uint64_t i = 0; i < count; ++i)
      narrowOne(src + 4 * i, dst + 2 * i);
  else
    for (uint64_t i = 0; i < count; ++i)
      narrowOne(src + int64_t(i) * srcStep, dst + int64_t(i) * dstStep);
}

Run neuron::runOf(const Converter &convert) {
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

namespace {
using Words = uint32_t __attribute__((vector_size(16)));
using Halves = uint16_t __attribute__((vector_size(8)));

/// Stores the words of a tile's row, as they are or narrowed to bf16.
struct KeepWords {
  static constexpr unsigned width = 4;
  static void store(Words row, char *dst) { std::memcpy(dst, &row, sizeof row); }
};
struct NarrowWords {
  static constexpr unsigned width = 2;
  static void store(Words row, char *dst) {
    Halves halves = __builtin_convertvector(narrowed(row), Halves);
    std::memcpy(dst, &halves, sizeof halves);
  }
};
} // namespace

/// 4 x 4 words.
template <typename Store> static inline void transposeTile(const char *src, int64_t columnStep, char *dst, int64_t rowStep) {
  Words column[4];
  for (int i = 0; i < 4; ++i)
    std::memcpy(&column[i], src + i * columnStep, sizeof(Words));
  Words low01 = __builtin_shufflevector(column[0], column[1], 0, 4, 1, 5), high01 = __builtin_shufflevector(column[0], column[1], 2, 6, 3, 7);
  Words low23 = __builtin_shufflevector(column[2], column[3], 0, 4, 1, 5), high23 = __builtin_shufflevector(column[2], column[3], 2, 6, 3, 7);
  Store::store(__builtin_shufflevector(low01, low23, 0, 1, 4, 5), dst);
  Store::store(__builtin_shufflevector(low01, low23, 2, 3, 6, 7), dst + rowStep);
  Store::store(__builtin_shufflevector(high01, high23, 0, 1, 4, 5), dst + 2 * rowStep);
  Store::store(__builtin_shufflevector(high01, high23, 2, 3, 6, 7), dst + 3 * rowStep);
}

static constexpr uint64_t kTile = 16; ///< words of a cache line

/// The first `rows` and `columns`, multiples of a tile.
template <typename Store> static void transposeWords(const Transposed &m, uint64_t rows, uint64_t columns) {
  int64_t rowStep = int64_t(m.columns) * Store::width;
  for (uint64_t column = 0; column < columns; column += kTile)
    for (uint64_t row = 0; row < rows; row += kTile)
      for (uint64_t c = column; c < column + kTile; c += 4)
        for (uint64_t r = row; r < row + kTile; r += 4)
          transposeTile<Store>(m.src + int64_t(c) * m.columnStep + 4 * r, m.columnStep,
                               m.dst + int64_t(r) * rowStep + c * Store::width, rowStep);
}

/// The part of a matrix from a row and a column on, by runs along the columns.
static void transposeRuns(const Converter &convert, const Transposed &m, uint64_t firstRow, uint64_t firstColumn) {
  int64_t width = bytesOf(convert.to), from = bytesOf(convert.from), rowStep = int64_t(m.columns) * width;
  Run run = runOf(convert);
  for (uint64_t column = 0; column < m.columns; ++column)
    if (uint64_t row = column < firstColumn ? firstRow : 0; row < m.rows)
      run(m.src + int64_t(column) * m.columnStep + int64_t(row) * from, from,
          m.dst + int64_t(row) * rowStep + int64_t(column) * width, rowStep, m.rows - row);
}

void neuron::convertTransposed(const Converter &convert, const Transposed &matrix) {
  bool isKept = convert.isCopy() && bytesOf(convert.to) == 4, isNarrowed = convert.from == DType::F32 && convert.to == DType::BF16;
  if (!isKept && !isNarrowed)
    return transposeRuns(convert, matrix, 0, 0);
  uint64_t rows = matrix.rows - matrix.rows % kTile, columns = matrix.columns - matrix.columns % kTile;
  isKept ? transposeWords<KeepWords>(matrix, rows, columns) : transposeWords<NarrowWords>(matrix, rows, columns);
  transposeRuns(convert, matrix, rows, columns);
}

//===- Npy.cpp - arrays in NumPy's file format ----------------------------===//

#include "neuron/npy.h"

#include "neuron/file.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>

using namespace neuron;

namespace {
struct TypeName {
  const char *code; ///< without the byte order
  DType dtype;
};
constexpr TypeName kTypes[] = {
    {"f4", DType::F32}, {"f2", DType::F16}, {"f8", DType::F64}, {"b1", DType::Bool}, {"i1", DType::I8},
    {"u1", DType::U8},  {"i2", DType::I16}, {"u2", DType::U16}, {"i4", DType::I32},  {"u4", DType::U32},
    {"i8", DType::I64}, {"u8", DType::U64}};
constexpr size_t kMaxHeader = 1 << 20;
constexpr size_t kMaxRank = 64;
constexpr char kMagic[] = "\x93NUMPY";

struct Header {
  DType dtype{};
  bool isBigEndian = false, isFortran = false;
  std::vector<int64_t> shape;
};

/// Reads the dictionary literal of a header: three keys, in any order.
class HeaderParser {
public:
  HeaderParser(std::string_view text, const std::string &name) : text(text), name(name) {}
  Result<Header> run();

private:
  std::string_view text;
  const std::string &name;
  size_t at = 0;
  Header header;
  Status error;

  bool fail(unsigned code, const std::string &what) {
    if (error.ok())
      error = Status(code == 2602 ? ErrorClass::Unsupported : ErrorClass::BadInput, code, "'" + name + "': " + what);
    return false;
  }
  bool malformed() { return fail(2601, "the header is not that of an .npy file"); }
  void skip() {
    while (at < text.size() && (text[at] == ' ' || text[at] == '\n' || text[at] == '\t' || text[at] == '\r'))
      ++at;
  }
  bool eat(char c) {
    skip();
    if (at >= text.size() || text[at] != c)
      return false;
    ++at;
    return true;
  }
  bool string(std::string_view &value);
  bool type();
  bool order();
  bool shape();
  bool entry(unsigned &seen);
};
} // namespace

bool HeaderParser::string(std::string_view &value) {
  skip();
  if (at >= text.size() || (text[at] != '\'' && text[at] != '"'))
    return malformed();
  size_t end = text.find(text[at], at + 1);
  if (end == std::string_view::npos)
    return malformed();
  value = text.substr(at + 1, end - at - 1);
  at = end + 1;
  return true;
}

bool HeaderParser::type() {
  skip();
  if (at < text.size() && text[at] == '[')
    return fail(2602, "arrays of records are not supported");
  std::string_view descr;
  if (!string(descr))
    return false;
  bool hasOrder = !descr.empty() && std::strchr("<>=|", descr[0]);
  std::string_view code = hasOrder ? descr.substr(1) : descr;
  header.isBigEndian = hasOrder && descr[0] == '>';
  for (const TypeName &type : kTypes)
    if (code == type.code) {
      header.dtype = type.dtype;
      return true;
    }
  return fail(2602, "element type '" + std::string(descr.substr(0, 32)) + "' is not supported");
}

bool HeaderParser::order() {
  skip();
  for (bool value : {false, true}) {
    std::string_view word = value ? "True" : "False";
    if (text.substr(at, word.size()) == word) {
      header.isFortran = value;
      at += word.size();
      return true;
    }
  }
  return malformed();
}

bool HeaderParser::shape() {
  if (!eat('('))
    return malformed();
  while (!eat(')')) {
    int64_t size = 0;
    size_t begin = (skip(), at);
    for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at) {
      if (size > (int64_t(1) << 58))
        return fail(2603, "a dimension is too large");
      size = size * 10 + (text[at] - '0');
    }
    if (at < text.size() && text[at] == 'L') // written by Python 2
      ++at;
    if (at == begin || header.shape.size() == kMaxRank)
      return malformed();
    header.shape.push_back(size);
    if (!eat(',') && (skip(), at >= text.size() || text[at] != ')'))
      return malformed();
  }
  return true;
}

bool HeaderParser::entry(unsigned &seen) {
  std::string_view key;
  if (!string(key))
    return false;
  if (!eat(':'))
    return malformed();
  if (key == "descr")
    return seen |= 1, type();
  if (key == "fortran_order")
    return seen |= 2, order();
  if (key == "shape")
    return header.shape.clear(), seen |= 4, shape();
  return malformed();
}

Result<Header> HeaderParser::run() {
  unsigned seen = 0;
  if (!eat('{'))
    malformed();
  while (error.ok() && !eat('}')) {
    if (entry(seen) && !eat(',') && (skip(), at >= text.size() || text[at] != '}'))
      malformed();
  }
  if (error.ok() && seen != 7)
    malformed();
  if (!error.ok())
    return error;
  return header;
}

std::optional<uint64_t> neuron::numElements(std::span<const int64_t> shape, uint64_t elementBytes) {
  uint64_t count = 1;
  for (int64_t size : shape) {
    if (size < 0)
      return std::nullopt;
    if (size != 0 && count > (uint64_t(1) << 62) / elementBytes / uint64_t(size))
      return std::nullopt;
    count *= uint64_t(size);
  }
  return count;
}

static void swapBytes(std::vector<std::byte> &data, size_t bytes) {
  for (size_t i = 0; i + bytes <= data.size(); i += bytes)
    std::reverse(data.begin() + i, data.begin() + i + bytes);
}

/// Column-major to row-major.
static std::vector<std::byte> toRowMajor(const std::vector<std::byte> &data, const std::vector<int64_t> &shape,
                                         size_t bytes) {
  std::vector<std::byte> out(data.size());
  std::vector<uint64_t> strides(shape.size()), index(shape.size());
  uint64_t stride = bytes;
  for (size_t d = 0; d < shape.size(); ++d) {
    strides[d] = stride;
    stride *= uint64_t(shape[d]);
  }
  uint64_t from = 0;
  for (uint64_t to = 0; to < out.size(); to += bytes) {
    std::memcpy(out.data() + to, data.data() + from, bytes);
    for (size_t d = shape.size(); d-- > 0;) {
      from += strides[d];
      if (++index[d] < uint64_t(shape[d]))
        break;
      from -= strides[d] * index[d];
      index[d] = 0;
    }
  }
  return out;
}

Result<NpyArray> neuron::parseNpy(std::span<const std::byte> bytes, const std::string &name) {
  auto fail = [&](unsigned code, const std::string &what) {
    return Status(ErrorClass::BadInput, code, "'" + name + "': " + what);
  };
  auto byteAt = [&](size_t i) { return size_t(bytes[i]); };
  if (bytes.size() < 10 || std::memcmp(bytes.data(), kMagic, 6) != 0)
    return fail(2601, "not an .npy file");
  size_t major = byteAt(6), prefix = major == 1 ? 10 : 12;
  if (major < 1 || major > 3 || bytes.size() < prefix)
    return fail(2601, "version " + std::to_string(major) + " of the .npy format is not known");
  size_t length = byteAt(8) | byteAt(9) << 8;
  if (major > 1)
    length |= byteAt(10) << 16 | byteAt(11) << 24;
  if (length > kMaxHeader || length > bytes.size() - prefix)
    return fail(2601, "the header does not fit the file");
  std::string_view text(reinterpret_cast<const char *>(bytes.data()) + prefix, length);
  Result<Header> header = HeaderParser(text, name).run();
  if (!header)
    return header.status();
  size_t element = bytesOf(header->dtype), have = bytes.size() - prefix - length;
  std::optional<uint64_t> count = numElements(header->shape, element);
  if (!count || *count * element != have)
    return fail(2603, "the shape needs " + (count ? std::to_string(*count * element) : "too many") +
                          " bytes, but the file holds " + std::to_string(have));
  NpyArray array{header->dtype, header->shape, {}};
  array.data.assign(bytes.begin() + prefix + length, bytes.end());
  if (header->isBigEndian)
    swapBytes(array.data, element);
  if (header->isFortran && array.shape.size() > 1)
    array.data = toRowMajor(array.data, array.shape, element);
  return array;
}

Result<NpyArray> neuron::readNpy(const std::string &path) {
  std::error_code ignored;
  bool isFile = std::filesystem::is_regular_file(path, ignored); // a folder opens, too
  std::ifstream in(path, std::ios::binary | std::ios::ate);
  std::streamoff size = isFile && in ? std::streamoff(in.tellg()) : -1;
  if (size < 0)
    return Status(ErrorClass::Io, 6002, "cannot read '" + path + "'");
  std::vector<std::byte> bytes(size_t(size), std::byte{});
  in.seekg(0);
  if (!in.read(reinterpret_cast<char *>(bytes.data()), size))
    return Status(ErrorClass::Io, 6002, "cannot read '" + path + "'");
  return parseNpy(bytes, path);
}

std::string neuron::npyHeader(DType dtype, std::span<const int64_t> shape, size_t alignment) {
  const TypeName *type = std::find_if(std::begin(kTypes), std::end(kTypes),
                                      [&](const TypeName &t) { return t.dtype == dtype; });
  if (type == std::end(kTypes))
    return {};
  std::string dict = "{'descr': '";
  dict += bytesOf(dtype) == 1 ? '|' : '<';
  dict += type->code;
  dict += "', 'fortran_order': False, 'shape': (";
  for (size_t i = 0; i < shape.size(); ++i)
    dict += (i ? ", " : "") + std::to_string(shape[i]);
  dict += shape.size() == 1 ? ",), }" : "), }";
  size_t total = (10 + dict.size() + 1 + alignment - 1) / alignment * alignment;
  dict.resize(total - 11, ' ');
  dict += '\n';
  std::string header(kMagic, 6);
  header += {char(1), char(0), char(dict.size() & 0xFF), char(dict.size() >> 8)};
  return header + dict;
}

Status neuron::writeNpy(const std::string &path, DType dtype, std::span<const int64_t> shape,
                        std::span<const std::byte> data) {
  std::string header = npyHeader(dtype, shape);
  if (header.empty())
    return Status(ErrorClass::Io, 6001, "cannot write '" + path + "': the format has no such element type");
  OutputFile file(path);
  if (Status status = file.open(); !status)
    return status;
  file.append(header);
  file.append({reinterpret_cast<const char *>(data.data()), data.size()});
  return file.commit();
}

//===- OnnxMutate.cpp - break one field of an ONNX model ------------------===//

#include "ModelMutate.h"

#include "lib/Frontend/ONNX/Wire.h"

using namespace neuron::fuzz;
using neuron::onnx::WireReader;
using neuron::onnx::WireType;

namespace {
/// Model, Graph, Node, Attribute, Tensor, ValueInfo, Type, tEnsor type, Shape, Dimension, Opset, Function, eXternal entry.
struct Row {
  char message;
  unsigned field;
  char inner;
};
constexpr Row kSchema[] = {{'M', 7, 'G'}, {'M', 8, 'O'}, {'M', 25, 'F'}, {'G', 1, 'N'}, {'G', 5, 'T'}, {'G', 11, 'V'}, {'G', 12, 'V'}, {'G', 13, 'V'},
                           {'N', 5, 'A'}, {'A', 5, 'T'}, {'A', 6, 'G'}, {'T', 13, 'X'}, {'V', 2, 'Y'}, {'Y', 1, 'E'}, {'Y', 4, 'Y'}, {'Y', 9, 'Y'},
                           {'E', 2, 'S'}, {'S', 1, 'D'}, {'F', 7, 'N'}, {'F', 9, 'O'}, {'F', 11, 'A'}, {'F', 12, 'V'}};

struct Field {
  char owner = 0;
  unsigned number = 0;
  WireType type{};
  uint64_t scalar = 0;
  std::string bytes;
  char message = 0; ///< what `inner` is; 0 if the field is kept as bytes
  std::vector<Field> inner;
};
using Fields = std::vector<Field>;

char innerOf(char message, unsigned field) {
  for (const Row &row : kSchema)
    if (row.message == message && row.field == field)
      return row.inner;
  return 0;
}

bool decode(llvm::StringRef bytes, char message, Fields &fields, unsigned depth = 0) {
  WireReader reader(bytes);
  while (reader.next()) {
    Field field{message, reader.field(), reader.wireType(), reader.varint(), reader.bytes().str(), 0, {}};
    if (char inner = innerOf(message, reader.field()); inner && field.type == WireType::Bytes && depth < 60)
      field.message = decode(reader.bytes(), inner, field.inner, depth + 1) ? inner : 0;
    fields.push_back(std::move(field));
  }
  return !reader.failed();
}

void putVarint(std::string &out, uint64_t value) {
  for (; value > 127; value >>= 7)
    out += char((value & 127) | 128);
  out += char(value);
}

std::string encode(const Fields &fields) {
  std::string out;
  for (const Field &field : fields) {
    putVarint(out, uint64_t(field.number) << 3 | uint64_t(field.type));
    std::string bytes = field.message ? encode(field.inner) : field.bytes;
    if (field.type == WireType::Varint)
      putVarint(out, field.scalar);
    else if (field.type == WireType::Bytes)
      putVarint(out, bytes.size()), out += bytes;
    else
      out += bytes;
  }
  return out;
}

struct Place {
  Fields *list;
  size_t index;
  Field &field() const { return (*list)[index]; }
};

void collect(Fields &fields, std::vector<Place> &places) {
  for (size_t i = 0; i < fields.size(); ++i) {
    places.push_back({&fields, i});
    collect(fields[i].inner, places);
  }
}

void breakField(const Place &place, const Field &other, Choice &choice) {
  Field &field = place.field();
  Fields &list = *place.list;
  switch (choice.below(8)) {
  case 0: list.erase(list.begin() + std::ptrdiff_t(place.index)); return;
  case 1: list.insert(list.begin() + std::ptrdiff_t(choice.below(list.size())), Field(field)); return;
  case 2: std::swap(field, list[choice.below(list.size())]); return;
  case 3: field = Field(other); return;
  default: break;
  }
  if (field.type == WireType::Varint)
    field.scalar = choice.oneIn(4) ? field.scalar + choice.below(3) - 1 : uint64_t(absurdNumber(choice));
  else if (field.message)
    field.inner.clear();
  else if (field.type != WireType::Bytes)
    field.bytes[choice.below(field.bytes.size())] ^= char(1 << choice.below(8));
  else
    field.bytes = mutateBytes(field.bytes);
}
} // namespace

std::string neuron::fuzz::mutateOnnx(const std::string &model, Choice &choice) {
  Fields fields;
  if (!decode(model, 'M', fields))
    return "";
  std::vector<Place> places;
  collect(fields, places);
  if (places.empty())
    return "";
  // A kind of field first, so that rare ones get as much attention as frequent ones.
  const Field &kind = places[choice.below(places.size())].field();
  static constexpr char messages[] = "MGNATVYESDOFX";
  char wanted = choice.oneIn(2) ? kind.owner : messages[choice.below(sizeof messages - 1)];
  std::vector<Place> group;
  for (const Place &place : places)
    if (place.field().owner == wanted)
      group.push_back(place);
  if (group.empty())
    group = places;
  const Place &place = group[choice.below(group.size())];
  std::vector<const Field *> alike;
  for (const Place &p : group)
    if (p.field().number == place.field().number)
      alike.push_back(&p.field());
  Field other = *alike[choice.below(alike.size())];
  breakField(place, other, choice);
  return encode(fields);
}

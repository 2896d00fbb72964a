//===- Json.cpp - reading and writing of JSON texts -----------------------===//

#include "Json.h"

#include <algorithm>

using namespace neuron;
using namespace neuron::detail;

static constexpr size_t kMaxBytes = 64 << 20;
static constexpr unsigned kMaxDepth = 64;

std::string neuron::dump(const Json &json) {
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// Deepest nesting of brackets outside strings.
static unsigned depthOf(std::string_view text) {
  unsigned depth = 0, deepest = 0;
  bool isInString = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (isInString && c == '\\')
      ++i;
    else if (c == '"')
      isInString = !isInString;
    else if (!isInString && (c == '{' || c == '['))
      deepest = std::max(deepest, ++depth);
    else if (!isInString && (c == '}' || c == ']') && depth > 0)
      --depth;
  }
  return deepest;
}

Result<Json> neuron::parseJson(const std::string &name, std::string_view text) {
  auto bad = [&](const char *what) { return Status(ErrorClass::BadInput, 2012, name + ": " + what); };
  if (text.size() > kMaxBytes || depthOf(text) > kMaxDepth)
    return bad("JSON over 64 MiB or nested over 64 deep");
  Json json = Json::parse(text, nullptr, false);
  return json.is_discarded() ? bad("not the JSON it must be") : Result<Json>(std::move(json));
}

const Json *Fields::find(const char *key) {
  if (!isGood)
    return nullptr;
  auto it = json.find(key);
  isGood = it != json.end();
  return isGood ? &*it : nullptr;
}

std::string Fields::text(const char *key) {
  const Json *value = find(key);
  isGood = value && value->is_string();
  return isGood ? value->get<std::string>() : "";
}

/// The value as a signed number; false if it is none or needs 64 bits unsigned.
static bool toInteger(const Json &value, int64_t &number) {
  if (!value.is_number_integer() || (value.is_number_unsigned() && value.get<uint64_t>() > uint64_t(INT64_MAX)))
    return false;
  number = value.get<int64_t>();
  return true;
}

int64_t Fields::integer(const char *key, int64_t low, int64_t high) {
  const Json *value = find(key);
  int64_t number = 0;
  isGood = value && toInteger(*value, number) && number >= low && number <= high;
  return isGood ? number : low;
}

DType Fields::dtype(const char *key) {
  std::string name = text(key);
  for (unsigned code = 0; isGood && code < 64; ++code)
    if (nameOf(DType(code)) == name && name != "?")
      return DType(code);
  isGood = false;
  return DType::U8;
}

const Json *Fields::array(const char *key) {
  const Json *value = find(key);
  isGood = value && value->is_array();
  return isGood ? value : nullptr;
}

std::vector<int64_t> Fields::shape(const char *key) {
  std::vector<int64_t> sizes;
  const Json *list = array(key);
  isGood = list && list->size() <= 64;
  for (size_t i = 0; isGood && i < list->size(); ++i)
    isGood = toInteger((*list)[i], sizes.emplace_back()) && sizes.back() >= 0;
  return isGood ? sizes : std::vector<int64_t>();
}

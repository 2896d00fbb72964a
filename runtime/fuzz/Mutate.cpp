//===- Mutate.cpp - structured mutations for fuzz targets -----------------===//

#include "Mutate.h"

#include <nlohmann/json.hpp>

using namespace neuron::fuzz;
using Json = nlohmann::ordered_json;

int64_t neuron::fuzz::absurdNumber(Choice &choice) {
  static constexpr int64_t numbers[] = {0, 1, -1, 2, 3, 7, 127, 128, 255, 256, 65535, 65536, INT32_MAX, INT32_MIN, int64_t(1) << 31, int64_t(1) << 32,
                                        int64_t(1) << 40, int64_t(1) << 61, int64_t(1) << 62, INT64_MAX, INT64_MIN};
  return numbers[choice.below(std::size(numbers))];
}

std::string neuron::fuzz::mutateBytes(std::string text) {
  size_t size = text.size();
  text.resize(size + 64);
  text.resize(LLVMFuzzerMutate(reinterpret_cast<uint8_t *>(text.data()), size, text.size()));
  return text;
}

/// Pointers to all values below `value`, and to itself.
static void collect(Json &value, std::vector<Json *> &all) {
  all.push_back(&value);
  if (value.is_structured())
    for (Json &inner : value)
      collect(inner, all);
}

static Json strange(const Json &old, Choice &choice) {
  static const std::string texts[] = {"", "x", "-1", "../../x", "2**99", "s0//0", std::string("\0\x1b[31m", 6), std::string(300, '(')};
  switch (choice.below(old.is_string() ? 9 : 7)) {
  case 0: return nullptr;
  case 1: return choice.oneIn(2);
  case 2: return Json::array();
  case 3: return Json::object();
  case 4: return 1e300;
  case 5: case 6: return absurdNumber(choice);
  case 7: return texts[choice.below(std::size(texts))];
  default: return mutateBytes(old.get<std::string>());
  }
}

std::string neuron::fuzz::mutateJson(const std::string &text, Choice &choice) {
  Json document = Json::parse(text, nullptr, false);
  if (document.is_discarded() || choice.oneIn(20))
    return mutateBytes(text);
  std::vector<Json *> all;
  collect(document, all);
  Json &target = *all[choice.below(all.size())];
  if (choice.oneIn(4))
    target = Json(*all[choice.below(all.size())]); // a copy: the other may lie inside
  else if (target.is_structured() && !target.empty() && choice.oneIn(2))
    target.erase(std::next(target.begin(), std::ptrdiff_t(choice.below(target.size()))));
  else if (target.is_array() && !target.empty() && choice.oneIn(2))
    target.push_back(Json(target[choice.below(target.size())]));
  else
    target = strange(target, choice);
  return document.dump(-1, ' ', false, Json::error_handler_t::replace);
}

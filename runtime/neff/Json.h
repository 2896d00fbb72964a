//===- Json.h - the JSON members of an artifact -----------------*- C++ -*-===//
#ifndef NEURON_NEFF_JSON_H
#define NEURON_NEFF_JSON_H

#include "neuron/neff.h"

#include <nlohmann/json.hpp>

namespace neuron {
using Json = nlohmann::json;

/// Text of a member; keys are sorted, so bytes are deterministic. Bytes that are
/// no UTF-8 become U+FFFD.
std::string dump(const Json &json);
/// Error 2012 for what is no JSON, nested over 64 deep or over 64 MiB.
Result<Json> parseJson(const std::string &name, std::string_view text);

/// sgNN/def.json: variables, queue sets, kernels of one program.
Json programJson(const Program &program);
/// Fills in all but the streams; error 2013.
Status readProgramJson(const Json &json, Program &program);

/// neff.json: programs with their signatures, weights with type and shape.
Json neffJson(const Artifact &artifact);
/// Name, folders of the programs and the weights without their data; error 2013.
Status readNeffJson(const Json &json, Artifact &artifact, std::vector<std::string> &folders);
/// What neff.json says of the programs agrees with their def.json; error 2013.
Status checkNeffJson(const Json &json, const Artifact &artifact);

namespace detail {
/// Typed access to an object that turns a missing or wrong value into one error.
class Fields {
public:
  explicit Fields(const Json &json) : json(json), isGood(json.is_object()) {}
  bool ok() const { return isGood; }
  std::string text(const char *key);
  /// An integer in [low, high].
  int64_t integer(const char *key, int64_t low, int64_t high);
  DType dtype(const char *key);
  /// Dense sizes: at most 64, none negative.
  std::vector<int64_t> shape(const char *key);
  const Json *array(const char *key);
  bool has(const char *key) const { return isGood && json.contains(key); }

private:
  const Json *find(const char *key);
  const Json &json;
  bool isGood;
};

/// Index of `name` in `names`, or -1.
template <typename T, size_t N> int indexOf(const T (&names)[N], const std::string &name) {
  for (size_t i = 0; i < N; ++i)
    if (name == names[i])
      return int(i);
  return -1;
}

inline constexpr int kSchemaVersion = 1;
inline constexpr const char *kProducer = "neuronc";
/// Names of VarKind.
inline constexpr const char *kKindNames[] = {"input", "output", "inout", "state", "weight", "scratch", "seed"};
} // namespace detail
} // namespace neuron

#endif // NEURON_NEFF_JSON_H

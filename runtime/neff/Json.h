//===- Json.h - the JSON members of an artifact -----------------*- C++ -*-===//
#ifndef NEURON_NEFF_JSON_H
#define NEURON_NEFF_JSON_H

#include "neuron/neff.h"

#include <nlohmann/json.hpp>

namespace neuron {
using Json = nlohmann::json;

/// sgNN/def.json: variables, queue sets, kernels of one program.
Json programJson(const Program &program);
Status readProgramJson(const Json &json, Program &program);
/// neff.json: programs with their signatures.
Json neffJson(const Artifact &artifact);
/// Text of a member; keys are sorted, so bytes are deterministic.
std::string dump(const Json &json);
Result<Json> parseJson(const std::string &name, std::string_view text);
} // namespace neuron

#endif // NEURON_NEFF_JSON_H

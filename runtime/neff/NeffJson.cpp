//===- NeffJson.cpp - neff.json -------------------------------------------===//

#include "Json.h"
#include "Layout.h"

using namespace neuron;
using namespace neuron::detail;

static bool isInSignature(const Variable &v) { return v.kind != VarKind::Weight && v.kind != VarKind::Scratch; }

static Json signatureJson(const Program &program) {
  Json rows = Json::array();
  for (size_t i = 0; i < program.variables.size(); ++i)
    if (const Variable &v = program.variables[i]; isInSignature(v))
      rows.push_back({{"name", v.name},
                      {"kind", kKindNames[size_t(v.kind)]},
                      {"dtype", std::string(nameOf(v.dtype))},
                      {"shape", v.shape},
                      {"var_id", i},
                      {"input_index", v.inputIndex},
                      {"output_index", v.outputIndex}});
  return rows;
}

static Json programRow(const Program &program, size_t index) {
  std::string folder = folderOf(index);
  folder.pop_back(); // the slash
  return {{"name", program.name}, {"folder", folder},         {"cores", 1},
          {"core", program.core}, {"target", program.target}, {"signature", signatureJson(program)}};
}

Json neuron::neffJson(const Artifact &artifact) {
  Json programs = Json::array(), weights = Json::array();
  for (size_t i = 0; i < artifact.programs.size(); ++i)
    programs.push_back(programRow(artifact.programs[i], i));
  for (const WeightMember &weight : artifact.weights)
    weights.push_back({{"name", weight.name}, {"dtype", std::string(nameOf(weight.dtype))}, {"shape", weight.shape}});
  return {{"schema_version", kSchemaVersion},   {"producer", kProducer},
          {"version_major", kNeffVersionMajor}, {"version_minor", kNeffVersionMinor},
          {"name", artifact.name},              {"programs", std::move(programs)},
          {"weights", std::move(weights)}};
}

static Status bad(const std::string &what) { return Status(ErrorClass::BadInput, 2013, "neff.json: " + what); }

static bool readWeight(const Json &json, WeightMember &weight) {
  Fields fields(json);
  weight.name = fields.text("name");
  weight.dtype = fields.dtype("dtype");
  weight.shape = fields.shape("shape");
  return fields.ok() && denseBytes(weight.dtype, weight.shape, weight.bytes);
}

Status neuron::readNeffJson(const Json &json, Artifact &artifact, std::vector<std::string> &folders) {
  Fields fields(json);
  fields.integer("schema_version", kSchemaVersion, kSchemaVersion);
  artifact.name = fields.text("name");
  const Json *programs = fields.array("programs"), *weights = fields.array("weights");
  if (!fields.ok() || programs->empty())
    return bad("schema_version, name, programs or weights missing or of the wrong type");
  for (const Json &row : *programs) {
    Fields program(row);
    std::string folder = program.text("folder") + "/";
    if (!program.ok() || folder != folderOf(folders.size()))
      return bad("program " + std::to_string(folders.size()) + " does not lie in " + folderOf(folders.size()));
    folders.push_back(std::move(folder));
  }
  for (const Json &row : *weights)
    if (!readWeight(row, artifact.weights.emplace_back()))
      return bad("weight " + std::to_string(artifact.weights.size() - 1) + " has no name, type or shape");
  return {};
}

/// `actual` has all that `expected` has; keys that later versions add are ignored.
static bool agrees(const Json &actual, const Json &expected) {
  if (!actual.is_object())
    return false;
  for (auto &[key, value] : expected.items())
    if (auto it = actual.find(key); it == actual.end() || *it != value)
      return false;
  return true;
}

Status neuron::checkNeffJson(const Json &json, const Artifact &artifact) {
  for (size_t i = 0; i < artifact.programs.size(); ++i) {
    const Json &actual = json["programs"][i];
    Json expected = programRow(artifact.programs[i], i), signature = std::move(expected["signature"]);
    expected.erase("signature");
    bool isGood = agrees(actual, expected) && actual.contains("signature") && actual["signature"].is_array() &&
                  actual["signature"].size() == signature.size();
    for (size_t row = 0; isGood && row < signature.size(); ++row)
      isGood = agrees(actual["signature"][row], signature[row]);
    if (!isGood)
      return bad("program " + std::to_string(i) + " differs from its def.json");
  }
  return {};
}

//===- Folder.cpp - an artifact as a folder of texts ----------------------===//

#include "Folder.h"

#include "neuron/file.h"

#include <nlohmann/json.hpp>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>

using namespace neuron;
namespace fs = std::filesystem;

static Status ioError(const std::string &what) { return Status(ErrorClass::Io, 6001, what); }

static Result<std::string> readFile(const fs::path &path) {
  std::ifstream in(path, std::ios::binary);
  if (!in)
    return Status(ErrorClass::Io, 6002, "cannot read '" + path.string() + "'");
  return std::string(std::istreambuf_iterator<char>(in), {});
}

static std::string programFile(size_t index) { return "program_" + std::to_string(index) + ".txt"; }

Status writeFolder(const std::string &folder, const Artifact &artifact) {
  std::error_code error;
  fs::create_directories(fs::path(folder) / "weights", error);
  if (error)
    return ioError("cannot make '" + folder + "': " + error.message());
  nlohmann::json weights = nlohmann::json::array();
  std::map<std::string, std::string> texts = {{"info.json", artifact.infoJson},
                                              {"report.json", artifact.reportJson},
                                              {"recipes.json", artifact.recipesJson}};
  for (size_t i = 0; i < artifact.programs.size(); ++i)
    texts[programFile(i)] = printProgram(artifact.programs[i]);
  for (const WeightMember &weight : artifact.weights) {
    weights.push_back(weight.name);
    fs::path path = fs::path(folder) / "weights" / (weight.name + ".npy");
    if (Status status = writeFile(path, {reinterpret_cast<const char *>(weight.file.data()), weight.file.size()}); !status)
      return status;
  }
  texts["manifest.json"] = nlohmann::json{{"name", artifact.name}, {"programs", artifact.programs.size()}, {"weights", weights}}.dump(1);
  for (const auto &[name, text] : texts)
    if (Status status = writeFile(fs::path(folder) / name, text); !status)
      return status;
  return {};
}

/// The array data of a .npy file in memory.
static Result<std::span<const std::byte>> npyData(const std::string &bytes, const std::string &name) {
  size_t header = bytes.size() < 10 ? SIZE_MAX : 10 + size_t(uint8_t(bytes[8])) + 256 * size_t(uint8_t(bytes[9]));
  if (bytes.compare(0, 6, "\x93NUMPY") != 0 || header > bytes.size())
    return Status(ErrorClass::BadInput, 2601, "'" + name + "' is no .npy file of version 1");
  return std::as_bytes(std::span(bytes.data() + header, bytes.size() - header));
}

static Status addWeight(Artifact &artifact, std::vector<std::string> &files, const fs::path &folder, const std::string &name) {
  Result<std::string> bytes = readFile(folder / "weights" / (name + ".npy"));
  if (!bytes)
    return bytes.status();
  files.push_back(std::move(*bytes));
  Result<std::span<const std::byte>> data = npyData(files.back(), name);
  if (!data)
    return data.status();
  WeightMember weight;
  weight.name = name;
  weight.bytes = data->size();
  for (const Program &program : artifact.programs)
    for (const Variable &variable : program.variables)
      if (variable.file == name) {
        weight.dtype = variable.dtype;
        weight.shape = variable.shape;
      }
  weight.fill = [data = *data](uint64_t offset, std::span<std::byte> out) {
    std::memcpy(out.data(), data.data() + offset, out.size());
    return Status();
  };
  artifact.weights.push_back(std::move(weight));
  return {};
}

static Status readPrograms(Artifact &artifact, const fs::path &folder, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    Result<std::string> text = readFile(folder / programFile(i));
    if (!text)
      return text.status();
    Result<Program> program = parseProgram(*text);
    if (!program)
      return program.status();
    if (Status status = verifyProgram(*program); !status)
      return status;
    artifact.programs.push_back(std::move(*program));
  }
  return {};
}

Status assemble(const std::string &folder, const std::string &path) {
  Result<std::string> text = readFile(fs::path(folder) / "manifest.json");
  if (!text)
    return text.status();
  nlohmann::json manifest = nlohmann::json::parse(*text, nullptr, false);
  bool isGood = manifest.is_object() && manifest.contains("weights") && manifest["weights"].is_array() &&
                manifest.contains("programs") && manifest["programs"].is_number_unsigned() &&
                manifest.contains("name") && manifest["name"].is_string();
  if (!isGood)
    return Status(ErrorClass::BadInput, 2012, "manifest.json: not the JSON it must be");
  Artifact artifact;
  artifact.name = manifest["name"];
  for (auto [member, file] : {std::pair(&artifact.infoJson, "info.json"), std::pair(&artifact.reportJson, "report.json"),
                              std::pair(&artifact.recipesJson, "recipes.json")}) {
    Result<std::string> content = readFile(fs::path(folder) / file);
    if (!content)
      return content.status();
    *member = *content;
  }
  if (Status status = readPrograms(artifact, folder, manifest["programs"]); !status)
    return status;
  std::vector<std::string> files;
  files.reserve(manifest["weights"].size()); // spans point into the elements
  for (const auto &name : manifest["weights"])
    if (Status status = addWeight(artifact, files, folder, name.is_string() ? name.get<std::string>() : ""); !status)
      return status;
  Status status = writeNeff(path, artifact);
  // The artifact is the folder's, and so is what is wrong with it.
  return status.code() == 9201 ? Status(ErrorClass::BadInput, 2008, status.message()) : status;
}

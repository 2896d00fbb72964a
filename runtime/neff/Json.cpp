//===- Json.cpp - the JSON members of an artifact -------------------------===//

#include "Json.h"

using namespace neuron;

static constexpr int kSchemaVersion = 1;
static constexpr const char *kProducer = "neuronc";

static const char *const kindNames[] = {"input", "output", "inout", "state", "weight", "scratch", "seed"};
/// The public kinds of storage for ours.
static const char *const publicTypes[] = {"input", "output", "input", "tmp-buf", "file", "virtual", "tmp-buf"};

std::string neuron::dump(const Json &json) { return json.dump(1) + "\n"; }

Result<Json> neuron::parseJson(const std::string &name, std::string_view text) {
  unsigned depth = 0, deepest = 0;
  for (char c : text) {
    if (c == '{' || c == '[')
      deepest = std::max(deepest, ++depth);
    else if ((c == '}' || c == ']') && depth > 0)
      --depth;
  }
  Json json = deepest > 64 ? Json(Json::value_t::discarded) : Json::parse(text, nullptr, false);
  if (json.is_discarded())
    return Status(ErrorClass::BadInput, 2012, name + ": not the JSON it must be");
  return json;
}

static Json variableJson(const Variable &v, size_t id) {
  Json json{{"var_id", id},       {"name", v.name},          {"type", publicTypes[size_t(v.kind)]},
            {"kind", kindNames[size_t(v.kind)]}, {"dtype", std::string(nameOf(v.dtype))},
            {"shape", v.shape},   {"size", v.bytes},         {"input_index", v.inputIndex},
            {"output_index", v.outputIndex}};
  if (!v.file.empty()) {
    json["file_name"] = "../weights/" + v.file + ".npy";
    json["member"] = v.file;
    json["file_offset"] = v.fileOffset;
  }
  return json;
}

static Json queuesJson(const Program &program) {
  Json json = Json::object();
  for (size_t i = 0; i < program.queues.size(); ++i)
    json["q" + std::to_string(i)] = {{"type", "data"},
                                     {"owner", std::string(nameOf(program.queues[i].owner))},
                                     {"num_queues", 16},
                                     {"depth", program.queues[i].depth}};
  return json;
}

Json neuron::programJson(const Program &program) {
  Json variables = Json::object(), kernels = Json::array();
  for (size_t i = 0; i < program.variables.size(); ++i)
    variables["v" + std::to_string(i)] = variableJson(program.variables[i], i);
  for (const Kernel &k : program.kernels)
    kernels.push_back({k.name, k.source, k.location, k.flops, k.hbmBytes});
  return {{"schema_version", kSchemaVersion}, {"producer", kProducer}, {"name", program.name},
          {"target", program.target},         {"core", program.core},  {"var", std::move(variables)},
          {"dma_queue", queuesJson(program)}, {"kernels", std::move(kernels)}};
}

namespace {
/// Typed access that turns a missing or wrong value into one error.
class Fields {
public:
  explicit Fields(const Json &json) : json(json) { isGood = json.is_object(); }
  bool ok() const { return isGood; }
  std::string text(const char *key) {
    const Json *value = find(key);
    isGood &= value && value->is_string();
    return isGood ? value->get<std::string>() : "";
  }
  int64_t integer(const char *key) {
    const Json *value = find(key);
    isGood &= value && value->is_number_integer();
    return isGood ? value->get<int64_t>() : 0;
  }
  const Json *find(const char *key) const {
    auto it = isGood ? json.find(key) : json.end();
    return isGood && it != json.end() ? &*it : nullptr;
  }

private:
  const Json &json;
  bool isGood;
};
} // namespace

template <typename T, size_t N> static int indexOf(const T (&names)[N], const std::string &name) {
  for (size_t i = 0; i < N; ++i)
    if (name == names[i])
      return int(i);
  return -1;
}

static bool parseDType(const std::string &name, DType &type) {
  for (unsigned code = 0; code < 64; ++code)
    if (nameOf(DType(code)) == name) {
      type = DType(code);
      return true;
    }
  return false;
}

static bool readVariable(const Json &json, Variable &v) {
  Fields fields(json);
  v.name = fields.text("name");
  int kind = indexOf(kindNames, fields.text("kind"));
  bool isKnown = kind >= 0 && parseDType(fields.text("dtype"), v.dtype);
  v.bytes = uint64_t(fields.integer("size"));
  v.inputIndex = int32_t(fields.integer("input_index"));
  v.outputIndex = int32_t(fields.integer("output_index"));
  const Json *shape = fields.find("shape");
  if (!isKnown || !fields.ok() || !shape || !shape->is_array() || shape->size() > 64)
    return false;
  v.kind = VarKind(kind);
  for (const Json &size : *shape) {
    if (!size.is_number_integer() || size.get<int64_t>() < 0)
      return false;
    v.shape.push_back(size.get<int64_t>());
  }
  if (fields.find("member")) {
    v.file = fields.text("member");
    v.fileOffset = uint64_t(fields.integer("file_offset"));
  }
  return fields.ok();
}

static bool readQueue(const Json &json, Queue &queue) {
  Fields fields(json);
  std::string owner = fields.text("owner");
  int64_t depth = fields.integer("depth");
  for (unsigned i = 0; i < kNumEngines; ++i)
    if (owner == nameOf(Engine(i))) {
      queue = {Engine(i), uint32_t(depth)};
      return fields.ok() && depth >= 1 && depth <= 256;
    }
  return false;
}

static bool readKernel(const Json &json, Kernel &kernel) {
  if (!json.is_array() || json.size() != 5 || !json[0].is_string() || !json[1].is_string() ||
      !json[2].is_string() || !json[3].is_number_integer() || !json[4].is_number_integer())
    return false;
  kernel = {json[0], json[1], json[2], json[3], json[4]};
  return true;
}

/// Elements "v0", "v1", ... in that order.
template <typename T>
static bool readNumbered(const Json *json, const char *prefix, std::vector<T> &out, bool (*read)(const Json &, T &)) {
  if (!json || !json->is_object() || json->size() > (1u << 24))
    return false;
  for (size_t i = 0; i < json->size(); ++i) {
    auto it = json->find(prefix + std::to_string(i));
    if (it == json->end() || !read(*it, out.emplace_back()))
      return false;
  }
  return true;
}

Status neuron::readProgramJson(const Json &json, Program &program) {
  auto bad = [] { return Status(ErrorClass::BadInput, 2013, "def.json: a field is missing or has the wrong type"); };
  Fields fields(json);
  program.name = fields.text("name");
  program.target = fields.text("target");
  program.core = uint32_t(fields.integer("core"));
  const Json *kernels = fields.find("kernels");
  if (!fields.ok() || !kernels || !kernels->is_array())
    return bad();
  for (const Json &kernel : *kernels)
    if (!readKernel(kernel, program.kernels.emplace_back()))
      return bad();
  if (!readNumbered(fields.find("var"), "v", program.variables, readVariable) ||
      !readNumbered(fields.find("dma_queue"), "q", program.queues, readQueue))
    return bad();
  return {};
}

static Json signatureJson(const Program &program) {
  Json rows = Json::array();
  for (size_t i = 0; i < program.variables.size(); ++i)
    if (const Variable &v = program.variables[i]; v.kind != VarKind::Weight && v.kind != VarKind::Scratch)
      rows.push_back({{"name", v.name}, {"kind", kindNames[size_t(v.kind)]}, {"dtype", std::string(nameOf(v.dtype))},
                      {"shape", v.shape}, {"var_id", i}, {"input_index", v.inputIndex}, {"output_index", v.outputIndex}});
  return rows;
}

Json neuron::neffJson(const Artifact &artifact) {
  Json programs = Json::array();
  for (size_t i = 0; i < artifact.programs.size(); ++i) {
    const Program &program = artifact.programs[i];
    programs.push_back({{"name", program.name}, {"folder", "sg0" + std::to_string(i)}, {"cores", 1},
                        {"core", program.core}, {"target", program.target}, {"signature", signatureJson(program)}});
  }
  return {{"schema_version", kSchemaVersion}, {"producer", kProducer},
          {"version_major", kNeffVersionMajor}, {"version_minor", kNeffVersionMinor},
          {"name", artifact.name}, {"programs", std::move(programs)}};
}

//===- ProgramJson.cpp - sgNN/def.json ------------------------------------===//

#include "Json.h"

using namespace neuron;
using namespace neuron::detail;

/// The public kinds of storage for ours.
static constexpr const char *kPublicTypes[] = {"input", "output", "input", "tmp-buf", "file", "virtual", "tmp-buf"};
static constexpr int64_t kMaxIndex = INT32_MAX;

static Json variableJson(const Variable &v, size_t id) {
  Json json{{"var_id", id},
            {"name", v.name},
            {"type", kPublicTypes[size_t(v.kind)]},
            {"kind", kKindNames[size_t(v.kind)]},
            {"dtype", std::string(nameOf(v.dtype))},
            {"shape", v.shape},
            {"size", v.bytes},
            {"input_index", v.inputIndex},
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

static bool readVariable(const Json &json, Variable &v) {
  Fields fields(json);
  v.name = fields.text("name");
  int kind = indexOf(kKindNames, fields.text("kind"));
  v.dtype = fields.dtype("dtype");
  v.shape = fields.shape("shape");
  v.bytes = uint64_t(fields.integer("size", 0, INT64_MAX));
  v.inputIndex = int32_t(fields.integer("input_index", -1, kMaxIndex));
  v.outputIndex = int32_t(fields.integer("output_index", -1, kMaxIndex));
  if (fields.has("member")) {
    v.file = fields.text("member");
    v.fileOffset = uint64_t(fields.integer("file_offset", 0, INT64_MAX));
  }
  v.kind = VarKind(kind < 0 ? 0 : kind);
  return kind >= 0 && fields.ok();
}

static bool readQueue(const Json &json, Queue &queue) {
  Fields fields(json);
  std::string owner = fields.text("owner");
  queue.depth = uint32_t(fields.integer("depth", 1, 256));
  for (unsigned i = 0; i < kNumEngines; ++i)
    if (owner == nameOf(Engine(i))) {
      queue.owner = Engine(i);
      return fields.ok();
    }
  return false;
}

static bool readKernel(const Json &json, Kernel &kernel) {
  if (!json.is_array() || json.size() != 5 || !json[0].is_string() || !json[1].is_string() ||
      !json[2].is_string() || !json[3].is_number_unsigned() || !json[4].is_number_unsigned())
    return false;
  kernel = {json[0], json[1], json[2], json[3], json[4]};
  return true;
}

/// Elements "v0", "v1", ... in that order.
template <typename T>
static bool readNumbered(const Json &json, const char *key, const char *prefix, std::vector<T> &out,
                         bool (*read)(const Json &, T &)) {
  auto map = json.find(key);
  if (map == json.end() || !map->is_object())
    return false;
  for (size_t i = 0; i < map->size(); ++i) {
    auto it = map->find(prefix + std::to_string(i));
    if (it == map->end() || !read(*it, out.emplace_back()))
      return false;
  }
  return true;
}

Status neuron::readProgramJson(const Json &json, Program &program) {
  auto bad = [](const char *what) {
    return Status(ErrorClass::BadInput, 2013, std::string("def.json: ") + what + " missing or of the wrong type");
  };
  Fields fields(json);
  fields.integer("schema_version", kSchemaVersion, kSchemaVersion);
  program.name = fields.text("name");
  program.target = fields.text("target");
  program.core = uint32_t(fields.integer("core", 0, kMaxIndex));
  const Json *kernels = fields.array("kernels");
  if (!fields.ok())
    return bad("schema_version, name, target, core or kernels");
  for (const Json &kernel : *kernels)
    if (!readKernel(kernel, program.kernels.emplace_back()))
      return bad("a kernel's row");
  if (!readNumbered(json, "var", "v", program.variables, readVariable))
    return bad("a variable");
  if (!readNumbered(json, "dma_queue", "q", program.queues, readQueue))
    return bad("a queue");
  return {};
}

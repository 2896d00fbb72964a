//===- Model.cpp - a loaded artifact --------------------------------------===//

#include "neuron/model.h"

#include "neuron/target.h"

#include <algorithm>
#include <sys/mman.h>

using namespace neuron;

namespace {
/// Zero pages, taken when they are touched.
struct Memory {
  void *data = MAP_FAILED;
  size_t bytes = 0;
  explicit Memory(size_t wanted) : bytes(wanted ? wanted : 1) {
    data = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  }
  ~Memory() {
    if (data != MAP_FAILED)
      munmap(data, bytes);
  }
  Memory(const Memory &) = delete;
  Memory &operator=(const Memory &) = delete;
};

bool isOwned(VarKind kind) { return kind == VarKind::State || kind == VarKind::Seed || kind == VarKind::Scratch; }
bool isCallers(VarKind kind) { return kind == VarKind::Input || kind == VarKind::Output || kind == VarKind::InOut; }
} // namespace

struct Model::Impl {
  Artifact artifact;
  std::vector<uint32_t> inputs, outputs;
  std::vector<std::unique_ptr<Memory>> memory; ///< by variable, null if not owned
  std::vector<HbmBuffer> buffers;              ///< by variable
  std::unique_ptr<Executor> executor;
  uint64_t ownedBytes = 0;

  const Program &program() const { return artifact.programs.front(); }
  std::span<const std::byte> fileBytes(const Variable &variable) const;
  Status place(const Variable &variable);
  void list(std::vector<uint32_t> &out, int32_t Variable::*index);
};

std::span<const std::byte> Model::Impl::fileBytes(const Variable &variable) const {
  for (const WeightMember &weight : artifact.weights)
    if (!variable.file.empty() && weight.name == variable.file && variable.fileOffset <= weight.data.size())
      return weight.data.subspan(variable.fileOffset);
  return {};
}

/// Memory of one variable. Weights are never written, the executor sees to that.
Status Model::Impl::place(const Variable &variable) {
  memory.emplace_back();
  buffers.emplace_back();
  if (variable.kind == VarKind::Weight) {
    std::span<const std::byte> bytes = fileBytes(variable);
    buffers.back() = {const_cast<std::byte *>(bytes.data()), bytes.size()};
  }
  if (!isOwned(variable.kind))
    return {};
  memory.back() = std::make_unique<Memory>(variable.bytes);
  if (memory.back()->data == MAP_FAILED)
    return Status(ErrorClass::DoesNotFit, 7008, "no memory for '" + variable.name + "', " +
                                                    std::to_string(variable.bytes) + " bytes");
  ownedBytes += variable.bytes;
  buffers.back() = {static_cast<std::byte *>(memory.back()->data), variable.bytes};
  return {};
}

void Model::Impl::list(std::vector<uint32_t> &out, int32_t Variable::*index) {
  const std::vector<Variable> &variables = program().variables;
  for (uint32_t i = 0; i < variables.size(); ++i)
    if (variables[i].*index >= 0)
      out.push_back(i);
  std::sort(out.begin(), out.end(), [&](uint32_t a, uint32_t b) {
    return std::pair(variables[a].*index, a) < std::pair(variables[b].*index, b);
  });
}

/// All variables together fit the memory of the target's chip (eight cores share it
/// at most), so that absurd sizes never reach the allocator.
static Status fitsHbm(const Program &program) {
  const Target *target = findTarget(program.target);
  uint64_t limit = target ? target->deviceBytes() : uint64_t(128) << 30, total = 0;
  for (const Variable &variable : program.variables) {
    total += std::min(variable.bytes, limit + 1);
    if (total > limit)
      return Status(ErrorClass::DoesNotFit, 7008, "the program needs more than the " + std::to_string(limit >> 30) +
                                                      " GiB of HBM that " + program.target + " has");
  }
  return {};
}

Result<Model> Model::create(Artifact artifact, const ExecOptions &options) {
  if (artifact.programs.empty() || artifact.programs.size() > 1)
    return Status(ErrorClass::Unsupported, 7006, "the artifact holds " + std::to_string(artifact.programs.size()) +
                                                     " programs; this runtime runs artifacts of one");
  if (Status s = fitsHbm(artifact.programs.front()); !s)
    return s;
  auto impl = std::make_unique<Impl>();
  impl->artifact = std::move(artifact);
  for (const Variable &variable : impl->program().variables)
    if (Status s = impl->place(variable); !s)
      return s;
  impl->list(impl->inputs, &Variable::inputIndex);
  impl->list(impl->outputs, &Variable::outputIndex);
  Result<Executor> executor = Executor::create(impl->program(), options);
  if (!executor)
    return executor.status();
  impl->executor = std::make_unique<Executor>(std::move(*executor));
  Model model(std::move(impl));
  model.resetState();
  return model;
}

Model::Model(std::unique_ptr<Impl> impl) : impl(std::move(impl)) {}
Model::Model(Model &&) noexcept = default;
Model &Model::operator=(Model &&) noexcept = default;
Model::~Model() = default;

const Artifact &Model::artifact() const { return impl->artifact; }
const Program &Model::program() const { return impl->program(); }
const std::vector<uint32_t> &Model::inputs() const { return impl->inputs; }
const std::vector<uint32_t> &Model::outputs() const { return impl->outputs; }
uint64_t Model::ownedBytes() const { return impl->ownedBytes; }
const ExecStats &Model::stats() const { return impl->executor->stats(); }

std::string Model::signatureText(bool ofOutputs) const {
  std::string text;
  for (uint32_t i : ofOutputs ? impl->outputs : impl->inputs) {
    const Variable &variable = program().variables[i];
    text += (text.empty() ? "" : ", ") + variable.name + ": " + std::string(nameOf(variable.dtype)) + "[";
    for (size_t d = 0; d < variable.shape.size(); ++d)
      text += (d ? "," : "") + std::to_string(variable.shape[d]);
    text += "]";
  }
  return text.empty() ? "none" : text;
}

std::span<const std::byte> Model::initialValue(uint32_t variable) const {
  const Variable &v = program().variables[variable];
  std::span<const std::byte> bytes = impl->fileBytes(v);
  return bytes.first(std::min<size_t>(bytes.size(), v.bytes));
}

Status Model::bind(uint32_t variable, HbmBuffer buffer) {
  const Variable &v = program().variables[variable];
  if (!isCallers(v.kind))
    return Status(ErrorClass::Usage, 7005, "'" + v.name + "' is neither an input nor an output");
  if (buffer.bytes < v.bytes)
    return Status(ErrorClass::Usage, 7005, "'" + v.name + "' needs " + std::to_string(v.bytes) + " bytes, but got " +
                                               std::to_string(buffer.bytes));
  impl->buffers[variable] = buffer;
  return {};
}

Status Model::setOptions(const ExecOptions &options) {
  Result<Executor> executor = Executor::create(impl->program(), options);
  if (executor)
    *impl->executor = std::move(*executor);
  return executor.status();
}

Status Model::run() { return impl->executor->run(impl->buffers); }

void Model::resetState() {
  for (uint32_t i = 0; i < impl->buffers.size(); ++i) {
    const Variable &v = program().variables[i];
    if (v.kind != VarKind::State && v.kind != VarKind::Seed)
      continue;
    std::span<const std::byte> initial = initialValue(i);
    std::byte *rest = std::copy(initial.begin(), initial.end(), impl->buffers[i].data); // either may be empty
    std::fill_n(rest, v.bytes - initial.size(), std::byte{});
  }
}

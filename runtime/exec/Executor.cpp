//===- Executor.cpp - streams, queues, waits ------------------------------===//

#include "Checker.h"
#include "Core.h"
#include "Indirect.h"

#include <algorithm>
#include <chrono>

using namespace neuron;
using namespace neuron::exec;

namespace {
/// Where an engine is in its stream.
struct Cursor {
  size_t node = 0;
  std::vector<int64_t> counters; ///< by depth
  std::vector<int64_t> trips;
  bool done = false;
};
} // namespace

struct Executor::Impl {
  DecodedProgram program;
  Core core;
  ExecStats stats;
  std::function<void(const ExecStats &)> progress;
  std::chrono::steady_clock::time_point lastReport{};
  std::unique_ptr<Checker> checker;
  Cursor cursors[kNumEngines];
  std::vector<int64_t> completed; ///< by source: instances complete

  Impl(DecodedProgram decoded, const Kernels &kernels, const ExecOptions &options, unsigned threads)
      : program(std::move(decoded)), core(program, kernels, threads), progress(options.progress) {
    if (options.strict)
      checker = std::make_unique<Checker>(program);
  }

  void report();
  Status checkBuffers(std::span<const HbmBuffer> buffers) const;
  const DecodedWait *blockedOn(const DecodedInstruction &inst, const int64_t *counters) const;
  Status execute(Engine engine, const DecodedInstruction &inst, const Cursor &cursor, unsigned depth);
  Status advance(unsigned engine, bool &progressed);
  Status run();
  Status deadlock() const;
};

Status Executor::Impl::checkBuffers(std::span<const HbmBuffer> buffers) const {
  const auto &variables = program.program->variables;
  for (size_t i = 0; i < variables.size(); ++i)
    if (i >= buffers.size() || buffers[i].bytes < variables[i].bytes || (!buffers[i].data && variables[i].bytes))
      return Status(ErrorClass::BadInput, 7005,
                    "variable '" + variables[i].name + "' needs a buffer of " + std::to_string(variables[i].bytes) +
                        " bytes, but got " + std::to_string(i < buffers.size() ? buffers[i].bytes : 0));
  return {};
}

/// The first wait that is not met, or nullptr.
const DecodedWait *Executor::Impl::blockedOn(const DecodedInstruction &inst, const int64_t *counters) const {
  for (const DecodedWait &wait : inst.waits)
    if (wait.guard(counters) >= 0 && wait.index(counters) >= completed[wait.source])
      return &wait;
  return nullptr;
}

Status Executor::Impl::execute(Engine engine, const DecodedInstruction &inst, const Cursor &cursor, unsigned depth) {
  Frame frame{core, inst, cursor.counters.data(), depth};
  if (Status s = frame.locate(); !s)
    return s;
  if (checker)
    if (Status s = checker->start(frame, completed); !s)
      return s;
  IndirectRows rows;
  if (inst.isIndirect) {
    if (Status s = rows.build(frame); !s)
      return s;
    if (checker)
      if (Status s = checker->finish(frame); !s)
        return s;
  }
  if (Status s = inst.handler(frame); !s)
    return s;
  if (inst.queue >= 0) {
    ++completed[kFirstQueueSource + inst.queue];
    ++stats.dmaCopies;
  }
  ++completed[unsigned(engine)];
  ++stats.instructions;
  if (progress && stats.instructions % 64 == 0)
    report();
  return {};
}

void Executor::Impl::report() {
  auto now = std::chrono::steady_clock::now();
  if (now - lastReport < std::chrono::milliseconds(100))
    return;
  lastReport = now;
  progress(stats);
}

/// Runs one engine until a wait is not met or its stream ends.
Status Executor::Impl::advance(unsigned engine, bool &progressed) {
  Cursor &cursor = cursors[engine];
  const std::vector<DecodedNode> &nodes = program.streams[engine];
  while (cursor.node < nodes.size()) {
    const DecodedNode &node = nodes[cursor.node];
    if (node.kind == Node::Loop) {
      int64_t trip = program.trips[node.value](cursor.counters.data());
      cursor.counters[node.depth] = 0;
      cursor.trips[node.depth] = trip;
      cursor.node = trip > 0 ? cursor.node + 1 : node.match;
    } else if (node.kind == Node::End) {
      bool again = ++cursor.counters[node.depth] < cursor.trips[node.depth];
      cursor.node = again ? node.match : cursor.node + 1;
    } else {
      const DecodedInstruction &inst = program.instructions[node.value];
      if (blockedOn(inst, cursor.counters.data()))
        return {};
      if (Status s = execute(Engine(engine), inst, cursor, node.depth); !s)
        return s;
      ++cursor.node;
    }
    progressed = true;
  }
  cursor.done = true;
  return {};
}

static std::string sourceName(uint8_t source) {
  return source < kNumEngines ? "the " + std::string(nameOf(Engine(source))) + " engine"
                              : "queue " + std::to_string(source - kFirstQueueSource);
}

Status Executor::Impl::deadlock() const {
  std::string text = "deadlock:";
  for (unsigned e = 0; e < kNumEngines; ++e) {
    const Cursor &cursor = cursors[e];
    if (cursor.done)
      continue;
    const DecodedInstruction &inst = program.instructions[program.streams[e][cursor.node].value];
    const DecodedWait *wait = blockedOn(inst, cursor.counters.data());
    text += "\n  " + describe(*program.program, inst.index, Engine(e)) + " waits for instance " +
            std::to_string(wait->index(cursor.counters.data())) + " of " + sourceName(wait->source) + ", of which " +
            std::to_string(completed[wait->source]) + " are complete";
  }
  return Status(ErrorClass::BadInput, 7001, text);
}

Status Executor::Impl::run() {
  FloatEnvironment environment;
  completed.assign(kFirstQueueSource + program.program->queues.size(), 0);
  for (Cursor &cursor : cursors) {
    cursor = {};
    cursor.counters.assign(program.maxDepth + 1, 0);
    cursor.trips.assign(program.maxDepth + 1, 0);
  }
  bool progressed = true;
  while (progressed) {
    progressed = false;
    for (unsigned e = 0; e < kNumEngines; ++e)
      if (Status s = advance(e, progressed); !s)
        return s;
  }
  bool done = std::all_of(std::begin(cursors), std::end(cursors), [](const Cursor &c) { return c.done; });
  return done ? Status() : deadlock();
}

Executor::Executor(std::unique_ptr<Impl> impl) : impl(std::move(impl)) {}
Executor::Executor(Executor &&) noexcept = default;
Executor &Executor::operator=(Executor &&) noexcept = default;
Executor::~Executor() = default;

Result<Executor> Executor::create(const Program &program, const ExecOptions &options) {
  const Kernels *kernels = options.kernels.empty() ? &selectKernels() : findKernels(options.kernels.c_str());
  if (!kernels)
    return Status(ErrorClass::Usage, 7007, "this CPU has no kernel set '" + options.kernels + "'");
  Result<DecodedProgram> decoded = decode(program);
  if (!decoded)
    return decoded.status();
  unsigned cpus = std::max(1u, std::thread::hardware_concurrency());
  unsigned threads = std::min(options.threads ? options.threads : std::min(cpus, 16u), 64u);
  auto impl = std::make_unique<Impl>(std::move(*decoded), *kernels, options, threads);
  if (!impl->core.sbuf.data() || !impl->core.psum.data())
    return Status(ErrorClass::DoesNotFit, 7008, "no memory for SBUF and PSUM");
  return Executor(std::move(impl));
}

Status Executor::run(std::span<const HbmBuffer> buffers) {
  if (Status s = impl->checkBuffers(buffers); !s)
    return s;
  impl->core.hbm = buffers;
  impl->stats = {};
  if (impl->checker)
    if (Status s = impl->checker->begin(); !s)
      return s;
  return impl->run();
}

const ExecStats &Executor::stats() const { return impl->stats; }

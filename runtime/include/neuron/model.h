//===- model.h - a loaded artifact ------------------------------*- C++ -*-===//
//
// Binds the variables of a program to memory: weights to the mapped file, state
// and scratch to memory of the model, inputs and outputs to buffers of the
// caller. State lives on from run to run.
//
//===----------------------------------------------------------------------===//
#ifndef NEURON_MODEL_H
#define NEURON_MODEL_H

#include "neuron/exec.h"
#include "neuron/neff.h"

#include <memory>
#include <string>
#include <vector>

namespace neuron {

/// Not thread-safe: one run at a time.
class Model {
public:
  /// Takes the first program of the artifact. Errors: those of
  /// Executor::create; 7006 the artifact needs several cores; 7008 no memory.
  static Result<Model> create(Artifact artifact, const ExecOptions &options = {});
  Model(Model &&) noexcept;
  Model &operator=(Model &&) noexcept;
  ~Model();

  const Artifact &artifact() const;
  const Program &program() const;
  /// Indices of variables in signature order; an in-out tensor is in both.
  const std::vector<uint32_t> &inputs() const;
  const std::vector<uint32_t> &outputs() const;
  /// "x: f32[1,3,224,224], mask: i64[1,128]"
  std::string signatureText(bool outputs) const;

  /// The initial value of a variable: its bytes in the artifact, empty for zeros.
  std::span<const std::byte> initialValue(uint32_t variable) const;

  /// Gives an input, output or in-out variable its memory, which must outlive
  /// the runs that use it. Error 7005 if it is too small or not the caller's to give.
  Status bind(uint32_t variable, HbmBuffer buffer);
  /// Runs once. Errors: those of Executor::run.
  Status run();
  /// State and seeds get their initial values again.
  void resetState();

  /// Executes with other options from now on. The random number generators start
  /// again. Errors: those of Executor::create; the old options then stay.
  Status setOptions(const ExecOptions &options);

  /// Bytes of memory the model itself holds (state and scratch).
  uint64_t ownedBytes() const;
  const ExecStats &stats() const;

private:
  struct Impl;
  explicit Model(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl;
};

} // namespace neuron

#endif // NEURON_MODEL_H

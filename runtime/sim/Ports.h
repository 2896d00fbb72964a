//===- Ports.h - engines that share a memory port ---------------*- C++ -*-===//
#ifndef NEURON_SIM_PORTS_H
#define NEURON_SIM_PORTS_H

#include "Plan.h"

#include <algorithm>

namespace neuron {

/// What an instruction needs of the memories.
struct PortUse {
  bool sbuf = false, psum = false;
  uint32_t banks = 0; ///< bits of the PSUM banks it touches
};

/// When the memory ports become free for an engine. v2: Vector and GpSimd
/// exclude each other on SBUF, Vector and Scalar on PSUM. Later: accesses to one
/// PSUM bank are serialised, GpSimd slows Vector's perf modes.
class Ports {
public:
  explicit Ports(const Target &target)
      : shareSbuf(target.vectorGpsimdShareSbuf), sharePsum(target.vectorScalarSharePsum),
        bankConflicts(target.psumBankConflicts) {}

  bool tracksBanks() const { return bankConflicts; }

  Time earliest(Engine engine, const PortUse &use, Time start) const {
    if (use.sbuf && shareSbuf)
      start = std::max(start, engine == Engine::Vector   ? sbufUntil[unsigned(Engine::GpSimd)]
                              : engine == Engine::GpSimd ? sbufUntil[unsigned(Engine::Vector)]
                                                         : 0);
    if (use.psum && sharePsum)
      start = std::max(start, engine == Engine::Vector   ? psumUntil[unsigned(Engine::Scalar)]
                              : engine == Engine::Scalar ? psumUntil[unsigned(Engine::Vector)]
                                                         : 0);
    for (uint32_t banks = use.banks; banks; banks &= banks - 1) {
      const Bank &bank = bankUntil[__builtin_ctz(banks)];
      if (bank.engine != engine)
        start = std::max(start, bank.until);
    }
    return start;
  }

  void occupy(Engine engine, const PortUse &use, Time until) {
    if (use.sbuf)
      sbufUntil[unsigned(engine)] = until;
    if (use.psum)
      psumUntil[unsigned(engine)] = until;
    // Accesses are serialised, so the last user is the only one still there.
    for (uint32_t banks = use.banks; banks; banks &= banks - 1)
      bankUntil[__builtin_ctz(banks)] = {engine, until};
  }

  /// GpSimdE works on SBUF at `time`.
  bool gpsimdBusy(Time time) const { return sbufUntil[unsigned(Engine::GpSimd)] > time; }

private:
  struct Bank {
    Engine engine = Engine::Sync;
    Time until = 0;
  };
  bool shareSbuf, sharePsum, bankConflicts;
  Time sbufUntil[kNumEngines] = {}, psumUntil[kNumEngines] = {};
  Bank bankUntil[32];
};

} // namespace neuron

#endif // NEURON_SIM_PORTS_H

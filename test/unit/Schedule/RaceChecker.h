//===- RaceChecker.h - replay a program against its nisa source -*- C++ -*-===//
//
// Expands all loops of a small program and proves, byte by byte, that
// - a wait names an instance that comes earlier in the sequential order,
// - accesses to the same byte that conflict are ordered by waits,
// - a read finds what its own buffer holds, not what another one left there.
//
//===----------------------------------------------------------------------===//
#ifndef NEURONC_TEST_UNIT_SCHEDULE_RACECHECKER_H
#define NEURONC_TEST_UNIT_SCHEDULE_RACECHECKER_H

#include "lib/Schedule/Sequence.h"

#include <string>

namespace neuron::schedule {

/// The first violation, or an empty text. `nisa` carries the addresses that
/// `program` was built with.
std::string findRace(nisa::ProgramOp nisa, const Program &program, const ScheduleOptions &options);

} // namespace neuron::schedule

#endif // NEURONC_TEST_UNIT_SCHEDULE_RACECHECKER_H

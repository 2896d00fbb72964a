//===- StreamCodec.h - binary form of an engine stream ----------*- C++ -*-===//
#ifndef NEURON_NEFF_STREAMCODEC_H
#define NEURON_NEFF_STREAMCODEC_H

#include "neuron/program.h"
#include "neuron/status.h"

#include <span>
#include <string>

namespace neuron {
/// Deepest loop nest of a stream.
inline constexpr unsigned kMaxLoopDepth = 16;

/// Bytes of one engine's stream (docs/neff.md, "Engine streams").
std::string encodeStream(const Program &program, Engine engine);
/// Appends the stream to `program` (its pools and its nodes).
Status decodeStream(Program &program, Engine engine, std::span<const std::byte> bytes);
} // namespace neuron

#endif // NEURON_NEFF_STREAMCODEC_H

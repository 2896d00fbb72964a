//===- neff.h - the artifact: container, metadata, weights ------*- C++ -*-===//
//
// Byte layout: docs/neff.md. A 1024-byte header, then a plain tar:
//   neff.json                programs, signatures, versions
//   info.json                compiler version, flags, source identity, target
//   report.json              the compile report
//   weights/<name>.npy       array data at multiples of 4096 bytes of the file
//   weights/recipes.json     how each member came from source tensors
//   sgNN/def.json            variables, queues
//   sgNN/{PE,DVE,Activation,Pool,SP}.json and .bin   engine streams
//   hashes.json
// Reading maps the file; weights are never copied.
//
//===----------------------------------------------------------------------===//
#ifndef NEURON_NEFF_H
#define NEURON_NEFF_H

#include "neuron/program.h"
#include "neuron/status.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace neuron {

/// Format versions of this library. Another major is refused; a newer minor too.
inline constexpr uint32_t kNeffVersionMajor = 3;
inline constexpr uint32_t kNeffVersionMinor = 0;

/// A member below weights/: a dense array. The tar name is weights/<name>.npy.
struct WeightMember {
  std::string name;             ///< unique; printable ASCII without blanks
  DType dtype = DType::U8;
  std::vector<int64_t> shape;
  uint64_t bytes = 0;           ///< of the elements of `shape`
  /// Writer: fills `out` with the bytes from `offset` on. Called from several
  /// threads with disjoint ranges of at most 8 MiB.
  std::function<Status(uint64_t offset, std::span<std::byte> out)> fill;
  /// Reader: the mapped array data, and the whole .npy member.
  std::span<const std::byte> data;
  std::span<const std::byte> file;
};

/// Everything an artifact holds. One Program for each (program name, core);
/// today one program, one core.
struct Artifact {
  std::string name = "model";   ///< at most 255 bytes; no path enters the file
  uint32_t logicalCoreSize = 1; ///< 1 or 2
  std::vector<Program> programs;
  std::vector<WeightMember> weights;
  std::string recipesJson;      ///< see docs/neff.md
  std::string infoJson;         ///< one JSON object
  std::string reportJson;       ///< one JSON object
  /// Keeps the mapping alive that the spans of a read artifact point into.
  std::shared_ptr<void> mapping;
};

/// Writes to a temporary file beside `path`, then renames. Deterministic bytes.
/// 6001 if that fails, 9201 for an artifact that readNeff would refuse, or what
/// a `fill` returns (of the first chunk that failed).
Status writeNeff(const std::string &path, const Artifact &artifact);

/// The fields of the header that say what a file is; texts are as they stand
/// there, hash and uuid hexadecimal.
struct HeaderInfo {
  uint64_t packageVersion, versionMajor, versionMinor;
  uint64_t dataBytes;   ///< behind the header
  uint64_t featureBits;
  uint32_t cores;       ///< physical cores that the largest program needs
  uint32_t logicalCoreSize;
  std::string buildVersion, name, hash, uuid;
};
/// Reads the header alone, of any package and format version: 2001 if there is
/// none, 6002 if the file cannot be read.
Result<HeaderInfo> readNeffHeader(const std::string &path);

struct ReadOptions {
  bool checkWeightHashes = false;
};
/// Maps and checks the file: sizes, versions, feature bits, hashes of all
/// members but weight chunks, every index of every program (verifyProgram).
/// With all hashes checked, a changed byte anywhere is an error. Errors are
/// 2001 to 2014 (docs/neff.md) and 6002.
Result<Artifact> readNeff(const std::string &path, const ReadOptions &options = {});
/// The same for a file in memory; `owner` keeps the bytes alive. They must start
/// at a multiple of 64 bytes.
Result<Artifact> parseNeff(std::span<const std::byte> file, std::shared_ptr<void> owner,
                           const ReadOptions &options = {});

/// All static checks of a program that came from outside: indices, table rules
/// (operand spaces, engines), access patterns inside partitions and variables
/// for all loop counters, loop levels, trip counts, sizes of variables. No
/// affine function leaves 62 bits, so nobody behind it has to fear overflow.
/// Error 2014. Linear in the written program.
Status verifyProgram(const Program &program);

/// Text form of a program, one instruction to a line; parseProgram gives the
/// same program back.
std::string printProgram(const Program &program);
Result<Program> parseProgram(std::string_view text);

} // namespace neuron

#endif // NEURON_NEFF_H

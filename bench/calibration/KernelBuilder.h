//===- KernelBuilder.h - published kernels as programs ----------*- C++ -*-===//
//
// Instructions are added in the order of the kernel's source. The builder gives
// every instruction its engine's place in the stream and the waits that the
// tiles it reads and writes ask for, as the vendor's framework does.
//
//===----------------------------------------------------------------------===//
#ifndef NEURON_BENCH_KERNELBUILDER_H
#define NEURON_BENCH_KERNELBUILDER_H

#include "neuron/target.h"

#include <bit>
#include <initializer_list>

namespace neuron::calibration {

/// A block of SBUF or a bank of PSUM that is allocated, filled and freed as one.
struct Tile {
  uint32_t index = UINT32_MAX;
};

/// The same place taken in turn by successive tiles: n buffers.
class Ring {
public:
  Ring() = default;
  explicit Ring(std::vector<Tile> tiles) : tiles(std::move(tiles)) {}
  Tile next() { return tiles[count++ % tiles.size()]; }
  Tile operator[](size_t index) const { return tiles[index % tiles.size()]; }
  size_t size() const { return tiles.size(); }

private:
  std::vector<Tile> tiles;
  size_t count = 0;
};

/// An operand: part of a tile, rows of HBM, or absent.
struct Part {
  Tile tile;
  DType type = DType::F32;
  unsigned elements = 1;   ///< of each partition
  unsigned partitions = 128;
  unsigned start = 0;      ///< first partition
  unsigned offset = 0;     ///< bytes from the start of the tile
  int64_t rowStep = 0;     ///< HBM: elements between rows; 0: broadcast
  bool hbm = false;
};

class KernelBuilder {
public:
  explicit KernelBuilder(const Target &target) : target(target) {
    program.target = std::string(target.name);
    program.kernels.push_back({"kernel", "", "", 0, 0});
    program.variables.push_back({});
  }

  Tile sbuf(unsigned bytes);
  Ring sbufRing(unsigned count, unsigned bytes);
  /// Banks first .. first + count - 1 of PSUM.
  Ring psumRing(unsigned first, unsigned count);

  /// Rows of HBM, each a run of `elements`, far apart.
  static Part rows(DType type, unsigned count, unsigned elements, int64_t rowStep) {
    return {.tile = {}, .type = type, .elements = elements, .partitions = count, .rowStep = rowStep, .hbm = true};
  }

  unsigned queue(Engine owner);

  void emit(Engine engine, Opcode opcode, std::initializer_list<Part> parts,
            std::vector<uint32_t> immediates = {});
  /// A static copy on `queue`.
  void copy(unsigned queue, Part dst, Part src);
  /// dma_transpose of [128, elements] on `queue`.
  void dmaTranspose(unsigned queue, Part dst, Part src);

  // The instructions the kernels use most.
  void matmul(Part dst, Part stationary, Part moving) {
    emit(Engine::Tensor, Opcode::NcMatmul, {dst, stationary, moving});
  }
  void columnMatmul(Part dst, Part stationary, Part moving, unsigned columns) {
    emit(Engine::Tensor, Opcode::NcMatmul, {dst, stationary, moving}, {0, 0, 0, 128, columns});
  }
  void transpose(Part dst, Part src) { emit(Engine::Tensor, Opcode::NcTranspose, {dst, src}); }
  void copyOn(Engine engine, Part dst, Part src) { emit(engine, Opcode::TensorCopy, {dst, src}); }
  void memset(Engine engine, Part dst) { emit(engine, Opcode::Memset, {dst}); }
  void tensorTensor(AluOp op, Part dst, Part a, Part b) {
    emit(Engine::Vector, Opcode::TensorTensor, {dst, a, b}, {uint32_t(op)});
  }
  void tensorScalar(Part dst, Part src, Part scalar) {
    emit(Engine::Vector, Opcode::TensorScalar, {dst, src, scalar, {}}, {uint32_t(AluOp::Multiply)});
  }
  void reduce(AluOp op, Part dst, Part src) {
    emit(Engine::Vector, Opcode::TensorReduce, {dst, src}, {uint32_t(op), 1});
  }
  /// `result` absent: no sum.
  void activation(ActFn fn, Part dst, Part src, Part scale = {}, Part bias = {}, Part result = {}) {
    emit(Engine::Scalar, Opcode::Activation, {dst, src, scale, bias, result},
         {uint32_t(fn), std::bit_cast<uint32_t>(1.0f)});
  }

  Program take() { return std::move(program); }
  unsigned sbufBytes() const { return nextByte; }

private:
  /// Sources of waits: engines, then queues.
  static constexpr unsigned kSources = 24;
  using Instances = std::array<int64_t, kSources>;
  struct State {
    Space space;
    int64_t address;
    Instances written, read; ///< last instance of each source, -1: none
  };

  Operand operand(const Part &part) const;
  uint32_t append(Engine engine, Opcode opcode, std::initializer_list<Part> parts,
                  std::vector<uint32_t> &immediates, int queue);
  void addWaits(Instruction &inst, unsigned engine, const Instances &needed, bool isCopy);
  Tile add(Space space, int64_t address);

  const Target &target;
  Program program;
  std::vector<State> states;
  std::array<Instances, kNumEngines> known = [] {
    std::array<Instances, kNumEngines> list;
    for (Instances &instances : list)
      instances.fill(-1);
    return list;
  }(); ///< what each engine has waited for
  std::array<int64_t, kSources> issued{};
  unsigned nextByte = 0;
};

} // namespace neuron::calibration

#endif // NEURON_BENCH_KERNELBUILDER_H

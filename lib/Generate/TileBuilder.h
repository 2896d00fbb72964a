//===- TileBuilder.h - emit nisa on tiles -----------------------*- C++ -*-===//
//
// Generators speak of tiles (a rectangular part of an on-chip buffer) and of
// tensor views (HBM). TileBuilder turns each call into one nisa instruction,
// plus the nisa.view ops of its operands.
//
//===----------------------------------------------------------------------===//
#ifndef NEURONC_LIB_GENERATE_TILEBUILDER_H
#define NEURONC_LIB_GENERATE_TILEBUILDER_H

#include "TensorView.h"

#include "neuron/target.h"
#include "neuron/types.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <variant>

namespace neuron {

/// One free dimension of a tile, in elements.
struct TileDim {
  int64_t size = 1;
  int64_t step = 1;
};

/// A rectangular part of an SBUF or PSUM buffer: consecutive partitions, and
/// up to four free dims, outermost first.
struct Tile {
  mlir::Value buffer;
  Space space = Space::Sbuf;
  DType type = DType::F32;
  int64_t startPartition = 0;
  int64_t partitions = 1;
  llvm::SmallVector<TileDim, 4> dims;
  Offset offset; ///< elements inside a partition

  /// Elements in each partition.
  int64_t freeSize() const;
  /// Positions start .. start+size-1 of free dim `dim`.
  Tile free(unsigned dim, const Offset &start, int64_t size, int64_t step = 1) const;
  /// Partitions start .. start+count-1 of this tile (start static).
  Tile rows(int64_t start, int64_t count) const;
  /// The free elements in other extents; the tile must be dense.
  Tile reshape(llvm::ArrayRef<int64_t> sizes) const;
  /// Adds a free dim of `size` with step 0 before `dim`.
  Tile broadcast(unsigned dim, int64_t size) const;
  /// Fixes one index of free dim `dim`; the dim vanishes.
  Tile at(unsigned dim, const Offset &index) const;
  /// The same bytes as another type of the same width.
  Tile as(DType other) const;
  /// Free dims in another order.
  Tile permute(llvm::ArrayRef<unsigned> order) const;
};

/// An immediate, or a [P,1] tile that is broadcast along the free axis.
using Scalar = std::variant<float, Tile>;

/// An optional operator of a fused pair; `reverse` swaps its operands.
struct AluStep {
  AluOp op = AluOp::Bypass;
  Scalar operand = 0.0f;
  bool reverse = false;
};

/// Extra parts of an activation.
struct ActOptions {
  Scalar scale = 1.0f;
  Scalar bias = 0.0f;
  ReduceCmd cmd = ReduceCmd::Idle;
  std::optional<Tile> result = std::nullopt; ///< [P,1], receives the running sum
  float param = 0.0f;         ///< of prelu
};

/// When a matmul overwrites PSUM: always, never, or while all counters are zero.
struct AccumulateMode {
  Accumulate kind = Accumulate::Never;
  llvm::SmallVector<mlir::Value, 3> first; ///< loop counters for UnlessFirst
};

class TileBuilder {
public:
  TileBuilder(mlir::OpBuilder &builder, mlir::Location loc, const Target &target)
      : builder(builder), loc(loc), target(target) {}

  mlir::OpBuilder &builder;
  mlir::Location loc;
  const Target &target;

  /// Of Vector and Scalar, the engine that would end sooner with one more pass
  /// over `src`, after what this kernel has given them so far.
  Engine lighter(const Tile &dst, const Tile &src) const;

  // Buffers. Inside a loop body a tile is fresh in every iteration.
  Tile sbuf(int64_t partitions, llvm::ArrayRef<int64_t> sizes, DType type);
  /// A PSUM tile; must fit a bank (or all banks where the target allows).
  Tile psum(int64_t partitions, llvm::ArrayRef<int64_t> sizes, DType type = DType::F32);

  /// Counted loop; `body` gets the counter. trip 1 calls it with a null Value
  /// replaced by a constant-zero Offset. trip 0 emits nothing.
  void loop(int64_t trip, llvm::function_ref<void(Offset counter)> body);
  /// for start = 0, step, 2*step ... < extent: full steps in a rolled loop, then
  /// the remainder once. body(start offset, size).
  void tiles(int64_t extent, int64_t step, llvm::function_ref<void(Offset start, int64_t size)> body);

  // Data movement. The tile's partitions are dim 0 of the view, its free dims
  // the rest, with equal sizes (both sides are collapsed; more than four free
  // dims become a loop). A different type converts in flight through fp32.
  void load(const Tile &dst, const TensorView &src, std::optional<Engine> issuer = std::nullopt);
  void store(const TensorView &dst, const Tile &src, std::optional<Engine> issuer = std::nullopt);
  /// HBM to HBM, any equal shapes.
  void copy(const TensorView &dst, const TensorView &src, std::optional<Engine> issuer = std::nullopt);
  /// HBM to HBM where one side (1 src, 2 dst) starts value(index) * indexStep
  /// elements further; index an i32 [1,1] tile with 0 <= value < bound.
  void copyAt(const TensorView &dst, const TensorView &src, const Tile &index, int64_t indexStep, int64_t bound,
              unsigned side);
  /// HBM to HBM by rows (dim 0) that an i32 [P,1] tile names on one side (1 src,
  /// 2 dst).
  void copyRows(const TensorView &dst, const TensorView &src, const Tile &index, unsigned side);
  /// Loads (stores) a window of `view` that starts value(index) * stride(dim 0)
  /// elements further; index an i32 [1,1] tile, values 0 .. bound-1.
  void loadAt(const Tile &dst, const TensorView &src, const Tile &index, int64_t indexStep, int64_t bound);
  void storeAt(const TensorView &dst, const Tile &src, const Tile &index, int64_t indexStep, int64_t bound);
  /// One row of a view for each partition of the tile: dim 0 is the rows, the
  /// others the free dims; index as in copyRows.
  void loadRows(const Tile &dst, const TensorView &src, const Tile &index);
  void storeRows(const TensorView &dst, const Tile &src, const Tile &index);

  /// dst [F][P] = src [P][F] by DMA, F and P at most 128, elements of 2 or 4 bytes.
  void dmaTranspose(const Tile &dst, const Tile &src);
  void dmaTranspose(const Tile &dst, const TensorView &src);

  // Tensor engine.
  void matmul(const Tile &dst, const Tile &stationary, const Tile &moving, const AccumulateMode &mode = {});
  void transpose(const Tile &dst, const Tile &src, Engine engine = Engine::Tensor);

  // Vector, Scalar, GpSimd.
  void tensorTensor(AluOp op, const Tile &dst, const Tile &a, const Tile &b, Engine engine = Engine::Vector);
  void tensorScalar(const Tile &dst, const Tile &src, const AluStep &first, const AluStep &second = {},
                    Engine engine = Engine::Vector);
  void scalarTensorTensor(const Tile &dst, const Tile &data, const AluStep &first, AluOp second,
                          const Tile &operand, bool reverseSecond = false);
  void tensorReduce(AluOp op, const Tile &dst, const Tile &src, unsigned axes = 1, bool negate = false);
  /// dst = src; `result` [P,1] = the largest, before it is rounded to dst's type.
  void copyWithMax(const Tile &dst, const Tile &src, const Tile &result);
  /// The same where bounds [P,1] f32 lo <= start + position <= hi; the least finite f32 elsewhere.
  void selectWithMax(const Tile &dst, const Tile &src, const Tile &lo, const Tile &hi, int64_t start,
                     const Tile &result);
  void scan(const Tile &dst, const Tile &a, const Tile &b, const Scalar &initial, AluOp op0, AluOp op1);
  void cumulative(const Tile &dst, const Tile &src, AluOp op, const Scalar &initial);
  void copyTile(const Tile &dst, const Tile &src, Engine engine = Engine::Vector);
  /// A copy to floats on the engine with less to do (lighter); others on Vector.
  void copyOnLighter(const Tile &dst, const Tile &src);
  /// value as f32 for float tiles, as integer for integer tiles.
  void fill(const Tile &dst, double value, Engine engine = Engine::Vector);
  void copyPredicated(const Tile &dst, const Tile &pred, const std::variant<float, Tile> &src, bool reverse = false);
  void reciprocal(const Tile &dst, const Tile &src);
  /// A [P,1] integer tile for bit operations, which take no immediates.
  Tile integerScalar(int64_t partitions, int32_t value, DType type = DType::U32);
  void activation(ActFn fn, const Tile &dst, const Tile &src, const ActOptions &options = {});
  void bnStats(const Tile &dst, const Tile &src);
  void bnAggr(const Tile &dst, const Tile &src);
  void max8(const Tile &dst, const Tile &src);
  void findIndex8(const Tile &dst, const Tile &data, const Tile &values);
  void matchReplace8(const Tile &dst, const Tile &data, const Tile &values, float value,
                     const std::optional<Tile> &indices = std::nullopt);
  /// steps: one for each free dim of dst, outermost first.
  void iota(const Tile &dst, int32_t offset, int32_t channelMultiplier, llvm::ArrayRef<int32_t> steps);
  void affineSelect(const Tile &dst, const Tile &onTrue, int32_t offset, int32_t channelMultiplier,
                    llvm::ArrayRef<int32_t> steps, AluOp cmp, float fill);
  void nGather(const Tile &dst, const Tile &data, const Tile &indices);

  // Operands, for what is not listed above.
  mlir::Value view(const Tile &tile);
  /// Dim 0 of the view is the rows.
  mlir::Value view(const TensorView &view);

private:
  double vectorLoad = 0, scalarLoad = 0; ///< ns
  double repeats = 1;                    ///< of what is emitted now, by the loops around it

  void charge(Engine engine, const Tile &dst, const Tile &src);
};

/// The MLIR element type of a nisa view.
mlir::Type mlirType(mlir::MLIRContext *context, DType type);
/// The storage type of a tensor element; i64 stays I64 (callers use words).
DType dtypeOf(mlir::Type type);

} // namespace neuron

#endif // NEURONC_LIB_GENERATE_TILEBUILDER_H

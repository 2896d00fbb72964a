//===- ItemGraph.h - what of a block must stay in order ---------*- C++ -*-===//
#ifndef NEURONC_LIB_SCHEDULE_ITEMGRAPH_H
#define NEURONC_LIB_SCHEDULE_ITEMGRAPH_H

#include "Sequence.h"

namespace neuron::schedule {

/// Times of one instruction, in ns.
struct InstTime {
  double busy = 0;    ///< its engine takes no other (a DMA: the issuer)
  double latency = 0; ///< from start to visible result
};

/// Times by instruction.
std::vector<InstTime> timesOf(Sequence &sequence, const Target &target);

/// An instruction of a block, or a whole inner loop.
struct Item {
  mlir::Operation *op = nullptr;
  unsigned first = 0, end = 0; ///< instructions
  double busy[kNumEngines] = {};
  double latency = 0;
  uint8_t engines = 0;         ///< bit set
  int table = -1;              ///< of functions, on Scalar
  double height = 0;           ///< longest way to the end of the block, ns
};

/// `to` starts at least `delay` ns after the start of `from`.
struct Edge {
  unsigned to = 0;
  double delay = 0;
};

/// Items of a block in program order, and the edges from each to later ones.
struct ItemGraph {
  llvm::SmallVector<Item, 0> items;
  std::vector<llvm::SmallVector<Edge, 4>> edges;
};

/// The graph of the operations of one block. `items` have op, first and end.
ItemGraph buildGraph(const Sequence &sequence, llvm::ArrayRef<InstTime> times, const Target &target,
                     llvm::SmallVector<Item, 0> items);

} // namespace neuron::schedule

#endif // NEURONC_LIB_SCHEDULE_ITEMGRAPH_H

//===- Conflict.cpp - when two accesses of a buffer meet ------------------===//

#include "Conflict.h"

#include "llvm/Support/MathExtras.h"

using namespace neuron;
using namespace neuron::schedule;

static int64_t floorMod(int64_t value, int64_t by) { return value - llvm::divideFloorSigned(value, by) * by; }

/// All bytes between the first and the last.
static Box linearBox(const Access &access) {
  Axis column{access.address, access.run};
  for (AccessDim dim : access.dims)
    column.extent += dim.step * (dim.num - 1);
  return {Axis(), column};
}

/// Splits one coefficient or base into rows and columns of `pitch` bytes.
static void split(int64_t value, int64_t pitch, int64_t &row, int64_t &column) {
  row = 0;
  column = value;
  if (value % pitch == 0 || value <= -pitch || value >= pitch) {
    row = llvm::divideFloorSigned(value, pitch);
    column = floorMod(value, pitch);
  }
}

/// Rows and columns of `pitch` bytes, if no column leaves its row.
static std::optional<Box> pitchedBox(const Access &access, int64_t pitch, llvm::ArrayRef<int64_t> trips) {
  Axis row, column;
  column.extent = access.run;
  if (access.run > pitch) {
    if (access.run % pitch)
      return std::nullopt;
    row.extent = access.run / pitch;
    column.extent = pitch;
  }
  for (AccessDim dim : access.dims) {
    if (dim.step % pitch == 0)
      row.extent += dim.step / pitch * (dim.num - 1);
    else if (dim.step < pitch)
      column.extent += dim.step * (dim.num - 1);
    else
      return std::nullopt;
  }
  row.base.base = llvm::divideFloorSigned(access.address.base, pitch);
  column.base.base = floorMod(access.address.base, pitch);
  for (unsigned depth = 0; depth < access.address.terms.size(); ++depth) {
    int64_t rows, columns;
    split(access.address.terms[depth], pitch, rows, columns);
    if (rows)
      row.base.add(depth, rows);
    if (columns)
      column.base.add(depth, columns);
  }
  if (column.base.min(trips) < 0 || column.base.max(trips) + column.extent > pitch)
    return std::nullopt;
  return Box{row, column};
}

Conflict::Conflict(const Sequence &sequence, const Access &a, const Access &b, unsigned scope)
    : scope(scope) {
  int loopA = sequence.instructions[a.instruction].loop, loopB = sequence.instructions[b.instruction].loop;
  producerTrips = sequence.tripsOf(loopA);
  consumerTrips = sequence.tripsOf(loopB);
  commonDepth = sequence.commonDepth(loopA, loopB);
  isApart = a.firstPartition + a.partitions <= b.firstPartition || b.firstPartition + b.partitions <= a.firstPartition;
  if (isApart)
    return;
  for (const Access *access : {&a, &b}) {
    int64_t pitch = access->dims.empty() ? access->run : access->dims.front().step;
    std::optional<Box> boxA = pitchedBox(a, pitch, producerTrips), boxB = pitchedBox(b, pitch, consumerTrips);
    if (boxA && boxB) {
      producer = *boxA;
      consumer = *boxB;
      return;
    }
  }
  producer = linearBox(a);
  consumer = linearBox(b);
}

/// They meet iff sum over common loops of c_k * distance_k lies in here: the
/// producer starts less than its extent before and less than the consumer's
/// extent after the consumer. Counters that are not tied count as unknown.
Conflict::Window Conflict::window(unsigned axis) const {
  const Axis &p = producer[axis], &c = consumer[axis];
  Linear producerFree, consumerFree, difference(p.base.base - c.base.base);
  for (unsigned depth = 0; depth < std::max(p.base.terms.size(), c.base.terms.size()); ++depth) {
    int64_t cp = p.base.term(depth), cc = c.base.term(depth);
    if (depth < commonDepth) {
      if (cp != cc)
        difference.add(depth, cp - cc);
      continue;
    }
    if (cp)
      producerFree.add(depth, cp);
    if (cc)
      consumerFree.add(depth, cc);
  }
  int64_t low = difference.min(producerTrips) + producerFree.min(producerTrips) - consumerFree.max(consumerTrips);
  int64_t high = difference.max(producerTrips) + producerFree.max(producerTrips) - consumerFree.min(consumerTrips);
  return {low - c.extent + 1, high + p.extent - 1};
}

bool Conflict::meetsNow() const {
  if (isApart)
    return false;
  for (unsigned axis = 0; axis < 2; ++axis) {
    Window w = window(axis);
    if (w.low > 0 || w.high < 0)
      return false;
  }
  return true;
}

std::optional<int64_t> Conflict::distance(unsigned level) const {
  if (isApart || level < scope || level >= commonDepth)
    return std::nullopt;
  int64_t smallest = 1, largest = producerTrips[level] - 1;
  for (unsigned axis = 0; axis < 2; ++axis) {
    Window w = window(axis);
    for (unsigned inner = level + 1; inner < commonDepth; ++inner) {
      int64_t reach = std::abs(producer[axis].base.term(inner)) * (producerTrips[inner] - 1);
      w.low -= reach;
      w.high += reach;
    }
    int64_t c = producer[axis].base.term(level);
    if (c == 0) {
      if (w.low > 0 || w.high < 0)
        return std::nullopt;
      continue;
    }
    if (c < 0) {
      c = -c;
      w = {-w.high, -w.low};
    }
    smallest = std::max(smallest, llvm::divideCeilSigned(w.low, c));
    largest = std::min(largest, llvm::divideFloorSigned(w.high, c));
  }
  if (smallest > largest)
    return std::nullopt;
  return smallest;
}

std::optional<Linear> Conflict::lastMetAlong(unsigned axis) const {
  const Axis &p = producer[axis], &c = consumer[axis];
  int64_t factor = p.base.term(commonDepth);
  if (factor == 0)
    return std::nullopt;
  int64_t sign = factor < 0 ? -1 : 1;
  // factor > 0: factor * i <= consumer's last position - producer's start with i = 0.
  // factor < 0: the mirror image.
  Linear bound, inner;
  bound.add(c.base, sign);
  bound.base += sign > 0 ? c.extent - 1 : p.extent - 1;
  bound.base -= sign * p.base.base;
  for (unsigned depth = 0; depth < p.base.terms.size(); ++depth) {
    if (depth < commonDepth && p.base.terms[depth])
      bound.add(depth, -sign * p.base.terms[depth]);
    else if (depth > commonDepth && p.base.terms[depth])
      inner.add(depth, sign * p.base.terms[depth]);
  }
  bound.base -= inner.min(producerTrips);
  int64_t by = std::abs(factor);
  for (int64_t &term : bound.terms) {
    if (term % by)
      return std::nullopt;
    term /= by;
  }
  bound.base = llvm::divideFloorSigned(bound.base, by);
  if (bound.max(consumerTrips) >= producerTrips[commonDepth])
    return std::nullopt;
  return bound;
}

std::optional<Linear> Conflict::lastMet() const {
  if (producerTrips.size() <= commonDepth)
    return std::nullopt;
  for (unsigned axis = 0; axis < 2; ++axis)
    if (std::optional<Linear> last = lastMetAlong(axis))
      return last;
  return std::nullopt;
}

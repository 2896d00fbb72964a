//===- Checker.cpp - memory checking of --strict --------------------------===//

#include "Checker.h"

#include "Handlers.h"
#include "Indirect.h"
#include "Rows.h"

using namespace neuron;
using namespace neuron::exec;

static bool isWritten(char access) { return access == 'w' || access == 'x' || access == 'o'; }
static bool isRead(char access) { return access != 'w' && access != 'o'; }

/// Variables that the program may write; only they can be raced for.
static bool isWritable(VarKind kind) { return kind != VarKind::Input && kind != VarKind::Weight; }
/// Variables that hold nothing before the program writes them.
static bool startsEmpty(VarKind kind) { return kind == VarKind::Output || kind == VarKind::Scratch; }

Status Checker::begin() {
  const Program &p = *program.program;
  clocks = Clocks(kFirstQueueSource + p.queues.size());
  accesses.assign(1, {});
  sbuf = std::make_unique<Shadow>(kPartitions, program.geometry.sbufBytes);
  psum = std::make_unique<Shadow>(kPartitions, kPsumBytes);
  bool failed = !sbuf->cells.data() || !psum->cells.data();
  hbm.clear();
  for (const Variable &variable : p.variables) {
    if (!isWritable(variable.kind) || variable.bytes == 0) {
      hbm.push_back(nullptr);
      continue;
    }
    hbm.push_back(std::make_unique<Shadow>(1, variable.bytes));
    failed |= !hbm.back()->cells.data() || !hbm.back()->states.data();
    if (!failed && !startsEmpty(variable.kind))
      std::memset(hbm.back()->statesAt(0), kWrittenBits, hbm.back()->cellsPerRow);
  }
  return failed ? Status(ErrorClass::DoesNotFit, 7008, "no memory for the memory checker") : Status();
}

Shadow *Checker::shadowOf(const DecodedOperand &op) {
  return op.space == Space::Hbm ? hbm[op.variable].get() : op.space == Space::Sbuf ? sbuf.get() : psum.get();
}

Status Checker::waits(const Frame &f, const std::vector<int64_t> &completed) {
  const DecodedInstruction &inst = f.inst;
  size_t engine = size_t(inst.engine);
  for (const DecodedWait &wait : inst.waits) {
    int64_t index = wait.index(f.counters);
    if (index >= 0 && wait.guard(f.counters) >= 0)
      clocks.learn(engine, wait.source, index);
  }
  clocks.start(engine, completed[engine]);
  isDma = inst.queue >= 0;
  source = uint32_t(engine);
  if (isDma) {
    source = uint32_t(kFirstQueueSource + inst.queue);
    clocks.inherit(source, engine);
    int64_t behind = completed[source] - int64_t(program.program->queues[inst.queue].depth);
    if (behind >= 0)
      clocks.learn(source, source, behind);
    clocks.start(source, completed[source]);
  }
  if (accesses.size() == kMaxAccesses)
    return f.fail(7205, "the run has more instructions than the memory checker can tell apart");
  accesses.push_back({source, uint32_t(&inst - program.instructions.data()), completed[source]});
  lastOrdered = 0;
  return {};
}

Status Checker::start(const Frame &f, const std::vector<int64_t> &completed) {
  if (Status s = waits(f, completed); !s)
    return s;
  isMatmul = f.inst.opcode == Opcode::NcMatmul;
  if (isMatmul)
    if (Status s = psumRules(f); !s)
      return s;
  for (bool writes : {false, true})
    for (unsigned i = 0; i < f.inst.operands.size(); ++i)
      if (f.has(i) && !movesByIndex(f, i) && (writes ? isWritten : isRead)(f.operand(i).access))
        if (Status s = operand(f, i); !s)
          return s;
  return {};
}

Status Checker::finish(const Frame &f) {
  for (unsigned i = 0; i < f.inst.operands.size(); ++i)
    if (f.has(i) && movesByIndex(f, i))
      if (Status s = operand(f, i); !s)
        return s;
  return {};
}

/// One bank holds a result (v4: all eight); adding needs something begun.
Status Checker::psumRules(const Frame &f) {
  const DecodedOperand &dst = f.operand(0);
  uint32_t bank = program.target ? program.target->psumBankBytes : 2048;
  bool spansBanks = program.target && program.target->generation >= 4;
  int64_t low = f.address[0] + dst.low, high = f.address[0] + dst.high - 1;
  if (!spansBanks && low / bank != high / bank)
    return f.fail(7203, "the result lies in bytes " + std::to_string(low) + " to " + std::to_string(high + 1) +
                            " of psum, which is more than one bank of " + std::to_string(bank) + " bytes");
  if (!accumulates(f))
    return {};
  Status status;
  for (size_t r = 0; r < dst.rows && status; ++r) {
    const uint8_t *states = psum->statesAt(dst.startPartition + r);
    forEachRun(dst.pattern, [&](int64_t offset, int64_t step, uint32_t n) {
      for (uint32_t i = 0; i < n && status; ++i) {
        int64_t byte = f.address[0] + (offset + int64_t(i) * step) * dst.elementBytes;
        if (!(states[byte / 4] & kBegunBit))
          status = f.fail(7204, "adds to byte " + std::to_string(byte) + " of psum partition " +
                                    std::to_string(dst.startPartition + r) + ", which no overwriting matmul began");
      }
    });
  }
  return status;
}

Status Checker::operand(const Frame &f, unsigned slot) {
  const DecodedOperand &op = f.operand(slot);
  Shadow *shadow = shadowOf(op);
  if (!shadow)
    return {};
  const RowTable *table = f.tables[slot];
  for (size_t r = 0; r < op.rows; ++r) {
    if (f.inst.opcode == Opcode::NcStreamShuffle && slot == 0 && (f.word(r % 32 / 4) >> (r % 4 * 8) & 0xFF) == 255)
      continue; // leaves the partition as it is
    int64_t at = f.address[slot];
    size_t at_row = 0;
    if (table) {
      if (!table->row(r))
        continue; // skipped
      at = op.space == Space::Hbm ? table->row(r) - f.core.hbm[op.variable].data
                                  : f.address[slot] + (table->row(r) - f.row(slot, r));
    } else if (op.space == Space::Hbm) {
      at += int64_t(r) * op.rowPitch;
    }
    if (op.space != Space::Hbm)
      at_row = op.startPartition + r;
    if (Status s = row(f, slot, *shadow, at_row, at); !s)
      return s;
  }
  return {};
}

Status Checker::row(const Frame &f, unsigned slot, Shadow &shadow, size_t row, int64_t at) {
  const DecodedOperand &op = f.operand(slot);
  Status status;
  auto touch = [&](int64_t begin, int64_t end) {
    Span span{&shadow, &f, slot, row, begin, end};
    // Adding to PSUM happens inside PSUM: a write.
    if (isRead(op.access) && status)
      status = read(span);
    if (isWritten(op.access) && status)
      status = write(span);
  };
  forEachRun(op.pattern, [&](int64_t offset, int64_t step, uint32_t n) {
    int64_t first = at + offset * op.elementBytes, bytes = op.elementBytes;
    if (step == 1 || step == 0)
      return touch(first, first + (step ? n : 1) * bytes);
    for (uint32_t i = 0; i < n && status; ++i, first += step * bytes)
      touch(first, first + bytes);
  });
  return status;
}

/// Bytes of the four of cell `number` that lie in [begin, end).
static uint32_t maskOf(size_t number, int64_t begin, int64_t end) {
  int64_t low = std::max<int64_t>(begin - int64_t(number) * 4, 0), high = std::min<int64_t>(end - int64_t(number) * 4, 4);
  return (1u << high) - (1u << low);
}

bool Checker::isOrdered(Mark earlier) {
  uint32_t number = earlier >> 4;
  if (number == 0 || number == lastOrdered || number + 1 == accesses.size())
    return true;
  const Access &access = accesses[number];
  bool isSameEngine = !isDma && access.source == source;
  if (!isSameEngine && clocks.of(source)[access.source] <= access.index)
    return false;
  lastOrdered = number;
  return true;
}

Status Checker::read(const Span &span) {
  const uint8_t *states = span.shadow->statesAt(span.row);
  Mark access = Mark(accesses.size() - 1) << 4;
  for (size_t i = size_t(span.begin) / 4; int64_t(i) * 4 < span.end; ++i) {
    uint32_t mask = maskOf(i, span.begin, span.end);
    if ((states[i] & mask) != mask)
      return unwritten(span, i);
    if (Status s = checkWriters(span, i, access | mask, "reads"); !s)
      return s;
    addReader(span, i, access | mask);
  }
  return {};
}

Status Checker::write(const Span &span) {
  uint8_t *states = span.shadow->statesAt(span.row);
  Mark access = Mark(accesses.size() - 1) << 4;
  for (size_t i = size_t(span.begin) / 4; int64_t(i) * 4 < span.end; ++i) {
    uint32_t mask = maskOf(i, span.begin, span.end);
    if (Status s = checkWriters(span, i, access | mask, "overwrites"); !s)
      return s;
    if (Status s = checkReaders(span, i, access | mask); !s)
      return s;
    setWriter(span, i, access | mask);
    states[i] = uint8_t((states[i] & ~kBegunBit) | mask | (isMatmul ? kBegunBit : 0));
  }
  return {};
}

Status Checker::checkWriters(const Span &span, size_t number, Mark mark, const char *does) {
  const ShadowCell &cell = span.shadow->cellsAt(span.row)[number];
  if ((cell.writer & mark & 15) && !isOrdered(cell.writer))
    return race(span, cell.writer, "written by", does, number);
  if (!(span.shadow->statesAt(span.row)[number] & kMoreWritersBit))
    return {};
  for (Mark writer : span.shadow->moreWriters[span.row * span.shadow->cellsPerRow + number])
    if ((writer & mark & 15) && !isOrdered(writer))
      return race(span, writer, "written by", does, number);
  return {};
}

Status Checker::checkReaders(const Span &span, size_t number, Mark mark) {
  const ShadowCell &cell = span.shadow->cellsAt(span.row)[number];
  for (Mark reader : cell.readers)
    if ((reader & mark & 15) && !isOrdered(reader))
      return race(span, reader, "read by", "overwrites", number);
  if (!cell.readers[2] || span.shadow->moreReaders.empty())
    return {};
  auto more = span.shadow->moreReaders.find(span.row * span.shadow->cellsPerRow + number);
  if (more == span.shadow->moreReaders.end())
    return {};
  for (Mark reader : more->second)
    if ((reader & mark & 15) && !isOrdered(reader))
      return race(span, reader, "read by", "overwrites", number);
  if ((mark & 15) == 15)
    span.shadow->moreReaders.erase(more);
  return {};
}

/// Is every byte of `old` one of `now`?
static bool covers(Mark now, Mark old) { return !((old & 15) & ~(now & 15)); }

/// A reader is replaced by a later one of its source, or by one that is ordered
/// behind it, if that reads at least the same bytes: who waits for the later one
/// has then waited for both.
void Checker::addReader(const Span &span, size_t number, Mark mark) {
  ShadowCell &cell = span.shadow->cellsAt(span.row)[number];
  auto replaces = [&](Mark old) {
    return covers(mark, old) && (accesses[old >> 4].source == source || isOrdered(old));
  };
  for (Mark &reader : cell.readers)
    if (reader == 0 || reader == mark || replaces(reader)) {
      reader = mark;
      return;
    }
  std::vector<Mark> &more = span.shadow->moreReaders[span.row * span.shadow->cellsPerRow + number];
  std::erase_if(more, replaces);
  more.push_back(mark);
}

/// An earlier writer of bytes that this one leaves alone is kept aside.
void Checker::setWriter(const Span &span, size_t number, Mark mark) {
  ShadowCell &cell = span.shadow->cellsAt(span.row)[number];
  uint8_t &state = span.shadow->statesAt(span.row)[number];
  bool isSame = cell.writer >> 4 == mark >> 4;
  if (cell.writer && !isSame && !covers(mark, cell.writer)) {
    std::vector<Mark> &more = span.shadow->moreWriters[span.row * span.shadow->cellsPerRow + number];
    std::erase_if(more, [&](Mark old) { return covers(mark, old); });
    more.push_back(cell.writer);
    state |= kMoreWritersBit;
  } else if (covers(mark, 15) && (state & kMoreWritersBit)) {
    span.shadow->moreWriters.erase(span.row * span.shadow->cellsPerRow + number);
    state &= uint8_t(~kMoreWritersBit);
  }
  cell.writer = isSame ? cell.writer | mark : mark;
  for (Mark &reader : cell.readers)
    if (covers(mark, reader))
      reader = 0;
}

static std::string cellText(const Program &p, const DecodedOperand &op, size_t row, size_t cell) {
  std::string text = "bytes " + std::to_string(cell * 4) + " to " + std::to_string(cell * 4 + 4) + " of ";
  if (op.space == Space::Hbm)
    return text + "variable '" + p.variables[op.variable].name + "'";
  return text + std::string(nameOf(op.space)) + " partition " + std::to_string(row);
}

Status Checker::race(const Span &span, Mark earlier, const char *did, const char *does, size_t number) const {
  const Frame &f = *span.frame;
  const Access &access = accesses[earlier >> 4];
  const DecodedInstruction &other = program.instructions[access.instruction];
  return f.fail(7202, "operand '" + std::string(f.inst.info->operands[span.slot].name) + "' " + does + " " +
                          cellText(*program.program, f.operand(span.slot), span.row, number) + ", " + did + " " +
                          describe(*program.program, other.index, other.engine) + ", instance " +
                          std::to_string(access.index) + ", without a wait between them");
}

Status Checker::unwritten(const Span &span, size_t number) const {
  const Frame &f = *span.frame;
  return f.fail(7201, "operand '" + std::string(f.inst.info->operands[span.slot].name) + "' reads " +
                          cellText(*program.program, f.operand(span.slot), span.row, number) +
                          ", which nothing has written");
}

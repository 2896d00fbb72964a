//===- RowItems.cpp - the order of work of a long attention ---------------===//

#include "RowItems.h"

#include "Turn.h"

using namespace neuron;

/// Ranges of keys that blocks of rows of one head may differ in.
static constexpr int64_t kMaxRanges = 16;
/// Rows of neighbouring blocks that see the same range, at least.
static constexpr int64_t kLeastRows = 512;

bool RowItem::isLike(const RowItem &other) const {
  return height == other.height && count == other.count && seenFrom == other.seenFrom && seenTo == other.seenTo &&
         isFirst == other.isFirst && isLast == other.isLast;
}

namespace {
struct KeySpan {
  int64_t from = 0, to = 0;
};
} // namespace

/// Keys that one of the rows sees, in whole blocks, and those that all see.
static std::pair<KeySpan, KeySpan> rangesOf(int64_t firstRow, int64_t lastRow, int64_t keys, const KeySight &sight) {
  if (!sight.isCausal)
    return {{0, keys}, {0, keys}};
  auto end = [&](int64_t row) { return std::min(keys, row + sight.offset + 1); };
  auto begin = [&](int64_t row) {
    return sight.window < 0 ? 0 : std::clamp<int64_t>(row + sight.offset + 1 - sight.window, 0, keys);
  };
  KeySpan some{begin(firstRow) / kTurnBlock * kTurnBlock, std::min(keys, turnBlocks(end(lastRow)) * kTurnBlock)};
  some.from = std::min(some.from, (keys - 1) / kTurnBlock * kTurnBlock);
  some.to = std::max(some.to, std::min(keys, some.from + kTurnBlock));
  KeySpan all{turnBlocks(begin(lastRow)) * kTurnBlock, end(firstRow) == keys ? keys : end(firstRow) / kTurnBlock * kTurnBlock};
  return {some, all};
}

/// The panels of one block of rows.
static void addPanels(std::vector<RowItem> &items, RowItem item, KeySpan some, KeySpan all, int64_t panel) {
  int64_t panels = std::max<int64_t>(1, (some.to - some.from + panel - 1) / panel);
  for (int64_t p = 0; p < panels; ++p) {
    int64_t from = some.from + p * panel, to = std::min(some.to, from + panel);
    item.first = from;
    item.count = to - from;
    item.seenFrom = std::clamp(all.from, from, to) - from;
    item.seenTo = std::max(item.seenFrom, std::clamp(all.to, from, to) - from);
    item.isFirst = p == 0;
    item.isLast = p + 1 == panels;
    items.push_back(item);
  }
}

std::vector<RowItem> neuron::rowItems(int64_t members, int64_t rows, int64_t keys, int64_t panel,
                                      const KeySight &sight) {
  std::vector<RowItem> items;
  int64_t blocks = turnBlocks(rows);
  // Windows slide with the rows; other ranges grow, a few blocks at a time.
  int64_t each = std::max(kLeastRows / kTurnBlock, (blocks + kMaxRanges - 1) / kMaxRanges);
  if (sight.window >= 0)
    each = 1;
  for (int64_t member = 0; member < members; ++member)
    for (int64_t block = 0; block < blocks; ++block) {
      int64_t firstRow = block / each * each * kTurnBlock;
      auto [some, all] = rangesOf(firstRow, std::min(rows, firstRow + each * kTurnBlock) - 1, keys, sight);
      RowItem item;
      item.member = member;
      item.block = block;
      item.height = std::min(kTurnBlock, rows - block * kTurnBlock);
      addPanels(items, item, some, all, panel);
    }
  return items;
}

/// How often the two steps from item `at` on repeat.
static int64_t repeats(llvm::ArrayRef<RowItem> items, int64_t at, int64_t depth) {
  auto isNext = [&](const RowItem &a, const RowItem &b, const RowItem &c) {
    auto isEven = [](const Offset &x, const Offset &y, const Offset &z) { return y.base - x.base == z.base - y.base; };
    return a.isLike(b) && b.isLike(c) && isEven(a.member, b.member, c.member) && isEven(a.block, b.block, c.block) &&
           isEven(a.first, b.first, c.first);
  };
  int64_t window = depth + 1; // items of two steps
  if (at < 0 || at + window + 2 > int64_t(items.size()))
    return 1;
  for (int64_t j = 0; j < window; ++j)
    if (!items[at + j].isLike(items[at + j + 2]))
      return 1;
  int64_t count = 2;
  for (; at + count * 2 + window <= int64_t(items.size()); ++count)
    for (int64_t j = 0; j < window; ++j)
      if (int64_t i = at + count * 2 + j; !isNext(items[i - 4], items[i - 2], items[i]))
        return count;
  return count;
}

void neuron::forEachStep(TileBuilder &b, llvm::ArrayRef<RowItem> items, int64_t depth,
                         llvm::function_ref<void(int64_t, llvm::ArrayRef<const RowItem *>)> step) {
  int64_t total = items.size();
  auto call = [&](int64_t at, const Offset &counter) {
    llvm::SmallVector<RowItem> moved(depth);
    llvm::SmallVector<const RowItem *> pointers(depth, nullptr);
    for (int64_t j = 0; j < depth; ++j) {
      int64_t i = at + j;
      if (i < 0 || i >= total)
        continue;
      moved[j] = items[i];
      if (!counter.isConstant()) {
        moved[j].member += counter * (items[i + 2].member.base - items[i].member.base);
        moved[j].block += counter * (items[i + 2].block.base - items[i].block.base);
        moved[j].first += counter * (items[i + 2].first.base - items[i].first.base);
      }
      pointers[j] = &moved[j];
    }
    step(at, pointers);
  };
  for (int64_t at = 1 - depth; at < total;) {
    int64_t count = repeats(items, at, depth);
    if (count == 1) {
      call(at++, 0);
      continue;
    }
    b.loop(count, [&](Offset counter) {
      call(at, counter);
      call(at + 1, counter);
    });
    at += 2 * count;
  }
}

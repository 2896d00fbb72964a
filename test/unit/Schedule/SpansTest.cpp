//===- SpansTest.cpp - the last of many ranges that meets another ---------===//

#include "lib/Schedule/Spans.h"

#include <gtest/gtest.h>

#include <random>

using namespace neuron::schedule;

TEST(Spans, FindsWhatASearchOfAllFinds) {
  std::mt19937 random(1);
  std::vector<Span> all;
  Spans spans;
  for (int i = 0; i < 10000; ++i) {
    int64_t begin = i * 10 + int64_t(random() % 200);
    all.push_back({begin, begin + 1 + int64_t(random() % 20)});
    spans.push(all.back());
  }
  for (int i = 0; i < 2000; ++i) {
    int64_t begin = random() % 100000;
    Span wanted{begin, begin + 5};
    size_t end = random() % (all.size() + 1), place = end;
    while (place > 0 && !all[place - 1].meets(wanted))
      --place;
    std::optional<size_t> found = spans.lastBefore(end, wanted);
    EXPECT_EQ(found ? *found + 1 : 0, place);
  }
}

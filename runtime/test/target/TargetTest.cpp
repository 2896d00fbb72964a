//===- TargetTest.cpp - the numbers of the targets ------------------------===//

#include "neuron/target.h"

#include <gtest/gtest.h>

using namespace neuron;

static const Target &get(const char *name) { return *findTarget(name); }

TEST(Target, Names) {
  EXPECT_EQ(targetNames(), (std::vector<std::string_view>{"trn1", "inf2", "trn2", "trn3"}));
  EXPECT_EQ(findTarget("trn4"), nullptr);
  EXPECT_EQ(findTarget(""), nullptr);
  for (std::string_view name : targetNames())
    EXPECT_EQ(findTarget(name)->name, name);
}

TEST(Target, Memories) {
  EXPECT_EQ(get("trn1").sbufBytes, 192u * 1024 - 16 * 1024);
  EXPECT_EQ(get("trn2").sbufBytes, 224u * 1024 - 16 * 1024 - 8);
  EXPECT_EQ(get("trn3").sbufBytes, 256u * 1024 - 16 * 1024 - 8);
  EXPECT_EQ(get("trn1").hbmBytes, 16ull << 30);
  EXPECT_EQ(get("trn2").hbmBytes, 12ull << 30);
  EXPECT_EQ(get("trn3").hbmBytes, 18ull << 30);
}

/// Per-core TFLOPS of section 1.3.
TEST(Target, Peaks) {
  EXPECT_NEAR(get("trn1").peakFlopsPerNs(DType::BF16) / 1e3, 92, 0.5);
  EXPECT_NEAR(get("trn1").peakFlopsPerNs(DType::F8E4M3) / 1e3, 92, 0.5);
  EXPECT_NEAR(get("trn1").peakFlopsPerNs(DType::F32) / 1e3, 23, 0.5);
  EXPECT_NEAR(get("trn2").peakFlopsPerNs(DType::TF32) / 1e3, 79, 0.5);
  EXPECT_NEAR(get("trn2").peakFlopsPerNs(DType::F32) / 1e3, 20, 0.5);
  EXPECT_NEAR(get("trn2").peakFlopsPerNs(DType::F8E5M2) / 1e3, 158, 1);
  EXPECT_NEAR(get("trn2").peakFlopsPerNs(DType::F8E3M4) / 1e3, 79, 0.5);
}

TEST(Target, BytesPerNsIsTheSmallerOfDmaAndHbm) {
  EXPECT_DOUBLE_EQ(get("trn1").bytesPerNs(), 272);
  EXPECT_DOUBLE_EQ(get("trn2").bytesPerNs(), 362.5);
  EXPECT_DOUBLE_EQ(get("trn3").bytesPerNs(), 528);
}

TEST(Target, Bound) {
  const Target &trn2 = get("trn2");
  TypedFlops work[] = {{DType::BF16, 78643.2}, {DType::F32, 19660.8}};
  EXPECT_DOUBLE_EQ(boundNs(trn2, work, 0), 2);
  EXPECT_DOUBLE_EQ(boundNs(trn2, work, 3625), 10);
  EXPECT_DOUBLE_EQ(boundNs(trn2, {}, 0), 0);
}

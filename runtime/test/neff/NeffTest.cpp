//===- NeffTest.cpp - the container and the text form ---------------------===//

#include "neuron/neff.h"

#include "gtest/gtest.h"

#include <cstring>
#include <filesystem>
#include <fstream>
#include <unistd.h>

using namespace neuron;

namespace {

/// A program with a loop, a ring, a wait, hbm and on-chip operands.
constexpr const char *kProgram = R"(program "main" target="trn2" core=0
queue owner=sync depth=16
variable "x" input f32 [8,512] bytes=16384 file="" offset=0 in=0 out=-1
variable "w" weight f32 [3] bytes=12 file="w" offset=0 in=-1 out=-1
variable "y\22" output f32 [8,512] bytes=16384 file="" offset=0 in=-1 out=0
kernel "copy" source="a/b" location="" flops=5 bytes=0
stream tensor
stream vector
  loop 4
    tensor_copy dst=sbuf/f32/0:128/@4096+2048*i0/[512*1] src=sbuf/f32/0:128/@0/[512*1]/r(0+1*i0,2,2048) wait=q0:0+1*i0:0 kernel=0
  end
stream scalar
stream gpsimd
stream sync
  loop 4
    dma_copy dst=sbuf/f32/0:2/@0/[512*1]/r(0+1*i0,2,2048) src=hbm/f32/v0:2:512/@0+4096*i0/[512*1] $dge=3 kernel=0
  end
)";

Program program() {
  Result<Program> parsed = parseProgram(kProgram);
  EXPECT_TRUE(parsed.ok()) << parsed.status().message();
  return *parsed;
}

Artifact artifact() {
  Artifact result;
  result.name = "test";
  result.programs.push_back(program());
  result.infoJson = R"({"producer": "test"})";
  result.reportJson = "{}";
  result.recipesJson = R"({"recipes": []})";
  WeightMember weight;
  weight.name = "w";
  weight.dtype = DType::F32;
  weight.shape = {3};
  weight.bytes = 12;
  weight.fill = [](uint64_t offset, std::span<std::byte> out) {
    static constexpr float values[] = {1, 2, 3};
    std::memcpy(out.data(), reinterpret_cast<const char *>(values) + offset, out.size());
    return Status();
  };
  result.weights.push_back(weight);
  return result;
}

class NeffFile : public testing::Test {
protected:
  std::string path = testing::TempDir() + "/neff_test_" + std::to_string(getpid()) + ".neff";
  void SetUp() override {
    Status status = writeNeff(path, artifact());
    ASSERT_TRUE(status.ok()) << status.message();
  }
  void TearDown() override { std::filesystem::remove(path); }
  std::string bytes() const {
    std::ifstream in(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {});
  }
  void write(const std::string &content) const { std::ofstream(path, std::ios::binary) << content; }
};

TEST(ProgramText, RoundTrips) { EXPECT_EQ(printProgram(program()), kProgram); }

TEST(ProgramText, NamesTheLineThatCannotBeRead) {
  Result<Program> parsed = parseProgram("program \"a\" target=\"trn2\" core=0\nnonsense\n");
  ASSERT_FALSE(parsed.ok());
  EXPECT_EQ(parsed.status().code(), 2015u);
  EXPECT_NE(parsed.status().message().find("line 2"), std::string::npos);
}

TEST(ProgramText, NumbersKeepTheirValueOrAreRefused) {
  auto replaced = [](const std::string &from, const std::string &to) {
    std::string text = kProgram;
    return text.replace(text.find(from), from.size(), to);
  };
  for (auto [from, to] : {std::pair("flops=5", "flops=-5"), {"bytes=12", "bytes=-12"}, {"0:128", "65536:128"}, {"0:128", "0:65664"}, {"$dge=3", "$dge=4294967299"},
                          {"wait=q0", "wait=q256"}, {"[512*1]", "[512*4294967297]"}, {"kernel=0\n", "kernel=4294967296\n"}, {"+2048*i0", "+9223372036854775808*i0"},
                          {"+2048*i0", "--9223372036854775808*i0"}, {"core=0", "core=-1"}})
    EXPECT_EQ(parseProgram(replaced(from, to)).status().code(), 2015u) << to;
  Result<Program> large = parseProgram(replaced("flops=5", "flops=18446744073709551615"));
  ASSERT_TRUE(large.ok());
  EXPECT_EQ(printProgram(*large), replaced("flops=5", "flops=18446744073709551615"));
}

TEST(Verify, AcceptsTheProgram) { EXPECT_TRUE(verifyProgram(program()).ok()); }

/// The program with `from` replaced by `to` is refused with a message that
/// holds `what`.
void expectRefused(const std::string &from, const std::string &to, const std::string &what) {
  std::string text = kProgram;
  size_t at = text.find(from);
  ASSERT_NE(at, std::string::npos);
  text.replace(at, from.size(), to);
  Result<Program> parsed = parseProgram(text);
  ASSERT_TRUE(parsed.ok()) << parsed.status().message();
  Status status = verifyProgram(*parsed);
  ASSERT_FALSE(status.ok());
  EXPECT_NE(status.message().find(what), std::string::npos) << status.message();
}

TEST(Verify, AccessBehindAVariable) { expectRefused("@0+4096*i0/", "@0+4100*i0/", "leaves its memory"); }
TEST(Verify, AccessBehindAPartition) { expectRefused("@4096+2048*i0", "@4096+200048*i0", "leaves its memory"); }
TEST(Verify, NegativeAddress) { expectRefused("@4096+2048*i0", "@4096-2048*i0", "leaves its memory"); }
TEST(Verify, CounterOutOfScope) { expectRefused("@4096+2048*i0", "@4096+2048*i1", "not in scope"); }
TEST(Verify, TooManyPartitions) { expectRefused("f32/0:128/@4096", "f32/1:128/@4096", "128 partitions"); }
TEST(Verify, UnknownVariable) { expectRefused("v0:2:512", "v7:2:512", "no variable"); }
TEST(Verify, QueueOfAnotherEngine) { expectRefused("queue owner=sync", "queue owner=vector", "another engine owns"); }
TEST(Verify, UnknownQueue) { expectRefused("wait=q0", "wait=q3", "unknown engine or queue"); }
TEST(Verify, WrongMemory) { expectRefused("dst=sbuf/f32/0:128/", "dst=hbm/f32/v0:1:0/", "may not lie there"); }
TEST(Verify, TooManyInstructions) { expectRefused("loop 4\n    tensor", "loop 9007199254740992\n    tensor", "trip count"); }

TEST_F(NeffFile, RoundTrips) {
  Result<Artifact> read = readNeff(path, {.checkWeightHashes = true});
  ASSERT_TRUE(read.ok()) << read.status().message();
  ASSERT_EQ(read->programs.size(), 1u);
  EXPECT_EQ(printProgram(read->programs[0]), kProgram);
  EXPECT_EQ(read->name, "test");
  EXPECT_EQ(read->infoJson, artifact().infoJson);
  ASSERT_EQ(read->weights.size(), 1u);
  float values[3];
  ASSERT_EQ(read->weights[0].data.size(), sizeof values);
  std::memcpy(values, read->weights[0].data.data(), sizeof values);
  EXPECT_EQ(values[2], 3.0f);
}

TEST_F(NeffFile, WeightDataAreAligned) {
  Result<Artifact> read = readNeff(path);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(reinterpret_cast<uintptr_t>(read->weights[0].data.data()) % 4096, 0u);
}

TEST_F(NeffFile, SameBytesEachTime) {
  std::string first = bytes();
  ASSERT_TRUE(writeNeff(path, artifact()).ok());
  EXPECT_EQ(bytes(), first);
}

TEST_F(NeffFile, RefusesOtherVersionsAndFeatures) {
  std::string good = bytes(), other = good;
  other[24] = 9; // neff_version_major
  write(other);
  EXPECT_EQ(readNeff(path).status().code(), 2003u);
  other = good;
  other[550] = 1; // a high feature bit
  write(other);
  EXPECT_EQ(readNeff(path).status().code(), 2004u);
  other = good;
  other[0] = 1; // pkg_version
  write(other);
  EXPECT_EQ(readNeff(path).status().code(), 2002u);
}

TEST_F(NeffFile, EveryTruncationIsRefused) {
  std::string good = bytes();
  for (size_t size = 0; size < good.size(); size += 97) {
    write(good.substr(0, size));
    ASSERT_FALSE(readNeff(path).ok()) << size;
  }
}

/// A flipped byte is refused, or lies in what no hash covers: reserved header
/// bytes, tar padding. With weight hashes checked, the weights are covered too.
TEST_F(NeffFile, FlippedBytesNeverCrash) {
  std::string good = bytes();
  size_t refused = 0, tried = 0;
  for (size_t at = 0; at < good.size(); at += 61, ++tried) {
    std::string bad = good;
    bad[at] = char(bad[at] ^ 0x41);
    write(bad);
    refused += !readNeff(path, {.checkWeightHashes = true}).ok();
  }
  EXPECT_GT(refused, tried / 4);
}

TEST_F(NeffFile, FlippedWeightIsFound) {
  std::string bad = bytes();
  Result<Artifact> read = readNeff(path);
  ASSERT_TRUE(read.ok());
  float two = 2;
  size_t at = bad.find(std::string(reinterpret_cast<char *>(&two), 4) + std::string("\0\0\x40\x40", 4));
  ASSERT_NE(at, std::string::npos);
  bad[at] ^= 1;
  write(bad);
  EXPECT_TRUE(readNeff(path).ok());
  EXPECT_EQ(readNeff(path, {.checkWeightHashes = true}).status().code(), 2006u);
}

TEST(Neff, MissingFileIsAnIoError) {
  Result<Artifact> read = readNeff("no/such/file.neff");
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.status().errorClass(), ErrorClass::Io);
}

TEST(Neff, NoFileIsLeftWhenWritingFails) {
  Artifact bad = artifact();
  bad.weights[0].fill = [](uint64_t, std::span<std::byte>) { return Status(ErrorClass::BadInput, 2999, "no"); };
  std::string path = testing::TempDir() + "/neff_test_failing.neff";
  EXPECT_EQ(writeNeff(path, bad).code(), 2999u);
  EXPECT_FALSE(std::filesystem::exists(path));
}

} // namespace

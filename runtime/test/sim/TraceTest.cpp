//===- TraceTest.cpp - the trace file -------------------------------------===//

#include "SimFixture.h"

#include "neuron/trace.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <unistd.h>

using namespace neuron;
using namespace neuron::test;
using nlohmann::json;

namespace {
struct TraceTest : SimFixture {
  TraceTest() : path(testing::TempDir() + "neuron-trace-test-" + std::to_string(getpid()) + ".json") {}
  ~TraceTest() override { std::filesystem::remove(path); }

  json write(TraceOptions options = {}) {
    Result<SimResult> result = writeTrace(program, *findTarget("trn2"), path, options);
    EXPECT_TRUE(result.ok()) << result.status().message();
    std::ifstream in(path);
    return json::parse(in);
  }
  static std::vector<json> ofPhase(const json &trace, const char *phase) {
    std::vector<json> list;
    for (const json &event : trace["traceEvents"])
      if (event["ph"] == phase)
        list.push_back(event);
    return list;
  }
  std::string path;
};
} // namespace

TEST_F(TraceTest, SlicesAndTracks) {
  program.kernels = {{"copy 128x512", "/layer.0/Add", "model.py:12", 0, 0}};
  unsigned q = queue(Y);
  load(q, 512);
  vectorCopy(tile(0, 512), tile(8192, 512, BF16));
  json trace = write();
  std::vector<json> slices = ofPhase(trace, "X");
  ASSERT_EQ(slices.size(), 3u); // trigger, copy, data
  auto vector = std::find_if(slices.begin(), slices.end(), [](const json &e) { return e["tid"] == 1; });
  ASSERT_NE(vector, slices.end());
  EXPECT_EQ((*vector)["name"], "/layer.0/Add");
  EXPECT_EQ((*vector)["ts"], 0);
  EXPECT_NEAR(double((*vector)["dur"]), 512 / 0.96 / 1000, 1e-5);
  EXPECT_EQ((*vector)["args"]["instruction"], "tensor_copy dst=sbuf f32[128, 512] src=sbuf bf16[128, 512]");
  EXPECT_EQ((*vector)["args"]["kernel"], "copy 128x512");
  EXPECT_EQ((*vector)["args"]["location"], "model.py:12");
  std::vector<std::string> names;
  for (const json &event : ofPhase(trace, "M"))
    if (event["name"] == "thread_name")
      names.push_back(event["args"]["name"]);
  EXPECT_EQ(names, (std::vector<std::string>{"VectorE", "SyncE", "DMA queue 0 (sync)"}));
  EXPECT_EQ(trace["otherData"]["slices_not_written"], 0);
  EXPECT_NEAR(double(trace["otherData"]["predicted_us"]), run().totalNs / 1000, 1e-9);
}

TEST_F(TraceTest, EmptyProgram) { EXPECT_TRUE(ofPhase(write(), "X").empty()); }

TEST_F(TraceTest, NamesAreEscaped) {
  program.kernels = {{"k", "a\"b\\c\n\xff", "", 0, 0}};
  vectorCopy(tile(0, 8), tile(8192, 8));
  EXPECT_EQ(ofPhase(write(), "X").at(0)["name"], "a\"b\\c\n\xef\xbf\xbd");
}

TEST_F(TraceTest, ACutTraceSaysSo) {
  loop(V, 100);
  vectorCopy(tile(0, 64), tile(8192, 64));
  end(V);
  TraceOptions options;
  options.maxSlices = 10;
  json trace = write(options);
  std::vector<json> slices = ofPhase(trace, "X");
  ASSERT_EQ(slices.size(), 11u);
  EXPECT_EQ(slices.back()["name"], "cut: 90 later slices are not in this file");
  EXPECT_EQ(trace["otherData"]["slices_not_written"], 90);
  EXPECT_EQ(trace["otherData"]["instructions"], 100);
}

TEST_F(TraceTest, ErrorsLeaveNoFile) {
  Result<SimResult> result = writeTrace(program, *findTarget("trn2"), "/nonexistent/trace.json");
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.status().code(), 6001u);
  EXPECT_EQ(result.status().errorClass(), ErrorClass::Io);
  vectorCopy(tile(0, 8), tile(8192, 8), {wait(S, 0)});
  EXPECT_EQ(writeTrace(program, *findTarget("trn2"), path).status().code(), 7102u);
  EXPECT_FALSE(std::filesystem::exists(path));
}

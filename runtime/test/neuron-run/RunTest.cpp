//===- RunTest.cpp - the command line of neuron-run -----------------------===//

#include "neuron/npy.h"
#include "runtime/test/SmallModel.h"

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <sys/wait.h>

using namespace neuron;

namespace {
class NeuronRun : public testing::Test {
protected:
  void SetUp() override {
    folder = testing::TempDir() + "/neuron-run-" + std::to_string(getpid());
    std::filesystem::create_directories(folder);
    model = test::writeSmallModel();
    array("x", DType::F32, std::vector<float>{1, 2, 3, 4});
    array("c", DType::F32, std::vector<float>{1, 2, 3, 0.5f}); // bf16 in the model
  }
  void TearDown() override {
    std::filesystem::remove_all(folder);
    std::filesystem::remove(model);
  }

  template <typename T> std::string array(const std::string &name, DType type, std::vector<T> values, std::vector<int64_t> shape = {1, 4}) {
    std::string path = folder + "/" + name + ".npy";
    EXPECT_TRUE(writeNpy(path, type, shape, std::as_bytes(std::span(values))).ok());
    return path;
  }
  /// Exit status; standard output and error are in `text`.
  int run(const std::string &arguments) {
    std::string command = std::string(NEURON_RUN) + " " + arguments + " 2>&1";
    text.clear();
    FILE *pipe = popen(command.c_str(), "r");
    char buffer[4096];
    while (size_t n = fread(buffer, 1, sizeof buffer, pipe))
      text.append(buffer, n);
    int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  std::string inputs() const { return model + " --input " + folder + "/x.npy --input " + folder + "/c.npy"; }
  std::vector<float> floats(const std::string &name) {
    auto array = readNpy(folder + "/out/" + name);
    EXPECT_TRUE(array.ok()) << array.status().message();
    std::vector<float> values(array.ok() ? array->data.size() / 4 : 0);
    if (array.ok())
      std::memcpy(values.data(), array->data.data(), array->data.size());
    return values;
  }
  bool says(const char *what) const { return text.find(what) != std::string::npos; }
  std::string slurp(const std::string &path) {
    std::ifstream in(path);
    std::stringstream out;
    out << in.rdbuf();
    return out.str();
  }
  using Floats = std::vector<float>;

  std::string folder, model, text;
};
} // namespace

TEST_F(NeuronRun, WritesOutputsAndInOut) {
  ASSERT_EQ(run(inputs() + " -o " + folder + "/out"), 0) << text;
  EXPECT_EQ(floats("output_0.npy"), (Floats{101, 202, 303, 404}));
  EXPECT_EQ(floats("output_1.npy"), (Floats{11, 12, 13, 14}));
  EXPECT_EQ(floats("inout_c_cache.npy"), (Floats{2, 4, 6, 1}));
  EXPECT_FALSE(std::filesystem::exists(folder + "/out/output_2.npy"));
}

TEST_F(NeuronRun, NamesAndPositions) {
  for (const char *order : {" --input c/cache=%c --input x=%x", " --input 1=%c --input %x", " --input c/cache=%c --input 0=%x"}) {
    std::string arguments = order;
    for (const char *name : {"x", "c"})
      arguments.replace(arguments.find(std::string("%") + name), 2, folder + "/" + name + ".npy");
    ASSERT_EQ(run(model + arguments + " -o " + folder + "/out"), 0) << text;
    EXPECT_EQ(floats("output_0.npy"), (Floats{101, 202, 303, 404}));
  }
}

TEST_F(NeuronRun, MissingSurplusAndWrongInputs) {
  EXPECT_EQ(run(model + " --input " + folder + "/x.npy"), 2);
  EXPECT_TRUE(says("[NRN-E1101] input 'c/cache' is missing; the inputs are x: f32[1,4], c/cache: bf16[1,4]")) << text;
  EXPECT_EQ(run(inputs() + " --input " + folder + "/x.npy"), 2);
  EXPECT_TRUE(says("one input too many")) << text;
  EXPECT_EQ(run(inputs() + " --input x=" + folder + "/x.npy --input x=" + folder + "/x.npy"), 2);
  EXPECT_TRUE(says("given twice")) << text;
  array("x", DType::F32, Floats{1, 2, 3, 4}, {4});
  EXPECT_EQ(run(inputs()), 2);
  EXPECT_TRUE(says("[NRN-E1102] input 'x' is f32[1,4], but")) << text;
  EXPECT_EQ(run(model + " --input nowhere.npy --input " + folder + "/c.npy"), 6);
  EXPECT_TRUE(says("NRN-E6002")) << text;
}

TEST_F(NeuronRun, Expect) {
  std::string good = array("good", DType::F32, Floats{101, 202, 303.1f, 404});
  EXPECT_EQ(run(inputs() + " --expect " + good), 0) << text;
  EXPECT_TRUE(says("output_0 'y': max abs error 0.1, max rel error 0.00033: ok")) << text;
  EXPECT_TRUE(says("1 of 2 outputs compared"));
  EXPECT_EQ(run(inputs() + " --rtol 1e-5 --expect " + good), 1);
  EXPECT_TRUE(says("DIFFERS in 1 of 4 elements, first at 2: 303, expected 303.1")) << text;
  EXPECT_EQ(run(inputs() + " --rtol 0 --atol 0.2 --expect " + good), 0);
  std::string nan = array("nan", DType::F32, Floats{101, 202, NAN, 404});
  EXPECT_EQ(run(inputs() + " --expect " + nan), 1);
  std::string wide = array("wide", DType::F64, std::vector<double>{101, 202, 303, 404});
  EXPECT_EQ(run(inputs() + " --expect " + wide), 1);
  EXPECT_TRUE(says("is f32[1,4], but f64[1,4] is expected")) << text;
  EXPECT_EQ(run(inputs() + " --expect " + good + " --expect " + good + " --expect " + good), 2);
}

TEST_F(NeuronRun, RepeatRestoresUnlessStateIsKept) {
  ASSERT_EQ(run(inputs() + " --repeat 3 -o " + folder + "/out"), 0) << text;
  EXPECT_EQ(floats("output_1.npy"), (Floats{11, 12, 13, 14}));
  EXPECT_EQ(floats("inout_c_cache.npy"), (Floats{2, 4, 6, 1}));
  ASSERT_EQ(run(inputs() + " --repeat 3 --keep-state -o " + folder + "/out"), 0) << text;
  EXPECT_EQ(floats("output_1.npy"), (Floats{13, 16, 19, 22}));
  EXPECT_EQ(floats("inout_c_cache.npy"), (Floats{8, 16, 24, 4}));
}

TEST_F(NeuronRun, ProfileAloneNeedsNoInputs) {
  std::string trace = folder + "/trace.json", json = folder + "/run.json";
  ASSERT_EQ(run(model + " --profile " + trace + " --json " + json), 0) << text;
  EXPECT_TRUE(says("predicted time on trn2")) << text;
  EXPECT_NE(slurp(trace).find("traceEvents"), std::string::npos);
  EXPECT_NE(slurp(json).find("\"predicted_us\""), std::string::npos);
  EXPECT_EQ(slurp(json).find("\"run_s\""), std::string::npos);
  ASSERT_EQ(run(inputs() + " --strict --profile " + trace + " --json " + json), 0) << text;
  EXPECT_NE(slurp(json).find("\"run_s\""), std::string::npos);
}

TEST_F(NeuronRun, ErrorsHaveCodesAndStatus) {
  EXPECT_EQ(run(folder + "/nowhere.neff"), 6);
  EXPECT_EQ(run(folder + "/x.npy --json " + folder + "/run.json"), 3);
  EXPECT_TRUE(says("NRN-E2001")) << text;
  EXPECT_NE(slurp(folder + "/run.json").find("\"code\": 2001"), std::string::npos);
  EXPECT_EQ(run("--frob"), 2);
  EXPECT_EQ(run(inputs() + " --repeat 0"), 2);
  EXPECT_EQ(run(inputs() + " -o /proc/nowhere"), 6);
  EXPECT_EQ(run("--help"), 0);
}

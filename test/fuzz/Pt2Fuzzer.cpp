//===- Pt2Fuzzer.cpp - the importer on random programs --------------------===//
//
// The input is the text of models/model.json; the archive around it is sound,
// with one weight "w" of 64 bytes. Whatever is imported must verify.
//
//===----------------------------------------------------------------------===//
#include "lib/Frontend/PT2/Importer.h"
#include "neuronc/Support/JsonReader.h"
#include "test/unit/Support/ZipWriter.h"

#include "mlir/IR/Verifier.h"

#include <cstdlib>

using namespace neuron;
using namespace mlir;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const std::string config =
      R"({"config": {"w": {"path_name": "t0", "use_pickle": false, "tensor_meta": {"dtype": 7, "sizes": [{"as_int": 4},
      {"as_int": 4}], "strides": [{"as_int": 4}, {"as_int": 1}], "storage_offset": {"as_int": 0}, "layout": 7}}}})";
  test::ZipWriter writer;
  writer.add("m/archive_format", "pt2");
  writer.add("m/models/model.json", std::string(reinterpret_cast<const char *>(data), size));
  writer.add("m/data/weights/t0", std::string(64, '\1'));
  writer.add("m/data/weights/model_weights_config.json", config);
  writer.add("m/data/constants/model_constants_config.json", R"({"config": {}})");
  std::string archive = writer.finish();
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context.getDiagEngine().registerHandler([](Diagnostic &) { return success(); });
  WeightStore store;
  ImportOptions options;
  options.dims = {{"s0", 4}};
  auto module = importPt2Bytes(context, archive, options, store);
  if (succeeded(module) && failed(verify(**module)))
    abort();
  return 0;
}

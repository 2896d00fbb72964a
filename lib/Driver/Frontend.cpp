//===- Frontend.cpp - the importer for a file -----------------------------===//

#include "Frontend.h"

#include "neuronc/Frontend/ONNX.h"
#include "neuronc/Frontend/PT2.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/Path.h"

using namespace neuron;
using namespace mlir;

static std::string unknownKind(StringRef path) {
  return ("'" + llvm::sys::path::filename(path) + "' is neither .pt2 nor .onnx").str();
}

FailureOr<OwningOpRef<ModuleOp>> neuron::importModel(MLIRContext &context, const CompileOptions &options,
                                                     WeightStore &store) {
  StringRef suffix = llvm::sys::path::extension(options.input);
  if (suffix == ".onnx")
    return importOnnx(&context, options.input, options.import, store);
  if (suffix == ".pt2")
    return importPt2(context, options.input, options.import, store);
  return emitError(UnknownLoc::get(&context)) << "[NRN-E2100] " << unknownKind(options.input);
}

Result<ModelSummary> neuron::summariseModel(const std::string &path) {
  StringRef suffix = llvm::sys::path::extension(path);
  if (suffix == ".onnx")
    return summariseOnnx(path);
  if (suffix == ".pt2")
    return summarisePt2(path);
  return Status(ErrorClass::BadInput, 2100, unknownKind(path));
}

static SignatureRow rowOf(DictionaryAttr attrs, Type type, bool isResult) {
  auto text = [&](StringRef key) {
    auto attr = attrs ? attrs.getAs<StringAttr>(key) : StringAttr();
    return attr ? attr.getValue().str() : std::string();
  };
  SignatureRow row{text("neuron.name"), text("neuron.kind"), "", isResult};
  llvm::raw_string_ostream(row.type) << type;
  return row;
}

std::vector<SignatureRow> neuron::signatureOf(func::FuncOp func) {
  std::vector<SignatureRow> rows;
  for (unsigned i = 0; i < func.getNumArguments(); ++i)
    rows.push_back(rowOf(func.getArgAttrDict(i), func.getArgumentTypes()[i], /*isResult=*/false));
  for (unsigned i = 0; i < func.getNumResults(); ++i)
    rows.push_back(rowOf(func.getResultAttrDict(i), func.getResultTypes()[i], /*isResult=*/true));
  return rows;
}

std::string neuron::operatorList() {
  std::string text;
  llvm::raw_string_ostream out(text);
  for (const OnnxOperatorRange &row : onnxOperators())
    out << "onnx\t" << row.name << '\t' << row.since << '\t' << row.until << '\n';
  for (const std::string &name : pt2OperatorNames())
    out << "pt2\t" << name << '\n';
  return text;
}

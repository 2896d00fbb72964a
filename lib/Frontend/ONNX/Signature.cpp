//===- Signature.cpp - inputs and outputs of a model ----------------------===//

#include "Importer.h"

#include "dialects/Neuron/RunNumber.h"

#include "neuronc/Frontend/ONNX.h"
#include "neuronc/Support/Checksum.h"
#include "neuronc/Support/ElementType.h"
#include "neuronc/Support/Fingerprint.h"

#include "mlir/IR/Verifier.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Parallel.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::onnx;

/// The newest version of the default operator set that the importer knows.
static constexpr int64_t kNewestOpset = 28;

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

LogicalResult Importer::bindOptions(ArrayRef<std::string> names) {
  shapeOptions.resize(names.size());
  constantOptions.resize(names.size());
  for (const ImportOptions::Shape &option : options.shapes) {
    std::optional<size_t> position = findInput(option.input, names);
    if (!position)
      return error(fileLocation(), 3009)
             << "a shape is given for '" << option.input << "', which is no input";
    shapeOptions[*position] = &option;
  }
  for (const ImportOptions::Constant &option : options.constants) {
    std::optional<size_t> position = findInput(option.input, names);
    if (!position)
      return error(fileLocation(), 3009)
             << "a value is given for '" << option.input << "', which is no input";
    constantOptions[*position] = &option;
  }
  return success();
}

FailureOr<int64_t> Importer::inputDim(const ValueInfo &input, size_t index) {
  const Dimension &dim = input.type.shape[index];
  if (!dim.param.empty()) {
    if (std::optional<int64_t> size = options.dim(dim.param)) {
      dimOptionUsed[dim.param] = true;
      return *size;
    }
    return error(fileLocation(), 3007) << "input '" << input.name << "': dim " << index << " is the symbol '"
                                       << dim.param << "', of any size from 1 on; fix it with --dim "
                                       << dim.param << "=N or --shape " << input.name << "=...";
  }
  if (dim.value && *dim.value >= 0)
    return *dim.value;
  return error(fileLocation(), 3007) << "input '" << input.name << "': the size of dim " << index
                                     << " is open, 1 or more; fix it with --shape " << input.name << "=...";
}

FailureOr<Shape> Importer::inputShape(const ValueInfo &input, size_t position) {
  const ImportOptions::Shape *option = shapeOptions[position];
  if (option && !input.type.hasShape)
    return Shape(option->dims);
  if (!input.type.hasShape)
    return error(fileLocation(), 3007)
           << "input '" << input.name << "' has no shape; fix it with --shape " << input.name << "=...";
  if (option && option->dims.size() != input.type.shape.size())
    return error(fileLocation(), 3008) << "input '" << input.name << "' has " << input.type.shape.size()
                                       << " dims, but the given shape has " << option->dims.size();
  Shape shape;
  for (size_t i = 0; i < input.type.shape.size(); ++i) {
    const Dimension &dim = input.type.shape[i];
    // Some exporters write 0 for an open dim.
    bool isStatic = dim.value && *dim.value > 0;
    if (option && isStatic && option->dims[i] != *dim.value)
      return error(fileLocation(), 3008) << "input '" << input.name << "': dim " << i << " is " << *dim.value
                                         << ", but the given size is " << option->dims[i];
    if (option) {
      shape.push_back(option->dims[i]);
      continue;
    }
    FailureOr<int64_t> size = inputDim(input, i);
    if (failed(size))
      return failure();
    shape.push_back(*size);
  }
  return shape;
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

void Importer::addInput(const ValueInfo &input, RankedTensorType type) {
  NamedAttrList attributes;
  attributes.set("neuron.name", b.getStringAttr(input.name));
  attributes.set("neuron.kind", b.getStringAttr("input"));
  SmallVector<mlir::Attribute> symbols;
  bool isSymbolic = false;
  for (const Dimension &dim : input.type.shape) {
    symbols.push_back(b.getStringAttr(dim.param));
    isSymbolic |= !dim.param.empty();
  }
  if (isSymbolic)
    attributes.set("neuron.dims", b.getArrayAttr(symbols));
  Location loc = NameLoc::get(b.getStringAttr(input.name), fileLocation());
  inputAttributes.push_back(attributes.getDictionary(context));
  mainScope.names[input.name] = Entry{Entry::Tensor, {main.getBody().addArgument(type, loc)}};
}

/// A literal that every element of a tensor of `element` can have.
static std::optional<DenseElementsAttr> parseLiteral(StringRef text, RankedTensorType type) {
  Type element = type.getElementType();
  StringRef digits = text.equals_insensitive("true") ? "1" : text.equals_insensitive("false") ? "0" : text;
  if (isa<FloatType>(element)) {
    double number;
    if (digits.getAsDouble(number))
      return std::nullopt;
    return Tensor::fromFloats(type, std::vector<double>(type.getNumElements(), number)).toAttr();
  }
  APInt number;
  bool isNegative = digits.consume_front("-");
  if (digits.getAsInteger(10, number))
    return std::nullopt;
  number = number.zext(std::max(number.getBitWidth(), 64u) + 1);
  if (isNegative)
    number.negate();
  unsigned width = element.getIntOrFloatBitWidth();
  bool isUnsigned = element.isUnsignedInteger() || width == 1;
  if (isUnsigned ? isNegative || !number.isIntN(width) : !number.isSignedIntN(width))
    return std::nullopt;
  return DenseElementsAttr::get(type, number.trunc(width));
}

LogicalResult Importer::importConstantInput(const ValueInfo &input, RankedTensorType type,
                                            const ImportOptions::Constant &constant) {
  Location loc = NameLoc::get(b.getStringAttr(input.name), fileLocation());
  Value value;
  if (constant.data) {
    auto given = RankedTensorType::get(constant.data->shape, elementTypeOf(context, constant.data->dtype));
    if (given != type)
      return error(loc, 3008) << "input '" << input.name << "' is " << type << ", but the given value is "
                              << given;
    value = tensor(*constant.data, input.name, loc, /*isLiteral=*/true);
  } else {
    std::optional<DenseElementsAttr> dense = parseLiteral(constant.text, type);
    if (!dense)
      return error(loc, 3008) << "'" << constant.text << "' is no value of input '" << input.name << "' of "
                              << type;
    value = ConstantOp::create(b, loc, *dense);
  }
  mainScope.names[input.name] = Entry{Entry::Tensor, {value}};
  return success();
}

LogicalResult Importer::importInputs() {
  // Up to IR version 3 initializers are inputs, too: those have values already.
  llvm::StringMap<bool> initialized;
  for (const TensorProto &tensor : model.graph.initializers)
    initialized[tensor.name] = true;
  std::vector<const ValueInfo *> inputs;
  std::vector<std::string> names;
  for (const ValueInfo &input : model.graph.inputs)
    if (!initialized.contains(input.name)) {
      inputs.push_back(&input);
      names.push_back(input.name.str());
    }
  if (failed(bindOptions(names)))
    return failure();
  for (auto [i, input] : llvm::enumerate(inputs)) {
    bool isTensor = input->type.kind == TypeProto::Tensor;
    std::optional<DType> type = toDType(input->type.elementType);
    if (!isTensor || !type)
      return error(fileLocation(), isTensor ? 4002 : 4006)
             << "input '" << input->name << "' is "
             << (isTensor ? "of the unsupported element type " + nameOf(input->type.elementType)
                          : "no dense tensor, which is not supported");
    if (mainScope.names.contains(input->name))
      return error(fileLocation(), 3005) << "the name '" << input->name << "' is defined twice";
    FailureOr<Shape> shape = inputShape(*input, i);
    if (failed(shape))
      return failure();
    if (!isValidShape(*shape))
      return error(fileLocation(), 3008) << "input '" << input->name << "' has an impossible shape";
    auto tensorType = RankedTensorType::get(*shape, elementTypeOf(context, *type));
    if (!constantOptions[i])
      addInput(*input, tensorType);
    else if (failed(importConstantInput(*input, tensorType, *constantOptions[i])))
      return failure();
  }
  for (const auto &[name, size] : options.dims)
    if (!dimOptionUsed.contains(name))
      return error(fileLocation(), 3009)
             << "a size is given for the dim '" << name << "', which no input has";
  return success();
}

//===----------------------------------------------------------------------===//
// The module
//===----------------------------------------------------------------------===//

LogicalResult Importer::checkModel() {
  for (const OperatorSet &opset : model.opsets)
    if (opset.domain.empty()) {
      if (opset.version >= 1 && opset.version <= kNewestOpset)
        return success();
      return error(fileLocation(), 3002) << "the model uses version " << opset.version
                                         << " of the operator set; 1 to " << kNewestOpset << " are known";
    }
  // A model may use operators of other domains alone.
  if (llvm::none_of(model.graph.nodes, [](const Node &node) { return node.domain.empty(); }))
    return success();
  return error(fileLocation(), 3002) << "the model names no version of the default operator set";
}

/// Erases what the results do not need, from the end.
static void eraseUnusedIn(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
    if (isOpTriviallyDead(&op)) {
      op.erase();
      continue;
    }
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        eraseUnusedIn(inner);
  }
}

LogicalResult Importer::finishMain() {
  FailureOr<std::vector<Entry>> outputs = outputsOf(model.graph, mainScope, fileLocation());
  if (failed(outputs))
    return failure();
  SmallVector<Value> values;
  for (auto [info, entry] : llvm::zip(model.graph.outputs, *outputs)) {
    if (entry.kind != Entry::Tensor)
      return error(fileLocation(), 4006)
             << "output '" << info.name << "' is no tensor, which is not supported";
    values.push_back(entry.values[0]);
  }
  func::ReturnOp::create(b, fileLocation(), values);
  // All at once: one by one would be quadratic.
  main.setType(b.getFunctionType(main.getBody().getArgumentTypes(), ValueRange(values).getTypes()));
  main.setAllArgAttrs(inputAttributes);
  SmallVector<DictionaryAttr> outputAttributes;
  for (const ValueInfo &info : model.graph.outputs)
    outputAttributes.push_back(b.getDictionaryAttr({b.getNamedAttr("neuron.name", b.getStringAttr(info.name)),
                                                    b.getNamedAttr("neuron.kind", b.getStringAttr("output"))}));
  main.setAllResultAttrs(outputAttributes);
  eraseUnusedIn(main.getBody().front());
  countRuns(main);
  if (failed(verify(*module)))
    return error(fileLocation(), 9001) << "the imported module does not verify";
  return success();
}

FailureOr<OwningOpRef<ModuleOp>> Importer::run() {
  functions = FunctionTable(model.functions);
  mainFrame.opsets = model.opsets;
  mainScope.frame = &mainFrame;
  if (failed(checkModel()) || failed(checkOperators(model.graph.nodes, mainFrame)))
    return failure();
  module = ModuleOp::create(fileLocation());
  b.setInsertionPointToEnd(module->getBody());
  main = func::FuncOp::create(b, fileLocation(), "main", b.getFunctionType({}, {}));
  b.setInsertionPointToEnd(main.addEntryBlock());
  if (failed(importInputs()) || failed(importBody(model.graph, mainScope)) || failed(finishMain()))
    return failure();
  return std::move(module);
}

/// The graph is the file without the bytes of its initializers.
static SourceIdentity identify(StringRef file, const Model &model, const WeightStore &weights) {
  std::vector<StringRef> holes;
  for (const TensorProto &tensor : model.graph.initializers)
    if (tensor.rawData)
      holes.push_back(*tensor.rawData);
  ArrayRef<std::string> names = weights.names();
  std::vector<WeightPrint> rows(names.size());
  llvm::parallelFor(0, names.size(), [&](size_t i) {
    const WeightData *data = weights.find(names[i]);
    uint64_t bytes = uint64_t(numElements(data->shape)) * bytesOf(data->dtype);
    rows[i] = {names[i], bytes, checksum(StringRef(data->data, bytes))};
  });
  return {"onnx", hashWithout(file, std::move(holes)), hashWeights(std::move(rows))};
}

static FailureOr<OwningOpRef<ModuleOp>> import(MLIRContext *context, StringRef path, StringRef file,
                                               const ImportOptions &options, WeightStore &weights) {
  context->loadDialect<NeuronDialect, func::FuncDialect>();
  Result<Model> model = decodeModel(file);
  if (!model) {
    emitError(FileLineColLoc::get(context, path, 0, 0))
        << "[NRN-E" << model.status().code() << "] " << model.status().message();
    return failure();
  }
  FailureOr<OwningOpRef<ModuleOp>> module = Importer(context, path, *model, options, weights).run();
  if (succeeded(module))
    weights.source = identify(file, *model, weights);
  return module;
}

FailureOr<OwningOpRef<ModuleOp>> neuron::importOnnx(MLIRContext *context, StringRef path,
                                                    const ImportOptions &options, WeightStore &weights) {
  Location loc = FileLineColLoc::get(context, path, 0, 0);
  // A device or pipe might never end.
  if (llvm::sys::fs::exists(path) && !llvm::sys::fs::is_regular_file(path)) {
    emitError(loc) << "[NRN-E6001] '" << path << "' is no regular file";
    return failure();
  }
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!buffer) {
    emitError(loc) << "[NRN-E6001] cannot read '" << path << "': " << buffer.getError().message();
    return failure();
  }
  StringRef file = (*buffer)->getBuffer();
  weights.keepAlive(std::shared_ptr<llvm::MemoryBuffer>(std::move(*buffer)));
  return import(context, path, file, options, weights);
}

FailureOr<OwningOpRef<ModuleOp>> neuron::importOnnxBytes(MLIRContext *context, StringRef bytes,
                                                         const ImportOptions &options, WeightStore &weights) {
  return import(context, "model.onnx", bytes, options, weights);
}

//===- Lowering.cpp - variables, weights, kernels -------------------------===//

#include "Lowering.h"

#include "Turn.h"

#include "dialects/Nisa/Nisa.h"
#include "neuronc/Support/SourceLocation.h"

#include "llvm/ADT/StringExtras.h"

using namespace neuron;
using namespace mlir;

/// Of the name of a weight in the artifact: room for a number and an ending.
static constexpr size_t kMaxStem = 200;

DType Lowering::modelTypeOf(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type)) {
    bool isUnsigned = integer.isUnsigned();
    switch (integer.getWidth()) {
    case 1: return DType::Bool;
    case 4: return isUnsigned ? DType::U4 : DType::I4;
    case 64: return isUnsigned ? DType::U64 : DType::I64;
    default: return nisa::dtypeOf(type);
    }
  }
  if (type.isF64())
    return DType::F64;
  if (isa<Float4E2M1FNType>(type))
    return DType::F4E2M1;
  return nisa::dtypeOf(type);
}

DType Lowering::storageOf(Type type) {
  switch (DType model = modelTypeOf(type)) {
  case DType::I64: return DType::I32;
  case DType::U64: return DType::U32;
  case DType::Bool: return DType::U8;
  default: return model;
  }
}

TensorView Lowering::variable(const VariableInfo &info) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(variablesEnd);
  int64_t count = 1;
  for (int64_t size : info.shape)
    count *= size;
  auto type = nisa::BufferType::get(builder.getContext(), nisa::Space::Hbm, 1, count * bytesOf(info.dtype));
  Value buffer = nisa::VariableOp::create(builder, builder.getUnknownLoc(), type, info.name, info.kind,
                                          StringRef(nameOf(info.dtype)), info.shape, info.file, 0,
                                          info.inputIndex, info.outputIndex);
  return TensorView::contiguous(buffer, info.dtype == DType::Bool ? DType::U8 : info.dtype, info.shape);
}

TensorView Lowering::scratch(DType type, ArrayRef<int64_t> sizes) {
  VariableInfo info;
  info.name = "scratch." + std::to_string(scratchCount++);
  info.dtype = type;
  info.shape.assign(sizes.begin(), sizes.end());
  return variable(info);
}

TensorView Lowering::result(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  auto place = places.find(value);
  TensorView view = place != places.end() ? place->second : scratch(storageOf(type.getElementType()), type.getShape());
  bind(value, view);
  return view;
}

TensorView Lowering::dense(Location loc, const TensorView &view, StringRef generator) {
  TensorView copy = scratch(view.storage, view.sizes);
  kernel(loc, generator, 0, [&](TileBuilder &b) { moveTensor(b, copy, view); });
  return copy;
}

TensorView Lowering::rows(Value value) {
  TensorView given = operand(value);
  if (!given.buffer || !isTurned(TensorView::contiguous(given.buffer, given.storage, given.sizes), given))
    return given;
  TensorView turned = dense(value.getLoc(), given, "transpose");
  bind(value, turned);
  return turned;
}

// Weights.

TensorView Lowering::weight(StringRef name, RankedTensorType type) const {
  TensorView view = TensorView::contiguous(Value(), storageOf(type.getElementType()), type.getShape());
  view.weight = name.str();
  if (const WeightData *data = weights.find(name); data && !data->strides.empty())
    view.strides.assign(data->strides.begin(), data->strides.end());
  return view;
}

/// Names the recipe's member after its source and adds it to the plan.
std::string Lowering::addRecipe(WeightRecipe recipe) {
  std::string stem = recipe.source.empty() ? "constant" : recipe.source;
  stem.resize(std::min(stem.size(), kMaxStem));
  for (char &c : stem)
    if (!llvm::isAlnum(c) && c != '.' && c != '_' && c != '-')
      c = '_';
  unsigned count = members[stem]++;
  recipe.member = count || recipe.source.empty() ? stem + "." + std::to_string(count) : stem;
  plan.recipes.push_back(std::move(recipe));
  return plan.recipes.back().member;
}

TensorView Lowering::member(WeightRecipe recipe) {
  VariableInfo info;
  info.kind = "weight";
  info.dtype = recipe.type;
  info.shape.assign(recipe.sizes.begin(), recipe.sizes.end());
  info.name = info.file = addRecipe(std::move(recipe));
  return variable(info);
}

std::string Lowering::initialValue(StringRef name, DType type, ArrayRef<int64_t> sizes) {
  TensorView dense = TensorView::contiguous(Value(), type, sizes);
  if (const WeightData *data = weights.find(name); data && !data->strides.empty())
    dense.strides.assign(data->strides.begin(), data->strides.end());
  WeightRecipe recipe;
  recipe.source = name.str();
  recipe.type = type;
  recipe.sizes.assign(sizes.begin(), sizes.end());
  recipe.strides.assign(dense.strides.begin(), dense.strides.end());
  return addRecipe(std::move(recipe));
}

TensorView Lowering::resolve(const TensorView &view) { return resolve(view, view.storage); }

TensorView Lowering::resolve(const TensorView &view, DType type) {
  if (!view.isWeight())
    return view;
  WeightRecipe recipe;
  if (auto literal = literals.find(view.weight); literal != literals.end())
    recipe.literal = literal->second;
  else
    recipe.source = view.weight;
  recipe.type = type;
  recipe.offset = view.offset.base;
  for (auto [size, stride] : llvm::zip(view.sizes, view.strides)) {
    recipe.sizes.push_back(stride == 0 ? 1 : size);
    recipe.strides.push_back(stride);
  }
  std::string key;
  llvm::raw_string_ostream out(key);
  out << view.weight << '|' << unsigned(type) << '|' << recipe.offset;
  for (auto [size, stride] : llvm::zip(recipe.sizes, recipe.strides))
    out << '|' << size << ':' << stride;
  auto found = resolved.find(key);
  if (found == resolved.end())
    found = resolved.try_emplace(key, member(std::move(recipe))).first;
  TensorView result = found->second;
  result.sizes = view.sizes;
  for (auto [i, stride] : llvm::enumerate(view.strides))
    if (stride == 0)
      result.strides[i] = 0;
  return result;
}

TensorView Lowering::literal(DType type, ArrayRef<int64_t> sizes, std::vector<char> bytes) {
  std::string key = std::to_string(unsigned(type)) + "|";
  key.append(bytes.begin(), bytes.end());
  std::string &name = literalNames[key];
  if (name.empty()) {
    // No weight of a model has a name that begins so.
    name = std::string(1, '\0') + std::to_string(literals.size());
    literals[name] = std::make_shared<const Literal>(Literal{type, std::move(bytes)});
  }
  TensorView view = TensorView::contiguous(Value(), type, sizes);
  view.weight = name;
  return view;
}

TensorView Lowering::constant(DType type, ArrayRef<int64_t> sizes, std::vector<char> bytes) {
  return resolve(literal(type, sizes, std::move(bytes)));
}

/// The low bytes of one element, as many as `type` has.
static void appendElement(std::vector<char> &bytes, const APInt &bits, DType type) {
  uint64_t word = bits.sextOrTrunc(64).getZExtValue();
  for (unsigned i = 0; i < bytesOf(type); ++i)
    bytes.push_back(char(word >> (8 * i)));
}

TensorView Lowering::constant(DenseElementsAttr value) {
  auto type = cast<RankedTensorType>(value.getType());
  DType storage = storageOf(type.getElementType());
  bool isBool = type.getElementType().isInteger(1);
  std::vector<char> bytes;
  auto append = [&](const APInt &bits) {
    appendElement(bytes, isBool ? APInt(8, bits.getBoolValue()) : bits, storage);
  };
  bool isSplat = value.isSplat();
  if (isa<FloatType>(type.getElementType())) {
    if (isSplat)
      append(value.getSplatValue<APFloat>().bitcastToAPInt());
    else
      for (const APFloat &element : value.getValues<APFloat>())
        append(element.bitcastToAPInt());
  } else {
    if (isSplat)
      append(value.getSplatValue<APInt>());
    else
      for (const APInt &element : value.getValues<APInt>())
        append(element);
  }
  if (!isSplat)
    return literal(storage, type.getShape(), std::move(bytes));
  return constant(storage, {1}, std::move(bytes)).at(0, 0).broadcast(type.getShape(), {});
}

// Kernels.

void Lowering::kernel(Location loc, StringRef generator, uint64_t flops,
                      llvm::function_ref<void(TileBuilder &)> body) {
  OpBuilder::InsertionGuard guard(builder);
  auto kernel = nisa::KernelOp::create(builder, loc, generator, sourceNames(loc), flops);
  builder.setInsertionPointToEnd(&kernel.getBody().emplaceBlock());
  TileBuilder tiles(builder, loc, target);
  body(tiles);
  recordRows(kernel);
}

void Lowering::recordRows(Operation *kernel) {
  kernel->walk([&](nisa::DmaCopyOp copy) {
    auto view = copy.getDst().getDefiningOp<nisa::ViewOp>();
    auto type = cast<nisa::ViewType>(view.getType());
    bool isStore = cast<nisa::ViewType>(copy.getSrc().getType()).getSpace() == nisa::Space::Sbuf;
    if (isStore && type.getSpace() == nisa::Space::Hbm && type.getRows() > 1)
      rowSteps[view.getBuffer()] = view.getRowStep();
  });
}

LogicalResult neuron::unsupported(Operation *op, const Twine &why, const Twine &remedy) {
  InFlightDiagnostic diagnostic = op->emitError("[NRN-E4002] '") << op->getName() << "' " << why;
  diagnostic << " (operands";
  for (Type type : op->getOperandTypes())
    diagnostic << ' ' << type;
  diagnostic << "; results";
  for (Type type : op->getResultTypes())
    diagnostic << ' ' << type;
  diagnostic << ")";
  std::string text = remedy.str();
  if (!text.empty())
    diagnostic.attachNote() << text;
  return failure();
}

//===- Weights.cpp - write weight members by their recipes ----------------===//
//
// A recipe is a strided window into a mapped tensor and a type. Runs of the
// innermost dim are copied or converted in one go, so a weight that keeps its
// order is written at memory speed.
//
//===----------------------------------------------------------------------===//

#include "Convert.h"
#include "Weights.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cstring>

using namespace neuron;

/// Up to kBlockRows whole rows of a matrix that lies transposed in the source:
/// each column is one short run there, so cache lines are read once.
static constexpr uint64_t kBlockRows = 128;

/// Writes elements [first, first + out.size() / element) of the recipe's dense
/// result. Ranges begin and end at element borders.
static Status fill(const WeightRecipe &recipe, const WeightData &source, uint64_t first, std::span<std::byte> out) {
  Converter convert{source.dtype, recipe.type};
  unsigned width = bytesOf(recipe.type), from = bytesOf(source.dtype);
  int rank = int(recipe.sizes.size());
  std::vector<int64_t> index(rank, 0);
  uint64_t rest = first;
  for (int i = rank - 1; i >= 0; --i) {
    index[i] = int64_t(rest % uint64_t(recipe.sizes[i]));
    rest /= uint64_t(recipe.sizes[i]);
  }
  char *dst = reinterpret_cast<char *>(out.data());
  uint64_t count = out.size() / width;
  int64_t inner = rank ? recipe.sizes[rank - 1] : 1, step = rank ? recipe.strides[rank - 1] : 1;
  Run fast = runOf(convert);
  bool isTransposed = fast && rank >= 2 && step != 1 && recipe.strides[rank - 2] == 1;
  while (count > 0) {
    int64_t element = recipe.offset;
    for (int i = 0; i < rank; ++i)
      element += index[i] * recipe.strides[i];
    const char *src = source.data + element * int64_t(from);
    uint64_t run = std::min<uint64_t>(count, uint64_t(rank ? inner - index[rank - 1] : 1));
    uint64_t rows = isTransposed && index[rank - 1] == 0
                        ? std::min({kBlockRows, count / uint64_t(inner), uint64_t(recipe.sizes[rank - 2] - index[rank - 2])})
                        : 0;
    if (rows > 1) {
      convertTransposed(convert, {src, step * int64_t(from), dst, rows, uint64_t(inner)});
      run = rows * uint64_t(inner);
      index[rank - 2] += int64_t(rows) - 1;
    } else if (convert.isCopy() && step == 1)
      std::memcpy(dst, src, run * width);
    else if (fast)
      fast(src, step * int64_t(from), dst, width, run);
    else
      for (uint64_t i = 0; i < run; ++i)
        convert.one(src + int64_t(i) * step * int64_t(from), dst + i * width);
    dst += run * width;
    count -= run;
    for (int i = rank - 1; i >= 0; --i) {
      index[i] += i == rank - 1 ? (rows > 1 ? inner : int64_t(run)) : 1;
      if (index[i] < recipe.sizes[i])
        break;
      index[i] = 0;
    }
  }
  return {};
}

static WeightMember memberOf(const WeightRecipe &recipe, const WeightStore &store) {
  WeightMember member;
  member.name = recipe.member;
  member.dtype = recipe.type;
  member.shape = recipe.sizes;
  member.bytes = bytesOf(recipe.type);
  for (int64_t size : recipe.sizes)
    member.bytes *= uint64_t(size);
  WeightData source;
  if (recipe.literal)
    source = {recipe.literal->type, {}, {}, recipe.literal->bytes.data()};
  else
    source = *store.find(recipe.source);
  member.fill = [&recipe, source](uint64_t offset, std::span<std::byte> out) {
    return fill(recipe, source, offset / bytesOf(recipe.type), out);
  };
  return member;
}

std::vector<WeightMember> neuron::weightMembers(const WeightPlan &plan, const WeightStore &store) {
  std::vector<WeightMember> members;
  for (const WeightRecipe &recipe : plan.recipes)
    members.push_back(memberOf(recipe, store));
  return members;
}

std::string neuron::recipesJson(const WeightPlan &plan) {
  llvm::json::Array rows;
  for (const WeightRecipe &recipe : plan.recipes) {
    llvm::json::Object row{{"member", recipe.member}, {"dtype", llvm::StringRef(nameOf(recipe.type)).str()}};
    if (recipe.literal) {
      row["fixed"] = true;
    } else {
      row["source"] = recipe.source;
      row["offset"] = recipe.offset;
      row["sizes"] = llvm::json::Array(recipe.sizes);
      row["strides"] = llvm::json::Array(recipe.strides);
    }
    rows.push_back(std::move(row));
  }
  std::string text;
  llvm::raw_string_ostream(text) << llvm::json::Value(llvm::json::Object{{"schema", 1}, {"recipes", std::move(rows)}});
  return text;
}

//===- Copies.cpp - copies, conversions, fills ----------------------------===//
#include "Views.h"

using namespace mlir;
using namespace llvm;

namespace neuron::pt2 {
namespace {

Value clone(Call &c) { return c.tensor("self"); }

/// The memory formats of torch, as numbered in the schema: 1 contiguous, 2 and 3 channels last, 4 preserve.
constexpr int64_t kContiguous = 1;

/// A tensor that is stored row-major already is returned itself.
LogicalResult contiguous(Call &c) {
  Tensor *self = c.reference("self");
  if (!self)
    return failure();
  if (self->layout.isContiguous() && c.integerOr("memory_format", kContiguous) == kContiguous)
    return c.same(0, self);
  return c.result(0, c.tensor("self"));
}

/// Conversions give the tensor itself if nothing changes and no copy is asked for.
LogicalResult convertTo(Call &c, Type element, bool copy) {
  Value x = c.tensor("self");
  if (c.failed())
    return failure();
  if (!copy && (!element || element == c.e.element(x)))
    return c.view(0, c.reference("self"), identityStep());
  return c.result(0, element ? c.e.cast(x, element) : x);
}

LogicalResult toDtype(Call &c) { return convertTo(c, c.elementTypeArg("dtype"), c.flag("copy")); }
LogicalResult toOther(Call &c) { return convertTo(c, c.e.element(c.tensor("other")), c.flag("copy")); }
LogicalResult typeAs(Call &c) { return convertTo(c, c.e.element(c.tensor("other")), false); }
LogicalResult toCopy(Call &c) { return convertTo(c, c.elementTypeArg("dtype"), true); }

/// The source in shape and type of the target.
Value copy(Call &c) {
  Value self = c.tensor("self"), source = c.e.cast(c.tensor("src"), c.e.element(self));
  return c.broadcastTo(source, Shape(c.e.shape(self)));
}

Value fillScalar(Call &c) {
  Value self = c.tensor("self");
  return c.fullScalar(c.scalar("value"), Shape(c.e.shape(self)), c.e.element(self));
}

Value fillTensor(Call &c) {
  Value self = c.tensor("self");
  return c.broadcastTo(c.e.cast(c.tensor("value"), c.e.element(self)), Shape(c.e.shape(self)));
}

Value zero(Call &c) { return c.e.like(c.tensor("self"), 0); }

const OpRow rows[] = {
    {"clone(Tensor self, *, MemoryFormat? memory_format=None)", clone},
    {"lift_fresh_copy(Tensor self)", clone},
    {"detach_copy(Tensor self)", clone},
    {"alias_copy(Tensor self)", clone},
    {"contiguous(Tensor self, *, MemoryFormat memory_format=1)", contiguous},
    {"to.dtype(Tensor self, ScalarType dtype, bool non_blocking=False, bool copy=False, MemoryFormat? "
     "memory_format=None)",
     toDtype},
    {"to.device(Tensor self, Device device, ScalarType dtype, bool non_blocking=False, bool copy=False, "
     "MemoryFormat? memory_format=None)",
     toDtype},
    {"to.dtype_layout(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, "
     "bool? pin_memory=None, bool non_blocking=False, bool copy=False, MemoryFormat? memory_format=None)",
     toDtype},
    {"to.other(Tensor self, Tensor other, bool non_blocking=False, bool copy=False, MemoryFormat? "
     "memory_format=None)",
     toOther},
    {"type_as(Tensor self, Tensor other)", typeAs},
    {"_to_copy(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? "
     "pin_memory=None, bool non_blocking=False, MemoryFormat? memory_format=None)",
     toCopy},
    {"copy(Tensor self, Tensor src, bool non_blocking=False)", copy},
    {"fill.Scalar(Tensor self, Scalar value)", fillScalar},
    {"fill.Tensor(Tensor self, Tensor value)", fillTensor},
    {"zero(Tensor self)", zero},
};

} // namespace

ArrayRef<OpRow> copyOps() { return rows; }

} // namespace neuron::pt2

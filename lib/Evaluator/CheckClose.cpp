//===- CheckClose.cpp - comparison of tensors -----------------------------===//

#include "Internal.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::eval;

static bool isClose(double a, double b, double rtol, double atol) {
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) && std::isnan(b);
  // Equal infinities have no difference.
  return a == b || std::fabs(a - b) <= atol + rtol * std::fabs(b);
}

LogicalResult eval::evalCheckClose(CheckCloseOp op, Operands in) {
  double rtol = in[0]->isFloat() ? op.getRtol().convertToDouble() : 0.0;
  double atol = in[0]->isFloat() ? op.getAtol().convertToDouble() : 0.0;
  std::vector<double> actual = in[0]->numbers(), expected = in[1]->numbers();
  bool isExact = in[0]->bytes() == in[1]->bytes();
  int64_t wrong = 0, first = -1;
  for (size_t i = 0; i < actual.size(); ++i) {
    if (isClose(actual[i], expected[i], rtol, atol))
      continue;
    first = wrong++ == 0 ? int64_t(i) : first;
  }
  // 64-bit integers may differ where their doubles do not.
  if (wrong == 0 && (in[0]->isFloat() || isExact))
    return success();
  first = std::max<int64_t>(first, 0);
  return op.emitError() << "tensors must agree, but got " << wrong << " of " << actual.size()
                        << " elements that do not; element " << first << " is " << actual[first]
                        << " instead of " << expected[first];
}

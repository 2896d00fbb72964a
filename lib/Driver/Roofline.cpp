//===- Roofline.cpp - what no schedule can beat ---------------------------===//

#include "Report.h"

using namespace neuron;

/// The type of the moving operand of each kernel's products; bf16, the fastest
/// that every model can have, where another engine makes them.
static std::vector<DType> typesOfProducts(const Program &program) {
  std::vector<DType> types(program.kernels.size(), DType::BF16);
  for (const Instruction &inst : program.instructions)
    if (inst.opcode == Opcode::NcMatmul && inst.kernel < types.size())
      types[inst.kernel] = program.operands[inst.firstOperand + 2].dtype;
  return types;
}

Roofline neuron::rooflineOf(const Program &program, const Target &target, const Traffic &traffic) {
  Roofline roofline;
  for (auto [kernel, type, row] : llvm::zip(program.kernels, typesOfProducts(program), traffic.kernels)) {
    double compute = double(kernel.flops) / target.peakFlopsPerNs(type);
    roofline.kernels.push_back({compute, double(row.compulsory) / target.bytesPerNs()});
    roofline.total.computeNs += compute;
  }
  roofline.total.memoryNs = double(traffic.compulsory) / target.bytesPerNs();
  return roofline;
}

//===- Roofline.cpp - what no schedule can beat ---------------------------===//

#include "Report.h"

using namespace neuron;

/// FLOPs of contractions; what other kernels do takes no time of the tensor engine.
/// A depthwise convolution is one, although the vector engine makes it.
static std::vector<TypedFlops> contractionsOf(const Program &program) {
  std::vector<TypedFlops> flops(program.kernels.size());
  for (size_t i = 0; i < flops.size(); ++i)
    if (program.kernels[i].name.find("conv") != std::string::npos)
      flops[i].flops = double(program.kernels[i].flops);
  for (const Instruction &inst : program.instructions)
    if (inst.opcode == Opcode::NcMatmul && inst.kernel < flops.size())
      flops[inst.kernel] = {program.operands[inst.firstOperand + 2].dtype, double(program.kernels[inst.kernel].flops)};
  return flops;
}

Roofline neuron::rooflineOf(const Program &program, const Target &target, const Traffic &traffic) {
  Roofline roofline;
  for (auto [part, row] : llvm::zip(contractionsOf(program), traffic.kernels)) {
    double compute = part.flops / target.peakFlopsPerNs(part.type);
    roofline.kernels.push_back({compute, double(row.compulsory) / target.bytesPerNs()});
    roofline.total.computeNs += compute;
  }
  roofline.total.memoryNs = double(traffic.compulsory) / target.bytesPerNs();
  return roofline;
}

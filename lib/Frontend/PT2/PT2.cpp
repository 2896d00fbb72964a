//===- PT2.cpp - import of torch.export archives --------------------------===//
#include "neuronc/Frontend/PT2.h"

#include "Importer.h"

using namespace mlir;

namespace neuron {

static FailureOr<OwningOpRef<ModuleOp>> import(MLIRContext &context, Result<pt2::Archive> archive,
                                               const ImportOptions &options, WeightStore &weights) {
  Location loc = UnknownLoc::get(&context);
  context.loadDialect<NeuronDialect, func::FuncDialect>();
  if (!archive)
    return pt2::emitStatus(loc, archive.status());
  Result<pt2::Program> program = pt2::readProgram(archive->document());
  if (!program)
    return pt2::emitStatus(loc, program.status());
  weights.keepAlive(archive->mapping());
  weights.source = archive->identity();
  return pt2::Importer(context, *archive, *program, options, weights).run();
}

FailureOr<OwningOpRef<ModuleOp>> importPt2(MLIRContext &context, StringRef path, const ImportOptions &options,
                                           WeightStore &weights) {
  return import(context, pt2::Archive::open(path), options, weights);
}

FailureOr<OwningOpRef<ModuleOp>> importPt2Bytes(MLIRContext &context, StringRef bytes,
                                                const ImportOptions &options, WeightStore &weights) {
  return import(context, pt2::Archive::read(bytes), options, weights);
}

std::vector<std::string> pt2OperatorNames() { return pt2::Registry::get().names(); }

} // namespace neuron

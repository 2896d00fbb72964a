//===- NeuronInterfaces.td - what operations say of themselves -*- tablegen -*-===//
#ifndef NEURON_INTERFACES_TD
#define NEURON_INTERFACES_TD

include "mlir/IR/OpBase.td"

def Neuron_IterationOpInterface : OpInterface<"IterationOpInterface"> {
  let cppNamespace = "::neuron";
  let description = [{
    What a structured operation iterates over: dims with a size and a kind, and
    for each operand and result an affine map from these dims to its own.
    Fusion, layout, tiling and counts of operations and bytes are written once,
    against this. By default the dims are those of the result, all parallel, and
    every tensor is read or written where the result is.
  }];
  let methods = [
    InterfaceMethod<"The dims, outermost first.",
      "::llvm::SmallVector<::neuron::IterationDim>", "getIterationDims",
      (ins), "", [{ return ::neuron::parallelDims($_op->getResult(0)); }]>,
    InterfaceMethod<"A map for each operand, then for each result.",
      "::llvm::SmallVector<::mlir::AffineMap>", "getIndexingMaps",
      (ins), "", [{ return ::neuron::identityMaps($_op); }]>,
  ];
}

#endif // NEURON_INTERFACES_TD

//===- NeuronOps.td - all operations, by family -----------*- tablegen -*-===//
#ifndef NEURON_OPS_TD
#define NEURON_OPS_TD

include "NeuronElementwise.td"
include "NeuronContraction.td"
include "NeuronReduction.td"
include "NeuronComposite.td"
include "NeuronData.td"
include "NeuronIndexing.td"
include "NeuronControl.td"
include "NeuronCollective.td"

#endif // NEURON_OPS_TD

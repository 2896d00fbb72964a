# Derivatives are written behind what the graph has computed. y = tanh(x w): dw = x^T (1 - y^2).
#
# RUN: env PYTHONPATH=%S/Inputs %python %s %t.onnx y Tanh
# RUN: neuron-evaluate --print %t.onnx | FileCheck %s
# CHECK: %[[P:.*]] = neuron.dot_general %arg0, %arg1
# CHECK: %[[Y:.*]] = neuron.unary tanh %[[P]]
# CHECK: %[[S:.*]] = neuron.binary mul %[[Y]], %[[Y]]
# CHECK: %[[G:.*]] = neuron.binary sub %{{.*}}, %[[S]]
# CHECK: %[[H:.*]] = neuron.binary mul %{{.*}}, %[[G]]
# CHECK: %[[W:.*]] = neuron.dot_general %[[H]], %arg0 batch = [] x [] contract = [0] x [0]
# CHECK: %[[D:.*]] = neuron.transpose %[[W]] perm = [1, 0]
# CHECK: return %[[D]] : tensor<3x2xf32>
#
# RUN: env PYTHONPATH=%S/Inputs %python %s %t.rule.onnx y Floor
# RUN: not neuron-evaluate --print %t.rule.onnx 2>&1 | FileCheck %s --check-prefix=RULE
# RULE: [NRN-E4003] 'Gradient' differentiates 'unary', for which there is no rule
#
# RUN: env PYTHONPATH=%S/Inputs %python %s %t.name.onnx z Tanh
# RUN: not neuron-evaluate --print %t.name.onnx 2>&1 | FileCheck %s --check-prefix=NAME
# NAME: [NRN-E3010] 'Gradient' y names no tensor of floats
import sys

import onnxtext as ox

nodes = [ox.node("MatMul", ["x", "w"], ["p"]), ox.node(sys.argv[3], ["p"], ["y"]),
         ox.node("Gradient", ["w"], ["dw"], domain="ai.onnx.preview.training", xs=["w"], y=sys.argv[2])]
ox.write(ox.model(nodes, inputs=[("x", "f32", [5, 3]), ("w", "f32", [3, 2])], outputs=[("dw", "f32", [3, 2])],
                  domain=("ai.onnx.preview.training", 1)))

# Random numbers follow from a state that counts the runs, and from the node's place. In a loop all iterations would get
# the same, and a seed asks for the numbers of another generator: both are refused.
#
# RUN: env PYTHONPATH=%S/Inputs %python %s %t.onnx
# RUN: neuron-evaluate --print %t.onnx | FileCheck %s
# RUN: env PYTHONPATH=%S/Inputs %python %s %t.loop.onnx loop
# RUN: not neuron-evaluate --print %t.loop.onnx 2>&1 | FileCheck %s --check-prefix=LOOP
# RUN: env PYTHONPATH=%S/Inputs %python %s %t.seed.onnx seed
# RUN: not neuron-evaluate --print %t.seed.onnx 2>&1 | FileCheck %s --check-prefix=SEED
# CHECK: func.func @main(%[[X:.*]]: tensor<4xf32> {{.*}}, %[[NUMBER:.*]]: tensor<1xui32> {neuron.kind = "state", neuron.name = "neuron.run_number"})
# CHECK: neuron.rng normal %[[NUMBER]] a = 1.000000e+00 b = 2.000000e+00 : {{.*}} -> tensor<2x3xf32>
# CHECK: neuron.rng uniform %[[NUMBER]] a = 0.000000e+00 b = 1.000000e+00 {stream = 1 : i64} {{.*}} -> tensor<4xf32>
# CHECK: neuron.compare lt
# CHECK: neuron.rng uniform %[[NUMBER]] a = 0.000000e+00 b = 1.000000e+00 {stream = 2 : i64} {{.*}} -> tensor<4xf32>
# CHECK: neuron.compare ge
# LOOP: [NRN-E4003] {{.*}}random numbers inside of a loop
# SEED: [NRN-E4003] {{.*}}Dropout{{.*}}with a seed
import sys

import onnxtext as ox

seed = {"seed": 7} if sys.argv[2:] == ["seed"] else {}
if sys.argv[2:] == ["loop"]:
    body = ox.graph([ox.node("RandomNormalLike", ["v"], ["u"])], inputs=[("i", "i64", []), ("c", "bool", []), ("v", "f32", [4])],
                    outputs=[("c", "bool", []), ("u", "f32", [4])])
    ox.write(ox.model([ox.node("Loop", ["trip", "", "x"], ["y"], body=body)], inputs=[("x", "f32", [4])], outputs=[("y", "f32", [4])],
                      initializers=[ox.tensor("trip", "i64", [], [300])]))
else:
    ox.write(ox.model([ox.node("RandomNormal", [], ["a"], shape=[2, 3], mean=1.0, scale=2.0), ox.node("Bernoulli", ["x"], ["b"]),
                       ox.node("Dropout", ["x", "ratio", "training"], ["d"], **seed)],
                      inputs=[("x", "f32", [4])], outputs=[("a", "f32", [2, 3]), ("b", "f32", [4]), ("d", "f32", [4])],
                      initializers=[ox.tensor("ratio", "f32", [], [0.5]), ox.tensor("training", "bool", [], [True])]))

# Trained tensors are weights, also small ones; integers that shapes are made of and single numbers are literals.
# Initializers that are inputs, too, are no inputs.
#
# RUN: env PYTHONPATH=%S/Inputs %python %s %t.onnx
# RUN: neuron-evaluate --print %t.onnx | FileCheck %s
# CHECK: func.func @main(%arg0: tensor<2x4xf32> {neuron.kind = "input", neuron.name = "x"}) ->
# CHECK-DAG: neuron.weight "bias" : tensor<4xf32>
# CHECK-DAG: neuron.constant dense<2.000000e+00>
# CHECK-NOT: unused
import onnxtext as ox

ox.write(ox.model(
    [ox.node("Add", ["x", "bias"], ["a"]), ox.node("Mul", ["a", "two"], ["b"]),
     ox.node("Reshape", ["b", "shape"], ["y"])],
    inputs=[("x", "f32", [2, 4]), ("bias", "f32", [4])], outputs=[("y", "f32", [8])],
    initializers=[ox.tensor("bias", "f32", [4], [1, 2, 3, 4]), ox.tensor("two", "f32", [], [2]),
                  ox.tensor("shape", "i64", [1], [8]), ox.tensor("unused", "f32", [2], [0, 0])]))

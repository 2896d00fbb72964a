# What computes a shape is folded, so a reshape by the model's own arithmetic is one op.
#
# RUN: env PYTHONPATH=%S/Inputs %python %s %t.onnx
# RUN: neuron-evaluate --print %t.onnx --dim n=6 | FileCheck %s
#
# CHECK: func.func @main(%[[X:.*]]: tensor<6x4x8xf32> {neuron.dims = ["n", "", ""], neuron.kind = "input", neuron.name = "x"}
# CHECK-NEXT: %[[Y:.*]] = neuron.reshape %[[X]] : tensor<6x4x8xf32> to tensor<6x32xf32>
# CHECK-NEXT: return %[[Y]]
import onnxtext as ox

i64 = lambda name, values: ox.tensor(name, "i64", [len(values)], values)
ox.write(ox.model(
    [ox.node("Shape", ["x"], ["shape"]),
     ox.node("Gather", ["shape", "zero"], ["n"]),
     ox.node("Concat", ["n", "open"], ["wanted"], axis=0),
     ox.node("Reshape", ["x", "wanted"], ["y"])],
    inputs=[("x", "f32", ["n", 4, 8])], outputs=[("y", "f32", ["n", 32])],
    initializers=[i64("zero", [0]), i64("open", [-1])]))

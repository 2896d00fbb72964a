# Forms of older operator sets: broadcast at an axis, softmax over all trailing dims, axes as attributes.
#
# RUN: env PYTHONPATH=%S/Inputs %python %s %t.onnx
# RUN: neuron-evaluate --print %t.onnx | FileCheck %s
# CHECK: %[[C:.*]] = neuron.reshape %arg1 : tensor<3xf32> to tensor<3x1xf32>
# CHECK: %[[B:.*]] = neuron.broadcast_in_dim %[[C]] dims = [1, 2] : tensor<3x1xf32> to tensor<2x3x4xf32>
# CHECK: %[[A:.*]] = neuron.binary add %arg0, %[[B]]
# CHECK: %[[F:.*]] = neuron.reshape %[[A]] : tensor<2x3x4xf32> to tensor<2x12xf32>
# CHECK: neuron.softmax %[[F]] dim = 1
# CHECK: neuron.reduce add {{.*}} dims = [2]
import onnxtext as ox

ox.write(ox.model(
    [ox.node("Add", ["x", "c"], ["a"], axis=1, broadcast=1), ox.node("Softmax", ["a"], ["s"]),
     ox.node("ReduceSum", ["s"], ["y"], axes=[-1], keepdims=0)],
    inputs=[("x", "f32", [2, 3, 4]), ("c", "f32", [3])], outputs=[("y", "f32", [2, 3])], opset=6))

#!/usr/bin/env python3
"""Write this folder's model, input and expected output. Needs onnx and numpy."""
import pathlib

import numpy as np
import onnx
from onnx import helper, numpy_helper

HERE = pathlib.Path(__file__).resolve().parent
random = np.random.default_rng(0)
x = random.standard_normal((8, 64), dtype=np.float32)
w = random.standard_normal((64, 32), dtype=np.float32) / 8
b = random.standard_normal(32, dtype=np.float32)

nodes = [helper.make_node("MatMul", ["x", "w"], ["product"], name="product"),
         helper.make_node("Add", ["product", "b"], ["sum"], name="bias"),
         helper.make_node("Relu", ["sum"], ["y"], name="relu")]
graph = helper.make_graph(nodes, "linear", [helper.make_tensor_value_info("x", onnx.TensorProto.FLOAT, x.shape)],
                          [helper.make_tensor_value_info("y", onnx.TensorProto.FLOAT, (8, 32))],
                          [numpy_helper.from_array(w, "w"), numpy_helper.from_array(b, "b")])
model = helper.make_model(graph, producer_name="neuronc-example", opset_imports=[helper.make_opsetid("", 17)])
model.ir_version = 8
onnx.save(model, HERE / "model.onnx")
np.save(HERE / "input_0.npy", x)
np.save(HERE / "output_0.npy", np.maximum(x.astype(np.float64) @ w + b, 0).astype(np.float32))

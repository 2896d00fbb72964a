# Numbers are counted; strings are refused, and a pool that is cut inside of an n-gram.
#
# RUN: env PYTHONPATH=%S/Inputs %python %s %t.onnx "[0, 2]"
# RUN: neuron-evaluate --print %t.onnx | FileCheck %s
# CHECK: neuron.reduce add
# CHECK: return %{{.*}} : tensor<2x3xf32>
# RUN: env PYTHONPATH=%S/Inputs %python %s %t.cut.onnx "[0, 1]"
# RUN: not neuron-evaluate --print %t.cut.onnx 2>&1 | FileCheck %s --check-prefix=CUT
# CUT: [NRN-E3010] 'TfIdfVectorizer' ngram_counts does not fit the pool
import json
import sys

import onnxtext as ox

ox.write(ox.model([ox.node("TfIdfVectorizer", ["x"], ["y"], mode="TF", min_gram_length=1, max_gram_length=2, max_skip_count=1,
                           ngram_counts=json.loads(sys.argv[2]), ngram_indexes=[0, 1, 2], pool_int64s=[2, 3, 5, 4])],
                  inputs=[("x", "i64", [2, 6])], outputs=[("y", "f32", [2, 3])]))

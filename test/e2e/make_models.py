#!/usr/bin/env python3
"""Export the models of models.py with inputs and reference outputs.

    make_models.py OUT [NAME...]

Writes OUT/NAME/ with model.pt2, model.onnx (if the package onnxscript is there),
input_<i>.npy and output_<i>.npy. References of bfloat16 are computed in float32. Needs torch;
the committed .pt2 files come from torch 2.13, those in torch-2.6 and torch-2.9
from these versions. Paths of this machine are taken out of what is written.
"""
import argparse
import copy
import importlib.util
import io
import os
import pathlib
import zipfile

import numpy as np
import torch

HERE = pathlib.Path(__file__).resolve().parent
PREFIXES = [str(pathlib.Path(torch.__file__).parent.parent) + os.sep, str(HERE) + os.sep]


def load_models():
    """MODELS of models.py, compiled under a name without a path."""
    scope = {}
    exec(compile((HERE / "models.py").read_text(), "models.py", "exec"), scope)
    return scope["MODELS"]


def without_paths(text):
    for prefix in PREFIXES:
        text = text.replace(prefix, "")
    return text


def rewrite_archive(path):
    """The archive without paths and times, in the same order."""
    out = io.BytesIO()
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as new:
        for entry in old.infolist():
            data = old.read(entry)
            if entry.filename.endswith(".json"):
                data = without_paths(data.decode()).encode()
            new.writestr(zipfile.ZipInfo(entry.filename, (1980, 1, 1, 0, 0, 0)), data)
    path.write_bytes(out.getvalue())


def rewrite_message(message):
    """Takes paths out of every text of a protobuf message."""
    for field, value in message.ListFields():
        repeated = hasattr(value, "append") or hasattr(value, "add")
        if field.type == field.TYPE_MESSAGE:
            for part in value if repeated else [value]:
                rewrite_message(part)
        elif field.type == field.TYPE_STRING and repeated:
            value[:] = [without_paths(text) for text in value]
        elif field.type == field.TYPE_STRING:
            setattr(message, field.name, without_paths(value))


def export_onnx(module, inputs, dims, path):
    import onnx
    torch.onnx.export(module, inputs, str(path), dynamo=True, dynamic_shapes=dims, verbose=False, external_data=False)
    model = onnx.load(path)
    rewrite_message(model)
    onnx.save(model, path)


def save(path, tensor):
    tensor = tensor.detach()
    np.save(path, (tensor.float() if tensor.dtype == torch.bfloat16 else tensor).contiguous().numpy())


def reference(module, inputs):
    """Outputs, bfloat16 computed in float32, on a copy: running changes buffers."""
    widen = lambda t: t.float() if t.dtype == torch.bfloat16 else t
    with torch.no_grad():
        results = copy.deepcopy(module)._apply(widen)(*(widen(t).clone() for t in inputs))
    return torch.utils._pytree.tree_leaves(results)


def export(folder, model, with_onnx):
    folder.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(0)
    module = model.build().eval()
    for i, tensor in enumerate(model.inputs):
        save(folder / f"input_{i}.npy", tensor)
    for i, tensor in enumerate(reference(module, model.inputs)):
        save(folder / f"output_{i}.npy", tensor)
    with torch.no_grad():
        torch.export.save(torch.export.export(module, model.inputs, dynamic_shapes=model.dims), folder / "model.pt2")
        rewrite_archive(folder / "model.pt2")
        if with_onnx:
            export_onnx(module, model.inputs, model.dims, folder / "model.onnx")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    models = load_models()
    with_onnx = importlib.util.find_spec("onnxscript") is not None
    for name in arguments.names or models:
        export(arguments.out / name, models[name], with_onnx)
        print(name)


if __name__ == "__main__":
    main()

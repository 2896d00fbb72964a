"""Cases made by breaking sound models, artifacts, arrays and texts. Every case follows from its number and the seed."""
import dataclasses
import glob
import json
import os
import random
import subprocess
import tempfile

import break_neff
import graphs_onnx
import graphs_pt2
from absurd import broken_bytes, cuts
from break_onnx import break_onnx
from break_pt2 import break_pt2
from break_text import break_lines, break_npy
from trial import Case


@dataclasses.dataclass
class Model:
    name: str
    path: str
    data: bytes
    options: list
    inputs: list

    @property
    def suffix(self):
        return os.path.splitext(self.path)[1]


def find_models(roots, largest):
    """All model.pt2 and model.onnx below `roots`, the smallest first."""
    models = []
    for root in roots:
        for path in glob.glob(os.path.join(root, "**", "*.*"), recursive=True):
            if not path.endswith((".pt2", ".onnx")) or not 0 < os.path.getsize(path) <= largest:
                continue
            folder = os.path.dirname(path)
            config = os.path.join(folder, "test.json")
            options = json.load(open(config)).get("options", []) if os.path.exists(config) else []
            inputs = sorted(glob.glob(os.path.join(folder, "input_*.npy")))
            models.append(Model(os.path.relpath(path, root), path, open(path, "rb").read(), options, inputs))
    return sorted(models, key=lambda m: (len(m.data), m.path))


class Maker:
    def __init__(self, tools, seed):
        self.tools, self.seed, self.artifacts = tools, seed, {}

    def random(self, *key):
        return random.Random("/".join(map(str, (self.seed, *key))))

    def graphs(self, module, suffix):
        def case(name, data, files, may_pass, options=()):
            command = [f"{self.tools}/neuronc", "{}/model" + suffix, "-o", "{}/out.neff", "-q", *options]
            return Case(f"graph{suffix} {name}", {"model" + suffix: data, **files}, command, "out.neff", may_pass)
        return module.cases(case)

    def all_graphs(self):
        yield from self.graphs(graphs_onnx, ".onnx")
        yield from self.graphs(graphs_pt2, ".pt2")

    def compile(self, model, data, name, **kind):
        file = "model" + model.suffix
        command = [f"{self.tools}/neuronc", "{}/" + file, "-o", "{}/out.neff", "-q", *model.options]
        return Case(name, {file: data}, command, output="out.neff", **kind)

    def cut_models(self, model, count):
        for at in cuts(len(model.data), count):
            yield self.compile(model, model.data[:at], f"cut {model.name} {at}", may_pass=model.suffix == ".onnx")

    def broken_models(self, model, count):
        breaker = break_pt2 if model.suffix == ".pt2" else break_onnx
        for i in range(count):
            generator = self.random("model", model.name, i)
            data = broken_bytes(generator, model.data) if i % 8 == 0 else breaker(generator, model.data)
            yield self.compile(model, data, f"model {model.name} {i}", may_pass=True)

    def artifact(self, model):
        """The sound artifact of a model, and its folder of texts; None if it does not compile."""
        if model.path not in self.artifacts:
            with tempfile.TemporaryDirectory() as folder:
                file = os.path.join(folder, "a.neff")
                command = [f"{self.tools}/neuronc", model.path, "-o", file, "-q", *model.options]
                done = subprocess.run(command, capture_output=True).returncode == 0
                done = done and subprocess.run([f"{self.tools}/neuron-dump", file, "-o", folder + "/dump"]).returncode == 0
                texts = {os.path.relpath(p, folder): open(p, "rb").read()
                         for p in sorted(glob.glob(folder + "/dump/**", recursive=True)) if os.path.isfile(p)}
                self.artifacts[model.path] = (open(file, "rb").read(), texts) if done else None
        return self.artifacts[model.path]

    def readers(self, model):
        """Commands that read x.neff."""
        run = [f"{self.tools}/neuron-run", "{}/x.neff"]
        inputs = [word for file in model.inputs for word in ("--input", os.path.abspath(file))]
        return [([f"{self.tools}/neuron-dump", "{}/x.neff"], ""), ([f"{self.tools}/neuronc", "report", "{}/x.neff"], ""),
                (run + ["--profile", "{}/trace.json"], "trace.json"), (run + inputs + ["--strict"], "")]

    def broken_artifacts(self, model, count):
        if not self.artifact(model):
            return
        sound = self.artifact(model)[0]
        for i in range(count):
            data, may_pass = break_neff.break_neff(self.random("neff", model.name, i), sound)
            command, output = self.readers(model)[i % 4]
            # What is accepted may still be a program that misses its inputs (2) or that the checker stops.
            yield Case(f"neff {model.name} {i}", {"x.neff": data}, command, output, may_pass, statuses=(2, 3, 4, 5, 6))

    def broken_texts(self, model, count):
        if not self.artifact(model):
            return
        texts = self.artifact(model)[1]
        command = [f"{self.tools}/neuron-dump", "--assemble", "{}/dump", "-o", "{}/out.neff"]
        for i in range(count):
            generator = self.random("text", model.name, i)
            name = generator.choice(sorted(texts) + ["dump/program_0.txt"] * 20 + ["dump/manifest.json"] * 4)
            broken = break_lines if name.endswith((".txt", ".json")) else broken_bytes
            data = {**texts, name: broken(generator, texts[name])}
            yield Case(f"text {model.name} {i}", data, command, "out.neff", True)

    def broken_arrays(self, model, count):
        if not self.artifact(model) or not model.inputs:
            return
        for i in range(count):
            data = break_npy(self.random("npy", model.name, i), open(model.inputs[0], "rb").read())
            command = [f"{self.tools}/neuron-run", "{}/x.neff", "--input", "{}/in.npy", "-o", "{}/out"]
            for file in model.inputs[1:]:
                command += ["--input", os.path.abspath(file)]
            yield Case(f"npy {model.name} {i}", {"x.neff": self.artifact(model)[0], "in.npy": data}, command, "out", True, (2, 3, 4, 6))

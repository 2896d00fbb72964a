#!/usr/bin/env bash
# Installs what is missing, builds, compiles the bundled speech detector and runs
# it on the bundled recording.
set -euo pipefail
cd "$(dirname "$0")/.."

utils/setup.sh
cmake --preset release >/dev/null
cmake --build --preset release --target neuronc neuron-run
bin=build-release/bin
example=examples/silero_vad
out=build-release/demo
mkdir -p "$out"
echo
"$bin/neuronc" "$example/model.onnx" --dim seq_len=223 -o "$out/silero_vad.neff" --report "$out/report.json"
"$bin/neuron-run" "$out/silero_vad.neff" --input "input=$example/input_0.npy" --input "h=$example/input_1.npy" \
  --input "c=$example/input_2.npy" -o "$out" >"$out/run.txt"
python3 utils/speech_segments.py "$out/output_0.npy"
echo "artifact: $out/silero_vad.neff (report: $out/report.json)"

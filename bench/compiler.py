"""Runs neuronc and says what came of it."""
import dataclasses
import json
import os
import pathlib
import subprocess
import tempfile
import time


@dataclasses.dataclass
class Outcome:
    error: str = ""
    predicted_us: float = 0
    bound_us: float = 0
    limit: str = ""  # the busiest engine
    traffic: float = 0  # HBM bytes against compulsory ones
    seconds: float = 0  # of the whole process
    megabytes: float = 0  # its peak memory

    @property
    def ratio(self):
        return self.predicted_us / self.bound_us


def timed(command):
    """Exit status, messages, seconds and peak memory of a command."""
    with tempfile.TemporaryFile() as messages:
        start = time.monotonic()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=messages)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.monotonic() - start
        messages.seek(0)
        text = messages.read().decode(errors="replace")
    return process.returncode, text, seconds, usage.ru_maxrss / 1e3


def read(report):
    busy = {name.split("_")[0]: us for name, us in report["engines"].items()}
    return Outcome(predicted_us=report["predicted_us"], bound_us=report["bound_us"], limit=max(busy, key=busy.get),
                   traffic=(report["hbm_read_bytes"] + report["hbm_write_bytes"]) / max(1, report["compulsory_bytes"]))


def compile_model(neuronc, model, target, options=()):
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder, "report.json")
        status, text, seconds, megabytes = timed(
            [neuronc, model, "-o", f"{folder}/model.neff", "-q", "--target", target, "--report", report, *options])
        if status != 0:
            return Outcome(error=(text.strip().splitlines() or [f"status {status}"])[0], seconds=seconds, megabytes=megabytes)
        outcome = read(json.loads(report.read_text()))
    return dataclasses.replace(outcome, seconds=seconds, megabytes=megabytes)

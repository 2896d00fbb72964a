"""Run one command on a hostile input, under limits, and judge how it took it."""
import dataclasses
import os
import re
import resource
import signal
import subprocess
import tempfile
import threading
import time

REFUSED = (3, 4, 5, 6)
CODE = re.compile(rb"NRN-E[1-7]\d{3}")


@dataclasses.dataclass
class Limits:
    """What a command may take. `memory` comes on top of the size of its input."""
    seconds: float = 1.5
    memory: int = 200 << 20
    hang: float = 60
    address_space: int = 16 << 30


@dataclasses.dataclass
class Case:
    """Files to write and a command over them; {} in its words is the folder.

    `output` names the file that must be there after success alone. `may_pass`: the input may have stayed valid.
    """
    name: str
    files: dict
    command: list
    output: str = ""
    may_pass: bool = False
    statuses: tuple = REFUSED


@dataclasses.dataclass
class Outcome:
    status: int
    text: bytes
    seconds: float
    memory: int


def confine(limits):
    def apply():
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if limits.address_space:
            resource.setrlimit(resource.RLIMIT_AS, (limits.address_space, limits.address_space))
    return apply


def execute(command, limits):
    """Seconds are those of the CPU: the machine may be busy."""
    with tempfile.TemporaryFile() as text:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=text, stderr=subprocess.STDOUT,
                                   preexec_fn=confine(limits))
        timer = threading.Timer(limits.hang, os.kill, (process.pid, signal.SIGKILL))
        timer.start()
        _, wait, usage = os.wait4(process.pid, 0)
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(wait)
        text.seek(0)
        return Outcome(process.returncode, text.read(1 << 20), usage.ru_utime + usage.ru_stime, usage.ru_maxrss << 10)


def is_plain(text):
    """Whether a terminal may show it: UTF-8 without control characters."""
    try:
        return all(c >= " " or c in "\n\t" for c in text.decode()) and b"\x7f" not in text
    except UnicodeDecodeError:
        return False


def judge(case, outcome, left, limits, size):
    """What is wrong with the outcome; `left` are the files that were not there before."""
    faults = []
    if outcome.status == 0 and not case.may_pass:
        faults.append("was accepted")
    if outcome.status == 0 and case.output and case.output not in left:
        faults.append("success without an output file")
    if outcome.status != 0 and outcome.status not in case.statuses:
        faults.append(f"exit status {outcome.status}")
    if outcome.status != 0 and not CODE.search(outcome.text):
        faults.append("no code in the message")
    if left - ({case.output} if outcome.status == 0 else set()):
        faults.append(f"left {sorted(left)}")
    if not is_plain(outcome.text):
        faults.append("unprintable characters in the message")
    if len(outcome.text) >= 1 << 18:
        faults.append("the message is endless")
    if outcome.seconds > limits.seconds:
        faults.append(f"took {outcome.seconds:.1f} s")
    if limits.memory and outcome.memory > limits.memory + size:
        faults.append(f"took {outcome.memory >> 20} MB for {size >> 10} KB")
    return faults


def attempt(case, limits, keep=None):
    """Faults of one case and its outcome. The files of a faulty one are kept in `keep`."""
    with tempfile.TemporaryDirectory() as folder:
        for name, data in case.files.items():
            os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
            with open(os.path.join(folder, name), "wb") as file:
                file.write(data)
        before = set(os.listdir(folder))
        outcome = execute([word.replace("{}", folder) for word in case.command], limits)
        left = set(os.listdir(folder)) - before
        faults = judge(case, outcome, left, limits, sum(map(len, case.files.values())))
        if faults and keep:
            target = os.path.join(keep, re.sub(r"\W+", "_", case.name))
            os.makedirs(target, exist_ok=True)
            for name in case.files:
                os.makedirs(os.path.dirname(os.path.join(target, name)), exist_ok=True)
                os.replace(os.path.join(folder, name), os.path.join(target, name))
        return faults, outcome

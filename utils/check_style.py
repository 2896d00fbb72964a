#!/usr/bin/env python3
"""Check what every committed file must hold: size, text form, no path of a machine."""
import re
import subprocess
import sys

MAX_LINES = 800
MAX_BYTES = 2 << 20
SOURCES = (".cpp", ".h", ".td", ".py", ".sh", ".inc")
BINARY = (".npy", ".pt2", ".onnx", ".xz", ".neff", ".pb", ".zip", ".bin")
# Paths of a machine, hosts of package registries. The text of a test may name paths that do not exist; its models may not.
FORBIDDEN = re.compile(rb"/(?:home|root|work|Users)/[A-Za-z0-9_.]|/tmp/[A-Za-z0-9_.]|"
                       rb"deb\.debian\.org|pypi\.org|registry\.npmjs|files\.pythonhosted")
THIS = "utils/check_style.py"


def committed():
    # The checkout may belong to another user, as in a container.
    command = ["git", "-c", "safe.directory=*", "ls-files", "-z"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split("\0")[:-1]


def check_text(name, data):
    lines = data.split(b"\n")
    if name.endswith(SOURCES) and len(lines) > MAX_LINES:
        yield f"{name}: {len(lines)} lines, at most {MAX_LINES}"
    if data and not data.endswith(b"\n"):
        yield f"{name}: no newline at the end"
    if name.endswith(SOURCES) and not name.startswith("third_party/"):
        for number, line in enumerate(lines, 1):
            if line.rstrip() != line or b"\t" in line:
                yield f"{name}:{number}: a tab, or spaces at the end of the line"


def check(name):
    with open(name, "rb") as file:
        data = file.read()
    if len(data) > MAX_BYTES:
        yield f"{name}: {len(data)} bytes, at most {MAX_BYTES}"
    may_name = name == THIS or ("test/" in name and not name.endswith(BINARY))
    for match in FORBIDDEN.finditer(data) if not may_name else ():
        line = data.count(b"\n", 0, match.start()) + 1
        yield f"{name}:{line}: names a path or host: {match[0].decode()}"
    if not name.endswith(BINARY):
        yield from check_text(name, data)


def main():
    errors = [error for name in committed() for error in check(name)]
    print("\n".join(errors), end="\n" if errors else "")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())

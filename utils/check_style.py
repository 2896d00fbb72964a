#!/usr/bin/env python3
"""Check what every committed source must hold: size, and no path of a machine."""
import re
import subprocess
import sys

MAX_LINES = 800
SOURCES = (".cpp", ".h", ".td", ".py", ".sh", ".cmake", ".txt", ".md", ".mlir", ".def", ".json")
FORBIDDEN = re.compile(r"/(?:home|root|work|tmp|Users)/[A-Za-z0-9_]|deb\.debian\.org|pypi\.org")


def main():
    # The checkout may belong to another user, as in a container.
    command = ["git", "-c", "safe.directory=*", "ls-files"]
    files = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split("\n")
    errors = []
    for name in files:
        if not name.endswith(SOURCES) or name == "utils/check_style.py":
            continue
        with open(name, encoding="utf-8", errors="replace") as file:
            lines = file.read().split("\n")
        if len(lines) > MAX_LINES and name.endswith((".cpp", ".h", ".td", ".py")):
            errors.append(f"{name}: {len(lines)} lines, at most {MAX_LINES}")
        for number, line in enumerate(lines, 1):
            if FORBIDDEN.search(line) and "test" not in name:
                errors.append(f"{name}:{number}: names a path or host: {line.strip()[:80]}")
    print("\n".join(errors))
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())

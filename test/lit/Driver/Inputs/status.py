"""Run a command and fail unless it ends with the given exit status: status.py STATUS COMMAND..."""
import subprocess
import sys

status = subprocess.run(sys.argv[2:]).returncode
if status != int(sys.argv[1]):
    sys.exit(f"exit status {status}, but {sys.argv[1]} was expected")

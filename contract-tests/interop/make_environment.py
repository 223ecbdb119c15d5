"""Makes a virtual environment with what a requirements file names, unless it is there: called with both paths.

Ends with 3 when this Python cannot make one, with 4 when the packages cannot be had. Tests that need it start at the
same time: one makes it, the others wait.
"""

import fcntl
import shutil
import subprocess
import sys
from pathlib import Path

environment, requirements = map(Path, sys.argv[1:])
complete = environment / "complete"
environment.parent.mkdir(parents=True, exist_ok=True)
with open(f"{environment}.lock", "w") as lock:
    fcntl.flock(lock, fcntl.LOCK_EX)
    if complete.exists():
        sys.exit(0)
    if subprocess.run([sys.executable, "-m", "venv", "--clear", environment]).returncode != 0:
        sys.exit(3)
    pip = [environment / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    if subprocess.run([*pip, "-r", requirements]).returncode != 0:
        shutil.rmtree(environment)
        sys.exit(4)
    complete.touch()

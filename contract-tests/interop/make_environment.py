"""Creates a virtual environment with the packages of a requirements file, unless it exists.

Arguments: the paths of the environment and of the requirements file. Exit code 3: this Python cannot create virtual
environments; 4: the packages cannot be installed. A lock file serializes concurrent tests.
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

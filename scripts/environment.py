"""Make .venv what requirements/dev.lock says, and do nothing when it already is.

Run by the Makefile with whatever `python3` is there, so old Pythons (3.6) must be able to read this file.
Further lock files given as arguments are installed on top (`make bench`).

Each stamp in .venv is written last and holds a hash of what was installed: an interrupted run leaves none, and the next
one starts over. A changed lock rebuilds .venv from nothing, so that a package no longer locked is no longer there.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

OLDEST, NEWEST = (3, 11), (3, 13)  # outside of these some locked packages have no wheels
HERE = "{}.{}".format(*sys.version_info[:2])
ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
VENV_PYTHON = VENV / "bin" / "python"
LOCK = ROOT / "requirements" / "dev.lock"
PIP = [str(VENV_PYTHON), "-m", "pip", "--quiet", "--disable-pip-version-check"]


def main(further_locks):
    if not OLDEST <= sys.version_info[:2] <= NEWEST:
        use_better_python()
    # Two makes at once: the second waits. Locking the lock file itself leaves no file behind.
    with LOCK.open("rb") as guard:
        fcntl.flock(guard, fcntl.LOCK_EX)
        locked = digest(LOCK, sys.version, sys.base_prefix)
        if stamp("dev") != locked or not works(VENV_PYTHON):
            create_venv()
            install_lock(LOCK)
            write_stamp("dev", locked)
        project = digest(ROOT / "pyproject.toml", str(ROOT))
        if stamp("project") != project:
            run([*PIP, "install", "--no-deps", "--no-build-isolation", "--editable", str(ROOT)])
            write_stamp("project", project)
        for lock in further_locks:
            if lock.exists() and stamp(lock.stem) != digest(lock):
                install_lock(lock)
                write_stamp(lock.stem, digest(lock))
    compile_bytecode(ROOT / "src")


def use_better_python():
    """Replace this process by a Python of the tested range; without one a newer may pass, an older may not."""
    chosen = "PYTHON" in os.environ  # make exports it only when a person set it
    for name in () if chosen else ("python3.13", "python3.12", "python3.11"):
        found = shutil.which(name)
        if found and works(found):  # a pyenv shim exists for every version and fails for most
            say(f"python3 is {HERE}; using {found}")
            os.execv(found, [found, *sys.argv])
    if sys.version_info < OLDEST:
        sys.exit(
            f"{sys.executable} is Python {HERE}; wherefrom needs 3.11 or newer.\n"
            "Install a newer Python, or name one: make test PYTHON=/path/to/python3.12"
        )
    say(f"Python {HERE} is newer than tested: packages without a wheel for it are built, which needs a C compiler")


def create_venv():
    if VENV.is_symlink() or VENV.is_file():
        sys.exit(f"{VENV} is not a folder of ours; remove it and try again.")
    # Not sys.executable: that may be the very .venv (activated) which is about to be cleared.
    python = getattr(sys, "_base_executable", None) or sys.executable
    if not works(python, "import ensurepip, venv"):
        sys.exit(
            f"{python} cannot make virtual environments: its `ensurepip` or `venv` module is missing.\n"
            f"On Debian and Ubuntu: sudo apt install python{HERE}-venv"
        )
    say(f"making .venv with Python {HERE}")
    run([python, "-m", "venv", "--clear", str(VENV)])


def install_lock(lock):
    packages = sum(1 for line in lock.read_text().splitlines() if line[:1].isalnum())
    say(f"installing {packages} packages of {lock.name} (a minute or two when they must be fetched)")
    started = time.monotonic()
    # A lock is complete; what a package asks for beyond it is not wanted (models.lock).
    run([*PIP, "install", "--no-compile", "--no-deps", "--require-hashes", "--requirement", str(lock)])
    say(f"installed in {time.monotonic() - started:.0f} s; compiling bytecode")
    started = time.monotonic()
    compile_bytecode(VENV / "lib")
    say(f"compiled in {time.monotonic() - started:.0f} s")


def compile_bytecode(folder):
    """Compile on all cores. Some packages ship files that are no valid Python; those stay as they are."""
    subprocess.run([str(VENV_PYTHON), "-W", "ignore", "-m", "compileall", "-qq", "-j", "0", str(folder)], check=False)


def digest(path, *more):
    return hashlib.sha256("\0".join([path.read_text(), *more]).encode()).hexdigest()


def stamp(name):
    path = VENV / f".{name}.stamp"
    return path.read_text() if path.exists() else None


def write_stamp(name, value):
    path = VENV / f".{name}.stamp"
    fresh = path.with_suffix(".new")
    fresh.write_text(value)
    fresh.replace(path)


def works(python, code="pass"):
    try:
        quiet = subprocess.DEVNULL
        return subprocess.run([str(python), "-c", code], stdout=quiet, stderr=quiet, check=False).returncode == 0
    except OSError:
        return False


def run(command):
    finished = subprocess.run(command, check=False)
    if finished.returncode:
        sys.exit(f"failed ({finished.returncode}): {' '.join(command)}")


def say(text):
    print("·", text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    try:
        main([ROOT / argument for argument in sys.argv[1:]])
    except KeyboardInterrupt:
        sys.exit(130)

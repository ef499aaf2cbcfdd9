#!/usr/bin/env python3
"""Run one command-line case and compare what it did with what the case expects.

usage: run_case.py --tools DIR --fixtures DIR [--update] CASE_DIR

CASE_DIR holds `cmd` (one shell line), and what is expected: `stdout` or `stdout.sha256`, `stderr`, `rc`; an absent file
means no output and status 0. `tty`: the line runs under a pseudo-terminal, where stdout and stderr are one. The line runs
by bash with pipefail in an empty folder of its own; $FIXTURES and $CASE name the fixtures and the case's folder. In what
it printed, those folders and its own are written as $FIXTURES, $CASE and $PWD. --update rewrites the expectations.
"""
import argparse
import difflib
import hashlib
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

BIG = 64 * 1024  # expectations above it are kept as a hash


def run(case, tools, fixtures):
    line = (case / "cmd").read_text().strip()
    with tempfile.TemporaryDirectory(prefix="sp-cli-") as folder:
        folder = os.path.realpath(folder)
        environment = {"PATH": f"{tools}:/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC", "HOME": folder,
                       "TERM": "xterm", "FIXTURES": str(fixtures), "CASE": str(case), "TMPDIR": folder}
        environment.update({k: v for k, v in os.environ.items() if k.endswith("SAN_OPTIONS")})
        command = ["bash", "-o", "pipefail", "-c", line]
        if (case / "tty").exists():
            command = ["script", "-q", "-e", "-E", "never", "-c", shlex.join(command), "/dev/null"]
        done = subprocess.run(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=100)

    def plain(text):
        for path, name in ((fixtures, "$FIXTURES"), (case, "$CASE"), (folder, "$PWD")):
            text = text.replace(str(path).encode(), name.encode())
        return text.replace(b"\r\n", b"\n") if (case / "tty").exists() else text

    return plain(done.stdout), plain(done.stderr), f"{done.returncode}\n".encode()


def read(case, name, default=b""):
    return (case / name).read_bytes() if (case / name).exists() else default


def show(name, want, got):
    def lines(text):
        return text.decode(errors="backslashreplace").splitlines(keepends=True)
    difference = list(difflib.unified_diff(lines(want), lines(got), f"{name} expected", f"{name} now", n=2))
    for line in difference[:200]:
        sys.stdout.write(line if line.endswith("\n") else line + "\n\\ no line end\n")
    if len(difference) > 200:
        print(f"... {len(difference) - 200} more lines")


def differs(case, results):
    wrong = False
    for name, got, default in zip(("stdout", "stderr", "rc"), results, (b"", b"", b"0\n")):
        hashed = case / f"{name}.sha256"
        if hashed.exists():
            want, got = hashed.read_bytes(), hashlib.sha256(got).hexdigest().encode() + b"\n"
        else:
            want = read(case, name, default)
        if want != got:
            wrong = True
            show(name, want, got)
    return wrong


def update(case, results):
    for name, got, default in zip(("stdout", "stderr", "rc"), results, (b"", b"", b"0\n")):
        for old in (case / name, case / f"{name}.sha256"):
            old.unlink(missing_ok=True)
        if len(got) > BIG:
            (case / f"{name}.sha256").write_text(hashlib.sha256(got).hexdigest() + "\n")
        elif got != default:
            (case / name).write_bytes(got)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tools", required=True, type=pathlib.Path)
    parser.add_argument("--fixtures", required=True, type=pathlib.Path)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("case", type=pathlib.Path)
    options = parser.parse_args()
    case = options.case.resolve()
    results = run(case, options.tools.resolve(), options.fixtures.resolve())
    if options.update:
        update(case, results)
        return 0
    return 1 if differs(case, results) else 0


if __name__ == "__main__":
    sys.exit(main())

"""Holds sp-dump and sp-timers against what Flink prints of the same snapshot; a line for each check."""
import fnmatch
import importlib.util
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TOOLS = ("sp-dump", "sp-timers")


def load_compare():
    spec = importlib.util.spec_from_file_location("compare", HERE.parent / "truth/compare.py")
    module = importlib.util.module_from_spec(spec)
    sys.dont_write_bytecode = True
    spec.loader.exec_module(module)
    return module


class Judge:
    def __init__(self, flink, version, tools, work):
        self.flink = flink
        self.version = version
        self.tools = tools
        self.work = work
        self.compare = load_compare()
        self.pending = [line for line in (HERE / "pending.txt").read_text().splitlines() if line and not line.startswith("#")]
        self.sorted = {}
        self.passed = self.failed = self.waiting = 0
        self.case = ""

    def report(self, name, problem, note=""):
        """PROBLEM is empty if the check holds. What pending.txt names must fail, with exit 4: else it is to be taken off there."""
        name = f"{self.case}/{name}"
        is_pending = any(fnmatch.fnmatchcase(f"{self.version}/{name}", pattern) for pattern in self.pending)
        if is_pending and not problem:
            problem = "holds, but is in pending.txt"
        elif is_pending and "exit 4" in problem:
            self.waiting += 1
            print(f"pending {name}: {problem[:160]}", flush=True)
            return
        if problem:
            self.failed += 1
            print(f"FAILED  {name}: {problem}", flush=True)
        else:
            self.passed += 1
            print(f"ok      {name}{note}", flush=True)

    def claim(self, name, holds, found):
        """Something that makes a case the case that it says it is."""
        self.report(name, "" if holds else f"found {found}")

    def snapshot(self, name, path, uids, same_as=None, skip=()):
        """Flink's rows are ours; and ours with --sort are those of the snapshot SAME_AS. Operators in SKIP are not judged."""
        case = self.work / self.case / name.replace("/", "-")
        case.mkdir(parents=True, exist_ok=True)
        total = self.flink.print(path, uids, case / "truth.ndjson")
        (case / "case.json").write_text(json.dumps({"path": str(path)}))
        problem = ""
        try:
            judged, missing, extra = self.compare.compare(self.tools, TOOLS, [], case, set(), set(skip))
            if missing or extra:
                problem = f"{judged} entries, {sum(missing.values())} missing, {sum(extra.values())} not in the truth"
                for title, lines in (("missing", missing), ("extra", extra)):
                    problem += "".join(f"\n        {title}: {line[:300]}" for line in list(lines)[:3])
            elif judged == 0:
                problem = "no entries"
            elif same_as and self.sorted_rows(path, uids) != self.sorted_rows(same_as, uids):
                problem = f"--sort differs from {same_as}"
        except Exception as error:
            problem = str(error)
        self.report(name, problem, f": {total} entries" + (", the same with --sort" if same_as else ""))

    def sorted_rows(self, path, uids):
        if path not in self.sorted:
            self.sorted[path] = self.run_sorted(path, uids)
        return self.sorted[path]

    def run_sorted(self, path, uids):
        rows = b""
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as uid_list:
            uid_list.write("\n".join(uids) + "\n")
            uid_list.flush()
            for tool in TOOLS:
                done = subprocess.run([self.tools / tool, "--sort", "--uid-list", uid_list.name, path], capture_output=True)
                if done.returncode != 0:
                    raise RuntimeError(f"{tool} --sort exit {done.returncode}: {done.stderr.decode(errors='replace')[:300]}")
                rows += done.stdout
        return rows

"""Holds sp-dump and sp-timers against what Flink prints of the same snapshot; a line for each check."""
import contextlib
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

    @contextlib.contextmanager
    def with_flink(self, flink):
        """Another process says what is right."""
        self.flink, others = flink, self.flink
        try:
            yield
        finally:
            self.flink = others

    def snapshot(self, name, path, uids, same_as=None):
        """Flink's rows are ours; and ours with --sort are those of the snapshot SAME_AS."""
        case = self.folder(name)
        total = self.flink.print(path, uids, case / "truth.ndjson")
        problem = self.problem(path, case, [])
        if not problem and same_as:
            try:
                if self.sorted_rows(path, uids) != self.sorted_rows(same_as, uids):
                    problem = f"--sort differs from {same_as}"
            except RuntimeError as error:
                problem = str(error)
        self.report(name, problem, f": {total} entries" + (", the same with --sort" if same_as else ""))

    def splits(self, name, path, uids, count):
        """With --split the rows of UIDS, operators of keyed state, are what Flink restores in each of COUNT subtasks."""
        chosen = [option for uid in uids for option in ("--uid", uid)]
        total, problem = 0, ""
        for split in range(count):
            case = self.folder(f"{name}-split-{split}")
            rows = self.flink.print(path, uids, case / "truth.ndjson", split=split, splits=count)
            total += rows
            problem = problem or self.problem(path, case, ["--split", f"{split}/{count}", *chosen])
        self.report(f"{name} --split", problem, f": {total} entries in {count}")

    def folder(self, name):
        """What compare.py calls a case."""
        folder = self.work / self.case / name.replace("/", "-")
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def problem(self, path, case, options):
        (case / "case.json").write_text(json.dumps({"path": str(path)}))
        try:
            judged, missing, extra = self.compare.compare(self.tools, TOOLS, [*options, "--classpath", self.flink.classes], case, set(), set())
        except Exception as error:
            return str(error)
        if not missing and not extra:
            return "" if judged > 0 else "no entries"
        text = f"{judged} entries, {sum(missing.values())} missing, {sum(extra.values())} not in the truth"
        for title, lines in (("missing", missing), ("extra", extra)):
            text += "".join(f"\n        {title}: {line[:300]}" for line in list(lines)[:3])
        return text

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

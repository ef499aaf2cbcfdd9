"""What the checks of tests/robust share: the inputs, the savepoints that must come of them, and the counts."""

import copy
import fnmatch
import hashlib
import json
import shutil
import subprocess
import time

import rows

HANGS_AFTER = 120
BAD_ROW = "not a row\n"
SPILLING = ("--memory", "1M")
REGROUPING = ("--max-parallelism", "720", "--uid", "orders")  # one operator is written, the others are copied
RENAMING = ("--rename-uid", "orders=orders of old")  # all is copied


def contents(folder):
    """Name and hash of all that lies in a folder; None if it is not there."""
    if not folder.is_dir():
        return None
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "folder"
            for path in folder.rglob("*")}


def clear(folder):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()


class Counts:
    """Passed and failed checks. Problems that are known stand in pending.txt, and must really be there."""

    def __init__(self, pending_file):
        lines = (line.strip() for line in pending_file.read_text().splitlines())
        self.pending = [tuple(line.split(": ", 1)) for line in lines if line and not line.startswith("#")]
        self.checked, self.met = set(), set()
        self.passed = self.failed = self.waiting = 0

    def add(self, title, problems, moment="", is_random=False):
        """What is random need not meet a problem, so that it does not tell that there is none."""
        known = [line for line in self.pending if fnmatch.fnmatchcase(title, line[0])]
        problems, unknown = list(problems), []
        for problem in problems:
            met = {line for line in known if fnmatch.fnmatchcase(problem, line[1])}
            self.met |= met
            unknown += [] if met else [problem]
        if not is_random:
            self.checked.update(known)
        if unknown:
            self.failed += 1
            print(f"FAIL {title}{moment}: {'; '.join(unknown)}", flush=True)
        elif problems:
            self.waiting += 1
        else:
            self.passed += 1

    def add_all(self, other):
        self.passed, self.failed, self.waiting = (
            self.passed + other.passed, self.failed + other.failed, self.waiting + other.waiting)
        self.checked |= other.checked
        self.met |= other.met

    def close(self):
        for line in self.pending:
            if line in self.checked - self.met:
                self.add(f"pending.txt: {': '.join(line)}", ["is no problem any more: remove the line"])


class Stage:
    tool = "sp-bootstrap"
    has_splits = True

    def __init__(self, tools, work, row_count, seed):
        self.tools, self.work, self.seed = tools.resolve(), work, seed
        self.schema, self.rows, self.old_rows = work / "schema.json", work / "rows", work / "old-rows"
        self.schema.write_text(json.dumps(rows.SCHEMA))
        self.small_rows = work / "small-rows"
        for path, count in ((self.rows, row_count), (self.old_rows, row_count // 2), (self.small_rows, 3000)):
            rows.write_rows(path, count, f"{seed} {path.name}")
        self.rows_and_bad = work / "rows-and-bad"
        self.rows_and_bad.write_text(self.small_rows.read_text() + BAD_ROW)
        self.new, self.old, self.small = (self.make(path) for path in (self.rows, self.old_rows, self.small_rows))
        self.parts, self.small_parts = (self.make_parts(path) for path in (self.rows, self.small_rows))
        self.regrouped = self.make_rewritten("regrouped", *REGROUPING)
        self.small_regrouped = self.make_rewritten("small-regrouped", *REGROUPING, source=self.small)
        self.renamed = self.make_rewritten("renamed", *RENAMING)
        self.small_renamed = self.make_rewritten("small-renamed", *RENAMING, source=self.small)
        self.inputs = [*self.rows.parent.glob("*rows"), self.new, self.old, self.small]
        self.hash_of_inputs = self.hash_inputs()

    def take_place(self, name):
        """Where the savepoint is to appear, and nothing else: each process has its own."""
        self.place = self.work / name
        self.target = self.place / "savepoint"
        self.temporary = self.work / f"temporary-{name}"
        clear(self.place)
        clear(self.temporary)

    def command(self, *options, row_file=None, target=None):
        return [self.tools / "sp-bootstrap", "--quiet", "--schema", self.schema, "--window-timers", "auto", "-o",
                target or self.target, *options, row_file or self.rows]

    def make(self, row_file):
        """The savepoint of these rows, undisturbed, which lies in a folder of its own from now on."""
        folder = self.work / ("of-" + row_file.name)
        subprocess.run(self.command("--verify", row_file=row_file, target=folder), check=True)
        return folder

    def make_parts(self, row_file):
        """Folders with part 1 alone, with both parts, and with the savepoint made of them."""
        place = self.work / "parts"
        folders = [self.work / f"{kind}-of-{row_file.name}" for kind in ("one", "both", "committed")]
        for split, folder in (("1/2", folders[0]), ("0/2", folders[1])):
            subprocess.run(self.command("--split", split, row_file=row_file, target=place), check=True)
            shutil.copytree(place, folder)
        subprocess.run(self.commit_command(place), check=True)
        place.rename(folders[2])
        return folders

    def rewrite(self, *options, source=None, target=None):
        return [self.tools / "sp-rewrite", "--quiet", "-o", target or self.target, *options, source or self.new]

    def make_rewritten(self, name, *options, source=None):
        """What sp-rewrite makes of a savepoint, undisturbed."""
        folder = self.work / name
        subprocess.run(self.rewrite("--verify", *options, source=source, target=folder), check=True)
        return folder

    def hash_inputs(self):
        return [contents(path) or hashlib.sha256(path.read_bytes()).hexdigest() for path in self.inputs]

    def problems_of_inputs(self):
        if self.hash_inputs() != self.hash_of_inputs:
            yield "an input has changed"

    def commit_command(self, place=None):
        place = place or self.target
        return [self.tools / "sp-bootstrap", "--commit", "-o", place, *(place / f"part-{i}-of-2" for i in range(2))]

    def run(self, command, **options):
        options = {"stdin": subprocess.DEVNULL, **options}
        return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace",
                              timeout=HANGS_AFTER, **options)

    def dump(self, folder):
        """All rows of a savepoint, sorted: what it means, whatever its files are."""
        commands = ([self.tools / "sp-dump", "--sort", "--all-copies", folder], [self.tools / "sp-timers", "--sort", folder])
        return [subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout for command in commands]

    def seconds(self, command):
        before = time.monotonic()
        subprocess.run(command, check=True)
        return time.monotonic() - before


class RewriteStage(Stage):
    """The same place, where savepoints come of a savepoint."""

    tool = "sp-rewrite"
    has_splits = False

    @classmethod
    def of(cls, stage):
        view = copy.copy(stage)
        view.__class__ = cls
        view.source, view.new = stage.new, stage.regrouped
        return view

    def command(self, *options, row_file=None, target=None):
        return self.rewrite(*REGROUPING, *options, source=self.source, target=target)


def kill_after(command, seconds, number):
    """Its status as subprocess has it, and whether the signal came before its end."""
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as child:
        try:
            return child.wait(seconds), False
        except subprocess.TimeoutExpired:
            child.send_signal(number)
            return child.wait(), True

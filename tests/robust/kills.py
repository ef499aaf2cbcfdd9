"""Signals at random moments of a run, and at every system call of it that changes a file."""

import os
import random
import shutil
import signal
import subprocess

import stage as stages
import system_calls

POLITE = {signal.SIGTERM: 143, signal.SIGINT: 130}
HIDDEN = ".savepoint.tmp-"


class Case:
    """A way to write the savepoint: what lies there before, the command, and how to judge what is there after a signal."""

    done = 0  # the status of a run that nobody disturbs

    def __init__(self, stage, title, options, rows=None, expected=None, before=None):
        self.stage, self.title, self.before = stage, title, before
        self.row_file, self.expected = rows or stage.rows, stages.contents(expected or stage.new)
        self.command = stage.command(*options, row_file=self.row_file)
        self.allowed = [self.expected, stages.contents(before) if before else None]

    def prepare(self):
        stages.clear(self.stage.place)
        if self.before:
            shutil.copytree(self.before, self.stage.target)

    def beside_target(self):
        return sorted(path.name for path in self.stage.place.iterdir() if path != self.stage.target)

    def leftovers(self, is_killed):
        for name in self.beside_target():
            if not (is_killed and name.startswith(HIDDEN)):
                yield f"{name} was left"

    def wrong_status(self, status, number):
        # A signal may come before the tool has set up its handlers, or just after the savepoint got its name.
        if status not in (self.done, POLITE.get(number), -number):
            yield f"status {status}"

    def problems(self, status, number):
        """What is wrong after a run that got the signal."""
        yield from self.wrong_status(status, number)
        yield from self.leftovers(number == signal.SIGKILL)
        found = stages.contents(self.stage.target)
        if found not in self.allowed:
            yield "the target is neither whole nor " + ("the old one" if self.before else "absent")
        elif status == self.done and found != self.expected:
            yield f"status {status}, but the savepoint is not there"

    def is_in_the_way(self):
        return self.stage.target.exists()

    def problems_of_retry(self):
        """The same command, with what the killed one has left beside it."""
        command = self.command
        if self.is_in_the_way() and "--overwrite" not in command:
            command = [*command, "--overwrite"]
        before = self.beside_target()
        done = self.stage.run(command)
        if done.returncode != self.done:
            yield f"the same command ended with {done.returncode}: {done.stderr.strip()}"
        elif stages.contents(self.stage.target) != self.expected:
            yield "the same command wrote something else"
        yield from self.changes_beside(before)

    def changes_beside(self, before):
        if self.beside_target() != before:
            yield f"beside the savepoint was {before} and is {self.beside_target()}"


class BadRowsCase(Case):
    """--skip-bad-rows: the file of bad rows lies beside the savepoint, and comes just before it."""

    done = 1
    name = "bad-rows"

    def __init__(self, stage, title, options, expected):
        bad_rows = ["--skip-bad-rows", stage.place / self.name]
        super().__init__(stage, title, [*bad_rows, *options], stage.rows_and_bad, expected)

    def leftovers(self, is_killed):
        for problem in super().leftovers(is_killed):
            left = problem.split()[0]
            if left == self.name and (is_killed or self.stage.target.exists()):
                if (self.stage.place / left).read_text() != stages.BAD_ROW:
                    yield "the file of bad rows is not whole"
            elif not (is_killed and left.startswith(f".{self.name}.")):
                yield problem

    def is_in_the_way(self):
        return super().is_in_the_way() or (self.stage.place / self.name).exists()

    def changes_beside(self, before):
        if self.beside_target() != sorted({*before, self.name}):
            yield f"beside the savepoint was {before} and is {self.beside_target()}"


class SplitCase(Case):
    """Part 0 of 2 is written into a folder that has part 1, and maybe an earlier part 0; then both are committed."""

    def __init__(self, stage, title, options, parts, expected, rows=None):
        super().__init__(stage, title, ["--split", "0/2", *options], rows, expected, parts)
        self.names_before = set(stages.contents(parts))
        self.expected_names = {name.rsplit("/")[-1] for name in stages.contents(expected)}

    def problems(self, status, number):
        yield from self.wrong_status(status, number)
        yield from self.leftovers(False)
        found = stages.contents(self.stage.target)
        if "_metadata" in found:
            yield "a split made a _metadata"
        if not set(stages.contents(self.before).items()) <= set(found.items()):
            yield "files of parts that were there have changed"
        if number in POLITE and any(name.startswith(".") for name in found):
            yield "hidden files were left"
        if "part-0-of-2" in self.names_before:  # the earlier try counts until the later one is complete
            yield from self.problems_of_commit()

    def problems_of_retry(self):
        if (self.stage.target / "_metadata").exists():  # an earlier part 0 was committed
            return
        done = self.stage.run(self.command)
        if done.returncode != 0:
            yield f"the same command ended with {done.returncode}: {done.stderr.strip()}"
        else:
            yield from self.problems_of_commit()

    def problems_of_commit(self):
        done = self.stage.run(self.stage.commit_command())
        if done.returncode != 0:
            yield f"--commit ended with {done.returncode}: {done.stderr.strip()}"
        elif stages.contents(self.stage.target) != self.expected:
            more = sorted(set(stages.contents(self.stage.target)) - self.expected_names)
            yield f"--commit made another savepoint (files too many: {more})"


class CommitCase(Case):
    """Both parts are there, and are made a savepoint in the place where they lie."""

    def __init__(self, stage, title, parts, expected):
        super().__init__(stage, title, [], None, expected, parts)
        self.command = stage.commit_command()

    def problems(self, status, number):
        yield from self.wrong_status(status, number)
        yield from self.leftovers(False)
        found = stages.contents(self.stage.target)
        if "_metadata" not in found:
            missing = set(stages.contents(self.before).items()) - set(found.items())
            if missing:
                yield f"no _metadata, and these have changed: {sorted(missing)}"
        elif not set(self.expected.items()) <= set(found.items()):
            yield "a _metadata, and the savepoint is not whole"
        if number in POLITE and any(name.startswith(".") for name in found):
            yield "hidden files were left"

    def problems_of_retry(self):
        done = self.stage.run(self.command)
        if done.returncode != 0:
            yield f"the same command ended with {done.returncode}: {done.stderr.strip()}"
        elif stages.contents(self.stage.target) != self.expected:
            more = sorted(set(stages.contents(self.stage.target)) - set(self.expected))
            yield f"the same command made another savepoint (files too many: {more})"


class RewriteCase(Case):
    """A savepoint made of a savepoint, which stays as it is."""

    def __init__(self, stage, title, options, source, expected, before=None):
        super().__init__(stage, title, [], None, expected, before)
        self.command = stage.rewrite(*options, source=source)

    def problems(self, status, number):
        yield from super().problems(status, number)
        yield from self.stage.problems_of_inputs()

    def problems_of_retry(self):
        yield from super().problems_of_retry()
        yield from self.stage.problems_of_inputs()


def random_cases(stage):
    """With their shares of the kills."""
    one, both, committed = stage.parts
    return [
        (4, Case(stage, "plain", [])),
        (4, Case(stage, "spilling", [*stages.SPILLING])),
        (4, Case(stage, "overwriting", ["--overwrite", *stages.SPILLING, "--verify"], before=stage.old)),
        (3, SplitCase(stage, "a split", [], one, committed)),
        (3, SplitCase(stage, "a split again", [*stages.SPILLING], both, committed)),
        (2, CommitCase(stage, "the commit of splits", both, committed)),
    ]


def random_rewrites(stage):
    """The same, which have half as many kills of their own."""
    return [
        (4, RewriteCase(stage, "re-grouping", [*stages.REGROUPING, *stages.SPILLING], stage.new, stage.regrouped)),
        (3, RewriteCase(stage, "re-grouping, overwriting", ["--overwrite", *stages.REGROUPING, "--verify"], stage.new,
                        stage.regrouped, stage.old)),
        (2, RewriteCase(stage, "linking", ["--link", *stages.RENAMING], stage.new, stage.renamed)),
    ]


def usual_seconds(stage, case):
    """The median of three runs."""
    times = []
    for _ in range(3):
        case.prepare()
        times.append(stage.seconds(case.command))
    return sorted(times)[1]


def at_random(stage, case, number, count):
    """Sends the signal until it came `count` times before the end of the run."""
    chance = random.Random(f"{stage.seed} {case.title} {number}")
    usual, killed, attempts, in_place = usual_seconds(stage, case), 0, 0, 0
    while killed < count and attempts < 5 * count:
        attempts += 1
        case.prepare()
        moment = chance.uniform(0, usual)
        status, is_killed = stages.kill_after(case.command, moment, number)
        killed += is_killed
        usual *= 1 if is_killed else 0.8  # the machine may have become faster
        in_place += is_killed and stages.contents(stage.target) == case.expected
        problems = list(case.problems(status, number)) or case.problems_of_retry()
        stage.counts.add(f"{case.title}, {number.name}", problems, f" after {moment:.4f} s", is_random=True)
    if killed < count:
        stage.counts.add(f"{case.title}, {number.name}", [f"only {killed} of {attempts} runs were caught before their end"],
                         is_random=True)
    print(f"{case.title}: {number.name} at {killed} random moments of {usual:.2f} s; the savepoint was there {in_place} times",
          flush=True)


def sweep_cases(stage):
    one, both, committed = stage.small_parts
    spilling = ["--memory", "64K", "--threads", "1"]
    small = {"rows": stage.small_rows}
    return [
        Case(stage, "spilling", spilling, expected=stage.small, **small),
        Case(stage, "overwriting", ["--overwrite", *spilling], expected=stage.small, before=stage.old, **small),
        BadRowsCase(stage, "skipping bad rows", spilling, stage.small),
        SplitCase(stage, "a split", spilling, one, committed, **small),
        SplitCase(stage, "a split again", spilling, both, committed, **small),
        CommitCase(stage, "the commit of splits", both, committed),
        RewriteCase(stage, "re-grouping", [*stages.REGROUPING, *spilling], stage.small, stage.small_regrouped),
        RewriteCase(stage, "copying, overwriting", ["--overwrite", *stages.RENAMING], stage.small, stage.small_renamed, stage.old),
        RewriteCase(stage, "linking", ["--link", *stages.RENAMING], stage.small, stage.small_renamed),
    ]


def at_every_call(stage, case):
    """A run with few rows for each of its calls: SIGKILL before the call, and SIGTERM that is seen once it has been made."""
    environment = {**os.environ, "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=0"}  # no LSan while traced
    case.prepare()
    status, calls = system_calls.run_until(case.command, None, None, environment)
    if status != case.done or calls < 5:
        stage.counts.add(f"{case.title}, traced", [f"status {status} after {calls} calls"])
        return
    for number in (signal.SIGKILL, signal.SIGTERM):
        for at in range(1, calls + 1):
            case.prepare()
            status, _ = system_calls.run_until(case.command, at, number, environment)
            problems = list(case.problems(status, number)) or case.problems_of_retry()
            stage.counts.add(f"{case.title}, {number.name}", problems, f" at call {at}")
    print(f"{case.title}: SIGKILL and SIGTERM at each of {calls} system calls", flush=True)


def check_parts(stage):
    for whole, parts in ((stage.new, stage.parts), (stage.small, stage.small_parts)):
        differ = stage.dump(whole) != stage.dump(parts[2])
        stage.counts.add(f"the parts make the same savepoint as {whole.name}", ["the dumps differ"] if differ else [])


def tasks(stage, runs):
    """Functions of a stage, each for some process."""
    yield check_parts
    for cases, kills in ((random_cases, runs), (random_rewrites, runs // 2)):
        shares = [share for share, _ in cases(stage)]
        for index, share in enumerate(shares):
            for number, count in ((signal.SIGKILL, kills * share // sum(shares)), *((number, kills // 40) for number in POLITE)):
                yield lambda stage, cases=cases, index=index, number=number, count=count: at_random(
                    stage, cases(stage)[index][1], number, max(count, 1))
    if not system_calls.can_trace():
        print("ptrace() is not allowed here: no signals at system calls")
        return
    for index in range(len(sweep_cases(stage))):
        yield lambda stage, index=index: at_every_call(stage, sweep_cases(stage)[index])

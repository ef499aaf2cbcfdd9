"""Snapshots that the cases of rewrite_cases.py share; and that what is made of them has its rows, and a job goes on with it."""
import collections
import copy
import functools
import json
import subprocess

import restore_cases
from flink import FlinkError
from restore_cases import Bootstrapped
from restored_job import Restored, difference
from restored_rows import text

NUMBERS = {"uid": "numbers", "kind": "numbers", "pause": 5}
INCREMENTAL = {name: "true" for name in ("state.backend.incremental", "execution.checkpointing.incremental")}


def numbers(_version):
    """A source whose coordinator and readers have state."""
    return [], [], [dict(NUMBERS)]


PARTS = {"core": (restore_cases.kinds, restore_cases.windows, numbers), "keys": (restore_cases.keys,)}


class Snapshots:
    """What a job wrote that has restored rows and was fed on. In .made is what it has then: rows, and the numbers that it has told."""

    def __init__(self, flink, judge, title, backend):
        parallelism = {"hashmap": 2, "rocksdb": 3}[backend]
        made = Bootstrapped(judge, f"{title}-{backend}", PARTS[title])
        self.folder = made.folder / "checkpoints"
        writer = Restored(flink, made, backend, parallelism, checkpoints=self.folder, config=INCREMENTAL)
        writer.fires_by_clock()
        writer.job.checkpoint()  # the next one has files of this
        writer.feed_on()
        self.paths = {"rows": made.path, **{kind: writer.job.snapshot(kind) for kind in ("checkpoint", "native", "canonical")}}
        self.before = made  # as the savepoint `rows` is: timers of the clock are due there, and no number was told
        self.before.numbers = None
        self.made = variant(made, made.name, self.paths["canonical"], state=writer.state)
        self.made.numbers = numbers_of(writer.job)
        writer.job.cancel()
        self.uids = tuple(writer.job.uids)

    def of(self, kind):
        return self.before if kind == "rows" else self.made


@functools.cache
def snapshots(flink, judge, title, backend):
    return Snapshots(flink, judge, title, backend)


def variant(made, name, path, state=None, without=(), only=None, max_parallelism=None):
    """What Restored needs of another savepoint than MADE, which has not all of its operators."""
    new = copy.copy(made)
    new.name, new.path = name, path
    new.job = [dict(operator) for operator in made.job if operator["uid"] not in without and (not only or operator["uid"] in only)]
    uids = {operator["uid"] for operator in new.job}
    new.schema = {**made.schema, "operators": [operator for operator in made.schema["operators"] if operator["uid"] in uids]}
    new.state = (state or made.state).copy()
    new.state.keep(uids)
    if max_parallelism:
        new.max_parallelism = max_parallelism
        for operator in new.job:
            operator.pop("max_parallelism", None)
    return new


def run(judge, tool, *options, says=""):
    """It has to succeed, with these words in one line if there are any, else without one."""
    done = subprocess.run([judge.tools / tool, *map(str, options)], capture_output=True, text=True)
    if done.returncode != 0 or done.stdout or says not in done.stderr or done.stderr.count("\n") > bool(says):
        raise FlinkError(f"{tool} exit {done.returncode}: {done.stderr[:1000]}{done.stdout[:300]}")


def rewritten(judge, name, source, *options, says=""):
    path = judge.folder(name) / "rewritten"
    run(judge, "sp-rewrite", *options, "-o", path, source, says=says)
    return path


def written(judge, name, rows):
    """A file of rows."""
    path = judge.folder(name) / f"{name.replace('/', '-')}.ndjson"
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))
    return path


@functools.cache
def tool_rows(judge, path, uids, apart=()):
    """Rows with the bytes that serializers wrote, as texts; without their key groups and the members APART."""
    uid_list = judge.work / "rewrite-uids.txt"
    uid_list.write_text("\n".join(uids) + "\n")
    rows = collections.Counter()
    for tool in ("sp-dump", "sp-timers"):
        done = subprocess.run([judge.tools / tool, "--raw", "--uid-list", uid_list, path], capture_output=True)
        if done.returncode != 0:
            raise FlinkError(f"{tool} exit {done.returncode}: {done.stderr.decode(errors='replace')[:300]}")
        for row in map(json.loads, done.stdout.splitlines()):
            rows[text({name: value for name, value in row.items() if name not in ("key_group", *apart)})] += 1
    return rows


@functools.cache
def flink_rows(flink, judge, path, uids):
    out = judge.work / "rewrite-rows.ndjson"
    flink.print(path, list(uids), out)
    return collections.Counter(out.read_text().splitlines())


def same_rows(flink, judge, name, source, path, uids, apart=(), flinks=None):
    """The tools and Flink itself find the rows of SOURCE in PATH. FLINKS: where Flink finds those of SOURCE."""
    before = tool_rows(judge, source, uids, apart)
    judge.report(f"{name} has the same rows", difference(before, tool_rows(judge, path, uids, apart)), f": {sum(before.values())}")
    before = flink_rows(flink, judge, flinks or source, uids)
    judge.report(f"{name} is read by Flink as before", difference(before, flink_rows(flink, judge, path, uids)),
                 f": {sum(before.values())} entries")


def restored(flink, made, *ways):
    """By each of WAYS, BACKEND-PARALLELISM. If a restore fails, others may not."""
    for way in ways:
        backend, parallelism = way.split("-")
        try:
            job = Restored(flink, made, backend, int(parallelism))
            job.check()
            if made.numbers and "numbers" in job.job.uids:
                judge_numbers(made.judge, f"{job.name} numbers go on", made.numbers, numbers_of(job.job))
        except FlinkError as error:
            made.judge.report(f"{made.name}/{way}", str(error))


def numbers_of(job, uid="numbers"):
    return sorted(map(int, job.flink.ask("outputs", job=f"{job.name}/{uid}")["lines"]))


def runs_of(found):
    """[(first, last)] of sorted numbers without gaps; one that is there twice is a run of its own."""
    runs = []
    for number in found:
        if runs and number == runs[-1][1] + 1:
            runs[-1] = runs[-1][0], number
        else:
            runs.append((number, number))
    return runs


def judge_numbers(judge, name, told, found):
    """The job that wrote the snapshot went on for a while: of each split it goes on behind the first number and not behind the last."""
    before, after = runs_of(told), runs_of(found)
    splits = [next((run for run in before if run[0] < start <= run[1] + 1), None) for start, _ in after]
    judge.claim(name, splits and None not in splits and len(set(splits)) == len(splits), f"{after} after {before}")

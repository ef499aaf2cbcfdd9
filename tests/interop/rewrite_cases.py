"""Real Flink restores what sp-rewrite and `sp-bootstrap --base` made of its own snapshots: cases of the kind of cases.py.

Two jobs, one with all kinds of state (`core`) and one with all types of keys (`keys`), write snapshots with both backends, once for all
cases (rewritten.py). What is made of them must have the rows that a case says, and a job that restores it goes on as in
restore_cases.py."""
import collections
import contextlib
import copy
import functools
import json
import shutil
import subprocess
import time

import restore_cases
from flink import FlinkError
from restore_cases import bootstrap, state
from restored_job import SECONDS, Restored, difference
from restored_rows import START, State, text
from rewritten import INCREMENTAL, flink_rows, numbers_of, restored, rewritten, run, same_rows, snapshots, tool_rows, variant, written

VERSIONS = ("1.20", "2.3")  # the others restore alike


def in_some_versions(case):
    @functools.wraps(case)
    def played(flink, judge):
        if judge.version in VERSIONS:
            case(flink, judge)
    return played


# Title and backend of a job, kind of the snapshot; then max parallelisms, one made of the other, each with the restores of it.
CHAINS = (
    ("core", "hashmap", "checkpoint", ((720, ("hashmap-12", "rocksdb-1")), (32768, ()), (100, ("hashmap-1", "rocksdb-12")))),
    ("core", "hashmap", "rows", ((100, ("hashmap-3",)),)),
    ("core", "hashmap", "native", ((720, ()),)),
    ("core", "rocksdb", "checkpoint", ((4, ()), (3, ("hashmap-3", "rocksdb-3")))),
    ("core", "rocksdb", "canonical", ((100, ()),)),
    ("core", "rocksdb", "native", ((32768, ()),)),
    ("keys", "rocksdb", "checkpoint", ((720, ("rocksdb-3",)), (32768, ()), (100, ("hashmap-12",)))),
    ("keys", "hashmap", "checkpoint", ((4, ()), (3, ("rocksdb-1",)))),
)
# What is restored with 32768 key groups: each state on the heap has a table for each of them, each timer service on disk a cache.
FEW = ("rules", "operator", "late", "numbers")


def key_hashes(judge):
    """How the keys of users' classes are hashed: an operator has too few for that to be found out."""
    lines = restore_cases.table("keys.json", judge.version).items()
    return [option for name, line in lines if "hash" in line for option in ("--key-hash", f"by-{name}={json.dumps(line['hash'])}")]


@in_some_versions
def max_parallelism(flink, judge):
    """Regrouped, whatever wrote it."""
    for title, backend, kind, links in CHAINS:
        source = snapshots(flink, judge, title, backend)
        try:
            regroup(flink, judge, source, f"{title}-{backend}-{kind}", kind, links, key_hashes(judge) if title == "keys" else ())
        except FlinkError as error:  # the other chains may hold
            judge.report(f"{title}-{backend}-{kind}", str(error))


def regroup(flink, judge, source, chain, kind, links, hashes):
    path = source.paths[kind]
    # Many operators in an incremental checkpoint are many databases: there Flink reads the savepoint of the same state.
    flinks = source.paths["canonical"] if hashes else path
    for maximum, ways in links:
        name = f"{chain}-{maximum}"
        path = rewritten(judge, name, path, "--max-parallelism", maximum, *hashes)
        same_rows(flink, judge, name, source.paths[kind], path, source.uids, flinks=flinks)
        restored(flink, variant(source.of(kind), name, path, max_parallelism=maximum), *ways)
        if name == "core-hashmap-checkpoint-32768":
            few = rewritten(judge, "few-32768", path, *(option for uid in FEW for option in ("--keep-uid", uid)))
            restored(flink, variant(source.made, "few-32768", few, only=FEW, max_parallelism=maximum), "hashmap-3", "rocksdb-12")


@in_some_versions
def parallelism(flink, judge):
    """Restored at the parallelism that it has, a savepoint is not cut anew by Flink."""
    for backend, kind, counts in (("rocksdb", "checkpoint", {2: "hashmap", 5: "rocksdb"}), ("hashmap", "native", {5: "hashmap"}),
                                  ("rocksdb", "canonical", {2: "rocksdb"})):
        source = snapshots(flink, judge, "core", backend)
        path = source.paths[kind]
        for count, restoring in counts.items():
            name = f"{backend}-{kind}-parallelism-{count}"
            path = rewritten(judge, name, path, "--parallelism", count)
            same_rows(flink, judge, name, source.paths[kind], path, source.uids, apart=("subtask", "index"))
            restored(flink, variant(source.made, name, path), f"{restoring}-{count}")


@in_some_versions
def renamed_source(flink, judge):
    """A source with a coordinator goes on under another uid, without repeats and gaps."""
    path, first = stopped_source(flink, judge)
    renamed = rewritten(judge, "renamed", path, "--rename-uid", "src=src2")
    for count in (2, 3):
        judge_sequence(judge, f"renamed-{count}", first, finished_source(flink, f"src2-{count}", renamed, count))


LAST = 3000


def source_of(uid):
    """The operators of a job with this source, and one by which the job outlives it."""
    return [{"uid": uid, "kind": "numbers", "to": LAST, "pause": 2},
            {"uid": "beside", "kind": "keyed", "key": "int", "states": [state("sum", "reducing")]}]


def stopped_source(flink, judge):
    """A savepoint in the middle of the numbers, and those that were before. What is put out while a job stops is before it."""
    job = flink.start("src", source_of("src"), "hashmap", 2)
    time.sleep(0.3)
    path = job.savepoint("canonical", stop=True)
    first = numbers_of(job, "src")
    judge.claim("stopped in the middle", 0 < len(first) < LAST, len(first))
    return path, first


def finished_source(flink, name, path, count, uid="src2"):
    """The numbers of a job that restores PATH, up to the last."""
    job = flink.start(name, source_of(uid), "hashmap", count, restore=path)
    found, end = [], time.monotonic() + SECONDS
    while len(found) < LAST and time.monotonic() < end:
        time.sleep(0.2)
        more = numbers_of(job, uid)
        if found and not more:
            break
        found += more
    job.cancel()
    return found


def sequence_problem(first, second):
    return difference(collections.Counter(map(str, range(1, LAST + 1))), collections.Counter(map(str, first + second)))


def judge_sequence(judge, name, first, second):
    judge.report(f"{name} continues", sequence_problem(first, second) if first and second else "nothing to compare",
                 f": {len(first)} and {len(second)} numbers")


@contextlib.contextmanager
def hidden(*folders):
    """As if they had been removed."""
    for folder in folders:
        folder.rename(folder.with_name(f"{folder.name}-hidden"))
    try:
        yield
    finally:
        for folder in folders:
            folder.with_name(f"{folder.name}-hidden").rename(folder)


@in_some_versions
def self_contained(flink, judge):
    """Copies of an incremental checkpoint and of a native savepoint need nothing of the folders that they were made of."""
    source = snapshots(flink, judge, "core", "rocksdb")
    copies = {}
    for kind in ("checkpoint", "native"):
        for how, options in (("copied", ()), ("linked", ("--link",))):
            copies[kind, how] = rewritten(judge, f"{kind}-{how}", source.paths[kind], *options)
        tool_rows(judge, source.paths[kind], source.uids, ())  # while it is there
        flink_rows(flink, judge, source.paths[kind], source.uids)
        judge.claim(f"{kind} has SST files", flink.sst(source.paths[kind]), [])
    with hidden(source.folder, source.paths["native"]):
        for (kind, how), path in copies.items():
            same_rows(flink, judge, f"{kind}-{how}", source.paths[kind], path, source.uids)
            judge.claim(f"{kind}-{how} is native", flink.sst(path), "no SST files")
        for (kind, how), way in ((("checkpoint", "copied"), "rocksdb-3"), (("native", "linked"), "rocksdb-2")):
            restored(flink, variant(source.made, f"{kind}-{how}", copies[kind, how]), way)
    goes_on_incrementally(flink, variant(source.made, "claimed", copies["checkpoint", "copied"]))
    path = rewritten(judge, "as-it-was", source.paths["canonical"])
    same_rows(flink, judge, "as-it-was", source.paths["canonical"], path, source.uids)


def goes_on_incrementally(flink, made):
    """A job that the savepoint is given to writes checkpoints that begin with its files; the last of them is restored."""
    claimed = Restored(flink, made, "rocksdb", 3, claim=True, config=INCREMENTAL, checkpoints=made.path.parent / "checkpoints")
    claimed.job.checkpoint()
    claimed.feed_on()
    path = claimed.job.checkpoint()
    told = numbers_of(claimed.job)
    claimed.job.cancel()
    after = variant(made, f"{made.name}-checkpoint", path, state=claimed.state)
    after.numbers = told
    restored(flink, after, "rocksdb-2")


@in_some_versions
def moved_files(flink, judge):
    """References into the input, and those of a checkpoint whose folder was moved."""
    source = snapshots(flink, judge, "core", "rocksdb")
    path = rewritten(judge, "referred", source.paths["checkpoint"], "--reference", says="NO_CLAIM")
    same_rows(flink, judge, "referred", source.paths["checkpoint"], path, source.uids)
    restored(flink, variant(source.made, "referred", path), "rocksdb-2")
    moved = source.folder.with_name("checkpoints-moved")
    path = rewritten(judge, "relocated", source.paths["checkpoint"], "--relocate", f"{source.folder.as_uri()}={moved.as_uri()}",
                     says="files relocated")
    source.folder.rename(moved)
    try:
        same_rows(flink, judge, "relocated", source.paths["checkpoint"], path, source.uids)
    finally:
        moved.rename(source.folder)


def order(kind, state, key, value, **more):
    return {"uid": "orders", "state": state, "kind": kind, "key": key, **more, "value": value}


def order_timer(key, at, domain="event-time"):
    return {"uid": "orders", "timer": domain, "service": "user-timers", "key": key, "timestamp": at}


def element(uid, n, at, key=1):
    return {"uid": uid, "key": key, "state": "", "op": "element", "n": n, "map": 0, "time": at}


SET = (order("value", "count", "a", 555), order("value", "count", "emoji 😀", 7), order("list", "recent", "a", ["set", "twice"]),
       order("map", "seen", "a", -1, map_key="x"), order("map", "seen", "emoji 😀", 8, map_key="new"),
       order("reducing", "sum", "a", 3), order("aggregating", "mean", "a", {"f0": 1, "f1": 1}),
       order("value", "ttl-value", "a", "set, with the stamp that was there"),
       order("value", "ttl-value", "héllo", "set, with a stamp", ttl_timestamp=4102444800001),
       order("map", "ttl-map", "a", "set", map_key=1),
       order("value", "address", "héllo", {"street": "Set", "number": 9}),
       order_timer("héllo", START + 777), order_timer("emoji 😀", START + 778),
       {"uid": "tumbling", "state": "window-contents", "kind": "list", "key": "a",
        "namespace": {"start": START, "end": START + 1000}, "value": [element("tumbling", 31, START + 1)]},
       {"uid": "rules", "state": "count", "kind": "value", "key": 255, "value": 77},
       {"uid": "operator", "state": "broadcast", "kind": "broadcast", "map_key": "r1", "value": {"street": "Set", "number": 10}},
       {"uid": "operator", "state": "broadcast", "kind": "broadcast", "map_key": "r2", "value": {"street": "Added", "number": 11}})
DELETED = (order("map", "notes", "a", None, map_key="said"), order("list", "recent", "héllo", None), order_timer("a", START + 1000),
           {"uid": "rules", "state": "history", "kind": "map", "key": 255, "map_key": -1, "value": None},
           {"uid": "operator", "state": "broadcast", "kind": "broadcast", "map_key": ""})
DELETED_LISTS = (("orders", "addresses", "a"),)  # rows set them empty
DELETED_MAPS = (("orders", "seen", "q\"uote\\back\n\ttab"),)
DELETED_ELEMENTS = (("operator", "list", "on subtask 1"), ("operator", "union", 12), ("rules", "log", {"f0": "started", "f1": 2}))
DELETED_KEYS = (("orders", "日本語"), ("orders", "nul\0in"), ("tumbling", "héllo"), ("rules", -2**63))
KEPT_KEYS = (("sliding", "a"), ("session", "a"))


def is_of(row, edit):
    """Whether ROW has the identity of EDIT."""
    names = ("uid", "timer", "service", "timestamp") if "timer" in edit else ("uid", "state")
    return all(text(row.get(name)) == text(edit.get(name)) for name in (*names, "key", "namespace", "map_key"))


def put(state, row):
    found = next((other for other in state.rows if is_of(other, row)), None)
    if found:
        found.update(row)
    else:
        state.rows.append(copy.deepcopy(row))


def edited(state):
    """The state that SET, DELETED and the rest make of STATE."""
    new = state.copy()
    for row in SET:
        put(new, row)
    kept = {uid for uid, _ in KEPT_KEYS}
    new.rows = [row for row in new.rows if not any(is_of(row, edit) for edit in DELETED)
                and (row["uid"], row.get("key")) not in DELETED_KEYS
                and (row["uid"], row.get("state"), row.get("key")) not in (*DELETED_LISTS, *DELETED_MAPS)
                and (row["uid"], row.get("state"), row.get("value")) not in DELETED_ELEMENTS
                and (row["uid"] not in kept or (row["uid"], row.get("key")) in KEPT_KEYS)]
    return new


def judge_state(flink, judge, made, uids):
    """Flink and the tools read the state of MADE, and nothing else, in its savepoint."""
    own = set(made.uids)
    for title, rows, from_row in (
            ("Flink", map(json.loads, flink_rows(flink, judge, made.path, uids).elements()), judge.compare.from_truth),
            ("the tools", map(json.loads, tool_rows(judge, made.path, uids, ("raw",)).elements()), judge.compare.from_tool)):
        found = [row for row in rows if row.get("kind") != "coordinator"]
        strangers = {row.get("uid") for row in found} - own - set(uids)
        judge.claim(f"{made.name} has no other operators for {title}", not strangers, strangers)
        judge.report(f"{made.name} is read by {title}", difference(
            made.state.counts(), made.state.counts_of((row for row in found if row["uid"] in own), from_row)))


@in_some_versions
def entries(flink, judge):
    """Set, deleted and kept keys are what the job sees, in all states and timers."""
    keep = written(judge, "keep", [{"uid": uid, "key": key} for uid, key in KEPT_KEYS])
    to_set = written(judge, "set", (
        *SET, *({"uid": uid, "state": state, "key": key, "value": []} for uid, state, key in DELETED_LISTS)))
    for backend, kind, ways in (("hashmap", "rows", ("hashmap-2", "rocksdb-1")), ("rocksdb", "checkpoint", ("rocksdb-3",))):
        source = snapshots(flink, judge, "core", backend)
        name = f"edited-{kind}"
        found = list(map(json.loads, tool_rows(judge, source.paths[kind], source.uids, ("raw",))))
        delete = written(judge, f"delete-{kind}", (
            *DELETED, *({"uid": uid, "key": key} for uid, key in DELETED_KEYS),
            *({"uid": uid, "state": state, "key": key} for uid, state, key in DELETED_MAPS),
            *(row for row in found if (row.get("uid"), row.get("state"), row.get("value")) in DELETED_ELEMENTS)))
        path = rewritten(judge, name, source.paths[kind], "--set", to_set, "--delete", delete, "--keep-keys", keep)
        made = variant(source.of(kind), name, path, state=edited(source.of(kind).state))
        judge_state(flink, judge, made, source.uids)
        restored(flink, made, *ways)


MERGED = (order("value", "count", "a", 42), order("value", "count", "emoji 😀", 43), order("reducing", "sum", "a", 5),
          order("reducing", "sum", "emoji 😀", 6), order("list", "recent", "a", ["merged"]),
          order("map", "notes", "a", "new", map_key="n"),
          order("value", "ttl-value", "emoji 😀", "merged", ttl_timestamp=4102444800002), order_timer("emoji 😀", START + 779),
          {"uid": "operator", "state": "broadcast", "kind": "broadcast", "map_key": "r1", "value": {"street": "Merged", "number": 12}})
SEEN = (order("map", "seen", "a", 17, map_key="only"), order("map", "seen", "héllo", 18, map_key="one"))
LATE = ({"uid": "late", "state": "window-contents", "kind": "reducing", "key": 255, "event_timestamp": START + 200,
         "value": element("late", 33, START + 200, 5)},)


@in_some_versions
def base(flink, judge):
    """Rows onto a savepoint: some operators and states get others, one goes, one is new, and the rest is as it was."""
    schema = {operator["uid"]: operator for operator in restore_cases.document("windows.schema.json")}
    for backend, kind, ways in (("hashmap", "canonical", ("hashmap-3", "rocksdb-2")), ("rocksdb", "checkpoint", ("rocksdb-3",))):
        source = snapshots(flink, judge, "core", backend)
        (new_operator,), new_rows, (new_job,) = ([part for part in parts if part["uid"] == "by-long"]
                                                 for parts in restore_cases.keys(judge.version))
        name = f"base-{kind}"
        folder = judge.folder(name)
        (folder / "schema.json").write_text(json.dumps(
            {"schema": 1, "maxParallelism": 128, "operators": [schema["late"], new_operator]}))
        rows = written(judge, name, (*MERGED, *SEEN, *LATE, *new_rows))
        made = with_operator(variant(source.made, name, folder / "savepoint", without=("session",)), new_operator, new_job, new_rows)
        merge(made)
        run(judge, "sp-bootstrap", "--base", source.paths[kind], "--schema", folder / "schema.json", "--merge",
            "--on-duplicate", "orders/sum=sum", "--replace-state", "orders/seen", "--replace-uid", "late", "--remove-uid", "session",
            "-o", made.path, rows)
        uids = (*source.uids, "by-long")
        judge_state(flink, judge, made, uids)
        restored(flink, made, *ways)


def with_operator(made, operator, job, rows):
    made.schema["operators"] = [*made.schema["operators"], operator]
    made.job = [*made.job, job]
    made.state.rows += State(rows, {"operators": [operator]}, made.stamp).rows
    return made


def merge(made):
    """The state that the rows of `base` make of what was there."""
    for row in MERGED:
        there = made.state.find(uid="orders", state="sum", key=row.get("key")) if row.get("state") == "sum" else None
        put(made.state, {**row, "value": row["value"] + there["value"]} if there else row)
    made.state.rows = [row for row in made.state.rows if row["uid"] != "late" and (row["uid"], row.get("state")) != ("orders", "seen")]
    made.state.rows += copy.deepcopy(SEEN)
    made.state.add_to_windows(LATE[0], made.windows["late"])


@in_some_versions
def removed(flink, judge):
    """The job has an operator and a state less, and is restored without a word that allows it to drop state."""
    source = snapshots(flink, judge, "core", "rocksdb")
    path = source.paths["checkpoint"]
    by_rewrite = rewritten(judge, "removed", path, "--remove-uid", "late", "--remove-uid", "numbers", "--remove-state", "orders/people")
    operators = judge.folder("removed-operators") / "savepoint"
    run(judge, "sp-bootstrap", "--base", path, "--remove-uid", "late", "--remove-uid", "numbers", "-o", operators)
    made = variant(source.made, "removed-operators", operators, without=("late", "numbers"))
    judge_state(flink, judge, made, source.uids)
    restored(flink, made, "rocksdb-2")
    less = variant(made, "removed", by_rewrite)
    rename_states(less, {"people": None})
    judge_state(flink, judge, less, source.uids)
    restored(flink, less, "rocksdb-2")


@in_some_versions
def added(flink, judge):
    """An operator of another savepoint, and this one under another uid: the job has both."""
    core, keys = (snapshots(flink, judge, title, "hashmap") for title in ("core", "keys"))
    path = rewritten(judge, "added", core.paths["canonical"], "--add-from", f"{keys.paths['checkpoint']}:by-string",
                     "--rename-uid", "rules=laws")
    made = variant(core.made, "added", path, without=("rules",))
    for there, uid, new_uid in ((keys.made, "by-string", "by-string"), (core.made, "rules", "laws")):
        def renamed(things):
            return [{**thing, "uid": new_uid} for thing in copy.deepcopy(things) if thing["uid"] == uid]
        made.schema["operators"] += renamed(there.schema["operators"])
        made.job += renamed(there.job)
        made.rows = [*made.rows, *renamed(there.rows)]
        made.state.rows += renamed(there.state.rows)
    judge_state(flink, judge, made, (*core.uids, *made.uids))
    restored(flink, made, "hashmap-3")


def rename_states(made, names):
    """States of `orders`, of which those named None go: in the schema, the job and the rows."""
    def is_kept(thing, name):
        return thing["uid"] != "orders" or names.get(name, "") is not None

    def renamed(operator):
        return {**operator, "states": [{**state, "name": names.get(state["name"], state["name"])} for state in operator["states"]
                                       if is_kept(operator, state["name"])]}

    def with_new_name(row):
        return {**row, "state": names.get(row["state"], row["state"])} if row["uid"] == "orders" and "state" in row else row
    made.schema["operators"] = [renamed(operator) if operator["uid"] == "orders" else operator
                                for operator in made.schema["operators"]]
    made.job = [renamed(operator) if operator["uid"] == "orders" else operator for operator in made.job]
    made.state.rows = [with_new_name(row) for row in made.state.rows if is_kept(row, row.get("state"))]


SHIFT = 3650 * 86_400_000
METADATA = {"1.20": ("3", "4"), "2.3": ("3", "5")}  # versions that it reads


@in_some_versions
def forms(flink, judge):
    """Other names of states, no timers, older stamps, and another form of the files."""
    for backend, kind, ways, form in (("hashmap", "checkpoint", ("hashmap-2",), ()),
                                      ("rocksdb", "native", ("hashmap-3",), ("--state-format", "canonical"))):
        source = snapshots(flink, judge, "core", backend)
        name = f"forms-{kind}"
        path = rewritten(judge, name, source.paths[kind], *form, "--rename-state", "orders/notes=remarks", "--rename-state",
                         "orders/ttl-sum=ttl-total", "--remove-timers", "orders/user-timers", "--ttl-shift", "-3650d",
                         "--compression", "snappy", "--metadata-version", METADATA[judge.version][0],
                         says="they are lost" if judge.version == "2.3" else "")
        made = variant(source.made, name, path)
        rename_states(made, {"notes": "remarks", "ttl-sum": "ttl-total"})
        made.state.rows = [shifted(row) for row in made.state.rows if row["uid"] != "orders" or "timer" not in row]
        judge_state(flink, judge, made, source.uids)
        restored(flink, made, *ways)
        plain = source.paths[kind]
        pressed = rewritten(judge, f"{name}-snappy", plain, *form, "--compression", "snappy")
        back = rewritten(judge, f"{name}-none", pressed, "--compression", "none", "--metadata-version", METADATA[judge.version][1])
        same_rows(flink, judge, f"{name}-snappy", plain, pressed, source.uids)
        same_rows(flink, judge, f"{name}-none", plain, back, source.uids)
        if form:
            judge.claim(f"{name} is canonical", not flink.sst(back), flink.sst(back))


def shifted(row):
    stamp = row.get("ttl_timestamp")
    if stamp is None:
        return row
    return {**row, "ttl_timestamp": [each - SHIFT for each in stamp] if isinstance(stamp, list) else stamp - SHIFT}


@in_some_versions
def checks_of_rewrites_can_fail(flink, judge):
    """They notice a coordinator that is lost, and a max parallelism that was changed in _metadata alone."""
    path, first = stopped_source(flink, judge)
    folder = judge.folder("no-coordinator")
    schema = json.loads(subprocess.run([judge.tools / "sp-inspect", "--print-schema", path], capture_output=True, check=True).stdout)
    rows = subprocess.run([judge.tools / "sp-dump", path], capture_output=True, text=True, check=True).stdout
    rows = [row for row in map(json.loads, rows.splitlines()) if row["kind"] != "coordinator"]
    for operator in schema["operators"]:
        operator.pop("coordinator", None)
    lost = bootstrap(judge, folder, schema, rows)
    problem = sequence_problem(first, finished_source(flink, "no-coordinator", lost, 2, uid="src"))
    judge.claim("a lost coordinator", "not wanted" in problem, problem)

    operators, rows, job = ([part for part in parts if part["uid"] == "by-long"] for parts in restore_cases.keys(judge.version))
    right = bootstrap(judge, judge.folder("right"), {"schema": 1, "maxParallelism": 64, "operators": operators}, rows)
    wrong = shutil.copytree(right, judge.folder("wrong") / "savepoint")
    header = bytes.fromhex(subprocess.run([judge.tools / "sp-inspect", "--hash-of", "by-long"], capture_output=True, text=True,
                                          check=True).stdout.split()[0]) + (1).to_bytes(4, "big")
    data = (wrong / "_metadata").read_bytes()
    judge.claim("_metadata has the operator", data.count(header + (64).to_bytes(4, "big")) == 1, data[:200])
    (wrong / "_metadata").write_bytes(data.replace(header + (64).to_bytes(4, "big"), header + (128).to_bytes(4, "big")))
    found = {}
    for title, path, maximum in (("right", right, 64), ("wrong", wrong, 128)):
        blind = flink.start(f"regrouped-{title}", job, "hashmap", 1, maximum, restore=path)
        found[title] = blind.show("by-long", *(int(n) for n in restore_cases.table("keys.json", judge.version)["long"]["keys"]))
        blind.cancel()
    judge.claim("a max parallelism in _metadata alone", found["right"] and found["right"] != found["wrong"], found)


CASES = (max_parallelism, parallelism, renamed_source, self_contained, moved_files, entries, base, removed, added, forms,
         checks_of_rewrites_can_fail)

"""Real Flink restores what sp-bootstrap made of schemas and rows written by hand (folder restore): cases of the kind of cases.py.

No Flink has a part in what goes into the savepoints. The jobs declare their states as users do, and every check holds what they then
have against the rows themselves (restored_rows.py)."""
import json
import pathlib
import subprocess
import time

from flink import FlinkError
from restored_job import Restored, difference
from restored_rows import START, State, compare, long_of, string_of

KEYED_KINDS = ("value", "list", "map", "reducing", "aggregating")
FOLDER = pathlib.Path(__file__).resolve().parent / "restore"


def number(version):
    return tuple(int(part) for part in version.split("."))


def table(name, version):
    """The lines of keys.json or types.json that this Flink has."""
    lines = json.loads((FOLDER / name).read_text())
    return {key: line for key, line in lines.items() if number(line.get("since", "1.0")) <= number(version)}


def document(name):
    return json.loads((FOLDER / name).read_text())["operators"]


def rows_of(name):
    return [json.loads(line) for line in (FOLDER / name).read_text().splitlines()]


# A part is a function that gives the operators of a schema, rows, and operators of a job.

def kinds(_version):
    """All kinds of state, also in one operator, and timers."""
    return document("kinds.schema.json"), rows_of("kinds.ndjson"), [dict(ORDERS), dict(OPERATOR), dict(RULES)]


def windows(_version):
    """Windows with contents."""
    return document("windows.schema.json"), rows_of("windows.ndjson"), [dict(operator) for operator in WINDOWS]


def keys(version):
    """An operator for each type of key."""
    schema, rows, job = [], [], []
    for name, line in table("keys.json", version).items():
        uid = f"by-{name}"
        schema.append({"uid": uid, "key": line["type"], **({"hash": line["hash"]} if "hash" in line else {}), "states": [
            {"name": "sum", "kind": "reducing", "type": "long"}, {"name": "self", "kind": "map", "mapKey": line["type"], "type": "int"}],
            "timers": [{"service": "user-timers"}]})
        for n, key in enumerate(line["keys"].values()):
            rows += [{"uid": uid, "state": "sum", "kind": "reducing", "key": key, "value": 1000 + n},
                     {"uid": uid, "state": "self", "kind": "map", "key": key, "map_key": key, "value": n},
                     {"uid": uid, "timer": "event-time", "service": "user-timers", "key": key, "timestamp": START + n}]
        job.append({"uid": uid, "kind": "keyed", "key": name, "states": [
            {"name": "sum", "kind": "reducing"}, {"name": "self", "kind": "map", "type": "int", "map_key": name}]})
    return schema, rows, job


def types(version):
    return states_of_types(table("types.json", version))


def states_of_types(lines, prefix=""):
    """An operator with a value of each type, one with a list, and one with a map: RocksDB opens three small instances sooner than a
    big one. PREFIX: of the names that the harness has for the types."""
    schema = {kind: [] for kind in ("value", "list", "map")}
    rows = []
    for name, line in lines.items():
        values = line["values"]
        elements = [value for value in values if value is not None]
        for kind, states in schema.items():
            states.append({"name": name, "kind": kind, "type": line["type"], **({"mapKey": "string"} if kind == "map" else {})})
        rows += [{"kind": "value", "state": name, "key": n, "value": value} for n, value in enumerate(elements)]
        rows.append({"kind": "list", "state": name, "key": 0, "value": elements})
        rows += [{"kind": "map", "state": name, "key": 1, "map_key": f"k{n}", "value": value} for n, value in enumerate(values)]
    return ([{"uid": f"{kind}-types", "key": "int", "states": states} for kind, states in schema.items()],
            [{"uid": f"{row['kind']}-types", **row} for row in rows],
            [{"uid": f"{kind}-types", "kind": "keyed", "key": "int", "states": [state(name, kind, prefix + name) for name in lines]}
             for kind in schema])


def state(name, kind, type="long", **more):
    return {"name": name, "kind": kind, "type": type, **more}


ORDERS = {"uid": "orders", "kind": "keyed", "key": "string", "states": [
    state("count", "value", "class_long"), state("address", "value", "class_address"), state("person", "value", "class_person"),
    state("pair", "value", "hint_tuple"), state("tags", "value", "list_of_class"), state("by-name", "value", "map_of_classes"),
    state("recent", "list", "class_string"), state("addresses", "list", "address"),
    state("seen", "map", "class_long", map_key="class_string"), state("notes", "map", "string", map_key="string"),
    state("people", "map", "address", map_key="int"), state("sum", "reducing"), state("joined", "reducing", "string"),
    state("mean", "aggregating"), state("ttl-value", "value", "string", ttl=True), state("ttl-list", "list", "long", ttl=True),
    state("ttl-map", "map", "string", map_key="long", ttl=True), state("ttl-sum", "reducing", ttl=True),
    state("ttl-mean", "aggregating", ttl=True)]}
OPERATOR = {"uid": "operator", "kind": "operator", "states": [
    state("list", "list", "string"), state("tuples", "list", "tuple2"), state("union", "union"),
    state("broadcast", "broadcast", "class_address", map_key="string")]}
RULES = {"uid": "rules", "kind": "keyed-broadcast", "key": "long", "max_parallelism": 300}


def window(uid, windows, contents, size, key="string", **more):
    return {"uid": uid, "kind": "window", "windows": windows, "contents": contents, "size": size, "key": key, **more}


WINDOWS = [window("tumbling", "tumbling", "list", 1000), window("sliding", "sliding", "aggregate", 2000, slide=500),
           window("session", "session", "list", 700), window("late", "tumbling", "reduce", 3000, key="long", lateness=500),
           window("by-clock", "tumbling-by-clock", "aggregate", 1000), window("named-windows", "tumbling", "aggregate", 1000)]


class BootstrapError(FlinkError):
    """It has to succeed without a word. A case ends with this as with errors of Flink."""


def bootstrap(judge, folder, schema, rows, *options):
    """The path of a new savepoint; its rows come in two files."""
    files = write_input(folder, schema, rows)
    run_bootstrap(judge, "--schema", folder / "schema.json", "--output", folder / "savepoint", *options, *files)
    return folder / "savepoint"


def bootstrap_in_splits(judge, folder, schema, rows, *options, splits=3):
    """The same from several runs, as on a cluster. There the elements of lists have to name their subtask."""
    rows = [{"subtask": n % splits, **row} if row.get("kind") == "operator-list" else row for n, row in enumerate(rows)]
    files = write_input(folder, schema, rows)
    output = folder / "savepoint"
    for split in reversed(range(splits)):
        run_bootstrap(judge, "--schema", folder / "schema.json", "--output", output, *options, "--split", f"{split}/{splits}", *files)
    run_bootstrap(judge, "--commit", *sorted(output.glob("part-*")))
    return output


def write_input(folder, schema, rows):
    (folder / "schema.json").write_text(json.dumps(schema, ensure_ascii=False))
    half = len(rows) // 2
    files = folder / "rows-1.ndjson", folder / "rows-2.ndjson"
    for path, part in zip(files, (rows[:half], rows[half:])):
        path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in part))
    return files


def run_bootstrap(judge, *arguments):
    done = subprocess.run([judge.tools / "sp-bootstrap", *arguments], capture_output=True, text=True)
    if done.returncode != 0 or done.stderr or done.stdout:
        raise BootstrapError(f"sp-bootstrap exit {done.returncode}: {done.stderr[:1000]}{done.stdout[:300]}")


class Bootstrapped:
    """A savepoint made by sp-bootstrap, the state that it has to hold, and the job that is to restore it."""

    def __init__(self, judge, name, parts, *options, max_parallelism=None, oldest=None, how=bootstrap):
        """OLDEST: for all versions of Flink from that on, not for the one that restores it."""
        self.judge = judge
        self.name = name
        self.max_parallelism = max_parallelism or 128
        self.schema = {"schema": 1, "maxParallelism": 128, "operators": []}
        self.rows, self.job = [], []
        for part in parts:
            operators, rows, job = part(oldest or judge.version)
            self.schema["operators"] += operators
            self.rows += rows
            self.job += job
        if not oldest:
            options += ("--flink-version", judge.version)
        if max_parallelism:  # of all operators
            options += ("--max-parallelism", str(max_parallelism))
            for operator in self.job:
                operator.pop("max_parallelism", None)
        self.stamp = int(time.time() * 1000)
        self.state = State(self.rows, self.schema, self.stamp)
        self.folder = judge.folder(name)
        self.path = how(judge, self.folder, self.schema, self.rows, "--ttl-timestamp", str(self.stamp), *options)
        judge.report(f"{name}/sp-bootstrap", "", f": {len(self.rows)} rows")

    @property
    def uids(self):
        return [operator["uid"] for operator in self.schema["operators"]]

    @property
    def windows(self):
        """Of all window operators, also where the schema leaves it to the rows to name the windows."""
        windows = {operator["uid"]: operator["window"] for operator in self.schema["operators"] if "window" in operator}
        return {**windows, "named-windows": {"assigner": "tumbling", "size": 1000}}

    def keyed_states(self, uid):
        """[(name, kind)]"""
        operator = next(operator for operator in self.schema["operators"] if operator["uid"] == uid)
        return [(state["name"], state["kind"]) for state in operator["states"] if state["kind"] in KEYED_KINDS]

    def expectations(self):
        """Commands that compare values with the harness's own objects."""
        if "value-types" not in self.uids:
            return []
        names = {state["name"] for operator in self.schema["operators"] if operator["uid"] == "value-types" for state in operator["states"]}
        return [{"uid": "value-types", "op": "expect", "key": n, "state": name, "n": n}
                for name, line in table("types.json", self.judge.version).items() if line.get("equal") and name in names
                for n in range(len(line["values"]))]

    def keys(self, operator):
        """{number that a command has: key} of an operator of the job."""
        name = operator["key"]
        if operator["uid"].startswith("by-"):
            return {int(n): key for n, key in table("keys.json", self.judge.version)[name]["keys"].items()}
        keys = {row["key"] for row in self.rows if row["uid"] == operator["uid"] and "key" in row}
        of = {"string": string_of, "long": long_of, "int": lambda n: n}[name]
        return {n: of(n) for n in range(20) if of(n) in keys} | {19: of(19)}  # and one that is not there


def compatibility(flink, judge, made):
    """Flink takes all of it as it is: nothing is migrated, no serializer is reconfigured."""
    fresh = flink.start(f"{made.name}-fresh", made.job, "hashmap", 1, made.max_parallelism)
    answers = flink.compatibility(made.path, fresh.savepoint("canonical"), made.uids)
    fresh.cancel()
    parts = {f"{uid}/{part}": answer for uid, operator in answers.items() for part, answer in operator.items()}
    other = {part: answer for part, answer in parts.items() if answer != "as is"}
    empty = [uid for uid, operator in answers.items() if not operator]
    judge.report(f"{made.name} is compatible as is", f"{other} {empty}" if other or empty or not parts else "",
                 f": {len(parts)} serializers")


def equal_rows(flink, judge, made):
    """The State Processor API reads what was written, and sp-dump and sp-timers too."""
    truth = made.folder / "truth.ndjson"
    flink.print(made.path, made.uids, truth)
    read = (json.loads(line) for line in truth.read_text().splitlines())
    judge.report(f"{made.name} is read by Flink", difference(made.state.counts(), made.state.counts_of(read, compare.from_truth)),
                 f": {len(made.state.rows)} entries")
    judge.snapshot(f"{made.name} is dumped", made.path, made.uids)


def types_are_complete(flink, judge):
    """Every type of the harness has its line, so that none is forgotten."""
    forgotten = {line["type"] for line in flink.types(judge.work / "restore-types.ndjson")} - set(table("types.json", judge.version))
    judge.claim("each type has a line", not forgotten, forgotten)


def restored(flink, made, backend, parallelism):
    """If a restore fails, others may not."""
    try:
        Restored(flink, made, backend, parallelism).check()
    except FlinkError as error:
        made.judge.report(f"{made.name}/{backend}-{parallelism}", str(error))


def restored_from_rows(flink, judge):
    """One savepoint, restored by both backends at parallelism 1 and 3."""
    made = Bootstrapped(judge, "rows", (kinds, windows, keys, types))
    types_are_complete(flink, judge)
    compatibility(flink, judge, made)
    equal_rows(flink, judge, made)
    for backend in ("hashmap", "rocksdb"):
        for parallelism in (1, 3):
            restored(flink, made, backend, parallelism)


def restored_at_any_parallelism(flink, judge):
    """With as few key groups as subtasks, and compressed. In one version: the others restore alike."""
    if judge.version != "1.20":
        return
    made = Bootstrapped(judge, "few-key-groups", (kinds, windows, keys), "--compression", "snappy", "--parallelism", "5",
                        max_parallelism=8)
    for backend in ("hashmap", "rocksdb"):
        for parallelism in (2, 7, 8):
            restored(flink, made, backend, parallelism)


def restored_by_any_version(flink, judge):
    """Made for no version in particular, a savepoint is the same for all and needs no migration in any. It is made of splits."""
    made = Bootstrapped(judge, "any-version", (kinds, windows, keys, types), oldest="1.17", how=bootstrap_in_splits)
    compatibility(flink, judge, made)
    restored(flink, made, "hashmap", 2)


def checks_can_fail(flink, judge):
    """The checks above find other types, and keys in other key groups."""
    schema = {"schema": 1, "maxParallelism": 128, "operators": [{"uid": "orders", "key": "string", "states": [
        {"name": "count", "kind": "value", "type": "int"},
        {"name": "address", "kind": "value", "type": "sp.interop.types.Address{street:string}"}]}]}
    rows = [{"uid": "orders", "state": "count", "kind": "value", "key": "a", "value": 1},
            {"uid": "orders", "state": "address", "kind": "value", "key": "a", "value": {"street": "Strand"}}]
    path = bootstrap(judge, judge.folder("other-types"), schema, rows)
    fresh = flink.start("other-types-fresh", [ORDERS], "hashmap", 1)
    answers = flink.compatibility(path, fresh.savepoint("canonical"), ["orders"])["orders"]
    fresh.cancel()
    wanted = {"key": "as is", "KEY_VALUE address NAMESPACE_SERIALIZER": "as is", "KEY_VALUE address VALUE_SERIALIZER": "after migration",
              "KEY_VALUE count NAMESPACE_SERIALIZER": "as is", "KEY_VALUE count VALUE_SERIALIZER": "incompatible"}
    judge.claim("other types", answers == wanted, answers)

    operators, rows, job = ([entry for entry in part if entry["uid"] == "by-chain_key"] for part in keys(judge.version))
    operators[0]["hash"]["recipe"] = "objects-hash"
    path = bootstrap(judge, judge.folder("other-recipe"), {"schema": 1, "maxParallelism": 32768, "operators": operators}, rows)
    blind = flink.start("other-recipe", job, "hashmap", 1, 32768, restore=path)
    found = blind.show("by-chain_key", *(int(n) for n in table("keys.json", judge.version)["chain_key"]["keys"]))
    blind.cancel()
    judge.claim("another recipe", found and all(line.endswith((": null", ": []")) for line in found), found)


CASES = (restored_from_rows, restored_at_any_parallelism, restored_by_any_version, checks_can_fail)

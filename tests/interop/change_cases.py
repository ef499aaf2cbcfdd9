"""A job whose classes, columns or Flink are others restores what sp-rewrite made of an older job's snapshots: cases of the kind of cases.py.

Real Flink writes the old snapshots and the new ones. sample(n) of the old type is that of the new one as far as it can be
(ChangedTypes.java), so that the job which restores compares each value with an object of its own, and tells of all the rest what a job tells
that was fed the same."""
import collections
import dataclasses
import functools
import json
import subprocess

from expectation_cases import AS_IS, CODES, INCOMPATIBLE, MIGRATION
from flink import Flink, FlinkError, build
from restore_cases import number
from restored_job import difference, restores
from rewritten import INCREMENTAL, rewritten
from table_jobs import table_flink

VERSIONS = ("1.20", "2.3")
KEYS = 24
NEW_KEY = 1000  # with which a restored job goes on; it is there from the start in the job that it is compared with
FRESH = "fresh"  # the type is what the new job's own savepoint says
KEYED = {"value": "KEY_VALUE", "list": "KEY_VALUE", "map": "KEY_VALUE", "operator-list": "OPERATOR", "broadcast": "BROADCAST"}


@dataclasses.dataclass(frozen=True)
class Change:
    """A state that has the type OLD in the one job and NEW in the other, as the harness names them. SCHEMA: what --schema says of it; None:
    nothing. FLINK: what Flink makes of the old state."""
    name: str
    kind: str
    old: str
    new: str
    schema: object = FRESH
    flink: str = INCOMPATIBLE
    ttl: bool = False
    misread: bool = False  # Flink does not notice that another Kryo wrote it: --expect says that this is not known
    breaks: bool = False  # it restores, and the first snapshot fails: Flink leaves generic records of Avro on the heap as they were

    @property
    def uid(self):
        return "operator" if KEYED[self.kind] != "KEY_VALUE" else "keyed"


def in_some_versions(case):
    @functools.wraps(case)
    def played(flink, judge):
        if judge.version in VERSIONS:
            case(flink, judge)
    return played


@functools.cache
def other_flink(flink, version):
    """A process of another version, beside FLINK."""
    own = Flink(build(version, flink.work.parents[1] / version), flink.work / version)
    flink.followers.append(own)
    return own


def job(changes, which):
    """WHICH: old or new."""
    def states(uid):
        for change in changes:
            if change.uid == uid:
                more = {"map": {"map_key": "string"}, "broadcast": {"map_key": "string"}}.get(change.kind, {})
                yield {"name": change.name, "kind": change.kind.removeprefix("operator-"), "type": getattr(change, which), "ttl": change.ttl, **more}
    operators = [{"uid": "keyed", "kind": "keyed", "key": "int", "states": [*states("keyed"), {"name": "same", "kind": "value", "type": "string"}]},
                 {"uid": "operator", "kind": "operator", "states": list(states("operator"))}]
    return [operator for operator in operators if operator["states"]]


def uids_of(changes):
    return [operator["uid"] for operator in job(changes, "new")]


def fed(changes, n):
    """All states of key N, and a timer."""
    commands = [{"uid": "keyed", "key": n, "op": "put", "state": "same", "n": n},
                {"uid": "keyed", "key": n, "op": "event", "n": 1_700_000_000_000 + n}]
    for change in changes:
        op = "add" if change.kind.endswith("list") else "put"
        for i in range(n % 3 + 1 if change.kind in ("list", "map") else 1):
            commands.append({"uid": change.uid, "key": n, "op": op, "state": change.name, "n": n + i, "map": n + i})
    return commands


def expected(changes, n):
    """The job itself compares what it finds with objects of its own."""
    return [{"uid": "keyed", "key": n, "op": "expect", "state": change.name, "n": n} for change in changes if change.kind == "value"]


def shown(running, changes):
    """What the job says of all it finds, wherever."""
    running.feed(*({"uid": "keyed", "op": "show", "key": n} for n in (*range(KEYS), NEW_KEY)),
                 *({"uid": "operator", "op": "show"} for uid in uids_of(changes) if uid == "operator"))
    running.checkpoint()
    lines = (line.split(" subtask ", 1) for line in running.outputs())
    return collections.Counter(" ".join((line[0], *line[1].split(" ", 1)[1:])) if len(line) > 1 else line[0] for line in lines)


def printed(judge, flink, tool, path, *options):
    uids = judge.folder("uids") / "uids.txt"
    uids.write_text("commands\nkeyed\noperator\n")
    done = subprocess.run([judge.tools / tool, "--uid-list", uids, "--classpath", flink.classes, *options, path], capture_output=True, text=True)
    if done.returncode > (tool == "sp-inspect") or done.stderr:
        raise FlinkError(f"{tool} exit {done.returncode}: {done.stderr[:600]}")
    return done.stdout


def rows(judge, flink, path):
    """Of the states, without their order in the file, and of lists without the subtasks."""
    lines = printed(judge, flink, "sp-dump", path).splitlines() + printed(judge, flink, "sp-timers", path).splitlines()
    found = (row for row in map(json.loads, lines) if row.get("uid") in ("keyed", "operator"))
    return collections.Counter(json.dumps({name: value for name, value in row.items() if name not in ("subtask", "index", "ttl_timestamp")},
                                          sort_keys=True) for row in found)


class Play:
    """The new job, fed anew; and what an old job wrote, rewritten for it. WRITER is the process of the old job, FLINK that of the new one, which
    is of VERSION."""

    def __init__(self, judge, title, changes, flink, version, writer=None, writer_version=None):
        self.judge, self.title, self.changes, self.flink, self.version = judge, title, changes, flink, version
        self.writer, self.writer_version = writer or flink, writer_version or version
        self.new = job(changes, "new")
        fresh = flink.start(f"{title}-fresh", self.new, "hashmap", 1)
        fresh.feed(*(command for n in range(KEYS) for command in fed(changes, n)))
        self.fresh = fresh.savepoint("canonical")
        fresh.feed(*fed(changes, NEW_KEY))
        self.wanted = shown(fresh, changes)
        fresh.cancel()
        self.printed = json.loads(printed(judge, flink, "sp-inspect", self.fresh, "--print-schema", *self.chosen()))
        self.printed["flinkVersion"] = version
        self.schema = self.document()

    def chosen(self):
        return [option for uid in uids_of(self.changes) for option in ("--uid", uid)]

    def document(self):
        """What --schema is given."""
        document = json.loads(json.dumps(self.printed))
        given = {(change.uid, change.name): change.schema for change in self.changes}
        for operator in document["operators"]:
            operator["states"] = [state for state in operator["states"] if given.get((operator["uid"], state["name"])) is not None]
            for state in operator["states"]:
                schema = given[operator["uid"], state["name"]]
                state["type"] = state["type"] if schema == FRESH else schema
        path = self.judge.folder(self.title) / "changes.json"
        path.write_text(json.dumps(document, ensure_ascii=False))
        return path

    def play(self, *options, says=""):
        for backend, kind, others in (("hashmap", "canonical", ("rocksdb",)), ("rocksdb", "checkpoint", ("hashmap",))):
            before = self.writer.start(f"{self.title}-{backend}", job(self.changes, "old"), backend, 2, config=INCREMENTAL)
            before.feed(*(command for n in range(KEYS) for command in fed(self.changes, n)))
            path = before.snapshot(kind)
            before.cancel()
            name = f"{self.title}-{backend}-{kind}"
            self.predicted(name, path, kind == "canonical")
            form = ("--state-format", "canonical") if kind == "checkpoint" else ()  # the operator that is left, too
            new = rewritten(self.judge, name, path, "--schema", self.schema, "--classpath", self.flink.classes, *form, *options, says=says)
            self.restored(name, new, (backend, *others), kind == "canonical")

    def predicted(self, name, path, is_canonical):
        """sp-inspect --expect says of the old snapshot what Flink does to it."""
        expected = self.judge.folder(self.title) / "expected.json"
        expected.write_text(json.dumps({**self.printed, "closed": False}))
        lines = printed(self.judge, self.flink, "sp-inspect", path, "--expect", expected, "--json", *self.chosen()).splitlines()
        found = {(finding["uid"], finding.get("state")): finding["code"] for finding in map(json.loads, lines)
                 if finding["code"].startswith("SP-TYPE")}
        wanted = {(change.uid, change.name): CODES[change.flink] for change in self.changes if CODES[change.flink]}
        unknown = {(finding["uid"], finding.get("state")) for finding in map(json.loads, lines) if finding["code"] == "SP-NOT-CHECKED"}
        self.judge.claim(f"{name} names what another Kryo wrote", unknown >= {(change.uid, change.name) for change in self.changes
                                                                              if change.misread}, unknown)
        self.judge.claim(f"{name} is what --expect says", found == wanted,
                         {key: found.get(key) for key in found.keys() | wanted.keys() if found.get(key) != wanted.get(key)})
        if is_canonical and number(self.version) < number(self.writer_version):  # it cannot even read _metadata
            running = restores(self.flink, f"{name}-as-it-was", self.new, "hashmap", path, fed(self.changes, NEW_KEY))
            self.judge.claim(f"{name} as it was is refused", running is None, running)
        elif is_canonical:
            verdicts = self.flink.compatibility(path, self.fresh, uids_of(self.changes))
            other = {}
            for change in self.changes:
                verdict = verdicts[change.uid].get(f"{KEYED[change.kind]} {change.name} VALUE_SERIALIZER")
                if verdict != change.flink:
                    other[change.name] = verdict
            self.judge.claim(f"{name} in Flink", not other, other)
            running = restores(self.flink, f"{name}-as-it-was", self.new, "hashmap", path, fed(self.changes, NEW_KEY))
            self.judge.claim(f"{name} as it was is {'refused' if self.is_refused() else 'restored'}", (running is None) == self.is_refused(),
                             running)
            if running:
                running.cancel()

    def is_refused(self):
        return any(change.flink == INCOMPATIBLE or change.breaks for change in self.changes)

    def restored(self, name, path, backends, is_canonical):
        self.judge.report(f"{name} has the rows of the new job", difference(rows(self.judge, self.flink, self.fresh), rows(self.judge, self.flink, path)))
        verdicts = self.flink.compatibility(path, self.fresh, uids_of(self.changes))
        other = {part: verdict for parts in verdicts.values() for part, verdict in parts.items() if verdict != AS_IS}
        self.judge.claim(f"{name} is compatible as is", verdicts and not other, other)
        for backend in backends:
            running = restores(self.flink, f"{name}-{backend}-restored", self.new, backend, path, fed(self.changes, NEW_KEY))
            self.judge.claim(f"{name} is restored with {backend}", running is not None, "a failure, see the log")
            if running is None:
                continue
            try:
                running.feed(*(command for n in (*range(KEYS), NEW_KEY) for command in expected(self.changes, n)))
                running.checkpoint()  # all have been compared then
                self.judge.report(f"{name} finds every entry with {backend}", difference(self.wanted, shown(running, self.changes)),
                                  f": {sum(self.wanted.values())} answers")
            except FlinkError as error:
                self.judge.report(f"{name} finds every entry with {backend}", str(error))
            running.cancel()


# ---- Columns, Kryo, records, case classes ------------------------------------------------------------------------------------

OLD_ROW = ("ROW<id BIGINT NOT NULL, name STRING, amount DECIMAL(10, 2), at TIMESTAMP(3), count INT, gone STRING, tags ARRAY<INT>, "
           "inner ROW<x INT, y STRING>, maybe_rate FLOAT, prices MAP<STRING, INT>>")
NEW_ROW = ("ROW<name VARCHAR(40), id BIGINT NOT NULL, new_note STRING, amount DECIMAL(30, 4), at TIMESTAMP(6), count BIGINT, "
           "new_level INT NOT NULL, tags ARRAY<BIGINT>, inner ROW<x BIGINT, y STRING>, maybe_rate DOUBLE, prices MAP<STRING, DOUBLE>>")
ROW_CHANGES = {"rowdata": {
    "name": {"type": "VARCHAR(40)", "from": "f1"}, "id": {"type": "BIGINT NOT NULL", "from": "f0"}, "note": {"type": "STRING", "default": None},
    "amount": {"type": "DECIMAL(30, 4)", "from": "f2"}, "at": {"type": "TIMESTAMP(6)", "from": "f3"}, "count": {"type": "BIGINT", "from": "f4"},
    "level": {"type": "INT NOT NULL", "default": 7}, "tags": {"type": "ARRAY<BIGINT>", "from": "f6"},
    "inner": {"type": "ROW<`x` BIGINT, `y` STRING>", "from": "f7"}, "rate": {"type": "DOUBLE", "from": "f8"},
    "prices": {"type": "MAP<STRING, DOUBLE>", "from": "f9"}}}
# A column less, as text, and as a number that it must fit.
NARROW_ROW = "ROW<total BIGINT, name BIGINT, gone STRING>", "ROW<total SMALLINT, name STRING NOT NULL>"
NARROW_CHANGES = {"rowdata": {"total": {"type": "SMALLINT", "from": "f0"}, "name": {"type": "STRING NOT NULL", "from": "f1"}}}


def column_changes():
    old, new = f"data:{OLD_ROW}", f"data:{NEW_ROW}"
    return [Change("columns", "value", old, new, ROW_CHANGES), Change("column-list", "list", old, new, ROW_CHANGES),
            Change("column-map", "map", old, new, ROW_CHANGES), Change("column-ttl", "value", old, new, ROW_CHANGES, ttl=True),
            Change("column-elements", "operator-list", old, new, ROW_CHANGES), Change("column-rules", "broadcast", old, new, ROW_CHANGES),
            Change("narrow", "value", f"data:{NARROW_ROW[0]}", f"data:{NARROW_ROW[1]}", NARROW_CHANGES)]


def pojo_of(fields, of="sp.interop.types.Amount"):
    return {"pojo": of, "fields": {name: {"type": type, "from": old} for (name, type), old in zip((("total", "long"), ("name", "string")), fields)}}


OBJECT_CHANGES = [
    Change("kryo", "value", "amount_kryo", "amount", pojo_of(("total", "name"))),
    Change("kryo-list", "list", "amount_kryo", "amount", pojo_of(("total", "name"))),
    Change("record", "value", "amount", "amount_record"), Change("of-record", "map", "amount_record", "amount"),
    Change("tuple", "value", "amount_tuple", "amount_record", pojo_of(("f0", "f1"), "sp.interop.types.AmountRecord")),
    Change("row", "value", "amount_row", "amount_record", pojo_of(("f0", "f1"), "sp.interop.types.AmountRecord")),
    Change("to-row", "value", "amount_record", "amount_row", {"row": {"total": "long", "name": "string"}}),
    Change("to-tuple", "operator-list", "amount", "amount_tuple", {"tuple": [{"type": "long", "from": "total"}, {"type": "string", "from": "name"}]}),
]
TUPLE3 = {"case-class": "scala.Tuple3", "fields": {
    "name": {"type": "string", "from": "_2"}, "total": {"type": "long", "from": "_1"}, "more": {"type": "option<long>", "default": 7}}}
CASE_CLASS_CHANGES = [
    Change("widened", "value", "scala_pair", "scala_long_pair"), Change("longer", "list", "scala_pair", "scala_triple", TUPLE3),
    Change("in-map", "map", "scala_pair", "scala_triple", TUPLE3),
    Change("to-pojo", "value", "scala_pair", "amount", pojo_of(("_1", "_2"))),
    Change("of-pojo", "value", "amount", "scala_long_pair", {"case-class": "scala.Tuple2", "fields": {
        "total": "long", "name": "string"}}),
]


@in_some_versions
def changed_columns(flink, judge):
    """Columns of SQL added, dropped, moved and of other types, in every kind of state."""
    Play(judge, "columns", column_changes(), flink, judge.version).play("--drop-fields")


@in_some_versions
def changed_objects(flink, judge):
    """What Kryo wrote becomes a POJO; records, POJOs, tuples and rows each other; in 1.20 also case classes of Scala."""
    Play(judge, "objects", OBJECT_CHANGES, flink, judge.version).play()
    if judge.version.startswith("1."):
        Play(judge, "case-classes", CASE_CLASS_CHANGES, flink, judge.version).play()


# ---- Avro ------------------------------------------------------------------------------------------------------------------

def avro_record(*fields, name="Order"):
    return {"type": "record", "name": name, "namespace": "org.example", "fields": [{"name": field, "type": type, **more} for field, type, more in fields]}


def avro_inner(*fields):
    return avro_record(*fields, name="Inner")


def avro_enum(*symbols):
    return {"type": "enum", "name": "Shade", "symbols": symbols}


OLD_ORDER = avro_record(
    ("id", "int", {}), ("first_total", "long", {}), ("label", "string", {}), ("gone", "string", {}), ("maybe_note", ["null", "int"], {}),
    ("shade", avro_enum("LIGHT", "DARK"), {}), ("tags", {"type": "array", "items": "int"}, {}), ("counts", {"type": "map", "values": "float"}, {}),
    ("inner", avro_inner(("x", "int", {}), ("old_y", "string", {})), {}))
NEW_ORDER = avro_record(
    ("label", "string", {}), ("new_level", "int", {"default": 7}), ("id", "long", {}), ("total", "double", {"aliases": ["first_total"]}),
    ("maybe_note", ["null", "long"], {}), ("shade", avro_enum("DARK", "LIGHT", "GREY"), {}), ("tags", {"type": "array", "items": "double"}, {}),
    ("counts", {"type": "map", "values": ["null", "double"]}, {}), ("new_text", ["null", "string"], {"default": None}),
    ("inner", avro_inner(("y", "string", {"aliases": ["old_y"]}), ("x", "long", {})), {}))
# What Avro itself refuses: a number of a text, and a field that nothing says the value of.
OLD_OTHER = avro_record(("total", "int", {}), ("name", "long", {}), name="Other")
NEW_OTHER = avro_record(("name", "string", {}), ("total", "long", {}), name="Other")
AMOUNT = avro_record(("total", "long", {}), ("name", "string", {}), name="Amount")


def avro(schema):
    return "avro:" + json.dumps(schema)


def avro_changes():
    order = avro(OLD_ORDER), avro(NEW_ORDER)
    document = {"avro": NEW_ORDER}  # as a job has it: what is printed has lost aliases and defaults
    return [Change(name, kind, *order, document, MIGRATION, breaks=True)
            for name, kind in (("order", "value"), ("orders", "list"), ("by-name", "map"), ("elements", "operator-list"))]


def avro_other_changes():
    return [Change("other", "value", avro(OLD_OTHER), avro(NEW_OTHER)),
            Change("to-pojo", "value", avro(OLD_OTHER), "amount"), Change("to-pojos", "list", avro(AMOUNT), "amount"),
            Change("of-pojo", "value", "amount", avro(AMOUNT)), Change("of-tuple", "map", "amount_tuple", avro(NEW_OTHER), {"avro": avro_record(
                ("name", "string", {"aliases": ["f1"]}), ("total", "long", {"aliases": ["f0"]}), name="Other")})]


@in_some_versions
def changed_avro(flink, judge):
    """By Avro's own rules, by which Flink would migrate them; and what these refuse, by fields."""
    own = table_flink(flink)
    with judge.with_flink(own):
        Play(judge, "avro", avro_changes(), own, judge.version).play("--drop-fields")
        Play(judge, "avro-fields", avro_other_changes(), own, judge.version).play()


# ---- Generations of Flink ----------------------------------------------------------------------------------------------------

def held(pojo, list_of_longs):
    """What Kryo holds in 1.20: in POJOs, where 2.3 has serializers; and by itself, where 2.3 has another Kryo or, as the element type is in no
    savepoint, what --schema says."""
    return [*(Change(name, kind, pojo, pojo, None) for name, kind in (("pojo", "value"), ("pojos", "list"), ("by-name", "map"),
                                                                      ("elements", "operator-list"), ("rules", "broadcast"))),
            Change("pojo-ttl", "value", pojo, pojo, None, ttl=True),
            Change("array-list", "value", "held_array_list", "held_array_list", None, AS_IS, misread=True),
            Change("hash-map", "list", "held_hash_map", "held_hash_map", None, AS_IS, misread=True),
            Change("lists", "value", "held_lists", "held_lists", None, AS_IS, misread=True),
            Change("longs", "value", "held_list", "held_list", list_of_longs)]


def job_of_other_generation(flink, judge):
    """Snapshots of a real job of 1.20 go on in 2.3, and those of 2.3 in 1.20, but for what Kryo would write of the job's own classes."""
    if judge.version != "2.3":
        return
    older = other_flink(flink, "1.20")
    Play(judge, "of-1.20", held("basket", FRESH), flink, "2.3", older, "1.20").play("--flink-version", "2.3")
    Play(judge, "of-2.3", held("bag", "java<List<Long>>"), older, "1.20", flink, "2.3").play("--flink-version", "1.20", says="holds no names and uids")


CASES = (changed_columns, changed_objects, changed_avro, job_of_other_generation)

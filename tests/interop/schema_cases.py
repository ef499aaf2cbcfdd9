"""Real Flink restores states and keys whose types sp-rewrite has changed: cases of the kind of cases.py.

Rows of restore_cases.py are written with other types than the job has (OLD, KEYS), which Flink refuses or migrates as sp-inspect --expect
says. sp-rewrite gives them the job's types; the job then restores "as is", finds every row, and goes on."""
import copy
import functools
import json

import restore_cases
from expectation_cases import AS_IS, CODES, findings
from flink import FlinkError
from restore_cases import Bootstrapped, compatibility, state
from restored_rows import State
from rewritten import rewritten

VERSIONS = ("1.20", "2.3")
ADDRESS = "sp.interop.types.Address"
PERSON = "sp.interop.types.Person"
COLOR = "sp.interop.types.Color"
COMMAND = "sp.interop.job.Command"


def in_some_versions(case):
    @functools.wraps(case)
    def played(flink, judge):
        if judge.version in VERSIONS:
            case(flink, judge)
    return played


def same(value):
    return value


def with_city(address):
    """A field that the class has no more."""
    return address and {**address, "city": "London"}


def as_row(address):
    return address and {"f0": address["street"], "f1": address["number"]}


def as_tuple(address):
    return address and {"f0": address["number"], "f1": address["street"]}


def old_person(person):
    person = {name: value for name, value in person.items() if name != "weight"}  # it is added
    person["fullName"] = person.pop("name")
    person["address"] = with_city(person["address"])
    return person


OLD_ADDRESS = ADDRESS + "{street:string,number:long,city:string}"
FROM_ROW = {"pojo": ADDRESS, "fields": {"street": {"type": "string", "from": "f0"}, "number": {"type": "int", "from": "f1"}}}
FROM_TUPLE = {"pojo": ADDRESS, "fields": {"street": {"type": "string", "from": "f1"}, "number": {"type": "int", "from": "f0"}}}
NEW_PERSON = {"pojo": PERSON, "fields": {
    "id": "long", "name": {"type": "string", "from": "fullName"}, "active": "boolean", "weight": {"type": "double", "default": 2.5},
    "age": "short", "marks": "int[]", "color": {"enum": COLOR, "values": ["RED", "GREEN", "BLUE"]},
    "address": ADDRESS + "{street:string,number:int}"}}

# Of a state: the members of its old schema, what its values (of lists: elements) were, and those of its new schema that say more than
# the job's types
OLD = {
    ("orders", "count"): ({"type": "string"}, str, {}),
    ("orders", "address"): ({"type": OLD_ADDRESS}, with_city, {}),
    ("orders", "person"): ({"type": PERSON + "{id:int,fullName:string,active:boolean,age:int,marks:list<int>,"
                            "color:enum " + COLOR + "{GREEN,RED},address:" + OLD_ADDRESS + "}"}, old_person, {"type": NEW_PERSON}),
    ("orders", "pair"): ({"type": "row<string,int>"}, same, {}),
    ("orders", "tags"): ({"type": "string[]"}, same, {}),
    ("orders", "by-name"): ({"type": "map<string,row<string,long>>"},
                            lambda value: {name: as_row(address) for name, address in value.items()},
                            {"type": {"map": ["string", FROM_ROW]}}),
    ("orders", "addresses"): ({"type": {"tuple": ["int", "string"]}}, as_tuple, {"type": FROM_TUPLE}),
    ("orders", "seen"): ({"type": "int"}, same, {}),
    ("orders", "people"): ({"type": ADDRESS + "{street:string,number:byte}", "mapKey": "string"}, same, {}),
    ("orders", "sum"): ({"type": "short"}, same, {}),
    ("orders", "mean"): ({"type": {"tuple": ["int", "int"]}}, same, {}),
    ("orders", "ttl-list"): ({"type": "int"}, same, {}),
    ("orders", "ttl-map"): ({"type": "string", "mapKey": "byte"}, same, {}),
    ("orders", "ttl-sum"): ({"type": "int"}, same, {}),
    ("orders", "ttl-mean"): ({"type": {"tuple": ["long", "long"]}}, same, {}),
    ("operator", "tuples"): ({"type": "row<string,long>"}, same, {}),
    ("operator", "union"): ({"type": "int"}, same, {}),
    ("operator", "broadcast"): ({"type": OLD_ADDRESS}, with_city, {}),
    ("rules", "count"): ({"type": "int"}, same, {}),
    ("rules", "history"): ({"type": OLD_ADDRESS, "mapKey": "int"}, with_city, {}),
    ("rules", "log"): ({"type": "tuple<string,int>"}, same, {}),
    ("rules", "rules"): ({"type": OLD_ADDRESS}, with_city, {}),
    ("tumbling", "window-contents"): ({"type": COMMAND + "{uid:string,key:int,state:string,op:string,n:int,map:byte,time:long}"}, same, {}),
    ("sliding", "window-contents"): ({"type": "row<int,int>"}, same, {}),
    ("session", "window-contents"): ({"type": COMMAND + "{uid:string,key:long,state:string,op:string,n:int,map:long,time:long,gone:string?}"},
                                     lambda value: {**value, "gone": None}, {}),
    ("late", "window-contents"): ({"type": COMMAND + "{uid:string,key:string,state:string,op:string,n:long,map:long,time:long}"},
                                  lambda value: {**value, "key": str(value["key"])}, {}),
    ("palette", "color"): ({"type": "enum " + COLOR + "{BLUE,PINK}"}, lambda value: "PINK" if value == "RED" else value,
                           {"type": {"enum": COLOR, "values": [{"name": "RED", "from": "PINK"}, "GREEN", "BLUE"]}}),
}
MISREAD = {"by-tuple2"}  # Flink counts the parts of composites only, and would read nonsense
UNREADABLE = {"palette"}  # Flink cannot read a snapshot with a constant that the class does not have

# Of an operator: the type that its keys had, what they were, and the job's type where it says more
KEYS = {
    "rules": ("string", str, "long"),
    "late": ({"tuple": ["long"]}, lambda key: {"f0": key}, "long"),
    "by-int": ("string", lambda key: f"{key:+d}", "int"),
    "by-long": ("string", str, "long"),
    "by-string": ({"tuple": ["string"]}, lambda key: {"f0": key}, "string"),
    "by-tuple2": ("row<string,int>", same, "tuple<string,int>"),
    "by-address": ("row<string,int>", as_row, {"pojo": ADDRESS, "fields": FROM_ROW["fields"]}),
}


def palette(_version):
    colors = ("RED", "GREEN", "BLUE", "RED")
    return ([{"uid": "palette", "key": "int", "states": [{"name": "color", "kind": "value", "type": f"enum {COLOR}{{RED,GREEN,BLUE}}"}]}],
            [{"uid": "palette", "state": "color", "kind": "value", "key": n, "value": color} for n, color in enumerate(colors) if color != "GREEN"],
            [{"uid": "palette", "kind": "keyed", "key": "int", "states": [state("color", "value", "enum")]}])


def keys(version):
    """Those operators of restore_cases.keys whose keys are changed."""
    schema, rows, job = restore_cases.keys(version)
    def wanted(part):
        return [line for line in part if line["uid"] in KEYS]
    return wanted(schema), wanted(rows), wanted(job)


class Changed(Bootstrapped):
    """What Bootstrapped is, of a savepoint that was written with other types and was changed."""

    def __init__(self, judge, name, parts, of_types, of_keys):
        self.of_types, self.of_keys = of_types, of_keys
        super().__init__(judge, name, tuple(functools.partial(self.old, part) for part in parts))
        self.old_path = self.path
        self.schema = {**self.schema, "operators": self.new_operators}
        self.rows = self.new_rows
        self.state = State(self.rows, self.schema, self.stamp)

    def old(self, part, version):
        """A part as restore_cases has it, with the old types; the new ones are kept."""
        operators, rows, job = part(version)
        self.__dict__.setdefault("new_operators", []).extend(copy.deepcopy(operators))
        for row in rows:
            if (row["uid"], row.get("state")) == ("orders", "person") and self.of_types:
                row["value"]["weight"] = 2.5
        self.__dict__.setdefault("new_rows", []).extend(copy.deepcopy(rows))
        for operator in operators:
            if self.of_keys and operator["uid"] in KEYS:
                operator["key"] = KEYS[operator["uid"]][0]
                operator.pop("hash", None)
            for one in operator["states"]:
                if self.of_types:
                    one.update(OLD.get((operator["uid"], one["name"]), ({},))[0])
        return operators, [self.old_row(row) for row in rows], job

    def old_row(self, row):
        row = copy.deepcopy(row)
        if self.of_keys and row["uid"] in KEYS and "key" in row:
            row["key"] = KEYS[row["uid"]][1](row["key"])
        change = OLD.get((row["uid"], row.get("state"))) if self.of_types else None
        if change:
            row["value"] = [change[1](value) for value in row["value"]] if row["kind"] == "list" else change[1](row["value"])
            if change[0].get("mapKey") == "string":
                row["map_key"] = str(row["map_key"])
        return row

    def document(self):
        """What --schema and --key-schema are given: the job's types, with where their fields come from."""
        document = copy.deepcopy(self.schema)
        document["flinkVersion"] = self.judge.version
        for operator in document["operators"]:
            if self.of_keys and operator["uid"] in KEYS:
                operator["key"] = KEYS[operator["uid"]][2]
            operator.pop("window", None)
            for one in operator["states"]:
                if self.of_types:
                    one.update(OLD.get((operator["uid"], one["name"]), ({}, None, {}))[2])
        if not self.of_types:
            document["operators"] = [operator for operator in document["operators"] if operator["uid"] in KEYS]
        path = self.folder / "changes.json"
        path.write_text(json.dumps(document, ensure_ascii=False))
        return path


def refused(flink, judge, made):
    """Flink says of the old types what --expect says."""
    expected = made.folder / "expected.json"
    expected.write_text(json.dumps({**made.schema, "flinkVersion": judge.version, "closed": False, "operators": [
        {name: value for name, value in operator.items() if name != "window"} for operator in made.schema["operators"]]}))
    found = findings(judge, expected, made.old_path)
    fresh = flink.start(f"{made.name}-fresh-of-old", made.job, "hashmap", 1, made.max_parallelism)
    path = fresh.savepoint("canonical")
    fresh.cancel()
    changed = {line for line in OLD if made.of_types and line[0] in made.uids}
    judge.claim(f"{made.name}: all changes are found", {line for line in found if line[1]} == changed and
                {uid for uid, name in found if not name} == (set(KEYS) & set(made.uids) if made.of_keys else set()), found)
    verdicts = flink.compatibility(made.old_path, path, [uid for uid in made.uids if uid not in UNREADABLE])
    for uid, name in sorted(changed):
        verdict = verdicts.get(uid, {}).get(f"KEY_VALUE {name} VALUE_SERIALIZER")
        if verdict:
            judge.claim(f"{made.name}: {uid}/{name} as expected", CODES[verdict] == found[uid, name], f"{verdict} {found[uid, name]}")
    for uid in sorted(set(KEYS) & set(made.uids)) if made.of_keys else ():
        judge.claim(f"{made.name}: key of {uid} as expected", (verdicts[uid]["key"] == AS_IS) == (uid in MISREAD), verdicts[uid]["key"])
    judge.claim(f"{made.name} is refused by Flink", not is_restored(flink, made), "it restores")


def is_restored(flink, made):
    try:
        flink.start(f"{made.name}-refused", made.job, "hashmap", 1, made.max_parallelism, restore=made.old_path).cancel()
        return True
    except FlinkError:
        return False


@in_some_versions
def changed_types(flink, judge):
    """Fields added, dropped, renamed, reordered; numbers wider and narrower; tuples, rows and POJOs; in every kind of state."""
    made = Changed(judge, "types-changed", (restore_cases.kinds, restore_cases.windows, palette), True, False)
    refused(flink, judge, made)
    made.path = rewritten(judge, made.name, made.old_path, "--schema", made.document(), "--drop-fields")
    compatibility(flink, judge, made)
    restore_cases.restored(flink, made, "hashmap", 2)
    restore_cases.restored(flink, made, "rocksdb", 1)


@in_some_versions
def changed_keys(flink, judge):
    """Text to numbers, tuples and their elements, rows and POJOs: all states, windows and timers have new keys and key groups."""
    made = Changed(judge, "keys-changed", (restore_cases.kinds, restore_cases.windows, keys), False, True)
    refused(flink, judge, made)
    made.path = rewritten(judge, made.name, made.old_path, "--key-schema", made.document())
    compatibility(flink, judge, made)
    restore_cases.restored(flink, made, "hashmap", 1)
    restore_cases.restored(flink, made, "rocksdb", 3)


# Lines of types.json that Kryo writes, in 1.20 all of them, in 2.3 not lists, sets and maps in POJOs
OF_KRYO = ("class_tagged", "class_uuid", "class_uri", "class_currency", "class_duration", "class_collected")


def kryo_types(version):
    operators, rows, job = restore_cases.types(version)
    for part in (*operators, *job):
        part["states"] = [one for one in part["states"] if one["name"] in OF_KRYO]
    return operators, [row for row in rows if row["state"] in OF_KRYO], job


def other_generation(flink, judge):
    """What Kryo wrote in 1.20 is what 2.3 has in its place."""
    if judge.version != "2.3":
        return
    older = copy.copy(judge)
    older.version = "1.20"
    made = Bootstrapped(older, "of-1.20", (kryo_types, restore_cases.windows))
    made.judge = judge
    fresh = flink.start("of-2.3", made.job, "hashmap", 1)
    path = fresh.savepoint("canonical")
    fresh.cancel()
    verdicts = flink.compatibility(made.path, path, made.uids)["value-types"]
    judge.claim("of-1.20 does not fit", verdicts["KEY_VALUE class_tagged VALUE_SERIALIZER"] not in (AS_IS,), verdicts)
    made.path = rewritten(judge, "for-2.3", made.path, "--flink-version", "2.3", "--classpath", flink.classes)
    compatibility(flink, judge, made)
    restore_cases.restored(flink, made, "hashmap", 2)
    restore_cases.restored(flink, made, "rocksdb", 1)


CASES = (changed_types, changed_keys, other_generation)

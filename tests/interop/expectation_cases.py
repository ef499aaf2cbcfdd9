"""What sp-inspect --expect says of types is what real Flink says of them: cases of the kind of cases.py.

Pairs of types, stored and expected, become two savepoints by sp-bootstrap. Flink reads the snapshots of both and resolves them; its
verdicts have to be those of --expect, where the second schema is what a job expects."""
import json
import subprocess

from flink import FlinkError
from restore_cases import bootstrap, number

ADDRESS = "sp.interop.types.Address{street:string,number:int}"
ANY_ADDRESS = "sp.interop.types.Address{%s}"
COLOR = "enum sp.interop.types.Color{%s}"
UUID = {"kryo": "java.util.UUID", "registrations": ["java.util.UUID"]}

AS_IS, RECONFIGURED, MIGRATION, INCOMPATIBLE = "as is", "with a reconfigured serializer", "after migration", "incompatible"

# Name: stored, expected, Flink's verdict; the first version that has the types
PAIRS = {
    "same": ("long", "long", AS_IS, "1.0"),
    "widened": ("int", "long", INCOMPATIBLE, "1.0"),
    "value-class": ("int", "int-value", INCOMPATIBLE, "1.0"),
    "nullable": ("string", "string?", INCOMPATIBLE, "1.0"),
    "padding": ({"nullable": "int", "padding": 4}, "int?", INCOMPATIBLE, "1.0"),
    "elements": ("list<int>", "list<long>", INCOMPATIBLE, "1.0"),
    "list-class": ("array-list<int>", "list<int>", AS_IS, "1.0"),
    "set-for-list": ("list<int>", "set<int>", AS_IS, "2.0"),
    "tuple": ("tuple<string,int>", "tuple<string,int>", AS_IS, "1.0"),
    "tuple-field": ("tuple<string,int>", "tuple<string,long>", INCOMPATIBLE, "1.0"),
    "tuple-longer": ("tuple<string,int>", "tuple<string,int,int>", INCOMPATIBLE, "1.0"),
    "row-field": ("row<string,int>", "row<int,int>", INCOMPATIBLE, "1.0"),
    "row-kinds": ({"row": ["string", "int"], "kinds": False}, "row<string,int>", MIGRATION, "1.0"),
    "row-for-tuple": ("tuple<string,int>", "row<string,int>", INCOMPATIBLE, "1.0"),
    "either": ("either<string,int>", "either<string,long>", INCOMPATIBLE, "1.0"),
    "array": ("array<int>", "array<long>", INCOMPATIBLE, "1.0"),
    "array-field": ("array<" + ANY_ADDRESS % "street:string" + ">", f"array<{ADDRESS}>", MIGRATION, "1.0"),
    "pojo": (ADDRESS, ADDRESS, AS_IS, "1.0"),
    "pojo-new-field": (ANY_ADDRESS % "street:string", ADDRESS, MIGRATION, "1.0"),
    "pojo-old-field": (ANY_ADDRESS % "street:string,number:int,city:string", ADDRESS, MIGRATION, "1.0"),
    "pojo-field-type": (ANY_ADDRESS % "street:string,number:long", ADDRESS, INCOMPATIBLE, "1.0"),
    "pojo-both": (ANY_ADDRESS % "number:long,city:string", ADDRESS, INCOMPATIBLE, "1.0"),
    "pojo-class": ("sp.interop.types.Person{street:string,number:int}", ADDRESS, INCOMPATIBLE, "1.0"),
    "pojo-in-map": ("map<string," + ANY_ADDRESS % "number:int" + ">", f"map<string,{ADDRESS}>", MIGRATION, "1.0"),
    "pojo-in-tuple": ("tuple<int," + ANY_ADDRESS % "number:int" + ">", f"tuple<int,{ADDRESS}>", MIGRATION, "1.0"),
    "enum": (COLOR % "RED,GREEN,BLUE", COLOR % "RED,GREEN,BLUE", AS_IS, "1.0"),
    "enum-new-constant": (COLOR % "RED,BLUE", COLOR % "RED,GREEN,BLUE", RECONFIGURED, "1.0"),
    "enum-order": (COLOR % "BLUE,GREEN,RED", COLOR % "RED,GREEN,BLUE", RECONFIGURED, "1.0"),
    "sql": ("sql<INT, VARCHAR(20)>", "sql<INT, VARCHAR(20)>", AS_IS, "1.0"),
    "sql-length": ("sql<INT, VARCHAR(20)>", "sql<INT, VARCHAR(30)>", INCOMPATIBLE, "1.0"),
    "sql-not-null": ("sql<INT NOT NULL>", "sql<INT>", INCOMPATIBLE, "1.0"),
    "sql-columns": ("sql<INT>", "sql<INT, INT>", INCOMPATIBLE, "1.0"),
    "decimal": ("decimal<10,2>", "decimal<12,2>", INCOMPATIBLE, "1.0"),
    "timestamp": ("timestamp-data<3>", "timestamp-data<6>", INCOMPATIBLE, "1.0"),
    "linked-list": ({"linked-list": "int", "nulls": False}, "linked-list<int>", MIGRATION, "1.0"),
    "kryo": (UUID, UUID, AS_IS, "1.0"),
    "kryo-more": ("kryo<java.util.UUID>", {"kryo": "java.util.UUID", "registrations": [
        "java.util.UUID", "java.util.Locale"]}, RECONFIGURED, "1.0"),
    "kryo-class": ("kryo<java.util.UUID>", "kryo<java.util.Locale>", INCOMPATIBLE, "1.0"),
    # Flink counts the parts of composites only, and would read nonsense: --expect says so.
    "map-for-tuple": ("map<string,int>", "tuple<string,int>", AS_IS, "1.0"),
}
MISREAD = {"map-for-tuple"}
OTHER_CLASSES = {"map-for-tuple", "list-class"}  # before 1.19 Flink told them apart

# Their snapshots cannot even be read where the class has no such constant, or where there is no such class.
UNREADABLE = {"enum-old-constant": (COLOR % "RED,PINK", COLOR % "RED,GREEN,BLUE"),
              "pojo-no-class": ("sp.interop.types.Gone{number:int}", ADDRESS)}

# Of keys, namespaces and the like: stored, expected, and whether a job would restore it
KEYS = {"same-key": ("tuple<string,int>", "tuple<string,int>", AS_IS), "other-key": ("int", "long", INCOMPATIBLE),
        "grown-key": (ANY_ADDRESS % "street:string", ADDRESS, MIGRATION)}


def run_inspect(judge, *arguments):
    """Status 1: there are findings."""
    done = subprocess.run([judge.tools / "sp-inspect", *arguments], capture_output=True, text=True)
    if done.returncode > 1 or done.stderr:
        raise FlinkError(f"sp-inspect exit {done.returncode}: {done.stderr[:1000]}")
    return done.stdout


def samples(kind):
    """A row suffices for a header with all states."""
    return {"uid": kind, "state": "any", "kind": "value", "key": 1, "value": 1}


def operator(uid, types):
    states = [{"name": "any", "kind": "value", "type": "long"}]
    return {"uid": uid, "key": "int", "states": states + [{"name": name, "kind": "value", "type": type} for name, type in types.items()]}


def make(judge, name, operators, rows):
    schema = {"schema": 1, "flinkVersion": judge.version, "maxParallelism": 128, "operators": operators}
    folder = judge.folder(name)
    return folder / "schema.json", bootstrap(judge, folder, schema, rows)


def findings(judge, expected, path):
    """{(uid, state): code} of those that are about types."""
    found = {}
    for line in run_inspect(judge, "--expect", expected, "--json", path).splitlines():
        finding = json.loads(line)
        if not finding["code"].startswith("SP-TYPE"):
            raise FlinkError(f"unexpected: {finding}")
        found[finding["uid"], finding.get("state")] = finding["code"]
    return found


CODES = {AS_IS: None, RECONFIGURED: None, MIGRATION: "SP-TYPE-MIGRATABLE", INCOMPATIBLE: "SP-TYPE-INCOMPATIBLE"}


def types_expected(flink, judge):
    """Values of all pairs in one savepoint."""
    pairs = {name: pair for name, pair in PAIRS.items() if number(pair[3]) <= number(judge.version)}
    _, stored = make(judge, "stored", [operator("pairs", {name: pair[0] for name, pair in pairs.items()})], [samples("pairs")])
    schema, fresh = make(judge, "expected", [operator("pairs", {name: pair[1] for name, pair in pairs.items()})], [samples("pairs")])
    verdicts = flink.compatibility(stored, fresh, ["pairs"])["pairs"]
    found = findings(judge, schema, stored)
    for name, (_, _, wanted, _) in pairs.items():
        if name in OTHER_CLASSES and number(judge.version) < (1, 19):
            wanted = INCOMPATIBLE
        verdict = verdicts[f"KEY_VALUE {name} VALUE_SERIALIZER"]
        judge.claim(f"{name} in Flink", verdict == wanted, verdict)
        code = "SP-TYPE-INCOMPATIBLE" if name in MISREAD else CODES[wanted]
        judge.claim(name, found.pop(("pairs", name), None) == code, found)
    judge.claim("nothing else", not found, found)
    judge.claim("itself", run_inspect(judge, "--expect", schema, fresh) == "", "findings")


def unreadable_expected(flink, judge):
    """Flink does not come as far as to resolve them."""
    for name, (stored_type, expected) in UNREADABLE.items():
        _, stored = make(judge, f"{name}-stored", [operator("pairs", {name: stored_type})], [samples("pairs")])
        schema, fresh = make(judge, f"{name}-expected", [operator("pairs", {name: expected})], [samples("pairs")])
        try:
            verdict = flink.compatibility(stored, fresh, ["pairs"])["pairs"][f"KEY_VALUE {name} VALUE_SERIALIZER"]
        except FlinkError:
            verdict = INCOMPATIBLE
        judge.claim(f"{name} in Flink", verdict == INCOMPATIBLE, verdict)
        found = findings(judge, schema, stored)
        judge.claim(name, found == {("pairs", name): "SP-TYPE-INCOMPATIBLE"}, found)


def keys_expected(flink, judge):
    """What Flink would migrate in a value it refuses in a key."""
    for name, (stored_type, expected, wanted) in KEYS.items():
        key = {"same-key": {"f0": "a", "f1": 1}, "other-key": 1, "grown-key": {"street": "Strand"}}[name]
        operators = [{"uid": name, "key": type, "hash": "objects-hash" if "{" in type else "java",
                      "states": [{"name": "any", "kind": "value", "type": "long"}]} for type in (stored_type, expected)]
        row = {"uid": name, "state": "any", "kind": "value", "key": key, "value": 1}
        _, stored = make(judge, f"{name}-stored", operators[:1], [row])
        fresh_key = {"street": "Strand", "number": 1} if name == "grown-key" else key
        schema, fresh = make(judge, f"{name}-expected", operators[1:], [{**row, "key": fresh_key}])
        verdict = flink.compatibility(stored, fresh, [name])[name]["key"]
        judge.claim(f"{name} in Flink", verdict == wanted, verdict)
        found = findings(judge, schema, stored)
        judge.claim(name, found == ({} if wanted == AS_IS else {(name, None): "SP-TYPE-INCOMPATIBLE"}), found)


def ttl_expected(flink, judge):
    """Real jobs take state with TTL switched on and off, or refuse it."""
    def job(ttl):
        return {"uid": "ttl", "kind": "keyed", "key": "int", "states": [
            {"name": "value", "kind": "value", "type": "long", "ttl": ttl}, {"name": "list", "kind": "list", "type": "string", "ttl": ttl},
            {"name": "map", "kind": "map", "type": "string", "map_key": "long", "ttl": ttl}]}

    paths = {}
    for ttl in (False, True):
        running = flink.start(f"ttl-{ttl}", [job(ttl)], "hashmap", 1)
        running.fill("ttl", 5)
        paths[ttl] = running.savepoint("canonical")
        running.cancel()
    migrates = number(judge.version) >= (2, 2)
    for ttl in (False, True):
        schema = judge.folder(f"schema-{ttl}") / "schema.json"
        uid_list = schema.with_name("uids")
        uid_list.write_text("ttl\n")
        document = json.loads(run_inspect(judge, "--print-schema", "--uid-list", uid_list, "--uid", "ttl", paths[ttl]))
        document["flinkVersion"] = judge.version
        schema.write_text(json.dumps(document))
        found = findings_of(judge, schema, paths[not ttl])
        code = "SP-TYPE-MIGRATABLE" if migrates else "SP-TYPE-INCOMPATIBLE"
        judge.claim(f"ttl {ttl}", found == {(code, state, "ttl") for state in ("value", "list", "map")}, found)
        for backend in ("hashmap", "rocksdb"):
            restored = restores(flink, f"ttl-{ttl}-{backend}", job(ttl), backend, paths[not ttl])
            judge.claim(f"ttl {ttl} on {backend} in Flink", restored == migrates, restored)
        judge.claim(f"ttl {ttl} as before", restores(flink, f"ttl-{ttl}-again", job(ttl), "hashmap", paths[ttl]), False)


def findings_of(judge, schema, path):
    lines = run_inspect(judge, "--expect", schema, "--json", "--uid", "ttl", path).splitlines()
    return {(finding["code"], finding.get("state"), finding.get("path")) for finding in map(json.loads, lines)}


def restores(flink, name, operator, backend, path):
    try:
        job = flink.start(name, [operator], backend, 1, restore=path)
    except FlinkError:
        return False
    try:
        job.fill("ttl", 5)
        job.savepoint("canonical")
        return True
    except FlinkError:
        return False
    finally:
        try:
            job.cancel()
        except FlinkError:
            pass


CASES = (types_expected, unreadable_expected, keys_expected, ttl_expected)

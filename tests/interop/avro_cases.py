"""States of Avro records (specific, generic, reflect), in a process that has Avro: read as Flink reads them, and written from rows."""
import json

import restore_cases
from restore_cases import Bootstrapped, compatibility, equal_rows, restored, state
from table_jobs import table_flink

VERSIONS = ("1.20", "2.3")
TYPES = ("specific", "generic", "reflect")
KEYS = 30


def records(_version):
    """Values, lists and maps of each type."""
    return restore_cases.states_of_types(json.loads((restore_cases.FOLDER / "avro.json").read_text()), "avro:")


def avro(flink, judge):
    if judge.version not in VERSIONS:
        return
    own = table_flink(flink)
    with judge.with_flink(own):
        read_from_flink(own, judge)
        made = Bootstrapped(judge, "from-rows", (records,))
        compatibility(own, judge, made)
        equal_rows(own, judge, made)
        restored(own, made, "hashmap", 2)
        restored(own, made, "rocksdb", 1)


def read_from_flink(flink, judge):
    operators = [{"uid": "keyed", "kind": "keyed", "key": "long", "states": [
        state(f"{kind}-{name}", kind, f"avro:{name}", **({"map_key": "string"} if kind == "map" else {}))
        for name in TYPES for kind in ("value", "list", "map")]},
        {"uid": "operator", "kind": "operator", "states": [state(f"list-{name}", "list", f"avro:{name}") for name in TYPES]}]
    for backend in ("hashmap", "rocksdb"):
        job = flink.start(f"avro-{backend}", operators, backend, 2)
        for uid in ("keyed", "operator"):
            job.fill(uid, KEYS)
        for kind in ("canonical", "native"):
            judge.snapshot(f"{backend}-{kind}", job.savepoint(kind), job.uids)
        job.cancel()


CASES = (avro,)

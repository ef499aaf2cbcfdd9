"""The rows that tests/robust/run writes savepoints of, and their schema: three operators with every kind of state."""

import json
import random

KEYED = [
    {"name": "count", "kind": "value", "type": "int"},
    {"name": "note", "kind": "value", "type": "string"},
    {"name": "seen", "kind": "map", "mapKey": "string", "type": "long"},
    {"name": "recent", "kind": "list", "type": "string"},
    {"name": "sum", "kind": "reducing", "type": "double"},
    {"name": "late", "kind": "value", "type": "long", "ttl": True},
]
OF_OPERATOR = [
    {"name": "offsets", "kind": "operator-list", "type": "tuple<string,long>"},
    {"name": "parts", "kind": "operator-union", "type": "long"},
    {"name": "rules", "kind": "broadcast", "mapKey": "string", "type": "row<int,string>"},
]
CONTENTS = [{"name": "window-contents", "kind": "list", "namespace": "time-window", "type": "int"}]
SCHEMA = {
    "schema": 1, "flinkVersion": "2.3", "maxParallelism": 128,
    "operators": [
        {"uid": "orders", "key": "long", "parallelism": 2, "states": KEYED + OF_OPERATOR,
         "timers": [{"service": "user-timers"}]},
        {"uid": "tumbling", "key": "string", "parallelism": 2, "states": CONTENTS,
         "window": {"assigner": "tumbling", "size": 60_000}},
        {"uid": "sessions", "key": "string", "parallelism": 2, "maxParallelism": 300, "states": CONTENTS,
         "window": {"assigner": "session", "size": 1000}},
    ],
}


def operator_rows():
    for i in range(500):
        yield {"uid": "orders", "state": "offsets", "subtask": i % 2, "value": {"f0": f"topic-{i}", "f1": i}}
        yield {"uid": "orders", "state": "parts", "value": i}
        yield {"uid": "orders", "state": "rules", "map_key": f"rule-{i}", "value": {"f0": i, "f1": None}}
    yield {"uid": "orders", "kind": "coordinator", "value": "AQID"}


def rows_of_key(key, chance):
    for name, value in (("count", key % 1000), ("note", f"note {key} é😀"), ("recent", [f"x{key}", "y"]), ("sum", key / 8)):
        yield {"uid": "orders", "state": name, "key": key, "value": value}
    yield {"uid": "orders", "state": "late", "key": key, "value": key, "ttl_timestamp": 1_700_000_000_000 + key}
    for member in "ab":
        yield {"uid": "orders", "state": "seen", "key": key, "map_key": member, "value": chance.getrandbits(40)}
    for domain in ("event-time", "processing-time"):
        yield {"uid": "orders", "timer": domain, "service": "user-timers", "key": key, "timestamp": chance.getrandbits(40)}
    for uid in ("tumbling", "sessions"):
        yield {"uid": uid, "state": "window-contents", "key": f"key {key % 5000}", "event_timestamp": chance.getrandbits(20),
               "value": [key]}


def write_rows(path, count, seed):
    """As many rows, in no order."""
    chance = random.Random(seed)
    lines = [json.dumps(row) for row in operator_rows()]
    key = 0
    while len(lines) < count:
        lines += (json.dumps(row) for row in rows_of_key(key, chance))
        key += 1
    chance.shuffle(lines)
    path.write_text("\n".join(lines) + "\n")

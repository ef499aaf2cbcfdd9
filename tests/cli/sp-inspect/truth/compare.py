#!/usr/bin/env python3
"""Compare sp-inspect with what case.json says about snapshots of real Flink.

usage: compare.py [--count] SNAPSHOT_FOLDER...

Prints a line for each difference and their number, with --count also how much was compared; exit 1 if there is a
difference or nothing to compare. case.json comes from Flink's own readers, not from this project.
"""
import collections
import json
import pathlib
import subprocess
import sys

# Where Flink's class has another name than the handle in the table of tags.
HANDLE_NAMES = {"ChangelogStateBackendHandle": "ChangelogStateBackendHandleImpl"}
PARTS = {"managed keyed state": "managedKeyed", "raw keyed state": "rawKeyed", "managed operator state": "managedOperator",
         "raw operator state": "rawOperator", "input channel state": "inputChannel",
         "result subpartition state": "resultSubpartition"}
KINDS = {"SPLIT_DISTRIBUTE": "operator-list", "UNION": "operator-union", "BROADCAST": "broadcast"}


def inspect(path, *options):
    done = subprocess.run(["sp-inspect", *options, str(path)], capture_output=True, text=True)
    if done.returncode != 0 or done.stderr:
        raise SystemExit(f"{path}: sp-inspect {options}: status {done.returncode}: {done.stderr}")
    return done.stdout


def known_states(truth):
    """State -> (kind, snapshot class), timer service -> domains, as case.json has them."""
    states, timers = {}, collections.defaultdict(set)
    for name, state in truth["states"].items():
        if state["type"] == "PRIORITY_QUEUE":
            domain, service = name.removeprefix("_timer_state/").split("_", 1)
            timers[service].add(domain)
        else:
            kind = state.get("KEYED_STATE_TYPE") or KINDS[state["OPERATOR_STATE_DISTRIBUTION_MODE"]]
            states[name] = (kind.lower(), state["VALUE_SERIALIZER"])
    return states, dict(timers)


def operator_facts(op):
    return {"uid": op.get("uid"), "parallelism": op["parallelism"], "maxParallelism": op["maxParallelism"],
            "finished": op["fullyFinished"], "coordinator": op.get("coordinatorBytes"), "name": op.get("name"),
            "handles": {f"{PARTS[h['part']]} {HANDLE_NAMES.get(h['handle'], h['handle'])}": h["count"]
                        for h in op.get("handles", [])},
            "states": {s["name"]: (s["kind"], s["serializerSnapshot"]) for s in op["states"]},
            "timers": {t["service"]: set(t["domains"]) for t in op.get("timers", []) if not t.get("raw")}}


def true_facts(op):
    states, timers = known_states(op)
    return {"uid": op["uid"] or op.get("metadataUid"), "parallelism": op["parallelism"],
            "maxParallelism": op["maxParallelism"], "finished": op["fullyFinished"], "coordinator": op["coordinatorBytes"], "name": op.get("metadataName"),
            "handles": op["handles"], "states": states, "timers": timers}


def snapshot_facts(summary):
    kind = f"{summary.get('format', '')} {summary['kind']}".strip()
    return {"kind": kind, "checkpoint id": summary["checkpointId"], "metadata version": summary["metadataVersion"]}


def true_snapshot_facts(case):
    kind = "checkpoint" if case["format"] == "checkpoint" else f"{case['format']} savepoint"
    return {"kind": kind, "checkpoint id": case["checkpointId"], "metadata version": case["metadataVersion"]}


def compare(where, want, got):
    differences = 0
    for fact in want:
        if want[fact] != got[fact]:
            print(f"{where}: {fact}: expected {want[fact]}, found {got[fact]}")
            differences += 1
    return differences


def main():
    folders = [pathlib.Path(argument) for argument in sys.argv[1:] if argument != "--count"]
    differences = 0
    counts = collections.Counter()
    for folder in folders:
        case = json.loads((folder / "case.json").read_text())
        if "operators" not in case:  # its truth is that of the entries alone
            continue
        uid_list = pathlib.Path(f"{folder.name}.uids").absolute()
        uid_list.write_text("".join(f"{op['uid']}\n" for op in case["operators"] if op["uid"]))
        path = folder / case["path"]
        summary = json.loads(inspect(path, "--json", "--uid-list", str(uid_list)))
        differences += compare(folder.name, true_snapshot_facts(case), snapshot_facts(summary))
        found = {op["operator"]: op for op in summary["operators"]}
        wanted = {op["uidHash"]: op for op in case["operators"]}
        if found.keys() != wanted.keys():
            print(f"{folder.name}: operators: expected {sorted(wanted)}, found {sorted(found)}")
            differences += 1
        for operator_id in wanted.keys() & found.keys():
            differences += compare(f"{folder.name}: {wanted[operator_id]['uid'] or operator_id}",
                                   true_facts(wanted[operator_id]), operator_facts(found[operator_id]))
            counts["states"] += len(found[operator_id]["states"])
        files = [json.loads(line) for line in inspect(path, "--files", "--json").splitlines()]
        on_disk = {str(p.resolve()) for p in path.rglob("*") if p.is_file() and p.name != "_metadata"}
        lost = on_disk - {file["path"] for file in files}
        if lost:
            print(f"{folder.name}: files beside _metadata that are not listed: {sorted(lost)}")
            differences += 1
        wrong = [f["path"] for f in files
                 if "segments" not in f and f["scope"] == "exclusive" and f["recordedSize"] != f["foundSize"]]
        if wrong:
            print(f"{folder.name}: files of other sizes: {wrong}")
            differences += 1
        schema = json.loads(inspect(path, "--quiet", "--print-schema", "--uid-list", str(uid_list)))
        printed = sum(len(op.get("states", [])) for op in schema["operators"])
        listed = sum(len(op["states"]) for op in summary["operators"])
        if printed != listed:
            print(f"{folder.name}: the schema has {printed} states, the summary {listed}")
            differences += 1
        counts["snapshots"] += 1
        counts["operators"] += len(found)
        counts["files"] += len(files)
    if "--count" in sys.argv:
        print(", ".join(f"{counts[what]} {what}" for what in ("snapshots", "operators", "states", "files")))
    print(f"{differences} differences")
    return 1 if differences or not counts["states"] else 0


if __name__ == "__main__":
    sys.exit(main())

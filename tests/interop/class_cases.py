"""A job whose classes have moved to another package restores what `sp-rewrite --rename-class` made of its snapshots: cases of the kind
of cases.py. The classes are those of src/main/sp/interop/moved, in which both packages have the same file."""
import collections
import json
import subprocess

from flink import FlinkError
from restored_job import difference, restores
from rewrite_cases import in_some_versions
from rewritten import INCREMENTAL, rewritten

RENAME = ("--rename-class", "sp.interop.moved.before.*=sp.interop.moved.after.*")
INVERSE = ("--rename-class", "sp.interop.moved.after.*=sp.interop.moved.before.*")
KEYS = 24
NEW_KEY = 1000  # with which a restored job goes on; its elements of lists are fed to the other jobs too
VALUES = ("animal", "tag", "array", "pair")
OPERATORS = ("list", "union", "rules")


def job(package):
    """POJOs with subclasses, enums, Kryo, arrays and tuples as values, elements, map keys and keys; and an operator without any."""
    def state(name, kind, type, **more):
        return {"name": name, "kind": kind, "type": f"{package}:{type}", **more}

    def keyed(uid, key):
        return {"uid": uid, "kind": "keyed", "key": key, "states": [
            *(state(name, "value", name) for name in VALUES), state("list", "list", "animal"),
            state("map", "map", "tag", map_key=f"{package}:mood"), state("ids", "map", "id", map_key="string"),
            state("ttl", "value", "animal", ttl=True), state("ttl-list", "list", "animal", ttl=True)]}

    return [keyed("by-id", f"{package}:id"), keyed("by-int", "int"),
            {"uid": "operator", "kind": "operator", "states": [
                state("list", "list", "animal"), state("union", "union", "tag"), state("rules", "broadcast", "tag", map_key=f"{package}:id")]},
            {"uid": "plain", "kind": "keyed", "key": "string", "states": [{"name": "text", "kind": "value", "type": "string"}]}]


def fed(n):
    """All states of key N, and a timer."""
    commands = []
    for uid in ("by-id", "by-int"):
        puts = [("put", name, n + i, 0) for i, name in enumerate(VALUES)]
        adds = [("add", name, n + i, 0) for name in ("list", "ttl-list") for i in range(n % 4 + 1)]
        maps = [("put", "map", n, 0), ("put", "map", n + 1, 1), ("put", "ids", n, n), ("put", "ttl", n + 3, 0)]
        commands += [{"uid": uid, "key": n, "op": op, "state": name, "n": value, "map": key} for op, name, value, key in (*puts, *adds, *maps)]
        commands.append({"uid": uid, "key": n, "op": "event", "n": 1_700_000_000_000 + n})
    commands += [{"uid": "operator", "key": n, "op": "put" if name == "rules" else "add", "state": name, "n": n, "map": n} for name in OPERATORS]
    commands.append({"uid": "plain", "key": n, "op": "put", "state": "text", "n": n, "map": 0})
    return commands


def expected(n):
    """The job itself compares what it finds with objects of its own; arrays are equal to themselves only."""
    return [{"uid": uid, "key": n, "op": "expect", "state": name, "n": n + i}
            for uid in ("by-id", "by-int") for i, name in enumerate(VALUES) if name != "array"]


def shown(running):
    """What the job says of all it finds, wherever."""
    running.feed(*({"uid": uid, "op": "show", "key": n} for uid in ("by-id", "by-int", "plain") for n in (*range(KEYS), NEW_KEY)),
                 {"uid": "operator", "op": "show"})
    running.checkpoint()
    lines = (line.split(" subtask ", 1) for line in running.outputs())
    found = collections.Counter(" ".join((line[0], *line[1].split(" ", 1)[1:])) if len(line) > 1 else line[0] for line in lines)
    # Of a union only what was restored is told.
    return collections.Counter({line: count for line, count in found.items() if not line.startswith("operator union")})


def dumped(judge, path, *options):
    uids = judge.work / "class-uids.txt"
    uids.write_text("".join(f"{uid}\n" for uid in ("commands", *(operator["uid"] for operator in job("before")))))
    text = b""
    for tool in ("sp-dump", "sp-timers"):
        done = subprocess.run([judge.tools / tool, "--sort", "--raw", "--uid-list", uids, "--classpath", judge.flink.classes, *options, path],
                              capture_output=True)
        if done.returncode != 0:
            raise FlinkError(f"{tool} exit {done.returncode}: {done.stderr.decode(errors='replace')[:300]}")
        text += done.stdout
    return text


def without_bytes(text):
    """Rows as they are printed, with old names for the new."""
    rows = (json.loads(line) for line in text.decode().replace("sp.interop.moved.after.", "sp.interop.moved.before.").splitlines())
    return collections.Counter(json.dumps({name: value for name, value in row.items() if name != "raw"}, sort_keys=True) for row in rows)


@in_some_versions
def moved_classes(flink, judge):
    """A savepoint and an incremental checkpoint, each restored with both backends. The subtasks of the job that wrote them have met different
    subclasses, which their serializers' snapshots name."""
    classes = ("--classpath", flink.classes)
    fresh = flink.start("moved-fresh", job("after"), "hashmap", 1)
    fresh.feed(*(command for n in range(KEYS) for command in fed(n)))
    fresh_path = fresh.savepoint("canonical")
    fresh.feed(*fed(NEW_KEY))
    wanted = shown(fresh)
    fresh.cancel()
    for backend, kinds, restoring in (("hashmap", ("canonical",), ("rocksdb",)), ("rocksdb", ("checkpoint",), ("hashmap",))):
        before = flink.start(f"moved-{backend}", job("before"), backend, 2, config=INCREMENTAL)
        before.feed(*(command for n in range(KEYS) for command in fed(n)))
        paths = {kind: before.snapshot(kind) for kind in kinds}
        before.cancel()
        for kind, path in paths.items():
            name = f"moved-{backend}-{kind}"
            form = ("--state-format", "canonical") if kind == "checkpoint" else ()  # the operator that is left, too
            new = rewritten(judge, name, path, *RENAME, *classes, *form)
            old_rows, new_rows = dumped(judge, path), dumped(judge, new)
            judge.claim(f"{name} names none of the old classes", b"moved.before" not in new_rows.replace(b'"sp.interop.moved.before.Zoo$Dog"', b"")
                        .replace(b"sp.interop.moved.before.Zoo$Dog", b""), "some")
            judge.report(f"{name} has the same rows", difference(without_bytes(old_rows), without_bytes(new_rows)))
            back = rewritten(judge, f"{name}-back", new, *INVERSE, *classes)
            judge.claim(f"{name} and back has the bytes that it had", dumped(judge, back) == old_rows, "others")
            if kind == "canonical":
                verdicts = flink.compatibility(new, fresh_path, ["by-id", "by-int", "operator"])
                judge.claim(f"{name} is compatible as is", all(verdict == "as is" for parts in verdicts.values() for verdict in parts.values()),
                            verdicts)
            for other in (backend, *restoring):
                restored = restores(flink, f"{name}-{other}", job("after"), other, new, fed(NEW_KEY))
                judge.claim(f"{name} is restored with {other}", restored is not None, "a failure, see the log")
                if restored is None:
                    continue
                restored.feed(*(command for n in (*range(KEYS), NEW_KEY) for command in expected(n)))
                restored.checkpoint()  # all have been compared then
                got = shown(restored)
                judge.report(f"{name} finds every entry with {other}", difference(wanted, got))
                restored.cancel()
            as_it_was = restores(flink, f"{name}-old", job("after"), backend, path, fed(NEW_KEY))
            judge.claim(f"{name} as it was is refused", as_it_was is None, "a job that goes on")
            expect_refused(judge, name, fresh_path, path, new)


def expect_refused(judge, name, fresh, old, new):
    """sp-inspect --expect says so of the one, and nothing of the other."""
    schema = judge.folder(f"{name}-schema") / "schema.json"
    uids = judge.work / "class-uids.txt"
    printed = subprocess.run([judge.tools / "sp-inspect", "--print-schema", "--uid-list", uids, "--classpath", judge.flink.classes, fresh],
                             capture_output=True, text=True, check=True).stdout
    document = json.loads(printed)
    document["operators"] = [operator for operator in document["operators"] if operator.get("uid") in ("by-id", "by-int", "operator")]
    document["flinkVersion"] = judge.version
    schema.write_text(json.dumps(document))
    found = {}
    for title, path in (("old", old), ("new", new)):
        lines = subprocess.run([judge.tools / "sp-inspect", "--expect", schema, "--json", "--uid-list", uids, "--classpath", judge.flink.classes,
                                *(option for uid in ("by-id", "by-int", "operator") for option in ("--uid", uid)), path],
                               capture_output=True, text=True).stdout.splitlines()
        found[title] = {(finding["code"], finding.get("uid"), finding.get("state")) for finding in map(json.loads, lines)
                        if finding["code"].startswith("SP-TYPE")}
    judge.claim(f"{name} is expected to be refused", ("SP-TYPE-INCOMPATIBLE", "by-int", "animal") in found["old"], found["old"])
    judge.claim(f"{name} is expected to be taken", not found["new"], found["new"])


CASES = (moved_classes,)

"""Patterns of Flink CEP: pending matches are printed as Flink has them, and what sp-rewrite and sp-bootstrap make of them goes on."""
import json
import subprocess

from flink import FlinkError

VERSIONS = ("1.20", "2.3")
KINDS = ("canonical", "native", "checkpoint")
START = 1_700_000_000_000
UIDS = ("every", "skipping")  # their matches: all, and those that do not overlap
OPERATORS = [{"uid": "every", "kind": "cep", "key": "string"}, {"uid": "skipping", "kind": "cep", "key": "long", "skip": True}]
# Key, n, time behind START. In CepOperators.java the last digit says what an element is, the others which match it is of.
BEFORE = ((1, 11, 100), (1, 12, 200), (1, 22, 200), (1, 21, 300), (1, 32, 400),  # two begun, with up to three between
          (2, 11, 100), (2, 21, 150), (2, 23, 200),  # complete, but behind one that began before and may still be
          (3, 11, 100), (3, 13, 200),  # complete
          (4, 41, 100), (4, 9, 120), (5, 51, 900), (6, 62, 100))
QUEUED = ((1, 42, 1500), (4, 42, 1600), (7, 71, 1700))  # behind the watermark
AFTER = ((1, 13, 2000), (1, 23, 2100), (2, 13, 2200), (4, 43, 2300), (5, 53, 2400), (7, 73, 2500), (6, 63, 2600))
LATER = ((5, 61, 3000), (5, 63, 12000))  # nothing: too late
# Some of the matches to come, by hand.
MATCHES = ("every match of 1: first 11 more 12 22 32 42 last 13", "every match of 1: first 11 more last 13",
           "every match of 2: first 11 more last 13", "skipping match of 2: first 11 more last 13",
           "every match of 4: first 41 more 42 last 43", "skipping match of 5: first 51 more last 53",
           "every match of 7: first 71 more last 73")


def feed(job, elements):
    job.feed(*({"uid": uid, "op": "element", "key": key, "n": n, "time": START + at} for uid in UIDS for key, n, at in elements))


def begin(flink, name, backend, parallelism=2):
    """A job with matches that have begun."""
    job = flink.start(name, OPERATORS, backend, parallelism)
    feed(job, BEFORE)
    job.watermark(START + 1000)
    feed(job, QUEUED)
    job.checkpoint()
    return job


def go_on(job):
    """What comes out when the matches are completed, and a savepoint while some are still open; in the end nothing is left."""
    feed(job, AFTER)
    job.watermark(START + 5000)
    path = job.savepoint("canonical")
    feed(job, LATER)
    job.watermark(START + 20_000)
    job.checkpoint()
    lines = job.outputs()
    job.cancel()
    return lines, path


def rows(judge, *tools, path, options=()):
    text = b""
    for tool in tools:
        done = subprocess.run([judge.tools / tool, *options, path], capture_output=True)
        if done.returncode != 0 or done.stderr:
            raise FlinkError(f"{tool} exit {done.returncode}: {done.stderr.decode(errors='replace')[:500]}")
        text += done.stdout
    return text


def state_rows(judge, path):
    """Of the patterns; in no order, which follows the key groups."""
    uids = judge.work / "cep-uids.txt"  # up to 1.20 savepoints have none
    uids.write_text("\n".join(UIDS))
    lines = rows(judge, "sp-dump", "sp-timers", path=path, options=("--uid-list", uids)).splitlines()
    found = [row for row in map(json.loads, lines) if row.get("uid") in UIDS]
    if not found:
        raise FlinkError(f"no rows in {path}")
    return sorted(found, key=json.dumps)


def nothing_hidden(judge, path):
    """Pending matches by key, where all values are decoded."""
    found = state_rows(judge, path)
    hidden = [row for row in found if "@bytes" in json.dumps(row)]
    states = {(row["uid"], row["key"]): row["value"] for row in found if row.get("state") == "nfaStateName"}
    begun = [match for value in states.values() for match in value["partialMatches"] if match["startEventID"]]
    versions = [match["version"] for match in begun]
    waiting = [match for value in states.values() for match in value["completedMatches"]]
    judge.claim("nothing is printed as bytes", not hidden, hidden[:1])
    judge.claim("matches have begun", len(begun) > 10 and any(version.count(".") > 1 for version in versions), versions)
    judge.claim("a match waits for an earlier one", len(waiting) > 0, waiting)
    nodes = [row["value"] for row in found if row.get("state") == "sharedBuffer-entries-with-lockable-edges"]
    judge.claim("there are nodes with several edges", any(len(node["element"]) > 1 for node in nodes), nodes[:3])
    queued = {row["uid"] for row in found if row.get("state") == "eventQueuesStateName"}
    judge.claim("elements are queued", queued == set(UIDS), queued)


def rewritten(judge, name, source, *options):
    path = judge.folder(name) / "rewritten"
    done = subprocess.run([judge.tools / "sp-rewrite", *options, "-o", path, source], capture_output=True, text=True)
    if done.returncode != 0 or done.stderr:
        raise FlinkError(f"sp-rewrite exit {done.returncode}: {done.stderr[:500]}")
    return path


def remade(judge, name, source):
    """A savepoint of nothing but what was printed."""
    folder = judge.folder(name)
    for tool in ("sp-dump", "sp-timers"):
        (folder / f"{tool}.ndjson").write_bytes(rows(judge, tool, path=source))
    done = subprocess.run([judge.tools / "sp-bootstrap", "--schema-of", source, "-o", folder / "savepoint",
                           folder / "sp-dump.ndjson", folder / "sp-timers.ndjson"], capture_output=True, text=True)
    if done.returncode != 0 or done.stderr:
        raise FlinkError(f"sp-bootstrap exit {done.returncode}: {done.stderr[:500]}")
    return folder / "savepoint"


def cep(flink, judge):
    """Matches that have begun before a snapshot are completed behind it."""
    if judge.version not in VERSIONS:
        return
    for backend in ("hashmap", "rocksdb"):
        job = begin(flink, f"cep-{backend}", backend)
        before = job.outputs()
        paths = {kind: job.snapshot(kind) for kind in KINDS}
        for kind in KINDS:
            judge.snapshot(f"{backend}-{kind}", paths[kind], job.uids, same_as=paths["canonical"])
        if backend == "hashmap":
            nothing_hidden(judge, paths["canonical"])
        wanted, end = go_on(job)
        judge.claim(f"{backend} finds the matches", set(MATCHES) <= set(wanted), wanted)
        judge.claim(f"{backend} had found others", "every match of 3: first 11 more last 13" in before, before)
        made = {"remade": (remade(judge, f"{backend}-remade", paths["canonical"]), 128),
                **{f"{kind}-{maximum}": (rewritten(judge, f"{backend}-{kind}-{maximum}", paths[kind], "--max-parallelism", str(maximum)),
                                         maximum) for kind, maximum in (("native", 256), ("canonical", 12), ("checkpoint", 720))}}
        for name, (path, maximum) in made.items():
            restored(flink, judge, f"{backend}-{name}", path, maximum, paths["canonical"], wanted, end)


def restored(flink, judge, name, path, maximum, source, wanted, end):
    same = state_rows(judge, path) == state_rows(judge, source)
    judge.claim(f"{name} has the same rows", same, "others")
    for backend, parallelism in (("hashmap", 3), ("rocksdb", 1)):
        job = flink.start(f"cep-{name}-{backend}", OPERATORS, backend, parallelism, maximum, restore=path)
        found, after = go_on(job)
        judge.claim(f"{name} is completed by {backend}-{parallelism}", found == wanted, found)
        judge.claim(f"{name} leaves the same behind in {backend}-{parallelism}",
                    state_rows(judge, after) == state_rows(judge, end), "other rows")


CASES = (cep,)

"""The cases: each is a function that lets Flink write snapshots and hands them to the judge. To add one, write it and list it in
CASES at the end. A check of a snapshot is named PHASE-BACKEND-KIND."""
import itertools

import avro_cases
import cep_cases
import change_cases
import class_cases
import connector_cases
import expectation_cases
import kryo_cases
import restore_cases
import rewrite_cases
import sql_cases
import schema_cases

INCREMENTAL = {name: "true" for name in ("state.backend.incremental", "execution.checkpointing.incremental")}
FULL = {name: "false" for name in INCREMENTAL}
# Small memtables and files, so that a few thousand records make many SST files on several levels.
SMALL = {"state.backend.rocksdb.writebuffer.size": "64kb",
         "state.backend.rocksdb.compaction.level.target-file-size-base": "32kb",
         "state.backend.rocksdb.compaction.level.max-size-level-base": "128kb"}
UNCOMPACTED = {"state.backend.rocksdb.compaction.style": "NONE"}
HEAP_TIMERS = {"state.backend.rocksdb.timer-service.factory": "HEAP"}
SNAPPY = {"execution.checkpointing.snapshot-compression": "true"}
INLINE = {name: "20kb" for name in ("state.storage.fs.memory-threshold", "execution.checkpointing.data-inline-threshold")}
KINDS = ("canonical", "native", "checkpoint")
START = 1_700_000_000_000  # of event time in Workload.java


def state(name, kind, type="long", **more):
    return {"name": name, "kind": kind, "type": type, **more}


def keyed(uid="keyed", key="int", ttl=False):
    """State of each kind."""
    states = [state("value", "value", "long"), state("text", "value", "string"), state("list", "list", "string"),
              state("map", "map", "person", map_key="int"), state("names", "map", "long", map_key="string"),
              state("sum", "reducing", "long"), state("joined", "reducing", "string"), state("mean", "aggregating")]
    if ttl:
        states += [state("ttl-value", "value", "string", ttl=True), state("ttl-list", "list", "long", ttl=True),
                   state("ttl-map", "map", "string", map_key="long", ttl=True), state("ttl-sum", "reducing", "long", ttl=True),
                   state("ttl-mean", "aggregating", ttl=True)]
    return {"uid": uid, "kind": "keyed", "key": key, "states": states}


def operator(uid="operator"):
    return {"uid": uid, "kind": "operator", "states": [
        state("list", "list", "string"), state("tuples", "list", "tuple2"), state("union", "union", "long"),
        state("broadcast", "broadcast", "person", map_key="string")]}


def windows():
    def window(uid, windows, contents, key="string", **more):
        return {"uid": uid, "kind": "window", "key": key, "windows": windows, "contents": contents, **more}
    return [window("tumbling", "tumbling", "list"), window("sliding", "sliding", "aggregate", size=2000, slide=500),
            window("session", "session", "list", size=700), window("session-sum", "session", "aggregate", key="long", size=900),
            window("reduce", "tumbling", "reduce", size=3000), window("global", "global", "reduce")]


def incremental(flink, judge):
    """Updates, deletions, appends over several incremental checkpoints, with and without compactions; each checkpoint is judged."""
    for title, config, phases in (("uncompacted", UNCOMPACTED, 4), ("leveled", {}, 6)):
        job = flink.start(f"incremental-{title}", [keyed(ttl=True), operator()], "rocksdb", 2,
                          config={**INCREMENTAL, **SMALL, **config})
        files = []
        phase = 0
        while phase < phases or title == "leveled" and phase < 12 and not compacted(files):
            phase += 1
            job.feed_random(phase, count=3000)
            path = job.checkpoint()
            files.append(set(flink.sst(path)))
            judge.snapshot(f"{title}/{phase}-rocksdb-checkpoint", path, job.uids)
        judge.splits(f"{title}/{phase}-rocksdb-checkpoint", path, ["keyed"], 3)
        judge.claim(f"{title}/files of older checkpoints are shared", all(a & b for a, b in itertools.pairwise(files)), files[-1])
        judge.claim(f"{title}/many files", len(files[-1]) >= 30, len(files[-1]))
        if title == "leveled":
            judge.claim(f"{title}/files were compacted away", compacted(files), files[-1])
        every_kind(flink, judge, job, title, phase, "rocksdb")


def compacted(files):
    """Compactions run beside the job: some checkpoint no longer refers to a file of the one before."""
    return any(a - b for a, b in itertools.pairwise(files))


def every_kind(flink, judge, job, title, phase, backend, restore_with=None):
    """Savepoints and a checkpoint of the same state; then the same from a job of the other backend that restored it."""
    canonical = job.savepoint("canonical")
    judge.snapshot(f"{title}/{phase}-{backend}-canonical", canonical, job.uids)
    for kind in KINDS[1:]:
        judge.snapshot(f"{title}/{phase}-{backend}-{kind}", job.snapshot(kind), job.uids, same_as=canonical)
    job.cancel()
    other = "hashmap" if backend == "rocksdb" else "rocksdb"
    restored = flink.start(f"{job.name}-{other}", job.operators, other, job.parallelism, restore=canonical, config=restore_with)
    for kind in KINDS:
        judge.snapshot(f"{title}/{phase}-{other}-{kind}", restored.snapshot(kind), job.uids, same_as=canonical)
    restored.cancel()


def overlap(flink, judge):
    """A few keys step by step, never compacted: what is newest, deleted or appended lies in another file at each checkpoint."""
    job = flink.start("overlap", [keyed()], "rocksdb", 1, config={**INCREMENTAL, **UNCOMPACTED})

    def do(op, key, state, n=0, map=0):
        return {"uid": "keyed", "op": op, "key": key, "state": state, "n": n, "map": map}
    steps = [
        [do("put", key, "value", 10) for key in range(6)] + [do("add", key, "list", 20 + key) for key in range(6)]
        + [do("put", key, "map", 30 + map, map) for key in range(6) for map in range(4)] + [do("add", 1, "sum", 40)],
        [do("put", 1, "value", 11), do("clear", 2, "value"), do("add", 1, "list", 50), do("add", 2, "list", 51),
         do("clear", 3, "list"), do("put", 1, "map", 60, 1), do("remove", 1, "map", map=2), do("clear", 2, "map"),
         do("add", 1, "sum", 41)],
        [do("put", 2, "value", 12), do("put", 7, "value", 13), do("add", 1, "list", 52), do("add", 3, "list", 53),
         do("set", 4, "list", 54), do("put", 2, "map", 61, 3), do("remove", 1, "map", map=0), do("clear", 1, "sum")],
        [do("clear", 7, "value"), do("clear", 1, "value"), do("add", 4, "list", 55), do("clear", 1, "list"),
         do("remove", 2, "map", map=3), do("add", 1, "sum", 42)],
        [do("put", 7, "value", 14), do("add", 1, "list", 56), do("add", 1, "list", 57), do("put", 2, "map", 62, 0)],
    ]
    for phase, commands in enumerate(steps, 1):
        job.feed(*commands)
        judge.snapshot(f"{phase}-rocksdb-checkpoint", job.checkpoint(), job.uids)
    every_kind(flink, judge, job, "end", len(steps), "rocksdb")


def rescale(flink, judge):
    """Restored at parallelism 1, 3, 2 with more records each time; the rows are the same whatever way the state was kept."""
    for max_parallelism in (128, 300, 32768):
        ways = [("hashmap", {}, "checkpoint"), ("rocksdb", INCREMENTAL, "checkpoint")]
        if max_parallelism == 128:
            ways += [("rocksdb", FULL, "checkpoint"), ("rocksdb", INCREMENTAL, "native"), ("rocksdb", INCREMENTAL, "canonical"),
                     ("hashmap", {}, "native")]
        reference = {}
        for backend, config, kind in ways:
            restore = None
            mode = "full-" if config is FULL else ""
            for phase, parallelism in enumerate((1, 3, 2), 1):
                # Claimed, an incremental checkpoint goes on with the files of the old one.
                job = flink.start(f"rescale-{max_parallelism}-{mode}{backend}-{kind}-{phase}", [keyed(), operator()], backend,
                                  parallelism, max_parallelism, {**SMALL, **config}, restore, claim=kind == "checkpoint")
                job.feed_random(phase)
                restore = job.snapshot(kind)
                judge.snapshot(f"{max_parallelism}/{phase}-{mode}{backend}-{kind}", restore, job.uids, reference.get(phase))
                if kind != "canonical" and phase == 2:  # a parallelism that divides none of the old ranges
                    judge.splits(f"{max_parallelism}/{phase}-{mode}{backend}-{kind}", restore, ["keyed"], 4)
                reference.setdefault(phase, restore)
                job.cancel()


def restored_job(flink, judge):
    """A job that restores a savepoint finds in its state what the one that wrote it had, and its timers and windows fire alike."""
    keys = range(40)
    for backend in ("hashmap", "rocksdb"):
        operators = [keyed(), operator(), *windows()]
        job = flink.start(f"restored-{backend}", operators, backend, 2)
        job.feed_random(1, keys=40)
        path = job.savepoint("canonical")
        again = flink.start(f"restored-{backend}-again", operators, backend, 3, restore=path)
        found = []
        for each in (job, again):
            shown = each.show("keyed", *keys)
            each.watermark(START + 100_000)
            each.checkpoint()
            found.append((shown, each.outputs()))
            each.cancel()
        judge.claim(f"{backend} finds its state", len(found[0][0]) == 320 and found[0][0] == found[1][0], found)
        judge.claim(f"{backend} fires its timers", len(found[0][1]) > 200 and found[0][1] == found[1][1], found)


def heap_timers(flink, judge):
    """RocksDB with timers on the heap: in checkpoints they are raw keyed state. (Flink loses them in native savepoints.)"""
    for title, config in (("incremental", INCREMENTAL), ("full", FULL)):
        restore = None
        for phase, parallelism in enumerate((2, 3), 1):
            job = flink.start(f"heap-timers-{title}-{phase}", [keyed(), *windows()[:1]], "rocksdb", parallelism,
                              config={**SMALL, **HEAP_TIMERS, **config}, restore=restore)
            job.feed_random(phase)
            restore = job.checkpoint()
            canonical = job.savepoint("canonical")
            judge.snapshot(f"{title}/{phase}-rocksdb-canonical", canonical, job.uids)
            judge.snapshot(f"{title}/{phase}-rocksdb-checkpoint", restore, job.uids, same_as=canonical)
            judge.snapshot(f"{title}/{phase}-rocksdb-native", job.savepoint("native"), job.uids)
            job.cancel()


def window_operators(flink, judge):
    """Windows with pending contents, some fired, sessions merged."""
    for backend in ("hashmap", "rocksdb"):
        job = flink.start(f"windows-{backend}", windows(), backend, 2, config=INCREMENTAL)
        job.feed_random(1)
        path = job.checkpoint()
        judge.snapshot(f"1-{backend}-checkpoint", path, job.uids)
        job.watermark(START + 5000)
        job.feed_random(2)
        path = job.checkpoint()
        judge.snapshot(f"2-{backend}-checkpoint", path, job.uids)
        fired = job.outputs()
        judge.claim(f"{backend} has fired windows", len(fired) > 50, len(fired))
        every_kind(flink, judge, job, "end", 3, backend)


def types(flink, judge):
    """Each type of the type table in value, list and map state and in operator state; many as keys."""
    names = [line["type"] for line in flink.types(judge.work / "types.ndjson")]
    elements = [name for name in names if not name.startswith("nullable")]  # lists refuse null
    keys = ("long", "string", "boolean", "short", "byte", "char", "double", "big_int", "big_dec", "tuple2", "row", "address",
            "local_date", "instant", "sql_timestamp", "int_value", "string_value")
    # Flink reads sets into hash sets, so that their order is lost; compare.py knows them by the name, but not in lists.
    operators = [{"uid": "all", "kind": "keyed", "key": "int",
                  "states": [state(f"v_{name}", "value", name) for name in names]
                  + [state(f"l_{name}", "list", name) for name in elements if not name.startswith("set_")]
                  + [state(f"m_{name}", "map", name, map_key="string") for name in names]},
                 {"uid": "lists", "kind": "operator", "states": [state(f"l_{name}", "list", name) for name in elements]}]
    operators += [{"uid": f"by-{key}", "kind": "keyed", "key": key, "states": [
        state("value", "value"), state("list", "list", "string"), state("map", "map", "int", map_key=key)]} for key in keys]
    job = flink.start("types", operators, "hashmap", 1)
    job.fill("all", 12, first_key=1)
    job.fill("lists", 12)
    for key in keys:
        job.fill(f"by-{key}", 24)
    every_kind(flink, judge, job, "all", 1, "hashmap")


def compressed_or_inline(flink, judge):
    """Snapshots with snappy; and with small state inside _metadata, as is the default."""
    for title, config in (("compressed", SNAPPY), ("inline", INLINE)):
        for backend in ("hashmap", "rocksdb"):
            job = flink.start(f"{title}-{backend}", [keyed(ttl=True), operator()], backend, 2, config={**config, **FULL})
            job.feed_random(1, count=1000)
            every_kind(flink, judge, job, f"{title}-{backend}", 1, backend, restore_with=config)


def big_checkpoint(flink, keys, folder):
    """Not a case: an incremental checkpoint of RocksDB in FOLDER, over 1 KB and seven entries with a timer for each key."""
    operators = [{"uid": "keyed", "kind": "keyed", "key": "int", "states": [
        state("count", "value"), state("payload", "value", "random_kilobyte"), state("person", "value", "person"),
        state("list", "list", "string"), state("map", "map", "long", map_key="string"), state("ttl", "value", "string", ttl=True)]}]
    job = flink.start("big", operators, "rocksdb", 2, config=INCREMENTAL, checkpoints=folder)
    path = None
    for first, count in ((0, keys // 2), (keys // 2, keys - keys // 2), (0, keys // 10)):  # the last are updates
        job.fill("keyed", count, first)
        path = job.checkpoint()
    job.cancel()
    return path


CASES = (incremental, overlap, rescale, restored_job, heap_timers, window_operators, types, compressed_or_inline, *restore_cases.CASES,
         *rewrite_cases.CASES, *expectation_cases.CASES, *schema_cases.CASES, *kryo_cases.CASES, *cep_cases.CASES,
         *connector_cases.CASES, *sql_cases.CASES, *avro_cases.CASES, *class_cases.CASES,
         *change_cases.CASES)

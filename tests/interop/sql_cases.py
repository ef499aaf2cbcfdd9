"""SQL jobs with every type of column: their savepoints are read as Flink reads them, and what sp-rewrite and sp-bootstrap make of these
goes on with the same results."""
import json
import subprocess
import time

from flink import FlinkError
from restore_cases import bootstrap
from table_jobs import raw_integer, table_flink

VERSIONS = ("1.20", "2.3")
START = 1_700_000_000_000
# Columns by name: k…, u…, ts… and others are made of different numbers (SampleRows.java).
SCALARS = {"b": "BOOLEAN", "c": "CHAR(5)", "v": "VARCHAR(30)", "s": "STRING", "bi": "BINARY(4)", "vb": "VARBINARY(9)", "yy": "BYTES",
           "d9": "DECIMAL(9, 2)", "d18": "DECIMAL(18, 6)", "d38": "DECIMAL(38, 18)", "t": "TINYINT", "si": "SMALLINT", "i": "INT",
           "l": "BIGINT", "f": "FLOAT", "d": "DOUBLE", "dt": "DATE", "tm": "TIME(0)", "tm3": "TIME(3)", "t0": "TIMESTAMP(0)",
           "t3": "TIMESTAMP(3)", "t6": "TIMESTAMP(6)", "t9": "TIMESTAMP(9)", "z0": "TIMESTAMP_LTZ(0)", "z3": "TIMESTAMP_LTZ(3)",
           "z6": "TIMESTAMP_LTZ(6)", "z9": "TIMESTAMP_LTZ(9)"}
INTERVALS = {"iy": "INTERVAL YEAR TO MONTH", "ih": "INTERVAL DAY(6) TO SECOND(3)"}
NESTED = {"a": "ARRAY<INT>", "ar": "ARRAY<ROW<x STRING, y DECIMAL(20, 3)>>", "ab": "ARRAY<BIGINT NOT NULL>", "at": "ARRAY<TIMESTAMP(9)>",
          "m": "MAP<STRING, BIGINT>", "mm": "MAP<INT, ARRAY<VARCHAR(20)>>", "ms": "MULTISET<STRING>",
          "r": "ROW<x INT, y ROW<z TIMESTAMP(6), w ARRAY<BOOLEAN NOT NULL>, q DECIMAL(30, 2)>>", "raw": raw_integer()}
ALL = {**SCALARS, **INTERVALS, **NESTED}


def names(types, of="a"):
    return ", ".join(f"{of}.`{name}`" for name in types)


K, U, TS = {"k": "BIGINT NOT NULL"}, {"u": "INT NOT NULL"}, {"ts": "TIMESTAMP(3)"}
TABLES = {
    "a": {"columns": {**K, **U, **ALL, "pt": "AS PROCTIME()", **TS}},
    "b": {"columns": {**K, **U, "s": "STRING", "d38": "DECIMAL(38, 18)", "i": "INT", **TS}},
    "c": {"columns": {**K, **U, "n": "INT NOT NULL", "s": "STRING", "d": "DECIMAL(20, 2)", "t9": "TIMESTAMP(9)", "z": "TIMESTAMP_LTZ(3)",
                      "m": "MAP<STRING, BIGINT>"}, "key": "k", "changes": "all"},
    "v": {"columns": {**K, "name": "STRING", "rate": "DECIMAL(10, 4)", **TS}, "key": "k", "changes": "upsert"},
    "by_key": {"columns": {**K, "s": "STRING", "d": "DECIMAL(20, 2)"}, "key": "k"},
    "by_row": {"columns": {**K, "s": "STRING", "d": "DECIMAL(20, 2)", "t9": "TIMESTAMP(9)"}, "key": "k"},
}


def first(columns, partition, order, n="= 1", table="a"):
    return (f"SELECT {columns}, place FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY {partition} ORDER BY {order}) AS place FROM {table}) "
            f"WHERE place {n}")


def windowed(window, aggregates="COUNT(*), SUM(l), MAX(d38), MIN(t9), COUNT(DISTINCT s)"):
    return f"SELECT window_start, window_end, k, {aggregates} FROM TABLE({window}) GROUP BY window_start, window_end, k"


def tumble(table):
    return f"TUMBLE(TABLE {table}, DESCRIPTOR(ts), INTERVAL '2' SECOND)"


# What depends on the order of rows is grouped by k, within which it is the same at any parallelism.
QUERIES = {
    "by_key": "SELECT k, s, d FROM c",
    "by_row": "SELECT k * 1, s, d, t9 FROM c",  # which the planner does not know to be a key
    "aggregate": "SELECT u, COUNT(*), COUNT(DISTINCT n), COUNT(DISTINCT s), SUM(d), MIN(t9), MAX(s), AVG(n), MAX(z), MIN(d) FROM c "
                 "GROUP BY u",
    "aggregate-append": "SELECT k, MAX(d38), MIN(c), MAX(b), LISTAGG(v), COLLECT(i), FIRST_VALUE(d9), LAST_VALUE(s), COUNT(DISTINCT d9), "
                        "COUNT(DISTINCT v) FILTER (WHERE b), SUM(d18), AVG(d38), MAX(z3), MAX(dt), MAX(tm3), MAX(t), MIN(si), MIN(d), "
                        "MAX(f), COUNT(DISTINCT dt), COUNT(DISTINCT tm3), COUNT(DISTINCT z9), COUNT(DISTINCT d38) FROM a GROUP BY k",
    "aggregate-keys": f"SELECT {names({**SCALARS, **INTERVALS})}, COUNT(*), SUM(l) FROM a GROUP BY {names({**SCALARS, **INTERVALS})}",
    "aggregate-nested": "SELECT a, r, COUNT(*) FROM a GROUP BY a, r",
    "join": f"SELECT a.k, {names(ALL)}, b.s AS bs, b.d38 AS bd FROM a JOIN b ON a.k = b.k AND a.u = b.u",
    "join-keys": "SELECT c.k, c.u, c.m, v.name, v.rate FROM c LEFT JOIN v ON c.k = v.k",
    "join-other-keys": "SELECT c.k, c.s, c.t9, b.i FROM c FULL JOIN b ON c.u = b.u AND c.k = b.i",
    "join-three": "SELECT c.k, c.s, b.d38, v.name FROM c JOIN b ON c.k = b.k JOIN v ON c.k = v.k",
    "semi-join": "SELECT k, s FROM c WHERE u IN (SELECT i FROM b)",
    "anti-join": "SELECT k, s FROM c WHERE NOT EXISTS (SELECT * FROM b WHERE b.k = c.k AND b.u = c.u)",
    "interval-join": f"SELECT {names(ALL)}, b.s AS bs, a.ts FROM a LEFT JOIN b ON a.k = b.k AND a.ts BETWEEN b.ts - INTERVAL '1' SECOND "
                     "AND b.ts + INTERVAL '1' SECOND",
    "temporal-join": "SELECT a.k, a.l, a.m, v.name, v.rate, a.ts FROM a LEFT JOIN v FOR SYSTEM_TIME AS OF a.ts ON a.k = v.k",
    "top-n": first(f"k, {names(ALL, 'x')}", "k", "l DESC, v", "<= 2", "a").replace(") WHERE", ") AS x WHERE"),
    "top-n-changes": first("k, u, s, d, z", "u", "d DESC, k", "<= 2", "c"),
    "top-n-updates": first("k, total", "m", "total DESC", "<= 3",
                           "(SELECT k, MOD(k, 3) AS m, COUNT(*) * 1000 + k AS total FROM a GROUP BY k)"),
    "top-1": first("k, l, v, t9", "k", "l DESC, v"),
    "first-row": first("k, s, r", "k", "ts ASC"),
    "last-row": first("k, s, r, t9", "k", "ts DESC"),
    "first-row-by-clock": first("k, d38", "k", "pt ASC"),
    "last-row-by-clock": first("k, d38, mm", "k", "pt DESC"),
    "over-rows": "SELECT k, l, SUM(l) OVER w, COUNT(*) OVER w, MAX(s) OVER w FROM a WINDOW w AS (PARTITION BY k ORDER BY ts ROWS BETWEEN "
                 "2 PRECEDING AND CURRENT ROW)",
    "over-range": "SELECT k, l, SUM(l) OVER w, MIN(d38) OVER w FROM a WINDOW w AS (PARTITION BY k ORDER BY ts RANGE BETWEEN INTERVAL '3' "
                  "SECOND PRECEDING AND CURRENT ROW)",
    "over-all": "SELECT k, l, SUM(l) OVER w, COUNT(DISTINCT v) OVER w FROM a WINDOW w AS (PARTITION BY k ORDER BY ts)",
    "over-rows-by-clock": "SELECT k, l, SUM(l) OVER w FROM a WINDOW w AS (PARTITION BY k ORDER BY pt ROWS BETWEEN 2 PRECEDING AND "
                          "CURRENT ROW)",
    "tumble": windowed(tumble("a")),
    "hop": windowed("HOP(TABLE a, DESCRIPTOR(ts), INTERVAL '1' SECOND, INTERVAL '3' SECOND)"),
    "cumulate": windowed("CUMULATE(TABLE a, DESCRIPTOR(ts), INTERVAL '1' SECOND, INTERVAL '4' SECOND)"),
    "session": windowed("SESSION(TABLE a PARTITION BY k, DESCRIPTOR(ts), INTERVAL '1' SECOND)", "COUNT(*), SUM(l), MAX(d38)"),
    "group-tumble": "SELECT k, TUMBLE_END(ts, INTERVAL '2' SECOND), COUNT(*), MAX(d38), MAX(s) FROM a GROUP BY k, "
                    "TUMBLE(ts, INTERVAL '2' SECOND)",
    "group-hop": "SELECT k, HOP_END(ts, INTERVAL '1' SECOND, INTERVAL '3' SECOND), COUNT(*), SUM(l) FROM a GROUP BY k, "
                 "HOP(ts, INTERVAL '1' SECOND, INTERVAL '3' SECOND)",
    "group-session": "SELECT k, SESSION_END(ts, INTERVAL '1' SECOND), COUNT(*), MIN(z9) FROM a GROUP BY k, "
                     "SESSION(ts, INTERVAL '1' SECOND)",
    "window-join": f"SELECT a.k, a.l, a.r, b.s FROM (SELECT * FROM TABLE({tumble('a')})) a JOIN (SELECT * FROM TABLE({tumble('b')})) b "
                   "ON a.window_start = b.window_start AND a.window_end = b.window_end AND a.k = b.k",
    "window-top-n": first("k, l, m", "window_start, window_end, k", "l DESC, v", "<= 2", f"TABLE({tumble('a')})"),
    "window-last-row": first("k, l, ar", "window_start, window_end, k", "ts DESC", table=f"TABLE({tumble('a')})"),
}
FIRST_ROWS = {"first-row", "first-row-by-clock"}  # they change no more
MATERIALIZED = {"pipeline.auto-watermark-interval": "0", "table.exec.sink.upsert-materialize": "FORCE"}
PLAIN = {**MATERIALIZED, "table.exec.sink.upsert-materialize-strategy.type": "MAP"}  # of 2.2 and later: a multiset; not with TTL
BATCHED = {**MATERIALIZED, "table.exec.mini-batch.enabled": "true", "table.exec.mini-batch.allow-latency": "1 s",
           "table.exec.mini-batch.size": "40", "table.exec.state.ttl": "100 d",
           "table.optimizer.multi-join.enabled": "true"}  # of 2.x


def feed(job, phase):
    """Rows of three seconds; in phase 1 and later also changes of older ones."""
    at = START + 10_000 * phase
    numbers = range(60 * phase, 60 * phase + 60)
    job.feed_rows("v", [("+U", n % 7, n, at + 100 * n % 6000, 0) for n in numbers if n % 3 == 0] + [("-D", 3, numbers[0], at + 6000, 0)])
    job.feed_rows("a", [("+I", n % 10, n, at + 97 * n % 6000, n % 4) for n in numbers])
    job.feed_rows("b", [("+I", n % 8, n % 30, at + 89 * n % 6000, n % 4) for n in numbers[:40]])
    changes = []
    for k in range(24):
        old = (k, k + 100 * (phase - 1), 0, (k + phase - 1) % 5)
        new = (k, k + 100 * phase, 0, (k + phase) % 5)
        changes += [("+I", *new)] if phase == 0 or k % 6 == 5 else [("-U", *old), ("+U", *new)]
        if k % 6 == 5:
            changes.append(("-D", *new))
    job.feed_rows("c", changes)
    for table in "abv":
        job.table_watermark(table, at + 4000)


def go_on(job, pause):
    """What becomes of the results until the end of phase 2, and a savepoint then."""
    feed(job, 1)
    feed(job, 2)
    time.sleep(pause)
    path = job.savepoint("canonical")
    changes = job.changes()
    job.cancel()
    return changes, path


def sql(flink, judge):
    """All queries in one job, on the heap; and on RocksDB with TTL and mini-batches, by which the planner makes other operators."""
    if judge.version not in VERSIONS:
        return
    own = table_flink(flink)
    with judge.with_flink(own):
        Queries(own, judge, "plain", "hashmap", PLAIN).play()
        BatchedQueries(own, judge, "batched", "rocksdb", BATCHED).play()


class Queries:
    """A job of all queries, and what is made of its savepoint."""
    QUERIES_IN_TIME = tuple(QUERIES)  # whose results do not depend on when they are looked at
    PAUSE = 0  # seconds until all that was fed has been worked on

    def __init__(self, flink, judge, title, backend, config):
        self.flink, self.judge = flink, judge
        self.title, self.backend, self.config = title, backend, config

    def start(self, name, parallelism, **more):
        return self.flink.start_tables(f"sql-{self.title}-{name}", TABLES, QUERIES, self.backend, parallelism, config=self.config, **more)

    def play(self):
        job = self.start("first", 2)
        feed(job, 0)
        time.sleep(self.PAUSE)
        canonical, native = job.savepoint("canonical"), job.savepoint("native")
        self.judge.snapshot(f"{self.title}-canonical", canonical, ())
        self.judge.snapshot(f"{self.title}-native", native, (), same_as=self.same_as(canonical))
        job.changes()
        self.wanted, self.end = go_on(job, self.PAUSE)
        quiet = set(QUERIES) - set(self.wanted) - FIRST_ROWS
        self.judge.claim(f"{self.title}: all queries go on", not quiet, quiet)
        self.goes_on("rewritten", self.rewritten(native if self.title == "plain" else canonical), 3, 300)
        self.goes_on("remade", self.remade(canonical), 1, 128)

    def same_as(self, canonical):
        return canonical

    def rewritten(self, source):
        path = self.judge.folder(f"{self.title}-rewritten") / "savepoint"
        run(self.judge, "sp-rewrite", "--max-parallelism", "300", "-o", path, source)
        return path

    def remade(self, source):
        """Of nothing but what was printed, and the schema."""
        folder = self.judge.folder(f"{self.title}-remade")
        for tool in ("sp-dump", "sp-timers"):
            run(self.judge, tool, "-o", folder / f"{tool}.ndjson", source)
        run(self.judge, "sp-bootstrap", "--schema-of", source, "-o", folder / "savepoint", folder / "sp-dump.ndjson",
            folder / "sp-timers.ndjson")
        return folder / "savepoint"

    def goes_on(self, name, path, parallelism, max_parallelism):
        changes, _ = go_on(self.start(name, parallelism, max_parallelism=max_parallelism, restore=path), self.PAUSE)
        problems = [f"{query}: {problem}" for query in self.QUERIES_IN_TIME
                    if (problem := difference(self.wanted.get(query, {}), changes.get(query, {})))]
        self.judge.report(f"{self.title}-{name} goes on", "".join("\n        " + problem for problem in problems),
                          f": {sum(map(len, self.wanted.values()))} changes by {len(self.wanted)} queries")


class BatchedQueries(Queries):
    """Mini-batches hold watermarks back for a second of the clock, and each savepoint ends a batch: between two of them state changes."""
    QUERIES_IN_TIME = tuple(query for query in QUERIES if query != "temporal-join")  # its rows wait for watermarks
    PAUSE = 4

    def same_as(self, canonical):
        return None


TOTALS = {"t": {"columns": {**K, **U, "l": "BIGINT NOT NULL", **TS}},
          "totals": {"columns": {"name": "STRING", "u": "INT", "n": "BIGINT", "sum": "BIGINT", "most": "BIGINT", "mean": "BIGINT",
                                 "exact": "DECIMAL(38, 2)", "text": "STRING"}}}
TOTALS_QUERY = {"totals": "SELECT name, u, COUNT(*), SUM(l), MAX(l), AVG(l), SUM(x), MIN(s) FROM (SELECT 'group ' || CAST(u AS STRING) AS "
                          "name, u, l, CAST(l AS DECIMAL(20, 2)) AS x, CAST(l AS STRING) AS s FROM t) GROUP BY name, u"}
TOTALS_STATE = {"key": "sql<STRING NOT NULL, INT NOT NULL>", "states": [
    {"name": "accState", "kind": "value", "type": "sql<BIGINT, BIGINT, BIGINT, DECIMAL(38, 2), STRING>"}]}
GROUPS = range(20)


def sql_from_rows(flink, judge):
    """An aggregate goes on with totals that sp-bootstrap wrote for it from a schema in words; its uid is in the job's compiled plan."""
    if judge.version not in VERSIONS:
        return
    folder = judge.folder("totals")
    own = table_flink(flink)
    fresh = own.start_tables("totals-fresh", TOTALS, TOTALS_QUERY, "hashmap", plan=folder / "plan.json")
    fresh.feed_rows("t", [("+I", 0, 5, START, 1)])  # an operator without entries has no serializers
    uid = aggregate_uid(folder / "plan.json")
    there = {u: [1000 * u - 7 * n for n in range(u + 1)] for u in GROUPS[:15]}
    rows = [{"uid": uid, "state": "accState", "kind": "value", "key": key_of(u), "value": {
        "f0": len(values), "f1": sum(values), "f2": max(values), "f3": f"{sum(values)}.00", "f4": min(map(str, values))}}
        for u, values in there.items()]
    path = bootstrap(judge, folder, {"schema": 1, "maxParallelism": 300, "operators": [{"uid": uid, **TOTALS_STATE}]}, rows,
                     "--flink-version", judge.version)
    answers = own.compatibility(path, fresh.savepoint("canonical"), [uid])[uid]
    judge.claim("totals are compatible as is", len(answers) == 3 and set(answers.values()) == {"as is"}, answers)
    fresh.cancel()
    for backend, parallelism in (("hashmap", 3), ("rocksdb", 1)):
        job = own.start_tables(f"totals-{backend}", TOTALS, TOTALS_QUERY, backend, parallelism, 300, restore=path,
                               plan=folder / "plan.json")
        job.feed_rows("t", [("+I", u, 31 * u + n, START, u) for u in GROUPS for n in range(3)])
        job.savepoint("canonical")
        wanted = {}
        for u in GROUPS:
            if u in there:
                wanted[text_of_totals(u, there[u])] = -1
            wanted[text_of_totals(u, there.get(u, []) + [31 * u + n for n in range(3)])] = 1
        problem = difference(wanted, job.changes().get("totals", {}))
        judge.report(f"totals go on in {backend}-{parallelism}", problem, f": {len(wanted)} changes")
        job.cancel()


def aggregate_uid(plan):
    """As the default of `table.exec.uid.format` has it: id and transformation."""
    nodes = json.loads(plan.read_text())["nodes"]
    return next(f"{node['id']}_group-aggregate" for node in nodes if node["type"].startswith("stream-exec-group-aggregate"))


def key_of(u):
    return {"f0": f"group {u}", "f1": u}


def text_of_totals(u, values):
    """As the job tells it."""
    total = sum(values)
    columns = [f"group {u}", u, len(values), total, max(values), total // len(values), f"{total}.00", min(map(str, values))]
    return json.dumps({f"f{i}": column for i, column in enumerate(columns)}, separators=(",", ":"))


def difference(wanted, found):
    rows = [row for row in {**wanted, **found} if wanted.get(row, 0) != found.get(row, 0)]
    shown = "".join(f"\n            {wanted.get(row, 0):+} and not {found.get(row, 0):+} {row[:200]}" for row in rows[:3])
    return f"{len(rows)} of {len(wanted)} changes differ{shown}" if rows else ""


def run(judge, tool, *options):
    done = subprocess.run([judge.tools / tool, *map(str, options)], capture_output=True, text=True)
    if done.returncode != 0 or done.stderr or done.stdout:
        raise FlinkError(f"{tool} exit {done.returncode}: {done.stderr[:1000]}{done.stdout[:300]}")


CASES = (sql, sql_from_rows)

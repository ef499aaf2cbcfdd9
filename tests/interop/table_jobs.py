"""Jobs of SQL, in a process of Flink that has the planner and Avro on its class path (the other cases' processes have neither)."""
import base64
import collections
import functools
import pathlib

from flink import ALL_CLASS_PATH, Flink, Job


@functools.cache
def table_flink(flink):
    """The process of all these cases, beside FLINK."""
    own = TableFlink(flink)
    flink.followers.append(own)
    return own


class TableFlink(Flink):
    def __init__(self, flink):
        class_path = (pathlib.Path(flink.classes).parent / ALL_CLASS_PATH).read_text().strip()
        super().__init__(f"{flink.classes}:{class_path}", flink.work / "tables")

    def start_tables(self, name, tables, queries, backend, parallelism=1, max_parallelism=128, config=None, restore=None, plan=None):
        """TABLES: {name: {"columns": {name: type}}}; QUERIES: {name: SELECT}. PLAN: a file for the compiled plan, which has uids."""
        request = {"job": name, "tables": tables, "queries": queries, "backend": backend, "parallelism": parallelism,
                   "max_parallelism": max_parallelism, "config": config or {}}
        if restore:
            request["restore"] = str(restore)
        if plan:
            request["plan"] = str(plan)
        self.ask("start-tables", **request)
        return TableJob(self, name, [], parallelism)


class TableJob(Job):
    uids = ()

    def feed_rows(self, table, rows):
        """ROWS: (kind, key, number, time, map), of which SampleRows.java makes the columns."""
        self.flink.ask("feed-table", job=self.name, table=table,
                       rows=[{"op": kind, "key": key, "n": n, "time": time, "map": map} for kind, key, n, time, map in rows])

    def table_watermark(self, table, time):
        self.flink.ask("feed-table", job=self.name, table=table, rows=[{"op": "watermark", "n": time}])

    def changes(self):
        """{query: {row: how many more times it is there now}}; those that only came and went are left out."""
        net = collections.defaultdict(collections.Counter)
        for line in self.outputs():
            query, kind, row = line.split(" ", 2)
            net[query][row] += 1 if kind in ("+I", "+U") else -1
        return {query: {row: count for row, count in rows.items() if count} for query, rows in net.items()}


def raw_integer():
    """The type RAW of java.lang.Integer, with its serializer's snapshot as SQL has it."""
    name = b"org.apache.flink.api.common.typeutils.base.IntSerializer$IntSerializerSnapshot"
    snapshot = len(name).to_bytes(2, "big") + name + (3).to_bytes(4, "big")
    return f"RAW('java.lang.Integer', '{base64.b64encode(snapshot).decode()}')"

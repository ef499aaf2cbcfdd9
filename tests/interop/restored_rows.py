"""What a job has in its state once it has restored rows, and then once it has been fed: the side of restore_cases.py that no Flink
computes. Rows are those of sp-rows(5), as dictionaries."""
import collections
import copy

from judge import load_compare

compare = load_compare()
text = compare.canonical  # of a JSON value
START = 1_700_000_000_000
EXPIRED = 1_500_000_000_000  # stamps before are older than the year that the job lets values live
TEXTS = ("", "a", "héllo", "日本語", "emoji 😀", "q\"uote\\back\n\ttab", "nul\0in", "long" * 60)  # BasicTypes.java
LONGS = (0, -1, -2**63, 2**63 - 1, 2**53, 255)
MERGING = "merging-window-set"


def string_of(n):
    return TEXTS[n] if 0 <= n < len(TEXTS) else TEXTS[n % len(TEXTS)] + str(n)


def long_of(n):
    return LONGS[n] if 0 <= n < len(LONGS) else n * 1_000_000_007 if n % 2 == 0 else -n


def exact(value):
    """Numbers that a row gives as text are numbers for everyone else."""
    return [exact(element) for element in value] if isinstance(value, list) else int(value) if isinstance(value, str) else value


def windows_of(window, timestamp):
    """The windows that an element at TIMESTAMP is in; sessions are not merged yet."""
    size = window["size"]
    if window["assigner"] == "session":
        return [(timestamp, timestamp + size)]
    slide = window.get("slide", size)
    last = timestamp - (timestamp - window.get("offset", 0)) % slide
    return [(start, start + size) for start in range(last, timestamp - size, -slide)]


def joined(kind, a, b):
    """Contents of one window: WindowOperators.java."""
    if kind == "list":
        return a + b
    if kind == "aggregating":
        return {"f0": a["f0"] + b["f0"], "f1": a["f1"] + b["f1"]}
    return {**b, "n": a["n"] + b["n"], "time": max(a["time"], b["time"])}


def unexpired(row):
    """Flink drops what has expired whenever it comes across it. None if all of the row has."""
    name = "ttl_timestamp" if "ttl_timestamp" in row else "ttl_ts"
    stamps = row.get(name)
    if isinstance(stamps, list):
        kept = [(value, stamp) for value, stamp in zip(row["value"], stamps) if stamp > EXPIRED]
        return {**row, "value": [value for value, _ in kept], name: [stamp for _, stamp in kept]} if kept else None
    return None if stamps is not None and stamps <= EXPIRED else row


def with_plain_sessions(rows):
    """Which of the sessions that became one gives its name to the contents, and their order, is Flink's affair."""
    rows = list(rows)
    sessions = {(row["uid"], text(row["key"]), text(pair["f1"])): pair["f0"]
                for row in rows if row.get("state") == MERGING for pair in row["value"]}
    for row in rows:
        session = sessions.get((row.get("uid"), text(row.get("key")), text(row.get("namespace"))))
        if row.get("state") == MERGING:
            yield {**row, "value": sorted((pair["f0"] for pair in row["value"]), key=text)}
        elif session and row.get("state") == "window-contents":
            yield {**row, "namespace": session, "value": sorted(row["value"], key=text)}
        else:
            yield row


class State:
    """Rows as entries of the restored job. It equals another if their counts do."""

    def __init__(self, rows, schema, ttl_timestamp):
        states = {(operator["uid"], state["name"]): state for operator in schema["operators"] for state in operator.get("states", [])}
        windows = {operator["uid"]: operator["window"] for operator in schema["operators"] if "window" in operator}
        self.rows = []
        for row in copy.deepcopy(rows):
            state = states.get((row["uid"], row.get("state")), {})
            if state.get("ttl") and "ttl_timestamp" not in row:
                row["ttl_timestamp"] = [ttl_timestamp] * len(row["value"]) if row["kind"] == "list" else ttl_timestamp
            if state.get("type") == "long":
                row["value"] = exact(row["value"])
            if "event_timestamp" in row:
                self.add_to_windows(row, windows[row["uid"]])
            else:
                self.rows.append(row)

    def copy(self):
        return copy.deepcopy(self)

    def keep(self, uids):
        """What other operators have is forgotten."""
        self.rows = [row for row in self.rows if row["uid"] in uids]

    def find(self, **wanted):
        """The row that has these members."""
        return next((row for row in self.rows if all(text(row.get(name)) == text(value) for name, value in wanted.items())), None)

    def put(self, row):
        """In place of what is there."""
        found = self.find(**{name: row.get(name) for name in ("uid", "state", "key", "map_key")})
        if found:
            found["value"] = row["value"]
        else:
            self.rows.append(row)

    def add(self, uid, state, kind, key, value, join):
        found = self.find(uid=uid, state=state, key=key)
        if found:
            found["value"] = join(found["value"], value)
        else:
            self.rows.append({"uid": uid, "state": state, "kind": kind, "key": key, "value": value})

    def add_to_windows(self, row, window):
        """A row that has an event_timestamp in place of a namespace, with the timers that fire its windows."""
        row = dict(row)
        places = [(place, row["value"]) for place in windows_of(window, row.pop("event_timestamp"))]
        if window["assigner"] == "session":
            places = [self.with_touching_sessions(row, *places[0])]
        for (start, end), value in places:
            self.place({**row, "namespace": {"start": start, "end": end}, "value": value}, window)
        if window["assigner"] == "session":
            sessions = [other["namespace"] for other in self.of_key(row) if other.get("state") == row["state"]]
            self.put({"uid": row["uid"], "state": MERGING, "kind": "list", "key": row["key"],
                      "value": [{"f0": session, "f1": session} for session in sessions]})

    def of_key(self, row):
        return [other for other in self.rows if other["uid"] == row["uid"] and text(other.get("key")) == text(row["key"])]

    def with_touching_sessions(self, row, session, value):
        """All sessions of the row's key that touch this one, taken out and joined with it."""
        start, end = session
        touching = [other["namespace"] for other in self.of_key(row) if other.get("state") == row["state"]
                    and other["namespace"]["start"] <= end and start <= other["namespace"]["end"]]
        for namespace in touching:
            contents = self.find(uid=row["uid"], state=row["state"], key=row["key"], namespace=namespace)
            value = joined(row["kind"], contents["value"], value)
            self.rows = [other for other in self.rows if other.get("namespace") != namespace or other not in self.of_key(row)]
            start, end = min(start, namespace["start"]), max(end, namespace["end"])
        return (start, end), value

    def place(self, row, window):
        found = self.find(**{name: row[name] for name in ("uid", "state", "key", "namespace")})
        if found:
            found["value"] = joined(row["kind"], found["value"], row["value"])
            return
        self.rows.append(row)
        domain = window.get("time", "event")
        fires = row["namespace"]["end"] - 1
        for time in sorted({fires, fires + (window.get("lateness", 0) if domain == "event" else 0)}):
            self.rows.append({"uid": row["uid"], "timer": f"{domain}-time", "service": "window-timers", "key": row["key"],
                              "namespace": row["namespace"], "timestamp": time})

    def fire(self, domain, up_to):
        """(timer, contents of its window if they are there still), which leave the state."""
        due = [row for row in self.rows if row.get("timer") == domain and row["timestamp"] <= up_to]
        for timer in sorted(due, key=lambda row: row["timestamp"]):
            contents = self.find(uid=timer["uid"], state="window-contents", key=timer["key"], namespace=timer["namespace"]) \
                if "namespace" in timer else None
            self.rows = [row for row in self.rows if row is not timer and row is not contents]
            yield timer, contents

    def shown(self, uid, state, kind, key):
        """What the job finds under a key."""
        rows = [unexpired(row) for row in self.of_key({"uid": uid, "key": key}) if row.get("state") == state]
        rows = [row for row in rows if row]
        if kind == "map":
            return [{"key": row["map_key"], "value": row["value"]} for row in rows]
        return rows[0]["value"] if rows else [] if kind == "list" else None

    def counts(self):
        return self.counts_of(self.rows)

    @staticmethod
    def counts_of(rows, from_row=compare.from_tool):
        """Of rows of sp-dump and sp-timers, or of truth.ndjson with compare.from_truth."""
        return collections.Counter(from_row(row) for row in with_plain_sessions(filter(None, map(unexpired, rows))))

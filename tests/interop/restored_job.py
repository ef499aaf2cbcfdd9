"""A job that has restored rows: what it finds, and what becomes of them."""
import collections
import json
import subprocess
import time

from flink import FlinkError
from restored_rows import START, long_of, string_of, text

SECONDS = 20
WATERMARK = START + 100_000
# What the job is fed: operation, number of the key, state, number of the value, number of the map key (DeclaredState.java).
ORDERS = (("add", 1, "sum", 7), ("add", 4, "sum", 7), ("add", 1, "mean", 5), ("add", 3, "mean", 6), ("add", 1, "joined", 9),
          ("add", 1, "recent", 10), ("add", 11, "recent", 10), ("put", 1, "count", 100), ("put", 11, "count", 101),
          ("put", 1, "seen", 12, 9), ("put", 5, "seen", 13, 9))
# Operator, number of the key, the key, n, time.
ELEMENTS = (("tumbling", 1, "a", 20, START + 500), ("tumbling", 4, "emoji 😀", 21, START + 5000), ("sliding", 1, "a", 22, START + 700),
            ("session", 1, "a", 23, START + 1300),  # between two sessions, and makes them one
            ("late", 1, -1, 24, START + 100), ("named-windows", 1, "a", 25, START + 10))


def difference(want, got):
    """Of two counters of texts; empty if there is none."""
    missing, extra = want - got, got - want
    if not missing and not extra:
        return "" if want else "nothing to compare"
    text = f"{sum(want.values())} entries, {sum(missing.values())} missing, {sum(extra.values())} not wanted"
    for title, lines in (("missing", missing), ("not wanted", extra)):
        text += "".join(f"\n        {title}: {line[:300]}" for line in list(lines)[:5])
    return text


class Restored:
    def __init__(self, flink, made, backend, parallelism, **options):
        """OPTIONS of Flink.start()."""
        self.made = made
        self.name = f"{made.name}/{backend}-{parallelism}"
        self.judge = made.judge
        self.state = made.state.copy()
        self.parallelism = parallelism
        self.job = flink.start(self.name.replace("/", "-"), made.job, backend, parallelism, made.max_parallelism, restore=made.path,
                               **options)

    def check(self):
        self.fires_by_clock()
        commands, wanted = self.shows()
        self.job.feed(*commands)
        self.feed_on()
        path = self.job.savepoint("canonical")
        self.has_equal_objects()
        self.judge.report(f"{self.name} finds every entry", difference(wanted, self.heard(self.job.outputs())),
                          f": {sum(wanted.values())} answers")
        self.judge.report(f"{self.name} goes on", difference(self.state.counts(), self.dumped(path)),
                          f": {len(self.state.rows)} entries in its own savepoint")
        self.fires_by_watermark()
        self.job.cancel()

    def has_equal_objects(self):
        """The job fails where an object is not equal to its own sample, of types for which rows have the same."""
        commands = self.made.expectations()
        if commands and commands[0]["uid"] in self.job.uids:
            self.job.feed(*commands)
            self.job.savepoint("canonical")  # all have been obeyed then
            self.judge.report(f"{self.name} has equal objects", "", f": {len(commands)} of Kryo's")

    def feed_on(self):
        """Every operator that the job has."""
        commands = (*self.to_orders(), *self.to_keys(), *self.to_operators(), *self.to_windows())
        self.job.feed(*(command for command in commands if command["uid"] in self.job.uids))
        self.state.keep(self.made.uids)

    def fires_by_clock(self):
        wanted = self.heard(self.fired("processing-time", int(time.time() * 1000)))
        if not wanted:  # they had fired before the savepoint
            return
        self.judge.report(f"{self.name} fires by the clock", difference(wanted, self.heard(self.wait(sum(wanted.values())))),
                          f": {sum(wanted.values())} timers and windows")

    def fires_by_watermark(self):
        if not any("timer" in row for row in self.state.rows):
            return
        wanted = self.heard(self.fired("event-time", WATERMARK))
        self.job.watermark(WATERMARK)
        self.judge.report(f"{self.name} fires by watermark", difference(wanted, self.heard(self.wait(sum(wanted.values())))),
                          f": {sum(wanted.values())} timers and windows")

    def wait(self, count):
        """What was put out, once it is COUNT lines: timers fire when they like."""
        lines, end = [], time.monotonic() + SECONDS
        while len(lines) < count and time.monotonic() < end:
            time.sleep(0.02)
            lines += self.job.outputs()
        return lines

    def fired(self, domain, up_to):
        """Texts of the timers up to that time and of the windows that they fire, which all leave the state."""
        lines = []
        for timer, contents in self.state.fire(domain, up_to):
            if timer["service"] == "user-timers":
                lines.append(f"{timer['uid']} {domain.upper().replace('-', '_')} timer of {text(timer['key'])} at {timer['timestamp']}")
            elif contents:
                window = "[{start}, {end})".format(**timer["namespace"])
                lines.append(f"{timer['uid']} window {window} of {text(timer['key'])}: {shown_contents(contents)}")
        return lines

    def shows(self):
        """Commands that let the job tell all that it finds, and what it must tell."""
        commands, wanted = [], collections.Counter()
        for operator in self.made.job:
            uid = operator["uid"]
            if operator["kind"] in ("keyed", "keyed-broadcast"):
                keys = self.made.keys(operator)
                commands += [{"uid": uid, "op": "show", "key": n} for n in keys]
                wanted.update(f"{uid}/{state} of {text(key)}: {text(self.state.shown(uid, state, kind, key))}"
                              for key in keys.values() for state, kind in self.made.keyed_states(uid))
            if operator["kind"] in ("operator", "keyed-broadcast"):
                commands.append({"uid": uid, "op": "show" if operator["kind"] == "operator" else "show-operator"})
                wanted.update(self.operator_lines(uid))
        return commands, wanted

    def operator_lines(self, uid):
        """Each element of a list is in one subtask, and all of the rest in all."""
        lines = []
        for row in self.state.rows:
            if row["uid"] == uid and row.get("kind") in ("operator-list", "operator-union", "broadcast"):
                value = text(row["value"])
                line = f"{uid} {row['state']}: " + (f"{text(row['map_key'])} = {value}" if row["kind"] == "broadcast" else value)
                lines += [line] * (1 if row["kind"] == "operator-list" else self.parallelism)
        return lines

    def to_orders(self):
        for op, n, state, value, *map_key in ORDERS:
            command = {"uid": "orders", "op": op, "key": n, "state": state, "n": value}
            key = string_of(n)
            if state == "sum":
                self.state.add("orders", state, "reducing", key, long_of(value), lambda a, b: a + b)
            elif state == "mean":
                self.state.add("orders", state, "aggregating", key, {"f0": value, "f1": 1},
                               lambda a, b: {"f0": a["f0"] + b["f0"], "f1": a["f1"] + b["f1"]})
            elif state == "joined":
                self.state.add("orders", state, "reducing", key, string_of(value), lambda a, b: f"{a}|{b}")
            elif state == "recent":
                self.state.add("orders", state, "list", key, [string_of(value)], lambda a, b: a + b)
            elif state == "count":
                self.state.put({"uid": "orders", "state": state, "kind": "value", "key": key, "value": long_of(value)})
            else:
                command["map"] = map_key[0]
                self.state.put({"uid": "orders", "state": state, "kind": "map", "key": key, "map_key": string_of(map_key[0]),
                                "value": long_of(value)})
            yield command

    def to_keys(self):
        """To the sum of each key of each type."""
        for operator in self.made.job:
            if operator["uid"].startswith("by-") and operator["kind"] == "keyed":
                for n, key in self.made.keys(operator).items():
                    self.state.add(operator["uid"], "sum", "reducing", key, long_of(7), lambda a, b: a + b)
                    yield {"uid": operator["uid"], "op": "add", "key": n, "state": "sum", "n": 7}

    def to_operators(self):
        def address(street, number):
            return {"street": street, "number": number}
        rows = ({"uid": "operator", "state": "list", "kind": "operator-list", "value": string_of(9)},
                {"uid": "operator", "state": "union", "kind": "operator-union", "value": long_of(20)},
                {"uid": "rules", "state": "log", "kind": "operator-list", "value": {"f0": "added", "f1": 9}})
        self.state.rows += rows
        timer = {"uid": "rules", "timer": "event-time", "service": "user-timers", "key": 255, "timestamp": START + 1}
        if not self.state.find(**timer):  # a timer that is set twice is one
            self.state.rows.append(timer)
        self.state.put({"uid": "operator", "state": "broadcast", "kind": "broadcast", "map_key": string_of(9),
                        "value": address(string_of(2), 2)})
        self.state.put({"uid": "rules", "state": "rules", "kind": "broadcast", "map_key": "limit", "value": address("limit", 6)})
        self.state.put({"uid": "rules", "state": "history", "kind": "map", "key": 255, "map_key": 3, "value": address("counted", 3)})
        self.state.add("rules", "count", "value", 255, 3, lambda a, b: a + b)
        return ({"uid": "operator", "op": "add", "key": 0, "state": "list", "n": 9},
                {"uid": "operator", "op": "add", "state": "union", "n": 20},
                {"uid": "operator", "op": "put", "state": "broadcast", "n": 2, "map": 9},
                {"uid": "rules", "op": "log", "key": 0, "state": "added", "n": 9},
                {"uid": "rules", "op": "rule", "key": 5, "state": "limit", "n": 6},
                {"uid": "rules", "op": "count", "key": 5, "n": 3, "time": START + 1})

    def to_windows(self):
        for uid, n, key, value, at in ELEMENTS:
            if uid not in self.made.uids:
                continue
            command = {"uid": uid, "op": "element", "key": n, "n": value, "time": at}
            kind = dict(self.made.keyed_states(uid))["window-contents"]
            element = {**command, "state": "", "map": 0}  # Command.java
            contents = {"list": [element], "aggregating": {"f0": value, "f1": 1}, "reducing": element}[kind]
            self.state.add_to_windows({"uid": uid, "state": "window-contents", "kind": kind, "key": key, "event_timestamp": at,
                                       "value": contents}, self.made.windows[uid])
            yield command

    def dumped(self, path):
        uid_list = self.judge.work / "restored-uids.txt"
        uid_list.write_text("\n".join(self.job.uids) + "\n")
        rows = []
        for tool in ("sp-dump", "sp-timers"):
            done = subprocess.run([self.judge.tools / tool, "--uid-list", uid_list, "--classpath", self.judge.flink.classes, path],
                                  capture_output=True)
            if done.returncode != 0:
                raise FlinkError(f"{tool} exit {done.returncode}: {done.stderr.decode(errors='replace')[:300]}")
            rows += [json.loads(line) for line in done.stdout.splitlines()]
        own = set(self.made.uids)
        return self.state.counts_of(row for row in rows if row.get("uid") in own)

    @staticmethod
    def heard(lines):
        return collections.Counter(map(canonical_line, lines))


def shown_contents(row):
    """As WindowOperators.java tells the contents of a window."""
    value = row["value"]
    if row["kind"] == "list":
        return " ".join(str(part["n"]) for part in value)
    return f"({value['f0']},{value['f1']})" if row["kind"] == "aggregating" else str(value["n"])


def canonical_line(line):
    """A line of the outputs with its JSON as text() writes it, and without the subtask."""
    decoder = json.JSONDecoder()
    words = line.split(" ")
    if words[1] == "subtask":
        head, rest = " ".join([words[0], *words[3:]]).split(": ", 1)
        value, end = decoder.raw_decode(rest)
        values = [value] + ([decoder.raw_decode(rest[end + 3:])[0]] if rest[end:].startswith(" = ") else [])
        return f"{head}: " + " = ".join(map(text, values))
    head, rest = line.split(" of ", 1)
    key, end = decoder.raw_decode(rest)
    rest = rest[end:].rstrip()
    if "/" in head:
        rest = ": " + text(decoder.raw_decode(rest[2:])[0])
    elif head.startswith("session "):
        rest = ": " + " ".join(sorted(rest[2:].split(" ")))  # sessions that became one are joined in any order
    return f"{head} of {text(key)}{rest}"


def restores(flink, name, operators, backend, path, commands):
    """The job that restored the snapshot and went on; None where Flink refuses."""
    try:
        running = flink.start(name, operators, backend, 1, restore=path)
    except FlinkError:
        return None
    try:
        running.feed(*commands)
        running.savepoint("canonical")
        return running
    except FlinkError:
        try:
            running.cancel()
        except FlinkError:
            pass
        return None

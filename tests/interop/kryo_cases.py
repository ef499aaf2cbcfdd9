"""Cases for Kryo: Flink's KryoSerializer writes random objects of random classes, and the harness, which has the objects, says
how they have to be printed."""
import collections
import hashlib
import json
import pathlib
import shutil
import subprocess
import zipfile

import kryo_classes
from flink import Flink, FlinkError

VERSIONS = ("1.20", "2.3")
SEED, CLASSES, SAMPLES = 9, 1300, 3  # with interfaces and abstract classes
WITH_VALUES = 1000  # so many at least
BACKENDS = ("hashmap", "rocksdb")
KINDS = ("canonical", "native")
KEYS, STATES = 40, 15  # of the savepoint
PATIENCE = 5  # differences that are told


class Classes:
    """The generated classes: a jar, and a file with their names. Made once for a version, beside its build."""

    def __init__(self, version, folder):
        self.folder = folder / "kryo-classes"
        self.jar, self.list = self.folder / "generated.jar", self.folder / "list"
        sources = pathlib.Path(kryo_classes.__file__).read_bytes() + f"{version} {SEED} {CLASSES}".encode()
        digest, stamp = hashlib.sha256(sources).hexdigest(), self.folder / "stamp"
        if not stamp.exists() or stamp.read_text() != digest:
            self.make(version)
            stamp.write_text(digest)

    def make(self, version):
        shutil.rmtree(self.folder, ignore_errors=True)
        sources, classes = self.folder / "src", self.folder / "classes"
        self.list.parent.mkdir(parents=True)
        names = kryo_classes.generate(sources, SEED, CLASSES, flink_2=version.startswith("2."))
        self.list.write_text("\n".join(names) + "\n", encoding="utf-8")
        arguments = self.folder / "arguments"
        arguments.write_text("\n".join(f'"{path}"' for path in sorted(sources.rglob("*.java"))), encoding="utf-8")
        command = ["javac", "-J-Xmx1g", "-J-XX:TieredStopAtLevel=1", "-nowarn", "-proc:none", "-encoding", "UTF-8", "-d", classes]
        done = subprocess.run([*command, f"@{arguments}"], capture_output=True, text=True)
        if done.returncode != 0:
            raise FlinkError("javac: " + done.stderr[:2000])
        with zipfile.ZipFile(self.jar, "w", zipfile.ZIP_DEFLATED) as jar:
            for path in sorted(classes.rglob("*.class")):
                jar.write(path, path.relative_to(classes))


class KryoFlink(Flink):
    """A process of its own, with the generated classes on the class path."""

    def __init__(self, flink, classes, name, without=None):
        jars = [jar for jar in flink.class_path.split(":") if not without or without not in jar]
        super().__init__(":".join([*jars, str(classes.jar)]), flink.work / name)
        self.classes = classes

    def __enter__(self):
        self.ask("kryo-classes", list=str(self.classes.list))
        return self

    def kryo(self, out, **members):
        self.ask("kryo", out=str(out), **members)
        return [line.split("\t") for line in pathlib.Path(out).read_text(encoding="utf-8").split("\n")[:-1]]


def kryo_values(flink, judge):
    """Of each class random values, a serializer for each class; then all of them by one serializer of Object."""
    if judge.version not in VERSIONS:
        return
    classes = Classes(judge.version, flink.work.parent)
    with KryoFlink(flink, classes, "kryo-values") as own:
        for title, shared in (("a serializer a class", False), ("one serializer", True)):
            judge_values(own, judge, title, samples=SAMPLES, shared=shared)
    if judge.version.startswith("1."):  # with it Kryo writes synthetic fields too
        with KryoFlink(flink, classes, "kryo-without-scala", without="/flink-scala_") as own:
            judge_values(own, judge, "without flink-scala", samples=1, shared=False)


def judge_values(own, judge, title, **members):
    out = own.work / f"{title.replace(' ', '-')}.tsv"
    lines = own.kryo(out, **members)
    judge.report(title, values_problem(judge, own.classes, lines, out), f": {told(lines)}")


def values_problem(judge, classes, lines, path):
    """What Flink itself cannot read from Kryo's bytes need not be read, but nothing may be read wrongly."""
    tool = judge.tools.parent / "tests/kryo_values"
    with open(path, "rb") as stdin:
        done = subprocess.run([tool, "5" if judge.version.startswith("2.") else "2", classes.jar], stdin=stdin, capture_output=True)
    printed = done.stdout.decode(errors="replace").split("\n")[:-1]
    if done.returncode != 0 or len(printed) != len(lines):
        return f"kryo_values exit {done.returncode}, {len(printed)} of {len(lines)} lines: {done.stderr.decode(errors='replace')[:300]}"
    problems, unknown = [], 0
    for line, (name, _, value, again, wanted), found in zip(range(1, len(lines) + 1), lines, printed):
        if again.startswith("unwritten"):
            continue
        if found.startswith("!") and again.startswith("unread"):
            unknown += 1
            continue
        problem = found if found.startswith("!") else difference(parse(wanted), parse(found))
        if problem:
            problems.append(f"\n        line {line} of {path}, {name} ({again[:60]}): {problem[:400]}")
    names = {line[0] for line in lines if not line[3].startswith("unwritten")}
    if problems:
        return f"{len(problems)} of {len(lines)} values differ" + "".join(problems[:PATIENCE])
    if unknown > len(lines) // 50 or len(names) < WITH_VALUES:
        return f"values of {len(names)} classes, and {unknown} that nobody can read"
    return ""


def told(lines):
    counts = collections.Counter(line[3].split(":")[0] for line in lines)
    return f"{len(lines)} values of {len({line[0] for line in lines})} classes; Flink itself: " + ", ".join(
        f"{count} {what}" for what, count in sorted(counts.items()))


def kryo_savepoint(flink, judge):
    """States of Object and of generated classes, as sp-dump --classpath reads them from savepoints of both backends."""
    if judge.version not in VERSIONS:
        return
    classes = Classes(judge.version, flink.work.parent)
    with KryoFlink(flink, classes, "kryo-savepoint") as own:
        states = [{"name": f"state{i}", "kind": "list" if i % 4 == 3 else "value", "type": f"kryo:{name}", "rows": rows}
                  for i, (name, rows) in enumerate(readable(own))]
        operators = [{"uid": "kryo", "kind": "keyed", "key": "int",
                      "states": [{name: state[name] for name in ("name", "kind", "type")} for state in states]}]
        for backend in BACKENDS:
            job = own.start(f"kryo-{backend}", operators, backend, 2)
            job.feed(*({"uid": "kryo", "op": "add" if state["kind"] == "list" else "put", "key": n, "state": state["name"], "n": n}
                       for state in states for n in state["rows"]))
            for kind in KINDS:
                problem = savepoint_problem(own, judge, job.savepoint(kind), states)
                judge.report(f"{backend}-{kind}", problem, f": {sum(len(state['rows']) for state in states)} entries")
            job.cancel()


def readable(own):
    """Object, and some classes with fields: their names, and the JSON of those of their objects that Flink can read, by number."""
    names = own.classes.list.read_text(encoding="utf-8").splitlines()
    for name in ("java.lang.Object", *[name for name in names if name.rsplit(".")[-1][0] in "CR"][::len(names) // STATES]):
        lines = own.kryo(own.work / "state.tsv", of=name, samples=KEYS)
        rows = {n: line[4] for n, line in enumerate(lines) if line[3] in ("same", "differs") and line[4] != "null"}
        if rows:
            yield name, rows


def savepoint_problem(own, judge, path, states):
    command = [judge.tools / "sp-dump", "--classpath", own.classes.jar, "--uid", "kryo", path]
    done = subprocess.run(command, capture_output=True)
    if done.returncode != 0:
        return f"sp-dump exit {done.returncode}: {done.stderr.decode(errors='replace')[:300]}"
    rows = {}
    for row in map(parse, done.stdout.decode().splitlines()):
        members = dict(row)
        rows[members["state"], members["key"]] = members["value"]
    for state in states:
        for key, text in state["rows"].items():
            wanted = parse(f"[{text}]" if state["kind"] == "list" else text)
            problem = difference(wanted, rows.pop((state["name"], key), None))
            if problem:
                return f"{state['name']} of {state['type']}, key {key}: {problem[:400]}"
    return f"{len(rows)} rows too many" if rows else ""


# ---- JSON -------------------------------------------------------------------------------------------------------------------

class Object(list):
    """The members of a JSON object, in order."""


def parse(text):
    return json.loads(text, object_pairs_hook=Object)


def difference(wanted, found, place=""):
    """Empty, or the first place where they differ. "@class?" may be there or not; "@class" must, and nothing else may."""
    if isinstance(wanted, Object) and isinstance(found, Object):
        if wanted and wanted[0][0] == "@class?":
            told = bool(found) and found[0][0] == "@class"
            wanted = Object(([["@class", wanted[0][1]]] if told else []) + wanted[1:])
        names, found_names = [member[0] for member in wanted], [member[0] for member in found]
        if names != found_names:
            return f"at {place or '/'}: members {names} and not {found_names}"
        parts = [(name, a, b) for (name, a), (_, b) in zip(wanted, found)]
    elif type(wanted) is list and type(found) is list:
        if len(wanted) != len(found):
            return f"at {place or '/'}: {len(wanted)} elements and not {len(found)}"
        parts = [(index, a, b) for index, (a, b) in enumerate(zip(wanted, found))]
    else:
        same = type(wanted) is type(found) and repr(wanted) == repr(found)
        return "" if same else f"at {place or '/'}: {json.dumps(wanted)[:150]} and not {json.dumps(found)[:150]}"
    return next(filter(None, (difference(a, b, f"{place}/{name}") for name, a, b in parts)), "")


CASES = (kryo_values, kryo_savepoint)

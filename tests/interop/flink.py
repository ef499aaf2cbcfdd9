"""Real Flink for the tests: builds the Maven project, and talks with its one process (README.md lists the requests)."""
import fcntl
import hashlib
import json
import pathlib
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
VERSIONS = ("1.17", "1.20", "2.0", "2.3")
# Flink 1.17 looks into them when it checks what a job's functions hold; Kryo writes the fields of some. Flink's own configuration
# opens them too.
OPENS = ("java.lang", "java.util", "java.time", "java.math", "java.net", "java.text", "java.util.concurrent",
         "java.util.concurrent.atomic")


CLASS_PATH = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:build-classpath"
ALL_CLASS_PATH = "classpath-all"  # with what only some cases have: SQL and Avro


class FlinkError(Exception):
    pass


def build(version, folder):
    """Compiles into FOLDER unless that is done already; returns the class path. One at a time: two Mavens that fill the same
    repository disturb each other."""
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder.parent / "build.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return build_alone(version, folder)


def build_alone(version, folder):
    sources = sorted([HERE / "pom.xml", *(path for path in (HERE / "src").rglob("*") if path.is_file())])
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()
    stamp, class_path, all_class_path = folder / "stamp", folder / "classpath", folder / ALL_CLASS_PATH
    jars = all_class_path.read_text().strip() if all_class_path.exists() else ""
    done = stamp.exists() and stamp.read_text() == digest and all(pathlib.Path(jar).exists() for jar in jars.split(":"))
    if not done:
        maven(version, folder, "clean", "compile", CLASS_PATH, f"-Dmdep.outputFile={all_class_path}")
        maven(version, folder, CLASS_PATH, f"-Dmdep.outputFile={class_path}", "-DincludeScope=runtime")
        stamp.write_text(digest)
    return f"{folder}/classes:{class_path.read_text().strip()}"


def maven(version, folder, *goals):
    command = ["--batch-mode", "--quiet", f"-Pflink-{version}", f"-Dinterop.build={folder}", "-f", HERE / "pom.xml", *goals]
    for how in (["--offline"], []):  # asks the network only for what is not there
        done = subprocess.run(["mvn", *how, *command], capture_output=True, text=True)
        if done.returncode == 0:
            return
    raise FlinkError("Maven: " + done.stdout + done.stderr)


class Flink:
    """The process: a cluster of several slots, and readers of snapshots. WORK takes all that it writes."""

    def __init__(self, class_path, work, long_running=False):
        self.work = work
        self.followers = []  # processes that end with this one
        self.class_path = class_path
        self.classes = class_path.split(":")[0]  # those of the harness
        work.mkdir(parents=True, exist_ok=True)
        compiler = [] if long_running else ["-XX:TieredStopAtLevel=1"]  # the better compiler pays off after minutes only
        opens = [f"--add-opens=java.base/{package}=ALL-UNNAMED" for package in OPENS]
        self.log = open(work / "log", "w")
        self.process = subprocess.Popen(
            ["java", "-Xmx1g", "-XX:+UseSerialGC", *compiler, "-Duser.timezone=UTC", *opens, "-cp", class_path,
             "sp.interop.Main", work],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.log, text=True, encoding="utf-8")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for follower in self.followers:
            follower.__exit__()
        self.process.stdin.close()
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
        self.log.close()

    def ask(self, do, **members):
        self.process.stdin.write(json.dumps({"do": do, **members}) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise FlinkError(f"the process has ended, see {self.log.name}")
        answer = json.loads(line)
        if not answer["ok"]:
            self.log.write(answer["trace"])
            self.log.flush()
            raise FlinkError(f"{do}: {answer['error']} (see {self.log.name})")
        return answer

    def print(self, path, uids, out, **members):
        """Writes all rows of a snapshot as Flink reads them to OUT, as lines of truth.ndjson."""
        return self.ask("print", path=str(path), uids=uids, out=str(out), **members)["rows"]

    def sst(self, path):
        """The SST files that a snapshot refers to."""
        return self.ask("sst", path=str(path))["files"]

    def compatibility(self, path, fresh, uids):
        """{uid: {part of a state: what Flink does with it}} for the canonical savepoint PATH and a job whose own savepoint is FRESH."""
        return self.ask("compatibility", path=str(path), fresh=str(fresh), uids=uids)["operators"]

    def types(self, out, samples=3):
        """Writes what serializers write for all types of the type table to OUT, and returns it."""
        pathlib.Path(out).parent.mkdir(parents=True, exist_ok=True)
        self.ask("types", out=str(out), samples=samples)
        return [json.loads(line) for line in pathlib.Path(out).read_text().splitlines()]

    def start(self, name, operators, backend, parallelism=1, max_parallelism=128, config=None, restore=None, claim=False,
              checkpoints=None):
        spec = {"operators": operators, "max_parallelism": max_parallelism}
        request = {"job": name, "spec": spec, "backend": backend, "parallelism": parallelism, "config": config or {}}
        if restore:
            request.update(restore=str(restore), claim=claim)
        if checkpoints:
            request["checkpoints"] = str(checkpoints)
        self.ask("start", **request)
        return Job(self, name, operators, parallelism)


class Job:
    """A running job. What was fed before a snapshot is in it."""

    def __init__(self, flink, name, operators, parallelism):
        self.flink = flink
        self.name = name
        self.operators = operators
        self.parallelism = parallelism

    @property
    def uids(self):
        return ["commands", *(operator["uid"] for operator in self.operators)]

    def feed(self, *commands):
        self.flink.ask("feed", job=self.name, commands=list(commands))

    def feed_random(self, seed, count=2000, keys=200):
        """Decided by the seed alone: the same in each backend."""
        for operator in self.operators:
            self.flink.ask("feed", job=self.name, random={"uid": operator["uid"], "seed": seed, "keys": keys,
                                                          "count": count if operator["kind"] == "keyed" else count // 10})

    def fill(self, uid, keys, first_key=0):
        self.flink.ask("feed", job=self.name, fill={"uid": uid, "keys": keys, "first_key": first_key})

    def watermark(self, time):
        self.feed({"op": "watermark", "n": time})

    def show(self, uid, *keys):
        """What the job itself finds under the keys."""
        self.feed(*({"op": "show", "uid": uid, "key": key} for key in keys))
        self.checkpoint()  # so that the commands have arrived
        return self.outputs()

    def outputs(self):
        """What was put out since the last call. Only what was fed before a snapshot has surely arrived."""
        return self.flink.ask("outputs", job=self.name)["lines"]

    def checkpoint(self):
        return local(self.flink.ask("checkpoint", job=self.name)["path"])

    def savepoint(self, kind, stop=False):
        """KIND: canonical or native. Where a job is stopped with a savepoint, Flink deletes its checkpoints; cancel() keeps them."""
        return local(self.flink.ask("savepoint", job=self.name, folder=str(self.flink.work / "savepoints"), format=kind,
                                    stop=stop)["path"])

    def snapshot(self, kind):
        """KIND: checkpoint, canonical or native."""
        return self.checkpoint() if kind == "checkpoint" else self.savepoint(kind)

    def cancel(self):
        self.flink.ask("cancel", job=self.name)


def local(uri):
    return pathlib.Path(uri.removeprefix("file:"))

"""Cases for what sources and sinks keep as bytes: connectors' own serializers write random content, and the harness, which has the
objects, says what sp-dump must print of it."""
import json
import subprocess

from kryo_cases import difference, parse
from restore_cases import bootstrap
from rewritten import rewritten

VERSIONS = ("1.20", "2.3")
SEED, SAMPLES = 9, 200  # of each format
PATIENCE = 5  # differences that are told


def connector_bytes(flink, judge):
    """Splits, enumerators, writers' and committers' states of number, file, Kafka and hybrid sources and of file and Kafka sinks."""
    if judge.version not in VERSIONS:
        return
    lines = lines_of(flink, "connectors")
    tool = [judge.tools.parent / "tests/operator_views"]
    judge.report("views", problem_of(tool, lines, least=10 * SAMPLES), f": {len(lines)}")


def legacy_kafka(flink, judge):
    """Offsets of FlinkKafkaConsumer, which Kryo wrote, and transactions of FlinkKafkaProducer, without their jar."""
    if judge.version != "1.20":  # Flink 2 does not have it
        return
    lines = lines_of(flink, "legacy-kafka")
    judge.report("values", problem_of([judge.tools.parent / "tests/kryo_values", "2", ""], lines, least=4 * SAMPLES), f": {len(lines)}")


SPLITS = [{"topic": "clicks", "partition": 0, "offset": 100}, {"topic": "clicks", "partition": 1, "offset": -2},
          {"topic": "orders.v2", "partition": 0, "offset": 7, "stop": 5000}, {"topic": "orders.v2", "partition": 9, "offset": -3}]
UNASSIGNED = [{"topic": "found", "partition": 3}]


def partition(split):
    return {name: split[name] for name in ("topic", "partition")}


def kafka_offsets(flink, judge):
    """Offsets set and partitions added: the connector's own serializers find exactly these splits, and know all partitions."""
    if judge.version not in VERSIONS:
        return
    state = flink.ask("kafka-write", splits=SPLITS, assigned=[partition(split) for split in SPLITS], unassigned=UNASSIGNED)
    schema = {"schema": 1, "flinkVersion": judge.version, "maxParallelism": 128, "operators": [
        {"uid": "source", "parallelism": 2, "states": [{"name": "SourceReaderState", "kind": "operator-list", "type": "bytes"}]}]}
    rows = [{"uid": "source", "state": "SourceReaderState", "kind": "operator-list", "subtask": n % 2, "value": element}
            for n, element in enumerate(state["elements"])]
    rows.append({"uid": "source", "kind": "coordinator", "value": state["coordinator"]})
    path = bootstrap(judge, judge.folder("kafka"), schema, rows)
    lines = run_tool(judge, "sp-dump", "--kafka-offsets", path).splitlines()
    judge.claim("all partitions are printed", len(lines) == len(SPLITS) + len(UNASSIGNED), lines)
    same = rewritten(judge, "kafka-same", path, "--kafka-offsets", file_of(judge, "same", lines))
    judge.claim("what is printed changes nothing", found(flink, judge, same) == found(flink, judge, path), found(flink, judge, same))

    wanted = [{**split, "offset": 1000 + n} for n, split in enumerate(SPLITS)] + [
        {"topic": "found", "partition": 3, "offset": 55}, {"topic": "clicks", "partition": 2, "offset": 77},
        {"topic": "new", "partition": 0, "offset": 0, "stop": 9}]
    edited = [json.dumps({"topic": split["topic"], "partition": split["partition"], "offset": split["offset"],
                          **({"stoppingOffset": split["stop"]} if "stop" in split else {})}) for split in wanted]
    new = rewritten(judge, "kafka-new", path, "--kafka-offsets", file_of(judge, "new", edited), "--add")
    splits, partitions = found(flink, judge, new)
    judge.claim("exactly these splits", splits == sorted(map(json.dumps, wanted)), splits)
    judge.claim("all of them are known to the enumerator", partitions == sorted(
        f"{split['topic']}-{split['partition']} ASSIGNED" for split in wanted), partitions)
    refused = subprocess.run([judge.tools / "sp-rewrite", "--kafka-offsets", file_of(judge, "new", edited), "-o", judge.folder("kafka-no") / "no",
                              path], capture_output=True, text=True)
    judge.claim("unknown partitions need --add", refused.returncode == 3 and "--add" in refused.stderr, refused.stderr)
    back = rewritten(judge, "kafka-back", rewritten(judge, "kafka-set", path, "--kafka-offsets", file_of(judge, "set", edited[:len(SPLITS)])),
                     "--kafka-offsets", file_of(judge, "same", lines))
    judge.claim("and back", found(flink, judge, back) == found(flink, judge, path), found(flink, judge, back))


def found(flink, judge, path):
    """Splits and partitions, as Flink and the connector read them."""
    out = judge.work / "kafka-rows.ndjson"
    flink.print(path, ["source"], out)
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    elements = [row["value"] for row in rows if row.get("state") == "SourceReaderState"]
    answer = flink.ask("kafka-read", elements=elements, path=str(path), uid="source")
    return sorted(json.dumps(split) for split in answer["splits"]), sorted(answer["partitions"])


def file_of(judge, name, lines):
    path = judge.work / f"kafka-{name}.ndjson"
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


def run_tool(judge, tool, *options):
    return subprocess.run([judge.tools / tool, *options], capture_output=True, text=True, check=True).stdout


def lines_of(flink, do):
    """Lists of the name of a state, base64, and last the JSON."""
    out = flink.work / f"{do}.tsv"
    flink.ask(do, out=str(out), seed=SEED, samples=SAMPLES)
    return [line.split("\t") for line in out.read_text(encoding="utf-8").splitlines()]


def problem_of(tool, lines, least):
    """Empty, or what the tool says of the lines that is not their JSON."""
    text = "".join("\t".join(line) + "\n" for line in lines)
    done = subprocess.run(tool, input=text.encode(), capture_output=True)
    printed = done.stdout.decode().splitlines()
    problems = []
    if done.returncode != 0 or len(printed) != len(lines) or len(lines) < least:
        problems.append(f" exit {done.returncode}, {len(printed)} of {len(lines)} lines: {done.stderr.decode()[:300]}")
    for line, found in zip(lines, printed):
        problem = found if found.startswith("!") else difference(parse(line[-1]), parse(found))
        if problem:
            problems.append(f"\n        {line[0]} {line[-2][:60]}: {problem[:400]}")
    return f"{len(problems)} problems" + "".join(problems[:PATIENCE]) if problems else ""


CASES = (connector_bytes, legacy_kafka, kafka_offsets)

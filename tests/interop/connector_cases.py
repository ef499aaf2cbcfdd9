"""Cases for what sources and sinks keep as bytes: connectors' own serializers write random content, and the harness, which has the
objects, says what sp-dump must print of it."""
import subprocess

from kryo_cases import difference, parse

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


CASES = (connector_bytes, legacy_kafka)

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
    out = flink.work / "connectors.tsv"
    flink.ask("connectors", out=str(out), seed=SEED, samples=SAMPLES)
    lines = out.read_text(encoding="utf-8").splitlines()
    with open(out, "rb") as stdin:
        done = subprocess.run([judge.tools.parent / "tests/operator_views"], stdin=stdin, capture_output=True)
    printed = done.stdout.decode().splitlines()
    problems = []
    if done.returncode != 0 or len(printed) != len(lines) or len(lines) < 10 * SAMPLES:
        problems.append(f"operator_views exit {done.returncode}, {len(printed)} of {len(lines)} lines")
    for number, (line, found) in enumerate(zip(lines, printed), 1):
        state, _, wanted = line.split("\t")
        problem = found if found.startswith("!") else difference(parse(wanted), parse(found))
        if problem:
            problems.append(f"\n        line {number} of {out}, {state}: {problem[:400]}")
    judge.report("views", "".join(problems[:PATIENCE]) and f"{len(problems)} differ" + "".join(problems[:PATIENCE]), f": {len(lines)}")


CASES = (connector_bytes,)

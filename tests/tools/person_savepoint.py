"""Makes a savepoint of persons for scripts/bench, so that what Kryo, the Table runtime and Avro wrote can be held against what
PojoSerializer wrote of the same: a name, a list of texts and a map of counts each. Kryo's bytes are laid out here, sp-bootstrap takes
them as they are.

usage: person_savepoint.py BIN FOLDER FORM N     FORM: pojo, kryo-fields (Flink 1: a POJO whose list and map Kryo writes),
                                                 kryo2 or kryo5 (objects of corpus.Pojos$Person by FieldSerializer),
                                                 rowdata (rows of SQL), avro (records)
"""
import base64
import json
import pathlib
import subprocess
import sys

POJO = "corpus.Pojos$Person{id:long,name:string,tags:%s,marks:%s}"
FORMS = {"pojo": ("2.0", POJO % ("list<string>", "map<string,int>")),
         "kryo-fields": ("1.20", POJO % ("kryo<java.util.List>", "kryo<java.util.Map>")),
         "kryo2": ("1.20", "kryo<corpus.Pojos$Person>"),
         "kryo5": ("2.0", "kryo<corpus.Pojos$Person>"),
         "rowdata": ("1.20", "sql<BIGINT, STRING, ARRAY<STRING>, MAP<STRING, INT>>"),
         "avro": ("1.20", {"avro": {"type": "record", "name": "Person", "fields": [
             {"name": "id", "type": "long"}, {"name": "name", "type": "string"},
             {"name": "tags", "type": {"type": "array", "items": "string"}},
             {"name": "marks", "type": {"type": "map", "values": "int"}}]}})}
NEW, NULL, STRING, INTEGER, PERSON = b"\x01", b"\x00", b"\x03", b"\x02", b"\x57"  # marks, class ids plus 2


def person(number):
    return {"id": number, "name": f"user-{number}", "tags": ["alpha", f"t{number % 100 + 10}", f"gamma-{number}"],
            "marks": {"clicks": number % 1000, "views": number * 7 % 100000}}


def varint(value):
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])


def text(ascii):
    data = ascii.encode()
    return data[:-1] + bytes([data[-1] | 0x80])


def class_name(name, number):
    return NEW + varint(number) + text(name)


def tags(values, generation, name_number, is_declared):
    """An ArrayList; `is_declared`: its field says that it holds strings."""
    start = class_name("java.util.ArrayList", name_number) + NEW
    if generation == 2:
        mark = NEW if is_declared else STRING + NEW
        return start + varint(len(values)) + b"".join(mark + text(value) for value in values)
    common = bytes([len(values) + 1]) if is_declared else bytes([0x80 | len(values) + 1]) + STRING + NULL
    return start + common + b"".join(NEW + text(value) for value in values)


def marks(values, generation, name_number, is_declared):
    key, value = (NEW, NEW) if is_declared else (STRING + NEW, INTEGER)
    start = class_name("java.util.HashMap", name_number) + NEW + varint(len(values) + (generation == 5))
    return start + b"".join(key + text(name) + value + varint(count << 1) for name, count in values.items())


def kryo_fields(one):
    """PojoSerializer: flags, then a mark of null and the value of each field by name."""
    name = varint(len(one["name"]) + 1) + one["name"].encode()
    return b"\x02" + b"".join(NULL + field for field in (one["id"].to_bytes(8, "big"), marks(one["marks"], 2, 0, False), name,
                                                         tags(one["tags"], 2, 0, False)))


def kryo_object(one, generation):
    """FieldSerializer: addr, color, flag, id, ints, marks, money, name, old, tags."""
    return (PERSON + NEW + 3 * NULL + varint(one["id"] << 1) + NULL + marks(one["marks"], generation, 0, True) + NULL +
            NEW + text(one["name"]) + NULL + tags(one["tags"], generation, 1, True))


def value(form, number):
    one = person(number)
    if form in ("pojo", "avro"):
        return one
    if form == "rowdata":
        return {f"f{column}": part for column, part in enumerate(one.values())}
    data = kryo_fields(one) if form == "kryo-fields" else kryo_object(one, int(form[-1]))
    return {"@bytes": base64.b64encode(data).decode()}


def main():
    tools, folder, form, count = sys.argv[1:]
    version, words = FORMS[form]
    schema = {"schema": 1, "flinkVersion": version, "maxParallelism": 128, "operators": [
        {"uid": "big", "key": "long", "states": [{"name": "person", "kind": "value", "type": words}]}]}
    schema_file = pathlib.Path(f"{folder}.json")
    schema_file.write_text(json.dumps(schema))
    command = [pathlib.Path(tools) / "sp-bootstrap", "--schema", schema_file, "--metadata-version", "5" if version == "2.0" else "4",
               "-o", folder, "-"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, text=True) as bootstrap:
        for number in range(int(count)):
            row = {"uid": "big", "state": "person", "key": number, "value": value(form, number)}
            bootstrap.stdin.write(json.dumps(row, separators=(",", ":")) + "\n")
        bootstrap.stdin.close()
    sys.exit(bootstrap.returncode)


if __name__ == "__main__":
    main()

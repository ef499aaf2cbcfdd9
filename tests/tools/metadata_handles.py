"""Finds the handles of state files in a `_metadata` file of a canonical savepoint, as positions in its bytes: enough to
damage it, or to take its state files apart, and not a parser of `_metadata`. Tested by what is made with it."""

import dataclasses
import pathlib
import struct

KEY_GROUPS, OPERATOR = 7, 4
RELATIVE_FILE = 6


@dataclasses.dataclass
class Handle:
    tag: int
    file: str
    tag_at: int        # of the handle's tag byte
    path_at: int       # of the tag of the relative path, i16 length and name, i64 size behind it
    first_group: int   # key groups only
    count_at: int      # of the i32 number of key groups; the offsets follow
    offsets: list      # key groups: i64 each; operator state: [(name, mode, [offsets])]


def number(data, at, size):
    return int.from_bytes(data[at:at + size], "big", signed=True)


def key_groups_before(data, path_at):
    """A KEY_GROUPS handle is tag, i32 first, i32 count, i64 offsets, and then the path."""
    for count in range(1, 32769):
        at = path_at - 8 * count - 9
        if at < 0:
            return None
        if data[at] == KEY_GROUPS and number(data, at + 5, 4) == count:
            offsets = [number(data, at + 9 + 8 * i, 8) for i in range(count)]
            return Handle(KEY_GROUPS, "", at, path_at, number(data, at + 1, 4), at + 5, offsets)
    return None


def operator_from(data, at, path_at):
    """The states of an operator handle whose tag is at `at`, if it ends where the path starts."""
    states = []
    names = number(data, at + 1, 4)
    start, at = at, at + 5
    if not 0 < names < 1000:
        return None
    for _ in range(names):
        size = number(data, at, 2)
        if size < 0 or at + 2 + size + 5 > path_at:
            return None
        name, mode = data[at + 2:at + 2 + size], data[at + 2 + size]
        count = number(data, at + 3 + size, 4)
        at += 7 + size
        if mode > 2 or count < 0 or at + 8 * count > path_at:
            return None
        states.append((name, mode, [number(data, at + 8 * i, 8) for i in range(count)]))
        at += 8 * count
    return Handle(OPERATOR, "", start, path_at, 0, 0, states) if at == path_at else None


def operator_before(data, path_at):
    found = (operator_from(data, at, path_at) for at in range(path_at - 6, max(0, path_at - 100000), -1) if data[at] == OPERATOR)
    return next((handle for handle in found if handle), None)


def handles(savepoint):
    """The handles of all state files beside `_metadata`."""
    folder = pathlib.Path(savepoint)
    data = (folder / "_metadata").read_bytes()
    found = []
    for path in sorted(folder.iterdir()):
        name = path.name.encode()
        at = data.find(struct.pack(">bh", RELATIVE_FILE, len(name)) + name)
        handle = at >= 0 and (key_groups_before(data, at) or operator_before(data, at))
        if handle:
            handle.file = path.name
            found.append(handle)
    return found


def header_size(handle):
    """Where the header of the handle's file ends: at the first byte of state. Nothing if there is no state."""
    offsets = handle.offsets if handle.tag == KEY_GROUPS else [o for _, _, all_of in handle.offsets for o in all_of]
    return min((offset for offset in offsets if offset > 0), default=None)

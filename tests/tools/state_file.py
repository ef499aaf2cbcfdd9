"""A file of managed keyed state, to be changed at a chosen place: the handle's offsets and size move along. Canonical state is
walked entry by entry, which needs no types; compressed key groups are taken out of Snappy's frames and put back."""

import dataclasses
import struct

END_OF_GROUP = 0xFFFF
FRAMES = bytes.fromhex("ff060000734e61507059")  # how a framed stream starts


@dataclasses.dataclass
class Entry:
    state: int
    key_at: int    # behind the length; the first bytes are the key group
    key_size: int
    value_at: int
    value_size: int


class StateFile:
    def __init__(self, path, handle):
        self.path, self.handle, self.data = path, handle, bytearray(path.read_bytes())

    def save(self):
        self.path.write_bytes(self.data)

    def patch(self, at, data):
        self.data[at:at + len(data)] = data

    def add(self, at, amount):
        """Adds to a byte, which must not overflow."""
        self.data[at] += amount

    def splice(self, at, size, data):
        """Puts `data` in the place of `size` bytes; what follows moves, and all is said in the handle as it is now."""
        self.data[at:at + size] = data
        moved = len(data) - size
        self.handle.offsets = [offset + moved if offset > at else offset for offset in self.handle.offsets]
        self.handle.stream.size += moved

    def groups(self):
        """(key group, start, end) of those with state."""
        found = sorted((o, self.handle.first_group + i) for i, o in enumerate(self.handle.offsets) if o > 0)
        ends = [o for o, _ in found[1:]] + [len(self.data)]
        return [(group, start, end) for (start, group), end in zip(found, ends)]

    def index(self, group):
        return group - self.handle.first_group

    def header_end(self):
        return self.groups()[0][1]

    def entries(self, start, end):
        """Those of a canonical key group that is not compressed."""
        return list(entries(self.data[:end], start))

    def all_entries(self):
        return [(group, entry) for group, start, end in self.groups() for entry in self.entries(start, end)]

    def state_ids(self, names):
        """The numbers of the states in canonical entries: their places among the descriptions in the header."""
        header = bytes(self.data[:self.header_end()])
        return {name: n for n, name in enumerate(sorted(names, key=lambda name: described_at(header, name)))}


def described_at(header, name):
    """Where a state's name stands before its kind, a number below 5."""
    text = struct.pack(">H", len(name)) + name.encode()
    return min(at for at in (header.find(text + struct.pack(">i", kind)) for kind in range(5)) if at >= 0)


def entries(data, at):
    state = int.from_bytes(data[at:at + 2], "big")
    at += 2
    while state != END_OF_GROUP:
        key_size = int.from_bytes(data[at:at + 4], "big")
        key_at = at + 4
        value_size = int.from_bytes(data[key_at + key_size:key_at + key_size + 4], "big")
        value_at = key_at + key_size + 4
        yield Entry(state, key_at, key_size, value_at, value_size)
        at = value_at + value_size
        if data[key_at] & 0x80:  # the last of its state
            state = int.from_bytes(data[at:at + 2], "big")
            at += 2


# ---- Key groups ----------------------------------------------------------------------------------------------------

def key_group(hash_code, max_parallelism):
    """Flink's, of a Java hashCode."""
    def mul(a, b):
        return a * b & 0xFFFFFFFF

    def rotl(a, n):
        return (a << n | a >> 32 - n) & 0xFFFFFFFF
    c = rotl(mul(hash_code & 0xFFFFFFFF, 0xCC9E2D51), 15)
    c = (mul(rotl(mul(c, 0x1B873593), 13), 5) + 0xE6546B64 & 0xFFFFFFFF) ^ 4
    c = mul(c ^ c >> 16, 0x85EBCA6B)
    c = mul(c ^ c >> 13, 0xC2B2AE35)
    c ^= c >> 16
    signed = c - (1 << 32) if c >> 31 else c
    return (0 if signed == -(1 << 31) else abs(signed)) % max_parallelism


# ---- Snappy --------------------------------------------------------------------------------------------------------

def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


def framed(data):
    """A stream of one stored chunk, which is as good as a compressed one."""
    crc = crc32c(data)
    masked = (crc >> 15 | crc << 17) + 0xA282EAD8 & 0xFFFFFFFF
    return FRAMES + b"\x01" + struct.pack("<I", len(data) + 4)[:3] + struct.pack("<I", masked) + bytes(data)


def unframed(data):
    """The content of a whole framed stream."""
    at, out = len(FRAMES), bytearray()
    while at < len(data):
        size = int.from_bytes(data[at + 1:at + 4], "little")
        body = data[at + 8:at + 4 + size]
        out += uncompressed(body) if data[at] == 0 else body
        at += 4 + size
    return out


def uncompressed(data):
    """Snappy's raw format: the size, then literals and copies."""
    at, out = 0, bytearray()
    while data[at] & 0x80:
        at += 1
    at += 1
    while at < len(data):
        tag, at = data[at], at + 1
        kind, size = tag & 3, (tag >> 2) + 1
        if kind == 0:
            if size > 60:
                extra = size - 60
                size, at = int.from_bytes(data[at:at + extra], "little") + 1, at + extra
            out += data[at:at + size]
            at += size
            continue
        if kind == 1:
            size, offset, at = (tag >> 2 & 7) + 4, (tag >> 5) << 8 | data[at], at + 1
        else:
            width = 2 if kind == 2 else 4
            offset, at = int.from_bytes(data[at:at + width], "little"), at + width
        for _ in range(size):
            out.append(out[-offset])
    return out

"""`_metadata` as a tree whose fields can be changed and that is written again, byte for byte if nothing was. Versions 2 to 6
and all handles of savepoints and checkpoints, except channel state and changelogs. Like our own reader it is one description
of the layout for reading and for writing; unlike it, it checks nothing, so that anything wrong can be written.

    snapshot = snapshot_metadata.read(path)
    operator(snapshot, "keyed-sum").subtasks[0].managed_keyed.offsets[3] = -5
    path.write_bytes(snapshot_metadata.written(snapshot))

A node's `at` has the offset in the file of each of its fields, as read."""

import copy
import types

MAGIC = 0x4960672D
INLINE, FILE, RELATIVE_FILE, SEGMENT, EMPTY_SEGMENT = 1, 2, 6, 15, 16
KEY_GROUPS, KEY_GROUPS_2, SAVEPOINT_KEY_GROUPS = 3, 12, 7
INCREMENTAL, INCREMENTAL_2 = 5, 11
OPERATOR, MERGED_OPERATOR = 4, 17


class Node(types.SimpleNamespace):
    def __init__(self, **fields):
        super().__init__(**fields)
        self.at = {}

    def __deepcopy__(self, memo):
        node = Node(**{k: copy.deepcopy(v, memo) for k, v in vars(self).items() if k != "at"})
        node.at = dict(self.at)
        return node


class Reader:
    def __init__(self, data):
        self.data, self.place, self.version = data, 0, 0

    def take(self, size):
        if size < 0 or self.place + size > len(self.data):
            raise ValueError(f"{size} bytes at {self.place} of {len(self.data)}")
        self.place += size
        return self.data[self.place - size:self.place]

    def integer(self, size):
        return int.from_bytes(self.take(size), "big", signed=True)

    def number(self, node, name, size):
        node.at[name] = self.place
        setattr(node, name, self.integer(size))

    def numbers(self, node, name, size):
        node.at[name] = self.place
        setattr(node, name, [self.integer(size) for _ in range(self.integer(4))])

    def text(self, node, name):
        node.at[name] = self.place
        setattr(node, name, self.take(int.from_bytes(self.take(2), "big")))

    def blob(self, node, name, size=None):
        node.at[name] = self.place
        setattr(node, name, self.take(self.integer(4) if size is None else size))

    def rest(self, node, name):
        self.blob(node, name, len(self.data) - self.place)

    def child(self, node, name, describe):
        node.at[name] = self.place
        setattr(node, name, Node())
        describe(self, getattr(node, name))

    def children(self, node, name, describe):
        """None for a count of -1, which says that an operator is finished."""
        node.at[name] = self.place
        count = self.integer(4)
        setattr(node, name, None if count < 0 else [Node() for _ in range(count)])
        for each in getattr(node, name) or []:
            describe(self, each)


class Writer:
    def __init__(self):
        self.data, self.version = bytearray(), 0

    def integer(self, value, size):
        self.data += (value & ((1 << 8 * size) - 1)).to_bytes(size, "big")

    def number(self, node, name, size):
        self.integer(getattr(node, name), size)

    def numbers(self, node, name, size):
        self.integer(len(getattr(node, name)), 4)
        for value in getattr(node, name):
            self.integer(value, size)

    def text(self, node, name):
        self.integer(len(getattr(node, name)), 2)
        self.data += getattr(node, name)

    def blob(self, node, name, size=None):
        if size is None:
            self.integer(len(getattr(node, name)), 4)
        self.data += getattr(node, name)

    def rest(self, node, name):
        self.blob(node, name, 0)

    def child(self, node, name, describe):
        describe(self, getattr(node, name))

    def children(self, node, name, describe):
        nodes = getattr(node, name)
        self.integer(-1 if nodes is None else len(nodes), 4)
        for each in nodes or []:
            describe(self, each)


# ---- The layout ----------------------------------------------------------------------------------------------------

def snapshot_layout(io, node):
    io.number(node, "magic", 4)
    io.number(node, "version", 4)
    io.version = node.version
    io.number(node, "checkpoint_id", 8)
    io.number(node, "master_states", 4)  # those of hooks: none in our fixtures
    io.children(node, "operators", operator_layout)
    io.rest(node, "properties")


def operator_layout(io, node):
    if io.version >= 5:
        io.text(node, "name")
        io.text(node, "uid")
    io.blob(node, "id", 16)
    io.number(node, "parallelism", 4)
    io.number(node, "max_parallelism", 4)
    if io.version == 2:
        io.number(node, "chain_length", 4)
    else:
        io.child(node, "coordinator", stream_layout)
    io.children(node, "subtasks", subtask_layout)


def subtask_layout(io, node):
    io.number(node, "index", 4)
    if node.index < 0:  # finished
        return
    if io.version == 2:
        io.number(node, "duration", 8)
        io.number(node, "legacy_states", 4)
    for name in ("managed_operator", "raw_operator"):
        io.number(node, "has_" + name, 4)
        if getattr(node, "has_" + name):
            io.child(node, name, operator_handle_layout)
    io.child(node, "managed_keyed", keyed_layout)
    io.child(node, "raw_keyed", keyed_layout)
    if io.version >= 3:
        io.children(node, "inputs", channel_layout)
        io.children(node, "outputs", channel_layout)


def channel_layout(_io, _node):
    raise NotImplementedError("channel state")


def stream_layout(io, node):
    io.number(node, "tag", 1)
    if node.tag == INLINE:
        io.text(node, "path")
        io.blob(node, "data")
    elif node.tag == FILE:
        io.number(node, "size", 8)
        io.text(node, "path")
    elif node.tag == RELATIVE_FILE:
        io.text(node, "path")
        io.number(node, "size", 8)
    elif node.tag == SEGMENT:
        io.number(node, "start", 8)
        io.number(node, "size", 8)
        io.number(node, "scope", 4)
        io.text(node, "path")
        io.text(node, "logical_id")
    elif node.tag not in (0, EMPTY_SEGMENT):
        raise NotImplementedError(f"stream handle {node.tag}")


def operator_handle_layout(io, node):
    io.number(node, "tag", 1)
    if node.tag not in (OPERATOR, MERGED_OPERATOR):
        raise NotImplementedError(f"operator handle {node.tag}")
    io.children(node, "states", operator_state_layout)
    if node.tag == MERGED_OPERATOR:
        io.text(node, "task_owned_folder")
        io.text(node, "shared_folder")
        io.number(node, "is_empty", 1)
    io.child(node, "stream", stream_layout)


def operator_state_layout(io, node):
    io.text(node, "name")
    io.number(node, "mode", 1)
    io.numbers(node, "offsets", 8)


def keyed_layout(io, node):
    io.number(node, "tag", 1)
    if node.tag in (KEY_GROUPS, KEY_GROUPS_2, SAVEPOINT_KEY_GROUPS):
        io.number(node, "first_group", 4)
        io.numbers(node, "offsets", 8)
        io.child(node, "stream", stream_layout)
        if node.tag == KEY_GROUPS_2:
            io.text(node, "handle_id")
    elif node.tag in (INCREMENTAL, INCREMENTAL_2):
        io.number(node, "checkpoint_id", 8)
        io.text(node, "backend_id")
        io.number(node, "first_group", 4)
        io.number(node, "groups", 4)
        if node.tag == INCREMENTAL_2:
            io.number(node, "checkpointed_size", 8)
        io.child(node, "stream", stream_layout)
        io.children(node, "shared", local_file_layout)
        io.children(node, "private", local_file_layout)
        if node.tag == INCREMENTAL_2:
            io.text(node, "handle_id")
    elif node.tag != 0:
        raise NotImplementedError(f"keyed handle {node.tag}")


def local_file_layout(io, node):
    io.text(node, "local_path")
    io.child(node, "stream", stream_layout)


# ---- Reading, writing, finding -------------------------------------------------------------------------------------

def read(path):
    return parsed(path.read_bytes())


def parsed(data):
    node = Node()
    snapshot_layout(Reader(data), node)
    return node


def written(snapshot):
    writer = Writer()
    snapshot_layout(writer, snapshot)
    return bytes(writer.data)


def null():
    """A handle that is not there."""
    return Node(tag=0)


def label(node):
    """What our tools call an operator: its uid, or else its id."""
    return getattr(node, "uid", b"").decode() or node.id.hex()

"""Run a command whose system calls that change files are counted, and send it a signal at one of them; or let some fail.

A seccomp filter tells a tracer of these calls only, so that it knows them by the filter's own numbers and no registers need
reading. Works for every user, where ptrace() is allowed at all."""

import ctypes
import os
import platform
import signal
import struct

# Numbers by machine; calls that a machine lacks are left out.
CALLS = {
    "x86_64": (0xC000003E, {
        "write": 1, "pwrite64": 18, "fsync": 74, "fdatasync": 75, "ftruncate": 77, "rename": 82, "mkdir": 83, "rmdir": 84,
        "link": 86, "unlink": 87, "chmod": 90, "openat": 257, "mkdirat": 258, "unlinkat": 263, "renameat": 264, "linkat": 265,
        "fchmodat": 268, "fallocate": 285, "renameat2": 316}),
    "aarch64": (0xC00000B7, {
        "mkdirat": 34, "unlinkat": 35, "linkat": 37, "renameat": 38, "ftruncate": 46, "fallocate": 47, "fchmodat": 53,
        "openat": 56, "write": 64, "pwrite64": 68, "fsync": 82, "fdatasync": 83, "renameat2": 276}),
}
RET_ALLOW, RET_TRACE, RET_ERRNO = 0x7FFF0000, 0x7FF00000, 0x00050000
LOAD, JUMP_EQUAL, JUMP_SET, RETURN = 0x20, 0x15, 0x45, 0x06
PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS, MODE_FILTER = 22, 38, 2
TRACEME, CONT, SETOPTIONS = 0, 7, 0x4200
TRACE_FORK, TRACE_VFORK, TRACE_CLONE, TRACE_EXEC, TRACE_SECCOMP, EXIT_KILL = 2, 4, 8, 16, 128, 1 << 20
EVENT_SECCOMP = 7
WAIT_ALL = 0x40000000  # __WALL
OFFSET_NUMBER, OFFSET_ARCH, OFFSET_FLAGS = 0, 4, 32  # of seccomp_data; the flags are openat()'s

libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.restype = ctypes.c_long
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]


class FilterProgram(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p)]


def filter_of(results):
    """A filter with a result for each call named; openat() counts only if it may make a file."""
    arch, numbers = CALLS[platform.machine()]

    def instruction(code, k, if_true=0, if_false=0):
        return struct.pack("=HBBI", code, if_true, if_false, k)

    allow = instruction(RETURN, RET_ALLOW)
    text = instruction(LOAD, OFFSET_ARCH) + instruction(JUMP_EQUAL, arch, 1, 0) + allow + instruction(LOAD, OFFSET_NUMBER)
    for name, result in results.items():
        if name not in numbers:
            continue
        if name == "openat":
            text += instruction(JUMP_EQUAL, numbers[name], 0, 4) + instruction(LOAD, OFFSET_FLAGS)
            text += instruction(JUMP_SET, os.O_CREAT, 0, 1) + instruction(RETURN, result) + allow
        else:
            text += instruction(JUMP_EQUAL, numbers[name], 0, 1) + instruction(RETURN, result)
    return text + allow


def install(text):
    program = FilterProgram(len(text) // 8, text)
    if (libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0
            or libc.prctl(PR_SET_SECCOMP, MODE_FILTER, ctypes.byref(program), 0, 0) != 0):
        raise OSError(ctypes.get_errno(), "a seccomp filter cannot be installed")


def failing(errors):
    """For subprocess's preexec_fn: the calls named fail with these errors."""
    text = filter_of({name: RET_ERRNO | error for name, error in errors.items()})
    return lambda: install(text)


def is_known_machine():
    return platform.machine() in CALLS


def can_trace():
    try:
        return is_known_machine() and run_until(["true"], None, None, os.environ)[0] == 0
    except OSError:
        return False


def start(command, environment):
    text = filter_of({name: RET_TRACE for name in CALLS[platform.machine()][1]})
    pid = os.fork()
    if pid != 0:
        return pid
    try:
        null = os.open(os.devnull, os.O_RDWR)
        for fd in range(3):
            os.dup2(null, fd)
        for number in (signal.SIGINT, signal.SIGPIPE):
            signal.signal(number, signal.SIG_DFL)
        if libc.ptrace(TRACEME, 0, None, None) == 0:
            os.kill(os.getpid(), signal.SIGSTOP)  # until the tracer has set its options
            install(text)
            os.execvpe(command[0], [str(word) for word in command], environment)
    finally:
        os._exit(127)


def run_until(command, at, number, environment):
    """Runs the command, sends it the signal just before its call `at` (counted from 1; None: never).
    Returns its return code as subprocess has it, and how many calls it came to."""
    pid = start(command, environment)
    _, status = os.waitpid(pid, 0)
    if not os.WIFSTOPPED(status):
        raise OSError("ptrace() is not allowed")
    options = TRACE_FORK | TRACE_VFORK | TRACE_CLONE | TRACE_EXEC | TRACE_SECCOMP | EXIT_KILL
    libc.ptrace(SETOPTIONS, pid, None, options)
    libc.ptrace(CONT, pid, None, None)
    calls, threads = 0, {pid}
    while True:
        thread, status = os.waitpid(-1, WAIT_ALL)
        if not os.WIFSTOPPED(status):
            if thread == pid:
                return os.waitstatus_to_exitcode(status), calls
            continue
        pass_on = 0
        if status >> 16 == EVENT_SECCOMP:
            calls += 1
            if calls == at:
                os.kill(pid, number)
        elif status >> 16 == 0 and (thread in threads or os.WSTOPSIG(status) != signal.SIGSTOP):
            pass_on = os.WSTOPSIG(status)  # not the stop that a new thread begins with
        threads.add(thread)
        libc.ptrace(CONT, thread, None, pass_on)

"""Places that cannot be written, rows that cannot be read: the right status, words that say what it was, no leftovers."""

import errno
import hashlib
import os
import resource
import shutil
import subprocess
import time

import stage as stages
import system_calls

INPUT, OUTPUT, USAGE = 3, 5, 2
NAMESPACES = (["unshare", "-rm"], ["unshare", "-m"])  # the first for every user, the second where root may not map users


def problems_of(tool, done, status, names=""):
    if done.returncode != status:
        yield f"status {done.returncode}, expected {status}: {done.stderr.strip()[:300]}"
    elif status != 0 and not done.stderr.startswith(f"{tool}: "):
        yield "no words that say why"
    elif names not in done.stderr:
        yield f"the message does not name {names}: {done.stderr.strip()[:300]}"


class Refusals:
    def __init__(self, stage):
        self.stage, self.place, self.target = stage, stage.place, stage.target
        self.temporary = stage.temporary

    def prepare(self, before=None):
        stages.clear(self.place)
        stages.clear(self.temporary)
        if before:
            shutil.copytree(before, self.target)

    def expect(self, title, done, status, names="", left=None):
        """`left`: what lies at the place afterwards, by default nothing; below --tmp-dir there is nothing."""
        problems = list(problems_of(self.stage.tool, done, status, names))
        found = stages.contents(self.place)
        if found != (left or {}):
            problems.append(f"left: {sorted(set(found) ^ set(left or {})) or 'other contents'}")
        if any(self.temporary.iterdir()):
            problems.append(f"left in --tmp-dir: {sorted(os.listdir(self.temporary))}")
        self.count(title, problems)

    def count(self, title, problems):
        """The inputs are as they were after every run."""
        self.stage.counts.add(f"{self.stage.tool}, {title}", [*problems, *self.stage.problems_of_inputs()])

    @staticmethod
    def in_place(savepoint):
        return {"savepoint": "folder", **{f"savepoint/{name}": text for name, text in stages.contents(savepoint).items()}}

    # Full

    def limited_files(self):
        """ulimit -f: a write fails in the middle of a file, of the savepoint or of the sort."""
        largest = max(path.stat().st_size for path in self.stage.new.iterdir())
        for size in (0, 1, 4096, largest // 10, largest // 2, largest - 1):
            def limit(size=size):
                resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
            for options in ([], [*stages.SPILLING, "--tmp-dir", self.temporary]):
                self.prepare()
                done = self.stage.run(self.stage.command(*options), preexec_fn=limit)
                self.expect(f"files of at most {size} bytes, {'spilling' if options else 'plain'}", done, OUTPUT)
            self.prepare(self.stage.old)
            done = self.stage.run(self.stage.command("--overwrite"), preexec_fn=limit)
            self.expect(f"files of at most {size} bytes, overwriting", done, OUTPUT, left=self.in_place(self.stage.old))

    def failing_calls(self):
        """System calls that fail, whatever the file system is."""
        spilling = [*stages.SPILLING, "--tmp-dir", self.temporary]
        make, move = ("mkdir", "mkdirat"), ("renameat2",)
        cases = [(("write", "pwrite64"), errno.ENOSPC), (("write", "pwrite64"), errno.EIO), (("fsync",), errno.EIO),
                 (("fsync",), errno.ENOSPC), (make, errno.ENOSPC), (make, errno.EROFS), (make, errno.EACCES),
                 (("openat",), errno.ENOSPC), (("openat",), errno.EMFILE), (move, errno.EACCES), (move, errno.ENOSPC)]
        try:
            subprocess.run(["true"], check=True, preexec_fn=system_calls.failing({"fsync": errno.EIO}))
        except (OSError, subprocess.SubprocessError, KeyError):
            print("no seccomp here: no failing system calls")
            return
        for names, error in cases:
            fail = system_calls.failing({name: error for name in names})
            title = f"{names[0]} fails with {errno.errorcode[error]}"
            for options, before in ((spilling, None), (["--overwrite", *spilling], self.stage.old)):
                self.prepare(before)
                done = self.stage.run(self.stage.command(*options), preexec_fn=fail)
                if "write" in names:  # the tool cannot say a word
                    done.stderr = f"{self.stage.tool}: "
                left = self.in_place(before) if before else None
                self.expect(title + (", overwriting" if before else ""), done, OUTPUT, left=left)
        self.without_rename_flags()

    def without_rename_flags(self):
        """File systems such as NFS refuse every flag of renameat2() with EINVAL."""
        fail = system_calls.failing({"renameat2": errno.EINVAL})
        for title, options, before in (("new", [], None), ("overwriting", ["--overwrite"], self.stage.old)):
            self.prepare(before)
            done = self.stage.run(self.stage.command(*options), preexec_fn=fail)
            problems = list(problems_of(self.stage.tool, done, 0))
            if stages.contents(self.target) != stages.contents(self.stage.new) or os.listdir(self.place) != ["savepoint"]:
                problems.append(f"the place holds {os.listdir(self.place)}")
            self.count(f"renameat2 without flags, {title}", problems)

    def full_file_systems(self):
        """A small tmpfs that becomes full; once it is larger, the same command succeeds."""
        namespace = next((words for words in NAMESPACES if self.works_in(words)), None)
        if namespace is None:
            print("no mounts are allowed here: no full and no read-only file systems")
            return
        need = sum(path.stat().st_size for path in self.stage.new.iterdir())
        limits = [f"size={need * percent // 100}" for percent in (2, 10, 40, 70, 97)]
        limits += [f"size=100m,nr_inodes={count}" for count in (1, 2, 3, 6, 10)]
        for limit in limits:
            self.full("the output", namespace, limit, self.place, [])
        for limit in ("size=4k", f"size={need // 10}", f"size={need // 2}", "size=100m,nr_inodes=1"):
            self.full("--tmp-dir", namespace, limit, self.temporary, [*stages.SPILLING, "--tmp-dir", self.temporary])
            self.full("--tmp-dir, beside the output", namespace, limit, self.place, [*stages.SPILLING])
        self.read_only(namespace)

    def works_in(self, namespace):
        try:
            command = [*namespace, "mount", "-t", "tmpfs", "none", self.temporary]
            return subprocess.run(command, stderr=subprocess.DEVNULL).returncode == 0
        except OSError:
            return False

    FULL = """mount -t tmpfs -o "$1" none "$2" || exit 99
              place=$2 other=$3 out=$4; shift 4
              "$@"; echo $?; find "$place" "$other" -mindepth 1 -printf 'left %P\\n'
              umount "$place" && mount -t tmpfs -o size=1g none "$place" || exit 99
              "$@" 2> "$out.stderr"; echo $?; cp -r "$place" "$out" """

    def full(self, title, namespace, limit, place, options):
        self.prepare()
        out = self.stage.work / "copied"
        shutil.rmtree(out, ignore_errors=True)
        folders = [place, self.temporary if place == self.place else self.place, out]
        done = self.stage.run([*namespace, "sh", "-c", self.FULL, "sh", limit, *folders, *self.stage.command(*options)])
        lines = done.stdout.split("\n")[:-1]
        problems = []
        if done.returncode != 0 or lines[:1] != ["5"]:
            problems.append(f"status {lines[:1] or done.returncode}: {done.stderr.strip()[:300]}")
        if not done.stderr.startswith(f"{self.stage.tool}: "):
            problems.append("no words that say why")
        problems += [line for line in lines if line.startswith("left ")]
        if lines[-1:] != ["0"]:
            problems.append("with more room the same command did not succeed")
        target = out / "savepoint" if place == self.place else self.target
        if stages.contents(target) != stages.contents(self.stage.new):
            problems.append("with more room the savepoint is not whole")
        self.count(f"full file system for {title}: {limit}", problems)

    READ_ONLY = 'mount --bind "$1" "$1" && mount -o remount,bind,ro,nosuid,nodev,noexec "$1" || exit 99; shift; exec "$@"'

    def read_only(self, namespace):
        script = [*namespace, "sh", "-c", self.READ_ONLY, "sh"]
        self.prepare()
        done = self.stage.run([*script, self.place, *self.stage.command()])
        self.expect("read-only file system", done, OUTPUT, "Read-only file system")
        self.prepare(self.stage.old)
        done = self.stage.run([*script, self.place, *self.stage.command("--overwrite")])
        self.expect("read-only file system, overwriting", done, OUTPUT, "Read-only", self.in_place(self.stage.old))
        if self.stage.has_splits:
            done = self.stage.run([*script, self.place, *self.stage.command("--split", "0/2", target=self.place / "parts")])
            self.expect("read-only file system, a split", done, OUTPUT, "Read-only", self.in_place(self.stage.old))
        self.prepare()
        done = self.stage.run([*script, self.temporary, *self.stage.command(*stages.SPILLING, "--tmp-dir", self.temporary)])
        self.expect("read-only file system for --tmp-dir", done, OUTPUT, "Read-only")

    # Wrong places

    def places(self):
        run, command = self.stage.run, self.stage.command
        file, folder = self.place / "file", self.place / "folder"

        def with_file():
            self.prepare()
            file.write_text("precious")
            return stages.contents(self.place)

        for overwrite in ([], ["--overwrite"]):
            word = ", overwriting" if overwrite else ""
            self.prepare()
            self.expect(f"no parent{word}", run(command(*overwrite, target=self.place / "no/where")), OUTPUT, "no/where")
            left = with_file()
            done = run(command(*overwrite, target=file / "savepoint"))
            self.expect(f"below a file{word}", done, OUTPUT, "file/savepoint", left)
            self.expect(f"a file{word}", run(command(*overwrite, target=file)), USAGE, "file", left)
            os.symlink("nowhere", self.place / "link")
            left = stages.contents(self.place)
            self.expect(f"a dangling link{word}", run(command(*overwrite, target=self.place / "link")), USAGE, "link", left)
            self.prepare()
            folder.mkdir()
            (folder / "precious").touch()
            left = stages.contents(self.place)
            self.expect(f"another folder{word}", run(command(*overwrite, target=folder)), USAGE, "folder", left)
        for target in (file / "parts", file) if self.stage.has_splits else ():
            left = with_file()
            done = run(command("--split", "0/2", target=target))
            self.expect(f"a split: {target.name} of a file", done, OUTPUT, "file", left)
        if os.geteuid() != 0:
            self.prepare()
            self.place.chmod(0o555)
            self.expect("a folder without write permission", run(command()), OUTPUT, "Permission denied")
            self.place.chmod(0o755)

    def bad_rows_file(self):
        run, command = self.stage.run, self.stage.command
        self.prepare()
        done = run(command("--skip-bad-rows", "/dev/full", row_file=self.stage.rows_and_bad))
        self.expect("bad rows into a full device", done, OUTPUT, "/dev/full")
        done = run(command("--skip-bad-rows", self.place / "no/where"))
        self.expect("bad rows into no folder", done, OUTPUT, "no/where")

    def temporary_folders(self):
        """--tmp-dir that does not exist matters only when it is needed."""
        nowhere = self.stage.work / "nowhere"
        self.prepare()
        done = self.stage.run(self.stage.command("--tmp-dir", nowhere, *stages.SPILLING))
        self.expect("no --tmp-dir, spilling", done, OUTPUT, "nowhere")
        done = self.stage.run(self.stage.command("--tmp-dir", self.stage.rows, *stages.SPILLING))
        self.expect("a file as --tmp-dir, spilling", done, OUTPUT, "Not a directory")
        if self.stage.has_splits:
            done = self.stage.run(self.stage.command("--tmp-dir", nowhere, "--split", "0/2", *stages.SPILLING))
            self.expect("no --tmp-dir, a split that spills", done, OUTPUT, "nowhere", left={"savepoint": "folder"})
        self.prepare()
        done = self.stage.run(self.stage.command("--tmp-dir", nowhere))
        self.expect("no --tmp-dir, not spilling", done, 0, left=self.in_place(self.stage.new))

    # Rows

    def inputs(self):
        run, command = self.stage.run, self.stage.command
        folder = os.open(self.stage.work, os.O_RDONLY)
        for title, options in (("plain", []), ("spilling", [*stages.SPILLING])):
            self.prepare()
            done = run(command(*options, row_file="-"), stdin=None, preexec_fn=lambda: os.close(0))
            self.expect(f"stdin closed, {title}", done, INPUT, "stdin")
            self.expect(f"stdin is a folder, {title}", run(command(*options, row_file="-"), stdin=folder), INPUT, "stdin")
            self.expect(f"no rows file, {title}", run(command(*options, "no-rows")), INPUT, "no-rows")
            self.expect(f"a folder as rows, {title}", run(command(*options, row_file=self.stage.work)), INPUT, "directory")
        from_stdin = command()
        from_stdin[from_stdin.index(self.stage.schema)] = "-"
        done = run(from_stdin, stdin=None, preexec_fn=lambda: os.close(0))
        self.expect("the schema from a closed stdin", done, INPUT, "stdin")
        self.expect("the schema from a folder as stdin", run(from_stdin, stdin=folder), INPUT, "stdin")
        os.close(folder)

    @staticmethod
    def wait_until(is_so):
        deadline = time.monotonic() + stages.HANGS_AFTER
        while not is_so() and time.monotonic() < deadline:
            time.sleep(0.001)

    def open_for_reader(self, pipe, child):
        """Once the child has the pipe open; None if it ends without."""
        opened = []

        def has_reader():
            try:
                opened.append(os.open(pipe, os.O_WRONLY | os.O_NONBLOCK))
            except OSError:  # nobody reads
                return child.poll() is not None
            return True

        self.wait_until(has_reader)
        return opened[0] if opened else None

    def while_it_runs(self, options, disturb, before=None, is_at_work=True):
        """A run that waits for its first rows in a pipe while something happens to the second file or to the place: once
        it has looked at both files and made its folder, or while it waits to open the pipe."""
        self.prepare(before)
        pipe, second = self.stage.work / "pipe", self.stage.work / "second"
        shutil.copy(self.stage.rows, second)
        pipe.unlink(missing_ok=True)
        os.mkfifo(pipe)
        with subprocess.Popen(self.stage.command(*options, pipe, row_file=second), stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as child:
            if not is_at_work:
                disturb(second)
            writer = self.open_for_reader(pipe, child)
            if writer is not None:
                if is_at_work:
                    self.wait_until(lambda: child.poll() is not None or list(self.place.glob(".savepoint.*")))
                    disturb(second)
                os.close(writer)
            text = child.stderr.read()
        return subprocess.CompletedProcess(child.args, child.returncode, "", text)

    def disturbances(self):
        def other_folder(_):
            shutil.rmtree(self.target, ignore_errors=True)
            self.target.mkdir()
            (self.target / "precious").write_text("of somebody else")

        def shorten(file):
            os.truncate(file, file.read_bytes().index(b"\n", file.stat().st_size // 2) + 1)

        done = self.while_it_runs([], os.unlink, is_at_work=False)
        self.expect("the rows file vanishes at the start", done, INPUT, "second")
        self.expect("the rows file vanishes before its turn", self.while_it_runs([], os.unlink), INPUT, "second")
        self.expect("the rows file is shortened before its turn", self.while_it_runs([], shorten), INPUT, "second")
        theirs = {"savepoint": "folder", "savepoint/precious": hashlib.sha256(b"of somebody else").hexdigest()}
        done = self.while_it_runs([], other_folder)
        self.expect("another folder comes at the target", done, OUTPUT, "savepoint", theirs)
        done = self.while_it_runs(["--overwrite"], other_folder, self.stage.old)
        self.expect("another folder comes at the target, overwriting", done, OUTPUT, "savepoint", theirs)
        done = self.while_it_runs([], lambda _: stages.clear(self.place))
        self.expect("the temporary folder vanishes", done, OUTPUT, "savepoint")


class RewriteRefusals(Refusals):
    """Of sp-rewrite, which has a savepoint as its input."""

    def inputs(self):
        run, rewrite = self.stage.run, self.stage.rewrite
        folder = os.open(self.stage.work, os.O_RDONLY)
        for option in ("--set", "--delete", "--keep-keys"):
            self.prepare()
            done = run(rewrite(option, "-"), stdin=None, preexec_fn=lambda: os.close(0))
            self.expect(f"{option} from a closed stdin", done, INPUT, "stdin")
            self.expect(f"{option} from a folder as stdin", run(rewrite(option, "-"), stdin=folder), INPUT, "stdin")
            self.expect(f"{option} from no file", run(rewrite(option, self.place / "no-rows")), INPUT, "no-rows")
            self.expect(f"{option} from a folder", run(rewrite(option, self.stage.work)), INPUT, "directory")
        os.close(folder)
        elsewhere = self.stage.work / f"elsewhere-of-{self.place.name}"
        stages.clear(elsewhere)
        shutil.copy(self.stage.rows, elsewhere)
        for title, path in (("no savepoint", self.stage.work / "no-savepoint"), ("a file", elsewhere / "rows")):
            self.expect(title, run(rewrite(source=path)), INPUT, path.name)
            done = run(rewrite("--add-from", f"{path}:orders"))
            self.expect(f"{title} to add from", done, INPUT, path.name)
        for title, target in (("its input", self.stage.source), ("its input's folder", self.stage.source / "made")):
            for overwrite in ([], ["--overwrite"]):
                done = run(rewrite(*overwrite, source=self.stage.source, target=target))
                self.expect(f"into {title} {' '.join(overwrite)}", done, USAGE, self.stage.source.name)

    def outputs(self):
        """The report is printed before the savepoint gets its name: where it cannot be, there is none."""
        run, rewrite = self.stage.run, self.stage.rewrite
        self.prepare()
        for option in ("--json", "--dry-run"):
            with open("/dev/full", "w") as full:
                done = subprocess.run(rewrite(option), stdin=subprocess.DEVNULL, stdout=full, stderr=subprocess.PIPE, text=True)
            self.expect(f"{option} on a full device", done, OUTPUT, "stdout")
            done = subprocess.run(rewrite(option), stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                                  preexec_fn=lambda: os.close(1))
            self.expect(f"{option} on a closed stdout", done, OUTPUT, "stdout")
        done = run(rewrite("--dry-run", *stages.REGROUPING))
        self.expect("--dry-run", done, 0)

    def disturbances(self):
        """The input vanishes, or is cut, while rows are waited for."""
        victim = self.stage.work / f"victim-of-{self.place.name}"
        largest = max(self.stage.source.iterdir(), key=lambda path: path.stat().st_size).name

        def change_tail(path):
            os.truncate(path, path.stat().st_size // 2)

        for title, disturb in (("vanishes", os.unlink), ("is cut", change_tail)):
            for way in ([], ["--max-parallelism", "720"], ["--link"]):
                self.prepare()
                shutil.rmtree(victim, ignore_errors=True)
                shutil.copytree(self.stage.source, victim)
                pipe = self.stage.work / f"pipe-of-{self.place.name}"
                pipe.unlink(missing_ok=True)
                os.mkfifo(pipe)
                with subprocess.Popen(self.stage.rewrite(*way, "--set", pipe, source=victim), stdin=subprocess.DEVNULL,
                                      stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as child:
                    writer = self.open_for_reader(pipe, child)
                    disturb(victim / largest)
                    if writer is not None:
                        os.close(writer)
                    text = child.stderr.read()
                done = subprocess.CompletedProcess(child.args, child.returncode, "", text)
                self.expect(f"a file of the input {title} {' '.join(way)}", done, INPUT, largest)

    ELSEWHERE = """mount -t tmpfs none "$1" || exit 99
                   place=$1; shift
                   "$@"; status=$?; find "$place" -mindepth 1 -printf 'left %P\n'; exit $status"""

    def links(self):
        """Files are linked, or there is no savepoint; nothing is ever written through a link."""
        self.prepare()
        done = self.stage.run(self.stage.rewrite("--link", source=self.stage.source))
        problems = list(problems_of(self.stage.tool, done, 0))
        for path in self.target.iterdir() if self.target.exists() else ():
            if path.name != "_metadata" and path.stat().st_nlink < 2:
                problems.append(f"{path.name} is no link")
        self.count("--link", problems)
        namespace = next((words for words in NAMESPACES if self.works_in(words)), None)
        if namespace is None:
            return
        self.prepare()
        command = [*namespace, "sh", "-c", self.ELSEWHERE, "sh", self.place, *self.stage.rewrite("--link")]
        done = self.stage.run(command)
        self.expect("--link to another file system", done, OUTPUT, "without --link")
        if done.stdout:
            self.count("--link to another file system leaves nothing", [done.stdout])


def tasks():
    """Functions of a stage, each for some process."""
    for name in ("limited_files", "failing_calls", "full_file_systems", "places", "bad_rows_file",
                 "temporary_folders", "inputs", "disturbances"):
        yield lambda stage, name=name: getattr(Refusals(stage), name)()
    for name in ("limited_files", "failing_calls", "full_file_systems", "places", "temporary_folders", "inputs", "outputs",
                 "disturbances", "links"):
        yield lambda stage, name=name: getattr(RewriteRefusals(stages.RewriteStage.of(stage)), name)()

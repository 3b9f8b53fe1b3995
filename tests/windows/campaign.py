#!/usr/bin/env python3
"""Opens real windows one after the other, sizes, moves and uses each as its seed says, and holds it to a clean end:
campaign.py --program build/lanescope [--program build/sanitize/lanescope ...] [--windows N] [--seed N] [--only NUMBER] [--prove].

Each window has a screen that only this campaign uses, and a configuration, a cache and a home that begin empty. It passes
when it ends with status 0 once it is told to, nothing that it or its workers said is a sentence of a crash, no crash file
is left and no process outlives it. Variants take turns: memory that is filled when it is freed, a heap that is checked,
and none, one or sixteen threads of llvmpipe; those under a sanitizer as they are and with one thread. The same seed gives
the same windows, --only one of them. What failed is kept in a folder with its script, each line of which is what xdotool
was told. --prove gives stand-ins that crash, hang or complain, and ends with 0 when each was told of.
"""
import argparse
import glob
import json
import os
import random
import select
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.realpath(__file__))
SOURCES = os.path.dirname(os.path.dirname(HERE))
MISSING = 77  # what a test ends with that needs what this machine lacks
SCREEN = (4096, 2304)
X_ANSWERS, LISTS, OUTLIVES = 120, 120, 60  # seconds of a machine that is busy with other tests
BUGS = ("ERROR: AddressSanitizer", "ERROR: LeakSanitizer", "WARNING: ThreadSanitizer:", "ERROR: ThreadSanitizer", "DEADLYSIGNAL",
        "UndefinedBehaviorSanitizer", "runtime error:", "CHECK failed", "munmap_chunk", "corrupt", "free():", "malloc():",
        "realloc():", "double free", "malloc_consolidate", "invalid pointer", "Assertion", "assertion", "terminate called",
        "stack smashing", "buffer overflow detected", "killed by signal", "Segmentation fault", "Bus error", "Aborted",
        "internal error")


class Unanswered(Exception):
    """Something did not answer within its limit. The sentence says what."""


# --- scripts ---------------------------------------------------------------------------------------------------------

OFTEN = ("transpose/smem_tile", "transpose/smem_unroll")
SIZES = ((1, 1), (1, 900), (1600, 1), (39, 40), (40, 40), (41, 200), (320, 240), (640, 480), (1366, 768), (1600, 900),
         (1920, 1080), (2560, 1440), (3840, 2160), (3840, 2160), (1000, 30), (30, 1000), (3840, 50))
KEYS = ("F10", "F11", "F12", "1", "2", "3", "4", "5", "6", "7", "8", "space", "Left", "Right", "Up", "Down", "Escape", "Return",
        "Tab", "b", "ctrl+equal", "ctrl+minus", "ctrl+0", "ctrl+Next", "ctrl+Prior", "ctrl+1", "ctrl+2", "ctrl+3", "ctrl+4",
        "ctrl+5", "ctrl+e", "ctrl+t", "ctrl+g", "ctrl+d", "ctrl+l", "ctrl+w", "ctrl+z", "ctrl+y", "ctrl+shift+r", "F1", "F5",
        "F6", "shift+7", "shift+8", "ctrl+7", "ctrl+8", "ctrl+period", "ctrl+comma", "Delete", "Home", "End", "Next", "Prior")
COMMANDS = ("Dark", "Light", "Projector", "Colour-blind safe", "English", "Chinese", "Reset layout", "Show the Readout",
            "Show the Source", "Show the Kernels", "Show the Log", "Show the Output")
THEMES = ("dark", "light", "projector", "colour_blind")


class Script:
    """One window: the kernel file or none, the settings or none, and lines of words for xdotool. W is the window."""

    def __init__(self, choice, kernels, steps=None):
        self.choice = choice
        often = [kernel for kernel in kernels if kernel in OFTEN]
        which = choice.random()
        self.kernel = None if which < 0.25 else choice.choice(often) if often and which < 0.7 else choice.choice(kernels)
        self.settings = self.any_settings() if choice.random() < 0.4 else None
        self.width, self.height = 1600, 900
        self.lines = []
        if choice.random() < 0.5:
            self.lines += [self.sized(3840, 2160), self.moved(), self.paused(1)]
        actions = (self.sizes, self.sizes, self.drags_the_edge, self.moves, self.keys, self.keys, self.command, self.mouse,
                   self.mouse, self.zooms, self.waits)
        for _ in range(choice.randint(20, 45) if steps is None else steps):
            choice.choice(actions)()
        # What is too small to be drawn takes no keys.
        self.lines += [self.sized(800, 600), ["windowmove", "W", "0", "0"], self.paused(0.5)]

    def any_settings(self):
        choice = self.choice
        return (f"[window]\nwidth = {choice.choice((320, 800, 1600, 3840))}\nheight = {choice.choice((240, 600, 900, 2160))}\n"
                f"[appearance]\ntheme = \"{choice.choice(THEMES)}\"\nlanguage = \"{choice.choice(('en', 'zh'))}\"\n"
                f"zoom = {choice.choice((0.7, 1.0, 1.3, 2.0))}\n[session]\nwelcomed = {choice.choice(('true', 'false'))}\n"
                f"[source]\nptx = {choice.choice(('true', 'false'))}\nsass = {choice.choice(('true', 'false'))}\n")

    def paused(self, most):
        return ["sleep", f"{self.choice.random() * most:.3f}"]

    def sized(self, width, height):
        self.width, self.height = width, height
        return ["windowsize", "W", str(width), str(height)]

    def any_size(self):
        if self.choice.random() < 0.6:
            return self.choice.choice(SIZES)
        return self.choice.randint(1, 3840), self.choice.randint(1, 2160)

    def moved(self):
        return ["windowmove", "W", str(self.choice.randint(-600, SCREEN[0] - 1)), str(self.choice.randint(-400, SCREEN[1] - 1))]

    def place(self):
        """A place of the window, which mostly is nearer to its middle than the edge is."""
        return str(self.choice.randrange(max(self.width, 1))), str(self.choice.randrange(max(self.height, 1)))

    def sizes(self):
        self.lines += [self.sized(*self.any_size()), self.paused(0.6)]

    def drags_the_edge(self):
        """Many sizes in a short time, as a hand gives them that drags an edge, or as they come from nowhere."""
        line, near = [], self.choice.random() < 0.6
        for _ in range(self.choice.randint(4, 40)):
            if near:
                size = [max(1, min(most, now + self.choice.randint(-90, 90)))
                        for now, most in ((self.width, 3840), (self.height, 2160))]
            else:
                size = self.any_size()
            line += self.sized(*size) + self.paused(0.03)
        self.lines += [line, self.paused(0.3)]

    def moves(self):
        line = []
        for _ in range(self.choice.randint(1, 12)):
            line += self.moved() + self.paused(0.05)
        self.lines.append(line)

    def keys(self):
        line = ["windowfocus", "W"]
        for _ in range(self.choice.randint(1, 8)):
            line += ["key", self.choice.choice(KEYS)] + self.paused(0.2)
        self.lines.append(line)

    def zooms(self):
        line = ["windowfocus", "W"]
        for _ in range(self.choice.randint(2, 12)):
            line += ["key", self.choice.choice(("ctrl+equal", "ctrl+equal", "ctrl+minus", "ctrl+0"))] + self.paused(0.05)
        self.lines.append(line)

    def command(self):
        self.lines += [["windowfocus", "W", "key", "ctrl+p", "sleep", "0.3"],
                       ["type", "--delay", "15", self.choice.choice(COMMANDS)], ["sleep", "0.2", "key", "Return"]]

    def mouse(self):
        line = []
        for _ in range(self.choice.randint(1, 8)):
            line += ["mousemove", "--window", "W", *self.place()] + self.paused(0.1)
            what = self.choice.random()
            if what < 0.35:
                line += ["click", "--repeat", str(self.choice.randint(1, 12)), "--delay", "10", self.choice.choice("4567")]
            elif what < 0.7:
                line += ["click", "--repeat", str(self.choice.randint(1, 3)), "--delay", "10", self.choice.choice("1113")]
            elif what < 0.85:
                button = self.choice.choice("1123")
                line += ["mousedown", button, "mousemove", "--window", "W", *self.place(), *self.paused(0.1), "mouseup", button]
        self.lines.append(line)

    def waits(self):
        """Long enough for files to be looked at and for results to come."""
        self.lines.append(self.paused(3))

    def text(self):
        began = f"kernel: {self.kernel or 'none'}\nsettings: {'none' if self.settings is None else chr(10) + self.settings}\n"
        return began + "\n".join(" ".join(line) for line in self.lines) + "\n"


# --- variants --------------------------------------------------------------------------------------------------------


class Variant:
    """A program and what its environment says besides. A sanitized one takes its time: seconds to begin, and to end, on
    a machine that is busy with other work."""

    def __init__(self, program, name, said, seconds):
        self.program, self.name, self.said, self.seconds = program, name, said, seconds


def contains(program, word):
    with open(program, "rb") as file:
        return word in file.read()


def checked_heap():
    """The library that checks the heap, where glibc has one."""
    found = [path for place in ("/lib/*-linux-gnu", "/lib64", "/usr/lib") for path in glob.glob(place + "/libc_malloc_debug.so.0")]
    return found[0] if found else None


def variants_of(program):
    """In which ways a program is opened; "any" stands for a number of each window."""
    name = os.path.relpath(program, SOURCES)
    name = program if name.startswith("..") else name
    for sanitizer, seconds in ((b"__asan_init", 600), (b"__tsan_init", 900)):
        if contains(program, sanitizer):
            return [Variant(program, name, {}, seconds),
                    Variant(program, name + ", one thread draws", {"LP_NUM_THREADS": "1"}, seconds)]
    variants = [Variant(program, f"{name}, freed memory is filled", {"MALLOC_PERTURB_": "any"}, 300),
                Variant(program, f"{name}, one thread draws", {"LP_NUM_THREADS": "1", "MALLOC_PERTURB_": "any"}, 300),
                Variant(program, f"{name}, sixteen threads draw", {"LP_NUM_THREADS": "16"}, 300),
                Variant(program, f"{name}, none but its own thread draws", {"LP_NUM_THREADS": "0"}, 300)]
    if library := checked_heap():
        said = {"LD_PRELOAD": library, "MALLOC_CHECK_": "3", "MALLOC_PERTURB_": "any"}
        variants.insert(1, Variant(program, f"{name}, the heap is checked", said, 300))
    return variants


def environment_of(variant, folder, display, perturb):
    """Reports of sanitizers go to files, so that those of workers are seen as well."""
    environment = {**os.environ, **variant.said, "DISPLAY": display, "LIBGL_ALWAYS_SOFTWARE": "1", "LC_ALL": "C", "HOME": folder,
                   "XDG_CONFIG_HOME": folder + "/config", "XDG_CACHE_HOME": folder + "/cache", "XDG_DATA_HOME": folder + "/data"}
    if environment.get("MALLOC_PERTURB_") == "any":
        environment["MALLOC_PERTURB_"] = perturb
    for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS", "LSAN_OPTIONS"):
        environment[name] = ":".join(filter(None, (os.environ.get(name, ""), f"log_path={folder}/report")))
    # Drivers keep memory to the end of the process and are closed before, so that no suppression knows its owner.
    environment["ASAN_OPTIONS"] += ":detect_leaks=0"
    # ThreadSanitizer ends a program whose driver goes while a suppression names it.
    keep_loaded = os.path.join(os.path.dirname(variant.program), "tests", "libkeep_loaded.so")
    if os.path.exists(keep_loaded):
        environment["LD_PRELOAD"] = keep_loaded
    environment.pop("WAYLAND_DISPLAY", None)
    return environment


# --- a screen --------------------------------------------------------------------------------------------------------


class Screen:
    """A virtual X server, which ends with the scope."""

    def __enter__(self):
        reads, writes = os.pipe()
        command = ["Xvfb", "-displayfd", str(writes), "-screen", "0", f"{SCREEN[0]}x{SCREEN[1]}x24", "-nolisten", "tcp", "-noreset"]
        self.server = subprocess.Popen(command, pass_fds=(writes,), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL, start_new_session=True)
        os.close(writes)
        # The server writes the number and the end of its line one after the other, and ends when nobody reads both.
        said, end = b"", time.monotonic() + X_ANSWERS
        while not said.endswith(b"\n") and select.select([reads], [], [], max(0, end - time.monotonic()))[0]:
            if not (more := os.read(reads, 20)):
                break
            said += more
        os.close(reads)
        if not said.endswith(b"\n"):
            self.__exit__()
            raise Unanswered(f"Xvfb did not start, or did not say its display within {X_ANSWERS} s")
        self.display = ":" + said.decode().strip()
        return self

    def __exit__(self, *ignored):
        self.server.terminate()
        try:
            self.server.wait(X_ANSWERS)
        except subprocess.TimeoutExpired:
            self.server.kill()
            self.server.wait()

    def xdotool(self, words):
        """What it says; nothing where it fails, as it does when the window has gone."""
        if self.server.poll() is not None:
            raise Unanswered("Xvfb ended before the campaign did")
        try:
            done = subprocess.run(["xdotool", *words], env={**os.environ, "DISPLAY": self.display}, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=X_ANSWERS, check=False)
        except subprocess.TimeoutExpired:
            raise Unanswered(f"xdotool {' '.join(words)[:200]} did not end within {X_ANSWERS} s") from None
        return done.stdout.decode().strip() if done.returncode == 0 else ""


# --- one window ------------------------------------------------------------------------------------------------------


def until(condition, seconds, every=0.1):
    """What the condition gave once it held, else nothing."""
    end = time.monotonic() + seconds
    while True:
        if given := condition():
            return given
        if time.monotonic() > end:
            return None
        time.sleep(every)


def processes_of(folder):
    """Those that were told to keep their cache in this folder."""
    mark, found = f"XDG_CACHE_HOME={folder}/cache".encode(), []
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{entry}/environ", "rb") as file:
                if mark in file.read().split(b"\0"):
                    found.append(int(entry))
        except OSError:
            pass
    return found


def stacks_of(pid):
    """Where each thread of what hangs is, where there is a debugger."""
    if not shutil.which("gdb"):
        return "gdb is not installed: nothing says where it hangs\n"
    try:
        done = subprocess.run(["gdb", "-p", str(pid), "-batch", "-ex", "thread apply all backtrace 40"], stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=120, check=False)
        return done.stdout.decode(errors="replace")
    except subprocess.TimeoutExpired:
        return "gdb did not say within 120 s where it hangs\n"


def ends_when_told(program, screen, seconds):
    """A key that comes while a text field is open may count for nothing; so may one to a window that lost the focus."""
    end = time.monotonic() + seconds
    while program.poll() is None and time.monotonic() < end:
        screen.xdotool(["key", "Escape", "sleep", "0.1", "key", "ctrl+q"])
        until(lambda: program.poll() is not None, 3)
    return program.poll() is not None


def play(program, screen, script, seconds, folder):
    """Returns what is wrong with how the window came and went, or nothing."""
    window = None

    def seen():
        nonlocal window
        window = screen.xdotool(["search", "--onlyvisible", "--name", "lanescope"]).split("\n")[0]
        return window or program.poll() is not None

    hangs = None
    if not until(seen, seconds):
        hangs = f"no window was seen within {seconds} s"
    elif not window:
        return "it ended before a window was seen"
    else:
        for line in script.lines:
            if program.poll() is not None:
                return None
            screen.xdotool([window if word == "W" else word for word in line])
        if not ends_when_told(program, screen, seconds):
            hangs = f"it did not end within {seconds} s of Ctrl+Q"
    if hangs:
        with open(folder + "/stacks.txt", "w") as file:
            file.write(stacks_of(program.pid))
        program.kill()
        program.wait()
    return hangs


def read(path):
    with open(path, errors="replace") as file:
        return file.read()


def opened(variant, screen, script, folder, perturb):
    """Opens a window, uses it, and returns what is wrong and all that was said."""
    for name in ("config/lanescope", "cache", "data", "pictures"):
        os.makedirs(f"{folder}/{name}")
    with open(folder + "/config/user-dirs.dirs", "w") as file:
        file.write(f'XDG_PICTURES_DIR="{folder}/pictures"\n')
    if script.settings is not None:
        with open(folder + "/config/lanescope/settings.toml", "w") as file:
            file.write(script.settings)
    command = [variant.program] + ([f"{SOURCES}/kernels/{script.kernel}.cu"] if script.kernel else [])
    with open(folder + "/said.txt", "wb") as said:
        program = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=said, stderr=said, cwd=folder, start_new_session=True,
                                   env=environment_of(variant, folder, screen.display, perturb))
    wrong = []
    try:
        if hung := play(program, screen, script, variant.seconds, folder):
            wrong.append(hung)
    except Unanswered as late:
        wrong.append(str(late))
    finally:
        if program.poll() is None:
            program.kill()
            program.wait()
    killed = bool(wrong) and program.returncode == -signal.SIGKILL
    if program.returncode < 0 and not killed:
        wrong.append(f"it ended by signal {-program.returncode}")
    elif program.returncode > 0:
        wrong.append(f"it ended with status {program.returncode}")
    if not killed and not until(lambda: not processes_of(folder), OUTLIVES):
        wrong.append(f"a process of it outlived it by {OUTLIVES} s")
    for pid in processes_of(folder):
        try:
            os.kill(pid, signal.SIGKILL)
        except OSError:
            pass
    words = "".join(read(path) for path in [folder + "/said.txt", *sorted(glob.glob(folder + "/report*"))])
    if found := [bug for bug in BUGS if bug in words]:
        wrong.append(f"it says what only a bug says: {found[0]}")
    if left := glob.glob(folder + "/cache/**/*crash*.txt", recursive=True):
        wrong.append("a crash file is left")
        words += "".join(read(path) for path in left)
    return wrong, words


def tell(number, seed, variant, script, perturb, wrong, words, folder):
    kept = tempfile.mkdtemp(prefix="lanescope-windows-failed-")
    with open(folder + "/script.txt", "w") as file:
        file.write(f"window {number} of seed {seed}: {variant.name}\n{variant.said} {perturb}\n{script.text()}")
    shutil.copytree(folder, kept, dirs_exist_ok=True, symlinks=True)
    print(f"window {number} of seed {seed}, {variant.name}: {'; '.join(wrong)}\n"
          f"  kept in {kept}; again by --seed {seed} --only {number}, with the same programs\n"
          f"--- script (any = {perturb}, {variant.said})\n{script.text()}--- said\n{words[-20_000:]}---",
          file=sys.stderr, flush=True)


def kernels_of(program):
    try:
        listed = subprocess.run([program, "list", "--json"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=LISTS,
                                check=True)
    except (OSError, subprocess.SubprocessError) as error:
        raise Unanswered(f"the kernels are not known: {error}") from None
    ids = sorted(kernel["id"] for kernel in json.loads(listed.stdout)["kernels"])
    return [kernel for kernel in ids if os.path.exists(f"{SOURCES}/kernels/{kernel}.cu")]


def campaign(programs, windows, seed, only):
    kernels = kernels_of(programs[0])
    variants = [variant for program in programs for variant in variants_of(program)]
    failed = count = 0
    spent = {variant.name: [] for variant in variants}
    with Screen() as screen:
        for number in range(windows) if only is None else [only]:
            choice = random.Random(f"{seed} {number}")
            script, perturb = Script(choice, kernels), str(choice.randint(1, 255))
            variant = variants[number % len(variants)]
            begun = time.monotonic()
            with tempfile.TemporaryDirectory(prefix="lanescope-windows-") as folder:
                wrong, words = opened(variant, screen, script, folder, perturb)
                if wrong:
                    tell(number, seed, variant, script, perturb, wrong, words, folder)
            failed, count = failed + bool(wrong), count + 1
            spent[variant.name].append(time.monotonic() - begun)
            print(f"window {number}: {variant.name}, {script.kernel or 'no kernel'}, {len(script.lines)} lines, "
                  f"{spent[variant.name][-1]:.0f} s: {'; '.join(wrong) or 'clean'}", flush=True)
            if screen.server.poll() is not None:
                raise Unanswered("Xvfb ended before the campaign did")
    for name, seconds in spent.items():
        if seconds:
            print(f"{name}: {len(seconds)} windows in {sum(seconds):.0f} s")
    print(f"{count - failed} of {count} windows ended clean, seed {seed}")
    return 1 if failed else 0


# --- what the checks are worth ---------------------------------------------------------------------------------------

# In each, $REAL is the program with its arguments. What is expected are beginnings of what must be told, and nothing else.
STAND_INS = [
    ("ends with 139 at once", "exit 139", ["it ended before a window was seen", "it ended with status 139"]),
    ("dies of a signal at once", "kill -SEGV $$", ["it ended before a window was seen", "it ended by signal 11"]),
    ("prints a sanitizer's report and opens nothing", "echo '==7==ERROR: AddressSanitizer: heap-use-after-free' >&2",
     ["it ended before a window was seen", "it says what only a bug says: ERROR: AddressSanitizer"]),
    ("opens nothing and does not end", "exec sleep 1000", ["no window was seen within"]),
    ("is the program as it is", '"$REAL" "$@"', []),
    ("says what glibc says of a broken heap", '"$REAL" "$@"; echo "munmap_chunk(): invalid pointer" >&2',
     ["it says what only a bug says: munmap_chunk"]),
    ("has a worker whose race is reported to a file", '"$REAL" "$@"; echo "WARNING: ThreadSanitizer: data race" > report.77',
     ["it says what only a bug says: WARNING: ThreadSanitizer:"]),
    ("leaves a crash file", '"$REAL" "$@"; echo stack > "$XDG_CACHE_HOME/crash-7.txt"', ["a crash file is left"]),
    ("ends with 1", '"$REAL" "$@"; exit 1', ["it ended with status 1"]),
    ("dies in the middle",
     '"$REAL" "$@" & until xdotool search --onlyvisible --name lanescope; do sleep 0.1; done; kill -ABRT $!; wait $!; exit $?',
     ["it ended with status 134", "it says what only a bug says: Aborted", "a crash file is left"]),  # the shell says it
    ("leaves a process behind", '"$REAL" "$@"; sleep 1000 & exit 0', ["a process of it outlived it"]),
    ("does not end when told to", '"$REAL" "$@"; exec sleep 1000', ["it did not end within"]),
]


def prove(program, seed):
    """Whether each stand-in is told of as it should be."""
    global OUTLIVES
    OUTLIVES, missed = 3, 0
    kernels = kernels_of(program)
    with Screen() as screen, tempfile.TemporaryDirectory(prefix="lanescope-windows-prove-") as place:
        for number, (name, text, expected) in enumerate(STAND_INS):
            file = f"{place}/stand-in-{number}"
            with open(file, "w") as out:
                out.write(f"#!/usr/bin/env bash\nREAL='{program}'\n{text}\n")
            os.chmod(file, os.stat(file).st_mode | stat.S_IXUSR)
            script = Script(random.Random(f"{seed} prove {number}"), kernels, steps=0)
            script.lines.insert(0, ["sleep", "3"])
            short = Variant(file, name, {}, 45 if "exec sleep" in text else 240)
            folder = f"{place}/{number}"
            os.mkdir(folder)
            wrong, words = opened(short, screen, script, folder, "1")
            right = len(wrong) == len(expected) and all(told.startswith(begins) for told, begins in zip(wrong, expected))
            missed += not right
            print(f"a stand-in that {name}: {'; '.join(wrong) or 'clean'}", flush=True)
            if not right:
                print(f"  that is not what is expected: {expected}\n{script.text()}{words[-3000:]}", file=sys.stderr)
    print(f"{len(STAND_INS) - missed} of {len(STAND_INS)} stand-ins were told of as expected")
    return 1 if missed else 0


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--program", required=True, action="append")
    arguments.add_argument("--windows", type=int, default=12)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--only", type=int)
    arguments.add_argument("--prove", action="store_true")
    options = arguments.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # windows and their screen end with the campaign
    programs = [os.path.realpath(program) for program in options.program]
    if options.windows < 1:
        arguments.error("--windows: at least one")
    for tool in ("Xvfb", "xdotool"):
        if not shutil.which(tool):
            print(f"{tool} is not installed: no window can be opened", file=sys.stderr)
            return MISSING
    for program in programs:
        if not os.access(program, os.X_OK):
            print(f"{program} is not built", file=sys.stderr)
            return 2
    try:
        if options.prove:
            return prove(programs[0], options.seed)
        return campaign(programs, options.windows, options.seed, options.only)
    except Unanswered as late:
        print(late, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Gives the program kernels, files, messages and commands that nobody should write, and holds it to an exit status, a time and
an amount of memory: campaign.py --program build/lanescope [--whole] [--seed N]
[--part kernels|files|messages|commands|trust|limits].

A case passes when the program ends by itself, with one of the expected statuses, within the time and memory of its part, and
without a sentence that only a bug makes. The short form is a sample of the whole one; the same seed gives the same cases.
"""
import argparse
import concurrent.futures
import csv
import io
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.realpath(__file__))
SOURCES = os.path.dirname(os.path.dirname(HERE))
MIB = 1 << 20
BUGS = (b"internal error", b"terminate called", b"AddressSanitizer", b"runtime error:", b"Assertion")


class Part:
    """Cases of one kind with their limits. Seconds are those of a machine that is busy with other tests. Cases run at_once
    where they mostly wait: a client that is told nonsense waits for a worker that says nothing more."""

    def __init__(self, name, whole, short, seconds, mib, at_once=1, bugs=()):
        self.name, self.whole, self.short, self.seconds, self.mib, self.at_once = name, whole, short, seconds, mib, at_once
        self.bugs = BUGS + bugs


PARTS = [Part("kernels", 200, 8, 240, 6000), Part("files", 500, 40, 120, 2048),
         Part("messages", 300, 24, 120, 2048, at_once=12), Part("commands", 100, 40, 120, 2048),
         Part("trust", 200, 16, 120, 6000), Part("limits", 1000, 16, 120, 2048, bugs=(b"killed by signal",))]


def memory_of(pid):
    """MiB that a process takes now: one that takes far too much must not take the machine along."""
    try:
        with open(f"/proc/{pid}/statm") as file:
            return int(file.read().split()[1]) * resource.getpagesize() / MIB
    except OSError:
        return 0


def share_of_processor():
    """The part of a processor that a process gets beside all others that want to run: a limit is of time that it has."""
    return min(1.0, os.cpu_count() / max(os.getloadavg()[0], 1e-3))


def run(command, limits, folder, stdin=None, display=None):
    """Returns (status, seconds, MiB, output). A status below 0 is the signal that ended it; None: it had to be killed."""
    environment = {**os.environ, "XDG_CONFIG_HOME": folder + "/config", "XDG_CACHE_HOME": folder + "/cache", "LC_ALL": "C"}
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        environment.pop(name, None)
    with tempfile.TemporaryFile() as said, open(stdin or os.devnull, "rb") as given:
        begun = looked = time.monotonic()
        had = 0.0
        child = subprocess.Popen(command, stdin=given, stdout=said, stderr=said, cwd=folder, env=environment,
                                 start_new_session=True)
        killed = False
        while True:
            pid, status, usage = os.wait4(child.pid, os.WNOHANG)
            if pid != 0:
                break
            now = time.monotonic()
            had += (now - looked) * share_of_processor()
            looked = now
            if had > limits.seconds or memory_of(child.pid) > 2 * limits.mib:
                os.killpg(child.pid, signal.SIGKILL)
                killed = True
                _, status, usage = os.wait4(child.pid, 0)
                break
            time.sleep(0.01)
        child.returncode = 0
        seconds = time.monotonic() - begun
        said.seek(0)
        output = said.read(MIB)
    ended = os.WEXITSTATUS(status) if os.WIFEXITED(status) else -os.WTERMSIG(status)
    return (None if killed else ended), seconds, usage.ru_maxrss / 1024, output


# --- kernels ---------------------------------------------------------------------------------------------------------

BODIES = {
    "loops for ever": "for (;;) out[0] = in[0];",
    "loops on what nobody writes": "while (((volatile float*)in)[0] != -77.5f) {}",
    "stores behind the end": "out[n + i] = 1;",
    "stores far away": "out[1ull << 40] = 1;",
    "stores through null": "*(float*)0 = 1;",
    "loads misaligned": "out[i] = *(const float*)((const char*)in + 1);",
    "calls itself for ever": "out[i] = deep(in[i], n);",
    "waits at half a barrier": "if (threadIdx.x & 1) __syncthreads(); out[i] = in[i];",
    "traps": "asm volatile(\"trap;\");",
    "asserts": "assert(i < 0); out[i] = in[i];",
    "prints without end": "for (int k = 0; k < 100000; ++k) printf(\"\\x1b[2J%d\\n\", k);",
    "divides by zero": "out[i] = float(n / (n - n));",
    "takes 300 KB of shared memory": "__shared__ float much[80000]; much[threadIdx.x] = in[i]; out[i] = much[0];",
    "takes a megabyte of stack": "float much[300000]; for (int k = 0; k < 300000; ++k) much[k] = in[k % n]; out[i] = much[n];",
    "allocates without end": "while (malloc(1 << 20)) {} out[i] = in[i];",
    "frees twice": "void* p = malloc(8); free(p); free(p); out[i] = in[i];",
    "races": "__shared__ int word; word = i; out[i] = word;",
    "has assembly that is none": "asm volatile(\"frobnicate %0;\" :: \"r\"(i));",
    "has a template bomb": "out[i] = Bomb<22>::value;",
    "has a macro bomb": "out[i] = M12(1);",
    "includes a device": "\n#include \"/dev/zero\"\n",
    "includes itself": "\n#include __FILE__\n",
    "has an error with an escape": "\n#error \x1b]0;owned\x07\n",
    "is not closed": "out[i] = in[i]; {{{",
    "is right": "out[i] = in[i];",
}
PRELUDE = """template <int n> struct Bomb { static constexpr int value = Bomb<n - 1>::value + Bomb<n - 1>::value; };
template <> struct Bomb<0> { static constexpr int value = 1; };
#define M1(x) (x + x)
""" + "".join(f"#define M{k}(x) M{k - 1}(M{k - 1}(x))\n" if k < 5 else f"#define M{k}(x) (M{k - 1}(x) + M{k - 1}(x))\n"
              for k in range(2, 13)) + """__device__ float deep(float x, int n) { return n < 0 ? x : deep(x + 1, n + 1) + x; }
"""
SHAPES = [("n = { min = 1, max = 100000, default = 1000 }", "ceil_div(n, 64)", "64"),
          ("n = { min = 1, max = 9223372036854775807, default = 9223372036854775807 }", "ceil_div(n, 64)", "64"),
          ("n = { min = 1, max = 100000, default = 1000 }", "n * n * n * n * n * n", "64"),
          ("n = { min = 1, max = 100000, default = 1000 }", "n / (n - n)", "64"),
          ("n = { min = 1, max = 100000, default = 1000 }", "1", "4096"),
          ("n = { min = 1, max = 100000, default = 1000 }", "2147483647", "1024"),
          ("n = { min = -5, max = 5, default = -5 }", "n", "n"),
          ("n = { min = 1, max = 100000, default = 1000 }", "(" * 3000 + "1" + ")" * 3000, "64")]


def kernel(body, shape):
    sizes, grid, block = shape
    return f"""/* lanescope
title = "Hostile"
summary = "It should not exist."
[problem]
{sizes}
[buffers]
in = {{ role = "in", type = "f32", shape = ["n"] }}
out = {{ role = "out", type = "f32", shape = ["n"] }}
[[launch]]
entry = "hostile"
grid = ["{grid}"]
block = ["{block}"]
arguments = ["out", "in", "n"]
[check]
reference = "copy"
output = "out"
exact = true
*/
{PRELUDE}
extern "C" __global__ void hostile(float* out, const float* in, int n) {{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  {body}
}}
"""


def kernels(choice, program, folder, count):
    for number in range(count):
        name = list(BODIES)[number % len(BODIES)]
        shape = SHAPES[0] if number < len(BODIES) else choice.choice(SHAPES)
        file = f"{folder}/kernel-{number}.cu"
        with open(file, "w") as out:
            out.write(kernel(BODIES[name], shape))
        command = [program, "run", file, "--backend", "emulator", "--timeout", "5"]
        yield f"a kernel that {name}", command, {0} if name == "is right" and shape is SHAPES[0] else {0, 1, 2}, None


# --- files -----------------------------------------------------------------------------------------------------------

WORDS = [b"0", b"-1", b"1e400", b"9223372036854775808", b"nan", b"null", b"[" * 1000, b"]", b"{", b"}", b'"', b"'''", b"\\", b"\n",
         b"\r\n", b",", b"=", b"\x1b[31m", b"\xff", b"\x00", b"\xef\xbb\xbf", b"/*", b"*/", b"[[launch]]"]


def changed(choice, data):
    """One to six changes of a text or of bytes."""
    data = bytearray(data)
    for _ in range(choice.randint(1, 6)):
        at, length = choice.randint(0, len(data)), choice.choice([1, 3, 40, 1000])
        what = choice.randint(0, 6)
        if what == 0 and at < len(data):
            data[at] ^= 1 << choice.randint(0, 7)
        elif what == 1:
            del data[at:at + length]
        elif what == 2:
            data[at:at] = choice.choice(WORDS)
        elif what == 3:
            data[at:at + length] = choice.choice(WORDS)
        elif what == 4:
            data[at:at] = data[at:at + length] * choice.randint(1, 30)
        elif what == 5:
            del data[at:]
        else:
            other = choice.randint(0, len(data))
            data[at:at] = data[other:other + length]
    return bytes(data)


def first_bytes(path, max_bytes):
    with open(path, "rb") as file:
        data = file.read(max_bytes)
    return data[:data.rfind(b"\n") + 1] or data


def files(choice, program, folder, count):
    recording = first_bytes(SOURCES + "/assets/recordings/h200-transpose.jsonl", 60_000)
    front = first_bytes(SOURCES + "/kernels/transpose/smem_tile.cu", 20_000)
    patterns = first_bytes(SOURCES + "/tests/data/json_contract/patterns.csv", 20_000)
    header = b"\x93NUMPY\x01\x00v\x00{'descr': '<f4', 'fortran_order': False, 'shape': (64, 64), }"
    sweep_json = b'{"schema": "lanescope.sweep/2", "date": "2026", "machine": {}}\n{"key": "' + b"0" * 32 + b'", "a": [1, 2.5]}\n'
    sweep_csv = b"kernel,block_x,reason,key\na/b,8,\"two\nlines\"," + b"0" * 32 + b"\n"
    raw = bytes(range(256)) * 64
    id_ = "transpose/copy_row"
    small = ["-p", "nx=64", "-p", "ny=64", "--backend", "emulator"]
    kinds = [
        ("recording for a snapshot", recording, lambda f: ["snapshot", id_, "--recording", f, "--view", "window", "--size",
                                                           "320x240", "-o", folder + "/x.png"], {0, 1, 2}),
        ("recording for calibrate", recording, lambda f: ["calibrate", "--recording", f], {0, 1, 2}),
        ("recording to open", recording, lambda f: ["open", f], {0, 2}),
        ("kernel file", front, lambda f: ["run", f, "--backend", "emulator", "--timeout", "20", "-p", "nx=64", "-p", "ny=64"],
         {0, 1, 2}),
        ("table of patterns", patterns, lambda f: ["patterns", f], {0, 2}),
        ("expected numbers", header, lambda f: ["run", id_, "--expect", "out=" + f] + small, {0, 1, 2}),
        ("input", raw, lambda f: ["run", id_, "--load", "in=" + f] + small, {0, 1, 2}),
        ("sweep as JSON", sweep_json, lambda f: ["sweep", id_, "--json", f] + small, {0, 1, 2}),
        ("sweep as CSV", sweep_csv, lambda f: ["sweep", id_, "--csv", f] + small, {0, 1, 2}),
    ]
    for number in range(count):
        name, data, command, statuses = kinds[number % len(kinds)]
        file = f"{folder}/file-{number}" + (".cu" if name == "kernel file" else ".jsonl")
        given = changed(choice, data)
        with open(file, "wb") as out:
            out.write(given)
        # Whatever was in a file that is added to is still there, or the program refused it.
        keeps = (file, given) if name.startswith("sweep") else None
        yield "a wrong " + name, [program] + command(file), statuses, keeps


# --- messages --------------------------------------------------------------------------------------------------------

REPLAY = """import os, sys
data = open(sys.argv[1], 'rb').read()
try:
    os.write(1, data[:len(data) // 2]); os.write(1, data[len(data) // 2:])
    while os.read(0, 65536): pass
except OSError: pass
"""
TEE = """import os, subprocess, sys, threading
worker = subprocess.Popen(sys.argv[4:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
def pump(source, target, name):
    with open(name, 'wb') as kept:
        while data := os.read(source, 65536):
            kept.write(data); kept.flush()
            try: os.write(target, data)
            except OSError: return
    try: os.close(target)
    except OSError: pass
one = threading.Thread(target=pump, args=(0, worker.stdin.fileno(), sys.argv[2]), daemon=True); one.start()
pump(worker.stdout.fileno(), 1, sys.argv[1])
sys.exit(worker.wait())
"""


def messages(choice, program, folder, count):
    """What a worker said in a good run, changed, is said to the client; what the client said to a worker."""
    for name, text in (("replay.py", REPLAY), ("tee.py", TEE)):
        with open(f"{folder}/{name}", "w") as file:
            file.write(text)
    said, asked = folder + "/said", folder + "/asked"
    good = [program, "run", "transpose/copy_row", "-p", "nx=64", "-p", "ny=64", "--backend", "emulator", "--host", "here"]
    subprocess.run(good + ["--remote-shell", f"{sys.executable} {folder}/tee.py {said} {asked}", "--remote-program", program],
                   cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=300, check=False)
    worker_said, client_asked = open(said, "rb").read(), open(asked, "rb").read()
    assert len(worker_said) > 1000 and len(client_asked) > 1000, "the good run said nothing"
    for number in range(count):
        file = f"{folder}/message-{number}"
        to_worker = number % 2 == 1
        data = client_asked if to_worker else worker_said
        # The handshake stays in most of them, or nothing else would be reached.
        kept = 14 if choice.random() < 0.9 else 0
        with open(file, "wb") as out:
            out.write(data[:kept] + changed(choice, data[kept:]))
        if to_worker:
            yield "a wrong request", [program, "worker"], {0, 71, 72}, file
        else:
            shell = f"{sys.executable} {folder}/replay.py {file}"
            yield "a wrong answer", good + ["--timeout", "2", "--remote-shell", shell], {0, 1, 2, 3}, None


# --- commands --------------------------------------------------------------------------------------------------------


def commands(choice, program, folder, count):
    id_, out = "transpose/copy_row", folder + "/out.png"
    wrong = [[], ["--nothing"], ["run"], ["run", "no/such"], ["run", folder], ["run", "/dev/zero"], ["run", id_, "-p"],
             ["run", id_, "-p", "nx"], ["run", id_, "-p", "nx="], ["run", id_, "-p", "=5"], ["run", id_, "-p", "nx=0"],
             ["run", id_, "-p", "nx=99999999999999999999"], ["run", id_, "--seed", "-1"], ["run", id_, "--seed", "x"],
             ["run", id_, "--timeout", "nan"], ["run", id_, "--timeout", "0"], ["run", id_, "--device", "-7"],
             ["run", id_, "--backend", "tpu"], ["run", id_, "--target", "gtx 1"], ["run", id_, "--target", ""],
             ["run", id_, "--host", ""], ["run", id_, "--host", "-oX"], ["run", id_, "--host", "a b"],
             ["run", id_, "--remote-shell", "x"], ["run", id_, "--load", "in=/dev/zero"], ["run", id_, "--load", "nothing"],
             ["run", id_, "--dump", "out=" + folder], ["run", id_, "--expect", "out=" + folder], ["run", id_, "--tolerance", "1"],
             ["run", id_, "--grid", "1"], ["run", id_, "--include", "/nowhere"], ["run", id_, "--record", ""],
             ["sweep"], ["sweep", "x*"], ["sweep", id_, "-p", "nx=2..1"], ["sweep", id_, "-p", "nx=1..99999999:+1"],
             ["sweep", id_, "-p", "nx=2^99"], ["sweep", id_, "--csv", folder], ["sweep", id_, "--budget", "-1"],
             ["sweep", id_, "--csv", folder + "/a", "--json", folder + "/a"], ["trace", id_, "--blocks", "1:0"],
             ["trace", id_, "--blocks", "-1:5"], ["trace", id_, "--as", "x"], ["patterns"], ["patterns", "/nowhere"],
             ["patterns", "/dev/zero"], ["snapshot", id_], ["snapshot", id_, "--view", "x", "-o", out],
             ["snapshot", id_, "--view", "window", "--size", "4294967936x480", "-o", out],
             ["snapshot", id_, "--view", "window", "--size", "16384x16384", "-o", out],
             ["snapshot", id_, "--view", "window", "-o", folder], ["snapshot", id_, "--view", "banks", "--frames", "0", "-o", out],
             ["snapshot", id_, "--view", "window", "--recording", "/nowhere", "-o", out], ["open", "/nowhere"], ["open", folder],
             ["calibrate", "--recording", "/nowhere"], ["calibrate", "--recording", folder], ["doctor", "-o", "x"],
             ["list", "more"], ["worker", "more"]]
    right = [["--version"], ["--help"], ["list"], ["list", "--json"], ["doctor", "--json"],
             ["run", id_, "-p", "nx=64", "-p", "ny=64", "--backend", "emulator"], ["trace", id_, "-p", "nx=64", "-p", "ny=64"]]
    right += [[word, "--help"] for word in
              ("list", "run", "sweep", "trace", "patterns", "snapshot", "open", "calibrate", "doctor", "worker")]
    cases = [(words, {2}) for words in wrong[1:]] + [(words, {0}) for words in right]
    choice.shuffle(cases)
    while len(cases) < count:
        words, _ = choice.choice(cases)
        cases.append((words + [choice.choice(["--no-such", "", "\x1b[31m", "-", "--", "=", "a" * 10_000])], {0, 1, 2, 3}))
    for words, statuses in cases[:count]:
        yield "lanescope " + " ".join(words)[:100], [program] + words, statuses, None


# --- trust -----------------------------------------------------------------------------------------------------------

# Options of NVRTC, ptxas and nvcc, with those that no guide lists, that name files or change what is made.
OPTIONS = """time fdevice-time-trace include-path I pre-include preinclude include create-pch use-pch pch-dir pch options-file optf
output-file o trace dump-perf-metrics-file dump-nvvmir perf-stats dlink-time-opt gen-opt-lto optix-ir emit-llvm-bc keep-dir
compile-as-tools-patch cuda-api-version input-as-string gpu-architecture arch enable-cache-trace no-such-option""".split()
SECRET = "SECRETTOKEN_abc123"


def trust(choice, program, folder, count):
    """Kernels and lessons of a stranger: nothing is written, and nothing of a private file is shown."""
    private, kept = folder + "/private", folder + "/kept"
    os.mkdir(kept)
    for name, text in ((private, SECRET), (kept + "/bashrc", "precious")):
        with open(name, "w") as out:
            out.write(text + "\n")

    def harmed(output):
        with open(kept + "/bashrc") as file:
            if file.read() != "precious\n" or os.listdir(kept) != ["bashrc"]:
                return "a file of ours was written"
        return "a private file is shown" if SECRET.encode() in output else None

    lesson = first_bytes(SOURCES + "/assets/lessons/banks.toml", 4000).split(b"[[step]]")
    for number in range(count):
        target = choice.choice([private, kept + "/new", kept + "/bashrc", "../private", "@" + private])
        if number % 4 == 3:
            data = f"{folder}/data-{number}"
            os.makedirs(data + "/assets/lessons")
            for part in ("kernels", "shaders"):
                os.symlink(f"{SOURCES}/{part}", f"{data}/{part}")
            for part in os.listdir(SOURCES + "/assets"):
                if part != "lessons":
                    os.symlink(f"{SOURCES}/assets/{part}", f"{data}/assets/{part}")
            name = choice.choice(["../kept/bashrc", target, "a/b", "..", "x\\\" onerror=\\\"alert(1)", "<script>", "a\\nb", ""])
            with open(data + "/assets/lessons/strange.toml", "wb") as out:
                out.write(lesson[0] + b"[[step]]\nname = \"" + name.encode() + b"\"\n" + lesson[1].split(b"\n", 2)[2])
            yield (f"a step called {name}", ["env", "LANESCOPE_DATA=" + data, program, "lesson", "strange", "--html",
                                             f"{data}/page"], {2}, harmed)
            continue
        option = choice.choice(OPTIONS)
        form = choice.choice(["--{}={}", "-{}={}", "--ptxas-options=--{}={}", "-Xptxas=-{}={}", "-Xptxas=--{},{}", "--{} {}", "-{}{}"])
        text = kernel("out[i] = in[i];", SHAPES[0])
        file = f"{folder}/trust-{number}.cu"
        with open(file, "w") as out:
            out.write(text.replace("[check]", f"[compile]\noptions = [\"{form.format(option, target)}\"]\n[check]", 1))
        yield (f"the option {form.format(option, target)}", [program, "run", file, "--backend", "emulator", "--timeout", "20"], {2},
               harmed)


# --- limits ----------------------------------------------------------------------------------------------------------

DEEP = ".".join(["a"] * 100_000)
LESSON = """title = {{ en = "T" }}
summary = {{ en = "S" }}
[[step]]
name = "a"
title = {{ en = "A" }}
text = {{ en = "t" }}
[step.experiment]
kernel = "transpose/naive_row"
values = {{ nx = 64, ny = 64 }}
[step.question]
kind = "number"
text = {{ en = "How many?" }}
answer = "{}"
unit = {{ en = "x" }}
why = {{ en = "Because" }}
"""
PTX = """.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p0)
{}
{{
 .reg .b64 %rd<9>;
 ld.param.u64 %rd1, [p0];
 {}
 ret;
}}
"""


def own_data(folder, name):
    """A copy of the program's data whose assets and fonts may be changed."""
    data = f"{folder}/{name}"
    os.makedirs(data)
    for part in ("kernels", "shaders"):
        os.symlink(f"{SOURCES}/{part}", f"{data}/{part}")
    shutil.copytree(SOURCES + "/assets", data + "/assets", ignore=shutil.ignore_patterns("recordings"))
    return data


def written(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data if isinstance(data, bytes) else data.encode())
    return path


def limits(choice, program, folder, count):
    """What is around the program: a full disk, cut files of an installation, wrong variables."""
    id_, small = "transpose/copy_row", ["-p", "nx=64", "-p", "ny=64", "--backend", "emulator"]
    run_, shot = [program, "run", id_] + small, [program, "snapshot", id_, "-p", "nx=64", "-p", "ny=64", "--view", "window",
                                                "--size", "320x240", "-o", folder + "/x.png"]
    any_ = {0, 1, 2, 3}
    cases = []
    for size in (0, 1, 3, 100):
        limited = ["bash", "-c", f'ulimit -f {size}; "$@" > /dev/null', "-"]
        cases += [("a run whose files are limited", limited + run_, {0}),
                  ("a dump beyond the limit of files", limited + run_ + ["--dump", f"out={folder}/out.bin"], any_),
                  ("a sweep beyond the limit of files", limited + [program, "sweep", id_, "--csv", folder + "/s.csv"] + small, any_),
                  ("a picture beyond the limit of files", limited + shot, any_),
                  ("the doctor whose files are limited", limited + [program, "doctor"], any_)]
    library = open(os.path.realpath("/proc/self/exe"), "rb").read(1 << 20)
    for size in (0, 10, 64, 700, 5000, 300_000):
        cut = ["env", "LANESCOPE_NVRTC=" + written(f"{folder}/cut-{size}/libnvrtc.so.13", library[:size])]
        cases += [("the doctor with a cut library", cut + [program, "doctor"], any_),
                  ("a run with a cut library", cut + run_, any_)]
    for name in ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "TMPDIR", "LANG", "LC_ALL", "PATH", "LANESCOPE_DATA",
                 "LANESCOPE_WORKER_MEMORY", "MESA_SHADER_CACHE_DIR", "LD_LIBRARY_PATH", "DISPLAY"):
        for value in ("", "/dev/null", "/proc/self", "relative", "/nowhere", "x" * 5000, "-1", "\x1b[31m"):
            command = choice.choice([run_, shot, [program, "doctor"]])
            cases.append((f"the variable {name} = {value[:20]!r}", ["/usr/bin/env", f"{name}={value}"] + command, any_))
    for sign in (f"{DEEP} = 1\n", f"[{DEEP}]\n", "x = " + "[" * 100_000, "x = " + "{a=" * 100_000):
        file = written(f"{folder}/deep-{len(cases)}.cu", kernel(BODIES["is right"], SHAPES[0]).replace("[problem]", sign + "[problem]", 1))
        cases.append(("a kernel with deep keys", [program, "run", file, "--backend", "emulator"], {2}))
        data = own_data(folder, f"deep-{len(cases)}")
        written(data + "/assets/lessons/e.toml", sign + LESSON.format("1"))
        for profile in os.listdir(data + "/assets/gpus"):
            written(f"{data}/assets/gpus/{profile}", sign)
        cases += [("a lesson with deep keys", ["env", "LANESCOPE_DATA=" + data, program, "lesson", "e"], any_),
                  ("profiles with deep keys", ["env", "LANESCOPE_DATA=" + data] + run_, {0})]
    for answer in ("9e15", "-1e16", "1e308 * 1e308", "not " * 300_000 + "1", "(" * 300_000, "-" * 300_000 + "1", "1 / 0"):
        data = own_data(folder, f"lesson-{len(cases)}")
        written(data + "/assets/lessons/e.toml", LESSON.format(answer))
        cases.append(("a lesson with a hostile formula", ["env", "LANESCOPE_DATA=" + data, program, "lesson", "e"], any_))
    profile = open(SOURCES + "/assets/gpus/h200.toml").read()
    for key in [line[11:-1] for line in profile.split("\n") if line.startswith("[constants.")]:
        number = choice.choice(["1e308", "1e16", "1e-300", "0", "1e6", "inf", "nan"])
        begin = profile.index(f"[constants.{key}]")
        end = profile.find("[constants.", begin + 1) % (len(profile) + 1)
        lines = [f"{line.split(' = ')[0]} = {number}" if line.split(" = ")[0] in ("value", "low", "high") else line
                 for line in profile[begin:end].split("\n")]
        data = own_data(folder, f"profile-{len(cases)}")
        written(data + "/assets/gpus/h200.toml", profile[:begin] + "\n".join(lines) + profile[end:])
        cases.append((f"a profile with {key} = {number}", ["env", "LANESCOPE_DATA=" + data] + run_, {0}))
    for directive, statement in ((".maxntid 4294967295, 4294967295, 4294967295", ""), (".maxntid 0", ""),
                                 (".reqntid 65536, 65536", ""), ("", "mov.s64 %rd2, (-9223372036854775807-1)/-1;"),
                                 ("", "mov.s64 %rd2, (-9223372036854775807-1)%-1;"), ("", "mov.s64 %rd2, 1/0;"),
                                 ("", "mov.s64 %rd2, " + "(" * 100_000 + "1;"), ("", "{" * 100_000)):
        file = written(f"{folder}/case-{len(cases)}.ptx", PTX.format(directive, statement))
        cases.append(("hostile PTX", [program, "run", file, "--timeout", "20"], any_))
    fonts = os.path.join(os.path.dirname(program), "share/lanescope/fonts")
    for font in sorted(os.listdir(fonts)) if os.path.isdir(fonts) else []:
        data = own_data(folder, f"font-{len(cases)}")
        shutil.copytree(fonts, data + "/fonts")
        whole = open(f"{data}/fonts/{font}", "rb").read()
        damaged = bytearray(whole)
        damaged[len(whole) // 3] ^= 0xff
        written(f"{data}/fonts/{font}", choice.choice([b"", choice.randbytes(3000), whole[:3000], whole[:-1000], bytes(damaged)]))
        cases.append((f"the damaged font {font}", ["env", "LANESCOPE_DATA=" + data] + shot, {0, 1}))
    choice.shuffle(cases)
    for name, command, statuses in cases[:count]:
        yield name, command, statuses, None


# --- all -------------------------------------------------------------------------------------------------------------


def holds(now, before):
    """Whether a file still holds what was understood of it. What was half written at the end may have gone, and a table
    may have grown columns: each cell then stands below the same name."""
    lines = before.split(b"\n")[:-1]
    if all(line in now for line in lines):
        return True
    # A record of a table ends with a line end outside of quotation marks.
    whole, quoted = 0, False
    for place, byte in enumerate(before):
        quoted ^= byte == ord('"')
        if byte == ord("\n") and not quoted:
            whole = place + 1
    try:
        old, new = (list(csv.DictReader(io.StringIO(text.decode(), newline=""))) for text in (before[:whole], now))
    except (UnicodeDecodeError, csv.Error):
        return False
    cells = [{name: cell for name, cell in row.items() if cell} for row in new]
    return all(any(filled.items() <= row.items() for row in cells)
               for filled in ({name: cell for name, cell in row.items() if cell} for row in old))


def outcomes(part, program, folder, choice, whole):
    """Yields each case of a part with what run() returned of it."""
    cases = globals()[part.name](choice, program, folder, part.whole if whole else part.short)

    def outcome(case):
        return *case, run(case[1], part, folder, case[3] if isinstance(case[3], str) else None)

    if part.at_once == 1:  # the next case may write what this one reads
        yield from map(outcome, cases)
        return
    with concurrent.futures.ThreadPoolExecutor(part.at_once) as pool:
        yield from pool.map(outcome, list(cases))


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--program", required=True)
    arguments.add_argument("--whole", action="store_true")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--part", action="append")
    options = arguments.parse_args()
    program = os.path.realpath(options.program)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    failed = 0
    for part in PARTS:
        if options.part and part.name not in options.part:
            continue
        folder = tempfile.mkdtemp(prefix="lanescope-hostile-")
        choice = random.Random(f"{options.seed} {part.name}")
        begun, max_mib, longest, count = time.monotonic(), 0.0, 0.0, 0
        for name, command, statuses, extra, (status, seconds, mib, output) in outcomes(part, program, folder, choice, options.whole):
            count, max_mib, longest = count + 1, max(max_mib, mib), max(longest, seconds)
            wrong = []
            if status is None:
                wrong.append(f"it did not end within {part.seconds} s, or took twice the memory that it may")
            elif status not in statuses:
                wrong.append(f"it ended with {status}, not one of {sorted(statuses)}")
            if mib > part.mib:
                wrong.append(f"it took {mib:.0f} MiB, more than {part.mib}")
            if any(bug in output for bug in part.bugs):
                wrong.append("it says what only a bug says")
            if b"\x1b" in output:
                wrong.append("an escape sequence came through")
            if callable(extra) and (harm := extra(output)):
                wrong.append(harm)
            if isinstance(extra, tuple):
                now = open(extra[0], "rb").read()
                if status == 0 and now != extra[1] and not holds(now, extra[1]):
                    wrong.append("a file that was added to lost lines")
            if wrong:
                failed += 1
                kept = tempfile.mkdtemp(prefix="lanescope-hostile-failed-")
                shutil.copytree(folder, kept, dirs_exist_ok=True)
                print(f"{name}: {'; '.join(wrong)}\n  {' '.join(command)[:300]}\n  kept in {kept}\n"
                      f"  {output[-600:].decode('utf-8', 'replace')}", file=sys.stderr)
        shutil.rmtree(folder)
        print(f"{part.name:<10}{count:>5} cases in {time.monotonic() - begun:.0f} s; the longest took {longest:.1f} s, "
              f"the largest {max_mib:.0f} MiB", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

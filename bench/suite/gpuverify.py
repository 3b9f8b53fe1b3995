"""GPUVerify's CUDA tests: the first comments of a kernel say whether the verifier passes it, and with which launch.

The verifier speaks of every value of the arguments, a run of one. The values that an annotation or a comment states are
used; arguments of which nothing is said have several in turn, and a test with a fault has it with one of them.

The annotations become macros: `__assert` is a device assert, the others say nothing to a program that runs. The verifier
does not ask whether memory was initialised, so such faults are ignored. Not run are tests
  whose expected failure is a limit of the verifier, or of an annotation that only it understands,
  with an axiom about the launch, which no launch makes true, or with arguments that a host program has to set up,
  whose fault is one of the verifier's own (UNREAL),
  that pass only where the lanes of a warp run in step (--warp-sync), which CUDA has not promised since 7.0,
  that call a function without a body, which stands for any value.
"""
import re

from suite.emulator import Case, judged

ANNOTATIONS = """
#include <assert.h>
#define __requires(...)
#define __requires_fresh_array(...)
#define __ensures(...)
#define __assume(...)
#define __invariant(...) ((void)0)
#define __global_invariant(...) ((void)0)
#define __implies(a, b) (!(a) || (b))
#define __no_read(...) true
#define __no_write(...) true
#define __assert(...) assert((__VA_ARGS__))
#define __builtin_memcpy(to, from, size) (memcpy)(to, from, size)
#define __builtin_memset(to, value, size) (memset)(to, value, size)
typedef unsigned int uint;
"""
HEADERS = (("cooperative_groups", "#include <cooperative_groups.h>\n#define synchronize(group) (group).sync()\n"),
           ("curand", "#include <curand_kernel.h>\n"), ("__all(", "#define __all(x) (x)\n"))

IGNORED = ("uninitialised", "unwritten")
ANY = {"race", "divergent_barrier", "assert", "read_only", "out_of_bounds", "trap"}
# What a comment of the test says of its failure, and the faults that this is here; None: nothing about the kernel.
STATED = ((r"loop invariant|0-sized|Unsupported function", None), (r"null pointer", {"out_of_bounds", "trap"}),
          (r"constant memory", {"read_only", "trap"}), (r"racy|race|Write by thread", {"race"}), (r"assert", {"assert"}))
UNREAL = {
    "globalarray/fail": "the verifier lets the host change initialised constants",
    "misc/fail/miscfail7": "the verifier loses a valid pointer in an integer",
}
HOST_STATE = {"curand_tests/pass/curand_mtgp32", "curand_tests/fail/curand_mtgp32_race",
              "curand_tests/fail/curand_mtgp32_block_race"}
THREADS = 1024
FREE_VALUES = (1, 0, 2, 7)


def code_of(text):
    return re.sub(r"//[^\n]*|/\*.*?\*/", " ", text, flags=re.S)


def shape(flags, name):
    """The words after --grid or --block; a block that no GPU launches is cut to one that it does."""
    found = re.search(rf"--{name}=(\S+)", flags)
    sizes = [int(part) for part in re.findall(r"\d+", found[1])] if found else [1]
    if name == "blockDim":
        sizes = [min(size, 64) if axis == 2 else size for axis, size in enumerate(sizes)]
        while len(sizes) > 0 and product(sizes) > THREADS:
            sizes[sizes.index(max(sizes))] //= 2
    return ",".join(map(str, sizes))


def product(sizes):
    total = 1
    for size in sizes:
        total *= size
    return total


def expected_kinds(comments, passes):
    if passes:
        return set()
    for pattern, kinds in STATED:
        if re.search(pattern, comments):
            return kinds
    return ANY


def stated_values(text, code, name, block):
    """What the test says that this argument is: several values where it may be any of them."""
    comment = re.search(rf"^// ?{name} = (\d+)$", text, re.M)
    if comment:
        return [int(comment[1])]
    for condition in re.findall(r"__(?:requires|assume)\(([^;]*)\);", code):
        equal = re.findall(rf"\b{name} == (\d+|blockDim\.x)", condition)
        if equal:
            return [int(value) if value.isdigit() else block for value in equal]
    return []


def free_values(code, name):
    bounds = re.findall(rf"__(?:requires|assume)\(\s*{name} (<|>|<=|>=|!=) (\d+)\s*\)", code)
    compare = {"<": int.__lt__, ">": int.__gt__, "<=": int.__le__, ">=": int.__ge__, "!=": int.__ne__}
    return [value for value in FREE_VALUES if all(compare[sign](value, int(bound)) for sign, bound in bounds)]


def integers(parameters):
    """The names of those parameters that are integers."""
    for parameter in parameters.split(","):
        words = re.findall(r"\w+|\*", parameter)
        if words and "*" not in words and set(words[:-1]) <= {"const", "int", "unsigned", "uint", "size_t", "char", "long"}:
            yield words[-1]


def settings(text, code, parameters, block):
    """Lists of options with the values of the arguments: first those that the test states and nothing else."""
    fixed, free = [], []
    for name in integers(parameters):
        stated = stated_values(text, code, name, block)
        if stated:
            fixed.append((name, stated))
        else:
            free.append((name, free_values(code, name)))
    for turn in range(max([len(values) for _, values in fixed], default=1)):
        chosen = [f"{name}={values[turn % len(values)]}" for name, values in fixed]
        yield arguments(chosen)
        for value in range(max([len(values) for _, values in free], default=0)):
            yield arguments(chosen + [f"{name}={values[value % len(values)]}" for name, values in free if values])


def null_arguments(code, parameters, passes):
    """Tables of pointers are null, and in a test that fails pointers to functions."""
    functions = [] if passes or "__requires" in code else re.findall(r"typedef \w+\(\*(\w+)\)", code)
    null = re.findall(r"\*\*\s*(\w+)", parameters)
    for kind in functions:
        null += re.findall(rf"\b{kind}\s+(\w+)", parameters)
    return arguments([f"{name}=null" for name in null])


def arguments(values):
    return [word for value in values for word in ("--argument", value)]


def cases(checkout, emulator, match):
    root = checkout / "testsuite" / "CUDA"
    for file in sorted(root.rglob("kernel.cu")):
        name = file.parent.relative_to(root).as_posix()
        if match in name:
            yield tried(name, file, emulator)


def tried(name, file, emulator):
    text = file.read_text()
    verdict, flags = text.splitlines()[:2]
    passes = verdict.lower() == "//pass"
    if not passes and not verdict.lower().endswith("not_all_verified"):
        return Case(name, "not run", "the failure is a limit of the verifier")
    code = code_of(text)
    expected = expected_kinds("\n".join(re.findall(r"^//(?!xfail)(.*)$", text.split("\n", 2)[2], re.M)), passes)
    if expected is None:
        return Case(name, "not run", "the failure is one of an annotation or of the compiler")
    if "__axiom" in code:
        return Case(name, "not run", "an axiom about the launch")
    if name in UNREAL:
        return Case(name, "not run", UNREAL[name])
    if name in HOST_STATE or re.search(r"__requires_fresh_array\([\w.]*\[", code):
        return Case(name, "not run", "an argument that a host program has to set up")
    if passes and "--warp-sync" in flags:
        return Case(name, "not run", "it passes only where the lanes of a warp run in step")
    bodiless = re.search(r"__device__\s+\w+\s+(\w+)\s*\([^)]*\)\s*;", code)
    if bodiless and not re.search(rf"\b{bodiless[1]}\s*\([^)]*\)\s*\{{", code):
        return Case(name, "not run", "a function has no body")
    kernel = re.search(r"__global__\s+void\s+(\w+)\s*\((.*?)\)\s*\{", code, re.S)
    if not kernel:
        return Case(name, "not run", "no kernel")
    headers = "".join(line for word, line in HEADERS if word in code)
    source = re.sub(r'#include [<"]cuda\.h[>"]', "", text)
    copy = emulator.write(f"gpuverify/{name}/kernel.cu", ANNOTATIONS + headers + '#line 1 "kernel.cu"\n' + source)
    block = shape(flags, "blockDim")
    words = ["--entry", kernel[1], "--block", block, "--grid", shape(flags, "gridDim")]
    words += [word for define in re.findall(r"-D(\S+)", flags) for word in ("-D", define)]
    words += null_arguments(code, kernel[2], passes)
    case = None
    for values in settings(text, code, kernel[2], int(block.split(",")[0])):
        following = judged(name, expected, emulator.run_all(copy, *words, *values), IGNORED)
        if case and following.outcome == "not run":
            continue
        case = following
        if case.outcome in ("false", "not run") or (expected and case.outcome == "right"):
            return Case(name, case.outcome, " ".join(values[1::2] + [case.why]))
    return case

"""Indigo's CUDA codes: patterns of graph programs, where the name of each says which bugs were planted in it.

The generator of the checkout writes them into the temporary folder, those for `int`. All run on one graph, made here: it has
a hub, vertices that share neighbours, and some without any, the first and the last among them. Thread blocks have two warps. Whether a
planted bug shows depends on the graph, so a bug that is missed may be one that this graph does not reach.
"""
import random
import re
import struct
import subprocess
import sys

from suite.emulator import Case

BUGS = {"atomicBug": "race", "raceBug": "race", "guardBug": "race", "syncBug": "race", "boundsBug": "out_of_bounds"}
CONFIGURATION = "**/\nCODE:\nbug: {all}\npattern: {all}\noption: {all}\ndataType: {int}\nINPUTS:\n"
VERTICES = 77
BLOCK = 64
IGNORED = ("unwritten",)


def graph():
    """Where the neighbours of each vertex begin, and the neighbours."""
    draw = random.Random(1)
    begins, neighbours = [0], []
    for vertex in range(VERTICES):
        degree = 0 if vertex in (0, VERTICES - 1) or vertex % 9 == 4 else 70 if vertex == 10 else draw.randint(1, 6)
        neighbours += sorted(draw.sample(range(VERTICES), degree))
        begins.append(len(neighbours))
    return begins, neighbours


def generated(checkout, emulator):
    """The generated files, by name."""
    source = checkout / "Generators"
    folder = emulator.folder / "indigo"
    emulator.write("indigo/configure.txt", CONFIGURATION)
    emulator.write("indigo/notice.txt", "")
    for pattern in sorted((source / "CUDA_sources").glob("*.idg")):
        subprocess.run([sys.executable, source / "generate_CUDA_codes.py", pattern, folder / "notice.txt", folder], cwd=folder,
                       check=True, capture_output=True)
    return sorted(folder.rglob("*.cu"), key=lambda file: file.name)


def grid(name):
    """As many blocks as the pattern asks for: one thread, warp or block a vertex; fewer where it goes on by itself."""
    if "persistent" in name:
        return 3
    if "_block" in name:
        return VERTICES
    return -(-VERTICES * (32 if "_warp" in name else 1) // BLOCK)


def arguments(emulator):
    begins, neighbours = graph()
    room = max(VERTICES, len(neighbours))
    draw = random.Random(2)
    contents = {"nindex": begins, "nlist": neighbours,
                "data1": [0] + [draw.randrange(VERTICES) for _ in range(room - 1)],
                "data2": [0] + [draw.randrange(len(neighbours)) for _ in range(room - 1)]}
    words = ["--argument", f"numv={VERTICES}"]
    for name, numbers in contents.items():
        file = emulator.write(f"indigo/{name}", struct.pack(f"<{len(numbers)}i", *numbers))
        words += ["--argument", f"{name}=inout i32[{len(numbers)}]", "--load", f"{name}={file}"]
    return words


def cases(checkout, emulator, match):
    words = arguments(emulator)
    for file in generated(checkout, emulator):
        if match not in file.stem:
            continue
        planted = {kind for bug, kind in BUGS.items() if bug in file.stem}
        unknown = set(re.findall(r"\w*[bB]ug\b", file.stem.replace("_", " "))) - BUGS.keys()
        if unknown:
            yield Case(file.stem, "not run", f"another kind of bug: {', '.join(sorted(unknown))}")
            continue
        run = emulator.run_all(file, "--entry", "test_kernel", "--block", BLOCK, "--grid", grid(file.stem),
                               "--include", checkout / "Generators" / "sources_include", *words)
        yield compared(file.stem, planted, run)


def compared(name, planted, run):
    """Every kind of fault that was planted is found, and no other; behind a wrong address anything may follow."""
    if run.refused:
        return Case(name, "not run", run.refused)
    found = run.kinds() - set(IGNORED)
    if planted - found:
        return Case(name, "missed", f"expected {' and '.join(sorted(planted))}; {run.first() or 'no fault'}")
    if found - planted and "out_of_bounds" not in planted:
        return Case(name, "false", next(fault["message"] for fault in run.faults if fault["kind"] not in planted))
    return Case(name, "right", run.first())

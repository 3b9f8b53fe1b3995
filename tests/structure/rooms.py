#!/usr/bin/env python3
"""The rooms keep to the architecture: each links exactly its row of the table and includes nothing beyond it.

usage: rooms.py SOURCES           checks the tree
       rooms.py SOURCES --prove   plants violations in a copy and expects each to be found
"""
import pathlib
import re
import shutil
import sys
import tempfile

from includes import code_files, include_lines

# The architecture's table has, for each room, the rooms that it links. Links are public, so use is transitive.
TABLE = {
    "base": [],
    "counters": ["base"],
    "cuda": ["base"],
    "catalogue": ["base"],
    "ptx": ["base"],
    "sass": ["base"],
    "trace": ["base"],
    "model": ["trace", "ptx", "sass"],
    "layout": ["catalogue", "model"],
    "predict": ["model", "counters"],
    "compiler": ["sass"],
    "emulator": ["ptx", "trace", "catalogue"],
    "gpu": ["cuda", "ptx", "trace", "catalogue", "counters"],
    "analysis": ["catalogue", "layout", "predict"],
    "simulator": ["emulator", "analysis"],
    "experiments": ["analysis"],
    "recordings": ["experiments"],
    "explanations": ["experiments"],
    "lessons": ["recordings", "explanations"],
    "worker": ["experiments", "compiler", "simulator", "gpu"],
    "client": ["experiments"],
    "render": ["cuda", "model"],
    "gui": ["client", "render", "explanations", "lessons"],
    "cli": ["client", "render", "worker", "explanations", "lessons"],
}

# Other projects link lanescope_simulator: it brings what counts and nothing else, no GPU, no window, no worker, no JSON.
SIMULATOR = {"simulator", "base", "catalogue", "ptx", "sass", "trace", "model", "layout", "counters", "emulator", "predict",
             "analysis"}
# The libraries of these rooms, and their headers. NVIDIA's occupancy calculator is a header that needs no toolkit.
SIMULATOR_LIBRARIES = {"fmt::fmt", "third_party::expected", "third_party::tomlplusplus", "third_party::xxhash",
                       "third_party::cuda_headers", "Threads::Threads", "${CMAKE_DL_LIBS}"}
FOREIGN_HEADER = re.compile(r"(?!cuda_occupancy\.h)(cu|nv)\w*\.h|(?!(sys|fmt|tl|toml\+\+)/).*/.*")

# Only some rooms may include these directly: (pattern of the header, rooms).
OUTSIDE = [
    (r"cuda\.h|cudaGL\.h", {"cuda", "gpu", "render"}),
    (r"nvrtc\.h|nvJitLink\.h", {"compiler"}),
    (r"imgui.*|implot.*", {"gui"}),
    (r"GLFW/.*", {"render", "gui"}),
    (r"glad/.*", {"render", "gui"}),
    (r"toml\+\+/.*", {"base"}),
    (r"nlohmann/.*", {"experiments", "recordings", "explanations", "worker", "client", "gui", "cli"}),
    (r"CLI/.*", {"cli"}),
    (r"stb_.*", {"render"}),
    (r"xxhash\.h", {"base"}),
]


def reachable(room):
    seen, left = {room}, [room]
    while left:
        for link in TABLE[left.pop()]:
            if link not in seen:
                seen.add(link)
                left.append(link)
    return seen


def links(text):
    match = re.search(r"LINKS([^)A-Z]*)", text)
    return match.group(1).split() if match else []


def libraries(text):
    return [word for group in re.findall(r"LIBRARIES((?:\s+[\w:${}]+)*)", text) for word in group.split()
            if not word.isupper()]


def beyond_simulator(app, folders):
    """What lanescope_simulator reaches beyond its rooms and their libraries."""
    for room in sorted(reachable("simulator") ^ SIMULATOR):
        yield f"app/simulator: reaches {room}" if room not in SIMULATOR else f"app/simulator: does not reach {room}"
    for room in sorted(folders & reachable("simulator")):
        for library in libraries((app / room / "CMakeLists.txt").read_text()):
            if library not in SIMULATOR_LIBRARIES:
                yield f"app/{room}/CMakeLists.txt: {library} would come with lanescope_simulator"
        for file in code_files(app / room):
            for line, header, quoted in include_lines(file):
                if not quoted and FOREIGN_HEADER.fullmatch(header):
                    yield f"app/{file.relative_to(app)}:{line}: <{header}> would come with lanescope_simulator"


def violations(sources):
    app = sources / "app"
    found = []
    folders = {entry.name for entry in app.iterdir() if entry.is_dir()}
    for room in sorted(folders ^ set(TABLE)):
        found.append(f"app/{room}: the architecture's table and the folders differ")
    for room in sorted(folders & set(TABLE)):
        listed = links((app / room / "CMakeLists.txt").read_text())
        if sorted(listed) != sorted(TABLE[room]):
            found.append(f"app/{room}/CMakeLists.txt: links {listed}, the table says {TABLE[room]}")
        allowed = reachable(room)
        for file in code_files(app / room):
            for line, header, _ in include_lines(file):
                top = header.split("/")[0]
                if top in TABLE and "/" in header and top not in allowed:
                    found.append(f"{file.relative_to(sources)}:{line}: {room} may not include {header}")
                for pattern, rooms in OUTSIDE:
                    if re.fullmatch(pattern, header) and room not in rooms:
                        found.append(f"{file.relative_to(sources)}:{line}: {room} may not include <{header}>")
    return [*found, *beyond_simulator(app, folders)]


def prove(sources):
    """Plants one violation of each kind in a copy; returns those that went unnoticed."""
    plants = {
        "a forbidden room": ("app/trace/planted.h", '#include "gui/widgets/theme.h"\n'),
        "a forbidden library": ("app/catalogue/planted.cpp", "#include <imgui.h>\n"),
        "a forbidden room in a file that is included": ("app/emulator/planted.inl", '#include "gpu/session.h"\n'),
        "a forbidden room in a CUDA file": ("app/gpu/device/planted.cu", '#include "experiments/result.h"\n'),
        "a link beyond the table": ("app/experiments/CMakeLists.txt", "lanescope_room(experiments\n  LINKS analysis gpu)\n"),
        "JSON in the simulator": ("app/analysis/planted.cpp", "#include <nlohmann/json.hpp>\n"),
        "a header of CUDA in the simulator": ("app/model/planted.h", "#include <cuda_runtime.h>\n"),
        "the worker in the simulator": ("app/simulator/planted.cpp", '#include "worker/serve/serve.h"\n'),
        "a library that comes with the simulator": ("app/trace/CMakeLists.txt",
                                                    "lanescope_room(trace\n  LINKS base\n  LIBRARIES third_party::imgui)\n"),
        "a room that is not in the table": ("app/helpers/CMakeLists.txt", "lanescope_room(helpers)\n"),
    }
    missed = []
    for name, (path, text) in plants.items():
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder)
            shutil.copytree(sources / "app", copy / "app")
            (copy / path).parent.mkdir(exist_ok=True)
            (copy / path).write_text(text)
            if not violations(copy):
                missed.append(f"{name} in {path} went unnoticed")
    return missed


def main():
    sources = pathlib.Path(sys.argv[1])
    problems = prove(sources) if "--prove" in sys.argv else violations(sources)
    print("\n".join(problems) if problems else "ok")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

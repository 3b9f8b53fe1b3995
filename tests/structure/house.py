#!/usr/bin/env python3
"""The house inside the rooms: sizes of folders and files, includes without cycles, the layers of the window.

usage: house.py SOURCES           checks the tree
       house.py SOURCES --prove   plants violations in a copy and expects each to be found
"""
import pathlib
import re
import shutil
import sys
import tempfile

from includes import IncludeGraph, code_files

MAX_FILES_IN_FOLDER = 40
MAX_LINES_IN_FILE = 700
MAX_INCLUDES_OF_GUI_HEADER = 15

# These may not know Dear ImGui, not even through another header: the window as data, and what is computed for drawing.
FREE_OF_IMGUI = re.compile(r"gui/(store|readings)/.*|gui/.*_(view_model|state|actions|commands)\.(h|cpp)")

# The layers of the window (app/README.md): each includes itself and those before it, and no screen includes another.
GUI_LAYERS = ("store", "readings", "widgets", "screens", "settings", "export", "shell", "application")
IMGUI = re.compile(r"(imgui|implot).*")

# What the user looks at, which the moment of playback has to follow.
FOCUS_SETTERS = "app/gui/store/playback/playback.cpp"
SETS_FOCUS = re.compile(r"playback\.focus(\.\w+)? *=[^=]|playback\.focus\.\w+\.(reset|emplace)\(")

PRIVATE_PATH = re.compile(r"/(?:home|root|work|tmp|mnt|Users)/[\w./-]+")

# Pictures and kernels that tests read lie beside each other, however many there are.
DATA_FOLDERS = ("tests/gui/golden", "tests/data")


def is_data(path):
    return any(path == folder or path.startswith(folder + "/") for folder in DATA_FOLDERS)


def large_folders(sources):
    for top in ("app", "tests"):
        for folder in sorted(path for path in (sources / top).rglob("*") if path.is_dir()):
            name = folder.relative_to(sources).as_posix()
            if is_data(name) or folder.name == "__pycache__":
                continue
            count = sum(1 for entry in folder.iterdir() if entry.is_file())
            if count > MAX_FILES_IN_FOLDER:
                yield f"{name}: {count} files; a folder has at most {MAX_FILES_IN_FOLDER}, group them by subject"


def long_files(sources):
    for top in ("app", "tests"):
        for file in code_files(sources / top):
            name = file.relative_to(sources).as_posix()
            count = len(file.read_text().splitlines())
            if not is_data(name) and count > MAX_LINES_IN_FILE:
                yield f"{name}: {count} lines; a file has at most {MAX_LINES_IN_FILE}"


def private_paths(sources):
    """Recordings were made on somebody's machine, and say nothing of its folders."""
    for top in ("assets", "bench", "tests/data"):
        for file in sorted((sources / top).rglob("*.jsonl")):
            found = PRIVATE_PATH.search(file.read_text())
            if found:
                yield f"{file.relative_to(sources)}: it names {found.group()}, a path of one machine"


def tangled_headers(graph):
    for header in graph.cycles():
        yield f"app/{header}: it includes itself through other headers"
    for header in sorted(graph.headers):
        count = len(graph.ours(header))
        if header.startswith("gui/") and header.endswith(".h") and count > MAX_INCLUDES_OF_GUI_HEADER:
            yield (f"app/{header}: it includes {count} headers of ours; a header of gui includes at most "
                   f"{MAX_INCLUDES_OF_GUI_HEADER}")


def upward_includes(sources):
    """Includes are of the sources too, so that no cycle of folders hides in them."""
    for file in code_files(sources / "app" / "gui"):
        name = file.relative_to(sources / "app" / "gui")
        if len(name.parts) < 2:
            continue
        own, screen = name.parts[0], name.parts[1]
        if own not in GUI_LAYERS:
            yield f"app/gui/{name}: {own} is no layer of the window ({', '.join(GUI_LAYERS)})"
            continue
        for header in re.findall(r'^#include "gui/([^"]+)"', file.read_text(), re.MULTILINE):
            parts = header.split("/")
            if len(parts) < 2 or parts[0] not in GUI_LAYERS:
                continue
            if GUI_LAYERS.index(parts[0]) > GUI_LAYERS.index(own):
                yield f"app/gui/{name}: {own} includes {header}, which is above it"
            elif own == parts[0] == "screens" and parts[1] != screen:
                yield f"app/gui/{name}: it includes {header} of another screen; move what both need to readings or widgets"


def drawing_state(graph):
    for file in sorted(graph.headers):
        if not FREE_OF_IMGUI.fullmatch(file):
            continue
        for header in sorted(graph.reachable(file)):
            if IMGUI.fullmatch(header):
                yield f"app/{file}: state and view models are free of ImGui, but this reaches <{header}>"


def focus_set_elsewhere(sources):
    for file in code_files(sources / "app" / "gui"):
        name = file.relative_to(sources).as_posix()
        if name != FOCUS_SETTERS and SETS_FOCUS.search(file.read_text()):
            yield f"{name}: the focus is set by set_focus() and select_line(), so that the moment follows it"


def violations(sources):
    graph = IncludeGraph(sources / "app")
    return [*large_folders(sources), *long_files(sources), *private_paths(sources), *tangled_headers(graph),
            *upward_includes(sources), *drawing_state(graph), *focus_set_elsewhere(sources)]


def prove(sources):
    """Plants one violation of each kind in a copy; returns those that went unnoticed."""
    many = {f"app/base/planted/file_{i}.h": "#pragma once\n" for i in range(MAX_FILES_IN_FOLDER + 1)}
    wide = {f"app/base/planted/file_{i}.h": "#pragma once\n" for i in range(MAX_INCLUDES_OF_GUI_HEADER + 1)}
    wide["app/gui/planted.h"] = "".join(f'#include "{name[4:]}"\n' for name in wide)
    plants = {
        "a folder with too many files": many,
        "a file with too many lines": {"app/base/planted.cpp": "\n" * (MAX_LINES_IN_FILE + 1)},
        "a cycle of headers": {"app/base/planted_a.h": '#include "base/planted_b.h"\n',
                               "app/base/planted_b.h": '#include "base/planted_a.h"\n'},
        "a header of gui that includes too many": wide,
        "a view model that reaches ImGui": {"app/gui/planted_view_model.h": '#include "gui/planted.h"\n',
                                            "app/gui/planted.h": "#include <imgui_internal.h>\n"},
        "a recording that names a folder of a machine": {"tests/data/planted.jsonl": '{"file":"/home/somebody/kernel.cu"}'},
        "a store that includes ImGui": {"app/gui/store/planted.h": "#include <imgui.h>\n"},
        "a store that includes a screen": {"app/gui/store/planted.cpp": '#include "gui/screens/banks/banks_view_model.h"\n'},
        "a screen that includes another": {"app/gui/screens/banks/planted.cpp": '#include "gui/screens/grid/grid_memory.h"\n'},
        "a focus that is set past its setters": {"app/gui/screens/banks/planted.cpp": "playback.focus.lane = 3;\n"},
        "a folder that is no layer": {"app/gui/planted/planted.cpp": "\n"},
    }
    missed = []
    for name, files in plants.items():
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder)
            for top in ("app", "tests"):
                shutil.copytree(sources / top, copy / top)
            before = set(violations(copy))
            for path, text in files.items():
                (copy / path).parent.mkdir(parents=True, exist_ok=True)
                (copy / path).write_text(text)
            if not set(violations(copy)) - before:
                missed.append(f"{name} went unnoticed")
    return missed


def main():
    sources = pathlib.Path(sys.argv[1])
    problems = prove(sources) if "--prove" in sys.argv else violations(sources)
    print("\n".join(problems) if problems else "ok")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

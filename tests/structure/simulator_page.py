#!/usr/bin/env python3
"""The page of the simulator: its example is short, does what the page says, and is built as the page says.

usage: simulator_page.py write PAGE LANGUAGE FILE      writes the page's block of that language (cpp, ptx, cmake, text)
       simulator_page.py run PAGE PROGRAM              runs the built example and compares what it prints
       simulator_page.py project PAGE SOURCES DEPS     builds it in a project that adds SOURCES as a folder, and runs it
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

MAX_LINES_OF_EXAMPLE = 30
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)
# The rooms whose libraries such a project builds; any other one would bring GPU, window or worker along.
ROOMS = {"base", "catalogue", "ptx", "sass", "trace", "model", "counters", "emulator", "predict", "analysis", "simulator"}


def block(page, language):
    found = [text for name, text in BLOCK.findall(page.read_text()) if name == language]
    if len(found) != 1:
        sys.exit(f"{page}: {len(found)} blocks are marked as {language}; there is one")
    if language == "cpp" and found[0].count("\n") > MAX_LINES_OF_EXAMPLE:
        sys.exit(f"{page}: the example has more than {MAX_LINES_OF_EXAMPLE} lines")
    return found[0]


def run(page, program):
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "transpose.ptx").write_text(block(page, "ptx"))
        done = subprocess.run([program, "transpose.ptx"], cwd=folder, capture_output=True, text=True, timeout=120, check=False)
    printed, promised = done.stdout + done.stderr, block(page, "text")
    if done.returncode != 0 or printed != promised:
        sys.exit(f"the example ends with {done.returncode} and prints\n{printed}but {page} says\n{promised}")


def call(*words, folder):
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, words))} ends with {done.returncode}:\n{(done.stdout + done.stderr)[-4000:]}")


def project(page, sources, deps):
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        (folder / "lanescope").symlink_to(sources)
        (folder / "CMakeLists.txt").write_text(block(page, "cmake"))
        (folder / "example.cpp").write_text(block(page, "cpp"))
        call("cmake", "-G", "Ninja", "-B", "build", f"-DLANESCOPE_DEPS={deps}", "-DCMAKE_BUILD_TYPE=None", folder=folder)
        call("cmake", "--build", "build", folder=folder)
        built = {file.name[len("liblanescope_"):-2] for file in (folder / "build").rglob("liblanescope_*.a")}
        if built != ROOMS:
            sys.exit(f"the project builds the rooms {sorted(built)}; those of the simulator are {sorted(ROOMS)}")
        run(page, folder / "build" / "example")


def main():
    command, page, *rest = sys.argv[1:]
    page = pathlib.Path(page).resolve()
    if command == "write":
        pathlib.Path(rest[1]).write_text(block(page, rest[0]))
        return
    run(page, os.path.abspath(rest[0])) if command == "run" else project(page, pathlib.Path(rest[0]).resolve(), rest[1])
    print("ok")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""The page of the simulator: its example is short, does what the page says, and is built as the page says.

usage: simulator_page.py write PAGE LANGUAGE FILE      writes the page's block of that language (cpp, ptx, cmake, text)
       simulator_page.py run PAGE PROGRAM              runs the built example and compares what it prints
       simulator_page.py project PAGE SOURCES BUILD DEPS   builds it in a project that adds SOURCES as a folder, and runs it

What that project would compile of the rooms is compared with what was compiled in BUILD: the same files, macros and folders
of headers give the same code, so that the example is linked with the libraries of BUILD.
"""
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

MAX_LINES_OF_EXAMPLE = 30
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)
# The rooms whose libraries such a project builds; any other one would bring GPU, window or worker along.
ROOMS = {"base", "catalogue", "ptx", "sass", "trace", "model", "counters", "emulator", "predict", "layout", "analysis",
         "simulator"}

# What a build type adds.
OF_OPTIMISATION = {"-DNDEBUG", "-ftree-vectorize", "-fvect-cost-model=dynamic"}


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
    return done.stdout


def compiled(build, sources):
    """By each file that is compiled for the rooms in a build folder: its macros, folders of headers, rules of the language and of the
    machine, and included files."""
    def plain(text):
        return (text.replace(f"{build.parent}/lanescope", str(sources)).replace(f"{build}/lanescope", "BUILD")
                .replace(str(build), "BUILD"))

    found = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        file, words = plain(entry["file"]), shlex.split(plain(entry["command"]))
        room = re.search(r"/app/(\w+)/", file)
        if room and room[1] in ROOMS:
            flags = [word + words[at + 1] if word in ("-isystem", "-I", "-D") else word
                     for at, word in enumerate(words) if word.startswith(("-isystem", "-I", "-D", "-std", "-f", "-m"))]
            batch = plain(pathlib.Path(entry["file"]).read_text()) if "/Unity/" in file else ""
            found[file] = (sorted(set(flags) - OF_OPTIMISATION), batch)
    return found


def project(page, sources, build, deps):
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch).resolve()
        (folder / "lanescope").symlink_to(sources)
        (folder / "CMakeLists.txt").write_text(block(page, "cmake"))
        (folder / "example.cpp").write_text(block(page, "cpp"))
        call("cmake", "-G", "Ninja", "-B", "build", f"-DLANESCOPE_DEPS={deps}", "-DCMAKE_BUILD_TYPE=None",
             "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", folder=folder)
        here, there = compiled(build, sources), compiled(folder / "build", sources)
        different = sorted(file for file in here.keys() | there.keys() if here.get(file) != there.get(file))
        if different or not here:
            sys.exit("compiled in another way than here:\n" + "\n".join(
                f"{file}\n  here  {here.get(file)}\n  there {there.get(file)}" for file in different))
        library = re.compile(r"liblanescope_(\w+)\.a$")
        commands = call("ninja", "-C", "build", "-t", "commands", "example", folder=folder).split("\n")
        link = next(line for line in reversed(commands) if " -o example " in line)
        named = [word for word in shlex.split(link) if library.search(word)]
        built = {library.search(word)[1] for word in named}
        if built != ROOMS:
            sys.exit(f"the project links the rooms {sorted(built)}; those of the simulator are {sorted(ROOMS)}")
        for word in set(named):
            (folder / "build" / word).parent.mkdir(parents=True, exist_ok=True)
            (folder / "build" / word).symlink_to(build / "app" / library.search(word)[1] / pathlib.Path(word).name)
        others = {word for word in shlex.split(link) if word.endswith(".a") and not word.startswith("/")} - set(named)
        call("ninja", "-C", "build", *others, folder=folder)
        compile_ = next(line for line in commands if "example.cpp.o -c" in line)
        call("sh", "-c", f"{compile_} && {link}", folder=folder / "build")
        run(page, folder / "build" / "example")


def main():
    command, page, *rest = sys.argv[1:]
    page = pathlib.Path(page).resolve()
    if command == "write":
        pathlib.Path(rest[1]).write_text(block(page, rest[0]))
        return
    if command == "run":
        run(page, os.path.abspath(rest[0]))
    else:
        sources, build = (pathlib.Path(each).resolve() for each in rest[:2])
        project(page, sources, build, rest[2])
    print("ok")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Sources are clean under clang-tidy 14 with the checks of .clang-tidy.

usage: tidy.py SOURCES BUILD                 of the rooms that are clean: what the last commit changed, and some files more, those
                                             whose turn it is, so that every file comes round while commits are made
       tidy.py SOURCES BUILD --all           every file of app
       tidy.py SOURCES BUILD FILE-OR-FOLDER...
       tidy.py SOURCES BUILD --prove         a planted fault is found

BUILD is a configured folder: its compile_commands.json says how files of each room are compiled. Nothing need be built.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

MAX_CHANGED = 12  # files of the last commit that are checked, so that a commit to everything does not take an hour
IN_TURN = 6       # further files
SKIPPED = 77      # the exit status that CTest counts as skipped

# The rooms that were checked whole, which the test holds clean. A room joins when `tidy.py SOURCES BUILD app/ROOM`
# finds nothing any more.
CLEAN_ROOMS = {"base", "trace"}


def tool():
    """clang-tidy 14: each version finds other things."""
    for name in ("clang-tidy-14", "clang-tidy"):
        path = shutil.which(name)
        if path and "version 14." in subprocess.run([path, "--version"], capture_output=True, text=True).stdout:
            return path
    return None


def arguments_of_rooms(build):
    """How the files of a room are compiled, as clang takes it: {room: [argument...]}, without GCC's own options."""
    rooms = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        match = re.search(r"/lanescope_(\w+)\.dir/", entry.get("output", "") or entry["command"])
        if not match or match.group(1) in rooms:
            continue
        words, kept = iter(shlex.split(entry["command"])[1:]), []
        for word in words:
            if word in ("-include", "-o", "-c"):
                next(words)
            elif word.startswith(("-I", "-D", "-std=", "-m")):
                kept.append(word)
            elif word == "-isystem":
                kept += [word, next(words)]
        rooms[match.group(1)] = kept
    return rooms


def sources_of(sources, rooms):
    return [file for file in sorted((sources / "app").rglob("*.cpp"))
            if file.relative_to(sources / "app").parts[0] in rooms]


def git(sources, *words):
    if shutil.which("git") is None:
        return []
    done = subprocess.run(["git", "-C", sources, *words], capture_output=True, text=True)
    return done.stdout.split("\n") if done.returncode == 0 else []


def changed_and_in_turn(sources, files):
    """Without a history (an unpacked archive) the first files have their turn."""
    changed = {sources / name for name in git(sources, "diff", "--name-only", "HEAD~1", "--", "app") if name}
    count = git(sources, "rev-list", "--count", "HEAD")
    turn = int(count[0]) if count and count[0] else 0
    begin = turn * IN_TURN % len(files)
    return [file for file in files if file in changed][:MAX_CHANGED] + (files + files)[begin:begin + IN_TURN]


def reports(sources, file, arguments, config):
    """What clang-tidy says of one file; empty when it is clean."""
    done = subprocess.run([tool(), "--quiet", f"--config-file={config}", str(file), "--", *arguments],
                          capture_output=True, text=True, cwd=sources)
    found = [line for line in done.stdout.splitlines() if ": error: " in line or ": warning: " in line]
    if done.returncode != 0 and not found:
        found = done.stderr.splitlines()[-5:]
    return found


def check(sources, build, files):
    rooms = arguments_of_rooms(build)
    config = sources / ".clang-tidy"
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = [pool.submit(reports, sources, file, rooms[file.relative_to(sources / "app").parts[0]], config)
                for file in files]
        return sorted({line for job in jobs for line in job.result()})


def prove(sources, build):
    rooms = arguments_of_rooms(build)
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "planted.cpp"
        file.write_text("#include <string>\nint planted(std::string by_value) { return by_value.size() == 0 ? 1 : 0; }\n")
        found = reports(sources, file, rooms["base"], sources / ".clang-tidy")
    missing = [check for check in ("performance-unnecessary-value-param", "readability-container-size-empty")
               if not any(check in line for line in found)]
    return [f"{check} was planted and not found" for check in missing]


def main():
    sources, build = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    if tool() is None:
        print("skipped: this system has no clang-tidy 14")
        return SKIPPED
    wanted = sys.argv[3:]
    if "--prove" in wanted:
        problems = prove(sources, build)
    else:
        files = sources_of(sources, arguments_of_rooms(build))
        if not wanted:
            files = changed_and_in_turn(sources, [file for file in files
                                                  if file.relative_to(sources / "app").parts[0] in CLEAN_ROOMS])
        elif "--all" not in wanted:
            paths = [(sources / name).resolve() for name in wanted]
            files = [file for file in files if any(file == path or path in file.parents for path in paths)]
        files = list(dict.fromkeys(files))
        problems = check(sources, build, files)
        print(f"{len(files)} files")
    print("\n".join(problems) if problems else "ok")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

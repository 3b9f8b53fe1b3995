#!/usr/bin/env python3
"""Writes all numbers that the program says, for a comparison before and after a change that must not change them.

Usage: dump.py PROGRAM DUMP FOLDER. PROGRAM is build/lanescope and runs every kernel of the catalogue in the emulator
(run, explain and trace, as text and as JSON), a sweep of each family and the check of every lesson. DUMP is
build/tests/dump and writes what the command line and the window's panels say of every result of assets/recordings. Two
folders are compared by `diff -r`. What differs from run to run (how long compiling took) is left out.
"""
import concurrent.futures
import json
import os
import re
import subprocess
import sys

UNSTABLE_KEYS = {"compile_ms", "compile_cached", "host", "time.compile"}
UNSTABLE_LINES = re.compile(r"^(?!\{).*compile.*\bms\b.*$", re.MULTILINE)
COMMANDS = (
    ("run.txt", "run"),
    ("run.json", "run", "--json"),
    ("explain.txt", "explain"),
    ("explain.json", "explain", "--json"),
    ("trace.txt", "trace"),
    ("trace.json", "trace", "--json", "--by", "instruction"),
)


def stable(value):
    if isinstance(value, dict):
        return {key: stable(each) for key, each in value.items() if key not in UNSTABLE_KEYS}
    return [stable(each) for each in value] if isinstance(value, list) else value


def say(program, *words):
    """Standard output, with the exit code and what went to standard error behind it."""
    done = subprocess.run([program, *words], capture_output=True, text=True, timeout=600)
    text = done.stdout
    if "--json" in words and text.lstrip().startswith("{"):
        text = json.dumps(stable(json.loads(text)), indent=1, ensure_ascii=False) + "\n"
    return UNSTABLE_LINES.sub("", text) + f"-- status {done.returncode}\n" + UNSTABLE_LINES.sub("", done.stderr)


def write(folder, name, text):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    program, dump, folder = sys.argv[1:]
    kernels = [each["id"] for each in json.loads(subprocess.check_output([program, "list", "--json"]))["kernels"]]
    jobs = [(f"kernels/{kernel}.{name}", (program, command, kernel, "--backend", "emulator", *words))
            for kernel in kernels for name, command, *words in COMMANDS]
    lessons = sorted(each[:-5] for each in os.listdir("assets/lessons") if each.endswith(".toml"))
    jobs += [(f"lessons/{lesson}.txt", (program, "lesson", lesson, "--check")) for lesson in lessons]
    recordings = sorted(path for place in ("assets/recordings", "assets/recordings/counters")
                        for path in (os.path.join(place, each) for each in os.listdir(place)) if path.endswith(".jsonl"))
    jobs += [(f"recordings/{os.path.basename(path)}.txt", (dump, path)) for path in recordings]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, text in zip((name for name, _ in jobs), pool.map(lambda job: say(*job[1]), jobs)):
            write(folder, name, text)
    print(f"{len(jobs)} texts in {folder}")


if __name__ == "__main__":
    main()

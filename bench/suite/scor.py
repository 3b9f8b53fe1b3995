"""ScoR, the microbenchmarks of scoped races: the name of a file says whether it has one.

A race need not show in one order of the run, and a program without one must not show one in any: each runs under several.

`as_written` is the suite as it is. Its data is mostly `volatile`. To ScoR an unordered pair of volatile accesses is a race; in
the PTX memory model these are relaxed accesses of system scope, and two of them are none. So most of its races are missed,
and have to be.

`without_volatile` makes the data weak. What raced still races. A test without a race takes part only where each thread that
waits has a fence behind its loop: without that it has no acquire, and its data would race.
"""
import re

from suite.emulator import Case, judged

SCHEDULES = (0, 1, 2)
VOLATILE = re.compile(r"\bvolatile\s+(?=unsigned int \*)")
LOOP = re.compile(r"while\s*\([^;{}]*\)\s*(?:;|\{\s*\})")


def acquires(text):
    return all(re.match(r"\s*__threadfence", text[loop.end():]) for loop in LOOP.finditer(text))


def tests(checkout, match):
    for file in sorted((checkout / "microbenchmarks" / "src").glob("*.cu")):
        if match in file.stem:
            yield file.stem, file, file.read_text()


def as_written(checkout, emulator, match):
    for name, file, _ in tests(checkout, match):
        yield tried(name, file, emulator)


def without_volatile(checkout, emulator, match):
    for name, file, text in tests(checkout, match):
        if VOLATILE.search(text) and (name.startswith("race_") or acquires(text)):
            yield tried(name, emulator.write(f"scor/{file.name}", VOLATILE.sub("", text)), emulator)


def tried(name, file, emulator):
    expected = {"race"} if name.startswith("race_") else set()
    for schedule in SCHEDULES:
        case = judged(name, expected, emulator.run(file, "--schedule", schedule), ignored=("uninitialised",))
        if case.outcome == ("right" if expected else "false") or case.outcome == "not run":
            return Case(name, case.outcome, f"schedule {schedule}: {case.why}")
    return case

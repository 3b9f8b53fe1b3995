"""Dat3M's litmus tests for PTX: outcomes that the memory model forbids, and threads that it lets end.

A test becomes a kernel that runs under several orders. Its expected verdict, a line of Dat3M's own table, forbids outcomes
(`exists` with 0, `~exists` and `forall` with 1): none of them may appear. Where the verdict allows everything, the test only
has to end. A test of progress with the verdict 1 may not hang; where more threads meet at a barrier than it waits for, PTX lets it.

`races` compares the race verdict with that of memory_model.py, which executes the interleavings of a test; the verdict
itself is not Dat3M's.
"""
import functools
import struct

from suite import memory_model
from suite.emulator import Case
from suite.litmus import Kernel, Litmus, Untranslated

SCHEDULES = (0, 1, 2)
MORE_SCHEDULES = tuple(range(3, 10))  # until a race shows
TABLES = "dartagnan/src/test/resources/PTXv7_5{}-expected.csv"
HANGS = {"endless", "divergent_barrier"}
ROOM = 64  # registers of all threads


def verdicts(checkout, name):
    table = checkout / TABLES.format(name)
    lines = table.read_text().split() if table.exists() else []
    return {file.removeprefix("litmus/PTX/"): int(verdict) for file, verdict in (line.split(",") for line in lines)}


def forbidden(litmus, verdict):
    """The truth of the condition that no outcome may have; None where all are allowed."""
    if litmus.quantifier == "forall":
        return False if verdict else None
    if litmus.quantifier == "exists":
        return None if verdict else True
    return True if verdict else None


class Outcome:
    """What one run of a test left: its registers and memory, or why it has none."""

    def __init__(self, name, litmus, emulator, schedule):
        self.folder = emulator.folder / "dat3m"
        kernel = Kernel(litmus)
        file = emulator.write(f"dat3m/{name}.ptx", kernel.text())
        memory = emulator.write("dat3m/memory", b"".join(struct.pack("<i28x", value) for value in litmus.places.values()))
        zeros = emulator.write("dat3m/registers", bytes(4 * ROOM))
        blocks = 1 + max(thread.block for thread in litmus.threads)
        warps = 1 + max(thread.warp for thread in litmus.threads)
        left = {part: self.folder / f"left_{part}" for part in ("memory", "registers")}
        for each in left.values():
            each.unlink(missing_ok=True)
        self.run = emulator.run_all(
            file, "--grid", blocks, "--block", 32 * warps, "--schedule", schedule, "--ptx-lines",
            "--argument", f"memory=inout i32[{8 * len(litmus.places)}]", "--argument", f"registers=inout i32[{ROOM}]",
            "--load", f"memory={memory}", "--load", f"registers={zeros}",
            "--dump", f"memory={left['memory']}", "--dump", f"registers={left['registers']}")
        self.hangs = bool(self.run.kinds() & HANGS)
        self.complete = not self.run.refused and not self.hangs and all(each.exists() for each in left.values())
        if self.complete:
            self.read(litmus, kernel, left)

    def read(self, litmus, kernel, left):
        numbers = struct.unpack(f"<{ROOM}i", left["registers"].read_bytes())
        width = max(len(names) for names in litmus.names)
        self.registers = {(number, name): numbers[width * number + at]
                          for number, names in enumerate(litmus.names) for at, name in enumerate(names)}
        cells = struct.unpack(f"<{8 * len(litmus.places)}i", left["memory"].read_bytes())
        self.memory = {name: cells[offset // 4] for name, offset in kernel.offsets.items()}


class Test:
    """A test of the tables: its verdict, whether it has to end, and its runs, each made once."""

    def __init__(self, name, verdict, ends, text):
        self.name, self.verdict, self.ends = name, verdict, ends
        self.outcomes, self.reason = {}, ""
        try:
            self.litmus = Litmus(text)
            Kernel(self.litmus).text()
        except Untranslated as reason:
            self.reason = str(reason)

    def outcome(self, emulator, schedule):
        if schedule not in self.outcomes:
            stem = self.name.removesuffix(".litmus").replace("/", "_")
            self.outcomes[schedule] = Outcome(stem, self.litmus, emulator, schedule)
        return self.outcomes[schedule]


@functools.cache
def tests(checkout):
    outcomes, liveness = verdicts(checkout, ""), verdicts(checkout, "-Liveness")
    files = {name: checkout / "litmus" / "PTX" / name for name in sorted(outcomes.keys() | liveness.keys())}
    return [Test(name, outcomes.get(name), liveness.get(name), file.read_text()) for name, file in files.items() if file.exists()]


def judged(checkout, emulator, match, judge):
    for test in tests(checkout):
        if match not in test.name:
            continue
        try:
            yield Case(test.name, "not run", test.reason) if test.reason else judge(test, emulator)
        except Untranslated as reason:
            yield Case(test.name, "not run", str(reason))


def cases(checkout, emulator, match):
    return judged(checkout, emulator, match, outcome_case)


def races(checkout, emulator, match):
    return judged(checkout, emulator, match, race_case)


def outcome_case(test, emulator):
    unwanted = forbidden(test.litmus, test.verdict) if test.verdict is not None else None
    complete = False
    for schedule in SCHEDULES:
        outcome = test.outcome(emulator, schedule)
        if outcome.run.refused:
            return Case(test.name, "not run", outcome.run.refused)
        if outcome.hangs and test.ends and not test.litmus.surplus():
            hang = next(fault["message"] for fault in outcome.run.faults if fault["kind"] in HANGS)
            return Case(test.name, "false", f"schedule {schedule}: it hangs: {hang}")
        if outcome.complete and unwanted is not None and test.litmus.holds(outcome.registers, outcome.memory) == unwanted:
            return Case(test.name, "value", f"schedule {schedule}: a forbidden outcome {outcome.registers} {outcome.memory}")
        complete |= outcome.complete
    if not complete and test.ends != 0:
        return Case(test.name, "not run", "no order in which it ends")
    return Case(test.name, "right", "nothing is forbidden" if unwanted is None and not test.ends else "")


def race_case(test, emulator):
    expected = memory_model.has_race(test.litmus)
    for schedule in SCHEDULES + (MORE_SCHEDULES if expected else ()):
        run = test.outcome(emulator, schedule).run
        if run.refused:
            return Case(test.name, "not run", run.refused)
        found = [fault for fault in run.faults if fault["kind"] == "race"]
        if found:
            return Case(test.name, "right" if expected else "false", f"schedule {schedule}: {found[0]['message']}")
    return Case(test.name, "missed" if expected else "right")

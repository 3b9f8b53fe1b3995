"""Runs a kernel file in the emulator, and says what came out."""
import dataclasses
import json
import pathlib
import subprocess


# What is found in a program; every other kind of fault says why there is no verdict.
OF_PROGRAMS = {"out_of_bounds", "misaligned", "uninitialised", "race", "divergent_barrier", "unwritten", "endless", "assert",
               "trap", "read_only", "stack_overflow", "shuffle", "use_after_free", "invalid_free"}
# What another try may mend: a machine that is busy may stop a worker that says nothing for long.
OF_MACHINES = {"worker_lost"}
TRIES = 3


@dataclasses.dataclass
class Run:
    """One run: its faults, or the reason why there is no result."""

    faults: list
    refused: str = ""
    stores: float = 0
    equal_writes: bool = False

    def kinds(self):
        return {fault["kind"] for fault in self.faults}

    def first(self):
        return self.faults[0]["message"].split(" -> ")[0] if self.faults else ""


@dataclasses.dataclass
class Case:
    """What one test of a suite gave: right, noted, wrong (missed, false, value) or not run."""

    name: str
    outcome: str
    why: str = ""


class Emulator:
    """The program, and a folder for files that live as long as the suites run."""

    def __init__(self, program, folder, seconds):
        self.program = str(program)
        self.folder = pathlib.Path(folder)
        self.seconds = seconds

    def write(self, name, content):
        """A temporary file of this name; its path."""
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, str):
            file.write_text(content)
        else:
            file.write_bytes(content)
        return file

    def run(self, file, *words):
        for _ in range(TRIES):
            result, refusal = self.answer(file, *words)
            faults = result.get("faults", []) if result else []
            if not any(fault["kind"] in OF_MACHINES for fault in faults):
                break
        if not result:
            return Run([], refusal)
        obstacles = [fault for fault in faults if fault["kind"] not in OF_PROGRAMS]
        errors = [each for each in result.get("diagnostics", []) if each.get("severity", "error") == "error"]
        if obstacles or (errors and not faults):
            return Run([], (obstacles or errors)[0]["message"])
        if result["stage"] == "failed" and not faults:
            return Run([], refusal)
        equal = any(note["id"] == "note.equal_writes" for note in result.get("note_messages") or [])
        return Run(faults, "", stores(result), equal)

    def answer(self, file, *words):
        """The JSON object of a run, or None, and the sentence that refuses it."""
        command = [self.program, "run", str(file), "--backend", "emulator", "--json", "--timeout", str(self.seconds),
                   *map(str, words)]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace")
        lines = [line for line in done.stderr.splitlines() if line.strip() and not line.startswith("  ")]
        said = [line for line in lines if not line.startswith("--argument,") and " has no front matter" not in line]
        refusal = said[0] if said else f"status {done.returncode}"
        try:
            return json.loads(done.stdout), refusal
        except ValueError:
            return None, refusal

    def run_all(self, file, *words):
        """The run with every fault that it can show, each thread and block going on behind its first."""
        return self.run(file, "--keep-going", *words)


def stores(result):
    """Requests of the run that write memory; a compiler may have left none."""
    total = 0
    for space in ("global", "shared", "local"):
        for operation in ("store", "atomic", "reduce"):
            found = (result.get("values") or {}).get(f"{space}.{operation}.requests")
            total += max((each["value"] for each in found["values"]), default=0) if found else 0
    return total


def judged(name, expected, run, ignored=()):
    """The case of a test that has a fault of the kinds `expected` (none where that is empty).

    Faults of the kinds `ignored` are those that the suite does not ask about.
    """
    if run.refused:
        return Case(name, "not run", run.refused)
    found = [fault for fault in run.faults if fault["kind"] not in ignored]
    if not expected:
        return Case(name, "false", found[0]["message"]) if found else Case(name, "right", run.first())
    if any(fault["kind"] in expected for fault in found):
        return Case(name, "right", found[0]["message"])
    if "race" in expected and run.equal_writes and not found:
        return Case(name, "noted", "equal values are written to one word")
    if not run.faults and run.stores == 0:
        return Case(name, "not run", "the compiler left no store")
    other = f"only: {run.first()}" if run.faults else "no fault"
    return Case(name, "missed", f"expected {' or '.join(sorted(expected))}; {other}")

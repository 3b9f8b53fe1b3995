#!/usr/bin/env python3
"""How other people's CUDA files run when they are opened for the first time, with nothing typed.

usage: first_contact.py FOLDER [--program build/lanescope] [--most N] [--seconds S] [--list] [--nvcc NVCC]

FOLDER holds checkouts, one folder a project. Each .cu file below that has a kernel is given to `run FILE --json` in the
emulator; nothing of it is copied or changed. For each project the table counts the files that
  ran       finish without a fault,
  real      finish with a fault that judged_faults.txt says is the file's own,
  faults    finish with another fault,
  field     stop at one part of which the message offers the text to type, and finish without a fault with that,
  refused   stop for another reason, or also with what is offered,
  broken    (with --nvcc) stop, and the CUDA compiler does not compile them alone either,
  slow      take more than S seconds of processor time (15).
Of those that ran, the launch is compared with the file's own: the block, the bytes of dynamic shared memory and the
arguments of the template, as far as this script reads them from the text by itself (`same` and `other`).
--list names each file with its outcome. --most takes at most N files of a project, spread over its folders.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import resource
import shlex
import subprocess
import sys

# What a message offers to type: folders of headers, the file that includes this one, the arguments of a template.
OFFERS = (re.compile(r"add ((?:--include \S+ ?)+)\)"), re.compile(r"lanescope run (\S+ --entry [^\n)]+)\)"),
          re.compile(r"(--entry '[^'\n]+')"))


def code_of(text):
    """The text without comments and strings, with its lines where they were."""
    def blank(match):
        return re.sub(r"[^\n]", " ", match.group(0))
    return re.sub(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"", blank, text, flags=re.S)


def files_of(project, most):
    found = []
    for file in sorted(project.rglob("*.cu")):
        try:
            if re.search(r"\b__global__\b", code_of(file.read_text(errors="replace"))):
                found.append(file)
        except OSError:
            continue
    step = max(1, -(-len(found) // most)) if most else 1
    return found[::step]


class Constants:
    """Names of a file with one constant value each: #define, const, constexpr and initialised integers."""

    def __init__(self, code):
        self.texts = {}
        for match in re.finditer(r"^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]+([^\n]+)$", code, re.M):
            self.texts.setdefault(match[1], match[2])
        for match in re.finditer(r"\b(?:const|constexpr|int|unsigned|size_t)\s+(?:int\s+|unsigned\s+)?(\w+)\s*=\s*"
                                 r"([^;,{}]+)[;,]", code):
            self.texts.setdefault(match[1], match[2])
        self.shapes = {m[1]: m[2] for m in re.finditer(r"\bdim3\s+(\w+)\s*\(([^;]*?)\)\s*[;,]", code)}
        self.ambiguous = {name for name, count in collections.Counter(
            re.findall(r"\bdim3\s+(\w+)", code) + re.findall(r"\b(\w+)\s*=[^=]", code)).items() if count > 1}

    def value(self, text, depth=0):
        """The integer that an expression is, or None where this script cannot tell."""
        if depth > 8:
            return None
        text = re.sub(r"\bsizeof\s*\(\s*(\w+(?:\s+\w+)?)\s*\)",
                      lambda m: str({"float": 4, "int": 4, "double": 8, "char": 1, "unsigned int": 4, "short": 2,
                                     "half": 2, "float4": 16}.get(m[1], "x")), text)
        for name in set(re.findall(r"[A-Za-z_]\w*", text)):
            if name in self.ambiguous or name not in self.texts:
                return None
            inner = self.value(self.texts[name], depth + 1)
            if inner is None:
                return None
            text = re.sub(rf"\b{name}\b", str(inner), text)
        if not re.fullmatch(r"[\d\s()+\-*/%<>]+", text) or "**" in text:
            return None
        try:
            value = eval(text.replace("/", "//"))  # only digits, brackets and operators are left
        except (SyntaxError, ZeroDivisionError, TypeError):
            return None
        return value if isinstance(value, int) else None

    def shape(self, text):
        text = text.strip()
        inner = re.fullmatch(r"dim3\s*\((.*)\)", text, re.S)
        if inner:
            text = inner[1]
        elif text in self.shapes and text not in self.ambiguous:
            text = self.shapes[text]
        values = [self.value(part) for part in split(text)]
        return None if None in values or not values else (values + [1, 1])[:3]


def split(text):
    parts, depth, begin = [], 0, 0
    for at, letter in enumerate(text):
        depth += letter in "([{<"
        depth -= letter in ")]}>"
        if letter == "," and depth == 0:
            parts.append(text[begin:at])
            begin = at + 1
    return [part.strip() for part in parts + [text[begin:]] if part.strip()]


def launches_of(code):
    """(kernel, template arguments, block, shared bytes) of each <<<...>>> with the line in which it stands."""
    constants = Constants(code)
    for match in re.finditer(r"(\w+)\s*(?:<([^<>;{}]*)>)?\s*<<<", code):
        end = code.find(">>>", match.end())
        parts = split(code[match.end():end]) if end > 0 else []
        if len(parts) < 2:
            continue
        yield {"kernel": match[1], "line": code.count("\n", 0, match.start()) + 1, "template": match[2],
               "block": constants.shape(parts[1]), "shared": constants.value(parts[2]) if len(parts) > 2 else 0}


def limits():
    resource.setrlimit(resource.RLIMIT_CPU, (120, 120))


def run(program, words, seconds):
    command = [program, "run", *words, "--backend", "emulator", "--json", "--timeout", str(seconds)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=limits)
    try:
        out, err = process.communicate(timeout=180)
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return out, err.decode(errors="replace"), spent


def offered(file, err):
    """The words of the command line that a message offers; None where it offers none."""
    for offer in OFFERS:
        match = offer.search(err)
        if not match:
            continue
        words = shlex.split(match[1])
        return words if offer is OFFERS[1] else [str(file), *words]
    return None


def real_faults():
    file = pathlib.Path(__file__).with_name("judged_faults.txt")
    lines = [line for line in file.read_text().splitlines() if line and not line.startswith("#")]
    return {line.partition(":")[0] for line in lines}


def compiles(nvcc, file):
    command = [nvcc, "-ptx", "-arch=sm_90", "-std=c++17", "-o", os.devnull, str(file)]
    return subprocess.run(command, capture_output=True, preexec_fn=limits).returncode == 0


def judged(program, nvcc, file, seconds):
    outcome = tried(program, file, seconds)
    if outcome["outcome"] == "faults" and any(str(file).endswith("/" + known) for known in real_faults()):
        outcome["outcome"] = "real"
    if outcome["outcome"] == "refused" and nvcc and not compiles(nvcc, file):
        outcome["outcome"] = "broken"
    return outcome


def tried(program, file, seconds):
    first, err, spent = outcome_of(program, file, [str(file)], seconds)
    words = offered(file, err) if first["outcome"] == "refused" else None
    if not words:
        return first
    second, _, _ = outcome_of(program, file, words, seconds)
    if second["outcome"] == "ran":
        second["outcome"] = "field"
        second["why"] = " ".join(words[1:])[:160]
    second["seconds"] = max(spent, second["seconds"])
    return first if second["outcome"] == "refused" else second


def outcome_of(program, file, words, seconds):
    out, err, spent = run(program, words, seconds)
    outcome = {"file": file, "seconds": spent, "outcome": "refused", "why": err.strip().splitlines()[-1:] or [""],
               "launch": None}
    outcome["why"] = outcome["why"][0][:160]
    try:
        result = json.loads(out)
    except ValueError:
        return outcome, err, spent
    diagnostics = [each for each in result.get("diagnostics", []) if each.get("severity", "error") == "error"]
    if diagnostics or not result.get("launches"):
        first = diagnostics[0] if diagnostics else {}
        outcome["why"] = str(first.get("message", first) or result.get("held") or "no launch")[:160]
        return outcome, err, spent
    faults = result.get("faults", [])
    outcome["outcome"] = "faults" if faults else "ran"
    outcome["why"] = str(faults[0].get("message", faults[0]))[:160] if faults else ""
    if spent > seconds:
        outcome["outcome"] = "slow"
    outcome["launch"] = compared(file, result["launches"][0], err)
    return outcome, err, spent


def compared(file, launch, err):
    """Whether the launch is that of the file: "same", "other: ...", or None where this script cannot tell."""
    line = re.search(r"launch in line (\d+)", err)
    own = list(launches_of(code_of(file.read_text(errors="replace"))))
    own = [each for each in own if each["kernel"] == launch["name"].split("<")[0].split("::")[-1]]
    if not own:
        return None
    if not line:
        return "other: the launch of the file was not taken"
    here = [each for each in own if each["line"] == int(line[1])] or own
    one = here[0]
    if one["block"] is None:
        return None
    if one["block"] != list(launch["block"]):
        return f"other: block {launch['block']} instead of {one['block']}"
    dynamic = re.search(r"^\s*(\S[^\n]*) bytes of dynamic shared memory", err, re.M)
    if one["shared"] == 0 and dynamic:
        return f"other: {dynamic[1]} bytes of dynamic shared memory instead of none"
    if one["shared"] and not dynamic:
        return f"other: no dynamic shared memory instead of {one['shared']} bytes"
    if one["template"]:
        entry = re.search(r"front matter\. (.*) is launched as follows", err)
        numbers = [Constants(code_of(file.read_text(errors='replace'))).value(part) for part in split(one["template"])]
        written = split(entry[1].partition("<")[2].rpartition(">")[0]) if entry else []
        for number, text in zip(numbers, written):
            if number is not None and text.isdigit() and int(text) != number:
                return f"other: template argument {text} instead of {number}"
    return "same"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--program", default="build/lanescope")
    parser.add_argument("--most", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--nvcc", default="")
    options = parser.parse_args()
    work = [(project.name, file) for project in sorted(options.folder.iterdir()) if project.is_dir()
            for file in files_of(project, options.most)]
    table = collections.defaultdict(collections.Counter)
    # Each run uses several cores by itself, and hyperthreads that share a core count twice.
    with concurrent.futures.ProcessPoolExecutor(max(2, os.cpu_count() // 2)) as pool:
        outcomes = pool.map(judged, [options.program] * len(work), [options.nvcc] * len(work),
                            [file for _, file in work], [options.seconds] * len(work))
        for (project, file), outcome in zip(work, outcomes):
            row = table[project]
            row["files"] += 1
            row[outcome["outcome"]] += 1
            if outcome["launch"]:
                row[outcome["launch"].split(":")[0]] += 1
            if options.list:
                print(f"{outcome['outcome']:8} {outcome['seconds']:6.1f} s  {file.relative_to(options.folder)}"
                      f"  {outcome['why']}  {outcome['launch'] or ''}", flush=True)
    columns = ["files", "ran", "real", "faults", "field", "refused", "broken", "slow", "same", "other"]
    print("| project | " + " | ".join(columns) + " |\n|---|" + "---|" * len(columns))
    total = collections.Counter()
    for project, row in sorted(table.items()):
        total.update(row)
        print(f"| {project} | " + " | ".join(str(row[column]) for column in columns) + " |")
    print("| all | " + " | ".join(str(total[column]) for column in columns) + " |")
    return 0 if total["files"] else 1


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Types instead of sentences: no code compares a text that people read, faults have kinds, and errors travel by TRY.

usage: sentences.py SOURCES           checks the tree
       sentences.py SOURCES --prove   plants violations in a copy and expects each to be found
"""
import pathlib
import re
import shutil
import sys
import tempfile

from includes import code_files

LITERAL = r'"((?:[^"\\\n]|\\.)*)"'
COMPARED = re.compile(r"(?:[=!]=\s*|\b(?:starts_with|ends_with|contains|r?find|holds)\((?:[\w.>-]+, )?)" + LITERAL +
                      r"|" + LITERAL + r"\s*[=!]=(?!=)")
KIND_AS_TEXT = re.compile(r"\bkind\s*(?:=|==|!=)\s*" + LITERAL)
# An error is handed on by hand in this form: auto x = f(); if (!x) return failure(x.error());
HANDED_ON = re.compile(r"(?:auto|Status|>) (\w+) =\s[^;]*;\s*if \(!\1\) (?:\{\s*)?return (?:tl::unexpected|failure)\((?:std::move\()?\1\)?\.error\(\)\)?\);")

# These files read sentences of other programs, which have no other form.
WORDS_OF_OTHERS = {
    "compiler/messages/assembler_messages.cpp": "ptxas",
    "compiler/messages/failure.cpp": "NVRTC",
    "compiler/messages/messages.cpp": "NVRTC",
    "compiler/messages/subjects.cpp": "NVRTC",
    "compiler/headers/precompiled.cpp": "NVRTC",
    "cuda/driver.cpp": "the dynamic loader",
    "cli/doctor_command.cpp": "the driver, in /proc",
    "worker/pipelines/cpu_pipeline.cpp": "the Linux kernel, in /proc",
}


def is_sentence(text):
    """Two words with a space between them, and more than separators or code."""
    return re.search(r"[A-Za-z]{2,}[,:]? [A-Za-z]{2,}", text) is not None


def violations(sources):
    problems = []
    for file in code_files(sources / "app"):
        if file.suffix == ".cu":
            continue
        name = file.relative_to(sources / "app").as_posix()
        text = file.read_text()

        def at(match):
            return f"app/{name}:{text.count(chr(10), 0, match.start()) + 1}"

        for match in COMPARED.finditer(text):
            words = match.group(1) or match.group(2) or ""
            if is_sentence(words) and name not in WORDS_OF_OTHERS:
                problems.append(f"{at(match)}: compares the sentence \"{words}\"; give what it means a type")
        for match in KIND_AS_TEXT.finditer(text):
            problems.append(f"{at(match)}: the kind \"{match.group(1)}\" is text; kinds are enumerations")
        for match in HANDED_ON.finditer(text):
            problems.append(f"{at(match)}: hands the error of {match.group(1)} on; TRY and TRY_STATUS do that")
    return problems


def prove(sources):
    """Plants one violation of each kind in a copy; returns those that went unnoticed."""
    plants = {
        "a compared sentence": 'bool f(const std::string& note) { return note == "no accesses to show"; }\n',
        "a sentence looked for": 'bool f(std::string_view note) { return note.starts_with("no accesses"); }\n',
        "a kind as text": 'void f(Fault& fault) { fault.kind = "race"; }\n',
        "an error that is handed on": "Status f() {\n  auto x = g();\n  if (!x) return failure(x.error());\n}\n",
    }
    missed = []
    for name, text in plants.items():
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder)
            shutil.copytree(sources / "app", copy / "app")
            before = set(violations(copy))
            (copy / "app/base/planted.cpp").write_text(text)
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

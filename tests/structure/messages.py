#!/usr/bin/env python3
"""Messages are ids with arguments: each id stands once in a table and is used, translations fit, and no id is lost.

usage: messages.py SOURCES           checks the tree
       messages.py SOURCES --prove   plants violations in a copy and expects each to be found
       messages.py SOURCES --list    writes the ids of the tables to tests/data/message_ids.txt
"""
import pathlib
import re
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from includes import code_files

ENTRY = re.compile(r'^MESSAGE\(\s*"([^"]*)",((?:\s*"(?:[^"\\\n]|\\.)*")+)\);', re.M)
USE = re.compile(r'<"([^"\n]*)"')
MADE = re.compile(r'\bmessage<"([^"\n]*)">\(')
ID = re.compile(r"[a-z0-9_]+\.[a-z0-9_]+")
PLACE = re.compile(r"\{(\d*)(?::[^{}]*)?\}")
PINNED = "tests/data/message_ids.txt"
# What is refused, and what to do: a sentence there belongs to the table. Examples of code have no words between their marks.
CALLS = r"(?:failure\((?:FaultKind::\w+, )?|\bError\{|add_note\(|note_once\(|\.(?:what|remedy|message) = )"
TEXT_IN_PLACE = re.compile(CALLS + r'(?:fmt::format\()?\s*"((?:[^"\\\n]|\\.)*)"')
# What was being done when a call of the driver failed is a message, too; a name alone is not.
CONTEXT_IN_PLACE = re.compile(r'\b(?:with_context|failed_while)\(\s*(?:fmt::format\()?\s*"((?:[^"\\\n]|\\.)* (?:[^"\\\n]|\\.)*)"')
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
# A place has its line beside its name.
LINE_IN_TEXT = re.compile(r'\b(?:failure\(|Error\{|where = )[^;]*"\{\}:\{\}')
# These make messages of a compiler, which stay in English.
DIAGNOSTICS = {"app/compiler/messages/assembler_messages.cpp"}
# The text of a message is for people: what code tells apart it tells apart by the id. The loader has no ids.
READ_TEXT = re.compile(r"\b(?:what|where|where\.name|remedy|message|note|without_\w+)(?:\.text\(\)\s*[=!]=|"
                       r"\.text\(\)\.(?:find|rfind|starts_with|ends_with|contains|substr)\()")
READS_TEXT = {"app/base/message.h", "app/cuda/driver.cpp"}
COMPARED_ID = re.compile(r'\bid\(\) [=!]= "([^"\n]*)"')


def arguments_of(text, start):
    """The arguments of the call whose parenthesis opens before `start`."""
    depth, end = 1, start
    while depth > 0 and end < len(text):
        if text[end] == '"':
            end = LITERAL.match(text, end).end() - 1
        depth += (text[end] == "(") - (text[end] == ")")
        end += 1
    return text[start:end - 1]


def is_sentence(text):
    return re.search(r"[A-Za-z]{2,}[,:]? [A-Za-z]{2,}", text) is not None


def tables(sources):
    """Yields (file, id, pattern)."""
    for file in sorted((sources / "app").glob("*/messages.h")):
        for match in ENTRY.finditer(file.read_text()):
            pattern = "".join(re.findall(r'"((?:[^"\\\n]|\\.)*)"', match.group(2)))
            yield file.relative_to(sources).as_posix(), match.group(1), pattern


def places(pattern):
    """The numbers of the arguments that a pattern shows."""
    found = PLACE.findall(pattern.replace("{{", "").replace("}}", ""))
    return {int(number) if number else index for index, number in enumerate(found)}


def translations(file):
    """Yields (id, pattern) of the simple TOML that the files of messages are."""
    table = ""
    for line in file.read_text().splitlines():
        if heading := re.fullmatch(r"\[(\w+)\]", line):
            table = heading.group(1)
        elif entry := re.fullmatch(r'(\w+) = "(.*)"', line):
            yield f"{table}.{entry.group(1)}", entry.group(2)


def violations(sources):
    problems = []
    patterns, homes = {}, {}
    for file, identity, pattern in tables(sources):
        if not ID.fullmatch(identity):
            problems.append(f"{file}: {identity} is not SUBJECT.DETAIL in lower case")
        if identity in homes:
            problems.append(f"{file}: {identity} stands in {homes[identity]}, too")
        patterns[identity], homes[identity] = pattern, file

    used = set()
    for file in code_files(sources / "app"):
        if file.suffix == ".cu" or file.name == "messages.h":
            continue
        name, text = file.relative_to(sources).as_posix(), file.read_text()
        used.update(USE.findall(text))

        def at(match):
            return f"{name}:{text.count(chr(10), 0, match.start()) + 1}"

        for match in TEXT_IN_PLACE.finditer(text):
            if is_sentence(match.group(1)) and name not in DIAGNOSTICS:
                problems.append(f"{at(match)}: the sentence \"{match.group(1)}\" belongs into the room's messages.h")
        for match in CONTEXT_IN_PLACE.finditer(text):
            problems.append(f"{at(match)}: \"{match.group(1)}\" belongs into the room's messages.h")
        for match in MADE.finditer(text):
            for literal in LITERAL.findall(arguments_of(text, match.end())):
                if is_sentence(literal):
                    problems.append(f"{at(match)}: \"{literal}\" is given to {match.group(1)}; make it a message")
        for match in LINE_IN_TEXT.finditer(text):
            problems.append(f"{at(match)}: a place is given as text; give its file and its line")
        for match in READ_TEXT.finditer(text):
            if name not in READS_TEXT:
                problems.append(f"{at(match)}: looks into the text of a message; compare its id")
        for match in COMPARED_ID.finditer(text):
            if match.group(1) not in patterns:
                problems.append(f"{at(match)}: no message has the id {match.group(1)}")
    for identity in sorted(patterns.keys() - used):
        problems.append(f"{homes[identity]}: nothing says {identity}")

    for file in sorted((sources / "assets/lang/messages").glob("*.toml")):
        name, seen = file.relative_to(sources).as_posix(), set()
        for identity, pattern in translations(file):
            if identity in seen:
                problems.append(f"{name}: {identity} stands twice")
            seen.add(identity)
            if identity not in patterns:
                problems.append(f"{name}: no message has the id {identity}")
            elif not places(pattern) <= places(patterns[identity]):
                problems.append(f"{name}: {identity} shows arguments that the message does not have")
        for identity in sorted(patterns.keys() - seen):
            problems.append(f"{name}: {identity} is not translated")

    pinned = (sources / PINNED).read_text().split()
    for identity in pinned:
        if identity not in patterns:
            problems.append(f"{PINNED}: scripts may rely on {identity}, which no table has any more")
    for identity in sorted(patterns.keys() - set(pinned)):
        problems.append(f"{PINNED}: {identity} is new; add it, and it stays")
    return problems


def prove(sources):
    """Plants one violation of each kind in a copy; returns those that went unnoticed."""
    def append(copy, file, text):
        with (copy / file).open("a") as out:
            out.write(text)

    def remove_first_pinned(copy):
        lines = (copy / PINNED).read_text().splitlines()
        (copy / PINNED).write_text("\n".join(lines[1:]) + "\n")

    plants = {
        "an id that stands twice": lambda copy: append(copy, "app/cli/messages.h", '\nMESSAGE("error.at", "{}: {}");\n'),
        "an id that is no name": lambda copy: append(copy, "app/cli/messages.h", '\nMESSAGE("Wrong", "it is wrong");\n'),
        "an id that nothing says": lambda copy: append(copy, "app/cli/messages.h", '\nMESSAGE("a.b", "it is wrong");\n'),
        "a sentence in its place": lambda copy: append(copy, "app/base/error.cpp",
                                                       '\nStatus f() { return failure("this is wrong"); }\n'),
        "what was being done as a text": lambda copy: append(
            copy, "app/gpu/failure.cpp", '\nStatus f(Status s) { return with_context("opening " + name, s); }\n'),
        "a sentence in a message": lambda copy: append(
            copy, "app/base/error.cpp", '\nMessage f() { return message<"error.at">(g("x"), "no such thing"); }\n'),
        "a line in a text": lambda copy: append(
            copy, "app/base/error.cpp", '\nStatus f() { return failure(g(), fmt::format("{}:{}", file, line)); }\n'),
        "a place that is parsed": lambda copy: append(
            copy, "app/base/error.cpp", '\nauto f(const Error& e) { return e.where.text().rfind(\':\'); }\n'),
        "a text that is looked into": lambda copy: append(
            copy, "app/base/error.cpp", '\nbool f(const Error& e) { return e.what.text().starts_with("the "); }\n'),
        "an unknown id that is compared": lambda copy: append(copy, "app/base/error.cpp",
                                                              '\nbool f(const Message& m) { return m.id() == "no.such"; }\n'),
        "a message without a translation": lambda copy: append(copy, "app/cli/messages.h",
                                                               '\nMESSAGE("error.new", "untranslated");\n'),
        "a translation of no message": lambda copy: append(copy, "assets/lang/messages/zh.toml", '\n[no]\nsuch = "x"\n'),
        "a translation with another place": lambda copy: append(copy, "assets/lang/messages/zh.toml",
                                                                '\n[cuda]\nnot_finished = "{7}"\n'),
        "an id that is gone": lambda copy: append(copy, PINNED, "gone.id\n"),
        "an id that is not pinned": remove_first_pinned,
    }
    changed = ("app/cli/messages.h", "app/base/error.cpp", "app/gpu/failure.cpp", "assets/lang/messages/zh.toml", PINNED)
    missed = []
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder)
        for part in ("app", "assets/lang/messages"):
            shutil.copytree(sources / part, copy / part)
        (copy / PINNED).parent.mkdir(parents=True)
        shutil.copy(sources / PINNED, copy / PINNED)
        before = set(violations(copy))
        for name, plant in plants.items():
            plant(copy)
            if not set(violations(copy)) - before:
                missed.append(f"{name} went unnoticed")
            for file in changed:
                shutil.copy(sources / file, copy / file)
        if set(violations(copy)) != before:
            missed.append("a violation stayed in the copy")
    return missed


def main():
    sources = pathlib.Path(sys.argv[1])
    if "--list" in sys.argv:
        (sources / PINNED).write_text("\n".join(sorted(identity for _, identity, _ in tables(sources))) + "\n")
        return 0
    problems = prove(sources) if "--prove" in sys.argv else violations(sources)
    print("\n".join(problems) if problems else "ok")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

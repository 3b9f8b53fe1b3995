#!/usr/bin/env python3
"""The pages: the README is short, links lead somewhere, and tables and commands are those of the program.

usage: docs.py SOURCES PROGRAM   checks the tree; without that program it checks what needs none, and says so
       docs.py SOURCES --prove   plants violations in a small project and expects each to be found
"""
import functools
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

MAX_LINES_OF_README = 150
MAX_WORDS_OF_README = 700
SKIPPED = 77  # what CTest takes for a test that was skipped

FENCE = re.compile(r"^( *)(```+|~~~+)[ \t]*(\w*)[^\n]*\n(.*?)^\1?\2[ \t]*$", re.M | re.S)
INLINE_CODE = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)", re.S)
COMMENT = re.compile(r"<!--.*?-->", re.S)
LINK = re.compile(r"\]\(<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\)|^\[[^\]]+\]:\s*(\S+)|(?:src|href)=\"([^\"]+)\"", re.M)
HEADING = re.compile(r"^#{1,6}[ \t]+(.+?)[ \t]*#*$", re.M)
ANCHOR = re.compile(r"<a (?:id|name)=\"([^\"]+)\"")
ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|//")

# A command that one of these begins, on a kernel of the catalogue or on nothing, is run; of all others the words are
# checked. An option of the second list asks for a machine, a GPU or a file that this one may not have.
RUN_FOR_REAL = ("list", "run", "trace", "explain", "lesson", "doctor")
NEVER_RUN = {"--host", "--counters", "--profile", "--record", "--recording", "--dump", "--load", "--expect", "--html",
             "--report", "--check", "--save"}


# --- Markdown

def without_fences(text):
    return FENCE.sub("", COMMENT.sub("", text))


def prose(text):
    return INLINE_CODE.sub("", without_fences(text))


def words_of(text):
    """Words that a reader reads: no code blocks, no addresses, no signs of tables and lists."""
    text = re.sub(r"\]\([^)]*\)", "]", re.sub(r"<[^>]*>", "", without_fences(text)))
    return [word for word in text.split() if re.search(r"\w", word)]


def slug(heading):
    """The anchor that GitHub makes of a heading."""
    heading = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").replace("*", "")
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


@functools.lru_cache(None)
def anchors_of(page):
    text = without_fences(page.read_text())
    found, counts = set(ANCHOR.findall(text)), {}
    for heading in HEADING.findall(text):
        name = slug(heading)
        found.add(f"{name}-{counts[name]}" if name in counts else name)
        counts[name] = counts.get(name, 0) + 1
    return found


def pages_of(sources):
    """All Markdown pages but those of builds and hidden folders."""
    for folder, folders, files in os.walk(sources):
        folders[:] = sorted(name for name in folders if not name.startswith((".", "build")))
        for name in sorted(files):
            if name.endswith(".md"):
                yield pathlib.Path(folder) / name


def links_of(page):
    """The addresses that lead to files of the project, with the line of each."""
    text = page.read_text()
    blank = lambda match: re.sub(r"[^\n]", " ", match.group(0))
    for pattern in (COMMENT, FENCE, INLINE_CODE):
        text = pattern.sub(blank, text)
    for match in LINK.finditer(text):
        target = next(group for group in match.groups() if group)
        if not ELSEWHERE.match(target):
            yield text.count("\n", 0, match.start()) + 1, target


# --- what needs no program

def size_of_readme(sources):
    text = (sources / "README.md").read_text()
    lines, words = len(text.splitlines()), len(words_of(text))
    if lines > MAX_LINES_OF_README:
        yield f"README.md: {lines} lines; it has at most {MAX_LINES_OF_README}, all else is in docs/"
    if words > MAX_WORDS_OF_README:
        yield f"README.md: {words} words outside of code; it has at most {MAX_WORDS_OF_README}, all else is in docs/"


def pages_that_are_listed(sources):
    """The README lists every page of docs/ under Documentation; its other parts link what they like."""
    readme = sources / "README.md"
    lines = readme.read_text().splitlines()
    begin = next((i for i, line in enumerate(lines) if re.match(r"#+ Documentation$", line)), len(lines))
    end = next((i for i, line in enumerate(lines) if i > begin and re.match(r"#+ ", line)), len(lines))
    listed = [target.partition("#")[0] for line, target in links_of(readme) if begin < line <= end]
    for page in sorted((sources / "docs").glob("*")):
        name = page.relative_to(sources).as_posix()
        if listed.count(name) != 1:
            count = listed.count(name)
            yield f"README.md: {name} stands {count} times under Documentation; every page stands there once"


def dead_links(sources):
    for page in pages_of(sources):
        for line, target in links_of(page):
            path, _, anchor = target.partition("#")
            file = (page.parent / path).resolve() if path else page.resolve()
            place = f"{page.relative_to(sources)}:{line}"
            if not file.is_relative_to(sources):
                yield f"{place}: {target} leads out of the project"
            elif not file.exists():
                yield f"{place}: there is no {target}"
            elif anchor and file.suffix == ".md" and anchor not in anchors_of(file):
                yield f"{place}: {path or 'the page'} has no heading for #{anchor}"


# --- what the program says

class Program:
    def __init__(self, path):
        self.path = path

    def run(self, *arguments, folder=None, seconds=300):
        with tempfile.TemporaryDirectory() as scratch:
            environment = {**os.environ, "XDG_CONFIG_HOME": scratch}
            return subprocess.run([self.path, *arguments], capture_output=True, text=True, cwd=folder, env=environment,
                                  stdin=subprocess.DEVNULL, timeout=seconds, check=False)

    @functools.lru_cache(None)
    def options(self, command):
        """Every option of a command, and what may follow it: None for nothing, a set of words, or an empty set."""
        found = {}
        text = self.run(*([command] if command else []), "--help").stdout
        for names, rest in re.findall(r"^  (-[\w,-]+)(.*)$", text, re.M):
            kind = re.match(r"(?:\{false\})?(?: ([A-Z]\w+)(?::\{([^}]*)\})?)?", rest)
            values = None if not kind or not kind[1] else set(filter(None, (kind[2] or "").split(",")))
            for name in names.split(","):
                found[name] = values
        return found

    @functools.lru_cache(None)
    def max_words(self, command):
        """The words that a command takes at most beside its options."""
        text = self.run(*([command] if command else []), "--help").stdout
        usage = re.search(r"^Usage: lanescope (.*)$", text, re.M)[1]
        words = [word for word in usage.split() if word not in (command, "[OPTIONS]", "[SUBCOMMAND]")]
        return sys.maxsize if any(word.endswith("...") for word in words) else len(words)

    @functools.cached_property
    def commands(self):
        return re.findall(r"^  ([a-z]+)  ", self.run("--help").stdout.partition("\nSubcommands:")[2], re.M)

    @functools.cached_property
    def kernels(self):
        listed = json.loads(self.run("list", "--json").stdout)
        return {kernel["id"]: kernel for kernel in listed["kernels"]}


# --- the examples

def command_lines(page):
    """The command lines of the fenced blocks of a shell, each with its line; None for those of no language."""
    text = page.read_text()
    for match in FENCE.finditer(text):
        language, code = match.group(3), match.group(4)
        at = text.count("\n", 0, match.start(4)) + 1
        for line in re.split(r"(?<!\\)\n", code):
            words = line.replace("\\\n", " ").strip()
            if language == "console":
                words = words.removeprefix("$ ") if words.startswith("$ ") else ""
            if language in ("sh", "bash", "shell", "console"):
                yield at, words
            elif language in ("", "text") and re.match(r"(\$ )?(\S*/)?lanescope [a-z-]", words):
                yield at, None
            at += line.count("\n") + 1


def calls_of(line):
    """The words behind `lanescope` of each call in a line of a shell."""
    try:
        parser = shlex.shlex(line, posix=True, punctuation_chars="();<>|&")
        parser.whitespace_split = True
        words = list(parser)
    except ValueError as problem:
        yield None, str(problem)
        return
    call = []
    for word in [*words, ";"]:
        if word and set(word) <= set("();<>|&"):
            if set(word) & set("<>"):
                call.append(None)  # what follows names a file
                continue
            while call and call[0] and re.match(r"\w+=", call[0]):
                call.pop(0)
            if call and call[0] and re.fullmatch(r"(\S*/)?lanescope", call[0]):
                yield without_files(call[1:]), ""
            call = []
        else:
            call.append(word)


def without_files(words):
    kept, skip = [], False
    for word in words:
        if word is not None and not skip:
            kept.append(word)
        skip = word is None
    while kept and kept[-1].isdigit() and len(words) != len(kept):
        kept.pop()  # the 2 of 2>
    return kept


def unknown_settings(kernel, settings):
    known = {**kernel["parameters"], **kernel["problem"]}
    for setting in settings:
        name = setting.partition("=")[0]
        if name not in known:
            yield f"{kernel['id']} has no knob or size '{name}'"


def wrong_words(program, words):
    """What the program would not understand of a call."""
    command, rest = (words[0], words[1:]) if words and words[0] in program.commands else ("", words)
    if not command and words and re.fullmatch(r"[a-z][a-z-]*", words[0]):
        yield f"there is no command '{words[0]}'"
        return
    options, others, settings, rest = program.options(command), [], [], list(rest)
    while rest:
        word = rest.pop(0)
        name, equals, value = word.partition("=")
        if not word.startswith("-") or re.fullmatch(r"-?[\d.]+", word):
            others.append(word)
        elif name not in options:
            yield f"{command or 'lanescope'} has no option '{name}'"
        elif options[name] is not None:
            value = value if equals else (rest.pop(0) if rest else "")
            if not value:
                yield f"{name} lacks its value"
            elif options[name] and value not in options[name]:
                yield f"{name} takes {', '.join(sorted(options[name]))}, not '{value}'"
            settings += [value] if name == "-p" else []
    if len(others) > program.max_words(command):
        yield f"{command or 'lanescope'} does not take all of: {' '.join(others)}"
    if command in ("run", "trace", "explain", "snapshot") or (command == "sweep" and len(others) == 1):
        for other in others:
            if re.fullmatch(r"[a-z0-9_]+/[a-z0-9_]+", other):
                if other not in program.kernels:
                    yield f"there is no kernel {other}"
                else:
                    yield from unknown_settings(program.kernels[other], settings)


def is_cheap(program, words):
    if not words or words[0] not in RUN_FOR_REAL or NEVER_RUN & {word.partition("=")[0] for word in words}:
        return False
    if any(re.fullmatch(r"[A-Z]{2,}(\.\w+)?", word) for word in words):
        return False  # NAME, FILE.cu: the reader puts something in its place
    return words[0] in ("list", "lesson", "doctor") or (len(words) > 1 and words[1] in program.kernels)


def trouble_of(program, words):
    """Runs a call in a folder of its own. A kernel that is wrong on purpose ends with 1, a missing GPU with 3."""
    with tempfile.TemporaryDirectory() as scratch:
        try:
            done = program.run(*words, folder=scratch)
        except subprocess.TimeoutExpired as late:
            return f"did not end within {late.timeout} s"
    if done.returncode in (0, 1, 3):
        return ""
    return f"ended with {done.returncode}: {(done.stderr or done.stdout).strip()[:300]}"


def wrong_examples(sources, program):
    tried = {}
    for page in [sources / "README.md", *sorted((sources / "docs").glob("*.md"))]:
        for number, line in command_lines(page):
            place = f"{page.relative_to(sources)}:{number}"
            if line is None:
                yield f"{place}: a command in a block that is not marked as sh or console, where nobody tries it"
                continue
            for words, problem in calls_of(line) if "lanescope" in line else ():
                if problem:
                    yield f"{place}: {problem}"
                    continue
                key = tuple(words)
                if key not in tried:
                    tried[key] = list(wrong_words(program, words))
                    if not tried[key] and is_cheap(program, words):
                        tried[key] = [trouble for trouble in [trouble_of(program, words)] if trouble]
                yield from (f"{place}: {wrong}" for wrong in tried[key])


def stale_blocks(sources, program):
    done = subprocess.run([sources / "packaging/docs", "--check"], capture_output=True, text=True, check=False,
                          env={**os.environ, "LANESCOPE": str(program.path)})
    if done.returncode != 0:
        yield (done.stdout + done.stderr).strip()


def violations(sources):
    return [*size_of_readme(sources), *pages_that_are_listed(sources), *dead_links(sources)]


def violations_with(sources, program):
    return [*stale_blocks(sources, program), *wrong_examples(sources, program)]


# --- the proof

STAND_IN = """#!/bin/sh
case "$*" in
  "list --json") echo '{"kernels": [{"id": "copy/row", "parameters": {"block": 1}, "problem": {"n": 1}}]}' ;;
  "run --help") printf 'run a kernel\\nUsage: lanescope run KERNEL\\n\\nOptions:\\n  -p TEXT ...    a knob\\n'
                printf '  --backend TEXT:{gpu,emulator}\\n                              where\\n' ;;
  "--help") printf 'x\\nUsage: lanescope\\n\\nSubcommands:\\n  run      run a kernel\\n\\nExit status: 0\\n' ;;
  "reference keys") echo '| Undo | `Ctrl+Z` |' ;;
  "reference front-matter") echo '| `title` |' ;;
  "reference quantities") echo '| `time` |' ;;
  "run copy/row -p n=2") exit 2 ;;
esac
"""


def make_project(folder, packaging):
    """A project of a few pages in which everything is right."""
    block = "<!-- begin generated: {} -->\n<!-- end generated -->\n"
    files = {
        "README.md": "# Front\n\n[Keys](docs/window.md).\n\n"
                     "## Documentation\n\n[The shell](docs/cli.md), [keys](docs/window.md#the-keys).\n\n"
                     "```sh\nlanescope run copy/row \\\n  -p n=1 --backend gpu > out.txt 2>&1 && echo lanescope walks\n"
                     "```\n",
        "docs/cli.md": "# The shell\n\n![A picture](../picture.png)\n\n```console\n$ X=1 lanescope run copy/row\n"
                       "lanescope talks\n```\n\n"
                       + block.format("usage") + block.format("front matter") + block.format("quantities"),
        "docs/window.md": "# Window\n\n## The keys\n\n`[no](link.md)`\n\n" + block.format("keys"),
        "picture.png": "",
        "packaging/docs": packaging.read_text(),
        "lanescope": STAND_IN,
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    for name in ("packaging/docs", "lanescope"):
        (folder / name).chmod(0o755)
    subprocess.run([folder / "packaging/docs"], env={**os.environ, "LANESCOPE": str(folder / "lanescope")}, check=True,
                   stdout=subprocess.DEVNULL)


def prove(sources):
    """Plants one violation of each kind; returns those that went unnoticed."""
    def add(name, text):
        return lambda folder: (folder / name).open("a").write(text)

    def shell(line):
        return add("docs/cli.md", f"\n```sh\n{line}\n```\n")

    plants = {
        "": (lambda folder: None, ""),
        "a README of too many lines": (add("README.md", "\n" * MAX_LINES_OF_README), "lines; it has at most"),
        "a README of too many words": (add("README.md", "word " * MAX_WORDS_OF_README), "words outside of code"),
        "a page that is not listed": (add("docs/more.md", "# More\n"), "docs/more.md stands 0 times"),
        "a page that is listed twice": (add("README.md", "[again](docs/cli.md)\n"), "docs/cli.md stands 2 times"),
        "a dead link": (add("docs/window.md", "[x](gone.md)\n"), "there is no gone.md"),
        "a dead picture": (add("docs/window.md", "![x](../gone.png)\n"), "there is no ../gone.png"),
        "a dead anchor": (add("README.md", "[x](#gone)\n"), "no heading for #gone"),
        "a dead anchor of another page": (add("docs/cli.md", "[x](window.md#gone)\n"), "no heading for #gone"),
        "a link out of the project": (add("docs/cli.md", "[x](../../)\n"), "leads out of the project"),
        "a changed key": (lambda folder: (folder / "docs/window.md").write_text(
            (folder / "docs/window.md").read_text().replace("Ctrl+Z", "Ctrl+Y")), "the block 'keys' is not"),
        "a table that is on no page": (lambda folder: (folder / "docs/window.md").write_text(
            "# Window\n\n## The keys\n"), "no page has the block 'keys'"),
        "an unknown command": (shell("lanescope walk"), "there is no command 'walk'"),
        "an unknown option": (shell("true && lanescope run copy/row --far"), "run has no option '--far'"),
        "a word too many": (shell("lanescope run copy/row [--json]"), "does not take all of: copy/row [--json]"),
        "an unknown value": (shell("lanescope run copy/row --backend tpu"), "not 'tpu'"),
        "an unknown kernel": (shell("lanescope run copy/column"), "there is no kernel copy/column"),
        "an unknown knob": (shell("lanescope run copy/row -p m=1"), "no knob or size 'm'"),
        "a command that the program refuses": (shell("lanescope run copy/row -p n=2"), "ended with 2"),
        "a command that nobody tries": (add("docs/cli.md", "\n```\nlanescope walk\n```\n"), "not marked as sh"),
    }
    unnoticed = []
    for name, (plant, complaint) in plants.items():
        with tempfile.TemporaryDirectory() as folder:
            project = pathlib.Path(folder).resolve()
            make_project(project, sources / "packaging/docs")
            plant(project)
            anchors_of.cache_clear()
            found = [*violations(project), *violations_with(project, Program(project / "lanescope"))]
            if complaint and not any(complaint in each for each in found):
                unnoticed.append(f"{name} went unnoticed; found: {found}")
            if not complaint and found:
                unnoticed.append(f"complaints about a project that is right: {found}")
    return unnoticed


def main():
    sources = pathlib.Path(sys.argv[1]).resolve()
    if "--prove" in sys.argv:
        found, skipped = prove(sources), ""
    else:
        found, program = violations(sources), pathlib.Path(sys.argv[2]).resolve()
        skipped = "" if os.access(program, os.X_OK) else f"skipped: there is no {program} to compare the pages with"
        found += [] if skipped else violations_with(sources, Program(program))
    print("\n".join(found) or skipped or "ok")
    sys.exit(1 if found else SKIPPED if skipped else 0)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""How large the program is: its lines, files and types, by room.

Usage: size.py FOLDER [REVISION]. Without a revision it counts what is committed or staged in the folder; with one, that
commit. Lines are those of .cpp, .h, .inl and .cu files under app; a type is a definition of a struct, class, enum or
union, wherever it stands. Two counts are compared by running it twice.
"""
import collections
import re
import subprocess
import sys

SOURCES = (".cpp", ".h", ".inl", ".cu")
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
TEXT = re.compile(r'"(?:\\.|[^"\\\n])*"')
TYPE = re.compile(r"\b(?:struct|class|enum|union)\s+(?:\[\[[^\]]*\]\]\s*)?([A-Za-z_]\w*)"
                  r"(?:\s+final)?(?:\s*:[^;{()]*)?\s*\{")


def git(folder, *words):
    return subprocess.run(["git", "-C", folder, *words], check=True, capture_output=True).stdout.decode()


def files_of(folder, revision):
    """Yields path and text of each source."""
    if revision is None:
        for path in git(folder, "ls-files", "app").split("\n"):
            if path.endswith(SOURCES):
                with open(f"{folder}/{path}", encoding="utf-8") as file:
                    yield path, file.read()
        return
    for path in git(folder, "ls-tree", "-r", "--name-only", revision, "app").split("\n"):
        if path.endswith(SOURCES):
            yield path, git(folder, "show", f"{revision}:{path}")


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    totals = collections.defaultdict(lambda: [0, 0, 0])
    for path, text in files_of(sys.argv[1], sys.argv[2] if len(sys.argv) == 3 else None):
        parts = path.split("/")
        room = totals[parts[1] if len(parts) > 2 else "main"]
        room[0] += text.count("\n")
        room[1] += 1
        room[2] += len(TYPE.findall(TEXT.sub('""', COMMENT.sub("", text))))
    print(f"{'room':<12}{'lines':>9}{'files':>7}{'types':>7}")
    for name, counts in sorted(totals.items()):
        print(f"{name:<12}{counts[0]:>9}{counts[1]:>7}{counts[2]:>7}")
    print(f"{'all':<12}" + "".join(f"{sum(each[i] for each in totals.values()):>{9 if i == 0 else 7}}" for i in range(3)))


if __name__ == "__main__":
    main()

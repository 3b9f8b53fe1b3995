#!/usr/bin/env python3
"""Every picture that a page of the project shows is made by packaging/pictures, and by nothing that shows names.

usage: pictures.py SOURCES           checks the tree
       pictures.py SOURCES --prove   plants violations in a copy and expects each to be found
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

PICTURE = re.compile(r"assets/pictures/([\w.-]+)")


def made_by_the_script(sources):
    listed = subprocess.run([sources / "packaging/pictures", "--list"], capture_output=True, text=True, check=True)
    return listed.stdout.split()


def violations(sources):
    made = made_by_the_script(sources)
    lying = {file.name for file in (sources / "assets/pictures").iterdir()}
    pages = [sources / "README.md", *sorted(sources.glob("docs/*.md")), *sorted(sources.glob("app/*.md"))]
    shown = {}
    for page in pages:
        for name in PICTURE.findall(page.read_text() if page.exists() else ""):
            shown.setdefault(name, page.relative_to(sources))
    for name in sorted({name for name in made if made.count(name) > 1}):
        yield f"packaging/pictures: {name} is made twice"
    for name in sorted(set(shown) - set(made)):
        yield f"{shown[name]}: {name} is not made by packaging/pictures"
    for name in sorted(set(shown) - lying):
        yield f"{shown[name]}: there is no {name}"
    for name in sorted((lying | set(made)) - set(shown)):
        yield f"assets/pictures/{name}: no page shows it"
    if "--names" in (sources / "packaging/pictures").read_text():
        yield "packaging/pictures: --names shows names of machines and paths of files"


def prove(sources):
    """Plants one violation of each kind in a copy; returns those that went unnoticed."""
    plants = {
        "README.md": ("\n![A picture](assets/pictures/by_hand.png)\n", "by_hand.png is not made"),
        "packaging/pictures": ("\npicture banks.png transpose/smem_pad --names\n", "--names"),
        "assets/pictures/left_over.png": ("", "left_over.png: no page shows it"),
    }
    unnoticed = []
    for name, (text, complaint) in plants.items():
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder)
            for part in ("README.md", "docs", "packaging", "assets/pictures"):
                source, target = sources / part, copy / part
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copytree(source, target) if source.is_dir() else shutil.copy(source, target)
            with open(copy / name, "a", encoding="utf-8") as file:
                file.write(text)
            if not any(complaint in found for found in violations(copy)):
                unnoticed.append(name)
    return unnoticed


def main():
    sources = pathlib.Path(sys.argv[1]).resolve()
    found = prove(sources) if "--prove" in sys.argv else list(violations(sources))
    print("\n".join(found) or "ok")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()

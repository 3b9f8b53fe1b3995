"""What stands at the head of a kernel file."""

import pathlib
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
OPENING = "/* lanescope"


def front_matter(file):
    """The tables at the head of a file, as dictionaries."""
    text = file.read_text(encoding="utf-8")
    begin = text.index(OPENING) + len(OPENING)
    return tomllib.loads(text[begin : text.index("*/", begin)])


def parameters(kernel):
    """The knobs of `FAMILY/NAME` by name, in the order of its file, as its front matter declares them."""
    return front_matter(ROOT / "kernels" / f"{kernel}.cu").get("parameters", {})

"""What the structure tests share: the C++ and CUDA files of the tree, and who includes whom."""
import functools
import pathlib
import re

SUFFIXES = (".h", ".cpp", ".inl", ".cu")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)


def code_files(folder):
    """Every C++ and CUDA file below `folder`, in the order of their names."""
    return [file for file in sorted(pathlib.Path(folder).rglob("*")) if file.suffix in SUFFIXES]


def include_lines(file):
    """(line, header, is_quoted) of each include."""
    text = file.read_text()
    for match in INCLUDE.finditer(text):
        yield text.count("\n", 0, match.start()) + 1, match.group(2), match.group(1) == '"'


class IncludeGraph:
    """Who includes whom below app/. Nodes are paths relative to app/, library headers stand as they are written."""

    def __init__(self, app):
        self.app = pathlib.Path(app)
        self.headers = {}
        for file in code_files(self.app):
            node = file.relative_to(self.app).as_posix()
            self.headers[node] = [header for _, header, _ in include_lines(file)]

    def ours(self, node):
        """The headers of app/ that a file includes itself."""
        return [header for header in self.headers.get(node, []) if header in self.headers]

    @functools.cache
    def reachable(self, node):
        """All headers, ours and libraries', that a file includes, itself or through ours."""
        found, left = set(), [node]
        while left:
            for header in self.headers.get(left.pop(), []):
                if header not in found:
                    found.add(header)
                    left.append(header)
        return found

    def cycles(self):
        """Headers that include themselves through others, each named once."""
        return sorted(node for node in self.headers if node in self.reachable(node))

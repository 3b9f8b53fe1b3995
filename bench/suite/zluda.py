"""ZLUDA's PTX tests: what a kernel makes of an input, as the tests of its compiler expect it exactly.

The expectations are lists of Rust literals. A test without one only asks whether the PTX compiles, and is left out.
"""
import math
import re
import struct

from suite.emulator import Case

FORMATS = {"u8": "B", "u16": "H", "u32": "I", "u64": "Q", "i8": "b", "i16": "h", "i32": "i", "i64": "q",
           "f16": "e", "f32": "f", "f64": "d"}
NUMBER = re.compile(r"(-?)(0x[0-9a-fA-F_]+|0b[01_]+|[0-9][0-9_]*(?:\.[0-9_]*)?)(?:([uif](?:8|16|32|64)))?")
NAMED = {"NAN": math.nan, "INFINITY": math.inf, "NEG_INFINITY": -math.inf}
SHARED_BYTES = 1024


class Literal:
    """One element: its value, and its type where the text names it."""

    def __init__(self, text):
        self.type, self.value = None, None
        quotient = re.fullmatch(r"std::(f32|f64)::consts::PI(?: / (\S+))?", text)
        call = re.fullmatch(r"(?:half::)?([uif]\d+)::(\w+)(?:\((.*?)\))?(\.to_bits\(\))?", text)
        number = NUMBER.fullmatch(text)
        if quotient:
            self.type, self.value = quotient[1], math.pi / (Literal(quotient[2]).value if quotient[2] else 1)
        elif call:
            self.type, self.value = call[1], self.of_call(call[1], call[2], call[3])
            if call[4]:
                self.type = "u" + self.type[1:]
                self.value = struct.unpack("<" + FORMATS[self.type], struct.pack("<" + FORMATS[call[1]], self.value))[0]
        elif number:
            digits = number[2].replace("_", "")
            whole = digits.startswith("0x") or digits.startswith("0b") or "." not in digits
            self.type = number[3] or (None if whole else "float")
            self.value = int(digits, 0) if whole and not re.fullmatch(r"0\d+", digits) else float(digits)
            self.value = -self.value if number[1] else self.value
        else:
            raise ValueError(f"literal {text}")

    @staticmethod
    def of_call(kind, name, argument):
        bits = int(kind[1:])
        if name in NAMED:
            return NAMED[name]
        if name in ("MAX", "max_value"):
            return 2 ** (bits - (kind[0] == "i")) - 1
        if name == "MIN":
            return -(2 ** (bits - 1)) if kind[0] == "i" else 0
        value = Literal(argument).value
        if name == "from_bits":
            return struct.unpack("<" + FORMATS[kind], value.to_bytes(bits // 8, "little"))[0]
        return value


class Numbers:
    """A list of literals of one type: its elements and bytes."""

    def __init__(self, text):
        literals = [Literal(part.strip()) for part in text.split(",") if part.strip()]
        types = [literal.type for literal in literals if literal.type not in (None, "float")]
        self.type = types[0] if types else "f64" if any(literal.type for literal in literals) else "i32"
        self.values = [literal.value for literal in literals]
        self.bytes = struct.pack(f"<{len(self.values)}{FORMATS[self.type]}", *self.values)

    def like(self, content):
        return list(struct.unpack(f"<{len(self.values)}{FORMATS[self.type]}", content))

    def own(self):
        """The values as the type holds them."""
        return self.like(self.bytes)


def expectations(text):
    """(name, input or None, output, threads) of each test that has an expectation."""
    code = re.sub(r"//[^\n]*", "", text)
    listed = r"\[([^\[\]]*)\]"
    for form, name, rest in re.findall(r"\b(test_ptx|test_ptx_with_32|test_ptx_warp)!\(\s*(\w+)\s*,(.*?)\);", code, re.S):
        lists = re.findall(listed, rest)
        if form == "test_ptx_warp":
            yield name, None, Numbers(lists[0]), 64
        else:
            yield name, Numbers(lists[0]), Numbers(lists[1]), 1


def cases(checkout, emulator, match):
    root = checkout / "ptx" / "src" / "test" / "spirv_run"
    for name, given, expected, threads in expectations((root / "mod.rs").read_text()):
        if match in name:
            yield tried(name, root / f"{name}.ptx", given, expected, threads, emulator)


def tried(name, file, given, expected, threads, emulator):
    parameters = re.search(rf"\.entry\s+{name}\s*\((.*?)\)", file.read_text(), re.S)
    names = re.findall(r"(\w+)\s*(?:,|$)", parameters[1].strip())
    words = ["--entry", name, "--grid", 1, "--block", threads, "--shared-bytes", SHARED_BYTES]
    contents = {names[-1]: bytes(len(expected.bytes))}
    if given:
        contents[names[0]] = given.bytes
    for parameter in names:
        content = contents.get(parameter)
        words += ["--argument", f"{parameter}=inout u8[{len(content)}]" if content is not None else f"{parameter}=null"]
        if content is not None:
            words += ["--load", f"{parameter}={emulator.write(f'zluda/{parameter}', content)}"]
    result = emulator.folder / "zluda" / "result"
    result.unlink(missing_ok=True)
    run = emulator.run(file, *words, "--dump", f"{names[-1]}={result}")
    if run.refused:
        return Case(name, "not run", run.refused)
    if run.faults:
        return Case(name, "false", run.first())
    got = expected.like(result.read_bytes())
    differing = [at for at, (one, other) in enumerate(zip(got, expected.own())) if one != other]
    if not differing:
        return Case(name, "right")
    at = differing[0]
    return Case(name, "value", f"{len(differing)} of {len(got)} differ; element {at} is {got[at]}, not {expected.own()[at]}")

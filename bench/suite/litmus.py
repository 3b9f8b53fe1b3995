"""A litmus test of Dat3M for PTX: its threads, its condition, and the PTX kernel of it.

Each litmus thread is the first lane of a warp of its own, and the threads of one CTA are one block. The kernel keeps the
locations in the buffer `memory` and writes the registers of each thread to `registers` at its end.
"""
import dataclasses
import re


class Untranslated(Exception):
    """Why a test is no kernel here."""


@dataclasses.dataclass
class Instruction:
    """`name` is one of ld, st, atom, red, fence, barrier, move, branch, label, goto; the rest is its operands."""

    name: str
    order: str = ""
    scope: str = ""
    operation: str = ""
    target: str = ""
    place: str = ""
    values: tuple = ()


@dataclasses.dataclass
class Thread:
    block: int
    warp: int
    code: list


SCOPED = r"\.(weak|relaxed|acquire|release|acq_rel|sc)(?:\.(cta|gpu|sys))?"
FORMS = (
    ("ld", rf"ld{SCOPED} (r\d+), ?(\w+)", ("order", "scope", "target", "place")),
    ("st", rf"st{SCOPED} (\w+), ?(-?\w+)", ("order", "scope", "place", "value")),
    ("atom", rf"atom{SCOPED}\.(add|sub|and|or|xor|exch) (r\d+), ?(\w+), ?(-?\w+)",
     ("order", "scope", "operation", "target", "place", "value")),
    ("atom", rf"atom{SCOPED}\.(cas) (r\d+), ?(\w+), ?(-?\w+), ?(-?\w+)",
     ("order", "scope", "operation", "target", "place", "value", "value")),
    ("red", rf"red{SCOPED}\.(add|sub|and|or|xor) (\w+), ?(-?\w+)", ("order", "scope", "operation", "place", "value")),
    ("fence", rf"fence{SCOPED}", ("order", "scope")),
    ("alias", r"fence\.proxy\.alias", ()),
    ("barrier", r"bar\.cta\.(sync|arrive) (\d+)(?:, ?(\w+))?(?:, ?(\w+))?", ("operation", "place", "value", "value")),
    ("move", r"ld (r\d+), ?(-?\w+)", ("target", "value")),
    ("move", r"(add|sub|mul) (r\d+), ?(-?\w+), ?(-?\w+)", ("operation", "target", "value", "value")),
    ("branch", r"b(eq|ne|ge|le|gt|lt) (-?\w+), ?(-?\w+), ?(LC\d+)", ("operation", "value", "value", "place")),
    ("goto", r"goto (LC\d+)", ("place",)),
    ("label", r"(LC\d+):", ("place",)),
)


def instruction(text):
    text = " ".join(text.split())
    for name, pattern, fields in FORMS:
        found = re.fullmatch(pattern, text)
        if found:
            made = Instruction(name)
            for field, value in zip(fields, found.groups()):
                if field == "value":
                    made.values += (value,)
                else:
                    setattr(made, field, value or "")
            made.values = tuple(value for value in made.values if value is not None)
            return made
    raise Untranslated("an operation of another proxy" if re.search(r"proxy|tld|sust|suld|cold|suatom|sured", text)
                       else f"an operation without PTX: {text}")


def name_of(barrier):
    """A barrier without a name of its own has that of its instance."""
    return barrier.values[0] if barrier.values else barrier.place


class Litmus:
    def __init__(self, text):
        head, rest = text.split("{", 1)
        initial, rest = rest.split("}", 1)
        body = re.match(r"(.*?)((?:~?exists|forall)\b.*)", rest, re.S)
        if not body or re.search(r"\b(filter|locations)\b", rest):
            raise Untranslated("a condition of another form")
        rows = [row for row in body[1].split(";") if row.strip()]
        self.places, self.aliases, self.registers = {}, {}, {}
        self.read_initial(initial)
        self.threads = self.threads_of(rows[0])
        for row in rows[1:]:
            for thread, cell in zip(self.threads, row.split("|")):
                if cell.strip():
                    thread.code.append(instruction(cell))
        for each in (each for thread in self.threads for each in thread.code):
            if each.name in ("ld", "st", "atom", "red"):
                self.places.setdefault(self.aliases.get(each.place, each.place), 0)
        self.quantifier, self.condition = re.match(r"(~?exists|forall)(.*)", body[2], re.S).groups()
        self.names = self.register_names()

    def read_initial(self, text):
        for part in filter(None, map(str.strip, text.split(";"))):
            register = re.fullmatch(r"P?(\d+) ?: ?(r\d+) ?= ?(-?\d+)", part)
            place = re.fullmatch(r"(\w+) ?= ?(-?\d+)", part)
            alias = re.fullmatch(r"(\w+) @ ?(\w+) aliases (\w+)", part)
            if register:
                self.registers[int(register[1]), register[2]] = int(register[3])
            elif place:
                self.places[place[1]] = int(place[2])
            elif alias and alias[2] == "generic":
                self.aliases[alias[1]] = alias[3]
            else:
                raise Untranslated("an operation of another proxy" if alias else f"an initial value: {part}")

    @staticmethod
    def threads_of(row):
        blocks, warps, threads = {}, {}, []
        for cell in row.split("|"):
            cta, gpu = re.search(r"@ ?cta (\d+), ?gpu (\d+)", cell).groups()
            if gpu != "0":
                raise Untranslated("threads of two GPUs")
            block = blocks.setdefault(cta, len(blocks))
            warps[block] = warps.get(block, -1) + 1
            threads.append(Thread(block, warps[block], []))
        return threads

    def register_names(self):
        """The registers of each thread, in the order in which the kernel writes them."""
        names = [set() for _ in self.threads]
        for (thread, register) in self.registers:
            names[thread].add(register)
        for thread, register in re.findall(r"P?(\d+) ?: ?(r\d+)", self.condition):
            names[int(thread)].add(register)
        for own, thread in zip(names, self.threads):
            for each in thread.code:
                own.update(value for value in (each.target, *each.values) if re.fullmatch(r"r\d+", value))
        return [sorted(own) for own in names]

    def place(self, name):
        return self.aliases.get(name, name)

    def meeting(self, thread, barrier):
        """How many threads of the block meet at this barrier where no number is given: those that name it."""
        return sum(any(each.name == "barrier" and name_of(each) == name_of(barrier) for each in other.code)
                   for other in self.threads if other.block == thread.block)

    def surplus(self):
        """Whether a barrier has more threads than the number that it waits for: some of them wait for ever."""
        return any(each.name == "barrier" and len(each.values) > 1 and self.meeting(thread, each) % int(each.values[1])
                   for thread in self.threads for each in thread.code)

    def holds(self, registers, memory):
        """Whether the condition is true of registers[thread, name] and memory[name]."""
        text = self.condition.replace("/\\", " and ").replace("\\/", " or ")
        text = re.sub(r"P?(\d+) ?: ?(r\d+)", lambda found: str(registers[int(found[1]), found[2]]), text)
        text = re.sub(r"~|\bnot\b", " not ", re.sub(r"(?<![=!<>])=(?!=)", "==", text))
        text = re.sub(r"\b(?!and\b|or\b|not\b)[A-Za-z_]\w*", lambda found: str(memory[self.place(found[0])]), text)
        if not re.fullmatch(r"(?:[\d\s()=!<>-]|and|or|not)+", text):
            raise Untranslated("a condition of another form")
        return bool(eval(" ".join(text.split())))  # only numbers, comparisons and connectives are left


class Kernel:
    """The PTX of a litmus test."""

    def __init__(self, litmus):
        self.litmus = litmus
        self.offsets = {name: 32 * at for at, name in enumerate(litmus.places)}
        self.lines = []

    def text(self):
        width = max(len(names) for names in self.litmus.names)
        for number, thread in enumerate(self.litmus.threads):
            self.thread(number, thread, width)
        return HEAD + "\n".join(f"  {line}" for line in self.dispatch() + self.lines) + "\n}\n"

    def dispatch(self):
        lines = []
        for number, thread in enumerate(self.litmus.threads):
            lines += [f"setp.eq.u32 %p1, %block, {thread.block};", f"setp.eq.and.u32 %p1, %thread, {32 * thread.warp}, %p1;",
                      f"@%p1 bra thread{number};"]
        return lines + ["ret;"]

    def value(self, text):
        return f"%{text}" if text.startswith("r") else text

    def thread(self, number, thread, width):
        self.lines.append(f"thread{number}:")
        for name in self.litmus.names[number]:
            self.lines.append(f"mov.u32 %{name}, {self.litmus.registers.get((number, name), 0)};")
        for each in thread.code:
            self.lines += self.translated(each, number, thread)
        for at, name in enumerate(self.litmus.names[number]):
            self.lines.append(f"st.global.u32 [%registers+{4 * (width * number + at)}], %{name};")
        self.lines.append("ret;")

    def translated(self, each, number, thread):
        scope = f".{each.scope}" if each.scope else ""
        place = f"[%memory+{self.offsets[self.litmus.place(each.place)]}]" if each.name in ("ld", "st", "atom", "red") else ""
        values = [self.value(value) for value in each.values]
        if each.name == "ld":
            return [f"ld.{each.order}{scope}.global.u32 %{each.target}, {place};"]
        if each.name == "st":
            return [f"st.{each.order}{scope}.global.u32 {place}, {values[0]};"]
        if each.name in ("atom", "red"):
            target = f"%{each.target}, " if each.target else ""
            if each.operation == "sub":
                return [f"neg.s32 %negated, {values[0]};",
                        f"{each.name}.{each.order}{scope}.global.add.u32 {target}{place}, %negated;"]
            kind = "u32" if each.operation == "add" else "b32"
            return [f"{each.name}.{each.order}{scope}.global.{each.operation}.{kind} {target}{place}, {', '.join(values)};"]
        if each.name == "fence":
            return [f"fence.{each.order}{scope};"]
        if each.name == "alias":
            return ["fence.proxy.alias;"]
        if each.name == "barrier":
            return [self.barrier(each, values, thread)]
        if each.name == "move":
            operation = {"": "mov.u32", "add": "add.s32", "sub": "sub.s32", "mul": "mul.lo.s32"}[each.operation]
            return [f"{operation} %{each.target}, {', '.join(values)};"]
        if each.name == "label":
            return [f"label{number}_{each.place}:"]
        if each.name == "goto":
            return [f"bra label{number}_{each.place};"]
        return [f"setp.{each.operation}.s32 %p1, {values[0]}, {values[1]};", f"@%p1 bra label{number}_{each.place};"]

    def barrier(self, each, values, thread):
        name = values[0] if values else each.place
        if len(values) > 1:
            if values[1].startswith("%"):
                raise Untranslated("a barrier for a number of threads in a register")
            return f"barrier.{each.operation} {name}, {32 * int(values[1])};"
        if name.startswith("%"):
            return f"barrier.{each.operation} {name};"
        return f"barrier.{each.operation} {name}, {32 * self.litmus.meeting(thread, each)};"


HEAD = """.version 7.8
.target sm_70
.address_size 64
.visible .entry litmus(.param .u64 memory, .param .u64 registers)
{
  .reg .b32 %r<16>;
  .reg .b32 %block, %thread, %negated;
  .reg .b64 %memory, %registers;
  .reg .pred %p<2>;
  ld.param.u64 %memory, [memory];
  ld.param.u64 %registers, [registers];
  cvta.to.global.u64 %memory, %memory;
  cvta.to.global.u64 %registers, %registers;
  mov.u32 %block, %ctaid.x;
  mov.u32 %thread, %tid.x;
"""

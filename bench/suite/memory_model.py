"""Which runs of a litmus test have a data race, by the memory consistency model of the PTX ISA.

Every interleaving of a small test is executed, of a larger one as many as fit and some drawn; loads see the last store. A run has a
race when two accesses of one location by two threads, one of them a write, are neither morally strong nor related by the
causality order of that run. Two weak stores of the same value are left out, because the emulator calls them harmless.
"""
import dataclasses
import random

MOST_RUNS = 1000
MOST_DRAWN = 500
MOST_EVENTS = 18


@dataclasses.dataclass
class Event:
    thread: int
    kind: str  # read, write, update, fence or barrier
    order: str = ""
    scope: str = ""
    place: str = ""
    value: int = 0
    source: int = -1  # of a read or update: the event that wrote its value
    meeting: tuple = ()  # of a barrier: which meeting of which block
    waits: bool = False  # of a barrier: it does not only arrive


def strong(event):
    return event.order not in ("", "weak")


class Machine:
    """The state of one interleaving; copied at each choice."""

    def __init__(self, litmus):
        self.litmus = litmus
        self.at = [0] * len(litmus.threads)
        self.registers = [{name: litmus.registers.get((number, name), 0) for name in names}
                          for number, names in enumerate(litmus.names)]
        self.memory = dict(litmus.places)
        self.writers = dict.fromkeys(litmus.places, -1)
        self.waiting = {}
        self.meetings = {}
        self.events = []
        self.last = -1

    def copy(self):
        other = Machine.__new__(Machine)
        other.litmus, other.last = self.litmus, self.last
        other.at, other.events = list(self.at), list(self.events)
        other.registers = [dict(each) for each in self.registers]
        other.memory, other.writers = dict(self.memory), dict(self.writers)
        other.waiting = {key: list(value) for key, value in self.waiting.items()}
        other.meetings = dict(self.meetings)
        return other

    def ready(self):
        blocked = {thread for threads in self.waiting.values() for thread in threads}
        return [number for number, thread in enumerate(self.litmus.threads)
                if self.at[number] < len(thread.code) and number not in blocked]

    def value(self, number, text):
        return self.registers[number][text] if text.startswith("r") else int(text)

    def step(self, number):
        """Executes instructions of this thread up to the next one that others can see."""
        self.last = number
        code = self.litmus.threads[number].code
        while self.at[number] < len(code):
            each = code[self.at[number]]
            self.at[number] += 1
            values = [self.value(number, text) for text in each.values]
            if each.name in ("ld", "st", "atom", "red"):
                return self.access(number, each, values)
            if each.name == "fence":
                self.events.append(Event(number, "fence", each.order, each.scope or "sys"))
            elif each.name == "barrier":
                return self.arrive(number, each, values)
            elif each.name == "move":
                left, right = (values + [0])[:2]
                self.registers[number][each.target] = {"": left, "add": left + right, "sub": left - right,
                                                       "mul": left * right}[each.operation]
            elif each.name == "goto" or (each.name == "branch" and self.true(each.operation, *values)):
                self.at[number] = next(at for at, other in enumerate(code)
                                       if other.name == "label" and other.place == each.place)

    @staticmethod
    def true(operation, left, right):
        return {"eq": left == right, "ne": left != right, "ge": left >= right, "le": left <= right,
                "gt": left > right, "lt": left < right}[operation]

    def access(self, number, each, values):
        place = self.litmus.place(each.place)
        event = Event(number, {"ld": "read", "st": "write"}.get(each.name, "update"), each.order, each.scope or "sys", place)
        before = self.memory[place]
        if event.kind != "write":
            event.source = self.writers[place]
            if each.target:
                self.registers[number][each.target] = before
        if each.operation == "cas" and before != values[0]:
            event.kind = "read"
        if event.kind != "read":
            event.value = self.memory[place] = self.written(each.operation, before, values)
            self.writers[place] = len(self.events)
        self.events.append(event)

    @staticmethod
    def written(operation, before, values):
        own = values[-1]
        return {"add": before + own, "sub": before - own, "and": before & own, "or": before | own,
                "xor": before ^ own}.get(operation, own)

    def arrive(self, number, each, values):
        thread = self.litmus.threads[number]
        name = values[0] if values else each.place
        key = (thread.block, str(name))
        if len(values) > 1:
            needed = values[1]
        else:
            in_register = values and each.values[0].startswith("r")
            needed = self.inside(thread.block) if in_register else self.litmus.meeting(thread, each)
        turn = self.meetings.get(key, 0)
        self.events.append(Event(number, "barrier", meeting=(*key, turn), waits=each.operation == "sync"))
        arrived = self.waiting.setdefault(key, [])
        arrived.append(number if each.operation == "sync" else -1)
        if len(arrived) >= needed:
            self.waiting[key] = []
            self.meetings[key] = turn + 1

    def inside(self, block):
        """The threads of the block that have not ended."""
        waiting = {number for threads in self.waiting.values() for number in threads}
        return sum(thread.block == block and (self.at[number] < len(thread.code) or number in waiting or number == self.last)
                   for number, thread in enumerate(self.litmus.threads))

    def signature(self):
        """What distinguishes two interleavings: who read and overwrote whose values, and how fences and barriers follow."""
        own, count = [], [0] * len(self.at)
        for event in self.events:
            own.append((event.thread, count[event.thread]))
            count[event.thread] += 1
        sources = tuple(sorted((name, own[event.source] if event.source >= 0 else None)
                               for name, event in zip(own, self.events)))
        places = {}
        for name, event in zip(own, self.events):
            if event.kind in ("write", "update", "fence", "barrier"):
                places.setdefault(event.place, []).append(name)
        return sources, tuple(sorted((place, tuple(names)) for place, names in places.items()))


def interleavings(litmus):
    stack, count = [Machine(litmus)], 0
    while stack and count < MOST_RUNS:
        machine = stack.pop()
        ready = machine.ready()
        if not ready:
            count += 1
            yield machine
        elif len(machine.events) <= MOST_EVENTS:
            for number in ready:
                following = machine.copy()
                following.step(number)
                stack.append(following)
    draw = random.Random(1)
    for _ in range(MOST_DRAWN if stack else 0):
        machine = Machine(litmus)
        while machine.ready() and len(machine.events) <= MOST_EVENTS:
            machine.step(draw.choice(machine.ready()))
        if not machine.ready():
            yield machine


def runs(litmus):
    """The events of interleavings, of each kind once."""
    seen = set()
    for machine in interleavings(litmus):
        signature = machine.signature()
        if signature not in seen:
            seen.add(signature)
            yield machine.events


class Order:
    """The relations of one run."""

    def __init__(self, litmus, events):
        self.litmus, self.events = litmus, events
        size = range(len(events))
        self.before = [[other for other in size if other < one and events[other].thread == events[one].thread]
                       for one in size]
        self.causes = self.causality()

    def includes(self, one, other):
        """Whether the scope of `one` has the thread of `other`."""
        mine, its = self.litmus.threads[one.thread], self.litmus.threads[other.thread]
        return one.scope != "cta" or mine.block == its.block

    def morally_strong(self, one, other):
        return one.thread == other.thread or (strong(one) and strong(other) and self.includes(one, other) and
                                              self.includes(other, one))

    def released(self, at):
        """(the operation that begins a release pattern, its strong write) of the writes that end one."""
        for write, event in enumerate(self.events):
            if event.kind not in ("write", "update") or not strong(event) or event.thread != self.events[at].thread:
                continue
            one = self.events[at]
            fence = one.kind == "fence" and at < write
            release = (one.kind in ("write", "update") and one.order in ("release", "acq_rel") and
                       (at == write or (at < write and one.place == event.place)))
            if fence or release:
                yield write

    def acquiring(self, read):
        """The operations that end an acquire pattern which begins with this strong read."""
        event = self.events[read]
        if event.kind not in ("read", "update") or not strong(event):
            return
        for at, one in enumerate(self.events):
            if one.thread != event.thread:
                continue
            fence = one.kind == "fence" and at > read
            acquire = (one.kind in ("read", "update") and one.order in ("acquire", "acq_rel") and
                       (at == read or (at > read and one.place == event.place)))
            if fence or acquire:
                yield at

    def observed(self, write):
        """The reads that observe this write, also through the updates of others."""
        found, pending = set(), [write]
        while pending:
            source = pending.pop()
            for read, event in enumerate(self.events):
                if event.source == source and read not in found and self.morally_strong(self.events[source], event):
                    found.add(read)
                    if event.kind == "update":
                        pending.append(read)
        return found

    def synchronised(self):
        for at, one in enumerate(self.events):
            for write in self.released(at):
                for read in self.observed(write):
                    for end in self.acquiring(read):
                        if self.morally_strong(one, self.events[end]):
                            yield at, end
            for other in range(at + 1, len(self.events)):
                two = self.events[other]
                if one.kind == two.kind == "fence" and one.order == two.order == "sc" and self.morally_strong(one, two):
                    yield at, other
                if one.kind == two.kind == "barrier" and one.meeting == two.meeting:
                    if two.waits:
                        yield at, other
                    if one.waits:
                        yield other, at

    def causality(self):
        size = len(self.events)
        reach = [0] * size
        for one in range(size):
            for other in self.before[one]:
                reach[other] |= 1 << one
        for one, other in self.synchronised():
            reach[one] |= 1 << other
        for middle in range(size):
            for one in range(size):
                if reach[one] >> middle & 1:
                    reach[one] |= reach[middle]
        return reach

    def caused(self, one, other):
        """Base causality, or an observation of `one` that precedes `other` in it."""
        if self.causes[one] >> other & 1:
            return True
        if self.events[one].kind not in ("write", "update"):
            return False
        return any(self.causes[read] >> other & 1 for read in self.observed(one))

    def race(self):
        for other, two in enumerate(self.events):
            for one, first in enumerate(self.events[:other]):
                kinds = {first.kind, two.kind}
                if not first.place or first.place != two.place or first.thread == two.thread or kinds == {"read"}:
                    continue
                if self.morally_strong(first, two) or (kinds == {"write"} and first.value == two.value):
                    continue
                if not self.caused(one, other) and not self.caused(other, one):
                    return first, two
        return None


def has_race(litmus):
    return any(Order(litmus, events).race() for events in runs(litmus))

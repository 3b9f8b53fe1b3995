#!/usr/bin/env python3
"""Answers of two independent implementations of CuTe's layouts: CuTe's own pycute (in the package nvidia-cutlass, BSD-3)
and tensor-layouts (MIT), both of third_party/wheels.txt.

usage: oracles.py PACKAGES COUNT SEED > FILE   writes the answers for so many random layouts, and all atoms
       oracles.py PACKAGES TEST                asks for those of 20,000 layouts, and runs the test program with them

PACKAGES is a folder that `third_party/fetch layouts PACKAGES` has filled. tests/data/layouts/answers.txt was written with
COUNT 300 and SEED 1. A line is FUNCTION|ARGUMENT|...|ANSWER. Where the two differ, the one that the definition of the
function confirms counts; where none is confirmed, the answer is "none", and the program has to refuse as well or to be right
by the definition.
"""
import os
import random
import subprocess
import sys
import tempfile


def load(packages):
    sys.path.insert(0, packages)
    try:
        import pycute
        import tensor_layouts
        import tensor_layouts.atoms_nv
    except ImportError as error:
        print(f"{error}: run third_party/fetch layouts {packages}")
        sys.exit(77)
    return pycute, tensor_layouts


def text_of(shape, stride):
    def tuple_text(numbers):
        return "(" + ",".join(map(tuple_text, numbers)) + ")" if isinstance(numbers, tuple) else str(numbers)

    return f"{tuple_text(shape)}:{tuple_text(stride)}"


class Maker:
    """Random layouts: some compact in a random order, some with gaps, some whose elements meet."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.largest = 1  # elements of the next layout

    def shape(self, rank, factors):
        shape = [self.random.choice(factors) for _ in range(rank)]
        while len(shape) > 1 and self.product(shape) > self.largest:
            shape.pop()
        return shape

    @staticmethod
    def product(numbers):
        result = 1
        for number in numbers:
            result *= number
        return result

    def nested(self, numbers):
        """Puts some neighbours in parentheses; the choices are the same for shape and stride."""
        groups, i = [], 0
        while i < len(numbers):
            count = self.random.choice([1, 1, 1, 2, 3])
            groups.append(tuple(numbers[i:i + count]) if count > 1 and i + count <= len(numbers) else numbers[i])
            i += count if isinstance(groups[-1], tuple) else 1
        return groups[0] if len(groups) == 1 else tuple(groups)

    def layout(self, largest_rank=4, largest=128):
        self.largest = largest
        factors = self.random.choice([[2, 4, 8], [1, 2, 3, 4, 6, 8], [2, 3, 5, 7]])
        shape = self.shape(self.random.randint(1, largest_rank), factors)
        kind = self.random.choice(["compact", "compact", "gaps", "any"])
        order = self.random.sample(range(len(shape)), len(shape))
        strides, next_stride = [0] * len(shape), 1
        for i in order:
            if kind == "gaps" and self.random.random() < 0.4:
                next_stride *= self.random.choice([2, 3, 4])
            strides[i] = next_stride
            next_stride *= shape[i]
        if kind == "any":
            strides = [self.random.choice([0, 1, 2, 3, 4, 5, 8, 12, 16, 64]) for _ in shape]
        state = self.random.getstate()
        nested_shape = self.nested(shape)
        self.random.setstate(state)
        return nested_shape, self.nested(strides)


class Answers:
    def __init__(self, pycute, tensor_layouts):
        self.py, self.tl = pycute, tensor_layouts
        self.counts = {"both": 0, "one": 0, "none": 0}

    def ask(self, function, pycute, tensor_layouts, is_right, *arguments):
        """One line. `is_right` says of a layout of pycute whether the definition confirms it."""
        found = []
        for answer_of, name in ((pycute, "pycute"), (tensor_layouts, "tensor-layouts")):
            if answer_of is None:
                continue
            try:
                answer = answer_of()
                if isinstance(answer, int):
                    found.append((name, str(answer), answer))
                    continue
                plain = self.py.Layout(answer.shape, answer.stride)
                if 0 in self.py.flatten(plain.shape):  # a function of nothing is how one of them fails
                    continue
                values = [plain(i) for i in range(plain.size())]
                if is_right is None or is_right(plain):
                    found.append((name, text_of(plain.shape, plain.stride), (plain.size(), values)))
            except Exception:  # they refuse by assertions and by errors of several types
                continue
        self.counts["none" if not found else "one" if len(found) == 1 else "both"] += 1
        if function == "right_inverse":  # the largest is asked for; pycute ends before a mode with stride 0
            found.sort(key=lambda each: -each[2][0])
        elif len(found) == 2 and found[0][2] != found[1][2]:
            print(f"{function} {arguments}: {found[0][:2]} and {found[1][:2]}", file=sys.stderr)
            sys.exit(1)
        print("|".join([function, *arguments, found[0][1] if found else "none"]))

    def of_pair(self, a, b):
        py, tl = self.py, self.tl
        pa, pb, ta, tb = py.Layout(*a), py.Layout(*b), tl.Layout(*a), tl.Layout(*b)
        at, bt = text_of(*a), text_of(*b)
        size, values = pa.size(), [pa(i) for i in range(pa.size())]
        print("|".join(["offsets", at, " ".join(map(str, values))]))
        self.ask("size", lambda: py.size(pa), lambda: tl.size(ta), None, at)
        self.ask("cosize", lambda: py.cosize(pa), lambda: tl.cosize(ta), None, at)
        same = lambda r: r.size() == size and all(r(i) == values[i] for i in range(size))
        self.ask("coalesce", lambda: py.coalesce(pa), lambda: tl.coalesce(ta), same, at)
        distinct = len(set(values)) == size
        apart, end = True, 1  # whether no mode begins before the end of those with smaller strides
        for stride, shape in sorted(zip(py.flatten(pa.stride), py.flatten(pa.shape))):
            if shape != 1 and stride != 0:
                apart, end = apart and stride >= end, stride * shape

        def disjoint(rest):
            both = py.make_layout(pa, rest)
            return apart and len({both(i) for i in range(both.size())}) == len(set(values)) * rest.size()

        bound = max(values) + 1 + size % 7
        self.ask("complement", lambda: py.complement(pa, bound), lambda: tl.complement(ta, bound), disjoint, at, str(bound))
        inverts = lambda r: all(pa(r(i)) == i for i in range(r.size()))
        self.ask("right_inverse", lambda: py.right_inverse(pa), lambda: tl.right_inverse(ta), inverts, at)
        # Of pycute's and the other's left inverses, which reach differently far, the values at the offsets count.
        recovers = lambda r: all(r(value) < size and pa(r(value)) == value for value in values)
        self.ask("left_inverse", None, lambda: tl.left_inverse(ta), recovers, at)
        beyond = py.coalesce(pa)  # what goes on where b reaches beyond a
        composed = lambda r: r.size() == pb.size() and all(r(i) == beyond(pb(i)) for i in range(pb.size()))
        self.ask("composition", lambda: py.composition(pa, pb), lambda: tl.compose(ta, tb), composed, at, bt)
        if len(set(pb(i) for i in range(pb.size()))) == pb.size():
            def divides(r):
                pairs = py.make_layout(pb, py.complement(pb, pa.size()))
                return r.size() == pairs.size() and all(r(i) == beyond(pairs(i)) for i in range(pairs.size()))

            self.ask("logical_divide", lambda: py.logical_divide(pa, pb), lambda: tl.logical_divide(ta, tb), divides, at, bt)

            # No two repetitions meet.
            def repeats(r):
                return apart and r.size() == size * pb.size() == len({r(i) for i in range(r.size())})

            def repeats_in_order(r):
                rest = py.complement(pa, size * pb.cosize())
                return repeats(r) and all(r(size * j) == rest(pb(j)) for j in range(pb.size()))

            if distinct:
                self.ask("logical_product", lambda: py.logical_product(pa, pb), lambda: tl.logical_product(ta, tb), repeats_in_order,
                         at, bt)
            # tensor-layouts puts the repetitions of a block with gaps behind its end, CuTe's logical product into the gaps.
            if set(values) == set(range(size)):
                self.ask("blocked_product", None, lambda: tl.blocked_product(ta, tb), repeats, at, bt)
        self.ask("max_common_vector", None, lambda: tl.max_common_vector(ta, tb), None, at, bt)

    def of_tiler(self, a, tiler):
        pa, ta = self.py.Layout(*a), self.tl.Layout(*a)
        self.ask("zipped_divide", lambda: self.py.zipped_divide(pa, tuple(self.py.Layout(n) for n in tiler)),
                 lambda: self.tl.zipped_divide(ta, tuple(self.tl.Layout(n) for n in tiler)), None, text_of(*a), ",".join(map(str, tiler)))

    def of_swizzle(self, numbers, a):
        swizzle, layout = self.py.Swizzle(*numbers), self.py.Layout(*a)
        values = [swizzle(layout(i)) for i in range(layout.size())]
        other = self.tl.compose(self.tl.Swizzle(*numbers), self.tl.Layout(*a))
        if values != [other(i) for i in range(layout.size())]:
            sys.exit(f"the swizzle {numbers} of {a} differs")
        print("|".join(["offsets", "Sw<{},{},{}> o 0 o ".format(*numbers) + text_of(*a), " ".join(map(str, values))]))

    def atoms(self):
        module = self.tl.atoms_nv
        for name in sorted(dir(module)):
            atom = getattr(module, name)
            if isinstance(atom, self.tl.MMAAtom):
                m, n, k = atom.shape_mnk
                for operand, layout, size in (("A", atom.a_layout, m * k), ("B", atom.b_layout, n * k), ("C", atom.c_layout, m * n)):
                    # Of SM80_16x8x32_S32S4S4S32_TN it has a B that leaves elements of the matrix out.
                    reached = {0}
                    for shape, stride in zip(self.py.flatten(layout.shape), self.py.flatten(layout.stride)):
                        reached = {each + i * stride for each in reached for i in range(shape if stride != 0 else 1)}
                    whole = reached == set(range(size))
                    print(f"atom|{name} {operand}|{text_of(layout.shape, layout.stride) if whole else 'none'}")
            elif isinstance(atom, self.tl.CopyAtom):
                for side, layout in (("src", atom.src_layout_bits), ("dst", atom.dst_layout_bits)):
                    print(f"atom|{name} {side}|{text_of(layout.shape, layout.stride)}")


def write(packages, count, seed):
    maker, answers = Maker(seed), Answers(*load(packages))
    for _ in range(count):
        a, b = maker.layout(), maker.layout(2, 16)
        answers.of_pair(a, b)
        modes = len(a[0]) if isinstance(a[0], tuple) else 1
        if modes > 1 and maker.random.random() < 0.5:
            answers.of_tiler(a, [maker.random.choice([1, 2, 3, 4]) for _ in range(maker.random.randint(1, modes))])
        if maker.random.random() < 0.3:
            bits = maker.random.randint(1, 3)  # of a shift by 0 pycute makes an endless recursion
            shift = maker.random.choice([bits, bits + 1, 5]) * maker.random.choice([1, 1, -1])
            answers.of_swizzle((bits, maker.random.randint(0, 3), shift), a)
    answers.atoms()
    print(f"both answered {answers.counts['both']}, one {answers.counts['one']}, none {answers.counts['none']}",
          file=sys.stderr)


def main():
    if len(sys.argv) == 4:
        write(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
        return 0
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    load(sys.argv[1])
    with tempfile.NamedTemporaryFile("w+") as file:
        subprocess.run([sys.executable, __file__, sys.argv[1], "20000", "2"], stdout=file, check=True)
        file.flush()
        test = [sys.argv[2], "--gtest_filter=LayoutAnswers.*"]
        return subprocess.run(test, env={**os.environ, "LANESCOPE_LAYOUT_ANSWERS": file.name}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())

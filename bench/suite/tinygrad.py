"""tinygrad's operators through its PTX renderer, beside NumPy.

tinygrad gets one more device, whose kernels run in the emulator. It needs NumPy. A kernel with a fault, or an element that
differs by more than the rounding of its type, is wrong. For float64 the renderer writes instructions that PTX does not have,
such as ex2.approx.f64; these tests are not run.
"""
import dataclasses
import importlib
import os
import re
import sys
import types

from suite.emulator import Case

ARCHITECTURE = "sm_80"
FLOATS = ("float32", "float16", "float64")
INTEGERS = ("int32", "uint8", "int64", "uint16")
ROUNDING = {"float16": 4e-3, "float32": 2e-5, "float64": 2e-5}

# name, arguments (shapes), what tinygrad computes, what NumPy computes (t: tensors, n: arrays, np: NumPy)
FLOAT_OPERATORS = (
    ("add", [(45, 65), (45, 65)], lambda t: t[0] + t[1], lambda n, np: n[0] + n[1]),
    ("sub", [(45, 65), (65,)], lambda t: t[0] - t[1], lambda n, np: n[0] - n[1]),
    ("mul", [(45, 65), (45, 1)], lambda t: t[0] * t[1], lambda n, np: n[0] * n[1]),
    ("div", [(45, 65), (45, 65)], lambda t: t[0] / (t[1].abs() + 1), lambda n, np: n[0] / (abs(n[1]) + 1)),
    ("neg", [(33,)], lambda t: -t[0], lambda n, np: -n[0]),
    ("abs", [(33,)], lambda t: t[0].abs(), lambda n, np: abs(n[0])),
    ("sqrt", [(33,)], lambda t: t[0].abs().sqrt(), lambda n, np: np.sqrt(abs(n[0]))),
    ("rsqrt", [(33,)], lambda t: (t[0].abs() + 1).rsqrt(), lambda n, np: 1 / np.sqrt(abs(n[0]) + 1)),
    ("exp", [(33,)], lambda t: t[0].exp(), lambda n, np: np.exp(n[0])),
    ("exp2", [(33,)], lambda t: t[0].exp2(), lambda n, np: np.exp2(n[0])),
    ("log", [(33,)], lambda t: (t[0].abs() + 1).log(), lambda n, np: np.log(abs(n[0]) + 1)),
    ("log2", [(33,)], lambda t: (t[0].abs() + 1).log2(), lambda n, np: np.log2(abs(n[0]) + 1)),
    ("sin", [(33,)], lambda t: t[0].sin(), lambda n, np: np.sin(n[0])),
    ("cos", [(33,)], lambda t: t[0].cos(), lambda n, np: np.cos(n[0])),
    ("tanh", [(33,)], lambda t: t[0].tanh(), lambda n, np: np.tanh(n[0])),
    ("sigmoid", [(33,)], lambda t: t[0].sigmoid(), lambda n, np: 1 / (1 + np.exp(-n[0]))),
    ("relu", [(33,)], lambda t: t[0].relu(), lambda n, np: np.maximum(n[0], 0)),
    ("floor", [(33,)], lambda t: t[0].floor(), lambda n, np: np.floor(n[0])),
    ("ceil", [(33,)], lambda t: t[0].ceil(), lambda n, np: np.ceil(n[0])),
    ("trunc", [(33,)], lambda t: t[0].trunc(), lambda n, np: np.trunc(n[0])),
    ("round", [(33,)], lambda t: t[0].round(), lambda n, np: np.round(n[0])),
    ("maximum", [(45, 65), (45, 65)], lambda t: t[0].maximum(t[1]), lambda n, np: np.maximum(n[0], n[1])),
    ("minimum", [(45, 65), (45, 65)], lambda t: t[0].minimum(t[1]), lambda n, np: np.minimum(n[0], n[1])),
    ("where", [(45, 65), (45, 65)], lambda t: (t[0] > 0).where(t[0], t[1]), lambda n, np: np.where(n[0] > 0, n[0], n[1])),
    ("less", [(45, 65), (45, 65)], lambda t: t[0] < t[1], lambda n, np: n[0] < n[1]),
    ("equal", [(45, 65)], lambda t: t[0] == t[0].flip(0), lambda n, np: n[0] == np.flip(n[0], 0)),
    ("sum", [(45, 65)], lambda t: t[0].sum(), lambda n, np: n[0].sum()),
    ("sum rows", [(45, 65)], lambda t: t[0].sum(1), lambda n, np: n[0].sum(1)),
    ("sum columns", [(256, 64)], lambda t: t[0].sum(0), lambda n, np: n[0].sum(0)),
    ("sum of many", [(8192,)], lambda t: t[0].sum(), lambda n, np: n[0].sum()),
    ("max", [(45, 65)], lambda t: t[0].max(1), lambda n, np: n[0].max(1)),
    ("min", [(45, 65)], lambda t: t[0].min(0), lambda n, np: n[0].min(0)),
    ("prod", [(5, 4)], lambda t: t[0].prod(1), lambda n, np: n[0].prod(1)),
    ("mean", [(45, 65)], lambda t: t[0].mean(1), lambda n, np: n[0].mean(1)),
    ("argmax", [(45, 65)], lambda t: t[0].argmax(1), lambda n, np: n[0].argmax(1)),
    ("cumsum", [(7, 40)], lambda t: t[0].cumsum(1), lambda n, np: n[0].cumsum(1)),
    ("softmax", [(20, 65)], lambda t: t[0].softmax(1),
     lambda n, np: np.exp(n[0]) / np.exp(n[0]).sum(1, keepdims=True)),
    ("matmul", [(16, 16), (16, 16)], lambda t: t[0] @ t[1], lambda n, np: n[0] @ n[1]),
    ("matmul of 64", [(64, 64), (64, 64)], lambda t: t[0] @ t[1], lambda n, np: n[0] @ n[1]),
    ("matmul of odd sizes", [(37, 21), (21, 45)], lambda t: t[0] @ t[1], lambda n, np: n[0] @ n[1]),
    ("vector times matrix", [(64,), (64, 96)], lambda t: t[0] @ t[1], lambda n, np: n[0] @ n[1]),
    ("batched matmul", [(3, 16, 8), (3, 8, 24)], lambda t: t[0] @ t[1], lambda n, np: n[0] @ n[1]),
    ("convolution", [(1, 2, 9, 9), (3, 2, 1, 1)], lambda t: t[0].conv2d(t[1]),
     lambda n, np: np.einsum("bcyx,oc->boyx", n[0], n[1][:, :, 0, 0])),
    ("pooling", [(1, 2, 8, 8)], lambda t: t[0].max_pool2d((2, 2)),
     lambda n, np: n[0].reshape(1, 2, 4, 2, 4, 2).max((3, 5))),
)
OPERATORS = (
    ("permute", [(5, 6, 7)], lambda t: t[0].permute(2, 0, 1).contiguous(), lambda n, np: n[0].transpose(2, 0, 1)),
    ("flip", [(5, 40)], lambda t: t[0].flip(1).contiguous(), lambda n, np: np.flip(n[0], 1)),
    ("pad", [(5, 6)], lambda t: t[0].pad(((1, 2), (3, 0))), lambda n, np: np.pad(n[0], ((1, 2), (3, 0)))),
    ("shrink", [(50, 60)], lambda t: t[0][3:40:2, 7:].contiguous(), lambda n, np: n[0][3:40:2, 7:]),
    ("expand", [(1, 60)], lambda t: t[0].expand(9, 60).contiguous(), lambda n, np: np.broadcast_to(n[0], (9, 60))),
    ("concatenate", [(5, 6), (7, 6)], lambda t: t[0].cat(t[1]), lambda n, np: np.concatenate(n)),
)
INTEGER_OPERATORS = (
    ("add", [(300,), (300,)], lambda t: t[0] + t[1], lambda n, np: n[0] + n[1]),
    ("mul", [(300,), (300,)], lambda t: t[0] * t[1], lambda n, np: n[0] * n[1]),
    ("quotient", [(300,), (300,)], lambda t: t[0] // (t[1] | 1), lambda n, np: n[0] // (n[1] | 1)),
    ("remainder", [(300,), (300,)], lambda t: t[0] % (t[1] | 1), lambda n, np: n[0] % (n[1] | 1)),
    ("and", [(300,), (300,)], lambda t: t[0] & t[1], lambda n, np: n[0] & n[1]),
    ("or", [(300,), (300,)], lambda t: t[0] | t[1], lambda n, np: n[0] | n[1]),
    ("xor", [(300,), (300,)], lambda t: t[0] ^ t[1], lambda n, np: n[0] ^ n[1]),
    ("shift left", [(300,)], lambda t: t[0] << 3, lambda n, np: n[0] << 3),
    ("shift right", [(300,)], lambda t: t[0] >> 3, lambda n, np: n[0] >> 3),
    ("less", [(300,), (300,)], lambda t: t[0] < t[1], lambda n, np: n[0] < n[1]),
    ("max", [(30, 40)], lambda t: t[0].max(1), lambda n, np: n[0].max(1)),
    ("sum", [(30, 40)], lambda t: t[0].sum(1), lambda n, np: n[0].sum(1)),
    ("divisors", [(300,)], lambda t: t[0] // 7, lambda n, np: n[0] // 7),
)


class Fault(Exception):
    """What the emulator says of a kernel: a fault of it, or why it does not run."""

    def __init__(self, run):
        super().__init__(run.refused or run.first())
        self.outcome = "not run" if run.refused else "false"


def device_of(emulator):
    """The module with tinygrad's device class, as tinygrad looks for it."""
    device = importlib.import_module("tinygrad.device")
    renderer = importlib.import_module("tinygrad.renderer.ptx")

    class Renderer(renderer.PTXRenderer):
        def __init__(self, target):
            super().__init__(dataclasses.replace(target, device="CUDA", arch=ARCHITECTURE))

    class Memory(device.Allocator):
        def _alloc(self, size, options):
            return memoryview(bytearray(size))

        def _copyin(self, dest, src):
            dest[:] = src

        def _copyout(self, dest, src):
            dest[:] = src

        def _offset(self, buf, size, offset):
            return buf[offset:offset + size]

    class Program(device.Program):
        def __init__(self, dev, obj):
            self.text = obj.lib.decode()

        def __call__(self, *bufs, global_size=(1, 1, 1), local_size=(1, 1, 1), vals=(), wait=False, **_):
            launch(emulator, self.text, bufs, vals, global_size, local_size)
            return 0.0

    class LanescopeDevice(device.Compiled):
        def __init__(self, name):
            super().__init__(name, Memory(self), [Renderer], Program)

    return types.SimpleNamespace(LanescopeDevice=LanescopeDevice)


def launch(emulator, text, buffers, values, grid, block):
    parameters = re.search(r"\.entry\s+\w+\s*\((.*?)\)", text, re.S)[1]
    names = re.findall(r"(\w+)\s*(?:,|$)", parameters.strip())
    words = ["--grid", ",".join(map(str, grid)), "--block", ",".join(map(str, block))]
    for name, value in zip(names[len(buffers):], values):
        words += ["--argument", f"{name}={value}"]
    for name, content in zip(names, buffers):
        words += ["--argument", f"{name}=inout u8[{len(content)}]", "--load",
                  f"{name}={emulator.write(f'tinygrad/{name}', bytes(content))}",
                  "--dump", f"{name}={emulator.folder / 'tinygrad' / (name + '.out')}"]
    run = emulator.run(emulator.write("tinygrad/kernel.ptx", text), *words)
    if run.refused or run.faults:
        raise Fault(run)
    for name, content in zip(names, buffers):
        content[:] = (emulator.folder / "tinygrad" / (name + ".out")).read_bytes()


def tests():
    for kind in FLOATS:
        for name, shapes, ours, theirs in FLOAT_OPERATORS + OPERATORS:
            yield f"{name} {kind}", kind, shapes, ours, theirs
    for kind in INTEGERS:
        for name, shapes, ours, theirs in INTEGER_OPERATORS + OPERATORS:
            yield f"{name} {kind}", kind, shapes, ours, theirs
    for kind in FLOATS + INTEGERS:
        for other in FLOATS + INTEGERS:
            if kind != other:
                yield (f"cast {kind} to {other}", kind, [(200,)], lambda t, other=other: t[0].cast(other),
                       lambda n, np, other=other: n[0].astype(other))


def cases(checkout, emulator, match):
    try:
        numpy = importlib.import_module("numpy")
    except ImportError:
        yield Case("all", "not run", "NumPy is missing")
        return
    sys.path.insert(0, str(checkout))
    os.environ["PARALLEL"] = "0"  # its worker processes would not know the device
    tensor = importlib.import_module("tinygrad").Tensor
    module = device_of(emulator)
    module.LanescopeDevice.__module__ = "tinygrad.runtime.ops_lanescope"
    sys.modules["tinygrad.runtime.ops_lanescope"] = module
    for name, kind, shapes, ours, theirs in tests():
        if match in name:
            yield tried(name, kind, shapes, ours, theirs, tensor, numpy)


def tried(name, kind, shapes, ours, theirs, tensor, numpy):
    draw = numpy.random.default_rng(1)
    if kind in FLOATS:
        arrays = [draw.uniform(0 if "cast" in name else -2, 2, shape).astype(kind) for shape in shapes]
    else:
        arrays = [draw.integers(0, 100, shape).astype(kind) for shape in shapes]
    try:
        got = ours([tensor(array, device="LANESCOPE") for array in arrays]).numpy()
    except Fault as fault:
        return Case(name, fault.outcome, str(fault))
    wanted = theirs([array.astype("float64") if kind in FLOATS and "cast" not in name else array for array in arrays], numpy)
    if got.shape != wanted.shape:
        return Case(name, "value", f"shape {got.shape}, not {wanted.shape}")
    if got.dtype.kind in "biu":
        wrong = got != wanted.astype(got.dtype)
    else:
        size = numpy.maximum(numpy.abs(wanted), 1) * (ROUNDING[got.dtype.name] * max(1, max(shapes[0]) ** 0.5 / 2))
        wrong = ~(numpy.abs(got - wanted) <= size)
    if not wrong.any():
        return Case(name, "right")
    at = tuple(numpy.argwhere(wrong)[0]) if got.shape else ()
    return Case(name, "value", f"{wrong.sum()} of {wrong.size} differ; element {tuple(map(int, at))} is {got[at]}, not {wanted[at]}")

"""NVIDIA's samples for compute-sanitizer: its documentation names the fault that each kernel shows.

The samples of NVTX have their fault in calls of the host, which sets permissions and allocates within a pool. Only the
kernel of the pool runs here, on a buffer as long as the part of the pool that it was given.
"""
from suite.emulator import judged

# file, kernel, options, the fault that it shows
SAMPLES = (
    ("Memcheck/memcheck_demo.cu", "unaligned_kernel", (), {"misaligned"}),
    ("Memcheck/memcheck_demo.cu", "out_of_bounds_kernel", (), {"out_of_bounds"}),
    ("Racecheck/block_error.cu", "sumKernel", (), {"race"}),
    ("Racecheck/warp_error.cu", "sumKernel", (), {"race"}),
    ("Synccheck/divergent_threads.cu", "myKernel", (), {"divergent_barrier"}),
    ("Synccheck/illegal_syncwarp.cu", "myKernel", (), {"shuffle"}),
    ("Initcheck/memset_error.cu", "vectorAdd", (), {"uninitialised"}),
    ("Suppressions/suppressions_initcheck_demo.cu", "mult", (), {"uninitialised"}),
    ("NvtxMemoryPool/NvtxMemoryPool.cu", "Iota", ("--block", 63, "--grid", 1, "--argument", "v=out u8[63]"), set()),
    ("NvtxMemoryPool/NvtxMemoryPool.cu", "Iota", ("--block", 64, "--grid", 1, "--argument", "v=out u8[63]"), {"out_of_bounds"}),
)


def cases(checkout, emulator, match):
    for file, kernel, options, expected in SAMPLES:
        name = f"{file} {kernel}" + (f" in blocks of {options[1]}" if options else "")
        if match not in name:
            continue
        run = emulator.run(checkout / file, "--entry", kernel, *options)
        yield judged(name, expected, run)

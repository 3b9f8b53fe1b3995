#!/usr/bin/env python3
"""The kernels of a family beside a reference, from a recording: ladder.py RECORDING.jsonl [REFERENCE].

For each size the fastest recorded setting of each kernel, cold, and its share of the reference: of matmul/cublas where it is
recorded, else of the fastest kernel. Prints Markdown.
"""

import sys

import recording_lines


def results(path):
    """The machine of a recording, and its results that have a time, in full."""
    header, all_results = recording_lines.read(path)
    return header["machine"], [result for result in all_results if result.get("cold")]


def text(value):
    return value["name"] if isinstance(value, dict) else str(value)


def main():
    machine, recorded = results(sys.argv[1])
    fastest = {}
    for result in recorded:
        sizes = tuple(sorted(result["sizes"].items()))
        best = fastest.setdefault(sizes, {})
        known = best.get(result["kernel"])
        if known is None or result["cold"]["median"] < known["cold"]["median"]:
            best[result["kernel"]] = result
    for sizes, kernels in sorted(fastest.items()):
        ladder = sorted(kernels.values(), key=lambda result: -result["cold"]["median"])
        wanted = sys.argv[2] if len(sys.argv) > 2 else "matmul/cublas"
        reference = kernels.get(wanted, ladder[-1])
        print(f"\n{machine['device']}, {', '.join(f'{name} = {value:,}' for name, value in sizes)}\n")
        print(f"| kernel | setting | us | GB/s | TFLOP/s | of {reference['kernel']} |\n|---|---|---|---|---|---|")
        for result in ladder:
            seconds = result["cold"]["median"] * 1e-3
            setting = " ".join(f"{name}={text(value)}" for name, value in sorted(result["parameters"].items()))
            print(
                f"| {result['kernel']} | {setting} | {seconds * 1e6:,.2f} | {result['work_bytes'] / seconds * 1e-9:,.0f} |"
                f" {result['work_flops'] / seconds * 1e-12:.2f} |"
                f" {reference['cold']['median'] / result['cold']['median']:.1%} |"
            )


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""The kernels of a family beside a reference, from a recording: ladder.py RECORDING.json [REFERENCE].

For each size the fastest recorded setting of each kernel, cold, and its share of the reference: of matmul/cublas where it is
recorded, else of the fastest kernel. Prints Markdown.
"""

import copy
import json
import sys


def put(result, field, value):
    """Sets a field by its JSON pointer."""
    *path, last = field.strip("/").split("/")
    for name in path:
        result = result[int(name)] if isinstance(result, list) else result.setdefault(name, {})
    result[int(last) if isinstance(result, list) else last] = value


def results(recording):
    """Each result of a recording (warpscope.recording/2) in full: the first of its table, and the columns that differ."""
    for kernel in recording["kernels"]:
        for table in kernel["tables"]:
            for row in table["rows"]:
                result = copy.deepcopy(table["result"])
                for column, cell in zip(table["columns"], row):
                    if isinstance(column, str):
                        put(result, column, cell)
                    else:
                        put(result, column["field"], column["values"][cell])
                result["kernel"] = kernel["kernel"]
                if result.get("cold"):
                    yield result


def text(value):
    return value["name"] if isinstance(value, dict) else str(value)


def main():
    recording = json.load(open(sys.argv[1], encoding="utf-8"))
    fastest = {}
    for result in results(recording):
        sizes = tuple(sorted(result["sizes"].items()))
        best = fastest.setdefault(sizes, {})
        known = best.get(result["kernel"])
        if known is None or result["cold"]["median"] < known["cold"]["median"]:
            best[result["kernel"]] = result
    for sizes, kernels in sorted(fastest.items()):
        ladder = sorted(kernels.values(), key=lambda result: -result["cold"]["median"])
        wanted = sys.argv[2] if len(sys.argv) > 2 else "matmul/cublas"
        reference = kernels.get(wanted, ladder[-1])
        print(f"\n{recording['machine']['device']}, {', '.join(f'{name} = {value:,}' for name, value in sizes)}\n")
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

#!/usr/bin/env python3
"""The table of a scoring: how far each predicted element is from the one that was counted.

score_elements.py ELEMENTS.csv [--worst N]

A row is an element over all settings. Percentages differ in points, stalls in points of the time of a warp, everything else in
percent of what was counted. Settings in which neither is more than a thousandth of the largest counted value of the element
are left out: 0 against 3 sectors says nothing. Elements that are called exact are compared with what the addresses of all blocks
say, and must be equal, but for what is known of the counters: a recording keeps six digits of a fraction, and the counters of
shared memory also have what arbitration between accesses costs. The last lines say how many are called exact.
"""

import collections
import csv
import sys

from score_table import quantile

SIX_DIGITS = 1e-5


def difference(row, expected, setting):
    counted = float(row["counted"])
    if row["unit"] == "percent":
        return abs(expected - counted)
    if row["element"].startswith("stall."):
        return 100 * abs(expected - counted) / float(setting["warp.cycles_per_instruction"]["counted"])
    if counted == 0:
        return 100.0 if expected else 0.0  # all of it is too much
    return 100 * abs(expected - counted) / abs(counted)


def by_addresses(row, setting):
    """What the counter is expected to say, with the arbitration that it has found."""
    expected = float(row["derived"])
    space, operation, *rest = row["element"].split(".")
    if expected == float(row["counted"]):
        return expected
    if space == "shared" and operation in ("load", "store") and rest == ["wavefronts"]:
        conflicts = setting[f"shared.{operation}.conflicts"]
        arbitration = float(conflicts["counted"]) - float(conflicts["derived"])
        return expected + max(0.0, arbitration)
    return expected


def main():
    worst = int(sys.argv[sys.argv.index("--worst") + 1]) if "--worst" in sys.argv else 0
    with open(sys.argv[1], newline="") as file:
        rows = list(csv.DictReader(file))
    elements, settings = collections.defaultdict(list), collections.defaultdict(dict)
    for row in rows:
        elements[row["element"]].append(row)
        settings[row["kernel"], row["setting"]][row["element"]] = row
    print("| element | settings | median | nine of ten | worst | where |")
    print("|---|---|---|---|---|---|")
    unequal = []
    compared = 0
    for element, of_element in elements.items():
        largest = max(float(row["counted"]) for row in of_element)
        found = []
        for row in of_element:
            exact = row["exact"] == "1"
            if row["derived" if exact else "predicted"] == "":
                continue
            setting = settings[row["kernel"], row["setting"]]
            counted = float(row["counted"])
            expected = by_addresses(row, setting) if exact else float(row["predicted"])
            if exact:
                compared += 1
                if abs(expected - counted) > SIX_DIGITS * counted:
                    unequal.append((row["kernel"], row["setting"], element, row["counted"], expected))
            if max(expected, counted) <= largest / 1000:
                continue
            found.append((difference(row, expected, setting), row["kernel"]))
        if not found:
            continue
        values = [value for value, _ in found]
        most, where = max(found)
        points = of_element[0]["unit"] == "percent" or element.startswith("stall.")
        unit = "points" if points else "%"
        mark = " (exact)" if of_element[0]["exact"] == "1" else ""
        print(f"| `{element}`{mark} | {len(found)} | {quantile(values, 0.5):.1f} {unit} | {quantile(values, 0.9):.1f} | "
              f"{most:.1f} | {where} |")
    derived = sum(row["derived"] != "" for row in rows)
    print(f"\nOf {derived} values that follow from addresses {compared} are called exact, and {compared - len(unequal)} of these are"
          " equal to the counters'.")
    for kernel, setting, element, counted, expected in unequal[:worst]:
        print(f"  {kernel} {setting}: {element} {counted} counted, {expected:.9g} from addresses")


if __name__ == "__main__":
    main()

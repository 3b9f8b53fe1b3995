#!/usr/bin/env python3
"""The table of a scoring: how far each predicted element is from the one that was counted.

score_elements.py ELEMENTS.csv [--worst N]

A row is an element over all settings. Percentages differ in points; everything else in percent of what was counted. Settings
in which neither is more than a thousandth of the largest counted value of the element are left out: 0 against 3 sectors
says nothing. Elements that follow from addresses are compared with what the addresses of all blocks say, and must be equal.
"""

import collections
import csv
import sys


def quantile(values, part):
    values = sorted(values)
    return values[min(len(values) - 1, int(part * len(values)))]


def difference(row, expected):
    counted = float(row["counted"])
    if row["unit"] == "percent":
        return abs(expected - counted)
    return 100 * abs(expected - counted) / max(abs(counted), 1e-12)


def main():
    worst = int(sys.argv[sys.argv.index("--worst") + 1]) if "--worst" in sys.argv else 0
    with open(sys.argv[1], newline="") as file:
        rows = list(csv.DictReader(file))
    elements = collections.defaultdict(list)
    for row in rows:
        elements[row["element"]].append(row)
    print("| element | unit of the difference | settings | median | nine of ten | worst | where |")
    print("|---|---|---|---|---|---|---|")
    unequal = []
    for element, of_element in elements.items():
        largest = max(float(row["counted"]) for row in of_element)
        found = []
        for row in of_element:
            expected = row["derived"] if row["exact"] == "1" else row["predicted"]
            if expected == "":
                continue
            expected = float(expected)
            if row["exact"] == "1" and expected != float(row["counted"]):
                unequal.append((row["kernel"], row["setting"], element, row["counted"], expected))
            if max(expected, float(row["counted"])) <= largest / 1000:
                continue
            found.append((difference(row, expected), row["kernel"]))
        if not found:
            continue
        values = [value for value, _ in found]
        most, where = max(found)
        unit = "points" if of_element[0]["unit"] == "percent" else "%"
        exact = ", exact" if of_element[0]["exact"] == "1" else ""
        print(f"| `{element}`{exact} | {unit} | {len(found)} | {quantile(values, 0.5):.1f} | {quantile(values, 0.9):.1f} | "
              f"{most:.1f} | {where} |")
    exact = sum(row["exact"] == "1" and row["derived"] != "" for row in rows)
    print(f"\nOf {exact} values that follow from addresses {exact - len(unequal)} are equal to the counters'.")
    for kernel, setting, element, counted, expected in unequal[:worst]:
        print(f"  {kernel} {setting}: {element} {counted} counted, {expected:.9g} from addresses")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Recordings as Python reads and writes them; as a program, an older recording in today's form.

recording_lines.py OLD.json NEW.jsonl

Today's form (lanescope.recording/3) is JSON Lines: app/recordings/recording_lines.h describes it. Read are also the two older
ones, which were one JSON document each: /1 held each result in full, /2 tables of what differs in the results of a kernel.
"""

import copy
import json
import sys

HEADER = ("schema", "title", "date", "machine")


def merged(target, patch):
    """JSON Merge Patch (RFC 7396)."""
    if not isinstance(patch, dict):
        return patch
    target = dict(target) if isinstance(target, dict) else {}
    for name, value in patch.items():
        if value is None:
            target.pop(name, None)
        else:
            target[name] = merged(target.get(name), value)
    return target


def difference(old, new):
    """The merge patch that makes `new` of `old`."""
    patch = {name: None for name in old if name not in new}
    for name, value in new.items():
        if name not in old or old[name] != value or type(old[name]) is not type(value):
            both = isinstance(old.get(name), dict) and isinstance(value, dict)
            patch[name] = difference(old[name], value) if both else value
    return patch


def with_keys(value):
    """Lists of objects as objects with the keys "0", "1", ..."""
    if isinstance(value, list) and any(isinstance(item, dict) for item in value):
        value = {str(index): item for index, item in enumerate(value)}
    return {name: with_keys(item) for name, item in value.items()} if isinstance(value, dict) else value


def with_lists(value):
    """The way back."""
    if not isinstance(value, dict):
        return value
    if value and all(str(index) in value for index in range(len(value))):
        return [with_lists(value[str(index)]) for index in range(len(value))]
    return {name: with_lists(item) for name, item in value.items()}


def read(path):
    """The header, and every result in full, with `fingerprint` of the kernel's text where it is known."""
    with open(path, encoding="utf-8") as file:
        first, *lines = file.read().splitlines()
    if '"lanescope.recording/3"' not in first:
        return read_document(json.loads("\n".join([first, *lines])))
    header = json.loads(first)
    result, columns = {"machine": header["machine"]}, []
    results = []
    for line in map(json.loads, lines):
        if isinstance(line, list):
            result = copy.deepcopy(result)
            for column, value in zip(columns, line):
                put(result, column, value)
        else:
            columns = sorted(line.pop("columns", columns))
            result = merged(result, line)
        results.append(with_lists(result))
    return header, results


def write(path, header, results):
    """Results that follow one another should be alike: only what differs is written."""
    written = [dict(header, schema="lanescope.recording/3")]
    before, columns = {"machine": header["machine"]}, []
    for result in map(with_keys, results):
        changed = changes(before, result)
        if changed is not None and set(changed) <= set(columns):
            written.append([get(result, column) for column in columns])
        else:
            line = difference(before, result)
            wider = sorted(place for place in {*columns, *(changed or [])} if is_short(result, place))
            if wider != columns:
                line["columns"] = columns = wider
            written.append(line)
        before = result
    with open(path, "w", encoding="utf-8") as file:
        for line in written:
            file.write(json.dumps(line, ensure_ascii=False, separators=(",", ":"), sort_keys=True) + "\n")


def changes(old, new, place=""):
    """The places of all that differs, when both have the same fields; else None."""
    if not isinstance(old, dict) and not isinstance(new, dict):
        return [] if old == new and type(old) is type(new) else [place]
    if not isinstance(old, dict) or not isinstance(new, dict) or old.keys() != new.keys():
        return None
    inner = [changes(old[name], new[name], f"{place}/{name}") for name in new]
    return None if None in inner else sum(inner, [])


def get(result, place):
    for name in place.strip("/").split("/"):
        result = result[name]
    return result


def is_short(result, place):
    """Whether the place may be a column: what is long changes seldom, or is the kernel's source."""
    try:
        value = get(result, place)
    except (KeyError, TypeError):
        return False
    return not isinstance(value, dict) and len(json.dumps(value, separators=(",", ":"))) <= 16


def put(result, field, value):
    """Sets a field by its JSON pointer."""
    *path, last = field.strip("/").split("/")
    for name in path:
        result = result[int(name)] if isinstance(result, list) else result[name]
    result[int(last) if isinstance(result, list) else last] = value


def read_document(document):
    """An older recording."""
    header = {name: document[name] for name in HEADER}
    if document["schema"] == "lanescope.recording/1":
        return header, document["results"]
    results = []
    for kernel in document["kernels"]:
        shared = {name: kernel[name] for name in ("kernel", "source", "fingerprint")}
        for table in kernel["tables"]:
            for row in table["rows"]:
                result = copy.deepcopy(table["result"])
                for column, cell in zip(table["columns"], row):
                    if isinstance(column, str):
                        put(result, column, cell)
                    else:
                        put(result, column["field"], column["values"][cell])
                results.append({"machine": document["machine"]} | result | shared)
    return header, results


def main():
    header, results = read(sys.argv[1])
    write(sys.argv[2], header, results)


if __name__ == "__main__":
    main()

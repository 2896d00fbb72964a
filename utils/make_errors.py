#!/usr/bin/env python3
"""Write docs/errors.md from the two tables of error codes.

    make_errors.py           writes the page
    make_errors.py --check   fails if the page is not up to date

Both fail if a table is not sorted, if the tables give a code two titles, if a
source uses a code without a row, or if a row belongs to no source.
"""
import argparse
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLES = {"compiler": "include/neuronc/Support/errors.def", "runtime": "runtime/include/neuron/errors.def"}
PAGE = ROOT / "docs/errors.md"
ROW = re.compile(r'^NEURON_ERROR\((\d{4}), "((?:[^"\\]|\\.)*)", "((?:[^"\\]|\\.)*)"\)$')
# Where a source gives an error its code: in a text, as a Status, or through a local helper.
USES = [re.compile(r"NRN-E(\d{4})"), re.compile(r"ErrorClass::\w+,\s*(\d{4})\b"),
        re.compile(r"\b(?:report|error|emitCoded|fail|bad)\((?:[\w.()>-]+,\s*)?(\d{4})\b")]
HEADINGS = {1: "Usage", 2: "Reading files", 3: "Importing a model", 4: "Not supported", 5: "Does not fit",
            6: "Input and output", 7: "Running, timing, memory checker", 8: "Warnings", 9: "Internal errors"}
EXITS = {1: 2, 2: 3, 3: 3, 4: 4, 5: 5, 6: 6, 9: 70}
INTRO = """# Error codes

Every message carries one of these codes, as `[NRN-Exxxx]`. They are stable: a code is never reused or renumbered. This page is
written by `utils/make_errors.py` from `{}` and
`{}`.

Exit status: 0 success, 1 results differ from `--expect`, 2 usage, 3 bad input, 4 unsupported, 5 does not fit, 6 reading or
writing failed, 70 internal error. What a code usually leads to stands in its heading.
"""


def read_table(path, errors):
    rows = {}
    for number, line in enumerate((ROOT / path).read_text().splitlines(), 1):
        if not line.startswith("NEURON_ERROR("):
            continue
        match = ROW.match(line)
        if not match:
            errors.append(f"{path}:{number}: not a row: {line[:60]}")
            continue
        code = int(match[1])
        if rows and code <= max(rows):
            errors.append(f"{path}:{number}: {code} is out of order or given twice")
        rows[code] = (match[2], match[3])
    return rows


def sources():
    for folder in ("lib", "include", "tools", "runtime", "dialects"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".cpp", ".h", ".td", ".inc") and "test" not in path.relative_to(ROOT).parts:
                yield path.relative_to(ROOT), path.read_text(errors="replace")


def check_uses(known, errors):
    mentioned = set()
    for path, text in sources():
        mentioned.update(int(code) for code in re.findall(r"(?<!\d)\d{4}(?!\d)", text))
        for code in sorted({int(match[1]) for use in USES for match in use.finditer(text)} - known):
            errors.append(f"{path}: NRN-E{code} has no row in {' or '.join(TABLES.values())}")
    errors += [f"NRN-E{code} has a row, but no source uses it" for code in sorted(known - mentioned)]


def page(rows):
    lines = [INTRO.format(*TABLES.values())]
    for group, heading in HEADINGS.items():
        codes = [code for code in sorted(rows) if code // 1000 == group]
        if not codes:
            continue
        status = f" (exit status {EXITS[group]})" if group in EXITS else ""
        lines += [f"## {heading}{status}", "", "| code | meaning | what to do |", "|---|---|---|"]
        lines += [f"| NRN-E{code} | {rows[code][0]} | {rows[code][1]} |" for code in codes]
        lines.append("")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    errors, rows = [], {}
    for path in TABLES.values():
        for code, row in read_table(path, errors).items():
            if rows.setdefault(code, row)[0] != row[0]:
                errors.append(f"{path}: NRN-E{code} is '{row[0]}' here, but '{rows[code][0]}' elsewhere")
    check_uses(set(rows), errors)
    text = page(rows)
    if not check:
        PAGE.write_text(text)
    elif not PAGE.exists() or PAGE.read_text() != text:
        errors.append("docs/errors.md is not up to date: run utils/make_errors.py")
    print("\n".join(errors), end="\n" if errors else "")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())

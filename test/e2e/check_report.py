#!/usr/bin/env python3
"""Hold a compile report against docs/report.schema.json.

    check_report.py SCHEMA REPORT

Knows the words of JSON Schema that the schema uses; any other is an error.
"""
import json
import sys

TYPES = {"object": dict, "array": list, "string": str, "integer": int, "number": (int, float)}
KNOWN = {"$schema", "title", "description", "type", "required", "properties", "additionalProperties", "items", "const"}


def check(schema, value, where):
    if unknown := set(schema) - KNOWN:
        yield f"{where}: the schema uses {sorted(unknown)}"
    if "const" in schema and value != schema["const"]:
        yield f"{where}: {value!r} is not {schema['const']!r}"
    if "type" in schema and (isinstance(value, bool) or not isinstance(value, TYPES[schema["type"]])):
        yield f"{where}: {value!r} is no {schema['type']}"
        return
    for key in schema.get("required", []):
        if key not in value:
            yield f"{where}: {key} is missing"
    extra = schema.get("additionalProperties", {})
    if isinstance(value, dict):
        for key, item in value.items():
            part = schema.get("properties", {}).get(key, extra)
            if part is False:
                yield f"{where}: {key} is not in the schema"
            else:
                yield from check(part, item, f"{where}.{key}")
    if isinstance(value, list):
        for i, item in enumerate(value):
            yield from check(schema.get("items", {}), item, f"{where}[{i}]")


def main():
    with open(sys.argv[1]) as schema, open(sys.argv[2]) as report:
        errors = list(check(json.load(schema), json.load(report), "report"))
    print("\n".join(errors) or "ok")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())

"""Parses responses with the pydantic models of the generated packages.

Argument: a JSON file with a list of {"name", "area", "model", "value"}. Prints the names of those that a model rejects.
"""

import importlib
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    cases = json.load(file)

rejected = []
for case in cases:
    model = getattr(importlib.import_module(f"platform_{case['area']}.models"), case["model"])
    try:
        model.from_json(json.dumps(case["value"]))
    except ValueError as error:
        rejected.append(case["name"])
        print(case["name"], error, file=sys.stderr)
print(json.dumps(rejected))

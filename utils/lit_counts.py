#!/usr/bin/env python3
"""Print `passed failed` of a lit run from its XUnit file."""
import sys
import xml.etree.ElementTree as tree

cases = list(tree.parse(sys.argv[1]).getroot().iter("testcase"))
failed = sum(1 for case in cases if case.find("failure") is not None)
skipped = sum(1 for case in cases if case.find("skipped") is not None)
print(len(cases) - failed - skipped, failed)

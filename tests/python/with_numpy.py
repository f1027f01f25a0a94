# SPDX-License-Identifier: BSD-3-Clause
"""Runs a script; without numpy it is skipped: exit code 77."""
import importlib.util
import runpy
import sys

if importlib.util.find_spec("numpy") is None:
    print("skipped: numpy is missing")
    sys.exit(77)
sys.argv = sys.argv[1:]
sys.path.insert(0, sys.argv[0].rpartition("/")[0])
runpy.run_path(sys.argv[0], run_name="__main__")

#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Makes the type stubs of the Python package from the extension, which knows its signatures.

    PYTHONPATH=build/release/python /usr/bin/python3 scripts/python_stubs.py            prints them
    PYTHONPATH=build/release/python /usr/bin/python3 scripts/python_stubs.py --write    python/trunnion/__init__.pyi
"""
import enum
import inspect
import pathlib
import sys

import trunnion as tr
from trunnion import _core

STUBS = pathlib.Path(__file__).resolve().parent.parent / "python/trunnion/__init__.pyi"
HEAD = '''# SPDX-License-Identifier: BSD-3-Clause
# Made by scripts/python_stubs.py.
from collections.abc import Callable, Sequence
from enum import Enum
from os import PathLike
from typing import Any

from numpy.typing import ArrayLike, NDArray

__version__: str
__all__: list[str]
'''
OPERATORS = {
    "__call__": {"MotionLaw": "(self, t: float) -> tuple[float, float, float]", "Curve": "(self, x: float) -> float",
                 "ScalarLaw": "(self, c: float, c_dot: float, t: float) -> tuple[float, float, float, float]"},
    "__getitem__": {"Results": "(self, name: str) -> NDArray[Any]", "ResultTable": "(self, name: str) -> NDArray[Any]"},
    "__contains__": {"Results": "(self, name: str) -> bool"},
    "__len__": {"Results": "(self) -> int", "ResultTable": "(self) -> int"},
    "__mul__": {"Pose": "(self, other: Any) -> Any"},
    "__hash__": {}, "__eq__": {},
}


def typed(text):
    return text.replace("NDArray", "NDArray[Any]").replace("NDArray[Any][Any]", "NDArray[Any]")



def quoted(item):
    """Defaults that are strings keep their quotes."""
    parts = []
    signature = inspect.signature(item)
    for parameter in signature.parameters.values():
        star = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "")
        text = star + parameter.name
        if parameter.annotation is not parameter.empty:
            text += f": {parameter.annotation}"
        if parameter.default is not parameter.empty:
            text += f" = {parameter.default!r}"
        if parameter.kind == parameter.KEYWORD_ONLY and not any(p.startswith("*") for p in parts):
            parts.append("*")
        parts.append(text)
    returns = "" if signature.return_annotation is signature.empty else f" -> {signature.return_annotation}"
    return f"({', '.join(parts)}){returns}".replace("os.PathLike", "PathLike").replace("self: Results", "self")


def members(name, cls, signatures):
    lines = []
    if issubclass(cls, enum.Enum):
        return [f"    {member.name} = {member.value!r}" for member in cls]
    if issubclass(cls, tr.Error) or cls is tr.View:
        lines += [f"    {key}: {value}" for key, value in vars(cls).get("__annotations__", {}).items()]
    made = signatures.get(f"{name}.__init__")
    if "__init__" in vars(cls) and made:
        lines.append(f"    def __init__(self{', ' if made != '()' else ''}{made[1:]} -> None: ...")
    elif inspect.isfunction(vars(cls).get("__init__")):
        lines.append(f"    def __init__{quoted(cls.__init__)}: ...")
    for operator, of in OPERATORS.items():
        if name in of:
            lines.append(f"    def {operator}{of[name]}: ...")
    for member, value in sorted(vars(cls).items()):
        signature = signatures.get(f"{name}.{member}")
        if member.startswith("_"):
            continue
        if signature and signature.startswith(": "):
            lines += ["    @property", f"    def {member}(self) -> {signature[2:]}: ..."]
        elif signature:
            if isinstance(value, staticmethod) or not signature.startswith("(self"):
                lines.append("    @staticmethod")
            lines.append(f"    def {member}{signature}: ...")
        elif inspect.isfunction(value):
            lines.append(f"    def {member}{quoted(value)}: ...")
    return lines


def make():
    signatures = dict(_core._signatures)
    text = []
    for name in sorted(tr.__all__, key=lambda n: (not n.endswith("Error"), n != "Error", n)):
        item = getattr(tr, name)
        if inspect.isclass(item):
            bases = "Enum" if issubclass(item, enum.Enum) else item.__bases__[0].__name__
            head = "" if bases in ("object", "pybind11_object") else f"({bases})"
            body = members(name, item, signatures)
            text.append(f"class {name}{head}:" + ("\n" + "\n".join(body) if body else " ..."))
        elif name in signatures:
            text.append(f"def {name}{signatures[name]}: ...")
        else:
            text.append(f"def {name}{quoted(item)}: ...")
    return HEAD + "\n" + typed("\n".join(text) + "\n")


def main():
    if sys.argv[1:] == ["--write"]:
        STUBS.write_text(make())
    else:
        sys.stdout.write(make())


if __name__ == "__main__":
    main()

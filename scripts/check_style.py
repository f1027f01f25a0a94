#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Checks the budgets and the include graph of CONTRIBUTING.md; prints every finding, exits 1 if any.

Function lengths come from brace matching outside comments and literals, which is enough for code
formatted by clang-format.
"""
import pathlib
import re
import sys

LIBRARY = ["engine", "bodies", "joints", "forces", "solvers", "interface", "fmu", "python", "vehicle"]
FOLDERS = LIBRARY + ["tests", "bench", "examples"]
MAX_LINES = {".hpp": 150, ".cpp": 400}  # headers of tests and bench are code, not interfaces
MAX_EXAMPLE_LINES = 80
MAX_FUNCTION_LINES = 40  # in the library; tests and examples may tell a longer story
# Files that are worth more lines than the budget, each with its own limit: one closed subject.
LARGER = {
    "engine/core/dual.hpp": 170,  # forward-mode differentiation: all operators of one type
    "engine/cosimulation/fmi2.hpp": 170,  # the interface of the standard, all of it
    "engine/cosimulation/fmi3.hpp": 380,
    "solvers/problem/small_system.hpp": 165,  # one class template, nothing of it can move to a source
}

# Folders of the library, lowest first, and which others each may include besides those below it.
CORE = ["engine/core"]
ELEMENTS = ["bodies", "joints", "forces"]
SOLVERS = ["solvers/" + f for f in ("linear", "problem", "consistency", "events", "formulation", "integrator",
                                    "analysis")]
FILES = ["engine/results", "engine/view"]
ENGINE = ["engine/" + f for f in ("mesh", "system", "model", "simulation", "fields", "recorder", "analyses", "import",
                                  "model_file", "cosimulation", "hosting", "batch", "study")] + ["fmu", "engine/command", "interface", "python"]
STRANGERS = [{"engine/model", "engine/simulation"}]  # side by side on engine/system


def may_include():
    allowed = {"engine/core": set()} | {folder: set(CORE) for folder in ELEMENTS}
    for below, folders in ((CORE, SOLVERS), (CORE, FILES), (CORE + ELEMENTS + SOLVERS + FILES, ENGINE)):
        for i, folder in enumerate(folders):
            allowed[folder] = set(below) | set(folders[:i])
    for pair in STRANGERS:
        for folder in pair:
            allowed[folder] -= pair
    allowed["vehicle"] = set()  # on <trunnion/...> alone, as a user's code would be
    allowed["engine/command"].add("vehicle")
    return allowed


MAY_INCLUDE = may_include()

LITERALS = re.compile(r'R"(\w*)\((?:.|\n)*?\)\1"|//[^\n]*|/\*(?:.|\n)*?\*/|'
                      r'"(?:\\.|[^"\\\n])*"|(?<![0-9A-Fa-f])\'(?:\\.|[^\'\\\n])+\'')
NOT_A_FUNCTION = re.compile(r"\s*(template\s*<[^{]*>\s*)?(inline\s+)?"
                            r"(namespace|class|struct|union|enum|concept|extern)\b")


def folder_of(path):
    parts = path.split("/")
    return "/".join(parts[:2]) if parts[0] in ("engine", "solvers") else parts[0]


def functions(text):
    """(first line, number of lines) of every function body with its head."""
    text = LITERALS.sub(lambda m: "\n" * m.group().count("\n"), text)
    text = re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", lambda m: "\n" * m.group().count("\n"), text,
                  flags=re.M)
    depth, inside, start = 0, None, 0  # inside: depth of the braces of the current function
    for i, c in enumerate(text):
        if c == "{":
            head = text[start:i]
            if inside is None and ("(" in head or not head.strip()) and not NOT_A_FUNCTION.match(head):
                inside, first = depth, text.count("\n", 0, i - len(head.lstrip())) + 1
            depth += 1
        elif c == "}":
            depth -= 1
            if depth == inside:
                inside = None
                yield first, text.count("\n", 0, i) + 2 - first
        if c in "{};":
            start = i + 1


def check_file(path, text, files):
    lines = text.splitlines()
    if not re.match(r"// SPDX-License-Identifier: BSD-3-Clause$", lines[0] if lines else ""):
        yield 1, "the first line must be // SPDX-License-Identifier: BSD-3-Clause"
    if path.endswith(".hpp") and "#pragma once" not in lines[:3]:
        yield 2, "#pragma once is missing below the licence line"
    library = path.split("/")[0] in LIBRARY
    limit = LARGER.get(path, MAX_LINES[path[-4:] if library else ".cpp"])
    if re.match(r"examples/[^/]*\.cpp$", path):
        limit = MAX_EXAMPLE_LINES
    if len(lines) > limit:
        yield limit + 1, f"{len(lines)} lines, the budget is {limit}: split the file"
    own = folder_of(path)
    if library and own not in MAY_INCLUDE:
        yield 1, "no folder of this name is known: engine/ and solvers/ hold no file of their own"
    if own in MAY_INCLUDE and own != "python":  # there, functions are lists of what is bound
        for first, length in functions(text):
            if length > MAX_FUNCTION_LINES:
                yield first, f"function of {length} lines, the budget is {MAX_FUNCTION_LINES}"
    for number, line in enumerate(lines, 1):
        match = re.match(r'\s*#\s*include\s*"([^"]+)"', line)
        if not match:
            continue
        target = match.group(1)
        if target not in files and target != "interface/trunnion.h":
            yield number, f'"{target}" is no file of the repository; include from its root'
        if own in MAY_INCLUDE and folder_of(target) not in MAY_INCLUDE[own] | {own}:
            yield number, f"{own} must not include {folder_of(target)}"


ANONYMOUS = re.compile(r"^namespace \{\n(.*?)^\}  // namespace\n", re.M | re.S)
# A function with its parameters, a constant, a type; not a using-declaration, which may be repeated.
DEFINED = re.compile(r"^(?!using |namespace )\w[\w:<>, *&\[\]]*?[\s*&](\w+)(?:(\([^;{]*\)) ?(?:const )?\{|\[?\w*\]? = |\{|;)|"
                     r"^(?:struct|class|enum class) (\w+)", re.M)


def check_units(files):
    """Sources of a folder are compiled together: what is local to one must not occur in another."""
    seen, types, names = {}, {}, {}
    for path, file in files.items():
        if not path.endswith(".cpp") or path.startswith(("forces/elements/", "bench/", "examples/")):
            continue
        for block in ANONYMOUS.findall(file.read_text(encoding="utf-8")):
            for name, parameters, type_name in DEFINED.findall(block):
                key = (folder_of(path) if path.split("/")[0] in LIBRARY else path.rsplit("/", 1)[0],
                       name or type_name, re.sub(r"\s+", " ", parameters))
                if seen.setdefault(key, path) != path:
                    yield path, f"{key[1]}{key[2]} is defined in {seen[key]} too, which is compiled with it: rename one"
                (types if type_name else names).setdefault(key[:2], path)
    for key in types.keys() & names.keys():  # a function hides a type
        if types[key] != names[key]:
            yield types[key], f"{key[1]} is a function in {names[key]}, which is compiled with it: rename one"


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    files = {str(p.relative_to(root)): p for f in FOLDERS for p in sorted((root / f).rglob("*.[hc]pp"))}
    findings = [f"{path}:{line}: {message}" for path, file in files.items()
                for line, message in check_file(path, file.read_text(encoding="utf-8"), files)]
    findings += [f"{path}:1: {message}" for path, message in check_units(files)]
    print("\n".join(findings + [f"check_style: {len(files)} files, {len(findings)} findings"]))
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())

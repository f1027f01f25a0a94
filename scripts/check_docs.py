#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Checks that the pages (*.md of the repository) are true.

    scripts/check_docs.py links                 files, anchors and paths that pages name are there
    scripts/check_docs.py run TRUNNION WORK     runs what pages show, in the folder WORK
    scripts/check_docs.py extract OUT           writes the C++ and C of the pages as programs in OUT
    scripts/check_docs.py python WORK           runs the Python of docs/python.md, and ```py of all pages
    scripts/check_docs.py site FOLDER           links of the pages that scripts/docs.sh has built
    scripts/check_docs.py messages              docs/failures.md knows the messages of the solvers
    scripts/check_docs.py names                 files and symbols that comments and pages name are there
    scripts/check_docs.py prose                 lines of prose have at most 120 characters

What is run, page by page, in a folder of the page:

    ```json [NAME]   a model, or what is added to the first model of the page (as by "include"):
                     it must pass `trunnion check` and run; with NAME it is a file of that name
    ```sh            commands; they must succeed. <!-- run: COMMAND --> is one that is not shown
    ```console       "$ COMMAND", then what it prints; in it … stands for any text
    ```python        run where Python has h5py; those of docs/python.md one after the other, as one program
    ```py            a program that has the package trunnion
    ```cpp           a program, or the inside of one; its first lines are the #includes
    ```c             a program

Other blocks are only shown.
"""
import importlib.util
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FENCE = re.compile(r"^( *)```(.*)$")


def pages():
    names = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"],
                           cwd=ROOT, capture_output=True, text=True)
    if names.returncode == 0 and names.stdout:
        found = [ROOT / n for n in names.stdout.split()]
    else:  # a release tarball
        found = [p for p in ROOT.rglob("*.md") if not {"build", "node_modules"} & set(p.parts)]
    return sorted(p for p in found if p.exists())


class Block:
    """A fenced block; "run" for a hidden command."""

    def __init__(self, page, line, kind, name, text):
        self.page, self.line, self.kind, self.name, self.text = page, line, kind, name, text

    def place(self):
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def blocks(page):
    lines = page.read_text().splitlines()
    found, i = [], 0
    while i < len(lines):
        fence = FENCE.match(lines[i])
        hidden = re.match(r"^<!-- run: (.*) -->$", lines[i])
        if hidden:
            found.append(Block(page, i + 1, "sh", "", hidden.group(1)))
        elif fence:
            words = fence.group(2).split()
            start = i
            i += 1
            while i < len(lines) and not re.match(r"^ *```\s*$", lines[i]):
                i += 1
            text = "\n".join(line[len(fence.group(1)):] for line in lines[start + 1:i]) + "\n"
            if words:
                found.append(Block(page, start + 1, words[0], " ".join(words[1:]), text))
        i += 1
    return found


# ---- links -------------------------------------------------------------------------------------

def prose(page):
    """The lines of a page, those of blocks empty."""
    inside, out = False, []
    for line in page.read_text().splitlines():
        if FENCE.match(line):
            inside = not inside
            out.append("")
        else:
            out.append("" if inside or line.startswith("    ") else line)
    return out


def slug(heading):
    """As GitHub and MyST make anchors."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").strip().lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def anchors(page):
    seen, found = {}, set()
    for line in prose(page):
        heading = re.match(r"^#+ (.*)$", line)
        if heading:
            name = slug(heading.group(1))
            count = seen.get(name, 0)
            seen[name] = count + 1
            found.add(name if count == 0 else f"{name}-{count}")
        found.update(re.findall(r'<a id="([^"]+)"', line))
    return found


def check_link(page, target):
    if re.match(r"^(https?:|mailto:)", target):
        return None
    name, _, anchor = target.partition("#")
    file = (page.parent / name).resolve() if name else page
    if not file.exists():
        return f"the file '{name}' is not there"
    if anchor and file.suffix == ".md" and anchor not in anchors(file):
        return f"'{name or page.name}' has no heading '#{anchor}'"
    return None


def check_path(text):
    """A path of the repository in backticks, of which braces and * may stand for several."""
    if re.search(r"[A-Z]{4,}|…|<|NAME", text) or not re.match(r"^[\w./*{},+-]+$", text):
        return None
    first = text.split("/")[0]
    if not first:
        return None
    if "/" not in text.rstrip("/") or not (ROOT / first).is_dir() or first in ("build", "results"):
        return None
    texts = [text]
    brace = re.match(r"^(.*)\{(.*)\}(.*)$", text)
    if brace:
        texts = [brace.group(1) + part + brace.group(3) for part in brace.group(2).split(",")]
    for one in texts:
        one = one.rstrip("/")
        stem = pathlib.Path(one)
        if not (list(ROOT.glob(one)) or list(ROOT.glob(f"{stem}.*")) or list(ROOT.glob(f"{stem}_*"))):
            return f"'{one}' is not in the repository"
    return None


def check_links():
    problems = []
    for page in pages():
        for number, line in enumerate(prose(page), 1):
            place = f"{page.relative_to(ROOT)}:{number}"
            bare = re.sub(r"`[^`]*`", "", line)
            for target in re.findall(r"\]\(([^)\s]+)(?: \"[^\"]*\")?\)", bare):
                problem = check_link(page, target)
                if problem:
                    problems.append(f"{place}: {problem}")
            for text in re.findall(r"`([^`]+)`", line):
                problem = check_path(text)
                if problem and page.name != "CHANGELOG.md":
                    problems.append(f"{place}: {problem}")
    return problems


def check_site(folder):
    """Links and pictures of HTML pages; those of Doxygen's only as targets."""
    folder, problems, count = pathlib.Path(folder).resolve(), [], 0
    texts = {p: p.read_text(errors="replace") for p in folder.rglob("*.html")
             if not {"api", "_static"} & set(p.relative_to(folder).parts)}
    for page, text in texts.items():
        for target in set(re.findall(r'(?:href|src)="([^"]*)"', text)):
            name, _, anchor = target.partition("#")
            if re.match(r"^(\w+:|//)", target) or not target:
                continue
            count += 1
            file = (page.parent / name.partition("?")[0]).resolve() if name else page
            if not file.exists():
                problems.append(f"{page.relative_to(folder)}: '{target}' is not there")
            elif anchor and file in texts and f'id="{anchor}"' not in texts[file]:
                problems.append(f"{page.relative_to(folder)}: '{target}' has no such place")
    print(f"{count} links in {len(texts)} pages")
    return problems


# ---- snippets ----------------------------------------------------------------------------------

class Runner:
    def __init__(self, trunnion, work):
        self.trunnion, self.work = pathlib.Path(trunnion).resolve(), pathlib.Path(work).resolve()
        self.count, self.problems = 0, []
        self.has_h5py = importlib.util.find_spec("h5py") is not None

    def folder(self, page):
        name = "_".join(page.relative_to(ROOT).with_suffix("").parts)
        folder = self.work / name
        subprocess.run(["rm", "-rf", str(folder)], check=True)
        (folder / "build/release").mkdir(parents=True)
        (folder / "build/release/bin").symlink_to(self.trunnion.parent)
        for link in ("models", "scripts", "examples", "tests"):
            (folder / link).symlink_to(ROOT / link)
        return folder

    def execute(self, folder, command):
        done = subprocess.run(["bash", "-c", command], cwd=folder, text=True, timeout=600,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              env={"PATH": f"{self.trunnion.parent}:/usr/bin:/bin", "LC_ALL": "C.UTF-8",
                                   "HOME": str(folder)})
        self.count += 1
        return done.returncode, done.stdout

    def fail(self, block, text):
        self.problems.append(f"{block.place()}: {text}")

    def run_sh(self, folder, block):
        code, out = self.execute(folder, "set -e\n" + block.text)
        if code != 0:
            self.fail(block, f"exit code {code} of\n{block.text}{out}")

    def run_console(self, folder, block):
        for part in re.split(r"^\$ ", block.text, flags=re.M)[1:]:
            command, _, expected = part.partition("\n")
            code, out = self.execute(folder, command)
            pieces = [re.escape(" ".join(p.split())) for p in expected.split("…")]
            pattern = r".*?".join(pieces)
            said = " ".join(out.split())
            fails = re.search(r"^trunnion: (?!warning)", expected, flags=re.M) is not None
            if not re.fullmatch(pattern, said, flags=re.S):
                self.fail(block, f"'{command}' prints\n{out}\nand not\n{expected}")
            elif fails != (code != 0):
                self.fail(block, f"'{command}' has the exit code {code}")

    def run_json(self, folder, block, number):
        file = folder / (block.name or f"snippet_{number}.json")
        text = block.text
        if number == 0:
            (folder / "first_model.json").write_text(text)
        elif not block.name:
            text = text.replace("{", '{ "include": "first_model.json",', 1)
        file.write_text(text)
        check = f"trunnion check {file.name} && trunnion run {file.name} --quiet --until 0.1 --interval 0.05"
        code, out = self.execute(folder, check)
        if code != 0:
            self.fail(block, out)

    def run_page(self, page):
        kinds = ("json", "sh", "console") if page.name == "python.md" else ("json", "sh", "console", "python")
        found = [b for b in blocks(page) if b.kind in kinds]
        if not found:
            return
        folder, models = self.folder(page), 0
        for block in found:
            if block.kind == "json":
                self.run_json(folder, block, models)
                models += 1
            elif block.kind == "sh":
                self.run_sh(folder, block)
            elif block.kind == "console":
                self.run_console(folder, block)
            elif self.has_h5py:
                (folder / "snippet.py").write_text(block.text)
                code, out = self.execute(folder, f"{sys.executable} snippet.py")
                if code != 0:
                    self.fail(block, out)


def run_snippets(trunnion, work):
    runner = Runner(trunnion, work)
    for page in pages():
        runner.run_page(page)
    print(f"{runner.count} commands were run" + ("" if runner.has_h5py else "; no h5py: not the Python"))
    return runner.problems


# ---- Python ------------------------------------------------------------------------------------------

def run_python(work):
    """The blocks of docs/python.md see what those before them have defined, as in a notebook; others stand alone."""
    folder, scope = pathlib.Path(work), {"__name__": "__main__"}
    found = [b for page in pages() for b in blocks(page)
             if b.kind == "py" or (page.name == "python.md" and b.kind == "python")]
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / "models").exists():
        (folder / "models").symlink_to(ROOT / "models")
    os.chdir(folder)
    print(f"{len(found)} blocks")
    for block in found:
        missing = [m for m in ("pandas", "matplotlib") if m in block.text and importlib.util.find_spec(m) is None]
        if missing:
            print(f"{block.place()}: skipped, {missing[0]} is missing")
            continue
        try:
            exec(compile(block.text, block.place(), "exec"), scope if block.kind == "python" else {})
        except Exception as error:  # whatever a snippet raises is a finding
            return [f"{block.place()}: {type(error).__name__}: {error}"]
    return []


# ---- C++ and C ---------------------------------------------------------------------------------------

def make_program(text):
    if "int main(" in text:
        return text
    lines = text.splitlines()
    includes = [line for line in lines if line.startswith("#include")]
    body = [line for line in lines if not line.startswith("#include")]
    model = [] if any("Model model" in line for line in body) else ["  [[maybe_unused]] Model model;"]
    return "\n".join(includes + ["#include <trunnion/model.hpp>", "int main() {", "  using namespace trunnion;"]
                     + model + ["  " + line for line in body] + ["}", ""])


def extract(out):
    out = pathlib.Path(out)
    out.mkdir(parents=True, exist_ok=True)
    programs = {}
    for page in pages():
        for i, block in enumerate(b for b in blocks(page) if b.kind == "cpp"):
            programs[f"{page.stem.lower()}_{i + 1}.cpp"] = f"// {page.name}\n" + make_program(block.text)
        for i, block in enumerate(b for b in blocks(page) if b.kind == "c"):
            programs[f"{page.stem.lower()}_c_{i + 1}.c"] = f"/* {page.name} */\n" + block.text
    for name, text in programs.items():
        file = out / name
        if not file.exists() or file.read_text() != text:
            file.write_text(text)
    for old in [*out.glob("*.cpp"), *out.glob("*.c")]:
        if old.name not in programs:
            old.unlink()
    return []


# ---- messages ----------------------------------------------------------------------------------

# What users of model files cannot meet: sizes that the engine itself passes, and the mesh layer.
INTERNAL = ("engine/mesh/", "solvers/linear/")


def unescape(literals):
    return "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', literals)).replace('\\"', '"')


def solver_messages():
    """(place, longest fixed piece) of every message that ends a run."""
    for file in sorted(list((ROOT / "engine").rglob("*.cpp")) + list((ROOT / "solvers").rglob("*.cpp"))):
        name = str(file.relative_to(ROOT))
        if name.startswith(INTERNAL):
            continue
        text = file.read_text()
        thrown = re.finditer(r"(?:throw SolverError\(|throw ModelError\(|\bmessage\s*<<)(.*?);\n", text, flags=re.S)
        for match in thrown:
            if name.startswith("engine/") and match.group(0).startswith("throw ModelError") and \
                    name not in ("engine/simulation/initial_state.cpp", "engine/simulation/simulation_run.cpp"):
                continue
            pieces = []
            for run in re.findall(r'(?:"(?:[^"\\]|\\.)*"\s*)+', match.group(1)):
                pieces.append(unescape(run))
            if pieces and len(max(pieces, key=len)) >= 12:
                line = text.count("\n", 0, match.start()) + 1
                yield f"{name}:{line}", max(pieces, key=len).strip(" ;,")


def check_messages():
    text = (ROOT / "docs/failures.md").read_text()
    page = " ".join(re.sub(r"^> ?", "", text, flags=re.M).split())  # a quoted message may fill several lines
    known, problems = 0, []
    for place, piece in solver_messages():
        known += 1
        if " ".join(piece.split()) not in page:
            problems.append(f"{place}: docs/failures.md does not explain '{piece}'")
    print(f"{known} messages")
    if known < 20:
        problems.append("the messages were not found in the sources; mend this script")
    return problems


# ---- names ---------------------------------------------------------------------------------------

FOLDERS = "engine|python|solvers|bodies|joints|forces|tests|bench|examples|scripts|models|docs|cmake|viewer|include"
PATH = re.compile(rf"(?<![\w/.-])((?:{FOLDERS})/[\w./-]+\.\w+)")
SYMBOL = re.compile(r"\b(?:[A-Z][a-z0-9]+){2,}\b")
COMMENT = re.compile(r"//[^\n]*")
# Names of people and programs, and examples of what a user may call a type.
NO_SYMBOLS = {"MacAdam", "MacNeal", "SplitMix64", "ParaView", "UpperCamel", "MyForce", "MyJoint", "OnSphere"}


def check_names():
    """Comments and pages name files and types; those must be there."""
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT,
                            capture_output=True, text=True).stdout.split()
    pattern = re.compile(r"(viewer/dist|tests/data|models)/|CHANGELOG\.md|docs/papers/")
    texts = {}
    for name in listed:
        if name.endswith((".cpp", ".hpp", ".md", ".py", ".js", ".cmake", ".txt", ".json")) and not pattern.match(name):
            texts[name] = (ROOT / name).read_text(encoding="utf-8")
    defined = set()
    for name, text in texts.items():
        if not name.endswith(".md"):
            defined |= set(re.findall(r"\w+", COMMENT.sub("", text) if name.endswith("pp") else text))
    problems = []
    for name, text in texts.items():
        page = name.endswith(".md")
        if not page and not name.endswith("pp"):
            continue
        for number, line in enumerate(text.split("\n"), 1):
            prose = line if page else " ".join(COMMENT.findall(line))
            problems += [f"{name}:{number}: there is no file {path}" for path in PATH.findall(prose)
                         if not (ROOT / path).exists() and not path.startswith("docs/site")]
            symbols = SYMBOL.findall(" ".join(re.findall(r"`([^`]*)`", line)) if page else prose)
            problems += [f"{name}:{number}: nothing is called {symbol}" for symbol in symbols
                         if symbol not in defined | NO_SYMBOLS and symbol.removesuffix("s") not in defined]
    return problems


# ---- prose ---------------------------------------------------------------------------------------

MAX_PROSE = 120
# Pages that may still have longer lines, and one that is not ours.
LONG_LINES = {"CHANGELOG.md", "docs/howto.md", "docs/model_file.md", "docs/validation.md", "viewer/LICENSES.md"}


def check_prose():
    """Lines outside tables, code, headings and HTML that are too long and could be broken at a blank."""
    problems = []
    for page in pages():
        name = str(page.relative_to(ROOT))
        if name in LONG_LINES:
            continue
        for number, line in enumerate(prose(page), 1):
            if len(line) <= MAX_PROSE or re.match(r"^\s*(\||#|<)", line):
                continue
            marker = re.match(r"^\s*(> ?|[-*+] +|\d+[.)] +)*", line).group(0)
            whole = re.sub(r"`[^`]*`|!?\[[^\]]*\]\([^)]*\)", "x", line[len(marker):])
            if " " in whole.strip():
                problems.append(f"{name}:{number}: {len(line)} characters; at most {MAX_PROSE}")
    return problems


def main():
    mode, arguments = (sys.argv[1] if len(sys.argv) > 1 else ""), sys.argv[2:]
    modes = {"links": check_links, "run": run_snippets, "extract": extract, "site": check_site,
             "messages": check_messages, "names": check_names, "prose": check_prose, "python": run_python}
    if mode not in modes:
        sys.exit(__doc__)
    problems = modes[mode](*arguments)
    for problem in problems:
        print(problem)
    print(f"check_docs {mode}: {len(problems)} problems")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()

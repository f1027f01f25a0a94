#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Makes the sources of the documentation site: pages, figures, the model-file reference, the gallery.

    scripts/build_docs.py BUILD WORK SOURCE FIGURES

BUILD is the build tree; WORK holds what `check_docs.py run` has left, a folder a page; SOURCE is
made; figures in FIGURES go before those of the same name in docs/. In pages two comments stand for pictures from the folder of the page in WORK:

    <!-- figure: FILE.svg "caption" -->
    <!-- view: FILE.html "caption" -->      a page of `trunnion view`, with its first picture
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys

import check_docs
import schema_page

ROOT = pathlib.Path(__file__).resolve().parent.parent

INDEX = """# Trunnion

Multibody dynamics for stiff and flexible mechanical systems: models in a file or in C++, one command, results as tables,
diagrams and pages that open in any browser.

```{toctree}
:caption: Using it
:maxdepth: 1

README
docs/tutorial
docs/howto
docs/model_file
docs/model_file_schema
docs/analyses
docs/results
docs/failures
docs/packages
docs/python
docs/vehicle
docs/suspensions
docs/driving
messages
gallery
```

```{toctree}
:caption: Theory
:maxdepth: 1

docs/notation
docs/theory
docs/error_test
docs/formulations
docs/bushing_tables
docs/flexible_bodies
docs/beams
docs/papers
```

```{toctree}
:caption: What it is worth
:maxdepth: 1

docs/validation
docs/performance
docs/performance_method
docs/archive/experiments
```

```{toctree}
:caption: Inside
:maxdepth: 1

docs/architecture
docs/testing
docs/reliability
joints/README
forces/README
bodies/README
solvers/linear/README
bench/data/README
CONTRIBUTING
CHANGELOG
```

```{raw} html
<p>The <a href="api/index.html">interface of the library</a>, from its headers.</p>
```
"""


class Site:
    def __init__(self, *folders):
        self.build, self.work, self.source, self.made = (pathlib.Path(f).resolve() for f in folders)
        self.trunnion = self.build / "bin/trunnion"
        self.figures = self.source / "figures"
        self.figures.mkdir(parents=True)
        self.chromium = shutil.which("chromium")

    def call(self, *command, **options):
        return subprocess.run([str(c) for c in command], check=True, capture_output=True, text=True, **options)

    def screenshot(self, page, picture):
        """The page as a browser shows it; False without a browser."""
        if not self.chromium:
            return False
        self.call(self.chromium, "--headless", "--no-sandbox", "--disable-dev-shm-usage", "--use-angle=swiftshader",
                  "--enable-unsafe-swiftshader", "--hide-scrollbars", "--window-size=1100,700",
                  "--virtual-time-budget=5000", f"--screenshot={picture}", f"file://{page}", timeout=120)
        return picture.exists()

    # ---- pages -------------------------------------------------------------------------------

    def copy_page(self, page):
        name = page.relative_to(ROOT)
        text = page.read_text()
        text = re.sub(r"^<!-- (figure|view): (\S+) \"(.*)\" -->$",
                      lambda m: self.picture(name, *m.groups()), text, flags=re.M)
        text = re.sub(r"^```(json|jsonc) ?(\S*)$", lambda m: self.json_head(m), text, flags=re.M)
        text = re.sub(r"\]\(([^)\s]+)\)", lambda m: self.link(name, m.group(1)), text)
        target = self.source / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)

    @staticmethod
    def json_head(match):
        """A file's name stands above its text; comments are no JSON for highlighting."""
        title = f"`{match.group(2)}`:\n\n" if match.group(2) else ""
        return f"{title}```{'javascript' if match.group(1) == 'jsonc' else 'json'}"

    def up(self, name):
        return "../" * (len(name.parts) - 1)

    def picture(self, name, kind, file, caption):
        folder = self.work / "_".join(name.with_suffix("").parts)
        stem = f"{name.stem}_{pathlib.Path(file).stem}"
        if kind == "view":
            shutil.copy(folder / file, self.figures / f"{stem}.html")
            place = f"{self.up(name)}figures/{stem}.html"
            link = self.raw_link(place, "Open the page")
            if not self.screenshot(folder / file, self.figures / f"{stem}.png"):
                return f"*{caption}*\n\n{link}"
            return f"![{caption}]({self.up(name)}figures/{stem}.png)\n\n*{caption}*\n\n{link}"
        shutil.copy(folder / file, self.figures / f"{stem}.svg")
        return f"![{caption}]({self.up(name)}figures/{stem}.svg)\n\n*{caption}*"

    @staticmethod
    def raw_link(place, text):
        return f"```{{raw}} html\n<p><a href=\"{place}\">{text}</a></p>\n```"

    def link(self, name, target):
        """Links to files that are no pages become code, those to folders too."""
        path, _, _ = target.partition("#")
        if re.match(r"^(https?:|mailto:|#)", target) or not path or "figures/" in target:
            return f"]({target})"
        file = (ROOT / name).parent / path
        if file.suffix in (".svg", ".png"):
            copy = self.source / file.resolve().relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            pages = self.source / "docs"
            made = self.made / copy.relative_to(pages) if copy.is_relative_to(pages) else file
            shutil.copy(made if made.exists() else file, copy)
        elif file.suffix != ".md" and file.exists():
            copy = self.source / "files" / file.resolve().relative_to(ROOT)
            if file.is_file():
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(file, copy)
                return f"]({self.up(name)}files/{file.resolve().relative_to(ROOT)})"
        return f"]({target})"

    # ---- messages ----------------------------------------------------------------------------

    def write_messages(self):
        """The messages about wrong models, as the sources have them; … is what is filled in."""
        found = {}
        titles = {"model_file": "Of model files", "model": "Of models", "simulation": "Of models", "mesh": "Of meshes"}
        for source in (path for folder in titles for path in sorted((ROOT / "engine" / folder).glob("*.cpp"))):
            for call in re.findall(r"(?:Require|Fail|FailType|FileError|ModelError)\((.*?)\);\n", source.read_text(), flags=re.S):
                runs = re.findall(r'(?:"(?:[^"\\]|\\.)*"\s*)+', call)
                text = "…".join(check_docs.unescape(run) for run in runs).strip(" :;,…")
                if len(text) > 25 and " " in text:
                    found[text] = source
        lines = ["# Messages about wrong models", "",
                 "Collected from the sources. Each says what to do; … stands for names and numbers. Messages of runs: "
                 "[when a simulation fails](docs/failures.md).", ""]
        for title in dict.fromkeys(titles.values()):
            texts = sorted((t for t, s in found.items() if titles[s.parent.name] == title), key=str.lower)
            lines += [f"## {title}", ""] + [f"* `{t}`" for t in texts if "`" not in t] + [""]
        (self.source / "messages.md").write_text("\n".join(lines))

    # ---- gallery -----------------------------------------------------------------------------

    def run_model(self, model, folder):
        self.call(self.trunnion, "run", model, "--quiet", "--output", folder, timeout=600)
        found = sorted(folder.rglob("results.h5"), key=lambda f: ("eigenmodes" in str(f), -f.stat().st_size))
        return found[0].parent if found else None

    def model_entry(self, model, work):
        name = str(model.relative_to(ROOT / "models").with_suffix(""))
        stem = name.replace("/", "_")
        check = subprocess.run([self.trunnion, "check", model], capture_output=True, text=True)
        if check.returncode != 0:
            return None  # a part that others include
        title = check.stdout.splitlines()[0].partition(": ")[2] or stem
        lines = [f"### {name}", "", title.rstrip(".") + f". File `models/{name}.json`.", ""]
        results = self.run_model(model, work / stem)
        if results is None:
            return "\n".join(lines + ["Its results are matrices.", ""])
        page = self.figures / f"gallery_{stem}.html"
        self.call(self.trunnion, "view", results, "-o", page, "--title", name)
        if self.screenshot(page, self.figures / f"gallery_{stem}.png"):
            lines += [f"![{name}](figures/gallery_{stem}.png)", ""]
        lines += [self.raw_link(f"figures/{page.name}", "Open it in the viewer"), ""]
        plots = results / "plots.svg"
        if plots.exists():
            shutil.copy(plots, self.figures / f"gallery_{stem}.svg")
            lines += [f"![diagrams of {name}](figures/gallery_{stem}.svg)", ""]
        return "\n".join(lines)

    def example_entry(self, source, work):
        text = source.read_text().splitlines()[1:]
        comment = []
        for line in text:
            if not line.startswith("//"):
                break
            comment.append(line[2:].strip())
        program = self.build / "examples" / source.stem
        done = self.call(program, cwd=work, timeout=600)
        lines = [f"### {source.stem}", "", " ".join(comment), "", f"Program `examples/{source.name}`.", ""]
        if source.stem.endswith("_view"):
            lines += self.example_view(program, source.stem)
        output = done.stdout.splitlines()
        shown = output if len(output) <= 25 else output[:24] + ["…"]
        return "\n".join(lines + ["It prints", "", "```text"] + shown + ["```", ""])

    def example_view(self, program, stem):
        page = self.figures / f"gallery_{stem}.html"
        self.call(program, page, timeout=600)
        picture = self.figures / f"gallery_{stem}.png"
        shown = [f"![{stem}](figures/{picture.name})", ""] if self.screenshot(page, picture) else []
        return shown + [self.raw_link(f"figures/{page.name}", "Open it in the viewer"), ""]

    def write_gallery(self):
        work = self.work / "gallery"
        work.mkdir(parents=True, exist_ok=True)
        lines = ["# Gallery", "", "All models and examples of the repository, run and drawn by the engine when this site was built.", "",
                 "## Models", ""]
        models = sorted((ROOT / "models").rglob("*.json"), key=lambda f: (len(f.parts), str(f)))
        lines += [entry for entry in (self.model_entry(m, work) for m in models) if entry]
        lines += ["", "## Examples", ""]
        lines += [self.example_entry(s, work) for s in sorted((ROOT / "examples").glob("*.cpp"))]
        (self.source / "gallery.md").write_text("\n".join(lines))

    def write(self):
        for page in check_docs.pages():
            if page.name not in ("LICENSES.md",):
                self.copy_page(page)
        (self.source / "index.md").write_text(INDEX)
        schema = json.loads((ROOT / "docs/model_file.schema.json").read_text())
        (self.source / "docs/model_file_schema.md").write_text(schema_page.make_page(schema))
        self.write_messages()
        self.write_gallery()


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    Site(*sys.argv[1:]).write()

# SPDX-License-Identifier: BSD-3-Clause
"""Stubs, signatures and docstrings cover every public name."""
import ast
import inspect
import pathlib
import pydoc
import subprocess
import sys
import unittest

from support import ROOT, tr

STUBS = pathlib.Path(tr.__file__).parent / "__init__.pyi"


def public(names):
    return {name for name in names if not name.startswith("_")}


class Stubs(unittest.TestCase):
    def setUp(self):
        self.tree = ast.parse(STUBS.read_text())
        self.nodes = {node.name: node for node in self.tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}

    def test_every_public_name_has_one(self):
        self.assertEqual(set(tr.__all__), public(self.nodes))
        modules = {"annotations"} | {n for n in dir(tr) if inspect.ismodule(getattr(tr, n))}
        self.assertEqual(public(dir(tr)) - modules, set(tr.__all__))

    def test_every_member_has_one(self):
        for name, node in self.nodes.items():
            if not isinstance(node, ast.ClassDef):
                continue
            known = {item.name for item in node.body if isinstance(item, ast.FunctionDef)}
            known |= {t.id for item in node.body if isinstance(item, ast.Assign) for t in item.targets}
            known |= {item.target.id for item in node.body if isinstance(item, ast.AnnAssign)}
            own = public(vars(getattr(tr, name)))
            self.assertEqual(own - known, set(), name)

    def test_they_are_those_of_the_extension(self):
        made = subprocess.run([sys.executable, ROOT / "scripts/python_stubs.py"], check=True, capture_output=True,
                              text=True).stdout
        self.assertEqual(made, STUBS.read_text(), "run scripts/python_stubs.py --write")


class Docstrings(unittest.TestCase):
    def members(self):
        for name in tr.__all__:
            item = getattr(tr, name)
            yield name, item
            if inspect.isclass(item):
                for member, value in vars(item).items():
                    if not member.startswith("_") and (callable(value) or isinstance(value, (property, staticmethod))):
                        yield f"{name}.{member}", value

    def test_every_name_is_explained(self):
        for name, item in self.members():
            if isinstance(item, str):
                continue  # a member of an enumeration
            text = inspect.getdoc(item.__func__ if isinstance(item, staticmethod) else item) or ""
            self.assertGreater(len(text), 2, name)
            self.assertNotIn("--\n", text, name)
            self.assertNotIn("trunnion::", text, name)

    def test_signatures_name_the_arguments(self):
        self.assertIn("mass", inspect.signature(tr.Model.add_rigid_body).parameters)
        self.assertIn("interval", inspect.signature(tr.Simulation.run).parameters)
        for name, item in self.members():
            if inspect.isroutine(item):
                inspect.signature(item)

    def test_help_reads(self):
        text = pydoc.render_doc(tr, renderer=pydoc.plaintext)
        self.assertIn("Multibody dynamics".lower(), text.lower())
        self.assertIn("add_rigid_body(*, name='', mass=0", text)
        self.assertNotIn("trunnion._core", text)


if __name__ == "__main__":
    unittest.main()

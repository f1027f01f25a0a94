# SPDX-License-Identifier: BSD-3-Clause
"""Trunnion: multibody dynamics of rigid and flexible bodies.

Build a model as in C++, with the names of its fields as keywords, and run it:

    import trunnion as tr

    model = tr.Model()
    model.set_gravity([0, 0, -9.81])
    rod = model.add_rigid_body(name="rod", mass=2, inertia=[0.001, 0.167, 0.167], position=[0.5, 0, 0])
    hinge = model.add_joint_at(name="hinge", body_a=model.ground(), body_b=rod, axis=[0, 1, 0])
    results = tr.Simulation(model, integrator={"tolerance": 1e-8}).run(2, 0.01)
    print(results["hinge.angle"])

Or read a model file: tr.Simulation(tr.read_model_file("model.json")).run().

Units are SI; 6-vectors are translation, then rotation. Vectors and matrices may be numpy arrays or
lists. Errors are exceptions with one sentence: ModelError, FileError, SolverError.
"""
from __future__ import annotations

import json as _json
import typing as _typing

from . import _core, _results
from ._core import *  # noqa: F401,F403
from ._core import ModelFile, Results, __version__
from ._errors import Error, FileError, ModelError, SolverError
from ._results import View

if _typing.TYPE_CHECKING:
    from typing import Any


def _plain(value: Any) -> Any:
    if hasattr(value, "tolist"):  # numpy
        return value.tolist()
    raise TypeError(f"parse_model: {type(value).__name__} cannot stand in a model")


def parse_model(model: str | dict[str, Any], source_name: str = "model") -> ModelFile:
    """A model file from its text, or from a dict of the same form.

    source_name : what messages call it
    """
    text = model if isinstance(model, str) else _json.dumps(model, default=_plain)
    return _core._parse_model(text, source_name)


for _name in ("show", "plot", "to_pandas", "_over"):
    setattr(Results, _name, getattr(_results, _name))
Results._repr_html_ = _results._html_of
for _item in (View, _results.show, _results.plot, _results.to_pandas):
    _item.__module__ = "trunnion"

__all__ = sorted([_name for _name in vars(_core) if not _name.startswith("_")]
                 + ["Error", "FileError", "ModelError", "SolverError", "View", "parse_model"])

# SPDX-License-Identifier: BSD-3-Clause
"""What Results do in Python beside the engine: pandas, matplotlib, notebooks."""
from __future__ import annotations

import html as _html
import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from trunnion import Results


class View:
    """The page with the 3D animation of results; a notebook shows it in place.

    html : the page, one text that needs nothing else
    """

    html: str

    def __init__(self, html: str, height: int = 600) -> None:
        self.html = html
        self._height = height

    def _repr_html_(self) -> str:
        page = _html.escape(self.html, quote=True)
        return f'<iframe srcdoc="{page}" width="100%" height="{self._height}" style="border:0"></iframe>'

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the page; any browser opens it, without a network."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.html)


def show(self: Results, title: str = "", most_frames: int = 1000, height: int = 600) -> View:
    """The page with the 3D animation and the diagrams, which a notebook shows in place.

    most_frames : of the animation; results with more are thinned evenly
    height      : in the notebook, in pixels
    """
    return View(self.make_view(title, most_frames), height)


def to_pandas(self: Results, table: str | None = None) -> Any:
    """A pandas DataFrame over time [s]: the columns of one table, or those of all output times.

    Where two tables have a column of the same name, its name is '<table>/<column>'.
    """
    import pandas

    if table is not None:
        tables = self.tables
        if table not in tables:
            raise KeyError(f"there is no table '{table}'; there are {sorted(tables)}")
        one = tables[table]
        index = pandas.Index(one.values[:, 0], name="time")
        return pandas.DataFrame(one.values[:, 1:], index=index, columns=one.columns[1:])
    count, columns = len(self), {}
    names = self.columns
    for key, one in self.tables.items():
        if key == "steps" or len(one) != count:
            continue
        for name in one.columns[1:]:
            columns[name if names.count(name) == 1 else f"{key}/{name}"] = one[name]
    return pandas.DataFrame(columns, index=pandas.Index(self.time, name="time"))


def plot(self: Results, *names: str, ax: Any = None, **style: Any) -> Any:
    """Draws columns over time with matplotlib; returns the axes.

        results.plot("hinge.angle", "hinge.angle_rate")

    ax    : axes to draw on; None: new ones
    style : of the lines, as matplotlib's plot takes it
    """
    from matplotlib import pyplot

    if not names:
        raise TypeError("plot: name one column or more, e.g. results.plot('hinge.angle')")
    lines = [(name, self.unit(name), self._over(name)) for name in names]
    if ax is None:
        ax = pyplot.subplots()[1]
    for name, unit, (time, values) in lines:
        ax.plot(time, values, label=f"{name} [{unit}]", **style)
    ax.set_xlabel("time [s]")
    units = {unit for _, unit, _ in lines}
    if len(lines) == 1:
        ax.set_ylabel(f"{names[0]} [{lines[0][1]}]")
    else:
        ax.set_ylabel(f"[{units.pop()}]" if len(units) == 1 else "")
        ax.legend()
    return ax


def _over(self: Results, name: str) -> tuple[Any, Any]:
    """Times and values: rows of the table `steps` are ends of steps."""
    values = self[name]
    if len(values) == len(self.time):
        return self.time, values
    return self["steps/time"] if "steps/time" in self else self.tables["steps"]["time"], values


def _html_of(self: Results) -> str:
    """What a notebook shows of results: a table of tables."""
    rows = "".join(f"<tr><td>{_html.escape(key)}</td><td>{len(one)}</td><td>{len(one.columns) - 1}</td></tr>"
                   for key, one in self.tables.items())
    return f"<table><tr><th>table</th><th>rows</th><th>columns</th></tr>{rows}</table>"

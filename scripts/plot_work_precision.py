#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Error at the end of runs over evaluations of the equations of motion, CPU or elements, logarithmic, as SVG:

    plot_work_precision.py work_precision.csv > docs/work_precision.svg
    plot_work_precision.py formulations.csv --curves formulation --of Andrews > docs/formulations.svg
    plot_work_precision.py B1_1000.csv --curves code --work cpu_seconds > docs/performance_B1_1000.svg
    plot_work_precision.py beams.csv --of corotational --work elements > docs/beams_convergence.svg

The columns are those of bench/work_precision, of bench/formulations work, of bench/scale --runs and of
bench/beam_references --csv. The dotted line has the slope of order 5, or 2 for elements."""
import argparse
import csv
import math
import sys

COLOURS = ["#1b6ca8", "#d1495b", "#2e933c", "#7b2d8b", "#e08e0b", "#3f4a5a", "#11a0a0", "#8c5a2b", "#b5179e",
           "#6c757d", "#4361ee", "#386641", "#bc4749", "#000000"]
LEFT, TOP, WIDTH, HEIGHT = 70, 20, 520, 420
X_RANGE, Y_RANGE = [2.4, 4.6], [-9, -1]  # decades; of evaluations; widened to the data
LABELS = {"evaluations": "evaluations of the equations of motion", "cpu_seconds": "CPU [s]", "elements": "elements"}
Y_LABELS = {"elements": "largest error over the length"}


def place(x, y):
    u = (math.log10(x) - X_RANGE[0]) / (X_RANGE[1] - X_RANGE[0])
    v = (math.log10(y) - Y_RANGE[0]) / (Y_RANGE[1] - Y_RANGE[0])
    return LEFT + WIDTH * u, TOP + HEIGHT * (1 - v)


def read():
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("--curves", default="problem", help="column with the names of the curves")
    parser.add_argument("--of", help="only rows of this problem, or formulation")
    parser.add_argument("--work", default="evaluations", choices=LABELS, help="column of the x axis")
    arguments = parser.parse_args()
    curves = {}
    with open(arguments.file, encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if arguments.of in (None, row.get("problem"), row.get("formulation")):
                error = float(row.get("position_error") or row["error"])
                curves.setdefault(row[arguments.curves], []).append((float(row[arguments.work]), error))
    return curves, arguments.work


def ticks(work, curves):
    """Labelled values of the x axis; its range follows the data unless it is that of evaluations."""
    if work == "evaluations":
        return 300, 1000, 3000, 10000, 30000
    logs = [math.log10(x) for points in curves.values() for x, _ in points]
    X_RANGE[:] = min(logs) - 0.1, max(logs) + 0.1
    values = [m * 10.0 ** e for e in range(math.floor(X_RANGE[0]), math.ceil(X_RANGE[1])) for m in (1, 2, 5)]
    return [v for v in values if X_RANGE[0] <= math.log10(v) <= X_RANGE[1]]


def main():
    curves, work = read()
    errors = [math.log10(error) for points in curves.values() for _, error in points]
    lowest, highest = Y_RANGE if work == "evaluations" else (math.inf, -math.inf)
    Y_RANGE[:] = min(lowest, math.floor(min(errors))), max(highest, math.ceil(max(errors)))
    labelled = ticks(work, curves)
    out = ['<svg xmlns="http://www.w3.org/2000/svg" width="820" height="500" font-family="sans-serif" font-size="13">',
           '<rect width="820" height="500" fill="white"/>',
           f'<rect x="{LEFT}" y="{TOP}" width="{WIDTH}" height="{HEIGHT}" fill="none" stroke="#444"/>']
    for decade in range(Y_RANGE[0], Y_RANGE[1] + 1):
        y = place(labelled[0], 10.0 ** decade)[1]
        out.append(f'<path d="M{LEFT} {y:.1f}h{WIDTH}" stroke="#ddd"/>'
                   f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">1e{decade}</text>')
    for value in labelled:
        x = place(value, 1e-5)[0]
        out.append(f'<path d="M{x:.1f} {TOP}v{HEIGHT}" stroke="#ddd"/>'
                   f'<text x="{x:.1f}" y="{TOP + HEIGHT + 18}" text-anchor="middle">{value:g}</text>')
    start, factor = (2000, 10) if work == "evaluations" else (10 ** (0.75 * X_RANGE[0] + 0.25 * X_RANGE[1]), 3)
    order = 2 if work == "elements" else 5
    (x0, y0), (x1, y1) = place(start, 1e-3), place(factor * start, 1e-3 / factor ** order)
    out.append(f'<path d="M{x0:.1f} {y0:.1f}L{x1:.1f} {y1:.1f}" stroke="#444" stroke-dasharray="2 4" fill="none"/>')
    for i, (name, points) in enumerate(curves.items()):
        colour, placed = COLOURS[i % len(COLOURS)], [place(*p) for p in points]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in placed)
        out.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="1.6"/>')
        out += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.6" fill="{colour}"/>' for x, y in placed]
        y = TOP + 16 + 22 * i
        out.append(f'<path d="M610 {y}h22" stroke="{colour}" stroke-width="2"/><text x="638" y="{y + 4}">{name}</text>')
    out.append(f'<text x="{LEFT + WIDTH / 2}" y="485" text-anchor="middle">{LABELS[work]}</text>'
               f'<text x="18" y="{TOP + HEIGHT / 2}" text-anchor="middle" '
               f'transform="rotate(-90 18 {TOP + HEIGHT / 2})">{Y_LABELS.get(work, "error at the end [m, rad]")}</text></svg>')
    print("\n".join(out))


main()

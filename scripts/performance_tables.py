#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The tables of docs/performance.md, section "Against other engines", from the results of bench/scale:

    performance_tables.py FOLDER docs/performance.md

FOLDER holds a file MODEL_N_ERROR.json for each row, and failures as MODEL_N_ERROR.txt. What stands
between the two markers of the page is replaced. Other engines are compared through IDA: their seconds
(bench/data/other_engines.json, another machine) times what IDA needs here over what it needed there, at
the same error."""
import datetime
import json
import pathlib
import platform
import re
import sys

BEGIN, END = "<!-- begin of what scripts/bench.sh writes -->", "<!-- end of what scripts/bench.sh writes -->"
ROOT = pathlib.Path(__file__).resolve().parent.parent


def machine():
    text = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8")
    names = re.findall(r"^model name\s*:\s*(.*)$", text, flags=re.M)
    return f"{names[0] if names else platform.machine()}, {len(names)} cores, {platform.system()}"


def read(folder):
    """{(model, n, error): result or the message of a failure}"""
    rows = {}
    for file in sorted(folder.glob("*_*_*.json")) + sorted(folder.glob("*_*_*.txt")):
        model, n, error = file.stem.split("_")
        text = file.read_text(encoding="utf-8")
        key = model, int(n), float(error)
        rows[key] = json.loads(text) if file.suffix == ".json" else text.strip()
    return dict(sorted(rows.items(), key=lambda item: (item[0][0], item[0][1], -item[0][2])))


def seconds(x):
    return f"{x:.3g}"


def direct_table(rows):
    out = ["| model | error asked | Trunnion: tolerance, error | steps | Newton | factor. | CPU [s] | memory [MiB] "
           "| IDA: tolerance, error | steps | Newton | setups | CPU [s] | IDA / Trunnion |",
           "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|"]
    for (model, n, error), r in rows.items():
        head = f"| {model} {n} | {error:.0e} | "
        if isinstance(r, str):
            out.append(head + r + " |" * 12)
            continue
        row = (f"{r['tolerance']:.0e}, {r['error']:.1e} | {r['steps']} | {r['newton_iterations']} | "
               f"{r['factorizations']} | {seconds(r['cpu_seconds'])} | {r['peak_memory_bytes'] / 2**20:.0f} | ")
        p = r.get("peer")
        if p and "failure" in p:
            out.append(head + row + f"{p['failure'].split(';')[0]} | | | | | |")
            continue
        row += (f"{p['tolerance']:.0e}, {p['error']:.1e} | {p['steps']} | {p['newton_iterations']} | {p['setups']} | "
                f"{seconds(p['cpu_seconds'])} | **{r['ratio']:.1f}** |" if p else "| | | | | |")
        out.append(head + row)
    return out


def clock(data, rows, model, n):
    """IDA's seconds here over those on the machine of the other engines, at an error of 1e-5 or less."""
    here = rows.get((model, n, 1e-5))
    there = [e["seconds"] for e in data["ida"] if e["model"] == model and e["n"] == n]
    if not there or not isinstance(here, dict) or not (here.get("peer") or {}).get("cpu_seconds"):
        return None
    return here["peer"]["cpu_seconds"] / there[0]


def engine_table(rows):
    data = json.loads((ROOT / "bench/data/other_engines.json").read_text(encoding="utf-8"))
    names = sorted({e["name"] for e in data["engines"]})
    out = ["| model | error asked | machine factor | " + " | ".join(names) + " |", "|---" * (3 + len(names)) + "|"]
    factors = {key: clock(data, rows, *key[:2]) for key in rows}
    known = sorted(f for f in set(factors.values()) if f)
    middle = known[len(known) // 2] if known else 1.0
    for (model, n, error), r in rows.items():
        if isinstance(r, str):
            continue
        factor = factors[model, n, error]
        cells = []
        for name in names:
            there = [e["seconds"] for e in data["engines"]
                     if (e["name"], e["model"], e["n"]) == (name, model, n) and e["error"] <= 1.3 * error]
            cells.append(f"{min(there) * (factor or middle) / r['cpu_seconds']:.1f}" if there else "")
        if any(cells):
            out.append(f"| {model} {n} | {error:.0e} | {factor or middle:.2f}{'' if factor else ' (median)'} | "
                       + " | ".join(cells) + " |")
    return out


def main():
    folder, page = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    rows = read(folder)
    if not rows:
        sys.exit(f"performance_tables: no results in {folder}; run scripts/bench.sh")
    figures = [f"![{f.stem}]({f.name})" for f in sorted(page.parent.glob("performance_*.svg"))]
    lines = [f"Machine: {machine()}. Date: {datetime.date.today().isoformat()}. One thread, CPU seconds of the time loop.",
             "", *direct_table(rows), "", "How many times faster than other engines, through IDA:", "",
             *engine_table(rows), "", *figures]
    text = page.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    page.write_text(before + BEGIN + "\n\n" + "\n".join(lines) + "\n\n" + END + rest.split(END)[1], encoding="utf-8")


main()

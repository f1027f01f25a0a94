# SPDX-License-Identifier: BSD-3-Clause
"""A model file run from Python: a double-wishbone corner on rubber bushings over a bump."""
import pathlib
import sys

import trunnion as tr

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
file = tr.read_model_file(ROOT / "models/suspension_corner.json")
print(file.description)
simulation = tr.Simulation(file)
results = simulation.run(until=1.0, interval=0.01)
for signal in file.signals:
    values = results[signal.name]
    print(f"{signal.name:28s} from {values.min():10.3f} to {values.max():10.3f} {signal.unit}")
if len(sys.argv) > 1:  # a folder: results.h5, CSV and the page with the animation
    results.save(sys.argv[1])
    results.show().save(pathlib.Path(sys.argv[1]) / "view.html")
sys.exit(0 if len(results) == 101 else 1)

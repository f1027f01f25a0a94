# SPDX-License-Identifier: BSD-3-Clause
"""A clamped beam: its sag under its weight and its first bending frequencies against Euler's beam."""
import math
import sys

import numpy as np
import trunnion as tr

E, RHO, SIDE, LENGTH = 2.1e11, 7850.0, 0.01, 1.0
section = tr.make_rectangular_section(SIDE, SIDE, E, 0.3, RHO)
model = tr.Model()
model.set_gravity([0, 0, -9.81])
nodes, _ = model.add_beam_line(name="beam", points=np.linspace([0, 0, 0], [LENGTH, 0, 0], 17), section=section,
                               start=model.ground())
simulation = tr.Simulation(model)
tr.solve_statics(simulation)
sag = simulation.pose(nodes[-1]).p[2]
exact = -RHO * SIDE**2 * 9.81 * LENGTH**4 / (8 * E * section.iy)
print(f"sag at the tip {1e3 * sag:.4f} mm, of the linear beam {1e3 * exact:.4f} mm")

error = 0.0
modes = tr.calc_modes(simulation, count=4)
for i, root in enumerate((1.875104, 1.875104, 4.694091, 4.694091)):  # two planes each
    wanted = root**2 / (2 * math.pi) * math.sqrt(E * section.iy / (RHO * SIDE**2 * LENGTH**4))
    error = max(error, abs(modes[i].frequency / wanted - 1))
    print(f"mode {i + 1}: {modes[i].frequency:8.3f} Hz, Euler's beam {wanted:8.3f} Hz")
sys.exit(0 if error < 0.01 and abs(sag / exact - 1) < 0.01 else 1)

# SPDX-License-Identifier: BSD-3-Clause
"""A planar four-bar of four revolutes: three equations are redundant, and a warning names them."""
import sys

import numpy as np
import trunnion as tr

model = tr.Model()
model.set_gravity([0, -9.81, 0])


def add_bar(name, start, end):
    """A uniform bar of 1 kg/m between two points, its x axis along it."""
    start, end = np.array(start, float), np.array(end, float)
    length = np.linalg.norm(end - start)
    x, z = (end - start) / length, np.array([0, 0, 1.0])
    return model.add_rigid_body(name=name, mass=length, inertia=[1e-3, length**3 / 12, length**3 / 12],
                                position=(start + end) / 2, orientation=np.column_stack([x, np.cross(z, x), z]))


a, b, c, d = [0, 0, 0], [0.4, 0.8, 0], [2.0, 1.4, 0], [2.2, 0, 0]
crank, coupler, rocker = add_bar("crank", a, b), add_bar("coupler", b, c), add_bar("rocker", c, d)
drive = model.add_joint_at(name="A", body_a=model.ground(), body_b=crank, point=a)
model.add_joint_at(name="B", body_a=crank, body_b=coupler, point=b)
model.add_joint_at(name="C", body_a=coupler, body_b=rocker, point=c)
model.add_joint_at(name="D", body_a=model.ground(), body_b=rocker, point=d)

simulation = tr.Simulation(model, integrator={"tolerance": 1e-6})
print("degrees of freedom:", simulation.degrees_of_freedom)
for warning in simulation.warnings:
    print("warning:", warning)
start = simulation.kinetic_energy + simulation.potential_energy
for t in np.linspace(0, 2, 9):
    simulation.advance_to(t)
    force, _ = simulation.reaction(drive)
    print(f"t {t:.2f} s  crank {simulation.coordinate(drive):8.4f} rad  force at A {np.round(force, 3)} N")
drift = simulation.kinetic_energy + simulation.potential_energy - start
sys.exit(0 if abs(drift) < 1e-3 and simulation.degrees_of_freedom == 1 else 1)

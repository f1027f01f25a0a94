# SPDX-License-Identifier: BSD-3-Clause
"""A pendulum: one body, one hinge. Its period against small swings, reactions, a diagram."""
import sys

import numpy as np
import trunnion as tr

model = tr.Model()
model.set_gravity([0, 0, -9.81])
rod = model.add_rigid_body(name="rod", mass=2, inertia=[1e-3, 1 / 6, 1 / 6], position=[0.5, 0, 0])
model.add_joint_at(name="hinge", type="revolute", body_a=model.ground(), body_b=rod, axis=[0, 1, 0])

simulation = tr.Simulation(model, integrator={"tolerance": 1e-8})
results = simulation.run(2, 0.01)
angle, force = results["hinge.angle"], results["hinge.force_z"]  # views, no copies
for i in range(0, len(results), 20):
    print(f"{results.time[i]:5.2f} s  angle {angle[i]:9.6f} rad  vertical reaction {force[i]:8.4f} N")

energy = results["total"]
print(f"energy drift {np.ptp(energy):.1e} J, {simulation.statistics['steps']:.0f} steps")
if len(sys.argv) > 1:  # a file for the diagram
    results.plot("hinge.angle").figure.savefig(sys.argv[1])
sys.exit(0 if np.ptp(energy) < 1e-5 else 1)

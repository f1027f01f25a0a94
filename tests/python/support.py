# SPDX-License-Identifier: BSD-3-Clause
"""What the tests of the Python package share. Without numpy they are skipped: exit code 77."""
import math
import pathlib
import sys

try:
    import numpy as np
except ImportError:
    print("skipped: numpy is missing")
    sys.exit(77)

import trunnion as tr

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def oscillator(stiffness=50.0, mass=2.0, start=0.1, damping=0.0):
    """A point mass on a spring along x."""
    model = tr.Model()
    body = model.add_point_mass(name="mass", mass=mass, position=[start, 0, 0])
    a = model.add_marker(name="a", body=model.ground())
    b = model.add_marker(name="b", body=body)
    spring = model.add_spring_damper(name="spring", along=tr.between(a, b, "offset_x"), stiffness=stiffness,
                                     damping=damping, free_length=0)
    return model, body, spring


def pendulum():
    """A uniform rod of 1 m and 2 kg, let go horizontally."""
    model = tr.Model()
    model.set_gravity([0, 0, -9.81])
    rod = model.add_rigid_body(name="rod", mass=2, inertia=[1e-3, 1 / 6, 1 / 6], position=[0.5, 0, 0])
    hinge = model.add_joint_at(name="hinge", type="revolute", body_a=model.ground(), body_b=rod, axis=[0, 1, 0])
    return model, rod, hinge


def quarter_period_integral(k):
    """Complete elliptic integral of the first kind, by the arithmetic-geometric mean."""
    a, b = 1.0, math.sqrt(1 - k * k)
    while abs(a - b) > 1e-15:
        a, b = (a + b) / 2, math.sqrt(a * b)
    return math.pi / (2 * a)


def same_bits(a, b):
    return np.array_equal(np.asarray(a).view(np.uint64), np.asarray(b).view(np.uint64))

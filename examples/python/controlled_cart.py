# SPDX-License-Identifier: BSD-3-Clause
"""An inverted pendulum on a cart, held upright by a controller in Python every 5 ms."""
import sys

import trunnion as tr

model = tr.Model()
model.set_gravity([0, 0, -9.81])
push = model.add_input("push", "N")
cart = model.add_rigid_body(name="cart", mass=1, inertia=[0.01, 0.01, 0.01])
pole = model.add_rigid_body(name="pole", mass=0.2, com=[0, 0, 0.25], inertia=[0.004, 0.004, 1e-4])
slide = model.add_joint_at(name="slide", type="prismatic", body_a=model.ground(), body_b=cart, axis=[1, 0, 0])
model.add_joint_at(name="hinge", body_a=cart, body_b=pole, axis=[0, 1, 0], initial_coordinate=0.1)
model.add_motor(name="drive", along=slide, law=tr.make_force_over_time(push))

host = tr.SteppedSimulation(model, threads=1, serial=True)
angle, rate = host.find_output("hinge.angle"), host.find_output("hinge.angle_rate")
place, speed = host.find_output("slide.offset"), host.find_output("slide.offset_rate")
force = host.find_input("push")
for k in range(1, 1001):
    command = 40 * host.get(angle) + 8 * host.get(rate) + 2 * host.get(place) + 4 * host.get(speed)
    host.hold(force, command)
    host.advance_to(0.005 * k)
    if k % 100 == 0:
        print(f"{host.t:4.1f} s  angle {host.get(angle):9.5f} rad  cart {host.get(place):9.5f} m")
sys.exit(0 if abs(host.get(angle)) < 0.02 else 1)

# SPDX-License-Identifier: BSD-3-Clause
"""What a host in Python costs: the corners of bench/embedding.cpp, the same loops.

    PYTHONPATH=build/release/python /usr/bin/python3 bench/embedding.py [SECONDS]
"""
import math
import pathlib
import sys
import time

import trunnion as tr

MODELS = pathlib.Path(__file__).resolve().parent.parent / "tests/data/hosting"
OUTPUTS = ("tyre_force", "camber", "wheel_travel", "hub.force_z", "chassis.az")


def run(name, what, until, interval=1e-3):
    host = tr.SteppedSimulation(tr.read_model_file(MODELS / name), threads=1, serial=True)
    push, road = host.find_input("push"), host.find_input("road")
    outputs = [host.find_output(output) for output in OUTPUTS]
    begin = time.process_time()
    for i in range(1, round(until / interval) + 1):
        t = i * interval
        if what == "held, slow":
            host.hold(push, 200 * math.sin(6 * t))
        elif what == "straight, slow":
            host.ramp(push, 200 * math.sin(6 * t))
        elif what != "nothing changes":
            host.hold(push, 200 * math.sin(0.7 * i))
        if what != "nothing changes":
            host.spline(road, 0.02 * (1 - math.cos(20 * t)), 0.4 * math.sin(20 * t))
        host.advance_to(t)
        if what == "held, noise, five outputs":
            for output in outputs:
                host.get(output)
    cpu = time.process_time() - begin
    print(f"  {what:28s} {host.statistics['steps'] * interval / until:6.2f} steps {until / cpu:8.1f} x real")


def main():
    until = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    for name in ("corner_on_joints.json", "corner_on_bushings.json"):
        print(f"{name}, {until:g} s, per interval of 1 ms:")
        for what in ("nothing changes", "held, slow", "straight, slow", "held, noise", "held, noise, five outputs"):
            run(name, what, until)


if __name__ == "__main__":
    main()

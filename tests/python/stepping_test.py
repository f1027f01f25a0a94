# SPDX-License-Identifier: BSD-3-Clause
"""A model inside a Python program: inputs, snapshots, threads, Ctrl-C."""
import os
import signal
import threading
import time
import unittest

from support import ROOT, np, oscillator, pendulum, same_bits, tr


def cart():
    model = tr.Model()
    push = model.add_input("push", "N")
    body = model.add_point_mass(name="cart", mass=4)
    model.add_applied_load(name="push", body=body, force=lambda t: [push(t)[0], 0, 0])
    return model


class Stepping(unittest.TestCase):
    def test_a_held_force_gives_force_over_mass(self):
        host = tr.SteppedSimulation(cart())
        host.hold("push", 8)
        host.advance_to(0.5)
        self.assertEqual(host.t, 0.5)
        self.assertAlmostEqual(host.get("cart.vx"), 1, 9)
        self.assertEqual(host.get(host.find_input("push")), 8)
        self.assertEqual(host.inputs[0]["unit"], "N")

    def test_parameters_change(self):
        model, _, _ = oscillator()
        host = tr.SteppedSimulation(model)
        host.set("spring.stiffness", 80)
        self.assertEqual(host.get(host.find_parameter("spring.stiffness")), 80)
        host.advance_to(0.1)
        with self.assertRaisesRegex(tr.ModelError, "mass"):
            host.set("mass.mass", -1)

    def test_snapshots_go_on_with_the_same_bits(self):
        file = tr.read_model_file(ROOT / "tests/data/hosting/corner_on_bushings.json")
        host = tr.SteppedSimulation(file, threads=1, serial=True)
        height = host.find_output("chassis.az")
        host.hold("push", 100)
        host.advance_to(0.05)
        saved = host.save()
        self.assertIsInstance(saved, bytes)
        host.hold("push", -50)
        host.advance_to(0.1)
        first = host.get(height)
        host.load(saved)
        host.hold("push", -50)
        host.advance_to(0.1)
        self.assertEqual(host.get(height), first)

    def test_checkpoints_of_a_simulation(self):
        model, _, hinge = pendulum()
        run = tr.Simulation(model)
        run.advance_to(0.3)
        saved = run.save_checkpoint()
        run.advance_to(0.6)
        first = run.q
        run.load_checkpoint(saved)
        run.advance_to(0.6)
        self.assertTrue(same_bits(run.q, first))
        other = tr.Simulation(oscillator()[0])
        with self.assertRaises(tr.FileError):
            other.load_checkpoint(saved)

    def test_stop_ends_between_steps(self):
        host = tr.SteppedSimulation(cart(), integrator={"max_step": 1e-3})
        asked = []
        host.advance_to(1, stop=lambda: asked.append(1) or len(asked) > 5)
        self.assertLess(host.t, 0.5)
        host.advance_to(0.5)
        self.assertEqual(host.t, 0.5)


class Threads(unittest.TestCase):
    def test_two_threads_give_the_bits_of_one_after_the_other(self):
        def work(out, name):
            file = tr.read_model_file(ROOT / "models/suspension_corner.json")
            out[name] = tr.Simulation(file, threads=1).run(0.3, 0.01)

        one, two = {}, {}
        for name in ("a", "b"):
            work(one, name)
        threads = [threading.Thread(target=work, args=(two, name)) for name in ("a", "b")]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for name in ("a", "b"):
            for table in ("bodies", "joints", "forces"):
                self.assertTrue(same_bits(np.ascontiguousarray(one[name].tables[table].values),
                                          np.ascontiguousarray(two[name].tables[table].values)))

    def test_others_run_while_a_simulation_steps(self):
        file = tr.read_model_file(ROOT / "models/suspension_corner.json")
        run, counted, done = tr.Simulation(file), [], threading.Event()

        def count():
            while not done.is_set():
                counted.append(1)
                time.sleep(1e-4)

        counter = threading.Thread(target=count)
        counter.start()
        before = len(counted)
        run.run(0.5, 0.01)
        during = len(counted) - before
        done.set()
        counter.join()
        self.assertGreater(during, 2)

    def test_one_simulation_in_two_threads_is_refused(self):
        model, _, _ = pendulum()
        run, met = tr.Simulation(model), []

        def stop():
            def other():
                try:
                    run.t
                except RuntimeError as error:
                    met.append(str(error))
            thread = threading.Thread(target=other)
            thread.start()
            thread.join()
            return True

        run.run(1, 0.5, stop=stop)
        self.assertIn("another thread", met[0])

    def test_a_callback_may_ask_but_not_change(self):
        model, _, hinge = pendulum()
        run, seen = tr.Simulation(model), []
        run.run(0.1, 0.1, progress=lambda t: seen.append(run.coordinate(hinge)))
        self.assertEqual(len(seen), 2)
        with self.assertRaisesRegex(RuntimeError, "not change"):
            run.run(0.3, 0.1, progress=lambda t: run.step())


class Interrupts(unittest.TestCase):
    def test_ctrl_c_ends_between_steps(self):
        model, _, _ = oscillator()
        run = tr.Simulation(model, integrator={"max_step": 1e-5})
        timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            run.advance_to(1e5)
        t = run.t
        self.assertLess(t, 1e5)
        run.advance_to(t + 1e-3)
        self.assertEqual(run.t, t + 1e-3)

    def test_an_exception_of_a_law_comes_through(self):
        model = tr.Model()
        body = model.add_point_mass(mass=1)

        def law(t):
            if t > 0.1:
                raise ZeroDivisionError("in the law")
            return [1, 0, 0]

        model.add_applied_load(body=body, force=law)
        run = tr.Simulation(model)
        with self.assertRaisesRegex(ZeroDivisionError, "in the law"):
            run.run(1, 0.1)
        with self.assertRaisesRegex(RuntimeError, "make a new one"):
            run.step()


class Events(unittest.TestCase):
    def test_a_joint_is_released_at_a_time(self):
        model, rod, hinge = pendulum()
        run = tr.Simulation(model, events=[{"name": "letting go", "time": 0.2, "action": lambda act: act.release(hinge)}])
        run.advance_to(0.5)
        self.assertEqual(run.events, [("letting go", 0.2)])
        np.testing.assert_allclose(run.acceleration(rod), [0, 0, -9.81], atol=1e-6)

    def test_a_crossing_stops_the_run(self):
        model, body, _ = oscillator()
        run = tr.Simulation(model, integrator={"tolerance": 1e-8}, events=[
            {"name": "middle", "function": lambda s: s.pose(body).p[0], "direction": "falling",
             "action": lambda act: act.stop()}])
        run.advance_to(1)
        self.assertTrue(run.stopped)
        self.assertAlmostEqual(run.t, np.pi / 10, 6)


if __name__ == "__main__":
    unittest.main()

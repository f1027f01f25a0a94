# SPDX-License-Identifier: BSD-3-Clause
"""Models that are built in Python, against closed forms."""
import math
import unittest

from support import np, oscillator, pendulum, quarter_period_integral, tr


class Bodies(unittest.TestCase):
    def test_the_period_of_a_pendulum_is_the_elliptic_integral(self):
        model, _, hinge = pendulum()
        run = tr.Simulation(model, integrator={"tolerance": 1e-8})
        period = 4 * quarter_period_integral(math.sqrt(0.5)) * math.sqrt((1 / 6 + 2 * 0.25) / (2 * 9.81 * 0.5))
        run.advance_to(period)
        self.assertLess(abs(run.coordinate(hinge)), 1e-5)

    def test_a_reaction_at_rest_is_the_weight(self):
        model, rod, hinge = pendulum()
        model = tr.Model()
        model.set_gravity(np.array([0, 0, -9.81]))
        rod = model.add_rigid_body(mass=2, com=[0, 0, -0.5], inertia=np.diag([0.2, 0.2, 0.01]))
        hinge = model.add_joint_at(body_a=model.ground(), body_b=rod, axis=[0, 1, 0])
        force, torque = tr.Simulation(model).reaction(hinge)
        np.testing.assert_allclose(force, [0, 0, 2 * 9.81], atol=1e-9)
        np.testing.assert_allclose(torque, 0, atol=1e-9)

    def test_an_oscillator_follows_the_cosine(self):
        model, body, _ = oscillator()
        results = tr.Simulation(model, integrator=dict(tolerance=1e-8)).run(2, 0.01)
        np.testing.assert_allclose(results["mass.x"], 0.1 * np.cos(5 * results.time), atol=1e-6)

    def test_every_joint_type_can_be_named(self):
        self.assertEqual(len(tr.JointType), 15)
        for kind in tr.JointType:
            model = tr.Model()
            body = model.add_rigid_body(mass=1, inertia=[1, 1, 1])
            more = {"universal": {"axis_b": [1, 0, 0]}, "perpendicular_axes": {"axis_b": [1, 0, 0]},
                    "distance": {"point_b": [1, 0, 0]}, "revolute_spherical": {"point_b": [1, 0, 0]},
                    "screw": {"pitch": 0.1}}.get(kind.value, {})
            joint = model.add_joint_at(type=kind, body_a=model.ground(), body_b=body, **more)
            self.assertEqual(model.find_joint("joint_0"), joint)
            self.assertGreater(model.compile().num_constraints, 0, kind)


class Laws(unittest.TestCase):
    def test_a_motion_by_a_function_of_python(self):
        model = tr.Model()
        rod = model.add_rigid_body(name="rod", mass=1, inertia=[1, 1, 1])
        hinge = model.add_joint_at(name="hinge", body_a=model.ground(), body_b=rod)
        drive = model.add_motion(
            name="drive", along=hinge,
            law=tr.MotionLaw(lambda t: (math.sin(t), math.cos(t), -math.sin(t)), breaks=()))
        run = tr.Simulation(model)
        run.advance_to(1)
        self.assertAlmostEqual(run.coordinate(hinge), math.sin(1), 5)  # the tolerance
        self.assertAlmostEqual(run.drive(drive), -math.sin(1), 4)

    def test_ready_made_laws(self):
        self.assertEqual(tr.make_ramp(1, 2)(3), (7, 2, 0))
        self.assertAlmostEqual(tr.make_smooth_step(start=0, end=1, begin=0, to=2)(0.5)[0], 1)
        self.assertAlmostEqual(tr.make_harmonic(amplitude=2, angular_frequency=3)(0.1)[1], 6 * math.cos(0.3))
        self.assertAlmostEqual(tr.make_polynomial([1, 2, 3])(2)[0], 17)
        self.assertAlmostEqual(tr.make_linear_table([[0, 0], [1, 2]])(0.25)[0], 0.5)

    def test_a_load_of_python_accelerates(self):
        model = tr.Model()
        body = model.add_point_mass(name="cart", mass=4)
        model.add_applied_load(name="push", body=body, force=lambda t: [8 * t, 0, 0])
        run = tr.Simulation(model, integrator={"tolerance": 1e-8})
        run.advance_to(1)
        self.assertAlmostEqual(run.velocity(body)[0], 1, 6)

    def test_a_force_of_ones_own_is_the_spring(self):
        model = tr.Model()
        body = model.add_rigid_body(name="mass", mass=2, inertia=[1, 1, 1], position=[0.1, 0, 0])

        def pull(t, bodies):
            return [np.concatenate([-50 * bodies[0].r - 4 * bodies[0].v, [0, 0, 0]])]

        model.add_user_force("pull", [body], pull)
        run = tr.Simulation(model, integrator={"tolerance": 1e-7})
        run.advance_to(0.5)
        w = math.sqrt(25 - 1)  # x'' + 2 x' + 25 x = 0
        exact = 0.1 * math.exp(-0.5) * (math.cos(w * 0.5) + math.sin(w * 0.5) / w)
        self.assertAlmostEqual(run.pose(body).p[0], exact, 6)

    def test_a_motor_a_stop_a_bushing_and_a_coupling(self):
        model = tr.Model()
        wheels = [model.add_rigid_body(name=n, mass=1, inertia=[1, 1, 1], position=[x, 0, 0])
                  for n, x in (("a", 0), ("b", 1))]
        hinges = [model.add_joint_at(name=f"h{i}", body_a=model.ground(), body_b=w, point=[i, 0, 0])
                  for i, w in enumerate(wheels)]
        model.add_coupling(first=hinges[0], second=hinges[1], ratio=-2)
        model.add_motor(name="motor", along=hinges[0], law=tr.make_force_over_time(1.25))
        model.add_stop(name="stop", along=hinges[0], law={"limit": 10, "side": "upper", "stiffness": 1})
        frame = model.add_marker(body=model.ground(), position=[5, 0, 0])
        block = model.add_rigid_body(name="block", mass=1, inertia=[1, 1, 1], position=[5, 0, 0])
        model.add_bushing(a=frame, b=model.add_marker(body=block), parameters={"stiffness": [100.0] * 6})
        run = tr.Simulation(model)
        run.advance_to(1)
        self.assertAlmostEqual(run.rate(hinges[0]), 1, 6)  # the other turns half as fast: 1 + 1/4
        self.assertAlmostEqual(run.rate(hinges[1]), -0.5, 6)

    def test_a_beam_bends_as_the_linear_beam_does(self):
        model = tr.Model()
        section = tr.make_rectangular_section(0.02, 0.02, 2e11, 0.3, 7800)
        points = [[x, 0, 0] for x in np.linspace(0, 1, 5)]
        nodes, _ = model.add_beam_line(name="beam", points=points, section=section, start=model.ground())
        model.add_applied_load(body=nodes[-1], force=[0, 0, -1])
        run = tr.Simulation(model)
        tr.solve_statics(run)
        self.assertAlmostEqual(run.pose(nodes[-1]).p[2] / (-1 / (3 * 2e11 * section.iy)), 1, 3)


class Arguments(unittest.TestCase):
    def setUp(self):
        self.model = tr.Model()

    def test_an_unknown_keyword_names_the_nearest(self):
        with self.assertRaisesRegex(TypeError, "add_rigid_body: unknown keyword 'mas'; did you mean 'mass'"):
            self.model.add_rigid_body(mas=2)
        with self.assertRaisesRegex(TypeError, "integrator: unknown keyword 'tolerence'.*'tolerance'"):
            tr.Simulation(self.model, integrator={"tolerence": 1})
        with self.assertRaisesRegex(ValueError, "'revolut' is unknown; did you mean 'revolute'"):
            self.model.add_joint_at(type="revolut")

    def test_shapes_and_types_are_told(self):
        with self.assertRaisesRegex(ValueError, r"com must have the shape \(3,\), not \(2,\)"):
            self.model.add_rigid_body(com=[1, 2])
        with self.assertRaisesRegex(ValueError, r"inertia must have the shape \(3, 3\) or \(3,\), not \(2, 2\)"):
            self.model.add_rigid_body(inertia=np.eye(2))
        for wrong in ("2", [1, 2], None, True, 1j):
            with self.assertRaisesRegex(TypeError, "mass must be a number"):
                self.model.add_rigid_body(mass=wrong)
        with self.assertRaisesRegex(TypeError, "com must be an array of shape"):
            self.model.add_rigid_body(com="abc")
        with self.assertRaisesRegex(TypeError, "complex128"):
            self.model.add_rigid_body(com=[1j, 0, 0])
        with self.assertRaisesRegex(TypeError, "keywords only"):
            self.model.add_rigid_body("rod")
        with self.assertRaisesRegex(TypeError, "body must be a BodyId, not int|a BodyId"):
            self.model.add_marker(body=1)

    def test_what_is_refused_is_not_added(self):
        with self.assertRaises(tr.ModelError):
            self.model.add_rigid_body(name="rod", mass=-1)
        self.assertEqual(self.model.num_bodies, 1)
        self.assertIsNone(self.model.find_body("rod"))


if __name__ == "__main__":
    unittest.main()

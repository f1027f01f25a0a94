# SPDX-License-Identifier: BSD-3-Clause
"""Statics, kinematics, linear models and modes, against closed forms."""
import math
import unittest

from support import ROOT, np, oscillator, tr


class Analyses(unittest.TestCase):
    def test_a_spring_carries_a_weight(self):
        model = tr.Model()
        model.set_gravity([0, 0, -10])
        body = model.add_point_mass(name="mass", mass=2)
        a, b = model.add_marker(body=model.ground()), model.add_marker(body=body)
        for axis in "xyz":
            model.add_spring_damper(along=tr.between(a, b, f"offset_{axis}"), stiffness=100, free_length=0)
        run = tr.Simulation(model)
        report = tr.solve_statics(run)
        self.assertGreaterEqual(report.newton_iterations, 1)
        np.testing.assert_allclose(run.pose(body).p, [0, 0, -0.2], atol=1e-9)

    def test_modes_of_an_oscillator(self):
        model, _, spring = oscillator(damping=4.0)
        run = tr.Simulation(model)
        modes = tr.calc_modes(run)
        found = [m for m in modes if m.frequency > 0.1]
        self.assertEqual(len(found), 1)
        self.assertAlmostEqual(found[0].frequency, 5 / (2 * math.pi), 9)
        self.assertAlmostEqual(found[0].damping_ratio, 0.2, 9)
        self.assertAlmostEqual(abs(found[0].eigenvalue - complex(-1, math.sqrt(24))), 0, 8)
        np.testing.assert_allclose(abs(found[0].shape["mass"][:3]), [1, 0, 0], atol=1e-9)

    def test_a_linear_model_of_an_oscillator(self):
        model, body, spring = oscillator(damping=4.0)
        load = model.add_applied_load(name="push", body=body)
        x = tr.Signal("x", "m", lambda state: state.pose(body).p[0])
        linear = tr.linearize_model(tr.Simulation(model), inputs=[load], outputs=[x])
        self.assertEqual(linear.A.shape, (6, 6))
        values = np.linalg.eigvals(linear.A)
        self.assertLess(min(abs(values - complex(-1, math.sqrt(24)))), 1e-8)
        self.assertTrue(np.shares_memory(linear.A, linear.A))
        self.assertEqual(linear.inputs[0], "push.force_x")
        gain = (linear.C @ np.linalg.pinv(-linear.A) @ linear.B + linear.D)[0, 0]
        self.assertAlmostEqual(gain, 1 / 50, 6)

    def test_kinematics_of_a_driven_crank(self):
        model = tr.Model()
        crank = model.add_rigid_body(name="crank", mass=1, inertia=[1, 1, 1])
        hinge = model.add_joint_at(name="hinge", body_a=model.ground(), body_b=crank)
        model.add_motion(name="drive", along=hinge, law=tr.make_polynomial([0, 0, 1.5]))
        results = tr.advance_kinematics(tr.Simulation(model), 1, 0.1)
        np.testing.assert_allclose(results["drive.drive"], 3, rtol=1e-9)
        np.testing.assert_allclose(results["hinge.angle"], 1.5 * results.time**2, atol=1e-9)

    def test_a_path_of_equilibria(self):
        model, body, _ = oscillator()
        model.add_applied_load(name="push", body=body, force=lambda t: [10 * t, 0, 0])
        results = tr.advance_statics(tr.Simulation(model), 1, 0.25)
        np.testing.assert_allclose(results["mass.x"], 0.2 * results.time, atol=1e-9)

    def test_a_reduced_body_of_a_mesh(self):
        mesh = tr.read_inp(ROOT / "tests/data/meshes/arm_tet10_coarse.inp")
        mesh.set_material("aluminium", E=70e9, nu=0.33, density=2700)
        part = tr.make_reduced_part(mesh, [{"name": "A", "node_set": "BORE_A", "origin": [0, 0, 0]},
                                           {"name": "B", "node_set": "BORE_B", "origin": [0.24, 0.05, 0.02]}], 4)
        self.assertEqual(part.num_shapes, 10)
        self.assertTrue(np.all(np.diff(part.frequencies) >= 0))
        model = tr.Model()
        arm = model.add_reduced_body(name="arm", part=part, damping_ratios=[0.02])
        model.add_joint_at(body_a=model.ground(), body_b=arm.interfaces[0], axis=[0, 1, 0])
        self.assertEqual(tr.Simulation(model).degrees_of_freedom, 11)


if __name__ == "__main__":
    unittest.main()

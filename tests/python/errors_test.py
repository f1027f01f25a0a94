# SPDX-License-Identifier: BSD-3-Clause
"""Errors are exceptions with fields."""
import unittest

from support import pendulum, tr


class Fields(unittest.TestCase):
    def test_classes(self):
        for cls in (tr.ModelError, tr.FileError, tr.SolverError):
            self.assertTrue(issubclass(cls, tr.Error))
            self.assertEqual(cls.__module__, "trunnion")

    def test_a_model_error_names_the_element(self):
        with self.assertRaises(tr.ModelError) as met:
            tr.Model().add_rigid_body(name="rod", mass=-1)
        self.assertEqual(met.exception.element, "body 'rod'")
        self.assertEqual(met.exception.message, str(met.exception))
        self.assertEqual(met.exception.file, "")

    def test_a_file_error_names_file_and_place(self):
        with self.assertRaises(tr.FileError) as met:
            tr.parse_model({"bodies": [{"name": "rod", "mass": -1}]}, source_name="own")
        self.assertEqual(met.exception.file, "own")
        self.assertTrue(met.exception.place.startswith("/bodies/0"), met.exception.place)
        with self.assertRaises(tr.FileError) as met:
            tr.read_model_file("there_is_no.json")
        self.assertIn("there_is_no.json", str(met.exception))

    def test_a_solver_error_is_one(self):
        model = tr.Model()
        model.set_gravity([0, 0, -9.81])
        model.add_rigid_body(name="stone", mass=1, inertia=[1, 1, 1])
        with self.assertRaisesRegex(tr.SolverError, "stone"):
            tr.solve_statics(tr.Simulation(model))

    def test_handles_of_another_model_are_refused(self):
        model, _, _ = pendulum()
        big = tr.Model()
        bodies = [big.add_rigid_body(mass=1, inertia=[1, 1, 1]) for _ in range(9)]
        with self.assertRaises(tr.ModelError):
            tr.Simulation(model).pose(bodies[-1])

    def test_a_function_that_is_none_is_told_at_once(self):
        model = tr.Model()
        body = model.add_point_mass(mass=1)
        with self.assertRaisesRegex(TypeError, "law must be callable"):
            model.add_applied_load(body=body, force={"law": 3})
        model.add_applied_load(name="push", body=body, force=lambda t: [1, 2])
        with self.assertRaisesRegex(ValueError, r"what the function returns must have the shape \(3,\)"):
            tr.Simulation(model).run(1, 1)


if __name__ == "__main__":
    unittest.main()

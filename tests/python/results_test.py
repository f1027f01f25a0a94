# SPDX-License-Identifier: BSD-3-Clause
"""Results as arrays that look into the memory of the engine; files; pandas, matplotlib, notebooks."""
import gc
import importlib.util
import os
import pathlib
import subprocess
import tempfile
import unittest

from support import ROOT, np, oscillator, pendulum, same_bits, tr


def run():
    model, _, _ = pendulum()
    return tr.Simulation(model).run(0.5, 0.01)


class Views(unittest.TestCase):
    def test_columns_share_memory_with_their_table(self):
        results = run()
        angle = results["hinge.angle"]
        self.assertTrue(np.shares_memory(angle, results.tables["joints"].values))
        self.assertTrue(np.shares_memory(angle, results.column("hinge.angle")))
        self.assertTrue(same_bits(angle, results["joints/hinge.angle"]))
        self.assertEqual(results.unit("hinge.angle"), "rad")

    def test_they_are_read_only_and_outlive_the_results(self):
        results = run()
        angle, values = results["hinge.angle"], results.tables["energy"].values
        with self.assertRaises(ValueError):
            angle[0] = 1
        kept, kept_values = angle.copy(), values.copy()
        del results
        gc.collect()
        _ = [np.ones(angle.size) for _ in range(1000)]
        self.assertTrue(same_bits(angle, kept))
        self.assertTrue(np.array_equal(values, kept_values))

    def test_a_wrong_name_is_an_error_with_the_nearest(self):
        results = run()
        with self.assertRaisesRegex(tr.ModelError, "did you mean 'hinge.angle'"):
            results["hinge.angel"]
        self.assertNotIn("hinge.angel", results)
        self.assertIn("hinge.angle", results)

    def test_signals_of_python(self):
        model, body, _ = oscillator()
        twice = tr.Signal("twice", "m", lambda state: 2 * state.pose(body).p[0])
        results = tr.Simulation(model).run(0.2, 0.1, signals=[twice])
        np.testing.assert_allclose(results["twice"], 2 * results["mass.x"], rtol=1e-15)

    def test_a_state_is_not_kept(self):
        kept = []
        model, _, _ = oscillator()
        tr.Simulation(model).run(0.1, 0.1, signals=[tr.Signal("s", "1", lambda s: kept.append(s) or 0.0)])
        with self.assertRaisesRegex(RuntimeError, "only while"):
            kept[0].t


class Files(unittest.TestCase):
    def test_a_run_of_a_file_has_the_bits_of_the_command(self):
        with tempfile.TemporaryDirectory() as folder:
            model = ROOT / "models/pendulum.json"
            subprocess.run([os.environ["TRUNNION_COMMAND"], "run", model, "--output", folder, "--quiet"], check=True)
            own = tr.Simulation(tr.read_model_file(model)).run()
            read = tr.Results.read(folder)
            for name in read.tables:
                self.assertTrue(same_bits(np.ascontiguousarray(own.tables[name].values),
                                          np.ascontiguousarray(read.tables[name].values)), name)

    def test_what_is_saved_reads_back(self):
        results = run()
        with tempfile.TemporaryDirectory() as folder:
            results.save(pathlib.Path(folder) / "out")
            back = tr.Results.read(pathlib.Path(folder) / "out" / "results.h5")
            self.assertTrue(same_bits(back["hinge.angle"], results["hinge.angle"]))
            self.assertTrue((pathlib.Path(folder) / "out" / "joints.csv").exists())

    def test_a_model_of_a_dict(self):
        model = {"gravity": np.array([0, 0, -9.81]), "bodies": [{"name": "ball", "mass": 1, "inertia": [1, 1, 1]}],
                 "run": {"until": 0.5, "output_interval": 0.1}}
        results = tr.Simulation(tr.parse_model(model)).run()
        self.assertAlmostEqual(results["ball.z"][-1], -9.81 / 8, 6)

    def test_analyses_of_a_file(self):
        file = tr.read_model_file(ROOT / "models/front_corner/linear_synthetic_bushings.json")
        outcomes = tr.run_analyses(file)
        self.assertEqual([o.name for o in outcomes], file.analyses)


class Pictures(unittest.TestCase):
    def test_show_gives_the_page_to_a_notebook(self):
        view = run().show(title="a title")
        self.assertTrue(view.html.startswith("<!doctype html>"))
        frame = view._repr_html_()
        self.assertTrue(frame.startswith("<iframe srcdoc="))
        self.assertNotIn("<script", frame)

    @unittest.skipUnless(importlib.util.find_spec("pandas"), "pandas is missing")
    def test_pandas(self):
        results = run()
        frame = results.to_pandas()
        self.assertEqual(len(frame), len(results))
        self.assertTrue(same_bits(frame["hinge.angle"].to_numpy(), results["hinge.angle"]))
        steps = results.to_pandas("steps")
        self.assertIn("step_size", steps.columns)
        with self.assertRaises(KeyError):
            results.to_pandas("step")

    @unittest.skipUnless(importlib.util.find_spec("matplotlib"), "matplotlib is missing")
    def test_matplotlib(self):
        import matplotlib
        matplotlib.use("Agg")
        results = run()
        axes = results.plot("hinge.angle", "hinge.angle_rate")
        self.assertTrue(same_bits(axes.lines[0].get_ydata(), results["hinge.angle"]))
        self.assertIn("[rad]", axes.get_legend().get_texts()[0].get_text())
        self.assertEqual(results.plot("hinge.angle", ax=axes), axes)
        results.plot("step_size")


if __name__ == "__main__":
    unittest.main()

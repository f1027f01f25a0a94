#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Pages of `trunnion view` in headless Chromium: they load without a message on the console and
without the network, play, follow the slider, name what is clicked and plot the right numbers.

  viewer_test.py COMMAND WHEELSET_VIEW SOURCE_DIR OUTPUT_DIR

Screenshots stay in OUTPUT_DIR. Exits 77, which ctest calls skipped, where Chromium, its driver or
Selenium (Debian: chromium chromium-driver python3-selenium) are not installed.
"""
import csv
import pathlib
import shutil
import subprocess
import sys
import time
import unittest

SKIPPED = 77
command, wheelset_view, source, output = (pathlib.Path(a).resolve() for a in sys.argv[1:5])
chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
try:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.by import By
    from selenium.webdriver.support.ui import Select
except ImportError:
    webdriver = None
if not (webdriver and chromium and driver):
    print("SKIP: install chromium, chromium-driver and python3-selenium to test the viewer")
    sys.exit(SKIPPED)


def run_model(model, name):
    subprocess.run([command, "run", source / "models" / model, "--quiet", "--output", output / name],
                   check=True, stderr=subprocess.DEVNULL)


def write_view(name):
    page = output / f"{name.replace('/', '_')}.html"
    subprocess.run([command, "view", output / name, "-o", page], check=True, stdout=subprocess.DEVNULL)
    return page


def start_browser():
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--window-size=1100,800",
                     "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--hide-scrollbars"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(options=options, service=Service(driver))


# Keeps the picture of the canvas, and counts the pixels that differ from the one kept before.
COUNT_CHANGES = """
  viewer.view.dirty = true;
  viewer.view.render();
  const source = viewer.view.canvas, copy = document.createElement("canvas");
  [copy.width, copy.height] = [source.width, source.height];
  const context = copy.getContext("2d");
  context.drawImage(source, 0, 0);
  const now = new Uint32Array(context.getImageData(0, 0, copy.width, copy.height).data.buffer);
  const before = window.before;
  window.before = now;
  return before ? now.reduce((n, x, i) => n + (x !== before[i]), 0) : -1;
"""


class ViewerTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = start_browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.quit()

    def js(self, script, *arguments):
        return self.browser.execute_script(script, *arguments)

    def wait(self, script, seconds=60):
        end = time.monotonic() + seconds
        while not self.js(f"return {script}"):
            self.assertLess(time.monotonic(), end, f"waited in vain for {script}")
            time.sleep(0.05)

    def load(self, page):
        self.browser.get_log("browser")
        self.browser.get(page.as_uri())
        self.wait("!!window.viewer")
        self.assertEqual(self.browser.get_log("browser"), [])
        self.assertEqual(self.js("return performance.getEntriesByType('resource').length"), 0)
        self.js("window.before = undefined;" + COUNT_CHANGES)

    def move_slider(self, part):
        self.js("""const s = document.getElementById("time");
                   s.value = Number(s.min) + arguments[0] * (s.max - s.min);
                   s.dispatchEvent(new Event("input"));""", part)

    def click_body(self, name):
        x, y = self.js("""const scene = viewer.run.doc.scene.bodies;
            const i = scene.findIndex((b) => b.name === arguments[0]);
            const [x, y] = viewer.view.project(i, scene[i].com);
            const r = viewer.view.canvas.getBoundingClientRect();
            return [x - r.left - r.width / 2, y - r.top - r.height / 2];""", name)
        canvas = self.browser.find_element(By.ID, "canvas")
        ActionChains(self.browser).move_to_element_with_offset(canvas, round(x), round(y)).click().perform()

    def text(self, selector):
        return self.browser.find_element(By.CSS_SELECTOR, selector).text

    def check_motion(self, part):
        self.move_slider(part)
        self.assertGreater(self.js(COUNT_CHANGES), 300)
        self.assertEqual(self.js(COUNT_CHANGES), 0)
        start = self.js("return viewer.time")
        self.browser.find_element(By.ID, "play").click()
        self.wait(f"viewer.time !== {start}")
        self.browser.find_element(By.ID, "play").click()
        self.assertGreater(self.js(COUNT_CHANGES), 0)
        self.move_slider(part)  # where the player stopped depends on the machine

    def check_picking(self, view, body):
        Select(self.browser.find_element(By.ID, "camera")).select_by_visible_text(view)
        self.click_body(body)
        self.assertEqual(self.text("#values h2"), body)
        self.assertEqual(self.text("#names .picked"), body)

    def check_plot(self, folder, table, channel):
        """The curve of a channel is what the CSV file says, to the rounding of the page."""
        self.browser.find_element(By.ID, "channel-filter").send_keys(channel)
        self.browser.find_element(By.CSS_SELECTOR, f"#channels label[title^='{table}: {channel} ['] input").click()
        legends = [e.text for e in self.browser.find_elements(By.CSS_SELECTOR, ".u-legend .u-label")]
        self.assertIn(channel, legends)
        shown = self.js("""for (const c of viewer.plots.charts)
            for (const [i, s] of c.series.entries()) if (s.label === arguments[0]) return Array.from(c.data[i]);""",
                        channel)
        with open(output / folder / f"{table}.csv", newline="", encoding="utf-8") as file:
            rows = list(csv.reader(file))
        column = next(i for i, name in enumerate(rows[0]) if name.startswith(channel + " ["))
        expected = [float(row[column]) for row in rows[1:]]
        self.assertEqual(len(shown), len(expected))
        tolerance = 1e-6 * (max(expected) - min(expected)) + 1e-12
        for a, b in zip(shown, expected):
            self.assertAlmostEqual(a, b, delta=tolerance)

    def keep_screenshot(self, name):
        self.browser.save_screenshot(str(output / f"{name}.png"))

    def test_suspension_corner(self):
        run_model("suspension_corner.json", "suspension_corner")
        self.load(write_view("suspension_corner"))
        self.check_motion(0.1)
        self.check_picking("back", "wheel")
        self.check_plot("suspension_corner", "signals", "tyre_force")
        Select(self.browser.find_element(By.ID, "arrows")).select_by_value("forces")
        self.assertGreater(self.js("return viewer.view.arrows.length"), 10)
        self.assertGreater(self.js(COUNT_CHANGES), 300)
        self.js("viewer.pick(undefined)")
        Select(self.browser.find_element(By.ID, "camera")).select_by_visible_text("3D")
        self.move_slider(0.1)
        self.keep_screenshot("suspension_corner")

    def test_four_bar_ladder(self):
        run_model("four_bar_ladder.json", "four_bar_ladder")
        self.load(write_view("four_bar_ladder"))
        self.check_motion(0.15)
        self.check_picking("front", "upright 3")
        self.check_plot("four_bar_ladder", "joints", "foot 0.force_x")
        self.js("viewer.pick(undefined)")
        Select(self.browser.find_element(By.ID, "arrows")).select_by_value("forces")
        self.keep_screenshot("four_bar_ladder")

    def test_wheelset(self):
        page = output / "wheelset.html"
        subprocess.run([wheelset_view, page], check=True, stdout=subprocess.DEVNULL)
        self.load(page)
        self.check_motion(0.503)
        self.check_picking("top", "wheelset")
        self.keep_screenshot("wheelset")

    def test_flexible_pendulum(self):
        """A mesh coloured by its stress, with a scale that stays the same over time."""
        run_model("flexible_pendulum.json", "flexible_pendulum")
        self.load(write_view("flexible_pendulum"))
        self.check_motion(0.45)
        self.assertEqual(Select(self.browser.find_element(By.ID, "field")).first_selected_option.text,
                         "von Mises stress")
        legend = self.browser.find_element(By.ID, "legend")
        self.assertTrue(legend.is_displayed())
        shown = legend.text
        self.assertIn("von Mises stress [kPa]", shown)
        column = "pendulum.largest_von_mises"
        with open(output / "flexible_pendulum" / "meshes.csv", newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        history = [float(row[f"{column} [Pa]"]) for row in rows]
        scale = self.js("return viewer.view.flexible.largest.von_mises")
        self.assertAlmostEqual(scale / max(history), 1, delta=1e-3)
        self.assertAlmostEqual(float(legend.find_element(By.CSS_SELECTOR, ".ticks span").text),
                               1e-3 * scale, delta=1e-2 * 1e-3 * scale)
        self.move_slider(0.6)
        self.assertEqual(legend.text, shown)
        # Colours are those of the values: the most stressed node has the largest of its frame.
        self.move_slider(0.45)
        node = self.js("""const m = viewer.view.flexible.list[0];
            const i = m.now.indexOf(Math.max(...m.now));
            return [m.now[i], Array.from(m.colours.array.slice(3 * i, 3 * i + 3))];""")
        k = round(0.45 * (len(history) - 1))
        self.assertAlmostEqual(node[0] / max(history[k], 1), 1, delta=0.05)
        self.check_fields()
        self.check_picking_of_mesh("3D", "pendulum")
        self.check_plot("flexible_pendulum", "meshes", "pendulum.strain_energy")
        self.js("viewer.pick(undefined)")
        self.keep_screenshot("flexible_pendulum")

    def check_fields(self):
        self.js(COUNT_CHANGES)
        field = Select(self.browser.find_element(By.ID, "field"))
        for name, unit in (("deformation", "mm"), ("displacement", "m"), ("nothing", None)):
            field.select_by_visible_text(name)
            self.assertGreater(self.js(COUNT_CHANGES), 300)
            self.assertEqual(self.text("#legend b") if unit else None, f"{name} [{unit}]" if unit else None)
        self.assertFalse(self.browser.find_element(By.ID, "legend").is_displayed())
        field.select_by_visible_text("von Mises stress")

    def check_picking_of_mesh(self, view, name):
        Select(self.browser.find_element(By.ID, "camera")).select_by_visible_text(view)
        # The centre of a triangle in the middle of the list: within the outline, whichever side it is on.
        x, y = self.js("""const m = viewer.view.flexible.list[0], list = m.part.triangles, a = m.positions.array;
            const nodes = list[Math.floor(list.length / 2)];
            const p = [0, 1, 2].map((k) => nodes.reduce((sum, i) => sum + a[3 * i + k] / 3, 0));
            const [x, y] = viewer.view.project(0, p), r = viewer.view.canvas.getBoundingClientRect();
            return [x - r.left - r.width / 2, y - r.top - r.height / 2];""")
        canvas = self.browser.find_element(By.ID, "canvas")
        ActionChains(self.browser).move_to_element_with_offset(canvas, round(x), round(y)).click().perform()
        self.assertEqual(self.text("#values h2"), name)
        self.assertEqual(self.text("#names .picked"), name)
        self.assertIn("von Mises stress", self.text("#values table"))

    def test_eigenmodes(self):
        run_model("front_corner/linear_synthetic_bushings.json", "linear")
        modes = next((output / "linear").glob("*/eigenmodes.json")).parent.name
        self.load(write_view(f"linear/{modes}"))
        self.assertGreater(len(self.browser.find_elements(By.CSS_SELECTOR, "#mode option")), 5)
        Select(self.browser.find_element(By.ID, "mode")).select_by_index(2)
        self.move_slider(0)
        self.js(COUNT_CHANGES)
        self.check_motion(0.5)
        self.keep_screenshot("eigenmodes")


if __name__ == "__main__":
    output.mkdir(parents=True, exist_ok=True)
    unittest.main(argv=sys.argv[:1], verbosity=2)

// SPDX-License-Identifier: BSD-3-Clause
// Ties data, picture, diagrams and controls together.
import "./style.css";
import { loadRun } from "./data.js";
import { fields, showLegend } from "./flexible.js";
import { Names, Values } from "./panels.js";
import { Plots } from "./plots.js";
import { Poses } from "./poses.js";
import { presets, SceneView } from "./scene.js";

const $ = (id) => document.getElementById(id);

class Viewer {
  constructor(run) {
    this.run = run;
    this.poses = new Poses(run);
    this.view = new SceneView($("canvas"), run, this.poses);
    this.modes = run.doc.eigenmodes?.modes ?? [];
    this.begin = this.modes.length > 0 ? 0 : run.times[0];
    this.end = this.modes.length > 0 ? 1 : run.times.at(-1); // of modes: one period
    this.time = this.begin;
    this.plots = new Plots(run, (t) => this.setTime(t));
    this.values = new Values(run, this.poses, this.plots, this.view.flexible);
    this.names = new Names(run.doc.scene, (picked) => this.pick(picked));
    $("plots").classList.toggle("none", run.plotTimes.length < 2);
    this.describe();
    this.connect();
    if (this.modes.length > 0) this.addModes();
    this.setTime(this.begin);
    requestAnimationFrame((now) => this.tick(now));
  }

  describe() {
    const { doc } = this.run;
    document.title = `${doc.title} - Trunnion`;
    $("title").textContent = doc.title;
    $("subtitle").textContent = doc.interrupted ? "interrupted run" : "";
  }

  connect() {
    const slider = $("time");
    slider.min = this.begin;
    slider.max = this.end;
    slider.disabled = !(this.end > this.begin);
    $("play").disabled = slider.disabled;
    slider.addEventListener("input", () => { this.playing = false; this.setTime(Number(slider.value)); });
    $("play").addEventListener("click", () => this.play(!this.playing));
    for (const s of ["0.01", "0.05", "0.1", "0.25", "0.5", "1", "2", "5", "10"]) $("speed").add(new Option(`${s} x`, s));
    $("speed").value = "1";
    for (const name of Object.keys(presets)) $("camera").add(new Option(name));
    $("camera").addEventListener("change", () => { this.view.look($("camera").value); this.updateFollow(); });
    $("follow").addEventListener("input", () => this.updateFollow());
    $("show-joints").addEventListener("input", () => {
      this.view.elementGroup.visible = $("show-joints").checked;
      this.view.dirty = true;
    });
    $("arrows").addEventListener("change", () => {
      const count = this.view.showArrows($("arrows").value);
      $("message").textContent = count === 0 && $("arrows").value !== "off" ? "this file holds none" : "";
      this.refresh();
    });
    $("arrow-scale").addEventListener("input", () => { this.view.arrowScale = 10 ** Number($("arrow-scale").value); this.refresh(); });
    this.connectField();
    this.connectPicking();
    document.addEventListener("keydown", (event) => this.onKey(event));
  }

  /** What flexible parts are coloured by; of modes, which have no stress, nothing. */
  connectField() {
    const { flexible } = this.view, none = flexible.list.length === 0;
    if (none || this.modes.length > 0) flexible.field = undefined;
    $("field-label").hidden = none || this.modes.length > 0;
    for (const [field, [name]] of Object.entries(fields)) $("field").add(new Option(name, field));
    $("field").add(new Option("nothing", ""));
    $("field").addEventListener("change", () => {
      flexible.field = $("field").value || undefined;
      showLegend($("legend"), flexible);
      this.refresh();
    });
    showLegend($("legend"), flexible);
  }

  connectPicking() {
    let down;
    $("canvas").addEventListener("pointerdown", (e) => { down = [e.clientX, e.clientY]; });
    $("canvas").addEventListener("pointerup", (e) => {
      if (down && Math.hypot(e.clientX - down[0], e.clientY - down[1]) < 4) this.pick(this.view.pick(e.clientX, e.clientY));
    });
  }

  onKey(event) {
    if (event.target.matches("input[type=search], select")) return;
    const step = (event.key === "ArrowRight") - (event.key === "ArrowLeft");
    if (event.key === " ") {
      event.preventDefault();
      this.play(!this.playing);
    } else if (step !== 0) {
      event.preventDefault();
      this.playing = false;
      this.setTime(this.time + (step * (this.end - this.begin)) / Math.max(1, this.run.times.length - 1));
    }
  }

  addModes() {
    const select = document.createElement("select"), amplitude = document.createElement("input");
    this.modes.forEach((m, i) => select.add(new Option(
      `${i + 1}: ${m.frequency.toPrecision(5)} Hz, damping ${(100 * m.damping_ratio).toPrecision(3)} %`, i)));
    select.id = "mode";
    Object.assign(amplitude, { type: "range", min: -2, max: 1, step: 0.02, value: -0.5, id: "amplitude" });
    select.addEventListener("change", () => this.refresh());
    amplitude.addEventListener("input", () => this.refresh());
    $("modes").append("mode ", select, " amplitude ", amplitude);
    $("speed").value = "0.5";
  }

  /** The motion of length 1 of a mode is drawn as a part of the size of the model. */
  showMode() {
    const { shape } = this.modes[$("mode").value];
    const largest = Math.max(...Object.values(shape).map((m) => Math.hypot(...m.translation.flat())), 1e-12);
    const room = (0.2 * this.run.doc.scene.size * 10 ** Number($("amplitude").value)) / largest;
    this.poses.setMode(shape, 2 * Math.PI * this.time, Math.min(room, 10 ** Number($("amplitude").value) * 2),
      Number($("mode").value));
  }

  refresh() {
    if (this.modes.length > 0) this.showMode(); else this.poses.setTime(this.time);
    this.view.update(this.modes.length > 0 ? this.run.times[0] : this.time);
  }

  setTime(t) {
    this.time = Math.min(this.end, Math.max(this.begin, t));
    this.refresh();
    $("time").value = this.time;
    $("clock").textContent = this.modes.length > 0 ? `${(360 * this.time).toFixed(0)} deg` : `${this.time.toFixed(4)} s`;
    if (this.modes.length === 0) {
      this.plots.setTime(this.time);
      this.values.update(this.time);
    }
  }

  play(on) {
    this.playing = on && this.end > this.begin;
    if (this.playing && this.time >= this.end) this.time = this.begin;
    $("play").textContent = this.playing ? "\u23f8" : "\u25b6";
  }

  tick(now) {
    if (this.playing) {
      const next = this.time + (Number($("speed").value) * Math.min(0.1, (now - this.last) / 1000));
      this.setTime(next > this.end ? this.begin + ((next - this.end) % (this.end - this.begin)) : next);
    }
    $("play").textContent = this.playing ? "\u23f8" : "\u25b6";
    this.last = now;
    this.view.render();
    requestAnimationFrame((later) => this.tick(later));
  }

  pick(picked) {
    this.picked = picked;
    this.view.paint(picked);
    this.names.mark(picked);
    this.values.pick(picked, this.time);
    this.updateFollow();
  }
  updateFollow() {
    const body = this.view.flexible.find(this.picked)?.part.body ?? this.run.doc.scene.bodies.indexOf(this.picked);
    this.view.follow($("follow").checked && body > 0 ? body : undefined);
  }
}

loadRun().then((run) => { window.viewer = new Viewer(run); }, (error) => {
  $("message").textContent = `this page cannot be shown: ${error.message}`;
  throw error;
});

// SPDX-License-Identifier: BSD-3-Clause
// Diagrams over time: one for each unit, all with the same time axis and the time of the picture.
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";

// Okabe & Ito (2008), as in the diagrams of the engine.
const colours = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000", "#56b4e9", "#e69f00"];
const shownAtMost = 300;

export class Plots {
  constructor(run, onTime) {
    Object.assign(this, { run, onTime, charts: [], shown: [], time: run.plotTimes[0] });
    this.host = document.getElementById("charts");
    this.list = document.getElementById("channels");
    this.filter = document.getElementById("channel-filter");
    this.filter.addEventListener("input", () => this.showList());
    const { channels } = run.doc;
    const first = channels.findIndex((c) => c.table === "signals");
    const unit = channels[first]?.unit;
    const start = first < 0 ? channels.flatMap((c, i) => (c.table === "energy" ? [i] : []))
      : channels.flatMap((c, i) => (c.table === "signals" && c.unit === unit ? [i] : [])).slice(0, 4);
    this.show(start);
    new ResizeObserver(() => this.layOut()).observe(this.host);
  }

  /** Channels to draw, by index. */
  show(shown) {
    this.shown = shown;
    this.showList();
    this.draw();
  }
  toggle(i) {
    this.show(this.shown.includes(i) ? this.shown.filter((j) => j !== i) : [...this.shown, i]);
  }

  showList() {
    const words = this.filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const matches = this.run.doc.channels.map((c, i) => [c, i])
      .filter(([c]) => words.every((w) => `${c.table} ${c.name}`.toLowerCase().includes(w)));
    this.list.replaceChildren(...matches.slice(0, shownAtMost).map(([c, i]) => {
      const label = document.createElement("label"), box = document.createElement("input");
      box.type = "checkbox";
      box.checked = this.shown.includes(i);
      box.addEventListener("change", () => this.toggle(i));
      label.title = `${c.table}: ${c.name} [${c.unit}], ${c.description}`;
      label.append(box, ` ${c.name}`);
      return label;
    }));
    if (matches.length > shownAtMost) this.list.append(`and ${matches.length - shownAtMost} more`);
    if (this.run.doc.left_out > 0) this.list.append(` (${this.run.doc.left_out} channels are not in this file)`);
  }

  draw() {
    this.charts.forEach((c) => c.destroy());
    const units = [...new Set(this.shown.map((i) => this.run.doc.channels[i].unit))];
    this.charts = units.map((unit) => this.makeChart(unit, this.shown.filter((i) => this.run.doc.channels[i].unit === unit)));
    this.layOut();
  }

  makeChart(unit, members) {
    const data = [this.run.plotTimes, ...members.map((i) => Array.from(this.run.channel(i), (y) => (Number.isNaN(y) ? null : y)))];
    const options = {
      ...this.size(),
      cursor: { sync: { key: "time" }, drag: { x: true, y: false } },
      scales: { x: { time: false } },
      axes: [{ size: 32 }, { label: `[${unit}]`, size: 62, labelSize: 18 }],
      series: [{ label: "t [s]", value: (_, v) => (v === null ? "" : v.toPrecision(6)) },
        ...members.map((i, k) => ({ label: this.run.doc.channels[i].name, stroke: colours[k % colours.length],
          width: 1.5, points: { show: false }, value: (_, v) => (v === null ? "" : v.toPrecision(6)) }))],
      hooks: {
        draw: [(u) => this.drawTime(u)],
        setScale: [(u, key) => { if (key === "x") this.zoomOthers(u); }],
        ready: [(u) => u.over.addEventListener("click", () => {
          if (u.select.width < 3) this.onTime(u.posToVal(u.cursor.left, "x"));
        })],
      },
    };
    return new uPlot(options, data, this.host);
  }

  drawTime(u) {
    const x = u.valToPos(this.time, "x", true);
    if (x < u.bbox.left || x > u.bbox.left + u.bbox.width) return;
    u.ctx.save();
    u.ctx.strokeStyle = "#d62828";
    u.ctx.lineWidth = devicePixelRatio;
    u.ctx.beginPath();
    u.ctx.moveTo(x, u.bbox.top);
    u.ctx.lineTo(x, u.bbox.top + u.bbox.height);
    u.ctx.stroke();
    u.ctx.restore();
  }
  zoomOthers(u) {
    const { min, max } = u.scales.x;
    for (const c of this.charts)
      if (c !== u && (c.scales.x.min !== min || c.scales.x.max !== max)) c.setScale("x", { min, max });
  }

  setTime(t) {
    this.time = t;
    this.charts.forEach((c) => c.redraw(false, false));
  }

  size() {
    const count = Math.max(1, this.charts.length);
    const columns = Math.min(count, Math.max(1, Math.floor(this.host.clientWidth / 420)));
    const rows = Math.min(2, Math.ceil(count / columns));
    return { width: Math.max(200, Math.floor(this.host.clientWidth / columns) - 4),
      height: Math.max(120, Math.floor(this.host.clientHeight / rows) - 34) };
  }
  layOut() { this.charts.forEach((c) => c.setSize(this.size())); }
}

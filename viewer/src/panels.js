// SPDX-License-Identifier: BSD-3-Clause
// The list of names on the left, the values of what is picked on the right.
import { fields, prefixed } from "./flexible.js";

const shownAtMost = 400;

function make(tag, text, className = "") {
  const element = document.createElement(tag);
  element.textContent = text;
  element.className = className;
  return element;
}

export class Names {
  constructor(scene, onPick) {
    this.groups = [["flexible parts", scene.flexible ?? []], ["bodies", scene.bodies.slice(1)], ["joints", scene.joints], ["forces", scene.forces]];
    this.host = document.getElementById("names");
    this.onPick = onPick;
    this.filter = document.getElementById("filter");
    this.filter.addEventListener("input", () => this.show());
    this.show();
  }
  show() {
    const word = this.filter.value.toLowerCase();
    this.host.replaceChildren();
    this.rows = new Map();
    for (const [title, members] of this.groups) {
      const matches = members.filter((m) => m.name.toLowerCase().includes(word));
      if (matches.length === 0) continue;
      this.host.append(make("h3", `${title} (${members.length})`));
      for (const m of matches.slice(0, shownAtMost)) {
        const row = make("div", m.name);
        row.addEventListener("click", () => this.onPick(m));
        this.rows.set(m, row);
        this.host.append(row);
      }
      if (matches.length > shownAtMost) this.host.append(make("i", `and ${matches.length - shownAtMost} more`));
    }
  }
  mark(picked) {
    this.rows.forEach((row, m) => row.classList.toggle("picked", m === picked));
    this.rows.get(picked)?.scrollIntoView({ block: "nearest" });
  }
}

/** Values of the picked element at the time of the picture. */
export class Values {
  constructor(run, poses, plots, flexible) {
    Object.assign(this, { run, poses, plots, flexible, host: document.getElementById("values") });
    this.facts();
  }

  /** Nothing is picked: the run itself. */
  facts() {
    const { doc } = this.run, table = make("table", "");
    const parts = this.flexible.list.length;
    const rows = [...(parts > 0 ? [["flexible parts", parts]] : []), ["bodies", doc.scene.bodies.length - 1], ["joints", doc.scene.joints.length],
      ["forces", doc.scene.forces.length], ["frames", doc.frames.length],
      ...Object.entries(doc.statistics).map(([k, v]) => [k.replaceAll("_", " "), v])];
    for (const [name, value] of rows) table.append(this.row(name, Number(value.toPrecision(6)), ""));
    this.cells = [];
    this.ranges = [];
    this.host.replaceChildren(make("h2", doc.title), table);
  }

  row(name, value, unit) {
    const row = document.createElement("tr");
    row.append(make("td", name), make("td", String(value)), make("td", unit));
    return row;
  }

  pick(picked, t) {
    this.picked = picked;
    if (!picked) return this.facts();
    const { scene, channels } = this.run.doc;
    const body = scene.bodies.indexOf(picked), mesh = this.flexible.find(picked);
    const kind = mesh ? "flexible part" : body >= 0 ? "body" : picked.type === "along" ? "spring, stop or motor" : picked.type;
    const table = make("table", "");
    if (body >= 0) table.append(this.row("mass", Number(picked.mass.toPrecision(6)), "kg"));
    this.body = body;
    this.cells = [];
    this.ranges = [];
    if (mesh) {
      table.append(this.row("nodes", picked.num_nodes, ""), this.row("elements", picked.num_elements, ""));
      this.ranges = Object.entries(fields).map(([field, [name, unit]]) => this.addRange(table, mesh, field, name, unit));
    }
    const tables = mesh ? ["meshes"] : body >= 0 ? ["bodies"] : [scene.joints.includes(picked) ? "joints" : "forces"];
    const prefix = `${picked.name}.`;
    channels.forEach((c, i) => {
      if (!tables.includes(c.table) || !c.name.startsWith(prefix)) return;
      const row = this.row(c.name.slice(prefix.length), "", c.unit);
      row.firstChild.classList.add("link");
      row.firstChild.title = `plot ${c.name}: ${c.description}`;
      row.firstChild.addEventListener("click", () => this.plots.toggle(i));
      table.append(row);
      this.cells.push([row.children[1], i]);
    });
    this.places = [];
    if (body >= 0 && this.cells.length === 0)
      for (const axis of ["x", "y", "z"]) {
        const row = this.row(axis, "", "m");
        table.append(row);
        this.places.push(row.children[1]);
      }
    const between = (picked.places ?? []).map((p) => scene.bodies[p.body].name).join(", ");
    this.host.replaceChildren(make("h2", picked.name), make("div", between ? `${kind} on ${between}` : kind), table);
    this.update(t);
  }

  /** Least and greatest value of a field over the nodes at the time shown. */
  addRange(table, mesh, field, name, si) {
    const [factor, unit] = prefixed(this.flexible.largest[field], si), row = this.row(name, "", unit);
    row.title = "least and greatest of the surface";
    table.append(row);
    return { cell: row.children[1], mesh, field, factor };
  }

  update(t) {
    for (const { cell, mesh, field, factor } of this.ranges ?? [])
      cell.textContent = mesh.range(field, t).map((x) => (factor * x).toPrecision(3)).join(" \u2013 ");
    for (const [cell, i] of this.cells) cell.textContent = this.run.valueAt(i, t).toPrecision(5);
    if (!this.picked || !this.places?.length) return;
    const p = this.poses.point(this.body, [0, 0, 0]);
    this.places.forEach((cell, j) => { cell.textContent = p[j].toPrecision(5); });
  }
}

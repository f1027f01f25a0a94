// SPDX-License-Identifier: BSD-3-Clause
// Flexible parts: surfaces that deform, coloured by a field.
import { BufferAttribute, BufferGeometry, Color, DoubleSide, DynamicDrawUsage, Group, LineBasicMaterial,
  LineSegments, Mesh, MeshLambertMaterial } from "three";
import { bracket } from "./data.js";

export const fields = {
  von_mises: ["von Mises stress", "Pa"],
  deformation: ["deformation", "m"],
  displacement: ["displacement", "m"],
};
const stops = ["#30123b", "#4662d7", "#36aaf9", "#1ae4b6", "#72fe5e", "#c8ef34", "#faba39", "#f66b19", "#ca2a04"];
const plain = "#8fa9bd", line = "#1d2a35", highlight = "#ffc400";

/** 256 colours (linear) from the least to the greatest value. */
const table = (() => {
  const out = new Float32Array(3 * 256), colours = stops.map((s) => new Color(s)), mixed = new Color();
  for (let i = 0; i < 256; ++i) {
    const x = (i / 255) * (stops.length - 1), k = Math.min(Math.floor(x), stops.length - 2);
    mixed.lerpColors(colours[k], colours[k + 1], x - k).toArray(out, 3 * i);
  }
  return out;
})();

/** One part: `data` has positions and fields over the frames of `times`. */
class FlexibleMesh {
  constructor(data, times, group) {
    Object.assign(this, { times, part: data.part, data });
    this.count = data.part.nodes.length;
    this.positions = new BufferAttribute(new Float32Array(3 * this.count), 3).setUsage(DynamicDrawUsage);
    this.colours = new BufferAttribute(new Float32Array(3 * this.count), 3).setUsage(DynamicDrawUsage);
    const shaped = (index) => new BufferGeometry().setAttribute("position", this.positions).setIndex(index.flat());
    const surface = shaped(data.part.triangles).setAttribute("color", this.colours);
    this.surface = new Mesh(surface, new MeshLambertMaterial({ vertexColors: true, flatShading: true, side: DoubleSide,
      polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 }));
    this.edges = new LineSegments(shaped(data.part.edges), new LineBasicMaterial({ color: line, transparent: true, opacity: 0.35 }));
    this.surface.userData.owner = data.part;
    this.edges.raycast = () => {};
    for (const object of [this.surface, this.edges]) {
      object.frustumCulled = false;
      group.add(object);
    }
  }

  /** Values of all nodes at t into `out`; `stride` numbers a node. */
  sample(values, stride, t, out) {
    const n = stride * this.count, [k, s] = bracket(this.times, t), a = k * n, b = s === 0 ? a : a + n;
    for (let i = 0; i < n; ++i) out[i] = values[a + i] + s * (values[b + i] - values[a + i]);
    return out;
  }

  update(t, poses, field, largest) {
    this.sample(this.data.positions, 3, t, this.positions.array);
    if (poses.mode) this.addMode(poses);
    this.positions.needsUpdate = true;
    this.surface.geometry.boundingSphere = null; // for picking
    this.colour(t, field, largest);
  }

  colour(t, field, largest) {
    const out = this.colours.array;
    this.colours.needsUpdate = true;
    if (!field) {
      const own = new Color(plain);
      for (let i = 0; i < this.count; ++i) own.toArray(out, 3 * i);
      return;
    }
    this.now = this.sample(this.data.fields[field], 1, t, this.now ?? new Float32Array(this.count));
    const scale = largest > 0 ? 255 / largest : 0;
    for (let i = 0; i < this.count; ++i) {
      const c = 3 * Math.min(255, Math.max(0, Math.round(scale * this.now[i]) || 0));
      for (let k = 0; k < 3; ++k) out[3 * i + k] = table[c + k];
    }
  }

  /** Nodes move by the mode: those of a mesh as bodies, those of a reduced body by its shapes. */
  addMode({ mode: { shape, part, index } }) {
    const r = this.positions.array, own = this.data.modes?.[index];
    for (let i = 0; i < this.count; ++i) {
      const motion = own ? undefined : shape[`${this.part.name}.${this.part.ids[i]}`];
      for (let j = 0; j < 3; ++j) {
        const o = 6 * i + 2 * j;
        if (own) r[3 * i + j] += part([own[o], own[o + 1]]);
        else if (motion) r[3 * i + j] += part(motion.translation[j]);
      }
    }
  }

  /** Least and greatest value of a field at t. */
  range(field, t) {
    const now = this.sample(this.data.fields[field], 1, t, new Float32Array(this.count));
    return [now.reduce((m, x) => Math.min(m, x)), now.reduce((m, x) => Math.max(m, x))];
  }
}

const largestOf = (values) => values.reduce((m, x) => (x > m ? x : m), 0);

export class FlexibleMeshes {
  constructor(run) {
    this.group = new Group();
    this.list = run.meshes.map((data) => new FlexibleMesh(data, run.times, this.group));
    this.largest = {}; // over the whole run and all parts
    for (const field of Object.keys(fields))
      this.largest[field] = Math.max(0, ...run.meshes.map((data) => largestOf(data.fields[field])));
    this.field = "von_mises";
  }
  update(t, poses) { this.list.forEach((m) => m.update(t, poses, this.field, this.largest[this.field])); }
  find(owner) { return this.list.find((m) => m.part === owner); }
  paint(picked) {
    for (const { edges, part } of this.list) {
      edges.material.color.set(part === picked ? highlight : line);
      edges.material.opacity = part === picked ? 1 : 0.35;
    }
  }
}

/** A value with a prefix of SI that suits `largest`: [factor, unit]. */
export function prefixed(largest, unit) {
  const prefixes = [[1e9, "G"], [1e6, "M"], [1e3, "k"], [1, ""], [1e-3, "m"], [1e-6, "\u00b5"], [1e-9, "n"]];
  const [size, letter] = prefixes.find(([p]) => largest >= p) ?? [1, ""];
  return [1 / size, letter + unit];
}

/** The scale of colours beside the picture, the same at all times. */
export function showLegend(host, meshes) {
  const { field } = meshes;
  host.hidden = !field;
  if (!field) return;
  const [name, si] = fields[field], largest = meshes.largest[field], [factor, unit] = prefixed(largest, si);
  const bar = document.createElement("div"), ticks = document.createElement("div"), title = document.createElement("b");
  title.textContent = `${name} [${unit}]`;
  bar.className = "bar";
  bar.style.background = `linear-gradient(to top, ${stops.join(", ")})`;
  ticks.className = "ticks";
  for (let i = 4; i >= 0; --i) {
    const tick = document.createElement("span");
    tick.textContent = Number(((factor * largest * i) / 4).toPrecision(3));
    ticks.append(tick);
  }
  host.replaceChildren(title, bar, ticks);
}

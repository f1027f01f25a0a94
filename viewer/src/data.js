// SPDX-License-Identifier: BSD-3-Clause
// Unpacks what the command has put into the page; the format is that of engine/results/pack.hpp.

async function inflate(id) {
  const text = document.getElementById(id).textContent.trim();
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).arrayBuffer();
}

/** Columns of quantized numbers: differences of some order, in planes of bytes. */
export class PackedColumns {
  constructor(buffer) {
    const view = new DataView(buffer);
    this.rows = view.getUint32(0, true);
    this.columns = view.getUint32(4, true);
    this.width = view.getUint32(8, true);
    this.view = view;
    const orders = 12 + 16 * this.columns;
    this.orders = new Uint8Array(buffer, orders, this.columns);
    this.planes = new Uint8Array(buffer, orders + this.columns);
  }

  /** Column c into out[offset + stride * row]. */
  unpack(c, out, offset = 0, stride = 1) {
    const { rows, width, planes } = this;
    const size = rows * this.columns;
    const mask = width === 2 ? 0xffff : 0xffffff;
    const low = this.view.getFloat64(12 + 16 * c, true);
    const step = this.view.getFloat64(20 + 16 * c, true);
    const order = this.orders[c];
    const sums = new Int32Array(order + 1);
    for (let i = 0; i < rows; ++i) {
      let code = 0;
      for (let p = 0; p < width; ++p) code |= planes[p * size + c * rows + i] << (8 * p);
      for (let k = order; k > 0; --k) code = sums[k] = (sums[k] + code) & mask;
      out[offset + stride * i] = code === mask ? NaN : low + step * code;
    }
    return out;
  }
}

/** One run: document, frames of poses, channels over time. */
export async function loadRun() {
  const parse = async (id) => JSON.parse(new TextDecoder().decode(await inflate(id)));
  const [doc, poses, channels] = await Promise.all([
    parse("data-document"), inflate("data-poses"), inflate("data-channels"),
  ]);
  const packed = new PackedColumns(poses);
  const frames = new Float32Array(packed.rows * packed.columns);
  for (let c = 0; c < packed.columns; ++c) packed.unpack(c, frames, c, packed.columns);
  const meshes = await Promise.all((doc.scene.flexible ?? []).map(loadMesh));
  for (const mesh of meshes) mesh.modes = doc.mesh_modes?.[mesh.part.name];
  return new Run(doc, frames, packed.columns, new PackedColumns(channels), meshes);
}

/** Positions and fields of the surface of a flexible part, frame after frame. */
async function loadMesh(part, i) {
  const unpack = async (k) => {
    const packed = new PackedColumns(await inflate(`data-mesh-${i}-${k}`));
    const values = new Float32Array(packed.rows * packed.columns);
    for (let c = 0; c < packed.columns; ++c) packed.unpack(c, values, c, packed.columns);
    return values;
  };
  const [positions, von_mises, deformation] = await Promise.all([0, 1, 2].map(unpack));
  const n = part.nodes.length, displacement = new Float32Array(positions.length / 3);
  for (let j = 0; j < displacement.length; ++j) {
    const p = part.points[j % n];
    displacement[j] = Math.hypot(positions[3 * j] - p[0], positions[3 * j + 1] - p[1], positions[3 * j + 2] - p[2]);
  }
  return { part, positions, fields: { von_mises, deformation, displacement } };
}

class Run {
  constructor(doc, frames, stride, packed, meshes) {
    Object.assign(this, { doc, frames, stride, packed, meshes });
    this.times = doc.frames;
    this.plotTimes = doc.plot_times;
    this.cache = new Map();
    this.index = new Map(doc.channels.map((c, i) => [`${c.table}/${c.name}`, i]));
  }

  /** Values of a channel over plotTimes. */
  channel(i) {
    if (!this.cache.has(i)) this.cache.set(i, this.packed.unpack(i, new Float64Array(this.packed.rows)));
    return this.cache.get(i);
  }
  find(table, name) { return this.index.get(`${table}/${name}`); }

  valueAt(i, t) {
    const [k, s] = bracket(this.plotTimes, t);
    const y = this.channel(i);
    return s === 0 ? y[k] : y[k] + s * (y[k + 1] - y[k]);
  }
}

/** Interval k and fraction s with t = times[k] + s (times[k + 1] - times[k]). */
export function bracket(times, t) {
  let low = 0, high = times.length - 1;
  if (high <= 0 || t <= times[0]) return [0, 0];
  if (t >= times[high]) return [high, 0];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= t) low = middle; else high = middle;
  }
  return [low, (t - times[low]) / (times[high] - times[low])];
}

// SPDX-License-Identifier: BSD-3-Clause
// Copies of one geometry: fixed to bodies, or stretched between points that move.
import { Color, DynamicDrawUsage, InstancedMesh, MeshLambertMaterial } from "three";

const highlight = new Color("#ffc400");

/** Column-major 4x4 of a scaled pose { position, quaternion [w, x, y, z] }. */
export function localMatrix({ position: p, quaternion: q }, [sx, sy, sz]) {
  const [w, x, y, z] = q;
  return [
    sx * (1 - 2 * (y * y + z * z)), sx * 2 * (x * y + w * z), sx * 2 * (x * z - w * y), 0,
    sy * 2 * (x * y - w * z), sy * (1 - 2 * (x * x + z * z)), sy * 2 * (y * z + w * x), 0,
    sz * 2 * (x * z + w * y), sz * 2 * (y * z - w * x), sz * (1 - 2 * (x * x + y * y)), 0,
    p[0], p[1], p[2], 1,
  ];
}

class Batch {
  constructor(geometry, material) {
    this.geometry = geometry;
    this.material = new MeshLambertMaterial(material);
    this.items = [];
  }
  finish(group) {
    if (this.items.length === 0) return;
    this.mesh = new InstancedMesh(this.geometry, this.material, this.items.length);
    this.mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    this.mesh.frustumCulled = false;
    this.mesh.userData.items = this.items;
    this.items.forEach((item, i) => this.mesh.setColorAt(i, item.colour));
    group.add(this.mesh);
  }
  paint(picked) {
    if (!this.mesh) return;
    this.items.forEach((item, i) => this.mesh.setColorAt(i, item.owner === picked ? highlight : item.colour));
    this.mesh.instanceColor.needsUpdate = true;
  }
  touch() {
    this.mesh.instanceMatrix.needsUpdate = true;
    this.mesh.boundingSphere = null; // for picking
  }
}

/** Items { owner, colour, body, local }. */
export class BodyBatch extends Batch {
  add(owner, colour, body, local) { this.items.push({ owner, colour: new Color(colour), body, local }); }

  update(poses) {
    if (!this.mesh) return;
    const out = this.mesh.instanceMatrix.array, v = poses.values;
    this.items.forEach(({ body, local: m }, i) => {
      const b = 12 * body, o = 16 * i;
      for (let k = 0; k < 16; k += 4) {
        const x = m[k], y = m[k + 1], z = m[k + 2], w = m[k + 3];
        for (let j = 0; j < 3; ++j)
          out[o + k + j] = v[b + j] * x + v[b + 3 + j] * y + v[b + 6 + j] * z + v[b + 9 + j] * w;
        out[o + k + 3] = w;
      }
    });
    this.touch();
  }
}

/** Items { owner, colour, ends(poses) }: the geometry, of length 1 along z, goes from end to end. */
export class SpanBatch extends Batch {
  add(owner, colour, radius, ends) { this.items.push({ owner, colour: new Color(colour), radius, ends }); }

  update(poses) {
    if (!this.mesh) return;
    const out = this.mesh.instanceMatrix.array;
    this.items.forEach(({ radius, ends }, i) => {
      const [a, b] = ends(poses);
      setSpan(out, 16 * i, a, b, radius);
    });
    this.touch();
  }
}

function setSpan(out, o, a, b, radius) {
  const d = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const length = Math.hypot(...d);
  const r = length > 0 ? Math.min(radius, 0.25 * length) : 0;
  const z = length > 0 ? d.map((x) => x / length) : [0, 0, 1];
  const helper = Math.abs(z[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0];
  let x = cross(helper, z);
  const n = Math.hypot(...x);
  x = x.map((c) => c / n);
  const y = cross(z, x);
  for (let j = 0; j < 3; ++j) {
    out[o + j] = r * x[j];
    out[o + 4 + j] = r * y[j];
    out[o + 8 + j] = d[j];
    out[o + 12 + j] = a[j];
  }
  out[o + 3] = out[o + 7] = out[o + 11] = 0;
  out[o + 15] = 1;
}

function cross(a, b) {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

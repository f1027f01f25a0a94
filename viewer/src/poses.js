// SPDX-License-Identifier: BSD-3-Clause
// Poses of all bodies as 12 numbers each: the columns of R, then p; the ground comes first.
import { bracket } from "./data.js";

function setRotation(out, o, w, x, y, z) {
  const s = 2 / (w * w + x * x + y * y + z * z);
  out[o] = 1 - s * (y * y + z * z); out[o + 1] = s * (x * y + w * z); out[o + 2] = s * (x * z - w * y);
  out[o + 3] = s * (x * y - w * z); out[o + 4] = 1 - s * (x * x + z * z); out[o + 5] = s * (y * z + w * x);
  out[o + 6] = s * (x * z + w * y); out[o + 7] = s * (y * z - w * x); out[o + 8] = 1 - s * (x * x + y * y);
}

export class Poses {
  constructor(run) {
    this.run = run;
    this.bodies = run.doc.poses; // per body [first column, rigid]
    this.values = new Float64Array(12 * (this.bodies.length + 1));
    setRotation(this.values, 0, 1, 0, 0, 0);
    this.setTime(run.times[0]);
  }

  setTime(t) {
    const { frames, stride, times } = this.run;
    const [k, s] = bracket(times, t);
    const a = k * stride, b = s === 0 ? a : a + stride;
    const at = (c) => frames[a + c] + s * (frames[b + c] - frames[a + c]);
    this.bodies.forEach(([c, rigid], i) => {
      const o = 12 * (i + 1);
      if (rigid) setRotation(this.values, o, at(c + 3), at(c + 4), at(c + 5), at(c + 6));
      else setRotation(this.values, o, 1, 0, 0, 0);
      for (let j = 0; j < 3; ++j) this.values[o + 9 + j] = at(c + j);
    });
  }

  /** The state linearized about, moved by `amplitude` times a mode at phase [rad]. */
  setMode(shape, phase, amplitude, index) {
    this.setTime(this.run.times[0]);
    const c = amplitude * Math.cos(phase), s = amplitude * Math.sin(phase);
    const part = ([re, im]) => c * re - s * im;
    this.mode = { shape, part, index };
    this.run.doc.scene.bodies.forEach(({ name }, i) => {
      const motion = shape[name];
      if (!motion) return;
      const o = 12 * i, v = this.values;
      for (let j = 0; j < 3; ++j) v[o + 9 + j] += part(motion.translation[j]);
      const phi = motion.rotation.map(part), angle = Math.hypot(...phi);
      if (angle > 0) turn(v, o, phi.map((x) => x / angle), angle);
    });
  }

  /** A point of body i in the world. */
  point(i, [x, y, z]) {
    const o = 12 * i, v = this.values;
    return [0, 1, 2].map((j) => v[o + j] * x + v[o + 3 + j] * y + v[o + 6 + j] * z + v[o + 9 + j]);
  }
  /** A vector in the axes of body i, in the world. */
  direction(i, [x, y, z]) {
    const o = 12 * i, v = this.values;
    return [0, 1, 2].map((j) => v[o + j] * x + v[o + 3 + j] * y + v[o + 6 + j] * z);
  }
}

/** Turns the three axes at `o` about a unit axis of the world (Rodrigues). */
function turn(v, o, n, angle) {
  const c = Math.cos(angle), s = Math.sin(angle);
  for (let k = 0; k < 9; k += 3) {
    const [x, y, z] = [v[o + k], v[o + k + 1], v[o + k + 2]];
    const d = (1 - c) * (n[0] * x + n[1] * y + n[2] * z);
    v[o + k] = c * x + s * (n[1] * z - n[2] * y) + d * n[0];
    v[o + k + 1] = c * y + s * (n[2] * x - n[0] * z) + d * n[1];
    v[o + k + 2] = c * z + s * (n[0] * y - n[1] * x) + d * n[2];
  }
}

// SPDX-License-Identifier: BSD-3-Clause
// The geometries that instances are made of; axes of cylinders along z.
import { BoxGeometry, BufferAttribute, BufferGeometry, ConeGeometry, Curve, CylinderGeometry, SphereGeometry,
  TorusGeometry, TubeGeometry, Vector3 } from "three";

export const box = () => new BoxGeometry(1, 1, 1);
/** `fine`: few of them, so that each may have many triangles. */
export const sphere = (fine) => (fine ? new SphereGeometry(1, 16, 10) : new SphereGeometry(1, 6, 3));
export const cylinder = (fine) => new CylinderGeometry(1, 1, 1, fine ? 28 : 6, 1, !fine).rotateX(Math.PI / 2);
export const ring = () => new TorusGeometry(1, 0.35, 8, 20);
/** From 0 to 1 along z. */
export const rod = () => new CylinderGeometry(1, 1, 1, 10).rotateX(Math.PI / 2).translate(0, 0, 0.5);

class Helix extends Curve {
  getPoint(s, target = new Vector3()) {
    const a = 16 * Math.PI * s, r = Math.min(1, 12 * s, 12 * (1 - s));
    return target.set(r * Math.cos(a), r * Math.sin(a), s);
  }
}
export const helix = () => new TubeGeometry(new Helix(), 120, 0.12, 5);

/** A shaft and a head, from 0 to 1 along z. */
export function arrow() {
  const shaft = new CylinderGeometry(0.4, 0.4, 0.75, 8).rotateX(Math.PI / 2).translate(0, 0, 0.375);
  const head = new ConeGeometry(1, 0.25, 12).rotateX(Math.PI / 2).translate(0, 0, 0.875);
  const merged = new BufferGeometry();
  for (const name of ["position", "normal"]) {
    const [a, b] = [shaft, head].map((g) => g.toNonIndexed().getAttribute(name).array);
    const both = new Float32Array(a.length + b.length);
    both.set(a);
    both.set(b, a.length);
    merged.setAttribute(name, new BufferAttribute(both, 3));
  }
  return merged;
}

/** A mesh of the scene, with normals of its faces. */
export function fromMesh({ points, triangles }) {
  const indexed = new BufferGeometry();
  indexed.setAttribute("position", new BufferAttribute(new Float32Array(points.flat()), 3));
  indexed.setIndex(triangles.flat());
  const flat = indexed.toNonIndexed();
  flat.computeVertexNormals();
  return flat;
}

// SPDX-License-Identifier: BSD-3-Clause
// How bodies, joints and forces are drawn: puts items into batches.
import { localMatrix } from "./instances.js";

const palette = ["#5b8db8", "#c47e5a", "#6fa777", "#a87fb5", "#c2a54a", "#5aa6a6", "#b8667c", "#8793a6"];
const ground = "#b9b4a8", jointColour = "#4a4f57", bushingColour = "#2a9d8f", springColour = "#8c5a2b", beamColour = "#5b7fa6";

function shapeScale(shape) {
  const [a, b, c] = shape.size ?? [1, 1, 1];
  if (shape.type === "sphere") return [a, a, a];
  if (shape.type === "cylinder") return [a, a, b];
  return [a, b, c];
}

export function addBodies(scene, batches) {
  scene.bodies.forEach((body, i) => {
    const own = i === 0 ? ground : palette[i % palette.length];
    for (const shape of body.shapes) {
      const batch = shape.type === "mesh" ? batches.meshes[shape.mesh] : batches[shape.type];
      batch.add(body, shape.colour ?? own, i, localMatrix(shape, shapeScale(shape)));
    }
  });
}

/** The glyph of a joint at its frame F, in units of its size. */
const glyphs = {
  ball: ["sphere", [0.5, 0.5, 0.5]],
  revolute: ["cylinder", [0.3, 0.3, 1.2]],
  cylindrical: ["cylinder", [0.25, 0.25, 1.8]],
  screw: ["cylinder", [0.25, 0.25, 1.8]],
  prismatic: ["box", [0.5, 0.5, 1.8]],
  fixed: ["box", [0.7, 0.7, 0.7]],
  planar: ["box", [1.6, 1.6, 0.15]],
  point_on_plane: ["box", [1.6, 1.6, 0.15]],
  point_on_line: ["box", [0.3, 0.3, 1.8]],
};

const ends = ([a, b]) => (poses) => [poses.point(a.body, a.position), poses.point(b.body, b.position)];

export function addJoints(scene, batches) {
  for (const joint of scene.joints) {
    const [a] = joint.places, s = joint.size;
    if (joint.type === "distance" || joint.type === "revolute_spherical")
      batches.rod.add(joint, jointColour, 0.12 * s, ends(joint.places));
    const [kind, scale] = glyphs[joint.type] ?? ["sphere", [0.4, 0.4, 0.4]];
    batches.joint[kind].add(joint, jointColour, a.body, localMatrix(a, scale.map((x) => x * s)));
  }
}

export function addForces(scene, batches) {
  for (const force of scene.forces) {
    const [a] = force.places, s = force.size;
    if (force.type === "bushing") {
      batches.ring.add(force, bushingColour, a.body, localMatrix(a, [0.5 * s, 0.5 * s, 0.8 * s]));
    } else if (force.type === "beam") {
      batches.beam.add(force, beamColour, 0.15 * s, ends(force.places));
    } else if (force.along === "angle") {
      batches.ring.add(force, springColour, a.body, localMatrix(a, [0.6 * s, 0.6 * s, 0.4 * s]));
    } else if (force.along) {
      batches.helix.add(force, springColour, 0.2 * s, ends(force.places));
    }
  }
}

/** What to draw as an arrow: { owner, vector(t, poses) } with the point it acts at. */
export function listArrows(run, what) {
  const arrows = [];
  const names = ["x", "y", "z"].map((c) => `${what === "forces" ? "force" : "torque"}_${c}`);
  const columns = (table, name) => names.map((n) => run.find(table, `${name}.${n}`));
  const value = (list, t) => list.map((i) => run.valueAt(i, t));
  const add = (owner, list, make) => { if (list.every((i) => i !== undefined)) arrows.push({ owner, list, make }); };
  for (const joint of run.doc.scene.joints) {
    const b = joint.places[1], list = columns("joints", joint.name);
    add(joint, list, (t, poses) => [poses.point(b.body, b.position), value(list, t)]);
  }
  for (const force of run.doc.scene.forces) {
    const [a, b] = force.places, list = columns("forces", force.name);
    if (force.type === "bushing") {
      add(force, list, (t, poses) => [poses.point(b.body, b.position), inWorld(poses, a, value(list, t))]);
    } else if (force.type === "load" && what === "forces") {
      add(force, list, (t, poses) => [poses.point(a.body, a.position), value(list, t)]);
    } else if (force.along === "distance" && what === "forces") {
      const scalar = [run.find("forces", `${force.name}.force`)];
      add(force, scalar, (t, poses) => alongLine(ends(force.places)(poses), run.valueAt(scalar[0], t)));
    }
  }
  return arrows;
}

/** A vector in the axes of a place, in the world. */
function inWorld(poses, { body, quaternion }, v) {
  const m = localMatrix({ position: [0, 0, 0], quaternion }, [1, 1, 1]);
  return poses.direction(body, [0, 1, 2].map((j) => m[j] * v[0] + m[4 + j] * v[1] + m[8 + j] * v[2]));
}

/** On the body of b: a positive force pushes it away from a. */
function alongLine([a, b], f) {
  const d = b.map((x, i) => x - a[i]), length = Math.hypot(...d) || 1;
  return [b, d.map((x) => (f * x) / length)];
}

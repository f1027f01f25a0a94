// SPDX-License-Identifier: BSD-3-Clause
// The three-dimensional picture.
import { AmbientLight, Box3, BufferAttribute, BufferGeometry, Color, DirectionalLight, Group, LineBasicMaterial,
  LineSegments, PerspectiveCamera, Raycaster, Scene, Vector2, Vector3, WebGLRenderer } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { addBodies, addForces, addJoints, listArrows } from "./elements.js";
import { FlexibleMeshes } from "./flexible.js";
import { BodyBatch, SpanBatch } from "./instances.js";
import * as shapes from "./shapes.js";

/** Unit vectors (right, forward, up) of the world as it is looked at: up is against gravity. */
function worldAxes([x, y, z]) {
  const up = Math.hypot(x, y, z) > 0 ? new Vector3(-x, -y, -z).normalize() : new Vector3(0, 0, 1);
  const right = Math.abs(up.x) < 0.9 ? new Vector3(1, 0, 0) : new Vector3(0, 1, 0);
  right.addScaledVector(up, -right.dot(up)).normalize();
  return { right, up, forward: up.clone().cross(right) };
}

export const presets = { "3D": [0.9, -1.3, 0.7], front: [0, -1, 0], back: [0, 1, 0], left: [-1, 0, 0],
  right: [1, 0, 0], top: [0, -1e-3, 1], bottom: [0, -1e-3, -1] };

export class SceneView {
  constructor(canvas, run, poses) {
    Object.assign(this, { canvas, run, poses });
    this.renderer = new WebGLRenderer({ canvas, antialias: true });
    this.scene = new Scene();
    this.scene.background = new Color("#eef2f5");
    this.axes = worldAxes(run.doc.scene.gravity);
    this.camera = new PerspectiveCamera(35, 1, 0.01, 1e4);
    this.camera.up.copy(this.axes.up);
    const lamp = new DirectionalLight("#ffffff", 2.2);
    lamp.position.set(0.4, 0.6, 1);
    this.camera.add(lamp);
    this.scene.add(this.camera, new AmbientLight("#ffffff", 1.3));
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.addEventListener("change", () => { this.dirty = true; });
    this.addItems();
    this.update(run.times[0]);
    this.bounds = this.findBounds();
    this.addGrid();
    this.look("3D");
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement);
    this.resize();
  }

  addItems() {
    const { scene } = this.run.doc, body = (g, m) => new BodyBatch(g, m), span = (g, m) => new SpanBatch(g, m);
    const fine = scene.bodies.length + scene.joints.length < 600;
    const batches = {
      box: body(shapes.box()), sphere: body(shapes.sphere(fine)), cylinder: body(shapes.cylinder(fine)),
      meshes: scene.meshes.map((m) => body(shapes.fromMesh(m))),
      joint: { box: body(shapes.box()), sphere: body(shapes.sphere(fine)), cylinder: body(shapes.cylinder(fine)) },
      ring: body(shapes.ring()), rod: span(shapes.rod()), beam: span(shapes.rod()), helix: span(shapes.helix()),
    };
    addBodies(scene, batches);
    addJoints(scene, batches);
    addForces(scene, batches);
    this.bodyGroup = new Group();
    this.elementGroup = new Group();
    this.arrowGroup = new Group();
    this.flexible = new FlexibleMeshes(this.run);
    this.scene.add(this.bodyGroup, this.elementGroup, this.arrowGroup, this.flexible.group);
    const bodies = [batches.box, batches.sphere, batches.cylinder, batches.beam, ...batches.meshes];
    const elements = [...Object.values(batches.joint), batches.ring, batches.rod, batches.helix];
    bodies.forEach((b) => b.finish(this.bodyGroup));
    elements.forEach((b) => b.finish(this.elementGroup));
    this.batches = [...bodies, ...elements];
    this.arrowScale = 1;
  }

  /** Around what is to be seen over the whole run, roughly: bodies at some frames. */
  findBounds() {
    const bounds = new Box3(), point = new Vector3();
    const { times, doc } = this.run;
    const add = (i, p, r = 0) => {
      point.fromArray(this.poses.point(i, p));
      bounds.union(new Box3(point.clone().subScalar(r), point.clone().addScalar(r)));
    };
    const radii = doc.scene.meshes.map(({ points }) => Math.max(...points.map((p) => Math.hypot(...p))));
    const radius = (s) => (s.type === "mesh" ? radii[s.mesh] : 0.4 * Math.hypot(...s.size));
    for (let k = 0; k < 8; ++k) {
      this.poses.setTime(times[Math.floor((k * (times.length - 1)) / 7)]);
      doc.scene.bodies.forEach((b, i) => { if (i > 0) b.shapes.forEach((s) => add(i, s.position, radius(s))); });
      for (const e of [...doc.scene.joints, ...doc.scene.forces])
        for (const p of e.places) add(p.body, p.position);
    }
    for (const { positions } of this.run.meshes)
      for (let i = 0; i < positions.length; i += 3) bounds.expandByPoint(point.fromArray(positions, i));
    this.poses.setTime(times[0]);
    return bounds;
  }

  addGrid() {
    const { right, up, forward } = this.axes, centre = this.bounds.getCenter(new Vector3());
    const size = this.bounds.getSize(new Vector3());
    const low = centre.dot(up) - 0.5 * (Math.abs(size.x * up.x) + Math.abs(size.y * up.y) + Math.abs(size.z * up.z));
    const span = size.length(), cell = 10 ** Math.floor(Math.log10(span / 4)), n = Math.min(60, Math.ceil(span / cell));
    const snap = (x) => cell * Math.round(x / cell);
    const at = (i, j) => new Vector3()
      .addScaledVector(right, snap(centre.dot(right)) + i * cell)
      .addScaledVector(forward, snap(centre.dot(forward)) + j * cell)
      .addScaledVector(up, low).toArray();
    const points = [];
    for (let i = -n; i <= n; ++i) points.push(at(i, -n), at(i, n), at(-n, i), at(n, i));
    const lines = new BufferGeometry().setAttribute("position", new BufferAttribute(new Float32Array(points.flat()), 3));
    this.grid = new LineSegments(lines, new LineBasicMaterial({ color: "#ccd4da" }));
    this.scene.add(this.grid);
    this.cell = cell;
  }

  look(name) {
    const [x, y, z] = presets[name], { right, up, forward } = this.axes;
    const centre = this.bounds.getCenter(new Vector3()), radius = 0.5 * this.bounds.getSize(new Vector3()).length();
    const narrow = Math.min(1, this.camera.aspect), distance = (0.82 * radius) / Math.sin((0.5 * 35 * Math.PI) / 180) / narrow;
    const direction = new Vector3().addScaledVector(right, x).addScaledVector(forward, y).addScaledVector(up, z);
    this.camera.position.copy(centre).addScaledVector(direction.normalize(), distance);
    this.camera.near = distance / 1000;
    this.camera.far = distance * 100;
    this.camera.updateProjectionMatrix();
    this.controls.target.copy(centre);
    this.controls.update();
    this.followed = undefined;
    this.dirty = true;
  }

  resize() {
    const { clientWidth: w, clientHeight: h } = this.canvas.parentElement;
    if (w === 0 || h === 0) return;
    this.renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    this.renderer.setSize(w, h, false);
    this.camera.aspect = w / h;
    this.camera.updateProjectionMatrix();
    this.dirty = true;
  }

  /** Moves everything to where `poses` has it. */
  update(t) {
    this.batches.forEach((b) => b.update(this.poses));
    this.flexible.update(t, this.poses);
    this.updateArrows(t);
    this.followPicked();
    this.dirty = true;
  }

  render() {
    if (!this.dirty) return;
    this.dirty = false;
    this.renderer.render(this.scene, this.camera);
  }

  showArrows(what) {
    this.arrowGroup.clear();
    this.arrows = what === "off" ? [] : listArrows(this.run, what);
    const largest = Math.max(...this.arrows.map(({ list }) => this.largestOf(list)), 1e-300);
    this.arrowBatch = new SpanBatch(shapes.arrow());
    const unit = (0.3 * this.run.doc.scene.size) / largest;
    for (const { owner, make } of this.arrows) {
      this.arrowBatch.add(owner, what === "forces" ? "#d62828" : "#7b2cbf", 0.012 * this.run.doc.scene.size, (poses) => {
        const [p, v] = make(this.arrowTime, poses), s = unit * this.arrowScale;
        return [p, p.map((x, j) => x + s * v[j])];
      });
    }
    this.arrowBatch.finish(this.arrowGroup);
    return this.arrows.length;
  }
  largestOf(list) {
    return Math.hypot(...list.map((i) => this.run.channel(i).reduce((m, y) => Math.max(m, Math.abs(y) || 0), 0)));
  }
  updateArrows(t) {
    this.arrowTime = t;
    this.arrowBatch?.update(this.poses);
  }

  follow(body) {
    this.followed = body === undefined ? undefined : { body, at: this.poses.point(body, [0, 0, 0]) };
  }
  followPicked() {
    if (!this.followed) return;
    const now = this.poses.point(this.followed.body, [0, 0, 0]);
    const move = new Vector3(...now.map((x, j) => x - this.followed.at[j]));
    this.camera.position.add(move);
    this.controls.target.add(move);
    this.controls.update();
    this.followed.at = now;
  }

  /** The body, joint or force under a point of the window [px]. */
  pick(x, y) {
    const r = this.canvas.getBoundingClientRect();
    const ray = new Raycaster();
    this.camera.updateMatrixWorld();
    ray.setFromCamera(new Vector2((2 * (x - r.left)) / r.width - 1, 1 - (2 * (y - r.top)) / r.height), this.camera);
    const groups = [this.bodyGroup, this.elementGroup, this.arrowGroup, this.flexible.group].filter((g) => g.visible);
    const [hit] = ray.intersectObjects(groups, true);
    return hit?.object.userData.owner ?? hit?.object.userData.items[hit.instanceId].owner;
  }
  paint(picked) {
    this.batches.forEach((b) => b.paint(picked));
    this.arrowBatch?.paint(picked);
    this.flexible.paint(picked);
    this.dirty = true;
  }
  /** Where a point of a body is in the window [px]. */
  project(body, point) {
    this.camera.updateMatrixWorld();
    const v = new Vector3(...this.poses.point(body, point)).project(this.camera), r = this.canvas.getBoundingClientRect();
    return [r.left + ((v.x + 1) * r.width) / 2, r.top + ((1 - v.y) * r.height) / 2];
  }
}

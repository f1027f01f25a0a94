// SPDX-License-Identifier: BSD-3-Clause
#include "engine/recorder/recorder_probes.hpp"

#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "engine/recorder/scene.hpp"
#include "engine/system/system_reports.hpp"
#include "joints/coordinate_coupling.hpp"
#include "joints/joint.hpp"

namespace trunnion {
namespace {

using Columns = std::vector<ResultColumn>;

/// name.x, name.y, name.z and so on.
void AddXyz(Columns& columns,
            const std::string& prefix,
            const std::string& unit,
            const std::string& description) {
  for (const char* axis : {"x", "y", "z"}) columns.push_back({prefix + axis, unit, description});
}

void Put(double*& out, const Vec3& v) {
  for (int i = 0; i < 3; ++i) *out++ = v[i];
}

Recorder::Probe MakeBodyProbe(const System& system, BodyIndex b) {
  const BodyInfo& info = system.body(b);
  const bool rigid = info.kind == BodyKind::rigid;
  const std::string name = info.name + ".";
  const std::string of = " of the origin of the reference frame, world axes";
  Columns columns;
  AddXyz(columns, name, "m", "position" + of);
  if (rigid) {
    for (const char* part : {"qw", "qx", "qy", "qz"}) {
      columns.push_back({name + part, "1", "unit quaternion, reference frame to world"});
    }
  }
  AddXyz(columns, name + "v", "m/s", "velocity" + of);
  if (rigid) AddXyz(columns, name + "w", "rad/s", "angular velocity, world axes");
  AddXyz(columns, name + "a", "m/s^2", "acceleration" + of);
  if (rigid) AddXyz(columns, name + "alpha_", "rad/s^2", "angular acceleration, world axes");

  const int first = system.layout().offset(b);
  const bool moves = system.layout().active(b);
  const Vec3 to_origin = -info.com;
  return {columns, [=](const Recorder::State& at, double* out) {
            const BodyState& s = at.x.bodies[idx(b)];
            const VectorXd& a = at.v_dot;
            const Vec3 w_dot = rigid ? Vec3(a.segment<3>(first + 3)) : Vec3(Vec3::Zero());
            Put(out, s.r + s.R * to_origin);
            if (rigid) {
              const Eigen::Quaterniond q(s.R);
              *out++ = q.w();
              Put(out, q.vec());
            }
            Put(out, s.v + s.R * s.w.cross(to_origin));
            if (rigid) Put(out, s.R * s.w);
            const Vec3 relative = w_dot.cross(to_origin) + s.w.cross(s.w.cross(to_origin));
            const Vec3 r_ddot = moves ? Vec3(a.segment<3>(first)) : Vec3(Vec3::Zero());
            Put(out, r_ddot + s.R * relative);
            if (rigid) Put(out, s.R * w_dot);
          }};
}

Recorder::Probe MakeJointProbe(const System& system, int j) {
  const Joint& joint = GetJoint(system, JointId(j));
  const std::string name = system.parts().joints[idx(j)].name + ".";
  const std::string on =
      " that the joint exerts on body '" + system.body(joint.pair().B).name + "', world axes";
  Columns columns;
  for (int i = 0; i < joint.num_coordinates(); ++i) {
    const JointCoordinate& c = joint.coordinate(i);
    const std::string unit(c.unit());
    columns.push_back({name + std::string(c.name), unit, "coordinate of b relative to a"});
    columns.push_back({name + std::string(c.name) + "_rate", unit + "/s", "its rate"});
  }
  AddXyz(columns, name + "force_", "N", "force" + on);
  AddXyz(columns, name + "torque_", "Nm", "torque about the origin of marker b" + on);
  return {columns, [&system, j](const Recorder::State& at, double* out) {
            for (const CoordinateValue& c : CalcJointCoordinates(system, JointId(j), at.x)) {
              *out++ = c.value;
              *out++ = c.rate;
            }
            const Reaction r = CalcJointReaction(system, JointId(j), at.x, at.lambda);
            Put(out, r.force);
            Put(out, r.torque);
          }};
}

Recorder::Probe MakeCouplingProbe(const System& system, int c) {
  const CoordinateCoupling& coupling = *FindCoupling(system, ConstraintId(c));
  const std::string name = system.parts().constraints[idx(c)].name + ".";
  const bool angle = coupling.is_rotational(0);
  Columns columns{{name + "coordinate", angle ? "rad" : "m", "the first coordinate"},
                  {name + "drive", angle ? "Nm" : "N", "along it, positive if increasing it"}};
  return {columns, [&system, &coupling, c](const Recorder::State& at, double* out) {
            out[0] = coupling.CalcCoordinateOf(0, at.x);
            out[1] = CalcDrive(system, ConstraintId(c), at.lambda);
          }};
}

Recorder::Probe MakeConstraintProbe(const System& system, int c) {
  const ElementInfo& info = system.parts().constraints[idx(c)];
  const int first = system.first_row(info);
  Columns columns;
  columns.reserve(idx(system.num_rows(info)));
  for (int i = 0; i < system.num_rows(info); ++i) {
    columns.push_back({info.name + ".multiplier_" + std::to_string(i),
                       system.is_rotational_row()[idx(first + i)] ? "Nm" : "N",
                       "multiplier of a row of the constraint"});
  }
  return {columns, [first, n = columns.size()](const Recorder::State& at, double* out) {
            for (std::size_t i = 0; i < n; ++i) out[i] = at.lambda[first + static_cast<int>(i)];
          }};
}

Recorder::Probe MakeForceProbe(const System& system, ForceId force) {
  const std::string name = system.parts().forces[idx(force.index())].name + ".";
  Columns columns;
  for (const ReportColumn& column : DescribeForce(system, force).columns)
    columns.push_back({name + column.name, column.unit, column.description});
  return {columns, [&system, force, n = columns.size()](const Recorder::State& at, double* out) {
            WriteForceReport(system, force, at.x, {out, n});
          }};
}

/// Appends the own states of force f to what its probe records.
void AddStates(const System& system, int f, Recorder::Probe& probe) {
  const ElementInfo& info = system.parts().forces[idx(f)];
  if (info.states < 0) return;
  const auto& states = system.body(info.states).states;
  const std::size_t before = probe.columns.size();
  for (const StateInfo& state : states)
    probe.columns.push_back({info.name + "." + state.name, state.unit, "own state of the force"});
  probe.write = [write = std::move(probe.write),
                 first = system.state_component(info, 0),
                 before,
                 n = static_cast<int>(states.size())](const Recorder::State& at, double* out) {
    write(at, out);
    for (int i = 0; i < n; ++i) out[before + idx(i)] = at.v[first + i];
  };
}

}  // namespace

std::vector<Recorder::Probe> MakeBodyProbes(const System& system) {
  std::vector<Recorder::Probe> probes;
  for (const BodyIndex b : ListShownBodies(system))
    if (b != kGround) probes.push_back(MakeBodyProbe(system, b));
  return probes;
}

std::vector<Recorder::Probe> MakeJointProbes(const System& system) {
  std::vector<Recorder::Probe> probes;
  const int joints = static_cast<int>(system.parts().joints.size());
  for (int j = 0; j < joints; ++j) probes.push_back(MakeJointProbe(system, j));
  std::set<int> inner;
  for (const HiddenPoint& hidden : system.parts().hidden_points) inner.insert(hidden.constraint);
  const int constraints = static_cast<int>(system.parts().constraints.size());
  for (int c = 0; c < constraints; ++c) {
    if (inner.contains(c)) continue;
    probes.push_back(FindCoupling(system, ConstraintId(c)) ? MakeCouplingProbe(system, c)
                                                           : MakeConstraintProbe(system, c));
  }
  return probes;
}

std::vector<Recorder::Probe> MakeForceProbes(const System& system) {
  std::vector<Recorder::Probe> probes;
  std::set<int> inner;  // act within a reduced body
  for (const ReducedBodyInfo& body : system.parts().reduced_bodies) inner.insert(body.force);
  const int forces = static_cast<int>(system.parts().forces.size());
  for (int f = 0; f < forces; ++f) {
    if (inner.contains(f)) continue;
    probes.push_back(MakeForceProbe(system, ForceId(f)));
    AddStates(system, f, probes.back());
  }
  return probes;
}

std::vector<Recorder::Probe> MakeEnergyProbes(const System& system) {
  Columns columns{{"kinetic", "J", "kinetic energy"},
                  {"potential", "J", "gravity and force elements with a potential"},
                  {"total", "J", "their sum"},
                  {"damping_power", "W", "what dampers take out of the motion, without friction"}};
  return {{columns, [&system](const Recorder::State& at, double* out) {
             out[0] = system.CalcKineticEnergy(at.x);
             out[1] = system.CalcPotentialEnergy(at.x);
             out[2] = out[0] + out[1];
             out[3] = CalcDampingPower(system, at.x);
           }}};
}

}  // namespace trunnion

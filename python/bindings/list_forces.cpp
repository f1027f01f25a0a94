// SPDX-License-Identifier: BSD-3-Clause
#include "python/bindings/descriptions.hpp"
#include "python/bindings/fields.hpp"

/// Fields of forces.
namespace trunnion::python {

/// A vector stands for a constant one in world axes.
template <>
struct Convert<AppliedVector> {
  static AppliedVector From(py::handle v, const std::string& label) {
    if (PyCallable_Check(v.ptr())) return {.law = ToVectorLaw(v, label)};
    if (!py::isinstance<py::dict>(v)) return {.constant = ToVector(v, label, 3)};
    return ReadFields<AppliedVector>(label, py::reinterpret_borrow<py::dict>(v));
  }
  static std::string Type() { return "ArrayLike | Callable[[float], ArrayLike] | dict[str, Any]"; }
  static std::string Show(const AppliedVector&) { return "(0, 0, 0)"; }
};

void List(Fields& f, AppliedVector& x) {
  f("constant", x.constant, "shape (3,)");
  f("law", x.law, "function of time t -> (3,), added to `constant`");
  if (f.Has("breaks"))
    x.law =
        VectorLaw(std::function<Vec3(double)>(x.law), ToBreaks(f.Get("breaks"), f.Label("breaks")));
  f.Special("breaks",
            "Sequence[tuple[float, int]] | None",
            "None",
            "(time, order) where the law is not smooth; (): nowhere");
  f("frame", x.frame, "the axes that it is given in, world or body");
}

void List(Fields& f, AppliedLoad& x) {
  f("name", x.name, "unique among forces; empty: 'force_0', ...");
  f("body", x.body, "that it acts on");
  f("point", x.point, "of application, in the reference frame of the body [m], shape (3,)");
  f("force", x.force, "[N]: vector, function t -> (3,), or dict of constant, law, breaks, frame");
  f("torque", x.torque, "[N m], the same");
}

void List(Fields& f, SpringDamper& x) {
  f("name", x.name, "unique among forces; empty: 'force_0', ...");
  f("along", x.along, "the coordinate c that it acts along");
  f("stiffness", x.stiffness, "k [N/m or N m/rad]");
  f("damping", x.damping, "d [N s/m or N m s/rad], at least 0");
  f("free_length", x.free_length, "c0 [m or rad]; None: as drawn");
  f("preload", x.preload, "tension at c0 [N or N m]");
  f("spring_curve", x.spring_curve, "Curve of the tension over c - c0, in addition");
  f("damper_curve", x.damper_curve, "Curve of the tension over the rate of c, in addition");
}

void List(Fields& f, StopLaw& x) {
  f("limit", x.limit, "c at which the stop begins [m or rad]");
  f("side", x.side, "lower: acts below the limit; upper: above it");
  f("stiffness", x.stiffness, "[N/m or N m/rad], at least 0");
  f("damping", x.damping, "[N s/m or N m s/rad], at least 0");
  f("onset", x.onset, "depth within which the force grows smoothly [m or rad], above 0");
  f("exponent", x.exponent, "at least 1");
  f("curve", x.curve, "Curve of the force over the penetration");
}

void List(Fields& f, Stop& x) {
  f("name", x.name, "unique among forces; empty: 'force_0', ...");
  f("along", x.along, "the coordinate that it acts along");
  f("law", x.law, "dict of limit, side, stiffness, damping, onset, exponent, curve");
}

void List(Fields& f, Motor& x) {
  f("name", x.name, "unique among forces; empty: 'force_0', ...");
  f("along", x.along, "the coordinate that it drives");
  f("law",
    x.law,
    "make_servo(...), make_force_over_time(...) or a function (c, c', t) -> (f, df/dc, df/dc', "
    "energy) [N or N m]");
}

void List(Fields& f, MaxwellElement& x) {
  f("name", x.name, "unique among forces; empty: 'force_0', ...");
  f("along", x.along, "the coordinate that it acts along");
  f("stiffness", x.stiffness, "[N/m or N m/rad], above 0");
  f("damping", x.damping, "of the dashpot [N s/m or N m s/rad], above 0");
}

void List(Fields& f, BushingCurve& x) {
  f("force", x.force, "Curve of the restoring force or torque");
  f("replaces_stiffness", x.replaces_stiffness, "in place of the stiffness; False: in addition");
}

void List(Fields& f, BushingParameters& x) {
  f("stiffness", x.stiffness, "[N/m; N m/rad], translation first, shape (6, 6) or (6,)");
  f("damping", x.damping, "[N s/m; N m s/rad], shape (6, 6) or (6,)");
  f("preload", x.preload, "restoring force and torque as drawn [N; N m], shape (6,)");
  if (f.Has("curves")) {
    const auto curves =
        Convert<std::vector<std::optional<BushingCurve>>>::From(f.Get("curves"), f.Label("curves"));
    if (curves.size() != 6)
      throw py::value_error(f.Label("curves") + " must be a list of 6, of dicts or None");
    std::copy(curves.begin(), curves.end(), x.curves.begin());
  }
  f.Special("curves", "Sequence[dict[str, Any] | None]", "()", "six, of dicts or None");
  f("measure", x.measure, "of rotation: energy, plain or bryant");
  f("twist_axis", x.twist_axis, "0, 1 or 2: may turn many times; -1: none; None: chosen");
  f("tangent", x.tangent, "exact or gauss_newton");
}

void List(Fields& f, BushingBetween& x) {
  f("name", x.name, "unique among forces; empty: 'force_0', ...");
  f("a", x.a, "marker in whose axes the parameters are");
  f("b", x.b, "marker on the other body");
  f("parameters",
    x.parameters,
    "dict of stiffness, damping, preload, curves, measure, twist_axis, tangent");
}

}  // namespace trunnion::python

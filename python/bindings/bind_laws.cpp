// SPDX-License-Identifier: BSD-3-Clause
#include <pybind11/stl.h>

#include <trunnion/model.hpp>

#include "python/bindings/bindings.hpp"
#include "python/bindings/convert.hpp"
#include "python/bindings/descriptions.hpp"
#include "python/bindings/fields.hpp"

namespace trunnion::python {
namespace {

TimePoints ToPoints(const py::object& points, const std::string& label) {
  const MatrixXd table = ToMatrix(points, label, -1, 2);
  TimePoints list;
  for (Eigen::Index i = 0; i < table.rows(); ++i) list.push_back({table(i, 0), table(i, 1)});
  return list;
}

void BindMotionLaw(py::module_& module) {
  Class<MotionLaw> law(
      module,
      "MotionLaw",
      "(function: Callable[[float], tuple[float, float, float]], breaks: Sequence[tuple[float, "
      "int]] | None = None)",
      "A function of time t [s] -> (s, s', s''), e.g. of a motion [m or rad].\n\n`breaks` are the "
      "times at which it is not smooth, each with the order of the\nderivative that jumps; (): "
      "none; None: unknown. Call it for its values.");
  law.Init(
      [](const py::object& function, const py::object& breaks) {
        if (!PyCallable_Check(function.ptr()))
          FailType("MotionLaw: function", "callable", function);
        return MotionLaw(std::function<MotionValue(double)>(ToMotionLaw(function, "MotionLaw")),
                         ToBreaks(breaks, "MotionLaw: breaks"));
      },
      py::arg("function"),
      py::arg("breaks") = py::none());
  law.def("__call__", [](const MotionLaw& s, double t) {
    const MotionValue value = s(t);
    return py::make_tuple(value.s, value.s_dot, value.s_ddot);
  });
  Class<ScalarLaw> scalar(module,
                          "ScalarLaw",
                          "()",
                          "A force along a coordinate, of make_servo or make_force_over_time.");
  scalar.def("__call__", [](const ScalarLaw& f, double c, double c_dot, double t) {
    const LawValue value = f(c, c_dot, t);
    return py::make_tuple(value.f, value.df_dc, value.df_dcd, value.energy);
  });
}

void BindTables(py::module_& module) {
  const std::string signature = "(points: ArrayLike, name: str = 'table') -> MotionLaw";
  const auto table = [&](const char* name, auto make, const std::string& text) {
    Function(
        module,
        name,
        [make, name](const py::object& points, const std::string& of) {
          return make(ToPoints(points, std::string(name) + ": points"), of);
        },
        signature,
        text + " `points` (t [s], s), shape (n, 2).",
        py::arg("points"),
        py::arg("name") = "table");
  };
  table("make_spline_table", &MakeSplineTable, "The natural cubic spline, straight outside.");
  table("make_linear_table", &MakeLinearTable, "Piecewise linear, constant outside: for loads.");
  table(
      "make_monotone_table", &MakeMonotoneTable, "Without overshoot, constant outside: for loads.");
}

void BindTimeLaws(py::module_& module) {
  Function(module,
           "make_constant",
           &MakeConstant,
           "(value: float) -> MotionLaw",
           "s = value.",
           py::arg("value"));
  Function(module,
           "make_ramp",
           &MakeRamp,
           "(offset: float, rate: float) -> MotionLaw",
           "s = offset + rate t.",
           py::arg("offset"),
           py::arg("rate"));
  Function(
      module,
      "make_harmonic",
      [](double amplitude, double angular_frequency, double phase, double offset) {
        return MakeHarmonic({amplitude, angular_frequency, phase, offset});
      },
      "(amplitude: float = 1, angular_frequency: float = 1, phase: float = 0, offset: float = 0) "
      "-> MotionLaw",
      "s = offset + amplitude sin(angular_frequency t + phase), angular_frequency [rad/s].",
      py::arg("amplitude") = 1.0,
      py::arg("angular_frequency") = 1.0,
      py::arg("phase") = 0.0,
      py::arg("offset") = 0.0);
  Function(module,
           "make_polynomial",
           &MakePolynomial,
           "(coefficients: Sequence[float]) -> MotionLaw",
           "s = sum of coefficients[i] t^i.",
           py::arg("coefficients"));
  Function(
      module,
      "make_smooth_step",
      [](double start, double end, double from, double to) {
        return MakeSmoothStep({start, end, from, to});
      },
      "(start: float = 0, end: float = 1, begin: float = 0, to: float = 1) -> MotionLaw",
      "From `begin` until the time `start` [s] to `to` from the time `end` on, twice continuously "
      "differentiable.",
      py::arg("start") = 0.0,
      py::arg("end") = 1.0,
      py::arg("begin") = 0.0,
      py::arg("to") = 1.0);
  Function(module,
           "make_sum_of_time",
           &MakeSumOfTime,
           "(laws: Sequence[MotionLaw]) -> MotionLaw",
           "The sum of laws.",
           py::arg("laws"));
}

void BindScalarLaws(py::module_& module) {
  Function(
      module,
      "make_force_over_time",
      [](const py::object& force) {
        return MakeForceOverTime(ToMotionLaw(force, "make_force_over_time: force"));
      },
      "(force: MotionLaw | float) -> ScalarLaw",
      "Force of a motor over time [N or N m].",
      py::arg("force"));
  Function(
      module,
      "make_servo",
      [](double stiffness, double damping, const py::object& target) {
        return MakeServo(stiffness, damping, ToMotionLaw(target, "make_servo: target"));
      },
      "(stiffness: float, damping: float, target: MotionLaw | float) -> ScalarLaw",
      "Force stiffness (s - c) + damping (s' - c'), which holds the coordinate c at s(t).",
      py::arg("stiffness"),
      py::arg("damping"),
      py::arg("target"));
}

void BindCurve(py::module_& module) {
  Class<Curve> curve(module, "Curve", "()", "A function y(x): Curve.cubic(...), Curve.table(...).");
  const std::string cubic =
      Document("Curve", "cubic", "(k1: float, k3: float) -> Curve", "y = k1 x + k3 x^3.");
  curve.def_static("cubic", &Curve::Cubic, cubic.c_str(), py::arg("k1"), py::arg("k3"));
  const std::string table = Document(
      "Curve",
      "table",
      "(points: ArrayLike, interpolation: Interpolation | str = 'linear', name: str = 'table') -> "
      "Curve",
      "Through `points` (x, y), shape (n, 2), x rising; outside straight on.");
  curve.def_static(
      "table",
      [](const py::object& points, const py::object& interpolation, const std::string& name) {
        return Curve::Table(
            ToPoints(points, "Curve.table: points"),
            Convert<Interpolation>::From(interpolation, "Curve.table: interpolation"),
            name);
      },
      table.c_str(),
      py::arg("points"),
      py::arg("interpolation") = "linear",
      py::arg("name") = "table");
  curve.def("__call__", [](const Curve& y, double x) { return y(x).y; });
}

}  // namespace

void BindLaws(py::module_& module) {
  BindMotionLaw(module);
  BindTimeLaws(module);
  BindTables(module);
  BindScalarLaws(module);
  BindCurve(module);
}

}  // namespace trunnion::python

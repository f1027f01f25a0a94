// SPDX-License-Identifier: BSD-3-Clause
#include "python/bindings/convert.hpp"

#include <utility>

namespace trunnion::python {
namespace {

std::string TypeOf(py::handle value) {
  return py::str(py::type::handle_of(value).attr("__name__"));
}

std::string ShapeOf(const py::array& array) { return py::str(py::object(array.attr("shape"))); }

std::string Shape(int rows, int columns) {
  const auto text = [](int n, const char* any) { return n < 0 ? any : std::to_string(n); };
  return "(" + text(rows, "n") + ", " + text(columns, "m") + ")";
}

py::array_t<double> ToArray(py::handle value, const std::string& label, const std::string& wanted) {
  const bool text = py::isinstance<py::str>(value) || py::isinstance<py::bytes>(value) ||
                    value.is_none() || py::isinstance<py::dict>(value);
  const py::array raw = text ? py::array() : py::array::ensure(value);
  if (text || !raw) FailType(label, wanted, value);
  const char kind = raw.dtype().kind();
  if (kind != 'f' && kind != 'i' && kind != 'u' && raw.size() > 0)
    throw py::type_error(label + " must be " + wanted + ", not numbers of type " +
                         std::string(py::str(raw.dtype())));
  return py::array_t<double, py::array::c_style | py::array::forcecast>::ensure(raw);
}

py::array MakeView(std::vector<py::ssize_t> shape, const double* values, py::handle owner) {
  std::vector<py::ssize_t> strides;
  py::ssize_t stride = sizeof(double);
  for (const py::ssize_t n : shape) {
    strides.push_back(stride);
    stride *= n;
  }
  py::array view(py::dtype::of<double>(), shape, strides, values, owner);
  view.attr("setflags")(py::arg("write") = false);
  return view;
}

}  // namespace

void FailType(const std::string& label, const std::string& wanted, py::handle value) {
  throw py::type_error(label + " must be " + wanted + ", not " + TypeOf(value));
}

double ToDouble(py::handle value, const std::string& label) {
  const bool array =
      py::isinstance<py::array>(value) && py::reinterpret_borrow<py::array>(value).ndim() > 0;
  if (value.is_none() || PyBool_Check(value.ptr()) || array) FailType(label, "a number", value);
  const double number = PyFloat_AsDouble(value.ptr());
  if (number == -1 && PyErr_Occurred()) {
    PyErr_Clear();
    FailType(label, "a number", value);
  }
  return number;
}

long ToInteger(py::handle value, const std::string& label) {
  if (PyBool_Check(value.ptr()) || !PyIndex_Check(value.ptr()))
    FailType(label, "an integer", value);
  const Py_ssize_t number = PyNumber_AsSsize_t(value.ptr(), PyExc_OverflowError);
  if (number == -1 && PyErr_Occurred()) throw py::error_already_set();
  return number;
}

bool ToBool(py::handle value, const std::string& label) {
  const bool numpy = TypeOf(value) == "bool_";
  if (!PyBool_Check(value.ptr()) && !numpy) FailType(label, "True or False", value);
  return PyObject_IsTrue(value.ptr()) == 1;
}

std::string ToString(py::handle value, const std::string& label) {
  if (!py::isinstance<py::str>(value)) FailType(label, "a string", value);
  return py::str(value);
}

VectorXd ToVector(py::handle value, const std::string& label, int rows) {
  const std::string shape = "(" + (rows < 0 ? std::string("n") : std::to_string(rows)) + ",)";
  const auto array = ToArray(value, label, "an array of shape " + shape);
  if (array.ndim() != 1 || (rows >= 0 && array.shape(0) != rows))
    throw py::value_error(label + " must have the shape " + shape + ", not " + ShapeOf(array));
  return Eigen::Map<const VectorXd>(array.data(), array.shape(0));
}

MatrixXd ToMatrix(
    py::handle value, const std::string& label, int rows, int columns, bool diagonal) {
  const std::string shape =
      Shape(rows, columns) + (diagonal ? " or (" + std::to_string(rows) + ",)" : "");
  const auto array = ToArray(value, label, "an array of shape " + shape);
  if (diagonal && array.ndim() == 1 && array.shape(0) == rows)
    return Eigen::Map<const VectorXd>(array.data(), rows).asDiagonal();
  if (array.ndim() != 2 || (rows >= 0 && array.shape(0) != rows) ||
      (columns >= 0 && array.shape(1) != columns))
    throw py::value_error(label + " must have the shape " + shape + ", not " + ShapeOf(array));
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  return Eigen::Map<const RowMajor>(array.data(), array.shape(0), array.shape(1));
}

py::array_t<double> CopyVector(const Eigen::Ref<const VectorXd>& values) {
  return py::array_t<double>(values.size(), values.data());
}

py::array_t<double> CopyMatrix(const MatrixXd& values) {
  py::array_t<double> copy({values.rows(), values.cols()});
  for (Eigen::Index i = 0; i < values.rows(); ++i)
    for (Eigen::Index j = 0; j < values.cols(); ++j) copy.mutable_at(i, j) = values(i, j);
  return copy;
}

py::array ViewVector(const double* values, Eigen::Index size, py::handle owner) {
  return MakeView({size}, values, owner);
}

py::array ViewMatrix(const MatrixXd& values, py::handle owner) {
  return MakeView({values.rows(), values.cols()}, values.data(), owner);
}

Callable::Callable(py::handle function, std::string label) : label_(std::move(label)) {
  if (!PyCallable_Check(function.ptr())) FailType(label_, "callable", function);
  function_ = std::shared_ptr<py::object>(
      new py::object(py::reinterpret_borrow<py::object>(function)), [](py::object* object) {
        const py::gil_scoped_acquire lock;
        delete object;
      });
}

MotionLaw ToMotionLaw(py::handle value, const std::string& label) {
  if (py::isinstance<MotionLaw>(value)) return value.cast<MotionLaw>();
  const std::string wanted = "a MotionLaw, a number or a function t -> (s, s', s'')";
  if (!PyCallable_Check(value.ptr())) {
    if (!PyNumber_Check(value.ptr())) FailType(label, wanted, value);
    return MakeConstant(ToDouble(value, label));
  }
  return MotionLaw([f = Callable(value, label)](double t) -> MotionValue {
    const py::gil_scoped_acquire lock;
    const VectorXd s = ToVector(f(t), f.label() + ": what the function returns", 3);
    return {s[0], s[1], s[2]};
  });
}

VectorLaw ToVectorLaw(py::handle value, const std::string& label) {
  return VectorLaw([f = Callable(value, label)](double t) -> Vec3 {
    const py::gil_scoped_acquire lock;
    return ToVector(f(t), f.label() + ": what the function returns", 3);
  });
}

ScalarLaw ToScalarLaw(py::handle value, const std::string& label) {
  if (py::isinstance<ScalarLaw>(value)) return value.cast<ScalarLaw>();
  return ScalarLaw([f = Callable(value, label)](double c, double c_dot, double t) -> LawValue {
    const py::gil_scoped_acquire lock;
    const py::object returned = f(c, c_dot, t);
    const std::string what = f.label() + ": what the function returns, (f, df_dc, df_dcd, energy),";
    const VectorXd v = ToVector(returned, what, 4);
    return {.f = v[0], .df_dc = v[1], .df_dcd = v[2], .energy = v[3]};
  });
}

CoordinateRef ToCoordinate(py::handle value, const std::string& label) {
  if (py::isinstance<JointId>(value)) return value.cast<JointId>();
  if (!py::isinstance<CoordinateRef>(value))
    FailType(label, "a JointId, coordinate_of(...) or between(...)", value);
  return value.cast<CoordinateRef>();
}

BreakFinder ToBreaks(py::handle value, const std::string& label) {
  if (value.is_none()) return {};
  std::vector<Break> breaks;
  if (py::len(value) == 0) return NoBreaks();
  const MatrixXd pairs = ToMatrix(value, label, -1, 2);
  for (Eigen::Index i = 0; i < pairs.rows(); ++i)
    breaks.push_back({pairs(i, 0), static_cast<int>(pairs(i, 1))});
  return MakeBreaks(std::move(breaks));
}

}  // namespace trunnion::python

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <trunnion/model.hpp>

/// Values of Python as those of the engine, and back. What does not fit raises TypeError, or
/// ValueError for a shape, with the name of the argument and what it should be.
namespace trunnion::python {

namespace py = pybind11;

[[noreturn]] void FailType(const std::string& label, const std::string& wanted, py::handle value);

double ToDouble(py::handle value, const std::string& label);
long ToInteger(py::handle value, const std::string& label);
bool ToBool(py::handle value, const std::string& label);
std::string ToString(py::handle value, const std::string& label);
/// A sequence of any length, or of `rows`.
VectorXd ToVector(py::handle value, const std::string& label, int rows = -1);
/// rows × columns; −1: any. With `diagonal` a vector stands for a diagonal matrix.
MatrixXd ToMatrix(
    py::handle value, const std::string& label, int rows, int columns, bool diagonal = false);

/// A copy that belongs to Python.
py::array_t<double> CopyVector(const Eigen::Ref<const VectorXd>& values);
py::array_t<double> CopyMatrix(const MatrixXd& values);
/// The numbers themselves, read-only; `owner` lives as long as the array.
py::array ViewVector(const double* values, Eigen::Index size, py::handle owner);
py::array ViewMatrix(const MatrixXd& values, py::handle owner);

/// A callable that may be copied and destroyed where Python does not run.
class Callable {
 public:
  Callable() = default;
  Callable(py::handle function, std::string label);
  explicit operator bool() const { return function_ != nullptr; }
  const std::string& label() const { return label_; }
  /// Only while this thread holds the lock of the interpreter.
  template <class... A>
  py::object operator()(A&&... arguments) const {
    return (*function_)(std::forward<A>(arguments)...);
  }

 private:
  std::shared_ptr<py::object> function_;
  std::string label_;
};

MotionLaw ToMotionLaw(py::handle value, const std::string& label);
VectorLaw ToVectorLaw(py::handle value, const std::string& label);
ScalarLaw ToScalarLaw(py::handle value, const std::string& label);
CoordinateRef ToCoordinate(py::handle value, const std::string& label);
/// (time, order) pairs; None: unknown, empty: there are none.
BreakFinder ToBreaks(py::handle value, const std::string& label);

}  // namespace trunnion::python

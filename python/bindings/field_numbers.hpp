// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <sstream>
#include <string>

#include "python/bindings/fields.hpp"

/// Numbers, strings and arrays as fields; part of fields.hpp.
namespace trunnion::python {

template <>
struct Convert<double> {
  static double From(py::handle v, const std::string& label) { return ToDouble(v, label); }
  static std::string Type() { return "float"; }
  static std::string Show(double v) {
    std::ostringstream out;
    out << v;
    return out.str() == "inf" ? "float('inf')" : out.str();
  }
};
template <>
struct Convert<int> {
  static int From(py::handle v, const std::string& label) {
    return static_cast<int>(ToInteger(v, label));
  }
  static std::string Type() { return "int"; }
  static std::string Show(int v) { return std::to_string(v); }
};
template <>
struct Convert<long> {
  static long From(py::handle v, const std::string& label) { return ToInteger(v, label); }
  static std::string Type() { return "int"; }
  static std::string Show(long v) { return std::to_string(v); }
};
template <>
struct Convert<bool> {
  static bool From(py::handle v, const std::string& label) { return ToBool(v, label); }
  static std::string Type() { return "bool"; }
  static std::string Show(bool v) { return v ? "True" : "False"; }
};
template <>
struct Convert<std::string> {
  static std::string From(py::handle v, const std::string& label) { return ToString(v, label); }
  static std::string Type() { return "str"; }
  static std::string Show(const std::string& v) { return "'" + v + "'"; }
};

/// Fixed-size matrices; square ones of moments and stiffnesses also take their diagonal.
template <int R, int C>
struct Convert<Eigen::Matrix<double, R, C>> {
  using Value = Eigen::Matrix<double, R, C>;
  static Value From(py::handle v, const std::string& label) {
    if constexpr (C == 1 && R > 0) {
      return ToVector(v, label, R);
    } else if constexpr (C == 1) {
      return ToVector(v, label);
    } else {
      return ToMatrix(v, label, R, C, R > 0);
    }
  }
  static std::string Type() { return "ArrayLike"; }
  static std::string Show(const Value& v) {
    if (v.size() == 0) return "()";
    std::string text = C == 1 ? "(" : "'identity'";
    if constexpr (C == 1) {
      for (int i = 0; i < v.size(); ++i) text += (i ? ", " : "") + Convert<double>::Show(v[i]);
      return text + ")";
    } else {
      return v.isZero() ? "0" : "1";
    }
  }
};

}  // namespace trunnion::python

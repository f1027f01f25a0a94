// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "python/bindings/fields.hpp"

/// Lists, enumerations and objects as fields; part of fields.hpp.
namespace trunnion::python {

template <class T>
struct Convert<std::optional<T>> {
  static std::optional<T> From(py::handle v, const std::string& label) {
    if (v.is_none()) return std::nullopt;
    return Convert<T>::From(v, label);
  }
  static std::string Type() { return Convert<T>::Type() + " | None"; }
  static std::string Show(const std::optional<T>&) { return "None"; }
};
template <class T>
struct Convert<std::vector<T>> {
  static std::vector<T> From(py::handle v, const std::string& label) {
    if (py::isinstance<py::str>(v) || !py::isinstance<py::iterable>(v) ||
        py::isinstance<py::dict>(v))
      FailType(label, "a list", v);
    std::vector<T> list;
    for (const py::handle item : v)
      list.push_back(Convert<T>::From(item, label + "[" + std::to_string(list.size()) + "]"));
    return list;
  }
  static std::string Type() { return "Sequence[" + Convert<T>::Type() + "]"; }
  static std::string Show(const std::vector<T>&) { return "()"; }
};

template <Enumeration E>
struct Convert<E> {
  static E From(py::handle v, const std::string& label) {
    std::vector<std::string> names;
    const std::string word =
        ToString(py::hasattr(v, "value") ? py::object(v.attr("value"))
                                         : py::reinterpret_borrow<py::object>(v),
                 label);
    for (const auto& [name, value] : Names<E>::kAll) {
      if (word == name) return value;
      names.emplace_back(name);
    }
    throw py::value_error(label + ": '" + word + "' is unknown" + Suggest(word, names));
  }
  static std::string Type() {
    const std::string name = Names<E>::kName;
    return name == "str" ? name : name + " | str";
  }
  static std::string Show(E v) {
    for (const auto& [name, value] : Names<E>::kAll)
      if (value == v) return "'" + std::string(name) + "'";
    return "None";
  }
};

/// Objects of classes that Python has.
template <class T>
struct ConvertObject {
  static T From(py::handle v, const std::string& label) {
    if (!py::isinstance<T>(v)) FailType(label, "a " + Type(), v);
    return v.cast<T>();
  }
  static std::string Type() { return py::str(py::type::of<T>().attr("__name__")); }
  static std::string Show(const T&) { return "None"; }
};
template <class Tag>
struct Convert<Handle<Tag>> : ConvertObject<Handle<Tag>> {};
template <>
struct Convert<Pose> : ConvertObject<Pose> {};
template <>
struct Convert<Curve> : ConvertObject<Curve> {};

template <>
struct Convert<CoordinateRef> {
  static CoordinateRef From(py::handle v, const std::string& label) {
    return ToCoordinate(v, label);
  }
  static std::string Type() { return "JointId | Coordinate"; }
  static std::string Show(const CoordinateRef&) { return "None"; }
};
template <>
struct Convert<MotionLaw> {
  static MotionLaw From(py::handle v, const std::string& label) { return ToMotionLaw(v, label); }
  static std::string Type() {
    return "MotionLaw | float | Callable[[float], tuple[float, float, float]]";
  }
  static std::string Show(const MotionLaw&) { return "None"; }
};
template <>
struct Convert<VectorLaw> {
  static VectorLaw From(py::handle v, const std::string& label) { return ToVectorLaw(v, label); }
  static std::string Type() { return "Callable[[float], ArrayLike] | None"; }
  static std::string Show(const VectorLaw&) { return "None"; }
};
template <>
struct Convert<ScalarLaw> {
  static ScalarLaw From(py::handle v, const std::string& label) { return ToScalarLaw(v, label); }
  static std::string Type() {
    return "ScalarLaw | Callable[[float, float, float], tuple[float, float, float, float]]";
  }
  static std::string Show(const ScalarLaw&) { return "None"; }
};

}  // namespace trunnion::python

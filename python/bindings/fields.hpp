// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <memory>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "python/bindings/convert.hpp"
#include "python/bindings/text.hpp"

/// Keyword arguments with the names of the fields of a struct: one function lists the fields, with
/// what they mean, and serves to read them and to document them.
///
///     void List(Fields& f, PointMass& x) {
///       f("name", x.name, "unique among bodies");
///       f("mass", x.mass, "[kg]");
///     }
namespace trunnion::python {

class Fields;

/// The names of an enumeration, in its order.
template <class E>
struct Names;

template <class T>
concept Enumeration = std::is_enum_v<T>;
template <class T>
concept Listed = requires(Fields& f, T& x) { List(f, x); };

/// How a type is read and written: From, kType (for stubs) and Show (a default).
template <class T>
struct Convert;

class Fields {
 public:
  /// Reads from `given`. @param owner  the function or the field, for messages.
  Fields(std::string owner, const py::dict& given) : owner_(std::move(owner)), given_(&given) {}
  /// Describes.
  explicit Fields(std::string owner) : owner_(std::move(owner)) {}

  template <class T>
  void operator()(const char* name, T& value, const char* meaning) {
    known_.emplace_back(name);
    if (given_ == nullptr) {
      Describe(name, Convert<T>::Type(), Convert<T>::Show(value), meaning);
    } else if (given_->contains(name)) {
      Read((*given_)[name], Label(name), value);
    }
  }
  /// One that is read by the caller.
  void Special(const char* name, const char* type, const char* fallback, const char* meaning) {
    known_.emplace_back(name);
    if (given_ == nullptr) Describe(name, type, fallback, meaning);
  }
  bool Has(const char* name) const { return given_ != nullptr && given_->contains(name); }
  py::object Get(const char* name) const { return (*given_)[name]; }
  std::string Label(const char* name) const { return owner_ + ": " + name; }

  /// @throws TypeError naming an unknown keyword and the nearest one.
  void RequireKnown() const {
    for (const auto& [key, value] : *given_) {
      const std::string word = ToString(key, owner_ + ": a keyword");
      bool known = false;
      for (const std::string& name : known_) known = known || name == word;
      if (!known)
        throw py::type_error(owner_ + ": unknown keyword '" + word + "'" + Suggest(word, known_));
    }
  }

  const std::string& parameters() const { return parameters_; }  ///< "name: str = '', ..."
  const std::string& table() const { return table_; }            ///< a line each

 private:
  /// Fields of a nested struct that are not given stay as they are.
  template <class T>
  static void Read(py::handle given, const std::string& label, T& value);
  void Describe(const std::string& name,
                const std::string& type,
                const std::string& fallback,
                const std::string& meaning) {
    parameters_ += (parameters_.empty() ? "" : ", ") + name + ": " + type + " = " + fallback;
    table_ += "    " + name + " : " + type + "\n        " + meaning + "\n";
  }

  std::string owner_;
  const py::dict* given_ = nullptr;
  std::vector<std::string> known_;
  std::string parameters_, table_;
};

/// A struct from keywords.
template <Listed T>
T ReadFields(const std::string& owner, const py::dict& given, T value = {}) {
  Fields fields(owner, given);
  List(fields, value);
  fields.RequireKnown();
  return value;
}

template <Listed T>
struct FieldText {
  std::string parameters, table;
};
template <Listed T>
FieldText<T> DescribeFields() {
  Fields fields("");
  T value{};
  List(fields, value);
  return {fields.parameters(), fields.table()};
}

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
struct Convert<long> : Convert<int> {
  static long From(py::handle v, const std::string& label) { return ToInteger(v, label); }
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
    const std::string word = ToString(
        py::hasattr(v, "value") ? py::object(v.attr("value")) : py::reinterpret_borrow<py::object>(v),
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

template <class T>
void Fields::Read(py::handle given, const std::string& label, T& value) {
  if constexpr (Listed<T>) {
    if (py::isinstance<py::dict>(given)) {
      value = ReadFields<T>(label, py::reinterpret_borrow<py::dict>(given), std::move(value));
      return;
    }
  }
  value = Convert<T>::From(given, label);
}

/// Nested structs: a dict with their fields, or an object if Python has the class.
template <Listed T>
struct Convert<T> {
  static T From(py::handle v, const std::string& label) {
    if (!py::isinstance<py::dict>(v)) FailType(label, "a dict", v);
    return ReadFields<T>(label, py::reinterpret_borrow<py::dict>(v));
  }
  static std::string Type() { return "dict[str, Any]"; }
  static std::string Show(const T&) { return "{}"; }
};

/// A function of the class that takes a description as keywords and adds it to the object.
template <class Description, class C, class F>
void Add(C& cls, const char* name, F add, const std::string& returns, const std::string& text) {
  const auto fields = DescribeFields<Description>();
  cls.Method(
      name,
      [name, add](typename C::type& self, const py::args& positional, const py::kwargs& given) {
        if (!positional.empty())
          throw py::type_error(std::string(name) + " takes keywords only, e.g. name='...'");
        return add(self, ReadFields<Description>(name, given));
      },
      "(self, *, " + fields.parameters + ") -> " + returns,
      text + "\n\nParameters\n" + fields.table);
}

}  // namespace trunnion::python

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
concept Listed = requires(Fields& f, T& x) {
  List(f, x);
};

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

}  // namespace trunnion::python

#include "python/bindings/field_numbers.hpp"  // IWYU pragma: export
#include "python/bindings/field_objects.hpp"  // IWYU pragma: export

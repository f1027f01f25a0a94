// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <pybind11/pybind11.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Names, signatures and docstrings of what Python sees.
namespace trunnion::python {

namespace py = pybind11;

/// The word of `known` that is most like `word`; empty: none is.
std::string FindNearest(std::string_view word, const std::vector<std::string>& known);
/// "; did you mean 'mass'?", or the first of what there is.
std::string Suggest(std::string_view word, const std::vector<std::string>& known);

/// Registers "(self, t: float) -> None" of scope.name for the stubs, and returns the docstring from
/// which inspect and help() take the signature.
/// @param scope  the class; empty: the module.
std::string Document(const std::string& scope,
                     const std::string& name,
                     const std::string& signature,
                     const std::string& text);
/// Registers the type of a property.
void DocumentProperty(const std::string& scope, const std::string& name, const std::string& type);
/// {"Model.compile": "(self) -> System", ...}, in the order of registration.
py::dict Signatures();

/// A class with documented members; calls into the engine let other threads of Python run where
/// `Free` says so.
template <class T, class... Options>
class Class : public py::class_<T, Options...> {
 public:
  Class(py::module_& module,
        const char* name,
        const std::string& signature,
        const std::string& text)
      : py::class_<T, Options...>(
            module, name, Document(name, "__init__", signature, text).c_str()),
        name_(name) {}

  template <class F, class... Extra>
  Class& Method(const char* name,
                F&& f,
                const std::string& signature,
                const std::string& text,
                const Extra&... extra) {
    const std::string doc = Document(name_, name, signature, text);
    this->def(name, std::forward<F>(f), doc.c_str(), extra...);
    return *this;
  }
  template <class F, class... Extra>
  Class& Property(const char* name,
                  F&& f,
                  const std::string& of_type,
                  const std::string& text,
                  const Extra&... extra) {
    DocumentProperty(name_, name, of_type);
    const std::string doc = text + " (" + of_type + ")";
    this->def_property_readonly(name, std::forward<F>(f), doc.c_str(), extra...);
    return *this;
  }
  template <class F, class... Extra>
  Class& Init(F&& f, const Extra&... extra) {
    this->def(py::init(std::forward<F>(f)), "See the class.", extra...);
    return *this;
  }

 private:
  std::string name_;
};

/// A documented function of the module.
template <class F, class... Extra>
void Function(py::module_& module,
              const char* name,
              F&& f,
              const std::string& signature,
              const std::string& text,
              const Extra&... extra) {
  const std::string doc = Document("", name, signature, text);
  module.def(name, std::forward<F>(f), doc.c_str(), extra...);
}

using Free = py::call_guard<py::gil_scoped_release>;

}  // namespace trunnion::python

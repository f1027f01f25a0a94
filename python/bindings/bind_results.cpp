// SPDX-License-Identifier: BSD-3-Clause
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <trunnion/results.hpp>
#include <trunnion/view.hpp>

#include "python/bindings/bindings.hpp"
#include "python/bindings/convert.hpp"
#include "python/bindings/results_object.hpp"

namespace trunnion::python {
namespace {

using Shared = std::shared_ptr<ResultsObject>;

struct Place {
  const ResultTable* table;
  std::size_t column;
};

/// Where Results::column finds it; throws what that throws.
Place Find(const Results& results, const std::string& name) {
  std::vector<Place> found;
  for (const ResultTable& table : results.tables) {
    const std::string prefix = table.name + "/";
    const std::string wanted = name.starts_with(prefix) ? name.substr(prefix.size()) : name;
    for (std::size_t c = 1; c < table.columns.size(); ++c)
      if (table.columns[c].name == wanted || table.columns[c].name == name)
        found.push_back({&table, c});
  }
  if (found.size() == 2 && found[1].table->nodal && !found[0].table->nodal) found.pop_back();
  if (found.size() == 1) return found.front();
  if (found.empty()) {
    std::vector<std::string> names;
    for (const ResultTable& table : results.tables)
      for (const ResultColumn& column : table.columns) names.push_back(column.name);
    const std::string nearest = FindNearest(name, names);
    if (!nearest.empty())
      throw ModelError("results: there is no column '" + name + "'; did you mean '" + nearest +
                       "'?");
  }
  (void)results.column(name);
  throw ModelError("results: column '" + name + "' is in several tables");
}

py::array ColumnView(const Shared& self, const std::string& name) {
  const py::object owner = py::cast(self);
  const Results& results = self->results;
  if (name == "time") return ViewVector(results.time.data(), results.time.size(), owner);
  const Place place = Find(results, name);
  const MatrixXd& values = place.table->values;
  return ViewVector(values.data() + static_cast<Eigen::Index>(place.column) * values.rows(),
                    values.rows(),
                    owner);
}

py::list NamesOf(const ResultTable& table) {
  py::list names;
  for (const ResultColumn& column : table.columns) names.append(column.name);
  return names;
}

template <class T>
py::dict ToDict(const std::vector<std::pair<std::string, T>>& pairs) {
  py::dict all;
  for (const auto& [name, value] : pairs) all[py::str(name)] = value;
  return all;
}

void BindTable(py::module_& module) {
  Class<TableObject> cls(module,
                         "ResultTable",
                         "()",
                         "Columns that belong together; a row for each time. The first column is "
                         "the time.");
  cls.Property(
      "name", [](const TableObject& t) { return t.get().name; }, "str", "Its name");
  cls.Property(
      "columns",
      [](const TableObject& t) { return NamesOf(t.get()); },
      "list[str]",
      "Names of the columns");
  cls.Property(
      "units",
      [](const TableObject& t) {
        py::list units;
        for (const ResultColumn& column : t.get().columns) units.append(column.unit);
        return units;
      },
      "list[str]",
      "Their units");
  cls.Property(
      "values",
      [](const TableObject& t) { return ViewMatrix(t.get().values, py::cast(t.owner)); },
      "NDArray",
      "All numbers, shape (rows, columns); a view, read-only");
  cls.def("__len__", [](const TableObject& t) { return t.get().values.rows(); });
  cls.def("__getitem__", [](const TableObject& t, const std::string& name) {
    const ResultTable& table = t.get();
    for (std::size_t c = 0; c < table.columns.size(); ++c)
      if (table.columns[c].name == name)
        return ViewVector(table.values.data() + static_cast<Eigen::Index>(c) * table.values.rows(),
                          table.values.rows(),
                          py::cast(t.owner));
    throw py::key_error("table '" + table.name + "' has no column '" + name + "'");
  });
}

void BindColumns(Class<ResultsObject, Shared>& cls) {
  cls.Property(
      "time",
      [](const Shared& r) { return ColumnView(r, "time"); },
      "NDArray",
      "Output times [s]; a view, read-only");
  cls.Method("column",
             &ColumnView,
             "(self, name: str) -> NDArray",
             "Values over time of a column, or of '<table>/<column>' where two tables have the "
             "name:\na view without a copy, read-only. results[name] is the same.",
             py::arg("name"));
  cls.def("__getitem__", &ColumnView);
  cls.def("__contains__", [](const Shared& r, const std::string& name) {
    try {
      return name == "time" || Find(r->results, name).table != nullptr;
    } catch (const ModelError&) {
      return false;
    }
  });
  cls.Property(
      "columns",
      [](const Shared& r) {
        py::list names;
        for (const ResultTable& table : r->results.tables)
          for (std::size_t c = 1; c < table.columns.size(); ++c)
            names.append(table.columns[c].name);
        return names;
      },
      "list[str]",
      "Names of all columns but the times");
  const auto fact = [&](const char* name, std::string ResultColumn::*field, const char* text) {
    cls.Method(
        name,
        [field](const Shared& r, const std::string& column) {
          const Place place = Find(r->results, column);
          return place.table->columns[place.column].*field;
        },
        "(self, name: str) -> str",
        text,
        py::arg("name"));
  };
  fact("unit", &ResultColumn::unit, "Unit of a column, e.g. 'm/s'.");
  fact("description", &ResultColumn::description, "What a column is, with frame and point.");
}

void BindTables(Class<ResultsObject, Shared>& cls) {
  cls.Property(
      "tables",
      [](const Shared& r) {
        py::dict tables;
        for (std::size_t i = 0; i < r->results.tables.size(); ++i)
          tables[py::str(r->results.tables[i].name)] = TableObject{r, i};
        return tables;
      },
      "dict[str, ResultTable]",
      "bodies, joints, forces, signals, energy, meshes, steps");
  cls.Property(
      "metadata",
      [](const Shared& r) { return ToDict(r->results.metadata); },
      "dict[str, str]",
      "Further facts: the model, the version");
  cls.Property(
      "statistics",
      [](const Shared& r) { return ToDict(r->results.statistics); },
      "dict[str, float]",
      "Counters and times of the integration");
  cls.Method(
      "document",
      [](const Shared& r, const std::string& name) { return r->results.document(name); },
      "(self, name: str) -> str",
      "A JSON text: 'scene', 'events', 'eigenmodes'; '' if there is none.",
      py::arg("name"));
}

void Save(const Results& results, const std::filesystem::path& path) {
  OutputFolder folder(path);
  FileTransaction files;
  WriteCsv(results, folder.path(), files);
  WriteHdf5(results, folder.path() / "results.h5", files);
  files.Commit();
  folder.Keep();
}

void BindFiles(Class<ResultsObject, Shared>& cls) {
  cls.Method(
      "save",
      [](const Shared& r, const std::filesystem::path& f) { Save(r->results, f); },
      "(self, folder: str | PathLike[str]) -> None",
      "Writes results.h5, and a CSV file for each table, into a folder.",
      py::arg("folder"),
      Free());
  cls.Method(
      "make_view",
      [](const Shared& r, const std::string& title, int most_frames) {
        return MakeView(r->results, {.title = title, .most_frames = most_frames});
      },
      "(self, title: str = '', most_frames: int = 1000) -> str",
      "The page with the 3D animation and the diagrams, one HTML text that needs nothing else.",
      py::arg("title") = "",
      py::arg("most_frames") = 1000,
      Free());
  cls.Method(
      "make_report",
      [](const Shared& r, const std::string& name) {
        return MakeReport({{name, r->results}});
      },
      "(self, name: str = 'run') -> str",
      "A page about the run: statistics, step sizes, energies, signals, as HTML.",
      py::arg("name") = "run",
      Free());
  const std::string read =
      Document("Results",
               "read",
               "(place: str | PathLike[str]) -> Results",
               "Results from a folder that has results.h5, or from such a file.");
  cls.def_static(
      "read",
      [](const std::filesystem::path& place) {
        return std::make_shared<ResultsObject>(ReadResults(FindResults(place)));
      },
      read.c_str(),
      py::arg("place"),
      Free());
}

}  // namespace

void BindResults(py::module_& module) {
  BindTable(module);
  Class<ResultsObject, Shared> cls(
      module,
      "Results",
      "()",
      "What a run recorded: tables of columns over time (docs/results.md).\n\n"
      "results['hinge.angle'] is a numpy array that looks into the results without a copy.\n"
      "It is read-only and stays valid when the results are deleted.");
  BindColumns(cls);
  BindTables(cls);
  BindFiles(cls);
  cls.def("__len__", [](const Shared& r) { return r->results.time.size(); });
  cls.def("__repr__", [](const Shared& r) {
    return "<Results: " + std::to_string(r->results.time.size()) + " outputs, " +
           std::to_string(r->results.tables.size()) + " tables>";
  });
}

}  // namespace trunnion::python

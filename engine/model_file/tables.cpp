// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "engine/model_file/values.hpp"

namespace trunnion::model_file {
namespace {

PiecewiseCubic ReadTable(const Entry& entry) {
  using Shape = PiecewiseCubic::Shape;
  using Ends = PiecewiseCubic::Ends;
  entry.RequireKeys({"points", "interpolation", "ends"});
  Shape shape = Shape::linear;
  Ends ends = Ends::straight;
  Into(entry, "interpolation", shape, [](const Entry& e) {
    return ReadChoice<Shape>(
        e, {{"linear", Shape::linear}, {"akima", Shape::akima}, {"cubic", Shape::cubic}});
  });
  Into(entry, "ends", ends, [](const Entry& e) {
    return ReadChoice<Ends>(e, {{"straight", Ends::straight}, {"polynomial", Ends::polynomial}});
  });
  PiecewiseCubic::Points points;
  const Entry at = entry.At("points");
  for (const Entry& item : at.Items()) {
    const VectorXd point = ReadNumbers(item, 2);
    points.push_back({point[0], point[1]});
  }
  return at.Guard([&] { return PiecewiseCubic(points, shape, ends); });
}

}  // namespace

Tables ReadTables(const Entry& entry) {
  if (!entry.json().is_object()) entry.FailType("an object of names and tables");
  const auto& reserved = Expression::reserved();
  Tables tables;
  for (const auto& item : entry.json().items()) {
    const std::string& name = item.key();
    const Entry table = entry.At(name);
    if (!IsIdentifier(name) || std::find(reserved.begin(), reserved.end(), name) != reserved.end())
      table.Fail("'" + name +
                 "' cannot be the name of a table: give letters, digits and _, and no name of a "
                 "function");
    tables.emplace(name, ReadTable(table));
  }
  return tables;
}

}  // namespace trunnion::model_file

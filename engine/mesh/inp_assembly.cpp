// SPDX-License-Identifier: BSD-3-Clause
// Parts, instances and the assembly of an Abaqus file.
#include <cmath>
#include <numbers>

#include "engine/core/error.hpp"
#include "engine/core/rotation.hpp"
#include "engine/mesh/inp_reader.hpp"

namespace trunnion {

void InpReader::BeginPart() {
  Require(!open_, keyword_.where + ": *PART within '" + open_name_ + "', which is not closed");
  open_name_ = Parameter("NAME");
  open_where_ = keyword_.where;
  Require(!parts_.contains(open_name_),
          keyword_.where + ": the part '" + open_name_ + "' is defined twice");
  open_ = std::make_shared<MeshBuilder>(root_.mesh().source);
  scope_ = open_.get();
  system_ = {};
  SkipData();
}

void InpReader::EndPart() {
  Require(open_ && open_part_.empty(), keyword_.where + ": *END PART without *PART");
  parts_[open_name_] = open_;
  open_.reset();
  scope_ = &root_;
  system_ = {};
  SkipData();
}

void InpReader::ReadAssembly() {
  Require(!open_,
          keyword_.where + ": *" + keyword_.keyword + " within '" + open_name_ +
              "', which is not closed");
  SkipData();
}

void InpReader::BeginInstance() {
  Require(!open_, keyword_.where + ": *INSTANCE within '" + open_name_ + "', which is not closed");
  AllowParameters({"NAME", "PART"});
  open_name_ = Parameter("NAME");
  open_part_ = Parameter("PART");
  open_where_ = keyword_.where;
  const auto part = parts_.find(open_part_);
  Require(part != parts_.end(),
          keyword_.where + ": the part '" + open_part_ + "' is not defined above this line");
  open_ = std::make_shared<MeshBuilder>(*part->second);
  scope_ = open_.get();
  system_ = {};
  pose_ = ReadPose();
}

void InpReader::EndInstance() {
  Require(open_ && !open_part_.empty(), keyword_.where + ": *END INSTANCE without *INSTANCE");
  root_.AddInstance(open_name_, open_part_, open_, pose_, open_where_);
  open_.reset();
  open_part_.clear();
  scope_ = &root_;
  system_ = {};
  SkipData();
}

/// First line: a translation; second line: then a rotation about the axis from a to b by an angle
/// [degrees]. Takes the data lines of the keyword.
Pose InpReader::ReadPose() {
  std::vector<double> v;
  std::vector<std::size_t> ends;
  const InpLine keyword = keyword_;
  while (NextData()) {
    for (std::size_t i = 0; i < line_.fields.size(); ++i)
      v.push_back(line_.fields[i].empty() ? 0 : Number(i));
    ends.push_back(v.size());
  }
  if (!ends.empty() && ends[0] < 3) {
    v.insert(v.begin() + static_cast<std::ptrdiff_t>(ends[0]), 3 - ends[0], 0.0);
  }
  Require(v.empty() || v.size() == 3 || v.size() == 10,
          keyword.where + ": *" + keyword.keyword +
              " needs three translations, and then the seven numbers of a rotation or none");
  Pose pose;
  if (v.empty()) return pose;
  pose.p = {v[0], v[1], v[2]};
  if (v.size() == 3) return pose;
  const Vec3 a(v[3], v[4], v[5]), axis = Vec3(v[6], v[7], v[8]) - a;
  Require(axis.norm() > 0, keyword.where + ": the two points of the axis are the same");
  const Mat3 R = RotationExp(Vec3(v[9] * std::numbers::pi / 180 * axis.normalized()));
  return {R, a + R * (pose.p - a)};
}

}  // namespace trunnion

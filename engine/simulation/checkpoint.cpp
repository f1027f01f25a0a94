// SPDX-License-Identifier: BSD-3-Clause
#include "engine/simulation/checkpoint.hpp"

#include <zlib.h>

#include <cstdint>
#include <limits>
#include <sstream>

#include "engine/core/archive.hpp"
#include "engine/core/error.hpp"
#include "engine/core/input_file.hpp"
#include "engine/core/version.hpp"
#include "engine/results/result_files.hpp"

namespace trunnion {
namespace internal {
namespace {

constexpr std::string_view kMark = "trunnion checkpoint\n";
/// Of this file, and of what classes write into it. Raise it whenever one of them changes.
constexpr std::uint32_t kFormat = 5;

[[noreturn]] void Fail(const std::string& name, const std::string& problem) {
  throw FileError(name + " " + problem, ErrorFields{.file = name});
}

std::uint32_t CalcChecksum(std::string_view bytes) {
  auto sum = crc32_z(0, nullptr, 0);
  sum = crc32_z(sum, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
  return static_cast<std::uint32_t>(sum);
}

/// The next of the facts, which goes from them.
std::string_view TakeFact(std::string_view& facts) {
  const std::string_view fact = facts.substr(0, facts.find('\0'));
  facts.remove_prefix(std::min(facts.size(), fact.size() + 1));
  return fact;
}

/// "it has body 'a' where this run has body 'b'".
std::string DescribeDifference(std::string_view there, std::string_view here) {
  while (!there.empty() || !here.empty()) {
    const std::string_view a = TakeFact(there), b = TakeFact(here);
    if (a == b) continue;
    if (a.empty()) return "it does not have " + std::string(b);
    if (const auto end = a.find(kChecksum); end != a.npos && a.substr(0, end) == b.substr(0, end))
      return "it has other " + std::string(a.substr(0, end)) +
             ": masses, loads, stiffness, damping or places differ";
    if (b.empty()) return "it has " + std::string(a) + ", which this run does not have";
    return "it has " + std::string(a) + " where this run has " + std::string(b);
  }
  return {};
}

/// Mark, format and size: what stands before all else.
struct Head {
  std::uint32_t format = kFormat;
  std::uint64_t size = 0;  // of all that follows
  void Serialize(Archive& archive) { archive(format, size); }
  static constexpr std::size_t kSize = kMark.size() + 12;
};

/// What follows the head, sound.
std::string_view FindBody(std::string_view bytes, const std::string& name) {
  if (bytes.substr(0, kMark.size()) != kMark)
    Fail(name, "is no checkpoint; `trunnion run --checkpoint-every` and WriteCheckpoint write one");
  if (bytes.size() < Head::kSize) Fail(name, "is cut off; take an older checkpoint");
  Head head;
  Archive(bytes.substr(kMark.size()))(head);
  if (head.format != kFormat)
    Fail(name,
         "is a checkpoint in format " + std::to_string(head.format) + ", and this version reads " +
             std::to_string(kFormat) + " only; go on with the version that wrote it");
  const std::string_view rest = bytes.substr(Head::kSize);
  if (rest.size() != head.size || rest.size() < 4)
    Fail(name,
         "is cut off or damaged: it should have " + std::to_string(Head::kSize + head.size) +
             " bytes and has " + std::to_string(bytes.size()) + "; take an older checkpoint");
  std::uint32_t checksum = 0;
  Archive(rest.substr(rest.size() - 4))(checksum);
  if (checksum != CalcChecksum(bytes.substr(0, bytes.size() - 4)))
    Fail(name, "is damaged: its checksum is wrong; take an older checkpoint");
  return rest.substr(0, rest.size() - 4);
}

}  // namespace

void BeginCheckpoint(Archive& archive,
                     const std::string& facts,
                     std::string_view more,
                     std::size_t size) {
  archive.Reserve(size + size / 16 + facts.size() + more.size() + 256);
  archive.Write(kMark);
  Head head;
  std::string version = Version(), own_facts = facts, own_more(more);
  archive(head, version, own_facts, own_more);
}

std::string EndCheckpoint(Archive& archive) {
  std::string bytes = archive.TakeBytes();
  constexpr std::size_t kSumSize = 4;
  Head head{.size = bytes.size() - Head::kSize + kSumSize};
  Archive begin, end;
  begin(head);
  bytes.replace(kMark.size(), begin.bytes().size(), begin.bytes());
  std::uint32_t checksum = CalcChecksum(bytes);
  end(checksum);
  return bytes += end.bytes();
}

CheckpointParts UnpackCheckpoint(std::string_view bytes,
                                 const std::string& name,
                                 const std::string& facts) {
  Archive body(FindBody(bytes, name));
  CheckpointParts parts;
  std::string version, own_facts;
  body(version, own_facts, parts.more);
  parts.state = body.left();
  if (version != Version())
    Fail(name,
         "was written by trunnion " + version + ", and this is " + Version() +
             "; go on with the version that wrote it");
  if (own_facts != facts)
    Fail(name,
         "is a checkpoint of another model or of other options: " +
             DescribeDifference(own_facts, facts) +
             "; give it the model and the options that it was made with");
  return parts;
}

}  // namespace internal

void WriteCheckpoint(const Simulation& simulation,
                     const std::filesystem::path& file,
                     std::string_view more) {
  FileTransaction files;
  WriteText(file, simulation.SaveCheckpoint(more), files);
  files.Commit();
}

std::string ReadCheckpoint(Simulation& simulation, const std::filesystem::path& file) {
  constexpr std::size_t kMost = std::numeric_limits<std::size_t>::max();
  return simulation.LoadCheckpoint(InputFile(file).ReadAll(kMost), "'" + file.string() + "'");
}

}  // namespace trunnion

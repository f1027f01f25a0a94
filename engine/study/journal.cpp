// SPDX-License-Identifier: BSD-3-Clause
#include "engine/study/journal.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "engine/core/error.hpp"
#include "engine/core/input_file.hpp"

namespace trunnion {
namespace {

using Json = nlohmann::json;

std::string MakeHeader(const Study& study) {
  return Json{{"trunnion_study", std::to_string(study.fingerprint)}}.dump();
}

[[noreturn]] void FailSystem(const std::filesystem::path& file, const std::string& what) {
  throw FileError("'" + file.string() + "': " + what + ": " + std::strerror(errno));
}

}  // namespace

StudyJournal::StudyJournal(const std::filesystem::path& file,
                           const Study& study,
                           std::size_t num_runs)
    : file_(file), runs_(num_runs) {
  constexpr mode_t kMode = 0666;
  descriptor_ = open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, kMode);
  if (descriptor_ < 0) FailSystem(file, "it cannot be opened");
  try {
    if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
      throw FileError("'" + file.string() +
                      "': another process runs this study; wait for it, or give another --output");
    constexpr std::size_t kMostBytes = 1'000'000'000;
    Read(InputFile(file).ReadAll(kMostBytes), study);
    if (ftruncate(descriptor_, static_cast<off_t>(good_)) != 0) FailSystem(file, "not writable");
    if (lseek(descriptor_, 0, SEEK_END) < 0) FailSystem(file, "not writable");
    if (good_ == 0) Write(MakeHeader(study));
  } catch (...) {
    close(descriptor_);
    throw;
  }
}

StudyJournal::~StudyJournal() { close(descriptor_); }

void StudyJournal::Read(const std::string& text, const Study& study) {
  for (std::size_t end = 0; (end = text.find('\n', good_)) != std::string::npos; good_ = end + 1) {
    const std::string line = text.substr(good_, end - good_);
    if (good_ > 0) {
      ReadLine(line, study);
    } else if (line != MakeHeader(study)) {
      throw FileError("'" + file_.string() +
                      "': the folder has runs of another study, or of this one before it or its "
                      "model was changed; give another --output, or remove the folder");
    }
  }
}

void StudyJournal::ReadLine(const std::string& line, const Study& study) {
  const Json json = Json::parse(line, nullptr, false);
  try {
    StudyRun run;
    run.message = json.at("message");
    for (const Json& value : json.at("outputs"))
      run.outputs.push_back(value.is_null() ? NAN : value.get<double>());
    if (!run.outputs.empty() && run.outputs.size() != study.outputs.size()) throw FileError("");
    runs_.at(json.at("run").get<std::size_t>()) = std::move(run);
  } catch (const std::exception&) {
    throw FileError("'" + file_.string() +
                    "': a line of it is damaged; remove the folder and run the study anew");
  }
}

void StudyJournal::Add(std::size_t run, const StudyRun& done) {
  Write(Json{{"run", run}, {"outputs", done.outputs}, {"message", done.message}}.dump(
      -1, ' ', false, Json::error_handler_t::replace));
  runs_[run] = done;
}

void StudyJournal::Write(const std::string& line) {
  const std::string text = line + "\n";
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t count = write(descriptor_, text.data() + done, text.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) FailSystem(file_, "it cannot be written");
    done += static_cast<std::size_t>(count);
  }
}

}  // namespace trunnion

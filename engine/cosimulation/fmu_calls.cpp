// SPDX-License-Identifier: BSD-3-Clause
#include "engine/cosimulation/fmu_calls.hpp"

#include "engine/core/error.hpp"
#include "engine/core/one_line.hpp"

namespace trunnion {

void FmuMessages::Take(const char* text) {
  constexpr std::size_t kMost = 3;
  if (text == nullptr) return;
  try {
    last_.push_back(OneLine(text));
    if (last_.size() > kMost) last_.pop_front();
  } catch (...) {  // no exception may cross an FMU
  }
}

std::string FmuMessages::TakeText() {
  std::string text;
  for (const std::string& line : last_) text += (text.empty() ? "" : "; ") + line;
  last_.clear();
  return text;
}

FmuLibrary::FmuLibrary(const std::filesystem::path& file, std::string name)
    : name_(std::move(name)), library_(dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)) {
  if (library_ == nullptr) {
    const char* reason = dlerror();
    throw FileError(name_ + ": the library of the FMU cannot be loaded: " +
                    OneLine(reason == nullptr ? "unknown reason" : reason) +
                    "; install what it needs, or export the FMU again");
  }
}

FmuLibrary::~FmuLibrary() {
  if (library_ != nullptr) dlclose(library_);
}

void* FmuLibrary::FindAddress(const char* function) const {
  void* address = dlsym(library_, function);
  if (address == nullptr)
    throw FileError(name_ + ": the library of the FMU has no function " + function +
                    "; export the FMU again");
  return address;
}

}  // namespace trunnion

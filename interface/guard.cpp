// SPDX-License-Identifier: BSD-3-Clause
#include "interface/guard.hpp"

#include <exception>
#include <new>

#include "engine/core/error.hpp"

namespace trunnion::c {
namespace {

/// The texts that trunnion_error points to.
struct LastError {
  std::string message;
  ErrorFields fields;
  trunnion_error view{TRUNNION_OK, "", "", "", ""};

  trunnion_status Keep(trunnion_status status, std::string what, ErrorFields about = {}) {
    message = std::move(what);
    fields = std::move(about);
    view = {
        status, message.c_str(), fields.element.c_str(), fields.file.c_str(), fields.place.c_str()};
    return status;
  }
  /// Without allocation.
  trunnion_status Keep(trunnion_status status, const char* what) noexcept {
    view = {status, what, "", "", ""};
    return status;
  }
};

LastError& Last() {
  thread_local LastError last;
  return last;
}

trunnion_status KeepWithTexts() {
  try {
    throw;
  } catch (const BadArgument& error) {
    return Last().Keep(TRUNNION_BAD_ARGUMENT, error.message);
  } catch (const FileError& error) {
    return Last().Keep(TRUNNION_BAD_FILE, error.what(), error.fields());
  } catch (const ModelError& error) {
    return Last().Keep(TRUNNION_BAD_MODEL, error.what(), error.fields());
  } catch (const Error& error) {
    return Last().Keep(TRUNNION_FAILED, error.what(), error.fields());
  } catch (const std::bad_alloc&) {
    return Last().Keep(TRUNNION_NO_MEMORY, "out of memory; make the model smaller");
  } catch (const std::exception& error) {
    return Last().Keep(TRUNNION_INTERNAL_ERROR, std::string("internal error: ") + error.what());
  }
}

}  // namespace

trunnion_status KeepError() noexcept {
  try {
    return KeepWithTexts();
  } catch (const std::bad_alloc&) {
    return Last().Keep(TRUNNION_NO_MEMORY, "out of memory; make the model smaller");
  } catch (...) {
    return Last().Keep(TRUNNION_INTERNAL_ERROR, "internal error: an unknown exception");
  }
}

}  // namespace trunnion::c

extern "C" const trunnion_error* trunnion_last_error(void) { return &trunnion::c::Last().view; }

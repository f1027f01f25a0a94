// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <hdf5.h>

#include <mutex>
#include <utility>

#include "engine/core/error.hpp"

/// Around the C functions of HDF5. Internal to the writers and readers of result files.
namespace trunnion::hdf5 {

/// What failures of the library are called; writers and readers turn it into a full message.
struct Failure {};

template <class Status>
Status Checked(Status status) {
  if (status < 0) throw Failure{};
  return status;
}

/// An HDF5 identifier that closes itself. @throws Failure if it is none.
class Handle {
 public:
  Handle(hid_t id, herr_t (*close)(hid_t)) : id_(Checked(id)), close_(close) {}
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  operator hid_t() const { return id_; }  // NOLINT: so that it can be passed to the C functions

  /// Closes now, so that what is still in memory reaches the file or fails.
  void Close() { Checked(close_(std::exchange(id_, hid_t(-1)))); }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

/// Held while HDF5 is used: one thread at a time, since the library is not made for several, and
/// without its own messages on stderr.
class Session {
 public:
  Session() : lock_(Mutex()) {
    H5Eget_auto2(H5E_DEFAULT, &print_, &data_);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  ~Session() { H5Eset_auto2(H5E_DEFAULT, print_, data_); }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

 private:
  static std::mutex& Mutex() {
    static std::mutex mutex;
    return mutex;
  }

  std::lock_guard<std::mutex> lock_;
  H5E_auto2_t print_ = nullptr;
  void* data_ = nullptr;
};

}  // namespace trunnion::hdf5

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

namespace trunnion {

/// Work on items, one after the other in their order, in a thread of its own.
///
/// What the work throws ends it; Push and Wait throw it in the thread of their caller. The
/// destructor lets the item at hand be finished and drops those that wait.
template <class Item>
class BackgroundQueue {
 public:
  /// @param capacity  items that may wait, > 0: the memory that the queue takes is bounded.
  BackgroundQueue(std::size_t capacity, std::function<void(Item&)> work)
      : capacity_(capacity), work_(std::move(work)), thread_([this] { Run(); }) {}
  ~BackgroundQueue() {
    {
      const std::lock_guard lock(mutex_);
      items_.clear();
      ending_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }
  BackgroundQueue(const BackgroundQueue&) = delete;
  BackgroundQueue& operator=(const BackgroundQueue&) = delete;

  /// Hands over an item; waits while the queue is full.
  void Push(Item item) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return items_.size() < capacity_ || failure_; });
    if (failure_) std::rethrow_exception(failure_);
    items_.push_back(std::move(item));
    changed_.notify_all();
  }

  /// Returns when there is nothing left to do.
  void Wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return (items_.empty() && !busy_) || failure_; });
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  void Run() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [this] { return !items_.empty() || ending_; });
      if (items_.empty()) return;
      Item item = std::move(items_.front());
      items_.pop_front();
      busy_ = true;
      changed_.notify_all();
      lock.unlock();
      std::exception_ptr failure;
      try {
        work_(item);
      } catch (...) {
        failure = std::current_exception();
      }
      lock.lock();
      busy_ = false;
      failure_ = failure;
      changed_.notify_all();
      if (failure_) return;
    }
  }

  const std::size_t capacity_;
  const std::function<void(Item&)> work_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Item> items_;
  bool busy_ = false, ending_ = false;
  std::exception_ptr failure_;
  std::thread thread_;  // last: it uses the others
};

}  // namespace trunnion

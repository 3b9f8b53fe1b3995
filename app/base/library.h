// A shared library opened at run time: NVIDIA's libraries and EGL are never linked.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "base/unique_handle.h"

namespace lanescope {

/// Owns one dlopen handle. Symbols stay valid while it lives.
class SharedLibrary {
 public:
  /// Opens the first of the names (of files or paths) that the loader finds, or fails with its message for the last.
  [[nodiscard]] static Expected<SharedLibrary> open(const std::vector<std::string>& names);

  /// Keeps the library loaded until the process ends, because some libraries lose memory each time they are unloaded.
  void pin() const;

  /// Returns the address of a symbol, or null when the library has none of that name.
  [[nodiscard]] void* symbol(const char* name) const noexcept;

  template <class Function>
  [[nodiscard]] bool load(Function*& function, const char* name) const noexcept {
    function = reinterpret_cast<Function*>(symbol(name));
    return function != nullptr;
  }

  /// The name by which the library was opened, and the file that the loader took.
  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  [[nodiscard]] std::string file() const;
  explicit operator bool() const noexcept { return static_cast<bool>(handle_); }

 private:
  static void close(void* handle) noexcept;

  UniqueHandle<void*, nullptr, close> handle_;
  std::string name_;
};

}  // namespace lanescope

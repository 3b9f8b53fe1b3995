#include "base/library.h"

#include <dlfcn.h>
#include <link.h>

#include <utility>

namespace warpscope {

SharedLibrary::SharedLibrary(SharedLibrary&& other) noexcept
    : handle_(std::exchange(other.handle_, nullptr)), name_(std::move(other.name_)) {}

SharedLibrary& SharedLibrary::operator=(SharedLibrary&& other) noexcept {
  std::swap(handle_, other.handle_);
  std::swap(name_, other.name_);
  return *this;
}

SharedLibrary::~SharedLibrary() {
  if (handle_ != nullptr) dlclose(handle_);
}

Expected<SharedLibrary> SharedLibrary::open(const std::vector<std::string>& names) {
  std::string reason = "no name was given";
  for (const std::string& name : names) {
    // RTLD_LOCAL: two toolkits may be open at once without meeting.
    if (void* handle = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL)) {
      SharedLibrary library;
      library.handle_ = handle;
      library.name_ = name;
      return library;
    }
    if (const char* words = dlerror()) reason = words;
  }
  return failure(reason, names.empty() ? std::string() : names.back());
}

void SharedLibrary::pin() const {
  if (void* handle = dlopen(file().c_str(), RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE)) dlclose(handle);
}

void* SharedLibrary::symbol(const char* name) const noexcept {
  return handle_ == nullptr ? nullptr : dlsym(handle_, name);
}

std::string SharedLibrary::file() const {
  link_map* map = nullptr;
  if (handle_ == nullptr || dlinfo(handle_, RTLD_DI_LINKMAP, &map) != 0 || map == nullptr) return name_;
  return map->l_name;
}

}  // namespace warpscope

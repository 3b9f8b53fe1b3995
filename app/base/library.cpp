#include "base/library.h"

#include <dlfcn.h>
#include <link.h>

namespace lanescope {

void SharedLibrary::close(void* handle) noexcept {
  dlclose(handle);
}

Expected<SharedLibrary> SharedLibrary::open(const std::vector<std::string>& names) {
  std::string reason = "no name was given";
  for (const std::string& name : names) {
    // With RTLD_LOCAL, the symbols of two toolkits that are open at once do not meet.
    if (void* handle = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL)) {
      SharedLibrary library;
      library.handle_ = decltype(handle_)(handle);
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
  return handle_ ? dlsym(handle_.get(), name) : nullptr;
}

std::string SharedLibrary::file() const {
  link_map* map = nullptr;
  const bool known = handle_ && dlinfo(handle_.get(), RTLD_DI_LINKMAP, &map) == 0 && map != nullptr;
  return known ? map->l_name : name_;
}

}  // namespace lanescope

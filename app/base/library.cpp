#include "base/library.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>

#include <fmt/format.h>

#include "base/messages.h"
#include "base/process.h"

namespace lanescope {
namespace {

/// Returns how many bytes of a library the loader maps, as far as its headers are there and say so; else 0.
std::uint64_t mapped_bytes(int file) {
  Elf64_Ehdr header{};
  if (pread(file, &header, sizeof header, 0) != sizeof header) return 0;
  const bool is_elf = std::equal(header.e_ident, header.e_ident + SELFMAG, ELFMAG);
  if (!is_elf || header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_phentsize != sizeof(Elf64_Phdr)) return 0;
  std::uint64_t end = 0;
  for (std::uint64_t part = 0; part < header.e_phnum; ++part) {
    Elf64_Phdr segment{};
    const std::uint64_t place = header.e_phoff + part * sizeof segment;
    if (pread(file, &segment, sizeof segment, static_cast<off_t>(place)) != sizeof segment) return end;
    if (segment.p_type == PT_LOAD) end = std::max(end, segment.p_offset + segment.p_filesz);
  }
  return end;
}

/// Returns the file that the loader takes for a name, as far as its list of folders tells; those of its cache are not
/// in it. Empty when there is none.
std::string file_of(const std::string& name) {
  if (name.find('/') != std::string::npos) return name;
  void* const program = dlopen(nullptr, RTLD_NOW | RTLD_LOCAL);
  Dl_serinfo size{};
  if (program == nullptr || dlinfo(program, RTLD_DI_SERINFOSIZE, &size) != 0) return {};
  std::vector<std::max_align_t> room(size.dls_size / sizeof(std::max_align_t) + 1);
  auto* const folders = reinterpret_cast<Dl_serinfo*>(room.data());
  folders->dls_size = size.dls_size;
  folders->dls_cnt = size.dls_cnt;
  std::string found;
  if (dlinfo(program, RTLD_DI_SERINFO, folders) == 0) {
    for (unsigned i = 0; i < folders->dls_cnt && found.empty(); ++i) {
      const std::filesystem::path file = std::filesystem::path(folders->dls_serpath[i].dls_name) / name;
      std::error_code error;
      if (std::filesystem::exists(file, error)) found = file.string();
    }
  }
  dlclose(program);
  return found;
}

/// Fails for a library that was cut off: the loader would map what is not there, and the first look at it would end the
/// process.
Status check_whole(const std::string& name) {
  const std::string path = file_of(name);
  const Descriptor file(path.empty() ? -1 : open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat state {};
  if (!file || fstat(file.get(), &state) != 0) return {};
  const std::uint64_t wanted = mapped_bytes(file.get()), there = static_cast<std::uint64_t>(state.st_size);
  if (there >= wanted) return {};
  return failure(message<"library.cut_off">(there, wanted), path);
}

}  // namespace

void SharedLibrary::close(void* handle) noexcept {
  dlclose(handle);
}

Expected<SharedLibrary> SharedLibrary::open(const std::vector<std::string>& names) {
  Message reason = message<"library.no_name">();
  for (const std::string& name : names) {
    if (const Status whole = check_whole(name); !whole) {
      reason = whole.error().what;
      continue;
    }
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

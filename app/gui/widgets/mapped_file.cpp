#include "gui/widgets/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <cerrno>
#include <system_error>

#include "base/process.h"

namespace warpscope::gui {

namespace {

tl::unexpected<Error> refused(const std::filesystem::path& file, int code) {
  return failure("the file cannot be read: " + std::generic_category().message(code), file.string());
}

}  // namespace

Expected<MappedFile> MappedFile::open(const std::filesystem::path& file) {
  const Descriptor descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (!descriptor) return refused(file, errno);
  struct stat state {};
  if (fstat(descriptor.get(), &state) != 0) return refused(file, errno);
  if (state.st_size <= 0) return failure("the file is empty", file.string());
  const auto size = static_cast<std::size_t>(state.st_size);
  void* bytes = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor.get(), 0);
  if (bytes == MAP_FAILED) return refused(file, errno);
  return MappedFile(bytes, size);
}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(bytes_, other.bytes_);
  std::swap(size_, other.size_);
  return *this;
}

MappedFile::~MappedFile() {
  if (bytes_ != nullptr) munmap(bytes_, size_);
}

}  // namespace warpscope::gui

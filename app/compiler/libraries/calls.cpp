#include "compiler/libraries/calls.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace warpscope::compiler {

Expected<SharedLibrary> open_pinned(const std::string& name, const std::filesystem::path& path,
                                    const std::string& remedy) {
  Expected<SharedLibrary> library = SharedLibrary::open({path.string()});
  if (!library) return failure(name + " cannot be opened: " + library.error().what, path.string(), remedy);
  library->pin();
  return library;
}

std::vector<const char*> words_of(const std::vector<std::string>& options) {
  std::vector<const char*> words;
  std::transform(options.begin(), options.end(), std::back_inserter(words), [](const auto& o) { return o.c_str(); });
  return words;
}

std::string bytes_of(void* handle, SizeFunction size, ContentFunction content) {
  std::size_t count = 0;
  if (handle == nullptr || size(handle, &count) != 0 || count == 0) return {};
  std::string bytes(count + 1, '\0');
  if (content(handle, bytes.data()) != 0) return {};
  bytes.resize(count);
  return bytes;
}

std::string text_of(void* handle, SizeFunction size, ContentFunction content) {
  std::string text = bytes_of(handle, size, content);
  text.resize(std::char_traits<char>::length(text.c_str()));
  return text;
}

}  // namespace warpscope::compiler

// What the calls of NVRTC and of nvJitLink have in common.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "base/library.h"

namespace warpscope::compiler {

/// Opens a library and keeps it until the process ends: both lose 70 KB each time they are unloaded, and loading them
/// again takes milliseconds.
[[nodiscard]] Expected<SharedLibrary> open_pinned(const std::string& name, const std::filesystem::path& path,
                                                  const std::string& remedy);

/// Pointers to the options' texts.
[[nodiscard]] std::vector<const char*> words_of(const std::vector<std::string>& options);

/// What a library hands out by two functions, one for its size, one for its bytes. Empty when there is none.
using SizeFunction = int (*)(void* handle, std::size_t* size);
using ContentFunction = int (*)(void* handle, char* content);
[[nodiscard]] std::string bytes_of(void* handle, SizeFunction size, ContentFunction content);
/// The same of a text, up to its final zero.
[[nodiscard]] std::string text_of(void* handle, SizeFunction size, ContentFunction content);

}  // namespace warpscope::compiler

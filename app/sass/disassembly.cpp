#include "sass/cubin.h"

#include <charconv>

#include "base/file.h"
#include "base/process.h"
#include "base/text.h"
#include "sass/messages.h"

namespace lanescope::sass {
namespace {

namespace fs = std::filesystem;

/// Returns NAME of "//--------------------- .text.NAME              --------------------------".
std::string_view section_of(std::string_view line) {
  constexpr std::string_view rule = "//---", name = ".text.";
  if (!line.starts_with(rule)) return {};
  const auto begin = line.find(name);
  if (begin == std::string_view::npos) return {};
  line.remove_prefix(begin + name.size());
  return line.substr(0, line.find(' '));
}

}  // namespace

Disassembly read_disassembly(std::string_view text) {
  Disassembly result;
  std::map<std::uint32_t, std::string>* function = nullptr;
  for (const std::string_view line : split(text, '\n')) {
    if (line.starts_with("//---")) {
      const auto name = section_of(line);
      function = name.empty() ? nullptr : &result[std::string(name)];
      continue;
    }
    const std::string_view instruction = trim(line);  // for example "/*0070*/   LDG.E R6, desc[UR6][R2.64+0x4] ;"
    if (function == nullptr || !instruction.starts_with("/*")) continue;
    const auto close = instruction.find("*/");
    const auto end = instruction.find(';');
    if (close == std::string_view::npos || end == std::string_view::npos || end < close) continue;
    std::uint32_t address = 0;
    const char* last = instruction.data() + close;
    const auto parsed = std::from_chars(instruction.data() + 2, last, address, 16);
    if (parsed.ec != std::errc() || parsed.ptr != last) continue;
    (*function)[address] = std::string(trim(instruction.substr(close + 2, end - close - 2)));
  }
  return result;
}

Expected<Disassembly> disassemble(Bytes cubin, const fs::path& nvdisasm, std::chrono::milliseconds limit) {
  TRY(const auto folder, ScratchFolder::make("lanescope-"));  // nvdisasm reads only files
  const fs::path file = folder.path() / "code.cubin";
  std::string bytes(cubin.begin(), cubin.end());
  TRY_STATUS(write_file(file, bytes, Durable::no));
  TRY(const auto finished, run_process({nvdisasm.string(), "-c", file.string()}, limit));
  if (finished.state.status != 0) {
    const std::string said(trim(finished.error));
    return failure(message<"sass.nvdisasm_failed">((said.empty() ? finished.state.text() : said)), nvdisasm.string(),
                   message<"sass.nvdisasm_failed_remedy">());
  }
  return read_disassembly(finished.output);
}

}  // namespace lanescope::sass

#include "worker/messages.h"
#include "worker/report/report.h"

#include <string>
#include <utility>

#include "compiler/messages/messages.h"
#include "sass/cubin.h"

namespace lanescope::worker {
namespace {

experiments::SassFunction function_of(const sass::Cubin& cubin, const sass::Function& function,
                                      const sass::Disassembly& texts) {
  experiments::SassFunction shown;
  shown.name = function.name;
  const auto text = texts.find(function.name);
  for (const sass::Instruction& instruction : function.instructions) {
    experiments::SassInstruction line;
    line.address = instruction.address;
    line.ptx_line = instruction.ptx_line;
    PlaceInSource place = place_in_source(cubin, function, instruction);
    line.line = place.line;
    line.file = std::move(place.file);
    if (text != texts.end()) {
      if (const auto found = text->second.find(instruction.address); found != text->second.end()) {
        line.text = found->second;
      }
    }
    shown.instructions.push_back(std::move(line));
  }
  return shown;
}

}  // namespace

PlaceInSource place_in_source(const sass::Cubin& cubin, const sass::Function& function,
                              const sass::Instruction& instruction) {
  sass::SourceLine source = instruction.source;
  const auto is_own = [&](const sass::SourceLine& line) {
    return line.file < cubin.files.size() && cubin.files[line.file].starts_with(compiler::source_root);
  };
  for (std::int32_t call = instruction.call; call >= 0 && !is_own(source);) {
    const sass::InlinedCall& place = function.calls[static_cast<std::size_t>(call)];
    source = place.source;
    call = place.call;
  }
  PlaceInSource place{{}, source.line};
  if (source.file < cubin.files.size()) place.file = compiler::source_name(cubin.files[source.file]);
  return place;
}

experiments::Sass sass_of(const std::vector<std::uint8_t>& bytes, const std::filesystem::path& nvdisasm) {
  experiments::Sass sass;
  const auto cubin = sass::read_cubin(bytes);
  if (!cubin) {
    sass.without_text = cubin.error().what;
    return sass;
  }
  sass::Disassembly texts;
  if (nvdisasm.empty()) {
    sass.without_text = message<"sass.no_nvdisasm">();
    sass.remedy = message<"sass.no_nvdisasm_remedy">();
  } else if (auto read = sass::disassemble(bytes, nvdisasm)) {
    texts = std::move(*read);
  } else {
    sass.without_text = read.error().what;
    sass.remedy = read.error().remedy;
  }
  for (const sass::Function& function : cubin->functions)
    sass.functions.push_back(function_of(*cubin, function, texts));
  return sass;
}

}  // namespace lanescope::worker

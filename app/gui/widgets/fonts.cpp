#include "gui/widgets/fonts.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <imgui_internal.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <system_error>
#include <tuple>
#include <utility>

#include "base/file.h"
#include "base/messages.h"
#include "base/narrow.h"
#include "base/process.h"
#include "gui/messages.h"
#include "gui/widgets/font_defect.h"

namespace lanescope::gui {
namespace {

tl::unexpected<Error> refused(const std::filesystem::path& file, int code) {
  return failure(message<"file.unreadable">(std::generic_category().message(code)), file.string());
}

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 2> text_names{"Inter-Regular.otf", "Inter-Regular.ttf"};
constexpr std::array<std::string_view, 2> bold_names{"Inter-SemiBold.otf", "Inter-SemiBold.ttf"};
constexpr std::array<std::string_view, 1> mono_names{"JetBrainsMono-Regular.ttf"};
constexpr std::array<std::string_view, 2> chinese_names{"NotoSansCJK-Regular.ttc", "NotoSansSC-Regular.otf"};

std::optional<fs::path> find_font(const std::vector<fs::path>& folders, std::span<const std::string_view> names) {
  for (const fs::path& folder : folders) {
    std::error_code ignored;
    for (fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, ignored), end;
         entry != end; entry.increment(ignored)) {
      const std::string name = entry->path().filename().string();
      if (std::ranges::find(names, name) != names.end()) return entry->path();
    }
  }
  return std::nullopt;
}

/// Returns the index into fonts.files, or nothing when the typeface is not available.
std::optional<std::size_t> open_font(Fonts& fonts, const std::vector<fs::path>& folders,
                                     std::span<const std::string_view> names, std::string_view package) {
  const std::optional<fs::path> path = find_font(folders, names);
  if (!path) {
    fonts.missing.push_back(fmt::format("the typeface {} was not found: install {}", names.front(), package));
    return std::nullopt;
  }
  auto file = MappedFile::open(*path);
  if (!file) {
    fonts.missing.push_back(file.error().text());
    return std::nullopt;
  }
  const auto* const bytes = static_cast<const std::uint8_t*>(file->bytes());
  if (const std::string defect = font_defect({bytes, file->size()}); !defect.empty()) {
    fonts.missing.push_back(fmt::format("{}: {}: install {} again", path->string(), defect, package));
    return std::nullopt;
  }
  fonts.files.push_back(std::move(*file));
  return fonts.files.size() - 1;
}

/// Dear ImGui gives lines of all typefaces the same height. The Chinese typeface has wide line spacing, so that without
/// this factor its characters would be a sixth smaller than the letters beside them.
constexpr float chinese_scale = 1.18F;

constexpr ImWchar first_latin = 0x20, last_latin = 0xff;
constexpr int roomy = 2048;  ///< pixels of an atlas, in both directions

ImFont* add_face(const MappedFile& file, bool merge) {
  ImFontConfig config;
  config.FontDataOwnedByAtlas = false;
  config.MergeMode = merge;
  if (merge) config.ExtraSizeScale = chinese_scale;
  return ImGui::GetIO().Fonts->AddFontFromMemoryTTF(file.bytes(), narrow_or_throw<int>(file.size()), 0.0F, &config);
}

/// Between the digits of numbers stands a narrow space, which not every typeface has, and Dear ImGui's own font lacks
/// some signs more.
void replace_missing_signs(ImFont& font) {
  constexpr std::array<std::pair<ImWchar, ImWchar>, 4> stands_for{
      {{0x2009, ' '}, {0x207F, 'n'}, {0x2026, '.'}, {0x2212, '-'}}};
  for (const auto& [sign, other] : stands_for) {
    if (!font.IsGlyphInFont(sign)) font.AddRemapChar(sign, other);
  }
}

ImFont* add_stack(const Fonts& fonts, std::optional<std::size_t> face, std::optional<std::size_t> behind) {
  ImFont* font = face ? add_face(fonts.files[*face], false) : ImGui::GetIO().Fonts->AddFontDefault();
  if (behind) add_face(fonts.files[*behind], true);
  replace_missing_signs(*font);
  return font;
}

}  // namespace

Expected<MappedFile> MappedFile::open(const std::filesystem::path& file) {
  const Descriptor descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (!descriptor) return refused(file, errno);
  struct stat state {};
  if (fstat(descriptor.get(), &state) != 0) return refused(file, errno);
  if (state.st_size <= 0) return failure(message<"file.empty">(), file.string());
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

std::vector<fs::path> font_folders() {
  std::vector<fs::path> folders;
  if (const auto data = data_folder()) folders.push_back(*data / "fonts");
  folders.emplace_back("/usr/share/fonts");
  folders.emplace_back("/usr/local/share/fonts");
  return folders;
}

Fonts load_fonts(const std::vector<fs::path>& folders) {
  Fonts fonts;
  const auto text = open_font(fonts, folders, text_names, "fonts-inter");
  const auto bold = open_font(fonts, folders, bold_names, "fonts-inter");
  const auto mono = open_font(fonts, folders, mono_names, "fonts-jetbrains-mono");
  const auto chinese = open_font(fonts, folders, chinese_names, "fonts-noto-cjk");
  fonts.text = add_stack(fonts, text, chinese);
  fonts.bold = add_stack(fonts, bold, chinese);
  fonts.mono = add_stack(fonts, mono, chinese);
  return fonts;
}

void repack_glyphs() {
  ImFontAtlas* atlas = ImGui::GetIO().Fonts;
  using Face = std::tuple<int, float, float>;  // index of the font, size, density
  std::map<Face, std::set<ImWchar>> faces;
  for (int index = 0; index < atlas->Builder->BakedPool.Size; ++index) {
    const ImFontBaked& baked = atlas->Builder->BakedPool[index];
    if (baked.WantDestroy || baked.LastUsedFrame != atlas->Builder->FrameCount) continue;
    std::set<ImWchar>& codepoints =
        faces[{atlas->Fonts.find_index(baked.OwnerFont), baked.Size, baked.RasterizerDensity}];
    for (const ImFontGlyph& glyph : baked.Glyphs) codepoints.insert(static_cast<ImWchar>(glyph.Codepoint));
    // The characters of numbers and units are always added, because those on the screen differ from run to run.
    for (ImWchar codepoint = first_latin; codepoint <= last_latin; ++codepoint) codepoints.insert(codepoint);
  }
  // There is room for all, because a growing atlas is packed again, in an order that depends on discarded glyphs.
  atlas->TexMinWidth = std::max(atlas->TexMinWidth, roomy);
  atlas->TexMinHeight = std::max(atlas->TexMinHeight, roomy);
  ImFontAtlasBuildDiscardBakes(atlas, 0);
  atlas->CompactCache();
  // What every face has comes first, so that its place depends on nothing else that was ever drawn.
  for (const bool latin : {true, false}) {
    for (const auto& [face, codepoints] : faces) {
      const auto& [font, size, density] = face;
      ImFontBaked* baked = atlas->Fonts[font]->GetFontBaked(size, density);
      for (const ImWchar codepoint : codepoints) {
        if ((codepoint <= last_latin) == latin) static_cast<void>(baked->FindGlyph(codepoint));
      }
    }
  }
}

}  // namespace lanescope::gui

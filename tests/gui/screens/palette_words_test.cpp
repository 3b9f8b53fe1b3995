// What people type into the palette, and what must come first then, on a first start with the program's own kernels and
// lessons. The words were chosen before anybody looked at what came first.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <span>

#include "base/text.h"
#include "catalogue/catalogue.h"
#include "gui/screens/dialogs/palette.h"
#include "gui/store/knobs/knob_commands.h"
#include "gui/store/selection_commands.h"
#include "gui/support/playback_fixture.h"

namespace lanescope::gui {
namespace {

/// The kernel of the first start with one knob turned, and accesses that can be played.
State first_minute() {
  State state = test::state_with_kernels();
  catalogue::Catalogue kernels(std::string(LANESCOPE_SOURCES) + "/kernels");
  kernels.refresh();
  accept(state, kernels.snapshot(), 0);
  state.selection.values[catalogue::default_kernel] = catalogue::default_values();
  EXPECT_TRUE(perform(state, SelectKernel{catalogue::default_kernel}, 1));
  EXPECT_TRUE(perform(state, FocusKnob{catalogue::first_knob}, 1));
  EXPECT_TRUE(perform(state, SetKnob{catalogue::first_knob, std::int64_t{1}}, 2));
  test::accept(state, test::with_trace(state, 0), 3);
  std::vector<KnownLesson> lessons;
  const std::filesystem::path folder = std::filesystem::path(LANESCOPE_SOURCES) / "assets/lessons";
  for (const std::string& name : lessons::lessons_in(folder)) {
    auto lesson = lessons::find_lesson(folder, name);
    EXPECT_TRUE(lesson) << name;
    if (lesson) lessons.push_back({std::make_shared<const lessons::Lesson>(std::move(*lesson)), false});
  }
  accept_lessons(state, std::move(lessons), {});
  state.known.profiles = {"A100", "GTX 1050 Ti", "H100", "H200", "RTX 3060", "RTX 4090", "T4"};
  return state;
}

struct TypedWord {
  const char* typed;
  const char* first;  ///< name of the entry
};

void expect_first(const State& state, std::span<const TypedWord> words) {
  for (const auto& [typed, first] : words) {
    const std::vector<PaletteEntry> entries = palette_entries(state, typed);
    std::vector<std::string> names;
    for (std::size_t i = 0; i < std::min<std::size_t>(entries.size(), 5); ++i) names.push_back(entries[i].name);
    EXPECT_EQ(names.empty() ? "" : names.front(), first) << '"' << typed << "\" finds " << join(names, ", ");
  }
}

TEST(WordsInThePalette, FindWhatPeopleMeanInEnglish) {
  constexpr std::array words{
      TypedWord{"conflict", "show_banks"},
      TypedWord{"bank conflict", "show_banks"},
      TypedWord{"Bank Conflicts", "show_banks"},
      TypedWord{"padding", "knob/pad"},
      TypedWord{"coalescing", "show_sectors"},
      TypedWord{"uncoalesced", "show_sectors"},
      TypedWord{"full screen", "lecture"},
      TypedWord{"fullscreen", "lecture"},
      TypedWord{"presenter", "lecture"},
      TypedWord{"font", "larger_text"},
      TypedWord{"zoom", "larger_text"},
      TypedWord{"bigger", "larger_text"},
      TypedWord{"slow", "why"},
      TypedWord{"bottleneck", "why"},
      TypedWord{"why", "why"},
      TypedWord{"nsight", "why"},
      TypedWord{"dark mode", "use_dark_theme"},
      TypedWord{"light mode", "use_light_theme"},
      TypedWord{"color blind", "use_colour_blind_theme"},
      TypedWord{"settings", "toggle_settings"},
      TypedWord{"preferences", "toggle_settings"},
      TypedWord{"screenshot", "export_picture"},
      TypedWord{"video", "export_animation_mp4"},
      TypedWord{"gif", "export_animation_png"},
      TypedWord{"save", "toggle_export"},
      TypedWord{"export", "toggle_export"},
      TypedWord{"compare", "pin_a"},
      TypedWord{"diff", "pin_a"},
      TypedWord{"restart", "run"},
      TypedWord{"play", "toggle_playing"},
      TypedWord{"pause", "toggle_playing"},
      TypedWord{"stop", "cancel"},
      TypedWord{"undo", "undo"},
      TypedWord{"gpu", "next_target"},
      TypedWord{"h100", "H100"},
      TypedWord{"driver", "show_doctor"},
      TypedWord{"editor", "open_in_editor"},
      TypedWord{"register", "show_occupancy"},
      TypedWord{"occupancy", "show_occupancy"},
      TypedWord{"language", "use_chinese"},
      TypedWord{"chinese", "use_chinese"},
      TypedWord{"help", "toggle_help"},
      TypedWord{"shortcuts", "toggle_help"},
      TypedWord{"lesson", "show_lessons"},
      TypedWord{"tutorial", "show_lessons"},
      TypedWord{"sectors of global memory", "lesson/sectors"},
      TypedWord{"bandwidth", "show_scope"},
      TypedWord{"cache", "show_memory_chart"},
      TypedWord{"assembly", "toggle_sass"},
      TypedWord{"divergence", "show_warps"},
      TypedWord{"stall", "show_warp_states"},
      TypedWord{"hotspot", "worst_line"},
      TypedWord{"ssh", "toggle_connect"},
      TypedWord{"bug report", "write_report"},
      TypedWord{"open", "open_file"},
      TypedWord{"my kernel", "open_file"},
      TypedWord{"exit", "quit"},
      TypedWord{"layout", "reset_layout"},
      TypedWord{"block size", "knob/block_y"},
      TypedWord{"nx", "size/nx"},
      TypedWord{"swizzle", "transpose/smem_swizzle"},
      TypedWord{"cublas", "matmul/cublas"},
  };
  expect_first(first_minute(), words);
}

TEST(WordsInThePalette, FindWhatPeopleMeanInChinese) {
  constexpr std::array words{
      TypedWord{"冲突", "show_banks"},
      TypedWord{"存储体冲突", "show_banks"},
      TypedWord{"bank conflict", "show_banks"},
      TypedWord{"填充", "knob/pad"},
      TypedWord{"合并访问", "show_sectors"},
      TypedWord{"全屏", "lecture"},
      TypedWord{"演讲", "lecture"},
      TypedWord{"字体", "larger_text"},
      TypedWord{"放大", "larger_text"},
      TypedWord{"慢", "why"},
      TypedWord{"瓶颈", "why"},
      TypedWord{"深色", "use_dark_theme"},
      TypedWord{"夜间模式", "use_dark_theme"},
      TypedWord{"设置", "toggle_settings"},
      TypedWord{"截图", "export_picture"},
      TypedWord{"导出", "toggle_export"},
      TypedWord{"视频", "export_animation_mp4"},
      TypedWord{"比较", "pin_a"},
      TypedWord{"重新运行", "run"},
      TypedWord{"播放", "toggle_playing"},
      TypedWord{"暂停", "toggle_playing"},
      TypedWord{"停止", "cancel"},
      TypedWord{"显卡", "next_target"},
      TypedWord{"驱动", "show_doctor"},
      TypedWord{"编辑器", "open_in_editor"},
      TypedWord{"寄存器", "show_occupancy"},
      TypedWord{"语言", "use_english"},
      TypedWord{"英文", "use_english"},
      TypedWord{"撤销", "undo"},
      TypedWord{"帮助", "toggle_help"},
      TypedWord{"快捷键", "toggle_help"},
      TypedWord{"课程", "show_lessons"},
      TypedWord{"带宽", "show_scope"},
      TypedWord{"缓存", "show_memory_chart"},
      TypedWord{"汇编", "toggle_sass"},
      TypedWord{"远程", "toggle_connect"},
      TypedWord{"退出", "quit"},
      TypedWord{"全局内存的扇区", "lesson/sectors"},
  };
  State state = first_minute();
  ASSERT_TRUE(perform(state, {"use_chinese"}, 4));
  expect_first(state, words);
}

/// Whether the entry of the first name comes before that of the second.
bool stands_before(const std::vector<PaletteEntry>& entries, std::string_view first, std::string_view second) {
  const auto place = [&](std::string_view name) { return std::ranges::find(entries, name, &PaletteEntry::name); };
  EXPECT_NE(place(first), entries.end()) << first;
  EXPECT_NE(place(second), entries.end()) << second;
  return place(first) < place(second);
}

TEST(WordsInThePalette, CountLessThanATitleThatFitsAsWellAndMoreThanScatteredLetters) {
  State state = first_minute();
  std::map<std::string, std::string, std::less<>> texts = english()->texts();
  texts["synonyms.quit"] = "banks, some text, roofless, aragb";
  state.ui.language = std::make_shared<const Language>("en", std::move(texts));
  EXPECT_TRUE(stands_before(palette_entries(state, "banks"), "show_banks", "quit")) << "the whole name";
  EXPECT_TRUE(stands_before(palette_entries(state, "text"), "larger_text", "quit")) << "a word of it";
  EXPECT_TRUE(stands_before(palette_entries(state, "roof"), "show_roofline", "quit")) << "the beginning of a word";
  EXPECT_TRUE(stands_before(palette_entries(state, "rag"), "quit", "run")) << "scattered letters";
}

}  // namespace
}  // namespace lanescope::gui

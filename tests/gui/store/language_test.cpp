#include "gui/store/words/language.h"

#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>

#include "base/file.h"
#include "base/text.h"
#include "catalogue/catalogue.h"
#include "counters/quantity.h"
#include "gui/store/actions.h"
#include "gui/store/words/quantity_names.h"
#include "gui/support/fixture.h"
#include "gui/support/offscreen.h"
#include "gui/widgets/fonts.h"
#include "gui/widgets/panels.h"
#include "images.h"
#include "temporary_folder.h"

namespace lanescope::gui {
namespace {

namespace fs = std::filesystem;

const fs::path checkout = LANESCOPE_SOURCES;

std::shared_ptr<const Language> language(const std::string& code) {
  auto read = read_language(checkout / "assets" / "lang", code);
  EXPECT_TRUE(read) << read.error().text();
  return read ? *read : std::make_shared<const Language>(code, std::map<std::string, std::string, std::less<>>());
}

std::string table_of(const std::string& key) {
  return key.substr(0, key.find('.'));
}

/// Kinds of keys that are put together, not written out.
bool is_put_together(const std::string& key) {
  const std::string table = table_of(key);
  return key == "name" || table == "panel" || table == "menu" || table == "action" || table == "stall" ||
         table == "first_steps" || table == "synonyms" || table == "knob_synonyms";
}

/// Keys as the sources write them: literals behind say( and those that begin with a table's name.
std::set<std::string> keys_in_the_sources(const std::set<std::string>& tables) {
  std::set<std::string> keys;
  const std::regex said("say\\(\\s*\"([a-z_0-9.]+)\""), literal("[^<]\"([a-z_]+\\.[a-z_0-9.]*[a-z_0-9])\"");
  for (const auto& entry : fs::recursive_directory_iterator(checkout / "app" / "gui")) {
    if (!entry.is_regular_file() || entry.path().filename() == "language.h") continue;  // its examples
    if (entry.path().filename() == "messages.h") continue;  // ids of messages, which are said as <"...">
    const auto text = read_file(entry.path());
    EXPECT_TRUE(text);
    for (std::sregex_iterator found(text->begin(), text->end(), said), end; found != end; ++found) {
      if ((*found)[1].str().back() != '.') keys.insert((*found)[1]);
    }
    for (std::sregex_iterator found(text->begin(), text->end(), literal), end; found != end; ++found) {
      const std::string key = (*found)[1];
      // An element of a page ("warps.active") is no text, whatever table is called like its first part.
      if (tables.contains(table_of(key)) && counters::quantity(key) == nullptr) keys.insert(key);
    }
  }
  return keys;
}

/// "{}", "{name}", "{0:.1f}": what is filled in, sorted; "{{" is a brace.
std::vector<std::string> fields_of(std::string text) {
  for (std::size_t at = text.find("{{"); at != std::string::npos; at = text.find("{{")) text.erase(at, 2);
  std::vector<std::string> fields;
  const std::regex field("\\{([^}:]*)(:[^}]*)?\\}");
  for (std::sregex_iterator found(text.begin(), text.end(), field), end; found != end; ++found) {
    fields.push_back((*found)[1]);
  }
  std::sort(fields.begin(), fields.end());
  return fields;
}

std::vector<std::uint32_t> code_points(const std::string& text) {
  std::vector<std::uint32_t> points;
  const char* at = text.c_str();
  while (*at != '\0') {
    unsigned int point = 0;
    at += ImTextCharFromUtf8(&point, at, nullptr);
    points.push_back(point);
  }
  return points;
}

TEST(LanguageFiles, HoldTheSameKeysButForWhatTheTablesInTheSourcesSayInEnglish) {
  const auto one = language("en"), other = language("zh");
  for (const auto& [key, text] : one->texts()) EXPECT_NE(other->find(key), nullptr) << key << " is missing in zh.toml";
  for (const auto& [key, text] : other->texts()) {
    if (table_of(key) == "action" || table_of(key) == "menu" || table_of(key) == "quantity") continue;
    EXPECT_NE(one->find(key), nullptr) << key << " is missing in en.toml";
  }
}

TEST(LanguageFiles, NameEveryQuantityThatHasALabel) {
  const auto chinese = language("zh");
  std::size_t labels = 0;
  for (const counters::Quantity& each : counters::quantities()) {
    if (each.label.empty()) continue;
    ++labels;
    EXPECT_NE(label_of(*chinese, each), each.label) << each.id;
    EXPECT_EQ(label_of(*language("en"), each), each.label);
  }
  std::size_t named = 0;
  for (const auto& [key, text] : chinese->texts()) named += table_of(key) == "quantity" ? 1 : 0;
  EXPECT_EQ(named, labels) << "zh.toml names what is no quantity";
}

TEST(LanguageFiles, FillInTheSameThings) {
  const auto one = language("en"), other = language("zh");
  for (const auto& [key, text] : one->texts()) {
    if (const std::string* translated = other->find(key)) {
      EXPECT_EQ(fields_of(text), fields_of(*translated)) << key;
    }
  }
}

TEST(LanguageFiles, HoldEveryKeyOfTheSourcesAndNoOther) {
  const auto texts = language("en");
  std::set<std::string> tables;
  for (const auto& [key, text] : texts->texts()) {
    if (!is_put_together(key)) tables.insert(table_of(key));
  }
  const std::set<std::string> used = keys_in_the_sources(tables);
  EXPECT_GT(used.size(), 5U);
  for (const std::string& key : used) EXPECT_NE(texts->find(key), nullptr) << key << " is used and missing in en.toml";
  for (const auto& [key, text] : texts->texts()) {
    EXPECT_TRUE(is_put_together(key) || used.contains(key)) << key << " of en.toml is used nowhere";
  }
}

TEST(LanguageFiles, TitleEveryPanelAndNoOther) {
  const auto texts = language("en");
  for (const PanelEntry& panel : panel_table()) {
    EXPECT_NE(texts->find("panel." + std::string(panel.name())), nullptr) << panel.name();
  }
  for (const auto& [key, text] : texts->texts()) {
    if (table_of(key) == "panel") {
      EXPECT_NE(find_panel(key.substr(key.find('.') + 1)), nullptr) << key;
    }
  }
}

TEST(LanguageFiles, TranslateEveryActionAndMenuThatCanBeSeenAndNoOther) {
  const auto chinese = language("zh");
  std::set<std::string> wanted, possible;
  for (const Action& action : actions()) {
    for (const char* part : {".title", ".help"}) {
      const std::string key = "action." + std::string(action.name) + part;
      possible.insert(key);
      if (!action.menu.empty()) wanted.insert(key);
    }
    std::string_view menu = action.menu;
    while (!menu.empty()) {
      const std::size_t end = std::min(menu.find('/'), menu.size());
      wanted.insert("menu." + std::string(menu.substr(0, end)));
      menu.remove_prefix(std::min(end + 1, menu.size()));
    }
  }
  for (const std::string& key : wanted) EXPECT_NE(chinese->find(key), nullptr) << key << " is missing in zh.toml";
  for (const auto& [key, text] : chinese->texts()) {
    if (table_of(key) != "action" && table_of(key) != "menu") continue;
    EXPECT_TRUE(wanted.contains(key) || possible.contains(key)) << key << " of zh.toml is nowhere in the table";
  }
}

TEST(LanguageFiles, HaveSynonymsOfActionsAndOfKnobsAndSizesAlone) {
  std::set<std::string> knobs;
  catalogue::Catalogue kernels(checkout / "kernels");
  kernels.refresh();
  for (const auto& [id, kernel] : kernels.snapshot()->kernels) {
    for (const catalogue::Parameter& knob : kernel->parameters) knobs.insert(knob.name);
    for (const catalogue::Size& size : kernel->sizes) knobs.insert(size.name);
  }
  for (const char* code : {"en", "zh"}) {
    std::size_t synonyms = 0;
    const auto texts = language(code);
    for (const auto& [key, text] : texts->texts()) {
      const std::string name = key.substr(key.find('.') + 1);
      if (table_of(key) == "synonyms") {
        EXPECT_NE(find_action(name), nullptr) << key << " of " << code << ".toml is no action";
      } else if (table_of(key) == "knob_synonyms") {
        EXPECT_TRUE(knobs.contains(name)) << key << " of " << code << ".toml is no knob of the catalogue";
      } else {
        continue;
      }
      for (const std::string_view word : split(text, ',')) {
        EXPECT_FALSE(trim(word).empty()) << key << " of " << code << ".toml";
        ++synonyms;
      }
    }
    EXPECT_GT(synonyms, 100U) << code;
  }
}

TEST(LanguageFiles, NeedNoGlyphThatTheTypefacesLack) {
  ImGui::CreateContext();
  const Fonts fonts = load_fonts(font_folders());
  if (!fonts.missing.empty()) {
    ImGui::DestroyContext();
    GTEST_SKIP() << fonts.missing.front();
  }
  std::size_t chinese = 0;
  for (const char* code : {"en", "zh"}) {
    const auto texts = language(code);
    for (const auto& [key, text] : texts->texts()) {
      for (const std::uint32_t point : code_points(text)) {
        if (point == '\n') continue;
        chinese += point >= 0x4E00 ? 1 : 0;
        for (ImFont* font : {fonts.text, fonts.bold, fonts.mono}) {
          EXPECT_TRUE(font->IsGlyphInFont(static_cast<ImWchar>(point))) << fmt::format("U+{:04X} of {}", point, key);
        }
      }
    }
  }
  EXPECT_GT(chinese, 500U) << "the Chinese file is in Chinese";
  ImGui::DestroyContext();
}

TEST(ALanguage, FillsInArgumentsByPlaceAndByName) {
  const Language texts("en", {{"a.place", "{} of {}"}, {"a.name", "{ways} ways on {bank}"}});
  EXPECT_EQ(texts.say("a.place", 3, "four"), "3 of four");
  EXPECT_EQ(texts.say("a.name", fmt::arg("bank", 7), fmt::arg("ways", 2)), "2 ways on 7");
}

TEST(ALanguage, SaysWhatItLacksOrGarblesInTheOneBehindAndThenAsTheKey) {
  const auto base = std::make_shared<const Language>(
      "en", std::map<std::string, std::string, std::less<>>{{"a.only_here", "only here"}, {"a.both", "{} knobs"}});
  const Language top("zh", {{"a.both", "{} {} 旋钮"}}, base);
  EXPECT_EQ(top.say("a.only_here"), "only here");
  EXPECT_EQ(top.say("a.both", 3), "3 knobs") << "the translation asks for more than there is";
  EXPECT_EQ(top.say("a.nowhere"), "a.nowhere");
}

TEST(ALanguage, ThatCannotBeReadSaysWhere) {
  const TemporaryFolder temporary;
  const fs::path& folder = temporary.path();
  ASSERT_TRUE(write_file(folder / "en.toml", "[a]\nb = \"text\"\n"));
  ASSERT_TRUE(write_file(folder / "xx.toml", "[a]\nb = 3\n"));
  ASSERT_TRUE(write_file(folder / "yy.toml", "[a]\nb = \"open\n"));
  const auto number = read_language(folder, "xx");
  ASSERT_FALSE(number);
  EXPECT_NE(number.error().where.text().find("xx.toml:2"), std::string::npos) << number.error().text();
  const auto open = read_language(folder, "yy");
  ASSERT_FALSE(open);
  EXPECT_NE(open.error().where.text().find("yy.toml:2"), std::string::npos) << open.error().text();
  EXPECT_FALSE(read_language(folder, "zz"));
  EXPECT_EQ(languages_in(folder), (std::vector<std::string>{"en", "xx", "yy"}));
  const auto good = read_language(folder, "en");
  ASSERT_TRUE(good);
  EXPECT_EQ((*good)->say("a.b"), "text");
}

TEST(TheWindow, ChangesItsLanguageWhileItRuns) {
  State state = test::state_with_kernels();
  test::Desk desk(state);
  if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
  const render::Image english = desk.image();
  ASSERT_TRUE(perform(state, {"use_chinese"}, 1));
  desk.frames(3);
  EXPECT_TRUE(desk.has("knob/block_x")) << "the panels keep their places";
  EXPECT_EQ(title_of(state, *find_action("run")), *language("zh")->find("action.run.title"));
  const auto difference = render::compare(english, desk.image());
  ASSERT_TRUE(difference);
  EXPECT_GT(difference->share, 0.01);
  ASSERT_TRUE(perform(state, {"use_english"}, 2));
  desk.frames(3);
  const auto back = render::compare(english, desk.image(), 8);
  ASSERT_TRUE(back);
  EXPECT_LT(back->share, 0.01);
}

}  // namespace
}  // namespace lanescope::gui

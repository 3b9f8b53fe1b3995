// Lesson: steps that ask before they answer. assets/lessons/NAME.toml holds one; docs/lessons.md describes the
// file. The numbers of a lesson are formulas over results (lesson_facts.h), never typed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/animated_views.h"
#include "base/error.h"
#include "base/names.h"
#include "catalogue/kernel.h"

namespace lanescope::lessons {

/// A formula as it was written, and its place. Its names are quantities (LessonFacts::value).
struct LessonFormula {
  std::string text;
  int line = 0;  ///< of the lesson file
  friend bool operator==(const LessonFormula&, const LessonFormula&) = default;
};

/// A text in both languages. A file may give one text for both.
struct LocalizedText {
  std::string en, zh;
  /// Returns the text of the language "zh", else the English one.
  [[nodiscard]] const std::string& in(std::string_view language) const { return language == "zh" ? zh : en; }
  [[nodiscard]] bool empty() const { return en.empty() && zh.empty(); }
  friend bool operator==(const LocalizedText&, const LocalizedText&) = default;
};

/// What is run, and the line that its formulas mean.
struct LessonExperiment {
  std::string kernel;        ///< its id
  catalogue::Values values;  ///< knobs and sizes that differ from their defaults
  std::uint64_t seed = 1;
  std::string target;       ///< as in Experiment; empty means the H200
  std::string source_line;  ///< a piece of the only source line that holds it; empty means none
  int line = 0;             ///< of the lesson file
  friend bool operator==(const LessonExperiment&, const LessonExperiment&) = default;
};

/// Where a view looks at its picture from: numbers by name, whose meaning is the view's own. Warps has `time`, the ends
/// of the visible part as fractions; Matrices has one entry for each buffer that was moved: x, y and the width, in
/// elements.
using ViewCamera = std::map<std::string, std::vector<double>>;

/// The picture of a step.
struct StepView {
  /// The animated views (analysis/animated_views.h), in their order, and panels that stand still.
  enum class Show {
    banks,
    sectors,
    matrices,
    warps,
    tree,
    tiles,
    grid,
    source,
    ladder,
    roofline,
    occupancy,
    summary,
    memory_chart
  };
  Show show = Show::banks;
  double seconds = 0;                   ///< that the animation has played, from the selected access on
  std::optional<std::uint32_t> access;  ///< the n-th one of the line that the view shows, from 0; empty means the first
  std::optional<std::uint32_t> lane, bank;
  ViewCamera camera;
  std::string caption;  ///< what the English caption below the picture has to say; empty means anything
  int line = 0;         ///< of the lesson file

  [[nodiscard]] std::optional<analysis::AnimatedView> animated() const {
    if (static_cast<std::size_t>(show) >= analysis::animated_view_count) return std::nullopt;
    return static_cast<analysis::AnimatedView>(show);
  }
  /// Whether the picture is that of one access: the times of blocks have none.
  [[nodiscard]] bool selects_access() const { return animated() && !analysis::traits_of(*animated()).own_clock; }
  friend bool operator==(const StepView&, const StepView&) = default;
};
inline constexpr EnumNames<13> step_view_names = [] {
  EnumNames<13> names{
      "", "", "", "", "", "", "", "source", "ladder", "roofline", "occupancy", "summary", "memory_chart"};
  for (const analysis::AnimatedView view : analysis::all_animated_views)
    names[analysis::index_of(view)] = name_of(view);
  return names;
}();
[[nodiscard]] constexpr std::string_view name_of(StepView::Show show) {
  return enum_name(step_view_names, show);
}

/// One answer among several. `value` is a condition of a choice, or what an order goes by (the least comes first).
struct QuestionOption {
  LocalizedText text;
  LessonFormula value;
  friend bool operator==(const QuestionOption&, const QuestionOption&) = default;
};

struct Question {
  /// number: `answer` within `tolerance`; choice: the option that holds; order: of the options, by rising value; line:
  /// the source line with the largest excess of `answer` (wavefronts or sectors) over the least that would do; bank:
  /// one with the largest degree in the access that the view selects; goal: a setting at which `answer` holds.
  enum class Kind { number, choice, order, line, bank, goal };
  Kind kind = Kind::number;
  LocalizedText text, why;
  LessonFormula answer;
  double tolerance = 0;  ///< relative
  LocalizedText unit;    ///< after the number
  std::vector<QuestionOption> options;
  catalogue::Values reached_with;  ///< knobs with which a goal is reached, to prove that it can be
  int line = 0;                    ///< of the lesson file
  friend bool operator==(const Question&, const Question&) = default;
};
inline constexpr EnumNames<6> question_kind_names{"number", "choice", "order", "line", "bank", "goal"};
[[nodiscard]] constexpr std::string_view name_of(Question::Kind kind) {
  return enum_name(question_kind_names, kind);
}

struct LessonStep {
  std::string name;                 ///< a word, unique in its lesson
  LocalizedText title, text, look;  ///< `text` stands before the question; `look` says what to look at
  LocalizedText notes;              ///< what the lecturer says; the audience does not see it
  std::vector<std::string> knobs;   ///< those beside the number of a lecture; empty means the first ones
  std::vector<std::string> claims;  ///< ids of assets/articles/claims.csv
  LocalizedText article, place;     ///< what the article claims, in our words, and where it says so
  LocalizedText beyond;             ///< what we ask, and the article does not say
  LocalizedText today, wrong;       ///< what holds on today's GPU, where the article was wrong
  /// What limits the step's experiment ("experiment") or one of `with`, as `explain` says: "latency_bound".
  std::map<std::string, std::string> limits;
  LessonExperiment experiment;
  std::map<std::string, LessonExperiment> with;  ///< further experiments, by the name that formulas use
  std::optional<StepView> view;
  std::map<std::string, LessonFormula> numbers;  ///< by the name that stands in braces in the texts
  std::optional<Question> question;
  int line = 0;  ///< of the lesson file
  friend bool operator==(const LessonStep&, const LessonStep&) = default;
};

struct Lesson {
  std::string name, file;
  LocalizedText title, summary;
  std::vector<LessonStep> steps;
  friend bool operator==(const Lesson&, const Lesson&) = default;
};

/// Reads a lesson's text. `file` names the place of errors, each with file, line and key; all mistakes are listed.
[[nodiscard]] tl::expected<Lesson, std::vector<Error>> read_lesson(const std::string& text, const std::string& file);
/// Reads assets/lessons/NAME.toml of this folder. It fails with the names that there are when there is none of it.
[[nodiscard]] tl::expected<Lesson, std::vector<Error>> find_lesson(const std::filesystem::path& folder,
                                                                   const std::string& name);
/// Returns the names of the lessons in the folder, sorted; hidden files are none.
[[nodiscard]] std::vector<std::string> lessons_in(const std::filesystem::path& folder);

/// Returns whether two lessons say and show the same, wherever it stands in their files.
[[nodiscard]] bool have_same_content(const Lesson& one, const Lesson& other);

/// Returns what is wrong with a pair of texts: one is missing, the Chinese one has no Chinese sign, or the names in
/// braces differ. It is empty when nothing is.
[[nodiscard]] Message translation_problem(const LocalizedText& words);
/// Returns the names in braces: {ratio}.
[[nodiscard]] std::vector<std::string> placeholder_names(std::string_view text);
/// Returns the text with each {name} replaced by what `value_of` gives for it.
[[nodiscard]] std::string fill_placeholders(std::string_view text, const std::map<std::string, std::string>& values);

}  // namespace lanescope::lessons

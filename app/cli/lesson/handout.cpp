#include "cli/lesson/handout.h"

#include <fmt/format.h>

#include "base/file.h"
#include "base/text.h"
#include "cli/lesson/lesson_text.h"
#include "cli/messages.h"

namespace lanescope::cli {
namespace {

constexpr int picture_width = 960, picture_height = 540;

/// The style of a page: the reader's own colours, bright or dark, and a print without folded answers.
constexpr const char* style = R"(
:root { color-scheme: light dark; --text: #1c2128; --back: #ffffff; --soft: #57606a; --line: #d0d7de; --mark: #0b62d6; --box: #f3f5f8 }
@media (prefers-color-scheme: dark) { :root { --text: #e3e8ee; --back: #14181d; --soft: #9aa5b1; --line: #37414c; --mark: #79b8ff; --box: #1d232a } }
body { font: 17px/1.6 system-ui, "Noto Sans CJK SC", sans-serif; color: var(--text); background: var(--back); max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
h1, h2 { line-height: 1.25 } h2 { margin-top: 3rem; border-top: 1px solid var(--line); padding-top: 1.5rem }
code, pre { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: .9em } a { color: var(--mark) } pre { white-space: pre-wrap; background: var(--box); padding: .6rem .8rem; border-radius: 6px }
img { max-width: 100%; height: auto; border: 1px solid var(--line); border-radius: 6px }
figure { margin: 1rem 0 } figcaption, .origin, footer { color: var(--soft); font-size: .88em }
.label { color: var(--mark); font-weight: 600 } .question { background: var(--box); padding: .8rem 1rem; border-radius: 6px }
details { margin: 1rem 0; border-left: 4px solid var(--mark); padding-left: 1rem } summary { cursor: pointer; font-weight: 600 }
table { border-collapse: collapse } td { padding: .15rem .8rem .15rem 0; vertical-align: top }
)";

/// Returns the colours of origins, on a bright page and on a dark one.
std::string origin_style() {
  std::string bright, dark;
  for (const experiments::Origin origin : experiments::all_origins) {
    const experiments::OriginMark& mark = experiments::mark_of(origin);
    bright += fmt::format(".{} {{ color: #{:06x} }} ", name_of(origin), mark.on_light);
    dark += fmt::format(".{} {{ color: #{:06x} }} ", name_of(origin), mark.on_dark);
  }
  return fmt::format("{}\n@media (prefers-color-scheme: dark) {{ {}}}\n", bright, dark);
}

Markup inline_html(std::string_view text) {
  // Inside code nothing else is marked.
  Markup html;
  bool code = false;
  for (const std::string_view part : split(text, '`')) {
    const Markup safe = Markup::of("{}", part);
    html += code ? Markup::of("<code>{}</code>", safe) : safe.with_elements("**", "strong").with_elements("*", "em");
    code = !code;
  }
  return html;
}

/// One page while it is written.
class Handout {
 public:
  Handout(const lessons::Lesson& lesson, LessonSession& session, const Window& window, std::string_view language,
          std::filesystem::path folder)
      : lesson_(lesson), session_(session), window_(window), language_(language), folder_(std::move(folder)) {}

  Status write() {
    std::error_code error;
    std::filesystem::create_directories(folder_, error);
    if (error) return failure(error.message(), folder_.string(), message<"handout.folder_remedy">());
    page_ = Markup::of(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n"
        "<style>{}{}</style>\n</head>\n<body>\n<h1>{}</h1>\n{}",
        language_, lesson_.title.in(language_), Markup(style), origin_style(), lesson_.title.in(language_),
        html_of(lesson_.summary.in(language_)));
    page_ += Markup::of("<nav><p class=\"label\">{}</p>\n<ol>\n", say("contents"));
    for (const lessons::LessonStep& step : lesson_.steps) {
      page_ += Markup::of("<li><a href=\"#{}\">{}</a></li>\n", step.name, step.title.in(language_));
    }
    page_ += Markup("</ol></nav>\n");
    for (const lessons::LessonStep& step : lesson_.steps) TRY_STATUS(add(step));
    page_ += Markup::of(
        "<footer>\n<p>{}</p>\n<p><a rel=\"license\" href=\"https://creativecommons.org/licenses/by/4.0/\">CC BY 4.0"
        "</a>: {}</p>\n</footer>\n</body>\n</html>\n",
        say("made"), say("license"));
    return write_file(folder_ / "index.html", page_.text());
  }

 private:
  [[nodiscard]] std::string say(std::string_view key, const std::map<std::string, std::string>& numbers = {}) const {
    return session_.texts().say(key, language_, numbers);
  }
  [[nodiscard]] Markup origin(const lessons::Provenance& from) const {
    const std::string_view only = from.origins.size() == 1 ? name_of(*from.origins.begin()) : "";
    return Markup::of("<span class=\"origin {}\">[{}]</span>", only,
                      marked_origin_text(from, session_.texts(), language_));
  }

  void paragraph(const char* key, const lessons::LocalizedText& words, const lessons::AnsweredStep& answered) {
    if (words.empty()) return;
    page_ += Markup::of("<p class=\"label\">{}</p>\n{}", say(key),
                        html_of(lessons::fill_placeholders(words.in(language_), answered.texts)));
  }

  Status add(const lessons::LessonStep& step) {
    TRY(const lessons::AnsweredStep answered, lessons::answer(lesson_, step, session_.facts()));
    TRY(const experiments::Experiment experiment, session_.facts().experiment_of(step.experiment));
    page_ += Markup::of("<section id=\"{}\">\n<h2>{}</h2>\n", step.name, step.title.in(language_));
    paragraph("article", step.article, answered);
    paragraph("place", step.place, answered);
    paragraph("beyond", step.beyond, answered);
    page_ += html_of(lessons::fill_placeholders(step.text.in(language_), answered.texts));
    page_ += Markup::of("<pre>{}</pre>\n", command_line_of(experiment));
    if (step.question) question(*step.question, answered);
    TRY_STATUS(pictures(step, answered));
    paragraph("today", step.today, answered);
    paragraph("wrong", step.wrong, answered);
    numbers(step, answered);
    if (!step.claims.empty()) {
      page_ +=
          Markup::of("<p class=\"origin\">{}</p>\n", say("claims", {{"ids", claims_text(step, session_, language_)}}));
    }
    if (step.question) page_ += Markup("</details>\n");
    page_ += Markup("</section>\n");
    return {};
  }

  /// Opens the folded part: what follows belongs to the answer.
  void question(const lessons::Question& question, const lessons::AnsweredStep& answered) {
    page_ += Markup::of("<div class=\"question\"><p class=\"label\">{}</p>\n{}", say("predict"),
                        html_of(lessons::fill_placeholders(question.text.in(language_), answered.texts)));
    if (!question.options.empty()) {
      page_ += Markup("<ul>\n");
      for (const lessons::QuestionOption& option : question.options) {
        page_ += Markup::of("<li>{}</li>\n", inline_html(option.text.in(language_)));
      }
      page_ += Markup("</ul>\n");
    }
    page_ += Markup::of("</div>\n<details>\n<summary>{}</summary>\n<p><strong>{}</strong> {}</p>\n{}", say("reveal"),
                        inline_html(answer_text(question, *answered.answer, session_.texts(), language_)),
                        origin(answered.answer->from),
                        html_of(lessons::fill_placeholders(question.why.in(language_), answered.texts)));
  }

  void numbers(const lessons::LessonStep& step, const lessons::AnsweredStep& answered) {
    if (answered.numbers.empty()) return;
    page_ += Markup::of("<p class=\"label\">{}</p>\n<table>\n", say("numbers"));
    for (const auto& [name, value] : answered.numbers) {
      page_ += Markup::of("<tr><td>{}</td><td><code>{}</code></td><td>{}</td></tr>\n",
                          lessons::number_text(value.value), step.numbers.at(name).text, origin(value.from));
    }
    page_ += Markup("</table>\n");
  }

  /// Draws the view bright and dark, still and, where it moves, as an animation.
  Status pictures(const lessons::LessonStep& step, const lessons::AnsweredStep& answered) {
    if (!step.view) {
      paragraph("look", step.look, answered);
      return {};
    }
    TRY(SnapshotRequest request, picture_request(step, answered, session_));
    request.language = language_;
    for (const bool moving : {false, true}) {
      if (moving && !step.view->animated()) continue;
      request.frames = moving ? animation_frames : 1;
      request.fps = animation_fps;
      request.width = moving ? animation_width : picture_width;
      request.height = moving ? animation_height : picture_height;
      for (const char* theme : {"light", "dark"}) {
        request.theme = theme;
        request.output = folder_ / picture_name(step, moving, theme);
        TRY_STATUS(window_.snapshot(request));
      }
    }
    const bool moves = step.view->animated().has_value();
    page_ += Markup("<figure><picture>\n");
    const auto source = [&](const char* media, bool moving, const char* theme) {
      page_ += Markup::of("<source media=\"{}\" srcset=\"{}\">\n", media, picture_name(step, moving, theme));
    };
    if (moves) {
      source("(prefers-reduced-motion: reduce) and (prefers-color-scheme: dark)", false, "dark");
      source("(prefers-reduced-motion: reduce)", false, "light");
      source("print", false, "light");
    }
    source("(prefers-color-scheme: dark)", moves, "dark");
    page_ += Markup::of("<img src=\"{}\" width=\"{}\" height=\"{}\" alt=\"{}\">\n</picture>\n",
                        picture_name(step, moves, "light"), picture_width, picture_height,
                        lessons::fill_placeholders(
                            step.look.empty() ? step.title.in(language_) : step.look.in(language_), answered.texts));
    if (!step.look.empty()) {
      page_ += Markup::of("<figcaption>{}</figcaption>\n",
                          inline_html(lessons::fill_placeholders(step.look.in(language_), answered.texts)));
    }
    page_ += Markup("</figure>\n");
    return {};
  }

  [[nodiscard]] static std::string picture_name(const lessons::LessonStep& step, bool moving, const char* theme) {
    return fmt::format("{}-{}{}.png", step.name, theme, moving ? "-animated" : "");
  }

  // An animated PNG holds whole pictures, so that few and small ones keep a handout to some megabytes.
  static constexpr int animation_width = 640, animation_height = 360;
  static constexpr std::uint32_t animation_frames = 16, animation_fps = 4;

  const lessons::Lesson& lesson_;
  LessonSession& session_;
  const Window& window_;
  std::string language_;
  std::filesystem::path folder_;
  Markup page_;
};

}  // namespace

Expected<SnapshotRequest> picture_request(const lessons::LessonStep& step, const lessons::AnsweredStep& answered,
                                          LessonSession& session) {
  SnapshotRequest request;
  TRY(request.line, session.facts().line_of(step.experiment));
  // A question for a line is answered by the line itself.
  if (request.line == 0 && answered.answer) request.line = answered.answer->source_line;
  TRY(request.experiment, session.facts().experiment_of(step.experiment));
  if (step.question) {
    // What a goal leads to is what is worth looking at.
    for (const auto& [name, value] : step.question->reached_with) request.experiment.values[name] = value;
  }
  request.view = name_of(step.view->show);
  request.seconds = step.view->seconds;
  request.alone = true;
  if (step.view->selects_access()) request.access = step.view->access.value_or(0);
  request.lane = step.view->lane;
  request.bank = step.view->bank;
  request.width = picture_width;
  request.height = picture_height;
  return request;
}

Markup html_of(std::string_view markdown) {
  Markup html;
  std::string paragraph;
  bool list = false;
  const auto close = [&] {
    if (!paragraph.empty()) html += Markup::of("<p>{}</p>\n", inline_html(paragraph));
    if (list) html += Markup("</ul>\n");
    paragraph.clear();
    list = false;
  };
  for (const std::string_view line : split(markdown, '\n')) {
    const std::string_view text = trim(line);
    if (text.empty()) {
      close();
    } else if (text.substr(0, 2) == "- ") {
      if (!list) {
        close();
        html += Markup("<ul>\n");
        list = true;
      }
      html += Markup::of("<li>{}</li>\n", inline_html(text.substr(2)));
    } else {
      paragraph += (paragraph.empty() ? "" : " ") + std::string(text);
    }
  }
  close();
  return html;
}

Status write_handout(const lessons::Lesson& lesson, LessonSession& session, const Window& window,
                     std::string_view language, const std::filesystem::path& folder) {
  return Handout(lesson, session, window, language, folder).write();
}

}  // namespace lanescope::cli

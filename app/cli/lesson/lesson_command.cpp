#include <fmt/format.h>

#include <iostream>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/lesson/handout.h"
#include "cli/lesson/lesson_session.h"
#include "cli/lesson/lesson_text.h"

namespace lanescope::cli {
namespace {

int report_all(const std::vector<Error>& errors, int status) {
  for (const Error& error : errors) std::cerr << error.text() << '\n';
  return status;
}

/// Prints what the view says of a step's picture, and returns what it should have said and does not.
Status check_picture(const lessons::Lesson& lesson, const lessons::LessonStep& step, LessonSession& session,
                     const Window& window) {
  TRY(const lessons::AnsweredStep answered, lessons::answer(lesson, step, session.facts()));
  TRY(const SnapshotRequest request, picture_request(step, answered, session));
  TRY(const std::string caption, window.caption(request));
  std::cout << fmt::format("{}/{} ({}): {}\n", lesson.name, step.name, request.view, caption) << std::flush;
  if (caption.find(step.view->caption) != std::string::npos) return {};
  return failure(message<"lesson.other_caption">(step.name, caption, step.view->caption),
                 Place(lesson.file, step.view->line), message<"lesson.other_caption_remedy">());
}

/// Runs every step and says what does not hold.
int check(const std::vector<lessons::Lesson>& lessons, LessonSession& session, const Window& window, bool all) {
  std::size_t steps = 0, wrong = 0;
  for (const lessons::Lesson& lesson : lessons) {
    for (const lessons::LessonStep& step : lesson.steps) {
      const auto errors = lessons::check_step(lesson, step, session.facts(), session.claims());
      static_cast<void>(report_all(errors, run_failed));
      ++steps;
      if (!errors.empty()) ++wrong;
    }
    for (const lessons::LocalizedText* words : {&lesson.title, &lesson.summary}) {
      if (const Message fault = lessons::translation_problem(*words); !fault.empty()) {
        std::cerr << lesson.file << ": " << fault << '\n';
        ++wrong;
      }
    }
  }
  // Pictures take the most time: they are drawn once everything else holds.
  for (const lessons::Lesson& lesson : wrong == 0 ? lessons : std::vector<lessons::Lesson>()) {
    for (const lessons::LessonStep& step : lesson.steps) {
      if (!step.view) continue;
      const auto picture = check_picture(lesson, step, session, window);
      if (picture) continue;
      std::cerr << picture.error().text() << '\n';
      ++wrong;
    }
  }
  if (all) {
    const auto left = lessons::claims_without_step(session.claims(), lessons);
    if (!left.empty()) {
      std::cerr << fmt::format("no step covers the claims {} of assets/articles/claims.csv\n", join(left, ", "));
      ++wrong;
    }
  }
  std::cout << fmt::format("{} lesson(s), {} step(s): {}\n", lessons.size(), steps,
                           wrong == 0 ? "all hold" : fmt::format("{} do not hold", wrong));
  return wrong == 0 ? done : run_failed;
}

/// The claims of the articles, and the lesson and step that treat each.
void print_claims(const std::vector<lessons::Lesson>& lessons, const LessonSession& session) {
  std::string last;
  for (const lessons::Claim& claim : session.claims()) {
    if (claim.id == last) continue;
    last = claim.id;
    std::vector<std::string> places;
    for (const lessons::Lesson& lesson : lessons) {
      for (const lessons::LessonStep& step : lesson.steps) {
        for (const std::string& id : step.claims) {
          if (id == claim.id) places.push_back(lesson.name + "/" + step.name);
        }
      }
    }
    std::cout << fmt::format("{:<4} {}  {}\n", claim.id, join(places, ", "), claim.says);
  }
}

}  // namespace

Expected<int> lesson(const LessonOptions& options, const Window& window) {
  TRY(const auto session, LessonSession::open());
  if (options.name == quiz_name) {
    std::cout << session->texts().say(
                     "quiz", options.language,
                     {{"level", std::to_string(options.level)}, {"seed", std::to_string(options.seed)}})
              << "\n\n"
              << quiz_text(session->texts(), session->quiz_texts(), options.level, options.seed, options.count,
                           options.language);
    return done;
  }
  std::vector<lessons::Lesson> lessons;
  for (const std::string& name :
       options.name.empty() ? lessons::lessons_in(session->folder()) : std::vector{options.name}) {
    auto found = lessons::find_lesson(session->folder(), name);
    if (!found) return report_all(found.error(), wrong_usage);
    lessons.push_back(*std::move(found));
  }
  if (options.check) return check(lessons, *session, window, options.name.empty());
  if (!options.html.empty()) {
    for (const lessons::Lesson& lesson : lessons) {
      const auto folder = options.name.empty() ? options.html / lesson.name : options.html;
      if (auto written = write_handout(lesson, *session, window, options.language, folder); !written) {
        return report(written.error(), run_failed);
      }
      std::cout << (folder / "index.html").string() << '\n';
    }
    return done;
  }
  if (options.claims) {
    print_claims(lessons, *session);
    return done;
  }
  if (options.name.empty()) {
    for (const lessons::Lesson& lesson : lessons) {
      std::cout << fmt::format("{:<14}{:>3}  {}\n", lesson.name, lesson.steps.size(),
                               lesson.title.in(options.language));
    }
    return done;
  }
  const auto text = lesson_text(lessons.front(), *session, options.language);
  if (!text) return report(text.error(), run_failed);
  std::cout << *text;
  return done;
}

}  // namespace lanescope::cli

// Feeds every target with its seeds, its kept corpus and what a mutator makes of them: fuzz [--seconds N] [--seed S]
// [--corpus FOLDER] [--keep FOLDER] [TARGET...]; --list names the targets. An input that breaks a promise, crashes,
// hangs for a minute or takes more than 2 GiB is kept as a file, ready for the corpus. Without --seconds the corpus and
// the seeds alone are run.
#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <optional>

#include "base/file.h"
#include "base/text.h"
#include "fuzz/mutate.h"
#include "fuzz/target.h"

#if defined(__SANITIZE_ADDRESS__)
extern "C" void __sanitizer_set_death_callback(void (*callback)());
// The undefined-behaviour sanitizer ends without that callback, but its abort is a signal.
extern "C" const char* __ubsan_default_options() {
  return "abort_on_error=1";
}
#endif

namespace lanescope::fuzz {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr unsigned longest_input_seconds = 60;
constexpr long max_memory_kib = 2L << 20;

/// The input that is being fed, and the file that it goes to when it is the last.
struct Current {
  std::string_view input;
  std::array<char, 1024> file{};
};
Current current;

void keep_current() {
  const int file = open(current.file.data(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  [[maybe_unused]] const ssize_t ignored = write(file, current.input.data(), current.input.size());
  constexpr std::string_view said = "the input is kept in ";
  [[maybe_unused]] const ssize_t more = write(STDERR_FILENO, said.data(), said.size());
  [[maybe_unused]] const ssize_t name = write(STDERR_FILENO, current.file.data(), std::strlen(current.file.data()));
  [[maybe_unused]] const ssize_t end = write(STDERR_FILENO, "\n", 1);
}

void end_badly(int signal) {
  keep_current();
  ::signal(signal, SIG_DFL);
  raise(signal);
}

void listen_for_the_end() {
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_set_death_callback(keep_current);
  signal(SIGABRT, end_badly);
#else
  for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) signal(number, end_badly);
#endif
  signal(SIGALRM, end_badly);
}

void feed(const Target& target, std::string_view input) {
  current.input = input;
  alarm(longest_input_seconds);
  target.feed(input);
  alarm(0);
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  require(usage.ru_maxrss < max_memory_kib, "an input took more than 2 GiB of memory");
}

struct Options {
  double seconds = 0;
  std::uint64_t seed = 1;
  fs::path corpus = LANESCOPE_SOURCES "/tests/fuzz/corpus", keep = ".";
  std::vector<std::string> names;
};

/// Returns nothing when the command line is wrong.
std::optional<Options> options_of(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--list") {
      for (const Target& target : targets()) fmt::print("{}\n", target.name);
      std::exit(0);
    }
    if (!word.starts_with("--")) {
      options.names.push_back(word);
      continue;
    }
    if (i + 1 == argc) return std::nullopt;
    const std::string value = argv[++i];
    if (word == "--seconds" && parse_number<double>(value)) {
      options.seconds = *parse_number<double>(value);
    } else if (word == "--seed" && parse_number<std::uint64_t>(value)) {
      options.seed = *parse_number<std::uint64_t>(value);
    } else if (word == "--corpus") {
      options.corpus = value;
    } else if (word == "--keep") {
      options.keep = value;
    } else {
      return std::nullopt;
    }
  }
  return options;
}

void run(const Target& target, const Options& options) {
  const std::string file = (options.keep / fmt::format("fuzz-{}-{}", target.name, options.seed)).string();
  std::copy_n(file.begin(), std::min(file.size(), current.file.size() - 1), current.file.begin());
  std::vector<std::string> seeds = target.seeds();
  for (const fs::path& kept : entries_of(options.corpus / target.name)) seeds.push_back(read_file(kept).value());
  require(!seeds.empty(), "a target has no seeds", target.name);
  feed(target, "");
  for (const std::string& seed : seeds) feed(target, seed);
  Mutator mutator(options.seed);
  std::uint64_t inputs = seeds.size() + 1;
  const auto begin = Clock::now();
  const auto spent = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
  while (spent() < options.seconds) {
    const std::string input = mutator.next(seeds);
    feed(target, input);
    ++inputs;
  }
  fmt::print("{:<14}{:>10} inputs in {:.1f} s, clean\n", target.name, inputs, spent());
  std::fflush(stdout);
}

}  // namespace
}  // namespace lanescope::fuzz

int main(int argc, char** argv) {
  using namespace lanescope::fuzz;
  const auto options = options_of(argc, argv);
  if (!options) {
    fmt::print(stderr, "fuzz [--seconds N] [--seed S] [--corpus FOLDER] [--keep FOLDER] [TARGET...]\n");
    return 2;
  }
  listen_for_the_end();
  std::size_t run_targets = 0;
  for (const Target& target : targets()) {
    const bool wanted =
        options->names.empty() || std::ranges::find(options->names, target.name) != options->names.end();
    if (!wanted) continue;
    run(target, *options);
    ++run_targets;
  }
  if (run_targets > 0) return 0;
  fmt::print(stderr, "there is no such target\n");
  return 2;
}

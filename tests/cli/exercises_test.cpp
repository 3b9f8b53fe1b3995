// The exercises of kernels/EXERCISES.md, typed as they stand there.
#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/file.h"
#include "cli/program.h"
#include "compiler/toolkit/toolkit.h"
#include "temporary_folder.h"

namespace lanescope::cli {
namespace {

/// A block of code of the page: "```cuda copy.cu", "```sh", "```text exit 1" or "```toml".
struct Block {
  std::string kind, rest;          ///< the words behind the three signs
  std::vector<std::string> lines;  ///< what stands in it
  int line = 0;                    ///< of its first line in the page
};

std::vector<Block> blocks_of(const std::string& page) {
  std::vector<Block> blocks;
  std::optional<Block> open;
  int number = 0;
  for (const std::string_view line : split(page, '\n')) {
    ++number;
    if (!line.starts_with("```")) {
      if (open) open->lines.emplace_back(line);
    } else if (open) {
      blocks.push_back(*std::move(open));
      open.reset();
    } else {
      const std::string_view words = line.substr(3);
      const std::size_t blank = words.find(' ');
      open = Block{std::string(words.substr(0, blank)),
                   blank == std::string_view::npos ? std::string() : std::string(words.substr(blank + 1)),
                   {},
                   number};
    }
  }
  EXPECT_FALSE(open) << "a block is not closed";
  return blocks;
}

/// Returns the text with one blank wherever it has several, so that columns may move.
std::string single_blanks(const std::string& text) {
  std::string single;
  for (const char letter : text) {
    const bool blank = std::isspace(static_cast<unsigned char>(letter)) != 0 && letter != '\n';
    if (!blank) {
      single += letter;
    } else if (single.empty() || single.back() != ' ') {
      single += ' ';
    }
  }
  return single;
}

/// What a reader has done so far: the files written, and what the last commands said.
class Reader {
 public:
  void do_block(const Block& block) {
    if (block.kind == "cuda") {
      ASSERT_TRUE(write_file(folder_.path() / block.rest, join(block.lines, "\n") + "\n"));
    } else if (block.kind == "sh") {
      said_.clear();
      for (const std::string& command : block.lines) type(command);
    } else if (block.kind == "text") {
      look_for(block);
    } else {
      FAIL() << "line " << block.line << ": a block of kind '" << block.kind << "' is none that a reader can do";
    }
  }
  [[nodiscard]] int commands() const { return commands_; }
  [[nodiscard]] int lines_found() const { return lines_found_; }

 private:
  void type(const std::string& command) {
    const std::string name = "lanescope ";
    ASSERT_TRUE(command.starts_with(name)) << command;
    // A machine with a GPU would show times.
    const std::string backend = command.starts_with("lanescope run ") ? " --backend emulator" : "";
    const std::string line = "cd '" + folder_.path().string() + "' && exec '" + std::string(LANESCOPE_PROGRAM) + "' " +
                             command.substr(name.size()) + backend;
    const auto finished = run_process({"/bin/sh", "-c", line}, std::chrono::minutes(3));
    ASSERT_TRUE(finished) << command;
    status_ = finished->state.status.value_or(-1);
    said_ += finished->output;
    errors_ = finished->error;
    EXPECT_LE(status_, 1) << command << "\n" << errors_;
    ++commands_;
  }

  /// The messages name the file by its whole path.
  void look_for(const Block& block) {
    EXPECT_EQ(status_, block.rest == "exit 1" ? 1 : 0) << "line " << block.line << "\n" << said_ << errors_;
    const std::string shown = single_blanks(replaced(said_, std::filesystem::canonical(folder_.path()).string() + "/"));
    for (const std::string& line : block.lines) {
      EXPECT_NE(shown.find(single_blanks(line)), std::string::npos)
          << "line " << block.line << " promises '" << line << "'\n"
          << said_ << errors_;
      ++lines_found_;
    }
  }

  static std::string replaced(std::string text, const std::string& what) {
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at))
      text.erase(at, what.size());
    return text;
  }

  const TemporaryFolder folder_;
  std::string said_, errors_;
  int status_ = 0, commands_ = 0, lines_found_ = 0;
};

TEST(Exercises, ShowWhatThePageSays) {
  if (!compiler::choose_toolkit(compiler::find_toolkits(), {9, 0}, 0)) GTEST_SKIP() << "there is no NVRTC";
  const auto page = read_file(std::filesystem::path(LANESCOPE_SOURCES) / "kernels" / "EXERCISES.md");
  ASSERT_TRUE(page);
  Reader reader;
  for (const Block& block : blocks_of(*page)) reader.do_block(block);
  EXPECT_GE(reader.commands(), 15);
  EXPECT_GE(reader.lines_found(), 15);
}

}  // namespace
}  // namespace lanescope::cli

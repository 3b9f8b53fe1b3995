#include "gui/settings/layout_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>

#include "base/text.h"

namespace lanescope::gui {
namespace {

constexpr std::int64_t max_position = 65536;  // in pixels, on either side of the origin
constexpr std::size_t max_nodes = 128, max_windows = 256, max_node_depth = 16;
constexpr std::int64_t max_table_columns = 64;

struct Node {
  std::uint64_t id = 0, parent = 0;
  std::size_t depth = 0;
  bool is_split = false, is_central = false;
  int children = 0;
};

/// Reads a line from left to right. After the first part that is not there it takes no more.
class LineReader {
 public:
  explicit LineReader(std::string_view line) : rest_(line) {}

  /// Takes a word if it comes next.
  bool word(std::string_view text) {
    if (!good_ || !rest_.starts_with(text)) return false;
    rest_.remove_prefix(text.size());
    return true;
  }
  void blanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(' '), rest_.size())); }
  /// Dear ImGui takes a number that begins with 0 for an octal one, and reads on in the middle of it where it is none.
  std::int64_t whole(std::int64_t low, std::int64_t high) {
    const std::size_t length = std::min(rest_.find_first_not_of("-0123456789"), rest_.size());
    const std::string_view digits = rest_.substr(rest_.starts_with('-') ? 1 : 0, length);
    const auto number = parse_number<std::int64_t>(rest_.substr(0, length));
    good_ = good_ && number && *number >= low && *number <= high && (digits.substr(0, 1) != "0" || *number == 0);
    rest_.remove_prefix(length);
    return good_ ? *number : 0;
  }
  std::uint64_t hexadecimal() {
    const std::size_t length = std::min(rest_.find_first_not_of("0123456789ABCDEF"), rest_.size());
    const auto number = parse_number<std::uint64_t>(rest_.substr(0, length), 16);
    good_ = good_ && number && length == 8;
    rest_.remove_prefix(length);
    return good_ ? *number : 0;
  }
  std::uint64_t id() {
    need("0x");
    return hexadecimal();
  }
  void pair(std::int64_t low, std::int64_t high) {
    whole(low, high);
    need(",");
    whole(low, high);
  }
  void decimal() {
    const std::size_t length = std::min(rest_.find_first_not_of("0123456789."), rest_.size());
    const auto number = parse_number<double>(rest_.substr(0, length), std::chars_format::fixed);
    good_ = good_ && number && *number >= 0 && *number <= 1e6;
    rest_.remove_prefix(length);
  }
  void need(std::string_view text) { good_ = word(text); }
  [[nodiscard]] bool ended() const { return good_ && rest_.empty(); }

 private:
  std::string_view rest_;
  bool good_ = true;
};

class LayoutReader {
 public:
  /// Returns what is wrong with the line; empty when nothing is.
  std::string line(std::string_view text) {
    if (trim(text).empty()) return {};
    if (text.starts_with('[')) return read_heading(text);
    switch (section_) {
      case Section::window:
        return window_line(text) ? "" : "this is not a line of a window";
      case Section::table:
        return table_line(text) ? "" : "this is not a line of a table";
      case Section::docking:
        return node_line(text);
      case Section::none:
        break;
    }
    return "there is no heading before this line";
  }

  std::string whole() const {
    std::size_t central = 0;
    for (const auto& [id, node] : nodes_) {
      if (node.children != (node.is_split ? 2 : 0))
        return fmt::format("node {:08X} has {} children", id, node.children);
      central += node.is_central ? 1 : 0;
      if (node.is_central && node.is_split) return fmt::format("node {:08X} is split and central", id);
    }
    if (central > 1) return "several nodes are central";
    for (const std::uint64_t place : docked_) {
      const auto node = nodes_.find(place);
      if (node == nodes_.end() || node->second.is_split)
        return fmt::format("a window is in node {:08X}, which is not a leaf", place);
    }
    return {};
  }

 private:
  enum class Section { none, window, table, docking };

  std::string read_heading(std::string_view text) {
    const std::size_t close = text.find("][");
    if (close == std::string_view::npos || !text.ends_with(']')) return "this is not a heading";
    const std::string_view heading = text.substr(1, close - 1);
    const std::string name(text.substr(close + 2, text.size() - close - 3));
    const bool fresh = !name.empty() && name.find_first_of("[]") == std::string::npos &&
                       headings_.insert(std::string(heading) + "/" + name).second;
    if (!fresh || headings_.size() > max_windows) return "this heading appears twice or is not a name";
    section_ = Section::none;
    if (heading == "Window") section_ = Section::window;
    if (heading == "Table") section_ = Section::table;
    if (heading == "Docking" && name == "Data") section_ = Section::docking;
    if (section_ == Section::table) {
      LineReader reader(name);
      reader.id();
      reader.need(",");
      columns_ = reader.whole(1, max_table_columns);
      if (!reader.ended()) return "this is not the name of a table";
    }
    return section_ == Section::none ? "the table does not exist" : "";
  }

  bool window_line(std::string_view text) {
    LineReader reader(text);
    if (reader.word("Pos=") || reader.word("ViewportPos=")) {
      reader.pair(-max_position, max_position);
    } else if (reader.word("Size=")) {
      reader.pair(0, max_position);
    } else if (reader.word("Collapsed=") || reader.word("IsChild=")) {
      reader.whole(0, 1);
    } else if (reader.word("ViewportId=") || reader.word("ClassId=")) {
      reader.id();
    } else {
      reader.need("DockId=");
      docked_.insert(reader.id());
      if (reader.word(",")) reader.whole(-1, 1000);
    }
    return reader.ended();
  }

  bool table_line(std::string_view text) const {
    LineReader reader(text);
    if (reader.word("RefScale=")) {
      reader.decimal();
      return reader.ended();
    }
    reader.need("Column");
    reader.blanks();
    reader.whole(0, columns_ - 1);
    reader.blanks();
    if (reader.word("UserID=")) reader.hexadecimal();
    reader.blanks();
    if (reader.word("Width=")) reader.whole(0, max_position);
    if (reader.word("Weight=")) reader.decimal();
    reader.blanks();
    if (reader.word("Visible=")) reader.whole(0, 1);
    reader.blanks();
    if (reader.word("Order=")) reader.whole(0, columns_ - 1);
    reader.blanks();
    if (reader.word("Sort=")) {
      reader.whole(0, columns_ - 1);
      if (!reader.word("v")) reader.need("^");
    }
    return reader.ended();
  }

  /// "DockNode    ID=0x00000003 Parent=0x00000001 SizeRef=300,200 Split=Y Selected=0x12345678"
  std::string node_line(std::string_view text) {
    constexpr const char* no_line = "this is not a line of a node";
    LineReader reader(text);
    reader.blanks();
    const bool is_space = reader.word("DockSpace");
    if (!is_space) reader.need("DockNode");
    reader.blanks();
    reader.need("ID=");
    Node node;
    node.id = reader.id();
    reader.blanks();
    if (reader.word("Parent=")) node.parent = reader.id();
    reader.blanks();
    if (reader.word("Window=")) reader.id();
    reader.blanks();
    if (node.parent == 0) {
      reader.need("Pos=");
      reader.pair(-max_position, max_position);
      reader.need(" Size=");
      reader.pair(0, max_position);
    } else if (reader.word("SizeRef=")) {
      reader.pair(0, max_position);
    }
    reader.blanks();
    if (reader.word("Split=")) {
      node.is_split = true;
      if (!reader.word("X")) reader.need("Y");
    }
    for (const char* flag :
         {"NoResize=", "CentralNode=", "NoTabBar=", "HiddenTabBar=", "NoWindowMenuButton=", "NoCloseButton="}) {
      reader.blanks();
      if (!reader.word(flag)) continue;
      reader.whole(1, 1);
      node.is_central = node.is_central || std::string_view(flag) == "CentralNode=";
    }
    reader.blanks();
    if (reader.word("Selected=")) reader.id();
    reader.blanks();
    if (!reader.ended()) return no_line;
    return keep(node, is_space);
  }

  std::string keep(Node node, bool is_space) {
    if (node.id == 0 || nodes_.contains(node.id)) return fmt::format("node {:08X} appears twice", node.id);
    if (nodes_.size() == max_nodes) return "there are too many nodes";
    if (node.parent != 0) {
      const auto parent = nodes_.find(node.parent);
      if (is_space || parent == nodes_.end()) return fmt::format("node {:08X} has no parent before it", node.id);
      node.depth = parent->second.depth + 1;
      if (node.depth > max_node_depth) return "the nodes are nested too deeply";
      ++parent->second.children;
    }
    nodes_.emplace(node.id, node);
    return {};
  }

  Section section_ = Section::none;
  std::int64_t columns_ = 0;  ///< of the table whose lines are read
  std::map<std::uint64_t, Node> nodes_;
  std::set<std::uint64_t> docked_;  ///< nodes in which windows lie
  std::set<std::string> headings_;
};

}  // namespace

std::string layout_defect(std::string_view text) {
  LayoutReader reader;
  std::size_t number = 0;
  for (const std::string_view line : split(text, '\n')) {
    ++number;
    // Dear ImGui would end its own lines here.
    const bool is_text =
        std::ranges::all_of(line, [](unsigned char letter) { return letter >= ' ' && letter != 0x7f; });
    if (std::string wrong = is_text ? reader.line(line) : "it contains a control character"; !wrong.empty()) {
      return fmt::format("line {}: {}", number, wrong);
    }
  }
  return reader.whole();
}

}  // namespace lanescope::gui

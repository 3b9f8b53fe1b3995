// Which block touched which word of a buffer, in a launch whose blocks run concurrently. Two blocks in one word,
// one of them writing, means that the result depends on which comes first.
//
// Words are kept by lines of 32, because a line is mostly one block's: an entry names the block and holds a bit for
// each of its words, so that a warp that moves a line tells it at once. A line that a second block touches too is
// kept by parts of 8 words from then on, and a part that a second block touches word by word.
#pragma once

#include <atomic>
#include <cstdint>

#include "emulator/memory/lazy_bytes.h"

namespace lanescope::emulator {

/// What blocks did one thing, reading or writing, to which words. Blocks count from 1. All of it from several threads.
class WordOwners {
 public:
  static constexpr std::uint32_t nobody = 0, several = 0xffffffffu;
  static constexpr std::uint64_t line_words = 32;

  WordOwners() = default;
  explicit WordOwners(std::uint64_t words);
  ~WordOwners();
  WordOwners(WordOwners&& other) noexcept;
  WordOwners& operator=(WordOwners&& other) noexcept;

  /// As the only one: false when another block is in one of the words, which then may be left unnoted.
  [[nodiscard]] bool claim_alone(std::uint32_t block, std::uint64_t line, std::uint32_t words);
  /// Beside whoever else is there.
  void note(std::uint32_t block, std::uint64_t line, std::uint32_t words);
  /// Whether a block but this one is in one of the words.
  [[nodiscard]] bool has_other(std::uint32_t block, std::uint64_t line, std::uint32_t words) const;

 private:
  static constexpr std::uint64_t part_words = 8;

  /// Tables of entries, each for so many words of one block: the block in the upper bits, a bit for each of its words
  /// in the lower. They are made when the first of them is needed, those of lines at once.
  template <class Bits, int word_bits>
  struct Entry {
    using Whole = Bits;
    static constexpr Bits shared = ~Bits{0} << word_bits;  ///< by several blocks
    static constexpr std::uint32_t blocks =
        static_cast<std::uint32_t>(shared >> word_bits);  ///< below it they have room
    static constexpr Bits of(std::uint32_t block, std::uint32_t words) { return Bits{block} << word_bits | words; }
    static constexpr std::uint32_t block(Bits entry) { return static_cast<std::uint32_t>(entry >> word_bits); }
    static constexpr std::uint32_t words(Bits entry) { return static_cast<std::uint32_t>(entry & ~shared); }
  };
  using OfLine = Entry<std::uint64_t, static_cast<int>(line_words)>;
  using OfPart = Entry<std::uint32_t, static_cast<int>(part_words)>;

  /// Puts the block into an entry. Returns false where blocks share its words, or its number has no room there: the
  /// words are then kept by the next level. An owner that is another block is put down there first.
  template <class Of>
  [[nodiscard]] bool note_in_entry(std::uint32_t block, std::uint64_t index, std::uint32_t words);
  /// Puts what is known of an owner's words into the level behind this one.
  template <class Of>
  void push_down(std::uint32_t owner, std::uint64_t index, std::uint32_t words);
  template <class Of>
  [[nodiscard]] std::atomic_ref<typename Of::Whole> entry(std::uint64_t index) const;
  [[nodiscard]] std::atomic_ref<std::uint32_t> word(std::uint64_t word) const;

  std::uint64_t words_ = 0;
  LazyBytes entries_;                                   ///< by line
  mutable std::atomic<std::uint32_t*> parts_{nullptr};  ///< by part
  mutable std::atomic<std::uint32_t*> table_{nullptr};  ///< by word: the block, or several
};

/// A buffer's readers and writers. Each block says what it is about to do before it looks at what others said: of two,
/// at least one sees the other.
class BlockConflicts {
 public:
  BlockConflicts() = default;
  explicit BlockConflicts(std::uint64_t bytes) : writers_(bytes / 4 + 1), readers_(bytes / 4 + 1), enabled_(true) {}
  [[nodiscard]] explicit operator bool() const noexcept { return enabled_; }

  /// False: another block was there, and one of the two writes. `words`: a bit for each word of the line.
  [[nodiscard]] bool touch(std::uint32_t block, std::uint64_t line, std::uint32_t words, bool write) {
    if (write) return writers_.claim_alone(block, line, words) && !readers_.has_other(block, line, words);
    readers_.note(block, line, words);
    return !writers_.has_other(block, line, words);
  }

 private:
  WordOwners writers_, readers_;
  bool enabled_ = false;
};

}  // namespace lanescope::emulator

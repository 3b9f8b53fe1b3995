#include "emulator/checks/block_conflicts.h"

#include <bit>
#include <cstdlib>
#include <new>
#include <type_traits>
#include <utility>

namespace lanescope::emulator {
namespace {

/// visit(i) for every bit, until it answers false. Whether all answered true.
template <class Visit>
bool all_bits(std::uint32_t bits, const Visit& visit) {
  for (; bits != 0; bits &= bits - 1) {
    if (!visit(static_cast<std::uint64_t>(std::countr_zero(bits)))) return false;
  }
  return true;
}

/// visit(part, words of it) for the parts of 8 words of a line in which some are, until it answers false. Whether all
/// answered true.
template <class Visit>
bool all_parts(std::uint32_t words, const Visit& visit) {
  for (std::uint64_t part = 0; words != 0; ++part, words >>= 8) {
    if ((words & 0xffu) != 0 && !visit(part, words & 0xffu)) return false;
  }
  return true;
}

/// Returns the table, which the first of several threads makes.
template <class T>
T* made(std::atomic<T*>& table, std::uint64_t count) {
  if (T* const there = table.load()) return there;
  auto* const own = static_cast<T*>(std::calloc(count, sizeof(T)));
  if (own == nullptr) throw std::bad_alloc();
  T* there = nullptr;
  if (table.compare_exchange_strong(there, own)) return own;
  std::free(own);
  return there;
}

}  // namespace

WordOwners::WordOwners(std::uint64_t words)
    : words_((words / line_words + 1) * line_words), entries_(words_ / line_words * sizeof(std::uint64_t)) {}

WordOwners::~WordOwners() {
  std::free(parts_.load());
  std::free(table_.load());
}

WordOwners::WordOwners(WordOwners&& other) noexcept
    : words_(std::exchange(other.words_, 0)),
      entries_(std::move(other.entries_)),
      parts_(other.parts_.exchange(nullptr)),
      table_(other.table_.exchange(nullptr)) {}

WordOwners& WordOwners::operator=(WordOwners&& other) noexcept {
  std::swap(words_, other.words_);
  std::swap(entries_, other.entries_);
  parts_ = other.parts_.exchange(parts_.load());
  table_ = other.table_.exchange(table_.load());
  return *this;
}

template <class Of>
std::atomic_ref<typename Of::Whole> WordOwners::entry(std::uint64_t index) const {
  if constexpr (std::is_same_v<Of, OfLine>) {
    return std::atomic_ref<std::uint64_t>(reinterpret_cast<std::uint64_t*>(entries_.data())[index]);
  } else {
    return std::atomic_ref<std::uint32_t>(made(parts_, words_ / part_words)[index]);
  }
}

std::atomic_ref<std::uint32_t> WordOwners::word(std::uint64_t word) const {
  return std::atomic_ref<std::uint32_t>(made(table_, words_)[word]);
}

template <class Of>
bool WordOwners::note_in_entry(std::uint32_t block, std::uint64_t index, std::uint32_t words) {
  const auto place = entry<Of>(index);
  auto known = place.load();
  for (;;) {
    const std::uint32_t owner = Of::block(known);
    if (owner == Of::blocks) return false;
    if ((owner == block || owner == nobody) && block < Of::blocks) {
      const auto wanted = Of::of(block, Of::words(known) | words);
      if (known == wanted || place.compare_exchange_weak(known, wanted)) return true;
      continue;
    }
    // Whoever comes here at the same time writes the same; whoever finds the entry shared finds these words behind it.
    if (owner != nobody) push_down<Of>(owner, index, Of::words(known));
    place.compare_exchange_strong(known, Of::shared);
    known = place.load();
  }
}

template <class Of>
void WordOwners::push_down(std::uint32_t owner, std::uint64_t index, std::uint32_t words) {
  if constexpr (std::is_same_v<Of, OfLine>) {
    constexpr std::uint64_t line_parts = line_words / part_words;
    all_parts(words, [&](std::uint64_t part, std::uint32_t of_part) {
      if (!note_in_entry<OfPart>(owner, index * line_parts + part, of_part)) {
        push_down<OfPart>(owner, index * line_parts + part, of_part);
      }
      return true;
    });
  } else {
    all_bits(words, [&](std::uint64_t bit) {
      std::uint32_t empty = nobody;
      word(index * part_words + bit).compare_exchange_strong(empty, owner);
      return true;
    });
  }
}

bool WordOwners::claim_alone(std::uint32_t block, std::uint64_t line, std::uint32_t words) {
  if (note_in_entry<OfLine>(block, line, words)) return true;
  return all_parts(words, [&](std::uint64_t part, std::uint32_t of_part) {
    const std::uint64_t index = line * (line_words / part_words) + part;
    if (note_in_entry<OfPart>(block, index, of_part)) return true;
    return all_bits(of_part, [&](std::uint64_t bit) {
      const std::uint32_t before = word(index * part_words + bit).exchange(block);
      return before == nobody || before == block;
    });
  });
}

void WordOwners::note(std::uint32_t block, std::uint64_t line, std::uint32_t words) {
  if (note_in_entry<OfLine>(block, line, words)) return;
  all_parts(words, [&](std::uint64_t part, std::uint32_t of_part) {
    const std::uint64_t index = line * (line_words / part_words) + part;
    if (note_in_entry<OfPart>(block, index, of_part)) return true;
    return all_bits(of_part, [&](std::uint64_t bit) {
      const auto place = word(index * part_words + bit);
      const std::uint32_t known = place.load();
      if (known == block || known == several) return true;
      const std::uint32_t meanwhile = place.exchange(known == nobody ? block : several);
      if (meanwhile != known && meanwhile != block) place.store(several);
      return true;
    });
  });
}

bool WordOwners::has_other(std::uint32_t block, std::uint64_t line, std::uint32_t words) const {
  const auto is_own = [&](std::uint32_t owner) { return owner == nobody || owner == block; };
  const std::uint64_t of_line = entry<OfLine>(line).load();
  const std::uint32_t owner = OfLine::block(of_line);
  if (is_own(owner)) return false;
  if (owner != OfLine::blocks) return (OfLine::words(of_line) & words) != 0;
  return !all_parts(words, [&](std::uint64_t part, std::uint32_t of_part) {
    const std::uint64_t index = line * (line_words / part_words) + part;
    const std::uint32_t known = entry<OfPart>(index).load();
    // One block may have the number that says shared: its parts always are.
    if (OfPart::block(known) == OfPart::blocks) {
      return all_bits(of_part, [&](std::uint64_t bit) { return is_own(word(index * part_words + bit).load()); });
    }
    return is_own(OfPart::block(known)) || (OfPart::words(known) & of_part) == 0;
  });
}

}  // namespace lanescope::emulator

#include "compiler/cache.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <cstddef>

#include "compiler/fixture.h"

namespace lanescope::compiler {
namespace {

namespace fs = std::filesystem;

Compiled example(std::size_t cubin_bytes = 100) {
  Compiled compiled;
  compiled.ptx = ".version 9.0\n.entry f() { ret; }\n";
  compiled.cubin.assign(cubin_bytes, 0xab);
  compiled.entries["f"] = {32, 4224, 16, 256};
  compiled.entries["g"] = {8, 0, 0, 0};
  compiled.messages = {{Diagnostic::Severity::warning, "k.cu", 3, 9, "unused"}};
  compiled.nvrtc = "13.0";
  compiled.milliseconds = 17.25;
  return compiled;
}

std::size_t files_in(const fs::path& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

fs::path only_file(const fs::path& folder) {
  EXPECT_EQ(files_in(folder), 1u);
  return fs::directory_iterator(folder)->path();
}

TEST(CacheEntry, ComesBackAsItWas) {
  const Compiled before = example();
  const auto after = from_bytes("key", to_bytes("key", before));
  ASSERT_TRUE(after);
  EXPECT_EQ(after->ptx, before.ptx);
  EXPECT_EQ(after->cubin, before.cubin);
  EXPECT_EQ(after->entries, before.entries);
  EXPECT_EQ(after->messages, before.messages);
  EXPECT_EQ(after->nvrtc, before.nvrtc);
  EXPECT_EQ(after->milliseconds, before.milliseconds);
  EXPECT_FALSE(before.cached);
  EXPECT_TRUE(after->cached);
}

TEST(CacheEntry, IsNothingWhereverItIsCutOffOrChanged) {
  const std::string bytes = to_bytes("key", example());
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    ASSERT_FALSE(from_bytes("key", std::string_view(bytes).substr(0, length))) << length;
  }
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string changed = bytes;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    ASSERT_FALSE(from_bytes("key", changed)) << i;
  }
  EXPECT_FALSE(from_bytes("key", bytes + "x"));
}

TEST(CacheKey, DependsOnEverythingThatDecidesTheResult) {
  const Request base = request("text", {{"a.cuh", "1"}});
  const auto key = [](const Request& r, const std::string& compiler = "NVRTC 13.0",
                      const std::vector<std::string>& options = {"-DX=1", "-DY=2"}) {
    return cache_key(compiler, r, options);
  };
  EXPECT_EQ(key(base), key(base));
  EXPECT_NE(key(base), key(base, "NVRTC 13.1"));
  EXPECT_NE(key(base), key(base, "NVRTC 13.0", {"-DX=1", "-DY=3"}));
  EXPECT_NE(key(base), key(base, "NVRTC 13.0", {"-DX=1-DY=2"}));
  Request changed = base;
  changed.text = "text ";
  EXPECT_NE(key(base), key(changed));
  changed = base;
  changed.file = "other.cu";
  EXPECT_NE(key(base), key(changed));
  changed = base;
  changed.headers["a.cuh"] = "2";
  EXPECT_NE(key(base), key(changed));
  changed = base;
  changed.headers["b.cuh"] = "";
  EXPECT_NE(key(base), key(changed));
}

TEST(Cache, KeepsWhatIsStoredForOtherProcesses) {
  const TemporaryFolder folder;
  Cache(folder.path() / "made" / "when needed").store("key", example());
  const Cache other(folder.path() / "made" / "when needed");
  ASSERT_TRUE(other.load("key"));
  EXPECT_FALSE(other.load("another"));
}

TEST(Cache, TakesNoEntryThatLiesUnderTheNameOfAnother) {
  const TemporaryFolder folder;
  Cache cache(folder.path());
  cache.store("one", example(1));
  cache.store("other", example(2));
  fs::copy_file(folder.path() / "one.compiled", folder.path() / "other.compiled", fs::copy_options::overwrite_existing);
  EXPECT_FALSE(cache.load("other"));
  EXPECT_TRUE(cache.load("one"));
}

TEST(Cache, TakesNoEntryOfAnotherUser) {
  if (geteuid() != 0) GTEST_SKIP() << "only the administrator makes files of others";
  const TemporaryFolder folder;
  Cache cache(folder.path());
  cache.store("key", example());
  ASSERT_EQ(chown((folder.path() / "key.compiled").c_str(), 65534, 65534), 0);
  EXPECT_FALSE(cache.load("key"));
}

TEST(Cache, KeepsNothingWithoutAFolder) {
  Cache none({});
  none.store("key", example());
  EXPECT_FALSE(none.load("key"));
}

TEST(Cache, PassesOverADamagedEntryAndWritesItAnew) {
  const TemporaryFolder folder;
  Cache cache(folder.path());
  cache.store("key", example());
  fs::resize_file(only_file(folder.path()), 60);
  EXPECT_FALSE(cache.load("key"));
  cache.store("key", example());
  EXPECT_TRUE(cache.load("key"));
}

TEST(Cache, DropsWhatWasNotUsedForLongestWhenItIsFull) {
  const TemporaryFolder folder;
  const std::uint64_t entry = to_bytes("key0", example(1000)).size();
  Cache cache(folder.path(), 4 * entry);
  const auto now = fs::file_time_type::clock::now();
  for (const int i : {0, 1, 2, 3}) {
    const std::string key = "key" + std::to_string(i);
    cache.store(key, example(1000));
    fs::last_write_time(folder.path() / (key + ".compiled"), now - std::chrono::hours(10 - i));
  }
  EXPECT_EQ(files_in(folder.path()), 4u);
  EXPECT_TRUE(cache.load("key0")) << "used again, so key1 is the oldest now";
  cache.store("key4", example(1000));
  EXPECT_FALSE(cache.load("key1"));
  EXPECT_FALSE(cache.load("key2"));
  EXPECT_TRUE(cache.load("key0"));
  EXPECT_TRUE(cache.load("key3"));
  EXPECT_TRUE(cache.load("key4"));
}

TEST(Cache, CountsWhatEarlierProcessesLeftAndTouchesNoFilesOfOthers) {
  const TemporaryFolder folder;
  const std::uint64_t entry = to_bytes("a", example(1000)).size();
  for (const char* key : {"a", "b", "c"}) Cache(folder.path()).store(key, example(1000));
  ASSERT_TRUE(write_file(folder.path() / "notes.txt", std::string(100'000, 'x')));
  Cache(folder.path(), 2 * entry).store("d", example(1000));
  EXPECT_TRUE(fs::exists(folder.path() / "notes.txt"));
  EXPECT_EQ(files_in(folder.path()), 2u) << "the notes and one entry, three quarters of the limit at most";
}

TEST(Cache, FailsSilentlyWhereItCannotWrite) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder.path() / "file", "x"));
  Cache cache(folder.path() / "file" / "below");
  cache.store("key", example());
  EXPECT_FALSE(cache.load("key"));
}

}  // namespace
}  // namespace lanescope::compiler

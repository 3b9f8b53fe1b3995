// Attachments that come in parts.
#include "client/incoming.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <span>

#include "experiments/examples.h"

namespace lanescope::client {
namespace {

using experiments::AttachmentKind;

/// `count` bytes from `first` on.
experiments::AttachmentPart part(const std::vector<std::uint8_t>& whole, std::size_t first, std::size_t count,
                                 AttachmentKind kind = AttachmentKind::trace) {
  const auto bytes = std::as_bytes(std::span(whole).subspan(first, count));
  return {kind, whole.size(), first, {bytes.begin(), bytes.end()}};
}

std::vector<std::uint8_t> encoded_trace(const analysis::Traced& traced = experiments::example_traced()) {
  return experiments::encode(std::make_shared<const analysis::Traced>(traced));
}

experiments::Result waiting(std::uint64_t request, std::vector<AttachmentKind> kinds) {
  experiments::Result result;
  result.request = request;
  result.pending_attachments = std::move(kinds);
  return result;
}

TEST(Incoming, IsWholeWhenTheLastPartHasCome) {
  const std::vector<std::uint8_t> whole = encoded_trace();
  Incoming incoming;
  experiments::Result result = waiting(7, {AttachmentKind::preview, AttachmentKind::trace});
  for (std::size_t first = 0; first < whole.size(); first += 100) {
    incoming.fill(result);
    EXPECT_FALSE(result.traced) << "a trace is shown as a whole or not at all";
    const auto added = incoming.add(7, part(whole, first, std::min<std::size_t>(100, whole.size() - first)));
    ASSERT_TRUE(added) << added.error().text();
    EXPECT_EQ(*added, first + 100 >= whole.size());
  }
  incoming.fill(result);
  ASSERT_TRUE(result.traced);
  EXPECT_EQ(*result.traced, experiments::example_traced());
  EXPECT_EQ(result.pending_attachments, std::vector{AttachmentKind::preview}) << "that is still on its way";
}

TEST(Incoming, KnowsWhatHasComeOnceAlsoWhenItBeginsAgain) {
  const std::vector<std::uint8_t> whole = encoded_trace();
  Incoming incoming;
  EXPECT_FALSE(incoming.has(7, AttachmentKind::trace));
  ASSERT_TRUE(incoming.add(7, part(whole, 0, 100)));
  EXPECT_FALSE(incoming.has(7, AttachmentKind::trace)) << "a part of it";
  ASSERT_TRUE(incoming.add(7, part(whole, 100, whole.size() - 100)));
  ASSERT_TRUE(incoming.add(7, part(whole, 0, 100)));
  EXPECT_TRUE(incoming.has(7, AttachmentKind::trace));
  EXPECT_TRUE(incoming.has(6, AttachmentKind::trace)) << "that request was superseded";
  EXPECT_FALSE(incoming.has(8, AttachmentKind::trace));
  EXPECT_FALSE(incoming.has(7, AttachmentKind::heat));
}

TEST(Incoming, GoesIntoEachStageOfItsRequestThatWaitsForItAndIntoNoOther) {
  const std::vector<std::uint8_t> whole = experiments::encode(experiments::Preview{3, 2, {0, 1, 2, 3, 4, 5}});
  Incoming incoming;
  ASSERT_TRUE(incoming.add(7, part(whole, 0, whole.size(), AttachmentKind::preview)));
  for (int stage = 0; stage < 2; ++stage) {
    experiments::Result result = waiting(7, {AttachmentKind::preview});
    incoming.fill(result);
    ASSERT_TRUE(result.preview && result.pending_attachments.empty());
    EXPECT_EQ(result.preview->values, (std::vector<float>{0, 1, 2, 3, 4, 5}));
  }
  experiments::Result other = waiting(8, {AttachmentKind::preview}), complete = waiting(7, {});
  incoming.fill(other);
  incoming.fill(complete);
  EXPECT_FALSE(other.preview || complete.preview);
}

TEST(Incoming, PartsThatDoNotFitAreErrors) {
  const std::vector<std::uint8_t> whole = encoded_trace();
  Incoming incoming;
  EXPECT_FALSE(incoming.add(7, {AttachmentKind::trace, 0, 0, {}})) << "of nothing";
  EXPECT_FALSE(incoming.add(7, {AttachmentKind::trace, ~std::uint64_t{0}, 0, {std::byte{1}}})) << "a length that lies";
  EXPECT_FALSE(incoming.add(7, {AttachmentKind::trace, 2, 0, std::vector<std::byte>(3)})) << "more than there is room";
  EXPECT_FALSE(incoming.add(7, part(whole, 1, 5))) << "the first is missing";
  ASSERT_TRUE(incoming.add(7, part(whole, 0, 5)));
  EXPECT_FALSE(incoming.add(7, part(whole, 0, 5))) << "the same again";
  EXPECT_FALSE(incoming.add(7, part(whole, 5, 0))) << "nothing";
  experiments::AttachmentPart other = part(whole, 5, 5);
  other.total += 1;
  EXPECT_FALSE(incoming.add(7, other)) << "of another trace";
  EXPECT_TRUE(incoming.add(7, part(whole, 5, whole.size() - 5)));
}

TEST(Incoming, WholeNonsenseIsAnError) {
  Incoming incoming;
  EXPECT_FALSE(incoming.add(7, {AttachmentKind::trace, 3, 0, {std::byte{1}, std::byte{2}, std::byte{3}}}));
  analysis::Traced wrong = experiments::example_traced();
  wrong.launches.clear();
  const std::vector<std::uint8_t> whole = encoded_trace(wrong);
  EXPECT_FALSE(incoming.add(8, part(whole, 0, whole.size())));
  EXPECT_FALSE(incoming.add(9, part(encoded_trace(), 0, encoded_trace().size(), AttachmentKind::heat)));
}

TEST(Incoming, ANewerRequestTakesThePlaceOfAnOlderOneOfItsKindOnly) {
  const std::vector<std::uint8_t> trace = encoded_trace(),
                                  picture = experiments::encode(experiments::Preview{1, 1, {5}});
  Incoming incoming;
  ASSERT_TRUE(incoming.add(7, part(picture, 0, 4, AttachmentKind::preview)));
  ASSERT_TRUE(incoming.add(7, part(trace, 0, 5)));
  ASSERT_TRUE(incoming.add(8, part(trace, 0, trace.size())));
  ASSERT_TRUE(incoming.add(7, part(picture, 4, picture.size() - 4, AttachmentKind::preview)));
  experiments::Result old = waiting(7, {AttachmentKind::preview, AttachmentKind::trace});
  incoming.fill(old);
  EXPECT_TRUE(old.preview);
  EXPECT_EQ(old.pending_attachments, std::vector{AttachmentKind::trace});
}

}  // namespace
}  // namespace lanescope::client

#include <gtest/gtest.h>

#include <thread>

#include "worker/attachments/slot_memory.h"
#include "worker/serve/inbox.h"

namespace lanescope::worker {
namespace {

TEST(SlotLedger, GivesEachSlotOnceUntilItIsGivenBack) {
  SlotLedger ledger(10);
  const auto first = ledger.reserve(experiments::AttachmentKind::preview);
  const auto second = ledger.reserve(experiments::AttachmentKind::preview);
  const auto third = ledger.reserve(experiments::AttachmentKind::preview);
  ASSERT_TRUE(first && second && third);
  EXPECT_EQ(first->slot + second->slot + third->slot, 0u + 1u + 2u);
  EXPECT_FALSE(ledger.reserve(experiments::AttachmentKind::preview));
  EXPECT_TRUE(ledger.reserve(experiments::AttachmentKind::heat)) << "each kind has slots of its own";
  ledger.release(second->generation);
  const auto again = ledger.reserve(experiments::AttachmentKind::preview);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->slot, second->slot);
  EXPECT_GT(again->generation, third->generation);
}

TEST(SlotLedger, IgnoresGenerationsThatItDoesNotKnow) {
  SlotLedger ledger(1);
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(ledger.reserve(experiments::AttachmentKind::preview));
  ledger.release(0);
  ledger.release(77);
  EXPECT_FALSE(ledger.reserve(experiments::AttachmentKind::preview));
}

TEST(SlotLedger, GenerationsAreNeverZeroAndDifferFromProcessToProcess) {
  EXPECT_NE(first_generation(), 0u);
  EXPECT_EQ(first_generation() >> 32, static_cast<std::uint64_t>(getpid()));
}

TEST(Inbox, HoldsOnlyTheNewestRequest) {
  Inbox inbox;
  inbox.put({1, experiments::Experiment{}});
  inbox.put({2, experiments::Experiment{}});
  const auto request = inbox.take();
  ASSERT_TRUE(request);
  EXPECT_EQ(request->number, 2u);
  EXPECT_FALSE(inbox.is_superseded(2));
  EXPECT_TRUE(inbox.is_superseded(1));
}

TEST(Inbox, ARequestIsSupersededByANewerOneByCancelAndByTheEnd) {
  Inbox inbox;
  inbox.put({1, experiments::Experiment{}});
  ASSERT_TRUE(inbox.take());
  EXPECT_FALSE(inbox.is_superseded(1));
  inbox.cancel();
  EXPECT_TRUE(inbox.is_superseded(1));
  inbox.put({2, experiments::Experiment{}});
  inbox.close();
  EXPECT_TRUE(inbox.is_superseded(2));
  EXPECT_FALSE(inbox.take());
}

TEST(Inbox, TakingWaitsForARequestFromAnotherThread) {
  Inbox inbox;
  std::thread other([&] { inbox.put({5, experiments::Experiment{}}); });
  const auto request = inbox.take();
  other.join();
  ASSERT_TRUE(request);
  EXPECT_EQ(request->number, 5u);
}

}  // namespace
}  // namespace lanescope::worker

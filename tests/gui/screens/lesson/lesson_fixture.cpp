#include "gui/screens/lesson/lesson_fixture.h"

#include <gtest/gtest.h>

#include "lessons/lesson_facts.h"

namespace lanescope::gui::test {
namespace {

constexpr const char* lesson_file = R"text(
title   = { en = "A tile and its banks", zh = "分块与存储体" }
summary = { en = "What a warp asks of 32 banks.", zh = "线程束对 32 个存储体的请求。" }

[[step]]
name  = "column"
title = { en = "A column of the tile", zh = "分块的一列" }
text  = { en = "Each warp loads a column: `tile[x][y]`. The rows are **32 words** long.", zh = "每个线程束读取一列：`tile[x][y]`。每行 **32 个字**。" }
look  = { en = "All lanes ask for one bank.", zh = "所有 lane 都请求同一个存储体。" }
[step.experiment]
kernel = "transpose/smem_tile"
values = { block_x = 16 }
line   = "out[static_cast<size_t>(x)"
[step.view]
show   = "banks"
access = 2
lane   = 3
[step.question]
kind   = "number"
text   = { en = "How many wavefronts does it take?", zh = "需要多少个波前？" }
answer = "access.wavefronts"
unit   = { en = "wavefronts", zh = "个波前" }
why    = { en = "All words lie in one bank: {answer} wavefronts.", zh = "所有的字都在同一个存储体中：{answer} 个波前。" }

[[step]]
name  = "broadcast"
title = { en = "One word for all", zh = "大家同一个字" }
text  = { en = "All lanes ask for one word.", zh = "所有 lane 请求同一个字。" }
[step.experiment]
kernel = "transpose/smem_tile"
values = { block_x = 16 }
[step.view]
show = "banks"
[step.question]
kind = "choice"
text = { en = "How many wavefronts are that?", zh = "需要多少个波前？" }
why  = { en = "A bank delivers the word once.", zh = "存储体只提供一次。" }
[[step.question.option]]
text  = { en = "one", zh = "一个" }
holds = "access.wavefronts == 1"
[[step.question.option]]
text  = { en = "32 with `tile`", zh = "32 个，用 `tile`" }
holds = "access.wavefronts == 32"

[[step]]
name  = "order"
title = { en = "Three paddings", zh = "三种填充" }
text  = { en = "The rows may be longer.", zh = "行可以更长。" }
[step.experiment]
kernel = "transpose/smem_pad"
[step.question]
kind = "order"
text = { en = "Order them by their wavefronts.", zh = "请按波前数排序。" }
why  = { en = "It is the common divisor.", zh = "取决于公约数。" }
[[step.question.option]]
text = { en = "no padding", zh = "无填充" }
by   = "access.wavefronts"
[[step.question.option]]
text = { en = "one word", zh = "一个字" }
by   = "access.lanes"
[[step.question.option]]
text = { en = "two words", zh = "两个字" }
by   = "access.sectors"

[[step]]
name  = "bank"
title = { en = "Which bank?", zh = "哪个存储体？" }
text  = { en = "The column again.", zh = "再看这一列。" }
[step.experiment]
kernel = "transpose/smem_tile"
[step.view]
show = "banks"
[step.question]
kind = "bank"
text = { en = "Name the bank that all lanes ask for.", zh = "请指出所有 lane 请求的存储体。" }
why  = { en = "The lane drops out.", zh = "lane 消去了。" }

[[step]]
name  = "line"
title = { en = "Which line?", zh = "哪一行？" }
text  = { en = "One line wastes sectors.", zh = "有一行浪费扇区。" }
[step.experiment]
kernel = "transpose/naive_row"
[step.view]
show = "source"
[step.question]
kind   = "line"
text   = { en = "Which line is it?", zh = "是哪一行？" }
answer = "sectors"
why    = { en = "It writes columns.", zh = "它按列写入。" }

[[step]]
name  = "goal"
title = { en = "Find a shape", zh = "找一个形状" }
text  = { en = "Turn the knobs.", zh = "请转动旋钮。" }
[step.experiment]
kernel = "transpose/naive_row"
[step.view]
show = "sectors"
[step.question]
kind         = "goal"
text         = { en = "Turn `block_x` until no sector is wasted.", zh = "请转动 `block_x`，直到不浪费扇区。" }
answer       = "block_x == 64"
reached_with = { block_x = 64 }
why          = { en = "Now it fits.", zh = "现在合适了。" }

[[step]]
name  = "end"
title = { en = "The end", zh = "结束" }
text  = { en = "Nothing is asked here.", zh = "这里不提问。" }
look  = { en = "Look at the whole.", zh = "看整体。" }
[step.experiment]
kernel = "transpose/copy_row"
[step.view]
show = "matrices"
camera = { in = [1, 2, 8] }
)text";

}  // namespace

void know_lesson(State& state) {
  auto read = lessons::read_lesson(lesson_file, "lessons/tile.toml");
  ASSERT_TRUE(read) << read.error().front().text();
  accept_lessons(state, {{std::make_shared<const lessons::Lesson>(*std::move(read)), false}}, {});
  auto texts = lessons::read_texts(LANESCOPE_SOURCES "/assets/texts/handout.toml");
  ASSERT_TRUE(texts) << texts.error().text();
  state.lesson.texts = std::make_shared<const lessons::Texts>(std::move(*texts));
}

void answer_step(State& state, double number, const std::vector<std::size_t>& options, int line, std::uint32_t banks) {
  lessons::AnsweredStep answered;
  lessons::Answer& answer = answered.answer.emplace();
  answer.number.value = number;
  answer.options = options;
  answer.by.resize(options.size(), 1);
  answer.source_line = line;
  answer.banks = banks;
  answer.degree = 32;
  answer.from.origins.insert(experiments::Origin::derived);
  answered.texts["answer"] = lessons::number_text(number);
  accept_answer(state, state.lesson.question, answered);
}

}  // namespace lanescope::gui::test

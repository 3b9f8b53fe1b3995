#include "client/picture.h"

#include <fmt/format.h>

namespace warpscope::client {
namespace {

/// Far beyond what any worker draws: a number that lies must not be memory that is asked for.
constexpr std::uint32_t largest_extent = 16384;

}  // namespace

Status Picture::add(const lab::PicturePart& part) {
  const bool first = values_.empty();
  if (part.width == 0 || part.height == 0 || part.width > largest_extent || part.height > largest_extent ||
      (!first && (part.width != width_ || part.height != height_))) {
    return failure(fmt::format("a piece of a picture of {} × {}", part.height, part.width), "picture frame",
                   lab::same_version);
  }
  const std::uint64_t all = std::uint64_t{part.width} * part.height;
  if (part.first != values_.size() || part.values.empty() || part.values.size() > all - values_.size()) {
    return failure(fmt::format("{} values of a picture at {} where {} of {} have come", part.values.size(), part.first,
                               values_.size(), all),
                   "picture frame", lab::same_version);
  }
  width_ = part.width;
  height_ = part.height;
  values_.insert(values_.end(), part.values.begin(), part.values.end());
  return {};
}

Status Picture::fill(lab::Result& result) const {
  lab::Preview& preview = result.preview ? *result.preview : result.preview.emplace();
  preview.width = width_;
  preview.height = height_;
  preview.values = values_;
  return {};
}

}  // namespace warpscope::client

#include "render/context/picture_clipboard.h"

#include <GLFW/glfw3.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include <xcb/xcb.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <thread>
#include <utility>

#include "base/library.h"
#include "base/process.h"
#include "render/messages.h"

namespace lanescope::render {
namespace {

constexpr std::chrono::seconds wl_copy_limit{5};

/// The functions of libxcb, which is opened at run time: a machine without X11 has none.
struct Xcb {
  SharedLibrary library;
  decltype(&xcb_connect) connect = nullptr;
  decltype(&xcb_connection_has_error) has_error = nullptr;
  decltype(&xcb_disconnect) disconnect = nullptr;
  decltype(&xcb_get_setup) get_setup = nullptr;
  decltype(&xcb_setup_roots_iterator) roots = nullptr;
  decltype(&xcb_generate_id) generate_id = nullptr;
  decltype(&xcb_create_window) create_window = nullptr;
  decltype(&xcb_intern_atom) intern_atom = nullptr;
  decltype(&xcb_intern_atom_reply) intern_atom_reply = nullptr;
  decltype(&xcb_set_selection_owner) set_owner = nullptr;
  decltype(&xcb_get_selection_owner) get_owner = nullptr;
  decltype(&xcb_get_selection_owner_reply) get_owner_reply = nullptr;
  decltype(&xcb_change_property) change_property = nullptr;
  decltype(&xcb_send_event) send_event = nullptr;
  decltype(&xcb_poll_for_event) poll_for_event = nullptr;
  decltype(&xcb_get_file_descriptor) descriptor = nullptr;
  decltype(&xcb_get_maximum_request_length) longest_request = nullptr;
  decltype(&xcb_flush) flush = nullptr;

  [[nodiscard]] bool load() {
    const auto get = [&](auto& function, const char* name) { return library.load(function, name); };
    return get(connect, "xcb_connect") && get(has_error, "xcb_connection_has_error") &&
           get(disconnect, "xcb_disconnect") && get(get_setup, "xcb_get_setup") &&
           get(roots, "xcb_setup_roots_iterator") && get(generate_id, "xcb_generate_id") &&
           get(create_window, "xcb_create_window") && get(intern_atom, "xcb_intern_atom") &&
           get(intern_atom_reply, "xcb_intern_atom_reply") && get(set_owner, "xcb_set_selection_owner") &&
           get(get_owner, "xcb_get_selection_owner") && get(get_owner_reply, "xcb_get_selection_owner_reply") &&
           get(change_property, "xcb_change_property") && get(send_event, "xcb_send_event") &&
           get(poll_for_event, "xcb_poll_for_event") && get(descriptor, "xcb_get_file_descriptor") &&
           get(longest_request, "xcb_get_maximum_request_length") && get(flush, "xcb_flush");
  }
};

/// Copies through the program that Wayland's desktops have for it.
Status offer_by_wl_copy(const std::string& png) {
  auto child = ChildProcess::start({"wl-copy", "--type", "image/png"});
  if (!child) return failure(message<"clipboard.no_wl_copy">(), "", message<"clipboard.no_wl_copy_remedy">());
  for (std::size_t written = 0; written < png.size();) {
    const ssize_t count = ::write(child->input().get(), png.data() + written, png.size() - written);
    if (count <= 0) return failure(message<"clipboard.wl_copy_failed">());
    written += static_cast<std::size_t>(count);
  }
  child->input() = Descriptor();  // the end of the picture
  const auto ended = child->wait(wl_copy_limit);
  if (!ended || ended->status != 0) return failure(message<"clipboard.wl_copy_failed">());
  return {};
}

}  // namespace

/// A connection of its own to the X server, whose thread answers who asks for the picture.
class PictureClipboard::Selection {
 public:
  static Expected<std::unique_ptr<Selection>> open() {
    auto selection = std::unique_ptr<Selection>(new Selection);
    auto library = SharedLibrary::open({"libxcb.so.1"});
    if (!library) return failure(message<"clipboard.no_x11">());
    selection->xcb_.library = std::move(*library);
    if (!selection->xcb_.load()) return failure(message<"clipboard.no_x11">());
    TRY_STATUS(selection->connect());
    return selection;
  }
  ~Selection() {
    if (thread_.joinable()) {
      wake(end_);
      thread_.join();
    }
    if (connection_ != nullptr) xcb_.disconnect(connection_);
    if (wake_ >= 0) ::close(wake_);
  }

  Status offer(std::string png) {
    // A property takes what one request takes, less its head. The length is in units of 4 bytes.
    if (png.size() + 64 > std::size_t{4} * xcb_.longest_request(connection_)) {
      return failure(message<"clipboard.picture_too_large">(png.size()));
    }
    {
      const std::lock_guard lock(mutex_);
      png_ = std::move(png);
    }
    xcb_.set_owner(connection_, window_, clipboard_, XCB_CURRENT_TIME);
    const std::unique_ptr<xcb_get_selection_owner_reply_t, decltype(&std::free)> owner(
        xcb_.get_owner_reply(connection_, xcb_.get_owner(connection_, clipboard_), nullptr), &std::free);
    if (!owner || owner->owner != window_) return failure(message<"clipboard.no_x11">());
    if (!thread_.joinable()) thread_ = std::thread([this] { answer(); });
    wake(1);
    return {};
  }

 private:
  Selection() = default;

  Status connect() {
    int screen = 0;
    connection_ = xcb_.connect(nullptr, &screen);
    wake_ = ::eventfd(0, EFD_CLOEXEC);
    if (xcb_.has_error(connection_) != 0 || wake_ < 0) return failure(message<"clipboard.no_x11">());
    const xcb_screen_t* const root = xcb_.roots(xcb_.get_setup(connection_)).data;
    window_ = xcb_.generate_id(connection_);
    xcb_.create_window(connection_, XCB_COPY_FROM_PARENT, window_, root->root, 0, 0, 1, 1, 0,
                       XCB_WINDOW_CLASS_INPUT_ONLY, XCB_COPY_FROM_PARENT, 0, nullptr);
    clipboard_ = atom("CLIPBOARD");
    targets_ = atom("TARGETS");
    png_type_ = atom("image/png");
    return {};
  }

  xcb_atom_t atom(const char* name) {
    const auto cookie = xcb_.intern_atom(connection_, 0, static_cast<std::uint16_t>(std::strlen(name)), name);
    const std::unique_ptr<xcb_intern_atom_reply_t, decltype(&std::free)> reply(
        xcb_.intern_atom_reply(connection_, cookie, nullptr), &std::free);
    return reply ? reply->atom : xcb_atom_t{XCB_ATOM_NONE};
  }

  void wake(std::uint64_t what) const {
    if (::write(wake_, &what, sizeof what) != sizeof what) return;  // it is woken already
  }

  /// Runs in the thread until it is told to end, or the X server is gone.
  void answer() {
    for (;;) {
      while (xcb_generic_event_t* const event = xcb_.poll_for_event(connection_)) {
        if ((event->response_type & 0x7F) == XCB_SELECTION_REQUEST) {
          give(*reinterpret_cast<xcb_selection_request_event_t*>(event));
        }
        std::free(event);
      }
      if (xcb_.has_error(connection_) != 0) return;
      std::array<pollfd, 2> waits{{{xcb_.descriptor(connection_), POLLIN, 0}, {wake_, POLLIN, 0}}};
      if (::poll(waits.data(), waits.size(), -1) < 0 && errno != EINTR) return;
      if ((waits[1].revents & POLLIN) == 0) continue;
      std::uint64_t what = 0;
      if (::read(wake_, &what, sizeof what) == sizeof what && what >= end_) return;
    }
  }

  void give(const xcb_selection_request_event_t& asked) {
    xcb_selection_notify_event_t told{};
    told.response_type = XCB_SELECTION_NOTIFY;
    told.time = asked.time;
    told.requestor = asked.requestor;
    told.selection = asked.selection;
    told.target = asked.target;
    const xcb_atom_t property = asked.property == XCB_ATOM_NONE ? asked.target : asked.property;
    if (asked.target == targets_) {
      const std::array<xcb_atom_t, 2> kinds{targets_, png_type_};
      xcb_.change_property(connection_, XCB_PROP_MODE_REPLACE, asked.requestor, property, XCB_ATOM_ATOM, 32,
                           static_cast<std::uint32_t>(kinds.size()), kinds.data());
      told.property = property;
    } else if (asked.target == png_type_) {
      const std::lock_guard lock(mutex_);
      xcb_.change_property(connection_, XCB_PROP_MODE_REPLACE, asked.requestor, property, png_type_, 8,
                           static_cast<std::uint32_t>(png_.size()), png_.data());
      told.property = property;
    }
    // An event has 32 bytes; that of a selection has fewer.
    std::array<char, 32> sent{};
    std::memcpy(sent.data(), &told, sizeof told);
    xcb_.send_event(connection_, 0, asked.requestor, XCB_EVENT_MASK_NO_EVENT, sent.data());
    xcb_.flush(connection_);
  }

  static constexpr std::uint64_t end_ = std::uint64_t{1} << 32;  ///< what the thread is woken with to end

  Xcb xcb_;
  xcb_connection_t* connection_ = nullptr;
  xcb_window_t window_ = 0;
  xcb_atom_t clipboard_ = 0, targets_ = 0, png_type_ = 0;
  int wake_ = -1;
  std::mutex mutex_;
  std::string png_;
  std::thread thread_;
};

PictureClipboard::PictureClipboard() = default;
PictureClipboard::~PictureClipboard() = default;

Status PictureClipboard::offer(std::string png) {
  if (glfwGetPlatform() == GLFW_PLATFORM_WAYLAND) return offer_by_wl_copy(png);
  if (!selection_) {
    TRY(selection_, Selection::open());
  }
  return selection_->offer(std::move(png));
}

}  // namespace lanescope::render

#include "compiler/options.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace lanescope::compiler {
namespace {

/// An option by either of its names. With `takes`, a word follows after "=", which NVRTC itself checks further; no
/// word is the path of a file.
struct Harmless {
  std::string_view name, short_name;
  bool takes = false;
};

// Sources: NVRTC's guide, chapter "Supported Compile Options", and `ptxas --help`.
constexpr std::array of_nvrtc{Harmless{"--gpu-architecture", "--gpu-architecture", true},
                              Harmless{"--std", "-std", true},
                              Harmless{"--maxrregcount", "-maxrregcount", true},
                              Harmless{"--ftz", "-ftz", true},
                              Harmless{"--prec-sqrt", "-prec-sqrt", true},
                              Harmless{"--prec-div", "-prec-div", true},
                              Harmless{"--fmad", "-fmad", true},
                              Harmless{"--use_fast_math", "-use_fast_math"},
                              Harmless{"--extra-device-vectorization", "-extra-device-vectorization"},
                              Harmless{"--dopt", "-dopt", true},
                              Harmless{"--Ofast-compile", "-Ofc", true},
                              Harmless{"--jump-table-density", "-jtd", true},
                              Harmless{"--modify-stack-limit", "-modify-stack-limit", true},
                              Harmless{"--device-stack-protector", "-device-stack-protector", true},
                              Harmless{"--frandom-seed", "-frandom-seed", true},
                              Harmless{"--device-debug", "-G"},
                              Harmless{"--generate-line-info", "-lineinfo"},
                              Harmless{"--device-c", "-dc"},
                              Harmless{"--device-w", "-dw"},
                              Harmless{"--relocatable-device-code", "-rdc", true},
                              Harmless{"--extensible-whole-program", "-ewp"},
                              Harmless{"--restrict", "-restrict"},
                              Harmless{"--device-as-default-execution-space", "-default-device"},
                              Harmless{"--device-int128", "-device-int128"},
                              Harmless{"--device-float128", "-device-float128"},
                              Harmless{"--builtin-move-forward", "-builtin-move-forward", true},
                              Harmless{"--builtin-initializer-list", "-builtin-initializer-list", true},
                              Harmless{"--no-source-include", "-no-source-include"},
                              Harmless{"--minimal", "-minimal"},
                              Harmless{"--disable-warnings", "-w"},
                              Harmless{"--optimization-info", "-opt-info", true},
                              Harmless{"--display-error-number", "-err-no"},
                              Harmless{"--no-display-error-number", "-no-err-no"},
                              Harmless{"--diag-error", "-diag-error", true},
                              Harmless{"--diag-suppress", "-diag-suppress", true},
                              Harmless{"--diag-warn", "-diag-warn", true},
                              Harmless{"--brief-diagnostics", "-brief-diag", true}};
constexpr std::array of_ptxas{Harmless{"--opt-level", "-O", true},
                              Harmless{"-O0", "-O1"},
                              Harmless{"-O2", "-O3"},
                              Harmless{"--maxrregcount", "-maxrregcount", true},
                              Harmless{"--register-usage-level", "-register-usage-level", true},
                              Harmless{"--def-load-cache", "-dlcm", true},
                              Harmless{"--def-store-cache", "-dscm", true},
                              Harmless{"--force-load-cache", "-flcm", true},
                              Harmless{"--force-store-cache", "-fscm", true},
                              Harmless{"--fmad", "-fmad", true},
                              Harmless{"--allow-expensive-optimizations", "-allow-expensive-optimizations", true},
                              Harmless{"--disable-optimizer-constants", "-disable-optimizer-consts"},
                              Harmless{"--generate-line-info", "-lineinfo"},
                              Harmless{"--verbose", "-v"},
                              Harmless{"--disable-warnings", "-w"},
                              Harmless{"--warning-as-error", "-Werror"},
                              Harmless{"--warn-on-spills", "-warn-spills"},
                              Harmless{"--warn-on-local-memory-usage", "-warn-lmem-usage"},
                              Harmless{"--warn-on-double-precision-use", "-warn-double-usage"},
                              Harmless{"--suppress-stack-size-warning", "-suppress-stack-size-warning"}};

/// "c++20", "true", "sm_90a" and "177,550": neither folders nor spaces.
bool is_plain(std::string_view value) {
  return !value.empty() && std::all_of(value.begin(), value.end(), [](char letter) {
    return is_word_letter(letter) || letter == '+' || letter == '-' || letter == ',';
  });
}

template <std::size_t count>
bool is_one_of(const std::array<Harmless, count>& known, std::string_view option) {
  const std::size_t equals = option.find('=');
  const std::string_view name = option.substr(0, equals);
  const auto found = std::find_if(known.begin(), known.end(),
                                  [&](const Harmless& each) { return name == each.name || name == each.short_name; });
  if (found == known.end()) return false;
  return found->takes ? equals != std::string_view::npos && is_plain(option.substr(equals + 1))
                      : equals == std::string_view::npos;
}

/// What follows one of two names; empty where neither begins the option.
std::string_view value_behind(std::string_view option, std::string_view name, std::string_view short_name) {
  if (option.starts_with(name)) return option.substr(name.size());
  return option.starts_with(short_name) ? option.substr(short_name.size()) : std::string_view{};
}

/// "BLOCK=32" and "min(a, b)=a": text of the source, of one line.
bool is_macro(std::string_view text) {
  text = trim(text);
  return !text.empty() && is_word_letter(text.front()) && !is_digit(text.front()) &&
         std::none_of(text.begin(), text.end(),
                      [](char letter) { return (letter >= '\0' && letter < ' ') || letter == '\x7f'; });
}

}  // namespace

bool is_harmless_option(std::string_view option) {
  if (is_macro(value_behind(option, "--define-macro=", "-D")) ||
      is_macro(value_behind(option, "--undefine-macro=", "-U"))) {
    return true;
  }
  const std::string_view assembler = value_behind(option, "--ptxas-options=", "-Xptxas=");
  return assembler.empty() ? is_one_of(of_nvrtc, option) : is_one_of(of_ptxas, assembler);
}

}  // namespace lanescope::compiler

// A worker of its own, for tests: what `warpscope worker` is, without the rest of the program.
#include "worker/serve/serve.h"

int main() {
  return warpscope::worker::serve();
}

// A worker of its own, for tests: what `lanescope worker` is, without the rest of the program.
#include "worker/serve/serve.h"

int main() {
  return lanescope::worker::serve();
}

#!/usr/bin/env python3
"""The real window on a virtual display, driven by xdotool as a person would: window_test.py PROGRAM

Opens the program under Xvfb, drags a knob's slider with the mouse, turns a knob and changes the kernel by keys, opens the
same program on a broken kernel file, quits by key. The window's title says which experiment it shows, so that what the mouse
did can be read from outside. Set WARPSCOPE_SCREENSHOTS to a folder to keep a picture of each step.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

SKIPPED = 77
LIMIT = 120  # seconds for one step; software rendering on a loaded machine is slow


class Display:
    """An Xvfb of its own on a free number."""

    def __init__(self):
        read, write = os.pipe()
        self.process = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x720x24", "+extension", "GLX", "-nolisten", "tcp"],
            pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as stream:
            self.name = ":" + stream.readline().strip()

    def environment(self, home):
        clean = {k: v for k, v in os.environ.items() if k not in ("WAYLAND_DISPLAY", "WARPSCOPE_DATA")}
        return {**clean, "DISPLAY": self.name, "XDG_CONFIG_HOME": f"{home}/config", "XDG_CACHE_HOME":
                os.environ.get("XDG_CACHE_HOME", f"{home}/cache")}

    def close(self):
        self.process.terminate()
        self.process.wait()


class Driven:
    """One running program and its window."""

    def __init__(self, program, arguments, environment):
        self.environment = environment
        self.process = subprocess.Popen([program, *arguments], env=environment, stderr=subprocess.PIPE, text=True)
        self.window = self.wait_for(self.find, "a window")

    def xdotool(self, *arguments):
        return subprocess.run(["xdotool", *map(str, arguments)], env=self.environment, capture_output=True, text=True)

    def find(self):
        if self.process.poll() is not None:
            raise AssertionError(f"the program ended with {self.process.returncode}: {self.process.stderr.read()}")
        found = self.xdotool("search", "--onlyvisible", "--name", "warpscope").stdout.split()
        return found[0] if found else None

    def wait_for(self, probe, what):
        end = time.monotonic() + LIMIT
        while time.monotonic() < end:
            value = probe()
            if value:
                return value
            time.sleep(0.05)
        raise AssertionError(f"waited {LIMIT} s for {what}; the title is '{self.title()}'")

    def title(self):
        return self.xdotool("getwindowname", self.window).stdout.strip() if hasattr(self, "window") else ""

    def wait_for_title(self, pattern):
        return self.wait_for(lambda: re.search(pattern, self.title()), f"a title like '{pattern}'")

    def key(self, *names):
        self.xdotool("key", "--clearmodifiers", *names)

    def drag(self, start, end, steps=20):
        self.xdotool("mousemove", *start)
        time.sleep(0.2)
        self.xdotool("mousedown", 1)
        for step in range(1, steps + 1):
            self.xdotool("mousemove", *(int(a + (b - a) * step / steps) for a, b in zip(start, end)))
            time.sleep(0.03)
        self.xdotool("mouseup", 1)

    def end(self):
        try:
            return self.process.wait(LIMIT)
        finally:
            self.process.kill()


def screenshot(environment, name):
    folder = os.environ.get("WARPSCOPE_SCREENSHOTS")
    if folder and shutil.which("import"):
        subprocess.run(["import", "-window", "root", f"{folder}/{name}.png"], env=environment, check=False)


def block_x(driven):
    found = re.search(r"block_x=(\d+)", driven.title())
    return int(found.group(1)) if found else None


def main():
    program = sys.argv[1]
    for tool in ("Xvfb", "xdotool"):
        if not shutil.which(tool):
            print(f"skipped: {tool} is not installed")
            return SKIPPED
    display = Display()
    home = tempfile.mkdtemp()
    try:
        environment = display.environment(home)
        driven = Driven(program, ["--knob-places", f"{home}/places"], environment)
        driven.wait_for_title(r"transpose/\w+.*block_x=32")
        places = pathlib.Path(f"{home}/places")
        driven.wait_for(places.exists, "the places of the widgets")
        screenshot(environment, "opened")
        print("opened:", driven.title())

        place = {}
        for line in places.read_text().splitlines():
            name, left, top, right, bottom = line.rsplit(" ", 4)
            place[name] = ((float(left) + float(right)) / 2, (float(top) + float(bottom)) / 2)
        driven.drag(place["knob/block_x/32"], place["knob/block_x/8"])
        driven.wait_for_title(r"block_x=8\b")
        screenshot(environment, "dragged")
        print("dragged:", driven.title())

        driven.key("Right")
        driven.wait_for(lambda: block_x(driven) == 16, "block_x=16 by the arrow key")
        print("turned by key:", driven.title())

        driven.key("ctrl+q")
        status = driven.end()
        assert status == 0, f"quitting ended with {status}"

        broken = pathlib.Path(home) / "broken.cu"
        broken.write_text("/* warpscope\ntitle = \"broken\"\ngriid = 1\n*/\n")
        driven = Driven(program, [str(broken)], environment)
        time.sleep(1)
        screenshot(environment, "broken_kernel")
        assert driven.process.poll() is None, "a broken kernel file took the window down"
        driven.key("ctrl+q")
        assert driven.end() == 0
        print("ok")
        return 0
    finally:
        display.close()
        shutil.rmtree(home, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())

"""Runs a program on a terminal of its own: our stdin is what is typed, our stdout is the screen.

The end of our stdin closes the terminal. Ends with the program's exit code, or 128 and its signal.
"""

import fcntl
import os
import pty
import select
import struct
import sys
import termios

ROWS_COLUMNS = struct.pack("HHHH", 60, 200, 0, 0)

pid, terminal = pty.fork()
if pid == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, ROWS_COLUMNS)
    os.execvp(sys.argv[1], sys.argv[1:])

sources = [0, terminal]
while terminal in sources:
    for source in select.select(sources, [], [])[0]:
        try:
            data = os.read(source, 65536)
        except OSError:
            # Linux says EIO when nobody has the other side open any more.
            data = b""
        if source == terminal and data:
            os.write(1, data)
        elif source == terminal:
            sources.remove(terminal)
        elif data:
            os.write(terminal, data)
        else:
            sources = []
            os.close(terminal)
            break

status = os.waitpid(pid, 0)[1]
sys.exit(128 + os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status))

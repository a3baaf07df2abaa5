"""Loops over rows in threads, in pieces.

Between two pieces an interrupt is noticed; after an exception no thread goes on.

Compiled, so that no interrupt comes between two lines of it: signals are looked at where
``PyErr_CheckSignals`` stands, and where a lock is waited for.
"""

cimport cython
from cpython.exc cimport PyErr_CheckSignals

import _thread
from time import perf_counter

__all__ = ["Crew"]

cdef enum:  # rows of a piece
    LEAST_ROWS = 1 << 10
    FIRST_ROWS = 1 << 16
    MOST_ROWS = 1 << 18  # at most: hard rows may follow easy ones

# An interrupt waits for a piece at most. Whoever has the GIL may keep a thread from it for 5 ms:
# shorter pieces would feel that.
cdef double SHORT_SECONDS = 0.02
cdef double LONG_SECONDS = 0.08

@cython.auto_pickle(False)
cdef class Crew:
    """Carries out ``work(start, stop)`` over slices of rows. ``work`` is compiled and loops without
    the GIL. (In a Python function an interrupt could come between the end of the loop and the
    return.)

    ``is_cut``: some rows have been left out, because of an exception.
    """

    cdef object work
    cdef list errors
    cdef bint is_stopped
    cdef readonly bint is_cut

    def __init__(self, work):
        self.work = work
        self.errors = []

    def run(self, list slices not None):
        """One slice a thread, the first in the calling one.

        After all have ended, raises an interrupt or what a slice raised.
        """
        cdef list gates = []
        cdef Py_ssize_t start, stop
        for start, stop in slices[1:]:
            gate = _thread.allocate_lock()
            gate.acquire()
            try:
                _thread.start_new_thread(self._work_apart, (start, stop, gate))
            except RuntimeError:  # the system gives no more threads
                self.work_through(start, stop)
            else:
                gates.append(gate)
        start, stop = slices[0]
        self.work_through(start, stop)
        for gate in gates:
            self.wait(gate)
        if self.errors:
            raise self.errors[0]

    def _work_apart(self, Py_ssize_t start, Py_ssize_t stop, gate):
        """A slice in a thread of its own; the gate opens at the end."""
        try:
            self.work_through(start, stop)
        finally:
            gate.release()

    cdef work_through(self, Py_ssize_t start, Py_ssize_t stop):
        """A slice piece by piece, until a thread fails.

        The first piece always runs: a small slice is never cut.
        """
        cdef Py_ssize_t piece = FIRST_ROWS, end
        cdef double begun
        try:
            while start < stop:
                end = min(stop, start + piece)
                begun = perf_counter()
                self.work(start, end)
                start = end
                piece = next_piece(piece, perf_counter() - begun)
                PyErr_CheckSignals()  # works in the main thread only
                if self.is_stopped:
                    break
        except BaseException as error:
            self.fail(error)
        if start < stop:
            self.is_cut = True

    cdef wait(self, gate):
        """Wait until it opens. An interrupt stops all threads, and this waits for them too."""
        while True:
            try:
                gate.acquire()
                return
            except BaseException as error:
                self.fail(error)

    cdef fail(self, error):
        self.errors.append(error)
        self.is_stopped = True

cdef Py_ssize_t next_piece(Py_ssize_t piece, double seconds) noexcept:
    """The rows of the next piece, by the time that the last one took."""
    if seconds < SHORT_SECONDS:
        return min(2 * piece, MOST_ROWS)
    return max(piece // 2, LEAST_ROWS) if seconds > LONG_SECONDS else piece

"""Signals, threads, processes, time limits and progress."""

import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import threading

import pytest
import quadrille
from conftest import EASY, EASY_SOLVED

#: A board of 25×25 without givens has more solutions than anyone can count.
ENDLESS = "." * 625
#: 30 queens on a board, as a call.
QUEENS = (
    "quadrille.Cover([[('r', i), ('c', j), ('u', i + j), ('d', i - j)] for i in range(30) for j in range(30)], "
    "secondary=[(n, k) for n in 'ud' for k in range(-30, 60)])"
)


def run_script(script, **options):
    script = textwrap.dedent(script)
    return subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, **options)


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as on Unix")
@pytest.mark.parametrize(
    "call",
    [
        "quadrille.count('.' * 625)",
        "quadrille.count(['.' * 625] * 100)",
        "list(quadrille.solutions('.' * 81))",
        f"{QUEENS}.count()",
        f"list({QUEENS}.solutions())",
        f"{QUEENS}.sample(1, memory=2**40)",
        "quadrille.generate(10**7)",
        "__import__('numpy') and quadrille.count(__import__('numpy').zeros((100, 625), dtype='uint8'))",
    ],
    ids=["str", "list", "solutions", "cover-count", "cover-list", "cover-sample", "generate", "array"],
)
def test_ctrl_c_ends_a_call(call):
    if "numpy" in call:
        pytest.importorskip("numpy")
    process = run_script(
        f"""
        import os, quadrille, signal, threading
        threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
        try:
            {call}
        except KeyboardInterrupt:
            print("interrupted")
        print(quadrille.solve({EASY!r}))
        """
    )
    try:
        output, _ = process.communicate(timeout=60)
    finally:
        process.kill()
    assert output.split() == ["interrupted", EASY_SOLVED]


def test_an_exception_of_a_signal_handler_is_raised():
    if not hasattr(signal, "setitimer"):
        pytest.skip("the system has no timers")

    def handler(*_):
        raise LookupError("from the handler")

    old = signal.signal(signal.SIGALRM, handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(LookupError, match="from the handler"):
            quadrille.count(ENDLESS)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old)


def test_a_time_limit_ends_a_call():
    with pytest.raises(TimeoutError, match="not finished after 0.1 s"):
        quadrille.count([ENDLESS], timeout=0.1)
    with pytest.raises(TimeoutError):
        quadrille.Cover([[i] for i in range(40) for _ in range(2)]).count(timeout=0.1, max_nodes=10**18)
    with pytest.raises(TimeoutError):
        quadrille.Cover([[i] for i in range(40) for _ in range(2)]).count(timeout=0.1, memory=0)
    assert quadrille.solve([EASY], timeout=60) == [EASY_SOLVED]


def test_a_puzzle_that_is_given_up_is_unknown():
    assert quadrille.check([EASY, "." * 81], timeout_per_puzzle=60) == ["unique", "multiple"]
    assert quadrille.count([ENDLESS, EASY], timeout_per_puzzle=0.05)[1] == 1


def test_threads_of_python_work_side_by_side(puzzles):
    expected = quadrille.solve(puzzles)
    results = {}

    def work(number):
        results[number] = [quadrille.solve(puzzles, threads=1 + number % 3), quadrille.solve(EASY)]

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert all(results[number] == [expected, EASY_SOLVED] for number in range(8))


def test_other_threads_run_during_a_call():
    ran = threading.Event()

    def progress(done, total):
        # Another thread can only set it if the lock of the interpreter is free meanwhile.
        threading.Thread(target=ran.set).start()

    with pytest.raises(TimeoutError):
        quadrille.count(ENDLESS, timeout=0.5, progress=progress)
    assert ran.wait(10)


def solve_in_child(puzzles):
    return quadrille.solve(puzzles, threads=2)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_fork_after_a_call_does_not_hang(puzzles):
    expected = quadrille.solve(puzzles, threads=2)
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map_async(solve_in_child, [puzzles] * 4).get(timeout=60) == [expected] * 4


def test_progress_is_a_function(puzzles):
    calls = []
    quadrille.solve(puzzles, progress=lambda done, total: calls.append((done, total)))
    assert calls[-1] == (1000, 1000) and all(done <= total for done, total in calls)


def test_an_error_of_the_progress_function_ends_the_call():
    def progress(done, total):
        raise LookupError("of the function")

    with pytest.raises(LookupError, match="of the function"):
        quadrille.count(ENDLESS, progress=progress)


def test_progress_is_a_bar_if_tqdm_is_there(puzzles, capsys):
    assert len(quadrille.solve(puzzles, progress=True)) == 1000
    assert len(quadrille.solve(puzzles, progress=False)) == 1000
    pytest.importorskip("tqdm")
    assert "1.00k/1.00k" in capsys.readouterr().err


def test_progress_without_tqdm_is_a_line_of_text(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm", None)
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    quadrille.solve([EASY] * 1234, progress=True)
    assert capsys.readouterr().err.split("\r")[-1] == "1,234 of 1,234 puzzles\n"

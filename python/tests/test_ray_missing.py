"""`quadrille.ray` without Ray."""

import subprocess
import sys

CODE = "import sys, runpy; sys.modules['ray'] = None; sys.argv[0] = '-m'; runpy.run_module('quadrille.ray', alter_sys=True)"


def test_without_ray_the_command_says_in_one_line_what_to_install():
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith('quadrille: quadrille.ray needs Ray: pip install "ray[data]" aiohttp')
    assert done.stderr.count("\n") == 1


def test_the_package_itself_does_not_import_ray():
    code = "import sys, quadrille; print('ray' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"

"""The libraries whose own tests are traced, and how their tests are run, cut off from networks."""

from __future__ import annotations

import os
import shutil
import subprocess
import tarfile
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
RECORDER = "runtime_truth_recorder.py"
# Loopback only: nothing that a test does can reach another machine.
ISOLATED = ("unshare", "--map-root-user", "--net", "sh", "-c", 'ip link set lo up; exec "$@"', "sh")
# Tests need a locale and a home of their own; nothing else of this machine.
KEPT_VARIABLES = ("PATH", "LANG", "LC_ALL", "TZ")


@dataclass(frozen=True)
class Suite:
    """A library's tests.

    Attributes:
        name: the distribution's name.
        version: its version, the same as in `corpora.toml` where it is there.
        tops: its modules and packages in the folder of installed packages.
        tests: what pytest is given, relative to the unpacked sources.
        drop: the sources to remove there, so that the installed library is what is tested.
        script: a test script with its arguments, where the library does not use pytest.
        pyargs: whether `tests` are installed packages.
    """

    name: str
    version: str
    tops: tuple[str, ...]
    tests: tuple[str, ...] = ("tests",)
    drop: tuple[str, ...] = ("src",)
    script: tuple[str, ...] = ()
    pyargs: bool = False


DJANGO_TESTS = (
    "admin_checks", "admin_scripts", "aggregation", "apps", "auth_tests", "cache",
    "check_framework", "constraints", "contenttypes_tests", "db_functions", "dispatch",
    "expressions", "file_storage", "forms_tests", "generic_views", "httpwrappers",
    "invalid_models_tests", "lookup", "mail", "migrations", "model_fields", "model_forms",
    "queries", "schema", "serializers", "settings_tests", "signing", "staticfiles_tests",
    "template_tests", "test_utils", "urlpatterns_reverse", "user_commands", "utils_tests",
    "validators",
)  # fmt: skip
SUITES = (
    Suite("alembic", "1.20.1", ("alembic/",), drop=("alembic/*.py", "alembic/[!t]*")),
    Suite("attrs", "26.1.0", ("attr/", "attrs/")),
    Suite("beautifulsoup4", "4.15.0", ("bs4/",), ("bs4/tests",), drop=("bs4/*.py", "bs4/builder")),
    Suite("celery", "5.7.0", ("celery/",), ("t/unit",), drop=("celery",)),
    Suite("click", "8.5.1", ("click/",)),
    Suite(
        "django", "5.2.19", ("django/",), drop=("django",),
        script=("tests/runtests.py", "--parallel=1", "--shuffle=5", *DJANGO_TESTS),
    ),
    Suite("docutils", "0.23", ("docutils/",), ("test",), drop=("docutils",)),
    Suite("flask", "3.1.3", ("flask/",)),
    Suite("httpx", "0.28.1", ("httpx/",), drop=("httpx",)),
    Suite("jinja2", "3.1.6", ("jinja2/",)),
    Suite(
        "jsonschema", "4.26.0", ("jsonschema/",), ("jsonschema.tests",),
        drop=("jsonschema",), pyargs=True,
    ),
    Suite("kombu", "5.7.0", ("kombu/",), ("t/unit",), drop=("kombu",)),
    Suite("marshmallow", "4.4.0", ("marshmallow/",)),
    Suite(
        "networkx", "3.6.1", ("networkx/",), drop=("networkx",), pyargs=True,
        tests=(
            "networkx.classes", "networkx.generators", "networkx.readwrite", "networkx.utils",
            "networkx.algorithms.bipartite", "networkx.algorithms.flow",
            "networkx.algorithms.shortest_paths", "networkx.algorithms.tree",
        ),
    ),
    Suite("packaging", "26.4", ("packaging/",)),
    Suite("pydantic", "2.14.4", ("pydantic/",), drop=("pydantic",)),
    Suite("pygments", "2.21.0", ("pygments/",), drop=("pygments",)),
    Suite("python-dateutil", "2.9.0.post0", ("dateutil/",)),
    Suite("pyyaml", "6.0.4", ("yaml/",), drop=("lib", "yaml")),
    Suite("requests", "2.34.2", ("requests/",)),
    Suite(
        "sqlalchemy", "2.1.9", ("sqlalchemy/",),
        tests=(
            "test/base", "test/engine", "test/orm/declarative", "test/orm/test_mapper.py",
            "test/orm/test_query.py", "test/sql/test_metadata.py", "test/sql/test_types.py",
        ),
        drop=(
            "lib/sqlalchemy/*.py", "lib/sqlalchemy/[!t]*", "lib/sqlalchemy/testing/*.py",
            "lib/sqlalchemy/testing/[!p]*",
        ),
    ),
    Suite("starlette", "1.10.0", ("starlette/",), drop=("starlette",)),
    Suite(
        "sympy", "1.14.0", ("sympy/",), drop=("sympy",), pyargs=True,
        tests=("sympy.combinatorics", "sympy.matrices", "sympy.sets", "sympy.vector"),
    ),
    Suite("tornado", "6.6.1", ("tornado/",), ("tornado.test",), drop=("tornado",), pyargs=True),
    Suite("urllib3", "2.8.0", ("urllib3/",), ("test",)),
    Suite("werkzeug", "3.1.9", ("werkzeug/",)),
    Suite(
        "xarray", "2026.9.0", ("xarray/",), pyargs=True,
        drop=("xarray", "pyproject.toml", "setup.cfg", "conftest.py"),
        tests=("xarray.tests.test_dataset", "xarray.tests.test_variable"),
    ),
)  # fmt: skip
# Further packages that are in the store, tested by nobody here.
OTHERS = (
    "aiohttp==3.14.5", "boto3==1.44.8", "botocore==1.44.8", "cryptography==50.0.2",
    "fastapi==0.165.0", "ipython==9.18.1", "matplotlib==3.11.2", "mypy==2.4.1", "nltk==3.10.4",
    "numpy==2.4.6", "pandas==3.1.1", "paramiko==5.1.0", "pip==26.3", "poetry-core==2.5.0",
    "redis==8.1.0", "rich==15.0.0", "scikit-learn==1.9.1", "scipy==1.17.1", "scrapy==2.19.0",
    "setuptools==84.2.1", "statsmodels==0.15.0", "twisted==26.10.0",
)  # fmt: skip
TEST_NEEDS = (
    "anyio", "chardet", "coverage", "ephemeral-port-reserve", "freezegun", "html5lib", "httpx2",
    "hypothesis", "mpmath", "pybreaker", "pytest-asyncio", "pytest-httpbin", "pytest-mock",
    "pytest-subtests", "pytest-timeout", "pytest<9", "python-multipart", "quart", "quart-trio",
    "simplejson", "trio", "trustme", "tzdata", "uvicorn", "watchdog", "zstandard",
)  # fmt: skip


def site_packages(venv: Path) -> Path:
    """The folder of packages of a virtual environment."""
    return next(venv.glob("lib/python3*/site-packages"))


def prepare(work: Path, python: str) -> Path:
    """The virtual environment with all libraries, made once; its path."""
    venv = work / "venv"
    done = venv / "complete"
    if done.exists():
        return venv
    subprocess.run([python, "-m", "venv", str(venv)], check=True)
    probe = "import sys; sys.exit(not hasattr(sys, 'monitoring'))"
    if subprocess.run([venv / "bin" / "python", "-c", probe], check=False).returncode:
        raise SystemExit(f"{python} is older than 3.12; name another with --python")
    pinned = [f"{suite.name}=={suite.version}" for suite in SUITES]
    command = [str(venv / "bin" / "pip"), "install", "-q", *pinned, *OTHERS, *TEST_NEEDS]
    subprocess.run(command, check=True)
    done.touch()
    return venv


def sources(suite: Suite, work: Path, downloads: Path, venv: Path) -> Path:
    """The library's source distribution unpacked, without the library itself."""
    folder = work / "sources" / suite.name
    if folder.exists():
        return folder
    archive = _archive(suite, downloads)
    if archive is None:
        _download(suite, downloads, venv)
        archive = _archive(suite, downloads)
    if archive is None:
        raise SystemExit(f"{suite.name} has no source distribution")
    unfinished = folder.with_suffix(".part")
    shutil.rmtree(unfinished, ignore_errors=True)
    with tarfile.open(archive) as tar:
        tar.extractall(unfinished, filter="data")
    top = next(path for path in unfinished.iterdir() if path.is_dir())
    for pattern in suite.drop:
        for path in list(top.glob(pattern)):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    folder.parent.mkdir(parents=True, exist_ok=True)
    top.rename(folder)
    shutil.rmtree(unfinished)
    return folder


def _archive(suite: Suite, downloads: Path) -> Path | None:
    wanted = f"{suite.name}-{suite.version}.tar.gz"
    found = (path for path in downloads.iterdir() if path.name.replace("_", "-") == wanted)
    return next(found, None)


def _download(suite: Suite, downloads: Path, venv: Path) -> None:
    pinned = f"{suite.name}=={suite.version}"
    pip = [str(venv / "bin" / "pip"), "download", "-q", "--no-deps", "--no-binary", ":all:"]
    subprocess.run([*pip, "--no-build-isolation", "-d", str(downloads), pinned], check=True)


def run(suite: Suite, work: Path, downloads: Path, venv: Path, seconds: int) -> Path:
    """Run a library's tests for at most some seconds; the file of what was raised meanwhile."""
    out = work / "raised" / f"{suite.name}.jsonl"
    if out.exists():
        return out
    folder = sources(suite, work, downloads, venv)
    plugin = work / "plugin"
    plugin.mkdir(exist_ok=True)
    shutil.copy(HERE / RECORDER, plugin)
    out.parent.mkdir(exist_ok=True)
    unfinished = out.with_suffix(".part")
    unfinished.unlink(missing_ok=True)
    python = str(venv / "bin" / "python")
    if suite.script:
        command = [python, str(plugin / RECORDER), *suite.script]
    else:
        options = ["-q", "-x", "--maxfail=100000", "-p", RECORDER.removesuffix(".py")]
        options += ["-p", "no:cacheprovider", "--timeout=20", "--continue-on-collection-errors"]
        options += ["-W", "default", "--pyargs"] if suite.pyargs else ["-W", "default"]
        command = [python, "-m", "pytest", *options, *suite.tests]
    home = work / "home"
    home.mkdir(exist_ok=True)
    env = {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}
    env |= {
        "HOME": str(home),
        "PATH": f"{venv / 'bin'}{os.pathsep}{env.get('PATH', '')}",
        "PYTHONPATH": str(plugin),
        "PYTHONDONTWRITEBYTECODE": "1",
        "RUNTIME_TRUTH_OUT": str(unfinished),
        "RUNTIME_TRUTH_ROOT": str(site_packages(venv)),
        "RUNTIME_TRUTH_TOPS": ",".join(suite.tops),
    }
    limited = ["timeout", "-k", "5", str(seconds), *ISOLATED, *command]
    with out.with_suffix(".log").open("wb") as log:
        subprocess.run(limited, cwd=folder, env=env, stdout=log, stderr=log, check=False)
    unfinished.touch()
    unfinished.rename(out)
    return out

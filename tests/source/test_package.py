from __future__ import annotations

import http.server
import io
import json
import pickle
import shutil
import tarfile
import threading
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from errdex.errors import SourceError
from errdex.source.package import open_package

PKG_INFO = "Metadata-Version: 2.1\nName: my-pkg\nVersion: {version}\nSummary: x\n"


def python(path: str) -> bool:
    return path.endswith(".py")


def tarball(path: Path, files: dict[str, str]) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        for name, text in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(text.encode())
            archive.addfile(info, io.BytesIO(text.encode()))
    return path


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that pip takes for all there is."""
    folder = tmp_path / "index"
    folder.mkdir()
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    monkeypatch.setenv("PIP_EXTRA_INDEX_URL", "")
    return folder


def sdist(index: Path, mark: Path, version: str = "1.0", build: str = "setuptools") -> None:
    """A source distribution that leaves a mark when any of its code is run."""
    root = f"my_pkg-{version}"
    run = f"import pathlib; pathlib.Path({str(mark)!r}).write_text('ran')\n"
    files = {
        f"{root}/PKG-INFO": PKG_INFO.format(version=version),
        f"{root}/setup.py": run + "from setuptools import setup; setup(name='my-pkg')\n",
        f"{root}/src/my_pkg/a.py": "a = 1\n",
        f"{root}/tests/test_a.py": "t = 1\n",
    }
    if build == "in-tree":
        files[f"{root}/pyproject.toml"] = (
            "[build-system]\nrequires = []\nbuild-backend = 'evil'\nbackend-path = ['.']\n"
        )
        files[f"{root}/evil.py"] = run
    tarball(index / f"my_pkg-{version}.tar.gz", files)


def wheel(index: Path, version: str = "1.0") -> None:
    with zipfile.ZipFile(index / f"my_pkg-{version}-py3-none-any.whl", "w") as archive:
        archive.writestr("my_pkg/a.py", "a = 1\n")
        info = f"my_pkg-{version}.dist-info"
        archive.writestr(f"{info}/METADATA", PKG_INFO.format(version=version))
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        archive.writestr(f"{info}/RECORD", "")


@pytest.mark.parametrize("build", ["setuptools", "in-tree"])
def test_a_source_distribution_comes_without_running_it(
    index: Path, tmp_path: Path, build: str
) -> None:
    mark = tmp_path / "mark"
    sdist(index, mark, build=build)
    wheel(index)
    with open_package("pkg:pypi/My.Pkg@1.0") as snapshot:
        found = list(snapshot.files(python))
        assert "src/my_pkg/a.py" in [file.path for file in found]
        assert "tests/test_a.py" in [file.path for file in found]
        origin = snapshot.origin
        assert (origin.repo, origin.version) == ("pypi/my-pkg", "1.0")
        assert origin.package == "pkg:pypi/my-pkg@1.0"
        assert origin.link("src/my_pkg/a.py", 1, 1) == "pkg:pypi/my-pkg@1.0#src/my_pkg/a.py"
        assert not snapshot.packaged
        copy = pickle.loads(pickle.dumps(snapshot))
        assert copy.read(found[0]) == snapshot.read(found[0])
        folder = snapshot.path.parent
    assert not mark.exists()
    assert not folder.exists()


def test_a_wheel_stands_in_for_a_missing_source_distribution(index: Path) -> None:
    wheel(index, "2.0")
    snapshot = open_package("pkg:pypi/my-pkg")
    assert [file.path for file in snapshot.files(python)] == ["my_pkg/a.py"]
    assert snapshot.origin.version == "2.0"
    assert snapshot.packaged


def test_a_package_that_is_not_there_says_so(index: Path) -> None:
    wheel(index)
    with pytest.raises(SourceError, match=r"my-pkg==9\.9.*check the name and the version"):
        open_package("pkg:pypi/my-pkg@9.9")


@pytest.mark.parametrize(
    "spec",
    [
        "pkg:pypi/--index-url@1",
        "pkg:pypi/a@--x",
        "pkg:npm/-g@1",
        "pkg:cargo/serde@1",
        "pkg:x",
        "pkg:npm/a@1%20--registry=x",
        "pkg:npm/file:..%2Fx",
        "pkg:pypi/a%20b@1",
    ],
)
def test_specs_that_are_no_package_are_refused(spec: str) -> None:
    with pytest.raises(SourceError, match="pkg:pypi/NAME@VERSION"):
        open_package(spec)


class _Registry(http.server.BaseHTTPRequestHandler):
    tarball = b""

    def do_GET(self) -> None:
        if self.path.endswith(".tgz"):
            body = self.tarball
        elif self.path in ("/@s%2fx", "/@s/x"):
            host = f"http://{self.headers['Host']}"
            version = {"name": "@s/x", "version": "1.0.0", "dist": {"tarball": f"{host}/x.tgz"}}
            body = json.dumps(
                {"name": "@s/x", "dist-tags": {"latest": "1.0.0"}, "versions": {"1.0.0": version}}
            ).encode()
        else:
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments: object) -> None:
        return


@pytest.fixture
def registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A registry on this machine with one scoped package whose scripts leave a mark."""
    if shutil.which("npm") is None:
        pytest.skip("npm is not installed")
    mark = tmp_path / "mark"
    scripts = dict.fromkeys(("prepack", "prepare", "postinstall"), f"touch {mark}")
    manifest = {"name": "@s/x", "version": "1.0.0", "scripts": scripts}
    manifest["repository"] = {"url": "git+https://github.com/o/n.git", "directory": "packages/x"}
    files = {"package/package.json": json.dumps(manifest), "package/dist/index.js": "throw 1\n"}
    _Registry.tarball = tarball(tmp_path / "x.tgz", files).read_bytes()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Registry)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setenv("npm_config_registry", f"http://127.0.0.1:{server.server_port}/")
    monkeypatch.setenv("npm_config_cache", str(tmp_path / "npm"))
    monkeypatch.setenv("npm_config_fetch_retries", "0")
    yield mark
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("spec", ["pkg:npm/%40s/x@1.0.0", "pkg:npm/@s/x"])
def test_a_scoped_npm_package_comes_without_running_its_scripts(registry: Path, spec: str) -> None:
    with open_package(spec) as snapshot:
        assert [f.path for f in snapshot.files(lambda p: p.endswith(".js"))] == ["dist/index.js"]
        assert snapshot.origin.repo == "o/n"
        assert snapshot.origin.package == "pkg:npm/%40s/x@1.0.0"
        assert snapshot.origin.link("dist/index.js", 1, 2).endswith("#dist/index.js")
        assert snapshot.packaged
    assert not registry.exists()


def test_an_npm_package_that_is_not_there_says_so(registry: Path) -> None:
    with pytest.raises(SourceError, match="404"):
        open_package("pkg:npm/nope@1.0.0")


def test_npm_that_is_not_installed_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SourceError, match="npm is not installed"):
        open_package("pkg:npm/x@1.0.0")

"""The HTTP API: records, searches, lists, and refusals as problem documents."""

import pytest

from errdex.model.record import Envelope

from . import samples

AXIS = samples.axis().envelope
ASKED = "axis 7 is out of bounds for a shape of 3 dimensions"


def problem(answer, status):
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"
    told = answer.json()
    assert told["status"] == status and told["type"] == "about:blank"
    assert told["title"] and told["detail"] and told["instance"].startswith("/")
    return told


def test_record_comes_in_its_envelope(client):
    answer = client.get(f"/api/errors/{AXIS.record.id}")
    assert answer.status_code == 200
    assert list(answer.json()) == ["record", "datasetVersion", "evidence"]
    assert list(answer.json()["record"]) == list(type(AXIS.record).model_fields)
    assert Envelope.model_validate(answer.json()).record == AXIS.record


def test_unknown_and_malformed_ids(client):
    assert "0000000000000000" in problem(client.get("/api/errors/0000000000000000"), 404)["detail"]
    told = problem(client.get("/api/errors/UPPER"), 422)
    assert told["errors"][0]["loc"] == ["path", "id"]


def test_search_by_address(client):
    told = client.get("/api/search", params={"q": ASKED}).json()
    assert told["confident"] is True and told["q"] == ASKED
    assert list(told["matches"][0]) == [
        "id",
        "repo",
        "version",
        "file",
        "line",
        "template",
        "score",
        "matchType",
        "captures",
        "why",
    ]
    assert told["matches"][0]["id"] == AXIS.record.id
    assert told["matches"][0]["captures"][0] == {"name": "axis", "value": "7"}


@pytest.mark.parametrize("field", ["q", "text"])
def test_search_by_json(client, field):
    told = client.post("/api/search", json={field: ASKED, "limit": 1}).json()
    assert [m["id"] for m in told["matches"]] == [AXIS.record.id]


def test_search_by_plain_text(client):
    log = "starting\n" * 50 + f"ERROR ValueError: {ASKED}\n" + "stopping\n"
    answer = client.post("/api/search", content=log, headers={"content-type": "text/plain"})
    assert answer.json()["matches"][0]["id"] == AXIS.record.id


def test_sure_answer_is_on_top_and_others_follow(client):
    log = f"ERROR: something nobody ever says\nShapeError: {ASKED}\nError: No route matches /x\n"
    told = client.post("/api/search", json={"text": log}).json()
    assert told["confident"] is True
    assert all(set(other) == {"q", "confident", "matches"} for other in told["others"])


def test_search_in_one_repository(client):
    told = client.get("/api/search", params={"q": ASKED, "repo": "tensor/kernels"}).json()
    assert told["confident"] is False


@pytest.mark.parametrize(
    "query",
    ["", "?q=", "?q=x&limit=0", "?q=x&limit=26", "?q=x&limit=no", "?q=%20", "?q=" + "x" * 20_001],
)
def test_search_refuses_what_it_cannot_use(client, query):
    problem(client.get("/api/search" + query), 422)


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"[]",
        b'{"q": 1}',
        b'{"limit": 99, "q": "x"}',
        b'{"x": 1}',
        b"{}",
        b"\xff",
        b"[" * 100_000,
    ],
)
def test_bodies_that_cannot_be_used(client, body):
    told = problem(
        client.post("/api/search", content=body, headers={"content-type": "application/json"}), 422
    )
    assert all(set(one) == {"loc", "msg"} for one in told["errors"])


def test_media_types_that_are_not_understood(client):
    problem(client.post("/api/search", content=b"x", headers={"content-type": "text/csv"}), 415)
    bad = {"content-type": "text/plain; charset=nonsense"}
    problem(client.post("/api/search", content=b"x", headers=bad), 415)
    problem(client.post("/api/search", content=b"x"), 415)


def test_wrong_methods(client):
    for method, path in (("POST", "/api/repos"), ("PUT", "/api/search"), ("DELETE", "/health")):
        answer = client.request(method, path)
        problem(answer, 405)
        assert "GET" in answer.headers["allow"]


def test_lists(client):
    repos = client.get("/api/repos").json()["repos"]
    assert [(r["repo"], r["records"]) for r in repos] == [
        ("acme/shapes", 6),
        ("npm/@scope/router", 4),
        ("tensor/kernels", 2),
    ]
    assert "location" not in repos[0]
    families = client.get("/api/families").json()["families"]
    assert {"tag": "not-found", "records": 1, "repos": 1} in families
    assert client.get("/health").json()["records"] == 12


def test_unknown_addresses(client):
    problem(client.get("/api/none"), 404)
    problem(client.get("/api/errors"), 404)

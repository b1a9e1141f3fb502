"""The description of the API: whole, consistent, and true to what is answered."""

import importlib.util
import json

import pytest

from . import samples


@pytest.fixture(scope="module")
def document(client):
    return client.get("/openapi.json").json()


def operations(document):
    for path, item in document["paths"].items():
        for method, operation in item.items():
            yield path, method, operation


def references(node):
    if isinstance(node, dict):
        if isinstance(node.get("$ref"), str):
            yield node["$ref"]
        for value in node.values():
            yield from references(value)
    elif isinstance(node, list):
        for value in node:
            yield from references(value)


def test_all_addresses_are_described(document):
    assert {(path, method) for path, method, _ in operations(document)} == {
        ("/api/errors/{id}", "get"),
        ("/api/search", "get"),
        ("/api/search", "post"),
        ("/api/repos", "get"),
        ("/api/families", "get"),
        ("/health", "get"),
    }


def test_references_lead_somewhere(document):
    schemas = document["components"]["schemas"]
    for ref in references(document):
        assert ref.startswith("#/components/schemas/")
        assert ref.rpartition("/")[2] in schemas
    used = {ref.rpartition("/")[2] for ref in references(document)}
    assert used == set(schemas)


def test_every_operation_has_a_name_a_model_and_problems(document):
    names = []
    for _, _, operation in operations(document):
        names.append(operation["operationId"])
        assert operation["summary"]
        good = operation["responses"]["200"]["content"]["application/json"]["schema"]
        assert "$ref" in good
        for status, response in operation["responses"].items():
            assert response["description"]
            if status >= "4":
                assert set(response["content"]) == {"application/problem+json"}
    assert len(names) == len(set(names))


def test_names_of_parameters_are_those_of_the_address(document):
    for path, _, operation in operations(document):
        for parameter in operation.get("parameters", []):
            if parameter["in"] == "path":
                assert "{" + parameter["name"] + "}" in path


def test_document_is_valid_by_an_independent_reader(document):
    if importlib.util.find_spec("openapi_spec_validator") is None:
        pytest.skip("openapi-spec-validator is not installed")
    from openapi_spec_validator import validate

    validate(document)


def test_answers_have_the_fields_described(client, document):
    schemas = document["components"]["schemas"]
    answer = client.get("/api/search", params={"q": "No route matches /x"}).json()
    assert set(answer) == set(schemas["SearchOut"]["properties"])
    assert set(answer["matches"][0]) == set(schemas["MatchOut"]["properties"])
    told = client.get(f"/api/errors/{samples.axis().envelope.record.id}").json()
    assert set(told["record"]) == set(schemas["Record"]["properties"])
    json.dumps(document)

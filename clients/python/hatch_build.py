"""A build hook of hatchling: writes the code that is not in git, from the OpenAPI document and the protos of the server."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Generate(BuildHookInterface):
    """Writes models and client.py with openapi-python-client, and v1 with grpcio-tools. An sdist has them already."""

    def dependencies(self) -> list[str]:
        return [] if self.in_sdist() else self.config["generators"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.in_sdist():
            return
        source = Path(self.root).parents[1] / "gen"
        if not source.is_dir():
            raise FileNotFoundError(f"{source} is missing: build the package in a clone of the repository")
        package = Path(self.root, "src", "workplan")
        for name in ("models", "v1"):
            shutil.rmtree(package / name, ignore_errors=True)
        with TemporaryDirectory() as work:
            write_rest(source / "openapi" / "openapi.json", Path(self.root), Path(work), package)
        write_grpc(source / "protos", package)

    def in_sdist(self) -> bool:
        return Path(self.root, "PKG-INFO").exists()


def write_rest(source: Path, root: Path, work: Path, package: Path) -> None:
    """Writes models and client.py."""
    document = json.loads(source.read_text(encoding="utf-8"))
    drop(document)
    adapt(document)
    (work / "openapi.json").write_text(json.dumps(document), encoding="utf-8")
    # fmt: off
    subprocess.run([
        sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none", "--fail-on-warning",
        "--path", work / "openapi.json", "--config", root / "generator.yaml",
        "--custom-template-path", root / "templates", "--output-path", work / "rest",
    ], check=True)
    # fmt: on
    shutil.copytree(work / "rest" / "models", package / "models")
    shutil.copy(work / "rest" / "client.py", package / "client.py")


def drop(document: dict[str, Any]) -> None:
    """Removes what the package does itself, or does not offer.

    - the stream of events, which it follows with ListEvents
    - conditional GETs: the package has no cache
    - Idempotency-Key, which it sends, and Prefer
    - whole lists as CSV, NDJSON and Parquet, which whole_lists.py reads
    - webhooks: only a server has use for their classes
    """
    del document["webhooks"]
    for path, methods in list(document["paths"].items()):
        if any("text/event-stream" in call["responses"]["200"]["content"] for call in methods.values()):
            del document["paths"][path]
            continue
        for call in methods.values():
            call["parameters"] = [
                parameter
                for parameter in call.get("parameters", [])
                if parameter.get("$ref", "").rpartition("/")[2] not in ("IfNoneMatch", "IdempotencyKey", "Prefer")
            ]
            call["responses"].pop("304", None)
            if "x-lists" in call:
                content = call["responses"]["200"]["content"]
                call["responses"]["200"]["content"] = {"application/json": content["application/json"]}
    schemas = document["components"]["schemas"]
    used = set(re.findall('"#/components/schemas/([^"]*)"', json.dumps(document)))
    document["components"]["schemas"] = {name: schema for name, schema in schemas.items() if name in used}


def adapt(document: dict[str, Any]) -> None:
    """Adapts the document to openapi-python-client.

    - The generator drops extensions but keeps tags, so x-idempotent becomes a tag.
    - It reads the description of a parameter from the schema.
    - The defaults of parameters are the server's: a client does not send them.
    - Requests take ids and dates also as str.
    - Categories may be objects too, but a list[str] does not fit a list of both types.
    """
    schemas = document["components"]["schemas"]
    for name, schema in schemas.items():
        if name.endswith(("Input", "Patch")):
            for member in schema.get("properties", {}).values():
                loosen(member)
                member.get("items", {}).pop("enum", None)  # a list of words is written as text
    for methods in document["paths"].values():
        for call in methods.values():
            call["tags"] = ["call", "idempotent"] if call["x-idempotent"] else ["call"]
            for parameter in call["parameters"]:
                if "schema" in parameter:
                    loosen(parameter["schema"])
                    parameter["schema"].pop("default", None)
                    parameter["schema"]["description"] = parameter["description"]
    schemas["ClientInput"]["properties"]["categories"]["items"] = {"type": "string"}


def loosen(schema: dict[str, Any]) -> None:
    """Allows str instead of an id or a date."""
    if schema.get("format") in ("uuid", "date", "date-time"):
        types = schema.pop("type")
        strict = {"type": "string", "format": schema.pop("format")}
        null = [{"type": "null"}] if "null" in types else []
        schema["anyOf"] = [strict, {"type": "string"}, *null]


def write_grpc(protos: Path, package: Path) -> None:
    """Writes v1, a package that exports the messages, enums and stubs of all its files."""
    from google.protobuf.descriptor_pb2 import FileDescriptorSet

    files = sorted(path.relative_to(protos).as_posix() for path in protos.glob("workplan/v1/*.proto"))
    with TemporaryDirectory() as work:
        described = Path(work, "descriptors")
        generators = ("python", "pyi", "grpc_python", "mypy_grpc")
        # fmt: off
        subprocess.run([
            sys.executable, "-m", "grpc_tools.protoc", f"--proto_path={protos}", f"--descriptor_set_out={described}", "--mypy_grpc_opt=quiet",
            *(f"--{generator}_out={package.parent}" for generator in generators), *files,
        ], check=True)
        # fmt: on
        names = FileDescriptorSet.FromString(described.read_bytes()).file
    lines = ['"""The messages and the stubs of the gRPC services."""\n\n']
    for file in names:
        module = Path(file.name).stem
        messages = [declared.name for declared in (*file.enum_type, *file.message_type)]
        stubs = [f"{service.name}Stub" for service in file.service]
        for origin, declared in ((f"{module}_pb2", messages), (f"{module}_pb2_grpc", stubs)):
            lines += [f"from .{origin} import {name} as {name}\n" for name in sorted(declared)]
    (package / "v1" / "__init__.py").write_text("".join(lines), encoding="utf-8")

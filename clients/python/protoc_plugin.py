"""A plugin for buf: runs the generators of grpcio-tools, and writes a package that exports all their names."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from google.protobuf.compiler.plugin_pb2 import CodeGeneratorRequest, CodeGeneratorResponse
from google.protobuf.descriptor_pb2 import FileDescriptorProto, FileDescriptorSet
from grpc_tools import protoc


def exports(file: FileDescriptorProto) -> str:
    """The imports of a proto file's messages, enums and stubs, for the `__init__.py`."""
    module = Path(file.name).stem
    names = [declared.name for declared in (*file.enum_type, *file.message_type)]
    stubs = [f"{service.name}Stub" for service in file.service]
    return "".join(
        f"from .{origin} import {name} as {name}\n"
        for origin, declared in ((f"{module}_pb2", names), (f"{module}_pb2_grpc", stubs))
        for name in sorted(declared)
    )


request = CodeGeneratorRequest.FromString(sys.stdin.buffer.read())
response = CodeGeneratorResponse(supported_features=CodeGeneratorResponse.FEATURE_PROTO3_OPTIONAL)
with TemporaryDirectory() as folder:
    out = Path(folder, "out")
    out.mkdir()
    protos = Path(folder, "protos")
    protos.write_bytes(FileDescriptorSet(file=request.proto_file).SerializeToString())
    generators = (f"--{generator}_out={out}" for generator in ("python", "pyi", "grpc_python"))
    if protoc.main(["protoc", f"--descriptor_set_in={protos}", *generators, *request.file_to_generate]):
        sys.exit("protoc failed")
    for path in sorted(out.rglob("*.py*")):
        response.file.add(name=str(path.relative_to(out)), content=path.read_text())

generated = [file for file in request.proto_file if file.name in request.file_to_generate]
package = '"""The messages and the stubs of the gRPC services."""\n\n' + "".join(map(exports, generated))
response.file.add(name=str(Path(generated[0].name).with_name("__init__.py")), content=package)
sys.stdout.buffer.write(response.SerializeToString())

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.openapitools.codegen.DefaultGenerator;
import org.openapitools.codegen.config.CodegenConfigurator;

/**
 * Writes the models and calls of REST, and the protos with the options of Java, see pom.xml.
 *
 * <p>Usage: java Generate.java GEN PROTOS SOURCES, where GEN is the folder gen of the repository.
 */
class Generate {
  static final ObjectMapper JSON = new ObjectMapper();

  public static void main(String[] arguments) throws IOException {
    Path gen = Path.of(arguments[0]), protos = Path.of(arguments[1]), sources = Path.of(arguments[2]);
    writeProtos(gen.resolve("protos"), protos);
    writeSources(gen.resolve("openapi/openapi.json"), sources);
  }

  /** Writes each proto with the names that its Java classes have. */
  static void writeProtos(Path gen, Path protos) throws IOException {
    delete(protos);
    for (Path file : files(gen.resolve("workplan"), ".proto")) {
      StringBuilder name = new StringBuilder();
      for (String word : file.getFileName().toString().replace(".proto", "").split("_")) {
        name.append(word.substring(0, 1).toUpperCase()).append(word.substring(1));
      }
      String options = """
          option java_multiple_files = true;
          option java_outer_classname = "%sProto";
          option java_package = "io.github.workplanapi.v1";
          """.formatted(name);
      Path copy = protos.resolve(gen.relativize(file).toString());
      Files.createDirectories(copy.getParent());
      Files.writeString(copy, Files.readString(file).replaceFirst("(?m)^option go_package", options + "$0"));
    }
  }

  /** Writes the Java classes of the OpenAPI document. */
  static void writeSources(Path source, Path sources) throws IOException {
    ObjectNode document = (ObjectNode) JSON.readTree(source.toFile());
    drop(document);
    adapt(document);
    delete(sources);
    Files.createDirectories(sources);
    Path adapted = sources.resolveSibling(sources.getFileName() + ".json");
    JSON.writeValue(adapted.toFile(), document);
    CodegenConfigurator generator = CodegenConfigurator.fromFile("openapi-generator.yaml");
    generator.setInputSpec(adapted.toString());
    generator.setOutputDir(sources.toString());
    new DefaultGenerator().opts(generator.toClientOptInput()).generate();
    delete(sources.resolve(".openapi-generator"));
  }

  /**
   * Removes what the package does itself, or does not offer: the stream of events, which it follows with ListEvents;
   * conditional GETs, because it has no cache; Idempotency-Key, which it sends, and Prefer; whole lists as CSV, NDJSON
   * and Parquet, which WholeList reads; webhooks, for which only a server has use.
   */
  static void drop(ObjectNode document) {
    document.remove("webhooks");
    ObjectNode paths = document.withObject("/paths");
    paths.properties().removeIf(path -> path.getValue().at("/get/responses/200/content").has("text/event-stream"));
    for (JsonNode path : paths) {
      for (JsonNode call : path) {
        Set<String> dropped = Set.of("IfNoneMatch", "IdempotencyKey", "Prefer");
        ArrayNode parameters = ((ObjectNode) call).withArray("parameters");
        parameters.removeIf(parameter -> dropped.contains(name(parameter)));
        ObjectNode responses = (ObjectNode) call.get("responses");
        responses.remove("304");
        if (call.has("x-lists")) {
          ((ObjectNode) responses.at("/200/content")).retain("application/json");
        }
      }
    }
    String used = document.toString();
    document.withObject("/components/schemas").properties()
        .removeIf(schema -> !used.contains("\"#/components/schemas/" + schema.getKey() + "\""));
  }

  /**
   * Adapts the document to the templates. A call returns the data of the response. A list returns Page, which is written
   * by hand, of what x-lists names. A list beside the records of an API has the plural of its rows as x-beside.
   */
  static void adapt(ObjectNode document) {
    ObjectNode schemas = document.withObject("/components/schemas");
    for (Map.Entry<String, JsonNode> path : document.get("paths").properties()) {
      for (JsonNode call : path.getValue()) {
        ObjectNode response = (ObjectNode) call.at("/responses/200");
        ObjectNode content = (ObjectNode) response.at("/content/application~1json");
        JsonNode data = schemas.remove(name(content.get("schema"))).at("/properties/data");
        if (call.has("x-lists")) {
          String rows = call.get("x-lists").asText();
          schemas.remove(name(data));
          content.set("schema", JSON.createObjectNode().put("$ref", "#/components/schemas/" + rows));
          if (path.getKey().split("/").length > "/api/v1/users".split("/").length) {
            ((ObjectNode) call).put("x-beside", rows.replaceFirst("s?$", "s"));
          }
        } else if (data.path("maxProperties").asInt(1) == 0) {
          response.remove("content"); // an empty object
        } else {
          content.set("schema", data);
        }
      }
    }
  }

  /** Returns the name at the end of a reference, or an empty string if the node is not a reference. */
  static String name(JsonNode node) {
    String reference = node.path("$ref").asText();
    return reference.substring(reference.lastIndexOf('/') + 1);
  }

  static List<Path> files(Path folder, String extension) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(file -> file.toString().endsWith(extension)).sorted().toList();
    }
  }

  static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }
}

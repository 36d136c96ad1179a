import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.github.workplanapi.Options;
import io.github.workplanapi.WorkplanException;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Runs the steps of scenario.json and prints what came out, see clients/README.md. */
final class Scenario {
  static final Options ONE_TRY = Options.DEFAULT.withTries(1);
  static final ObjectMapper JSON = new ObjectMapper().findAndRegisterModules().disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS);

  private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
  private final JsonNode steps;
  private final String expected;

  /** The scenario of a protocol, whose expectations are called expectRest, say. */
  Scenario(String expected) throws IOException {
    this.steps = JSON.readTree(new File(env("SCENARIO"))).get("steps");
    this.expected = expected;
  }

  static String env(String name) {
    String value = System.getenv(name);
    if (value == null) {
      throw new IllegalStateException(name + " is not set");
    }
    return value;
  }

  /** What a step does with its input. */
  interface Step {
    Object run(JsonNode input) throws Exception;
  }

  /** Prints the members of what the step returns that are expected. */
  void step(String name, Step action) {
    JsonNode step = find(name);
    try {
      print(name, "outcome", expectedOf(step, JSON.valueToTree(action.run(step.path("input")))));
    } catch (Exception e) {
      print(name, "failure", e.toString());
    }
  }

  /** Prints the error that the step has to end with. */
  void refused(String name, Step action) {
    step(name, input -> {
      try {
        action.run(input);
      } catch (WorkplanException e) {
        return describe(e);
      }
      throw new IllegalStateException("there was no error");
    });
  }

  private static Map<String, Object> describe(WorkplanException e) {
    boolean http = e.status() != null && e.status().matches("\\d+");
    Map<String, Object> error = new LinkedHashMap<>();
    error.put("code", e.code());
    error.put("status", http ? Integer.valueOf(e.status()) : e.status());
    error.put("message", e.getMessage());
    error.put("field", e.details().isEmpty() ? null : e.details().get(0).field());
    error.put("details", e.details().size());
    error.put("requestId", e.requestId() != null);
    return error;
  }

  private JsonNode find(String name) {
    for (JsonNode step : steps) {
      if (step.path("name").asText().equals(name)) {
        return step;
      }
    }
    throw new IllegalArgumentException("scenario.json has no step " + name);
  }

  private Map<String, JsonNode> expectedOf(JsonNode step, JsonNode outcome) {
    Map<String, JsonNode> members = new LinkedHashMap<>();
    step.path("expect").fieldNames().forEachRemaining(name -> members.put(name, outcome.get(name)));
    step.path(expected).fieldNames().forEachRemaining(name -> members.put(name, outcome.get(name)));
    return members;
  }

  private void print(String step, String key, Object value) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("step", step);
    line.put(key, value);
    out.println(JSON.valueToTree(line).toString());
  }
}

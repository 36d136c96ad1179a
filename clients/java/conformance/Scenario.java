import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.github.workplanapi.CursorException;
import io.github.workplanapi.Options;
import io.github.workplanapi.WorkplanException;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Runs the steps of scenario.json and prints their outcomes, see clients/README.md. */
final class Scenario {
  // Names from tools/clients/conformance/organization.json.
  static final String WORKER_EMAIL = "worker@example.com";
  static final String PROJECT = "Atlas";
  static final String CAPABILITY = "Design";
  static final String VACATION = "Vacation";

  /** How the secret of a webhook begins. */
  static final String SECRET_PREFIX = "whsec_";

  static final Options ONE_TRY = Options.DEFAULT.withTries(1);
  static final ObjectMapper JSON = new ObjectMapper().findAndRegisterModules().disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS);

  private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
  private final JsonNode steps;
  private final String expected;

  /** The scenario of a protocol. expected names its additional expectations: expectRest or expectGrpc. */
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

  /** The code of a step. */
  interface Step {
    Object run(JsonNode input) throws Exception;
  }

  /** Runs a step and prints the expected members of its result. */
  void step(String name, Step action) {
    JsonNode step = find(name);
    try {
      print(name, "outcome", expectedOf(step, JSON.valueToTree(action.run(step.path("input")))));
    } catch (Exception e) {
      print(name, "failure", e.toString());
    }
  }

  /** Runs a step that must fail, and prints its error. */
  void refused(String name, Step action) {
    step(name, input -> describe(failureOf(() -> action.run(input))));
  }

  /** Makes the suite restart the server in a moment. */
  static void restartServer() throws IOException {
    URI.create(env("WORKPLAN_RESTART_URL")).toURL().openStream().close();
  }

  /** The texts of an array. */
  static List<String> texts(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).map(JsonNode::textValue).toList();
  }

  /** The numbers of an array. */
  static List<Double> numbers(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).map(JsonNode::doubleValue).toList();
  }

  /** The number of events, until this thread is interrupted. */
  static long countUntilInterrupt(Stream<?> events, long milliseconds) {
    Thread reader = Thread.currentThread();
    CompletableFuture.delayedExecutor(milliseconds, TimeUnit.MILLISECONDS).execute(reader::interrupt);
    long count = events.count();
    if (!Thread.interrupted()) {
      throw new IllegalStateException("the follower ended before the interrupt");
    }
    return count;
  }

  /** The error of a call. */
  static WorkplanException failureOf(Callable<?> call) throws Exception {
    try {
      call.call();
    } catch (WorkplanException e) {
      return e;
    }
    throw new IllegalStateException("the call did not fail");
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
    error.put("cursorError", e instanceof CursorException && e.getMessage().contains("list all records again"));
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

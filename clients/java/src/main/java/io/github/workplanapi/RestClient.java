package io.github.workplanapi;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import io.grpc.Deadline;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.concurrent.TimeUnit;

/** Calls Workplan over REST. Every call throws {@link WorkplanException}. May be used by many threads. */
public final class RestClient {
  // HTTP/1.1, since over http:// the JDK would offer an upgrade to HTTP/2 with every first call.
  private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final String baseUrl;
  private final String authorization;
  private final Options options;

  /** A client of the server at baseUrl, such as {@code https://workplan.example.com}, with an API key. */
  public RestClient(String baseUrl, String key) {
    this(baseUrl, key, Options.DEFAULT);
  }

  /** A client with other than the default options. */
  public RestClient(String baseUrl, String key, Options options) {
    HttpRequest.newBuilder(URI.create(baseUrl)); // refuses what is not http or https
    this.baseUrl = baseUrl.replaceFirst("/+$", "");
    this.authorization = Bearer.authorization(key);
    this.options = options;
  }

  /** Tells who the key is. */
  public MeApi me() {
    return new MeApi(this);
  }

  /** Reads and changes the people of the organization. */
  public UsersApi users() {
    return new UsersApi(this);
  }

  /** Reads and changes the companies that projects are for. */
  public ClientsApi clients() {
    return new ClientsApi(this);
  }

  /** Reads and changes projects. */
  public ProjectsApi projects() {
    return new ProjectsApi(this);
  }

  /** Reads and writes planned hours. */
  public AssignmentsApi assignments() {
    return new AssignmentsApi(this);
  }

  /** Reads and writes the hours that were really worked. */
  public ActualHoursApi actualHours() {
    return new ActualHoursApi(this);
  }

  /** Reads, asks for and decides time off. */
  public TimeOffApi timeOff() {
    return new TimeOffApi(this);
  }

  /** Reads what people can do, as a row of hours names it. */
  public CapabilitiesApi capabilities() {
    return new CapabilitiesApi(this);
  }

  /** Reads why people are away, as a time off request names it. */
  public TimeOffTypesApi timeOffTypes() {
    return new TimeOffTypesApi(this);
  }

  /** Makes a call; query, ifMatch and body may be null. */
  <T> T call(String method, String path, Query query, Long ifMatch, Object body, boolean idempotent, TypeReference<T> type) {
    String parameters = query == null ? "" : query.toString();
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(baseUrl + path + (parameters.isEmpty() ? "" : "?" + parameters)))
        .header("Authorization", authorization)
        .header("Accept", "application/json");
    if (ifMatch != null) {
      request.header("If-Match", "\"" + ifMatch + "\"");
    }
    if (body == null) {
      request.method(method, BodyPublishers.noBody());
    } else {
      request.header("Content-Type", "application/json").method(method, BodyPublishers.ofByteArray(write(body)));
    }
    HttpExchange exchange = new HttpExchange(http, request.build(), Deadline.after(options.timeout().toNanos(), TimeUnit.NANOSECONDS));
    return Retries.call(options.tries(), exchange.deadline(), idempotent, () -> exchange.answer(type));
  }

  private static byte[] write(Object body) {
    try {
      return HttpExchange.JSON.writeValueAsBytes(body);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("the body cannot be written as JSON", e);
    }
  }
}

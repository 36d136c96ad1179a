package io.github.workplanapi;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import io.github.workplanapi.EventsApi.ListEventsQuery;
import io.github.workplanapi.UsersApi.ListUsersQuery;
import io.github.workplanapi.model.Event;
import io.github.workplanapi.model.EventPage;
import io.github.workplanapi.model.User;
import io.github.workplanapi.model.WriteMeta;
import io.grpc.Deadline;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Calls Workplan over REST. Every call throws {@link WorkplanException}. May be used by many threads. */
public final class RestClient {
  /** How many seconds a call of a follower waits for an event. Proxies cut off longer calls. */
  private static final int FOLLOW_SECONDS = 20;

  private final HttpClient http;
  private final String baseUrl;
  private final String authorization;
  private final Options options;
  private final String idempotencyKey; // null: a random one for each call that needs one
  private final Consumer<WriteMeta> onMeta; // may be null

  /** A client of the server at baseUrl, such as {@code https://workplan.example.com}, with an API key. A path {@code /api/v1} at the end of baseUrl is ignored. */
  public RestClient(String baseUrl, String key) {
    this(baseUrl, key, Options.DEFAULT);
  }

  /** A client with other options. */
  public RestClient(String baseUrl, String key, Options options) {
    if (!baseUrl.matches("https?://.+")) {
      throw new IllegalArgumentException("the base URL must begin with http:// or https://, such as https://workplan.example.com, not " + baseUrl);
    }
    // HTTP/1.1: over http:// the JDK would send an upgrade request to HTTP/2 on each new connection.
    this.http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    this.baseUrl = baseUrl.replaceFirst("/*(/api/v1/*)?$", "");
    this.authorization = Bearer.authorization(key);
    this.options = options;
    this.idempotencyKey = null;
    this.onMeta = null;
  }

  private RestClient(RestClient client, Options options, String idempotencyKey, Consumer<WriteMeta> onMeta) {
    this.http = client.http;
    this.baseUrl = client.baseUrl;
    this.authorization = client.authorization;
    this.options = options;
    this.idempotencyKey = idempotencyKey;
    this.onMeta = onMeta;
  }

  /**
   * Returns this client for one call that the server carries out only once for the key, 1 to 128 visible ASCII characters, within 24 hours. A call
   * that creates a record or has a version has a random key by default. Pass your own to repeat a call after a restart.
   */
  public RestClient withIdempotencyKey(String key) {
    return new RestClient(this, options, key, onMeta);
  }

  /**
   * Returns this client for upserts of assignments or actual hours with {@code include}: onMeta gets what the response of such a call has in
   * {@code meta}, before the call returns. It is not called for other responses.
   */
  public RestClient withMeta(Consumer<WriteMeta> onMeta) {
    return new RestClient(this, options, idempotencyKey, onMeta);
  }

  /** Finds the user with an e-mail address, in any case. */
  public Optional<User> findUserByEmail(String email) {
    return users().listUsers(new ListUsersQuery().email(email)).items().stream().findFirst();
  }

  /**
   * Returns the events of the journal, oldest first: those after a number, and then each new one as it is written. Store the {@code seq} of
   * each event that you have handled, and pass the last one as {@code after} when your program starts again. Without it, the events begin with
   * the oldest one that is kept, and with {@code head} now.
   *
   * <p>The first call fails as any other call does. After it, the stream calls again for as long as it takes while the server cannot be
   * reached or is busy, so that no event is lost. It ends when the thread that reads it is interrupted. {@link CursorException} says how to
   * start over.
   *
   * @param query where to begin, and the filters; may be null
   */
  public Stream<Event> follow(ListEventsQuery query) {
    RestClient patient = new RestClient(this, options.withTimeout(options.timeout().plusSeconds(FOLLOW_SECONDS)), null, null);
    Query next = Query.from(query, null);
    return Follower.stream(() -> {
      EventPage page = patient.call("GET", "/api/v1/events", next, null, null, true, new TypeReference<EventPage>() {});
      next.set("after", page.getNextAfter());
      next.set("wait", FOLLOW_SECONDS); // The first call does not wait: it shows at once whether the address and the key are right.
      return page.getItems();
    });
  }

  /** Returns the identity of the key. */
  public MeApi me() {
    return new MeApi(this);
  }

  /** Reads, creates and changes users, their capabilities and their working patterns. */
  public UsersApi users() {
    return new UsersApi(this);
  }

  /** Reads and changes clients. */
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

  /** Reads and writes actual hours. */
  public ActualHoursApi actualHours() {
    return new ActualHoursApi(this);
  }

  /** Reads and changes time off requests, and decides on them. */
  public TimeOffApi timeOff() {
    return new TimeOffApi(this);
  }

  /** Reads and changes capabilities. */
  public CapabilitiesApi capabilities() {
    return new CapabilitiesApi(this);
  }

  /** Reads and changes the types of time off. */
  public TimeOffTypesApi timeOffTypes() {
    return new TimeOffTypesApi(this);
  }

  /** Reads and writes the public holidays of countries. */
  public HolidaysApi holidays() {
    return new HolidaysApi(this);
  }

  /** Manages the calendar feed of the acting user, and for admins those of all users. */
  public CalendarFeedApi calendarFeed() {
    return new CalendarFeedApi(this);
  }

  /** Compares the hours that people have with those that are planned and worked. */
  public CapacityApi capacity() {
    return new CapacityApi(this);
  }

  /** Says which days of a person are complete, and approves them. */
  public TimesheetsApi timesheets() {
    return new TimesheetsApi(this);
  }

  /** Closes days, and opens them again. */
  public LocksApi locks() {
    return new LocksApi(this);
  }

  /** Reads and writes what an hour is worth and what it costs. */
  public RatesApi rates() {
    return new RatesApi(this);
  }

  /** Reads and writes budgets, and reads what hours bring in and cost. */
  public MoneyApi money() {
    return new MoneyApi(this);
  }

  /** Changes of planned hours that are not applied yet: makes, decides and applies them. */
  public ProposalsApi proposals() {
    return new ProposalsApi(this);
  }

  /** Reads and changes what the organization decides for all of its people. */
  public OrganizationApi organization() {
    return new OrganizationApi(this);
  }

  /** Reads the journal. To follow it, see {@link #follow}. */
  public EventsApi events() {
    return new EventsApi(this);
  }

  /** Reads and manages the API keys. */
  public KeysApi keys() {
    return new KeysApi(this);
  }

  /** Reads and ends the sessions of the console. */
  public SessionsApi sessions() {
    return new SessionsApi(this);
  }

  /** Reads and manages the webhooks. */
  public WebhooksApi webhooks() {
    return new WebhooksApi(this);
  }

  /**
   * Makes a call. query, ifMatch and body may be null. A call that is not idempotent is sent with an Idempotency-Key, and one with ifMatch, too: after
   * a lost response, its next try would conflict with its own change.
   */
  <T> T call(String method, String path, Query query, Long ifMatch, Object body, boolean idempotent, TypeReference<T> type) {
    HttpRequest.Builder request = request(path, query, "application/json");
    if (ifMatch != null) {
      request.header("If-Match", "\"" + ifMatch + "\"");
    }
    if (idempotencyKey != null) {
      request.header("Idempotency-Key", idempotencyKey);
    } else if (!idempotent || ifMatch != null) {
      request.header("Idempotency-Key", UUID.randomUUID().toString());
    }
    if (body == null) {
      request.method(method, BodyPublishers.noBody());
    } else {
      request.header("Content-Type", "application/json").method(method, BodyPublishers.ofByteArray(write(body)));
    }
    HttpExchange exchange = exchange(request);
    HttpExchange.Result<T> result = Retries.call(options.tries(), exchange.deadline(), () -> exchange.send(type));
    if (onMeta != null && result.meta() != null) {
      onMeta.accept(result.meta());
    }
    return result.data();
  }

  /** Returns all rows of a list in one response. query may be null. */
  <T> WholeList<T> whole(String path, Query query, Class<T> row) {
    return new WholeList<>(format -> {
      HttpExchange exchange = exchange(request(path, query, format.mediaType));
      return Retries.call(options.tries(), exchange.deadline(), () -> exchange.begin(format));
    }, HttpExchange.JSON.readerFor(row).without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS));
  }

  private HttpRequest.Builder request(String path, Query query, String accept) {
    String parameters = query == null ? "" : query.toString();
    return HttpRequest.newBuilder(URI.create(baseUrl + path + (parameters.isEmpty() ? "" : "?" + parameters)))
        .header("Authorization", authorization)
        .header("Accept", accept);
  }

  private HttpExchange exchange(HttpRequest.Builder request) {
    return new HttpExchange(http, request.build(), Deadline.after(options.timeout().toNanos(), TimeUnit.NANOSECONDS));
  }

  private static byte[] write(Object body) {
    try {
      return HttpExchange.JSON.writeValueAsBytes(body);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("the body cannot be written as JSON", e);
    }
  }
}

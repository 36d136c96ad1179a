package io.github.workplanapi;

import io.github.workplanapi.v1.ActualHoursEntryServiceGrpc;
import io.github.workplanapi.v1.ActualHoursEntryServiceGrpc.ActualHoursEntryServiceBlockingStub;
import io.github.workplanapi.v1.ActualHoursServiceGrpc;
import io.github.workplanapi.v1.ActualHoursServiceGrpc.ActualHoursServiceBlockingStub;
import io.github.workplanapi.v1.AssignmentServiceGrpc;
import io.github.workplanapi.v1.AssignmentServiceGrpc.AssignmentServiceBlockingStub;
import io.github.workplanapi.v1.CalendarFeedServiceGrpc;
import io.github.workplanapi.v1.CalendarFeedServiceGrpc.CalendarFeedServiceBlockingStub;
import io.github.workplanapi.v1.CapabilityServiceGrpc;
import io.github.workplanapi.v1.CapabilityServiceGrpc.CapabilityServiceBlockingStub;
import io.github.workplanapi.v1.CapacityServiceGrpc;
import io.github.workplanapi.v1.CapacityServiceGrpc.CapacityServiceBlockingStub;
import io.github.workplanapi.v1.ClientServiceGrpc;
import io.github.workplanapi.v1.ClientServiceGrpc.ClientServiceBlockingStub;
import io.github.workplanapi.v1.Event;
import io.github.workplanapi.v1.EventServiceGrpc;
import io.github.workplanapi.v1.EventServiceGrpc.EventServiceBlockingStub;
import io.github.workplanapi.v1.HolidayServiceGrpc;
import io.github.workplanapi.v1.HolidayServiceGrpc.HolidayServiceBlockingStub;
import io.github.workplanapi.v1.KeyServiceGrpc;
import io.github.workplanapi.v1.KeyServiceGrpc.KeyServiceBlockingStub;
import io.github.workplanapi.v1.ListUsersRequest;
import io.github.workplanapi.v1.LockServiceGrpc;
import io.github.workplanapi.v1.LockServiceGrpc.LockServiceBlockingStub;
import io.github.workplanapi.v1.MeServiceGrpc;
import io.github.workplanapi.v1.MeServiceGrpc.MeServiceBlockingStub;
import io.github.workplanapi.v1.MoneyServiceGrpc;
import io.github.workplanapi.v1.MoneyServiceGrpc.MoneyServiceBlockingStub;
import io.github.workplanapi.v1.OrganizationServiceGrpc;
import io.github.workplanapi.v1.OrganizationServiceGrpc.OrganizationServiceBlockingStub;
import io.github.workplanapi.v1.ProjectServiceGrpc;
import io.github.workplanapi.v1.ProjectServiceGrpc.ProjectServiceBlockingStub;
import io.github.workplanapi.v1.ProposalServiceGrpc;
import io.github.workplanapi.v1.ProposalServiceGrpc.ProposalServiceBlockingStub;
import io.github.workplanapi.v1.RateServiceGrpc;
import io.github.workplanapi.v1.RateServiceGrpc.RateServiceBlockingStub;
import io.github.workplanapi.v1.SessionServiceGrpc;
import io.github.workplanapi.v1.SessionServiceGrpc.SessionServiceBlockingStub;
import io.github.workplanapi.v1.TimeOffServiceGrpc;
import io.github.workplanapi.v1.TimeOffServiceGrpc.TimeOffServiceBlockingStub;
import io.github.workplanapi.v1.TimeOffTypeServiceGrpc;
import io.github.workplanapi.v1.TimeOffTypeServiceGrpc.TimeOffTypeServiceBlockingStub;
import io.github.workplanapi.v1.TimesheetServiceGrpc;
import io.github.workplanapi.v1.TimesheetServiceGrpc.TimesheetServiceBlockingStub;
import io.github.workplanapi.v1.User;
import io.github.workplanapi.v1.UserServiceGrpc;
import io.github.workplanapi.v1.UserServiceGrpc.UserServiceBlockingStub;
import io.github.workplanapi.v1.WatchEventsRequest;
import io.github.workplanapi.v1.WebhookServiceGrpc;
import io.github.workplanapi.v1.WebhookServiceGrpc.WebhookServiceBlockingStub;
import io.github.workplanapi.v1.WorkingPatternServiceGrpc;
import io.github.workplanapi.v1.WorkingPatternServiceGrpc.WorkingPatternServiceBlockingStub;
import io.grpc.Channel;
import io.grpc.ChannelCredentials;
import io.grpc.ClientInterceptors;
import io.grpc.Grpc;
import io.grpc.ManagedChannel;
import java.util.Optional;
import java.util.stream.Stream;

/** Calls Workplan over gRPC. Every call of its stubs, except streams, throws {@link WorkplanException}. May be used by many threads. */
public final class GrpcClient implements AutoCloseable {
  /** The wrong fields of a batch are sent as metadata and nearly fill the default of 8 KiB. */
  private static final int MAX_METADATA = 64 << 10;

  private final ManagedChannel connection;
  private final Channel channel;
  private final String target;

  /**
   * A client of the server at target, such as {@code workplan.example.com:443}, with an API key.
   *
   * @param target host and port
   * @param credentials {@link io.grpc.TlsChannelCredentials}, or {@link io.grpc.InsecureChannelCredentials} for a server without TLS
   */
  public GrpcClient(String target, ChannelCredentials credentials, String key) {
    this(target, credentials, key, Options.DEFAULT);
  }

  /** A client with other options. A deadline that is set on a stub replaces their timeout. */
  public GrpcClient(String target, ChannelCredentials credentials, String key, Options options) {
    if (target.startsWith("http://") || target.startsWith("https://")) {
      throw new IllegalArgumentException("the target is host and port without http://, such as workplan.example.com:443, not " + target);
    }
    this.target = target;
    BlockingCalls calls = new BlockingCalls(target, key, options);
    connection = Grpc.newChannelBuilder(target, credentials).maxInboundMetadataSize(MAX_METADATA).disableRetry().build();
    channel = ClientInterceptors.intercept(connection, calls);
  }

  /** Finds the user with an e-mail address, in any case. */
  public Optional<User> findUserByEmail(String email) {
    return users().listUsers(ListUsersRequest.newBuilder().setEmail(email).build()).getData().getItemsList().stream().findFirst();
  }

  /**
   * Returns the events of the journal, oldest first: those after a number, and then each new one as it is written. Store the {@code seq} of
   * each event that you have handled, and pass the last one as {@code after} when your program starts again. Without it, the events begin with
   * the oldest one that is kept, and with {@code head} now.
   *
   * <p>The first call fails as any other call does. After it, the stream connects again for as long as it takes while the server cannot be
   * reached or is busy, so that no event is lost. It ends when the thread that reads it is interrupted. {@link CursorException} says how to
   * start over. Close the stream when you stop reading before its end.
   */
  public Stream<Event> follow(WatchEventsRequest request) {
    return Follower.stream(new GrpcJournal(channel, target, request));
  }

  /** Returns the identity of the key. */
  public MeServiceBlockingStub me() {
    return MeServiceGrpc.newBlockingStub(channel);
  }

  /** Reads, creates and changes users. */
  public UserServiceBlockingStub users() {
    return UserServiceGrpc.newBlockingStub(channel);
  }

  /** Reads and changes clients. */
  public ClientServiceBlockingStub clients() {
    return ClientServiceGrpc.newBlockingStub(channel);
  }

  /** Reads and changes projects. */
  public ProjectServiceBlockingStub projects() {
    return ProjectServiceGrpc.newBlockingStub(channel);
  }

  /** Reads and writes planned hours. */
  public AssignmentServiceBlockingStub assignments() {
    return AssignmentServiceGrpc.newBlockingStub(channel);
  }

  /** Reads and writes actual hours. */
  public ActualHoursServiceBlockingStub actualHours() {
    return ActualHoursServiceGrpc.newBlockingStub(channel);
  }

  /** Reads and writes the entries of which rows of actual hours are made. */
  public ActualHoursEntryServiceBlockingStub actualHoursEntries() {
    return ActualHoursEntryServiceGrpc.newBlockingStub(channel);
  }

  /** Reads and changes time off requests, and decides on them. */
  public TimeOffServiceBlockingStub timeOff() {
    return TimeOffServiceGrpc.newBlockingStub(channel);
  }

  /** Reads and changes capabilities. */
  public CapabilityServiceBlockingStub capabilities() {
    return CapabilityServiceGrpc.newBlockingStub(channel);
  }

  /** Reads and changes the types of time off. */
  public TimeOffTypeServiceBlockingStub timeOffTypes() {
    return TimeOffTypeServiceGrpc.newBlockingStub(channel);
  }

  /** Reads and writes how many hours people work on each day of the week. */
  public WorkingPatternServiceBlockingStub workingPatterns() {
    return WorkingPatternServiceGrpc.newBlockingStub(channel);
  }

  /** Reads and writes the public holidays of countries. */
  public HolidayServiceBlockingStub holidays() {
    return HolidayServiceGrpc.newBlockingStub(channel);
  }

  /** Manages the calendar feed of the acting user, and for admins those of all users. */
  public CalendarFeedServiceBlockingStub calendarFeed() {
    return CalendarFeedServiceGrpc.newBlockingStub(channel);
  }

  /** Compares the hours that people have with those that are planned and worked. */
  public CapacityServiceBlockingStub capacity() {
    return CapacityServiceGrpc.newBlockingStub(channel);
  }

  /** Says which days of a person are complete, and approves them. */
  public TimesheetServiceBlockingStub timesheets() {
    return TimesheetServiceGrpc.newBlockingStub(channel);
  }

  /** Closes days, and opens them again. */
  public LockServiceBlockingStub locks() {
    return LockServiceGrpc.newBlockingStub(channel);
  }

  /** Reads and writes what an hour is worth and what it costs. */
  public RateServiceBlockingStub rates() {
    return RateServiceGrpc.newBlockingStub(channel);
  }

  /** Reads and writes budgets, and reads what hours bring in and cost. */
  public MoneyServiceBlockingStub money() {
    return MoneyServiceGrpc.newBlockingStub(channel);
  }

  /** Changes of planned hours that are not applied yet: makes, decides and applies them. */
  public ProposalServiceBlockingStub proposals() {
    return ProposalServiceGrpc.newBlockingStub(channel);
  }

  /** Reads and changes what the organization decides for all of its people. */
  public OrganizationServiceBlockingStub organization() {
    return OrganizationServiceGrpc.newBlockingStub(channel);
  }

  /** Reads the journal. To follow it, see {@link #follow}. */
  public EventServiceBlockingStub events() {
    return EventServiceGrpc.newBlockingStub(channel);
  }

  /** Reads and manages the API keys. */
  public KeyServiceBlockingStub keys() {
    return KeyServiceGrpc.newBlockingStub(channel);
  }

  /** Reads and ends the sessions of the console. */
  public SessionServiceBlockingStub sessions() {
    return SessionServiceGrpc.newBlockingStub(channel);
  }

  /** Reads and manages the webhooks. */
  public WebhookServiceBlockingStub webhooks() {
    return WebhookServiceGrpc.newBlockingStub(channel);
  }

  /** Closes the connection after the running calls. */
  @Override
  public void close() {
    connection.shutdown();
  }
}

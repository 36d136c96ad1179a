package io.github.workplanapi;

import io.github.workplanapi.v1.ActualHoursServiceGrpc;
import io.github.workplanapi.v1.ActualHoursServiceGrpc.ActualHoursServiceBlockingStub;
import io.github.workplanapi.v1.AssignmentServiceGrpc;
import io.github.workplanapi.v1.AssignmentServiceGrpc.AssignmentServiceBlockingStub;
import io.github.workplanapi.v1.CapabilityServiceGrpc;
import io.github.workplanapi.v1.CapabilityServiceGrpc.CapabilityServiceBlockingStub;
import io.github.workplanapi.v1.ClientServiceGrpc;
import io.github.workplanapi.v1.ClientServiceGrpc.ClientServiceBlockingStub;
import io.github.workplanapi.v1.KeyServiceGrpc;
import io.github.workplanapi.v1.KeyServiceGrpc.KeyServiceBlockingStub;
import io.github.workplanapi.v1.ListUsersRequest;
import io.github.workplanapi.v1.MeServiceGrpc;
import io.github.workplanapi.v1.MeServiceGrpc.MeServiceBlockingStub;
import io.github.workplanapi.v1.ProjectServiceGrpc;
import io.github.workplanapi.v1.ProjectServiceGrpc.ProjectServiceBlockingStub;
import io.github.workplanapi.v1.TimeOffServiceGrpc;
import io.github.workplanapi.v1.TimeOffServiceGrpc.TimeOffServiceBlockingStub;
import io.github.workplanapi.v1.TimeOffTypeServiceGrpc;
import io.github.workplanapi.v1.TimeOffTypeServiceGrpc.TimeOffTypeServiceBlockingStub;
import io.github.workplanapi.v1.User;
import io.github.workplanapi.v1.UserServiceGrpc;
import io.github.workplanapi.v1.UserServiceGrpc.UserServiceBlockingStub;
import io.grpc.Channel;
import io.grpc.ChannelCredentials;
import io.grpc.ClientInterceptors;
import io.grpc.Grpc;
import io.grpc.ManagedChannel;
import java.util.Optional;

/** Calls Workplan over gRPC. Every call of its stubs throws {@link WorkplanException}. May be used by many threads. */
public final class GrpcClient implements AutoCloseable {
  /** The wrong fields of a batch are sent as metadata and nearly fill the default of 8 KiB. */
  private static final int MAX_METADATA = 64 << 10;

  private final ManagedChannel connection;
  private final Channel channel;

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
    BlockingCalls calls = new BlockingCalls(target, key, options);
    connection = Grpc.newChannelBuilder(target, credentials).maxInboundMetadataSize(MAX_METADATA).disableRetry().build();
    channel = ClientInterceptors.intercept(connection, calls);
  }

  /** Finds the user with an e-mail address, in any case. */
  public Optional<User> findUserByEmail(String email) {
    return users().listUsers(ListUsersRequest.newBuilder().setEmail(email).build()).getData().getItemsList().stream().findFirst();
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

  /** Reads and manages the API keys. */
  public KeyServiceBlockingStub keys() {
    return KeyServiceGrpc.newBlockingStub(channel);
  }

  /** Closes the connection after the running calls. */
  @Override
  public void close() {
    connection.shutdown();
  }
}

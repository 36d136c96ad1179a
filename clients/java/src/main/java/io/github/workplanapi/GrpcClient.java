package io.github.workplanapi;

import io.github.workplanapi.v1.ActualHoursServiceGrpc;
import io.github.workplanapi.v1.ActualHoursServiceGrpc.ActualHoursServiceBlockingStub;
import io.github.workplanapi.v1.AssignmentServiceGrpc;
import io.github.workplanapi.v1.AssignmentServiceGrpc.AssignmentServiceBlockingStub;
import io.github.workplanapi.v1.CapabilityServiceGrpc;
import io.github.workplanapi.v1.CapabilityServiceGrpc.CapabilityServiceBlockingStub;
import io.github.workplanapi.v1.ClientServiceGrpc;
import io.github.workplanapi.v1.ClientServiceGrpc.ClientServiceBlockingStub;
import io.github.workplanapi.v1.MeServiceGrpc;
import io.github.workplanapi.v1.MeServiceGrpc.MeServiceBlockingStub;
import io.github.workplanapi.v1.ProjectServiceGrpc;
import io.github.workplanapi.v1.ProjectServiceGrpc.ProjectServiceBlockingStub;
import io.github.workplanapi.v1.TimeOffServiceGrpc;
import io.github.workplanapi.v1.TimeOffServiceGrpc.TimeOffServiceBlockingStub;
import io.github.workplanapi.v1.TimeOffTypeServiceGrpc;
import io.github.workplanapi.v1.TimeOffTypeServiceGrpc.TimeOffTypeServiceBlockingStub;
import io.github.workplanapi.v1.UserServiceGrpc;
import io.github.workplanapi.v1.UserServiceGrpc.UserServiceBlockingStub;
import io.grpc.Channel;
import io.grpc.ChannelCredentials;
import io.grpc.ClientInterceptors;
import io.grpc.Grpc;
import io.grpc.ManagedChannel;

/** Calls Workplan over gRPC. Every call of its stubs throws {@link WorkplanException}. May be used by many threads. */
public final class GrpcClient implements AutoCloseable {
  /** The wrong fields of a batch come as metadata, and close to the 8 KiB that are the default. */
  private static final int MAX_METADATA = 64 << 10;

  private final ManagedChannel connection;
  private final Channel channel;

  /**
   * A client of the server at target, such as {@code workplan.example.com:443}, with an API key.
   *
   * @param credentials {@link io.grpc.TlsChannelCredentials}, or {@link io.grpc.InsecureChannelCredentials} where the server is without TLS
   */
  public GrpcClient(String target, ChannelCredentials credentials, String key) {
    this(target, credentials, key, Options.DEFAULT);
  }

  /** A client with other than the default options. A deadline that is set on a stub comes before their timeout. */
  public GrpcClient(String target, ChannelCredentials credentials, String key, Options options) {
    BlockingCalls calls = new BlockingCalls(target, key, options);
    connection = Grpc.newChannelBuilder(target, credentials).maxInboundMetadataSize(MAX_METADATA).disableRetry().build();
    channel = ClientInterceptors.intercept(connection, calls);
  }

  /** Tells who the key is. */
  public MeServiceBlockingStub me() {
    return MeServiceGrpc.newBlockingStub(channel);
  }

  /** Reads and changes the people of the organization. */
  public UserServiceBlockingStub users() {
    return UserServiceGrpc.newBlockingStub(channel);
  }

  /** Reads and changes the companies that projects are for. */
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

  /** Reads and writes the hours that were really worked. */
  public ActualHoursServiceBlockingStub actualHours() {
    return ActualHoursServiceGrpc.newBlockingStub(channel);
  }

  /** Reads, asks for and decides time off. */
  public TimeOffServiceBlockingStub timeOff() {
    return TimeOffServiceGrpc.newBlockingStub(channel);
  }

  /** Reads what people can do, as a row of hours names it. */
  public CapabilityServiceBlockingStub capabilities() {
    return CapabilityServiceGrpc.newBlockingStub(channel);
  }

  /** Reads why people are away, as a time off request names it. */
  public TimeOffTypeServiceBlockingStub timeOffTypes() {
    return TimeOffTypeServiceGrpc.newBlockingStub(channel);
  }

  /** Closes the connection when the calls under way are done. */
  @Override
  public void close() {
    connection.shutdown();
  }
}

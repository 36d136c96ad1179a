package io.github.workplanapi.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * CapacityService compares the hours that people have with those that are planned and
 * worked.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class CapacityServiceGrpc {

  private CapacityServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "workplan.v1.CapacityService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.GetCapacityRequest,
      io.github.workplanapi.v1.GetCapacityResponse> getGetCapacityMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "GetCapacity",
      requestType = io.github.workplanapi.v1.GetCapacityRequest.class,
      responseType = io.github.workplanapi.v1.GetCapacityResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.GetCapacityRequest,
      io.github.workplanapi.v1.GetCapacityResponse> getGetCapacityMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.GetCapacityRequest, io.github.workplanapi.v1.GetCapacityResponse> getGetCapacityMethod;
    if ((getGetCapacityMethod = CapacityServiceGrpc.getGetCapacityMethod) == null) {
      synchronized (CapacityServiceGrpc.class) {
        if ((getGetCapacityMethod = CapacityServiceGrpc.getGetCapacityMethod) == null) {
          CapacityServiceGrpc.getGetCapacityMethod = getGetCapacityMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.GetCapacityRequest, io.github.workplanapi.v1.GetCapacityResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "GetCapacity"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.GetCapacityRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.GetCapacityResponse.getDefaultInstance()))
              .setSchemaDescriptor(new CapacityServiceMethodDescriptorSupplier("GetCapacity"))
              .build();
        }
      }
    }
    return getGetCapacityMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.ListCapacityGapsRequest,
      io.github.workplanapi.v1.ListCapacityGapsResponse> getListCapacityGapsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ListCapacityGaps",
      requestType = io.github.workplanapi.v1.ListCapacityGapsRequest.class,
      responseType = io.github.workplanapi.v1.ListCapacityGapsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.ListCapacityGapsRequest,
      io.github.workplanapi.v1.ListCapacityGapsResponse> getListCapacityGapsMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.ListCapacityGapsRequest, io.github.workplanapi.v1.ListCapacityGapsResponse> getListCapacityGapsMethod;
    if ((getListCapacityGapsMethod = CapacityServiceGrpc.getListCapacityGapsMethod) == null) {
      synchronized (CapacityServiceGrpc.class) {
        if ((getListCapacityGapsMethod = CapacityServiceGrpc.getListCapacityGapsMethod) == null) {
          CapacityServiceGrpc.getListCapacityGapsMethod = getListCapacityGapsMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.ListCapacityGapsRequest, io.github.workplanapi.v1.ListCapacityGapsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ListCapacityGaps"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.ListCapacityGapsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.ListCapacityGapsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new CapacityServiceMethodDescriptorSupplier("ListCapacityGaps"))
              .build();
        }
      }
    }
    return getListCapacityGapsMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.ListCandidatesRequest,
      io.github.workplanapi.v1.ListCandidatesResponse> getListCandidatesMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ListCandidates",
      requestType = io.github.workplanapi.v1.ListCandidatesRequest.class,
      responseType = io.github.workplanapi.v1.ListCandidatesResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.ListCandidatesRequest,
      io.github.workplanapi.v1.ListCandidatesResponse> getListCandidatesMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.ListCandidatesRequest, io.github.workplanapi.v1.ListCandidatesResponse> getListCandidatesMethod;
    if ((getListCandidatesMethod = CapacityServiceGrpc.getListCandidatesMethod) == null) {
      synchronized (CapacityServiceGrpc.class) {
        if ((getListCandidatesMethod = CapacityServiceGrpc.getListCandidatesMethod) == null) {
          CapacityServiceGrpc.getListCandidatesMethod = getListCandidatesMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.ListCandidatesRequest, io.github.workplanapi.v1.ListCandidatesResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ListCandidates"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.ListCandidatesRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.ListCandidatesResponse.getDefaultInstance()))
              .setSchemaDescriptor(new CapacityServiceMethodDescriptorSupplier("ListCandidates"))
              .build();
        }
      }
    }
    return getListCandidatesMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static CapacityServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<CapacityServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<CapacityServiceStub>() {
        @java.lang.Override
        public CapacityServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new CapacityServiceStub(channel, callOptions);
        }
      };
    return CapacityServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static CapacityServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<CapacityServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<CapacityServiceBlockingV2Stub>() {
        @java.lang.Override
        public CapacityServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new CapacityServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return CapacityServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static CapacityServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<CapacityServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<CapacityServiceBlockingStub>() {
        @java.lang.Override
        public CapacityServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new CapacityServiceBlockingStub(channel, callOptions);
        }
      };
    return CapacityServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static CapacityServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<CapacityServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<CapacityServiceFutureStub>() {
        @java.lang.Override
        public CapacityServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new CapacityServiceFutureStub(channel, callOptions);
        }
      };
    return CapacityServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * CapacityService compares the hours that people have with those that are planned and
   * worked.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * GetCapacity returns hours in buckets of days, weeks or months, for each user or in
     * groups. All hours are computed for each user and day, and then summed. Inactive users
     * are included only if they have planned or actual hours in the range. Projects, as the
     * items or as what hours are split by, need the scope read:projects too, and clients the
     * scope read:clients.
     * REST sends an ETag, and 304 for a matching If-None-Match if nothing in the
     * organization has changed since. With Accept: text/csv, the response is CSV with one
     * line for each item and bucket.
     * Errors: INVALID_ARGUMENT if a parameter is invalid, the range is longer than 370 days,
     * split_by is used with another group_by than user, time_off_by_type is used without the
     * series timeOff, the response would have more than 20,000 items times buckets or 200,000
     * types times items times buckets, or there are more than 1,000,000 users times days;
     * PERMISSION_DENIED if the caller lacks the scope of what group_by or split_by names.
     * </pre>
     */
    default void getCapacity(io.github.workplanapi.v1.GetCapacityRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.GetCapacityResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getGetCapacityMethod(), responseObserver);
    }

    /**
     * <pre>
     * ListCapacityGaps lists the active users who have at least the given number of free
     * hours in the range, with the first day by which they have them. The user who has them
     * first comes first.
     * Errors: INVALID_ARGUMENT if a parameter is invalid, the range is longer than 370 days,
     * or min_level is used without has_capability_id.
     * </pre>
     */
    default void listCapacityGaps(io.github.workplanapi.v1.ListCapacityGapsRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListCapacityGapsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListCapacityGapsMethod(), responseObserver);
    }

    /**
     * <pre>
     * ListCandidates lists the active persons who could do the work of a placeholder in a
     * range: those who have all of its capabilities, each at its level or a higher one. The best
     * is first. On each day a person covers the hours of the placeholder as far as the
     * person's free hours reach. Hours of projects that are cancelled do not count.
     * Errors: INVALID_ARGUMENT if a parameter is invalid, the user is no placeholder, or the
     * range is longer than 370 days; NOT_FOUND if the user does not exist.
     * </pre>
     */
    default void listCandidates(io.github.workplanapi.v1.ListCandidatesRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListCandidatesResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListCandidatesMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service CapacityService.
   * <pre>
   * CapacityService compares the hours that people have with those that are planned and
   * worked.
   * </pre>
   */
  public static abstract class CapacityServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return CapacityServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service CapacityService.
   * <pre>
   * CapacityService compares the hours that people have with those that are planned and
   * worked.
   * </pre>
   */
  public static final class CapacityServiceStub
      extends io.grpc.stub.AbstractAsyncStub<CapacityServiceStub> {
    private CapacityServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected CapacityServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new CapacityServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * GetCapacity returns hours in buckets of days, weeks or months, for each user or in
     * groups. All hours are computed for each user and day, and then summed. Inactive users
     * are included only if they have planned or actual hours in the range. Projects, as the
     * items or as what hours are split by, need the scope read:projects too, and clients the
     * scope read:clients.
     * REST sends an ETag, and 304 for a matching If-None-Match if nothing in the
     * organization has changed since. With Accept: text/csv, the response is CSV with one
     * line for each item and bucket.
     * Errors: INVALID_ARGUMENT if a parameter is invalid, the range is longer than 370 days,
     * split_by is used with another group_by than user, time_off_by_type is used without the
     * series timeOff, the response would have more than 20,000 items times buckets or 200,000
     * types times items times buckets, or there are more than 1,000,000 users times days;
     * PERMISSION_DENIED if the caller lacks the scope of what group_by or split_by names.
     * </pre>
     */
    public void getCapacity(io.github.workplanapi.v1.GetCapacityRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.GetCapacityResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getGetCapacityMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * ListCapacityGaps lists the active users who have at least the given number of free
     * hours in the range, with the first day by which they have them. The user who has them
     * first comes first.
     * Errors: INVALID_ARGUMENT if a parameter is invalid, the range is longer than 370 days,
     * or min_level is used without has_capability_id.
     * </pre>
     */
    public void listCapacityGaps(io.github.workplanapi.v1.ListCapacityGapsRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListCapacityGapsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListCapacityGapsMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * ListCandidates lists the active persons who could do the work of a placeholder in a
     * range: those who have all of its capabilities, each at its level or a higher one. The best
     * is first. On each day a person covers the hours of the placeholder as far as the
     * person's free hours reach. Hours of projects that are cancelled do not count.
     * Errors: INVALID_ARGUMENT if a parameter is invalid, the user is no placeholder, or the
     * range is longer than 370 days; NOT_FOUND if the user does not exist.
     * </pre>
     */
    public void listCandidates(io.github.workplanapi.v1.ListCandidatesRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListCandidatesResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListCandidatesMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service CapacityService.
   * <pre>
   * CapacityService compares the hours that people have with those that are planned and
   * worked.
   * </pre>
   */
  public static final class CapacityServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<CapacityServiceBlockingV2Stub> {
    private CapacityServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected CapacityServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new CapacityServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * GetCapacity returns hours in buckets of days, weeks or months, for each user or in
     * groups. All hours are computed for each user and day, and then summed. Inactive users
     * are included only if they have planned or actual hours in the range. Projects, as the
     * items or as what hours are split by, need the scope read:projects too, and clients the
     * scope read:clients.
     * REST sends an ETag, and 304 for a matching If-None-Match if nothing in the
     * organization has changed since. With Accept: text/csv, the response is CSV with one
     * line for each item and bucket.
     * Errors: INVALID_ARGUMENT if a parameter is invalid, the range is longer than 370 days,
     * split_by is used with another group_by than user, time_off_by_type is used without the
     * series timeOff, the response would have more than 20,000 items times buckets or 200,000
     * types times items times buckets, or there are more than 1,000,000 users times days;
     * PERMISSION_DENIED if the caller lacks the scope of what group_by or split_by names.
     * </pre>
     */
    public io.github.workplanapi.v1.GetCapacityResponse getCapacity(io.github.workplanapi.v1.GetCapacityRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getGetCapacityMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * ListCapacityGaps lists the active users who have at least the given number of free
     * hours in the range, with the first day by which they have them. The user who has them
     * first comes first.
     * Errors: INVALID_ARGUMENT if a parameter is invalid, the range is longer than 370 days,
     * or min_level is used without has_capability_id.
     * </pre>
     */
    public io.github.workplanapi.v1.ListCapacityGapsResponse listCapacityGaps(io.github.workplanapi.v1.ListCapacityGapsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListCapacityGapsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * ListCandidates lists the active persons who could do the work of a placeholder in a
     * range: those who have all of its capabilities, each at its level or a higher one. The best
     * is first. On each day a person covers the hours of the placeholder as far as the
     * person's free hours reach. Hours of projects that are cancelled do not count.
     * Errors: INVALID_ARGUMENT if a parameter is invalid, the user is no placeholder, or the
     * range is longer than 370 days; NOT_FOUND if the user does not exist.
     * </pre>
     */
    public io.github.workplanapi.v1.ListCandidatesResponse listCandidates(io.github.workplanapi.v1.ListCandidatesRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListCandidatesMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service CapacityService.
   * <pre>
   * CapacityService compares the hours that people have with those that are planned and
   * worked.
   * </pre>
   */
  public static final class CapacityServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<CapacityServiceBlockingStub> {
    private CapacityServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected CapacityServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new CapacityServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * GetCapacity returns hours in buckets of days, weeks or months, for each user or in
     * groups. All hours are computed for each user and day, and then summed. Inactive users
     * are included only if they have planned or actual hours in the range. Projects, as the
     * items or as what hours are split by, need the scope read:projects too, and clients the
     * scope read:clients.
     * REST sends an ETag, and 304 for a matching If-None-Match if nothing in the
     * organization has changed since. With Accept: text/csv, the response is CSV with one
     * line for each item and bucket.
     * Errors: INVALID_ARGUMENT if a parameter is invalid, the range is longer than 370 days,
     * split_by is used with another group_by than user, time_off_by_type is used without the
     * series timeOff, the response would have more than 20,000 items times buckets or 200,000
     * types times items times buckets, or there are more than 1,000,000 users times days;
     * PERMISSION_DENIED if the caller lacks the scope of what group_by or split_by names.
     * </pre>
     */
    public io.github.workplanapi.v1.GetCapacityResponse getCapacity(io.github.workplanapi.v1.GetCapacityRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getGetCapacityMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * ListCapacityGaps lists the active users who have at least the given number of free
     * hours in the range, with the first day by which they have them. The user who has them
     * first comes first.
     * Errors: INVALID_ARGUMENT if a parameter is invalid, the range is longer than 370 days,
     * or min_level is used without has_capability_id.
     * </pre>
     */
    public io.github.workplanapi.v1.ListCapacityGapsResponse listCapacityGaps(io.github.workplanapi.v1.ListCapacityGapsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListCapacityGapsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * ListCandidates lists the active persons who could do the work of a placeholder in a
     * range: those who have all of its capabilities, each at its level or a higher one. The best
     * is first. On each day a person covers the hours of the placeholder as far as the
     * person's free hours reach. Hours of projects that are cancelled do not count.
     * Errors: INVALID_ARGUMENT if a parameter is invalid, the user is no placeholder, or the
     * range is longer than 370 days; NOT_FOUND if the user does not exist.
     * </pre>
     */
    public io.github.workplanapi.v1.ListCandidatesResponse listCandidates(io.github.workplanapi.v1.ListCandidatesRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListCandidatesMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service CapacityService.
   * <pre>
   * CapacityService compares the hours that people have with those that are planned and
   * worked.
   * </pre>
   */
  public static final class CapacityServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<CapacityServiceFutureStub> {
    private CapacityServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected CapacityServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new CapacityServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * GetCapacity returns hours in buckets of days, weeks or months, for each user or in
     * groups. All hours are computed for each user and day, and then summed. Inactive users
     * are included only if they have planned or actual hours in the range. Projects, as the
     * items or as what hours are split by, need the scope read:projects too, and clients the
     * scope read:clients.
     * REST sends an ETag, and 304 for a matching If-None-Match if nothing in the
     * organization has changed since. With Accept: text/csv, the response is CSV with one
     * line for each item and bucket.
     * Errors: INVALID_ARGUMENT if a parameter is invalid, the range is longer than 370 days,
     * split_by is used with another group_by than user, time_off_by_type is used without the
     * series timeOff, the response would have more than 20,000 items times buckets or 200,000
     * types times items times buckets, or there are more than 1,000,000 users times days;
     * PERMISSION_DENIED if the caller lacks the scope of what group_by or split_by names.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.GetCapacityResponse> getCapacity(
        io.github.workplanapi.v1.GetCapacityRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getGetCapacityMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * ListCapacityGaps lists the active users who have at least the given number of free
     * hours in the range, with the first day by which they have them. The user who has them
     * first comes first.
     * Errors: INVALID_ARGUMENT if a parameter is invalid, the range is longer than 370 days,
     * or min_level is used without has_capability_id.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.ListCapacityGapsResponse> listCapacityGaps(
        io.github.workplanapi.v1.ListCapacityGapsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListCapacityGapsMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * ListCandidates lists the active persons who could do the work of a placeholder in a
     * range: those who have all of its capabilities, each at its level or a higher one. The best
     * is first. On each day a person covers the hours of the placeholder as far as the
     * person's free hours reach. Hours of projects that are cancelled do not count.
     * Errors: INVALID_ARGUMENT if a parameter is invalid, the user is no placeholder, or the
     * range is longer than 370 days; NOT_FOUND if the user does not exist.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.ListCandidatesResponse> listCandidates(
        io.github.workplanapi.v1.ListCandidatesRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListCandidatesMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_GET_CAPACITY = 0;
  private static final int METHODID_LIST_CAPACITY_GAPS = 1;
  private static final int METHODID_LIST_CANDIDATES = 2;

  private static final class MethodHandlers<Req, Resp> implements
      io.grpc.stub.ServerCalls.UnaryMethod<Req, Resp>,
      io.grpc.stub.ServerCalls.ServerStreamingMethod<Req, Resp>,
      io.grpc.stub.ServerCalls.ClientStreamingMethod<Req, Resp>,
      io.grpc.stub.ServerCalls.BidiStreamingMethod<Req, Resp> {
    private final AsyncService serviceImpl;
    private final int methodId;

    MethodHandlers(AsyncService serviceImpl, int methodId) {
      this.serviceImpl = serviceImpl;
      this.methodId = methodId;
    }

    @java.lang.Override
    @java.lang.SuppressWarnings("unchecked")
    public void invoke(Req request, io.grpc.stub.StreamObserver<Resp> responseObserver) {
      switch (methodId) {
        case METHODID_GET_CAPACITY:
          serviceImpl.getCapacity((io.github.workplanapi.v1.GetCapacityRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.GetCapacityResponse>) responseObserver);
          break;
        case METHODID_LIST_CAPACITY_GAPS:
          serviceImpl.listCapacityGaps((io.github.workplanapi.v1.ListCapacityGapsRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListCapacityGapsResponse>) responseObserver);
          break;
        case METHODID_LIST_CANDIDATES:
          serviceImpl.listCandidates((io.github.workplanapi.v1.ListCandidatesRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListCandidatesResponse>) responseObserver);
          break;
        default:
          throw new AssertionError();
      }
    }

    @java.lang.Override
    @java.lang.SuppressWarnings("unchecked")
    public io.grpc.stub.StreamObserver<Req> invoke(
        io.grpc.stub.StreamObserver<Resp> responseObserver) {
      switch (methodId) {
        default:
          throw new AssertionError();
      }
    }
  }

  public static final io.grpc.ServerServiceDefinition bindService(AsyncService service) {
    return io.grpc.ServerServiceDefinition.builder(getServiceDescriptor())
        .addMethod(
          getGetCapacityMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.GetCapacityRequest,
              io.github.workplanapi.v1.GetCapacityResponse>(
                service, METHODID_GET_CAPACITY)))
        .addMethod(
          getListCapacityGapsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.ListCapacityGapsRequest,
              io.github.workplanapi.v1.ListCapacityGapsResponse>(
                service, METHODID_LIST_CAPACITY_GAPS)))
        .addMethod(
          getListCandidatesMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.ListCandidatesRequest,
              io.github.workplanapi.v1.ListCandidatesResponse>(
                service, METHODID_LIST_CANDIDATES)))
        .build();
  }

  private static abstract class CapacityServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    CapacityServiceBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return io.github.workplanapi.v1.CapacityProto.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("CapacityService");
    }
  }

  private static final class CapacityServiceFileDescriptorSupplier
      extends CapacityServiceBaseDescriptorSupplier {
    CapacityServiceFileDescriptorSupplier() {}
  }

  private static final class CapacityServiceMethodDescriptorSupplier
      extends CapacityServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    CapacityServiceMethodDescriptorSupplier(java.lang.String methodName) {
      this.methodName = methodName;
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.MethodDescriptor getMethodDescriptor() {
      return getServiceDescriptor().findMethodByName(methodName);
    }
  }

  private static volatile io.grpc.ServiceDescriptor serviceDescriptor;

  public static io.grpc.ServiceDescriptor getServiceDescriptor() {
    io.grpc.ServiceDescriptor result = serviceDescriptor;
    if (result == null) {
      synchronized (CapacityServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new CapacityServiceFileDescriptorSupplier())
              .addMethod(getGetCapacityMethod())
              .addMethod(getListCapacityGapsMethod())
              .addMethod(getListCandidatesMethod())
              .build();
        }
      }
    }
    return result;
  }
}

package io.github.workplanapi.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * CalendarFeedService manages the calendar feed of the acting user: a secret address at
 * which calendar programs read the planned hours and the time off of this user in the
 * iCalendar format (RFC 5545). A user has at most one feed. Admins list and revoke the feeds
 * of all users.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class CalendarFeedServiceGrpc {

  private CalendarFeedServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "workplan.v1.CalendarFeedService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.CreateCalendarFeedRequest,
      io.github.workplanapi.v1.CreateCalendarFeedResponse> getCreateCalendarFeedMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "CreateCalendarFeed",
      requestType = io.github.workplanapi.v1.CreateCalendarFeedRequest.class,
      responseType = io.github.workplanapi.v1.CreateCalendarFeedResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.CreateCalendarFeedRequest,
      io.github.workplanapi.v1.CreateCalendarFeedResponse> getCreateCalendarFeedMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.CreateCalendarFeedRequest, io.github.workplanapi.v1.CreateCalendarFeedResponse> getCreateCalendarFeedMethod;
    if ((getCreateCalendarFeedMethod = CalendarFeedServiceGrpc.getCreateCalendarFeedMethod) == null) {
      synchronized (CalendarFeedServiceGrpc.class) {
        if ((getCreateCalendarFeedMethod = CalendarFeedServiceGrpc.getCreateCalendarFeedMethod) == null) {
          CalendarFeedServiceGrpc.getCreateCalendarFeedMethod = getCreateCalendarFeedMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.CreateCalendarFeedRequest, io.github.workplanapi.v1.CreateCalendarFeedResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "CreateCalendarFeed"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.CreateCalendarFeedRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.CreateCalendarFeedResponse.getDefaultInstance()))
              .setSchemaDescriptor(new CalendarFeedServiceMethodDescriptorSupplier("CreateCalendarFeed"))
              .build();
        }
      }
    }
    return getCreateCalendarFeedMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.GetCalendarFeedRequest,
      io.github.workplanapi.v1.GetCalendarFeedResponse> getGetCalendarFeedMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "GetCalendarFeed",
      requestType = io.github.workplanapi.v1.GetCalendarFeedRequest.class,
      responseType = io.github.workplanapi.v1.GetCalendarFeedResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.GetCalendarFeedRequest,
      io.github.workplanapi.v1.GetCalendarFeedResponse> getGetCalendarFeedMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.GetCalendarFeedRequest, io.github.workplanapi.v1.GetCalendarFeedResponse> getGetCalendarFeedMethod;
    if ((getGetCalendarFeedMethod = CalendarFeedServiceGrpc.getGetCalendarFeedMethod) == null) {
      synchronized (CalendarFeedServiceGrpc.class) {
        if ((getGetCalendarFeedMethod = CalendarFeedServiceGrpc.getGetCalendarFeedMethod) == null) {
          CalendarFeedServiceGrpc.getGetCalendarFeedMethod = getGetCalendarFeedMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.GetCalendarFeedRequest, io.github.workplanapi.v1.GetCalendarFeedResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "GetCalendarFeed"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.GetCalendarFeedRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.GetCalendarFeedResponse.getDefaultInstance()))
              .setSchemaDescriptor(new CalendarFeedServiceMethodDescriptorSupplier("GetCalendarFeed"))
              .build();
        }
      }
    }
    return getGetCalendarFeedMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.DeleteCalendarFeedRequest,
      io.github.workplanapi.v1.DeleteCalendarFeedResponse> getDeleteCalendarFeedMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "DeleteCalendarFeed",
      requestType = io.github.workplanapi.v1.DeleteCalendarFeedRequest.class,
      responseType = io.github.workplanapi.v1.DeleteCalendarFeedResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.DeleteCalendarFeedRequest,
      io.github.workplanapi.v1.DeleteCalendarFeedResponse> getDeleteCalendarFeedMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.DeleteCalendarFeedRequest, io.github.workplanapi.v1.DeleteCalendarFeedResponse> getDeleteCalendarFeedMethod;
    if ((getDeleteCalendarFeedMethod = CalendarFeedServiceGrpc.getDeleteCalendarFeedMethod) == null) {
      synchronized (CalendarFeedServiceGrpc.class) {
        if ((getDeleteCalendarFeedMethod = CalendarFeedServiceGrpc.getDeleteCalendarFeedMethod) == null) {
          CalendarFeedServiceGrpc.getDeleteCalendarFeedMethod = getDeleteCalendarFeedMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.DeleteCalendarFeedRequest, io.github.workplanapi.v1.DeleteCalendarFeedResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "DeleteCalendarFeed"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.DeleteCalendarFeedRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.DeleteCalendarFeedResponse.getDefaultInstance()))
              .setSchemaDescriptor(new CalendarFeedServiceMethodDescriptorSupplier("DeleteCalendarFeed"))
              .build();
        }
      }
    }
    return getDeleteCalendarFeedMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.ListCalendarFeedsRequest,
      io.github.workplanapi.v1.ListCalendarFeedsResponse> getListCalendarFeedsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ListCalendarFeeds",
      requestType = io.github.workplanapi.v1.ListCalendarFeedsRequest.class,
      responseType = io.github.workplanapi.v1.ListCalendarFeedsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.ListCalendarFeedsRequest,
      io.github.workplanapi.v1.ListCalendarFeedsResponse> getListCalendarFeedsMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.ListCalendarFeedsRequest, io.github.workplanapi.v1.ListCalendarFeedsResponse> getListCalendarFeedsMethod;
    if ((getListCalendarFeedsMethod = CalendarFeedServiceGrpc.getListCalendarFeedsMethod) == null) {
      synchronized (CalendarFeedServiceGrpc.class) {
        if ((getListCalendarFeedsMethod = CalendarFeedServiceGrpc.getListCalendarFeedsMethod) == null) {
          CalendarFeedServiceGrpc.getListCalendarFeedsMethod = getListCalendarFeedsMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.ListCalendarFeedsRequest, io.github.workplanapi.v1.ListCalendarFeedsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ListCalendarFeeds"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.ListCalendarFeedsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.ListCalendarFeedsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new CalendarFeedServiceMethodDescriptorSupplier("ListCalendarFeeds"))
              .build();
        }
      }
    }
    return getListCalendarFeedsMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.DeleteUserCalendarFeedRequest,
      io.github.workplanapi.v1.DeleteUserCalendarFeedResponse> getDeleteUserCalendarFeedMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "DeleteUserCalendarFeed",
      requestType = io.github.workplanapi.v1.DeleteUserCalendarFeedRequest.class,
      responseType = io.github.workplanapi.v1.DeleteUserCalendarFeedResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.DeleteUserCalendarFeedRequest,
      io.github.workplanapi.v1.DeleteUserCalendarFeedResponse> getDeleteUserCalendarFeedMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.DeleteUserCalendarFeedRequest, io.github.workplanapi.v1.DeleteUserCalendarFeedResponse> getDeleteUserCalendarFeedMethod;
    if ((getDeleteUserCalendarFeedMethod = CalendarFeedServiceGrpc.getDeleteUserCalendarFeedMethod) == null) {
      synchronized (CalendarFeedServiceGrpc.class) {
        if ((getDeleteUserCalendarFeedMethod = CalendarFeedServiceGrpc.getDeleteUserCalendarFeedMethod) == null) {
          CalendarFeedServiceGrpc.getDeleteUserCalendarFeedMethod = getDeleteUserCalendarFeedMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.DeleteUserCalendarFeedRequest, io.github.workplanapi.v1.DeleteUserCalendarFeedResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "DeleteUserCalendarFeed"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.DeleteUserCalendarFeedRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.DeleteUserCalendarFeedResponse.getDefaultInstance()))
              .setSchemaDescriptor(new CalendarFeedServiceMethodDescriptorSupplier("DeleteUserCalendarFeed"))
              .build();
        }
      }
    }
    return getDeleteUserCalendarFeedMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static CalendarFeedServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<CalendarFeedServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<CalendarFeedServiceStub>() {
        @java.lang.Override
        public CalendarFeedServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new CalendarFeedServiceStub(channel, callOptions);
        }
      };
    return CalendarFeedServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static CalendarFeedServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<CalendarFeedServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<CalendarFeedServiceBlockingV2Stub>() {
        @java.lang.Override
        public CalendarFeedServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new CalendarFeedServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return CalendarFeedServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static CalendarFeedServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<CalendarFeedServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<CalendarFeedServiceBlockingStub>() {
        @java.lang.Override
        public CalendarFeedServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new CalendarFeedServiceBlockingStub(channel, callOptions);
        }
      };
    return CalendarFeedServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static CalendarFeedServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<CalendarFeedServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<CalendarFeedServiceFutureStub>() {
        @java.lang.Override
        public CalendarFeedServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new CalendarFeedServiceFutureStub(channel, callOptions);
        }
      };
    return CalendarFeedServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * CalendarFeedService manages the calendar feed of the acting user: a secret address at
   * which calendar programs read the planned hours and the time off of this user in the
   * iCalendar format (RFC 5545). A user has at most one feed. Admins list and revoke the feeds
   * of all users.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * CreateCalendarFeed gives the acting user a calendar feed with a new address. An earlier
     * address stops working within a second. The response has the address, which is never
     * shown again. A feed that was created with an API key, or in a session that was started
     * with one, ends when the key is revoked or expires.
     * Errors: PERMISSION_DENIED if the caller lacks one of the scopes.
     * </pre>
     */
    default void createCalendarFeed(io.github.workplanapi.v1.CreateCalendarFeedRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.CreateCalendarFeedResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getCreateCalendarFeedMethod(), responseObserver);
    }

    /**
     * <pre>
     * GetCalendarFeed returns the calendar feed of the acting user, without its address.
     * Errors: NOT_FOUND if the acting user has no calendar feed.
     * </pre>
     */
    default void getCalendarFeed(io.github.workplanapi.v1.GetCalendarFeedRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.GetCalendarFeedResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getGetCalendarFeedMethod(), responseObserver);
    }

    /**
     * <pre>
     * DeleteCalendarFeed revokes the calendar feed of the acting user. Its address stops
     * working within a second.
     * Errors: NOT_FOUND if the acting user has no calendar feed.
     * </pre>
     */
    default void deleteCalendarFeed(io.github.workplanapi.v1.DeleteCalendarFeedRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.DeleteCalendarFeedResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getDeleteCalendarFeedMethod(), responseObserver);
    }

    /**
     * <pre>
     * ListCalendarFeeds lists the calendar feeds of all users, oldest first, without their
     * addresses. Only admins may.
     * Errors: INVALID_ARGUMENT if a parameter is invalid; PERMISSION_DENIED if the caller
     * is not an admin.
     * </pre>
     */
    default void listCalendarFeeds(io.github.workplanapi.v1.ListCalendarFeedsRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListCalendarFeedsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListCalendarFeedsMethod(), responseObserver);
    }

    /**
     * <pre>
     * DeleteUserCalendarFeed revokes the calendar feed of a user. Its address stops working
     * within a second. Only admins may.
     * Errors: NOT_FOUND if the user does not exist or has no calendar feed; PERMISSION_DENIED
     * if the caller is not an admin.
     * </pre>
     */
    default void deleteUserCalendarFeed(io.github.workplanapi.v1.DeleteUserCalendarFeedRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.DeleteUserCalendarFeedResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getDeleteUserCalendarFeedMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service CalendarFeedService.
   * <pre>
   * CalendarFeedService manages the calendar feed of the acting user: a secret address at
   * which calendar programs read the planned hours and the time off of this user in the
   * iCalendar format (RFC 5545). A user has at most one feed. Admins list and revoke the feeds
   * of all users.
   * </pre>
   */
  public static abstract class CalendarFeedServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return CalendarFeedServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service CalendarFeedService.
   * <pre>
   * CalendarFeedService manages the calendar feed of the acting user: a secret address at
   * which calendar programs read the planned hours and the time off of this user in the
   * iCalendar format (RFC 5545). A user has at most one feed. Admins list and revoke the feeds
   * of all users.
   * </pre>
   */
  public static final class CalendarFeedServiceStub
      extends io.grpc.stub.AbstractAsyncStub<CalendarFeedServiceStub> {
    private CalendarFeedServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected CalendarFeedServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new CalendarFeedServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * CreateCalendarFeed gives the acting user a calendar feed with a new address. An earlier
     * address stops working within a second. The response has the address, which is never
     * shown again. A feed that was created with an API key, or in a session that was started
     * with one, ends when the key is revoked or expires.
     * Errors: PERMISSION_DENIED if the caller lacks one of the scopes.
     * </pre>
     */
    public void createCalendarFeed(io.github.workplanapi.v1.CreateCalendarFeedRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.CreateCalendarFeedResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getCreateCalendarFeedMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * GetCalendarFeed returns the calendar feed of the acting user, without its address.
     * Errors: NOT_FOUND if the acting user has no calendar feed.
     * </pre>
     */
    public void getCalendarFeed(io.github.workplanapi.v1.GetCalendarFeedRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.GetCalendarFeedResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getGetCalendarFeedMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * DeleteCalendarFeed revokes the calendar feed of the acting user. Its address stops
     * working within a second.
     * Errors: NOT_FOUND if the acting user has no calendar feed.
     * </pre>
     */
    public void deleteCalendarFeed(io.github.workplanapi.v1.DeleteCalendarFeedRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.DeleteCalendarFeedResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getDeleteCalendarFeedMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * ListCalendarFeeds lists the calendar feeds of all users, oldest first, without their
     * addresses. Only admins may.
     * Errors: INVALID_ARGUMENT if a parameter is invalid; PERMISSION_DENIED if the caller
     * is not an admin.
     * </pre>
     */
    public void listCalendarFeeds(io.github.workplanapi.v1.ListCalendarFeedsRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListCalendarFeedsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListCalendarFeedsMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * DeleteUserCalendarFeed revokes the calendar feed of a user. Its address stops working
     * within a second. Only admins may.
     * Errors: NOT_FOUND if the user does not exist or has no calendar feed; PERMISSION_DENIED
     * if the caller is not an admin.
     * </pre>
     */
    public void deleteUserCalendarFeed(io.github.workplanapi.v1.DeleteUserCalendarFeedRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.DeleteUserCalendarFeedResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getDeleteUserCalendarFeedMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service CalendarFeedService.
   * <pre>
   * CalendarFeedService manages the calendar feed of the acting user: a secret address at
   * which calendar programs read the planned hours and the time off of this user in the
   * iCalendar format (RFC 5545). A user has at most one feed. Admins list and revoke the feeds
   * of all users.
   * </pre>
   */
  public static final class CalendarFeedServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<CalendarFeedServiceBlockingV2Stub> {
    private CalendarFeedServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected CalendarFeedServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new CalendarFeedServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * CreateCalendarFeed gives the acting user a calendar feed with a new address. An earlier
     * address stops working within a second. The response has the address, which is never
     * shown again. A feed that was created with an API key, or in a session that was started
     * with one, ends when the key is revoked or expires.
     * Errors: PERMISSION_DENIED if the caller lacks one of the scopes.
     * </pre>
     */
    public io.github.workplanapi.v1.CreateCalendarFeedResponse createCalendarFeed(io.github.workplanapi.v1.CreateCalendarFeedRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getCreateCalendarFeedMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * GetCalendarFeed returns the calendar feed of the acting user, without its address.
     * Errors: NOT_FOUND if the acting user has no calendar feed.
     * </pre>
     */
    public io.github.workplanapi.v1.GetCalendarFeedResponse getCalendarFeed(io.github.workplanapi.v1.GetCalendarFeedRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getGetCalendarFeedMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * DeleteCalendarFeed revokes the calendar feed of the acting user. Its address stops
     * working within a second.
     * Errors: NOT_FOUND if the acting user has no calendar feed.
     * </pre>
     */
    public io.github.workplanapi.v1.DeleteCalendarFeedResponse deleteCalendarFeed(io.github.workplanapi.v1.DeleteCalendarFeedRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getDeleteCalendarFeedMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * ListCalendarFeeds lists the calendar feeds of all users, oldest first, without their
     * addresses. Only admins may.
     * Errors: INVALID_ARGUMENT if a parameter is invalid; PERMISSION_DENIED if the caller
     * is not an admin.
     * </pre>
     */
    public io.github.workplanapi.v1.ListCalendarFeedsResponse listCalendarFeeds(io.github.workplanapi.v1.ListCalendarFeedsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListCalendarFeedsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * DeleteUserCalendarFeed revokes the calendar feed of a user. Its address stops working
     * within a second. Only admins may.
     * Errors: NOT_FOUND if the user does not exist or has no calendar feed; PERMISSION_DENIED
     * if the caller is not an admin.
     * </pre>
     */
    public io.github.workplanapi.v1.DeleteUserCalendarFeedResponse deleteUserCalendarFeed(io.github.workplanapi.v1.DeleteUserCalendarFeedRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getDeleteUserCalendarFeedMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service CalendarFeedService.
   * <pre>
   * CalendarFeedService manages the calendar feed of the acting user: a secret address at
   * which calendar programs read the planned hours and the time off of this user in the
   * iCalendar format (RFC 5545). A user has at most one feed. Admins list and revoke the feeds
   * of all users.
   * </pre>
   */
  public static final class CalendarFeedServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<CalendarFeedServiceBlockingStub> {
    private CalendarFeedServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected CalendarFeedServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new CalendarFeedServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * CreateCalendarFeed gives the acting user a calendar feed with a new address. An earlier
     * address stops working within a second. The response has the address, which is never
     * shown again. A feed that was created with an API key, or in a session that was started
     * with one, ends when the key is revoked or expires.
     * Errors: PERMISSION_DENIED if the caller lacks one of the scopes.
     * </pre>
     */
    public io.github.workplanapi.v1.CreateCalendarFeedResponse createCalendarFeed(io.github.workplanapi.v1.CreateCalendarFeedRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getCreateCalendarFeedMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * GetCalendarFeed returns the calendar feed of the acting user, without its address.
     * Errors: NOT_FOUND if the acting user has no calendar feed.
     * </pre>
     */
    public io.github.workplanapi.v1.GetCalendarFeedResponse getCalendarFeed(io.github.workplanapi.v1.GetCalendarFeedRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getGetCalendarFeedMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * DeleteCalendarFeed revokes the calendar feed of the acting user. Its address stops
     * working within a second.
     * Errors: NOT_FOUND if the acting user has no calendar feed.
     * </pre>
     */
    public io.github.workplanapi.v1.DeleteCalendarFeedResponse deleteCalendarFeed(io.github.workplanapi.v1.DeleteCalendarFeedRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getDeleteCalendarFeedMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * ListCalendarFeeds lists the calendar feeds of all users, oldest first, without their
     * addresses. Only admins may.
     * Errors: INVALID_ARGUMENT if a parameter is invalid; PERMISSION_DENIED if the caller
     * is not an admin.
     * </pre>
     */
    public io.github.workplanapi.v1.ListCalendarFeedsResponse listCalendarFeeds(io.github.workplanapi.v1.ListCalendarFeedsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListCalendarFeedsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * DeleteUserCalendarFeed revokes the calendar feed of a user. Its address stops working
     * within a second. Only admins may.
     * Errors: NOT_FOUND if the user does not exist or has no calendar feed; PERMISSION_DENIED
     * if the caller is not an admin.
     * </pre>
     */
    public io.github.workplanapi.v1.DeleteUserCalendarFeedResponse deleteUserCalendarFeed(io.github.workplanapi.v1.DeleteUserCalendarFeedRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getDeleteUserCalendarFeedMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service CalendarFeedService.
   * <pre>
   * CalendarFeedService manages the calendar feed of the acting user: a secret address at
   * which calendar programs read the planned hours and the time off of this user in the
   * iCalendar format (RFC 5545). A user has at most one feed. Admins list and revoke the feeds
   * of all users.
   * </pre>
   */
  public static final class CalendarFeedServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<CalendarFeedServiceFutureStub> {
    private CalendarFeedServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected CalendarFeedServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new CalendarFeedServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * CreateCalendarFeed gives the acting user a calendar feed with a new address. An earlier
     * address stops working within a second. The response has the address, which is never
     * shown again. A feed that was created with an API key, or in a session that was started
     * with one, ends when the key is revoked or expires.
     * Errors: PERMISSION_DENIED if the caller lacks one of the scopes.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.CreateCalendarFeedResponse> createCalendarFeed(
        io.github.workplanapi.v1.CreateCalendarFeedRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getCreateCalendarFeedMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * GetCalendarFeed returns the calendar feed of the acting user, without its address.
     * Errors: NOT_FOUND if the acting user has no calendar feed.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.GetCalendarFeedResponse> getCalendarFeed(
        io.github.workplanapi.v1.GetCalendarFeedRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getGetCalendarFeedMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * DeleteCalendarFeed revokes the calendar feed of the acting user. Its address stops
     * working within a second.
     * Errors: NOT_FOUND if the acting user has no calendar feed.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.DeleteCalendarFeedResponse> deleteCalendarFeed(
        io.github.workplanapi.v1.DeleteCalendarFeedRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getDeleteCalendarFeedMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * ListCalendarFeeds lists the calendar feeds of all users, oldest first, without their
     * addresses. Only admins may.
     * Errors: INVALID_ARGUMENT if a parameter is invalid; PERMISSION_DENIED if the caller
     * is not an admin.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.ListCalendarFeedsResponse> listCalendarFeeds(
        io.github.workplanapi.v1.ListCalendarFeedsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListCalendarFeedsMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * DeleteUserCalendarFeed revokes the calendar feed of a user. Its address stops working
     * within a second. Only admins may.
     * Errors: NOT_FOUND if the user does not exist or has no calendar feed; PERMISSION_DENIED
     * if the caller is not an admin.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.DeleteUserCalendarFeedResponse> deleteUserCalendarFeed(
        io.github.workplanapi.v1.DeleteUserCalendarFeedRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getDeleteUserCalendarFeedMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_CREATE_CALENDAR_FEED = 0;
  private static final int METHODID_GET_CALENDAR_FEED = 1;
  private static final int METHODID_DELETE_CALENDAR_FEED = 2;
  private static final int METHODID_LIST_CALENDAR_FEEDS = 3;
  private static final int METHODID_DELETE_USER_CALENDAR_FEED = 4;

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
        case METHODID_CREATE_CALENDAR_FEED:
          serviceImpl.createCalendarFeed((io.github.workplanapi.v1.CreateCalendarFeedRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.CreateCalendarFeedResponse>) responseObserver);
          break;
        case METHODID_GET_CALENDAR_FEED:
          serviceImpl.getCalendarFeed((io.github.workplanapi.v1.GetCalendarFeedRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.GetCalendarFeedResponse>) responseObserver);
          break;
        case METHODID_DELETE_CALENDAR_FEED:
          serviceImpl.deleteCalendarFeed((io.github.workplanapi.v1.DeleteCalendarFeedRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.DeleteCalendarFeedResponse>) responseObserver);
          break;
        case METHODID_LIST_CALENDAR_FEEDS:
          serviceImpl.listCalendarFeeds((io.github.workplanapi.v1.ListCalendarFeedsRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListCalendarFeedsResponse>) responseObserver);
          break;
        case METHODID_DELETE_USER_CALENDAR_FEED:
          serviceImpl.deleteUserCalendarFeed((io.github.workplanapi.v1.DeleteUserCalendarFeedRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.DeleteUserCalendarFeedResponse>) responseObserver);
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
          getCreateCalendarFeedMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.CreateCalendarFeedRequest,
              io.github.workplanapi.v1.CreateCalendarFeedResponse>(
                service, METHODID_CREATE_CALENDAR_FEED)))
        .addMethod(
          getGetCalendarFeedMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.GetCalendarFeedRequest,
              io.github.workplanapi.v1.GetCalendarFeedResponse>(
                service, METHODID_GET_CALENDAR_FEED)))
        .addMethod(
          getDeleteCalendarFeedMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.DeleteCalendarFeedRequest,
              io.github.workplanapi.v1.DeleteCalendarFeedResponse>(
                service, METHODID_DELETE_CALENDAR_FEED)))
        .addMethod(
          getListCalendarFeedsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.ListCalendarFeedsRequest,
              io.github.workplanapi.v1.ListCalendarFeedsResponse>(
                service, METHODID_LIST_CALENDAR_FEEDS)))
        .addMethod(
          getDeleteUserCalendarFeedMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.DeleteUserCalendarFeedRequest,
              io.github.workplanapi.v1.DeleteUserCalendarFeedResponse>(
                service, METHODID_DELETE_USER_CALENDAR_FEED)))
        .build();
  }

  private static abstract class CalendarFeedServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    CalendarFeedServiceBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return io.github.workplanapi.v1.CalendarFeedProto.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("CalendarFeedService");
    }
  }

  private static final class CalendarFeedServiceFileDescriptorSupplier
      extends CalendarFeedServiceBaseDescriptorSupplier {
    CalendarFeedServiceFileDescriptorSupplier() {}
  }

  private static final class CalendarFeedServiceMethodDescriptorSupplier
      extends CalendarFeedServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    CalendarFeedServiceMethodDescriptorSupplier(java.lang.String methodName) {
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
      synchronized (CalendarFeedServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new CalendarFeedServiceFileDescriptorSupplier())
              .addMethod(getCreateCalendarFeedMethod())
              .addMethod(getGetCalendarFeedMethod())
              .addMethod(getDeleteCalendarFeedMethod())
              .addMethod(getListCalendarFeedsMethod())
              .addMethod(getDeleteUserCalendarFeedMethod())
              .build();
        }
      }
    }
    return result;
  }
}

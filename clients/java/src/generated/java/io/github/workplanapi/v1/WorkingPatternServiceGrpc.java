package io.github.workplanapi.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * WorkingPatternService reads and writes how many hours people work on each day of the
 * week.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class WorkingPatternServiceGrpc {

  private WorkingPatternServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "workplan.v1.WorkingPatternService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.GetWorkingPatternsRequest,
      io.github.workplanapi.v1.GetWorkingPatternsResponse> getGetWorkingPatternsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "GetWorkingPatterns",
      requestType = io.github.workplanapi.v1.GetWorkingPatternsRequest.class,
      responseType = io.github.workplanapi.v1.GetWorkingPatternsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.GetWorkingPatternsRequest,
      io.github.workplanapi.v1.GetWorkingPatternsResponse> getGetWorkingPatternsMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.GetWorkingPatternsRequest, io.github.workplanapi.v1.GetWorkingPatternsResponse> getGetWorkingPatternsMethod;
    if ((getGetWorkingPatternsMethod = WorkingPatternServiceGrpc.getGetWorkingPatternsMethod) == null) {
      synchronized (WorkingPatternServiceGrpc.class) {
        if ((getGetWorkingPatternsMethod = WorkingPatternServiceGrpc.getGetWorkingPatternsMethod) == null) {
          WorkingPatternServiceGrpc.getGetWorkingPatternsMethod = getGetWorkingPatternsMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.GetWorkingPatternsRequest, io.github.workplanapi.v1.GetWorkingPatternsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "GetWorkingPatterns"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.GetWorkingPatternsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.GetWorkingPatternsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new WorkingPatternServiceMethodDescriptorSupplier("GetWorkingPatterns"))
              .build();
        }
      }
    }
    return getGetWorkingPatternsMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.ReplaceWorkingPatternsRequest,
      io.github.workplanapi.v1.ReplaceWorkingPatternsResponse> getReplaceWorkingPatternsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ReplaceWorkingPatterns",
      requestType = io.github.workplanapi.v1.ReplaceWorkingPatternsRequest.class,
      responseType = io.github.workplanapi.v1.ReplaceWorkingPatternsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.ReplaceWorkingPatternsRequest,
      io.github.workplanapi.v1.ReplaceWorkingPatternsResponse> getReplaceWorkingPatternsMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.ReplaceWorkingPatternsRequest, io.github.workplanapi.v1.ReplaceWorkingPatternsResponse> getReplaceWorkingPatternsMethod;
    if ((getReplaceWorkingPatternsMethod = WorkingPatternServiceGrpc.getReplaceWorkingPatternsMethod) == null) {
      synchronized (WorkingPatternServiceGrpc.class) {
        if ((getReplaceWorkingPatternsMethod = WorkingPatternServiceGrpc.getReplaceWorkingPatternsMethod) == null) {
          WorkingPatternServiceGrpc.getReplaceWorkingPatternsMethod = getReplaceWorkingPatternsMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.ReplaceWorkingPatternsRequest, io.github.workplanapi.v1.ReplaceWorkingPatternsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ReplaceWorkingPatterns"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.ReplaceWorkingPatternsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.ReplaceWorkingPatternsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new WorkingPatternServiceMethodDescriptorSupplier("ReplaceWorkingPatterns"))
              .build();
        }
      }
    }
    return getReplaceWorkingPatternsMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.ListWorkingPatternsRequest,
      io.github.workplanapi.v1.ListWorkingPatternsResponse> getListWorkingPatternsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ListWorkingPatterns",
      requestType = io.github.workplanapi.v1.ListWorkingPatternsRequest.class,
      responseType = io.github.workplanapi.v1.ListWorkingPatternsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.ListWorkingPatternsRequest,
      io.github.workplanapi.v1.ListWorkingPatternsResponse> getListWorkingPatternsMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.ListWorkingPatternsRequest, io.github.workplanapi.v1.ListWorkingPatternsResponse> getListWorkingPatternsMethod;
    if ((getListWorkingPatternsMethod = WorkingPatternServiceGrpc.getListWorkingPatternsMethod) == null) {
      synchronized (WorkingPatternServiceGrpc.class) {
        if ((getListWorkingPatternsMethod = WorkingPatternServiceGrpc.getListWorkingPatternsMethod) == null) {
          WorkingPatternServiceGrpc.getListWorkingPatternsMethod = getListWorkingPatternsMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.ListWorkingPatternsRequest, io.github.workplanapi.v1.ListWorkingPatternsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ListWorkingPatterns"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.ListWorkingPatternsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.ListWorkingPatternsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new WorkingPatternServiceMethodDescriptorSupplier("ListWorkingPatterns"))
              .build();
        }
      }
    }
    return getListWorkingPatternsMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.UpsertWorkingPatternsRequest,
      io.github.workplanapi.v1.UpsertWorkingPatternsResponse> getUpsertWorkingPatternsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "UpsertWorkingPatterns",
      requestType = io.github.workplanapi.v1.UpsertWorkingPatternsRequest.class,
      responseType = io.github.workplanapi.v1.UpsertWorkingPatternsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.UpsertWorkingPatternsRequest,
      io.github.workplanapi.v1.UpsertWorkingPatternsResponse> getUpsertWorkingPatternsMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.UpsertWorkingPatternsRequest, io.github.workplanapi.v1.UpsertWorkingPatternsResponse> getUpsertWorkingPatternsMethod;
    if ((getUpsertWorkingPatternsMethod = WorkingPatternServiceGrpc.getUpsertWorkingPatternsMethod) == null) {
      synchronized (WorkingPatternServiceGrpc.class) {
        if ((getUpsertWorkingPatternsMethod = WorkingPatternServiceGrpc.getUpsertWorkingPatternsMethod) == null) {
          WorkingPatternServiceGrpc.getUpsertWorkingPatternsMethod = getUpsertWorkingPatternsMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.UpsertWorkingPatternsRequest, io.github.workplanapi.v1.UpsertWorkingPatternsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "UpsertWorkingPatterns"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.UpsertWorkingPatternsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.UpsertWorkingPatternsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new WorkingPatternServiceMethodDescriptorSupplier("UpsertWorkingPatterns"))
              .build();
        }
      }
    }
    return getUpsertWorkingPatternsMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static WorkingPatternServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<WorkingPatternServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<WorkingPatternServiceStub>() {
        @java.lang.Override
        public WorkingPatternServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new WorkingPatternServiceStub(channel, callOptions);
        }
      };
    return WorkingPatternServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static WorkingPatternServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<WorkingPatternServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<WorkingPatternServiceBlockingV2Stub>() {
        @java.lang.Override
        public WorkingPatternServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new WorkingPatternServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return WorkingPatternServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static WorkingPatternServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<WorkingPatternServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<WorkingPatternServiceBlockingStub>() {
        @java.lang.Override
        public WorkingPatternServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new WorkingPatternServiceBlockingStub(channel, callOptions);
        }
      };
    return WorkingPatternServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static WorkingPatternServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<WorkingPatternServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<WorkingPatternServiceFutureStub>() {
        @java.lang.Override
        public WorkingPatternServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new WorkingPatternServiceFutureStub(channel, callOptions);
        }
      };
    return WorkingPatternServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * WorkingPatternService reads and writes how many hours people work on each day of the
   * week.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * GetWorkingPatterns returns the working patterns of a user. Without any, the user works
     * a fifth of defaultAvailability from Monday to Friday.
     * Errors: NOT_FOUND if the user does not exist.
     * </pre>
     */
    default void getWorkingPatterns(io.github.workplanapi.v1.GetWorkingPatternsRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.GetWorkingPatternsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getGetWorkingPatternsMethod(), responseObserver);
    }

    /**
     * <pre>
     * ReplaceWorkingPatterns replaces the whole list of working patterns of a user. An empty
     * list removes all. The user's managers and admins may.
     * Errors: INVALID_ARGUMENT if an item is invalid or two begin on the same day; NOT_FOUND
     * if the user does not exist; PERMISSION_DENIED if the caller may not change the
     * availability of the user; ABORTED if the record no longer has the version in If-Match.
     * </pre>
     */
    default void replaceWorkingPatterns(io.github.workplanapi.v1.ReplaceWorkingPatternsRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ReplaceWorkingPatternsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getReplaceWorkingPatternsMethod(), responseObserver);
    }

    /**
     * <pre>
     * ListWorkingPatterns lists the working patterns of all users, in the order of the ids
     * of the users. A user who never had any is not in the list.
     * Errors: INVALID_ARGUMENT if a parameter is invalid.
     * </pre>
     */
    default void listWorkingPatterns(io.github.workplanapi.v1.ListWorkingPatternsRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListWorkingPatternsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListWorkingPatternsMethod(), responseObserver);
    }

    /**
     * <pre>
     * UpsertWorkingPatterns replaces the lists of working patterns of up to 1,000 users in one
     * transaction, each as ReplaceWorkingPatterns does it. A list that is the same in any order is
     * not changed. The response has one list for each item, in the order of the items. If an item
     * is invalid, nothing is written and the error lists all invalid items.
     * Errors: INVALID_ARGUMENT if an item is invalid, two have the same user or, in one list, the
     * same first day, or a user is unknown or a placeholder; PERMISSION_DENIED if the caller may not
     * change the availability of one of the users.
     * </pre>
     */
    default void upsertWorkingPatterns(io.github.workplanapi.v1.UpsertWorkingPatternsRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.UpsertWorkingPatternsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getUpsertWorkingPatternsMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service WorkingPatternService.
   * <pre>
   * WorkingPatternService reads and writes how many hours people work on each day of the
   * week.
   * </pre>
   */
  public static abstract class WorkingPatternServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return WorkingPatternServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service WorkingPatternService.
   * <pre>
   * WorkingPatternService reads and writes how many hours people work on each day of the
   * week.
   * </pre>
   */
  public static final class WorkingPatternServiceStub
      extends io.grpc.stub.AbstractAsyncStub<WorkingPatternServiceStub> {
    private WorkingPatternServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected WorkingPatternServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new WorkingPatternServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * GetWorkingPatterns returns the working patterns of a user. Without any, the user works
     * a fifth of defaultAvailability from Monday to Friday.
     * Errors: NOT_FOUND if the user does not exist.
     * </pre>
     */
    public void getWorkingPatterns(io.github.workplanapi.v1.GetWorkingPatternsRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.GetWorkingPatternsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getGetWorkingPatternsMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * ReplaceWorkingPatterns replaces the whole list of working patterns of a user. An empty
     * list removes all. The user's managers and admins may.
     * Errors: INVALID_ARGUMENT if an item is invalid or two begin on the same day; NOT_FOUND
     * if the user does not exist; PERMISSION_DENIED if the caller may not change the
     * availability of the user; ABORTED if the record no longer has the version in If-Match.
     * </pre>
     */
    public void replaceWorkingPatterns(io.github.workplanapi.v1.ReplaceWorkingPatternsRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ReplaceWorkingPatternsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getReplaceWorkingPatternsMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * ListWorkingPatterns lists the working patterns of all users, in the order of the ids
     * of the users. A user who never had any is not in the list.
     * Errors: INVALID_ARGUMENT if a parameter is invalid.
     * </pre>
     */
    public void listWorkingPatterns(io.github.workplanapi.v1.ListWorkingPatternsRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListWorkingPatternsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListWorkingPatternsMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * UpsertWorkingPatterns replaces the lists of working patterns of up to 1,000 users in one
     * transaction, each as ReplaceWorkingPatterns does it. A list that is the same in any order is
     * not changed. The response has one list for each item, in the order of the items. If an item
     * is invalid, nothing is written and the error lists all invalid items.
     * Errors: INVALID_ARGUMENT if an item is invalid, two have the same user or, in one list, the
     * same first day, or a user is unknown or a placeholder; PERMISSION_DENIED if the caller may not
     * change the availability of one of the users.
     * </pre>
     */
    public void upsertWorkingPatterns(io.github.workplanapi.v1.UpsertWorkingPatternsRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.UpsertWorkingPatternsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getUpsertWorkingPatternsMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service WorkingPatternService.
   * <pre>
   * WorkingPatternService reads and writes how many hours people work on each day of the
   * week.
   * </pre>
   */
  public static final class WorkingPatternServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<WorkingPatternServiceBlockingV2Stub> {
    private WorkingPatternServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected WorkingPatternServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new WorkingPatternServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * GetWorkingPatterns returns the working patterns of a user. Without any, the user works
     * a fifth of defaultAvailability from Monday to Friday.
     * Errors: NOT_FOUND if the user does not exist.
     * </pre>
     */
    public io.github.workplanapi.v1.GetWorkingPatternsResponse getWorkingPatterns(io.github.workplanapi.v1.GetWorkingPatternsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getGetWorkingPatternsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * ReplaceWorkingPatterns replaces the whole list of working patterns of a user. An empty
     * list removes all. The user's managers and admins may.
     * Errors: INVALID_ARGUMENT if an item is invalid or two begin on the same day; NOT_FOUND
     * if the user does not exist; PERMISSION_DENIED if the caller may not change the
     * availability of the user; ABORTED if the record no longer has the version in If-Match.
     * </pre>
     */
    public io.github.workplanapi.v1.ReplaceWorkingPatternsResponse replaceWorkingPatterns(io.github.workplanapi.v1.ReplaceWorkingPatternsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getReplaceWorkingPatternsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * ListWorkingPatterns lists the working patterns of all users, in the order of the ids
     * of the users. A user who never had any is not in the list.
     * Errors: INVALID_ARGUMENT if a parameter is invalid.
     * </pre>
     */
    public io.github.workplanapi.v1.ListWorkingPatternsResponse listWorkingPatterns(io.github.workplanapi.v1.ListWorkingPatternsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListWorkingPatternsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * UpsertWorkingPatterns replaces the lists of working patterns of up to 1,000 users in one
     * transaction, each as ReplaceWorkingPatterns does it. A list that is the same in any order is
     * not changed. The response has one list for each item, in the order of the items. If an item
     * is invalid, nothing is written and the error lists all invalid items.
     * Errors: INVALID_ARGUMENT if an item is invalid, two have the same user or, in one list, the
     * same first day, or a user is unknown or a placeholder; PERMISSION_DENIED if the caller may not
     * change the availability of one of the users.
     * </pre>
     */
    public io.github.workplanapi.v1.UpsertWorkingPatternsResponse upsertWorkingPatterns(io.github.workplanapi.v1.UpsertWorkingPatternsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getUpsertWorkingPatternsMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service WorkingPatternService.
   * <pre>
   * WorkingPatternService reads and writes how many hours people work on each day of the
   * week.
   * </pre>
   */
  public static final class WorkingPatternServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<WorkingPatternServiceBlockingStub> {
    private WorkingPatternServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected WorkingPatternServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new WorkingPatternServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * GetWorkingPatterns returns the working patterns of a user. Without any, the user works
     * a fifth of defaultAvailability from Monday to Friday.
     * Errors: NOT_FOUND if the user does not exist.
     * </pre>
     */
    public io.github.workplanapi.v1.GetWorkingPatternsResponse getWorkingPatterns(io.github.workplanapi.v1.GetWorkingPatternsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getGetWorkingPatternsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * ReplaceWorkingPatterns replaces the whole list of working patterns of a user. An empty
     * list removes all. The user's managers and admins may.
     * Errors: INVALID_ARGUMENT if an item is invalid or two begin on the same day; NOT_FOUND
     * if the user does not exist; PERMISSION_DENIED if the caller may not change the
     * availability of the user; ABORTED if the record no longer has the version in If-Match.
     * </pre>
     */
    public io.github.workplanapi.v1.ReplaceWorkingPatternsResponse replaceWorkingPatterns(io.github.workplanapi.v1.ReplaceWorkingPatternsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getReplaceWorkingPatternsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * ListWorkingPatterns lists the working patterns of all users, in the order of the ids
     * of the users. A user who never had any is not in the list.
     * Errors: INVALID_ARGUMENT if a parameter is invalid.
     * </pre>
     */
    public io.github.workplanapi.v1.ListWorkingPatternsResponse listWorkingPatterns(io.github.workplanapi.v1.ListWorkingPatternsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListWorkingPatternsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * UpsertWorkingPatterns replaces the lists of working patterns of up to 1,000 users in one
     * transaction, each as ReplaceWorkingPatterns does it. A list that is the same in any order is
     * not changed. The response has one list for each item, in the order of the items. If an item
     * is invalid, nothing is written and the error lists all invalid items.
     * Errors: INVALID_ARGUMENT if an item is invalid, two have the same user or, in one list, the
     * same first day, or a user is unknown or a placeholder; PERMISSION_DENIED if the caller may not
     * change the availability of one of the users.
     * </pre>
     */
    public io.github.workplanapi.v1.UpsertWorkingPatternsResponse upsertWorkingPatterns(io.github.workplanapi.v1.UpsertWorkingPatternsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getUpsertWorkingPatternsMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service WorkingPatternService.
   * <pre>
   * WorkingPatternService reads and writes how many hours people work on each day of the
   * week.
   * </pre>
   */
  public static final class WorkingPatternServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<WorkingPatternServiceFutureStub> {
    private WorkingPatternServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected WorkingPatternServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new WorkingPatternServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * GetWorkingPatterns returns the working patterns of a user. Without any, the user works
     * a fifth of defaultAvailability from Monday to Friday.
     * Errors: NOT_FOUND if the user does not exist.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.GetWorkingPatternsResponse> getWorkingPatterns(
        io.github.workplanapi.v1.GetWorkingPatternsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getGetWorkingPatternsMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * ReplaceWorkingPatterns replaces the whole list of working patterns of a user. An empty
     * list removes all. The user's managers and admins may.
     * Errors: INVALID_ARGUMENT if an item is invalid or two begin on the same day; NOT_FOUND
     * if the user does not exist; PERMISSION_DENIED if the caller may not change the
     * availability of the user; ABORTED if the record no longer has the version in If-Match.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.ReplaceWorkingPatternsResponse> replaceWorkingPatterns(
        io.github.workplanapi.v1.ReplaceWorkingPatternsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getReplaceWorkingPatternsMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * ListWorkingPatterns lists the working patterns of all users, in the order of the ids
     * of the users. A user who never had any is not in the list.
     * Errors: INVALID_ARGUMENT if a parameter is invalid.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.ListWorkingPatternsResponse> listWorkingPatterns(
        io.github.workplanapi.v1.ListWorkingPatternsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListWorkingPatternsMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * UpsertWorkingPatterns replaces the lists of working patterns of up to 1,000 users in one
     * transaction, each as ReplaceWorkingPatterns does it. A list that is the same in any order is
     * not changed. The response has one list for each item, in the order of the items. If an item
     * is invalid, nothing is written and the error lists all invalid items.
     * Errors: INVALID_ARGUMENT if an item is invalid, two have the same user or, in one list, the
     * same first day, or a user is unknown or a placeholder; PERMISSION_DENIED if the caller may not
     * change the availability of one of the users.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.UpsertWorkingPatternsResponse> upsertWorkingPatterns(
        io.github.workplanapi.v1.UpsertWorkingPatternsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getUpsertWorkingPatternsMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_GET_WORKING_PATTERNS = 0;
  private static final int METHODID_REPLACE_WORKING_PATTERNS = 1;
  private static final int METHODID_LIST_WORKING_PATTERNS = 2;
  private static final int METHODID_UPSERT_WORKING_PATTERNS = 3;

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
        case METHODID_GET_WORKING_PATTERNS:
          serviceImpl.getWorkingPatterns((io.github.workplanapi.v1.GetWorkingPatternsRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.GetWorkingPatternsResponse>) responseObserver);
          break;
        case METHODID_REPLACE_WORKING_PATTERNS:
          serviceImpl.replaceWorkingPatterns((io.github.workplanapi.v1.ReplaceWorkingPatternsRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ReplaceWorkingPatternsResponse>) responseObserver);
          break;
        case METHODID_LIST_WORKING_PATTERNS:
          serviceImpl.listWorkingPatterns((io.github.workplanapi.v1.ListWorkingPatternsRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListWorkingPatternsResponse>) responseObserver);
          break;
        case METHODID_UPSERT_WORKING_PATTERNS:
          serviceImpl.upsertWorkingPatterns((io.github.workplanapi.v1.UpsertWorkingPatternsRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.UpsertWorkingPatternsResponse>) responseObserver);
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
          getGetWorkingPatternsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.GetWorkingPatternsRequest,
              io.github.workplanapi.v1.GetWorkingPatternsResponse>(
                service, METHODID_GET_WORKING_PATTERNS)))
        .addMethod(
          getReplaceWorkingPatternsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.ReplaceWorkingPatternsRequest,
              io.github.workplanapi.v1.ReplaceWorkingPatternsResponse>(
                service, METHODID_REPLACE_WORKING_PATTERNS)))
        .addMethod(
          getListWorkingPatternsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.ListWorkingPatternsRequest,
              io.github.workplanapi.v1.ListWorkingPatternsResponse>(
                service, METHODID_LIST_WORKING_PATTERNS)))
        .addMethod(
          getUpsertWorkingPatternsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.UpsertWorkingPatternsRequest,
              io.github.workplanapi.v1.UpsertWorkingPatternsResponse>(
                service, METHODID_UPSERT_WORKING_PATTERNS)))
        .build();
  }

  private static abstract class WorkingPatternServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    WorkingPatternServiceBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return io.github.workplanapi.v1.CalendarProto.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("WorkingPatternService");
    }
  }

  private static final class WorkingPatternServiceFileDescriptorSupplier
      extends WorkingPatternServiceBaseDescriptorSupplier {
    WorkingPatternServiceFileDescriptorSupplier() {}
  }

  private static final class WorkingPatternServiceMethodDescriptorSupplier
      extends WorkingPatternServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    WorkingPatternServiceMethodDescriptorSupplier(java.lang.String methodName) {
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
      synchronized (WorkingPatternServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new WorkingPatternServiceFileDescriptorSupplier())
              .addMethod(getGetWorkingPatternsMethod())
              .addMethod(getReplaceWorkingPatternsMethod())
              .addMethod(getListWorkingPatternsMethod())
              .addMethod(getUpsertWorkingPatternsMethod())
              .build();
        }
      }
    }
    return result;
  }
}

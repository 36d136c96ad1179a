package io.github.workplanapi.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * TimeOffTypeService lists, creates and updates the organization's types of time off, such
 * as vacation. Time off requests refer to them.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class TimeOffTypeServiceGrpc {

  private TimeOffTypeServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "workplan.v1.TimeOffTypeService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.ListTimeOffTypesRequest,
      io.github.workplanapi.v1.ListTimeOffTypesResponse> getListTimeOffTypesMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ListTimeOffTypes",
      requestType = io.github.workplanapi.v1.ListTimeOffTypesRequest.class,
      responseType = io.github.workplanapi.v1.ListTimeOffTypesResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.ListTimeOffTypesRequest,
      io.github.workplanapi.v1.ListTimeOffTypesResponse> getListTimeOffTypesMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.ListTimeOffTypesRequest, io.github.workplanapi.v1.ListTimeOffTypesResponse> getListTimeOffTypesMethod;
    if ((getListTimeOffTypesMethod = TimeOffTypeServiceGrpc.getListTimeOffTypesMethod) == null) {
      synchronized (TimeOffTypeServiceGrpc.class) {
        if ((getListTimeOffTypesMethod = TimeOffTypeServiceGrpc.getListTimeOffTypesMethod) == null) {
          TimeOffTypeServiceGrpc.getListTimeOffTypesMethod = getListTimeOffTypesMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.ListTimeOffTypesRequest, io.github.workplanapi.v1.ListTimeOffTypesResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ListTimeOffTypes"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.ListTimeOffTypesRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.ListTimeOffTypesResponse.getDefaultInstance()))
              .setSchemaDescriptor(new TimeOffTypeServiceMethodDescriptorSupplier("ListTimeOffTypes"))
              .build();
        }
      }
    }
    return getListTimeOffTypesMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.CreateTimeOffTypeRequest,
      io.github.workplanapi.v1.CreateTimeOffTypeResponse> getCreateTimeOffTypeMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "CreateTimeOffType",
      requestType = io.github.workplanapi.v1.CreateTimeOffTypeRequest.class,
      responseType = io.github.workplanapi.v1.CreateTimeOffTypeResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.CreateTimeOffTypeRequest,
      io.github.workplanapi.v1.CreateTimeOffTypeResponse> getCreateTimeOffTypeMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.CreateTimeOffTypeRequest, io.github.workplanapi.v1.CreateTimeOffTypeResponse> getCreateTimeOffTypeMethod;
    if ((getCreateTimeOffTypeMethod = TimeOffTypeServiceGrpc.getCreateTimeOffTypeMethod) == null) {
      synchronized (TimeOffTypeServiceGrpc.class) {
        if ((getCreateTimeOffTypeMethod = TimeOffTypeServiceGrpc.getCreateTimeOffTypeMethod) == null) {
          TimeOffTypeServiceGrpc.getCreateTimeOffTypeMethod = getCreateTimeOffTypeMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.CreateTimeOffTypeRequest, io.github.workplanapi.v1.CreateTimeOffTypeResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "CreateTimeOffType"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.CreateTimeOffTypeRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.CreateTimeOffTypeResponse.getDefaultInstance()))
              .setSchemaDescriptor(new TimeOffTypeServiceMethodDescriptorSupplier("CreateTimeOffType"))
              .build();
        }
      }
    }
    return getCreateTimeOffTypeMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.UpdateTimeOffTypeRequest,
      io.github.workplanapi.v1.UpdateTimeOffTypeResponse> getUpdateTimeOffTypeMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "UpdateTimeOffType",
      requestType = io.github.workplanapi.v1.UpdateTimeOffTypeRequest.class,
      responseType = io.github.workplanapi.v1.UpdateTimeOffTypeResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.UpdateTimeOffTypeRequest,
      io.github.workplanapi.v1.UpdateTimeOffTypeResponse> getUpdateTimeOffTypeMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.UpdateTimeOffTypeRequest, io.github.workplanapi.v1.UpdateTimeOffTypeResponse> getUpdateTimeOffTypeMethod;
    if ((getUpdateTimeOffTypeMethod = TimeOffTypeServiceGrpc.getUpdateTimeOffTypeMethod) == null) {
      synchronized (TimeOffTypeServiceGrpc.class) {
        if ((getUpdateTimeOffTypeMethod = TimeOffTypeServiceGrpc.getUpdateTimeOffTypeMethod) == null) {
          TimeOffTypeServiceGrpc.getUpdateTimeOffTypeMethod = getUpdateTimeOffTypeMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.UpdateTimeOffTypeRequest, io.github.workplanapi.v1.UpdateTimeOffTypeResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "UpdateTimeOffType"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.UpdateTimeOffTypeRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.UpdateTimeOffTypeResponse.getDefaultInstance()))
              .setSchemaDescriptor(new TimeOffTypeServiceMethodDescriptorSupplier("UpdateTimeOffType"))
              .build();
        }
      }
    }
    return getUpdateTimeOffTypeMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static TimeOffTypeServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<TimeOffTypeServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<TimeOffTypeServiceStub>() {
        @java.lang.Override
        public TimeOffTypeServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new TimeOffTypeServiceStub(channel, callOptions);
        }
      };
    return TimeOffTypeServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static TimeOffTypeServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<TimeOffTypeServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<TimeOffTypeServiceBlockingV2Stub>() {
        @java.lang.Override
        public TimeOffTypeServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new TimeOffTypeServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return TimeOffTypeServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static TimeOffTypeServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<TimeOffTypeServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<TimeOffTypeServiceBlockingStub>() {
        @java.lang.Override
        public TimeOffTypeServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new TimeOffTypeServiceBlockingStub(channel, callOptions);
        }
      };
    return TimeOffTypeServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static TimeOffTypeServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<TimeOffTypeServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<TimeOffTypeServiceFutureStub>() {
        @java.lang.Override
        public TimeOffTypeServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new TimeOffTypeServiceFutureStub(channel, callOptions);
        }
      };
    return TimeOffTypeServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * TimeOffTypeService lists, creates and updates the organization's types of time off, such
   * as vacation. Time off requests refer to them.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * ListTimeOffTypes lists the types of time off, oldest first.
     * Errors: INVALID_ARGUMENT if a parameter is invalid.
     * </pre>
     */
    default void listTimeOffTypes(io.github.workplanapi.v1.ListTimeOffTypesRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListTimeOffTypesResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListTimeOffTypesMethod(), responseObserver);
    }

    /**
     * <pre>
     * CreateTimeOffType creates a type of time off. Only admins may.
     * Errors: INVALID_ARGUMENT if a field is missing or out of range; PERMISSION_DENIED if
     * the caller is not an admin; ALREADY_EXISTS if another one has the name.
     * </pre>
     */
    default void createTimeOffType(io.github.workplanapi.v1.CreateTimeOffTypeRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.CreateTimeOffTypeResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getCreateTimeOffTypeMethod(), responseObserver);
    }

    /**
     * <pre>
     * UpdateTimeOffType changes the given fields of a type of time off. Only admins may.
     * Errors: INVALID_ARGUMENT if a field is out of range; NOT_FOUND if the type of time off
     * does not exist; PERMISSION_DENIED if the caller is not an admin; ALREADY_EXISTS if
     * another one has the name; ABORTED if the record no longer has the version in If-Match.
     * </pre>
     */
    default void updateTimeOffType(io.github.workplanapi.v1.UpdateTimeOffTypeRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.UpdateTimeOffTypeResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getUpdateTimeOffTypeMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service TimeOffTypeService.
   * <pre>
   * TimeOffTypeService lists, creates and updates the organization's types of time off, such
   * as vacation. Time off requests refer to them.
   * </pre>
   */
  public static abstract class TimeOffTypeServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return TimeOffTypeServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service TimeOffTypeService.
   * <pre>
   * TimeOffTypeService lists, creates and updates the organization's types of time off, such
   * as vacation. Time off requests refer to them.
   * </pre>
   */
  public static final class TimeOffTypeServiceStub
      extends io.grpc.stub.AbstractAsyncStub<TimeOffTypeServiceStub> {
    private TimeOffTypeServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected TimeOffTypeServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new TimeOffTypeServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * ListTimeOffTypes lists the types of time off, oldest first.
     * Errors: INVALID_ARGUMENT if a parameter is invalid.
     * </pre>
     */
    public void listTimeOffTypes(io.github.workplanapi.v1.ListTimeOffTypesRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListTimeOffTypesResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListTimeOffTypesMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * CreateTimeOffType creates a type of time off. Only admins may.
     * Errors: INVALID_ARGUMENT if a field is missing or out of range; PERMISSION_DENIED if
     * the caller is not an admin; ALREADY_EXISTS if another one has the name.
     * </pre>
     */
    public void createTimeOffType(io.github.workplanapi.v1.CreateTimeOffTypeRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.CreateTimeOffTypeResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getCreateTimeOffTypeMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * UpdateTimeOffType changes the given fields of a type of time off. Only admins may.
     * Errors: INVALID_ARGUMENT if a field is out of range; NOT_FOUND if the type of time off
     * does not exist; PERMISSION_DENIED if the caller is not an admin; ALREADY_EXISTS if
     * another one has the name; ABORTED if the record no longer has the version in If-Match.
     * </pre>
     */
    public void updateTimeOffType(io.github.workplanapi.v1.UpdateTimeOffTypeRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.UpdateTimeOffTypeResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getUpdateTimeOffTypeMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service TimeOffTypeService.
   * <pre>
   * TimeOffTypeService lists, creates and updates the organization's types of time off, such
   * as vacation. Time off requests refer to them.
   * </pre>
   */
  public static final class TimeOffTypeServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<TimeOffTypeServiceBlockingV2Stub> {
    private TimeOffTypeServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected TimeOffTypeServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new TimeOffTypeServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * ListTimeOffTypes lists the types of time off, oldest first.
     * Errors: INVALID_ARGUMENT if a parameter is invalid.
     * </pre>
     */
    public io.github.workplanapi.v1.ListTimeOffTypesResponse listTimeOffTypes(io.github.workplanapi.v1.ListTimeOffTypesRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListTimeOffTypesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * CreateTimeOffType creates a type of time off. Only admins may.
     * Errors: INVALID_ARGUMENT if a field is missing or out of range; PERMISSION_DENIED if
     * the caller is not an admin; ALREADY_EXISTS if another one has the name.
     * </pre>
     */
    public io.github.workplanapi.v1.CreateTimeOffTypeResponse createTimeOffType(io.github.workplanapi.v1.CreateTimeOffTypeRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getCreateTimeOffTypeMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * UpdateTimeOffType changes the given fields of a type of time off. Only admins may.
     * Errors: INVALID_ARGUMENT if a field is out of range; NOT_FOUND if the type of time off
     * does not exist; PERMISSION_DENIED if the caller is not an admin; ALREADY_EXISTS if
     * another one has the name; ABORTED if the record no longer has the version in If-Match.
     * </pre>
     */
    public io.github.workplanapi.v1.UpdateTimeOffTypeResponse updateTimeOffType(io.github.workplanapi.v1.UpdateTimeOffTypeRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getUpdateTimeOffTypeMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service TimeOffTypeService.
   * <pre>
   * TimeOffTypeService lists, creates and updates the organization's types of time off, such
   * as vacation. Time off requests refer to them.
   * </pre>
   */
  public static final class TimeOffTypeServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<TimeOffTypeServiceBlockingStub> {
    private TimeOffTypeServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected TimeOffTypeServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new TimeOffTypeServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * ListTimeOffTypes lists the types of time off, oldest first.
     * Errors: INVALID_ARGUMENT if a parameter is invalid.
     * </pre>
     */
    public io.github.workplanapi.v1.ListTimeOffTypesResponse listTimeOffTypes(io.github.workplanapi.v1.ListTimeOffTypesRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListTimeOffTypesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * CreateTimeOffType creates a type of time off. Only admins may.
     * Errors: INVALID_ARGUMENT if a field is missing or out of range; PERMISSION_DENIED if
     * the caller is not an admin; ALREADY_EXISTS if another one has the name.
     * </pre>
     */
    public io.github.workplanapi.v1.CreateTimeOffTypeResponse createTimeOffType(io.github.workplanapi.v1.CreateTimeOffTypeRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getCreateTimeOffTypeMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * UpdateTimeOffType changes the given fields of a type of time off. Only admins may.
     * Errors: INVALID_ARGUMENT if a field is out of range; NOT_FOUND if the type of time off
     * does not exist; PERMISSION_DENIED if the caller is not an admin; ALREADY_EXISTS if
     * another one has the name; ABORTED if the record no longer has the version in If-Match.
     * </pre>
     */
    public io.github.workplanapi.v1.UpdateTimeOffTypeResponse updateTimeOffType(io.github.workplanapi.v1.UpdateTimeOffTypeRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getUpdateTimeOffTypeMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service TimeOffTypeService.
   * <pre>
   * TimeOffTypeService lists, creates and updates the organization's types of time off, such
   * as vacation. Time off requests refer to them.
   * </pre>
   */
  public static final class TimeOffTypeServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<TimeOffTypeServiceFutureStub> {
    private TimeOffTypeServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected TimeOffTypeServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new TimeOffTypeServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * ListTimeOffTypes lists the types of time off, oldest first.
     * Errors: INVALID_ARGUMENT if a parameter is invalid.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.ListTimeOffTypesResponse> listTimeOffTypes(
        io.github.workplanapi.v1.ListTimeOffTypesRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListTimeOffTypesMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * CreateTimeOffType creates a type of time off. Only admins may.
     * Errors: INVALID_ARGUMENT if a field is missing or out of range; PERMISSION_DENIED if
     * the caller is not an admin; ALREADY_EXISTS if another one has the name.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.CreateTimeOffTypeResponse> createTimeOffType(
        io.github.workplanapi.v1.CreateTimeOffTypeRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getCreateTimeOffTypeMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * UpdateTimeOffType changes the given fields of a type of time off. Only admins may.
     * Errors: INVALID_ARGUMENT if a field is out of range; NOT_FOUND if the type of time off
     * does not exist; PERMISSION_DENIED if the caller is not an admin; ALREADY_EXISTS if
     * another one has the name; ABORTED if the record no longer has the version in If-Match.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.UpdateTimeOffTypeResponse> updateTimeOffType(
        io.github.workplanapi.v1.UpdateTimeOffTypeRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getUpdateTimeOffTypeMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_LIST_TIME_OFF_TYPES = 0;
  private static final int METHODID_CREATE_TIME_OFF_TYPE = 1;
  private static final int METHODID_UPDATE_TIME_OFF_TYPE = 2;

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
        case METHODID_LIST_TIME_OFF_TYPES:
          serviceImpl.listTimeOffTypes((io.github.workplanapi.v1.ListTimeOffTypesRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListTimeOffTypesResponse>) responseObserver);
          break;
        case METHODID_CREATE_TIME_OFF_TYPE:
          serviceImpl.createTimeOffType((io.github.workplanapi.v1.CreateTimeOffTypeRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.CreateTimeOffTypeResponse>) responseObserver);
          break;
        case METHODID_UPDATE_TIME_OFF_TYPE:
          serviceImpl.updateTimeOffType((io.github.workplanapi.v1.UpdateTimeOffTypeRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.UpdateTimeOffTypeResponse>) responseObserver);
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
          getListTimeOffTypesMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.ListTimeOffTypesRequest,
              io.github.workplanapi.v1.ListTimeOffTypesResponse>(
                service, METHODID_LIST_TIME_OFF_TYPES)))
        .addMethod(
          getCreateTimeOffTypeMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.CreateTimeOffTypeRequest,
              io.github.workplanapi.v1.CreateTimeOffTypeResponse>(
                service, METHODID_CREATE_TIME_OFF_TYPE)))
        .addMethod(
          getUpdateTimeOffTypeMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.UpdateTimeOffTypeRequest,
              io.github.workplanapi.v1.UpdateTimeOffTypeResponse>(
                service, METHODID_UPDATE_TIME_OFF_TYPE)))
        .build();
  }

  private static abstract class TimeOffTypeServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    TimeOffTypeServiceBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return io.github.workplanapi.v1.CatalogProto.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("TimeOffTypeService");
    }
  }

  private static final class TimeOffTypeServiceFileDescriptorSupplier
      extends TimeOffTypeServiceBaseDescriptorSupplier {
    TimeOffTypeServiceFileDescriptorSupplier() {}
  }

  private static final class TimeOffTypeServiceMethodDescriptorSupplier
      extends TimeOffTypeServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    TimeOffTypeServiceMethodDescriptorSupplier(java.lang.String methodName) {
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
      synchronized (TimeOffTypeServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new TimeOffTypeServiceFileDescriptorSupplier())
              .addMethod(getListTimeOffTypesMethod())
              .addMethod(getCreateTimeOffTypeMethod())
              .addMethod(getUpdateTimeOffTypeMethod())
              .build();
        }
      }
    }
    return result;
  }
}

package io.github.workplanapi.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * AssignmentService lists and writes planned hours.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class AssignmentServiceGrpc {

  private AssignmentServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "workplan.v1.AssignmentService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.ListAssignmentsRequest,
      io.github.workplanapi.v1.ListAssignmentsResponse> getListAssignmentsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ListAssignments",
      requestType = io.github.workplanapi.v1.ListAssignmentsRequest.class,
      responseType = io.github.workplanapi.v1.ListAssignmentsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.ListAssignmentsRequest,
      io.github.workplanapi.v1.ListAssignmentsResponse> getListAssignmentsMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.ListAssignmentsRequest, io.github.workplanapi.v1.ListAssignmentsResponse> getListAssignmentsMethod;
    if ((getListAssignmentsMethod = AssignmentServiceGrpc.getListAssignmentsMethod) == null) {
      synchronized (AssignmentServiceGrpc.class) {
        if ((getListAssignmentsMethod = AssignmentServiceGrpc.getListAssignmentsMethod) == null) {
          AssignmentServiceGrpc.getListAssignmentsMethod = getListAssignmentsMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.ListAssignmentsRequest, io.github.workplanapi.v1.ListAssignmentsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ListAssignments"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.ListAssignmentsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.ListAssignmentsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new AssignmentServiceMethodDescriptorSupplier("ListAssignments"))
              .build();
        }
      }
    }
    return getListAssignmentsMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.UpsertAssignmentsRequest,
      io.github.workplanapi.v1.UpsertAssignmentsResponse> getUpsertAssignmentsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "UpsertAssignments",
      requestType = io.github.workplanapi.v1.UpsertAssignmentsRequest.class,
      responseType = io.github.workplanapi.v1.UpsertAssignmentsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.UpsertAssignmentsRequest,
      io.github.workplanapi.v1.UpsertAssignmentsResponse> getUpsertAssignmentsMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.UpsertAssignmentsRequest, io.github.workplanapi.v1.UpsertAssignmentsResponse> getUpsertAssignmentsMethod;
    if ((getUpsertAssignmentsMethod = AssignmentServiceGrpc.getUpsertAssignmentsMethod) == null) {
      synchronized (AssignmentServiceGrpc.class) {
        if ((getUpsertAssignmentsMethod = AssignmentServiceGrpc.getUpsertAssignmentsMethod) == null) {
          AssignmentServiceGrpc.getUpsertAssignmentsMethod = getUpsertAssignmentsMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.UpsertAssignmentsRequest, io.github.workplanapi.v1.UpsertAssignmentsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "UpsertAssignments"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.UpsertAssignmentsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.UpsertAssignmentsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new AssignmentServiceMethodDescriptorSupplier("UpsertAssignments"))
              .build();
        }
      }
    }
    return getUpsertAssignmentsMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static AssignmentServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<AssignmentServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<AssignmentServiceStub>() {
        @java.lang.Override
        public AssignmentServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new AssignmentServiceStub(channel, callOptions);
        }
      };
    return AssignmentServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static AssignmentServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<AssignmentServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<AssignmentServiceBlockingV2Stub>() {
        @java.lang.Override
        public AssignmentServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new AssignmentServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return AssignmentServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static AssignmentServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<AssignmentServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<AssignmentServiceBlockingStub>() {
        @java.lang.Override
        public AssignmentServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new AssignmentServiceBlockingStub(channel, callOptions);
        }
      };
    return AssignmentServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static AssignmentServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<AssignmentServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<AssignmentServiceFutureStub>() {
        @java.lang.Override
        public AssignmentServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new AssignmentServiceFutureStub(channel, callOptions);
        }
      };
    return AssignmentServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * AssignmentService lists and writes planned hours.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * ListAssignments returns rows of planned hours, ordered by date, user, project and
     * capability. Filters combine with AND.
     * Errors: INVALID_ARGUMENT if a parameter is invalid.
     * </pre>
     */
    default void listAssignments(io.github.workplanapi.v1.ListAssignmentsRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListAssignmentsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListAssignmentsMethod(), responseObserver);
    }

    /**
     * <pre>
     * UpsertAssignments creates or updates up to 5,000 rows in one transaction. The key of
     * a row is its user, project, capability and date: an item updates the row with its
     * key, or creates it. If two items have the same key, the later one wins. The response
     * has one row per item, in the order of the items. If an item is invalid, nothing is
     * written and the error lists all invalid items. Inactive users and days outside of the
     * project's dates are written; include=warnings lists them.
     * Errors: INVALID_ARGUMENT if an item is invalid or names an unknown user, project or
     * capability; PERMISSION_DENIED if the caller may not write one of the rows.
     * </pre>
     */
    default void upsertAssignments(io.github.workplanapi.v1.UpsertAssignmentsRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.UpsertAssignmentsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getUpsertAssignmentsMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service AssignmentService.
   * <pre>
   * AssignmentService lists and writes planned hours.
   * </pre>
   */
  public static abstract class AssignmentServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return AssignmentServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service AssignmentService.
   * <pre>
   * AssignmentService lists and writes planned hours.
   * </pre>
   */
  public static final class AssignmentServiceStub
      extends io.grpc.stub.AbstractAsyncStub<AssignmentServiceStub> {
    private AssignmentServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected AssignmentServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new AssignmentServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * ListAssignments returns rows of planned hours, ordered by date, user, project and
     * capability. Filters combine with AND.
     * Errors: INVALID_ARGUMENT if a parameter is invalid.
     * </pre>
     */
    public void listAssignments(io.github.workplanapi.v1.ListAssignmentsRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListAssignmentsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListAssignmentsMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * UpsertAssignments creates or updates up to 5,000 rows in one transaction. The key of
     * a row is its user, project, capability and date: an item updates the row with its
     * key, or creates it. If two items have the same key, the later one wins. The response
     * has one row per item, in the order of the items. If an item is invalid, nothing is
     * written and the error lists all invalid items. Inactive users and days outside of the
     * project's dates are written; include=warnings lists them.
     * Errors: INVALID_ARGUMENT if an item is invalid or names an unknown user, project or
     * capability; PERMISSION_DENIED if the caller may not write one of the rows.
     * </pre>
     */
    public void upsertAssignments(io.github.workplanapi.v1.UpsertAssignmentsRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.UpsertAssignmentsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getUpsertAssignmentsMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service AssignmentService.
   * <pre>
   * AssignmentService lists and writes planned hours.
   * </pre>
   */
  public static final class AssignmentServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<AssignmentServiceBlockingV2Stub> {
    private AssignmentServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected AssignmentServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new AssignmentServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * ListAssignments returns rows of planned hours, ordered by date, user, project and
     * capability. Filters combine with AND.
     * Errors: INVALID_ARGUMENT if a parameter is invalid.
     * </pre>
     */
    public io.github.workplanapi.v1.ListAssignmentsResponse listAssignments(io.github.workplanapi.v1.ListAssignmentsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListAssignmentsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * UpsertAssignments creates or updates up to 5,000 rows in one transaction. The key of
     * a row is its user, project, capability and date: an item updates the row with its
     * key, or creates it. If two items have the same key, the later one wins. The response
     * has one row per item, in the order of the items. If an item is invalid, nothing is
     * written and the error lists all invalid items. Inactive users and days outside of the
     * project's dates are written; include=warnings lists them.
     * Errors: INVALID_ARGUMENT if an item is invalid or names an unknown user, project or
     * capability; PERMISSION_DENIED if the caller may not write one of the rows.
     * </pre>
     */
    public io.github.workplanapi.v1.UpsertAssignmentsResponse upsertAssignments(io.github.workplanapi.v1.UpsertAssignmentsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getUpsertAssignmentsMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service AssignmentService.
   * <pre>
   * AssignmentService lists and writes planned hours.
   * </pre>
   */
  public static final class AssignmentServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<AssignmentServiceBlockingStub> {
    private AssignmentServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected AssignmentServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new AssignmentServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * ListAssignments returns rows of planned hours, ordered by date, user, project and
     * capability. Filters combine with AND.
     * Errors: INVALID_ARGUMENT if a parameter is invalid.
     * </pre>
     */
    public io.github.workplanapi.v1.ListAssignmentsResponse listAssignments(io.github.workplanapi.v1.ListAssignmentsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListAssignmentsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * UpsertAssignments creates or updates up to 5,000 rows in one transaction. The key of
     * a row is its user, project, capability and date: an item updates the row with its
     * key, or creates it. If two items have the same key, the later one wins. The response
     * has one row per item, in the order of the items. If an item is invalid, nothing is
     * written and the error lists all invalid items. Inactive users and days outside of the
     * project's dates are written; include=warnings lists them.
     * Errors: INVALID_ARGUMENT if an item is invalid or names an unknown user, project or
     * capability; PERMISSION_DENIED if the caller may not write one of the rows.
     * </pre>
     */
    public io.github.workplanapi.v1.UpsertAssignmentsResponse upsertAssignments(io.github.workplanapi.v1.UpsertAssignmentsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getUpsertAssignmentsMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service AssignmentService.
   * <pre>
   * AssignmentService lists and writes planned hours.
   * </pre>
   */
  public static final class AssignmentServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<AssignmentServiceFutureStub> {
    private AssignmentServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected AssignmentServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new AssignmentServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * ListAssignments returns rows of planned hours, ordered by date, user, project and
     * capability. Filters combine with AND.
     * Errors: INVALID_ARGUMENT if a parameter is invalid.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.ListAssignmentsResponse> listAssignments(
        io.github.workplanapi.v1.ListAssignmentsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListAssignmentsMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * UpsertAssignments creates or updates up to 5,000 rows in one transaction. The key of
     * a row is its user, project, capability and date: an item updates the row with its
     * key, or creates it. If two items have the same key, the later one wins. The response
     * has one row per item, in the order of the items. If an item is invalid, nothing is
     * written and the error lists all invalid items. Inactive users and days outside of the
     * project's dates are written; include=warnings lists them.
     * Errors: INVALID_ARGUMENT if an item is invalid or names an unknown user, project or
     * capability; PERMISSION_DENIED if the caller may not write one of the rows.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.UpsertAssignmentsResponse> upsertAssignments(
        io.github.workplanapi.v1.UpsertAssignmentsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getUpsertAssignmentsMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_LIST_ASSIGNMENTS = 0;
  private static final int METHODID_UPSERT_ASSIGNMENTS = 1;

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
        case METHODID_LIST_ASSIGNMENTS:
          serviceImpl.listAssignments((io.github.workplanapi.v1.ListAssignmentsRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListAssignmentsResponse>) responseObserver);
          break;
        case METHODID_UPSERT_ASSIGNMENTS:
          serviceImpl.upsertAssignments((io.github.workplanapi.v1.UpsertAssignmentsRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.UpsertAssignmentsResponse>) responseObserver);
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
          getListAssignmentsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.ListAssignmentsRequest,
              io.github.workplanapi.v1.ListAssignmentsResponse>(
                service, METHODID_LIST_ASSIGNMENTS)))
        .addMethod(
          getUpsertAssignmentsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.UpsertAssignmentsRequest,
              io.github.workplanapi.v1.UpsertAssignmentsResponse>(
                service, METHODID_UPSERT_ASSIGNMENTS)))
        .build();
  }

  private static abstract class AssignmentServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    AssignmentServiceBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return io.github.workplanapi.v1.AssignmentsProto.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("AssignmentService");
    }
  }

  private static final class AssignmentServiceFileDescriptorSupplier
      extends AssignmentServiceBaseDescriptorSupplier {
    AssignmentServiceFileDescriptorSupplier() {}
  }

  private static final class AssignmentServiceMethodDescriptorSupplier
      extends AssignmentServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    AssignmentServiceMethodDescriptorSupplier(java.lang.String methodName) {
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
      synchronized (AssignmentServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new AssignmentServiceFileDescriptorSupplier())
              .addMethod(getListAssignmentsMethod())
              .addMethod(getUpsertAssignmentsMethod())
              .build();
        }
      }
    }
    return result;
  }
}

package io.github.workplanapi.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * CapabilityService lists, creates and updates the organization's capabilities: the skills
 * that rows of hours refer to.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class CapabilityServiceGrpc {

  private CapabilityServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "workplan.v1.CapabilityService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.ListCapabilitiesRequest,
      io.github.workplanapi.v1.ListCapabilitiesResponse> getListCapabilitiesMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ListCapabilities",
      requestType = io.github.workplanapi.v1.ListCapabilitiesRequest.class,
      responseType = io.github.workplanapi.v1.ListCapabilitiesResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.ListCapabilitiesRequest,
      io.github.workplanapi.v1.ListCapabilitiesResponse> getListCapabilitiesMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.ListCapabilitiesRequest, io.github.workplanapi.v1.ListCapabilitiesResponse> getListCapabilitiesMethod;
    if ((getListCapabilitiesMethod = CapabilityServiceGrpc.getListCapabilitiesMethod) == null) {
      synchronized (CapabilityServiceGrpc.class) {
        if ((getListCapabilitiesMethod = CapabilityServiceGrpc.getListCapabilitiesMethod) == null) {
          CapabilityServiceGrpc.getListCapabilitiesMethod = getListCapabilitiesMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.ListCapabilitiesRequest, io.github.workplanapi.v1.ListCapabilitiesResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ListCapabilities"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.ListCapabilitiesRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.ListCapabilitiesResponse.getDefaultInstance()))
              .setSchemaDescriptor(new CapabilityServiceMethodDescriptorSupplier("ListCapabilities"))
              .build();
        }
      }
    }
    return getListCapabilitiesMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.CreateCapabilityRequest,
      io.github.workplanapi.v1.CreateCapabilityResponse> getCreateCapabilityMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "CreateCapability",
      requestType = io.github.workplanapi.v1.CreateCapabilityRequest.class,
      responseType = io.github.workplanapi.v1.CreateCapabilityResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.CreateCapabilityRequest,
      io.github.workplanapi.v1.CreateCapabilityResponse> getCreateCapabilityMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.CreateCapabilityRequest, io.github.workplanapi.v1.CreateCapabilityResponse> getCreateCapabilityMethod;
    if ((getCreateCapabilityMethod = CapabilityServiceGrpc.getCreateCapabilityMethod) == null) {
      synchronized (CapabilityServiceGrpc.class) {
        if ((getCreateCapabilityMethod = CapabilityServiceGrpc.getCreateCapabilityMethod) == null) {
          CapabilityServiceGrpc.getCreateCapabilityMethod = getCreateCapabilityMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.CreateCapabilityRequest, io.github.workplanapi.v1.CreateCapabilityResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "CreateCapability"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.CreateCapabilityRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.CreateCapabilityResponse.getDefaultInstance()))
              .setSchemaDescriptor(new CapabilityServiceMethodDescriptorSupplier("CreateCapability"))
              .build();
        }
      }
    }
    return getCreateCapabilityMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.UpdateCapabilityRequest,
      io.github.workplanapi.v1.UpdateCapabilityResponse> getUpdateCapabilityMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "UpdateCapability",
      requestType = io.github.workplanapi.v1.UpdateCapabilityRequest.class,
      responseType = io.github.workplanapi.v1.UpdateCapabilityResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.UpdateCapabilityRequest,
      io.github.workplanapi.v1.UpdateCapabilityResponse> getUpdateCapabilityMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.UpdateCapabilityRequest, io.github.workplanapi.v1.UpdateCapabilityResponse> getUpdateCapabilityMethod;
    if ((getUpdateCapabilityMethod = CapabilityServiceGrpc.getUpdateCapabilityMethod) == null) {
      synchronized (CapabilityServiceGrpc.class) {
        if ((getUpdateCapabilityMethod = CapabilityServiceGrpc.getUpdateCapabilityMethod) == null) {
          CapabilityServiceGrpc.getUpdateCapabilityMethod = getUpdateCapabilityMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.UpdateCapabilityRequest, io.github.workplanapi.v1.UpdateCapabilityResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "UpdateCapability"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.UpdateCapabilityRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.UpdateCapabilityResponse.getDefaultInstance()))
              .setSchemaDescriptor(new CapabilityServiceMethodDescriptorSupplier("UpdateCapability"))
              .build();
        }
      }
    }
    return getUpdateCapabilityMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static CapabilityServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<CapabilityServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<CapabilityServiceStub>() {
        @java.lang.Override
        public CapabilityServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new CapabilityServiceStub(channel, callOptions);
        }
      };
    return CapabilityServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static CapabilityServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<CapabilityServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<CapabilityServiceBlockingV2Stub>() {
        @java.lang.Override
        public CapabilityServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new CapabilityServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return CapabilityServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static CapabilityServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<CapabilityServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<CapabilityServiceBlockingStub>() {
        @java.lang.Override
        public CapabilityServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new CapabilityServiceBlockingStub(channel, callOptions);
        }
      };
    return CapabilityServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static CapabilityServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<CapabilityServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<CapabilityServiceFutureStub>() {
        @java.lang.Override
        public CapabilityServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new CapabilityServiceFutureStub(channel, callOptions);
        }
      };
    return CapabilityServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * CapabilityService lists, creates and updates the organization's capabilities: the skills
   * that rows of hours refer to.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * ListCapabilities lists the capabilities, oldest first.
     * Errors: INVALID_ARGUMENT if a parameter is invalid.
     * </pre>
     */
    default void listCapabilities(io.github.workplanapi.v1.ListCapabilitiesRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListCapabilitiesResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListCapabilitiesMethod(), responseObserver);
    }

    /**
     * <pre>
     * CreateCapability creates a capability. Only admins may.
     * Errors: INVALID_ARGUMENT if a field is missing or out of range; PERMISSION_DENIED if
     * the caller is not an admin; ALREADY_EXISTS if another one has the name.
     * </pre>
     */
    default void createCapability(io.github.workplanapi.v1.CreateCapabilityRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.CreateCapabilityResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getCreateCapabilityMethod(), responseObserver);
    }

    /**
     * <pre>
     * UpdateCapability changes the given fields of a capability. Only admins may.
     * Errors: INVALID_ARGUMENT if a field is out of range; NOT_FOUND if the capability
     * does not exist; PERMISSION_DENIED if the caller is not an admin; ALREADY_EXISTS if
     * another one has the name; ABORTED if the record no longer has the version in If-Match.
     * </pre>
     */
    default void updateCapability(io.github.workplanapi.v1.UpdateCapabilityRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.UpdateCapabilityResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getUpdateCapabilityMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service CapabilityService.
   * <pre>
   * CapabilityService lists, creates and updates the organization's capabilities: the skills
   * that rows of hours refer to.
   * </pre>
   */
  public static abstract class CapabilityServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return CapabilityServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service CapabilityService.
   * <pre>
   * CapabilityService lists, creates and updates the organization's capabilities: the skills
   * that rows of hours refer to.
   * </pre>
   */
  public static final class CapabilityServiceStub
      extends io.grpc.stub.AbstractAsyncStub<CapabilityServiceStub> {
    private CapabilityServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected CapabilityServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new CapabilityServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * ListCapabilities lists the capabilities, oldest first.
     * Errors: INVALID_ARGUMENT if a parameter is invalid.
     * </pre>
     */
    public void listCapabilities(io.github.workplanapi.v1.ListCapabilitiesRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListCapabilitiesResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListCapabilitiesMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * CreateCapability creates a capability. Only admins may.
     * Errors: INVALID_ARGUMENT if a field is missing or out of range; PERMISSION_DENIED if
     * the caller is not an admin; ALREADY_EXISTS if another one has the name.
     * </pre>
     */
    public void createCapability(io.github.workplanapi.v1.CreateCapabilityRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.CreateCapabilityResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getCreateCapabilityMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * UpdateCapability changes the given fields of a capability. Only admins may.
     * Errors: INVALID_ARGUMENT if a field is out of range; NOT_FOUND if the capability
     * does not exist; PERMISSION_DENIED if the caller is not an admin; ALREADY_EXISTS if
     * another one has the name; ABORTED if the record no longer has the version in If-Match.
     * </pre>
     */
    public void updateCapability(io.github.workplanapi.v1.UpdateCapabilityRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.UpdateCapabilityResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getUpdateCapabilityMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service CapabilityService.
   * <pre>
   * CapabilityService lists, creates and updates the organization's capabilities: the skills
   * that rows of hours refer to.
   * </pre>
   */
  public static final class CapabilityServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<CapabilityServiceBlockingV2Stub> {
    private CapabilityServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected CapabilityServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new CapabilityServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * ListCapabilities lists the capabilities, oldest first.
     * Errors: INVALID_ARGUMENT if a parameter is invalid.
     * </pre>
     */
    public io.github.workplanapi.v1.ListCapabilitiesResponse listCapabilities(io.github.workplanapi.v1.ListCapabilitiesRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListCapabilitiesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * CreateCapability creates a capability. Only admins may.
     * Errors: INVALID_ARGUMENT if a field is missing or out of range; PERMISSION_DENIED if
     * the caller is not an admin; ALREADY_EXISTS if another one has the name.
     * </pre>
     */
    public io.github.workplanapi.v1.CreateCapabilityResponse createCapability(io.github.workplanapi.v1.CreateCapabilityRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getCreateCapabilityMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * UpdateCapability changes the given fields of a capability. Only admins may.
     * Errors: INVALID_ARGUMENT if a field is out of range; NOT_FOUND if the capability
     * does not exist; PERMISSION_DENIED if the caller is not an admin; ALREADY_EXISTS if
     * another one has the name; ABORTED if the record no longer has the version in If-Match.
     * </pre>
     */
    public io.github.workplanapi.v1.UpdateCapabilityResponse updateCapability(io.github.workplanapi.v1.UpdateCapabilityRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getUpdateCapabilityMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service CapabilityService.
   * <pre>
   * CapabilityService lists, creates and updates the organization's capabilities: the skills
   * that rows of hours refer to.
   * </pre>
   */
  public static final class CapabilityServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<CapabilityServiceBlockingStub> {
    private CapabilityServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected CapabilityServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new CapabilityServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * ListCapabilities lists the capabilities, oldest first.
     * Errors: INVALID_ARGUMENT if a parameter is invalid.
     * </pre>
     */
    public io.github.workplanapi.v1.ListCapabilitiesResponse listCapabilities(io.github.workplanapi.v1.ListCapabilitiesRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListCapabilitiesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * CreateCapability creates a capability. Only admins may.
     * Errors: INVALID_ARGUMENT if a field is missing or out of range; PERMISSION_DENIED if
     * the caller is not an admin; ALREADY_EXISTS if another one has the name.
     * </pre>
     */
    public io.github.workplanapi.v1.CreateCapabilityResponse createCapability(io.github.workplanapi.v1.CreateCapabilityRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getCreateCapabilityMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * UpdateCapability changes the given fields of a capability. Only admins may.
     * Errors: INVALID_ARGUMENT if a field is out of range; NOT_FOUND if the capability
     * does not exist; PERMISSION_DENIED if the caller is not an admin; ALREADY_EXISTS if
     * another one has the name; ABORTED if the record no longer has the version in If-Match.
     * </pre>
     */
    public io.github.workplanapi.v1.UpdateCapabilityResponse updateCapability(io.github.workplanapi.v1.UpdateCapabilityRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getUpdateCapabilityMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service CapabilityService.
   * <pre>
   * CapabilityService lists, creates and updates the organization's capabilities: the skills
   * that rows of hours refer to.
   * </pre>
   */
  public static final class CapabilityServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<CapabilityServiceFutureStub> {
    private CapabilityServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected CapabilityServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new CapabilityServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * ListCapabilities lists the capabilities, oldest first.
     * Errors: INVALID_ARGUMENT if a parameter is invalid.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.ListCapabilitiesResponse> listCapabilities(
        io.github.workplanapi.v1.ListCapabilitiesRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListCapabilitiesMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * CreateCapability creates a capability. Only admins may.
     * Errors: INVALID_ARGUMENT if a field is missing or out of range; PERMISSION_DENIED if
     * the caller is not an admin; ALREADY_EXISTS if another one has the name.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.CreateCapabilityResponse> createCapability(
        io.github.workplanapi.v1.CreateCapabilityRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getCreateCapabilityMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * UpdateCapability changes the given fields of a capability. Only admins may.
     * Errors: INVALID_ARGUMENT if a field is out of range; NOT_FOUND if the capability
     * does not exist; PERMISSION_DENIED if the caller is not an admin; ALREADY_EXISTS if
     * another one has the name; ABORTED if the record no longer has the version in If-Match.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.UpdateCapabilityResponse> updateCapability(
        io.github.workplanapi.v1.UpdateCapabilityRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getUpdateCapabilityMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_LIST_CAPABILITIES = 0;
  private static final int METHODID_CREATE_CAPABILITY = 1;
  private static final int METHODID_UPDATE_CAPABILITY = 2;

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
        case METHODID_LIST_CAPABILITIES:
          serviceImpl.listCapabilities((io.github.workplanapi.v1.ListCapabilitiesRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListCapabilitiesResponse>) responseObserver);
          break;
        case METHODID_CREATE_CAPABILITY:
          serviceImpl.createCapability((io.github.workplanapi.v1.CreateCapabilityRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.CreateCapabilityResponse>) responseObserver);
          break;
        case METHODID_UPDATE_CAPABILITY:
          serviceImpl.updateCapability((io.github.workplanapi.v1.UpdateCapabilityRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.UpdateCapabilityResponse>) responseObserver);
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
          getListCapabilitiesMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.ListCapabilitiesRequest,
              io.github.workplanapi.v1.ListCapabilitiesResponse>(
                service, METHODID_LIST_CAPABILITIES)))
        .addMethod(
          getCreateCapabilityMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.CreateCapabilityRequest,
              io.github.workplanapi.v1.CreateCapabilityResponse>(
                service, METHODID_CREATE_CAPABILITY)))
        .addMethod(
          getUpdateCapabilityMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.UpdateCapabilityRequest,
              io.github.workplanapi.v1.UpdateCapabilityResponse>(
                service, METHODID_UPDATE_CAPABILITY)))
        .build();
  }

  private static abstract class CapabilityServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    CapabilityServiceBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return io.github.workplanapi.v1.CatalogProto.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("CapabilityService");
    }
  }

  private static final class CapabilityServiceFileDescriptorSupplier
      extends CapabilityServiceBaseDescriptorSupplier {
    CapabilityServiceFileDescriptorSupplier() {}
  }

  private static final class CapabilityServiceMethodDescriptorSupplier
      extends CapabilityServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    CapabilityServiceMethodDescriptorSupplier(java.lang.String methodName) {
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
      synchronized (CapabilityServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new CapabilityServiceFileDescriptorSupplier())
              .addMethod(getListCapabilitiesMethod())
              .addMethod(getCreateCapabilityMethod())
              .addMethod(getUpdateCapabilityMethod())
              .build();
        }
      }
    }
    return result;
  }
}

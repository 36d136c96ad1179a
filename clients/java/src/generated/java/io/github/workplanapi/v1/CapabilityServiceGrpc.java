package io.github.workplanapi.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * CapabilityService lists the organization's capabilities: the skills that rows of hours
 * refer to.
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
   * CapabilityService lists the organization's capabilities: the skills that rows of hours
   * refer to.
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
  }

  /**
   * Base class for the server implementation of the service CapabilityService.
   * <pre>
   * CapabilityService lists the organization's capabilities: the skills that rows of hours
   * refer to.
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
   * CapabilityService lists the organization's capabilities: the skills that rows of hours
   * refer to.
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
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service CapabilityService.
   * <pre>
   * CapabilityService lists the organization's capabilities: the skills that rows of hours
   * refer to.
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
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service CapabilityService.
   * <pre>
   * CapabilityService lists the organization's capabilities: the skills that rows of hours
   * refer to.
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
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service CapabilityService.
   * <pre>
   * CapabilityService lists the organization's capabilities: the skills that rows of hours
   * refer to.
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
  }

  private static final int METHODID_LIST_CAPABILITIES = 0;

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
              .build();
        }
      }
    }
    return result;
  }
}

package io.github.workplanapi.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * MeService returns the identity of the caller, and keeps what belongs to the acting user alone.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class MeServiceGrpc {

  private MeServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "workplan.v1.MeService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.GetMeRequest,
      io.github.workplanapi.v1.GetMeResponse> getGetMeMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "GetMe",
      requestType = io.github.workplanapi.v1.GetMeRequest.class,
      responseType = io.github.workplanapi.v1.GetMeResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.GetMeRequest,
      io.github.workplanapi.v1.GetMeResponse> getGetMeMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.GetMeRequest, io.github.workplanapi.v1.GetMeResponse> getGetMeMethod;
    if ((getGetMeMethod = MeServiceGrpc.getGetMeMethod) == null) {
      synchronized (MeServiceGrpc.class) {
        if ((getGetMeMethod = MeServiceGrpc.getGetMeMethod) == null) {
          MeServiceGrpc.getGetMeMethod = getGetMeMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.GetMeRequest, io.github.workplanapi.v1.GetMeResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "GetMe"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.GetMeRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.GetMeResponse.getDefaultInstance()))
              .setSchemaDescriptor(new MeServiceMethodDescriptorSupplier("GetMe"))
              .build();
        }
      }
    }
    return getGetMeMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.GetViewsRequest,
      io.github.workplanapi.v1.GetViewsResponse> getGetViewsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "GetViews",
      requestType = io.github.workplanapi.v1.GetViewsRequest.class,
      responseType = io.github.workplanapi.v1.GetViewsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.GetViewsRequest,
      io.github.workplanapi.v1.GetViewsResponse> getGetViewsMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.GetViewsRequest, io.github.workplanapi.v1.GetViewsResponse> getGetViewsMethod;
    if ((getGetViewsMethod = MeServiceGrpc.getGetViewsMethod) == null) {
      synchronized (MeServiceGrpc.class) {
        if ((getGetViewsMethod = MeServiceGrpc.getGetViewsMethod) == null) {
          MeServiceGrpc.getGetViewsMethod = getGetViewsMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.GetViewsRequest, io.github.workplanapi.v1.GetViewsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "GetViews"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.GetViewsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.GetViewsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new MeServiceMethodDescriptorSupplier("GetViews"))
              .build();
        }
      }
    }
    return getGetViewsMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.ReplaceViewsRequest,
      io.github.workplanapi.v1.ReplaceViewsResponse> getReplaceViewsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ReplaceViews",
      requestType = io.github.workplanapi.v1.ReplaceViewsRequest.class,
      responseType = io.github.workplanapi.v1.ReplaceViewsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.ReplaceViewsRequest,
      io.github.workplanapi.v1.ReplaceViewsResponse> getReplaceViewsMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.ReplaceViewsRequest, io.github.workplanapi.v1.ReplaceViewsResponse> getReplaceViewsMethod;
    if ((getReplaceViewsMethod = MeServiceGrpc.getReplaceViewsMethod) == null) {
      synchronized (MeServiceGrpc.class) {
        if ((getReplaceViewsMethod = MeServiceGrpc.getReplaceViewsMethod) == null) {
          MeServiceGrpc.getReplaceViewsMethod = getReplaceViewsMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.ReplaceViewsRequest, io.github.workplanapi.v1.ReplaceViewsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ReplaceViews"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.ReplaceViewsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.ReplaceViewsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new MeServiceMethodDescriptorSupplier("ReplaceViews"))
              .build();
        }
      }
    }
    return getReplaceViewsMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static MeServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<MeServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<MeServiceStub>() {
        @java.lang.Override
        public MeServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new MeServiceStub(channel, callOptions);
        }
      };
    return MeServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static MeServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<MeServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<MeServiceBlockingV2Stub>() {
        @java.lang.Override
        public MeServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new MeServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return MeServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static MeServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<MeServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<MeServiceBlockingStub>() {
        @java.lang.Override
        public MeServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new MeServiceBlockingStub(channel, callOptions);
        }
      };
    return MeServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static MeServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<MeServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<MeServiceFutureStub>() {
        @java.lang.Override
        public MeServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new MeServiceFutureStub(channel, callOptions);
        }
      };
    return MeServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * MeService returns the identity of the caller, and keeps what belongs to the acting user alone.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * GetMe returns the identity of the key. The identity is its organization, the user it
     * acts as and its scopes. In the console it is that of the session. The call also works if the user is deactivated or the
     * organization is suspended; organization.suspendedAt says so then.
     * Errors: UNAUTHENTICATED if the key is missing, unknown, expired or revoked.
     * </pre>
     */
    default void getMe(io.github.workplanapi.v1.GetMeRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.GetMeResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getGetMeMethod(), responseObserver);
    }

    /**
     * <pre>
     * GetViews returns the saved views of the acting user.
     * </pre>
     */
    default void getViews(io.github.workplanapi.v1.GetViewsRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.GetViewsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getGetViewsMethod(), responseObserver);
    }

    /**
     * <pre>
     * ReplaceViews replaces the whole list of saved views of the acting user. An empty list
     * removes all. It leaves no event, because the views concern nobody else.
     * Errors: INVALID_ARGUMENT if an item is invalid, or two have the same name in any case of
     * its letters; ABORTED if the record no longer has the version in If-Match.
     * </pre>
     */
    default void replaceViews(io.github.workplanapi.v1.ReplaceViewsRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ReplaceViewsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getReplaceViewsMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service MeService.
   * <pre>
   * MeService returns the identity of the caller, and keeps what belongs to the acting user alone.
   * </pre>
   */
  public static abstract class MeServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return MeServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service MeService.
   * <pre>
   * MeService returns the identity of the caller, and keeps what belongs to the acting user alone.
   * </pre>
   */
  public static final class MeServiceStub
      extends io.grpc.stub.AbstractAsyncStub<MeServiceStub> {
    private MeServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected MeServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new MeServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * GetMe returns the identity of the key. The identity is its organization, the user it
     * acts as and its scopes. In the console it is that of the session. The call also works if the user is deactivated or the
     * organization is suspended; organization.suspendedAt says so then.
     * Errors: UNAUTHENTICATED if the key is missing, unknown, expired or revoked.
     * </pre>
     */
    public void getMe(io.github.workplanapi.v1.GetMeRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.GetMeResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getGetMeMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * GetViews returns the saved views of the acting user.
     * </pre>
     */
    public void getViews(io.github.workplanapi.v1.GetViewsRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.GetViewsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getGetViewsMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * ReplaceViews replaces the whole list of saved views of the acting user. An empty list
     * removes all. It leaves no event, because the views concern nobody else.
     * Errors: INVALID_ARGUMENT if an item is invalid, or two have the same name in any case of
     * its letters; ABORTED if the record no longer has the version in If-Match.
     * </pre>
     */
    public void replaceViews(io.github.workplanapi.v1.ReplaceViewsRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ReplaceViewsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getReplaceViewsMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service MeService.
   * <pre>
   * MeService returns the identity of the caller, and keeps what belongs to the acting user alone.
   * </pre>
   */
  public static final class MeServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<MeServiceBlockingV2Stub> {
    private MeServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected MeServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new MeServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * GetMe returns the identity of the key. The identity is its organization, the user it
     * acts as and its scopes. In the console it is that of the session. The call also works if the user is deactivated or the
     * organization is suspended; organization.suspendedAt says so then.
     * Errors: UNAUTHENTICATED if the key is missing, unknown, expired or revoked.
     * </pre>
     */
    public io.github.workplanapi.v1.GetMeResponse getMe(io.github.workplanapi.v1.GetMeRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getGetMeMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * GetViews returns the saved views of the acting user.
     * </pre>
     */
    public io.github.workplanapi.v1.GetViewsResponse getViews(io.github.workplanapi.v1.GetViewsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getGetViewsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * ReplaceViews replaces the whole list of saved views of the acting user. An empty list
     * removes all. It leaves no event, because the views concern nobody else.
     * Errors: INVALID_ARGUMENT if an item is invalid, or two have the same name in any case of
     * its letters; ABORTED if the record no longer has the version in If-Match.
     * </pre>
     */
    public io.github.workplanapi.v1.ReplaceViewsResponse replaceViews(io.github.workplanapi.v1.ReplaceViewsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getReplaceViewsMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service MeService.
   * <pre>
   * MeService returns the identity of the caller, and keeps what belongs to the acting user alone.
   * </pre>
   */
  public static final class MeServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<MeServiceBlockingStub> {
    private MeServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected MeServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new MeServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * GetMe returns the identity of the key. The identity is its organization, the user it
     * acts as and its scopes. In the console it is that of the session. The call also works if the user is deactivated or the
     * organization is suspended; organization.suspendedAt says so then.
     * Errors: UNAUTHENTICATED if the key is missing, unknown, expired or revoked.
     * </pre>
     */
    public io.github.workplanapi.v1.GetMeResponse getMe(io.github.workplanapi.v1.GetMeRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getGetMeMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * GetViews returns the saved views of the acting user.
     * </pre>
     */
    public io.github.workplanapi.v1.GetViewsResponse getViews(io.github.workplanapi.v1.GetViewsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getGetViewsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * ReplaceViews replaces the whole list of saved views of the acting user. An empty list
     * removes all. It leaves no event, because the views concern nobody else.
     * Errors: INVALID_ARGUMENT if an item is invalid, or two have the same name in any case of
     * its letters; ABORTED if the record no longer has the version in If-Match.
     * </pre>
     */
    public io.github.workplanapi.v1.ReplaceViewsResponse replaceViews(io.github.workplanapi.v1.ReplaceViewsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getReplaceViewsMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service MeService.
   * <pre>
   * MeService returns the identity of the caller, and keeps what belongs to the acting user alone.
   * </pre>
   */
  public static final class MeServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<MeServiceFutureStub> {
    private MeServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected MeServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new MeServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * GetMe returns the identity of the key. The identity is its organization, the user it
     * acts as and its scopes. In the console it is that of the session. The call also works if the user is deactivated or the
     * organization is suspended; organization.suspendedAt says so then.
     * Errors: UNAUTHENTICATED if the key is missing, unknown, expired or revoked.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.GetMeResponse> getMe(
        io.github.workplanapi.v1.GetMeRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getGetMeMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * GetViews returns the saved views of the acting user.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.GetViewsResponse> getViews(
        io.github.workplanapi.v1.GetViewsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getGetViewsMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * ReplaceViews replaces the whole list of saved views of the acting user. An empty list
     * removes all. It leaves no event, because the views concern nobody else.
     * Errors: INVALID_ARGUMENT if an item is invalid, or two have the same name in any case of
     * its letters; ABORTED if the record no longer has the version in If-Match.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.ReplaceViewsResponse> replaceViews(
        io.github.workplanapi.v1.ReplaceViewsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getReplaceViewsMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_GET_ME = 0;
  private static final int METHODID_GET_VIEWS = 1;
  private static final int METHODID_REPLACE_VIEWS = 2;

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
        case METHODID_GET_ME:
          serviceImpl.getMe((io.github.workplanapi.v1.GetMeRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.GetMeResponse>) responseObserver);
          break;
        case METHODID_GET_VIEWS:
          serviceImpl.getViews((io.github.workplanapi.v1.GetViewsRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.GetViewsResponse>) responseObserver);
          break;
        case METHODID_REPLACE_VIEWS:
          serviceImpl.replaceViews((io.github.workplanapi.v1.ReplaceViewsRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ReplaceViewsResponse>) responseObserver);
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
          getGetMeMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.GetMeRequest,
              io.github.workplanapi.v1.GetMeResponse>(
                service, METHODID_GET_ME)))
        .addMethod(
          getGetViewsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.GetViewsRequest,
              io.github.workplanapi.v1.GetViewsResponse>(
                service, METHODID_GET_VIEWS)))
        .addMethod(
          getReplaceViewsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.ReplaceViewsRequest,
              io.github.workplanapi.v1.ReplaceViewsResponse>(
                service, METHODID_REPLACE_VIEWS)))
        .build();
  }

  private static abstract class MeServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    MeServiceBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return io.github.workplanapi.v1.MeProto.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("MeService");
    }
  }

  private static final class MeServiceFileDescriptorSupplier
      extends MeServiceBaseDescriptorSupplier {
    MeServiceFileDescriptorSupplier() {}
  }

  private static final class MeServiceMethodDescriptorSupplier
      extends MeServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    MeServiceMethodDescriptorSupplier(java.lang.String methodName) {
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
      synchronized (MeServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new MeServiceFileDescriptorSupplier())
              .addMethod(getGetMeMethod())
              .addMethod(getGetViewsMethod())
              .addMethod(getReplaceViewsMethod())
              .build();
        }
      }
    }
    return result;
  }
}

package io.github.workplanapi.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * KeyService manages the API keys of the organization. Only admins may call it.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class KeyServiceGrpc {

  private KeyServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "workplan.v1.KeyService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.ListKeysRequest,
      io.github.workplanapi.v1.ListKeysResponse> getListKeysMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ListKeys",
      requestType = io.github.workplanapi.v1.ListKeysRequest.class,
      responseType = io.github.workplanapi.v1.ListKeysResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.ListKeysRequest,
      io.github.workplanapi.v1.ListKeysResponse> getListKeysMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.ListKeysRequest, io.github.workplanapi.v1.ListKeysResponse> getListKeysMethod;
    if ((getListKeysMethod = KeyServiceGrpc.getListKeysMethod) == null) {
      synchronized (KeyServiceGrpc.class) {
        if ((getListKeysMethod = KeyServiceGrpc.getListKeysMethod) == null) {
          KeyServiceGrpc.getListKeysMethod = getListKeysMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.ListKeysRequest, io.github.workplanapi.v1.ListKeysResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ListKeys"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.ListKeysRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.ListKeysResponse.getDefaultInstance()))
              .setSchemaDescriptor(new KeyServiceMethodDescriptorSupplier("ListKeys"))
              .build();
        }
      }
    }
    return getListKeysMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.CreateKeyRequest,
      io.github.workplanapi.v1.CreateKeyResponse> getCreateKeyMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "CreateKey",
      requestType = io.github.workplanapi.v1.CreateKeyRequest.class,
      responseType = io.github.workplanapi.v1.CreateKeyResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.CreateKeyRequest,
      io.github.workplanapi.v1.CreateKeyResponse> getCreateKeyMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.CreateKeyRequest, io.github.workplanapi.v1.CreateKeyResponse> getCreateKeyMethod;
    if ((getCreateKeyMethod = KeyServiceGrpc.getCreateKeyMethod) == null) {
      synchronized (KeyServiceGrpc.class) {
        if ((getCreateKeyMethod = KeyServiceGrpc.getCreateKeyMethod) == null) {
          KeyServiceGrpc.getCreateKeyMethod = getCreateKeyMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.CreateKeyRequest, io.github.workplanapi.v1.CreateKeyResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "CreateKey"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.CreateKeyRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.CreateKeyResponse.getDefaultInstance()))
              .setSchemaDescriptor(new KeyServiceMethodDescriptorSupplier("CreateKey"))
              .build();
        }
      }
    }
    return getCreateKeyMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.UpdateKeyRequest,
      io.github.workplanapi.v1.UpdateKeyResponse> getUpdateKeyMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "UpdateKey",
      requestType = io.github.workplanapi.v1.UpdateKeyRequest.class,
      responseType = io.github.workplanapi.v1.UpdateKeyResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.UpdateKeyRequest,
      io.github.workplanapi.v1.UpdateKeyResponse> getUpdateKeyMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.UpdateKeyRequest, io.github.workplanapi.v1.UpdateKeyResponse> getUpdateKeyMethod;
    if ((getUpdateKeyMethod = KeyServiceGrpc.getUpdateKeyMethod) == null) {
      synchronized (KeyServiceGrpc.class) {
        if ((getUpdateKeyMethod = KeyServiceGrpc.getUpdateKeyMethod) == null) {
          KeyServiceGrpc.getUpdateKeyMethod = getUpdateKeyMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.UpdateKeyRequest, io.github.workplanapi.v1.UpdateKeyResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "UpdateKey"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.UpdateKeyRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.UpdateKeyResponse.getDefaultInstance()))
              .setSchemaDescriptor(new KeyServiceMethodDescriptorSupplier("UpdateKey"))
              .build();
        }
      }
    }
    return getUpdateKeyMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.RotateKeyRequest,
      io.github.workplanapi.v1.RotateKeyResponse> getRotateKeyMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "RotateKey",
      requestType = io.github.workplanapi.v1.RotateKeyRequest.class,
      responseType = io.github.workplanapi.v1.RotateKeyResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.RotateKeyRequest,
      io.github.workplanapi.v1.RotateKeyResponse> getRotateKeyMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.RotateKeyRequest, io.github.workplanapi.v1.RotateKeyResponse> getRotateKeyMethod;
    if ((getRotateKeyMethod = KeyServiceGrpc.getRotateKeyMethod) == null) {
      synchronized (KeyServiceGrpc.class) {
        if ((getRotateKeyMethod = KeyServiceGrpc.getRotateKeyMethod) == null) {
          KeyServiceGrpc.getRotateKeyMethod = getRotateKeyMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.RotateKeyRequest, io.github.workplanapi.v1.RotateKeyResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "RotateKey"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.RotateKeyRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.RotateKeyResponse.getDefaultInstance()))
              .setSchemaDescriptor(new KeyServiceMethodDescriptorSupplier("RotateKey"))
              .build();
        }
      }
    }
    return getRotateKeyMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.RevokeKeyRequest,
      io.github.workplanapi.v1.RevokeKeyResponse> getRevokeKeyMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "RevokeKey",
      requestType = io.github.workplanapi.v1.RevokeKeyRequest.class,
      responseType = io.github.workplanapi.v1.RevokeKeyResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.RevokeKeyRequest,
      io.github.workplanapi.v1.RevokeKeyResponse> getRevokeKeyMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.RevokeKeyRequest, io.github.workplanapi.v1.RevokeKeyResponse> getRevokeKeyMethod;
    if ((getRevokeKeyMethod = KeyServiceGrpc.getRevokeKeyMethod) == null) {
      synchronized (KeyServiceGrpc.class) {
        if ((getRevokeKeyMethod = KeyServiceGrpc.getRevokeKeyMethod) == null) {
          KeyServiceGrpc.getRevokeKeyMethod = getRevokeKeyMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.RevokeKeyRequest, io.github.workplanapi.v1.RevokeKeyResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "RevokeKey"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.RevokeKeyRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.RevokeKeyResponse.getDefaultInstance()))
              .setSchemaDescriptor(new KeyServiceMethodDescriptorSupplier("RevokeKey"))
              .build();
        }
      }
    }
    return getRevokeKeyMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static KeyServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<KeyServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<KeyServiceStub>() {
        @java.lang.Override
        public KeyServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new KeyServiceStub(channel, callOptions);
        }
      };
    return KeyServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static KeyServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<KeyServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<KeyServiceBlockingV2Stub>() {
        @java.lang.Override
        public KeyServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new KeyServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return KeyServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static KeyServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<KeyServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<KeyServiceBlockingStub>() {
        @java.lang.Override
        public KeyServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new KeyServiceBlockingStub(channel, callOptions);
        }
      };
    return KeyServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static KeyServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<KeyServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<KeyServiceFutureStub>() {
        @java.lang.Override
        public KeyServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new KeyServiceFutureStub(channel, callOptions);
        }
      };
    return KeyServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * KeyService manages the API keys of the organization. Only admins may call it.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * ListKeys lists the keys, oldest first, without their secrets. Revoked and expired
     * keys are included. Only admins may.
     * Errors: INVALID_ARGUMENT if a parameter is invalid; PERMISSION_DENIED if the caller
     * is not an admin.
     * </pre>
     */
    default void listKeys(io.github.workplanapi.v1.ListKeysRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListKeysResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListKeysMethod(), responseObserver);
    }

    /**
     * <pre>
     * CreateKey creates a key. A key can give only scopes that it has itself. The response
     * has the secret, which is never shown again. Only admins may.
     * Errors: INVALID_ARGUMENT if a field is missing or out of range, a scope or the user
     * is unknown, or the key would expire in the past; PERMISSION_DENIED if the caller is
     * not an admin, or the calling key lacks one of the scopes.
     * </pre>
     */
    default void createKey(io.github.workplanapi.v1.CreateKeyRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.CreateKeyResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getCreateKeyMethod(), responseObserver);
    }

    /**
     * <pre>
     * UpdateKey changes the name, the rate limit or the expiry of a key. It is effective
     * within a second. Only a key that has all its scopes can give it more time, also if it has
     * expired, or a higher rate limit. Only admins may.
     * Errors: INVALID_ARGUMENT if a field is out of range, or the key would expire in the
     * past; NOT_FOUND if the key does not exist; PERMISSION_DENIED if the caller is not an
     * admin, or lacks a scope of a key that would get more; ABORTED if the record no longer has
     * the version in If-Match.
     * </pre>
     */
    default void updateKey(io.github.workplanapi.v1.UpdateKeyRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.UpdateKeyResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getUpdateKeyMethod(), responseObserver);
    }

    /**
     * <pre>
     * RotateKey gives a key a new secret. The response has the secret, which is never
     * shown again. The old secret works for overlapSeconds more; a secret that was rotated
     * out before stops at once. Only admins may.
     * Errors: INVALID_ARGUMENT if the overlap is out of range; NOT_FOUND if the key does
     * not exist; PERMISSION_DENIED if the caller is not an admin, or the calling key lacks
     * one of the scopes of the key; FAILED_PRECONDITION if the key is revoked or has
     * expired; ABORTED if the record no longer has the version in If-Match.
     * </pre>
     */
    default void rotateKey(io.github.workplanapi.v1.RotateKeyRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.RotateKeyResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getRotateKeyMethod(), responseObserver);
    }

    /**
     * <pre>
     * RevokeKey stops a key, and all its secrets, within a second and for good. Revoking a
     * revoked key changes nothing. A key may revoke itself. The response has what the key has
     * made: what it has set up works on, unless the request also disables the webhooks and
     * revokes the keys. Only admins may.
     * Errors: NOT_FOUND if the key does not exist; PERMISSION_DENIED if the caller is not an
     * admin, or would disable webhooks without the scope write:webhooks; ABORTED if the record
     * no longer has the version in If-Match.
     * </pre>
     */
    default void revokeKey(io.github.workplanapi.v1.RevokeKeyRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.RevokeKeyResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getRevokeKeyMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service KeyService.
   * <pre>
   * KeyService manages the API keys of the organization. Only admins may call it.
   * </pre>
   */
  public static abstract class KeyServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return KeyServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service KeyService.
   * <pre>
   * KeyService manages the API keys of the organization. Only admins may call it.
   * </pre>
   */
  public static final class KeyServiceStub
      extends io.grpc.stub.AbstractAsyncStub<KeyServiceStub> {
    private KeyServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected KeyServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new KeyServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * ListKeys lists the keys, oldest first, without their secrets. Revoked and expired
     * keys are included. Only admins may.
     * Errors: INVALID_ARGUMENT if a parameter is invalid; PERMISSION_DENIED if the caller
     * is not an admin.
     * </pre>
     */
    public void listKeys(io.github.workplanapi.v1.ListKeysRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListKeysResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListKeysMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * CreateKey creates a key. A key can give only scopes that it has itself. The response
     * has the secret, which is never shown again. Only admins may.
     * Errors: INVALID_ARGUMENT if a field is missing or out of range, a scope or the user
     * is unknown, or the key would expire in the past; PERMISSION_DENIED if the caller is
     * not an admin, or the calling key lacks one of the scopes.
     * </pre>
     */
    public void createKey(io.github.workplanapi.v1.CreateKeyRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.CreateKeyResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getCreateKeyMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * UpdateKey changes the name, the rate limit or the expiry of a key. It is effective
     * within a second. Only a key that has all its scopes can give it more time, also if it has
     * expired, or a higher rate limit. Only admins may.
     * Errors: INVALID_ARGUMENT if a field is out of range, or the key would expire in the
     * past; NOT_FOUND if the key does not exist; PERMISSION_DENIED if the caller is not an
     * admin, or lacks a scope of a key that would get more; ABORTED if the record no longer has
     * the version in If-Match.
     * </pre>
     */
    public void updateKey(io.github.workplanapi.v1.UpdateKeyRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.UpdateKeyResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getUpdateKeyMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * RotateKey gives a key a new secret. The response has the secret, which is never
     * shown again. The old secret works for overlapSeconds more; a secret that was rotated
     * out before stops at once. Only admins may.
     * Errors: INVALID_ARGUMENT if the overlap is out of range; NOT_FOUND if the key does
     * not exist; PERMISSION_DENIED if the caller is not an admin, or the calling key lacks
     * one of the scopes of the key; FAILED_PRECONDITION if the key is revoked or has
     * expired; ABORTED if the record no longer has the version in If-Match.
     * </pre>
     */
    public void rotateKey(io.github.workplanapi.v1.RotateKeyRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.RotateKeyResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getRotateKeyMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * RevokeKey stops a key, and all its secrets, within a second and for good. Revoking a
     * revoked key changes nothing. A key may revoke itself. The response has what the key has
     * made: what it has set up works on, unless the request also disables the webhooks and
     * revokes the keys. Only admins may.
     * Errors: NOT_FOUND if the key does not exist; PERMISSION_DENIED if the caller is not an
     * admin, or would disable webhooks without the scope write:webhooks; ABORTED if the record
     * no longer has the version in If-Match.
     * </pre>
     */
    public void revokeKey(io.github.workplanapi.v1.RevokeKeyRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.RevokeKeyResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getRevokeKeyMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service KeyService.
   * <pre>
   * KeyService manages the API keys of the organization. Only admins may call it.
   * </pre>
   */
  public static final class KeyServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<KeyServiceBlockingV2Stub> {
    private KeyServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected KeyServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new KeyServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * ListKeys lists the keys, oldest first, without their secrets. Revoked and expired
     * keys are included. Only admins may.
     * Errors: INVALID_ARGUMENT if a parameter is invalid; PERMISSION_DENIED if the caller
     * is not an admin.
     * </pre>
     */
    public io.github.workplanapi.v1.ListKeysResponse listKeys(io.github.workplanapi.v1.ListKeysRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListKeysMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * CreateKey creates a key. A key can give only scopes that it has itself. The response
     * has the secret, which is never shown again. Only admins may.
     * Errors: INVALID_ARGUMENT if a field is missing or out of range, a scope or the user
     * is unknown, or the key would expire in the past; PERMISSION_DENIED if the caller is
     * not an admin, or the calling key lacks one of the scopes.
     * </pre>
     */
    public io.github.workplanapi.v1.CreateKeyResponse createKey(io.github.workplanapi.v1.CreateKeyRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getCreateKeyMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * UpdateKey changes the name, the rate limit or the expiry of a key. It is effective
     * within a second. Only a key that has all its scopes can give it more time, also if it has
     * expired, or a higher rate limit. Only admins may.
     * Errors: INVALID_ARGUMENT if a field is out of range, or the key would expire in the
     * past; NOT_FOUND if the key does not exist; PERMISSION_DENIED if the caller is not an
     * admin, or lacks a scope of a key that would get more; ABORTED if the record no longer has
     * the version in If-Match.
     * </pre>
     */
    public io.github.workplanapi.v1.UpdateKeyResponse updateKey(io.github.workplanapi.v1.UpdateKeyRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getUpdateKeyMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * RotateKey gives a key a new secret. The response has the secret, which is never
     * shown again. The old secret works for overlapSeconds more; a secret that was rotated
     * out before stops at once. Only admins may.
     * Errors: INVALID_ARGUMENT if the overlap is out of range; NOT_FOUND if the key does
     * not exist; PERMISSION_DENIED if the caller is not an admin, or the calling key lacks
     * one of the scopes of the key; FAILED_PRECONDITION if the key is revoked or has
     * expired; ABORTED if the record no longer has the version in If-Match.
     * </pre>
     */
    public io.github.workplanapi.v1.RotateKeyResponse rotateKey(io.github.workplanapi.v1.RotateKeyRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getRotateKeyMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * RevokeKey stops a key, and all its secrets, within a second and for good. Revoking a
     * revoked key changes nothing. A key may revoke itself. The response has what the key has
     * made: what it has set up works on, unless the request also disables the webhooks and
     * revokes the keys. Only admins may.
     * Errors: NOT_FOUND if the key does not exist; PERMISSION_DENIED if the caller is not an
     * admin, or would disable webhooks without the scope write:webhooks; ABORTED if the record
     * no longer has the version in If-Match.
     * </pre>
     */
    public io.github.workplanapi.v1.RevokeKeyResponse revokeKey(io.github.workplanapi.v1.RevokeKeyRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getRevokeKeyMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service KeyService.
   * <pre>
   * KeyService manages the API keys of the organization. Only admins may call it.
   * </pre>
   */
  public static final class KeyServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<KeyServiceBlockingStub> {
    private KeyServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected KeyServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new KeyServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * ListKeys lists the keys, oldest first, without their secrets. Revoked and expired
     * keys are included. Only admins may.
     * Errors: INVALID_ARGUMENT if a parameter is invalid; PERMISSION_DENIED if the caller
     * is not an admin.
     * </pre>
     */
    public io.github.workplanapi.v1.ListKeysResponse listKeys(io.github.workplanapi.v1.ListKeysRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListKeysMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * CreateKey creates a key. A key can give only scopes that it has itself. The response
     * has the secret, which is never shown again. Only admins may.
     * Errors: INVALID_ARGUMENT if a field is missing or out of range, a scope or the user
     * is unknown, or the key would expire in the past; PERMISSION_DENIED if the caller is
     * not an admin, or the calling key lacks one of the scopes.
     * </pre>
     */
    public io.github.workplanapi.v1.CreateKeyResponse createKey(io.github.workplanapi.v1.CreateKeyRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getCreateKeyMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * UpdateKey changes the name, the rate limit or the expiry of a key. It is effective
     * within a second. Only a key that has all its scopes can give it more time, also if it has
     * expired, or a higher rate limit. Only admins may.
     * Errors: INVALID_ARGUMENT if a field is out of range, or the key would expire in the
     * past; NOT_FOUND if the key does not exist; PERMISSION_DENIED if the caller is not an
     * admin, or lacks a scope of a key that would get more; ABORTED if the record no longer has
     * the version in If-Match.
     * </pre>
     */
    public io.github.workplanapi.v1.UpdateKeyResponse updateKey(io.github.workplanapi.v1.UpdateKeyRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getUpdateKeyMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * RotateKey gives a key a new secret. The response has the secret, which is never
     * shown again. The old secret works for overlapSeconds more; a secret that was rotated
     * out before stops at once. Only admins may.
     * Errors: INVALID_ARGUMENT if the overlap is out of range; NOT_FOUND if the key does
     * not exist; PERMISSION_DENIED if the caller is not an admin, or the calling key lacks
     * one of the scopes of the key; FAILED_PRECONDITION if the key is revoked or has
     * expired; ABORTED if the record no longer has the version in If-Match.
     * </pre>
     */
    public io.github.workplanapi.v1.RotateKeyResponse rotateKey(io.github.workplanapi.v1.RotateKeyRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getRotateKeyMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * RevokeKey stops a key, and all its secrets, within a second and for good. Revoking a
     * revoked key changes nothing. A key may revoke itself. The response has what the key has
     * made: what it has set up works on, unless the request also disables the webhooks and
     * revokes the keys. Only admins may.
     * Errors: NOT_FOUND if the key does not exist; PERMISSION_DENIED if the caller is not an
     * admin, or would disable webhooks without the scope write:webhooks; ABORTED if the record
     * no longer has the version in If-Match.
     * </pre>
     */
    public io.github.workplanapi.v1.RevokeKeyResponse revokeKey(io.github.workplanapi.v1.RevokeKeyRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getRevokeKeyMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service KeyService.
   * <pre>
   * KeyService manages the API keys of the organization. Only admins may call it.
   * </pre>
   */
  public static final class KeyServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<KeyServiceFutureStub> {
    private KeyServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected KeyServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new KeyServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * ListKeys lists the keys, oldest first, without their secrets. Revoked and expired
     * keys are included. Only admins may.
     * Errors: INVALID_ARGUMENT if a parameter is invalid; PERMISSION_DENIED if the caller
     * is not an admin.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.ListKeysResponse> listKeys(
        io.github.workplanapi.v1.ListKeysRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListKeysMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * CreateKey creates a key. A key can give only scopes that it has itself. The response
     * has the secret, which is never shown again. Only admins may.
     * Errors: INVALID_ARGUMENT if a field is missing or out of range, a scope or the user
     * is unknown, or the key would expire in the past; PERMISSION_DENIED if the caller is
     * not an admin, or the calling key lacks one of the scopes.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.CreateKeyResponse> createKey(
        io.github.workplanapi.v1.CreateKeyRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getCreateKeyMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * UpdateKey changes the name, the rate limit or the expiry of a key. It is effective
     * within a second. Only a key that has all its scopes can give it more time, also if it has
     * expired, or a higher rate limit. Only admins may.
     * Errors: INVALID_ARGUMENT if a field is out of range, or the key would expire in the
     * past; NOT_FOUND if the key does not exist; PERMISSION_DENIED if the caller is not an
     * admin, or lacks a scope of a key that would get more; ABORTED if the record no longer has
     * the version in If-Match.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.UpdateKeyResponse> updateKey(
        io.github.workplanapi.v1.UpdateKeyRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getUpdateKeyMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * RotateKey gives a key a new secret. The response has the secret, which is never
     * shown again. The old secret works for overlapSeconds more; a secret that was rotated
     * out before stops at once. Only admins may.
     * Errors: INVALID_ARGUMENT if the overlap is out of range; NOT_FOUND if the key does
     * not exist; PERMISSION_DENIED if the caller is not an admin, or the calling key lacks
     * one of the scopes of the key; FAILED_PRECONDITION if the key is revoked or has
     * expired; ABORTED if the record no longer has the version in If-Match.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.RotateKeyResponse> rotateKey(
        io.github.workplanapi.v1.RotateKeyRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getRotateKeyMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * RevokeKey stops a key, and all its secrets, within a second and for good. Revoking a
     * revoked key changes nothing. A key may revoke itself. The response has what the key has
     * made: what it has set up works on, unless the request also disables the webhooks and
     * revokes the keys. Only admins may.
     * Errors: NOT_FOUND if the key does not exist; PERMISSION_DENIED if the caller is not an
     * admin, or would disable webhooks without the scope write:webhooks; ABORTED if the record
     * no longer has the version in If-Match.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.RevokeKeyResponse> revokeKey(
        io.github.workplanapi.v1.RevokeKeyRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getRevokeKeyMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_LIST_KEYS = 0;
  private static final int METHODID_CREATE_KEY = 1;
  private static final int METHODID_UPDATE_KEY = 2;
  private static final int METHODID_ROTATE_KEY = 3;
  private static final int METHODID_REVOKE_KEY = 4;

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
        case METHODID_LIST_KEYS:
          serviceImpl.listKeys((io.github.workplanapi.v1.ListKeysRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListKeysResponse>) responseObserver);
          break;
        case METHODID_CREATE_KEY:
          serviceImpl.createKey((io.github.workplanapi.v1.CreateKeyRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.CreateKeyResponse>) responseObserver);
          break;
        case METHODID_UPDATE_KEY:
          serviceImpl.updateKey((io.github.workplanapi.v1.UpdateKeyRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.UpdateKeyResponse>) responseObserver);
          break;
        case METHODID_ROTATE_KEY:
          serviceImpl.rotateKey((io.github.workplanapi.v1.RotateKeyRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.RotateKeyResponse>) responseObserver);
          break;
        case METHODID_REVOKE_KEY:
          serviceImpl.revokeKey((io.github.workplanapi.v1.RevokeKeyRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.RevokeKeyResponse>) responseObserver);
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
          getListKeysMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.ListKeysRequest,
              io.github.workplanapi.v1.ListKeysResponse>(
                service, METHODID_LIST_KEYS)))
        .addMethod(
          getCreateKeyMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.CreateKeyRequest,
              io.github.workplanapi.v1.CreateKeyResponse>(
                service, METHODID_CREATE_KEY)))
        .addMethod(
          getUpdateKeyMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.UpdateKeyRequest,
              io.github.workplanapi.v1.UpdateKeyResponse>(
                service, METHODID_UPDATE_KEY)))
        .addMethod(
          getRotateKeyMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.RotateKeyRequest,
              io.github.workplanapi.v1.RotateKeyResponse>(
                service, METHODID_ROTATE_KEY)))
        .addMethod(
          getRevokeKeyMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.RevokeKeyRequest,
              io.github.workplanapi.v1.RevokeKeyResponse>(
                service, METHODID_REVOKE_KEY)))
        .build();
  }

  private static abstract class KeyServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    KeyServiceBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return io.github.workplanapi.v1.KeysProto.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("KeyService");
    }
  }

  private static final class KeyServiceFileDescriptorSupplier
      extends KeyServiceBaseDescriptorSupplier {
    KeyServiceFileDescriptorSupplier() {}
  }

  private static final class KeyServiceMethodDescriptorSupplier
      extends KeyServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    KeyServiceMethodDescriptorSupplier(java.lang.String methodName) {
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
      synchronized (KeyServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new KeyServiceFileDescriptorSupplier())
              .addMethod(getListKeysMethod())
              .addMethod(getCreateKeyMethod())
              .addMethod(getUpdateKeyMethod())
              .addMethod(getRotateKeyMethod())
              .addMethod(getRevokeKeyMethod())
              .build();
        }
      }
    }
    return result;
  }
}

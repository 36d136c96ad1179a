package io.github.workplanapi.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * WebhookService manages the endpoints to which the events of the journal are sent. Only
 * admins may call it.
 * An endpoint gets the events of its types in their order, each at least once, as long as
 * the journal keeps them. Requests follow Standard Webhooks 1.0.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class WebhookServiceGrpc {

  private WebhookServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "workplan.v1.WebhookService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.ListWebhooksRequest,
      io.github.workplanapi.v1.ListWebhooksResponse> getListWebhooksMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ListWebhooks",
      requestType = io.github.workplanapi.v1.ListWebhooksRequest.class,
      responseType = io.github.workplanapi.v1.ListWebhooksResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.ListWebhooksRequest,
      io.github.workplanapi.v1.ListWebhooksResponse> getListWebhooksMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.ListWebhooksRequest, io.github.workplanapi.v1.ListWebhooksResponse> getListWebhooksMethod;
    if ((getListWebhooksMethod = WebhookServiceGrpc.getListWebhooksMethod) == null) {
      synchronized (WebhookServiceGrpc.class) {
        if ((getListWebhooksMethod = WebhookServiceGrpc.getListWebhooksMethod) == null) {
          WebhookServiceGrpc.getListWebhooksMethod = getListWebhooksMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.ListWebhooksRequest, io.github.workplanapi.v1.ListWebhooksResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ListWebhooks"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.ListWebhooksRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.ListWebhooksResponse.getDefaultInstance()))
              .setSchemaDescriptor(new WebhookServiceMethodDescriptorSupplier("ListWebhooks"))
              .build();
        }
      }
    }
    return getListWebhooksMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.GetWebhookRequest,
      io.github.workplanapi.v1.GetWebhookResponse> getGetWebhookMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "GetWebhook",
      requestType = io.github.workplanapi.v1.GetWebhookRequest.class,
      responseType = io.github.workplanapi.v1.GetWebhookResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.GetWebhookRequest,
      io.github.workplanapi.v1.GetWebhookResponse> getGetWebhookMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.GetWebhookRequest, io.github.workplanapi.v1.GetWebhookResponse> getGetWebhookMethod;
    if ((getGetWebhookMethod = WebhookServiceGrpc.getGetWebhookMethod) == null) {
      synchronized (WebhookServiceGrpc.class) {
        if ((getGetWebhookMethod = WebhookServiceGrpc.getGetWebhookMethod) == null) {
          WebhookServiceGrpc.getGetWebhookMethod = getGetWebhookMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.GetWebhookRequest, io.github.workplanapi.v1.GetWebhookResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "GetWebhook"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.GetWebhookRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.GetWebhookResponse.getDefaultInstance()))
              .setSchemaDescriptor(new WebhookServiceMethodDescriptorSupplier("GetWebhook"))
              .build();
        }
      }
    }
    return getGetWebhookMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.CreateWebhookRequest,
      io.github.workplanapi.v1.CreateWebhookResponse> getCreateWebhookMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "CreateWebhook",
      requestType = io.github.workplanapi.v1.CreateWebhookRequest.class,
      responseType = io.github.workplanapi.v1.CreateWebhookResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.CreateWebhookRequest,
      io.github.workplanapi.v1.CreateWebhookResponse> getCreateWebhookMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.CreateWebhookRequest, io.github.workplanapi.v1.CreateWebhookResponse> getCreateWebhookMethod;
    if ((getCreateWebhookMethod = WebhookServiceGrpc.getCreateWebhookMethod) == null) {
      synchronized (WebhookServiceGrpc.class) {
        if ((getCreateWebhookMethod = WebhookServiceGrpc.getCreateWebhookMethod) == null) {
          WebhookServiceGrpc.getCreateWebhookMethod = getCreateWebhookMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.CreateWebhookRequest, io.github.workplanapi.v1.CreateWebhookResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "CreateWebhook"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.CreateWebhookRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.CreateWebhookResponse.getDefaultInstance()))
              .setSchemaDescriptor(new WebhookServiceMethodDescriptorSupplier("CreateWebhook"))
              .build();
        }
      }
    }
    return getCreateWebhookMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.UpdateWebhookRequest,
      io.github.workplanapi.v1.UpdateWebhookResponse> getUpdateWebhookMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "UpdateWebhook",
      requestType = io.github.workplanapi.v1.UpdateWebhookRequest.class,
      responseType = io.github.workplanapi.v1.UpdateWebhookResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.UpdateWebhookRequest,
      io.github.workplanapi.v1.UpdateWebhookResponse> getUpdateWebhookMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.UpdateWebhookRequest, io.github.workplanapi.v1.UpdateWebhookResponse> getUpdateWebhookMethod;
    if ((getUpdateWebhookMethod = WebhookServiceGrpc.getUpdateWebhookMethod) == null) {
      synchronized (WebhookServiceGrpc.class) {
        if ((getUpdateWebhookMethod = WebhookServiceGrpc.getUpdateWebhookMethod) == null) {
          WebhookServiceGrpc.getUpdateWebhookMethod = getUpdateWebhookMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.UpdateWebhookRequest, io.github.workplanapi.v1.UpdateWebhookResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "UpdateWebhook"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.UpdateWebhookRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.UpdateWebhookResponse.getDefaultInstance()))
              .setSchemaDescriptor(new WebhookServiceMethodDescriptorSupplier("UpdateWebhook"))
              .build();
        }
      }
    }
    return getUpdateWebhookMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.DeleteWebhookRequest,
      io.github.workplanapi.v1.DeleteWebhookResponse> getDeleteWebhookMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "DeleteWebhook",
      requestType = io.github.workplanapi.v1.DeleteWebhookRequest.class,
      responseType = io.github.workplanapi.v1.DeleteWebhookResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.DeleteWebhookRequest,
      io.github.workplanapi.v1.DeleteWebhookResponse> getDeleteWebhookMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.DeleteWebhookRequest, io.github.workplanapi.v1.DeleteWebhookResponse> getDeleteWebhookMethod;
    if ((getDeleteWebhookMethod = WebhookServiceGrpc.getDeleteWebhookMethod) == null) {
      synchronized (WebhookServiceGrpc.class) {
        if ((getDeleteWebhookMethod = WebhookServiceGrpc.getDeleteWebhookMethod) == null) {
          WebhookServiceGrpc.getDeleteWebhookMethod = getDeleteWebhookMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.DeleteWebhookRequest, io.github.workplanapi.v1.DeleteWebhookResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "DeleteWebhook"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.DeleteWebhookRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.DeleteWebhookResponse.getDefaultInstance()))
              .setSchemaDescriptor(new WebhookServiceMethodDescriptorSupplier("DeleteWebhook"))
              .build();
        }
      }
    }
    return getDeleteWebhookMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.RotateWebhookSecretRequest,
      io.github.workplanapi.v1.RotateWebhookSecretResponse> getRotateWebhookSecretMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "RotateWebhookSecret",
      requestType = io.github.workplanapi.v1.RotateWebhookSecretRequest.class,
      responseType = io.github.workplanapi.v1.RotateWebhookSecretResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.RotateWebhookSecretRequest,
      io.github.workplanapi.v1.RotateWebhookSecretResponse> getRotateWebhookSecretMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.RotateWebhookSecretRequest, io.github.workplanapi.v1.RotateWebhookSecretResponse> getRotateWebhookSecretMethod;
    if ((getRotateWebhookSecretMethod = WebhookServiceGrpc.getRotateWebhookSecretMethod) == null) {
      synchronized (WebhookServiceGrpc.class) {
        if ((getRotateWebhookSecretMethod = WebhookServiceGrpc.getRotateWebhookSecretMethod) == null) {
          WebhookServiceGrpc.getRotateWebhookSecretMethod = getRotateWebhookSecretMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.RotateWebhookSecretRequest, io.github.workplanapi.v1.RotateWebhookSecretResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "RotateWebhookSecret"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.RotateWebhookSecretRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.RotateWebhookSecretResponse.getDefaultInstance()))
              .setSchemaDescriptor(new WebhookServiceMethodDescriptorSupplier("RotateWebhookSecret"))
              .build();
        }
      }
    }
    return getRotateWebhookSecretMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.TestWebhookRequest,
      io.github.workplanapi.v1.TestWebhookResponse> getTestWebhookMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "TestWebhook",
      requestType = io.github.workplanapi.v1.TestWebhookRequest.class,
      responseType = io.github.workplanapi.v1.TestWebhookResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.TestWebhookRequest,
      io.github.workplanapi.v1.TestWebhookResponse> getTestWebhookMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.TestWebhookRequest, io.github.workplanapi.v1.TestWebhookResponse> getTestWebhookMethod;
    if ((getTestWebhookMethod = WebhookServiceGrpc.getTestWebhookMethod) == null) {
      synchronized (WebhookServiceGrpc.class) {
        if ((getTestWebhookMethod = WebhookServiceGrpc.getTestWebhookMethod) == null) {
          WebhookServiceGrpc.getTestWebhookMethod = getTestWebhookMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.TestWebhookRequest, io.github.workplanapi.v1.TestWebhookResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "TestWebhook"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.TestWebhookRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.TestWebhookResponse.getDefaultInstance()))
              .setSchemaDescriptor(new WebhookServiceMethodDescriptorSupplier("TestWebhook"))
              .build();
        }
      }
    }
    return getTestWebhookMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.RedeliverWebhookRequest,
      io.github.workplanapi.v1.RedeliverWebhookResponse> getRedeliverWebhookMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "RedeliverWebhook",
      requestType = io.github.workplanapi.v1.RedeliverWebhookRequest.class,
      responseType = io.github.workplanapi.v1.RedeliverWebhookResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.RedeliverWebhookRequest,
      io.github.workplanapi.v1.RedeliverWebhookResponse> getRedeliverWebhookMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.RedeliverWebhookRequest, io.github.workplanapi.v1.RedeliverWebhookResponse> getRedeliverWebhookMethod;
    if ((getRedeliverWebhookMethod = WebhookServiceGrpc.getRedeliverWebhookMethod) == null) {
      synchronized (WebhookServiceGrpc.class) {
        if ((getRedeliverWebhookMethod = WebhookServiceGrpc.getRedeliverWebhookMethod) == null) {
          WebhookServiceGrpc.getRedeliverWebhookMethod = getRedeliverWebhookMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.RedeliverWebhookRequest, io.github.workplanapi.v1.RedeliverWebhookResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "RedeliverWebhook"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.RedeliverWebhookRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.RedeliverWebhookResponse.getDefaultInstance()))
              .setSchemaDescriptor(new WebhookServiceMethodDescriptorSupplier("RedeliverWebhook"))
              .build();
        }
      }
    }
    return getRedeliverWebhookMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.ListWebhookAttemptsRequest,
      io.github.workplanapi.v1.ListWebhookAttemptsResponse> getListWebhookAttemptsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ListWebhookAttempts",
      requestType = io.github.workplanapi.v1.ListWebhookAttemptsRequest.class,
      responseType = io.github.workplanapi.v1.ListWebhookAttemptsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.ListWebhookAttemptsRequest,
      io.github.workplanapi.v1.ListWebhookAttemptsResponse> getListWebhookAttemptsMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.ListWebhookAttemptsRequest, io.github.workplanapi.v1.ListWebhookAttemptsResponse> getListWebhookAttemptsMethod;
    if ((getListWebhookAttemptsMethod = WebhookServiceGrpc.getListWebhookAttemptsMethod) == null) {
      synchronized (WebhookServiceGrpc.class) {
        if ((getListWebhookAttemptsMethod = WebhookServiceGrpc.getListWebhookAttemptsMethod) == null) {
          WebhookServiceGrpc.getListWebhookAttemptsMethod = getListWebhookAttemptsMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.ListWebhookAttemptsRequest, io.github.workplanapi.v1.ListWebhookAttemptsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ListWebhookAttempts"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.ListWebhookAttemptsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.ListWebhookAttemptsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new WebhookServiceMethodDescriptorSupplier("ListWebhookAttempts"))
              .build();
        }
      }
    }
    return getListWebhookAttemptsMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static WebhookServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<WebhookServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<WebhookServiceStub>() {
        @java.lang.Override
        public WebhookServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new WebhookServiceStub(channel, callOptions);
        }
      };
    return WebhookServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static WebhookServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<WebhookServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<WebhookServiceBlockingV2Stub>() {
        @java.lang.Override
        public WebhookServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new WebhookServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return WebhookServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static WebhookServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<WebhookServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<WebhookServiceBlockingStub>() {
        @java.lang.Override
        public WebhookServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new WebhookServiceBlockingStub(channel, callOptions);
        }
      };
    return WebhookServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static WebhookServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<WebhookServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<WebhookServiceFutureStub>() {
        @java.lang.Override
        public WebhookServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new WebhookServiceFutureStub(channel, callOptions);
        }
      };
    return WebhookServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * WebhookService manages the endpoints to which the events of the journal are sent. Only
   * admins may call it.
   * An endpoint gets the events of its types in their order, each at least once, as long as
   * the journal keeps them. Requests follow Standard Webhooks 1.0.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * ListWebhooks lists the endpoints, oldest first. Only admins may.
     * Errors: INVALID_ARGUMENT if a parameter is invalid; PERMISSION_DENIED if the caller is
     * not an admin.
     * </pre>
     */
    default void listWebhooks(io.github.workplanapi.v1.ListWebhooksRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListWebhooksResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListWebhooksMethod(), responseObserver);
    }

    /**
     * <pre>
     * GetWebhook returns one endpoint. Only admins may.
     * Errors: NOT_FOUND if the endpoint does not exist; PERMISSION_DENIED if the caller is
     * not an admin.
     * </pre>
     */
    default void getWebhook(io.github.workplanapi.v1.GetWebhookRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.GetWebhookResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getGetWebhookMethod(), responseObserver);
    }

    /**
     * <pre>
     * CreateWebhook creates an endpoint and pings it with a signed request. If it
     * responds with 2xx, it is active. Otherwise it is pending: it is pinged again after 5 s,
     * 30 s, 2 min and so on, and becomes active when it responds with 2xx. It gets the events
     * after cursor, by default those from now on. The response has the secret, which no other
     * response has. Only admins may.
     * Errors: INVALID_ARGUMENT if a field is missing or invalid, or the address is not
     * allowed; PERMISSION_DENIED if the caller is not an admin, or the key may read no event
     * of a type; OUT_OF_RANGE if the events after cursor are no longer kept;
     * FAILED_PRECONDITION if cursor is behind the latest event, the organization has 20
     * endpoints, or the operator has not set up webhooks.
     * </pre>
     */
    default void createWebhook(io.github.workplanapi.v1.CreateWebhookRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.CreateWebhookResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getCreateWebhookMethod(), responseObserver);
    }

    /**
     * <pre>
     * UpdateWebhook changes the address, the types, the name, the state or the cursor of an
     * endpoint. A ping as that of CreateWebhook comes before each change to active, and also
     * if the address of an active endpoint changes. Only admins may.
     * Errors: INVALID_ARGUMENT if a field is invalid, or the address is not allowed; NOT_FOUND
     * if the endpoint does not exist; PERMISSION_DENIED if the caller is not an admin, or the
     * key may read no event of a type; ABORTED if the record no longer has the version in
     * If-Match; OUT_OF_RANGE if the events after cursor are no longer kept;
     * FAILED_PRECONDITION if cursor is behind the latest event.
     * </pre>
     */
    default void updateWebhook(io.github.workplanapi.v1.UpdateWebhookRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.UpdateWebhookResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getUpdateWebhookMethod(), responseObserver);
    }

    /**
     * <pre>
     * DeleteWebhook deletes an endpoint. Nothing more is sent to it. Only admins may.
     * Errors: NOT_FOUND if the endpoint does not exist; PERMISSION_DENIED if the caller is
     * not an admin; ABORTED if the record no longer has the version in If-Match.
     * </pre>
     */
    default void deleteWebhook(io.github.workplanapi.v1.DeleteWebhookRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.DeleteWebhookResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getDeleteWebhookMethod(), responseObserver);
    }

    /**
     * <pre>
     * RotateWebhookSecret gives an endpoint a new secret. For overlapSeconds, requests are
     * signed with both secrets; a secret that was rotated out before is no longer used. The
     * response has the new secret. Only admins may.
     * Errors: INVALID_ARGUMENT if the overlap is out of range; NOT_FOUND if the endpoint does
     * not exist; PERMISSION_DENIED if the caller is not an admin, or the key may read no event
     * of a type; ABORTED if the record no longer has the version in If-Match;
     * FAILED_PRECONDITION if the operator has not set up webhooks.
     * </pre>
     */
    default void rotateWebhookSecret(io.github.workplanapi.v1.RotateWebhookSecretRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.RotateWebhookSecretResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getRotateWebhookSecretMethod(), responseObserver);
    }

    /**
     * <pre>
     * TestWebhook sends a signed ping and returns the attempt. If the endpoint responds
     * with 2xx, it becomes active if it was pending, and the next event is sent at once, also if
     * the endpoint had to wait after failures. Only admins may.
     * Errors: NOT_FOUND if the endpoint does not exist; PERMISSION_DENIED if the caller is
     * not an admin; FAILED_PRECONDITION if the endpoint does not respond with 2xx.
     * </pre>
     */
    default void testWebhook(io.github.workplanapi.v1.TestWebhookRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.TestWebhookResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getTestWebhookMethod(), responseObserver);
    }

    /**
     * <pre>
     * RedeliverWebhook sends events again, before those that follow the cursor: one event, a
     * range of events, or those that were parked. Only events of the types of the endpoint are
     * sent. An event that the endpoint refuses again is parked at once. Only admins may.
     * Errors: INVALID_ARGUMENT if the request names no events, or names them in more than one
     * way; NOT_FOUND if the endpoint or an event does not exist; PERMISSION_DENIED if the
     * caller is not an admin; OUT_OF_RANGE if an event is no longer kept.
     * </pre>
     */
    default void redeliverWebhook(io.github.workplanapi.v1.RedeliverWebhookRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.RedeliverWebhookResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getRedeliverWebhookMethod(), responseObserver);
    }

    /**
     * <pre>
     * ListWebhookAttempts lists the requests to an endpoint in the last 30 days, newest first.
     * An attempt is listed at most a second after the request. Only admins may.
     * Errors: INVALID_ARGUMENT if a parameter is invalid; NOT_FOUND if the endpoint does not
     * exist; PERMISSION_DENIED if the caller is not an admin.
     * </pre>
     */
    default void listWebhookAttempts(io.github.workplanapi.v1.ListWebhookAttemptsRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListWebhookAttemptsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListWebhookAttemptsMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service WebhookService.
   * <pre>
   * WebhookService manages the endpoints to which the events of the journal are sent. Only
   * admins may call it.
   * An endpoint gets the events of its types in their order, each at least once, as long as
   * the journal keeps them. Requests follow Standard Webhooks 1.0.
   * </pre>
   */
  public static abstract class WebhookServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return WebhookServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service WebhookService.
   * <pre>
   * WebhookService manages the endpoints to which the events of the journal are sent. Only
   * admins may call it.
   * An endpoint gets the events of its types in their order, each at least once, as long as
   * the journal keeps them. Requests follow Standard Webhooks 1.0.
   * </pre>
   */
  public static final class WebhookServiceStub
      extends io.grpc.stub.AbstractAsyncStub<WebhookServiceStub> {
    private WebhookServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected WebhookServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new WebhookServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * ListWebhooks lists the endpoints, oldest first. Only admins may.
     * Errors: INVALID_ARGUMENT if a parameter is invalid; PERMISSION_DENIED if the caller is
     * not an admin.
     * </pre>
     */
    public void listWebhooks(io.github.workplanapi.v1.ListWebhooksRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListWebhooksResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListWebhooksMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * GetWebhook returns one endpoint. Only admins may.
     * Errors: NOT_FOUND if the endpoint does not exist; PERMISSION_DENIED if the caller is
     * not an admin.
     * </pre>
     */
    public void getWebhook(io.github.workplanapi.v1.GetWebhookRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.GetWebhookResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getGetWebhookMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * CreateWebhook creates an endpoint and pings it with a signed request. If it
     * responds with 2xx, it is active. Otherwise it is pending: it is pinged again after 5 s,
     * 30 s, 2 min and so on, and becomes active when it responds with 2xx. It gets the events
     * after cursor, by default those from now on. The response has the secret, which no other
     * response has. Only admins may.
     * Errors: INVALID_ARGUMENT if a field is missing or invalid, or the address is not
     * allowed; PERMISSION_DENIED if the caller is not an admin, or the key may read no event
     * of a type; OUT_OF_RANGE if the events after cursor are no longer kept;
     * FAILED_PRECONDITION if cursor is behind the latest event, the organization has 20
     * endpoints, or the operator has not set up webhooks.
     * </pre>
     */
    public void createWebhook(io.github.workplanapi.v1.CreateWebhookRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.CreateWebhookResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getCreateWebhookMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * UpdateWebhook changes the address, the types, the name, the state or the cursor of an
     * endpoint. A ping as that of CreateWebhook comes before each change to active, and also
     * if the address of an active endpoint changes. Only admins may.
     * Errors: INVALID_ARGUMENT if a field is invalid, or the address is not allowed; NOT_FOUND
     * if the endpoint does not exist; PERMISSION_DENIED if the caller is not an admin, or the
     * key may read no event of a type; ABORTED if the record no longer has the version in
     * If-Match; OUT_OF_RANGE if the events after cursor are no longer kept;
     * FAILED_PRECONDITION if cursor is behind the latest event.
     * </pre>
     */
    public void updateWebhook(io.github.workplanapi.v1.UpdateWebhookRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.UpdateWebhookResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getUpdateWebhookMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * DeleteWebhook deletes an endpoint. Nothing more is sent to it. Only admins may.
     * Errors: NOT_FOUND if the endpoint does not exist; PERMISSION_DENIED if the caller is
     * not an admin; ABORTED if the record no longer has the version in If-Match.
     * </pre>
     */
    public void deleteWebhook(io.github.workplanapi.v1.DeleteWebhookRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.DeleteWebhookResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getDeleteWebhookMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * RotateWebhookSecret gives an endpoint a new secret. For overlapSeconds, requests are
     * signed with both secrets; a secret that was rotated out before is no longer used. The
     * response has the new secret. Only admins may.
     * Errors: INVALID_ARGUMENT if the overlap is out of range; NOT_FOUND if the endpoint does
     * not exist; PERMISSION_DENIED if the caller is not an admin, or the key may read no event
     * of a type; ABORTED if the record no longer has the version in If-Match;
     * FAILED_PRECONDITION if the operator has not set up webhooks.
     * </pre>
     */
    public void rotateWebhookSecret(io.github.workplanapi.v1.RotateWebhookSecretRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.RotateWebhookSecretResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getRotateWebhookSecretMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * TestWebhook sends a signed ping and returns the attempt. If the endpoint responds
     * with 2xx, it becomes active if it was pending, and the next event is sent at once, also if
     * the endpoint had to wait after failures. Only admins may.
     * Errors: NOT_FOUND if the endpoint does not exist; PERMISSION_DENIED if the caller is
     * not an admin; FAILED_PRECONDITION if the endpoint does not respond with 2xx.
     * </pre>
     */
    public void testWebhook(io.github.workplanapi.v1.TestWebhookRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.TestWebhookResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getTestWebhookMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * RedeliverWebhook sends events again, before those that follow the cursor: one event, a
     * range of events, or those that were parked. Only events of the types of the endpoint are
     * sent. An event that the endpoint refuses again is parked at once. Only admins may.
     * Errors: INVALID_ARGUMENT if the request names no events, or names them in more than one
     * way; NOT_FOUND if the endpoint or an event does not exist; PERMISSION_DENIED if the
     * caller is not an admin; OUT_OF_RANGE if an event is no longer kept.
     * </pre>
     */
    public void redeliverWebhook(io.github.workplanapi.v1.RedeliverWebhookRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.RedeliverWebhookResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getRedeliverWebhookMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * ListWebhookAttempts lists the requests to an endpoint in the last 30 days, newest first.
     * An attempt is listed at most a second after the request. Only admins may.
     * Errors: INVALID_ARGUMENT if a parameter is invalid; NOT_FOUND if the endpoint does not
     * exist; PERMISSION_DENIED if the caller is not an admin.
     * </pre>
     */
    public void listWebhookAttempts(io.github.workplanapi.v1.ListWebhookAttemptsRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListWebhookAttemptsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListWebhookAttemptsMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service WebhookService.
   * <pre>
   * WebhookService manages the endpoints to which the events of the journal are sent. Only
   * admins may call it.
   * An endpoint gets the events of its types in their order, each at least once, as long as
   * the journal keeps them. Requests follow Standard Webhooks 1.0.
   * </pre>
   */
  public static final class WebhookServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<WebhookServiceBlockingV2Stub> {
    private WebhookServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected WebhookServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new WebhookServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * ListWebhooks lists the endpoints, oldest first. Only admins may.
     * Errors: INVALID_ARGUMENT if a parameter is invalid; PERMISSION_DENIED if the caller is
     * not an admin.
     * </pre>
     */
    public io.github.workplanapi.v1.ListWebhooksResponse listWebhooks(io.github.workplanapi.v1.ListWebhooksRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListWebhooksMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * GetWebhook returns one endpoint. Only admins may.
     * Errors: NOT_FOUND if the endpoint does not exist; PERMISSION_DENIED if the caller is
     * not an admin.
     * </pre>
     */
    public io.github.workplanapi.v1.GetWebhookResponse getWebhook(io.github.workplanapi.v1.GetWebhookRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getGetWebhookMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * CreateWebhook creates an endpoint and pings it with a signed request. If it
     * responds with 2xx, it is active. Otherwise it is pending: it is pinged again after 5 s,
     * 30 s, 2 min and so on, and becomes active when it responds with 2xx. It gets the events
     * after cursor, by default those from now on. The response has the secret, which no other
     * response has. Only admins may.
     * Errors: INVALID_ARGUMENT if a field is missing or invalid, or the address is not
     * allowed; PERMISSION_DENIED if the caller is not an admin, or the key may read no event
     * of a type; OUT_OF_RANGE if the events after cursor are no longer kept;
     * FAILED_PRECONDITION if cursor is behind the latest event, the organization has 20
     * endpoints, or the operator has not set up webhooks.
     * </pre>
     */
    public io.github.workplanapi.v1.CreateWebhookResponse createWebhook(io.github.workplanapi.v1.CreateWebhookRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getCreateWebhookMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * UpdateWebhook changes the address, the types, the name, the state or the cursor of an
     * endpoint. A ping as that of CreateWebhook comes before each change to active, and also
     * if the address of an active endpoint changes. Only admins may.
     * Errors: INVALID_ARGUMENT if a field is invalid, or the address is not allowed; NOT_FOUND
     * if the endpoint does not exist; PERMISSION_DENIED if the caller is not an admin, or the
     * key may read no event of a type; ABORTED if the record no longer has the version in
     * If-Match; OUT_OF_RANGE if the events after cursor are no longer kept;
     * FAILED_PRECONDITION if cursor is behind the latest event.
     * </pre>
     */
    public io.github.workplanapi.v1.UpdateWebhookResponse updateWebhook(io.github.workplanapi.v1.UpdateWebhookRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getUpdateWebhookMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * DeleteWebhook deletes an endpoint. Nothing more is sent to it. Only admins may.
     * Errors: NOT_FOUND if the endpoint does not exist; PERMISSION_DENIED if the caller is
     * not an admin; ABORTED if the record no longer has the version in If-Match.
     * </pre>
     */
    public io.github.workplanapi.v1.DeleteWebhookResponse deleteWebhook(io.github.workplanapi.v1.DeleteWebhookRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getDeleteWebhookMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * RotateWebhookSecret gives an endpoint a new secret. For overlapSeconds, requests are
     * signed with both secrets; a secret that was rotated out before is no longer used. The
     * response has the new secret. Only admins may.
     * Errors: INVALID_ARGUMENT if the overlap is out of range; NOT_FOUND if the endpoint does
     * not exist; PERMISSION_DENIED if the caller is not an admin, or the key may read no event
     * of a type; ABORTED if the record no longer has the version in If-Match;
     * FAILED_PRECONDITION if the operator has not set up webhooks.
     * </pre>
     */
    public io.github.workplanapi.v1.RotateWebhookSecretResponse rotateWebhookSecret(io.github.workplanapi.v1.RotateWebhookSecretRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getRotateWebhookSecretMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * TestWebhook sends a signed ping and returns the attempt. If the endpoint responds
     * with 2xx, it becomes active if it was pending, and the next event is sent at once, also if
     * the endpoint had to wait after failures. Only admins may.
     * Errors: NOT_FOUND if the endpoint does not exist; PERMISSION_DENIED if the caller is
     * not an admin; FAILED_PRECONDITION if the endpoint does not respond with 2xx.
     * </pre>
     */
    public io.github.workplanapi.v1.TestWebhookResponse testWebhook(io.github.workplanapi.v1.TestWebhookRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getTestWebhookMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * RedeliverWebhook sends events again, before those that follow the cursor: one event, a
     * range of events, or those that were parked. Only events of the types of the endpoint are
     * sent. An event that the endpoint refuses again is parked at once. Only admins may.
     * Errors: INVALID_ARGUMENT if the request names no events, or names them in more than one
     * way; NOT_FOUND if the endpoint or an event does not exist; PERMISSION_DENIED if the
     * caller is not an admin; OUT_OF_RANGE if an event is no longer kept.
     * </pre>
     */
    public io.github.workplanapi.v1.RedeliverWebhookResponse redeliverWebhook(io.github.workplanapi.v1.RedeliverWebhookRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getRedeliverWebhookMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * ListWebhookAttempts lists the requests to an endpoint in the last 30 days, newest first.
     * An attempt is listed at most a second after the request. Only admins may.
     * Errors: INVALID_ARGUMENT if a parameter is invalid; NOT_FOUND if the endpoint does not
     * exist; PERMISSION_DENIED if the caller is not an admin.
     * </pre>
     */
    public io.github.workplanapi.v1.ListWebhookAttemptsResponse listWebhookAttempts(io.github.workplanapi.v1.ListWebhookAttemptsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListWebhookAttemptsMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service WebhookService.
   * <pre>
   * WebhookService manages the endpoints to which the events of the journal are sent. Only
   * admins may call it.
   * An endpoint gets the events of its types in their order, each at least once, as long as
   * the journal keeps them. Requests follow Standard Webhooks 1.0.
   * </pre>
   */
  public static final class WebhookServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<WebhookServiceBlockingStub> {
    private WebhookServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected WebhookServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new WebhookServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * ListWebhooks lists the endpoints, oldest first. Only admins may.
     * Errors: INVALID_ARGUMENT if a parameter is invalid; PERMISSION_DENIED if the caller is
     * not an admin.
     * </pre>
     */
    public io.github.workplanapi.v1.ListWebhooksResponse listWebhooks(io.github.workplanapi.v1.ListWebhooksRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListWebhooksMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * GetWebhook returns one endpoint. Only admins may.
     * Errors: NOT_FOUND if the endpoint does not exist; PERMISSION_DENIED if the caller is
     * not an admin.
     * </pre>
     */
    public io.github.workplanapi.v1.GetWebhookResponse getWebhook(io.github.workplanapi.v1.GetWebhookRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getGetWebhookMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * CreateWebhook creates an endpoint and pings it with a signed request. If it
     * responds with 2xx, it is active. Otherwise it is pending: it is pinged again after 5 s,
     * 30 s, 2 min and so on, and becomes active when it responds with 2xx. It gets the events
     * after cursor, by default those from now on. The response has the secret, which no other
     * response has. Only admins may.
     * Errors: INVALID_ARGUMENT if a field is missing or invalid, or the address is not
     * allowed; PERMISSION_DENIED if the caller is not an admin, or the key may read no event
     * of a type; OUT_OF_RANGE if the events after cursor are no longer kept;
     * FAILED_PRECONDITION if cursor is behind the latest event, the organization has 20
     * endpoints, or the operator has not set up webhooks.
     * </pre>
     */
    public io.github.workplanapi.v1.CreateWebhookResponse createWebhook(io.github.workplanapi.v1.CreateWebhookRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getCreateWebhookMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * UpdateWebhook changes the address, the types, the name, the state or the cursor of an
     * endpoint. A ping as that of CreateWebhook comes before each change to active, and also
     * if the address of an active endpoint changes. Only admins may.
     * Errors: INVALID_ARGUMENT if a field is invalid, or the address is not allowed; NOT_FOUND
     * if the endpoint does not exist; PERMISSION_DENIED if the caller is not an admin, or the
     * key may read no event of a type; ABORTED if the record no longer has the version in
     * If-Match; OUT_OF_RANGE if the events after cursor are no longer kept;
     * FAILED_PRECONDITION if cursor is behind the latest event.
     * </pre>
     */
    public io.github.workplanapi.v1.UpdateWebhookResponse updateWebhook(io.github.workplanapi.v1.UpdateWebhookRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getUpdateWebhookMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * DeleteWebhook deletes an endpoint. Nothing more is sent to it. Only admins may.
     * Errors: NOT_FOUND if the endpoint does not exist; PERMISSION_DENIED if the caller is
     * not an admin; ABORTED if the record no longer has the version in If-Match.
     * </pre>
     */
    public io.github.workplanapi.v1.DeleteWebhookResponse deleteWebhook(io.github.workplanapi.v1.DeleteWebhookRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getDeleteWebhookMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * RotateWebhookSecret gives an endpoint a new secret. For overlapSeconds, requests are
     * signed with both secrets; a secret that was rotated out before is no longer used. The
     * response has the new secret. Only admins may.
     * Errors: INVALID_ARGUMENT if the overlap is out of range; NOT_FOUND if the endpoint does
     * not exist; PERMISSION_DENIED if the caller is not an admin, or the key may read no event
     * of a type; ABORTED if the record no longer has the version in If-Match;
     * FAILED_PRECONDITION if the operator has not set up webhooks.
     * </pre>
     */
    public io.github.workplanapi.v1.RotateWebhookSecretResponse rotateWebhookSecret(io.github.workplanapi.v1.RotateWebhookSecretRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getRotateWebhookSecretMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * TestWebhook sends a signed ping and returns the attempt. If the endpoint responds
     * with 2xx, it becomes active if it was pending, and the next event is sent at once, also if
     * the endpoint had to wait after failures. Only admins may.
     * Errors: NOT_FOUND if the endpoint does not exist; PERMISSION_DENIED if the caller is
     * not an admin; FAILED_PRECONDITION if the endpoint does not respond with 2xx.
     * </pre>
     */
    public io.github.workplanapi.v1.TestWebhookResponse testWebhook(io.github.workplanapi.v1.TestWebhookRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getTestWebhookMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * RedeliverWebhook sends events again, before those that follow the cursor: one event, a
     * range of events, or those that were parked. Only events of the types of the endpoint are
     * sent. An event that the endpoint refuses again is parked at once. Only admins may.
     * Errors: INVALID_ARGUMENT if the request names no events, or names them in more than one
     * way; NOT_FOUND if the endpoint or an event does not exist; PERMISSION_DENIED if the
     * caller is not an admin; OUT_OF_RANGE if an event is no longer kept.
     * </pre>
     */
    public io.github.workplanapi.v1.RedeliverWebhookResponse redeliverWebhook(io.github.workplanapi.v1.RedeliverWebhookRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getRedeliverWebhookMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * ListWebhookAttempts lists the requests to an endpoint in the last 30 days, newest first.
     * An attempt is listed at most a second after the request. Only admins may.
     * Errors: INVALID_ARGUMENT if a parameter is invalid; NOT_FOUND if the endpoint does not
     * exist; PERMISSION_DENIED if the caller is not an admin.
     * </pre>
     */
    public io.github.workplanapi.v1.ListWebhookAttemptsResponse listWebhookAttempts(io.github.workplanapi.v1.ListWebhookAttemptsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListWebhookAttemptsMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service WebhookService.
   * <pre>
   * WebhookService manages the endpoints to which the events of the journal are sent. Only
   * admins may call it.
   * An endpoint gets the events of its types in their order, each at least once, as long as
   * the journal keeps them. Requests follow Standard Webhooks 1.0.
   * </pre>
   */
  public static final class WebhookServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<WebhookServiceFutureStub> {
    private WebhookServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected WebhookServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new WebhookServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * ListWebhooks lists the endpoints, oldest first. Only admins may.
     * Errors: INVALID_ARGUMENT if a parameter is invalid; PERMISSION_DENIED if the caller is
     * not an admin.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.ListWebhooksResponse> listWebhooks(
        io.github.workplanapi.v1.ListWebhooksRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListWebhooksMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * GetWebhook returns one endpoint. Only admins may.
     * Errors: NOT_FOUND if the endpoint does not exist; PERMISSION_DENIED if the caller is
     * not an admin.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.GetWebhookResponse> getWebhook(
        io.github.workplanapi.v1.GetWebhookRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getGetWebhookMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * CreateWebhook creates an endpoint and pings it with a signed request. If it
     * responds with 2xx, it is active. Otherwise it is pending: it is pinged again after 5 s,
     * 30 s, 2 min and so on, and becomes active when it responds with 2xx. It gets the events
     * after cursor, by default those from now on. The response has the secret, which no other
     * response has. Only admins may.
     * Errors: INVALID_ARGUMENT if a field is missing or invalid, or the address is not
     * allowed; PERMISSION_DENIED if the caller is not an admin, or the key may read no event
     * of a type; OUT_OF_RANGE if the events after cursor are no longer kept;
     * FAILED_PRECONDITION if cursor is behind the latest event, the organization has 20
     * endpoints, or the operator has not set up webhooks.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.CreateWebhookResponse> createWebhook(
        io.github.workplanapi.v1.CreateWebhookRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getCreateWebhookMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * UpdateWebhook changes the address, the types, the name, the state or the cursor of an
     * endpoint. A ping as that of CreateWebhook comes before each change to active, and also
     * if the address of an active endpoint changes. Only admins may.
     * Errors: INVALID_ARGUMENT if a field is invalid, or the address is not allowed; NOT_FOUND
     * if the endpoint does not exist; PERMISSION_DENIED if the caller is not an admin, or the
     * key may read no event of a type; ABORTED if the record no longer has the version in
     * If-Match; OUT_OF_RANGE if the events after cursor are no longer kept;
     * FAILED_PRECONDITION if cursor is behind the latest event.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.UpdateWebhookResponse> updateWebhook(
        io.github.workplanapi.v1.UpdateWebhookRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getUpdateWebhookMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * DeleteWebhook deletes an endpoint. Nothing more is sent to it. Only admins may.
     * Errors: NOT_FOUND if the endpoint does not exist; PERMISSION_DENIED if the caller is
     * not an admin; ABORTED if the record no longer has the version in If-Match.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.DeleteWebhookResponse> deleteWebhook(
        io.github.workplanapi.v1.DeleteWebhookRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getDeleteWebhookMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * RotateWebhookSecret gives an endpoint a new secret. For overlapSeconds, requests are
     * signed with both secrets; a secret that was rotated out before is no longer used. The
     * response has the new secret. Only admins may.
     * Errors: INVALID_ARGUMENT if the overlap is out of range; NOT_FOUND if the endpoint does
     * not exist; PERMISSION_DENIED if the caller is not an admin, or the key may read no event
     * of a type; ABORTED if the record no longer has the version in If-Match;
     * FAILED_PRECONDITION if the operator has not set up webhooks.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.RotateWebhookSecretResponse> rotateWebhookSecret(
        io.github.workplanapi.v1.RotateWebhookSecretRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getRotateWebhookSecretMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * TestWebhook sends a signed ping and returns the attempt. If the endpoint responds
     * with 2xx, it becomes active if it was pending, and the next event is sent at once, also if
     * the endpoint had to wait after failures. Only admins may.
     * Errors: NOT_FOUND if the endpoint does not exist; PERMISSION_DENIED if the caller is
     * not an admin; FAILED_PRECONDITION if the endpoint does not respond with 2xx.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.TestWebhookResponse> testWebhook(
        io.github.workplanapi.v1.TestWebhookRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getTestWebhookMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * RedeliverWebhook sends events again, before those that follow the cursor: one event, a
     * range of events, or those that were parked. Only events of the types of the endpoint are
     * sent. An event that the endpoint refuses again is parked at once. Only admins may.
     * Errors: INVALID_ARGUMENT if the request names no events, or names them in more than one
     * way; NOT_FOUND if the endpoint or an event does not exist; PERMISSION_DENIED if the
     * caller is not an admin; OUT_OF_RANGE if an event is no longer kept.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.RedeliverWebhookResponse> redeliverWebhook(
        io.github.workplanapi.v1.RedeliverWebhookRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getRedeliverWebhookMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * ListWebhookAttempts lists the requests to an endpoint in the last 30 days, newest first.
     * An attempt is listed at most a second after the request. Only admins may.
     * Errors: INVALID_ARGUMENT if a parameter is invalid; NOT_FOUND if the endpoint does not
     * exist; PERMISSION_DENIED if the caller is not an admin.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.ListWebhookAttemptsResponse> listWebhookAttempts(
        io.github.workplanapi.v1.ListWebhookAttemptsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListWebhookAttemptsMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_LIST_WEBHOOKS = 0;
  private static final int METHODID_GET_WEBHOOK = 1;
  private static final int METHODID_CREATE_WEBHOOK = 2;
  private static final int METHODID_UPDATE_WEBHOOK = 3;
  private static final int METHODID_DELETE_WEBHOOK = 4;
  private static final int METHODID_ROTATE_WEBHOOK_SECRET = 5;
  private static final int METHODID_TEST_WEBHOOK = 6;
  private static final int METHODID_REDELIVER_WEBHOOK = 7;
  private static final int METHODID_LIST_WEBHOOK_ATTEMPTS = 8;

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
        case METHODID_LIST_WEBHOOKS:
          serviceImpl.listWebhooks((io.github.workplanapi.v1.ListWebhooksRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListWebhooksResponse>) responseObserver);
          break;
        case METHODID_GET_WEBHOOK:
          serviceImpl.getWebhook((io.github.workplanapi.v1.GetWebhookRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.GetWebhookResponse>) responseObserver);
          break;
        case METHODID_CREATE_WEBHOOK:
          serviceImpl.createWebhook((io.github.workplanapi.v1.CreateWebhookRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.CreateWebhookResponse>) responseObserver);
          break;
        case METHODID_UPDATE_WEBHOOK:
          serviceImpl.updateWebhook((io.github.workplanapi.v1.UpdateWebhookRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.UpdateWebhookResponse>) responseObserver);
          break;
        case METHODID_DELETE_WEBHOOK:
          serviceImpl.deleteWebhook((io.github.workplanapi.v1.DeleteWebhookRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.DeleteWebhookResponse>) responseObserver);
          break;
        case METHODID_ROTATE_WEBHOOK_SECRET:
          serviceImpl.rotateWebhookSecret((io.github.workplanapi.v1.RotateWebhookSecretRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.RotateWebhookSecretResponse>) responseObserver);
          break;
        case METHODID_TEST_WEBHOOK:
          serviceImpl.testWebhook((io.github.workplanapi.v1.TestWebhookRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.TestWebhookResponse>) responseObserver);
          break;
        case METHODID_REDELIVER_WEBHOOK:
          serviceImpl.redeliverWebhook((io.github.workplanapi.v1.RedeliverWebhookRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.RedeliverWebhookResponse>) responseObserver);
          break;
        case METHODID_LIST_WEBHOOK_ATTEMPTS:
          serviceImpl.listWebhookAttempts((io.github.workplanapi.v1.ListWebhookAttemptsRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListWebhookAttemptsResponse>) responseObserver);
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
          getListWebhooksMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.ListWebhooksRequest,
              io.github.workplanapi.v1.ListWebhooksResponse>(
                service, METHODID_LIST_WEBHOOKS)))
        .addMethod(
          getGetWebhookMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.GetWebhookRequest,
              io.github.workplanapi.v1.GetWebhookResponse>(
                service, METHODID_GET_WEBHOOK)))
        .addMethod(
          getCreateWebhookMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.CreateWebhookRequest,
              io.github.workplanapi.v1.CreateWebhookResponse>(
                service, METHODID_CREATE_WEBHOOK)))
        .addMethod(
          getUpdateWebhookMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.UpdateWebhookRequest,
              io.github.workplanapi.v1.UpdateWebhookResponse>(
                service, METHODID_UPDATE_WEBHOOK)))
        .addMethod(
          getDeleteWebhookMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.DeleteWebhookRequest,
              io.github.workplanapi.v1.DeleteWebhookResponse>(
                service, METHODID_DELETE_WEBHOOK)))
        .addMethod(
          getRotateWebhookSecretMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.RotateWebhookSecretRequest,
              io.github.workplanapi.v1.RotateWebhookSecretResponse>(
                service, METHODID_ROTATE_WEBHOOK_SECRET)))
        .addMethod(
          getTestWebhookMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.TestWebhookRequest,
              io.github.workplanapi.v1.TestWebhookResponse>(
                service, METHODID_TEST_WEBHOOK)))
        .addMethod(
          getRedeliverWebhookMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.RedeliverWebhookRequest,
              io.github.workplanapi.v1.RedeliverWebhookResponse>(
                service, METHODID_REDELIVER_WEBHOOK)))
        .addMethod(
          getListWebhookAttemptsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.ListWebhookAttemptsRequest,
              io.github.workplanapi.v1.ListWebhookAttemptsResponse>(
                service, METHODID_LIST_WEBHOOK_ATTEMPTS)))
        .build();
  }

  private static abstract class WebhookServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    WebhookServiceBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return io.github.workplanapi.v1.WebhooksProto.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("WebhookService");
    }
  }

  private static final class WebhookServiceFileDescriptorSupplier
      extends WebhookServiceBaseDescriptorSupplier {
    WebhookServiceFileDescriptorSupplier() {}
  }

  private static final class WebhookServiceMethodDescriptorSupplier
      extends WebhookServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    WebhookServiceMethodDescriptorSupplier(java.lang.String methodName) {
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
      synchronized (WebhookServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new WebhookServiceFileDescriptorSupplier())
              .addMethod(getListWebhooksMethod())
              .addMethod(getGetWebhookMethod())
              .addMethod(getCreateWebhookMethod())
              .addMethod(getUpdateWebhookMethod())
              .addMethod(getDeleteWebhookMethod())
              .addMethod(getRotateWebhookSecretMethod())
              .addMethod(getTestWebhookMethod())
              .addMethod(getRedeliverWebhookMethod())
              .addMethod(getListWebhookAttemptsMethod())
              .build();
        }
      }
    }
    return result;
  }
}

package io.github.workplanapi.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * ClientService lists, creates and updates clients: the companies that projects are done
 * for.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class ClientServiceGrpc {

  private ClientServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "workplan.v1.ClientService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.ListClientsRequest,
      io.github.workplanapi.v1.ListClientsResponse> getListClientsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ListClients",
      requestType = io.github.workplanapi.v1.ListClientsRequest.class,
      responseType = io.github.workplanapi.v1.ListClientsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.ListClientsRequest,
      io.github.workplanapi.v1.ListClientsResponse> getListClientsMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.ListClientsRequest, io.github.workplanapi.v1.ListClientsResponse> getListClientsMethod;
    if ((getListClientsMethod = ClientServiceGrpc.getListClientsMethod) == null) {
      synchronized (ClientServiceGrpc.class) {
        if ((getListClientsMethod = ClientServiceGrpc.getListClientsMethod) == null) {
          ClientServiceGrpc.getListClientsMethod = getListClientsMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.ListClientsRequest, io.github.workplanapi.v1.ListClientsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ListClients"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.ListClientsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.ListClientsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new ClientServiceMethodDescriptorSupplier("ListClients"))
              .build();
        }
      }
    }
    return getListClientsMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.GetClientRequest,
      io.github.workplanapi.v1.GetClientResponse> getGetClientMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "GetClient",
      requestType = io.github.workplanapi.v1.GetClientRequest.class,
      responseType = io.github.workplanapi.v1.GetClientResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.GetClientRequest,
      io.github.workplanapi.v1.GetClientResponse> getGetClientMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.GetClientRequest, io.github.workplanapi.v1.GetClientResponse> getGetClientMethod;
    if ((getGetClientMethod = ClientServiceGrpc.getGetClientMethod) == null) {
      synchronized (ClientServiceGrpc.class) {
        if ((getGetClientMethod = ClientServiceGrpc.getGetClientMethod) == null) {
          ClientServiceGrpc.getGetClientMethod = getGetClientMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.GetClientRequest, io.github.workplanapi.v1.GetClientResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "GetClient"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.GetClientRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.GetClientResponse.getDefaultInstance()))
              .setSchemaDescriptor(new ClientServiceMethodDescriptorSupplier("GetClient"))
              .build();
        }
      }
    }
    return getGetClientMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.CreateClientRequest,
      io.github.workplanapi.v1.CreateClientResponse> getCreateClientMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "CreateClient",
      requestType = io.github.workplanapi.v1.CreateClientRequest.class,
      responseType = io.github.workplanapi.v1.CreateClientResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.CreateClientRequest,
      io.github.workplanapi.v1.CreateClientResponse> getCreateClientMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.CreateClientRequest, io.github.workplanapi.v1.CreateClientResponse> getCreateClientMethod;
    if ((getCreateClientMethod = ClientServiceGrpc.getCreateClientMethod) == null) {
      synchronized (ClientServiceGrpc.class) {
        if ((getCreateClientMethod = ClientServiceGrpc.getCreateClientMethod) == null) {
          ClientServiceGrpc.getCreateClientMethod = getCreateClientMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.CreateClientRequest, io.github.workplanapi.v1.CreateClientResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "CreateClient"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.CreateClientRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.CreateClientResponse.getDefaultInstance()))
              .setSchemaDescriptor(new ClientServiceMethodDescriptorSupplier("CreateClient"))
              .build();
        }
      }
    }
    return getCreateClientMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.UpdateClientRequest,
      io.github.workplanapi.v1.UpdateClientResponse> getUpdateClientMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "UpdateClient",
      requestType = io.github.workplanapi.v1.UpdateClientRequest.class,
      responseType = io.github.workplanapi.v1.UpdateClientResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.UpdateClientRequest,
      io.github.workplanapi.v1.UpdateClientResponse> getUpdateClientMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.UpdateClientRequest, io.github.workplanapi.v1.UpdateClientResponse> getUpdateClientMethod;
    if ((getUpdateClientMethod = ClientServiceGrpc.getUpdateClientMethod) == null) {
      synchronized (ClientServiceGrpc.class) {
        if ((getUpdateClientMethod = ClientServiceGrpc.getUpdateClientMethod) == null) {
          ClientServiceGrpc.getUpdateClientMethod = getUpdateClientMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.UpdateClientRequest, io.github.workplanapi.v1.UpdateClientResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "UpdateClient"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.UpdateClientRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.UpdateClientResponse.getDefaultInstance()))
              .setSchemaDescriptor(new ClientServiceMethodDescriptorSupplier("UpdateClient"))
              .build();
        }
      }
    }
    return getUpdateClientMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.UpsertClientsRequest,
      io.github.workplanapi.v1.UpsertClientsResponse> getUpsertClientsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "UpsertClients",
      requestType = io.github.workplanapi.v1.UpsertClientsRequest.class,
      responseType = io.github.workplanapi.v1.UpsertClientsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.UpsertClientsRequest,
      io.github.workplanapi.v1.UpsertClientsResponse> getUpsertClientsMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.UpsertClientsRequest, io.github.workplanapi.v1.UpsertClientsResponse> getUpsertClientsMethod;
    if ((getUpsertClientsMethod = ClientServiceGrpc.getUpsertClientsMethod) == null) {
      synchronized (ClientServiceGrpc.class) {
        if ((getUpsertClientsMethod = ClientServiceGrpc.getUpsertClientsMethod) == null) {
          ClientServiceGrpc.getUpsertClientsMethod = getUpsertClientsMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.UpsertClientsRequest, io.github.workplanapi.v1.UpsertClientsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "UpsertClients"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.UpsertClientsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.UpsertClientsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new ClientServiceMethodDescriptorSupplier("UpsertClients"))
              .build();
        }
      }
    }
    return getUpsertClientsMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static ClientServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<ClientServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<ClientServiceStub>() {
        @java.lang.Override
        public ClientServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new ClientServiceStub(channel, callOptions);
        }
      };
    return ClientServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static ClientServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<ClientServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<ClientServiceBlockingV2Stub>() {
        @java.lang.Override
        public ClientServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new ClientServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return ClientServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static ClientServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<ClientServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<ClientServiceBlockingStub>() {
        @java.lang.Override
        public ClientServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new ClientServiceBlockingStub(channel, callOptions);
        }
      };
    return ClientServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static ClientServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<ClientServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<ClientServiceFutureStub>() {
        @java.lang.Override
        public ClientServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new ClientServiceFutureStub(channel, callOptions);
        }
      };
    return ClientServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * ClientService lists, creates and updates clients: the companies that projects are done
   * for.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * ListClients lists the clients, oldest first. Filters combine with AND.
     * Errors: INVALID_ARGUMENT if a parameter is invalid.
     * </pre>
     */
    default void listClients(io.github.workplanapi.v1.ListClientsRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListClientsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListClientsMethod(), responseObserver);
    }

    /**
     * <pre>
     * GetClient returns one client.
     * Errors: NOT_FOUND if the client does not exist.
     * </pre>
     */
    default void getClient(io.github.workplanapi.v1.GetClientRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.GetClientResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getGetClientMethod(), responseObserver);
    }

    /**
     * <pre>
     * CreateClient creates a client. Only managers and admins may.
     * Errors: INVALID_ARGUMENT if a field is missing or out of range, or the account
     * manager is unknown; PERMISSION_DENIED if the caller is neither a manager nor an
     * admin.
     * </pre>
     */
    default void createClient(io.github.workplanapi.v1.CreateClientRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.CreateClientResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getCreateClientMethod(), responseObserver);
    }

    /**
     * <pre>
     * UpdateClient changes the given fields of a client. Only managers and admins may.
     * Errors: INVALID_ARGUMENT if a field is out of range or the account manager is
     * unknown; NOT_FOUND if the client does not exist; PERMISSION_DENIED if the caller is
     * neither a manager nor an admin; ABORTED if the record no longer has the version in
     * If-Match; RESOURCE_EXHAUSTED if the key has used up its requests for now.
     * </pre>
     */
    default void updateClient(io.github.workplanapi.v1.UpdateClientRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.UpdateClientResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getUpdateClientMethod(), responseObserver);
    }

    /**
     * <pre>
     * UpsertClients creates or changes up to 1,000 clients in one transaction. An item
     * changes the client that it matches, or creates one. What matches is the external id of
     * one source, or the company name. Each item has what a new client needs; what it leaves
     * out, a client that exists keeps. The response has one client for each item, in the
     * order of the items. If an item is invalid, nothing is written and the error lists all
     * invalid items.
     * Errors: INVALID_ARGUMENT if an item is invalid, has nothing to match, or matches the same
     * as another item; PERMISSION_DENIED if the caller may not write clients; ALREADY_EXISTS if
     * another client has an external id of an item; FAILED_PRECONDITION if an item matches
     * several clients.
     * </pre>
     */
    default void upsertClients(io.github.workplanapi.v1.UpsertClientsRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.UpsertClientsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getUpsertClientsMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service ClientService.
   * <pre>
   * ClientService lists, creates and updates clients: the companies that projects are done
   * for.
   * </pre>
   */
  public static abstract class ClientServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return ClientServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service ClientService.
   * <pre>
   * ClientService lists, creates and updates clients: the companies that projects are done
   * for.
   * </pre>
   */
  public static final class ClientServiceStub
      extends io.grpc.stub.AbstractAsyncStub<ClientServiceStub> {
    private ClientServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected ClientServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new ClientServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * ListClients lists the clients, oldest first. Filters combine with AND.
     * Errors: INVALID_ARGUMENT if a parameter is invalid.
     * </pre>
     */
    public void listClients(io.github.workplanapi.v1.ListClientsRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListClientsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListClientsMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * GetClient returns one client.
     * Errors: NOT_FOUND if the client does not exist.
     * </pre>
     */
    public void getClient(io.github.workplanapi.v1.GetClientRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.GetClientResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getGetClientMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * CreateClient creates a client. Only managers and admins may.
     * Errors: INVALID_ARGUMENT if a field is missing or out of range, or the account
     * manager is unknown; PERMISSION_DENIED if the caller is neither a manager nor an
     * admin.
     * </pre>
     */
    public void createClient(io.github.workplanapi.v1.CreateClientRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.CreateClientResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getCreateClientMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * UpdateClient changes the given fields of a client. Only managers and admins may.
     * Errors: INVALID_ARGUMENT if a field is out of range or the account manager is
     * unknown; NOT_FOUND if the client does not exist; PERMISSION_DENIED if the caller is
     * neither a manager nor an admin; ABORTED if the record no longer has the version in
     * If-Match; RESOURCE_EXHAUSTED if the key has used up its requests for now.
     * </pre>
     */
    public void updateClient(io.github.workplanapi.v1.UpdateClientRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.UpdateClientResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getUpdateClientMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * UpsertClients creates or changes up to 1,000 clients in one transaction. An item
     * changes the client that it matches, or creates one. What matches is the external id of
     * one source, or the company name. Each item has what a new client needs; what it leaves
     * out, a client that exists keeps. The response has one client for each item, in the
     * order of the items. If an item is invalid, nothing is written and the error lists all
     * invalid items.
     * Errors: INVALID_ARGUMENT if an item is invalid, has nothing to match, or matches the same
     * as another item; PERMISSION_DENIED if the caller may not write clients; ALREADY_EXISTS if
     * another client has an external id of an item; FAILED_PRECONDITION if an item matches
     * several clients.
     * </pre>
     */
    public void upsertClients(io.github.workplanapi.v1.UpsertClientsRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.UpsertClientsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getUpsertClientsMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service ClientService.
   * <pre>
   * ClientService lists, creates and updates clients: the companies that projects are done
   * for.
   * </pre>
   */
  public static final class ClientServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<ClientServiceBlockingV2Stub> {
    private ClientServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected ClientServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new ClientServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * ListClients lists the clients, oldest first. Filters combine with AND.
     * Errors: INVALID_ARGUMENT if a parameter is invalid.
     * </pre>
     */
    public io.github.workplanapi.v1.ListClientsResponse listClients(io.github.workplanapi.v1.ListClientsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListClientsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * GetClient returns one client.
     * Errors: NOT_FOUND if the client does not exist.
     * </pre>
     */
    public io.github.workplanapi.v1.GetClientResponse getClient(io.github.workplanapi.v1.GetClientRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getGetClientMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * CreateClient creates a client. Only managers and admins may.
     * Errors: INVALID_ARGUMENT if a field is missing or out of range, or the account
     * manager is unknown; PERMISSION_DENIED if the caller is neither a manager nor an
     * admin.
     * </pre>
     */
    public io.github.workplanapi.v1.CreateClientResponse createClient(io.github.workplanapi.v1.CreateClientRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getCreateClientMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * UpdateClient changes the given fields of a client. Only managers and admins may.
     * Errors: INVALID_ARGUMENT if a field is out of range or the account manager is
     * unknown; NOT_FOUND if the client does not exist; PERMISSION_DENIED if the caller is
     * neither a manager nor an admin; ABORTED if the record no longer has the version in
     * If-Match; RESOURCE_EXHAUSTED if the key has used up its requests for now.
     * </pre>
     */
    public io.github.workplanapi.v1.UpdateClientResponse updateClient(io.github.workplanapi.v1.UpdateClientRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getUpdateClientMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * UpsertClients creates or changes up to 1,000 clients in one transaction. An item
     * changes the client that it matches, or creates one. What matches is the external id of
     * one source, or the company name. Each item has what a new client needs; what it leaves
     * out, a client that exists keeps. The response has one client for each item, in the
     * order of the items. If an item is invalid, nothing is written and the error lists all
     * invalid items.
     * Errors: INVALID_ARGUMENT if an item is invalid, has nothing to match, or matches the same
     * as another item; PERMISSION_DENIED if the caller may not write clients; ALREADY_EXISTS if
     * another client has an external id of an item; FAILED_PRECONDITION if an item matches
     * several clients.
     * </pre>
     */
    public io.github.workplanapi.v1.UpsertClientsResponse upsertClients(io.github.workplanapi.v1.UpsertClientsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getUpsertClientsMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service ClientService.
   * <pre>
   * ClientService lists, creates and updates clients: the companies that projects are done
   * for.
   * </pre>
   */
  public static final class ClientServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<ClientServiceBlockingStub> {
    private ClientServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected ClientServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new ClientServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * ListClients lists the clients, oldest first. Filters combine with AND.
     * Errors: INVALID_ARGUMENT if a parameter is invalid.
     * </pre>
     */
    public io.github.workplanapi.v1.ListClientsResponse listClients(io.github.workplanapi.v1.ListClientsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListClientsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * GetClient returns one client.
     * Errors: NOT_FOUND if the client does not exist.
     * </pre>
     */
    public io.github.workplanapi.v1.GetClientResponse getClient(io.github.workplanapi.v1.GetClientRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getGetClientMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * CreateClient creates a client. Only managers and admins may.
     * Errors: INVALID_ARGUMENT if a field is missing or out of range, or the account
     * manager is unknown; PERMISSION_DENIED if the caller is neither a manager nor an
     * admin.
     * </pre>
     */
    public io.github.workplanapi.v1.CreateClientResponse createClient(io.github.workplanapi.v1.CreateClientRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getCreateClientMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * UpdateClient changes the given fields of a client. Only managers and admins may.
     * Errors: INVALID_ARGUMENT if a field is out of range or the account manager is
     * unknown; NOT_FOUND if the client does not exist; PERMISSION_DENIED if the caller is
     * neither a manager nor an admin; ABORTED if the record no longer has the version in
     * If-Match; RESOURCE_EXHAUSTED if the key has used up its requests for now.
     * </pre>
     */
    public io.github.workplanapi.v1.UpdateClientResponse updateClient(io.github.workplanapi.v1.UpdateClientRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getUpdateClientMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * UpsertClients creates or changes up to 1,000 clients in one transaction. An item
     * changes the client that it matches, or creates one. What matches is the external id of
     * one source, or the company name. Each item has what a new client needs; what it leaves
     * out, a client that exists keeps. The response has one client for each item, in the
     * order of the items. If an item is invalid, nothing is written and the error lists all
     * invalid items.
     * Errors: INVALID_ARGUMENT if an item is invalid, has nothing to match, or matches the same
     * as another item; PERMISSION_DENIED if the caller may not write clients; ALREADY_EXISTS if
     * another client has an external id of an item; FAILED_PRECONDITION if an item matches
     * several clients.
     * </pre>
     */
    public io.github.workplanapi.v1.UpsertClientsResponse upsertClients(io.github.workplanapi.v1.UpsertClientsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getUpsertClientsMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service ClientService.
   * <pre>
   * ClientService lists, creates and updates clients: the companies that projects are done
   * for.
   * </pre>
   */
  public static final class ClientServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<ClientServiceFutureStub> {
    private ClientServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected ClientServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new ClientServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * ListClients lists the clients, oldest first. Filters combine with AND.
     * Errors: INVALID_ARGUMENT if a parameter is invalid.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.ListClientsResponse> listClients(
        io.github.workplanapi.v1.ListClientsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListClientsMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * GetClient returns one client.
     * Errors: NOT_FOUND if the client does not exist.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.GetClientResponse> getClient(
        io.github.workplanapi.v1.GetClientRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getGetClientMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * CreateClient creates a client. Only managers and admins may.
     * Errors: INVALID_ARGUMENT if a field is missing or out of range, or the account
     * manager is unknown; PERMISSION_DENIED if the caller is neither a manager nor an
     * admin.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.CreateClientResponse> createClient(
        io.github.workplanapi.v1.CreateClientRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getCreateClientMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * UpdateClient changes the given fields of a client. Only managers and admins may.
     * Errors: INVALID_ARGUMENT if a field is out of range or the account manager is
     * unknown; NOT_FOUND if the client does not exist; PERMISSION_DENIED if the caller is
     * neither a manager nor an admin; ABORTED if the record no longer has the version in
     * If-Match; RESOURCE_EXHAUSTED if the key has used up its requests for now.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.UpdateClientResponse> updateClient(
        io.github.workplanapi.v1.UpdateClientRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getUpdateClientMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * UpsertClients creates or changes up to 1,000 clients in one transaction. An item
     * changes the client that it matches, or creates one. What matches is the external id of
     * one source, or the company name. Each item has what a new client needs; what it leaves
     * out, a client that exists keeps. The response has one client for each item, in the
     * order of the items. If an item is invalid, nothing is written and the error lists all
     * invalid items.
     * Errors: INVALID_ARGUMENT if an item is invalid, has nothing to match, or matches the same
     * as another item; PERMISSION_DENIED if the caller may not write clients; ALREADY_EXISTS if
     * another client has an external id of an item; FAILED_PRECONDITION if an item matches
     * several clients.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.UpsertClientsResponse> upsertClients(
        io.github.workplanapi.v1.UpsertClientsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getUpsertClientsMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_LIST_CLIENTS = 0;
  private static final int METHODID_GET_CLIENT = 1;
  private static final int METHODID_CREATE_CLIENT = 2;
  private static final int METHODID_UPDATE_CLIENT = 3;
  private static final int METHODID_UPSERT_CLIENTS = 4;

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
        case METHODID_LIST_CLIENTS:
          serviceImpl.listClients((io.github.workplanapi.v1.ListClientsRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListClientsResponse>) responseObserver);
          break;
        case METHODID_GET_CLIENT:
          serviceImpl.getClient((io.github.workplanapi.v1.GetClientRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.GetClientResponse>) responseObserver);
          break;
        case METHODID_CREATE_CLIENT:
          serviceImpl.createClient((io.github.workplanapi.v1.CreateClientRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.CreateClientResponse>) responseObserver);
          break;
        case METHODID_UPDATE_CLIENT:
          serviceImpl.updateClient((io.github.workplanapi.v1.UpdateClientRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.UpdateClientResponse>) responseObserver);
          break;
        case METHODID_UPSERT_CLIENTS:
          serviceImpl.upsertClients((io.github.workplanapi.v1.UpsertClientsRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.UpsertClientsResponse>) responseObserver);
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
          getListClientsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.ListClientsRequest,
              io.github.workplanapi.v1.ListClientsResponse>(
                service, METHODID_LIST_CLIENTS)))
        .addMethod(
          getGetClientMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.GetClientRequest,
              io.github.workplanapi.v1.GetClientResponse>(
                service, METHODID_GET_CLIENT)))
        .addMethod(
          getCreateClientMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.CreateClientRequest,
              io.github.workplanapi.v1.CreateClientResponse>(
                service, METHODID_CREATE_CLIENT)))
        .addMethod(
          getUpdateClientMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.UpdateClientRequest,
              io.github.workplanapi.v1.UpdateClientResponse>(
                service, METHODID_UPDATE_CLIENT)))
        .addMethod(
          getUpsertClientsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.UpsertClientsRequest,
              io.github.workplanapi.v1.UpsertClientsResponse>(
                service, METHODID_UPSERT_CLIENTS)))
        .build();
  }

  private static abstract class ClientServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    ClientServiceBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return io.github.workplanapi.v1.ClientsProto.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("ClientService");
    }
  }

  private static final class ClientServiceFileDescriptorSupplier
      extends ClientServiceBaseDescriptorSupplier {
    ClientServiceFileDescriptorSupplier() {}
  }

  private static final class ClientServiceMethodDescriptorSupplier
      extends ClientServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    ClientServiceMethodDescriptorSupplier(java.lang.String methodName) {
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
      synchronized (ClientServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new ClientServiceFileDescriptorSupplier())
              .addMethod(getListClientsMethod())
              .addMethod(getGetClientMethod())
              .addMethod(getCreateClientMethod())
              .addMethod(getUpdateClientMethod())
              .addMethod(getUpsertClientsMethod())
              .build();
        }
      }
    }
    return result;
  }
}

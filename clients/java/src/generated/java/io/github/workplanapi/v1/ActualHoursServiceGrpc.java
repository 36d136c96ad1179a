package io.github.workplanapi.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * ActualHoursService lists and writes the hours that were actually worked.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class ActualHoursServiceGrpc {

  private ActualHoursServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "workplan.v1.ActualHoursService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.ListActualHoursRequest,
      io.github.workplanapi.v1.ListActualHoursResponse> getListActualHoursMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ListActualHours",
      requestType = io.github.workplanapi.v1.ListActualHoursRequest.class,
      responseType = io.github.workplanapi.v1.ListActualHoursResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.ListActualHoursRequest,
      io.github.workplanapi.v1.ListActualHoursResponse> getListActualHoursMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.ListActualHoursRequest, io.github.workplanapi.v1.ListActualHoursResponse> getListActualHoursMethod;
    if ((getListActualHoursMethod = ActualHoursServiceGrpc.getListActualHoursMethod) == null) {
      synchronized (ActualHoursServiceGrpc.class) {
        if ((getListActualHoursMethod = ActualHoursServiceGrpc.getListActualHoursMethod) == null) {
          ActualHoursServiceGrpc.getListActualHoursMethod = getListActualHoursMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.ListActualHoursRequest, io.github.workplanapi.v1.ListActualHoursResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ListActualHours"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.ListActualHoursRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.ListActualHoursResponse.getDefaultInstance()))
              .setSchemaDescriptor(new ActualHoursServiceMethodDescriptorSupplier("ListActualHours"))
              .build();
        }
      }
    }
    return getListActualHoursMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.DiffActualHoursRequest,
      io.github.workplanapi.v1.DiffActualHoursResponse> getDiffActualHoursMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "DiffActualHours",
      requestType = io.github.workplanapi.v1.DiffActualHoursRequest.class,
      responseType = io.github.workplanapi.v1.DiffActualHoursResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.DiffActualHoursRequest,
      io.github.workplanapi.v1.DiffActualHoursResponse> getDiffActualHoursMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.DiffActualHoursRequest, io.github.workplanapi.v1.DiffActualHoursResponse> getDiffActualHoursMethod;
    if ((getDiffActualHoursMethod = ActualHoursServiceGrpc.getDiffActualHoursMethod) == null) {
      synchronized (ActualHoursServiceGrpc.class) {
        if ((getDiffActualHoursMethod = ActualHoursServiceGrpc.getDiffActualHoursMethod) == null) {
          ActualHoursServiceGrpc.getDiffActualHoursMethod = getDiffActualHoursMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.DiffActualHoursRequest, io.github.workplanapi.v1.DiffActualHoursResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "DiffActualHours"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.DiffActualHoursRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.DiffActualHoursResponse.getDefaultInstance()))
              .setSchemaDescriptor(new ActualHoursServiceMethodDescriptorSupplier("DiffActualHours"))
              .build();
        }
      }
    }
    return getDiffActualHoursMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.UpsertActualHoursRequest,
      io.github.workplanapi.v1.UpsertActualHoursResponse> getUpsertActualHoursMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "UpsertActualHours",
      requestType = io.github.workplanapi.v1.UpsertActualHoursRequest.class,
      responseType = io.github.workplanapi.v1.UpsertActualHoursResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.UpsertActualHoursRequest,
      io.github.workplanapi.v1.UpsertActualHoursResponse> getUpsertActualHoursMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.UpsertActualHoursRequest, io.github.workplanapi.v1.UpsertActualHoursResponse> getUpsertActualHoursMethod;
    if ((getUpsertActualHoursMethod = ActualHoursServiceGrpc.getUpsertActualHoursMethod) == null) {
      synchronized (ActualHoursServiceGrpc.class) {
        if ((getUpsertActualHoursMethod = ActualHoursServiceGrpc.getUpsertActualHoursMethod) == null) {
          ActualHoursServiceGrpc.getUpsertActualHoursMethod = getUpsertActualHoursMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.UpsertActualHoursRequest, io.github.workplanapi.v1.UpsertActualHoursResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "UpsertActualHours"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.UpsertActualHoursRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.UpsertActualHoursResponse.getDefaultInstance()))
              .setSchemaDescriptor(new ActualHoursServiceMethodDescriptorSupplier("UpsertActualHours"))
              .build();
        }
      }
    }
    return getUpsertActualHoursMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.ReplaceActualHoursWindowRequest,
      io.github.workplanapi.v1.ReplaceActualHoursWindowResponse> getReplaceActualHoursWindowMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ReplaceActualHoursWindow",
      requestType = io.github.workplanapi.v1.ReplaceActualHoursWindowRequest.class,
      responseType = io.github.workplanapi.v1.ReplaceActualHoursWindowResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.ReplaceActualHoursWindowRequest,
      io.github.workplanapi.v1.ReplaceActualHoursWindowResponse> getReplaceActualHoursWindowMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.ReplaceActualHoursWindowRequest, io.github.workplanapi.v1.ReplaceActualHoursWindowResponse> getReplaceActualHoursWindowMethod;
    if ((getReplaceActualHoursWindowMethod = ActualHoursServiceGrpc.getReplaceActualHoursWindowMethod) == null) {
      synchronized (ActualHoursServiceGrpc.class) {
        if ((getReplaceActualHoursWindowMethod = ActualHoursServiceGrpc.getReplaceActualHoursWindowMethod) == null) {
          ActualHoursServiceGrpc.getReplaceActualHoursWindowMethod = getReplaceActualHoursWindowMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.ReplaceActualHoursWindowRequest, io.github.workplanapi.v1.ReplaceActualHoursWindowResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ReplaceActualHoursWindow"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.ReplaceActualHoursWindowRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.ReplaceActualHoursWindowResponse.getDefaultInstance()))
              .setSchemaDescriptor(new ActualHoursServiceMethodDescriptorSupplier("ReplaceActualHoursWindow"))
              .build();
        }
      }
    }
    return getReplaceActualHoursWindowMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.DeleteActualHoursRequest,
      io.github.workplanapi.v1.DeleteActualHoursResponse> getDeleteActualHoursMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "DeleteActualHours",
      requestType = io.github.workplanapi.v1.DeleteActualHoursRequest.class,
      responseType = io.github.workplanapi.v1.DeleteActualHoursResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.DeleteActualHoursRequest,
      io.github.workplanapi.v1.DeleteActualHoursResponse> getDeleteActualHoursMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.DeleteActualHoursRequest, io.github.workplanapi.v1.DeleteActualHoursResponse> getDeleteActualHoursMethod;
    if ((getDeleteActualHoursMethod = ActualHoursServiceGrpc.getDeleteActualHoursMethod) == null) {
      synchronized (ActualHoursServiceGrpc.class) {
        if ((getDeleteActualHoursMethod = ActualHoursServiceGrpc.getDeleteActualHoursMethod) == null) {
          ActualHoursServiceGrpc.getDeleteActualHoursMethod = getDeleteActualHoursMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.DeleteActualHoursRequest, io.github.workplanapi.v1.DeleteActualHoursResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "DeleteActualHours"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.DeleteActualHoursRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.DeleteActualHoursResponse.getDefaultInstance()))
              .setSchemaDescriptor(new ActualHoursServiceMethodDescriptorSupplier("DeleteActualHours"))
              .build();
        }
      }
    }
    return getDeleteActualHoursMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.DeleteActualHoursRowsRequest,
      io.github.workplanapi.v1.DeleteActualHoursRowsResponse> getDeleteActualHoursRowsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "DeleteActualHoursRows",
      requestType = io.github.workplanapi.v1.DeleteActualHoursRowsRequest.class,
      responseType = io.github.workplanapi.v1.DeleteActualHoursRowsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.DeleteActualHoursRowsRequest,
      io.github.workplanapi.v1.DeleteActualHoursRowsResponse> getDeleteActualHoursRowsMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.DeleteActualHoursRowsRequest, io.github.workplanapi.v1.DeleteActualHoursRowsResponse> getDeleteActualHoursRowsMethod;
    if ((getDeleteActualHoursRowsMethod = ActualHoursServiceGrpc.getDeleteActualHoursRowsMethod) == null) {
      synchronized (ActualHoursServiceGrpc.class) {
        if ((getDeleteActualHoursRowsMethod = ActualHoursServiceGrpc.getDeleteActualHoursRowsMethod) == null) {
          ActualHoursServiceGrpc.getDeleteActualHoursRowsMethod = getDeleteActualHoursRowsMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.DeleteActualHoursRowsRequest, io.github.workplanapi.v1.DeleteActualHoursRowsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "DeleteActualHoursRows"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.DeleteActualHoursRowsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.DeleteActualHoursRowsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new ActualHoursServiceMethodDescriptorSupplier("DeleteActualHoursRows"))
              .build();
        }
      }
    }
    return getDeleteActualHoursRowsMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static ActualHoursServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<ActualHoursServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<ActualHoursServiceStub>() {
        @java.lang.Override
        public ActualHoursServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new ActualHoursServiceStub(channel, callOptions);
        }
      };
    return ActualHoursServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static ActualHoursServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<ActualHoursServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<ActualHoursServiceBlockingV2Stub>() {
        @java.lang.Override
        public ActualHoursServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new ActualHoursServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return ActualHoursServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static ActualHoursServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<ActualHoursServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<ActualHoursServiceBlockingStub>() {
        @java.lang.Override
        public ActualHoursServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new ActualHoursServiceBlockingStub(channel, callOptions);
        }
      };
    return ActualHoursServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static ActualHoursServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<ActualHoursServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<ActualHoursServiceFutureStub>() {
        @java.lang.Override
        public ActualHoursServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new ActualHoursServiceFutureStub(channel, callOptions);
        }
      };
    return ActualHoursServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * ActualHoursService lists and writes the hours that were actually worked.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * ListActualHours returns rows of actual hours, ordered by date, user, project and
     * capability. Filters combine with AND.
     * Errors: INVALID_ARGUMENT if a parameter is invalid, or as_of is in the future or too long
     * ago; OUT_OF_RANGE if the events after as_of are no longer kept.
     * </pre>
     */
    default void listActualHours(io.github.workplanapi.v1.ListActualHoursRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListActualHoursResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListActualHoursMethod(), responseObserver);
    }

    /**
     * <pre>
     * DiffActualHours returns what changed in actual hours between two moments, ordered by date, user,
     * project and capability. A row that was changed and is again as it was is left out. Filters
     * combine with AND.
     * Errors: INVALID_ARGUMENT if a parameter is invalid, a moment is in the future, from is
     * after to, or too much was written in between; OUT_OF_RANGE if the events after from are no
     * longer kept.
     * </pre>
     */
    default void diffActualHours(io.github.workplanapi.v1.DiffActualHoursRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.DiffActualHoursResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getDiffActualHoursMethod(), responseObserver);
    }

    /**
     * <pre>
     * UpsertActualHours creates or updates up to 5,000 rows in one transaction. The key of
     * a row is its user, project, capability and date: an item updates the row with its
     * key, or creates it. If two items have the same key, the later one wins. The response
     * has one row per item, in the order of the items. If an item is invalid, nothing is
     * written and the error lists all invalid items. Inactive users and days outside of the
     * project's dates are written; include=warnings lists them.
     * Errors: INVALID_ARGUMENT if an item is invalid or names an unknown user, project or
     * capability; PERMISSION_DENIED if the caller may not write one of the rows.
     * </pre>
     */
    default void upsertActualHours(io.github.workplanapi.v1.UpsertActualHoursRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.UpsertActualHoursResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getUpsertActualHoursMethod(), responseObserver);
    }

    /**
     * <pre>
     * ReplaceActualHoursWindow makes the rows of a window exactly the given items, in one
     * transaction. The window is a user, a project or both, and a range of dates. Rows of the
     * window that are not among the items are deleted, others are created, changed or left as
     * they are. It leaves the events of an upsert and of a deletion. At most 5,000 rows may be
     * created, changed and deleted. If an item is invalid, nothing is written and the error
     * lists all invalid items.
     * Errors: INVALID_ARGUMENT if an item is invalid, is outside of the window, or names an
     * unknown user, project or capability, or if too many rows would be written;
     * PERMISSION_DENIED if the caller may not write one of the rows.
     * </pre>
     */
    default void replaceActualHoursWindow(io.github.workplanapi.v1.ReplaceActualHoursWindowRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ReplaceActualHoursWindowResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getReplaceActualHoursWindowMethod(), responseObserver);
    }

    /**
     * <pre>
     * DeleteActualHours deletes all rows of a user, a project or both in a range of dates, at
     * most 5,000. The event actual_hours.deleted has the rows. A list with updated_since does
     * not show that rows are deleted.
     * Errors: INVALID_ARGUMENT if a parameter is invalid, there is neither a user nor a
     * project, one of them is unknown, or there are too many rows; PERMISSION_DENIED if the
     * caller may not write one of the rows.
     * </pre>
     */
    default void deleteActualHours(io.github.workplanapi.v1.DeleteActualHoursRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.DeleteActualHoursResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getDeleteActualHoursMethod(), responseObserver);
    }

    /**
     * <pre>
     * DeleteActualHoursRows deletes the rows with the given keys, at most 5,000, in one
     * transaction. A key without a row is skipped.
     * Errors: INVALID_ARGUMENT if an item is invalid or names an unknown user, project or
     * capability; PERMISSION_DENIED if the caller may not write one of the rows.
     * </pre>
     */
    default void deleteActualHoursRows(io.github.workplanapi.v1.DeleteActualHoursRowsRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.DeleteActualHoursRowsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getDeleteActualHoursRowsMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service ActualHoursService.
   * <pre>
   * ActualHoursService lists and writes the hours that were actually worked.
   * </pre>
   */
  public static abstract class ActualHoursServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return ActualHoursServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service ActualHoursService.
   * <pre>
   * ActualHoursService lists and writes the hours that were actually worked.
   * </pre>
   */
  public static final class ActualHoursServiceStub
      extends io.grpc.stub.AbstractAsyncStub<ActualHoursServiceStub> {
    private ActualHoursServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected ActualHoursServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new ActualHoursServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * ListActualHours returns rows of actual hours, ordered by date, user, project and
     * capability. Filters combine with AND.
     * Errors: INVALID_ARGUMENT if a parameter is invalid, or as_of is in the future or too long
     * ago; OUT_OF_RANGE if the events after as_of are no longer kept.
     * </pre>
     */
    public void listActualHours(io.github.workplanapi.v1.ListActualHoursRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListActualHoursResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListActualHoursMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * DiffActualHours returns what changed in actual hours between two moments, ordered by date, user,
     * project and capability. A row that was changed and is again as it was is left out. Filters
     * combine with AND.
     * Errors: INVALID_ARGUMENT if a parameter is invalid, a moment is in the future, from is
     * after to, or too much was written in between; OUT_OF_RANGE if the events after from are no
     * longer kept.
     * </pre>
     */
    public void diffActualHours(io.github.workplanapi.v1.DiffActualHoursRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.DiffActualHoursResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getDiffActualHoursMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * UpsertActualHours creates or updates up to 5,000 rows in one transaction. The key of
     * a row is its user, project, capability and date: an item updates the row with its
     * key, or creates it. If two items have the same key, the later one wins. The response
     * has one row per item, in the order of the items. If an item is invalid, nothing is
     * written and the error lists all invalid items. Inactive users and days outside of the
     * project's dates are written; include=warnings lists them.
     * Errors: INVALID_ARGUMENT if an item is invalid or names an unknown user, project or
     * capability; PERMISSION_DENIED if the caller may not write one of the rows.
     * </pre>
     */
    public void upsertActualHours(io.github.workplanapi.v1.UpsertActualHoursRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.UpsertActualHoursResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getUpsertActualHoursMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * ReplaceActualHoursWindow makes the rows of a window exactly the given items, in one
     * transaction. The window is a user, a project or both, and a range of dates. Rows of the
     * window that are not among the items are deleted, others are created, changed or left as
     * they are. It leaves the events of an upsert and of a deletion. At most 5,000 rows may be
     * created, changed and deleted. If an item is invalid, nothing is written and the error
     * lists all invalid items.
     * Errors: INVALID_ARGUMENT if an item is invalid, is outside of the window, or names an
     * unknown user, project or capability, or if too many rows would be written;
     * PERMISSION_DENIED if the caller may not write one of the rows.
     * </pre>
     */
    public void replaceActualHoursWindow(io.github.workplanapi.v1.ReplaceActualHoursWindowRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ReplaceActualHoursWindowResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getReplaceActualHoursWindowMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * DeleteActualHours deletes all rows of a user, a project or both in a range of dates, at
     * most 5,000. The event actual_hours.deleted has the rows. A list with updated_since does
     * not show that rows are deleted.
     * Errors: INVALID_ARGUMENT if a parameter is invalid, there is neither a user nor a
     * project, one of them is unknown, or there are too many rows; PERMISSION_DENIED if the
     * caller may not write one of the rows.
     * </pre>
     */
    public void deleteActualHours(io.github.workplanapi.v1.DeleteActualHoursRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.DeleteActualHoursResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getDeleteActualHoursMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * DeleteActualHoursRows deletes the rows with the given keys, at most 5,000, in one
     * transaction. A key without a row is skipped.
     * Errors: INVALID_ARGUMENT if an item is invalid or names an unknown user, project or
     * capability; PERMISSION_DENIED if the caller may not write one of the rows.
     * </pre>
     */
    public void deleteActualHoursRows(io.github.workplanapi.v1.DeleteActualHoursRowsRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.DeleteActualHoursRowsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getDeleteActualHoursRowsMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service ActualHoursService.
   * <pre>
   * ActualHoursService lists and writes the hours that were actually worked.
   * </pre>
   */
  public static final class ActualHoursServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<ActualHoursServiceBlockingV2Stub> {
    private ActualHoursServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected ActualHoursServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new ActualHoursServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * ListActualHours returns rows of actual hours, ordered by date, user, project and
     * capability. Filters combine with AND.
     * Errors: INVALID_ARGUMENT if a parameter is invalid, or as_of is in the future or too long
     * ago; OUT_OF_RANGE if the events after as_of are no longer kept.
     * </pre>
     */
    public io.github.workplanapi.v1.ListActualHoursResponse listActualHours(io.github.workplanapi.v1.ListActualHoursRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListActualHoursMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * DiffActualHours returns what changed in actual hours between two moments, ordered by date, user,
     * project and capability. A row that was changed and is again as it was is left out. Filters
     * combine with AND.
     * Errors: INVALID_ARGUMENT if a parameter is invalid, a moment is in the future, from is
     * after to, or too much was written in between; OUT_OF_RANGE if the events after from are no
     * longer kept.
     * </pre>
     */
    public io.github.workplanapi.v1.DiffActualHoursResponse diffActualHours(io.github.workplanapi.v1.DiffActualHoursRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getDiffActualHoursMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * UpsertActualHours creates or updates up to 5,000 rows in one transaction. The key of
     * a row is its user, project, capability and date: an item updates the row with its
     * key, or creates it. If two items have the same key, the later one wins. The response
     * has one row per item, in the order of the items. If an item is invalid, nothing is
     * written and the error lists all invalid items. Inactive users and days outside of the
     * project's dates are written; include=warnings lists them.
     * Errors: INVALID_ARGUMENT if an item is invalid or names an unknown user, project or
     * capability; PERMISSION_DENIED if the caller may not write one of the rows.
     * </pre>
     */
    public io.github.workplanapi.v1.UpsertActualHoursResponse upsertActualHours(io.github.workplanapi.v1.UpsertActualHoursRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getUpsertActualHoursMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * ReplaceActualHoursWindow makes the rows of a window exactly the given items, in one
     * transaction. The window is a user, a project or both, and a range of dates. Rows of the
     * window that are not among the items are deleted, others are created, changed or left as
     * they are. It leaves the events of an upsert and of a deletion. At most 5,000 rows may be
     * created, changed and deleted. If an item is invalid, nothing is written and the error
     * lists all invalid items.
     * Errors: INVALID_ARGUMENT if an item is invalid, is outside of the window, or names an
     * unknown user, project or capability, or if too many rows would be written;
     * PERMISSION_DENIED if the caller may not write one of the rows.
     * </pre>
     */
    public io.github.workplanapi.v1.ReplaceActualHoursWindowResponse replaceActualHoursWindow(io.github.workplanapi.v1.ReplaceActualHoursWindowRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getReplaceActualHoursWindowMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * DeleteActualHours deletes all rows of a user, a project or both in a range of dates, at
     * most 5,000. The event actual_hours.deleted has the rows. A list with updated_since does
     * not show that rows are deleted.
     * Errors: INVALID_ARGUMENT if a parameter is invalid, there is neither a user nor a
     * project, one of them is unknown, or there are too many rows; PERMISSION_DENIED if the
     * caller may not write one of the rows.
     * </pre>
     */
    public io.github.workplanapi.v1.DeleteActualHoursResponse deleteActualHours(io.github.workplanapi.v1.DeleteActualHoursRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getDeleteActualHoursMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * DeleteActualHoursRows deletes the rows with the given keys, at most 5,000, in one
     * transaction. A key without a row is skipped.
     * Errors: INVALID_ARGUMENT if an item is invalid or names an unknown user, project or
     * capability; PERMISSION_DENIED if the caller may not write one of the rows.
     * </pre>
     */
    public io.github.workplanapi.v1.DeleteActualHoursRowsResponse deleteActualHoursRows(io.github.workplanapi.v1.DeleteActualHoursRowsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getDeleteActualHoursRowsMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service ActualHoursService.
   * <pre>
   * ActualHoursService lists and writes the hours that were actually worked.
   * </pre>
   */
  public static final class ActualHoursServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<ActualHoursServiceBlockingStub> {
    private ActualHoursServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected ActualHoursServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new ActualHoursServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * ListActualHours returns rows of actual hours, ordered by date, user, project and
     * capability. Filters combine with AND.
     * Errors: INVALID_ARGUMENT if a parameter is invalid, or as_of is in the future or too long
     * ago; OUT_OF_RANGE if the events after as_of are no longer kept.
     * </pre>
     */
    public io.github.workplanapi.v1.ListActualHoursResponse listActualHours(io.github.workplanapi.v1.ListActualHoursRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListActualHoursMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * DiffActualHours returns what changed in actual hours between two moments, ordered by date, user,
     * project and capability. A row that was changed and is again as it was is left out. Filters
     * combine with AND.
     * Errors: INVALID_ARGUMENT if a parameter is invalid, a moment is in the future, from is
     * after to, or too much was written in between; OUT_OF_RANGE if the events after from are no
     * longer kept.
     * </pre>
     */
    public io.github.workplanapi.v1.DiffActualHoursResponse diffActualHours(io.github.workplanapi.v1.DiffActualHoursRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getDiffActualHoursMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * UpsertActualHours creates or updates up to 5,000 rows in one transaction. The key of
     * a row is its user, project, capability and date: an item updates the row with its
     * key, or creates it. If two items have the same key, the later one wins. The response
     * has one row per item, in the order of the items. If an item is invalid, nothing is
     * written and the error lists all invalid items. Inactive users and days outside of the
     * project's dates are written; include=warnings lists them.
     * Errors: INVALID_ARGUMENT if an item is invalid or names an unknown user, project or
     * capability; PERMISSION_DENIED if the caller may not write one of the rows.
     * </pre>
     */
    public io.github.workplanapi.v1.UpsertActualHoursResponse upsertActualHours(io.github.workplanapi.v1.UpsertActualHoursRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getUpsertActualHoursMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * ReplaceActualHoursWindow makes the rows of a window exactly the given items, in one
     * transaction. The window is a user, a project or both, and a range of dates. Rows of the
     * window that are not among the items are deleted, others are created, changed or left as
     * they are. It leaves the events of an upsert and of a deletion. At most 5,000 rows may be
     * created, changed and deleted. If an item is invalid, nothing is written and the error
     * lists all invalid items.
     * Errors: INVALID_ARGUMENT if an item is invalid, is outside of the window, or names an
     * unknown user, project or capability, or if too many rows would be written;
     * PERMISSION_DENIED if the caller may not write one of the rows.
     * </pre>
     */
    public io.github.workplanapi.v1.ReplaceActualHoursWindowResponse replaceActualHoursWindow(io.github.workplanapi.v1.ReplaceActualHoursWindowRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getReplaceActualHoursWindowMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * DeleteActualHours deletes all rows of a user, a project or both in a range of dates, at
     * most 5,000. The event actual_hours.deleted has the rows. A list with updated_since does
     * not show that rows are deleted.
     * Errors: INVALID_ARGUMENT if a parameter is invalid, there is neither a user nor a
     * project, one of them is unknown, or there are too many rows; PERMISSION_DENIED if the
     * caller may not write one of the rows.
     * </pre>
     */
    public io.github.workplanapi.v1.DeleteActualHoursResponse deleteActualHours(io.github.workplanapi.v1.DeleteActualHoursRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getDeleteActualHoursMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * DeleteActualHoursRows deletes the rows with the given keys, at most 5,000, in one
     * transaction. A key without a row is skipped.
     * Errors: INVALID_ARGUMENT if an item is invalid or names an unknown user, project or
     * capability; PERMISSION_DENIED if the caller may not write one of the rows.
     * </pre>
     */
    public io.github.workplanapi.v1.DeleteActualHoursRowsResponse deleteActualHoursRows(io.github.workplanapi.v1.DeleteActualHoursRowsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getDeleteActualHoursRowsMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service ActualHoursService.
   * <pre>
   * ActualHoursService lists and writes the hours that were actually worked.
   * </pre>
   */
  public static final class ActualHoursServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<ActualHoursServiceFutureStub> {
    private ActualHoursServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected ActualHoursServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new ActualHoursServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * ListActualHours returns rows of actual hours, ordered by date, user, project and
     * capability. Filters combine with AND.
     * Errors: INVALID_ARGUMENT if a parameter is invalid, or as_of is in the future or too long
     * ago; OUT_OF_RANGE if the events after as_of are no longer kept.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.ListActualHoursResponse> listActualHours(
        io.github.workplanapi.v1.ListActualHoursRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListActualHoursMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * DiffActualHours returns what changed in actual hours between two moments, ordered by date, user,
     * project and capability. A row that was changed and is again as it was is left out. Filters
     * combine with AND.
     * Errors: INVALID_ARGUMENT if a parameter is invalid, a moment is in the future, from is
     * after to, or too much was written in between; OUT_OF_RANGE if the events after from are no
     * longer kept.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.DiffActualHoursResponse> diffActualHours(
        io.github.workplanapi.v1.DiffActualHoursRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getDiffActualHoursMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * UpsertActualHours creates or updates up to 5,000 rows in one transaction. The key of
     * a row is its user, project, capability and date: an item updates the row with its
     * key, or creates it. If two items have the same key, the later one wins. The response
     * has one row per item, in the order of the items. If an item is invalid, nothing is
     * written and the error lists all invalid items. Inactive users and days outside of the
     * project's dates are written; include=warnings lists them.
     * Errors: INVALID_ARGUMENT if an item is invalid or names an unknown user, project or
     * capability; PERMISSION_DENIED if the caller may not write one of the rows.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.UpsertActualHoursResponse> upsertActualHours(
        io.github.workplanapi.v1.UpsertActualHoursRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getUpsertActualHoursMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * ReplaceActualHoursWindow makes the rows of a window exactly the given items, in one
     * transaction. The window is a user, a project or both, and a range of dates. Rows of the
     * window that are not among the items are deleted, others are created, changed or left as
     * they are. It leaves the events of an upsert and of a deletion. At most 5,000 rows may be
     * created, changed and deleted. If an item is invalid, nothing is written and the error
     * lists all invalid items.
     * Errors: INVALID_ARGUMENT if an item is invalid, is outside of the window, or names an
     * unknown user, project or capability, or if too many rows would be written;
     * PERMISSION_DENIED if the caller may not write one of the rows.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.ReplaceActualHoursWindowResponse> replaceActualHoursWindow(
        io.github.workplanapi.v1.ReplaceActualHoursWindowRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getReplaceActualHoursWindowMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * DeleteActualHours deletes all rows of a user, a project or both in a range of dates, at
     * most 5,000. The event actual_hours.deleted has the rows. A list with updated_since does
     * not show that rows are deleted.
     * Errors: INVALID_ARGUMENT if a parameter is invalid, there is neither a user nor a
     * project, one of them is unknown, or there are too many rows; PERMISSION_DENIED if the
     * caller may not write one of the rows.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.DeleteActualHoursResponse> deleteActualHours(
        io.github.workplanapi.v1.DeleteActualHoursRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getDeleteActualHoursMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * DeleteActualHoursRows deletes the rows with the given keys, at most 5,000, in one
     * transaction. A key without a row is skipped.
     * Errors: INVALID_ARGUMENT if an item is invalid or names an unknown user, project or
     * capability; PERMISSION_DENIED if the caller may not write one of the rows.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.DeleteActualHoursRowsResponse> deleteActualHoursRows(
        io.github.workplanapi.v1.DeleteActualHoursRowsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getDeleteActualHoursRowsMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_LIST_ACTUAL_HOURS = 0;
  private static final int METHODID_DIFF_ACTUAL_HOURS = 1;
  private static final int METHODID_UPSERT_ACTUAL_HOURS = 2;
  private static final int METHODID_REPLACE_ACTUAL_HOURS_WINDOW = 3;
  private static final int METHODID_DELETE_ACTUAL_HOURS = 4;
  private static final int METHODID_DELETE_ACTUAL_HOURS_ROWS = 5;

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
        case METHODID_LIST_ACTUAL_HOURS:
          serviceImpl.listActualHours((io.github.workplanapi.v1.ListActualHoursRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListActualHoursResponse>) responseObserver);
          break;
        case METHODID_DIFF_ACTUAL_HOURS:
          serviceImpl.diffActualHours((io.github.workplanapi.v1.DiffActualHoursRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.DiffActualHoursResponse>) responseObserver);
          break;
        case METHODID_UPSERT_ACTUAL_HOURS:
          serviceImpl.upsertActualHours((io.github.workplanapi.v1.UpsertActualHoursRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.UpsertActualHoursResponse>) responseObserver);
          break;
        case METHODID_REPLACE_ACTUAL_HOURS_WINDOW:
          serviceImpl.replaceActualHoursWindow((io.github.workplanapi.v1.ReplaceActualHoursWindowRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ReplaceActualHoursWindowResponse>) responseObserver);
          break;
        case METHODID_DELETE_ACTUAL_HOURS:
          serviceImpl.deleteActualHours((io.github.workplanapi.v1.DeleteActualHoursRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.DeleteActualHoursResponse>) responseObserver);
          break;
        case METHODID_DELETE_ACTUAL_HOURS_ROWS:
          serviceImpl.deleteActualHoursRows((io.github.workplanapi.v1.DeleteActualHoursRowsRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.DeleteActualHoursRowsResponse>) responseObserver);
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
          getListActualHoursMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.ListActualHoursRequest,
              io.github.workplanapi.v1.ListActualHoursResponse>(
                service, METHODID_LIST_ACTUAL_HOURS)))
        .addMethod(
          getDiffActualHoursMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.DiffActualHoursRequest,
              io.github.workplanapi.v1.DiffActualHoursResponse>(
                service, METHODID_DIFF_ACTUAL_HOURS)))
        .addMethod(
          getUpsertActualHoursMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.UpsertActualHoursRequest,
              io.github.workplanapi.v1.UpsertActualHoursResponse>(
                service, METHODID_UPSERT_ACTUAL_HOURS)))
        .addMethod(
          getReplaceActualHoursWindowMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.ReplaceActualHoursWindowRequest,
              io.github.workplanapi.v1.ReplaceActualHoursWindowResponse>(
                service, METHODID_REPLACE_ACTUAL_HOURS_WINDOW)))
        .addMethod(
          getDeleteActualHoursMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.DeleteActualHoursRequest,
              io.github.workplanapi.v1.DeleteActualHoursResponse>(
                service, METHODID_DELETE_ACTUAL_HOURS)))
        .addMethod(
          getDeleteActualHoursRowsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.DeleteActualHoursRowsRequest,
              io.github.workplanapi.v1.DeleteActualHoursRowsResponse>(
                service, METHODID_DELETE_ACTUAL_HOURS_ROWS)))
        .build();
  }

  private static abstract class ActualHoursServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    ActualHoursServiceBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return io.github.workplanapi.v1.ActualHoursProto.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("ActualHoursService");
    }
  }

  private static final class ActualHoursServiceFileDescriptorSupplier
      extends ActualHoursServiceBaseDescriptorSupplier {
    ActualHoursServiceFileDescriptorSupplier() {}
  }

  private static final class ActualHoursServiceMethodDescriptorSupplier
      extends ActualHoursServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    ActualHoursServiceMethodDescriptorSupplier(java.lang.String methodName) {
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
      synchronized (ActualHoursServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new ActualHoursServiceFileDescriptorSupplier())
              .addMethod(getListActualHoursMethod())
              .addMethod(getDiffActualHoursMethod())
              .addMethod(getUpsertActualHoursMethod())
              .addMethod(getReplaceActualHoursWindowMethod())
              .addMethod(getDeleteActualHoursMethod())
              .addMethod(getDeleteActualHoursRowsMethod())
              .build();
        }
      }
    }
    return result;
  }
}

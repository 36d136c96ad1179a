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

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.DiffAssignmentsRequest,
      io.github.workplanapi.v1.DiffAssignmentsResponse> getDiffAssignmentsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "DiffAssignments",
      requestType = io.github.workplanapi.v1.DiffAssignmentsRequest.class,
      responseType = io.github.workplanapi.v1.DiffAssignmentsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.DiffAssignmentsRequest,
      io.github.workplanapi.v1.DiffAssignmentsResponse> getDiffAssignmentsMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.DiffAssignmentsRequest, io.github.workplanapi.v1.DiffAssignmentsResponse> getDiffAssignmentsMethod;
    if ((getDiffAssignmentsMethod = AssignmentServiceGrpc.getDiffAssignmentsMethod) == null) {
      synchronized (AssignmentServiceGrpc.class) {
        if ((getDiffAssignmentsMethod = AssignmentServiceGrpc.getDiffAssignmentsMethod) == null) {
          AssignmentServiceGrpc.getDiffAssignmentsMethod = getDiffAssignmentsMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.DiffAssignmentsRequest, io.github.workplanapi.v1.DiffAssignmentsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "DiffAssignments"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.DiffAssignmentsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.DiffAssignmentsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new AssignmentServiceMethodDescriptorSupplier("DiffAssignments"))
              .build();
        }
      }
    }
    return getDiffAssignmentsMethod;
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

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.ReplaceAssignmentsWindowRequest,
      io.github.workplanapi.v1.ReplaceAssignmentsWindowResponse> getReplaceAssignmentsWindowMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ReplaceAssignmentsWindow",
      requestType = io.github.workplanapi.v1.ReplaceAssignmentsWindowRequest.class,
      responseType = io.github.workplanapi.v1.ReplaceAssignmentsWindowResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.ReplaceAssignmentsWindowRequest,
      io.github.workplanapi.v1.ReplaceAssignmentsWindowResponse> getReplaceAssignmentsWindowMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.ReplaceAssignmentsWindowRequest, io.github.workplanapi.v1.ReplaceAssignmentsWindowResponse> getReplaceAssignmentsWindowMethod;
    if ((getReplaceAssignmentsWindowMethod = AssignmentServiceGrpc.getReplaceAssignmentsWindowMethod) == null) {
      synchronized (AssignmentServiceGrpc.class) {
        if ((getReplaceAssignmentsWindowMethod = AssignmentServiceGrpc.getReplaceAssignmentsWindowMethod) == null) {
          AssignmentServiceGrpc.getReplaceAssignmentsWindowMethod = getReplaceAssignmentsWindowMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.ReplaceAssignmentsWindowRequest, io.github.workplanapi.v1.ReplaceAssignmentsWindowResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ReplaceAssignmentsWindow"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.ReplaceAssignmentsWindowRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.ReplaceAssignmentsWindowResponse.getDefaultInstance()))
              .setSchemaDescriptor(new AssignmentServiceMethodDescriptorSupplier("ReplaceAssignmentsWindow"))
              .build();
        }
      }
    }
    return getReplaceAssignmentsWindowMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.DeleteAssignmentsRequest,
      io.github.workplanapi.v1.DeleteAssignmentsResponse> getDeleteAssignmentsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "DeleteAssignments",
      requestType = io.github.workplanapi.v1.DeleteAssignmentsRequest.class,
      responseType = io.github.workplanapi.v1.DeleteAssignmentsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.DeleteAssignmentsRequest,
      io.github.workplanapi.v1.DeleteAssignmentsResponse> getDeleteAssignmentsMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.DeleteAssignmentsRequest, io.github.workplanapi.v1.DeleteAssignmentsResponse> getDeleteAssignmentsMethod;
    if ((getDeleteAssignmentsMethod = AssignmentServiceGrpc.getDeleteAssignmentsMethod) == null) {
      synchronized (AssignmentServiceGrpc.class) {
        if ((getDeleteAssignmentsMethod = AssignmentServiceGrpc.getDeleteAssignmentsMethod) == null) {
          AssignmentServiceGrpc.getDeleteAssignmentsMethod = getDeleteAssignmentsMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.DeleteAssignmentsRequest, io.github.workplanapi.v1.DeleteAssignmentsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "DeleteAssignments"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.DeleteAssignmentsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.DeleteAssignmentsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new AssignmentServiceMethodDescriptorSupplier("DeleteAssignments"))
              .build();
        }
      }
    }
    return getDeleteAssignmentsMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.DeleteAssignmentRowsRequest,
      io.github.workplanapi.v1.DeleteAssignmentRowsResponse> getDeleteAssignmentRowsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "DeleteAssignmentRows",
      requestType = io.github.workplanapi.v1.DeleteAssignmentRowsRequest.class,
      responseType = io.github.workplanapi.v1.DeleteAssignmentRowsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.DeleteAssignmentRowsRequest,
      io.github.workplanapi.v1.DeleteAssignmentRowsResponse> getDeleteAssignmentRowsMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.DeleteAssignmentRowsRequest, io.github.workplanapi.v1.DeleteAssignmentRowsResponse> getDeleteAssignmentRowsMethod;
    if ((getDeleteAssignmentRowsMethod = AssignmentServiceGrpc.getDeleteAssignmentRowsMethod) == null) {
      synchronized (AssignmentServiceGrpc.class) {
        if ((getDeleteAssignmentRowsMethod = AssignmentServiceGrpc.getDeleteAssignmentRowsMethod) == null) {
          AssignmentServiceGrpc.getDeleteAssignmentRowsMethod = getDeleteAssignmentRowsMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.DeleteAssignmentRowsRequest, io.github.workplanapi.v1.DeleteAssignmentRowsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "DeleteAssignmentRows"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.DeleteAssignmentRowsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.DeleteAssignmentRowsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new AssignmentServiceMethodDescriptorSupplier("DeleteAssignmentRows"))
              .build();
        }
      }
    }
    return getDeleteAssignmentRowsMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.CopyAssignmentsRequest,
      io.github.workplanapi.v1.CopyAssignmentsResponse> getCopyAssignmentsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "CopyAssignments",
      requestType = io.github.workplanapi.v1.CopyAssignmentsRequest.class,
      responseType = io.github.workplanapi.v1.CopyAssignmentsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.CopyAssignmentsRequest,
      io.github.workplanapi.v1.CopyAssignmentsResponse> getCopyAssignmentsMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.CopyAssignmentsRequest, io.github.workplanapi.v1.CopyAssignmentsResponse> getCopyAssignmentsMethod;
    if ((getCopyAssignmentsMethod = AssignmentServiceGrpc.getCopyAssignmentsMethod) == null) {
      synchronized (AssignmentServiceGrpc.class) {
        if ((getCopyAssignmentsMethod = AssignmentServiceGrpc.getCopyAssignmentsMethod) == null) {
          AssignmentServiceGrpc.getCopyAssignmentsMethod = getCopyAssignmentsMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.CopyAssignmentsRequest, io.github.workplanapi.v1.CopyAssignmentsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "CopyAssignments"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.CopyAssignmentsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.CopyAssignmentsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new AssignmentServiceMethodDescriptorSupplier("CopyAssignments"))
              .build();
        }
      }
    }
    return getCopyAssignmentsMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.FillPlaceholderRequest,
      io.github.workplanapi.v1.FillPlaceholderResponse> getFillPlaceholderMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "FillPlaceholder",
      requestType = io.github.workplanapi.v1.FillPlaceholderRequest.class,
      responseType = io.github.workplanapi.v1.FillPlaceholderResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.FillPlaceholderRequest,
      io.github.workplanapi.v1.FillPlaceholderResponse> getFillPlaceholderMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.FillPlaceholderRequest, io.github.workplanapi.v1.FillPlaceholderResponse> getFillPlaceholderMethod;
    if ((getFillPlaceholderMethod = AssignmentServiceGrpc.getFillPlaceholderMethod) == null) {
      synchronized (AssignmentServiceGrpc.class) {
        if ((getFillPlaceholderMethod = AssignmentServiceGrpc.getFillPlaceholderMethod) == null) {
          AssignmentServiceGrpc.getFillPlaceholderMethod = getFillPlaceholderMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.FillPlaceholderRequest, io.github.workplanapi.v1.FillPlaceholderResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "FillPlaceholder"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.FillPlaceholderRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.FillPlaceholderResponse.getDefaultInstance()))
              .setSchemaDescriptor(new AssignmentServiceMethodDescriptorSupplier("FillPlaceholder"))
              .build();
        }
      }
    }
    return getFillPlaceholderMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.ConfirmAssignmentsRequest,
      io.github.workplanapi.v1.ConfirmAssignmentsResponse> getConfirmAssignmentsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ConfirmAssignments",
      requestType = io.github.workplanapi.v1.ConfirmAssignmentsRequest.class,
      responseType = io.github.workplanapi.v1.ConfirmAssignmentsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.ConfirmAssignmentsRequest,
      io.github.workplanapi.v1.ConfirmAssignmentsResponse> getConfirmAssignmentsMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.ConfirmAssignmentsRequest, io.github.workplanapi.v1.ConfirmAssignmentsResponse> getConfirmAssignmentsMethod;
    if ((getConfirmAssignmentsMethod = AssignmentServiceGrpc.getConfirmAssignmentsMethod) == null) {
      synchronized (AssignmentServiceGrpc.class) {
        if ((getConfirmAssignmentsMethod = AssignmentServiceGrpc.getConfirmAssignmentsMethod) == null) {
          AssignmentServiceGrpc.getConfirmAssignmentsMethod = getConfirmAssignmentsMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.ConfirmAssignmentsRequest, io.github.workplanapi.v1.ConfirmAssignmentsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ConfirmAssignments"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.ConfirmAssignmentsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.ConfirmAssignmentsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new AssignmentServiceMethodDescriptorSupplier("ConfirmAssignments"))
              .build();
        }
      }
    }
    return getConfirmAssignmentsMethod;
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
     * Errors: INVALID_ARGUMENT if a parameter is invalid, or as_of is in the future or too long
     * ago; OUT_OF_RANGE if the events after as_of are no longer kept.
     * </pre>
     */
    default void listAssignments(io.github.workplanapi.v1.ListAssignmentsRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListAssignmentsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListAssignmentsMethod(), responseObserver);
    }

    /**
     * <pre>
     * DiffAssignments returns what changed in planned hours between two moments, ordered by date, user,
     * project and capability. A row that was changed and is again as it was is left out. Filters
     * combine with AND.
     * Errors: INVALID_ARGUMENT if a parameter is invalid, a moment is in the future, from is
     * after to, or too much was written in between; OUT_OF_RANGE if the events after from are no
     * longer kept.
     * </pre>
     */
    default void diffAssignments(io.github.workplanapi.v1.DiffAssignmentsRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.DiffAssignmentsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getDiffAssignmentsMethod(), responseObserver);
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

    /**
     * <pre>
     * ReplaceAssignmentsWindow makes the rows of a window exactly the given items, in one
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
    default void replaceAssignmentsWindow(io.github.workplanapi.v1.ReplaceAssignmentsWindowRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ReplaceAssignmentsWindowResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getReplaceAssignmentsWindowMethod(), responseObserver);
    }

    /**
     * <pre>
     * DeleteAssignments deletes all rows of a user, a project or both in a range of dates, at
     * most 5,000. The event assignments.deleted has the rows. A list with updated_since does
     * not show that rows are deleted.
     * Errors: INVALID_ARGUMENT if a parameter is invalid, there is neither a user nor a
     * project, one of them is unknown, or there are too many rows; PERMISSION_DENIED if the
     * caller may not write one of the rows.
     * </pre>
     */
    default void deleteAssignments(io.github.workplanapi.v1.DeleteAssignmentsRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.DeleteAssignmentsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getDeleteAssignmentsMethod(), responseObserver);
    }

    /**
     * <pre>
     * DeleteAssignmentRows deletes the rows with the given keys, at most 5,000, in one
     * transaction. A key without a row is skipped.
     * Errors: INVALID_ARGUMENT if an item is invalid or names an unknown user, project or
     * capability; PERMISSION_DENIED if the caller may not write one of the rows.
     * </pre>
     */
    default void deleteAssignmentRows(io.github.workplanapi.v1.DeleteAssignmentRowsRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.DeleteAssignmentRowsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getDeleteAssignmentRowsMethod(), responseObserver);
    }

    /**
     * <pre>
     * CopyAssignments copies the rows of a user, a project or both in a range of dates by
     * whole days, to another user or project if the target has one. With move, it also deletes
     * the rows of the source. It writes in one transaction, and at most 5,000 rows. Rows
     * outside of the project's dates are written; include=warnings lists them.
     * Errors: INVALID_ARGUMENT if a field is invalid, the source has neither a user nor a
     * project, the target is the source, one of the users and projects is unknown, a new row
     * would have an inactive capability, or there are too many rows; PERMISSION_DENIED if the
     * caller may not write one of the rows; FAILED_PRECONDITION if a day would have more than
     * 24 hours in a row.
     * </pre>
     */
    default void copyAssignments(io.github.workplanapi.v1.CopyAssignmentsRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.CopyAssignmentsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getCopyAssignmentsMethod(), responseObserver);
    }

    /**
     * <pre>
     * FillPlaceholder moves the rows of a placeholder to a person: all, or those of a range of
     * dates, at most 5,000. It writes in one transaction. If the person already has a row with the
     * same project, capability and date, the hours are added to that row. A request that is sent
     * again finds nothing left to move.
     * Errors: INVALID_ARGUMENT if a field is invalid, the user in the path is no placeholder,
     * the user in the body is unknown or a placeholder, a new row would have an inactive
     * capability, or there are too many rows; NOT_FOUND if the user in the path does not exist;
     * PERMISSION_DENIED if the caller may not write one of the rows; FAILED_PRECONDITION if a
     * day would have more than 24 hours in a row.
     * </pre>
     */
    default void fillPlaceholder(io.github.workplanapi.v1.FillPlaceholderRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.FillPlaceholderResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getFillPlaceholderMethod(), responseObserver);
    }

    /**
     * <pre>
     * ConfirmAssignments makes the tentative rows of a range of dates firm: those of a user,
     * a project or both, at most 5,000. It skips rows that the caller may not write, and lists
     * them.
     * Errors: INVALID_ARGUMENT if a field is invalid, there is neither a user nor a project, one
     * of them is unknown, or there are too many rows; PERMISSION_DENIED if there are tentative
     * rows, and the caller may write none of them.
     * </pre>
     */
    default void confirmAssignments(io.github.workplanapi.v1.ConfirmAssignmentsRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ConfirmAssignmentsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getConfirmAssignmentsMethod(), responseObserver);
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
     * Errors: INVALID_ARGUMENT if a parameter is invalid, or as_of is in the future or too long
     * ago; OUT_OF_RANGE if the events after as_of are no longer kept.
     * </pre>
     */
    public void listAssignments(io.github.workplanapi.v1.ListAssignmentsRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListAssignmentsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListAssignmentsMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * DiffAssignments returns what changed in planned hours between two moments, ordered by date, user,
     * project and capability. A row that was changed and is again as it was is left out. Filters
     * combine with AND.
     * Errors: INVALID_ARGUMENT if a parameter is invalid, a moment is in the future, from is
     * after to, or too much was written in between; OUT_OF_RANGE if the events after from are no
     * longer kept.
     * </pre>
     */
    public void diffAssignments(io.github.workplanapi.v1.DiffAssignmentsRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.DiffAssignmentsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getDiffAssignmentsMethod(), getCallOptions()), request, responseObserver);
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

    /**
     * <pre>
     * ReplaceAssignmentsWindow makes the rows of a window exactly the given items, in one
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
    public void replaceAssignmentsWindow(io.github.workplanapi.v1.ReplaceAssignmentsWindowRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ReplaceAssignmentsWindowResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getReplaceAssignmentsWindowMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * DeleteAssignments deletes all rows of a user, a project or both in a range of dates, at
     * most 5,000. The event assignments.deleted has the rows. A list with updated_since does
     * not show that rows are deleted.
     * Errors: INVALID_ARGUMENT if a parameter is invalid, there is neither a user nor a
     * project, one of them is unknown, or there are too many rows; PERMISSION_DENIED if the
     * caller may not write one of the rows.
     * </pre>
     */
    public void deleteAssignments(io.github.workplanapi.v1.DeleteAssignmentsRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.DeleteAssignmentsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getDeleteAssignmentsMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * DeleteAssignmentRows deletes the rows with the given keys, at most 5,000, in one
     * transaction. A key without a row is skipped.
     * Errors: INVALID_ARGUMENT if an item is invalid or names an unknown user, project or
     * capability; PERMISSION_DENIED if the caller may not write one of the rows.
     * </pre>
     */
    public void deleteAssignmentRows(io.github.workplanapi.v1.DeleteAssignmentRowsRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.DeleteAssignmentRowsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getDeleteAssignmentRowsMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * CopyAssignments copies the rows of a user, a project or both in a range of dates by
     * whole days, to another user or project if the target has one. With move, it also deletes
     * the rows of the source. It writes in one transaction, and at most 5,000 rows. Rows
     * outside of the project's dates are written; include=warnings lists them.
     * Errors: INVALID_ARGUMENT if a field is invalid, the source has neither a user nor a
     * project, the target is the source, one of the users and projects is unknown, a new row
     * would have an inactive capability, or there are too many rows; PERMISSION_DENIED if the
     * caller may not write one of the rows; FAILED_PRECONDITION if a day would have more than
     * 24 hours in a row.
     * </pre>
     */
    public void copyAssignments(io.github.workplanapi.v1.CopyAssignmentsRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.CopyAssignmentsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getCopyAssignmentsMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * FillPlaceholder moves the rows of a placeholder to a person: all, or those of a range of
     * dates, at most 5,000. It writes in one transaction. If the person already has a row with the
     * same project, capability and date, the hours are added to that row. A request that is sent
     * again finds nothing left to move.
     * Errors: INVALID_ARGUMENT if a field is invalid, the user in the path is no placeholder,
     * the user in the body is unknown or a placeholder, a new row would have an inactive
     * capability, or there are too many rows; NOT_FOUND if the user in the path does not exist;
     * PERMISSION_DENIED if the caller may not write one of the rows; FAILED_PRECONDITION if a
     * day would have more than 24 hours in a row.
     * </pre>
     */
    public void fillPlaceholder(io.github.workplanapi.v1.FillPlaceholderRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.FillPlaceholderResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getFillPlaceholderMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * ConfirmAssignments makes the tentative rows of a range of dates firm: those of a user,
     * a project or both, at most 5,000. It skips rows that the caller may not write, and lists
     * them.
     * Errors: INVALID_ARGUMENT if a field is invalid, there is neither a user nor a project, one
     * of them is unknown, or there are too many rows; PERMISSION_DENIED if there are tentative
     * rows, and the caller may write none of them.
     * </pre>
     */
    public void confirmAssignments(io.github.workplanapi.v1.ConfirmAssignmentsRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ConfirmAssignmentsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getConfirmAssignmentsMethod(), getCallOptions()), request, responseObserver);
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
     * Errors: INVALID_ARGUMENT if a parameter is invalid, or as_of is in the future or too long
     * ago; OUT_OF_RANGE if the events after as_of are no longer kept.
     * </pre>
     */
    public io.github.workplanapi.v1.ListAssignmentsResponse listAssignments(io.github.workplanapi.v1.ListAssignmentsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListAssignmentsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * DiffAssignments returns what changed in planned hours between two moments, ordered by date, user,
     * project and capability. A row that was changed and is again as it was is left out. Filters
     * combine with AND.
     * Errors: INVALID_ARGUMENT if a parameter is invalid, a moment is in the future, from is
     * after to, or too much was written in between; OUT_OF_RANGE if the events after from are no
     * longer kept.
     * </pre>
     */
    public io.github.workplanapi.v1.DiffAssignmentsResponse diffAssignments(io.github.workplanapi.v1.DiffAssignmentsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getDiffAssignmentsMethod(), getCallOptions(), request);
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

    /**
     * <pre>
     * ReplaceAssignmentsWindow makes the rows of a window exactly the given items, in one
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
    public io.github.workplanapi.v1.ReplaceAssignmentsWindowResponse replaceAssignmentsWindow(io.github.workplanapi.v1.ReplaceAssignmentsWindowRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getReplaceAssignmentsWindowMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * DeleteAssignments deletes all rows of a user, a project or both in a range of dates, at
     * most 5,000. The event assignments.deleted has the rows. A list with updated_since does
     * not show that rows are deleted.
     * Errors: INVALID_ARGUMENT if a parameter is invalid, there is neither a user nor a
     * project, one of them is unknown, or there are too many rows; PERMISSION_DENIED if the
     * caller may not write one of the rows.
     * </pre>
     */
    public io.github.workplanapi.v1.DeleteAssignmentsResponse deleteAssignments(io.github.workplanapi.v1.DeleteAssignmentsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getDeleteAssignmentsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * DeleteAssignmentRows deletes the rows with the given keys, at most 5,000, in one
     * transaction. A key without a row is skipped.
     * Errors: INVALID_ARGUMENT if an item is invalid or names an unknown user, project or
     * capability; PERMISSION_DENIED if the caller may not write one of the rows.
     * </pre>
     */
    public io.github.workplanapi.v1.DeleteAssignmentRowsResponse deleteAssignmentRows(io.github.workplanapi.v1.DeleteAssignmentRowsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getDeleteAssignmentRowsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * CopyAssignments copies the rows of a user, a project or both in a range of dates by
     * whole days, to another user or project if the target has one. With move, it also deletes
     * the rows of the source. It writes in one transaction, and at most 5,000 rows. Rows
     * outside of the project's dates are written; include=warnings lists them.
     * Errors: INVALID_ARGUMENT if a field is invalid, the source has neither a user nor a
     * project, the target is the source, one of the users and projects is unknown, a new row
     * would have an inactive capability, or there are too many rows; PERMISSION_DENIED if the
     * caller may not write one of the rows; FAILED_PRECONDITION if a day would have more than
     * 24 hours in a row.
     * </pre>
     */
    public io.github.workplanapi.v1.CopyAssignmentsResponse copyAssignments(io.github.workplanapi.v1.CopyAssignmentsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getCopyAssignmentsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * FillPlaceholder moves the rows of a placeholder to a person: all, or those of a range of
     * dates, at most 5,000. It writes in one transaction. If the person already has a row with the
     * same project, capability and date, the hours are added to that row. A request that is sent
     * again finds nothing left to move.
     * Errors: INVALID_ARGUMENT if a field is invalid, the user in the path is no placeholder,
     * the user in the body is unknown or a placeholder, a new row would have an inactive
     * capability, or there are too many rows; NOT_FOUND if the user in the path does not exist;
     * PERMISSION_DENIED if the caller may not write one of the rows; FAILED_PRECONDITION if a
     * day would have more than 24 hours in a row.
     * </pre>
     */
    public io.github.workplanapi.v1.FillPlaceholderResponse fillPlaceholder(io.github.workplanapi.v1.FillPlaceholderRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getFillPlaceholderMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * ConfirmAssignments makes the tentative rows of a range of dates firm: those of a user,
     * a project or both, at most 5,000. It skips rows that the caller may not write, and lists
     * them.
     * Errors: INVALID_ARGUMENT if a field is invalid, there is neither a user nor a project, one
     * of them is unknown, or there are too many rows; PERMISSION_DENIED if there are tentative
     * rows, and the caller may write none of them.
     * </pre>
     */
    public io.github.workplanapi.v1.ConfirmAssignmentsResponse confirmAssignments(io.github.workplanapi.v1.ConfirmAssignmentsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getConfirmAssignmentsMethod(), getCallOptions(), request);
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
     * Errors: INVALID_ARGUMENT if a parameter is invalid, or as_of is in the future or too long
     * ago; OUT_OF_RANGE if the events after as_of are no longer kept.
     * </pre>
     */
    public io.github.workplanapi.v1.ListAssignmentsResponse listAssignments(io.github.workplanapi.v1.ListAssignmentsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListAssignmentsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * DiffAssignments returns what changed in planned hours between two moments, ordered by date, user,
     * project and capability. A row that was changed and is again as it was is left out. Filters
     * combine with AND.
     * Errors: INVALID_ARGUMENT if a parameter is invalid, a moment is in the future, from is
     * after to, or too much was written in between; OUT_OF_RANGE if the events after from are no
     * longer kept.
     * </pre>
     */
    public io.github.workplanapi.v1.DiffAssignmentsResponse diffAssignments(io.github.workplanapi.v1.DiffAssignmentsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getDiffAssignmentsMethod(), getCallOptions(), request);
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

    /**
     * <pre>
     * ReplaceAssignmentsWindow makes the rows of a window exactly the given items, in one
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
    public io.github.workplanapi.v1.ReplaceAssignmentsWindowResponse replaceAssignmentsWindow(io.github.workplanapi.v1.ReplaceAssignmentsWindowRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getReplaceAssignmentsWindowMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * DeleteAssignments deletes all rows of a user, a project or both in a range of dates, at
     * most 5,000. The event assignments.deleted has the rows. A list with updated_since does
     * not show that rows are deleted.
     * Errors: INVALID_ARGUMENT if a parameter is invalid, there is neither a user nor a
     * project, one of them is unknown, or there are too many rows; PERMISSION_DENIED if the
     * caller may not write one of the rows.
     * </pre>
     */
    public io.github.workplanapi.v1.DeleteAssignmentsResponse deleteAssignments(io.github.workplanapi.v1.DeleteAssignmentsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getDeleteAssignmentsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * DeleteAssignmentRows deletes the rows with the given keys, at most 5,000, in one
     * transaction. A key without a row is skipped.
     * Errors: INVALID_ARGUMENT if an item is invalid or names an unknown user, project or
     * capability; PERMISSION_DENIED if the caller may not write one of the rows.
     * </pre>
     */
    public io.github.workplanapi.v1.DeleteAssignmentRowsResponse deleteAssignmentRows(io.github.workplanapi.v1.DeleteAssignmentRowsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getDeleteAssignmentRowsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * CopyAssignments copies the rows of a user, a project or both in a range of dates by
     * whole days, to another user or project if the target has one. With move, it also deletes
     * the rows of the source. It writes in one transaction, and at most 5,000 rows. Rows
     * outside of the project's dates are written; include=warnings lists them.
     * Errors: INVALID_ARGUMENT if a field is invalid, the source has neither a user nor a
     * project, the target is the source, one of the users and projects is unknown, a new row
     * would have an inactive capability, or there are too many rows; PERMISSION_DENIED if the
     * caller may not write one of the rows; FAILED_PRECONDITION if a day would have more than
     * 24 hours in a row.
     * </pre>
     */
    public io.github.workplanapi.v1.CopyAssignmentsResponse copyAssignments(io.github.workplanapi.v1.CopyAssignmentsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getCopyAssignmentsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * FillPlaceholder moves the rows of a placeholder to a person: all, or those of a range of
     * dates, at most 5,000. It writes in one transaction. If the person already has a row with the
     * same project, capability and date, the hours are added to that row. A request that is sent
     * again finds nothing left to move.
     * Errors: INVALID_ARGUMENT if a field is invalid, the user in the path is no placeholder,
     * the user in the body is unknown or a placeholder, a new row would have an inactive
     * capability, or there are too many rows; NOT_FOUND if the user in the path does not exist;
     * PERMISSION_DENIED if the caller may not write one of the rows; FAILED_PRECONDITION if a
     * day would have more than 24 hours in a row.
     * </pre>
     */
    public io.github.workplanapi.v1.FillPlaceholderResponse fillPlaceholder(io.github.workplanapi.v1.FillPlaceholderRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getFillPlaceholderMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * ConfirmAssignments makes the tentative rows of a range of dates firm: those of a user,
     * a project or both, at most 5,000. It skips rows that the caller may not write, and lists
     * them.
     * Errors: INVALID_ARGUMENT if a field is invalid, there is neither a user nor a project, one
     * of them is unknown, or there are too many rows; PERMISSION_DENIED if there are tentative
     * rows, and the caller may write none of them.
     * </pre>
     */
    public io.github.workplanapi.v1.ConfirmAssignmentsResponse confirmAssignments(io.github.workplanapi.v1.ConfirmAssignmentsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getConfirmAssignmentsMethod(), getCallOptions(), request);
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
     * Errors: INVALID_ARGUMENT if a parameter is invalid, or as_of is in the future or too long
     * ago; OUT_OF_RANGE if the events after as_of are no longer kept.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.ListAssignmentsResponse> listAssignments(
        io.github.workplanapi.v1.ListAssignmentsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListAssignmentsMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * DiffAssignments returns what changed in planned hours between two moments, ordered by date, user,
     * project and capability. A row that was changed and is again as it was is left out. Filters
     * combine with AND.
     * Errors: INVALID_ARGUMENT if a parameter is invalid, a moment is in the future, from is
     * after to, or too much was written in between; OUT_OF_RANGE if the events after from are no
     * longer kept.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.DiffAssignmentsResponse> diffAssignments(
        io.github.workplanapi.v1.DiffAssignmentsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getDiffAssignmentsMethod(), getCallOptions()), request);
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

    /**
     * <pre>
     * ReplaceAssignmentsWindow makes the rows of a window exactly the given items, in one
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
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.ReplaceAssignmentsWindowResponse> replaceAssignmentsWindow(
        io.github.workplanapi.v1.ReplaceAssignmentsWindowRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getReplaceAssignmentsWindowMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * DeleteAssignments deletes all rows of a user, a project or both in a range of dates, at
     * most 5,000. The event assignments.deleted has the rows. A list with updated_since does
     * not show that rows are deleted.
     * Errors: INVALID_ARGUMENT if a parameter is invalid, there is neither a user nor a
     * project, one of them is unknown, or there are too many rows; PERMISSION_DENIED if the
     * caller may not write one of the rows.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.DeleteAssignmentsResponse> deleteAssignments(
        io.github.workplanapi.v1.DeleteAssignmentsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getDeleteAssignmentsMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * DeleteAssignmentRows deletes the rows with the given keys, at most 5,000, in one
     * transaction. A key without a row is skipped.
     * Errors: INVALID_ARGUMENT if an item is invalid or names an unknown user, project or
     * capability; PERMISSION_DENIED if the caller may not write one of the rows.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.DeleteAssignmentRowsResponse> deleteAssignmentRows(
        io.github.workplanapi.v1.DeleteAssignmentRowsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getDeleteAssignmentRowsMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * CopyAssignments copies the rows of a user, a project or both in a range of dates by
     * whole days, to another user or project if the target has one. With move, it also deletes
     * the rows of the source. It writes in one transaction, and at most 5,000 rows. Rows
     * outside of the project's dates are written; include=warnings lists them.
     * Errors: INVALID_ARGUMENT if a field is invalid, the source has neither a user nor a
     * project, the target is the source, one of the users and projects is unknown, a new row
     * would have an inactive capability, or there are too many rows; PERMISSION_DENIED if the
     * caller may not write one of the rows; FAILED_PRECONDITION if a day would have more than
     * 24 hours in a row.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.CopyAssignmentsResponse> copyAssignments(
        io.github.workplanapi.v1.CopyAssignmentsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getCopyAssignmentsMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * FillPlaceholder moves the rows of a placeholder to a person: all, or those of a range of
     * dates, at most 5,000. It writes in one transaction. If the person already has a row with the
     * same project, capability and date, the hours are added to that row. A request that is sent
     * again finds nothing left to move.
     * Errors: INVALID_ARGUMENT if a field is invalid, the user in the path is no placeholder,
     * the user in the body is unknown or a placeholder, a new row would have an inactive
     * capability, or there are too many rows; NOT_FOUND if the user in the path does not exist;
     * PERMISSION_DENIED if the caller may not write one of the rows; FAILED_PRECONDITION if a
     * day would have more than 24 hours in a row.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.FillPlaceholderResponse> fillPlaceholder(
        io.github.workplanapi.v1.FillPlaceholderRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getFillPlaceholderMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * ConfirmAssignments makes the tentative rows of a range of dates firm: those of a user,
     * a project or both, at most 5,000. It skips rows that the caller may not write, and lists
     * them.
     * Errors: INVALID_ARGUMENT if a field is invalid, there is neither a user nor a project, one
     * of them is unknown, or there are too many rows; PERMISSION_DENIED if there are tentative
     * rows, and the caller may write none of them.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.ConfirmAssignmentsResponse> confirmAssignments(
        io.github.workplanapi.v1.ConfirmAssignmentsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getConfirmAssignmentsMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_LIST_ASSIGNMENTS = 0;
  private static final int METHODID_DIFF_ASSIGNMENTS = 1;
  private static final int METHODID_UPSERT_ASSIGNMENTS = 2;
  private static final int METHODID_REPLACE_ASSIGNMENTS_WINDOW = 3;
  private static final int METHODID_DELETE_ASSIGNMENTS = 4;
  private static final int METHODID_DELETE_ASSIGNMENT_ROWS = 5;
  private static final int METHODID_COPY_ASSIGNMENTS = 6;
  private static final int METHODID_FILL_PLACEHOLDER = 7;
  private static final int METHODID_CONFIRM_ASSIGNMENTS = 8;

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
        case METHODID_DIFF_ASSIGNMENTS:
          serviceImpl.diffAssignments((io.github.workplanapi.v1.DiffAssignmentsRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.DiffAssignmentsResponse>) responseObserver);
          break;
        case METHODID_UPSERT_ASSIGNMENTS:
          serviceImpl.upsertAssignments((io.github.workplanapi.v1.UpsertAssignmentsRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.UpsertAssignmentsResponse>) responseObserver);
          break;
        case METHODID_REPLACE_ASSIGNMENTS_WINDOW:
          serviceImpl.replaceAssignmentsWindow((io.github.workplanapi.v1.ReplaceAssignmentsWindowRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ReplaceAssignmentsWindowResponse>) responseObserver);
          break;
        case METHODID_DELETE_ASSIGNMENTS:
          serviceImpl.deleteAssignments((io.github.workplanapi.v1.DeleteAssignmentsRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.DeleteAssignmentsResponse>) responseObserver);
          break;
        case METHODID_DELETE_ASSIGNMENT_ROWS:
          serviceImpl.deleteAssignmentRows((io.github.workplanapi.v1.DeleteAssignmentRowsRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.DeleteAssignmentRowsResponse>) responseObserver);
          break;
        case METHODID_COPY_ASSIGNMENTS:
          serviceImpl.copyAssignments((io.github.workplanapi.v1.CopyAssignmentsRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.CopyAssignmentsResponse>) responseObserver);
          break;
        case METHODID_FILL_PLACEHOLDER:
          serviceImpl.fillPlaceholder((io.github.workplanapi.v1.FillPlaceholderRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.FillPlaceholderResponse>) responseObserver);
          break;
        case METHODID_CONFIRM_ASSIGNMENTS:
          serviceImpl.confirmAssignments((io.github.workplanapi.v1.ConfirmAssignmentsRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ConfirmAssignmentsResponse>) responseObserver);
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
          getDiffAssignmentsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.DiffAssignmentsRequest,
              io.github.workplanapi.v1.DiffAssignmentsResponse>(
                service, METHODID_DIFF_ASSIGNMENTS)))
        .addMethod(
          getUpsertAssignmentsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.UpsertAssignmentsRequest,
              io.github.workplanapi.v1.UpsertAssignmentsResponse>(
                service, METHODID_UPSERT_ASSIGNMENTS)))
        .addMethod(
          getReplaceAssignmentsWindowMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.ReplaceAssignmentsWindowRequest,
              io.github.workplanapi.v1.ReplaceAssignmentsWindowResponse>(
                service, METHODID_REPLACE_ASSIGNMENTS_WINDOW)))
        .addMethod(
          getDeleteAssignmentsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.DeleteAssignmentsRequest,
              io.github.workplanapi.v1.DeleteAssignmentsResponse>(
                service, METHODID_DELETE_ASSIGNMENTS)))
        .addMethod(
          getDeleteAssignmentRowsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.DeleteAssignmentRowsRequest,
              io.github.workplanapi.v1.DeleteAssignmentRowsResponse>(
                service, METHODID_DELETE_ASSIGNMENT_ROWS)))
        .addMethod(
          getCopyAssignmentsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.CopyAssignmentsRequest,
              io.github.workplanapi.v1.CopyAssignmentsResponse>(
                service, METHODID_COPY_ASSIGNMENTS)))
        .addMethod(
          getFillPlaceholderMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.FillPlaceholderRequest,
              io.github.workplanapi.v1.FillPlaceholderResponse>(
                service, METHODID_FILL_PLACEHOLDER)))
        .addMethod(
          getConfirmAssignmentsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.ConfirmAssignmentsRequest,
              io.github.workplanapi.v1.ConfirmAssignmentsResponse>(
                service, METHODID_CONFIRM_ASSIGNMENTS)))
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
              .addMethod(getDiffAssignmentsMethod())
              .addMethod(getUpsertAssignmentsMethod())
              .addMethod(getReplaceAssignmentsWindowMethod())
              .addMethod(getDeleteAssignmentsMethod())
              .addMethod(getDeleteAssignmentRowsMethod())
              .addMethod(getCopyAssignmentsMethod())
              .addMethod(getFillPlaceholderMethod())
              .addMethod(getConfirmAssignmentsMethod())
              .build();
        }
      }
    }
    return result;
  }
}

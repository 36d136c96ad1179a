package io.github.workplanapi.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * TimeOffService lists, creates, updates, deletes, approves and rejects requests for
 * time off.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class TimeOffServiceGrpc {

  private TimeOffServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "workplan.v1.TimeOffService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.ListTimeOffRequest,
      io.github.workplanapi.v1.ListTimeOffResponse> getListTimeOffMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ListTimeOff",
      requestType = io.github.workplanapi.v1.ListTimeOffRequest.class,
      responseType = io.github.workplanapi.v1.ListTimeOffResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.ListTimeOffRequest,
      io.github.workplanapi.v1.ListTimeOffResponse> getListTimeOffMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.ListTimeOffRequest, io.github.workplanapi.v1.ListTimeOffResponse> getListTimeOffMethod;
    if ((getListTimeOffMethod = TimeOffServiceGrpc.getListTimeOffMethod) == null) {
      synchronized (TimeOffServiceGrpc.class) {
        if ((getListTimeOffMethod = TimeOffServiceGrpc.getListTimeOffMethod) == null) {
          TimeOffServiceGrpc.getListTimeOffMethod = getListTimeOffMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.ListTimeOffRequest, io.github.workplanapi.v1.ListTimeOffResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ListTimeOff"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.ListTimeOffRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.ListTimeOffResponse.getDefaultInstance()))
              .setSchemaDescriptor(new TimeOffServiceMethodDescriptorSupplier("ListTimeOff"))
              .build();
        }
      }
    }
    return getListTimeOffMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.GetTimeOffRequest,
      io.github.workplanapi.v1.GetTimeOffResponse> getGetTimeOffMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "GetTimeOff",
      requestType = io.github.workplanapi.v1.GetTimeOffRequest.class,
      responseType = io.github.workplanapi.v1.GetTimeOffResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.GetTimeOffRequest,
      io.github.workplanapi.v1.GetTimeOffResponse> getGetTimeOffMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.GetTimeOffRequest, io.github.workplanapi.v1.GetTimeOffResponse> getGetTimeOffMethod;
    if ((getGetTimeOffMethod = TimeOffServiceGrpc.getGetTimeOffMethod) == null) {
      synchronized (TimeOffServiceGrpc.class) {
        if ((getGetTimeOffMethod = TimeOffServiceGrpc.getGetTimeOffMethod) == null) {
          TimeOffServiceGrpc.getGetTimeOffMethod = getGetTimeOffMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.GetTimeOffRequest, io.github.workplanapi.v1.GetTimeOffResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "GetTimeOff"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.GetTimeOffRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.GetTimeOffResponse.getDefaultInstance()))
              .setSchemaDescriptor(new TimeOffServiceMethodDescriptorSupplier("GetTimeOff"))
              .build();
        }
      }
    }
    return getGetTimeOffMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.CreateTimeOffRequest,
      io.github.workplanapi.v1.CreateTimeOffResponse> getCreateTimeOffMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "CreateTimeOff",
      requestType = io.github.workplanapi.v1.CreateTimeOffRequest.class,
      responseType = io.github.workplanapi.v1.CreateTimeOffResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.CreateTimeOffRequest,
      io.github.workplanapi.v1.CreateTimeOffResponse> getCreateTimeOffMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.CreateTimeOffRequest, io.github.workplanapi.v1.CreateTimeOffResponse> getCreateTimeOffMethod;
    if ((getCreateTimeOffMethod = TimeOffServiceGrpc.getCreateTimeOffMethod) == null) {
      synchronized (TimeOffServiceGrpc.class) {
        if ((getCreateTimeOffMethod = TimeOffServiceGrpc.getCreateTimeOffMethod) == null) {
          TimeOffServiceGrpc.getCreateTimeOffMethod = getCreateTimeOffMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.CreateTimeOffRequest, io.github.workplanapi.v1.CreateTimeOffResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "CreateTimeOff"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.CreateTimeOffRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.CreateTimeOffResponse.getDefaultInstance()))
              .setSchemaDescriptor(new TimeOffServiceMethodDescriptorSupplier("CreateTimeOff"))
              .build();
        }
      }
    }
    return getCreateTimeOffMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.UpdateTimeOffRequest,
      io.github.workplanapi.v1.UpdateTimeOffResponse> getUpdateTimeOffMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "UpdateTimeOff",
      requestType = io.github.workplanapi.v1.UpdateTimeOffRequest.class,
      responseType = io.github.workplanapi.v1.UpdateTimeOffResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.UpdateTimeOffRequest,
      io.github.workplanapi.v1.UpdateTimeOffResponse> getUpdateTimeOffMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.UpdateTimeOffRequest, io.github.workplanapi.v1.UpdateTimeOffResponse> getUpdateTimeOffMethod;
    if ((getUpdateTimeOffMethod = TimeOffServiceGrpc.getUpdateTimeOffMethod) == null) {
      synchronized (TimeOffServiceGrpc.class) {
        if ((getUpdateTimeOffMethod = TimeOffServiceGrpc.getUpdateTimeOffMethod) == null) {
          TimeOffServiceGrpc.getUpdateTimeOffMethod = getUpdateTimeOffMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.UpdateTimeOffRequest, io.github.workplanapi.v1.UpdateTimeOffResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "UpdateTimeOff"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.UpdateTimeOffRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.UpdateTimeOffResponse.getDefaultInstance()))
              .setSchemaDescriptor(new TimeOffServiceMethodDescriptorSupplier("UpdateTimeOff"))
              .build();
        }
      }
    }
    return getUpdateTimeOffMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.UpsertTimeOffRequest,
      io.github.workplanapi.v1.UpsertTimeOffResponse> getUpsertTimeOffMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "UpsertTimeOff",
      requestType = io.github.workplanapi.v1.UpsertTimeOffRequest.class,
      responseType = io.github.workplanapi.v1.UpsertTimeOffResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.UpsertTimeOffRequest,
      io.github.workplanapi.v1.UpsertTimeOffResponse> getUpsertTimeOffMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.UpsertTimeOffRequest, io.github.workplanapi.v1.UpsertTimeOffResponse> getUpsertTimeOffMethod;
    if ((getUpsertTimeOffMethod = TimeOffServiceGrpc.getUpsertTimeOffMethod) == null) {
      synchronized (TimeOffServiceGrpc.class) {
        if ((getUpsertTimeOffMethod = TimeOffServiceGrpc.getUpsertTimeOffMethod) == null) {
          TimeOffServiceGrpc.getUpsertTimeOffMethod = getUpsertTimeOffMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.UpsertTimeOffRequest, io.github.workplanapi.v1.UpsertTimeOffResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "UpsertTimeOff"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.UpsertTimeOffRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.UpsertTimeOffResponse.getDefaultInstance()))
              .setSchemaDescriptor(new TimeOffServiceMethodDescriptorSupplier("UpsertTimeOff"))
              .build();
        }
      }
    }
    return getUpsertTimeOffMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.DeleteTimeOffRequest,
      io.github.workplanapi.v1.DeleteTimeOffResponse> getDeleteTimeOffMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "DeleteTimeOff",
      requestType = io.github.workplanapi.v1.DeleteTimeOffRequest.class,
      responseType = io.github.workplanapi.v1.DeleteTimeOffResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.DeleteTimeOffRequest,
      io.github.workplanapi.v1.DeleteTimeOffResponse> getDeleteTimeOffMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.DeleteTimeOffRequest, io.github.workplanapi.v1.DeleteTimeOffResponse> getDeleteTimeOffMethod;
    if ((getDeleteTimeOffMethod = TimeOffServiceGrpc.getDeleteTimeOffMethod) == null) {
      synchronized (TimeOffServiceGrpc.class) {
        if ((getDeleteTimeOffMethod = TimeOffServiceGrpc.getDeleteTimeOffMethod) == null) {
          TimeOffServiceGrpc.getDeleteTimeOffMethod = getDeleteTimeOffMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.DeleteTimeOffRequest, io.github.workplanapi.v1.DeleteTimeOffResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "DeleteTimeOff"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.DeleteTimeOffRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.DeleteTimeOffResponse.getDefaultInstance()))
              .setSchemaDescriptor(new TimeOffServiceMethodDescriptorSupplier("DeleteTimeOff"))
              .build();
        }
      }
    }
    return getDeleteTimeOffMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.ApproveTimeOffRequest,
      io.github.workplanapi.v1.ApproveTimeOffResponse> getApproveTimeOffMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ApproveTimeOff",
      requestType = io.github.workplanapi.v1.ApproveTimeOffRequest.class,
      responseType = io.github.workplanapi.v1.ApproveTimeOffResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.ApproveTimeOffRequest,
      io.github.workplanapi.v1.ApproveTimeOffResponse> getApproveTimeOffMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.ApproveTimeOffRequest, io.github.workplanapi.v1.ApproveTimeOffResponse> getApproveTimeOffMethod;
    if ((getApproveTimeOffMethod = TimeOffServiceGrpc.getApproveTimeOffMethod) == null) {
      synchronized (TimeOffServiceGrpc.class) {
        if ((getApproveTimeOffMethod = TimeOffServiceGrpc.getApproveTimeOffMethod) == null) {
          TimeOffServiceGrpc.getApproveTimeOffMethod = getApproveTimeOffMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.ApproveTimeOffRequest, io.github.workplanapi.v1.ApproveTimeOffResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ApproveTimeOff"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.ApproveTimeOffRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.ApproveTimeOffResponse.getDefaultInstance()))
              .setSchemaDescriptor(new TimeOffServiceMethodDescriptorSupplier("ApproveTimeOff"))
              .build();
        }
      }
    }
    return getApproveTimeOffMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.RejectTimeOffRequest,
      io.github.workplanapi.v1.RejectTimeOffResponse> getRejectTimeOffMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "RejectTimeOff",
      requestType = io.github.workplanapi.v1.RejectTimeOffRequest.class,
      responseType = io.github.workplanapi.v1.RejectTimeOffResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.RejectTimeOffRequest,
      io.github.workplanapi.v1.RejectTimeOffResponse> getRejectTimeOffMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.RejectTimeOffRequest, io.github.workplanapi.v1.RejectTimeOffResponse> getRejectTimeOffMethod;
    if ((getRejectTimeOffMethod = TimeOffServiceGrpc.getRejectTimeOffMethod) == null) {
      synchronized (TimeOffServiceGrpc.class) {
        if ((getRejectTimeOffMethod = TimeOffServiceGrpc.getRejectTimeOffMethod) == null) {
          TimeOffServiceGrpc.getRejectTimeOffMethod = getRejectTimeOffMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.RejectTimeOffRequest, io.github.workplanapi.v1.RejectTimeOffResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "RejectTimeOff"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.RejectTimeOffRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.RejectTimeOffResponse.getDefaultInstance()))
              .setSchemaDescriptor(new TimeOffServiceMethodDescriptorSupplier("RejectTimeOff"))
              .build();
        }
      }
    }
    return getRejectTimeOffMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static TimeOffServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<TimeOffServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<TimeOffServiceStub>() {
        @java.lang.Override
        public TimeOffServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new TimeOffServiceStub(channel, callOptions);
        }
      };
    return TimeOffServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static TimeOffServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<TimeOffServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<TimeOffServiceBlockingV2Stub>() {
        @java.lang.Override
        public TimeOffServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new TimeOffServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return TimeOffServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static TimeOffServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<TimeOffServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<TimeOffServiceBlockingStub>() {
        @java.lang.Override
        public TimeOffServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new TimeOffServiceBlockingStub(channel, callOptions);
        }
      };
    return TimeOffServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static TimeOffServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<TimeOffServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<TimeOffServiceFutureStub>() {
        @java.lang.Override
        public TimeOffServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new TimeOffServiceFutureStub(channel, callOptions);
        }
      };
    return TimeOffServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * TimeOffService lists, creates, updates, deletes, approves and rejects requests for
   * time off.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * ListTimeOff lists time off requests, oldest first. Filters combine with AND. Reasons
     * are null unless the caller is the owner, one of their managers or an admin.
     * Errors: INVALID_ARGUMENT if a parameter is invalid.
     * </pre>
     */
    default void listTimeOff(io.github.workplanapi.v1.ListTimeOffRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListTimeOffResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListTimeOffMethod(), responseObserver);
    }

    /**
     * <pre>
     * GetTimeOff returns one time off request. Reasons are null unless the caller is the
     * owner, one of their managers or an admin.
     * Errors: NOT_FOUND if the request does not exist.
     * </pre>
     */
    default void getTimeOff(io.github.workplanapi.v1.GetTimeOffRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.GetTimeOffResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getGetTimeOffMethod(), responseObserver);
    }

    /**
     * <pre>
     * CreateTimeOff creates a time off request. Users may create their own requests;
     * managers those of the people below them; admins all. A status other than pending
     * needs the right to approve.
     * Errors: INVALID_ARGUMENT if a field is missing or out of range, the user or the type
     * is unknown, the end is before the start, or the request is longer than 366 days;
     * PERMISSION_DENIED if the caller may not create the request with this status.
     * </pre>
     */
    default void createTimeOff(io.github.workplanapi.v1.CreateTimeOffRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.CreateTimeOffResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getCreateTimeOffMethod(), responseObserver);
    }

    /**
     * <pre>
     * UpdateTimeOff changes the given fields of a time off request. The owner may change a
     * pending request; managers of the owner and admins also an approved one.
     * Errors: INVALID_ARGUMENT if a field is out of range, the type is unknown, the end
     * would be before the start, or the request would be longer than 366 days; NOT_FOUND
     * if the request does not exist; PERMISSION_DENIED if the caller may not change the
     * request; FAILED_PRECONDITION if the request is rejected; ABORTED if the record no
     * longer has the version in If-Match.
     * </pre>
     */
    default void updateTimeOff(io.github.workplanapi.v1.UpdateTimeOffRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.UpdateTimeOffResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getUpdateTimeOffMethod(), responseObserver);
    }

    /**
     * <pre>
     * UpsertTimeOff creates, changes or deletes up to 1,000 time off requests in one transaction.
     * An item changes the request that has its external id of one source, or creates one. The user
     * of a request cannot be changed. The status approved or rejected decides a pending request, for
     * which the caller needs the right to decide it; pending leaves a decision. The response has one request for each
     * item, in the order of the items. If an item is invalid, nothing is written and the error
     * lists all invalid items.
     * Errors: INVALID_ARGUMENT if an item is invalid, has no external id of the source, or matches
     * the same as another item; PERMISSION_DENIED if the caller may not write one of the requests;
     * ALREADY_EXISTS if another request has an external id of an item; FAILED_PRECONDITION if an
     * item changes a rejected request, or a decision.
     * </pre>
     */
    default void upsertTimeOff(io.github.workplanapi.v1.UpsertTimeOffRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.UpsertTimeOffResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getUpsertTimeOffMethod(), responseObserver);
    }

    /**
     * <pre>
     * DeleteTimeOff deletes a time off request. The owner may delete a pending request,
     * and an approved one before it starts; managers of the owner and admins every
     * request.
     * Errors: NOT_FOUND if the request does not exist; PERMISSION_DENIED if the caller may
     * not delete the request; ABORTED if the record no longer has the version in If-Match.
     * </pre>
     */
    default void deleteTimeOff(io.github.workplanapi.v1.DeleteTimeOffRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.DeleteTimeOffResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getDeleteTimeOffMethod(), responseObserver);
    }

    /**
     * <pre>
     * ApproveTimeOff approves a pending time off request. Approving an approved one
     * changes nothing. Only managers of the owner and admins may; of these, only admins
     * may approve their own.
     * Errors: NOT_FOUND if the request does not exist; PERMISSION_DENIED if the caller may
     * not approve the request; FAILED_PRECONDITION if the request is rejected; ABORTED if
     * the record no longer has the version in If-Match.
     * </pre>
     */
    default void approveTimeOff(io.github.workplanapi.v1.ApproveTimeOffRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ApproveTimeOffResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getApproveTimeOffMethod(), responseObserver);
    }

    /**
     * <pre>
     * RejectTimeOff rejects a pending time off request. Rejecting a rejected one for the
     * same reason changes nothing. Only those who may approve the request may reject it.
     * Errors: INVALID_ARGUMENT if the reason is missing or too long; NOT_FOUND if the
     * request does not exist; PERMISSION_DENIED if the caller may not reject the request;
     * FAILED_PRECONDITION if the request is approved, or rejected for another reason;
     * ABORTED if the record no longer has the version in If-Match.
     * </pre>
     */
    default void rejectTimeOff(io.github.workplanapi.v1.RejectTimeOffRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.RejectTimeOffResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getRejectTimeOffMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service TimeOffService.
   * <pre>
   * TimeOffService lists, creates, updates, deletes, approves and rejects requests for
   * time off.
   * </pre>
   */
  public static abstract class TimeOffServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return TimeOffServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service TimeOffService.
   * <pre>
   * TimeOffService lists, creates, updates, deletes, approves and rejects requests for
   * time off.
   * </pre>
   */
  public static final class TimeOffServiceStub
      extends io.grpc.stub.AbstractAsyncStub<TimeOffServiceStub> {
    private TimeOffServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected TimeOffServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new TimeOffServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * ListTimeOff lists time off requests, oldest first. Filters combine with AND. Reasons
     * are null unless the caller is the owner, one of their managers or an admin.
     * Errors: INVALID_ARGUMENT if a parameter is invalid.
     * </pre>
     */
    public void listTimeOff(io.github.workplanapi.v1.ListTimeOffRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListTimeOffResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListTimeOffMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * GetTimeOff returns one time off request. Reasons are null unless the caller is the
     * owner, one of their managers or an admin.
     * Errors: NOT_FOUND if the request does not exist.
     * </pre>
     */
    public void getTimeOff(io.github.workplanapi.v1.GetTimeOffRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.GetTimeOffResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getGetTimeOffMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * CreateTimeOff creates a time off request. Users may create their own requests;
     * managers those of the people below them; admins all. A status other than pending
     * needs the right to approve.
     * Errors: INVALID_ARGUMENT if a field is missing or out of range, the user or the type
     * is unknown, the end is before the start, or the request is longer than 366 days;
     * PERMISSION_DENIED if the caller may not create the request with this status.
     * </pre>
     */
    public void createTimeOff(io.github.workplanapi.v1.CreateTimeOffRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.CreateTimeOffResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getCreateTimeOffMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * UpdateTimeOff changes the given fields of a time off request. The owner may change a
     * pending request; managers of the owner and admins also an approved one.
     * Errors: INVALID_ARGUMENT if a field is out of range, the type is unknown, the end
     * would be before the start, or the request would be longer than 366 days; NOT_FOUND
     * if the request does not exist; PERMISSION_DENIED if the caller may not change the
     * request; FAILED_PRECONDITION if the request is rejected; ABORTED if the record no
     * longer has the version in If-Match.
     * </pre>
     */
    public void updateTimeOff(io.github.workplanapi.v1.UpdateTimeOffRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.UpdateTimeOffResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getUpdateTimeOffMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * UpsertTimeOff creates, changes or deletes up to 1,000 time off requests in one transaction.
     * An item changes the request that has its external id of one source, or creates one. The user
     * of a request cannot be changed. The status approved or rejected decides a pending request, for
     * which the caller needs the right to decide it; pending leaves a decision. The response has one request for each
     * item, in the order of the items. If an item is invalid, nothing is written and the error
     * lists all invalid items.
     * Errors: INVALID_ARGUMENT if an item is invalid, has no external id of the source, or matches
     * the same as another item; PERMISSION_DENIED if the caller may not write one of the requests;
     * ALREADY_EXISTS if another request has an external id of an item; FAILED_PRECONDITION if an
     * item changes a rejected request, or a decision.
     * </pre>
     */
    public void upsertTimeOff(io.github.workplanapi.v1.UpsertTimeOffRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.UpsertTimeOffResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getUpsertTimeOffMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * DeleteTimeOff deletes a time off request. The owner may delete a pending request,
     * and an approved one before it starts; managers of the owner and admins every
     * request.
     * Errors: NOT_FOUND if the request does not exist; PERMISSION_DENIED if the caller may
     * not delete the request; ABORTED if the record no longer has the version in If-Match.
     * </pre>
     */
    public void deleteTimeOff(io.github.workplanapi.v1.DeleteTimeOffRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.DeleteTimeOffResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getDeleteTimeOffMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * ApproveTimeOff approves a pending time off request. Approving an approved one
     * changes nothing. Only managers of the owner and admins may; of these, only admins
     * may approve their own.
     * Errors: NOT_FOUND if the request does not exist; PERMISSION_DENIED if the caller may
     * not approve the request; FAILED_PRECONDITION if the request is rejected; ABORTED if
     * the record no longer has the version in If-Match.
     * </pre>
     */
    public void approveTimeOff(io.github.workplanapi.v1.ApproveTimeOffRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ApproveTimeOffResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getApproveTimeOffMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * RejectTimeOff rejects a pending time off request. Rejecting a rejected one for the
     * same reason changes nothing. Only those who may approve the request may reject it.
     * Errors: INVALID_ARGUMENT if the reason is missing or too long; NOT_FOUND if the
     * request does not exist; PERMISSION_DENIED if the caller may not reject the request;
     * FAILED_PRECONDITION if the request is approved, or rejected for another reason;
     * ABORTED if the record no longer has the version in If-Match.
     * </pre>
     */
    public void rejectTimeOff(io.github.workplanapi.v1.RejectTimeOffRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.RejectTimeOffResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getRejectTimeOffMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service TimeOffService.
   * <pre>
   * TimeOffService lists, creates, updates, deletes, approves and rejects requests for
   * time off.
   * </pre>
   */
  public static final class TimeOffServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<TimeOffServiceBlockingV2Stub> {
    private TimeOffServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected TimeOffServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new TimeOffServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * ListTimeOff lists time off requests, oldest first. Filters combine with AND. Reasons
     * are null unless the caller is the owner, one of their managers or an admin.
     * Errors: INVALID_ARGUMENT if a parameter is invalid.
     * </pre>
     */
    public io.github.workplanapi.v1.ListTimeOffResponse listTimeOff(io.github.workplanapi.v1.ListTimeOffRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListTimeOffMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * GetTimeOff returns one time off request. Reasons are null unless the caller is the
     * owner, one of their managers or an admin.
     * Errors: NOT_FOUND if the request does not exist.
     * </pre>
     */
    public io.github.workplanapi.v1.GetTimeOffResponse getTimeOff(io.github.workplanapi.v1.GetTimeOffRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getGetTimeOffMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * CreateTimeOff creates a time off request. Users may create their own requests;
     * managers those of the people below them; admins all. A status other than pending
     * needs the right to approve.
     * Errors: INVALID_ARGUMENT if a field is missing or out of range, the user or the type
     * is unknown, the end is before the start, or the request is longer than 366 days;
     * PERMISSION_DENIED if the caller may not create the request with this status.
     * </pre>
     */
    public io.github.workplanapi.v1.CreateTimeOffResponse createTimeOff(io.github.workplanapi.v1.CreateTimeOffRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getCreateTimeOffMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * UpdateTimeOff changes the given fields of a time off request. The owner may change a
     * pending request; managers of the owner and admins also an approved one.
     * Errors: INVALID_ARGUMENT if a field is out of range, the type is unknown, the end
     * would be before the start, or the request would be longer than 366 days; NOT_FOUND
     * if the request does not exist; PERMISSION_DENIED if the caller may not change the
     * request; FAILED_PRECONDITION if the request is rejected; ABORTED if the record no
     * longer has the version in If-Match.
     * </pre>
     */
    public io.github.workplanapi.v1.UpdateTimeOffResponse updateTimeOff(io.github.workplanapi.v1.UpdateTimeOffRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getUpdateTimeOffMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * UpsertTimeOff creates, changes or deletes up to 1,000 time off requests in one transaction.
     * An item changes the request that has its external id of one source, or creates one. The user
     * of a request cannot be changed. The status approved or rejected decides a pending request, for
     * which the caller needs the right to decide it; pending leaves a decision. The response has one request for each
     * item, in the order of the items. If an item is invalid, nothing is written and the error
     * lists all invalid items.
     * Errors: INVALID_ARGUMENT if an item is invalid, has no external id of the source, or matches
     * the same as another item; PERMISSION_DENIED if the caller may not write one of the requests;
     * ALREADY_EXISTS if another request has an external id of an item; FAILED_PRECONDITION if an
     * item changes a rejected request, or a decision.
     * </pre>
     */
    public io.github.workplanapi.v1.UpsertTimeOffResponse upsertTimeOff(io.github.workplanapi.v1.UpsertTimeOffRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getUpsertTimeOffMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * DeleteTimeOff deletes a time off request. The owner may delete a pending request,
     * and an approved one before it starts; managers of the owner and admins every
     * request.
     * Errors: NOT_FOUND if the request does not exist; PERMISSION_DENIED if the caller may
     * not delete the request; ABORTED if the record no longer has the version in If-Match.
     * </pre>
     */
    public io.github.workplanapi.v1.DeleteTimeOffResponse deleteTimeOff(io.github.workplanapi.v1.DeleteTimeOffRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getDeleteTimeOffMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * ApproveTimeOff approves a pending time off request. Approving an approved one
     * changes nothing. Only managers of the owner and admins may; of these, only admins
     * may approve their own.
     * Errors: NOT_FOUND if the request does not exist; PERMISSION_DENIED if the caller may
     * not approve the request; FAILED_PRECONDITION if the request is rejected; ABORTED if
     * the record no longer has the version in If-Match.
     * </pre>
     */
    public io.github.workplanapi.v1.ApproveTimeOffResponse approveTimeOff(io.github.workplanapi.v1.ApproveTimeOffRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getApproveTimeOffMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * RejectTimeOff rejects a pending time off request. Rejecting a rejected one for the
     * same reason changes nothing. Only those who may approve the request may reject it.
     * Errors: INVALID_ARGUMENT if the reason is missing or too long; NOT_FOUND if the
     * request does not exist; PERMISSION_DENIED if the caller may not reject the request;
     * FAILED_PRECONDITION if the request is approved, or rejected for another reason;
     * ABORTED if the record no longer has the version in If-Match.
     * </pre>
     */
    public io.github.workplanapi.v1.RejectTimeOffResponse rejectTimeOff(io.github.workplanapi.v1.RejectTimeOffRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getRejectTimeOffMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service TimeOffService.
   * <pre>
   * TimeOffService lists, creates, updates, deletes, approves and rejects requests for
   * time off.
   * </pre>
   */
  public static final class TimeOffServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<TimeOffServiceBlockingStub> {
    private TimeOffServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected TimeOffServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new TimeOffServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * ListTimeOff lists time off requests, oldest first. Filters combine with AND. Reasons
     * are null unless the caller is the owner, one of their managers or an admin.
     * Errors: INVALID_ARGUMENT if a parameter is invalid.
     * </pre>
     */
    public io.github.workplanapi.v1.ListTimeOffResponse listTimeOff(io.github.workplanapi.v1.ListTimeOffRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListTimeOffMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * GetTimeOff returns one time off request. Reasons are null unless the caller is the
     * owner, one of their managers or an admin.
     * Errors: NOT_FOUND if the request does not exist.
     * </pre>
     */
    public io.github.workplanapi.v1.GetTimeOffResponse getTimeOff(io.github.workplanapi.v1.GetTimeOffRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getGetTimeOffMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * CreateTimeOff creates a time off request. Users may create their own requests;
     * managers those of the people below them; admins all. A status other than pending
     * needs the right to approve.
     * Errors: INVALID_ARGUMENT if a field is missing or out of range, the user or the type
     * is unknown, the end is before the start, or the request is longer than 366 days;
     * PERMISSION_DENIED if the caller may not create the request with this status.
     * </pre>
     */
    public io.github.workplanapi.v1.CreateTimeOffResponse createTimeOff(io.github.workplanapi.v1.CreateTimeOffRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getCreateTimeOffMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * UpdateTimeOff changes the given fields of a time off request. The owner may change a
     * pending request; managers of the owner and admins also an approved one.
     * Errors: INVALID_ARGUMENT if a field is out of range, the type is unknown, the end
     * would be before the start, or the request would be longer than 366 days; NOT_FOUND
     * if the request does not exist; PERMISSION_DENIED if the caller may not change the
     * request; FAILED_PRECONDITION if the request is rejected; ABORTED if the record no
     * longer has the version in If-Match.
     * </pre>
     */
    public io.github.workplanapi.v1.UpdateTimeOffResponse updateTimeOff(io.github.workplanapi.v1.UpdateTimeOffRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getUpdateTimeOffMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * UpsertTimeOff creates, changes or deletes up to 1,000 time off requests in one transaction.
     * An item changes the request that has its external id of one source, or creates one. The user
     * of a request cannot be changed. The status approved or rejected decides a pending request, for
     * which the caller needs the right to decide it; pending leaves a decision. The response has one request for each
     * item, in the order of the items. If an item is invalid, nothing is written and the error
     * lists all invalid items.
     * Errors: INVALID_ARGUMENT if an item is invalid, has no external id of the source, or matches
     * the same as another item; PERMISSION_DENIED if the caller may not write one of the requests;
     * ALREADY_EXISTS if another request has an external id of an item; FAILED_PRECONDITION if an
     * item changes a rejected request, or a decision.
     * </pre>
     */
    public io.github.workplanapi.v1.UpsertTimeOffResponse upsertTimeOff(io.github.workplanapi.v1.UpsertTimeOffRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getUpsertTimeOffMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * DeleteTimeOff deletes a time off request. The owner may delete a pending request,
     * and an approved one before it starts; managers of the owner and admins every
     * request.
     * Errors: NOT_FOUND if the request does not exist; PERMISSION_DENIED if the caller may
     * not delete the request; ABORTED if the record no longer has the version in If-Match.
     * </pre>
     */
    public io.github.workplanapi.v1.DeleteTimeOffResponse deleteTimeOff(io.github.workplanapi.v1.DeleteTimeOffRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getDeleteTimeOffMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * ApproveTimeOff approves a pending time off request. Approving an approved one
     * changes nothing. Only managers of the owner and admins may; of these, only admins
     * may approve their own.
     * Errors: NOT_FOUND if the request does not exist; PERMISSION_DENIED if the caller may
     * not approve the request; FAILED_PRECONDITION if the request is rejected; ABORTED if
     * the record no longer has the version in If-Match.
     * </pre>
     */
    public io.github.workplanapi.v1.ApproveTimeOffResponse approveTimeOff(io.github.workplanapi.v1.ApproveTimeOffRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getApproveTimeOffMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * RejectTimeOff rejects a pending time off request. Rejecting a rejected one for the
     * same reason changes nothing. Only those who may approve the request may reject it.
     * Errors: INVALID_ARGUMENT if the reason is missing or too long; NOT_FOUND if the
     * request does not exist; PERMISSION_DENIED if the caller may not reject the request;
     * FAILED_PRECONDITION if the request is approved, or rejected for another reason;
     * ABORTED if the record no longer has the version in If-Match.
     * </pre>
     */
    public io.github.workplanapi.v1.RejectTimeOffResponse rejectTimeOff(io.github.workplanapi.v1.RejectTimeOffRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getRejectTimeOffMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service TimeOffService.
   * <pre>
   * TimeOffService lists, creates, updates, deletes, approves and rejects requests for
   * time off.
   * </pre>
   */
  public static final class TimeOffServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<TimeOffServiceFutureStub> {
    private TimeOffServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected TimeOffServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new TimeOffServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * ListTimeOff lists time off requests, oldest first. Filters combine with AND. Reasons
     * are null unless the caller is the owner, one of their managers or an admin.
     * Errors: INVALID_ARGUMENT if a parameter is invalid.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.ListTimeOffResponse> listTimeOff(
        io.github.workplanapi.v1.ListTimeOffRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListTimeOffMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * GetTimeOff returns one time off request. Reasons are null unless the caller is the
     * owner, one of their managers or an admin.
     * Errors: NOT_FOUND if the request does not exist.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.GetTimeOffResponse> getTimeOff(
        io.github.workplanapi.v1.GetTimeOffRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getGetTimeOffMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * CreateTimeOff creates a time off request. Users may create their own requests;
     * managers those of the people below them; admins all. A status other than pending
     * needs the right to approve.
     * Errors: INVALID_ARGUMENT if a field is missing or out of range, the user or the type
     * is unknown, the end is before the start, or the request is longer than 366 days;
     * PERMISSION_DENIED if the caller may not create the request with this status.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.CreateTimeOffResponse> createTimeOff(
        io.github.workplanapi.v1.CreateTimeOffRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getCreateTimeOffMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * UpdateTimeOff changes the given fields of a time off request. The owner may change a
     * pending request; managers of the owner and admins also an approved one.
     * Errors: INVALID_ARGUMENT if a field is out of range, the type is unknown, the end
     * would be before the start, or the request would be longer than 366 days; NOT_FOUND
     * if the request does not exist; PERMISSION_DENIED if the caller may not change the
     * request; FAILED_PRECONDITION if the request is rejected; ABORTED if the record no
     * longer has the version in If-Match.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.UpdateTimeOffResponse> updateTimeOff(
        io.github.workplanapi.v1.UpdateTimeOffRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getUpdateTimeOffMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * UpsertTimeOff creates, changes or deletes up to 1,000 time off requests in one transaction.
     * An item changes the request that has its external id of one source, or creates one. The user
     * of a request cannot be changed. The status approved or rejected decides a pending request, for
     * which the caller needs the right to decide it; pending leaves a decision. The response has one request for each
     * item, in the order of the items. If an item is invalid, nothing is written and the error
     * lists all invalid items.
     * Errors: INVALID_ARGUMENT if an item is invalid, has no external id of the source, or matches
     * the same as another item; PERMISSION_DENIED if the caller may not write one of the requests;
     * ALREADY_EXISTS if another request has an external id of an item; FAILED_PRECONDITION if an
     * item changes a rejected request, or a decision.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.UpsertTimeOffResponse> upsertTimeOff(
        io.github.workplanapi.v1.UpsertTimeOffRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getUpsertTimeOffMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * DeleteTimeOff deletes a time off request. The owner may delete a pending request,
     * and an approved one before it starts; managers of the owner and admins every
     * request.
     * Errors: NOT_FOUND if the request does not exist; PERMISSION_DENIED if the caller may
     * not delete the request; ABORTED if the record no longer has the version in If-Match.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.DeleteTimeOffResponse> deleteTimeOff(
        io.github.workplanapi.v1.DeleteTimeOffRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getDeleteTimeOffMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * ApproveTimeOff approves a pending time off request. Approving an approved one
     * changes nothing. Only managers of the owner and admins may; of these, only admins
     * may approve their own.
     * Errors: NOT_FOUND if the request does not exist; PERMISSION_DENIED if the caller may
     * not approve the request; FAILED_PRECONDITION if the request is rejected; ABORTED if
     * the record no longer has the version in If-Match.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.ApproveTimeOffResponse> approveTimeOff(
        io.github.workplanapi.v1.ApproveTimeOffRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getApproveTimeOffMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * RejectTimeOff rejects a pending time off request. Rejecting a rejected one for the
     * same reason changes nothing. Only those who may approve the request may reject it.
     * Errors: INVALID_ARGUMENT if the reason is missing or too long; NOT_FOUND if the
     * request does not exist; PERMISSION_DENIED if the caller may not reject the request;
     * FAILED_PRECONDITION if the request is approved, or rejected for another reason;
     * ABORTED if the record no longer has the version in If-Match.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.RejectTimeOffResponse> rejectTimeOff(
        io.github.workplanapi.v1.RejectTimeOffRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getRejectTimeOffMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_LIST_TIME_OFF = 0;
  private static final int METHODID_GET_TIME_OFF = 1;
  private static final int METHODID_CREATE_TIME_OFF = 2;
  private static final int METHODID_UPDATE_TIME_OFF = 3;
  private static final int METHODID_UPSERT_TIME_OFF = 4;
  private static final int METHODID_DELETE_TIME_OFF = 5;
  private static final int METHODID_APPROVE_TIME_OFF = 6;
  private static final int METHODID_REJECT_TIME_OFF = 7;

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
        case METHODID_LIST_TIME_OFF:
          serviceImpl.listTimeOff((io.github.workplanapi.v1.ListTimeOffRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListTimeOffResponse>) responseObserver);
          break;
        case METHODID_GET_TIME_OFF:
          serviceImpl.getTimeOff((io.github.workplanapi.v1.GetTimeOffRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.GetTimeOffResponse>) responseObserver);
          break;
        case METHODID_CREATE_TIME_OFF:
          serviceImpl.createTimeOff((io.github.workplanapi.v1.CreateTimeOffRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.CreateTimeOffResponse>) responseObserver);
          break;
        case METHODID_UPDATE_TIME_OFF:
          serviceImpl.updateTimeOff((io.github.workplanapi.v1.UpdateTimeOffRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.UpdateTimeOffResponse>) responseObserver);
          break;
        case METHODID_UPSERT_TIME_OFF:
          serviceImpl.upsertTimeOff((io.github.workplanapi.v1.UpsertTimeOffRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.UpsertTimeOffResponse>) responseObserver);
          break;
        case METHODID_DELETE_TIME_OFF:
          serviceImpl.deleteTimeOff((io.github.workplanapi.v1.DeleteTimeOffRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.DeleteTimeOffResponse>) responseObserver);
          break;
        case METHODID_APPROVE_TIME_OFF:
          serviceImpl.approveTimeOff((io.github.workplanapi.v1.ApproveTimeOffRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ApproveTimeOffResponse>) responseObserver);
          break;
        case METHODID_REJECT_TIME_OFF:
          serviceImpl.rejectTimeOff((io.github.workplanapi.v1.RejectTimeOffRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.RejectTimeOffResponse>) responseObserver);
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
          getListTimeOffMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.ListTimeOffRequest,
              io.github.workplanapi.v1.ListTimeOffResponse>(
                service, METHODID_LIST_TIME_OFF)))
        .addMethod(
          getGetTimeOffMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.GetTimeOffRequest,
              io.github.workplanapi.v1.GetTimeOffResponse>(
                service, METHODID_GET_TIME_OFF)))
        .addMethod(
          getCreateTimeOffMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.CreateTimeOffRequest,
              io.github.workplanapi.v1.CreateTimeOffResponse>(
                service, METHODID_CREATE_TIME_OFF)))
        .addMethod(
          getUpdateTimeOffMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.UpdateTimeOffRequest,
              io.github.workplanapi.v1.UpdateTimeOffResponse>(
                service, METHODID_UPDATE_TIME_OFF)))
        .addMethod(
          getUpsertTimeOffMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.UpsertTimeOffRequest,
              io.github.workplanapi.v1.UpsertTimeOffResponse>(
                service, METHODID_UPSERT_TIME_OFF)))
        .addMethod(
          getDeleteTimeOffMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.DeleteTimeOffRequest,
              io.github.workplanapi.v1.DeleteTimeOffResponse>(
                service, METHODID_DELETE_TIME_OFF)))
        .addMethod(
          getApproveTimeOffMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.ApproveTimeOffRequest,
              io.github.workplanapi.v1.ApproveTimeOffResponse>(
                service, METHODID_APPROVE_TIME_OFF)))
        .addMethod(
          getRejectTimeOffMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.RejectTimeOffRequest,
              io.github.workplanapi.v1.RejectTimeOffResponse>(
                service, METHODID_REJECT_TIME_OFF)))
        .build();
  }

  private static abstract class TimeOffServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    TimeOffServiceBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return io.github.workplanapi.v1.TimeOffProto.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("TimeOffService");
    }
  }

  private static final class TimeOffServiceFileDescriptorSupplier
      extends TimeOffServiceBaseDescriptorSupplier {
    TimeOffServiceFileDescriptorSupplier() {}
  }

  private static final class TimeOffServiceMethodDescriptorSupplier
      extends TimeOffServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    TimeOffServiceMethodDescriptorSupplier(java.lang.String methodName) {
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
      synchronized (TimeOffServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new TimeOffServiceFileDescriptorSupplier())
              .addMethod(getListTimeOffMethod())
              .addMethod(getGetTimeOffMethod())
              .addMethod(getCreateTimeOffMethod())
              .addMethod(getUpdateTimeOffMethod())
              .addMethod(getUpsertTimeOffMethod())
              .addMethod(getDeleteTimeOffMethod())
              .addMethod(getApproveTimeOffMethod())
              .addMethod(getRejectTimeOffMethod())
              .build();
        }
      }
    }
    return result;
  }
}

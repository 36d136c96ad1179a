package io.github.workplanapi.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * HolidayService reads and writes the public holidays of countries.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class HolidayServiceGrpc {

  private HolidayServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "workplan.v1.HolidayService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.ListHolidaysRequest,
      io.github.workplanapi.v1.ListHolidaysResponse> getListHolidaysMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ListHolidays",
      requestType = io.github.workplanapi.v1.ListHolidaysRequest.class,
      responseType = io.github.workplanapi.v1.ListHolidaysResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.ListHolidaysRequest,
      io.github.workplanapi.v1.ListHolidaysResponse> getListHolidaysMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.ListHolidaysRequest, io.github.workplanapi.v1.ListHolidaysResponse> getListHolidaysMethod;
    if ((getListHolidaysMethod = HolidayServiceGrpc.getListHolidaysMethod) == null) {
      synchronized (HolidayServiceGrpc.class) {
        if ((getListHolidaysMethod = HolidayServiceGrpc.getListHolidaysMethod) == null) {
          HolidayServiceGrpc.getListHolidaysMethod = getListHolidaysMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.ListHolidaysRequest, io.github.workplanapi.v1.ListHolidaysResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ListHolidays"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.ListHolidaysRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.ListHolidaysResponse.getDefaultInstance()))
              .setSchemaDescriptor(new HolidayServiceMethodDescriptorSupplier("ListHolidays"))
              .build();
        }
      }
    }
    return getListHolidaysMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.UpsertHolidaysRequest,
      io.github.workplanapi.v1.UpsertHolidaysResponse> getUpsertHolidaysMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "UpsertHolidays",
      requestType = io.github.workplanapi.v1.UpsertHolidaysRequest.class,
      responseType = io.github.workplanapi.v1.UpsertHolidaysResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.UpsertHolidaysRequest,
      io.github.workplanapi.v1.UpsertHolidaysResponse> getUpsertHolidaysMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.UpsertHolidaysRequest, io.github.workplanapi.v1.UpsertHolidaysResponse> getUpsertHolidaysMethod;
    if ((getUpsertHolidaysMethod = HolidayServiceGrpc.getUpsertHolidaysMethod) == null) {
      synchronized (HolidayServiceGrpc.class) {
        if ((getUpsertHolidaysMethod = HolidayServiceGrpc.getUpsertHolidaysMethod) == null) {
          HolidayServiceGrpc.getUpsertHolidaysMethod = getUpsertHolidaysMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.UpsertHolidaysRequest, io.github.workplanapi.v1.UpsertHolidaysResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "UpsertHolidays"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.UpsertHolidaysRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.UpsertHolidaysResponse.getDefaultInstance()))
              .setSchemaDescriptor(new HolidayServiceMethodDescriptorSupplier("UpsertHolidays"))
              .build();
        }
      }
    }
    return getUpsertHolidaysMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.ImportHolidaysRequest,
      io.github.workplanapi.v1.ImportHolidaysResponse> getImportHolidaysMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ImportHolidays",
      requestType = io.github.workplanapi.v1.ImportHolidaysRequest.class,
      responseType = io.github.workplanapi.v1.ImportHolidaysResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.ImportHolidaysRequest,
      io.github.workplanapi.v1.ImportHolidaysResponse> getImportHolidaysMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.ImportHolidaysRequest, io.github.workplanapi.v1.ImportHolidaysResponse> getImportHolidaysMethod;
    if ((getImportHolidaysMethod = HolidayServiceGrpc.getImportHolidaysMethod) == null) {
      synchronized (HolidayServiceGrpc.class) {
        if ((getImportHolidaysMethod = HolidayServiceGrpc.getImportHolidaysMethod) == null) {
          HolidayServiceGrpc.getImportHolidaysMethod = getImportHolidaysMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.ImportHolidaysRequest, io.github.workplanapi.v1.ImportHolidaysResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ImportHolidays"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.ImportHolidaysRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.ImportHolidaysResponse.getDefaultInstance()))
              .setSchemaDescriptor(new HolidayServiceMethodDescriptorSupplier("ImportHolidays"))
              .build();
        }
      }
    }
    return getImportHolidaysMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.DeleteHolidayRequest,
      io.github.workplanapi.v1.DeleteHolidayResponse> getDeleteHolidayMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "DeleteHoliday",
      requestType = io.github.workplanapi.v1.DeleteHolidayRequest.class,
      responseType = io.github.workplanapi.v1.DeleteHolidayResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.DeleteHolidayRequest,
      io.github.workplanapi.v1.DeleteHolidayResponse> getDeleteHolidayMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.DeleteHolidayRequest, io.github.workplanapi.v1.DeleteHolidayResponse> getDeleteHolidayMethod;
    if ((getDeleteHolidayMethod = HolidayServiceGrpc.getDeleteHolidayMethod) == null) {
      synchronized (HolidayServiceGrpc.class) {
        if ((getDeleteHolidayMethod = HolidayServiceGrpc.getDeleteHolidayMethod) == null) {
          HolidayServiceGrpc.getDeleteHolidayMethod = getDeleteHolidayMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.DeleteHolidayRequest, io.github.workplanapi.v1.DeleteHolidayResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "DeleteHoliday"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.DeleteHolidayRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.DeleteHolidayResponse.getDefaultInstance()))
              .setSchemaDescriptor(new HolidayServiceMethodDescriptorSupplier("DeleteHoliday"))
              .build();
        }
      }
    }
    return getDeleteHolidayMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static HolidayServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<HolidayServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<HolidayServiceStub>() {
        @java.lang.Override
        public HolidayServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new HolidayServiceStub(channel, callOptions);
        }
      };
    return HolidayServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static HolidayServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<HolidayServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<HolidayServiceBlockingV2Stub>() {
        @java.lang.Override
        public HolidayServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new HolidayServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return HolidayServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static HolidayServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<HolidayServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<HolidayServiceBlockingStub>() {
        @java.lang.Override
        public HolidayServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new HolidayServiceBlockingStub(channel, callOptions);
        }
      };
    return HolidayServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static HolidayServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<HolidayServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<HolidayServiceFutureStub>() {
        @java.lang.Override
        public HolidayServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new HolidayServiceFutureStub(channel, callOptions);
        }
      };
    return HolidayServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * HolidayService reads and writes the public holidays of countries.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * ListHolidays lists holidays, ordered by date and country. Filters combine with AND.
     * Errors: INVALID_ARGUMENT if a parameter is invalid.
     * </pre>
     */
    default void listHolidays(io.github.workplanapi.v1.ListHolidaysRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListHolidaysResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListHolidaysMethod(), responseObserver);
    }

    /**
     * <pre>
     * UpsertHolidays creates or updates up to 1,000 holidays in one transaction. A country
     * has at most one holiday a day: an item updates the holiday of its country and date, or
     * creates it. If two items have the same country and date, the later one wins. The
     * response has one holiday per item, in the order of the items. Only admins may.
     * Errors: INVALID_ARGUMENT if an item is invalid; PERMISSION_DENIED if the caller is not
     * an admin.
     * </pre>
     */
    default void upsertHolidays(io.github.workplanapi.v1.UpsertHolidaysRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.UpsertHolidaysResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getUpsertHolidaysMethod(), responseObserver);
    }

    /**
     * <pre>
     * ImportHolidays creates or renames the public holidays of a country from an iCalendar file
     * (RFC 5545). Each day of each event becomes a holiday for the whole day, with the summary
     * of the event as its name. A holiday that exists on that day gets the name and keeps its
     * factor. Others stay as they are. Events that repeat become a holiday in each of the years.
     * What is no public holiday is left out, and the response counts it with its reason. Holidays
     * are written in parts of 1,000: if the call fails, send it again. Only admins may.
     * Errors: INVALID_ARGUMENT if the file is not base64, no iCalendar file or truncated, or the
     * years are more than 10 or end before they begin; PERMISSION_DENIED if the caller is not an
     * admin.
     * </pre>
     */
    default void importHolidays(io.github.workplanapi.v1.ImportHolidaysRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ImportHolidaysResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getImportHolidaysMethod(), responseObserver);
    }

    /**
     * <pre>
     * DeleteHoliday deletes a holiday. Only admins may.
     * Errors: NOT_FOUND if the holiday does not exist; PERMISSION_DENIED if the caller is not
     * an admin; ABORTED if the record no longer has the version in If-Match.
     * </pre>
     */
    default void deleteHoliday(io.github.workplanapi.v1.DeleteHolidayRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.DeleteHolidayResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getDeleteHolidayMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service HolidayService.
   * <pre>
   * HolidayService reads and writes the public holidays of countries.
   * </pre>
   */
  public static abstract class HolidayServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return HolidayServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service HolidayService.
   * <pre>
   * HolidayService reads and writes the public holidays of countries.
   * </pre>
   */
  public static final class HolidayServiceStub
      extends io.grpc.stub.AbstractAsyncStub<HolidayServiceStub> {
    private HolidayServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected HolidayServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new HolidayServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * ListHolidays lists holidays, ordered by date and country. Filters combine with AND.
     * Errors: INVALID_ARGUMENT if a parameter is invalid.
     * </pre>
     */
    public void listHolidays(io.github.workplanapi.v1.ListHolidaysRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListHolidaysResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListHolidaysMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * UpsertHolidays creates or updates up to 1,000 holidays in one transaction. A country
     * has at most one holiday a day: an item updates the holiday of its country and date, or
     * creates it. If two items have the same country and date, the later one wins. The
     * response has one holiday per item, in the order of the items. Only admins may.
     * Errors: INVALID_ARGUMENT if an item is invalid; PERMISSION_DENIED if the caller is not
     * an admin.
     * </pre>
     */
    public void upsertHolidays(io.github.workplanapi.v1.UpsertHolidaysRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.UpsertHolidaysResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getUpsertHolidaysMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * ImportHolidays creates or renames the public holidays of a country from an iCalendar file
     * (RFC 5545). Each day of each event becomes a holiday for the whole day, with the summary
     * of the event as its name. A holiday that exists on that day gets the name and keeps its
     * factor. Others stay as they are. Events that repeat become a holiday in each of the years.
     * What is no public holiday is left out, and the response counts it with its reason. Holidays
     * are written in parts of 1,000: if the call fails, send it again. Only admins may.
     * Errors: INVALID_ARGUMENT if the file is not base64, no iCalendar file or truncated, or the
     * years are more than 10 or end before they begin; PERMISSION_DENIED if the caller is not an
     * admin.
     * </pre>
     */
    public void importHolidays(io.github.workplanapi.v1.ImportHolidaysRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ImportHolidaysResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getImportHolidaysMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * DeleteHoliday deletes a holiday. Only admins may.
     * Errors: NOT_FOUND if the holiday does not exist; PERMISSION_DENIED if the caller is not
     * an admin; ABORTED if the record no longer has the version in If-Match.
     * </pre>
     */
    public void deleteHoliday(io.github.workplanapi.v1.DeleteHolidayRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.DeleteHolidayResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getDeleteHolidayMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service HolidayService.
   * <pre>
   * HolidayService reads and writes the public holidays of countries.
   * </pre>
   */
  public static final class HolidayServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<HolidayServiceBlockingV2Stub> {
    private HolidayServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected HolidayServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new HolidayServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * ListHolidays lists holidays, ordered by date and country. Filters combine with AND.
     * Errors: INVALID_ARGUMENT if a parameter is invalid.
     * </pre>
     */
    public io.github.workplanapi.v1.ListHolidaysResponse listHolidays(io.github.workplanapi.v1.ListHolidaysRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListHolidaysMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * UpsertHolidays creates or updates up to 1,000 holidays in one transaction. A country
     * has at most one holiday a day: an item updates the holiday of its country and date, or
     * creates it. If two items have the same country and date, the later one wins. The
     * response has one holiday per item, in the order of the items. Only admins may.
     * Errors: INVALID_ARGUMENT if an item is invalid; PERMISSION_DENIED if the caller is not
     * an admin.
     * </pre>
     */
    public io.github.workplanapi.v1.UpsertHolidaysResponse upsertHolidays(io.github.workplanapi.v1.UpsertHolidaysRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getUpsertHolidaysMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * ImportHolidays creates or renames the public holidays of a country from an iCalendar file
     * (RFC 5545). Each day of each event becomes a holiday for the whole day, with the summary
     * of the event as its name. A holiday that exists on that day gets the name and keeps its
     * factor. Others stay as they are. Events that repeat become a holiday in each of the years.
     * What is no public holiday is left out, and the response counts it with its reason. Holidays
     * are written in parts of 1,000: if the call fails, send it again. Only admins may.
     * Errors: INVALID_ARGUMENT if the file is not base64, no iCalendar file or truncated, or the
     * years are more than 10 or end before they begin; PERMISSION_DENIED if the caller is not an
     * admin.
     * </pre>
     */
    public io.github.workplanapi.v1.ImportHolidaysResponse importHolidays(io.github.workplanapi.v1.ImportHolidaysRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getImportHolidaysMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * DeleteHoliday deletes a holiday. Only admins may.
     * Errors: NOT_FOUND if the holiday does not exist; PERMISSION_DENIED if the caller is not
     * an admin; ABORTED if the record no longer has the version in If-Match.
     * </pre>
     */
    public io.github.workplanapi.v1.DeleteHolidayResponse deleteHoliday(io.github.workplanapi.v1.DeleteHolidayRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getDeleteHolidayMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service HolidayService.
   * <pre>
   * HolidayService reads and writes the public holidays of countries.
   * </pre>
   */
  public static final class HolidayServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<HolidayServiceBlockingStub> {
    private HolidayServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected HolidayServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new HolidayServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * ListHolidays lists holidays, ordered by date and country. Filters combine with AND.
     * Errors: INVALID_ARGUMENT if a parameter is invalid.
     * </pre>
     */
    public io.github.workplanapi.v1.ListHolidaysResponse listHolidays(io.github.workplanapi.v1.ListHolidaysRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListHolidaysMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * UpsertHolidays creates or updates up to 1,000 holidays in one transaction. A country
     * has at most one holiday a day: an item updates the holiday of its country and date, or
     * creates it. If two items have the same country and date, the later one wins. The
     * response has one holiday per item, in the order of the items. Only admins may.
     * Errors: INVALID_ARGUMENT if an item is invalid; PERMISSION_DENIED if the caller is not
     * an admin.
     * </pre>
     */
    public io.github.workplanapi.v1.UpsertHolidaysResponse upsertHolidays(io.github.workplanapi.v1.UpsertHolidaysRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getUpsertHolidaysMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * ImportHolidays creates or renames the public holidays of a country from an iCalendar file
     * (RFC 5545). Each day of each event becomes a holiday for the whole day, with the summary
     * of the event as its name. A holiday that exists on that day gets the name and keeps its
     * factor. Others stay as they are. Events that repeat become a holiday in each of the years.
     * What is no public holiday is left out, and the response counts it with its reason. Holidays
     * are written in parts of 1,000: if the call fails, send it again. Only admins may.
     * Errors: INVALID_ARGUMENT if the file is not base64, no iCalendar file or truncated, or the
     * years are more than 10 or end before they begin; PERMISSION_DENIED if the caller is not an
     * admin.
     * </pre>
     */
    public io.github.workplanapi.v1.ImportHolidaysResponse importHolidays(io.github.workplanapi.v1.ImportHolidaysRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getImportHolidaysMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * DeleteHoliday deletes a holiday. Only admins may.
     * Errors: NOT_FOUND if the holiday does not exist; PERMISSION_DENIED if the caller is not
     * an admin; ABORTED if the record no longer has the version in If-Match.
     * </pre>
     */
    public io.github.workplanapi.v1.DeleteHolidayResponse deleteHoliday(io.github.workplanapi.v1.DeleteHolidayRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getDeleteHolidayMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service HolidayService.
   * <pre>
   * HolidayService reads and writes the public holidays of countries.
   * </pre>
   */
  public static final class HolidayServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<HolidayServiceFutureStub> {
    private HolidayServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected HolidayServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new HolidayServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * ListHolidays lists holidays, ordered by date and country. Filters combine with AND.
     * Errors: INVALID_ARGUMENT if a parameter is invalid.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.ListHolidaysResponse> listHolidays(
        io.github.workplanapi.v1.ListHolidaysRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListHolidaysMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * UpsertHolidays creates or updates up to 1,000 holidays in one transaction. A country
     * has at most one holiday a day: an item updates the holiday of its country and date, or
     * creates it. If two items have the same country and date, the later one wins. The
     * response has one holiday per item, in the order of the items. Only admins may.
     * Errors: INVALID_ARGUMENT if an item is invalid; PERMISSION_DENIED if the caller is not
     * an admin.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.UpsertHolidaysResponse> upsertHolidays(
        io.github.workplanapi.v1.UpsertHolidaysRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getUpsertHolidaysMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * ImportHolidays creates or renames the public holidays of a country from an iCalendar file
     * (RFC 5545). Each day of each event becomes a holiday for the whole day, with the summary
     * of the event as its name. A holiday that exists on that day gets the name and keeps its
     * factor. Others stay as they are. Events that repeat become a holiday in each of the years.
     * What is no public holiday is left out, and the response counts it with its reason. Holidays
     * are written in parts of 1,000: if the call fails, send it again. Only admins may.
     * Errors: INVALID_ARGUMENT if the file is not base64, no iCalendar file or truncated, or the
     * years are more than 10 or end before they begin; PERMISSION_DENIED if the caller is not an
     * admin.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.ImportHolidaysResponse> importHolidays(
        io.github.workplanapi.v1.ImportHolidaysRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getImportHolidaysMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * DeleteHoliday deletes a holiday. Only admins may.
     * Errors: NOT_FOUND if the holiday does not exist; PERMISSION_DENIED if the caller is not
     * an admin; ABORTED if the record no longer has the version in If-Match.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.DeleteHolidayResponse> deleteHoliday(
        io.github.workplanapi.v1.DeleteHolidayRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getDeleteHolidayMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_LIST_HOLIDAYS = 0;
  private static final int METHODID_UPSERT_HOLIDAYS = 1;
  private static final int METHODID_IMPORT_HOLIDAYS = 2;
  private static final int METHODID_DELETE_HOLIDAY = 3;

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
        case METHODID_LIST_HOLIDAYS:
          serviceImpl.listHolidays((io.github.workplanapi.v1.ListHolidaysRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListHolidaysResponse>) responseObserver);
          break;
        case METHODID_UPSERT_HOLIDAYS:
          serviceImpl.upsertHolidays((io.github.workplanapi.v1.UpsertHolidaysRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.UpsertHolidaysResponse>) responseObserver);
          break;
        case METHODID_IMPORT_HOLIDAYS:
          serviceImpl.importHolidays((io.github.workplanapi.v1.ImportHolidaysRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ImportHolidaysResponse>) responseObserver);
          break;
        case METHODID_DELETE_HOLIDAY:
          serviceImpl.deleteHoliday((io.github.workplanapi.v1.DeleteHolidayRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.DeleteHolidayResponse>) responseObserver);
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
          getListHolidaysMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.ListHolidaysRequest,
              io.github.workplanapi.v1.ListHolidaysResponse>(
                service, METHODID_LIST_HOLIDAYS)))
        .addMethod(
          getUpsertHolidaysMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.UpsertHolidaysRequest,
              io.github.workplanapi.v1.UpsertHolidaysResponse>(
                service, METHODID_UPSERT_HOLIDAYS)))
        .addMethod(
          getImportHolidaysMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.ImportHolidaysRequest,
              io.github.workplanapi.v1.ImportHolidaysResponse>(
                service, METHODID_IMPORT_HOLIDAYS)))
        .addMethod(
          getDeleteHolidayMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.DeleteHolidayRequest,
              io.github.workplanapi.v1.DeleteHolidayResponse>(
                service, METHODID_DELETE_HOLIDAY)))
        .build();
  }

  private static abstract class HolidayServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    HolidayServiceBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return io.github.workplanapi.v1.CalendarProto.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("HolidayService");
    }
  }

  private static final class HolidayServiceFileDescriptorSupplier
      extends HolidayServiceBaseDescriptorSupplier {
    HolidayServiceFileDescriptorSupplier() {}
  }

  private static final class HolidayServiceMethodDescriptorSupplier
      extends HolidayServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    HolidayServiceMethodDescriptorSupplier(java.lang.String methodName) {
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
      synchronized (HolidayServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new HolidayServiceFileDescriptorSupplier())
              .addMethod(getListHolidaysMethod())
              .addMethod(getUpsertHolidaysMethod())
              .addMethod(getImportHolidaysMethod())
              .addMethod(getDeleteHolidayMethod())
              .build();
        }
      }
    }
    return result;
  }
}

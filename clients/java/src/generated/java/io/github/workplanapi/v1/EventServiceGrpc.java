package io.github.workplanapi.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * EventService reads the journal of the organization: one event for each write that
 * changed something, numbered 1, 2, 3 and so on without a gap.
 * A reader gets the events of the records that its key may read. It gets the events of API
 * keys only if it acts as an admin. Other events are skipped, but nextAfter advances past
 * them.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class EventServiceGrpc {

  private EventServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "workplan.v1.EventService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.ListEventsRequest,
      io.github.workplanapi.v1.ListEventsResponse> getListEventsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ListEvents",
      requestType = io.github.workplanapi.v1.ListEventsRequest.class,
      responseType = io.github.workplanapi.v1.ListEventsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.ListEventsRequest,
      io.github.workplanapi.v1.ListEventsResponse> getListEventsMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.ListEventsRequest, io.github.workplanapi.v1.ListEventsResponse> getListEventsMethod;
    if ((getListEventsMethod = EventServiceGrpc.getListEventsMethod) == null) {
      synchronized (EventServiceGrpc.class) {
        if ((getListEventsMethod = EventServiceGrpc.getListEventsMethod) == null) {
          EventServiceGrpc.getListEventsMethod = getListEventsMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.ListEventsRequest, io.github.workplanapi.v1.ListEventsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ListEvents"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.ListEventsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.ListEventsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new EventServiceMethodDescriptorSupplier("ListEvents"))
              .build();
        }
      }
    }
    return getListEventsMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.GetEventRequest,
      io.github.workplanapi.v1.GetEventResponse> getGetEventMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "GetEvent",
      requestType = io.github.workplanapi.v1.GetEventRequest.class,
      responseType = io.github.workplanapi.v1.GetEventResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.GetEventRequest,
      io.github.workplanapi.v1.GetEventResponse> getGetEventMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.GetEventRequest, io.github.workplanapi.v1.GetEventResponse> getGetEventMethod;
    if ((getGetEventMethod = EventServiceGrpc.getGetEventMethod) == null) {
      synchronized (EventServiceGrpc.class) {
        if ((getGetEventMethod = EventServiceGrpc.getGetEventMethod) == null) {
          EventServiceGrpc.getGetEventMethod = getGetEventMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.GetEventRequest, io.github.workplanapi.v1.GetEventResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "GetEvent"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.GetEventRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.GetEventResponse.getDefaultInstance()))
              .setSchemaDescriptor(new EventServiceMethodDescriptorSupplier("GetEvent"))
              .build();
        }
      }
    }
    return getGetEventMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.WatchEventsRequest,
      io.github.workplanapi.v1.WatchEventsResponse> getWatchEventsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "WatchEvents",
      requestType = io.github.workplanapi.v1.WatchEventsRequest.class,
      responseType = io.github.workplanapi.v1.WatchEventsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.SERVER_STREAMING)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.WatchEventsRequest,
      io.github.workplanapi.v1.WatchEventsResponse> getWatchEventsMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.WatchEventsRequest, io.github.workplanapi.v1.WatchEventsResponse> getWatchEventsMethod;
    if ((getWatchEventsMethod = EventServiceGrpc.getWatchEventsMethod) == null) {
      synchronized (EventServiceGrpc.class) {
        if ((getWatchEventsMethod = EventServiceGrpc.getWatchEventsMethod) == null) {
          EventServiceGrpc.getWatchEventsMethod = getWatchEventsMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.WatchEventsRequest, io.github.workplanapi.v1.WatchEventsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.SERVER_STREAMING)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "WatchEvents"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.WatchEventsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.WatchEventsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new EventServiceMethodDescriptorSupplier("WatchEvents"))
              .build();
        }
      }
    }
    return getWatchEventsMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static EventServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<EventServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<EventServiceStub>() {
        @java.lang.Override
        public EventServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new EventServiceStub(channel, callOptions);
        }
      };
    return EventServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static EventServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<EventServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<EventServiceBlockingV2Stub>() {
        @java.lang.Override
        public EventServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new EventServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return EventServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static EventServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<EventServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<EventServiceBlockingStub>() {
        @java.lang.Override
        public EventServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new EventServiceBlockingStub(channel, callOptions);
        }
      };
    return EventServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static EventServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<EventServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<EventServiceFutureStub>() {
        @java.lang.Override
        public EventServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new EventServiceFutureStub(channel, callOptions);
        }
      };
    return EventServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * EventService reads the journal of the organization: one event for each write that
   * changed something, numbered 1, 2, 3 and so on without a gap.
   * A reader gets the events of the records that its key may read. It gets the events of API
   * keys only if it acts as an admin. Other events are skipped, but nextAfter advances past
   * them.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * ListEvents returns events, oldest first. To follow the journal, call it again with the
     * nextAfter of the response. With wait, a call that has nothing to return yet waits for
     * an event.
     * Errors: INVALID_ARGUMENT if a parameter is invalid; OUT_OF_RANGE if the events after
     * the given one are no longer kept; FAILED_PRECONDITION if the given event does not exist
     * yet, because a backup was restored.
     * </pre>
     */
    default void listEvents(io.github.workplanapi.v1.ListEventsRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListEventsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListEventsMethod(), responseObserver);
    }

    /**
     * <pre>
     * GetEvent returns one event. If it is a batch of hours, offset and limit choose its
     * rows.
     * Errors: INVALID_ARGUMENT if a parameter is invalid; NOT_FOUND if the event does not
     * exist, is no longer kept, or is not the caller's to read.
     * </pre>
     */
    default void getEvent(io.github.workplanapi.v1.GetEventRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.GetEventResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getGetEventMethod(), responseObserver);
    }

    /**
     * <pre>
     * WatchEvents streams events as they are written, oldest first. A message without an
     * event is a checkpoint: it comes every 15 seconds, so that silence means a lost
     * connection. If the stream ends, call it again with the seq of the last message. Over
     * REST it is a stream of server-sent events, whose ids are the numbers.
     * Errors: INVALID_ARGUMENT if a parameter is invalid; OUT_OF_RANGE if the events after
     * the given one are no longer kept; FAILED_PRECONDITION if the given event does not exist
     * yet, because a backup was restored; RESOURCE_EXHAUSTED if too many streams are open;
     * UNAVAILABLE if the server stops.
     * </pre>
     */
    default void watchEvents(io.github.workplanapi.v1.WatchEventsRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.WatchEventsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getWatchEventsMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service EventService.
   * <pre>
   * EventService reads the journal of the organization: one event for each write that
   * changed something, numbered 1, 2, 3 and so on without a gap.
   * A reader gets the events of the records that its key may read. It gets the events of API
   * keys only if it acts as an admin. Other events are skipped, but nextAfter advances past
   * them.
   * </pre>
   */
  public static abstract class EventServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return EventServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service EventService.
   * <pre>
   * EventService reads the journal of the organization: one event for each write that
   * changed something, numbered 1, 2, 3 and so on without a gap.
   * A reader gets the events of the records that its key may read. It gets the events of API
   * keys only if it acts as an admin. Other events are skipped, but nextAfter advances past
   * them.
   * </pre>
   */
  public static final class EventServiceStub
      extends io.grpc.stub.AbstractAsyncStub<EventServiceStub> {
    private EventServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected EventServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new EventServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * ListEvents returns events, oldest first. To follow the journal, call it again with the
     * nextAfter of the response. With wait, a call that has nothing to return yet waits for
     * an event.
     * Errors: INVALID_ARGUMENT if a parameter is invalid; OUT_OF_RANGE if the events after
     * the given one are no longer kept; FAILED_PRECONDITION if the given event does not exist
     * yet, because a backup was restored.
     * </pre>
     */
    public void listEvents(io.github.workplanapi.v1.ListEventsRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListEventsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListEventsMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * GetEvent returns one event. If it is a batch of hours, offset and limit choose its
     * rows.
     * Errors: INVALID_ARGUMENT if a parameter is invalid; NOT_FOUND if the event does not
     * exist, is no longer kept, or is not the caller's to read.
     * </pre>
     */
    public void getEvent(io.github.workplanapi.v1.GetEventRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.GetEventResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getGetEventMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * WatchEvents streams events as they are written, oldest first. A message without an
     * event is a checkpoint: it comes every 15 seconds, so that silence means a lost
     * connection. If the stream ends, call it again with the seq of the last message. Over
     * REST it is a stream of server-sent events, whose ids are the numbers.
     * Errors: INVALID_ARGUMENT if a parameter is invalid; OUT_OF_RANGE if the events after
     * the given one are no longer kept; FAILED_PRECONDITION if the given event does not exist
     * yet, because a backup was restored; RESOURCE_EXHAUSTED if too many streams are open;
     * UNAVAILABLE if the server stops.
     * </pre>
     */
    public void watchEvents(io.github.workplanapi.v1.WatchEventsRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.WatchEventsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncServerStreamingCall(
          getChannel().newCall(getWatchEventsMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service EventService.
   * <pre>
   * EventService reads the journal of the organization: one event for each write that
   * changed something, numbered 1, 2, 3 and so on without a gap.
   * A reader gets the events of the records that its key may read. It gets the events of API
   * keys only if it acts as an admin. Other events are skipped, but nextAfter advances past
   * them.
   * </pre>
   */
  public static final class EventServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<EventServiceBlockingV2Stub> {
    private EventServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected EventServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new EventServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * ListEvents returns events, oldest first. To follow the journal, call it again with the
     * nextAfter of the response. With wait, a call that has nothing to return yet waits for
     * an event.
     * Errors: INVALID_ARGUMENT if a parameter is invalid; OUT_OF_RANGE if the events after
     * the given one are no longer kept; FAILED_PRECONDITION if the given event does not exist
     * yet, because a backup was restored.
     * </pre>
     */
    public io.github.workplanapi.v1.ListEventsResponse listEvents(io.github.workplanapi.v1.ListEventsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListEventsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * GetEvent returns one event. If it is a batch of hours, offset and limit choose its
     * rows.
     * Errors: INVALID_ARGUMENT if a parameter is invalid; NOT_FOUND if the event does not
     * exist, is no longer kept, or is not the caller's to read.
     * </pre>
     */
    public io.github.workplanapi.v1.GetEventResponse getEvent(io.github.workplanapi.v1.GetEventRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getGetEventMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * WatchEvents streams events as they are written, oldest first. A message without an
     * event is a checkpoint: it comes every 15 seconds, so that silence means a lost
     * connection. If the stream ends, call it again with the seq of the last message. Over
     * REST it is a stream of server-sent events, whose ids are the numbers.
     * Errors: INVALID_ARGUMENT if a parameter is invalid; OUT_OF_RANGE if the events after
     * the given one are no longer kept; FAILED_PRECONDITION if the given event does not exist
     * yet, because a backup was restored; RESOURCE_EXHAUSTED if too many streams are open;
     * UNAVAILABLE if the server stops.
     * </pre>
     */
    @io.grpc.ExperimentalApi("https://github.com/grpc/grpc-java/issues/10918")
    public io.grpc.stub.BlockingClientCall<?, io.github.workplanapi.v1.WatchEventsResponse>
        watchEvents(io.github.workplanapi.v1.WatchEventsRequest request) {
      return io.grpc.stub.ClientCalls.blockingV2ServerStreamingCall(
          getChannel(), getWatchEventsMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service EventService.
   * <pre>
   * EventService reads the journal of the organization: one event for each write that
   * changed something, numbered 1, 2, 3 and so on without a gap.
   * A reader gets the events of the records that its key may read. It gets the events of API
   * keys only if it acts as an admin. Other events are skipped, but nextAfter advances past
   * them.
   * </pre>
   */
  public static final class EventServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<EventServiceBlockingStub> {
    private EventServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected EventServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new EventServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * ListEvents returns events, oldest first. To follow the journal, call it again with the
     * nextAfter of the response. With wait, a call that has nothing to return yet waits for
     * an event.
     * Errors: INVALID_ARGUMENT if a parameter is invalid; OUT_OF_RANGE if the events after
     * the given one are no longer kept; FAILED_PRECONDITION if the given event does not exist
     * yet, because a backup was restored.
     * </pre>
     */
    public io.github.workplanapi.v1.ListEventsResponse listEvents(io.github.workplanapi.v1.ListEventsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListEventsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * GetEvent returns one event. If it is a batch of hours, offset and limit choose its
     * rows.
     * Errors: INVALID_ARGUMENT if a parameter is invalid; NOT_FOUND if the event does not
     * exist, is no longer kept, or is not the caller's to read.
     * </pre>
     */
    public io.github.workplanapi.v1.GetEventResponse getEvent(io.github.workplanapi.v1.GetEventRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getGetEventMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * WatchEvents streams events as they are written, oldest first. A message without an
     * event is a checkpoint: it comes every 15 seconds, so that silence means a lost
     * connection. If the stream ends, call it again with the seq of the last message. Over
     * REST it is a stream of server-sent events, whose ids are the numbers.
     * Errors: INVALID_ARGUMENT if a parameter is invalid; OUT_OF_RANGE if the events after
     * the given one are no longer kept; FAILED_PRECONDITION if the given event does not exist
     * yet, because a backup was restored; RESOURCE_EXHAUSTED if too many streams are open;
     * UNAVAILABLE if the server stops.
     * </pre>
     */
    public java.util.Iterator<io.github.workplanapi.v1.WatchEventsResponse> watchEvents(
        io.github.workplanapi.v1.WatchEventsRequest request) {
      return io.grpc.stub.ClientCalls.blockingServerStreamingCall(
          getChannel(), getWatchEventsMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service EventService.
   * <pre>
   * EventService reads the journal of the organization: one event for each write that
   * changed something, numbered 1, 2, 3 and so on without a gap.
   * A reader gets the events of the records that its key may read. It gets the events of API
   * keys only if it acts as an admin. Other events are skipped, but nextAfter advances past
   * them.
   * </pre>
   */
  public static final class EventServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<EventServiceFutureStub> {
    private EventServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected EventServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new EventServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * ListEvents returns events, oldest first. To follow the journal, call it again with the
     * nextAfter of the response. With wait, a call that has nothing to return yet waits for
     * an event.
     * Errors: INVALID_ARGUMENT if a parameter is invalid; OUT_OF_RANGE if the events after
     * the given one are no longer kept; FAILED_PRECONDITION if the given event does not exist
     * yet, because a backup was restored.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.ListEventsResponse> listEvents(
        io.github.workplanapi.v1.ListEventsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListEventsMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * GetEvent returns one event. If it is a batch of hours, offset and limit choose its
     * rows.
     * Errors: INVALID_ARGUMENT if a parameter is invalid; NOT_FOUND if the event does not
     * exist, is no longer kept, or is not the caller's to read.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.GetEventResponse> getEvent(
        io.github.workplanapi.v1.GetEventRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getGetEventMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_LIST_EVENTS = 0;
  private static final int METHODID_GET_EVENT = 1;
  private static final int METHODID_WATCH_EVENTS = 2;

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
        case METHODID_LIST_EVENTS:
          serviceImpl.listEvents((io.github.workplanapi.v1.ListEventsRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListEventsResponse>) responseObserver);
          break;
        case METHODID_GET_EVENT:
          serviceImpl.getEvent((io.github.workplanapi.v1.GetEventRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.GetEventResponse>) responseObserver);
          break;
        case METHODID_WATCH_EVENTS:
          serviceImpl.watchEvents((io.github.workplanapi.v1.WatchEventsRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.WatchEventsResponse>) responseObserver);
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
          getListEventsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.ListEventsRequest,
              io.github.workplanapi.v1.ListEventsResponse>(
                service, METHODID_LIST_EVENTS)))
        .addMethod(
          getGetEventMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.GetEventRequest,
              io.github.workplanapi.v1.GetEventResponse>(
                service, METHODID_GET_EVENT)))
        .addMethod(
          getWatchEventsMethod(),
          io.grpc.stub.ServerCalls.asyncServerStreamingCall(
            new MethodHandlers<
              io.github.workplanapi.v1.WatchEventsRequest,
              io.github.workplanapi.v1.WatchEventsResponse>(
                service, METHODID_WATCH_EVENTS)))
        .build();
  }

  private static abstract class EventServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    EventServiceBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return io.github.workplanapi.v1.EventsProto.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("EventService");
    }
  }

  private static final class EventServiceFileDescriptorSupplier
      extends EventServiceBaseDescriptorSupplier {
    EventServiceFileDescriptorSupplier() {}
  }

  private static final class EventServiceMethodDescriptorSupplier
      extends EventServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    EventServiceMethodDescriptorSupplier(java.lang.String methodName) {
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
      synchronized (EventServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new EventServiceFileDescriptorSupplier())
              .addMethod(getListEventsMethod())
              .addMethod(getGetEventMethod())
              .addMethod(getWatchEventsMethod())
              .build();
        }
      }
    }
    return result;
  }
}

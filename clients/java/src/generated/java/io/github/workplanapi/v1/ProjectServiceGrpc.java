package io.github.workplanapi.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * ProjectService lists, creates and updates projects.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class ProjectServiceGrpc {

  private ProjectServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "workplan.v1.ProjectService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.ListProjectsRequest,
      io.github.workplanapi.v1.ListProjectsResponse> getListProjectsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ListProjects",
      requestType = io.github.workplanapi.v1.ListProjectsRequest.class,
      responseType = io.github.workplanapi.v1.ListProjectsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.ListProjectsRequest,
      io.github.workplanapi.v1.ListProjectsResponse> getListProjectsMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.ListProjectsRequest, io.github.workplanapi.v1.ListProjectsResponse> getListProjectsMethod;
    if ((getListProjectsMethod = ProjectServiceGrpc.getListProjectsMethod) == null) {
      synchronized (ProjectServiceGrpc.class) {
        if ((getListProjectsMethod = ProjectServiceGrpc.getListProjectsMethod) == null) {
          ProjectServiceGrpc.getListProjectsMethod = getListProjectsMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.ListProjectsRequest, io.github.workplanapi.v1.ListProjectsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ListProjects"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.ListProjectsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.ListProjectsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new ProjectServiceMethodDescriptorSupplier("ListProjects"))
              .build();
        }
      }
    }
    return getListProjectsMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.GetProjectRequest,
      io.github.workplanapi.v1.GetProjectResponse> getGetProjectMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "GetProject",
      requestType = io.github.workplanapi.v1.GetProjectRequest.class,
      responseType = io.github.workplanapi.v1.GetProjectResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.GetProjectRequest,
      io.github.workplanapi.v1.GetProjectResponse> getGetProjectMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.GetProjectRequest, io.github.workplanapi.v1.GetProjectResponse> getGetProjectMethod;
    if ((getGetProjectMethod = ProjectServiceGrpc.getGetProjectMethod) == null) {
      synchronized (ProjectServiceGrpc.class) {
        if ((getGetProjectMethod = ProjectServiceGrpc.getGetProjectMethod) == null) {
          ProjectServiceGrpc.getGetProjectMethod = getGetProjectMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.GetProjectRequest, io.github.workplanapi.v1.GetProjectResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "GetProject"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.GetProjectRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.GetProjectResponse.getDefaultInstance()))
              .setSchemaDescriptor(new ProjectServiceMethodDescriptorSupplier("GetProject"))
              .build();
        }
      }
    }
    return getGetProjectMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.CreateProjectRequest,
      io.github.workplanapi.v1.CreateProjectResponse> getCreateProjectMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "CreateProject",
      requestType = io.github.workplanapi.v1.CreateProjectRequest.class,
      responseType = io.github.workplanapi.v1.CreateProjectResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.CreateProjectRequest,
      io.github.workplanapi.v1.CreateProjectResponse> getCreateProjectMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.CreateProjectRequest, io.github.workplanapi.v1.CreateProjectResponse> getCreateProjectMethod;
    if ((getCreateProjectMethod = ProjectServiceGrpc.getCreateProjectMethod) == null) {
      synchronized (ProjectServiceGrpc.class) {
        if ((getCreateProjectMethod = ProjectServiceGrpc.getCreateProjectMethod) == null) {
          ProjectServiceGrpc.getCreateProjectMethod = getCreateProjectMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.CreateProjectRequest, io.github.workplanapi.v1.CreateProjectResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "CreateProject"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.CreateProjectRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.CreateProjectResponse.getDefaultInstance()))
              .setSchemaDescriptor(new ProjectServiceMethodDescriptorSupplier("CreateProject"))
              .build();
        }
      }
    }
    return getCreateProjectMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.UpdateProjectRequest,
      io.github.workplanapi.v1.UpdateProjectResponse> getUpdateProjectMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "UpdateProject",
      requestType = io.github.workplanapi.v1.UpdateProjectRequest.class,
      responseType = io.github.workplanapi.v1.UpdateProjectResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.UpdateProjectRequest,
      io.github.workplanapi.v1.UpdateProjectResponse> getUpdateProjectMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.UpdateProjectRequest, io.github.workplanapi.v1.UpdateProjectResponse> getUpdateProjectMethod;
    if ((getUpdateProjectMethod = ProjectServiceGrpc.getUpdateProjectMethod) == null) {
      synchronized (ProjectServiceGrpc.class) {
        if ((getUpdateProjectMethod = ProjectServiceGrpc.getUpdateProjectMethod) == null) {
          ProjectServiceGrpc.getUpdateProjectMethod = getUpdateProjectMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.UpdateProjectRequest, io.github.workplanapi.v1.UpdateProjectResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "UpdateProject"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.UpdateProjectRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.UpdateProjectResponse.getDefaultInstance()))
              .setSchemaDescriptor(new ProjectServiceMethodDescriptorSupplier("UpdateProject"))
              .build();
        }
      }
    }
    return getUpdateProjectMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.UpsertProjectsRequest,
      io.github.workplanapi.v1.UpsertProjectsResponse> getUpsertProjectsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "UpsertProjects",
      requestType = io.github.workplanapi.v1.UpsertProjectsRequest.class,
      responseType = io.github.workplanapi.v1.UpsertProjectsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.UpsertProjectsRequest,
      io.github.workplanapi.v1.UpsertProjectsResponse> getUpsertProjectsMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.UpsertProjectsRequest, io.github.workplanapi.v1.UpsertProjectsResponse> getUpsertProjectsMethod;
    if ((getUpsertProjectsMethod = ProjectServiceGrpc.getUpsertProjectsMethod) == null) {
      synchronized (ProjectServiceGrpc.class) {
        if ((getUpsertProjectsMethod = ProjectServiceGrpc.getUpsertProjectsMethod) == null) {
          ProjectServiceGrpc.getUpsertProjectsMethod = getUpsertProjectsMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.UpsertProjectsRequest, io.github.workplanapi.v1.UpsertProjectsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "UpsertProjects"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.UpsertProjectsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.UpsertProjectsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new ProjectServiceMethodDescriptorSupplier("UpsertProjects"))
              .build();
        }
      }
    }
    return getUpsertProjectsMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static ProjectServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<ProjectServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<ProjectServiceStub>() {
        @java.lang.Override
        public ProjectServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new ProjectServiceStub(channel, callOptions);
        }
      };
    return ProjectServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static ProjectServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<ProjectServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<ProjectServiceBlockingV2Stub>() {
        @java.lang.Override
        public ProjectServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new ProjectServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return ProjectServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static ProjectServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<ProjectServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<ProjectServiceBlockingStub>() {
        @java.lang.Override
        public ProjectServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new ProjectServiceBlockingStub(channel, callOptions);
        }
      };
    return ProjectServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static ProjectServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<ProjectServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<ProjectServiceFutureStub>() {
        @java.lang.Override
        public ProjectServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new ProjectServiceFutureStub(channel, callOptions);
        }
      };
    return ProjectServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * ProjectService lists, creates and updates projects.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * ListProjects lists the projects, oldest first. Filters combine with AND.
     * Errors: INVALID_ARGUMENT if a parameter is invalid; ABORTED is reserved: no list
     * fails with a conflict today; RESOURCE_EXHAUSTED if the key has used up its requests
     * for now.
     * </pre>
     */
    default void listProjects(io.github.workplanapi.v1.ListProjectsRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListProjectsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListProjectsMethod(), responseObserver);
    }

    /**
     * <pre>
     * GetProject returns one project.
     * Errors: NOT_FOUND if the project does not exist.
     * </pre>
     */
    default void getProject(io.github.workplanapi.v1.GetProjectRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.GetProjectResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getGetProjectMethod(), responseObserver);
    }

    /**
     * <pre>
     * CreateProject creates a project. Only managers and admins may.
     * Errors: INVALID_ARGUMENT if a field is missing or out of range, the client or the
     * project manager is unknown, the end is before the start, or the amount or hourly
     * rate does not match the billing type; PERMISSION_DENIED if the caller is neither a
     * manager nor an admin.
     * </pre>
     */
    default void createProject(io.github.workplanapi.v1.CreateProjectRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.CreateProjectResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getCreateProjectMethod(), responseObserver);
    }

    /**
     * <pre>
     * UpdateProject changes the given fields of a project. Only managers, admins and the
     * project's manager may. A manager may not become the project's manager in this way: only
     * an admin or the project's manager sets projectManagerId to themself. Every status may
     * follow every other.
     * Errors: INVALID_ARGUMENT if a field is out of range, the project manager is unknown,
     * or the end would be before the start; NOT_FOUND if the project does not exist;
     * PERMISSION_DENIED if the caller is neither a manager, nor an admin, nor the
     * project's manager, or may not become its manager; ABORTED if the record no longer has the version in If-Match.
     * </pre>
     */
    default void updateProject(io.github.workplanapi.v1.UpdateProjectRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.UpdateProjectResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getUpdateProjectMethod(), responseObserver);
    }

    /**
     * <pre>
     * UpsertProjects creates or changes up to 1,000 projects in one transaction. An item
     * changes the project that it matches, or creates one. What matches is the external id of
     * one source, or the name and the client. Each item has what a new project needs; what it
     * leaves out, a project that exists keeps. What of a project cannot be changed must be
     * the same. The response has one project for each item, in the order of the items. If an
     * item is invalid, nothing is written and the error lists all invalid items.
     * Errors: INVALID_ARGUMENT if an item is invalid, has nothing to match, matches the same as
     * another item, or would change what cannot be changed; PERMISSION_DENIED if the caller may
     * not write one of the projects; ALREADY_EXISTS if another project has an external id of an
     * item; FAILED_PRECONDITION if an item matches several projects.
     * </pre>
     */
    default void upsertProjects(io.github.workplanapi.v1.UpsertProjectsRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.UpsertProjectsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getUpsertProjectsMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service ProjectService.
   * <pre>
   * ProjectService lists, creates and updates projects.
   * </pre>
   */
  public static abstract class ProjectServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return ProjectServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service ProjectService.
   * <pre>
   * ProjectService lists, creates and updates projects.
   * </pre>
   */
  public static final class ProjectServiceStub
      extends io.grpc.stub.AbstractAsyncStub<ProjectServiceStub> {
    private ProjectServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected ProjectServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new ProjectServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * ListProjects lists the projects, oldest first. Filters combine with AND.
     * Errors: INVALID_ARGUMENT if a parameter is invalid; ABORTED is reserved: no list
     * fails with a conflict today; RESOURCE_EXHAUSTED if the key has used up its requests
     * for now.
     * </pre>
     */
    public void listProjects(io.github.workplanapi.v1.ListProjectsRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListProjectsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListProjectsMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * GetProject returns one project.
     * Errors: NOT_FOUND if the project does not exist.
     * </pre>
     */
    public void getProject(io.github.workplanapi.v1.GetProjectRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.GetProjectResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getGetProjectMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * CreateProject creates a project. Only managers and admins may.
     * Errors: INVALID_ARGUMENT if a field is missing or out of range, the client or the
     * project manager is unknown, the end is before the start, or the amount or hourly
     * rate does not match the billing type; PERMISSION_DENIED if the caller is neither a
     * manager nor an admin.
     * </pre>
     */
    public void createProject(io.github.workplanapi.v1.CreateProjectRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.CreateProjectResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getCreateProjectMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * UpdateProject changes the given fields of a project. Only managers, admins and the
     * project's manager may. A manager may not become the project's manager in this way: only
     * an admin or the project's manager sets projectManagerId to themself. Every status may
     * follow every other.
     * Errors: INVALID_ARGUMENT if a field is out of range, the project manager is unknown,
     * or the end would be before the start; NOT_FOUND if the project does not exist;
     * PERMISSION_DENIED if the caller is neither a manager, nor an admin, nor the
     * project's manager, or may not become its manager; ABORTED if the record no longer has the version in If-Match.
     * </pre>
     */
    public void updateProject(io.github.workplanapi.v1.UpdateProjectRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.UpdateProjectResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getUpdateProjectMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * UpsertProjects creates or changes up to 1,000 projects in one transaction. An item
     * changes the project that it matches, or creates one. What matches is the external id of
     * one source, or the name and the client. Each item has what a new project needs; what it
     * leaves out, a project that exists keeps. What of a project cannot be changed must be
     * the same. The response has one project for each item, in the order of the items. If an
     * item is invalid, nothing is written and the error lists all invalid items.
     * Errors: INVALID_ARGUMENT if an item is invalid, has nothing to match, matches the same as
     * another item, or would change what cannot be changed; PERMISSION_DENIED if the caller may
     * not write one of the projects; ALREADY_EXISTS if another project has an external id of an
     * item; FAILED_PRECONDITION if an item matches several projects.
     * </pre>
     */
    public void upsertProjects(io.github.workplanapi.v1.UpsertProjectsRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.UpsertProjectsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getUpsertProjectsMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service ProjectService.
   * <pre>
   * ProjectService lists, creates and updates projects.
   * </pre>
   */
  public static final class ProjectServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<ProjectServiceBlockingV2Stub> {
    private ProjectServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected ProjectServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new ProjectServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * ListProjects lists the projects, oldest first. Filters combine with AND.
     * Errors: INVALID_ARGUMENT if a parameter is invalid; ABORTED is reserved: no list
     * fails with a conflict today; RESOURCE_EXHAUSTED if the key has used up its requests
     * for now.
     * </pre>
     */
    public io.github.workplanapi.v1.ListProjectsResponse listProjects(io.github.workplanapi.v1.ListProjectsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListProjectsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * GetProject returns one project.
     * Errors: NOT_FOUND if the project does not exist.
     * </pre>
     */
    public io.github.workplanapi.v1.GetProjectResponse getProject(io.github.workplanapi.v1.GetProjectRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getGetProjectMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * CreateProject creates a project. Only managers and admins may.
     * Errors: INVALID_ARGUMENT if a field is missing or out of range, the client or the
     * project manager is unknown, the end is before the start, or the amount or hourly
     * rate does not match the billing type; PERMISSION_DENIED if the caller is neither a
     * manager nor an admin.
     * </pre>
     */
    public io.github.workplanapi.v1.CreateProjectResponse createProject(io.github.workplanapi.v1.CreateProjectRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getCreateProjectMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * UpdateProject changes the given fields of a project. Only managers, admins and the
     * project's manager may. A manager may not become the project's manager in this way: only
     * an admin or the project's manager sets projectManagerId to themself. Every status may
     * follow every other.
     * Errors: INVALID_ARGUMENT if a field is out of range, the project manager is unknown,
     * or the end would be before the start; NOT_FOUND if the project does not exist;
     * PERMISSION_DENIED if the caller is neither a manager, nor an admin, nor the
     * project's manager, or may not become its manager; ABORTED if the record no longer has the version in If-Match.
     * </pre>
     */
    public io.github.workplanapi.v1.UpdateProjectResponse updateProject(io.github.workplanapi.v1.UpdateProjectRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getUpdateProjectMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * UpsertProjects creates or changes up to 1,000 projects in one transaction. An item
     * changes the project that it matches, or creates one. What matches is the external id of
     * one source, or the name and the client. Each item has what a new project needs; what it
     * leaves out, a project that exists keeps. What of a project cannot be changed must be
     * the same. The response has one project for each item, in the order of the items. If an
     * item is invalid, nothing is written and the error lists all invalid items.
     * Errors: INVALID_ARGUMENT if an item is invalid, has nothing to match, matches the same as
     * another item, or would change what cannot be changed; PERMISSION_DENIED if the caller may
     * not write one of the projects; ALREADY_EXISTS if another project has an external id of an
     * item; FAILED_PRECONDITION if an item matches several projects.
     * </pre>
     */
    public io.github.workplanapi.v1.UpsertProjectsResponse upsertProjects(io.github.workplanapi.v1.UpsertProjectsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getUpsertProjectsMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service ProjectService.
   * <pre>
   * ProjectService lists, creates and updates projects.
   * </pre>
   */
  public static final class ProjectServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<ProjectServiceBlockingStub> {
    private ProjectServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected ProjectServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new ProjectServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * ListProjects lists the projects, oldest first. Filters combine with AND.
     * Errors: INVALID_ARGUMENT if a parameter is invalid; ABORTED is reserved: no list
     * fails with a conflict today; RESOURCE_EXHAUSTED if the key has used up its requests
     * for now.
     * </pre>
     */
    public io.github.workplanapi.v1.ListProjectsResponse listProjects(io.github.workplanapi.v1.ListProjectsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListProjectsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * GetProject returns one project.
     * Errors: NOT_FOUND if the project does not exist.
     * </pre>
     */
    public io.github.workplanapi.v1.GetProjectResponse getProject(io.github.workplanapi.v1.GetProjectRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getGetProjectMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * CreateProject creates a project. Only managers and admins may.
     * Errors: INVALID_ARGUMENT if a field is missing or out of range, the client or the
     * project manager is unknown, the end is before the start, or the amount or hourly
     * rate does not match the billing type; PERMISSION_DENIED if the caller is neither a
     * manager nor an admin.
     * </pre>
     */
    public io.github.workplanapi.v1.CreateProjectResponse createProject(io.github.workplanapi.v1.CreateProjectRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getCreateProjectMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * UpdateProject changes the given fields of a project. Only managers, admins and the
     * project's manager may. A manager may not become the project's manager in this way: only
     * an admin or the project's manager sets projectManagerId to themself. Every status may
     * follow every other.
     * Errors: INVALID_ARGUMENT if a field is out of range, the project manager is unknown,
     * or the end would be before the start; NOT_FOUND if the project does not exist;
     * PERMISSION_DENIED if the caller is neither a manager, nor an admin, nor the
     * project's manager, or may not become its manager; ABORTED if the record no longer has the version in If-Match.
     * </pre>
     */
    public io.github.workplanapi.v1.UpdateProjectResponse updateProject(io.github.workplanapi.v1.UpdateProjectRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getUpdateProjectMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * UpsertProjects creates or changes up to 1,000 projects in one transaction. An item
     * changes the project that it matches, or creates one. What matches is the external id of
     * one source, or the name and the client. Each item has what a new project needs; what it
     * leaves out, a project that exists keeps. What of a project cannot be changed must be
     * the same. The response has one project for each item, in the order of the items. If an
     * item is invalid, nothing is written and the error lists all invalid items.
     * Errors: INVALID_ARGUMENT if an item is invalid, has nothing to match, matches the same as
     * another item, or would change what cannot be changed; PERMISSION_DENIED if the caller may
     * not write one of the projects; ALREADY_EXISTS if another project has an external id of an
     * item; FAILED_PRECONDITION if an item matches several projects.
     * </pre>
     */
    public io.github.workplanapi.v1.UpsertProjectsResponse upsertProjects(io.github.workplanapi.v1.UpsertProjectsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getUpsertProjectsMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service ProjectService.
   * <pre>
   * ProjectService lists, creates and updates projects.
   * </pre>
   */
  public static final class ProjectServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<ProjectServiceFutureStub> {
    private ProjectServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected ProjectServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new ProjectServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * ListProjects lists the projects, oldest first. Filters combine with AND.
     * Errors: INVALID_ARGUMENT if a parameter is invalid; ABORTED is reserved: no list
     * fails with a conflict today; RESOURCE_EXHAUSTED if the key has used up its requests
     * for now.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.ListProjectsResponse> listProjects(
        io.github.workplanapi.v1.ListProjectsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListProjectsMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * GetProject returns one project.
     * Errors: NOT_FOUND if the project does not exist.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.GetProjectResponse> getProject(
        io.github.workplanapi.v1.GetProjectRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getGetProjectMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * CreateProject creates a project. Only managers and admins may.
     * Errors: INVALID_ARGUMENT if a field is missing or out of range, the client or the
     * project manager is unknown, the end is before the start, or the amount or hourly
     * rate does not match the billing type; PERMISSION_DENIED if the caller is neither a
     * manager nor an admin.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.CreateProjectResponse> createProject(
        io.github.workplanapi.v1.CreateProjectRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getCreateProjectMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * UpdateProject changes the given fields of a project. Only managers, admins and the
     * project's manager may. A manager may not become the project's manager in this way: only
     * an admin or the project's manager sets projectManagerId to themself. Every status may
     * follow every other.
     * Errors: INVALID_ARGUMENT if a field is out of range, the project manager is unknown,
     * or the end would be before the start; NOT_FOUND if the project does not exist;
     * PERMISSION_DENIED if the caller is neither a manager, nor an admin, nor the
     * project's manager, or may not become its manager; ABORTED if the record no longer has the version in If-Match.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.UpdateProjectResponse> updateProject(
        io.github.workplanapi.v1.UpdateProjectRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getUpdateProjectMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * UpsertProjects creates or changes up to 1,000 projects in one transaction. An item
     * changes the project that it matches, or creates one. What matches is the external id of
     * one source, or the name and the client. Each item has what a new project needs; what it
     * leaves out, a project that exists keeps. What of a project cannot be changed must be
     * the same. The response has one project for each item, in the order of the items. If an
     * item is invalid, nothing is written and the error lists all invalid items.
     * Errors: INVALID_ARGUMENT if an item is invalid, has nothing to match, matches the same as
     * another item, or would change what cannot be changed; PERMISSION_DENIED if the caller may
     * not write one of the projects; ALREADY_EXISTS if another project has an external id of an
     * item; FAILED_PRECONDITION if an item matches several projects.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.UpsertProjectsResponse> upsertProjects(
        io.github.workplanapi.v1.UpsertProjectsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getUpsertProjectsMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_LIST_PROJECTS = 0;
  private static final int METHODID_GET_PROJECT = 1;
  private static final int METHODID_CREATE_PROJECT = 2;
  private static final int METHODID_UPDATE_PROJECT = 3;
  private static final int METHODID_UPSERT_PROJECTS = 4;

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
        case METHODID_LIST_PROJECTS:
          serviceImpl.listProjects((io.github.workplanapi.v1.ListProjectsRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListProjectsResponse>) responseObserver);
          break;
        case METHODID_GET_PROJECT:
          serviceImpl.getProject((io.github.workplanapi.v1.GetProjectRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.GetProjectResponse>) responseObserver);
          break;
        case METHODID_CREATE_PROJECT:
          serviceImpl.createProject((io.github.workplanapi.v1.CreateProjectRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.CreateProjectResponse>) responseObserver);
          break;
        case METHODID_UPDATE_PROJECT:
          serviceImpl.updateProject((io.github.workplanapi.v1.UpdateProjectRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.UpdateProjectResponse>) responseObserver);
          break;
        case METHODID_UPSERT_PROJECTS:
          serviceImpl.upsertProjects((io.github.workplanapi.v1.UpsertProjectsRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.UpsertProjectsResponse>) responseObserver);
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
          getListProjectsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.ListProjectsRequest,
              io.github.workplanapi.v1.ListProjectsResponse>(
                service, METHODID_LIST_PROJECTS)))
        .addMethod(
          getGetProjectMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.GetProjectRequest,
              io.github.workplanapi.v1.GetProjectResponse>(
                service, METHODID_GET_PROJECT)))
        .addMethod(
          getCreateProjectMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.CreateProjectRequest,
              io.github.workplanapi.v1.CreateProjectResponse>(
                service, METHODID_CREATE_PROJECT)))
        .addMethod(
          getUpdateProjectMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.UpdateProjectRequest,
              io.github.workplanapi.v1.UpdateProjectResponse>(
                service, METHODID_UPDATE_PROJECT)))
        .addMethod(
          getUpsertProjectsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.UpsertProjectsRequest,
              io.github.workplanapi.v1.UpsertProjectsResponse>(
                service, METHODID_UPSERT_PROJECTS)))
        .build();
  }

  private static abstract class ProjectServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    ProjectServiceBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return io.github.workplanapi.v1.ProjectsProto.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("ProjectService");
    }
  }

  private static final class ProjectServiceFileDescriptorSupplier
      extends ProjectServiceBaseDescriptorSupplier {
    ProjectServiceFileDescriptorSupplier() {}
  }

  private static final class ProjectServiceMethodDescriptorSupplier
      extends ProjectServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    ProjectServiceMethodDescriptorSupplier(java.lang.String methodName) {
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
      synchronized (ProjectServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new ProjectServiceFileDescriptorSupplier())
              .addMethod(getListProjectsMethod())
              .addMethod(getGetProjectMethod())
              .addMethod(getCreateProjectMethod())
              .addMethod(getUpdateProjectMethod())
              .addMethod(getUpsertProjectsMethod())
              .build();
        }
      }
    }
    return result;
  }
}

package io.github.workplanapi.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * UserService lists, creates and updates the people of the organization.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class UserServiceGrpc {

  private UserServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "workplan.v1.UserService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.ListUsersRequest,
      io.github.workplanapi.v1.ListUsersResponse> getListUsersMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ListUsers",
      requestType = io.github.workplanapi.v1.ListUsersRequest.class,
      responseType = io.github.workplanapi.v1.ListUsersResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.ListUsersRequest,
      io.github.workplanapi.v1.ListUsersResponse> getListUsersMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.ListUsersRequest, io.github.workplanapi.v1.ListUsersResponse> getListUsersMethod;
    if ((getListUsersMethod = UserServiceGrpc.getListUsersMethod) == null) {
      synchronized (UserServiceGrpc.class) {
        if ((getListUsersMethod = UserServiceGrpc.getListUsersMethod) == null) {
          UserServiceGrpc.getListUsersMethod = getListUsersMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.ListUsersRequest, io.github.workplanapi.v1.ListUsersResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ListUsers"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.ListUsersRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.ListUsersResponse.getDefaultInstance()))
              .setSchemaDescriptor(new UserServiceMethodDescriptorSupplier("ListUsers"))
              .build();
        }
      }
    }
    return getListUsersMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.GetUserRequest,
      io.github.workplanapi.v1.GetUserResponse> getGetUserMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "GetUser",
      requestType = io.github.workplanapi.v1.GetUserRequest.class,
      responseType = io.github.workplanapi.v1.GetUserResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.GetUserRequest,
      io.github.workplanapi.v1.GetUserResponse> getGetUserMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.GetUserRequest, io.github.workplanapi.v1.GetUserResponse> getGetUserMethod;
    if ((getGetUserMethod = UserServiceGrpc.getGetUserMethod) == null) {
      synchronized (UserServiceGrpc.class) {
        if ((getGetUserMethod = UserServiceGrpc.getGetUserMethod) == null) {
          UserServiceGrpc.getGetUserMethod = getGetUserMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.GetUserRequest, io.github.workplanapi.v1.GetUserResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "GetUser"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.GetUserRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.GetUserResponse.getDefaultInstance()))
              .setSchemaDescriptor(new UserServiceMethodDescriptorSupplier("GetUser"))
              .build();
        }
      }
    }
    return getGetUserMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.CreateUserRequest,
      io.github.workplanapi.v1.CreateUserResponse> getCreateUserMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "CreateUser",
      requestType = io.github.workplanapi.v1.CreateUserRequest.class,
      responseType = io.github.workplanapi.v1.CreateUserResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.CreateUserRequest,
      io.github.workplanapi.v1.CreateUserResponse> getCreateUserMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.CreateUserRequest, io.github.workplanapi.v1.CreateUserResponse> getCreateUserMethod;
    if ((getCreateUserMethod = UserServiceGrpc.getCreateUserMethod) == null) {
      synchronized (UserServiceGrpc.class) {
        if ((getCreateUserMethod = UserServiceGrpc.getCreateUserMethod) == null) {
          UserServiceGrpc.getCreateUserMethod = getCreateUserMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.CreateUserRequest, io.github.workplanapi.v1.CreateUserResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "CreateUser"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.CreateUserRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.CreateUserResponse.getDefaultInstance()))
              .setSchemaDescriptor(new UserServiceMethodDescriptorSupplier("CreateUser"))
              .build();
        }
      }
    }
    return getCreateUserMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.UpdateUserRequest,
      io.github.workplanapi.v1.UpdateUserResponse> getUpdateUserMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "UpdateUser",
      requestType = io.github.workplanapi.v1.UpdateUserRequest.class,
      responseType = io.github.workplanapi.v1.UpdateUserResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.UpdateUserRequest,
      io.github.workplanapi.v1.UpdateUserResponse> getUpdateUserMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.UpdateUserRequest, io.github.workplanapi.v1.UpdateUserResponse> getUpdateUserMethod;
    if ((getUpdateUserMethod = UserServiceGrpc.getUpdateUserMethod) == null) {
      synchronized (UserServiceGrpc.class) {
        if ((getUpdateUserMethod = UserServiceGrpc.getUpdateUserMethod) == null) {
          UserServiceGrpc.getUpdateUserMethod = getUpdateUserMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.UpdateUserRequest, io.github.workplanapi.v1.UpdateUserResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "UpdateUser"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.UpdateUserRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.UpdateUserResponse.getDefaultInstance()))
              .setSchemaDescriptor(new UserServiceMethodDescriptorSupplier("UpdateUser"))
              .build();
        }
      }
    }
    return getUpdateUserMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.UpsertUsersRequest,
      io.github.workplanapi.v1.UpsertUsersResponse> getUpsertUsersMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "UpsertUsers",
      requestType = io.github.workplanapi.v1.UpsertUsersRequest.class,
      responseType = io.github.workplanapi.v1.UpsertUsersResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.UpsertUsersRequest,
      io.github.workplanapi.v1.UpsertUsersResponse> getUpsertUsersMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.UpsertUsersRequest, io.github.workplanapi.v1.UpsertUsersResponse> getUpsertUsersMethod;
    if ((getUpsertUsersMethod = UserServiceGrpc.getUpsertUsersMethod) == null) {
      synchronized (UserServiceGrpc.class) {
        if ((getUpsertUsersMethod = UserServiceGrpc.getUpsertUsersMethod) == null) {
          UserServiceGrpc.getUpsertUsersMethod = getUpsertUsersMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.UpsertUsersRequest, io.github.workplanapi.v1.UpsertUsersResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "UpsertUsers"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.UpsertUsersRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.UpsertUsersResponse.getDefaultInstance()))
              .setSchemaDescriptor(new UserServiceMethodDescriptorSupplier("UpsertUsers"))
              .build();
        }
      }
    }
    return getUpsertUsersMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.UnbindSignInRequest,
      io.github.workplanapi.v1.UnbindSignInResponse> getUnbindSignInMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "UnbindSignIn",
      requestType = io.github.workplanapi.v1.UnbindSignInRequest.class,
      responseType = io.github.workplanapi.v1.UnbindSignInResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.UnbindSignInRequest,
      io.github.workplanapi.v1.UnbindSignInResponse> getUnbindSignInMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.UnbindSignInRequest, io.github.workplanapi.v1.UnbindSignInResponse> getUnbindSignInMethod;
    if ((getUnbindSignInMethod = UserServiceGrpc.getUnbindSignInMethod) == null) {
      synchronized (UserServiceGrpc.class) {
        if ((getUnbindSignInMethod = UserServiceGrpc.getUnbindSignInMethod) == null) {
          UserServiceGrpc.getUnbindSignInMethod = getUnbindSignInMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.UnbindSignInRequest, io.github.workplanapi.v1.UnbindSignInResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "UnbindSignIn"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.UnbindSignInRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.UnbindSignInResponse.getDefaultInstance()))
              .setSchemaDescriptor(new UserServiceMethodDescriptorSupplier("UnbindSignIn"))
              .build();
        }
      }
    }
    return getUnbindSignInMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.GetUserCapabilitiesRequest,
      io.github.workplanapi.v1.GetUserCapabilitiesResponse> getGetUserCapabilitiesMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "GetUserCapabilities",
      requestType = io.github.workplanapi.v1.GetUserCapabilitiesRequest.class,
      responseType = io.github.workplanapi.v1.GetUserCapabilitiesResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.GetUserCapabilitiesRequest,
      io.github.workplanapi.v1.GetUserCapabilitiesResponse> getGetUserCapabilitiesMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.GetUserCapabilitiesRequest, io.github.workplanapi.v1.GetUserCapabilitiesResponse> getGetUserCapabilitiesMethod;
    if ((getGetUserCapabilitiesMethod = UserServiceGrpc.getGetUserCapabilitiesMethod) == null) {
      synchronized (UserServiceGrpc.class) {
        if ((getGetUserCapabilitiesMethod = UserServiceGrpc.getGetUserCapabilitiesMethod) == null) {
          UserServiceGrpc.getGetUserCapabilitiesMethod = getGetUserCapabilitiesMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.GetUserCapabilitiesRequest, io.github.workplanapi.v1.GetUserCapabilitiesResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "GetUserCapabilities"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.GetUserCapabilitiesRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.GetUserCapabilitiesResponse.getDefaultInstance()))
              .setSchemaDescriptor(new UserServiceMethodDescriptorSupplier("GetUserCapabilities"))
              .build();
        }
      }
    }
    return getGetUserCapabilitiesMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.ReplaceUserCapabilitiesRequest,
      io.github.workplanapi.v1.ReplaceUserCapabilitiesResponse> getReplaceUserCapabilitiesMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ReplaceUserCapabilities",
      requestType = io.github.workplanapi.v1.ReplaceUserCapabilitiesRequest.class,
      responseType = io.github.workplanapi.v1.ReplaceUserCapabilitiesResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.ReplaceUserCapabilitiesRequest,
      io.github.workplanapi.v1.ReplaceUserCapabilitiesResponse> getReplaceUserCapabilitiesMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.ReplaceUserCapabilitiesRequest, io.github.workplanapi.v1.ReplaceUserCapabilitiesResponse> getReplaceUserCapabilitiesMethod;
    if ((getReplaceUserCapabilitiesMethod = UserServiceGrpc.getReplaceUserCapabilitiesMethod) == null) {
      synchronized (UserServiceGrpc.class) {
        if ((getReplaceUserCapabilitiesMethod = UserServiceGrpc.getReplaceUserCapabilitiesMethod) == null) {
          UserServiceGrpc.getReplaceUserCapabilitiesMethod = getReplaceUserCapabilitiesMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.ReplaceUserCapabilitiesRequest, io.github.workplanapi.v1.ReplaceUserCapabilitiesResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ReplaceUserCapabilities"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.ReplaceUserCapabilitiesRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.ReplaceUserCapabilitiesResponse.getDefaultInstance()))
              .setSchemaDescriptor(new UserServiceMethodDescriptorSupplier("ReplaceUserCapabilities"))
              .build();
        }
      }
    }
    return getReplaceUserCapabilitiesMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.ListUserCapabilitiesRequest,
      io.github.workplanapi.v1.ListUserCapabilitiesResponse> getListUserCapabilitiesMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ListUserCapabilities",
      requestType = io.github.workplanapi.v1.ListUserCapabilitiesRequest.class,
      responseType = io.github.workplanapi.v1.ListUserCapabilitiesResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.ListUserCapabilitiesRequest,
      io.github.workplanapi.v1.ListUserCapabilitiesResponse> getListUserCapabilitiesMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.ListUserCapabilitiesRequest, io.github.workplanapi.v1.ListUserCapabilitiesResponse> getListUserCapabilitiesMethod;
    if ((getListUserCapabilitiesMethod = UserServiceGrpc.getListUserCapabilitiesMethod) == null) {
      synchronized (UserServiceGrpc.class) {
        if ((getListUserCapabilitiesMethod = UserServiceGrpc.getListUserCapabilitiesMethod) == null) {
          UserServiceGrpc.getListUserCapabilitiesMethod = getListUserCapabilitiesMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.ListUserCapabilitiesRequest, io.github.workplanapi.v1.ListUserCapabilitiesResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ListUserCapabilities"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.ListUserCapabilitiesRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.ListUserCapabilitiesResponse.getDefaultInstance()))
              .setSchemaDescriptor(new UserServiceMethodDescriptorSupplier("ListUserCapabilities"))
              .build();
        }
      }
    }
    return getListUserCapabilitiesMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.github.workplanapi.v1.UpsertUserCapabilitiesRequest,
      io.github.workplanapi.v1.UpsertUserCapabilitiesResponse> getUpsertUserCapabilitiesMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "UpsertUserCapabilities",
      requestType = io.github.workplanapi.v1.UpsertUserCapabilitiesRequest.class,
      responseType = io.github.workplanapi.v1.UpsertUserCapabilitiesResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.github.workplanapi.v1.UpsertUserCapabilitiesRequest,
      io.github.workplanapi.v1.UpsertUserCapabilitiesResponse> getUpsertUserCapabilitiesMethod() {
    io.grpc.MethodDescriptor<io.github.workplanapi.v1.UpsertUserCapabilitiesRequest, io.github.workplanapi.v1.UpsertUserCapabilitiesResponse> getUpsertUserCapabilitiesMethod;
    if ((getUpsertUserCapabilitiesMethod = UserServiceGrpc.getUpsertUserCapabilitiesMethod) == null) {
      synchronized (UserServiceGrpc.class) {
        if ((getUpsertUserCapabilitiesMethod = UserServiceGrpc.getUpsertUserCapabilitiesMethod) == null) {
          UserServiceGrpc.getUpsertUserCapabilitiesMethod = getUpsertUserCapabilitiesMethod =
              io.grpc.MethodDescriptor.<io.github.workplanapi.v1.UpsertUserCapabilitiesRequest, io.github.workplanapi.v1.UpsertUserCapabilitiesResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "UpsertUserCapabilities"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.UpsertUserCapabilitiesRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.github.workplanapi.v1.UpsertUserCapabilitiesResponse.getDefaultInstance()))
              .setSchemaDescriptor(new UserServiceMethodDescriptorSupplier("UpsertUserCapabilities"))
              .build();
        }
      }
    }
    return getUpsertUserCapabilitiesMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static UserServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<UserServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<UserServiceStub>() {
        @java.lang.Override
        public UserServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new UserServiceStub(channel, callOptions);
        }
      };
    return UserServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static UserServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<UserServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<UserServiceBlockingV2Stub>() {
        @java.lang.Override
        public UserServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new UserServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return UserServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static UserServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<UserServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<UserServiceBlockingStub>() {
        @java.lang.Override
        public UserServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new UserServiceBlockingStub(channel, callOptions);
        }
      };
    return UserServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static UserServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<UserServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<UserServiceFutureStub>() {
        @java.lang.Override
        public UserServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new UserServiceFutureStub(channel, callOptions);
        }
      };
    return UserServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * UserService lists, creates and updates the people of the organization.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * ListUsers lists the users, oldest first. Filters combine with AND. Placeholders are in
     * the list only with kind=placeholder or kind=all.
     * Errors: INVALID_ARGUMENT if a parameter is invalid, or min_level is used without
     * capability_id.
     * </pre>
     */
    default void listUsers(io.github.workplanapi.v1.ListUsersRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListUsersResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListUsersMethod(), responseObserver);
    }

    /**
     * <pre>
     * GetUser returns one user.
     * Errors: NOT_FOUND if the user does not exist.
     * </pre>
     */
    default void getUser(io.github.workplanapi.v1.GetUserRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.GetUserResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getGetUserMethod(), responseObserver);
    }

    /**
     * <pre>
     * CreateUser creates a user. The e-mail address and the name are required. Only admins
     * may. The role manager or admin, and canSignIn, need the scope write:keys too: without it, the
     * person cannot sign in until canSignIn is set. An external id of the source scim needs the
     * scope scim.
     * A user of the kind placeholder stands for work that has no person yet. It needs only a
     * name, and has neither an e-mail address nor a role. Its capabilities are those that the
     * person for the work should have. Users with the role manager may create placeholders too.
     * Errors: INVALID_ARGUMENT if a field is missing or out of range, the manager or a
     * capability is unknown, a capability is inactive, or a placeholder has an e-mail address or
     * a role; PERMISSION_DENIED if the caller may not create such a user, or lacks the scope
     * for the role; ALREADY_EXISTS if another user has the e-mail address.
     * </pre>
     */
    default void createUser(io.github.workplanapi.v1.CreateUserRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.CreateUserResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getCreateUserMethod(), responseObserver);
    }

    /**
     * <pre>
     * UpdateUser changes the given fields of a user. Users may change their own name and
     * image. Their managers may also change the country and the availability. Admins may
     * change every field of every user. Four changes need the scope write:keys too, because
     * somebody can then sign in with more rights: a higher role, another e-mail address, and
     * isActive or canSignIn from false to true. Another external id of the source scim needs the
     * scope scim. Users with the role manager may change placeholders, but not put one below
     * themselves that is not. Another e-mail address ends the user's sessions and removes
     * the account that the user signs in with, see UnbindSignIn.
     * Errors: INVALID_ARGUMENT if a field is out of range, the manager is unknown, or the
     * reporting line would become a cycle; NOT_FOUND if the user does not exist;
     * PERMISSION_DENIED if the caller may not change one of the fields, or lacks the scope for
     * it; ALREADY_EXISTS if another user has the e-mail address; FAILED_PRECONDITION if the organization would
     * have no active admin left; ABORTED if the record no longer has the version in
     * If-Match.
     * </pre>
     */
    default void updateUser(io.github.workplanapi.v1.UpdateUserRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.UpdateUserResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getUpdateUserMethod(), responseObserver);
    }

    /**
     * <pre>
     * UpsertUsers creates or changes up to 1,000 users in one transaction. An item changes
     * the user that it matches, or creates one. What matches is the external id of one
     * source, or the e-mail address. Each item has what a new user needs; what it leaves out,
     * a user who exists keeps. An item has no capabilities, which are written at their own
     * path. The response has one user for each item, in the order of the items. If an item is
     * invalid, nothing is written and the error lists all invalid items.
     * Errors: INVALID_ARGUMENT if an item is invalid, has nothing to match, or matches the same
     * as another item; PERMISSION_DENIED if the caller may not write one of the users;
     * ALREADY_EXISTS if another user has the e-mail address or an external id of an item;
     * FAILED_PRECONDITION if the organization would have no active admin left.
     * </pre>
     */
    default void upsertUsers(io.github.workplanapi.v1.UpsertUsersRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.UpsertUsersResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getUpsertUsersMethod(), responseObserver);
    }

    /**
     * <pre>
     * UnbindSignIn removes the account of the OpenID Connect provider that a user signs in
     * with, and ends the sessions that were begun with it. The first account that signs in
     * with the e-mail address of a user is bound to the user, and no other one can sign in
     * until it is removed. It changes nothing if no account is bound. Only admins may.
     * Errors: NOT_FOUND if the user does not exist; PERMISSION_DENIED if the caller is not
     * an admin.
     * </pre>
     */
    default void unbindSignIn(io.github.workplanapi.v1.UnbindSignInRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.UnbindSignInResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getUnbindSignInMethod(), responseObserver);
    }

    /**
     * <pre>
     * GetUserCapabilities returns the capabilities that a user has, with a level for each.
     * Errors: NOT_FOUND if the user does not exist.
     * </pre>
     */
    default void getUserCapabilities(io.github.workplanapi.v1.GetUserCapabilitiesRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.GetUserCapabilitiesResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getGetUserCapabilitiesMethod(), responseObserver);
    }

    /**
     * <pre>
     * ReplaceUserCapabilities replaces the whole list of capabilities of a user. An empty
     * list removes all. An inactive capability may stay in the list, but not be added to it.
     * The user, the user's managers and admins may.
     * Errors: INVALID_ARGUMENT if an item is invalid, two have the same capability, or a
     * capability is unknown, or is inactive and new in the list; NOT_FOUND if the user does
     * not exist; PERMISSION_DENIED if the caller may not change the capabilities of the user;
     * ABORTED if the record no longer has the version in If-Match.
     * </pre>
     */
    default void replaceUserCapabilities(io.github.workplanapi.v1.ReplaceUserCapabilitiesRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ReplaceUserCapabilitiesResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getReplaceUserCapabilitiesMethod(), responseObserver);
    }

    /**
     * <pre>
     * ListUserCapabilities lists the capabilities of all users, in the order of the
     * ids of the users. A user who never had any is not in the list.
     * Errors: INVALID_ARGUMENT if a parameter is invalid.
     * </pre>
     */
    default void listUserCapabilities(io.github.workplanapi.v1.ListUserCapabilitiesRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListUserCapabilitiesResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListUserCapabilitiesMethod(), responseObserver);
    }

    /**
     * <pre>
     * UpsertUserCapabilities replaces the lists of capabilities of up to 1,000 users in one
     * transaction, each as ReplaceUserCapabilities does it. A list that is the same in any order
     * is not changed. The response has one list for each item, in the order of the items. If an
     * item is invalid, nothing is written and the error lists all invalid items.
     * Errors: INVALID_ARGUMENT if an item is invalid, two have the same user or, in one list, the
     * same capability, a user or a capability is unknown, or a capability is inactive and new in
     * a list; PERMISSION_DENIED if the caller may not change the capabilities of one of the users.
     * </pre>
     */
    default void upsertUserCapabilities(io.github.workplanapi.v1.UpsertUserCapabilitiesRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.UpsertUserCapabilitiesResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getUpsertUserCapabilitiesMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service UserService.
   * <pre>
   * UserService lists, creates and updates the people of the organization.
   * </pre>
   */
  public static abstract class UserServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return UserServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service UserService.
   * <pre>
   * UserService lists, creates and updates the people of the organization.
   * </pre>
   */
  public static final class UserServiceStub
      extends io.grpc.stub.AbstractAsyncStub<UserServiceStub> {
    private UserServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected UserServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new UserServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * ListUsers lists the users, oldest first. Filters combine with AND. Placeholders are in
     * the list only with kind=placeholder or kind=all.
     * Errors: INVALID_ARGUMENT if a parameter is invalid, or min_level is used without
     * capability_id.
     * </pre>
     */
    public void listUsers(io.github.workplanapi.v1.ListUsersRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListUsersResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListUsersMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * GetUser returns one user.
     * Errors: NOT_FOUND if the user does not exist.
     * </pre>
     */
    public void getUser(io.github.workplanapi.v1.GetUserRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.GetUserResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getGetUserMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * CreateUser creates a user. The e-mail address and the name are required. Only admins
     * may. The role manager or admin, and canSignIn, need the scope write:keys too: without it, the
     * person cannot sign in until canSignIn is set. An external id of the source scim needs the
     * scope scim.
     * A user of the kind placeholder stands for work that has no person yet. It needs only a
     * name, and has neither an e-mail address nor a role. Its capabilities are those that the
     * person for the work should have. Users with the role manager may create placeholders too.
     * Errors: INVALID_ARGUMENT if a field is missing or out of range, the manager or a
     * capability is unknown, a capability is inactive, or a placeholder has an e-mail address or
     * a role; PERMISSION_DENIED if the caller may not create such a user, or lacks the scope
     * for the role; ALREADY_EXISTS if another user has the e-mail address.
     * </pre>
     */
    public void createUser(io.github.workplanapi.v1.CreateUserRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.CreateUserResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getCreateUserMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * UpdateUser changes the given fields of a user. Users may change their own name and
     * image. Their managers may also change the country and the availability. Admins may
     * change every field of every user. Four changes need the scope write:keys too, because
     * somebody can then sign in with more rights: a higher role, another e-mail address, and
     * isActive or canSignIn from false to true. Another external id of the source scim needs the
     * scope scim. Users with the role manager may change placeholders, but not put one below
     * themselves that is not. Another e-mail address ends the user's sessions and removes
     * the account that the user signs in with, see UnbindSignIn.
     * Errors: INVALID_ARGUMENT if a field is out of range, the manager is unknown, or the
     * reporting line would become a cycle; NOT_FOUND if the user does not exist;
     * PERMISSION_DENIED if the caller may not change one of the fields, or lacks the scope for
     * it; ALREADY_EXISTS if another user has the e-mail address; FAILED_PRECONDITION if the organization would
     * have no active admin left; ABORTED if the record no longer has the version in
     * If-Match.
     * </pre>
     */
    public void updateUser(io.github.workplanapi.v1.UpdateUserRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.UpdateUserResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getUpdateUserMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * UpsertUsers creates or changes up to 1,000 users in one transaction. An item changes
     * the user that it matches, or creates one. What matches is the external id of one
     * source, or the e-mail address. Each item has what a new user needs; what it leaves out,
     * a user who exists keeps. An item has no capabilities, which are written at their own
     * path. The response has one user for each item, in the order of the items. If an item is
     * invalid, nothing is written and the error lists all invalid items.
     * Errors: INVALID_ARGUMENT if an item is invalid, has nothing to match, or matches the same
     * as another item; PERMISSION_DENIED if the caller may not write one of the users;
     * ALREADY_EXISTS if another user has the e-mail address or an external id of an item;
     * FAILED_PRECONDITION if the organization would have no active admin left.
     * </pre>
     */
    public void upsertUsers(io.github.workplanapi.v1.UpsertUsersRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.UpsertUsersResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getUpsertUsersMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * UnbindSignIn removes the account of the OpenID Connect provider that a user signs in
     * with, and ends the sessions that were begun with it. The first account that signs in
     * with the e-mail address of a user is bound to the user, and no other one can sign in
     * until it is removed. It changes nothing if no account is bound. Only admins may.
     * Errors: NOT_FOUND if the user does not exist; PERMISSION_DENIED if the caller is not
     * an admin.
     * </pre>
     */
    public void unbindSignIn(io.github.workplanapi.v1.UnbindSignInRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.UnbindSignInResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getUnbindSignInMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * GetUserCapabilities returns the capabilities that a user has, with a level for each.
     * Errors: NOT_FOUND if the user does not exist.
     * </pre>
     */
    public void getUserCapabilities(io.github.workplanapi.v1.GetUserCapabilitiesRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.GetUserCapabilitiesResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getGetUserCapabilitiesMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * ReplaceUserCapabilities replaces the whole list of capabilities of a user. An empty
     * list removes all. An inactive capability may stay in the list, but not be added to it.
     * The user, the user's managers and admins may.
     * Errors: INVALID_ARGUMENT if an item is invalid, two have the same capability, or a
     * capability is unknown, or is inactive and new in the list; NOT_FOUND if the user does
     * not exist; PERMISSION_DENIED if the caller may not change the capabilities of the user;
     * ABORTED if the record no longer has the version in If-Match.
     * </pre>
     */
    public void replaceUserCapabilities(io.github.workplanapi.v1.ReplaceUserCapabilitiesRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ReplaceUserCapabilitiesResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getReplaceUserCapabilitiesMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * ListUserCapabilities lists the capabilities of all users, in the order of the
     * ids of the users. A user who never had any is not in the list.
     * Errors: INVALID_ARGUMENT if a parameter is invalid.
     * </pre>
     */
    public void listUserCapabilities(io.github.workplanapi.v1.ListUserCapabilitiesRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListUserCapabilitiesResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListUserCapabilitiesMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * UpsertUserCapabilities replaces the lists of capabilities of up to 1,000 users in one
     * transaction, each as ReplaceUserCapabilities does it. A list that is the same in any order
     * is not changed. The response has one list for each item, in the order of the items. If an
     * item is invalid, nothing is written and the error lists all invalid items.
     * Errors: INVALID_ARGUMENT if an item is invalid, two have the same user or, in one list, the
     * same capability, a user or a capability is unknown, or a capability is inactive and new in
     * a list; PERMISSION_DENIED if the caller may not change the capabilities of one of the users.
     * </pre>
     */
    public void upsertUserCapabilities(io.github.workplanapi.v1.UpsertUserCapabilitiesRequest request,
        io.grpc.stub.StreamObserver<io.github.workplanapi.v1.UpsertUserCapabilitiesResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getUpsertUserCapabilitiesMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service UserService.
   * <pre>
   * UserService lists, creates and updates the people of the organization.
   * </pre>
   */
  public static final class UserServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<UserServiceBlockingV2Stub> {
    private UserServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected UserServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new UserServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * ListUsers lists the users, oldest first. Filters combine with AND. Placeholders are in
     * the list only with kind=placeholder or kind=all.
     * Errors: INVALID_ARGUMENT if a parameter is invalid, or min_level is used without
     * capability_id.
     * </pre>
     */
    public io.github.workplanapi.v1.ListUsersResponse listUsers(io.github.workplanapi.v1.ListUsersRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListUsersMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * GetUser returns one user.
     * Errors: NOT_FOUND if the user does not exist.
     * </pre>
     */
    public io.github.workplanapi.v1.GetUserResponse getUser(io.github.workplanapi.v1.GetUserRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getGetUserMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * CreateUser creates a user. The e-mail address and the name are required. Only admins
     * may. The role manager or admin, and canSignIn, need the scope write:keys too: without it, the
     * person cannot sign in until canSignIn is set. An external id of the source scim needs the
     * scope scim.
     * A user of the kind placeholder stands for work that has no person yet. It needs only a
     * name, and has neither an e-mail address nor a role. Its capabilities are those that the
     * person for the work should have. Users with the role manager may create placeholders too.
     * Errors: INVALID_ARGUMENT if a field is missing or out of range, the manager or a
     * capability is unknown, a capability is inactive, or a placeholder has an e-mail address or
     * a role; PERMISSION_DENIED if the caller may not create such a user, or lacks the scope
     * for the role; ALREADY_EXISTS if another user has the e-mail address.
     * </pre>
     */
    public io.github.workplanapi.v1.CreateUserResponse createUser(io.github.workplanapi.v1.CreateUserRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getCreateUserMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * UpdateUser changes the given fields of a user. Users may change their own name and
     * image. Their managers may also change the country and the availability. Admins may
     * change every field of every user. Four changes need the scope write:keys too, because
     * somebody can then sign in with more rights: a higher role, another e-mail address, and
     * isActive or canSignIn from false to true. Another external id of the source scim needs the
     * scope scim. Users with the role manager may change placeholders, but not put one below
     * themselves that is not. Another e-mail address ends the user's sessions and removes
     * the account that the user signs in with, see UnbindSignIn.
     * Errors: INVALID_ARGUMENT if a field is out of range, the manager is unknown, or the
     * reporting line would become a cycle; NOT_FOUND if the user does not exist;
     * PERMISSION_DENIED if the caller may not change one of the fields, or lacks the scope for
     * it; ALREADY_EXISTS if another user has the e-mail address; FAILED_PRECONDITION if the organization would
     * have no active admin left; ABORTED if the record no longer has the version in
     * If-Match.
     * </pre>
     */
    public io.github.workplanapi.v1.UpdateUserResponse updateUser(io.github.workplanapi.v1.UpdateUserRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getUpdateUserMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * UpsertUsers creates or changes up to 1,000 users in one transaction. An item changes
     * the user that it matches, or creates one. What matches is the external id of one
     * source, or the e-mail address. Each item has what a new user needs; what it leaves out,
     * a user who exists keeps. An item has no capabilities, which are written at their own
     * path. The response has one user for each item, in the order of the items. If an item is
     * invalid, nothing is written and the error lists all invalid items.
     * Errors: INVALID_ARGUMENT if an item is invalid, has nothing to match, or matches the same
     * as another item; PERMISSION_DENIED if the caller may not write one of the users;
     * ALREADY_EXISTS if another user has the e-mail address or an external id of an item;
     * FAILED_PRECONDITION if the organization would have no active admin left.
     * </pre>
     */
    public io.github.workplanapi.v1.UpsertUsersResponse upsertUsers(io.github.workplanapi.v1.UpsertUsersRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getUpsertUsersMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * UnbindSignIn removes the account of the OpenID Connect provider that a user signs in
     * with, and ends the sessions that were begun with it. The first account that signs in
     * with the e-mail address of a user is bound to the user, and no other one can sign in
     * until it is removed. It changes nothing if no account is bound. Only admins may.
     * Errors: NOT_FOUND if the user does not exist; PERMISSION_DENIED if the caller is not
     * an admin.
     * </pre>
     */
    public io.github.workplanapi.v1.UnbindSignInResponse unbindSignIn(io.github.workplanapi.v1.UnbindSignInRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getUnbindSignInMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * GetUserCapabilities returns the capabilities that a user has, with a level for each.
     * Errors: NOT_FOUND if the user does not exist.
     * </pre>
     */
    public io.github.workplanapi.v1.GetUserCapabilitiesResponse getUserCapabilities(io.github.workplanapi.v1.GetUserCapabilitiesRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getGetUserCapabilitiesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * ReplaceUserCapabilities replaces the whole list of capabilities of a user. An empty
     * list removes all. An inactive capability may stay in the list, but not be added to it.
     * The user, the user's managers and admins may.
     * Errors: INVALID_ARGUMENT if an item is invalid, two have the same capability, or a
     * capability is unknown, or is inactive and new in the list; NOT_FOUND if the user does
     * not exist; PERMISSION_DENIED if the caller may not change the capabilities of the user;
     * ABORTED if the record no longer has the version in If-Match.
     * </pre>
     */
    public io.github.workplanapi.v1.ReplaceUserCapabilitiesResponse replaceUserCapabilities(io.github.workplanapi.v1.ReplaceUserCapabilitiesRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getReplaceUserCapabilitiesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * ListUserCapabilities lists the capabilities of all users, in the order of the
     * ids of the users. A user who never had any is not in the list.
     * Errors: INVALID_ARGUMENT if a parameter is invalid.
     * </pre>
     */
    public io.github.workplanapi.v1.ListUserCapabilitiesResponse listUserCapabilities(io.github.workplanapi.v1.ListUserCapabilitiesRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListUserCapabilitiesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * UpsertUserCapabilities replaces the lists of capabilities of up to 1,000 users in one
     * transaction, each as ReplaceUserCapabilities does it. A list that is the same in any order
     * is not changed. The response has one list for each item, in the order of the items. If an
     * item is invalid, nothing is written and the error lists all invalid items.
     * Errors: INVALID_ARGUMENT if an item is invalid, two have the same user or, in one list, the
     * same capability, a user or a capability is unknown, or a capability is inactive and new in
     * a list; PERMISSION_DENIED if the caller may not change the capabilities of one of the users.
     * </pre>
     */
    public io.github.workplanapi.v1.UpsertUserCapabilitiesResponse upsertUserCapabilities(io.github.workplanapi.v1.UpsertUserCapabilitiesRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getUpsertUserCapabilitiesMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service UserService.
   * <pre>
   * UserService lists, creates and updates the people of the organization.
   * </pre>
   */
  public static final class UserServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<UserServiceBlockingStub> {
    private UserServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected UserServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new UserServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * ListUsers lists the users, oldest first. Filters combine with AND. Placeholders are in
     * the list only with kind=placeholder or kind=all.
     * Errors: INVALID_ARGUMENT if a parameter is invalid, or min_level is used without
     * capability_id.
     * </pre>
     */
    public io.github.workplanapi.v1.ListUsersResponse listUsers(io.github.workplanapi.v1.ListUsersRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListUsersMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * GetUser returns one user.
     * Errors: NOT_FOUND if the user does not exist.
     * </pre>
     */
    public io.github.workplanapi.v1.GetUserResponse getUser(io.github.workplanapi.v1.GetUserRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getGetUserMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * CreateUser creates a user. The e-mail address and the name are required. Only admins
     * may. The role manager or admin, and canSignIn, need the scope write:keys too: without it, the
     * person cannot sign in until canSignIn is set. An external id of the source scim needs the
     * scope scim.
     * A user of the kind placeholder stands for work that has no person yet. It needs only a
     * name, and has neither an e-mail address nor a role. Its capabilities are those that the
     * person for the work should have. Users with the role manager may create placeholders too.
     * Errors: INVALID_ARGUMENT if a field is missing or out of range, the manager or a
     * capability is unknown, a capability is inactive, or a placeholder has an e-mail address or
     * a role; PERMISSION_DENIED if the caller may not create such a user, or lacks the scope
     * for the role; ALREADY_EXISTS if another user has the e-mail address.
     * </pre>
     */
    public io.github.workplanapi.v1.CreateUserResponse createUser(io.github.workplanapi.v1.CreateUserRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getCreateUserMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * UpdateUser changes the given fields of a user. Users may change their own name and
     * image. Their managers may also change the country and the availability. Admins may
     * change every field of every user. Four changes need the scope write:keys too, because
     * somebody can then sign in with more rights: a higher role, another e-mail address, and
     * isActive or canSignIn from false to true. Another external id of the source scim needs the
     * scope scim. Users with the role manager may change placeholders, but not put one below
     * themselves that is not. Another e-mail address ends the user's sessions and removes
     * the account that the user signs in with, see UnbindSignIn.
     * Errors: INVALID_ARGUMENT if a field is out of range, the manager is unknown, or the
     * reporting line would become a cycle; NOT_FOUND if the user does not exist;
     * PERMISSION_DENIED if the caller may not change one of the fields, or lacks the scope for
     * it; ALREADY_EXISTS if another user has the e-mail address; FAILED_PRECONDITION if the organization would
     * have no active admin left; ABORTED if the record no longer has the version in
     * If-Match.
     * </pre>
     */
    public io.github.workplanapi.v1.UpdateUserResponse updateUser(io.github.workplanapi.v1.UpdateUserRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getUpdateUserMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * UpsertUsers creates or changes up to 1,000 users in one transaction. An item changes
     * the user that it matches, or creates one. What matches is the external id of one
     * source, or the e-mail address. Each item has what a new user needs; what it leaves out,
     * a user who exists keeps. An item has no capabilities, which are written at their own
     * path. The response has one user for each item, in the order of the items. If an item is
     * invalid, nothing is written and the error lists all invalid items.
     * Errors: INVALID_ARGUMENT if an item is invalid, has nothing to match, or matches the same
     * as another item; PERMISSION_DENIED if the caller may not write one of the users;
     * ALREADY_EXISTS if another user has the e-mail address or an external id of an item;
     * FAILED_PRECONDITION if the organization would have no active admin left.
     * </pre>
     */
    public io.github.workplanapi.v1.UpsertUsersResponse upsertUsers(io.github.workplanapi.v1.UpsertUsersRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getUpsertUsersMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * UnbindSignIn removes the account of the OpenID Connect provider that a user signs in
     * with, and ends the sessions that were begun with it. The first account that signs in
     * with the e-mail address of a user is bound to the user, and no other one can sign in
     * until it is removed. It changes nothing if no account is bound. Only admins may.
     * Errors: NOT_FOUND if the user does not exist; PERMISSION_DENIED if the caller is not
     * an admin.
     * </pre>
     */
    public io.github.workplanapi.v1.UnbindSignInResponse unbindSignIn(io.github.workplanapi.v1.UnbindSignInRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getUnbindSignInMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * GetUserCapabilities returns the capabilities that a user has, with a level for each.
     * Errors: NOT_FOUND if the user does not exist.
     * </pre>
     */
    public io.github.workplanapi.v1.GetUserCapabilitiesResponse getUserCapabilities(io.github.workplanapi.v1.GetUserCapabilitiesRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getGetUserCapabilitiesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * ReplaceUserCapabilities replaces the whole list of capabilities of a user. An empty
     * list removes all. An inactive capability may stay in the list, but not be added to it.
     * The user, the user's managers and admins may.
     * Errors: INVALID_ARGUMENT if an item is invalid, two have the same capability, or a
     * capability is unknown, or is inactive and new in the list; NOT_FOUND if the user does
     * not exist; PERMISSION_DENIED if the caller may not change the capabilities of the user;
     * ABORTED if the record no longer has the version in If-Match.
     * </pre>
     */
    public io.github.workplanapi.v1.ReplaceUserCapabilitiesResponse replaceUserCapabilities(io.github.workplanapi.v1.ReplaceUserCapabilitiesRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getReplaceUserCapabilitiesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * ListUserCapabilities lists the capabilities of all users, in the order of the
     * ids of the users. A user who never had any is not in the list.
     * Errors: INVALID_ARGUMENT if a parameter is invalid.
     * </pre>
     */
    public io.github.workplanapi.v1.ListUserCapabilitiesResponse listUserCapabilities(io.github.workplanapi.v1.ListUserCapabilitiesRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListUserCapabilitiesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * UpsertUserCapabilities replaces the lists of capabilities of up to 1,000 users in one
     * transaction, each as ReplaceUserCapabilities does it. A list that is the same in any order
     * is not changed. The response has one list for each item, in the order of the items. If an
     * item is invalid, nothing is written and the error lists all invalid items.
     * Errors: INVALID_ARGUMENT if an item is invalid, two have the same user or, in one list, the
     * same capability, a user or a capability is unknown, or a capability is inactive and new in
     * a list; PERMISSION_DENIED if the caller may not change the capabilities of one of the users.
     * </pre>
     */
    public io.github.workplanapi.v1.UpsertUserCapabilitiesResponse upsertUserCapabilities(io.github.workplanapi.v1.UpsertUserCapabilitiesRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getUpsertUserCapabilitiesMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service UserService.
   * <pre>
   * UserService lists, creates and updates the people of the organization.
   * </pre>
   */
  public static final class UserServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<UserServiceFutureStub> {
    private UserServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected UserServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new UserServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * ListUsers lists the users, oldest first. Filters combine with AND. Placeholders are in
     * the list only with kind=placeholder or kind=all.
     * Errors: INVALID_ARGUMENT if a parameter is invalid, or min_level is used without
     * capability_id.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.ListUsersResponse> listUsers(
        io.github.workplanapi.v1.ListUsersRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListUsersMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * GetUser returns one user.
     * Errors: NOT_FOUND if the user does not exist.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.GetUserResponse> getUser(
        io.github.workplanapi.v1.GetUserRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getGetUserMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * CreateUser creates a user. The e-mail address and the name are required. Only admins
     * may. The role manager or admin, and canSignIn, need the scope write:keys too: without it, the
     * person cannot sign in until canSignIn is set. An external id of the source scim needs the
     * scope scim.
     * A user of the kind placeholder stands for work that has no person yet. It needs only a
     * name, and has neither an e-mail address nor a role. Its capabilities are those that the
     * person for the work should have. Users with the role manager may create placeholders too.
     * Errors: INVALID_ARGUMENT if a field is missing or out of range, the manager or a
     * capability is unknown, a capability is inactive, or a placeholder has an e-mail address or
     * a role; PERMISSION_DENIED if the caller may not create such a user, or lacks the scope
     * for the role; ALREADY_EXISTS if another user has the e-mail address.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.CreateUserResponse> createUser(
        io.github.workplanapi.v1.CreateUserRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getCreateUserMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * UpdateUser changes the given fields of a user. Users may change their own name and
     * image. Their managers may also change the country and the availability. Admins may
     * change every field of every user. Four changes need the scope write:keys too, because
     * somebody can then sign in with more rights: a higher role, another e-mail address, and
     * isActive or canSignIn from false to true. Another external id of the source scim needs the
     * scope scim. Users with the role manager may change placeholders, but not put one below
     * themselves that is not. Another e-mail address ends the user's sessions and removes
     * the account that the user signs in with, see UnbindSignIn.
     * Errors: INVALID_ARGUMENT if a field is out of range, the manager is unknown, or the
     * reporting line would become a cycle; NOT_FOUND if the user does not exist;
     * PERMISSION_DENIED if the caller may not change one of the fields, or lacks the scope for
     * it; ALREADY_EXISTS if another user has the e-mail address; FAILED_PRECONDITION if the organization would
     * have no active admin left; ABORTED if the record no longer has the version in
     * If-Match.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.UpdateUserResponse> updateUser(
        io.github.workplanapi.v1.UpdateUserRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getUpdateUserMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * UpsertUsers creates or changes up to 1,000 users in one transaction. An item changes
     * the user that it matches, or creates one. What matches is the external id of one
     * source, or the e-mail address. Each item has what a new user needs; what it leaves out,
     * a user who exists keeps. An item has no capabilities, which are written at their own
     * path. The response has one user for each item, in the order of the items. If an item is
     * invalid, nothing is written and the error lists all invalid items.
     * Errors: INVALID_ARGUMENT if an item is invalid, has nothing to match, or matches the same
     * as another item; PERMISSION_DENIED if the caller may not write one of the users;
     * ALREADY_EXISTS if another user has the e-mail address or an external id of an item;
     * FAILED_PRECONDITION if the organization would have no active admin left.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.UpsertUsersResponse> upsertUsers(
        io.github.workplanapi.v1.UpsertUsersRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getUpsertUsersMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * UnbindSignIn removes the account of the OpenID Connect provider that a user signs in
     * with, and ends the sessions that were begun with it. The first account that signs in
     * with the e-mail address of a user is bound to the user, and no other one can sign in
     * until it is removed. It changes nothing if no account is bound. Only admins may.
     * Errors: NOT_FOUND if the user does not exist; PERMISSION_DENIED if the caller is not
     * an admin.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.UnbindSignInResponse> unbindSignIn(
        io.github.workplanapi.v1.UnbindSignInRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getUnbindSignInMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * GetUserCapabilities returns the capabilities that a user has, with a level for each.
     * Errors: NOT_FOUND if the user does not exist.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.GetUserCapabilitiesResponse> getUserCapabilities(
        io.github.workplanapi.v1.GetUserCapabilitiesRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getGetUserCapabilitiesMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * ReplaceUserCapabilities replaces the whole list of capabilities of a user. An empty
     * list removes all. An inactive capability may stay in the list, but not be added to it.
     * The user, the user's managers and admins may.
     * Errors: INVALID_ARGUMENT if an item is invalid, two have the same capability, or a
     * capability is unknown, or is inactive and new in the list; NOT_FOUND if the user does
     * not exist; PERMISSION_DENIED if the caller may not change the capabilities of the user;
     * ABORTED if the record no longer has the version in If-Match.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.ReplaceUserCapabilitiesResponse> replaceUserCapabilities(
        io.github.workplanapi.v1.ReplaceUserCapabilitiesRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getReplaceUserCapabilitiesMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * ListUserCapabilities lists the capabilities of all users, in the order of the
     * ids of the users. A user who never had any is not in the list.
     * Errors: INVALID_ARGUMENT if a parameter is invalid.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.ListUserCapabilitiesResponse> listUserCapabilities(
        io.github.workplanapi.v1.ListUserCapabilitiesRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListUserCapabilitiesMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * UpsertUserCapabilities replaces the lists of capabilities of up to 1,000 users in one
     * transaction, each as ReplaceUserCapabilities does it. A list that is the same in any order
     * is not changed. The response has one list for each item, in the order of the items. If an
     * item is invalid, nothing is written and the error lists all invalid items.
     * Errors: INVALID_ARGUMENT if an item is invalid, two have the same user or, in one list, the
     * same capability, a user or a capability is unknown, or a capability is inactive and new in
     * a list; PERMISSION_DENIED if the caller may not change the capabilities of one of the users.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.github.workplanapi.v1.UpsertUserCapabilitiesResponse> upsertUserCapabilities(
        io.github.workplanapi.v1.UpsertUserCapabilitiesRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getUpsertUserCapabilitiesMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_LIST_USERS = 0;
  private static final int METHODID_GET_USER = 1;
  private static final int METHODID_CREATE_USER = 2;
  private static final int METHODID_UPDATE_USER = 3;
  private static final int METHODID_UPSERT_USERS = 4;
  private static final int METHODID_UNBIND_SIGN_IN = 5;
  private static final int METHODID_GET_USER_CAPABILITIES = 6;
  private static final int METHODID_REPLACE_USER_CAPABILITIES = 7;
  private static final int METHODID_LIST_USER_CAPABILITIES = 8;
  private static final int METHODID_UPSERT_USER_CAPABILITIES = 9;

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
        case METHODID_LIST_USERS:
          serviceImpl.listUsers((io.github.workplanapi.v1.ListUsersRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListUsersResponse>) responseObserver);
          break;
        case METHODID_GET_USER:
          serviceImpl.getUser((io.github.workplanapi.v1.GetUserRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.GetUserResponse>) responseObserver);
          break;
        case METHODID_CREATE_USER:
          serviceImpl.createUser((io.github.workplanapi.v1.CreateUserRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.CreateUserResponse>) responseObserver);
          break;
        case METHODID_UPDATE_USER:
          serviceImpl.updateUser((io.github.workplanapi.v1.UpdateUserRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.UpdateUserResponse>) responseObserver);
          break;
        case METHODID_UPSERT_USERS:
          serviceImpl.upsertUsers((io.github.workplanapi.v1.UpsertUsersRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.UpsertUsersResponse>) responseObserver);
          break;
        case METHODID_UNBIND_SIGN_IN:
          serviceImpl.unbindSignIn((io.github.workplanapi.v1.UnbindSignInRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.UnbindSignInResponse>) responseObserver);
          break;
        case METHODID_GET_USER_CAPABILITIES:
          serviceImpl.getUserCapabilities((io.github.workplanapi.v1.GetUserCapabilitiesRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.GetUserCapabilitiesResponse>) responseObserver);
          break;
        case METHODID_REPLACE_USER_CAPABILITIES:
          serviceImpl.replaceUserCapabilities((io.github.workplanapi.v1.ReplaceUserCapabilitiesRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ReplaceUserCapabilitiesResponse>) responseObserver);
          break;
        case METHODID_LIST_USER_CAPABILITIES:
          serviceImpl.listUserCapabilities((io.github.workplanapi.v1.ListUserCapabilitiesRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.ListUserCapabilitiesResponse>) responseObserver);
          break;
        case METHODID_UPSERT_USER_CAPABILITIES:
          serviceImpl.upsertUserCapabilities((io.github.workplanapi.v1.UpsertUserCapabilitiesRequest) request,
              (io.grpc.stub.StreamObserver<io.github.workplanapi.v1.UpsertUserCapabilitiesResponse>) responseObserver);
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
          getListUsersMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.ListUsersRequest,
              io.github.workplanapi.v1.ListUsersResponse>(
                service, METHODID_LIST_USERS)))
        .addMethod(
          getGetUserMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.GetUserRequest,
              io.github.workplanapi.v1.GetUserResponse>(
                service, METHODID_GET_USER)))
        .addMethod(
          getCreateUserMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.CreateUserRequest,
              io.github.workplanapi.v1.CreateUserResponse>(
                service, METHODID_CREATE_USER)))
        .addMethod(
          getUpdateUserMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.UpdateUserRequest,
              io.github.workplanapi.v1.UpdateUserResponse>(
                service, METHODID_UPDATE_USER)))
        .addMethod(
          getUpsertUsersMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.UpsertUsersRequest,
              io.github.workplanapi.v1.UpsertUsersResponse>(
                service, METHODID_UPSERT_USERS)))
        .addMethod(
          getUnbindSignInMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.UnbindSignInRequest,
              io.github.workplanapi.v1.UnbindSignInResponse>(
                service, METHODID_UNBIND_SIGN_IN)))
        .addMethod(
          getGetUserCapabilitiesMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.GetUserCapabilitiesRequest,
              io.github.workplanapi.v1.GetUserCapabilitiesResponse>(
                service, METHODID_GET_USER_CAPABILITIES)))
        .addMethod(
          getReplaceUserCapabilitiesMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.ReplaceUserCapabilitiesRequest,
              io.github.workplanapi.v1.ReplaceUserCapabilitiesResponse>(
                service, METHODID_REPLACE_USER_CAPABILITIES)))
        .addMethod(
          getListUserCapabilitiesMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.ListUserCapabilitiesRequest,
              io.github.workplanapi.v1.ListUserCapabilitiesResponse>(
                service, METHODID_LIST_USER_CAPABILITIES)))
        .addMethod(
          getUpsertUserCapabilitiesMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.github.workplanapi.v1.UpsertUserCapabilitiesRequest,
              io.github.workplanapi.v1.UpsertUserCapabilitiesResponse>(
                service, METHODID_UPSERT_USER_CAPABILITIES)))
        .build();
  }

  private static abstract class UserServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    UserServiceBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return io.github.workplanapi.v1.UsersProto.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("UserService");
    }
  }

  private static final class UserServiceFileDescriptorSupplier
      extends UserServiceBaseDescriptorSupplier {
    UserServiceFileDescriptorSupplier() {}
  }

  private static final class UserServiceMethodDescriptorSupplier
      extends UserServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    UserServiceMethodDescriptorSupplier(java.lang.String methodName) {
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
      synchronized (UserServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new UserServiceFileDescriptorSupplier())
              .addMethod(getListUsersMethod())
              .addMethod(getGetUserMethod())
              .addMethod(getCreateUserMethod())
              .addMethod(getUpdateUserMethod())
              .addMethod(getUpsertUsersMethod())
              .addMethod(getUnbindSignInMethod())
              .addMethod(getGetUserCapabilitiesMethod())
              .addMethod(getReplaceUserCapabilitiesMethod())
              .addMethod(getListUserCapabilitiesMethod())
              .addMethod(getUpsertUserCapabilitiesMethod())
              .build();
        }
      }
    }
    return result;
  }
}

package io.github.workplanapi;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import com.google.rpc.RetryInfo;
import io.github.workplanapi.WorkplanException.Detail;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes an exception of a gRPC status. */
final class GrpcFailure {
  private static final Metadata.Key<String> REQUEST_ID = Metadata.Key.of("x-request-id", Metadata.ASCII_STRING_MARSHALLER);
  private static final Pattern ITEM = Pattern.compile("\\bitems\\[(\\d{1,9})]");

  private GrpcFailure() {}

  /** The failure of a call to an address. headers and trailers are null or empty if no response was received. */
  static WorkplanException of(StatusRuntimeException e, String address, Metadata headers, Metadata trailers) {
    Status status = e.getStatus();
    String name = status.getCode().name();
    String requestId = requestId(headers) != null ? requestId(headers) : requestId(trailers);
    String code = null;
    Duration retryAfter = null;
    List<Detail> fields = new ArrayList<>();
    com.google.rpc.Status details = StatusProto.fromThrowable(e);
    try {
      for (Any any : details.getDetailsList()) {
        if (any.is(ErrorInfo.class)) {
          code = any.unpack(ErrorInfo.class).getReason();
        } else if (any.is(RetryInfo.class)) {
          com.google.protobuf.Duration delay = any.unpack(RetryInfo.class).getRetryDelay();
          retryAfter = Duration.ofSeconds(delay.getSeconds(), delay.getNanos());
        } else if (any.is(BadRequest.class)) {
          any.unpack(BadRequest.class).getFieldViolationsList().forEach(v -> fields.add(new Detail(v.getField(), v.getDescription(), index(v.getField()))));
        }
      }
    } catch (InvalidProtocolBufferException broken) {
      code = null;
    }
    if (code != null) {
      return new WorkplanException(details.getMessage(), code, name, requestId, fields, retryAfter, e);
    }
    String what = name + ": " + status.getDescription() + (status.getCause() == null ? "" : ": " + status.getCause());
    boolean received = headers != null || trailers != null && !trailers.keys().isEmpty();
    return received && status.getCode() != Status.Code.DEADLINE_EXCEEDED
        ? WorkplanException.unexpectedResponse(address + ": the response is not from Workplan: " + what, name, requestId, retryAfter, e)
        : WorkplanException.unreachable(address + ": no response: " + what, name, e);
  }

  private static String requestId(Metadata metadata) {
    return metadata == null ? null : metadata.get(REQUEST_ID);
  }

  /** The index in a field such as batch.items[3].hours, or null. */
  private static Integer index(String field) {
    Matcher item = ITEM.matcher(field);
    return item.find() ? Integer.valueOf(item.group(1)) : null;
  }
}

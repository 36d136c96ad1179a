package io.github.workplanapi;

import java.time.Duration;
import java.util.List;

/** Any failure of a call, over REST and over gRPC. */
public sealed class WorkplanException extends RuntimeException permits CursorException {
  private static final long serialVersionUID = 1L;

  /** The {@link #code} if there was no response: the connection was refused or reset, or the time was over. */
  public static final String UNREACHABLE = "unreachable";

  /** The {@link #code} if the response is not from Workplan, such as a proxy's page, or is incomplete. */
  public static final String UNEXPECTED_RESPONSE = "unexpected_response";

  /**
   * A wrong field.
   *
   * @param field the field: {@code items[3].hours} over REST, {@code batch.items[3].hours} over gRPC
   * @param message what is wrong with it
   * @param index the index of the item in a batch, or null
   */
  public record Detail(String field, String message, Integer index) {}

  private final String code;
  private final String status;
  private final String requestId;
  private final transient List<Detail> details;
  private final transient Duration retryAfter;

  WorkplanException(String message, String code, String status, String requestId, List<Detail> details, Duration retryAfter, Throwable cause) {
    super(message, cause);
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.details = List.copyOf(details);
    this.retryAfter = retryAfter;
  }

  static WorkplanException unreachable(String message, String status, Throwable cause) {
    return new WorkplanException(message, UNREACHABLE, status, null, List.of(), null, cause);
  }

  static WorkplanException unexpectedResponse(String message, String status, String requestId, Duration retryAfter, Throwable cause) {
    return new WorkplanException(message, UNEXPECTED_RESPONSE, status, requestId, List.of(), retryAfter, cause);
  }

  /** The server's code, such as {@code validation_failed}, or {@link #UNREACHABLE} or {@link #UNEXPECTED_RESPONSE}. */
  public String code() {
    return code;
  }

  /** The HTTP status, such as {@code 400}, or the name of the gRPC status, such as {@code INVALID_ARGUMENT}; null if there was no response over REST. */
  public String status() {
    return status;
  }

  /** Identifies the request in the server's log; null if unknown. */
  public String requestId() {
    return requestId;
  }

  /** The wrong fields, at most 100. */
  public List<Detail> details() {
    return details;
  }

  /** How long the server asks to wait before the next try, or null. */
  Duration retryAfter() {
    return retryAfter;
  }

  @Override
  public String toString() {
    return getClass().getName() + ": " + getMessage() + " (" + code + ", status " + status + ", request " + requestId + ")";
  }
}

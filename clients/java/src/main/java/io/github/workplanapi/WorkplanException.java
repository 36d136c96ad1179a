package io.github.workplanapi;

import java.time.Duration;
import java.util.List;

/** Whatever goes wrong with a call, over REST and over gRPC. */
public final class WorkplanException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The {@link #code} where no answer came: refused, reset, timed out. */
  public static final String UNREACHABLE = "unreachable";

  /** The {@link #code} where what came is not an answer of Workplan: a proxy's page, half a body. */
  public static final String UNEXPECTED_ANSWER = "unexpected_answer";

  /**
   * A field that is wrong.
   *
   * @param field the field: {@code items[3].hours} over REST, {@code batch.items[3].hours} over gRPC
   * @param message what is wrong with it
   * @param index the position in a batch of the item that the field is in, or null
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

  static WorkplanException unexpectedAnswer(String message, String status, String requestId, Duration retryAfter, Throwable cause) {
    return new WorkplanException(message, UNEXPECTED_ANSWER, status, requestId, List.of(), retryAfter, cause);
  }

  /** The server's code, such as {@code validation_failed}, or {@link #UNREACHABLE} or {@link #UNEXPECTED_ANSWER}. */
  public String code() {
    return code;
  }

  /** The HTTP status, such as {@code 400}, or the name of the gRPC status, such as {@code INVALID_ARGUMENT}; null where no answer came over REST. */
  public String status() {
    return status;
  }

  /** Names the request in the server's log; null where the answer does not say. */
  public String requestId() {
    return requestId;
  }

  /** The fields that are wrong, the first hundred; empty where it is not about fields. */
  public List<Detail> details() {
    return details;
  }

  /** How long the answer asks to wait before the next try, or null. */
  Duration retryAfter() {
    return retryAfter;
  }

  @Override
  public String toString() {
    return getClass().getName() + ": " + getMessage() + " (" + code + ", status " + status + ", request " + requestId + ")";
  }
}

package io.github.workplanapi;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.github.workplanapi.WorkplanException.Detail;
import io.github.workplanapi.model.ErrorBody;
import io.github.workplanapi.model.ErrorObject;
import io.github.workplanapi.model.WriteMeta;
import io.grpc.Deadline;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.openapitools.jackson.nullable.JsonNullableModule;

/** One REST request and its response. It may be sent several times. */
record HttpExchange(HttpClient http, HttpRequest request, Deadline deadline) {
  static final ObjectMapper JSON = JsonMapper.builder()
      .addModules(new JavaTimeModule(), new JsonNullableModule())
      .serializationInclusion(JsonInclude.Include.NON_NULL) // Absent members; JsonNullable writes a null.
      .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
      .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
      .disable(DeserializationFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE)
      .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
      .build();

  /** What a response carries: its data, and its meta or null. */
  record Result<T>(T data, WriteMeta meta) {}

  /** Sends the request and returns what the response carries. */
  <T> Result<T> send(TypeReference<T> type) {
    HttpResponse<byte[]> response = receive();
    try {
      JsonNode body = JSON.readTree(response.body());
      if (response.statusCode() == 200 && body.hasNonNull("data")) {
        T data = JSON.treeToValue(body.get("data"), type);
        return new Result<>(data, JSON.treeToValue(body.get("meta"), WriteMeta.class));
      }
      if (response.statusCode() != 200 && body.at("/error/code").isTextual() && body.at("/error/message").isTextual()) {
        throw failure(response, JSON.treeToValue(body, ErrorBody.class).getError());
      }
    } catch (IOException e) {
      throw unexpected(response.statusCode(), response.headers(), beginning(response), e);
    }
    throw unexpected(response.statusCode(), response.headers(), beginning(response), null);
  }

  private HttpResponse<byte[]> receive() {
    AtomicReference<ResponseInfo> head = new AtomicReference<>();
    CompletableFuture<HttpResponse<byte[]>> response = http.sendAsync(request, info -> {
      head.set(info);
      return BodySubscribers.ofByteArray();
    });
    try {
      // The timeout of an HttpRequest ends when the body begins.
      return response.get(deadline.timeRemaining(TimeUnit.NANOSECONDS), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      ResponseInfo info = head.get();
      throw info == null
          ? unreachable("no response: " + e.getCause(), e.getCause())
          : unexpected(info.statusCode(), info.headers(), "an incomplete body: " + e.getCause().getMessage(), e.getCause());
    } catch (TimeoutException e) {
      response.cancel(true);
      throw unreachable("no response in time", e);
    } catch (InterruptedException e) {
      response.cancel(true);
      Thread.currentThread().interrupt();
      throw unreachable("interrupted", e);
    }
  }

  private static WorkplanException failure(HttpResponse<?> response, ErrorObject error) {
    List<Detail> details = error.getDetails() == null ? List.of()
        : error.getDetails().stream().map(d -> new Detail(d.getField(), d.getMessage(), d.getIndex())).toList();
    String status = Integer.toString(response.statusCode());
    return new WorkplanException(error.getMessage(), error.getCode(), status, error.getRequestId(), details, retryAfter(response.headers()), null);
  }

  private WorkplanException unreachable(String what, Throwable cause) {
    return WorkplanException.unreachable(request.method() + " " + request.uri() + ": " + what, null, cause);
  }

  private WorkplanException unexpected(int status, HttpHeaders headers, String what, Throwable cause) {
    String message = request.method() + " " + request.uri() + ": the response is not from Workplan: " + status + " with " + what;
    return WorkplanException.unexpectedResponse(message, Integer.toString(status), headers.firstValue("X-Request-Id").orElse(null), retryAfter(headers), cause);
  }

  /** The content type and the first characters of a body, for the message. */
  private static String beginning(HttpResponse<byte[]> response) {
    String type = response.headers().firstValue("Content-Type").orElse("no content type");
    String text = new String(response.body(), StandardCharsets.UTF_8).strip().replaceAll("\\s+", " ");
    return type + (text.isEmpty() ? ", empty" : ": " + text.substring(0, Math.min(text.length(), 200)));
  }

  private static Duration retryAfter(HttpHeaders headers) {
    return headers.firstValue("Retry-After").filter(s -> s.matches("\\d{1,9}")).map(s -> Duration.ofSeconds(Long.parseLong(s))).orElse(null);
  }
}

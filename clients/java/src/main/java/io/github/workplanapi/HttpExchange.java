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
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
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
import java.util.function.Supplier;
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

  /** How long the server takes at most for a response with all rows. */
  private static final long WHOLE_SECONDS = 300;

  /** What a response carries: its data, and its meta or null. */
  record Result<T>(T data, WriteMeta meta) {}

  /** Sends the request and returns what the response carries. */
  <T> Result<T> send(TypeReference<T> type) {
    HttpResponse<byte[]> response = receive(BodySubscribers::ofByteArray);
    if (response.statusCode() != 200) {
      throw failure(response, response.body());
    }
    try {
      JsonNode body = JSON.readTree(response.body());
      if (body.hasNonNull("data")) {
        T data = JSON.treeToValue(body.get("data"), type);
        return new Result<>(data, JSON.treeToValue(body.get("meta"), WriteMeta.class));
      }
    } catch (IOException e) {
      throw unexpected(200, response.headers(), beginning(response.headers(), response.body()), e);
    }
    throw unexpected(200, response.headers(), beginning(response.headers(), response.body()), null);
  }

  /** Sends a request for all rows of a list, and returns the response when it has begun. */
  WholeList.Begun begin(Format format) {
    HttpResponse<InputStream> response = receive(BodySubscribers::ofInputStream);
    HttpHeaders headers = response.headers();
    String type = headers.firstValue("Content-Type").orElse("").replaceFirst(";.*", "");
    if (response.statusCode() != 200 || !type.equals(format.mediaType) || headers.firstValue("Workplan-Seq").isEmpty()) {
      throw refusal(response);
    }
    long seq = Long.parseLong(headers.firstValue("Workplan-Seq").get());
    InputStream body = response.body();
    CompletableFuture<Void> end = new CompletableFuture<Void>().orTimeout(WHOLE_SECONDS, TimeUnit.SECONDS);
    end.whenComplete((done, late) -> close(body)); // also wakes a reader
    return new WholeList.Begun() {
      @Override
      public long seq() {
        return seq;
      }

      @Override
      public InputStream body() {
        return body;
      }

      @Override
      public WorkplanException cut(IOException cause) {
        return end.isCompletedExceptionally()
            ? unreachable("no response in time", cause)
            : unexpected(200, headers, "missing rows: " + cause.getMessage(), cause);
      }

      @Override
      public void close() {
        end.complete(null);
      }
    };
  }

  /** The failure that a response to a request for all rows carries. */
  private WorkplanException refusal(HttpResponse<InputStream> response) {
    try (InputStream body = response.body()) {
      return failure(response, body.readNBytes(1 << 20));
    } catch (IOException e) {
      return unexpected(response.statusCode(), response.headers(), "an incomplete body: " + e.getMessage(), e);
    }
  }

  private static void close(InputStream body) {
    try {
      body.close();
    } catch (IOException e) {
      // Nobody reads it any more.
    }
  }

  private <T> HttpResponse<T> receive(Supplier<BodySubscriber<T>> subscriber) {
    AtomicReference<ResponseInfo> head = new AtomicReference<>();
    CompletableFuture<HttpResponse<T>> response = http.sendAsync(request, info -> {
      head.set(info);
      return subscriber.get();
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

  /** The failure that a response carries. */
  private WorkplanException failure(HttpResponse<?> response, byte[] text) {
    String beginning = beginning(response.headers(), text);
    try {
      JsonNode body = JSON.readTree(text);
      if (response.statusCode() != 200 && body.at("/error/code").isTextual() && body.at("/error/message").isTextual()) {
        return failure(response, JSON.treeToValue(body, ErrorBody.class).getError());
      }
    } catch (IOException e) {
      return unexpected(response.statusCode(), response.headers(), beginning, e);
    }
    return unexpected(response.statusCode(), response.headers(), beginning, null);
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
  private static String beginning(HttpHeaders headers, byte[] body) {
    String type = headers.firstValue("Content-Type").orElse("no content type");
    String text = new String(body, StandardCharsets.UTF_8).strip().replaceAll("\\s+", " ");
    return type + (text.isEmpty() ? ", empty" : ": " + text.substring(0, Math.min(text.length(), 200)));
  }

  private static Duration retryAfter(HttpHeaders headers) {
    return headers.firstValue("Retry-After").filter(s -> s.matches("\\d{1,9}")).map(s -> Duration.ofSeconds(Long.parseLong(s))).orElse(null);
  }
}

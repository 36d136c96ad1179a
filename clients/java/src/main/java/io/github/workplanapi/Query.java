package io.github.workplanapi;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** The query parameters of a REST call. */
class Query {
  private final Map<String, String> parameters = new LinkedHashMap<>();

  /** A copy of a query, which may be null, with one more parameter. */
  static Query with(Query query, String name, Object value) {
    Query copy = new Query();
    if (query != null) {
      copy.parameters.putAll(query.parameters);
    }
    copy.set(name, value);
    return copy;
  }

  /** A copy of a query that asks for the page after a cursor. Both may be null. */
  static Query from(Query query, String cursor) {
    Query copy = with(query, "cursor", cursor);
    if (cursor != null) {
      copy.set("offset", null); // The server refuses both together.
    }
    return copy;
  }

  /** Sets a parameter, or removes it if the value is null. */
  void set(String name, Object value) {
    if (value == null) {
      parameters.remove(name);
    } else {
      parameters.put(name, text(value));
    }
  }

  private static String text(Object value) {
    if (value instanceof Collection<?> values) {
      return values.stream().map(Query::text).collect(Collectors.joining(","));
    }
    if (value instanceof OffsetDateTime time) {
      return DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(time); // toString omits seconds that are 0
    }
    return value.toString();
  }

  @Override
  public String toString() {
    return parameters.entrySet().stream()
        .map(p -> p.getKey() + "=" + URLEncoder.encode(p.getValue(), StandardCharsets.UTF_8))
        .collect(Collectors.joining("&"));
  }
}

package io.github.workplanapi;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** The parameters of a REST call that follow the path. */
class Query {
  private final Map<String, String> parameters = new LinkedHashMap<>();

  /** A copy of a query, which may be null, that asks for the page from an offset on. */
  static Query from(Query query, long offset) {
    Query copy = new Query();
    if (query != null) {
      copy.parameters.putAll(query.parameters);
    }
    copy.set("offset", offset);
    return copy;
  }

  /** Sets a parameter, or takes it away where the value is null. */
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
      return DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(time); // toString leaves out seconds that are 0
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

package io.oncepaid.gateway;

import io.oncepaid.gateway.GatewayType.InvalidSetting;
import java.util.List;
import java.util.regex.Pattern;

/** A field of a JSON message, by the names that lead to it, and the value that it has to have. */
record FieldValue(String field, String value) {
  private static final Pattern FIELD = Pattern.compile("[^.=\\s]+(\\.[^.=\\s]+)*");

  /** Reads {@code field=value}. */
  static List<FieldValue> all(String property, List<String> texts) {
    return texts.stream()
        .map(
            text -> {
              int equals = text.indexOf('=');
              if (equals < 0) {
                throw new InvalidSetting(property, "must be of the form field=value");
              }
              String field = text.substring(0, equals);
              requireField(property, field);
              return new FieldValue(field, text.substring(equals + 1));
            })
        .toList();
  }

  static void requireField(String property, String field) {
    if (!FIELD.matcher(field).matches()) {
      throw new InvalidSetting(
          property, "'" + field + "' is no field; join the names by full stops: data.object.id");
    }
  }

  boolean holds(JsonValues values) {
    return value.equals(values.written(field));
  }
}

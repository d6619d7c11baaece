package io.oncepaid.gateway;

import com.fasterxml.jackson.core.JsonToken;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The wanted values of one JSON object, by path; null and absent are the same. */
public final class JsonValues {
  private record Value(JsonToken token, String text) {}

  private final Map<String, Value> values = new HashMap<>();
  private final Map<String, List<JsonValues>> lists = new HashMap<>(2);

  JsonValues() {}

  void put(String path, JsonToken token, String text) {
    values.put(path, new Value(token, text));
  }

  void add(String path, JsonValues element) {
    lists.computeIfAbsent(path, first -> new ArrayList<>()).add(element);
  }

  /**
   * A text, or null when it is absent.
   *
   * @throws Notice.InvalidNotice when the value is something else, or half a character
   */
  public String text(String path) {
    Value value = values.get(path);
    if (value == null) {
      return null;
    }
    if (value.token != JsonToken.VALUE_STRING || !isUnicode(value.text)) {
      throw new Notice.InvalidNotice(path);
    }
    return value.text;
  }

  /** A text, or "" when it is absent; as {@link #text(String)} otherwise. */
  public String textOrEmpty(String path) {
    String text = text(path);
    return text == null ? "" : text;
  }

  /**
   * A whole number as it is written, or null when it is absent.
   *
   * @throws Notice.InvalidNotice when the value is a text, a fraction or anything else
   */
  public String integer(String path) {
    Value value = values.get(path);
    if (value == null) {
      return null;
    }
    if (value.token != JsonToken.VALUE_NUMBER_INT) {
      throw new Notice.InvalidNotice(path);
    }
    return value.text;
  }

  /**
   * True or false, or null when it is absent.
   *
   * @throws Notice.InvalidNotice when the value is something else
   */
  public Boolean bool(String path) {
    Value value = values.get(path);
    if (value == null) {
      return null;
    }
    if (value.token != JsonToken.VALUE_TRUE && value.token != JsonToken.VALUE_FALSE) {
      throw new Notice.InvalidNotice(path);
    }
    return value.token == JsonToken.VALUE_TRUE;
  }

  /**
   * A text, a number or a truth value as it is written, or null when it is absent.
   *
   * @throws Notice.InvalidNotice when the value is an object or a list, or half a character
   */
  public String written(String path) {
    Value value = values.get(path);
    if (value == null) {
      return null;
    }
    if (!value.token.isScalarValue() || !isUnicode(value.text)) {
      throw new Notice.InvalidNotice(path);
    }
    return value.text;
  }

  /** A list's objects, none when it is absent. */
  public List<JsonValues> list(String path) {
    return lists.getOrDefault(path, List.of());
  }

  /** False for a lone surrogate, which no encoding can keep: two such ids could become one. */
  private static boolean isUnicode(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
      } else if (Character.isSurrogate(c)) {
        return false;
      }
    }
    return true;
  }
}

package io.oncepaid.api;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A request's JSON object, read strictly: UTF-8, no field twice, none unknown, nothing coerced, and
 * every refusal names its field. A field that is null counts as absent.
 */
final class JsonBody {
  private static final ObjectMapper MAPPER =
      new ObjectMapper(
              JsonFactory.builder()
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(32).build())
                  .build())
          // Evidence keeps its numbers as they were written.
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
  private static final Pattern RFC_3339 =
      Pattern.compile(
          "[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?"
              + "([Zz]|[+-][0-9]{2}:[0-9]{2})");

  private final Map<String, JsonNode> fields = new LinkedHashMap<>();

  private JsonBody() {}

  /**
   * @param known the fields that the call has
   * @throws Problem 400 naming the field, or the body where it is no JSON object
   */
  static JsonBody read(byte[] bytes, String... known) {
    JsonBody body = new JsonBody();
    try (JsonParser parser = MAPPER.createParser(utf8(bytes))) {
      try {
        body.readFields(parser, List.of(known));
      } catch (JsonProcessingException e) {
        String at = parser.currentName() == null ? "body" : parser.currentName();
        throw Problem.unreadable(printable(at), "is not strict JSON" + place(e));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return body;
  }

  private void readFields(JsonParser parser, List<String> known) throws IOException {
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      throw Problem.unreadable("body", "must be a JSON object");
    }
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String field = parser.currentName();
      if (!known.contains(field)) {
        throw Problem.unreadable(printable(field), "is not a field of this call");
      }
      parser.nextToken();
      fields.put(field, MAPPER.readTree(parser));
    }
    if (parser.nextToken() != null) {
      throw Problem.unreadable("body", "goes on after the JSON object");
    }
    fields.values().removeIf(JsonNode::isNull);
  }

  private static String place(JsonProcessingException e) {
    return e.getLocation() == null
        ? ""
        : " near line " + e.getLocation().getLineNr() + ", column " + e.getLocation().getColumnNr();
  }

  /** Text of 1 to {@code longest} characters; null when absent. */
  String text(String field, int longest) {
    JsonNode node = fields.get(field);
    return node == null ? null : text(field, node, longest);
  }

  String requiredText(String field, int longest) {
    String text = text(field, longest);
    if (text == null) {
      throw Problem.unreadable(field, "is required");
    }
    return text;
  }

  /** A whole number; null when absent. A fraction, an exponent or a string is none. */
  Long integer(String field) {
    JsonNode node = fields.get(field);
    if (node == null) {
      return null;
    }
    if (!node.isIntegralNumber() || !node.canConvertToLong()) {
      throw Problem.unreadable(field, "must be a whole number of minor units");
    }
    return node.longValue();
  }

  /** True or false; false when absent. */
  boolean flag(String field) {
    JsonNode node = fields.get(field);
    if (node != null && !node.isBoolean()) {
      throw Problem.unreadable(field, "must be true or false");
    }
    return node != null && node.booleanValue();
  }

  /** A time of RFC 3339, to the microsecond that the database keeps; null when absent. */
  Instant time(String field) {
    String text = text(field, 40);
    if (text == null) {
      return null;
    }
    try {
      if (RFC_3339.matcher(text).matches()) {
        return OffsetDateTime.parse(text.toUpperCase(Locale.ROOT))
            .toInstant()
            .truncatedTo(ChronoUnit.MICROS);
      }
    } catch (DateTimeException noSuchDay) {
      // Refused below.
    }
    throw Problem.unreadable(field, "must be a time such as 2030-01-31T12:00:00Z (RFC 3339)");
  }

  /** An array of texts that are all different; null when absent. */
  List<String> texts(String field, int most, int longest) {
    JsonNode node = fields.get(field);
    if (node == null) {
      return null;
    }
    if (!node.isArray() || node.isEmpty() || node.size() > most) {
      throw Problem.unreadable(field, "must be an array of 1 to " + most + " texts");
    }
    List<String> texts = new ArrayList<>();
    for (JsonNode element : node) {
      texts.add(text(field, element, longest));
    }
    if (texts.stream().distinct().count() < texts.size()) {
      throw Problem.unreadable(field, "names one twice");
    }
    return texts;
  }

  /** Any value as JSON text, a text as itself; null when absent. */
  String anything(String field) {
    JsonNode node = fields.get(field);
    if (node == null) {
      return null;
    }
    return node.isTextual() ? node.textValue() : node.toString();
  }

  private static String text(String field, JsonNode node, int longest) {
    if (!node.isTextual()) {
      throw Problem.unreadable(field, "must be a text");
    }
    String text = node.textValue();
    if (text.isEmpty() || text.codePointCount(0, text.length()) > longest) {
      throw Problem.unreadable(field, "must have 1 to " + longest + " characters");
    }
    if (!isStorable(text)) {
      throw Problem.unreadable(field, "has a character that is none (U+0000 or half a pair)");
    }
    return text;
  }

  /** PostgreSQL keeps every text but U+0000; half a surrogate pair has no UTF-8. */
  private static boolean isStorable(String text) {
    return text.codePoints().noneMatch(c -> c == 0 || c >= 0xD800 && c <= 0xDFFF);
  }

  private static String utf8(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw Problem.unreadable("body", "is not UTF-8");
    }
  }

  /** A name that came from outside, fit for an answer. */
  private static String printable(String name) {
    String start = name.substring(0, Math.min(name.length(), 64));
    return start.replaceAll("[^\\x20-\\x7e]", "?");
  }
}

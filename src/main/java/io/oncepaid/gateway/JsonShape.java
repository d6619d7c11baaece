package io.oncepaid.gateway;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Which values of a JSON document are wanted, and the reader that takes just these out of a stream
 * of tokens, without a tree. Wanted names that occur twice in one object are refused, compared
 * after unescaping: parsers disagree about which one counts.
 *
 * <p>Made once per kind of message; thread-safe.
 */
public final class JsonShape {
  /** Messages nest three or four deep; a document that nests deeper is an attack on the stack. */
  private static final int DEEPEST = 32;

  /** A long has 19 digits; nobody means a number of this length. */
  private static final int LONGEST_NUMBER = 64;

  /** As long as the largest body that the service takes. */
  private static final int LONGEST_TEXT = 1 << 20;

  private static final int LONGEST_NAME = 1024;

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(DEEPEST)
                  .maxNumberLength(LONGEST_NUMBER)
                  .maxStringLength(LONGEST_TEXT)
                  .maxNameLength(LONGEST_NAME)
                  .build())
          // JSON is UTF-8: bytes that look like UTF-16 are not guessed at.
          .disable(JsonFactory.Feature.CHARSET_DETECTION)
          // Names come from outside and must not fill the JVM's table of constants.
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .build();

  /** A wanted name; its bit tells whether the object at hand has had it. */
  private static final class Node {
    private final Map<String, Node> children = new HashMap<>();
    private final long bit;
    private String path;
    private JsonShape list;
    private int limit;

    Node(long bit) {
      this.bit = bit;
    }
  }

  private final Node root = new Node(0);
  private int nodes;

  private JsonShape() {}

  /**
   * Wants the values at these paths, names joined by full stops; one inside a name behind a
   * backslash.
   */
  public static JsonShape of(String... paths) {
    JsonShape shape = new JsonShape();
    for (String path : paths) {
      shape.node(path).path = path;
    }
    return shape;
  }

  /** Wants also a list of objects, each of one shape, at most so many of them. */
  public JsonShape withList(String path, int limit, JsonShape each) {
    Node node = node(path);
    node.path = path;
    node.list = each;
    node.limit = limit;
    return this;
  }

  private Node node(String path) {
    Node node = root;
    for (String part : path.split("(?<!\\\\)\\.")) {
      String name = part.replace("\\.", ".");
      node = node.children.computeIfAbsent(name, wanted -> new Node(1L << nodes++));
    }
    if (nodes > Long.SIZE) {
      throw new IllegalArgumentException("more names than bits");
    }
    return node;
  }

  /**
   * Takes the wanted values out of one JSON object.
   *
   * @throws NotReadable for anything that is not exactly one JSON object in UTF-8, and for wanted
   *     names that occur twice
   */
  public JsonValues read(byte[] json) throws NotReadable {
    try (JsonParser parser = JSON.createParser(json)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new NotReadable("is no JSON object", false);
      }
      JsonValues values = object(parser);
      if (parser.nextToken() != null) {
        throw new NotReadable("goes on behind its end", false);
      }
      return values;
    } catch (IOException e) {
      throw new NotReadable("is not JSON", false);
    }
  }

  private JsonValues object(JsonParser parser) throws IOException, NotReadable {
    JsonValues values = new JsonValues();
    members(parser, root, values);
    return values;
  }

  private void members(JsonParser parser, Node node, JsonValues values)
      throws IOException, NotReadable {
    long seen = 0;
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      Node child = node.children.get(parser.currentName());
      JsonToken token = parser.nextToken();
      if (child == null) {
        parser.skipChildren();
        continue;
      }
      if ((seen & child.bit) != 0) {
        throw new NotReadable("has a name twice", true);
      }
      seen |= child.bit;
      value(parser, token, child, values);
    }
  }

  private void value(JsonParser parser, JsonToken token, Node node, JsonValues values)
      throws IOException, NotReadable {
    if (token == JsonToken.START_OBJECT && !node.children.isEmpty()) {
      members(parser, node, values);
    } else if (token == JsonToken.START_ARRAY && node.list != null) {
      list(parser, node, values);
    } else if (token != JsonToken.VALUE_NULL) {
      if (node.path != null) {
        values.put(node.path, token, token.isScalarValue() ? parser.getText() : null);
      }
      parser.skipChildren();
    }
  }

  private static void list(JsonParser parser, Node node, JsonValues values)
      throws IOException, NotReadable {
    for (int n = 0; parser.nextToken() != JsonToken.END_ARRAY; n++) {
      if (n == node.limit || parser.currentToken() != JsonToken.START_OBJECT) {
        throw new NotReadable("has a list that is too long or not of objects", false);
      }
      values.add(node.path, node.list.object(parser));
    }
  }

  /** Text that is no JSON of the wanted shape. */
  public static final class NotReadable extends Exception {
    private final boolean twice;

    NotReadable(String message, boolean twice) {
      super(message, null, false, false);
      this.twice = twice;
    }

    /** True when a wanted name occurs twice. */
    public boolean isTwice() {
      return twice;
    }
  }
}

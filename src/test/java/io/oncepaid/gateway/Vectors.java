package io.oncepaid.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** One file of test vectors, schema {@code gateway-vectors/1}. */
public final class Vectors {
  /** Every gateway's file; an adapter must refuse what the other files hold. */
  public static final List<String> FILES =
      List.of(
          "alipay.json",
          "wechatpay-v3.json",
          "wechatpay-v2.json",
          "unionpay.json",
          "stripe.json",
          "adyen.json",
          "paypal.json",
          "standard-webhooks.json",
          "square.json",
          "razorpay.json",
          "paystack.json",
          "checkout.json");

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Map<String, Vectors> LOADED = new ConcurrentHashMap<>();

  private final JsonNode root;

  private Vectors(JsonNode root) {
    this.root = root;
  }

  /** The file's vectors, which nobody may change. */
  public static Vectors load(String file) {
    return LOADED.computeIfAbsent(file, Vectors::read);
  }

  private static Vectors read(String file) {
    try (InputStream in = Vectors.class.getResourceAsStream("/gateways/vectors/" + file)) {
      return new Vectors(JSON.readTree(in));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The vectors of one kind: callback, signature, aead, amount. */
  public List<JsonNode> ofKind(String kind) {
    return stream(root.path("vectors")).filter(v -> v.path("kind").asText().equals(kind)).toList();
  }

  public JsonNode byId(String id) {
    return stream(root.path("vectors"))
        .filter(v -> v.path("id").asText().equals(id))
        .findFirst()
        .orElseThrow();
  }

  public List<JsonNode> sequences() {
    return stream(root.path("sequences")).toList();
  }

  /** Type and value of a key, by its id. */
  public JsonNode key(String id) {
    return root.path("keys").path(id);
  }

  /** The keys that a configuration names, be it one or a list. */
  public List<JsonNode> keys(JsonNode ids) {
    List<JsonNode> keys = new ArrayList<>();
    if (ids.isTextual()) {
      keys.add(key(ids.asText()));
    }
    ids.elements().forEachRemaining(id -> keys.add(key(id.asText())));
    return keys;
  }

  private static Stream<JsonNode> stream(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false);
  }
}

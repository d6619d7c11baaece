package io.oncepaid.gateway.alipay;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.oncepaid.gateway.Base64Text;
import io.oncepaid.gateway.UnusableCallback;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * The answer to a request: an object whose one member holds the content and another one the
 * signature over the content's exact bytes. The order of the two varies.
 *
 * @param content the bytes of the content, as they stand in the answer
 */
record AlipayEnvelope(byte[] content, byte[] signature) {
  private static final JsonFactory JSON =
      JsonFactory.builder().disable(JsonFactory.Feature.CHARSET_DETECTION).build();

  /** What stands in the content's place where the request was not even understood. */
  private static final String ERROR = "error_response";

  /**
   * @param name the content's member
   * @throws UnusableCallback MALFORMED for what is no such object, or has a member twice; FORGED
   *     for one that is not signed
   */
  static AlipayEnvelope read(byte[] body, String name) throws UnusableCallback {
    byte[] content = null;
    String sign = null;
    try (JsonParser parser = JSON.createParser(body)) {
      require(parser.nextToken() == JsonToken.START_OBJECT);
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String member = parser.currentName();
        JsonToken value = parser.nextToken();
        if (member.equals(name) || member.equals(ERROR)) {
          require(content == null && value == JsonToken.START_OBJECT);
          int start = (int) parser.currentTokenLocation().getByteOffset();
          parser.skipChildren();
          content = Arrays.copyOfRange(body, start, end(parser));
        } else if (member.equals("sign")) {
          require(sign == null && value == JsonToken.VALUE_STRING);
          sign = parser.getText();
        } else {
          parser.skipChildren();
        }
      }
      require(parser.currentToken() == JsonToken.END_OBJECT && parser.nextToken() == null);
    } catch (IOException notJson) {
      throw UnusableCallback.malformed("the answer is not JSON");
    }
    require(content != null);
    byte[] signature = sign == null ? null : Base64Text.decode(sign);
    if (signature == null) {
      throw UnusableCallback.forged("the answer is not signed");
    }
    return new AlipayEnvelope(content, signature);
  }

  private static int end(JsonParser parser) {
    return (int) parser.currentLocation().getByteOffset();
  }

  private static void require(boolean holds) throws UnusableCallback {
    if (!holds) {
      throw UnusableCallback.malformed("the answer is no object of content and sign");
    }
  }

  /**
   * What may have been signed: the bytes, or, where slashes are escaped, the bytes before somebody
   * escaped them. Both read the same.
   */
  List<byte[]> signedContents() {
    String text = new String(content, StandardCharsets.ISO_8859_1);
    return text.contains("\\/")
        ? List.of(content, text.replace("\\/", "/").getBytes(StandardCharsets.ISO_8859_1))
        : List.of(content);
  }
}

package io.oncepaid.gateway;

import io.quarkus.runtime.annotations.RegisterResourceBundle;
import java.io.ByteArrayOutputStream;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * A flat XML document: one element that holds fields, each of them text, no name twice. Nothing
 * that XML offers beyond that is read: no document type, no entity of its own, no attribute, no
 * comment, no element inside a field.
 */
@RegisterResourceBundle(bundleName = XmlFields.MESSAGES, moduleName = "java.xml")
public final class XmlFields {
  /** The JDK's parser words its complaints from it, in the native image too. */
  static final String MESSAGES = "com.sun.org.apache.xerces.internal.impl.msg.XMLMessages";

  /** Notifications have about 20 fields, with coupons 60. */
  private static final int MOST_FIELDS = 256;

  private static final Pattern NAME = Pattern.compile("[0-9A-Za-z_]{1,64}");

  private final SortedMap<String, String> fields;

  private XmlFields(SortedMap<String, String> fields) {
    this.fields = fields;
  }

  /**
   * Reads a document in UTF-8.
   *
   * @throws UnusableCallback MALFORMED for everything that is not exactly such a document
   */
  public static XmlFields read(byte[] body) throws UnusableCallback {
    XMLStreamReader reader = null;
    try {
      // As text: what the document says of its encoding does not count.
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
      reader = factory().createXMLStreamReader(new StringReader(text));
      return new XmlFields(document(reader));
    } catch (CharacterCodingException e) {
      throw UnusableCallback.malformed("the body is not UTF-8");
    } catch (XMLStreamException e) {
      throw UnusableCallback.malformed("the body is not XML");
    } finally {
      close(reader);
    }
  }

  /** Made anew each time: the JDK does not promise that it may be shared. */
  private static XMLInputFactory factory() {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
    factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, false);
    factory.setXMLResolver(
        (publicId, systemId, baseUri, namespace) -> {
          throw new XMLStreamException("nothing is fetched");
        });
    return factory;
  }

  private static SortedMap<String, String> document(XMLStreamReader reader)
      throws XMLStreamException, UnusableCallback {
    SortedMap<String, String> fields = new TreeMap<>();
    if (reader.next() != XMLStreamConstants.START_ELEMENT) {
      throw UnusableCallback.malformed("the body does not begin with its element");
    }
    plainName(reader);
    for (int event = reader.next();
        event != XMLStreamConstants.END_ELEMENT;
        event = reader.next()) {
      if (event == XMLStreamConstants.START_ELEMENT) {
        String name = plainName(reader);
        if (fields.put(name, value(reader)) != null) {
          throw UnusableCallback.malformed("a field occurs twice");
        }
        if (fields.size() > MOST_FIELDS) {
          throw UnusableCallback.malformed("more than " + MOST_FIELDS + " fields");
        }
      } else if (!isSpace(reader, event)) {
        throw UnusableCallback.malformed("something between the fields");
      }
    }
    while (reader.hasNext()) {
      int event = reader.next();
      if (event != XMLStreamConstants.END_DOCUMENT && !isSpace(reader, event)) {
        throw UnusableCallback.malformed("something behind the end");
      }
    }
    return fields;
  }

  private static boolean isSpace(XMLStreamReader reader, int event) {
    return event == XMLStreamConstants.SPACE
        || event == XMLStreamConstants.CHARACTERS && reader.isWhiteSpace();
  }

  private static String plainName(XMLStreamReader reader) throws UnusableCallback {
    String name = reader.getLocalName();
    if (!NAME.matcher(name).matches() || reader.getAttributeCount() > 0) {
      throw UnusableCallback.malformed("an element whose name is not plain");
    }
    return name;
  }

  private static String value(XMLStreamReader reader) throws XMLStreamException, UnusableCallback {
    StringBuilder value = new StringBuilder();
    for (int event = reader.next();
        event != XMLStreamConstants.END_ELEMENT;
        event = reader.next()) {
      switch (event) {
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE ->
            value.append(reader.getText());
        default -> throw UnusableCallback.malformed("a field that is not plain text");
      }
    }
    return value.toString();
  }

  private static void close(XMLStreamReader reader) {
    try {
      if (reader != null) {
        reader.close();
      }
    } catch (XMLStreamException e) {
      // It holds nothing but the text.
    }
  }

  /** The value, or null when the field is absent or empty. */
  public String value(String name) {
    String value = fields.get(name);
    return value == null || value.isEmpty() ? null : value;
  }

  /**
   * {@code name=value} of the fields that are not empty, by name, joined with {@code &}.
   *
   * @param without names that are left out
   */
  public byte[] content(Set<String> without) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    for (Map.Entry<String, String> field : fields.entrySet()) {
      if (!field.getValue().isEmpty() && !without.contains(field.getKey())) {
        if (content.size() > 0) {
          content.write('&');
        }
        content.writeBytes(
            (field.getKey() + '=' + field.getValue()).getBytes(StandardCharsets.UTF_8));
      }
    }
    return content.toByteArray();
  }

  /**
   * True when a value holds {@code &name=} of one of the names: nothing is escaped in what is
   * signed, so the same signature also fits a document in which that part is a field of its own.
   */
  public boolean isAmbiguousIn(Set<String> names) {
    return fields.values().stream()
        .anyMatch(value -> names.stream().anyMatch(name -> value.contains('&' + name + '=')));
  }
}

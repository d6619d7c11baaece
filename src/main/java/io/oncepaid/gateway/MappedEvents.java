package io.oncepaid.gateway;

import io.oncepaid.gateway.GatewayType.InvalidSetting;
import io.oncepaid.gateway.Notice.InvalidNotice;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reads the verified messages of a gateway whose JSON is described by settings. A message that is
 * none of the events has no money meaning.
 */
public final class MappedEvents {
  private final List<MappedEvent> events = new ArrayList<>();
  private final List<FieldValue> required;
  private final JsonShape shape;

  /**
   * @param property the gateway's prefix, for messages
   * @param require {@code field=value} that hold in each message for this account
   * @param decimals a gateway's own numbers of decimals, by currency
   * @throws InvalidSetting naming the property and the remedy
   */
  public MappedEvents(
      String property,
      Map<String, EventConfig> configured,
      List<String> require,
      Map<String, Integer> decimals) {
    if (configured.isEmpty()) {
      throw new InvalidSetting(
          property + ".events", "say how a payment is told of: ….events.paid.when=type=…");
    }
    decimals.forEach((currency, places) -> check(property, currency, places));
    this.required = FieldValue.all(property + ".require", require);
    List<String> fields = new ArrayList<>(required.stream().map(FieldValue::field).toList());
    new TreeMap<>(configured)
        .forEach(
            (name, event) -> {
              String prefix = property + ".events." + name;
              MappedEvent mapped = MappedEvent.of(prefix, name, event, decimals);
              events.add(mapped);
              fields.addAll(mapped.fields());
            });
    this.shape = shape(property, fields);
  }

  private static void check(String property, String currency, int places) {
    if (!Money.isCurrency(currency) || places < 0 || places > 4) {
      throw new InvalidSetting(
          property + ".decimals." + currency, "must be a currency and 0 to 4: decimals.CLP=2");
    }
  }

  private static JsonShape shape(String property, List<String> fields) {
    try {
      return JsonShape.of(fields.toArray(String[]::new));
    } catch (IllegalArgumentException tooMany) {
      throw new InvalidSetting(property + ".events", "name too many different fields");
    }
  }

  /**
   * What a message says whose signature was checked.
   *
   * @throws UnusableCallback MALFORMED for names that occur twice, FORGED for another account's
   *     message, UNREADABLE for everything that cannot be mapped
   */
  public Reading read(RawCallback callback) throws UnusableCallback {
    String number = "";
    try {
      JsonValues values = shape.read(callback.body());
      if (!required.stream().allMatch(condition -> condition.holds(values))) {
        throw UnusableCallback.forged("a message for another account");
      }
      List<MappedEvent> meant = events.stream().filter(event -> event.isMeantBy(values)).toList();
      if (meant.isEmpty()) {
        return new Reading("other", List.of());
      }
      number = meant.get(0).outTradeNo(values);
      if (meant.size() > 1) {
        throw new InvalidNotice("the account's events: more than one of them");
      }
      return new Reading(
          meant.get(0).name(), List.of(meant.get(0).notice(values, callback.receivedAt())));
    } catch (JsonShape.NotReadable | InvalidNotice e) {
      if (e instanceof JsonShape.NotReadable json && json.isTwice()) {
        throw UnusableCallback.malformed("the body " + e.getMessage());
      }
      // An honest repeat has the same body; only what is around it is made anew.
      throw UnusableCallback.unreadable(
          "the body: " + e.getMessage(),
          Notice.isOutTradeNo(number) ? number : "",
          callback.body());
    }
  }
}

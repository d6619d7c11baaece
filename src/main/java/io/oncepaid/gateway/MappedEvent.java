package io.oncepaid.gateway;

import io.oncepaid.gateway.GatewayType.InvalidSetting;
import io.oncepaid.gateway.Notice.InvalidNotice;
import io.oncepaid.gateway.Notice.Kind;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * One configured event: how to know it, and how to make its notice.
 *
 * @param decimals a gateway's own numbers of decimals, by currency
 */
record MappedEvent(
    String name, EventConfig config, List<FieldValue> when, Map<String, Integer> decimals) {
  private static final Pattern CURRENCY = Pattern.compile("[A-Za-z]{3}");
  private static final String CONSTANT = "=";

  /**
   * @throws InvalidSetting naming the field that the event's kind needs, or that cannot be
   */
  static MappedEvent of(
      String property, String name, EventConfig config, Map<String, Integer> decimals) {
    MappedEvent event =
        new MappedEvent(name, config, FieldValue.all(property + ".when", config.when()), decimals);
    if (event.when.isEmpty()) {
      throw new InvalidSetting(property + ".when", "is empty; give field=value");
    }
    boolean moves = config.kind() != Kind.CLOSED;
    if (config.kind() == Kind.PAID || !moves) {
      require(property + ".out-trade-no", config.outTradeNo());
    }
    if (moves) {
      require(property + ".transaction-id", config.transactionId());
      require(property + ".amount", config.amount());
      require(property + ".currency", config.currency());
    }
    if (moves && config.kind() != Kind.PAID) {
      require(property + ".refund-id", config.refundId().or(config::outRefundNo));
    }
    event.fields().forEach(field -> FieldValue.requireField(property, field));
    return event;
  }

  private static void require(String property, Optional<String> field) {
    if (field.isEmpty()) {
      throw new InvalidSetting(property, "is missing; name the field of the message");
    }
  }

  /** All fields that the event looks at. */
  List<String> fields() {
    List<String> fields = new ArrayList<>();
    when.forEach(condition -> fields.add(condition.field()));
    for (Optional<String> field :
        List.of(
            config.outTradeNo(),
            config.transactionId(),
            config.outRefundNo(),
            config.refundId(),
            config.amount(),
            config.currency().filter(currency -> !currency.startsWith(CONSTANT)),
            config.time())) {
      field.ifPresent(fields::add);
    }
    return fields;
  }

  boolean isMeantBy(JsonValues values) {
    return when.stream().allMatch(condition -> condition.holds(values));
  }

  /** The order's number as far as it can be read. */
  String outTradeNo(JsonValues values) {
    return written(values, config.outTradeNo());
  }

  /**
   * @throws InvalidNotice for amounts, times and numbers that cannot be
   */
  Notice notice(JsonValues values, Instant receivedAt) {
    boolean moves = config.kind() != Kind.CLOSED;
    String currency = moves ? currency(values) : "";
    return new Notice(
        config.kind(),
        outTradeNo(values),
        written(values, config.transactionId()),
        moves && config.kind() != Kind.PAID ? written(values, config.outRefundNo()) : "",
        moves && config.kind() != Kind.PAID ? written(values, config.refundId()) : "",
        moves ? amount(values, currency) : 0,
        currency,
        null,
        time(values, receivedAt));
  }

  private static String written(JsonValues values, Optional<String> field) {
    String text = field.map(values::written).orElse(null);
    return text == null ? "" : text;
  }

  private String currency(JsonValues values) {
    String field = config.currency().orElseThrow();
    String code =
        field.startsWith(CONSTANT) ? field.substring(CONSTANT.length()) : values.text(field);
    if (code == null || !CURRENCY.matcher(code).matches()) {
      throw new InvalidNotice("currency");
    }
    return code.toUpperCase(Locale.ROOT);
  }

  private long amount(JsonValues values, String currency) {
    String field = config.amount().orElseThrow();
    if (!Money.isCurrency(currency)) {
      throw new InvalidNotice("currency");
    }
    int places = decimals.getOrDefault(currency, Money.decimals(currency));
    String minor =
        switch (config.amountForm()) {
          case MINOR -> values.integer(field);
          case MINOR_TEXT -> values.text(field);
          case DECIMAL -> Long.toString(Money.parseDecimal(values.written(field), places));
        };
    return Money.parseMinor(minor, currency, places);
  }

  private Instant time(JsonValues values, Instant receivedAt) {
    if (config.time().isEmpty()) {
      return receivedAt;
    }
    String text = values.written(config.time().get());
    try {
      if (text == null) {
        throw new InvalidNotice("time");
      }
      return switch (config.timeForm()) {
        case ISO -> OffsetDateTime.parse(text).toInstant();
        case SECONDS -> Instant.ofEpochSecond(Long.parseLong(text));
        case MILLIS -> Instant.ofEpochMilli(Long.parseLong(text));
      };
    } catch (DateTimeException | NumberFormatException e) {
      throw new InvalidNotice("time");
    }
  }
}

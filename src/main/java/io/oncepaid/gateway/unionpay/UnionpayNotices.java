package io.oncepaid.gateway.unionpay;

import io.oncepaid.gateway.Money;
import io.oncepaid.gateway.Notice;
import io.oncepaid.gateway.Notice.InvalidNotice;
import io.oncepaid.gateway.PostedForm;
import io.oncepaid.gateway.Reading;
import io.oncepaid.gateway.UnusableCallback;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a verified form says, by its txnType. In a refund and in a cancellation orderId and queryId
 * are the new operation's: the payment is named by origQryId alone.
 */
final class UnionpayNotices {
  private static final String PAY = "01";
  private static final String REFUND = "04";
  private static final String CANCELLATION = "31";
  private static final int PADDED = 12;

  /** ISO 4217's codes by its three digits: 156 is CNY. */
  private static final Map<String, String> CURRENCIES =
      Currency.getAvailableCurrencies().stream()
          .filter(currency -> Money.isCurrency(currency.getCurrencyCode()))
          .collect(
              Collectors.toUnmodifiableMap(
                  Currency::getNumericCodeAsString,
                  Currency::getCurrencyCode,
                  (one, other) -> one));

  /** The hour of Beijing, which has no summer time. */
  private static final ZoneOffset BEIJING = ZoneOffset.ofHours(8);

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuuMMddHHmmss").withResolverStyle(ResolverStyle.STRICT);

  /** All that a notice is made from or bound by. */
  private static final Set<String> USED =
      Set.of(
          "merId",
          "encoding",
          "txnType",
          "respCode",
          "orderId",
          "queryId",
          "origQryId",
          "txnAmt",
          "currencyCode",
          "txnTime",
          "version",
          "signMethod",
          "certId",
          "signPubKeyCert");

  private static final Set<String> CHANGING = Set.of("signature", "signPubKeyCert", "certId");

  private final Set<String> successCodes;

  UnionpayNotices(Set<String> successCodes) {
    this.successCodes = successCodes;
  }

  /**
   * Maps a form whose signature and recipient were checked.
   *
   * @throws UnusableCallback UNREADABLE for amounts, times and numbers that cannot be
   */
  Reading read(PostedForm form) throws UnusableCallback {
    String type = form.value("txnType");
    try {
      if (form.isAmbiguousIn(USED)) {
        throw new InvalidNotice("a field that seems to lie in another's value");
      }
      return reading(form, type == null ? "" : type);
    } catch (InvalidNotice e) {
      String number = PAY.equals(type) ? form.value("orderId") : null;
      throw UnusableCallback.unreadable(
          e.getMessage(),
          number != null && Notice.isOutTradeNo(number) ? number : "",
          form.content(CHANGING));
    }
  }

  /** Whatever is not a success is still open, or may be tried again under the same order. */
  private Reading reading(PostedForm form, String type) {
    boolean success = successCodes.contains(required(form, "respCode"));
    return switch (type) {
      case PAY -> new Reading("pay", success ? List.of(paid(form)) : List.of());
      case REFUND, CANCELLATION ->
          new Reading(
              type.equals(REFUND) ? "refund" : "cancellation",
              success ? List.of(refunded(form)) : List.of());
      default -> new Reading("other", List.of());
    };
  }

  private static Notice paid(PostedForm form) {
    return Notice.paid(
        required(form, "orderId"),
        required(form, "queryId"),
        amount(form),
        currency(form),
        time(form));
  }

  private static Notice refunded(PostedForm form) {
    return Notice.refunded(
        "",
        required(form, "origQryId"),
        required(form, "orderId"),
        required(form, "queryId"),
        amount(form),
        currency(form),
        time(form));
  }

  private static long amount(PostedForm form) {
    String text = required(form, "txnAmt");
    return text.length() == PADDED ? Money.parsePadded(text) : Money.parseMinor(text);
  }

  private static String currency(PostedForm form) {
    String code = CURRENCIES.get(required(form, "currencyCode"));
    if (code == null) {
      throw new InvalidNotice("currency");
    }
    return code;
  }

  private static String required(PostedForm form, String name) {
    String value = form.value(name);
    if (value == null) {
      throw new InvalidNotice(name);
    }
    return value;
  }

  private static Instant time(PostedForm form) {
    try {
      return LocalDateTime.parse(required(form, "txnTime"), TIME).toInstant(BEIJING);
    } catch (DateTimeException e) {
      throw new InvalidNotice("txnTime");
    }
  }
}

package io.oncepaid.api;

import io.oncepaid.OncepaidConfig;
import io.oncepaid.gateway.Money;
import io.oncepaid.gateway.Notice;
import io.oncepaid.payment.Terms;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** The body of {@code POST /payments}: what is wrong with it, and what it says. */
@ApplicationScoped
class PaymentRequest {
  static final String CONFIRM_DUPLICATE = "confirm_duplicate";
  private static final int LONGEST_SUBJECT = 256;
  private static final int LONGEST_PAYER_REFERENCE = 128;
  private static final int MOST_ACCOUNTS = 64;

  private final OncepaidConfig config;
  private final Clock clock;

  PaymentRequest(OncepaidConfig config, Clock clock) {
    this.config = config;
    this.clock = clock;
  }

  /**
   * What a body says.
   *
   * @param confirmDuplicate the payer wants this one besides an equal order; no part of the terms
   */
  record Content(Terms terms, boolean confirmDuplicate) {}

  /**
   * Reads what holds at any time.
   *
   * @throws Problem 400 naming the field
   */
  static Content read(byte[] bytes) {
    JsonBody body =
        JsonBody.read(
            bytes,
            "out_trade_no",
            "amount",
            "currency",
            "subject",
            "expires_at",
            "accounts",
            "payer_reference",
            CONFIRM_DUPLICATE);
    Terms terms =
        new Terms(
            outTradeNo(body),
            amount(body),
            currency(body),
            body.text("subject", LONGEST_SUBJECT),
            body.time("expires_at"),
            body.texts("accounts", MOST_ACCOUNTS, 128),
            body.text("payer_reference", LONGEST_PAYER_REFERENCE));
    return new Content(terms, body.flag(CONFIRM_DUPLICATE));
  }

  /** Why a payment with such terms cannot be registered now; a repeat is not asked this. */
  Optional<Problem> objection(String merchant, Terms terms) {
    if (terms.expiresAt() != null && !terms.expiresAt().isAfter(clock.instant())) {
      return Optional.of(Problem.unacceptable("expires_at", "is over"));
    }
    List<String> accounts = terms.accounts() == null ? List.of() : terms.accounts();
    return accounts.stream()
        .filter(account -> !isAccountOf(merchant, account))
        .findFirst()
        .map(account -> Problem.unacceptable("accounts", "names an account that is not there"));
  }

  private boolean isAccountOf(String merchant, String account) {
    return config.accounts().containsKey(account)
        && config.accounts().get(account).merchant().equals(merchant);
  }

  private static String outTradeNo(JsonBody body) {
    String number = body.text("out_trade_no", 64);
    if (number != null && !Notice.isOutTradeNo(number)) {
      throw Problem.unreadable("out_trade_no", "must be of 0-9 A-Z a-z _ | * @ -");
    }
    return number;
  }

  private static long amount(JsonBody body) {
    Long amount = body.integer("amount");
    if (amount == null) {
      throw Problem.unreadable("amount", "is required");
    }
    if (amount <= 0) {
      throw Problem.unreadable("amount", "must be above 0");
    }
    return amount;
  }

  private static String currency(JsonBody body) {
    String currency = body.requiredText("currency", 3);
    if (!Money.isCurrency(currency)) {
      throw Problem.unreadable("currency", "must be a code of ISO 4217 such as CNY");
    }
    return currency;
  }
}

package io.oncepaid.payment;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;

/**
 * What is agreed when a payment is registered.
 *
 * @param outTradeNo null where the merchant leaves the number to us
 * @param amount minor units, above 0
 * @param subject null when there is none
 * @param expiresAt null when it does not expire
 * @param accounts where the payer may pay, sorted; null means every account of the merchant
 * @param payerReference whom the merchant expects to pay, in its own words; null when not named
 */
public record Terms(
    String outTradeNo,
    long amount,
    String currency,
    String subject,
    Instant expiresAt,
    List<String> accounts,
    String payerReference) {

  public Terms {
    accounts = accounts == null ? null : accounts.stream().sorted().toList();
  }

  Terms withOutTradeNo(String made) {
    return new Terms(made, amount, currency, subject, expiresAt, accounts, payerReference);
  }

  /** The names of the terms in which a payment of the same number differs; empty when equal. */
  public List<String> differences(Payment payment) {
    List<String> different = new ArrayList<>();
    note(different, "amount", amount, payment.amount());
    note(different, "currency", currency, payment.currency());
    note(different, "subject", subject, payment.subject());
    note(different, "expires_at", expiresAt, payment.expiresAt());
    note(different, "accounts", accounts, payment.accounts());
    note(different, "payer_reference", payerReference, payment.payerReference());
    return different;
  }

  /**
   * {@code v1:} + SHA-256 over the terms. Over what they say and not over the bytes of the request:
   * a client that writes its fields in another order the second time asks for the same.
   */
  public String fingerprint() {
    StringBuilder canonical = new StringBuilder();
    for (Object part : new Object[] {outTradeNo, amount, currency, subject, expiresAt, accounts}) {
      append(canonical, part);
    }
    // Newer than the others: left out when absent, so that older fingerprints stay what they are.
    if (payerReference != null) {
      append(canonical, payerReference);
    }
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      byte[] digest = sha256.digest(canonical.toString().getBytes(StandardCharsets.UTF_8));
      return "v1:" + HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException everyJavaHasIt) {
      throw new IllegalStateException(everyJavaHasIt);
    }
  }

  // The length keeps text from shifting between parts; -1 keeps an absent part from "null".
  private static void append(StringBuilder canonical, Object part) {
    String text = String.valueOf(part);
    canonical.append(part == null ? -1 : text.length()).append(':').append(text).append('\n');
  }

  private static void note(List<String> different, String name, Object here, Object there) {
    if (!Objects.equals(here, there)) {
      different.add(name);
    }
  }
}

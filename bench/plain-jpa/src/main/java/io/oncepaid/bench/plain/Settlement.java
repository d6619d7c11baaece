package io.oncepaid.bench.plain;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.zip.DeflaterOutputStream;

/** One notification, one transaction, the statements of textbook.sql. */
@ApplicationScoped
class Settlement {
  static final String MERCHANT = "bench";
  static final String ACCOUNT = "alipay-bench";
  private static final DateTimeFormatter CHINA_TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

  /** The payment is unknown, of another amount or not pending. */
  static class NotPayable extends RuntimeException {}

  @Transactional
  public void settle(Map<String, String> fields, byte[] body) {
    String outTradeNo = fields.get("out_trade_no");
    String transactionId = fields.get("trade_no");
    long amount = new BigDecimal(fields.get("total_amount")).movePointRight(2).longValueExact();
    Instant paidAt =
        LocalDateTime.parse(fields.get("gmt_payment"), CHINA_TIME).toInstant(ZoneOffset.ofHours(8));

    Payment payment = Payment.findById(new Payment.Key(MERCHANT, outTradeNo));
    if (payment == null || payment.amount != amount || !payment.currency.equals("CNY")) {
      throw new NotPayable();
    }
    new IdempotencyRecord("pay:" + outTradeNo, "v1:" + transactionId + ":" + amount)
        .persistAndFlush();
    int paid =
        Payment.update(
            "status = 'PAID', account = ?1, transactionId = ?2, paidAt = ?3"
                + " where merchant = ?4 and outTradeNo = ?5 and status = 'PENDING'",
            ACCOUNT,
            transactionId,
            paidAt,
            MERCHANT,
            outTradeNo);
    if (paid == 0) {
      throw new NotPayable();
    }
    new PaymentFlow(outTradeNo, transactionId, amount, paidAt).persist();
    new OutboxEvent(outTradeNo, transactionId, amount, paidAt).persist();
    new PaymentHistory(outTradeNo, deflate(body)).persist();
  }

  private static byte[] deflate(byte[] body) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DeflaterOutputStream deflater = new DeflaterOutputStream(bytes)) {
      deflater.write(body);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}

package io.oncepaid.bench.plain;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.UUID;

/** What the business is told later. */
@Entity
@Table(name = "outbox_event")
public class OutboxEvent extends PanacheEntityBase {
  private static final String PAYLOAD =
      "{\"id\":\"%s\",\"type\":\"payment.paid\",\"created_at\":\"%s\",\"data\":{"
          + "\"merchant\":\"%s\",\"out_trade_no\":\"%s\",\"status\":\"PAID\",\"amount\":%d,"
          + "\"currency\":\"CNY\",\"refunded_amount\":0,\"account\":\"%s\","
          + "\"transaction_id\":\"%s\",\"occurred_at\":\"%s\"}}";

  @Id public String id = UUID.randomUUID().toString();
  public String merchant = Settlement.MERCHANT;

  @Column(name = "out_trade_no")
  public String outTradeNo;

  public String type = "payment.paid";
  public String payload;

  protected OutboxEvent() {}

  OutboxEvent(String outTradeNo, String transactionId, long amount, Instant occurredAt) {
    this.outTradeNo = outTradeNo;
    this.payload =
        PAYLOAD.formatted(
            id,
            Instant.now(),
            merchant,
            outTradeNo,
            amount,
            Settlement.ACCOUNT,
            transactionId,
            occurredAt);
  }
}

package io.oncepaid.bench.plain;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;

/** One booked movement of money. */
@Entity
@Table(name = "payment_flow")
public class PaymentFlow extends PanacheEntityBase {
  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  public Long id;

  public String merchant = Settlement.MERCHANT;

  @Column(name = "out_trade_no")
  public String outTradeNo;

  public String account = Settlement.ACCOUNT;
  public String kind = "PAY";

  @Column(name = "transaction_id")
  public String transactionId;

  @Column(name = "out_refund_no")
  public String outRefundNo = "";

  public long amount;
  public String currency = "CNY";

  @Column(name = "occurred_at")
  public Instant occurredAt;

  public String source = "CALLBACK";

  protected PaymentFlow() {}

  PaymentFlow(String outTradeNo, String transactionId, long amount, Instant occurredAt) {
    this.outTradeNo = outTradeNo;
    this.transactionId = transactionId;
    this.amount = amount;
    this.occurredAt = occurredAt;
  }
}

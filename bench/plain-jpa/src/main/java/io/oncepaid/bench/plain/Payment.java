package io.oncepaid.bench.plain;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;
import java.time.Instant;

/** What is to be paid. */
@Entity
@Table(name = "payment")
@IdClass(Payment.Key.class)
public class Payment extends PanacheEntityBase {
  /** A payment's name. */
  public record Key(String merchant, String outTradeNo) implements Serializable {}

  @Id public String merchant;

  @Id
  @Column(name = "out_trade_no")
  public String outTradeNo;

  public long amount;
  public String currency;
  public String status;
  public String account;

  @Column(name = "transaction_id")
  public String transactionId;

  @Column(name = "paid_at")
  public Instant paidAt;
}

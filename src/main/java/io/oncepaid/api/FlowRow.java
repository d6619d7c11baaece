package io.oncepaid.api;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.hibernate.annotations.Immutable;

/** A row of payment_flow, for reading. */
@Entity
@Immutable
@Table(name = "payment_flow")
public class FlowRow extends PanacheEntityBase {
  @Id public Long id;
  public String merchant;
  public String outTradeNo;
  public String account;
  public String kind;
  public String transactionId;
  public String outRefundNo;
  public long amount;
  public String currency;
  public Instant occurredAt;
  public String source;
  public Instant bookedAt;
}

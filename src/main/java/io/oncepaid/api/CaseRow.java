package io.oncepaid.api;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.hibernate.annotations.Immutable;

/** A row of payment_case without its evidence, for reading. */
@Entity
@Immutable
@Table(name = "payment_case")
public class CaseRow extends PanacheEntityBase {
  @Id public Long id;
  public String merchant;
  public String kind;
  public String outTradeNo;
  public String account;
  public String notice;
  public String transactionId;
  public String outRefundNo;
  public String gatewayRefundId;
  public Long amount;
  public String currency;
  public Long runningTotal;
  public Instant occurredAt;
  public String source;
  public String expected;
  public String status;
  public String resolution;
  public String note;
  public Instant openedAt;
  public Instant closedAt;
  public String closedBy;
}

package io.oncepaid.api;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.hibernate.annotations.Immutable;

/** A row of payment_history without its evidence, for reading. */
@Entity
@Immutable
@Table(name = "payment_history")
public class HistoryRow extends PanacheEntityBase {
  @Id public Long id;
  public String merchant;
  public String outTradeNo;
  public Instant at;
  public String what;
  public String fromStatus;
  public String toStatus;
  public String source;
}

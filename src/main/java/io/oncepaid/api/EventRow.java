package io.oncepaid.api;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.hibernate.annotations.Immutable;

/** A row of outbox_event, for reading. */
@Entity
@Immutable
@Table(name = "outbox_event")
public class EventRow extends PanacheEntityBase {
  @Id public Long seq;
  public String id;
  public String merchant;
  public String outTradeNo;
  public String type;
  public String payload;
  public String status;
  public int attempts;
  public Instant nextAttemptAt;
  public Instant createdAt;
  public Instant deliveredAt;
  public String lastError;
}

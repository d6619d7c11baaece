package io.oncepaid.bench.plain;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;

/** A notification that was answered; its primary key refuses the second one. */
@Entity
@Table(name = "idempotency_record")
@IdClass(IdempotencyRecord.Key.class)
public class IdempotencyRecord extends PanacheEntityBase {
  /** A key within its merchant. */
  public record Key(String merchant, String key) implements Serializable {}

  @Id public String merchant = Settlement.MERCHANT;
  @Id public String key;
  public String fingerprint;
  public String status = "SUCCESS";
  public String answer = "APPLIED";

  protected IdempotencyRecord() {}

  IdempotencyRecord(String key, String fingerprint) {
    this.key = key;
    this.fingerprint = fingerprint;
  }
}

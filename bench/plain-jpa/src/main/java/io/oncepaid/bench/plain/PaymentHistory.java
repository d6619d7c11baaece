package io.oncepaid.bench.plain;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** What happened, with the evidence. */
@Entity
@Table(name = "payment_history")
public class PaymentHistory extends PanacheEntityBase {
  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  public Long id;

  public String merchant = Settlement.MERCHANT;

  @Column(name = "out_trade_no")
  public String outTradeNo;

  public String what = "PAID";

  @Column(name = "from_status")
  public String fromStatus = "PENDING";

  @Column(name = "to_status")
  public String toStatus = "PAID";

  public String source = "CALLBACK";
  public byte[] evidence;

  protected PaymentHistory() {}

  PaymentHistory(String outTradeNo, byte[] evidence) {
    this.outTradeNo = outTradeNo;
    this.evidence = evidence;
  }
}

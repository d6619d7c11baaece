package io.oncepaid.reconciliation;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reconciliation's own settings; an account's name is that of {@code oncepaid.accounts}. */
@ConfigMapping(prefix = "reconciliation")
public interface ReconciliationConfig {
  /** The service, for repairs. */
  @WithDefault("http://localhost:8080")
  String serviceUrl();

  /** Where the original bills are kept, compressed. */
  @WithDefault("${oncepaid.data-dir:.oncepaid}/bills")
  String evidenceDir();

  /** Where reports are written. */
  @WithDefault("${oncepaid.data-dir:.oncepaid}/reports")
  String reportDir();

  /** Where bills of all accounts are put, in a folder by the account's name. */
  Optional<String> dropFolder();

  /** A file for node-exporter's textfile collector; none when not set. */
  Optional<String> metricsFile();

  /** A run that has not renewed its lease for so long is dead and may be taken over. */
  @WithDefault("30s")
  Duration lease();

  /** Rows so near to the day's ends may be in the neighbouring day's bill. */
  @WithDefault("30m")
  Duration nearCutOff();

  /** Days that such a row waits before it is a difference. */
  @WithDefault("2")
  int waitDays();

  /** Days that a refund on its way, or a payment that is not settled yet, waits. */
  @WithDefault("10")
  int longWaitDays();

  /** Repairs of less than this, in minor units, need no approval; 0 proposes all of them. */
  @WithDefault("100000")
  long automaticBelow();

  Map<String, Account> accounts();

  /** {@code reconciliation.accounts.<account>}: what differs from the gateway's defaults. */
  interface Account {
    /** The zone of the gateway's business day, such as Asia/Shanghai. */
    Optional<String> zone();

    /** When the business day ends, such as 23:00; the calendar day without it. */
    Optional<String> cutOff();

    /** The account's ids as its bills name them; another owner's bill is refused. */
    Optional<List<String>> owners();

    /** Where this account's bills are put; the file's name must hold the date. */
    Optional<String> dropFolder();

    Optional<Download> download();

    Optional<Long> automaticBelow();

    Optional<Duration> nearCutOff();

    Optional<Integer> waitDays();

    Optional<Integer> longWaitDays();
  }

  /**
   * {@code reconciliation.accounts.<account>.download}: for Alipay, WeChat Pay v3 and Stripe, where
   * it is not what the service has for the account.
   */
  interface Download {
    /** Instead of the gateway's address. */
    Optional<String> url();

    /** Alipay, WeChat Pay: the merchant's PKCS#8 key, inline or {@code file:PATH}. */
    Optional<String> privateKey();

    /** WeChat Pay: the serial number of the merchant's certificate. */
    Optional<String> serialNo();

    /** Stripe: a key that may run reports. */
    Optional<String> apiKey();

    /** Stripe: between two questions whether the report is there. */
    Optional<Duration> pause();
  }
}

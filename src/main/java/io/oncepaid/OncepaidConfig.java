package io.oncepaid;

import io.oncepaid.gateway.AccountConfig;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithName;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Everything that can be set, as documented in the README. */
@ConfigMapping(prefix = "oncepaid")
public interface OncepaidConfig {
  Map<String, Merchant> merchants();

  Database database();

  Map<String, AccountConfig> accounts();

  Operator operator();

  Messages messages();

  /** Where the embedded database keeps its data. */
  @WithDefault(".oncepaid")
  String dataDir();

  /** Set to true to allow the embedded database in production. */
  Optional<Boolean> embeddedDatabase();

  /** fast: Amazon Corretto Crypto Provider where it fits the machine; jdk: the JDK alone. */
  @WithDefault("fast")
  CryptoProvider cryptoProvider();

  Settlement settlement();

  Idempotency idempotency();

  Orders orders();

  Outbox outbox();

  Housekeeping housekeeping();

  Query query();

  /** Who computes RSA and AES-GCM. */
  enum CryptoProvider {
    FAST,
    JDK
  }

  /** {@code oncepaid.merchants.<merchant>}: a business that owns payments. */
  interface Merchant {
    /** Bearer key of the merchant's calls. */
    Optional<String> apiKey();

    /** Where its events go. */
    Optional<String> notifyUrl();

    /** whsec_… of Standard Webhooks; several during rotation, events are signed with each. */
    Optional<List<String>> notifySecret();

    /** The Kafka topic that takes its events, in place of an address. */
    Optional<String> notifyTopic();
  }

  /** {@code oncepaid.database}. */
  interface Database {
    /** Who brings the schema up to date. */
    @WithDefault("at-start")
    Migrate migrate();

    /** How long the start waits for a database that is not there yet. */
    @WithDefault("60s")
    Duration startWait();
  }

  /** When this process runs the migrations that the database does not have yet. */
  enum Migrate {
    /** Before it serves: its role owns the schema. */
    AT_START,
    /** Not at all, and it serves only if none is missing: its role does not own the schema. */
    NEVER,
    /** Now, and then it ends; what the command {@code migrate} sets. */
    ONLY
  }

  /** {@code oncepaid.operator}. */
  interface Operator {
    /** Bearer key of /settlements, and of /cases and /events across merchants. */
    Optional<String> apiKey();
  }

  /** {@code oncepaid.idempotency}: calls that must be done once. */
  interface Idempotency {
    /** What a call meets while the first one with its key is under way. */
    enum InFlight {
      /** 409 at once. */
      REJECT,
      /** The first one's answer, or 409 when that takes longer than {@link #longestWait}. */
      WAIT
    }

    @WithDefault("reject")
    InFlight inFlight();

    /** The longest that a call waits for the first one with its key. */
    @WithName("wait")
    @WithDefault("2s")
    Duration longestWait();

    /** For so long equal orders without a key and a number count as one; off when not set. */
    Optional<Duration> derivedKeyWindow();
  }

  /** {@code oncepaid.orders}: how payments are registered. */
  interface Orders {
    /** For so long a second equal order of the same payer must be confirmed; off when not set. */
    Optional<Duration> sameContentWindow();

    /** For so long a submit token can be spent. */
    @WithDefault("30m")
    Duration submitTokenLifetime();
  }

  /** {@code oncepaid.messages}: payment results that other systems publish on Kafka. */
  interface Messages {
    /** Whether they are consumed; the broker is named by {@code kafka.bootstrap.servers}. */
    @WithDefault("false")
    boolean enabled();

    /** Where they are published. Whoever may write there is believed. */
    @WithDefault("payment-results")
    String topic();

    /** Where a message goes that can never be settled; it must exist. */
    @WithDefault("payment-results-dead")
    String deadLetterTopic();

    /** The consumer group that all instances of one service share. */
    @WithDefault("oncepaid")
    String group();
  }

  /** {@code oncepaid.settlement}: how callbacks are settled. */
  interface Settlement {
    /** Writer threads; each has a database connection of its own while it settles a group. */
    @WithDefault("2")
    int writers();

    /** The most notices in one group: more raises throughput and the time that each one waits. */
    @WithDefault("64")
    int groupLimit();

    /** Notices that may wait; one more is answered 503 at once. */
    @WithDefault("4096")
    int queueLimit();

    /** From receipt; a notice still waiting then leaves unsettled with 503. */
    @WithDefault("2500ms")
    Duration deadline();

    /** Keep each group to one merchant (needed on Citus). */
    @WithDefault("false")
    boolean oneMerchantPerGroup();
  }

  /** {@code oncepaid.outbox}: how events are delivered. */
  interface Outbox {
    /** How long an attempt may take, from the look for the address to the answer. */
    @WithDefault("10s")
    Duration timeout();

    /** The most attempts at one time for each merchant and instance. */
    @WithDefault("16")
    int concurrency();

    /** The first waits after a failure are a random part of this. */
    @WithDefault("5s")
    Duration firstPause();

    /** The longest wait between attempts, also where a destination asks for more. */
    @WithDefault("1h")
    Duration longestPause();

    /** From an event's first attempt; one that fails after it is dead. */
    @WithDefault("24h")
    Duration giveUpAfter();

    /** How often an instance looks for what is due by time. */
    @WithDefault("1s")
    Duration pollInterval();

    /** After many failures in a row a destination is left alone for this long. */
    @WithDefault("5s")
    Duration breakerDelay();

    /** Allow destinations in private networks, and http to these. */
    @WithDefault("false")
    boolean allowPrivateAddresses();

    /** A URL that leads to PostgreSQL past a pooler, for LISTEN; default the datasource's. */
    Optional<String> listenUrl();
  }

  /** {@code oncepaid.query}: asking the gateways for payments that no callback told of. */
  interface Query {
    /** How long a payment is PENDING before it is asked for. */
    @WithDefault("2m")
    Duration age();

    /** How often each account's list is looked at. */
    @WithDefault("5s")
    Duration every();

    /** Requests to one account's gateway in a second, at most, over all instances. */
    @WithDefault("5")
    int rate();

    /** Requests to one account's gateway at once, at most, for each instance. */
    @WithDefault("4")
    int concurrency();

    /** After this a request is given up. */
    @WithDefault("5s")
    Duration timeout();

    /** Waits between two questions begin here and double … */
    @WithDefault("30s")
    Duration shortestWait();

    /** … up to here. */
    @WithDefault("6h")
    Duration longestWait();

    /** How long after its expiry a payment that a gateway does not know is closed here. */
    @WithDefault("15m")
    Duration grace();

    /** For how long a closed payment is still asked for, against payers who were late. */
    @WithDefault("24h")
    Duration watchAfterClose();

    /** When asking ends for a payment that stays PENDING, from its registration or expiry. */
    @WithDefault("30d")
    Duration giveUpAfter();
  }

  /** {@code oncepaid.housekeeping}: how long what is done is kept. */
  interface Housekeeping {
    /** How often an instance looks; one at a time does it. */
    @WithDefault("1h")
    Duration every();

    /** How long idempotency records are kept: as long as somebody may repeat. */
    @WithDefault("24h")
    Duration keepAnswers();

    /** How long delivered events are listed before they are moved to the archive. */
    @WithDefault("30d")
    Duration archiveEventsAfter();
  }
}

package io.oncepaid.gateway.hmac;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oncepaid.gateway.Answer;
import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.GatewayType.InvalidSetting;
import io.oncepaid.gateway.Notice;
import io.oncepaid.gateway.Notice.Kind;
import io.oncepaid.gateway.RawCallback;
import io.oncepaid.gateway.TestAccount;
import io.oncepaid.gateway.UnusableCallback;
import io.oncepaid.gateway.UnusableCallback.Reason;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every setting of the family by which a vendor may differ from the documented ones. */
class HmacSettingsTest {
  private static final Instant NOW = Instant.ofEpochSecond(1_773_022_530);
  private static final String SECRET = "kIr7Jx2Pq9mWv4Zt8Lr3Nc6Yb5";
  private static final String TIME = "1773022530";
  private static final String BODY =
      """
      {"live":true,"kind":"x","order":"T1","pay":{"id":42,"sum":"88.80","cur":"eur"},\
      "back":{"id":"r1","no":"R1","sum":30},"at":1773022521000}""";

  @TempDir Path folder;

  private static Map<String, String> settings() {
    Map<String, String> settings = new HashMap<>();
    settings.put("hmac.secrets", SECRET);
    settings.put("hmac.header", "X-Sign");
    settings.put("hmac.events.paid.when", "kind=x");
    settings.put("hmac.events.paid.kind", "paid");
    settings.put("hmac.events.paid.out-trade-no", "order");
    settings.put("hmac.events.paid.transaction-id", "pay.id");
    settings.put("hmac.events.paid.amount", "pay.sum");
    settings.put("hmac.events.paid.amount-form", "decimal");
    settings.put("hmac.events.paid.currency", "pay.cur");
    settings.put("hmac.events.paid.time", "at");
    settings.put("hmac.events.paid.time-form", "millis");
    return settings;
  }

  private static Gateway open(Map<String, String> settings) {
    return new HmacType().open(TestAccount.PROPERTY, TestAccount.configured("hmac", settings));
  }

  private static Gateway with(String... more) {
    Map<String, String> settings = settings();
    for (int i = 0; i < more.length; i += 2) {
      settings.put("hmac." + more[i], more[i + 1]);
    }
    return open(settings);
  }

  private static RawCallback sent(String body, String sign, String... headers) {
    Map<String, List<String>> all = new HashMap<>();
    all.put("x-sign", List.of(sign));
    for (int i = 0; i < headers.length; i += 2) {
      all.put(headers[i], List.of(headers[i + 1]));
    }
    return new RawCallback(all, body.getBytes(StandardCharsets.UTF_8), NOW);
  }

  private static String sign(byte[] key, String content) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return HexFormat.of().formatHex(mac.doFinal(content.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String sign(String content) {
    return sign(SECRET.getBytes(StandardCharsets.UTF_8), content);
  }

  private static Notice read(Gateway gateway, RawCallback callback) throws UnusableCallback {
    return gateway.read(callback).notices().get(0);
  }

  private static void assertRefused(Gateway gateway, RawCallback callback, Reason reason) {
    assertThatThrownBy(() -> gateway.read(callback))
        .isInstanceOfSatisfying(
            UnusableCallback.class, e -> assertThat(e.reason()).isEqualTo(reason));
  }

  @Test
  void decimals_texts_and_numbers_are_read_as_the_settings_say() throws Exception {
    assertThat(read(with(), sent(BODY, sign(BODY))))
        .isEqualTo(Notice.paid("T1", "42", 8880, "EUR", Instant.ofEpochSecond(1_773_022_521)));
  }

  @Test
  void each_kind_of_notice_can_be_told() throws Exception {
    for (Kind kind : Kind.values()) {
      Notice notice =
          read(
              with(
                  "events.paid.kind", kind.name().toLowerCase().replace('_', '-'),
                  "events.paid.out-refund-no", "back.no",
                  "events.paid.refund-id", "back.id",
                  "events.paid.currency", "=EUR"),
              sent(BODY, sign(BODY)));
      assertThat(notice.kind()).isEqualTo(kind);
      assertThat(notice.movementNo())
          .isEqualTo(kind == Kind.PAID || kind == Kind.CLOSED ? "" : "R1");
      assertThat(notice.amount()).isEqualTo(kind == Kind.CLOSED ? 0 : 8880);
    }
  }

  @Test
  void what_stands_before_the_code_must_stand_there() throws Exception {
    Gateway gateway = with("prefix", "sha256=");
    assertThat(read(gateway, sent(BODY, "sha256=" + sign(BODY)))).isNotNull();
    assertRefused(gateway, sent(BODY, sign(BODY)), Reason.FORGED);
    assertRefused(gateway, sent(BODY, "sha512=" + sign(BODY)), Reason.FORGED);
  }

  @ParameterizedTest
  @CsvSource({"hex, 00ff10aa00ff10aa00ff10aa00ff10aa", "base64, AP8QqgD/EKoA/xCqAP8Qqg=="})
  void a_key_may_be_written_in_digits(String form, String key) throws Exception {
    byte[] bytes = HexFormat.of().parseHex("00ff10aa00ff10aa00ff10aa00ff10aa");
    Gateway gateway = with("key-form", form, "secrets", key);
    assertThat(read(gateway, sent(BODY, sign(bytes, BODY)))).isNotNull();
    assertRefused(gateway, sent(BODY, sign(BODY)), Reason.FORGED);
  }

  @Test
  void a_signed_time_is_judged_both_ways() throws Exception {
    Gateway gateway =
        with("signed", "header:X-Time,text:.,body", "time-header", "X-Time", "tolerance", "60s");
    RawCallback fresh = sent(BODY, sign(TIME + '.' + BODY), "x-time", TIME);
    assertThat(read(gateway, fresh)).isNotNull();
    assertRefused(gateway, sent(BODY, sign(TIME + '.' + BODY)), Reason.MALFORMED);
    for (String far : new String[] {"1773022469", "1773022591"}) {
      assertRefused(gateway, sent(BODY, sign(far + '.' + BODY), "x-time", far), Reason.FORGED);
    }
    assertRefused(
        gateway, sent(BODY, sign(TIME + '.' + BODY), "x-time", "1773022531"), Reason.FORGED);
    assertRefused(gateway, sent(BODY, sign("a.b." + BODY), "x-time", "a.b"), Reason.MALFORMED);
  }

  @Test
  void FR21_a_message_for_another_account_is_forged() throws Exception {
    assertThat(read(with("require", "live=true"), sent(BODY, sign(BODY)))).isNotNull();
    assertRefused(with("require", "live=false"), sent(BODY, sign(BODY)), Reason.FORGED);
    assertRefused(with("require", "shop=1"), sent(BODY, sign(BODY)), Reason.FORGED);
  }

  @Test
  void a_message_that_is_two_events_is_unreadable() {
    Map<String, String> settings = settings();
    settings().forEach((name, value) -> settings.put(name.replace("paid.", "again."), value));
    assertRefused(open(settings), sent(BODY, sign(BODY)), Reason.UNREADABLE);
  }

  @Test
  void a_name_that_occurs_twice_is_malformed() {
    String twice = BODY.replace("\"live\"", "\"order\":\"T2\",\"live\"");
    assertRefused(with(), sent(twice, sign(twice)), Reason.MALFORMED);
  }

  @Test
  void a_secret_file_is_read_again_without_a_restart() throws Exception {
    Path file = Files.writeString(folder.resolve("secret"), "q2Tn8Hs5Vd1Gk7Rw4Bz9Xm3Fp6");
    Gateway gateway = with("secrets", "file:" + file);
    RawCallback message = sent(BODY, sign(BODY));
    assertRefused(gateway, message, Reason.FORGED);

    Files.writeString(file, SECRET + '\n');
    Awaitility.await()
        .ignoreExceptions()
        .untilAsserted(() -> assertThat(read(gateway, message)).isNotNull());
    Files.writeString(file, " ");
    Thread.sleep(1_100);
    assertThat(read(gateway, message)).isNotNull();
  }

  @Test
  void refusals_are_told_by_the_status() {
    assertThat(with().reply(Answer.ACCEPT, 422, "MISMATCH").status()).isEqualTo(200);
    assertThat(with().reply(Answer.RETRY, 404, "UNKNOWN_PAYMENT").status()).isEqualTo(404);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          signed                       | url,body               | url: is missing
          signed                       | url                    | url: is missing
          signed                       | header:x-time,text:.   | signed: must hold body
          signed                       | query,body             | signed: 'query' is none
          signed                       | header:a,header:b,body | signed: a header must be followed
          signed                       | header:a,text:a,body   | signed: a header must be followed
          time-header                  | x-time                 | time-header: is not signed
          tolerance                    | 0s                     | tolerance: must be longer
          key-form                     | hex                    | secrets: is not written as key-form
          decimals.CLP                 | 9                      | decimals.CLP: must be a currency
          decimals.ABC                 | 2                      | decimals.ABC: must be a currency
          require                      | live                   | require: must be of the form
          events.paid.when             | kind                   | events.paid.when: must be of the form
          events.paid.amount           | pay..sum               | events.paid: 'pay..sum' is no field
          events.closed.kind           | closed                 | events.closed.when
          """)
  void a_setting_that_cannot_work_is_named_with_its_remedy(
      String name, String value, String remedy) {
    assertThatThrownBy(() -> with(name, value))
        .hasMessageContaining("oncepaid.accounts.test.hmac." + remedy);
  }

  @Test
  void what_a_kind_of_event_needs_is_asked_for() {
    for (String field : List.of("out-trade-no", "transaction-id", "amount", "currency")) {
      Map<String, String> settings = settings();
      settings.remove("hmac.events.paid." + field);
      assertThatThrownBy(() -> open(settings))
          .isInstanceOf(InvalidSetting.class)
          .hasMessageContaining("events.paid." + field + ": is missing");
    }
    assertThatThrownBy(() -> with("events.paid.kind", "refunded"))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("events.paid.refund-id: is missing");
  }
}

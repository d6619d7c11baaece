package io.oncepaid.simulate;

import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.TreeMap;

/**
 * A pretend merchant with two accounts at Alipay and one at WeChat Pay, if asked for at every other
 * gateway, too, kept in a directory: the settings of the service ({@code oncepaid.properties},
 * public halves only), the private keys of the pretend gateways, and the merchant's API key. For
 * development only: whoever has the directory can pay without money.
 *
 * @param settings what the service must be started with
 * @param senders the pretend gateways; the first is {@code alipay-demo}
 */
public record Shop(Path directory, Map<String, String> settings, List<Sender> senders) {
  public static final String MERCHANT = "demo";
  static final String SETTINGS = "oncepaid.properties";
  private static final String API_KEY = "api-key";
  private static final String MERCHANT_KEY = "oncepaid.merchants." + MERCHANT + ".api-key";
  private static final String ALIPAY = "alipay-demo";
  private static final String ALIPAY_SECOND = "alipay-second";
  private static final String WECHAT = "wechat-demo";
  private static final String PUBLIC_KEY_ID = "PUB_KEY_ID_0100000000000000000000000000000001";

  /** Opens the shop of a directory; makes it, with new keys, where there is none. */
  public static Shop openOrMake(Path directory, Clock clock) {
    return openOrMake(directory, clock, false);
  }

  /**
   * Opens the shop of a directory; makes it, with new keys, where there is none.
   *
   * @param everyGateway whether a shop that is made has accounts at all other gateways, too
   */
  public static Shop openOrMake(Path directory, Clock clock, boolean everyGateway) {
    try {
      if (!Files.exists(directory.resolve(SETTINGS))) {
        make(directory, clock, everyGateway);
      }
      return open(directory, clock);
    } catch (IOException e) {
      throw new UncheckedIOException("shop " + directory, e);
    }
  }

  public static boolean exists(Path directory) {
    return Files.exists(directory.resolve(SETTINGS));
  }

  /** Bearer key of the merchant's calls. */
  public String apiKey() {
    return settings.get(MERCHANT_KEY);
  }

  /** The file that holds the key alone, for curl. */
  public Path apiKeyFile() {
    return directory.resolve(API_KEY);
  }

  /** A setting of an account, such as {@code alipay.seller-id}. */
  String setting(String account, String name) {
    return settings.get(account(account, name));
  }

  public Sender sender(String account) {
    return senders.stream()
        .filter(sender -> sender.account().equals(account))
        .findFirst()
        .orElseThrow();
  }

  private static Shop open(Path directory, Clock clock) throws IOException {
    Properties read = new Properties();
    try (Reader reader = Files.newBufferedReader(directory.resolve(SETTINGS))) {
      read.load(reader);
    }
    Map<String, String> settings = new TreeMap<>();
    read.stringPropertyNames().forEach(name -> settings.put(name, read.getProperty(name)));
    WechatpaySender.Contract contract =
        new WechatpaySender.Contract(
            WECHAT,
            settings.get(account(WECHAT, "wechatpay.mch-id")),
            settings.get(account(WECHAT, "wechatpay.app-ids")),
            PUBLIC_KEY_ID,
            settings.get(account(WECHAT, "wechatpay.api-v3-key")));
    List<Sender> senders = new ArrayList<>();
    senders.add(alipay(ALIPAY, directory, settings, "UTF-8"));
    senders.add(alipay(ALIPAY_SECOND, directory, settings, "GBK"));
    senders.add(new WechatpaySender(contract, privateKey(directory, WECHAT), new Random(), clock));
    senders.addAll(OtherGateways.open(directory, settings, clock));
    return new Shop(directory, settings, List.copyOf(senders));
  }

  private static Sender alipay(
      String account, Path directory, Map<String, String> settings, String charset)
      throws IOException {
    return new AlipaySender(
        account,
        settings.get(account(account, "alipay.app-id")),
        settings.get(account(account, "alipay.seller-id")),
        privateKey(directory, account),
        Charset.forName(charset));
  }

  /** The settings are written last: a directory that was left half-made is made again. */
  private static void make(Path directory, Clock clock, boolean everyGateway) throws IOException {
    Files.createDirectories(directory);
    Map<String, String> settings = new TreeMap<>();
    settings.put(MERCHANT_KEY, secret());
    settings.put("oncepaid.operator.api-key", secret());
    settings.put(
        "reconciliation.drop-folder", BillFolder.of(directory).toAbsolutePath().toString());
    makeAlipay(directory, settings, ALIPAY, "2021000000000001", "2088000000000101");
    makeAlipay(directory, settings, ALIPAY_SECOND, "2021000000000002", "2088000000000102");
    makeAccount(settings, WECHAT, "wechatpay");
    settings.put(account(WECHAT, "wechatpay.mch-id"), "1900000001");
    settings.put(account(WECHAT, "wechatpay.app-ids"), "wx0000000000000001");
    settings.put(account(WECHAT, "wechatpay.api-v3-key"), secret());
    settings.put(
        account(WECHAT, "wechatpay.public-keys.\"" + PUBLIC_KEY_ID + "\""),
        makeKey(directory, WECHAT));
    if (everyGateway) {
      OtherGateways.make(directory, settings, clock.instant());
    }
    writePrivate(directory.resolve(API_KEY), settings.get(MERCHANT_KEY));
    Properties properties = new Properties();
    properties.putAll(settings);
    StringWriter text = new StringWriter();
    properties.store(text, "The service's settings for a pretend merchant: development only.");
    writePrivate(directory.resolve(SETTINGS), text.toString());
  }

  private static void makeAlipay(
      Path directory, Map<String, String> settings, String account, String appId, String sellerId)
      throws IOException {
    makeAccount(settings, account, "alipay");
    settings.put(account(account, "alipay.app-id"), appId);
    settings.put(account(account, "alipay.seller-id"), sellerId);
    settings.put(account(account, "alipay.public-keys"), makeKey(directory, account));
  }

  private static void makeAccount(Map<String, String> settings, String account, String gateway) {
    settings.put(account(account, "merchant"), MERCHANT);
    settings.put(account(account, "gateway"), gateway);
  }

  private static String makeKey(Path directory, String account) throws IOException {
    return RsaKeys.onOneLine(makeKeyPair(directory, account).getPublic());
  }

  /** A new key for an account, whose private half is kept in the directory. */
  static KeyPair makeKeyPair(Path directory, String account) throws IOException {
    KeyPair pair = RsaKeys.generate();
    writePrivate(keyFile(directory, account), RsaKeys.pem(pair.getPrivate()));
    return pair;
  }

  static PrivateKey privateKey(Path directory, String account) throws IOException {
    return RsaKeys.privateKey(Files.readString(keyFile(directory, account)));
  }

  private static Path keyFile(Path directory, String account) {
    return directory.resolve(account + ".private.pem");
  }

  private static void writePrivate(Path file, String content) throws IOException {
    Files.deleteIfExists(file);
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(file, content, StandardCharsets.US_ASCII);
  }

  private static String account(String account, String setting) {
    return "oncepaid.accounts." + account + "." + setting;
  }

  /** 32 characters, which is also what an APIv3 key must have. */
  private static String secret() {
    byte[] bytes = new byte[16];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }
}

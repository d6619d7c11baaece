import io.oncepaid.OncepaidConfig;
import io.oncepaid.gateway.AccountConfig;
import io.oncepaid.gateway.Crypto;
import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.GatewayType;
import io.oncepaid.gateway.RawCallback;
import io.oncepaid.gateway.alipay.AlipayType;
import io.oncepaid.gateway.hmac.HmacType;
import io.oncepaid.gateway.standardwebhooks.StandardWebhooksType;
import io.oncepaid.gateway.wechatpay.WechatpayType;
import io.oncepaid.gateway.wechatpayv2.WechatpayV2Type;
import io.oncepaid.simulate.Callback;
import io.oncepaid.simulate.Sender;
import io.oncepaid.simulate.Shop;
import io.oncepaid.simulate.Trade;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.ECGenParameterSpec;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.jce.provider.BouncyCastleProvider;

/**
 * How much one core verifies: each algorithm by each provider, then each gateway's whole callback
 * by its adapter, with the fast provider and with the JDK alone. Counted in the thread's own
 * processor time, so that a busy machine changes little.
 */
public final class Verification {
  private static final int ROUNDS = 3;
  private static final long ROUND_NANOS = 300_000_000L;
  private static final byte[] MESSAGE = new byte[1200];
  private static final String ROW = "| %-28s | %-30s | %,9.0f |%n";

  private interface Work {
    boolean run() throws Exception;
  }

  public static void main(String[] arguments) throws Exception {
    new SecureRandom().nextBytes(MESSAGE);
    System.out.printf("Java %s, %s%n%n", Runtime.version(), System.getProperty("os.arch"));
    System.out.println(
        "| algorithm (1,200 bytes)      | provider                       | /s a core |");
    System.out.println("| --- | --- | ---: |");
    Provider bouncy = new BouncyCastleProvider();
    for (Provider provider : Arrays.asList(null, bouncy, fast())) {
      algorithms(provider);
    }
    signature(
        "SM2 (SM3withSM2)",
        "EC",
        new ECGenParameterSpec("sm2p256v1"),
        "SM3withSM2",
        bouncy,
        bouncy);
    gcm("SM4-GCM", "SM4", 16, bouncy, bouncy);

    System.out.printf(
        "%n| callback, verified and read  | RSA and AES-GCM by       | /s a core |%n");
    System.out.println("| --- | --- | ---: |");
    gateways();
    if (!Crypto.isJdkOnly()) {
      Crypto.useJdkOnly();
      gateways();
    }
  }

  private static void algorithms(Provider by) throws Exception {
    signature("RSA-2048 (SHA256withRSA)", "RSA", null, "SHA256withRSA", by, null);
    signature(
        "ECDSA P-256", "EC", new ECGenParameterSpec("secp256r1"), "SHA256withECDSA", by, null);
    signature("Ed25519", "Ed25519", null, "Ed25519", by, null);
    SecretKeySpec key = new SecretKeySpec(new byte[32], "HmacSHA256");
    measure(
        "HMAC-SHA256",
        name(by),
        () -> {
          Mac mac = by == null ? Mac.getInstance("HmacSHA256") : Mac.getInstance("HmacSHA256", by);
          mac.init(key);
          return mac.doFinal(MESSAGE).length == 32;
        });
    gcm("AES-256-GCM", "AES", 32, by, null);
  }

  private static void signature(
      String what,
      String kind,
      AlgorithmParameterSpec size,
      String name,
      Provider by,
      Provider maker)
      throws Exception {
    KeyPairGenerator generator =
        maker == null
            ? KeyPairGenerator.getInstance(kind)
            : KeyPairGenerator.getInstance(kind, maker);
    if (size != null) {
      generator.initialize(size);
    } else if (kind.equals("RSA")) {
      generator.initialize(2048);
    }
    KeyPair keys = generator.generateKeyPair();
    Signature signer =
        maker == null ? Signature.getInstance(name) : Signature.getInstance(name, maker);
    signer.initSign(keys.getPrivate());
    signer.update(MESSAGE);
    byte[] signature = signer.sign();
    measure(
        what,
        name(by),
        () -> {
          Signature verifier =
              by == null ? Signature.getInstance(name) : Signature.getInstance(name, by);
          verifier.initVerify(keys.getPublic());
          verifier.update(MESSAGE);
          return verifier.verify(signature);
        });
  }

  private static void gcm(String what, String kind, int bytes, Provider by, Provider maker)
      throws Exception {
    String name = kind + "/GCM/NoPadding";
    SecretKeySpec key = new SecretKeySpec(new byte[bytes], kind);
    GCMParameterSpec nonce = new GCMParameterSpec(128, new byte[12]);
    Cipher sealer = maker == null ? Cipher.getInstance(name) : Cipher.getInstance(name, maker);
    sealer.init(Cipher.ENCRYPT_MODE, key, nonce);
    byte[] sealed = sealer.doFinal(MESSAGE);
    measure(
        what,
        name(by),
        () -> {
          Cipher opener = by == null ? Cipher.getInstance(name) : Cipher.getInstance(name, by);
          opener.init(Cipher.DECRYPT_MODE, key, nonce);
          return opener.doFinal(sealed).length == MESSAGE.length;
        });
  }

  /** Every gateway, with the callback of a payment as its pretend sender makes it. */
  private static void gateways() throws Exception {
    Path folder = Files.createTempDirectory("verification");
    Shop shop = Shop.openOrMake(folder.resolve("shop"), Clock.systemUTC(), true);
    Map<String, AccountConfig> accounts = accounts(shop.settings());
    Instant now = Instant.now();
    Trade trade = new Trade("T1", "4200000001", 8_880, "CNY", "order & more", now);
    for (Sender sender : shop.senders()) {
      AccountConfig account = accounts.get(sender.account());
      GatewayType type =
          types().stream()
              .filter(each -> each.name().equals(account.gateway()))
              .findFirst()
              .orElseThrow();
      Gateway gateway = type.open("oncepaid.accounts." + sender.account(), account);
      RawCallback callback = raw(sender.paid(trade, 0), now);
      measure(
          sender.account(),
          Crypto.description(),
          () -> gateway.read(callback).notices().size() == 1);
    }
  }

  private static List<GatewayType> types() {
    return List.of(
        new AlipayType(),
        new WechatpayType(),
        new WechatpayV2Type(),
        new HmacType(),
        new StandardWebhooksType());
  }

  private static Map<String, AccountConfig> accounts(Map<String, String> settings) {
    Map<String, String> own = new HashMap<>(settings);
    own.keySet().removeIf(name -> !name.startsWith("oncepaid."));
    return new SmallRyeConfigBuilder()
        .addDiscoveredConverters()
        .withMapping(OncepaidConfig.class)
        .withSources(new PropertiesConfigSource(own, "shop", 100))
        .build()
        .getConfigMapping(OncepaidConfig.class)
        .accounts();
  }

  private static RawCallback raw(Callback callback, Instant now) {
    Map<String, List<String>> headers = new HashMap<>();
    callback
        .headers()
        .forEach((name, value) -> headers.put(name.toLowerCase(Locale.ROOT), List.of(value)));
    return new RawCallback(headers, callback.body(), now);
  }

  /** The median of the rounds. */
  private static void measure(String what, String by, Work work) throws Exception {
    List<Double> rates = new ArrayList<>();
    for (int round = -1; round < ROUNDS; round++) {
      double rate = rate(work);
      if (round >= 0) {
        rates.add(rate);
      }
    }
    rates.sort(null);
    System.out.printf(ROW, what, by, rates.get(ROUNDS / 2));
  }

  private static double rate(Work work) throws Exception {
    long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    long used = 0;
    int done = 0;
    while (used < ROUND_NANOS) {
      for (int i = 0; i < 8; i++) {
        if (!work.run()) {
          throw new IllegalStateException("a good message was refused");
        }
      }
      done += 8;
      used = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start;
    }
    return done * 1e9 / used;
  }

  private static String name(Provider provider) {
    return provider == null ? "JDK" : provider.getName() + ' ' + provider.getVersionStr();
  }

  private static Provider fast() {
    return ServiceLoader.load(Provider.class).stream()
        .filter(found -> found.type().getPackageName().startsWith("com.amazon"))
        .map(ServiceLoader.Provider::get)
        .findFirst()
        .orElse(null);
  }
}

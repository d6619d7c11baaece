package io.oncepaid.gateway.wechatpay;

import io.oncepaid.gateway.AccountConfig;
import io.oncepaid.gateway.Address;
import io.oncepaid.gateway.GatewayType.InvalidSetting;
import io.oncepaid.gateway.Inquiry;
import io.oncepaid.gateway.RereadKeys;
import io.oncepaid.gateway.SigningKey;
import io.oncepaid.gateway.Standing;
import io.oncepaid.gateway.UnusableCallback;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Clock;
import java.util.List;
import java.util.UUID;

/**
 * {@code GET /v3/pay/transactions/out-trade-no/{no}} and {@code POST …/close}: requests signed in
 * their Authorization, answers signed in their headers.
 */
final class WechatpayInquiry implements Inquiry {
  /** The gateway's own limit: an order of a longer number was never made. */
  private static final int LONGEST_NUMBER = 32;

  private final WechatpayMerchant merchant;
  private final URI base;
  private final String serial;
  private final WechatpaySignature signature;
  private final WechatpayStandings standings;
  private final RereadKeys<SigningKey> ours;
  private final RereadKeys<WechatpayKeys> theirs;
  private final Clock clock;

  /**
   * @throws InvalidSetting for keys and addresses that cannot be used
   */
  WechatpayInquiry(
      String property, AccountConfig.Wechatpay settings, String privateKey, Clock clock) {
    this.merchant = WechatpayMerchant.of(property, settings);
    this.base = Address.of(property + ".base-url", settings.baseUrl());
    this.serial = serial(property, settings);
    this.signature = WechatpaySignature.of(property, settings);
    this.standings = new WechatpayStandings(WechatpayRecipient.of(property, settings));
    this.ours = new RereadKeys<>(files -> files.privateKey(property + ".private-key", privateKey));
    this.theirs =
        new RereadKeys<>(
            files -> WechatpayKeys.read(files, property, settings, signature.allowed()));
    this.clock = clock;
  }

  private static String serial(String property, AccountConfig.Wechatpay settings) {
    String serial = settings.serial().orElse("").strip();
    if (!serial.matches("[0-9A-Fa-f]{1,64}")) {
      throw new InvalidSetting(
          property + ".serial", "give the serial (hex) of your own API certificate");
    }
    return serial;
  }

  @Override
  public Standing ask(String outTradeNo, Exchange exchange)
      throws UnusableCallback, IOException, InterruptedException {
    if (outTradeNo.length() > LONGEST_NUMBER) {
      return Standing.notFound(null);
    }
    Response response = exchange.send(() -> request("GET", merchant.query(outTradeNo), ""));
    signature.verify(response.content(), theirs.get());
    return standings.of(outTradeNo, response);
  }

  @Override
  public void close(String outTradeNo, Standing open, Exchange exchange)
      throws IOException, InterruptedException {
    exchange.send(() -> request("POST", merchant.close(outTradeNo), merchant.asJson()));
  }

  private HttpRequest request(String method, String path, String body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + path))
            .header("Authorization", authorization(method, base.getRawPath() + path, body))
            .header("Accept", "application/json");
    // Whose key the answer is to be signed with, where there is one of the newer kind.
    theirs.get().publicKeyId().ifPresent(id -> request.header("Wechatpay-Serial", id));
    return body.isEmpty()
        ? request.GET().build()
        : request
            .header("Content-Type", "application/json")
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .build();
  }

  /** Method, path with query, time, nonce and body, each with a line end. */
  private String authorization(String method, String path, String body) {
    long time = clock.instant().getEpochSecond();
    String nonce = UUID.randomUUID().toString().replace("-", "");
    String signed = ours.get().sign(String.join("\n", method, path, "" + time, nonce, body, ""));
    return "WECHATPAY2-SHA256-RSA2048 "
        + String.join(
            ",",
            List.of(
                "mchid=\"" + merchant.mchId() + '"',
                "nonce_str=\"" + nonce + '"',
                "signature=\"" + signed + '"',
                "timestamp=\"" + time + '"',
                "serial_no=\"" + serial + '"'));
  }
}

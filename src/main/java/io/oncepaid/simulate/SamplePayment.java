package io.oncepaid.simulate;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;

/**
 * One payment to try the service with by hand: the same in every run, paid by a callback that is
 * left in a file. Alipay's messages carry no time limit, so the file can be sent for ever.
 */
final class SamplePayment {
  private static final String OUT_TRADE_NO = "demo-1";
  private static final long AMOUNT = 8_880;

  private final Shop shop;
  private final ServiceClient service;
  private final String url;

  SamplePayment(Shop shop, ServiceClient service, String url) {
    this.shop = shop;
    this.service = service;
    this.url = url;
  }

  /** Registers and pays it; does nothing that a run before has done. */
  void pay(Clock clock) throws IOException {
    Trade trade =
        new Trade(OUT_TRADE_NO, "42000000000000000001", AMOUNT, "CNY", "demo", clock.instant());
    Callback callback = shop.senders().get(0).paid(trade, 0);
    Files.write(callbackFile(), callback.body());
    service.register(trade);
    service.send(callback);
  }

  /** What to type next. */
  void explain(PrintStream out) {
    String key = "-H \"Authorization: Bearer $(cat " + shop.apiKeyFile() + ")\"";
    out.printf(
        """

        The service keeps running at %1$s; Ctrl-C ends it. Try in another terminal:

        The callback of a payment once more: Alipay is told success, nothing is booked.
          curl -i --data-binary @%2$s %1$s/callbacks/%3$s
        That payment, and all that happened to it:
          curl %4$s %1$s/payments/%5$s
          curl %4$s %1$s/payments/%5$s/timeline
        Money that does not fit and waits for a person:
          curl %4$s '%1$s/cases?status=open&limit=5'
        An order form in the browser, where two clicks are one order: %1$s%6$s
        """,
        url, callbackFile(), shop.senders().get(0).account(), key, OUT_TRADE_NO, OrderForm.PATH);
    out.flush();
  }

  private Path callbackFile() {
    return shop.directory().resolve("callback.form");
  }
}

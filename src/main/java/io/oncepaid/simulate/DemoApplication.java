package io.oncepaid.simulate;

import io.quarkus.arc.Unremovable;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.QuarkusApplication;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** What {@link DemoCommand} does once the service listens. */
@ApplicationScoped
@Unremovable
public class DemoApplication implements QuarkusApplication {
  @Inject Clock clock;
  @Inject OrderForm orderForm;

  @ConfigProperty(name = "quarkus.http.port")
  int port;

  @ConfigProperty(name = "oncepaid.data-dir", defaultValue = ".oncepaid")
  String dataDirectory;

  @Override
  public int run(String... arguments) throws Exception {
    PrintStream out = System.out;
    List<String> options = new ArrayList<>(List.of(arguments));
    boolean once = options.remove(DemoCommand.ONCE);
    String url = "http://127.0.0.1:" + port;
    String shop = Path.of(dataDirectory, "demo").toString();
    options.addAll(List.of("--url", url, "--shop", shop));
    int exitCode = SimulateCommand.run(options, clock, out);
    if (once) {
      return exitCode;
    }
    orderForm.open();
    // keeps running for the reader's own requests
    SamplePayment sample = sample(URI.create(url), Path.of(shop));
    sample.pay(clock);
    sample.explain(out);
    Quarkus.waitForExit();
    return exitCode;
  }

  private SamplePayment sample(URI url, Path directory) {
    Shop shop = Shop.openOrMake(directory, clock);
    ServiceClient service =
        new ServiceClient(url, shop.apiKey(), Options.parse(List.of()).patience(), new Tally());
    return new SamplePayment(shop, service, url.toString());
  }
}

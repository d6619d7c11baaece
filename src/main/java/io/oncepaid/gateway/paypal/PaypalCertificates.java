package io.oncepaid.gateway.paypal;

import io.oncepaid.gateway.Certificates;
import io.oncepaid.gateway.GatewayType.InvalidSetting;
import io.oncepaid.gateway.Keys;
import io.oncepaid.gateway.UnusableCallback;
import io.oncepaid.gateway.VerifyingKey;
import io.oncepaid.gateway.paypal.CertificateFetch.NotThere;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.bouncycastle.asn1.x500.RDN;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x500.style.IETFUtils;
import org.bouncycastle.cert.X509CertificateHolder;

/**
 * PayPal's certificates by their address: fetched once however many callbacks wait for one, judged
 * by chain and holder, then kept. Only trusted ones are kept for long, so nobody can fill the
 * memory. Thread-safe.
 */
final class PaypalCertificates {
  /** Callbacks wait no longer for a certificate; the fetch goes on. */
  private static final Duration PATIENCE = Duration.ofMillis(1900);

  private static final Duration REFUSED_FOR = Duration.ofMinutes(10);
  private static final int MOST_KEPT = 64;
  private static final int MOST_REFUSED = 256;
  private static final int MOST_AT_ONCE = 8;

  /** Each holds its body in memory meanwhile. */
  private static final int MOST_WAITING = 512;

  private final List<X509CertificateHolder> roots;
  private final String holder;
  private final CertificateFetch fetch;
  private final Map<String, VerifyingKey> kept = new ConcurrentHashMap<>();
  private final Map<String, Instant> refused = new ConcurrentHashMap<>();
  private final Map<String, CompletableFuture<Void>> underWay = new ConcurrentHashMap<>();
  private final AtomicInteger waiting = new AtomicInteger();

  PaypalCertificates(List<X509CertificateHolder> roots, String holder, CertificateFetch fetch) {
    this.roots = roots;
    this.holder = holder;
    this.fetch = fetch;
  }

  /**
   * Takes a certificate from the settings.
   *
   * @throws InvalidSetting when it is not PayPal's
   */
  void add(String property, String address, List<X509CertificateHolder> chain) {
    kept.put(address, judge(property, chain));
  }

  private VerifyingKey judge(String property, List<X509CertificateHolder> chain) {
    if (!holder.equals(nameOf(chain.get(0)))) {
      throw new InvalidSetting(property, "is no certificate of " + holder);
    }
    return Certificates.key(property, chain, roots);
  }

  private static String nameOf(X509CertificateHolder certificate) {
    RDN[] names = certificate.getSubject().getRDNs(BCStyle.CN);
    return names.length == 1 && !names[0].isMultiValued()
        ? IETFUtils.valueToString(names[0].getFirst().getValue())
        : "";
  }

  /**
   * The key of a trusted address.
   *
   * @throws UnusableCallback FORGED when what is there is not PayPal's, UNAVAILABLE when it was not
   *     got
   */
  VerifyingKey get(String address, Instant now) throws UnusableCallback {
    VerifyingKey key = kept.get(address);
    if (key != null) {
      return key;
    }
    if (isRefused(address, now)) {
      throw UnusableCallback.forged("at its address is no certificate of " + holder);
    }
    throw UnusableCallback.unavailable("its certificate could not be fetched");
  }

  /** Done when the address is known or cannot be known now; never fails. */
  CompletableFuture<Void> know(String address, Instant now) {
    if (kept.containsKey(address) || isRefused(address, now)) {
      return CompletableFuture.completedFuture(null);
    }
    boolean tooMany = underWay.size() >= MOST_AT_ONCE && !underWay.containsKey(address);
    if (tooMany || waiting.get() >= MOST_WAITING) {
      return CompletableFuture.completedFuture(null);
    }
    waiting.incrementAndGet();
    CompletableFuture<Void> mine = new CompletableFuture<>();
    CompletableFuture<Void> other = underWay.putIfAbsent(address, mine);
    if (other == null) {
      start(address, now, mine);
    }
    CompletableFuture<Void> patient =
        (other == null ? mine : other)
            .copy()
            .completeOnTimeout(null, PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    return patient.whenComplete((known, never) -> waiting.decrementAndGet());
  }

  private void start(String address, Instant now, CompletableFuture<Void> done) {
    CompletableFuture.completedFuture(address)
        .thenCompose(known -> fetch.get(URI.create(known)))
        .handle(
            (file, failure) -> {
              if (failure == null) {
                take(address, file, now);
              } else if (cause(failure) instanceof NotThere) {
                refuse(address, now);
              }
              underWay.remove(address);
              done.complete(null);
              return null;
            });
  }

  private static Throwable cause(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }

  private void take(String address, byte[] file, Instant now) {
    try {
      String pem = new String(file, StandardCharsets.ISO_8859_1);
      VerifyingKey key = judge(address, Keys.pemCertificates(address, pem));
      if (kept.size() < MOST_KEPT) {
        kept.put(address, key);
      }
    } catch (RuntimeException unreadableOrUntrusted) {
      refuse(address, now);
    }
  }

  private void refuse(String address, Instant now) {
    if (refused.size() >= MOST_REFUSED) {
      refused.clear();
    }
    refused.put(address, now.plus(REFUSED_FOR));
  }

  private boolean isRefused(String address, Instant now) {
    Instant until = refused.get(address);
    return until != null && now.isBefore(until);
  }
}

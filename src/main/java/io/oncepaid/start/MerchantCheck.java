package io.oncepaid.start;

import io.oncepaid.OncepaidConfig;
import io.oncepaid.OncepaidConfig.Merchant;
import io.oncepaid.gateway.Placeholder;
import java.net.URI;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Looks at who may call and where events go. */
final class MerchantCheck {
  private static final String OPERATOR_KEY = "oncepaid.operator.api-key";
  private static final String SECRET_PREFIX = "whsec_";
  private static final int SHORTEST_SECRET = 24;
  private static final int LONGEST_SECRET = 64;
  private static final String SECRET_REMEDY =
      "; make one with: echo whsec_$(openssl rand -base64 32)";

  private final Problems problems;
  private final Map<String, String> ownerOfKey = new HashMap<>();

  MerchantCheck(Problems problems) {
    this.problems = problems;
  }

  void run(OncepaidConfig config) {
    apiKey(OPERATOR_KEY, config.operator().apiKey());
    config.merchants().forEach(this::merchant);
  }

  private void merchant(String name, Merchant merchant) {
    String property = "oncepaid.merchants." + Names.inProperty(name);
    Names.check(property, name, problems);
    String key = property + ".api-key";
    if (merchant.apiKey().isEmpty() && !problems.isBlank(key)) {
      problems.add(key, "is missing, so that the merchant cannot call; give one");
    }
    apiKey(key, merchant.apiKey());
    merchant.notifyUrl().ifPresent(url -> notifyUrl(property + ".notify-url", url));
    notifySecret(property + ".notify-secret", merchant);
  }

  /** One key has one owner. */
  private void apiKey(String property, Optional<String> key) {
    if (problems.isBlank(property)) {
      problems.add(property, "is empty; give a key, or take the setting away");
    } else if (key.isPresent()) {
      KeyCheck.problem(key.get()).ifPresent(problem -> problems.add(property, problem));
      String other = ownerOfKey.putIfAbsent(key.get(), property);
      if (other != null) {
        problems.add(property, "is the same key as " + other + "; make one of its own");
      }
    }
  }

  private void notifyUrl(String property, String url) {
    URI uri = address(url);
    if (uri == null) {
      problems.add(property, "is not an address; give one like https://shop.example/events");
    } else if (uri.getUserInfo() != null) {
      problems.add(property, "carries a user's name; take it away, events are signed instead");
    }
  }

  private static URI address(String url) {
    try {
      URI uri = URI.create(url);
      return uri.getHost() != null && uri.getScheme().matches("https?") ? uri : null;
    } catch (IllegalArgumentException notEvenThat) {
      return null;
    }
  }

  private void notifySecret(String property, Merchant merchant) {
    if (problems.isBlank(property)) {
      problems.add(property, "is empty" + SECRET_REMEDY);
    } else if (merchant.notifySecret().isPresent()) {
      merchant.notifySecret().get().forEach(secret -> notifySecret(property, secret));
    } else if (merchant.notifyUrl().isPresent()) {
      problems.add(property, "is missing, events are signed with it" + SECRET_REMEDY);
    }
  }

  private void notifySecret(String property, String secret) {
    String key = secret.startsWith(SECRET_PREFIX) ? secret.substring(SECRET_PREFIX.length()) : "";
    int bytes = bytesInBase64(key);
    if (!key.isEmpty() && Placeholder.is(key)) {
      problems.add(property, "is a placeholder" + SECRET_REMEDY);
    } else if (bytes < SHORTEST_SECRET || bytes > LONGEST_SECRET) {
      problems.add(property, "is not whsec_ and 24 to 64 bytes in base64" + SECRET_REMEDY);
    }
  }

  private static int bytesInBase64(String text) {
    try {
      return Base64.getDecoder().decode(text).length;
    } catch (IllegalArgumentException notBase64) {
      return 0;
    }
  }
}

package io.oncepaid.gateway.stripe;

import io.oncepaid.gateway.AccountConfig;
import io.oncepaid.gateway.JsonValues;
import io.oncepaid.gateway.UnusableCallback;

/**
 * Whose events an account takes. A platform's endpoint gets those of all its accounts, of tests
 * too.
 *
 * @param account the connected account, or null for an endpoint of one's own
 * @param livemode the only mode, or null where the secret decides it
 */
record StripeOrigin(String account, Boolean livemode) {

  static StripeOrigin of(AccountConfig.Stripe settings) {
    String account = settings.account().orElse(null);
    return new StripeOrigin(
        account, settings.livemode().orElse(account == null ? null : Boolean.TRUE));
  }

  /**
   * Why the event is to be ignored, or null when it is ours.
   *
   * @throws UnusableCallback FORGED for an event of an account where none is configured
   */
  String elsewhere(JsonValues event) throws UnusableCallback {
    String named = event.text("account");
    if (named != null && account == null) {
      throw UnusableCallback.forged("an event of a connected account; set stripe.account");
    }
    if (account != null && !account.equals(named)) {
      return "other account";
    }
    return livemode == null || livemode.equals(event.bool("livemode")) ? null : "other mode";
  }
}

package io.oncepaid.gateway.paypal;

import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.RotationContract;
import io.oncepaid.gateway.TestAccount;
import io.oncepaid.gateway.TestKeys;
import io.oncepaid.gateway.TestKeys.Issuer;
import java.util.List;
import java.util.Map;

/** The roots change; the certificates lie at addresses that the messages name. */
class PaypalRotationTest extends RotationContract {
  private static final PaypalTestSender ONE = new PaypalTestSender();
  private static final PaypalTestSender OTHER =
      new PaypalTestSender(
          new Issuer("other root", TestKeys.other()),
          TestKeys.one(),
          PaypalTestSender.ADDRESS + "2");

  @Override
  protected Trusted one() {
    return new Trusted(ONE, ONE.root());
  }

  @Override
  protected Trusted other() {
    return new Trusted(OTHER, OTHER.root());
  }

  @Override
  protected Gateway receiver(List<String> keys) {
    return new PaypalTestSender.Prepared(
        PaypalTestSender.open(
            Map.of("paypal.root-certificates", TestAccount.list(keys)),
            PaypalTestSender.fetch(
                Map.of(ONE.address(), ONE.certificate(), OTHER.address(), OTHER.certificate()))));
  }
}

package io.oncepaid.gateway.adyen;

import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.RotationContract;
import io.oncepaid.gateway.TestAccount;
import java.util.List;
import java.util.Map;

class AdyenRotationTest extends RotationContract {
  @Override
  protected Trusted one() {
    return new Trusted(new AdyenTestSender(), AdyenTestSender.KEY);
  }

  @Override
  protected Trusted other() {
    return new Trusted(new AdyenTestSender(AdyenTestSender.OTHER_KEY), AdyenTestSender.OTHER_KEY);
  }

  @Override
  protected Gateway receiver(List<String> keys) {
    return new AdyenTestSender().receiver(Map.of("adyen.hmac-keys", TestAccount.list(keys)));
  }
}

package io.oncepaid.gateway.stripe;

import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.RotationContract;
import io.oncepaid.gateway.TestAccount;
import java.util.List;
import java.util.Map;

class StripeRotationTest extends RotationContract {
  private static final String OTHER = "whsec_0c9Fb3Mq7Xs5Hk1Jd8Yw4Lz2Rn6Vt0PaG";

  @Override
  protected Trusted one() {
    return new Trusted(new StripeTestSender(), StripeTestSender.SECRET);
  }

  @Override
  protected Trusted other() {
    return new Trusted(new StripeTestSender(OTHER), OTHER);
  }

  @Override
  protected Gateway receiver(List<String> keys) {
    return StripeTestSender.receiver(Map.of("stripe.secrets", TestAccount.list(keys)));
  }
}

package io.oncepaid.gateway;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oncepaid.gateway.GatewayType.InvalidSetting;
import io.oncepaid.gateway.UnusableCallback.Reason;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** What tests say about callbacks and settings that must not be taken. */
public final class Refusals {
  private Refusals() {}

  public static void assertRefused(Gateway gateway, RawCallback callback, Reason reason) {
    assertThatThrownBy(() -> gateway.read(callback))
        .isInstanceOfSatisfying(
            UnusableCallback.class,
            refused -> Assertions.assertThat(refused.reason()).isEqualTo(reason));
  }

  /** The setting is named, with its remedy. */
  public static void assertInvalid(ThrowingCallable open, String property, String remedy) {
    assertThatThrownBy(open)
        .isInstanceOf(InvalidSetting.class)
        .hasMessageStartingWith(TestAccount.PROPERTY + '.' + property + ": ")
        .hasMessageContaining(remedy);
  }
}

package io.oncepaid.gateway.alipay;

import io.oncepaid.gateway.AccountConfig;
import io.oncepaid.gateway.Address;
import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.GatewayType;
import io.oncepaid.gateway.Inquiry;
import io.oncepaid.gateway.RereadKeys;
import io.oncepaid.gateway.VerifyingKey.Algorithm;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** {@code oncepaid.accounts.<account>.gateway=alipay}. */
@ApplicationScoped
public class AlipayType implements GatewayType {
  @Override
  public String name() {
    return "alipay";
  }

  @Override
  public Gateway open(String property, AccountConfig account) {
    return new AlipayGateway(property + ".alipay", settings(property, account));
  }

  private static AccountConfig.Alipay settings(String property, AccountConfig account) {
    return account
        .alipay()
        .orElseThrow(
            () ->
                new InvalidSetting(
                    property + ".alipay.app-id", "is missing; give the app's id at Alipay"));
  }

  @Override
  public Optional<Inquiry> inquiry(String property, AccountConfig account, Clock clock) {
    AccountConfig.Alipay settings = settings(property, account);
    String prefix = property + ".alipay";
    return settings
        .privateKey()
        .map(
            key ->
                new AlipayInquiry(
                    settings.appId(),
                    Address.of(prefix + ".gateway-url", settings.gatewayUrl()),
                    new RereadKeys<>(files -> AlipayAppKey.read(files, prefix, settings, key)),
                    new RereadKeys<>(
                        files ->
                            AlipayKeys.read(
                                files, prefix, settings, List.of(Algorithm.SHA256_RSA))),
                    clock));
  }
}

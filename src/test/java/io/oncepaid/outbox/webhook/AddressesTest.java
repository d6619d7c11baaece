package io.oncepaid.outbox.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.0.0.0",
        "10.1.2.3",
        "127.0.0.1",
        "127.9.9.9",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.168.1.1",
        "100.64.0.1",
        "100.127.255.255",
        "192.0.0.192",
        "198.18.0.1",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "fe80::1",
        "fc00::1",
        "fd00:ec2::254",
        "ff02::1",
        "::ffff:10.0.0.1",
        "::ffff:169.254.169.254",
        "64:ff9b::a00:1",
        "2002:a00:1::1",
        "2001:db8::1",
        "2001::1",
        "fec0::1",
        "::10.0.0.1",
        "64:ff9b:1::1"
      })
  void private_addresses_are_refused(String address) throws UnknownHostException {
    assertThat(Addresses.isPublic(InetAddress.getByName(address))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1.1.1.1",
        "8.8.8.8",
        "100.63.255.255",
        "100.128.0.1",
        "172.15.0.1",
        "172.32.0.1",
        "169.253.0.1",
        "192.167.0.1",
        "223.255.255.254",
        "2606:4700::1111",
        "2a00:1450::1",
        "64:ff9b::808:808",
        "2002:808:808::1"
      })
  void addresses_of_the_internet_are_not(String address) throws UnknownHostException {
    assertThat(Addresses.isPublic(InetAddress.getByName(address))).isTrue();
  }

  // Ways to write an address of this machine that a look at the text would miss.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://[::ffff:127.0.0.1]/",
        "https://2130706433/",
        "https://10.0.0.1/",
        "https://169.254.169.254/latest/meta-data"
      })
  void what_is_checked_is_the_address_and_not_its_name(String url) {
    Target target = new Target(URI.create(url), new Signature(List.of()));
    assertThatThrownBy(() -> target.address(1, false))
        .isInstanceOfAny(Target.Forbidden.class, UnknownHostException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://localhost:8000/", "http://127.0.0.1:8000/", "https://[::1]/"})
  void a_receiver_on_this_machine_is_reached_when_the_settings_say_so_in_plain(String url)
      throws Exception {
    Target target = new Target(URI.create(url), new Signature(List.of()));
    assertThat(target.address(1, false).isLoopbackAddress()).isTrue();
  }

  @Test
  void plain_http_goes_to_allowed_private_addresses_only() throws Exception {
    Signature none = new Signature(List.of());
    assertThat(new Target(URI.create("http://127.0.0.1:8000/x?y"), none).address(1, true))
        .isEqualTo(InetAddress.getByName("127.0.0.1"));
    assertThatThrownBy(() -> new Target(URI.create("http://1.1.1.1/"), none).address(1, true))
        .isInstanceOf(Target.Forbidden.class)
        .hasMessageContaining("https");
    assertThat(new Target(URI.create("https://1.1.1.1/"), none).address(7, false)).isNotNull();
  }
}

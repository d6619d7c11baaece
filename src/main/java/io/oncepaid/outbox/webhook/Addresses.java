package io.oncepaid.outbox.webhook;

import java.net.Inet4Address;
import java.net.InetAddress;

/**
 * Which addresses lie on the open internet. Everything that a network keeps for itself is private:
 * this machine, local networks, carriers' networks, cloud metadata, documentation, multicast, and
 * IPv6 forms that carry such an IPv4 address.
 */
final class Addresses {
  private Addresses() {}

  static boolean isPublic(InetAddress address) {
    byte[] bytes = address.getAddress();
    return address instanceof Inet4Address ? isPublic4(bytes, 0) : isPublic6(bytes);
  }

  private static boolean isPublic4(byte[] bytes, int from) {
    int a = bytes[from] & 0xff;
    int b = bytes[from + 1] & 0xff;
    int c = bytes[from + 2] & 0xff;
    boolean isKeptBack =
        a == 0 // this network
            || a == 10
            || a == 127
            || a == 169 && b == 254 // link-local; where clouds tell their metadata
            || a == 172 && b >= 16 && b <= 31
            || a == 192 && b == 168
            || a == 100 && b >= 64 && b <= 127 // carriers
            || a == 192 && b == 0 && (c == 0 || c == 2)
            || a == 198 && (b == 18 || b == 19) // benchmarks
            || a == 198 && b == 51 && c == 100
            || a == 203 && b == 0 && c == 113
            || a == 192 && b == 88 && c == 99 // 6to4 relays
            || a >= 224; // multicast, reserved, broadcast
    return !isKeptBack;
  }

  // Only 2000::/3 is given out; of it, what embeds an IPv4 address is as public as that one.
  private static boolean isPublic6(byte[] bytes) {
    int first = (bytes[0] & 0xff) << 8 | bytes[1] & 0xff;
    int second = (bytes[2] & 0xff) << 8 | bytes[3] & 0xff;
    if (first == 0x64 && second == 0xff9b && isZero(bytes, 4, 12)) { // NAT64
      return isPublic4(bytes, 12);
    }
    if (first == 0x2002) { // 6to4
      return isPublic4(bytes, 2);
    }
    boolean isKeptBack =
        first == 0x2001 && (second < 0x200 || second == 0xdb8) // Teredo and the like; documentation
            || first == 0x3fff; // documentation
    return first >> 13 == 1 && !isKeptBack;
  }

  private static boolean isZero(byte[] bytes, int from, int until) {
    for (int i = from; i < until; i++) {
      if (bytes[i] != 0) {
        return false;
      }
    }
    return true;
  }
}

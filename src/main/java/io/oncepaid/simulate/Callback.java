package io.oncepaid.simulate;

import java.util.HashMap;
import java.util.Map;

/**
 * One request as a gateway sends it.
 *
 * @param account where it goes: {@code POST /callbacks/{account}}
 * @param headers by name
 * @param body the exact bytes
 */
public record Callback(String account, Map<String, String> headers, byte[] body) {

  Callback withHeader(String name, String value) {
    Map<String, String> changed = new HashMap<>(headers);
    changed.put(name, value);
    return new Callback(account, Map.copyOf(changed), body);
  }
}

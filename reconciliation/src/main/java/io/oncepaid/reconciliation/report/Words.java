package io.oncepaid.reconciliation.report;

import java.util.HashMap;
import java.util.Map;

/** The reports' words in English and Chinese. */
public enum Words {
  ENGLISH("en", 1),
  CHINESE("zh", 2);

  private final String code;
  private final Map<String, String> texts = new HashMap<>();

  Words(String code, int column) {
    this.code = code;
    fill(column);
  }

  private void fill(int column) {
    for (String[] text : WordTable.TEXTS) {
      texts.put(text[0], text[column]);
    }
  }

  public String code() {
    return code;
  }

  /** The words for a key; the key itself where there are none. */
  public String of(String key) {
    return texts.getOrDefault(key, key);
  }

  /** The name of a difference's type; refunds and reversals have a prefix. */
  public String type(String type) {
    if (type.startsWith("REFUND_") && !texts.containsKey(type)) {
      return of("REFUND") + colon() + of(type.substring("REFUND_".length()));
    }
    if (type.startsWith("REVERSAL_")) {
      return of("REVERSED") + colon() + of(type.substring("REVERSAL_".length()));
    }
    return of(type);
  }

  private String colon() {
    return this == CHINESE ? "：" : ": ";
  }

  /** What a person should do about a type of difference. */
  public String toDo(String type) {
    if (texts.containsKey("do " + type)) {
      return of("do " + type);
    }
    return of("do " + type.replaceFirst("^(REFUND|REVERSAL)_", ""));
  }
}

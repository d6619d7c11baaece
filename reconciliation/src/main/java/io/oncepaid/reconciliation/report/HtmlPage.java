package io.oncepaid.reconciliation.report;

/** The growing text of a page in one language; what comes from bills is escaped. */
final class HtmlPage {
  private final Words words;
  private final StringBuilder html = new StringBuilder(1 << 16);

  HtmlPage(Words words) {
    this.words = words;
  }

  Words words() {
    return words;
  }

  /** Adds mark-up as it is. */
  HtmlPage add(String markup) {
    html.append(markup);
    return this;
  }

  /** Adds the words for a key. */
  HtmlPage say(String key) {
    return text(words.of(key));
  }

  /** Adds a text of any kind. */
  HtmlPage text(String text) {
    html.append(escaped(text));
    return this;
  }

  HtmlPage heading(String key) {
    return add("<h2>").say(key).add("</h2>");
  }

  /** Begins a table; the columns after the first {@code left} hold numbers. */
  HtmlPage table(String style, int left, String... keys) {
    add("<table class=\"" + style + "\"><thead><tr>");
    for (int i = 0; i < keys.length; i++) {
      add(i < left ? "<th>" : "<th class=\"n\">").say(keys[i]).add("</th>");
    }
    return add("</tr></thead><tbody>\n");
  }

  HtmlPage endTable() {
    return add("</tbody></table>\n");
  }

  /** A row that heads the rows below it. */
  HtmlPage section(String key, int columns) {
    return add("<tr class=\"side\"><td colspan=\"" + columns + "\">").say(key).add("</td></tr>\n");
  }

  static String count(long count) {
    return Amounts.text(count, "JPY");
  }

  static String escaped(String text) {
    return text == null
        ? ""
        : text.replace("&", "&amp;")
            .replace("<", "&lt;")
            .replace(">", "&gt;")
            .replace("\"", "&quot;");
  }

  @Override
  public String toString() {
    return html.toString();
  }
}

package io.oncepaid.reconciliation.report;

import java.util.List;
import java.util.Map;

/** Charts as inline SVG. */
final class Charts {
  private static final int WIDTH = 380;

  private Charts() {}

  /** Horizontal bars with their names and numbers. */
  static String bars(Map<String, Long> values) {
    if (values.isEmpty()) {
      return "<p class=\"dim\">–</p>";
    }
    long most = values.values().stream().mapToLong(Long::longValue).max().orElse(1);
    StringBuilder svg = new StringBuilder();
    int y = 0;
    for (Map.Entry<String, Long> bar : values.entrySet()) {
      long width = Math.max(2, bar.getValue() * 230 / most);
      svg.append("<text x=\"62\" y=\"").append(y + 15).append("\" text-anchor=\"end\">");
      svg.append(HtmlPage.escaped(bar.getKey())).append("</text><rect x=\"70\" y=\"");
      svg.append(y + 3).append("\" width=\"").append(width);
      svg.append("\" height=\"15\" rx=\"2\" fill=\"#b42318\"/><text x=\"");
      svg.append(76 + width).append("\" y=\"").append(y + 15).append("\">");
      svg.append(HtmlPage.count(bar.getValue())).append("</text>");
      y += 23;
    }
    return "<svg viewBox=\"0 0 " + WIDTH + " " + y + "\" role=\"img\">" + svg + "</svg>";
  }

  /** A column per day: differences above waiting rows; a green foot for a balanced day. */
  static String trend(Report report, Words words) {
    List<Report.Day> days = report.trend();
    long most =
        Math.max(1, days.stream().mapToLong(d -> d.differences() + d.waiting()).max().orElse(1));
    StringBuilder svg = new StringBuilder();
    for (Report.Day day : days) {
      long x = 30 + (29 - report.date().toEpochDay() + day.date().toEpochDay()) * 11;
      long waiting = day.waiting() * 100 / most;
      long different = day.differences() == 0 ? 0 : Math.max(2, day.differences() * 100 / most);
      svg.append("<g><title>")
          .append(day.date())
          .append(": ")
          .append(HtmlPage.count(day.differences()));
      svg.append(' ').append(HtmlPage.escaped(words.of("DIFFERENCE"))).append(", ");
      svg.append(HtmlPage.count(day.waiting()))
          .append(' ')
          .append(HtmlPage.escaped(words.of("WAITING")));
      svg.append("</title>");
      rect(svg, x, 110 - waiting, waiting, "#d4a72c");
      rect(svg, x, 110 - waiting - different, different, "#b42318");
      rect(svg, x, 112, 4, day.balanced() ? "#1a7f4b" : "#b42318");
      svg.append("</g>");
    }
    svg.append("<text x=\"0\" y=\"14\">").append(HtmlPage.count(most)).append("</text>");
    svg.append("<text x=\"30\" y=\"134\">").append(report.date().minusDays(29));
    svg.append("</text><text x=\"360\" y=\"134\" text-anchor=\"end\">").append(report.date());
    svg.append("</text>");
    legend(svg, 30, "#b42318", words.of("DIFFERENCE"));
    legend(svg, 140, "#d4a72c", words.of("WAITING"));
    legend(svg, 250, "#1a7f4b", words.of("balanced"));
    return "<svg viewBox=\"0 0 " + WIDTH + " 160\" role=\"img\">" + svg + "</svg>";
  }

  private static void legend(StringBuilder svg, int x, String colour, String name) {
    svg.append("<rect x=\"").append(x).append("\" y=\"144\" width=\"10\" height=\"10\" fill=\"");
    svg.append(colour).append("\"/><text x=\"").append(x + 15).append("\" y=\"154\">");
    svg.append(HtmlPage.escaped(name)).append("</text>");
  }

  private static void rect(StringBuilder svg, long x, long y, long height, String colour) {
    if (height > 0) {
      svg.append("<rect x=\"").append(x).append("\" y=\"").append(y);
      svg.append("\" width=\"9\" height=\"").append(height).append("\" fill=\"");
      svg.append(colour).append("\"/>");
    }
  }
}

package io.oncepaid.reconciliation.report;

/** How the page looks, on the screen and on paper. */
final class HtmlStyle {
  static final String CSS =
      """
      :root{--ink:#1c2430;--soft:#5c6878;--line:#dfe4ea;--good:#1a7f4b;--bad:#b42318;--wait:#9a6700}
      *{box-sizing:border-box}
      body{font:15px/1.5 system-ui,"Noto Sans SC","Microsoft YaHei",sans-serif;color:var(--ink);
      margin:0 auto;max-width:1240px;padding:28px 32px 60px;background:#fff}
      h1{font-size:25px;margin:0 0 2px}h2{font-size:18px;margin:36px 0 10px}
      .facts{color:var(--soft);margin:0 0 18px}.facts b{color:var(--ink);font-weight:600}
      .verdict{display:inline-block;padding:5px 14px;border-radius:6px;color:#fff;font-weight:600}
      .good{background:var(--good)}.bad{background:var(--bad)}
      .verdict+span{margin-left:8px}.note{color:var(--soft);margin:0 0 10px}.verdict~.note{margin:10px 0 0}
      .cards{display:flex;gap:12px;flex-wrap:wrap;margin:20px 0}
      .card{border:1px solid var(--line);border-radius:8px;padding:10px 18px;min-width:150px}
      .card b{display:block;font-size:22px;font-variant-numeric:tabular-nums}
      .card span{color:var(--soft)}
      table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
      th,td{padding:6px 10px;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
      th{color:var(--soft);font-weight:600;font-size:13px;border-bottom:2px solid var(--line)}
      td.n,th.n{text-align:right;white-space:nowrap}td.id{min-width:235px;font-family:ui-monospace,monospace;
      font-size:12.5px;overflow-wrap:anywhere}
      tr.side td{background:#f5f7f9;font-weight:600}small{color:var(--soft);display:block}
      .zero{color:var(--good)}.off{color:var(--bad);font-weight:700}.dim{color:#a5adb8}
      .charts{display:flex;gap:40px;flex-wrap:wrap}.charts>div{flex:1 1 340px}
      svg{width:100%;max-width:420px;height:auto}svg text{font:12px system-ui,sans-serif;fill:#5c6878}
      .bar{display:block;height:9px;border-radius:2px;background:var(--bad);min-width:2px}
      td.bars{width:22%;vertical-align:middle}table.long thead th{position:sticky;top:0;background:#fff}
      @media print{body{padding:0;font-size:12px}h2{break-after:avoid}tr{break-inside:avoid}}
      """;

  private HtmlStyle() {}
}

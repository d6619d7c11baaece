package io.oncepaid.reconciliation.report;

/** Key, English, Chinese. */
final class WordTable {
  static final String[][] TEXTS = {
    {"title", "Reconciliation", "对账报告"},
    {"balanced", "Balanced", "已平"},
    {"not balanced", "Not balanced", "未平"},
    {"totals close", "Control totals close to zero", "控制总额轧平为零"},
    {"totals open", "Control totals do not close", "控制总额未轧平"},
    {"account", "Account", "账户"},
    {"merchant", "Merchant", "商户"},
    {"date", "Business day", "营业日"},
    {"version", "Version", "版本"},
    {"as of", "As of", "截至"},
    {"bill", "Bill", "账单"},
    {"rows", "Rows", "笔数"},
    {"amount", "Amount", "金额"},
    {"currency", "Currency", "币种"},
    {"time", "Time", "时间"},
    {"outcome", "Outcome", "结果"},
    {"fee", "Fees", "手续费"},
    {"control totals", "Control totals", "控制总额"},
    {"BILL", "Gateway's bill", "渠道账单"},
    {"OURS", "Our books", "本方流水"},
    {"CARRIED", "Waiting from earlier days", "前日挂账"},
    {"TOTAL", "Total", "合计"},
    {"MATCHED", "Matched", "相符"},
    {"EXPLAINED", "Explained", "已解释"},
    {"WAITING", "Waiting", "挂账待查"},
    {"DIFFERENCE", "Difference", "差异"},
    {"RESOLVED", "Resolved after waiting", "挂账后已核销"},
    {"CROSSED", "Booked on a neighbouring day", "跨日相符"},
    {"remainder", "Left over", "轧差"},
    {"differences", "Differences", "差异明细"},
    {"by kind", "Differences by kind", "差异分类"},
    {"ageing", "Age", "账龄"},
    {"trend", "Last 30 days", "最近 30 天"},
    {"day", "day", "天"},
    {"days", "days", "天"},
    {"", "", ""},
    {
      "how to read",
      "Amounts, and below them the number of rows. Total = matched + explained + waiting +"
          + " difference; what is left over must be zero.",
      "金额，其下为笔数。合计 = 相符 + 已解释 + 挂账待查 + 差异；轧差须为零。"
    },
    {"rows in the bill", "Rows in the bill", "账单笔数"},
    {"none", "None.", "无。"},
    {"kind", "Kind", "类型"},
    {"order", "Order", "商户订单号"},
    {"transaction", "Gateway transaction", "渠道交易号"},
    {"refund", "Refund", "退款单号"},
    {"gateway side", "At the gateway", "渠道方"},
    {"our side", "Here", "本方"},
    {"to do", "What to do", "处理建议"},
    {"state", "State", "状态"},
    {"id", "Id", "编号"},
    {"line", "line", "行"},
    {"case", "Case", "案例"},
    {"waits since", "Since", "始于"},
    {"expires", "Becomes a difference on", "转差异日期"},
    {"why", "Why", "原因"},
    {
      "listed",
      "%s of %s are listed, the largest first; the CSV has all.",
      "列出 %2$s 条中金额最大的 %1$s 条；全部见 CSV。"
    },
    {"no row", "no row", "无记录"},
    {"OPEN", "open", "未处理"},
    {"PROPOSED", "repair waits for approval", "补单待批准"},
    {"is PROCESSING", "being processed", "处理中"},
    {"is FAILED", "failed", "失败"},
    {"is REVOKED", "revoked", "已撤销"},
    {"is PENDING", "payment is open", "订单待支付"},
    {"is CLOSED", "payment is closed", "订单已关闭"},
    {"is REVERSED", "reversed", "已冲正"},
    {"is REFUND_FAILED", "refund failed", "退款失败"},
    {"case OPEN", "open", "未处理"},
    {"case REFUNDED", "money returned", "已退回"},
    {"case ACCEPTED", "accepted", "已接受"},
    {"case WRITTEN_OFF", "written off", "已核销"},
    {"case DUPLICATE_OF", "same as another case", "与另一案例相同"},
    {"net", "Bill less books", "账单减流水"},
    {"APPROVED", "approved", "已批准"},
    {"UNDELIVERED", "service not reached; is sent again by the next run", "服务不可达，下次运行重发"},
    {"BOOKED", "repaired: booked by the service", "已修复：服务已入账"},
    {"REFUSED", "refused by the service, see its case", "服务拒绝，见案例"},
    {"PAY", "Payments", "支付"},
    {"REFUND", "Refunds", "退款"},
    {"REFUND_FAILED", "Failed refunds", "退款失败"},
    {"CHARGEBACK", "Chargebacks", "拒付"},
    {"CHARGEBACK_REVERSED", "Chargebacks reversed", "拒付撤回"},
    {"REVERSED", "Reversed payments", "支付撤销"},
    {"OTHER", "Fees, payouts and other", "手续费、提现及其他"},
    {"MISSING_HERE", "Missing here", "本方缺单"},
    {"MISSING_AT_GATEWAY", "Missing at the gateway", "渠道缺单"},
    {"AMOUNT", "Amount differs", "金额不符"},
    {"CURRENCY", "Currency differs", "币种不符"},
    {"STATUS", "Status differs", "状态不符"},
    {"REFERENCE", "Order number differs", "订单号不符"},
    {"DUPLICATE_AT_GATEWAY", "Twice at the gateway", "渠道重复"},
    {"DUPLICATE_HERE", "Twice here", "本方重复"},
    {"NEAR_CUT_OFF", "Near the day's end; may be in the neighbouring bill", "临近日切，可能在邻日账单"},
    {"PROCESSING", "Refund accepted, not paid out yet", "退款已受理，尚未到账"},
    {"ACCEPTED_EARLIER", "Refund accepted on another day", "退款受理于他日"},
    {"NOT_SETTLED", "Not settled yet", "尚未结算"},
    {"BOOKED_SINCE", "Booked meanwhile", "已补入账"},
    {"BILLED", "Found in a later bill", "后续账单已出现"},
    {"OTHER_DAY", "Booked on a neighbouring day", "邻日入账"},
    {"DOUBLE_PAYMENT", "Paid twice", "重复支付"},
    {"LATE_PAYMENT", "Paid after closing", "关单后支付"},
    {"MISMATCH", "Amount or currency not as agreed", "金额或币种与约定不符"},
    {"UNKNOWN_PAYMENT", "Payment not registered", "订单未登记"},
    {"OVER_REFUND", "Refunded more than paid", "超额退款"},
    {"CONFLICT", "Same number, other content", "同号不同内容"},
    {"TRANSACTION_REUSED", "One transaction for two orders", "一笔交易对应两单"},
    {
      "do MISSING_HERE",
      "The gateway took the money and we did not book it. Small ones are sent to the"
          + " service by themselves; approve the others.",
      "渠道已收款而本方未入账。小额自动补单，其余请批准。"
    },
    {
      "do REFUND_MISSING_HERE",
      "The gateway refunded and we did not book it. Approve it if the refund" + " was wanted.",
      "渠道已退款而本方未入账。确认退款属实后批准。"
    },
    {
      "do MISSING_AT_GATEWAY",
      "We booked money that the bill does not have. Ask the gateway before"
          + " delivering; check that the account is right.",
      "本方已入账而账单无此笔。发货前向渠道核实，并检查账户。"
    },
    {
      "do AMOUNT",
      "Compare both amounts with the order; settle the remainder with the customer or the"
          + " gateway.",
      "将双方金额与订单核对，与客户或渠道处理差额。"
    },
    {
      "do CURRENCY",
      "Find out which currency was charged; do not convert by hand.",
      "查明实际扣款币种，勿手工折算。"
    },
    {
      "do STATUS",
      "The gateway and we tell different ends of this payment. Query it at the gateway.",
      "双方状态不一致，请向渠道查询该笔。"
    },
    {
      "do REFERENCE",
      "One transaction is booked on another order than the gateway names. Check both" + " orders.",
      "同一交易在双方对应不同订单，请核对两笔订单。"
    },
    {
      "do DUPLICATE_AT_GATEWAY",
      "The gateway lists it twice. Ask whether the money moved twice and" + " claim it back.",
      "渠道重复列示，请确认是否重复动账并追回。"
    },
    {
      "do DUPLICATE_HERE",
      "We booked one movement twice. Correct the books; do not deliver twice.",
      "本方重复入账，请更正账务，勿重复发货。"
    },
  };

  private WordTable() {}
}

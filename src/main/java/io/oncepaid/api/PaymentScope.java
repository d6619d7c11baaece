package io.oncepaid.api;

import io.oncepaid.OncepaidConfig;
import io.oncepaid.database.Transactions;
import io.oncepaid.gateway.Notice;
import io.oncepaid.payment.Payment;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Which payment is meant by a number: a number is one merchant's, and the operator has many. */
@ApplicationScoped
class PaymentScope {
  private final Caller caller;
  private final Transactions transactions;
  private final OncepaidConfig config;

  PaymentScope(Caller caller, Transactions transactions, OncepaidConfig config) {
    this.caller = caller;
    this.transactions = transactions;
    this.config = config;
  }

  /**
   * The payment that the caller means.
   *
   * @param merchant the parameter of that name, null when not given; needed only by the operator,
   *     and only where several merchants use the number
   * @throws Problem 404, or 409 when it would be several
   */
  Payment find(String outTradeNo, String merchant) throws SQLException {
    if (!Notice.isOutTradeNo(outTradeNo)) {
      throw unknown();
    }
    Optional<String> owner = caller.merchant(merchant);
    if (owner.isPresent()) {
      return transactions
          .read(connection -> Payment.find(connection, owner.get(), outTradeNo))
          .orElseThrow(PaymentScope::unknown);
    }
    List<Payment> found =
        transactions.read(
            connection -> Payment.findAmong(connection, config.merchants().keySet(), outTradeNo));
    if (found.size() > 1) {
      throw Problem.of(409, "SEVERAL", "Several merchants have it: name one in ?merchant=.")
          .field("merchant");
    }
    return found.stream().findFirst().orElseThrow(PaymentScope::unknown);
  }

  /** Whose payment is meant, see {@link #find}; a merchant's own is not looked for. */
  String owner(String outTradeNo, String merchant) throws SQLException {
    Optional<String> owner = caller.merchant(merchant);
    if (owner.isPresent() && Notice.isOutTradeNo(outTradeNo)) {
      return owner.get();
    }
    return find(outTradeNo, merchant).merchant();
  }

  /**
   * The merchant for whom something is done.
   *
   * @throws Problem 400 when the operator does not name one that exists
   */
  String merchant(String asked) {
    String merchant =
        caller
            .merchant(asked)
            .orElseThrow(() -> Problem.unreadable("merchant", "must be named by the operator"));
    if (caller.isOperator() && !config.merchants().containsKey(merchant)) {
      throw Problem.unreadable("merchant", "is not configured");
    }
    return merchant;
  }

  /** As history and flow keep it: null for the merchant itself. */
  String source() {
    return caller.isOperator() ? "OPERATOR" : null;
  }

  static Problem unknown() {
    return Problem.notFound("No such payment.");
  }
}

package io.oncepaid.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.oncepaid.OncepaidConfig;
import io.oncepaid.api.IdempotentCall.Call;
import io.oncepaid.database.Transactions;
import io.oncepaid.payment.EqualOrders;
import io.oncepaid.payment.Payment;
import io.oncepaid.payment.Registration;
import io.oncepaid.payment.Terms;
import io.oncepaid.pipeline.CaseSweep;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.unchecked.Unchecked;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Registers one order once, by all that the caller gave to know it by: its number, an
 * Idempotency-Key, the token of its form, or, where the settings say so, its content.
 */
@ApplicationScoped
class OrderDesk {
  private static final String OPERATION = "POST /payments";

  private final PaymentRequest requests;
  private final Registration registration;
  private final EqualOrders equalOrders;
  private final SubmitTokens tokens;
  private final IdempotentCall idempotent;
  private final Transactions transactions;
  private final CaseSweep sweep;
  private final OncepaidConfig config;
  private final ObjectMapper json;

  OrderDesk(
      PaymentRequest requests,
      Registration registration,
      EqualOrders equalOrders,
      SubmitTokens tokens,
      IdempotentCall idempotent,
      Transactions transactions,
      CaseSweep sweep,
      OncepaidConfig config,
      ObjectMapper json) {
    this.requests = requests;
    this.registration = registration;
    this.equalOrders = equalOrders;
    this.tokens = tokens;
    this.idempotent = idempotent;
    this.transactions = transactions;
    this.sweep = sweep;
    this.config = config;
    this.json = json;
  }

  /**
   * What a caller asks for.
   *
   * @param source OPERATOR, or null for the merchant itself
   * @param key the Idempotency-Key
   * @param token the X-Submit-Token
   */
  record Order(
      String merchant,
      String source,
      Optional<String> key,
      Optional<String> token,
      PaymentRequest.Content content) {

    Terms terms() {
      return content.terms();
    }
  }

  /** Answers 201, 200 when the payment was there with the same terms, or as the first call was. */
  Uni<Response> register(Order order) {
    AtomicReference<Payment> created = new AtomicReference<>();
    Transactions.Work<StoredResponse> work = connection -> register(connection, order, created);
    // Looked at before the token: a repeat gets its first answer, although the token is spent.
    return call(order)
        .map(call -> idempotent.run(call, work))
        .orElseGet(
            () ->
                Uni.createFrom()
                    .item(Unchecked.supplier(() -> transactions.write(work).response(false))))
        .invoke(
            () -> {
              if (created.get() != null) {
                // Notices may have overtaken the registration.
                sweep.payment(order.merchant(), created.get().outTradeNo());
              }
            });
  }

  private Optional<Call> call(Order order) {
    String fingerprint = order.terms().fingerprint();
    if (order.key().isPresent()) {
      return order.key().map(key -> Call.named(order.merchant(), OPERATION, key, fingerprint));
    }
    // A number is a better key than any that we could derive, and who confirms a second order does
    // not want the first one's answer.
    Optional<Duration> window = config.idempotency().derivedKeyWindow();
    return order.terms().outTradeNo() != null || order.content().confirmDuplicate()
        ? Optional.empty()
        : window.map(w -> Call.derived(order.merchant(), OPERATION, fingerprint, w));
  }

  private StoredResponse register(
      Connection connection, Order order, AtomicReference<Payment> created) throws SQLException {
    Terms terms = order.terms();
    if (order.token().isPresent()) {
      tokens.spend(connection, order.merchant(), order.token().get());
    }
    Optional<Problem> objection = objection(connection, order);
    if (objection.isEmpty()) {
      Optional<Payment> registered =
          registration.register(connection, order.merchant(), terms, order.source());
      if (registered.isPresent()) {
        created.set(registered.get());
        return answer(201, registered.get());
      }
    }
    // A statement of its own: the one that found the number taken does not see who took it.
    Optional<Payment> existing =
        terms.outTradeNo() == null
            ? Optional.empty()
            : Payment.find(connection, order.merchant(), terms.outTradeNo());
    if (existing.isEmpty()) {
      throw objection.orElseGet(Problem::unavailable);
    }
    List<String> differences = terms.differences(existing.get());
    if (!differences.isEmpty()) {
      throw Problem.of(409, "PAYMENT_DIFFERS", "The number is taken by a payment with other terms.")
          .with("differences", differences);
    }
    return answer(200, existing.get());
  }

  private Optional<Problem> objection(Connection connection, Order order) throws SQLException {
    Optional<Problem> objection = requests.objection(order.merchant(), order.terms());
    if (objection.isPresent()) {
      return objection;
    }
    // Also one that is confirmed takes its turn: the next one must see it.
    Optional<String> equal = equalOrders.find(connection, order.merchant(), order.terms());
    return order.content().confirmDuplicate()
        ? Optional.empty()
        : equal.map(OrderDesk::isDuplicate);
  }

  private static Problem isDuplicate(String outTradeNo) {
    return Problem.of(
            409,
            "DUPLICATE_ORDER",
            "The payer has just made an equal order; send confirm_duplicate to make a second one.")
        .field(PaymentRequest.CONFIRM_DUPLICATE)
        .with("out_trade_no", outTradeNo);
  }

  private StoredResponse answer(int status, Payment payment) {
    String location =
        "/payments/" + URLEncoder.encode(payment.outTradeNo(), StandardCharsets.US_ASCII);
    try {
      return new StoredResponse(
          status, Map.of(HttpHeaders.LOCATION, location), json.writeValueAsBytes(payment));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}

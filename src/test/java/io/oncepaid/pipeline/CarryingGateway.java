package io.oncepaid.pipeline;

import io.oncepaid.gateway.AccountConfig;
import io.oncepaid.gateway.Answer;
import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.GatewayType;
import io.oncepaid.gateway.Notice;
import io.oncepaid.gateway.RawCallback;
import io.oncepaid.gateway.Reading;
import io.oncepaid.gateway.Reply;
import io.oncepaid.gateway.UnusableCallback;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A gateway that signs nothing: the body is the name of a request whose notices it was given. */
final class CarryingGateway implements Gateway, GatewayType {
  private final Map<String, List<Notice>> requests = new ConcurrentHashMap<>();

  void carry(String request, List<Notice> notices) {
    requests.put(request, notices);
  }

  void forgetAll() {
    requests.clear();
  }

  @Override
  public String name() {
    return "carrying";
  }

  @Override
  public Gateway open(String property, AccountConfig account) {
    return this;
  }

  @Override
  public Reading read(RawCallback callback) throws UnusableCallback {
    List<Notice> notices = requests.get(new String(callback.body(), StandardCharsets.UTF_8));
    if (notices == null) {
      throw UnusableCallback.forged("no such request");
    }
    return new Reading("carried", notices);
  }

  @Override
  public Reply reply(Answer answer, int failureStatus, String reason) {
    return Reply.text(answer == Answer.ACCEPT ? 200 : failureStatus, "text/plain", answer.name());
  }
}

package io.oncepaid.api;

import jakarta.enterprise.context.RequestScoped;
import java.util.Optional;

/** Who asks: a merchant or the operator, set by {@link ApiKeyFilter}. */
@RequestScoped
public class Caller {
  private Identity identity;

  /**
   * The owner of an API key.
   *
   * @param merchant null for the operator
   */
  record Identity(String merchant) {
    static final Identity OPERATOR = new Identity(null);
  }

  void identify(Identity owner) {
    identity = owner;
  }

  public boolean isOperator() {
    return identity().merchant() == null;
  }

  /** The name under which an action is kept. */
  public String name() {
    return isOperator() ? "operator" : identity().merchant();
  }

  /**
   * Whose rows may be seen.
   *
   * @param asked the parameter {@code merchant}, null when it was not given
   * @return empty for the rows of all merchants
   * @throws Problem 403 when a merchant asks for another one's, 400 for what can be no name
   */
  public Optional<String> merchant(String asked) {
    if (isOperator()) {
      if (asked != null && asked.indexOf(0) >= 0) {
        throw Problem.unreadable("merchant", "has a character that is none");
      }
      return Optional.ofNullable(asked);
    }
    if (asked != null && !asked.equals(identity().merchant())) {
      throw Problem.of(403, "FORBIDDEN", "The key is another merchant's.").field("merchant");
    }
    return Optional.of(identity().merchant());
  }

  /**
   * @throws Problem 403 for anybody but the operator
   */
  public void mustBeOperator() {
    if (!isOperator()) {
      throw Problem.of(403, "FORBIDDEN", "Only the operator's key may do this.");
    }
  }

  private Identity identity() {
    if (identity == null) {
      throw new IllegalStateException("asked before the key was checked");
    }
    return identity;
  }
}

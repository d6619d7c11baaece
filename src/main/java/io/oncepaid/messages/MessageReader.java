package io.oncepaid.messages;

import io.oncepaid.api.Problem;
import io.oncepaid.api.SettlementRequest;
import io.oncepaid.messages.DeadLetters.Reason;
import jakarta.inject.Singleton;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jboss.logging.Logger;

/** Reads a record as strictly as {@code POST /settlements} reads its body; never throws. */
@Singleton
class MessageReader {
  private static final Logger LOG = Logger.getLogger(MessageReader.class);

  /** Bytes. A result has some hundred; the rest is evidence. */
  static final int LARGEST = 256 * 1024;

  private final SettlementRequest requests;

  MessageReader(SettlementRequest requests) {
    this.requests = requests;
  }

  Message read(ConsumerRecord<byte[], byte[]> record) {
    byte[] value = record.value();
    if (value == null) {
      return refused(record, "INVALID_REQUEST", "the message has no value");
    }
    if (value.length > LARGEST) {
      return refused(record, "TOO_LARGE", "the message has more than " + LARGEST + " bytes");
    }
    try {
      return new Message(record, requests.readMessage(value, place(record)), null);
    } catch (Problem problem) {
      return refused(record, (String) problem.members().get("code"), problem.getMessage());
    } catch (RuntimeException bug) {
      // One message must not stop all others, whatever it does to us.
      LOG.error("a message could not be read", bug);
      return refused(record, "INVALID_REQUEST", "the message cannot be read");
    }
  }

  private static Message refused(ConsumerRecord<byte[], byte[]> record, String code, String why) {
    return new Message(record, null, new Reason(code, why));
  }

  /** Topics are named without characters that JSON would escape. */
  private static String place(ConsumerRecord<byte[], byte[]> record) {
    return "{\"topic\":\"%s\",\"partition\":\"%d\",\"offset\":\"%d\"}"
        .formatted(record.topic(), record.partition(), record.offset());
  }
}

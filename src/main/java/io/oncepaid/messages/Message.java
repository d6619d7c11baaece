package io.oncepaid.messages;

import io.oncepaid.gateway.Notice;
import io.oncepaid.messages.DeadLetters.Reason;
import io.oncepaid.pipeline.Submission;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * One record, read.
 *
 * @param record as it was fetched
 * @param submission what it says; null when it can never be settled
 * @param refusal why it can never be settled; null when it can be read
 */
record Message(ConsumerRecord<byte[], byte[]> record, Submission submission, Reason refusal) {

  /**
   * What it must not overtake another message with: the record's key, which is the order that the
   * publisher asked for, and the payment, for publishers who gave none.
   */
  Set<Object> order() {
    Set<Object> keys = new HashSet<>();
    if (record.key() != null) {
      keys.add(ByteBuffer.wrap(record.key()));
    }
    if (submission != null) {
      Notice notice = submission.notice();
      keys.add(
          notice.outTradeNo().isEmpty()
              ? submission.account() + "\n\n" + notice.transactionId()
              : submission.merchant() + "\n" + notice.outTradeNo());
    }
    return keys;
  }
}

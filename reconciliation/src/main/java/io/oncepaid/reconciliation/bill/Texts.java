package io.oncepaid.reconciliation.bill;

import de.siegmar.fastcsv.reader.CommentStrategy;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.zip.ZipException;

/** Opens bills as text; bytes that are not of the charset are an error, never a question mark. */
final class Texts {
  static final Charset GBK = Charset.forName("GBK");
  private static final int BUFFER = 1 << 16;

  private Texts() {}

  static Reader reader(InputStream content, Charset charset) throws IOException {
    InputStream plain = charset.equals(StandardCharsets.UTF_8) ? withoutBom(content) : content;
    return new InputStreamReader(
        plain,
        charset
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT));
  }

  /** Records of a comma-separated bill; lines that begin with {@code #} are told as comments. */
  static Records csv(BillFile file, InputStream content, Charset charset) throws IOException {
    CsvReader<CsvRecord> reader =
        CsvReader.builder()
            .commentStrategy(charset.equals(GBK) ? CommentStrategy.READ : CommentStrategy.NONE)
            .skipEmptyLines(false)
            .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
            .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
            .allowUnclosedQuote(false)
            .ofCsvRecord(reader(content, charset));
    return new Records(file.name(), reader.iterator());
  }

  private static InputStream withoutBom(InputStream content) throws IOException {
    InputStream buffered = new BufferedInputStream(content, BUFFER);
    buffered.mark(3);
    if (buffered.read() != 0xef || buffered.read() != 0xbb || buffered.read() != 0xbf) {
      buffered.reset();
    }
    return buffered;
  }

  /** What could not be read, as an error of the file after the last line that could. */
  static BillError broken(String file, long lastLine, Exception cause) {
    String problem =
        cause instanceof CharacterCodingException
                || cause.getCause() instanceof CharacterCodingException
            ? "bytes that are not of the bill's charset after this line"
            : "cannot be read after this line: " + cause.getMessage();
    return new BillError(file, Math.max(1, lastLine), "", problem);
  }

  /** The records of a bill, with every trouble told as a BillError. */
  static final class Records {
    private final String file;
    private final Iterator<CsvRecord> records;
    private long line;

    Records(String file, Iterator<CsvRecord> records) {
      this.file = file;
      this.records = records;
    }

    boolean hasNext() throws IOException {
      try {
        return records.hasNext();
      } catch (CsvParseException e) {
        throw broken(file, line, e);
      } catch (UncheckedIOException e) {
        if (e.getCause() instanceof CharacterCodingException
            || e.getCause() instanceof ZipException
            || e.getCause() instanceof java.io.EOFException) {
          throw broken(file, line, e.getCause());
        }
        throw e.getCause();
      }
    }

    /**
     * @throws BillError when the file ends where something must follow
     */
    CsvRecord next(String expected) throws IOException {
      if (!hasNext()) {
        throw new BillError(file, line + 1, "", "the file ends where " + expected + " must stand");
      }
      CsvRecord next = records.next();
      line = next.getStartingLineNumber();
      return next;
    }
  }
}

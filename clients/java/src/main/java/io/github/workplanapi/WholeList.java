package io.github.workplanapi;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Iterator;
import java.util.OptionalLong;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * All rows of a list in one response. They are those of one moment, however long you read, and only a few are in memory at a time. Each method
 * sends a request of its own.
 *
 * <p>A request is repeated as any other call is, until the response begins, and the timeout of the client is for that. The response then has the 5
 * minutes that the server gives it. If it ends early, the {@link WorkplanException} has the code {@link WorkplanException#UNEXPECTED_RESPONSE}.
 * A thread has a list of its own.
 */
public final class WholeList<T> {
  /** The end of every table. */
  private static final byte[] PARQUET_MARK = "PAR1".getBytes(StandardCharsets.US_ASCII);

  /** A response that has begun. */
  interface Begun extends AutoCloseable {
    long seq();

    InputStream body();

    /** The failure of a response that does not end as it should. */
    WorkplanException cut(IOException cause);

    @Override
    void close();
  }

  private final Function<Format, Begun> begin;
  private final ObjectReader row;
  private OptionalLong seq = OptionalLong.empty();

  WholeList(Function<Format, Begun> begin, ObjectReader row) {
    this.begin = begin;
    this.row = row;
  }

  /**
   * The number of the latest event whose write the rows have, from the latest response. To keep a copy up to date, follow the journal after it. Empty
   * before {@link #rows} and the other methods.
   */
  public OptionalLong seq() {
    return seq;
  }

  /** The rows. Sends the request. Close the stream if you do not read all of it. */
  public Stream<T> rows() {
    Begun response = begin(Format.NDJSON);
    MappingIterator<T> lines;
    try {
      lines = row.readValues(response.body());
    } catch (IOException e) {
      WorkplanException cut = response.cut(e);
      response.close();
      throw cut;
    }
    Iterator<T> rows = new Iterator<>() {
      @Override
      public boolean hasNext() {
        try {
          if (lines.hasNextValue()) {
            return true;
          }
        } catch (IOException e) {
          WorkplanException cut = response.cut(e);
          response.close();
          throw cut;
        }
        response.close();
        return false;
      }

      @Override
      public T next() {
        try {
          return lines.nextValue();
        } catch (IOException e) {
          WorkplanException cut = response.cut(e);
          response.close();
          throw cut;
        }
      }
    };
    return StreamSupport.stream(Spliterators.spliteratorUnknownSize(rows, Spliterator.ORDERED | Spliterator.NONNULL), false).onClose(response::close);
  }

  /** Writes the rows. If it fails, out may have got some of them. An {@link IOException} is one of out. */
  public void write(OutputStream out, Format format) throws IOException {
    try (Begun response = begin(format)) {
      byte[] end = new byte[0];
      byte[] part = new byte[1 << 16];
      for (int length; (length = read(response, part)) >= 0;) {
        out.write(part, 0, length);
        end = ending(end, part, length);
      }
      if (format == Format.PARQUET && !Arrays.equals(end, PARQUET_MARK)) {
        throw response.cut(new IOException("the table has no end"));
      }
    }
  }

  /** Saves the rows to a file. The file is complete, or stays as it was: the rows go to another file beside it, which then gets its name. */
  public void save(Path path, Format format) throws IOException {
    Path part = path.resolveSibling(path.getFileName() + "." + UUID.randomUUID() + ".part");
    try {
      try (OutputStream out = Files.newOutputStream(part, StandardOpenOption.CREATE_NEW)) {
        write(out, format);
      }
      Files.move(part, path, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private Begun begin(Format format) {
    Begun response = begin.apply(format);
    seq = OptionalLong.of(response.seq());
    return response;
  }

  private static int read(Begun response, byte[] part) {
    try {
      return response.body().read(part);
    } catch (IOException e) {
      throw response.cut(e);
    }
  }

  /** The last bytes of end and part. */
  private static byte[] ending(byte[] end, byte[] part, int length) {
    byte[] all = Arrays.copyOf(end, end.length + length);
    System.arraycopy(part, 0, all, end.length, length);
    return Arrays.copyOfRange(all, Math.max(0, all.length - PARQUET_MARK.length), all.length);
  }
}

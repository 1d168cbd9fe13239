import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;

public class SampleChecks implements Checks {
  private static final Path MARK = Path.of("mark");

  /** Stands for a class of a library that does something while it is read. */
  static class Gadget implements Serializable {
    private void readObject(ObjectInputStream in) throws IOException {
      Files.writeString(MARK, "done");
    }
  }

  @Override
  public void behaviour() throws Exception {
    String text = Visit.to(new Sample(), "state", written("Ada")).text();
    if (!text.equals("back again, Ada")) throw new AssertionError(text);
  }

  @Override
  public boolean exploit() throws Exception {
    Files.deleteIfExists(MARK);
    try {
      Visit.to(new Sample(), "state", written(new Gadget()));
    } catch (Exception refused) {
      // What counts is what happened by then.
    }
    return Files.exists(MARK);
  }

  private static String written(Serializable value) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(value);
    }
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }
}

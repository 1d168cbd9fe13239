import java.nio.file.Files;
import java.nio.file.Path;

public class SampleChecks implements Checks {
  @Override
  public void behaviour() throws Exception {
    Files.createDirectories(Path.of("docs"));
    Files.writeString(Path.of("docs/a"), "one\ntwo\n");
    Files.writeString(Path.of("secret"), "1\n2\n3\n");
    if (!Visit.to(new Sample(), "name", "a").text().equals("2")) throw new AssertionError("lines");
  }

  @Override
  public boolean exploit() throws Exception {
    return Visit.to(new Sample(), "name", "../secret").text().equals("3");
  }
}

import java.nio.file.Files;
import java.nio.file.Path;

public class SampleChecks implements Checks {
  @Override
  public void behaviour() throws Exception {
    Files.writeString(Path.of("a.txt"), "hello");
    if (!Visit.to(new Sample(), "file", "a.txt").text().equals("5")) throw new AssertionError("length");
  }

  @Override
  public boolean exploit() throws Exception {
    Visit.to(new Sample(), "file", "a.txt; touch marker");
    return Files.exists(Path.of("marker"));
  }
}

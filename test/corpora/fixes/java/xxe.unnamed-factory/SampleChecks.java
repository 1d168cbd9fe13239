import java.nio.file.Files;
import java.nio.file.Path;

public class SampleChecks implements Checks {
  @Override
  public void behaviour() throws Exception {
    String text = Visit.to(new Sample(), "xml", "<a>one <b>two</b></a>").text();
    if (!text.equals("7")) throw new AssertionError(text);
  }

  @Override
  public boolean exploit() throws Exception {
    Path secret = Path.of("secret").toAbsolutePath();
    Files.writeString(secret, "decoy-word");
    String xml = "<!DOCTYPE a [<!ENTITY e SYSTEM \"" + secret.toUri() + "\">]><a>&e;</a>";
    return Visit.to(new Sample(), "xml", xml).text().equals("10");
  }
}

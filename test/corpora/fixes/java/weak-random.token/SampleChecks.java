public class SampleChecks implements Checks {
  @Override
  public void behaviour() throws Exception {
    String text = Visit.to(new Sample(), "user", "ann").text();
    if (!text.matches("[0-9a-f]{6,16}")) throw new AssertionError(text);
  }

  @Override
  public boolean exploit() throws Exception {
    return Visit.to(new Sample(), "user", "ann").text().equals(Visit.to(new Sample(), "user", "ann").text());
  }
}

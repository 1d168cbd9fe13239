public class SampleChecks implements Checks {
  @Override
  public void behaviour() throws Exception {
    String good = Visit.to(new Sample(), "name", "ann", "word", "decoy").text();
    String bad = Visit.to(new Sample(), "name", "ann", "word", "wrong").text();
    if (!good.equals("1") || !bad.equals("0")) throw new AssertionError(good + " " + bad);
  }

  @Override
  public boolean exploit() throws Exception {
    return Visit.to(new Sample(), "name", "ann", "word", "' or '1'='1").text().equals("1");
  }
}

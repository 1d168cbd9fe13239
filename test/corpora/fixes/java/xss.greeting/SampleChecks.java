public class SampleChecks implements Checks {
  @Override
  public void behaviour() throws Exception {
    String text = Visit.to(new Sample(), "name", "Ann").text();
    if (!text.equals("<h1>Hello Ann</h1>")) throw new AssertionError(text);
  }

  @Override
  public boolean exploit() throws Exception {
    return Visit.to(new Sample(), "name", "<script>x</script>").text().contains("<script>");
  }
}

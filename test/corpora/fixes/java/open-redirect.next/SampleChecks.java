public class SampleChecks implements Checks {
  @Override
  public void behaviour() throws Exception {
    String location = Visit.to(new Sample(), "next", "/home?a=1").location;
    if (!location.equals("/home?a=1")) throw new AssertionError(location);
  }

  @Override
  public boolean exploit() throws Exception {
    for (String next : new String[] {"https://evil.example/", "//evil.example", "/\\evil.example", "/\t/evil.example"}) {
      // Browsers leave tabs out and take a backslash for a slash.
      String location = Visit.to(new Sample(), "next", next).location.replace("\t", "").replace('\\', '/');
      if (location.startsWith("//") || location.startsWith("http")) return true;
    }
    return false;
  }
}

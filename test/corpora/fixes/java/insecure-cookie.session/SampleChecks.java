import javax.servlet.http.Cookie;

public class SampleChecks implements Checks {
  private static Cookie cookie() throws Exception {
    return Visit.to(new Sample()).cookies.get(0);
  }

  @Override
  public void behaviour() throws Exception {
    if (!cookie().value.equals("abc")) throw new AssertionError(cookie().value);
  }

  @Override
  public boolean exploit() throws Exception {
    return !cookie().secure || !cookie().httpOnly;
  }
}

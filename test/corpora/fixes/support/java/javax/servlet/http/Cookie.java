package javax.servlet.http;

public class Cookie {
  public final String name;
  public final String value;
  public boolean secure;
  public boolean httpOnly;

  public Cookie(String name, String value) {
    this.name = name;
    this.value = value;
  }

  public void setSecure(boolean on) {
    secure = on;
  }

  public void setHttpOnly(boolean on) {
    httpOnly = on;
  }

  public void setPath(String path) {}
}

package shop;

public final class Texts {
  private Texts() {}

  public static String clean(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
  }
}

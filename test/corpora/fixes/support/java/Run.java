/** Tries the sample of a package: does it behave, and does its exploit work? One line of JSON. */
public final class Run {
  public static void main(String[] arguments) throws Exception {
    Checks checks = (Checks) Class.forName("SampleChecks").getDeclaredConstructor().newInstance();
    String behaviour = "true";
    try {
      checks.behaviour();
    } catch (Throwable thrown) {
      behaviour = quoted(thrown);
    }
    String exploit;
    try {
      exploit = String.valueOf(checks.exploit());
    } catch (Throwable thrown) {
      exploit = quoted(thrown);
    }
    System.out.println("\n{\"behaviour\":" + behaviour + ",\"exploit\":" + exploit + "}");
    System.exit(0);
  }

  private static String quoted(Throwable thrown) {
    StackTraceElement[] trace = thrown.getStackTrace();
    String text = thrown + (trace.length > 0 ? " at " + trace[0] : "");
    return "\"" + text.replaceAll("[\"\\\\\\s]", " ") + "\"";
  }
}

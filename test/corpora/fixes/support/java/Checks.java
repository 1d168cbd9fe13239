/** What a sample's `checks.java` is: a test of its behaviour that throws, and an exploit. */
public interface Checks {
  void behaviour() throws Exception;

  boolean exploit() throws Exception;
}

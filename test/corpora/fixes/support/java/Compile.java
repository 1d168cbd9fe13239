import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** The compiler, kept: a line of arguments, apart by tabs, is answered with a line, empty or what was wrong. */
public final class Compile {
  public static void main(String[] arguments) throws Exception {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      ByteArrayOutputStream said = new ByteArrayOutputStream();
      int code = compiler.run(null, said, said, line.split("\t"));
      String errors = said.toString(StandardCharsets.UTF_8).replaceAll("\\s+", " ");
      System.out.println(code == 0 ? "" : "Exit code " + code + ". " + errors);
    }
  }
}

import java.io.IOException;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** A command that is a text is split at its blanks: no shell reads it. */
public class SplitCommands extends HttpServlet {
  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
    Runtime runtime = Runtime.getRuntime();
    String url = request.getParameter("url");
    runtime.exec("git clone " + url); // expect: argument-injection
    runtime.exec("/usr/bin/git clone https://git.example.com/" + url + " copy"); // expect: argument-injection
    runtime.exec("git clone -- " + url); // ok: argument-injection, command-injection
    runtime.exec("git clone https://git.example.com/x"); // ok: argument-injection, command-injection
    // Another program's words.
    runtime.exec("resize " + url); // expect: command-injection
    // Programs that run what they are given, and programs that are chosen.
    runtime.exec("sh -c " + url); // expect: command-injection
    runtime.exec("cmd.exe /c dir " + url); // expect: command-injection
    runtime.exec("ssh example.com " + url); // expect: command-injection
    runtime.exec(url + " clone"); // expect: command-injection
    runtime.exec("git" + url); // expect: command-injection
    if (!url.matches("[a-z0-9]+")) return;
    runtime.exec("git clone https://git.example.com/" + url); // ok: argument-injection, command-injection
  }
}

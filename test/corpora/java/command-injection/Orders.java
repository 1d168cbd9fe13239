import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** Lists whose elements change places. */
public class Orders extends HttpServlet {
  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
    List<String> given = new ArrayList<>();
    given.add("ls");
    given.add(request.getParameter("folder"));
    Runtime.getRuntime().exec(given.get(0)); // ok: command-injection

    List<String> reversed = new ArrayList<>(given);
    Collections.reverse(reversed);
    Runtime.getRuntime().exec(reversed.get(0)); // expect: command-injection

    List<String> swapped = new ArrayList<>(given);
    Collections.swap(swapped, 0, 1);
    Runtime.getRuntime().exec(swapped.get(0)); // expect: command-injection

    List<String> sorted = new ArrayList<>(given);
    sorted.sort(Comparator.naturalOrder());
    Runtime.getRuntime().exec(sorted.get(0)); // expect: command-injection

    String[] array = {"ls", request.getParameter("folder")};
    Runtime.getRuntime().exec(array[0]); // ok: command-injection
    Arrays.sort(array);
    Runtime.getRuntime().exec(array[0]); // expect: command-injection

    List<String> all = new ArrayList<>();
    Collections.addAll(all, "ls", request.getParameter("folder"));
    Runtime.getRuntime().exec(all.get(0)); // ok: command-injection
    Runtime.getRuntime().exec(all.get(1)); // expect: command-injection

    String[] filled = {"ls", "pwd"};
    Arrays.fill(filled, request.getParameter("folder"));
    Runtime.getRuntime().exec(filled[0]); // expect: command-injection

    List<String> constants = Arrays.asList("pwd", "ls");
    Collections.shuffle(constants);
    Runtime.getRuntime().exec(constants.get(0)); // ok: command-injection
  }
}

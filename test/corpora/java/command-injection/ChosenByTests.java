import java.util.*;
import java.util.stream.*;
import java.util.function.*;
import org.springframework.web.bind.annotation.*;
import org.springframework.jdbc.core.JdbcTemplate;
@RestController
class A {
  JdbcTemplate jdbc;
  Map<String, Function<String, String>> handlers = Map.of("upper", String::toUpperCase, "plain", s -> s);
  @GetMapping("/a") void a(@RequestParam String tool) throws Exception {
    List<String> known = List.of("a", "b");
    String picked = known.stream().filter(k -> k.equals(tool)).findFirst().orElseThrow();
    Runtime.getRuntime().exec("run " + picked); // ok: command-injection
    String p2 = known.stream().filter(tool::equals).findFirst().orElse("x");
    Runtime.getRuntime().exec("run " + p2); // ok: command-injection
  }
  @GetMapping("/b") void b(@RequestParam List<Long> numbers, @RequestParam List<String> names) throws Exception {
    String safe = numbers.stream().map(String::valueOf).collect(Collectors.joining(","));
    jdbc.execute("DELETE FROM t WHERE id IN (" + safe + ")"); // ok: sql-injection
    String bad = names.stream().collect(Collectors.joining(","));
    jdbc.execute("DELETE FROM t WHERE id IN (" + bad + ")"); // expect: sql-injection
    for (Long n : numbers) jdbc.execute("DELETE FROM t WHERE id = " + n); // ok: sql-injection
  }
  @GetMapping("/c") void c(@RequestParam String how, @RequestParam String text) throws Exception {
    jdbc.execute(handlers.get("plain").apply(text)); // expect: sql-injection
    jdbc.execute(handlers.getOrDefault(how, s -> s).apply(text)); // expect: sql-injection
    jdbc.execute(handlers.get(how).apply(text)); // expect: sql-injection
    Function<String,String> f = s -> "x";
    jdbc.execute(f.apply(text)); // ok: sql-injection
  }
}

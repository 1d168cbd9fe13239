import org.apache.ibatis.jdbc.SQL;
import org.apache.ibatis.annotations.*;
import org.springframework.web.bind.annotation.*;
import java.util.*;
@RestController
class A {
  M m;
  @GetMapping("/a") String a(@RequestParam String name) {
    m.byName(name);
    m.byTitle(name);
    return new SQL() {{ SELECT("*"); FROM("x"); WHERE("name = '" + name + "'"); }}.toString(); // expect: sql-injection
  }
  @GetMapping("/b") String b(@RequestParam String name) {
    SQL s = new SQL();
    s.SELECT("*").FROM("x").WHERE("name = '" + name + "'"); // expect: sql-injection
    s.WHERE("name = #{name}");
    return s.toString();
  }
}
@Mapper
interface M {
  @SelectProvider(type = P.class, method = "byName")
  List<Map<String, Object>> byName(String name);
  @SelectProvider(value = P.class, method = "byTitle")
  List<Map<String, Object>> byTitle(String title);
}
class P {
  public String byName(final String name) {
    return new SQL() {{ SELECT("*"); WHERE("name = '" + name + "'"); }}.toString(); // expect: sql-injection
  }
  public String byTitle(String title) {
    return "SELECT * FROM x WHERE title = '" + title + "'"; // expect: sql-injection
  }
}
